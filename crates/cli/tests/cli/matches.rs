//! `ludorum match`: results, output, and independence of the number of threads.

use std::fs;

use serde_json::Value;

use crate::{folder, ludorum, text, without_times};

fn played(args: &[&str]) -> Value {
    ludorum(&[&["match", "tictactoe"], args, &["--json", "-"]].concat()).json()
}

#[test]
fn minimax_draws_against_itself() {
    let report = played(&["minimax", "minimax", "--games", "4"]);
    for agent in report["agents"].as_array().unwrap() {
        assert_eq!(
            (agent["games"].as_u64(), agent["draws"].as_u64()),
            (Some(4), Some(4))
        );
    }
}

#[test]
fn mcts_does_not_lose_one_of_500_games_to_random() {
    let report = played(&["mcts:iterations=2000", "random", "--games", "500"]);
    let mcts = &report["agents"][0];
    assert_eq!(mcts["spec"], "mcts:iterations=2000");
    assert_eq!(
        (mcts["games"].as_u64(), mcts["losses"].as_u64()),
        (Some(500), Some(0))
    );
    assert!(mcts["wins"].as_u64().unwrap() > 400);
}

#[test]
fn the_number_of_threads_changes_nothing_but_times() {
    let run = |threads| {
        let args = [
            "mcts:iterations=200",
            "semirandom",
            "--games",
            "30",
            "--seed",
            "9",
        ];
        without_times(played(&[&args[..], &["--threads", threads]].concat()))
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn another_seed_gives_another_match() {
    let run = |seed| {
        without_times(played(&[
            "random", "random", "--games", "20", "--seed", seed,
        ]))
    };
    assert_eq!(run("1"), run("1"));
    assert_ne!(run("1"), run("2"));
}

#[test]
fn reports_count_what_was_played() {
    let report = played(&["minimax", "random", "--games", "10"]);
    let games = report["games"].as_array().unwrap();
    assert_eq!(games.len(), 10);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["game"].as_u64(), Some(index as u64));
        // Seats rotate: each agent moves first in every other game.
        assert_eq!(game["seats"][0]["agent"].as_u64(), Some(index as u64 % 2));
    }
    let count = |key: &str| -> Vec<u64> {
        let agents = report["agents"].as_array().unwrap().iter();
        agents.map(|agent| agent[key].as_u64().unwrap()).collect()
    };
    let (wins, draws, losses) = (count("wins"), count("draws"), count("losses"));
    assert_eq!(
        (wins[0], wins[1], draws[0]),
        (losses[1], losses[0], draws[1])
    );
    assert_eq!(wins[0] + draws[0] + losses[0], 10);
    assert_eq!(
        (count("games_first"), count("games_later")),
        (vec![5, 5], vec![5, 5])
    );
}

#[test]
fn people_get_a_table_on_stdout_and_notes_on_stderr() {
    let run = ludorum(&["match", "tictactoe", "minimax", "random", "--games", "3"]).ok();
    let report = played(&["minimax", "random", "--games", "3"]);
    let moves = report["plies"].as_u64().unwrap();
    let total = format!("{moves} moves, {:.1} each", moves as f64 / 4.0);
    run.tells(&[&total]);
    run.tells(&[
        "4 games",
        "wins",
        "draws",
        "losses",
        "win rate",
        "95% interval",
        "minimax",
    ]);
    run.tells(&[
        "won first",
        "won later",
        "time/move",
        "nodes/move",
        "moves/game",
        "random",
    ]);
    assert!(
        run.err.contains("playing 4 games instead of 3"),
        "{}",
        run.err
    );
}

#[test]
fn a_report_in_a_file_is_the_same_as_on_stdout() {
    let dir = folder("match-file");
    let file = dir.join("report.json");
    let args = ["random", "greedy", "--games", "6"];
    let run = [&["match", "tictactoe"], &args[..], &["--json", text(&file)]].concat();
    ludorum(&run).ok().tells(&["6 games", "greedy"]);
    let written: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(without_times(written), without_times(played(&args)));
    // No temporary file remains, and the report of a finished run may be overwritten.
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
    ludorum(&run).ok();
}

/// A report can be written to a device, which is neither read nor replaced: reading would block.
#[cfg(unix)]
#[test]
fn a_report_can_go_to_a_device() {
    let games = ["match", "tictactoe", "random", "random", "--games", "2"];
    let run = ludorum(&[&games[..], &["--json", "/dev/stdout"]].concat()).ok();
    run.tells(&["win rate", "\"agents\":", "\"games\":"]);
    ludorum(&[&games[..], &["--json", "/dev/null"]].concat()).ok();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// In section 7.1 of Koirala (2024), `play -sim -numsim=100 -dimension=5 -s1=parallelminimaxab
/// -depth=1 -s2=semirandom` wins 99 of 100 games in 1,781 moves. Our agent wins as many games in
/// half as many moves.
#[test]
fn the_sample_run_of_the_thesis_is_won_as_often() {
    let args = [
        "quoridor:size=5",
        "parallel-alphabeta:depth=1",
        "semirandom",
    ];
    let run = ludorum(&[&["match"], &args[..], &["--games", "100", "--json", "-"]].concat()).ok();
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let wins = report["agents"][0]["wins"].as_u64().unwrap();
    assert!(wins >= 90, "{wins} of 100, 99 were published");
    let games = report["games"].as_array().unwrap().iter();
    let moves: u64 = games.map(|game| game["plies"].as_u64().unwrap()).sum();
    assert!((700..2500).contains(&moves), "{moves} moves in 100 games");
}

/// The command line printed in section 7.1 of Koirala (2024) is accepted.
#[test]
fn the_console_of_the_thesis_is_understood() {
    let flags = [
        "-s1=parallelminimaxab",
        "-s2=semirandom",
        "-dimension=5",
        "-depth=1",
        "-sim",
        "-numsim=100",
    ];
    let run = ludorum(&[&["play"], &flags[..]].concat()).ok();
    run.tells(&["quoridor:size=5", "100 games", "semirandom"]);
    let ours = "equivalent to: ludorum match quoridor:size=5 parallel-alphabeta:depth=1 semirandom --games 100";
    assert!(run.err.contains(ours), "{}", run.err);
    let watch = ludorum(&["play", "-s1=astar", "-s2=astar", "-dimension=3"]).ok();
    watch.tells(&["quoridor:size=3", "astar wins"]);
    let wrong = ludorum(&["play", "-s1=nobody", "-s2=astar", "-sim"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("unknown agent 'nobody'"),
        "{}",
        wrong.err
    );
}

/// With a parameter `seed`, random agents repeat their games (Koirala 2024, sections 6.2.1, 6.2.2).
#[test]
fn random_agents_play_by_a_seed_of_their_own() {
    let game = |agents: [&str; 2], seed: &str| {
        let run = ["match", "quoridor:size=5", agents[0], agents[1]];
        let options = ["--games", "2", "--seed", seed, "--json", "-"];
        let report = ludorum(&[&run[..], &options].concat()).ok().json();
        report["games"][0]["hash"].as_str().unwrap().to_owned()
    };
    let seeded = ["random:seed=5", "semirandom:seed=6"];
    assert_eq!(game(seeded, "1"), game(seeded, "2"));
    assert_ne!(
        game(seeded, "1"),
        game(["random:seed=7", "semirandom:seed=6"], "1")
    );
    let others = ["random", "semirandom"];
    assert_ne!(game(others, "1"), game(others, "2"));
}

/// The game-independent agents of Koirala (2024, section 6.3) play tic-tac-toe.
#[test]
fn the_agents_of_the_thesis_finish_games_of_tic_tac_toe() {
    let agents = [
        "random",
        "mcts:iterations=30",
        "minimax:depth=2",
        "alphabeta:depth=2",
        "parallel-alphabeta:depth=2",
    ];
    let args = [
        &["tournament", "tictactoe"],
        &agents[..],
        &["--games", "2", "--json", "-"],
    ]
    .concat();
    let report: Value = serde_json::from_str(&ludorum(&args).ok().out).unwrap();
    let games = report["games"].as_array().unwrap();
    assert_eq!(games.len(), 20);
    assert!(games.iter().all(|game| game["forfeit"].is_null()));
}

/// Repeated games must not narrow the confidence interval: fifty copies of two games once gave
/// 96.3% to 100%.
#[test]
fn repeated_games_are_told_and_are_no_evidence() {
    let run = ludorum(&[
        "match",
        "quoridor:size=5",
        "minimax",
        "astar",
        "--games",
        "100",
    ]);
    run.ok().tells(&[
        "100 games, 2 different",
        "34.2% to 100.0%",
        "2 different games out of 100: these agents play the same game from the same start every \
         time",
        "use --openings",
    ]);
    let test = ludorum(&[
        "sprt",
        "quoridor:size=5",
        "minimax",
        "astar",
        "--games",
        "4000",
    ]);
    assert_eq!(test.code, 1, "{}", test.err);
    test.tells(&["of them repeated and ignored: undecided"]);
    assert!(
        test.err.contains("more games cannot decide the test"),
        "{}",
        test.err
    );
}

/// Memory must not grow with the number of games; each game once took 1.5 kB.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    let games = ["--games", "200000", "--threads", "1"];
    let args = [&["match", "tictactoe", "random", "random"], &games[..]].concat();
    let mut child = crate::command(&args)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
        most = peak.unwrap_or(0_u64).max(most);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(child.wait().unwrap().success());
    assert!((1..150_000).contains(&most), "{most} kB");
}
