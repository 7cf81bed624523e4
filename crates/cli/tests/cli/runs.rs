//! Tournaments and tests give the same results after being killed and resumed, or split and merged.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{command, folder, ludorum, text, without_times};

const TOURNAMENT: [&str; 6] = [
    "tournament",
    "tictactoe",
    "mcts:iterations=400",
    "random",
    "greedy",
    "semirandom",
];

fn report(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

/// Starts a run and kills it (SIGKILL) as soon as its journal has `games` games.
fn killed(args: &[&str], journal: &Path, games: usize) {
    let mut child = command(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while lines(journal) <= games && Instant::now() < deadline {
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_killed_tournament_goes_on_as_if_nothing_had_happened() {
    let dir = folder("tournament-killed");
    let (file, journal) = (dir.join("run.json"), dir.join("run.json.journal"));
    let whole = [&TOURNAMENT[..], &["--games", "60", "--threads", "2"]].concat();
    killed(
        &[&whole[..], &["--json", text(&file)]].concat(),
        &journal,
        20,
    );
    assert!(!file.exists(), "it was killed before its end");
    let kept = fs::read_to_string(&journal).unwrap();
    assert!(kept.lines().count() > 20);

    // The killed run cannot be overwritten by mistake, and its results can be shown.
    let again = ludorum(&[&whole[..], &["--json", text(&file)]].concat());
    assert_eq!(again.code, 2);
    assert!(again.err.contains("--resume"), "{}", again.err);
    ludorum(&["results", "show", text(&file)])
        .ok()
        .tells(&["of 360 games"]);

    // Kills the resumed run again, then plays it to the end.
    let resume = ["tournament", "--resume", text(&file)];
    killed(&resume, &journal, 10);
    ludorum(&resume)
        .ok()
        .tells(&["360 games", "strength", "mcts"]);
    assert!(!journal.exists());
    let resumed = report(&file);
    let kept: Vec<Value> = kept
        .lines()
        .skip(1)
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let games = resumed["games"].as_array().unwrap();
    assert!(
        kept.iter().all(|game| games.contains(game)),
        "not played twice"
    );
    let uninterrupted = ludorum(&[&whole[..], &["--json", "-"]].concat()).json();
    assert_eq!(without_times(resumed), without_times(uninterrupted));
}

#[test]
fn a_run_that_is_alive_is_written_by_nobody_else() {
    let dir = folder("run-alive");
    let (file, journal) = (dir.join("run.json"), dir.join("run.json.journal"));
    let run = ["match", "tictactoe", "mcts:iterations=3000", "random"];
    let run = [&run[..], &["--games", "4000", "--json", text(&file)]].concat();
    let mut child = command(&run)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while lines(&journal) < 2 && Instant::now() < deadline {
        sleep(Duration::from_millis(2));
    }
    let process = format!("process {}", child.id());
    for args in [&["match", "--resume", text(&file)][..], &run] {
        let refused = ludorum(args);
        assert_eq!(
            (refused.code, refused.err.lines().count()),
            (2, 1),
            "{}",
            refused.err
        );
        assert!(
            refused.err.contains("being written by another run") && refused.err.contains(&process),
            "{}",
            refused.err
        );
    }
    // Results of a running run can be shown, and a killed process leaves no lock.
    ludorum(&["results", "show", text(&file)]).ok();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!file.exists());
    let mut child = command(&["match", "--resume", text(&file)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The games of the journal are written to the report before further games are played.
    while !file.exists() && Instant::now() < deadline {
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(file.exists(), "it went on");
}

#[test]
fn two_shards_merged_are_the_whole() {
    let dir = folder("tournament-shards");
    let run = [&TOURNAMENT[..], &["--games", "6"]].concat();
    let parts = ["1/2", "2/2"].map(|shard| {
        let file = dir.join(format!("part-{}.json", &shard[..1]));
        ludorum(&[&run[..], &["--shard", shard, "--json", text(&file)]].concat()).ok();
        file
    });
    let whole = dir.join("whole.json");
    ludorum(&[
        "results",
        "merge",
        text(&parts[0]),
        text(&parts[1]),
        "--out",
        text(&whole),
    ])
    .ok()
    .tells(&["36 games"]);
    let unsplit = ludorum(&[&run[..], &["--json", "-"]].concat()).json();
    assert_eq!(without_times(report(&whole)), without_times(unsplit));

    let other = dir.join("other.json");
    ludorum(&[&run[..], &["--seed", "2", "--json", text(&other)]].concat()).ok();
    let refused = ludorum(&[
        "results",
        "merge",
        text(&parts[0]),
        text(&other),
        "--out",
        "-",
    ]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("seed '1', here '2'"),
        "{}",
        refused.err
    );
}

#[test]
fn games_are_not_counted_twice_in_a_report() {
    let dir = folder("report-twice");
    let run = ["match", "tictactoe", "minimax", "random", "--games", "8"];
    let play = |name: &str, shard: &str| {
        let file = dir.join(name);
        let to = ["--shard", shard, "--json", text(&file)];
        ludorum(&[&run[..], &to].concat()).ok();
        file
    };
    let (one, two) = (play("one.json", "1/2"), play("two.json", "2/2"));
    let copy = dir.join("copy.json");
    fs::copy(&one, &copy).unwrap();
    let table = dir.join("games.csv");
    let report = |files: &[&Path]| {
        let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
        ludorum(&[&["report"], &files[..], &["--csv", text(&table)]].concat())
    };
    for twice in [&one, &copy] {
        let refused = report(&[&one, &two, twice]);
        assert_eq!((refused.code, refused.err.lines().count()), (2, 1));
        assert!(refused.err.contains("count twice"), "{}", refused.err);
        assert!(!table.exists());
    }
    report(&[&one, &two]).ok();
    assert_eq!(lines(&table), 1 + 8 * 2, "a row for each game and seat");
    // Games played again count as different games, because their times differ.
    report(&[&one, &play("again.json", "1/2")]).ok();
}

#[test]
fn one_pair_is_no_certainty() {
    let run = ["match", "tictactoe", "minimax", "random", "--seed", "3"];
    let better = |games: &str| {
        let run = ludorum(&[&run[..], &["--games", games]].concat()).ok();
        let (_, after) = run.out.split_once("likelihood of superiority ").unwrap();
        after.lines().next().unwrap().to_owned()
    };
    assert!(!better("2").contains("100"), "{}", better("2"));
    assert_eq!(better("100"), ">99.9%");
}

#[test]
fn threads_do_not_change_a_tournament() {
    let run = |threads| {
        let args = ["--games", "4", "--json", "-", "--threads", threads];
        without_times(ludorum(&[&TOURNAMENT[..], &args].concat()).json())
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn a_test_stops_by_itself_and_says_so_to_scripts() {
    let test = |new: &str, base: &str, threads: &str| {
        let args = [
            "sprt",
            "tictactoe",
            new,
            base,
            "--elo1",
            "50",
            "--threads",
            threads,
        ];
        ludorum(&[&args[..], &["--json", "-"]].concat())
    };
    let better = test("minimax", "random", "1");
    assert_eq!(better.code, 0, "{}", better.err);
    let better: Value = serde_json::from_str(&better.out).unwrap();
    assert_eq!(better["sequel"]["evidence"]["verdict"], "accept-h1");
    let played = better["played"].as_u64().unwrap();
    assert!(played < 1000 && played == 2 * better["sequel"]["blocks"].as_u64().unwrap());
    let threads: Value = serde_json::from_str(&test("minimax", "random", "3").out).unwrap();
    assert_eq!(without_times(better), without_times(threads));

    let worse = test("random", "minimax", "2");
    assert_eq!(worse.code, 1, "{}", worse.err);
    assert!(worse.out.contains("accept-h0"));
}

#[test]
fn a_killed_test_goes_on() {
    let dir = folder("sprt-killed");
    let (file, journal) = (dir.join("test.json"), dir.join("test.json.journal"));
    let test = [
        "sprt",
        "tictactoe",
        "mcts:iterations=300",
        "mcts:iterations=301",
    ];
    let test = [&test[..], &["--games", "200", "--elo1", "5"]].concat();
    killed(
        &[&test[..], &["--json", text(&file)]].concat(),
        &journal,
        20,
    );
    let resumed = ludorum(&["sprt", "--resume", text(&file), "--json", "-"]);
    let whole = ludorum(&[&test[..], &["--json", "-"]].concat());
    let json = |out: &str| without_times(serde_json::from_str(out).unwrap());
    assert_eq!(json(&resumed.out), json(&whole.out));
    assert_eq!(json(&whole.out)["sequel"]["hypotheses"]["elo1"], 5.0);
}

#[test]
fn one_against_a_field_of_four() {
    let field = [
        "tournament",
        "dicewars:players=4",
        "stei",
        "naive",
        "sdc",
        "--field",
    ];
    let report = ludorum(&[&field[..], &["--games", "8", "--json", "-"]].concat()).json();
    assert_eq!(report["played"], 16);
    let games: Vec<u64> = report["agents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|agent| agent["games"].as_u64().unwrap())
        .collect();
    assert_eq!(games, [16, 24, 24], "a seat each, or three");
    assert_eq!(report["schedule"]["pairing"], "field");
}

#[test]
fn impossible_runs_are_refused_in_a_line() {
    for (args, reason) in [
        (
            &["tournament", "tictactoe", "random"][..],
            "at least one agent for each seat",
        ),
        (
            &["tournament", "tictactoe", "random", "--field"],
            "at least one opponent",
        ),
        (
            &[
                "tournament",
                "tictactoe",
                "random",
                "random",
                "--shard",
                "3/2",
            ],
            "a shard is",
        ),
        (
            &["sprt", "tictactoe", "random", "random", "random"],
            "two agents",
        ),
        (
            &[
                "sprt",
                "tictactoe",
                "random",
                "random",
                "--elo0",
                "5",
                "--elo1",
                "5",
            ],
            "less than",
        ),
        (
            &["sprt", "tictactoe", "random", "random", "--alpha", "0"],
            "alpha is 0.0, but must be a probability",
        ),
        (
            &["sprt", "tictactoe", "random", "random", "--elo1", "1e300"],
            "elo1 is 1e300, but must be a number from -5000",
        ),
        (
            &["sprt", "tictactoe", "random", "random", "--elo0", "nan"],
            "elo0 is NaN, but must be a number",
        ),
        (
            &["sprt", "tictactoe", "random", "random", "--shard", "1/2"],
            "cannot be split",
        ),
        (
            &["results", "merge", "/nowhere.json", "--out", "-"],
            "cannot read",
        ),
    ] {
        let run = ludorum(args);
        assert_eq!(
            (run.code, run.err.lines().count()),
            (2, 1),
            "{args:?}: {}",
            run.err
        );
        assert!(run.err.contains(reason), "{}", run.err);
    }
}
