//! Output of games, agents, perft, bench, analyse, completions and man, as text and as JSON.

use std::io::Read;
use std::process::Stdio;

use serde_json::Value;

use crate::{command, folder, ludorum, text};

#[test]
fn games_and_agents_are_listed_for_programs() {
    let games = ludorum(&["games", "--json"]).json();
    let game = games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["name"] == "tictactoe");
    let game = game.unwrap();
    assert!(game["summary"].is_string() && game["params"].is_array());
    assert_eq!(game["seats"], 2);

    let agents = ludorum(&["agents", "tictactoe", "--json"]).json();
    let mcts = agents
        .as_array()
        .unwrap()
        .iter()
        .find(|agent| agent["name"] == "mcts");
    let mcts = mcts.unwrap();
    assert_eq!(mcts["game"], "tictactoe");
    let params = mcts["params"].as_array().unwrap();
    let c = params.iter().find(|param| param["name"] == "c").unwrap();
    assert_eq!(
        (c["kind"].as_str(), c["default"].as_str()),
        (Some("real"), Some("1.4"))
    );
    assert!(c["doc"].is_string() && c["min"].is_number() && c["max"].is_number());
    let [strength] = &mcts["strength"].as_array().unwrap()[..] else {
        panic!("as it comes: {mcts}")
    };
    let (elo, range) = (strength["elo"].as_f64().unwrap(), &strength["elo_95"]);
    assert!(range[0].as_f64().unwrap() <= elo && elo <= range[1].as_f64().unwrap());
    assert!(strength["time_per_move_ms"].as_f64().unwrap() > 0.0);

    let all = ludorum(&["agents", "--json"]).json();
    for agent in agents.as_array().unwrap() {
        assert!(all.as_array().unwrap().contains(agent), "{agent}");
    }
}

#[test]
fn games_and_agents_are_listed_for_people() {
    ludorum(&["games"])
        .ok()
        .tells(&["tictactoe", "Three in a row"]);
    let agents = ludorum(&["agents", "tictactoe"]).ok();
    agents.tells(&["random", "mcts", "iterations", "minimax", "depth", "9"]);
    agents.tells(&["strength: 0 (", " per move"]);
    let champion = ludorum(&["agents", "quoridor"]).ok();
    champion.tells(&["strength with level=1: ", "strength with level=2: "]);
}

#[test]
fn perft_counts_what_the_rules_allow() {
    let perft = ludorum(&["perft", "tictactoe", "--depth", "9"]).ok();
    perft.tells(&["perft(8)", "200448", "perft(9)", "127872"]);

    let perft = ludorum(&["perft", "tictactoe", "--depth", "9", "--json"]).json();
    let counts = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];
    assert_eq!(
        perft,
        serde_json::json!({"game": "tictactoe", "perft": counts})
    );

    let moves = ["--moves", "b2 a1", "--divide", "--json"];
    let perft = ludorum(&[&["perft", "tictactoe", "--depth", "3"], &moves[..]].concat()).json();
    let branches = perft["divide"].as_array().unwrap();
    let sum: u64 = branches
        .iter()
        .map(|branch| branch["count"].as_u64().unwrap())
        .sum();
    assert_eq!((branches.len(), Some(sum)), (7, perft["perft"][2].as_u64()));
}

#[test]
fn perft_starts_from_a_position() {
    let by_moves = ["--moves", "a3 c3 b2"];
    let by_text = ["--position", "x.o/.x./..."];
    let perft = |more: &[&str]| {
        let args = ["perft", "tictactoe", "--depth", "6", "--json"];
        ludorum(&[&args, more].concat()).json()
    };
    assert_eq!(perft(&by_moves), perft(&by_text));
}

#[test]
fn the_fingerprint_of_bench_is_the_same_on_every_run() {
    let nodes = || {
        ludorum(&["bench", "--json"]).json()["nodes"]
            .as_u64()
            .unwrap()
    };
    let first = nodes();
    assert!(first > 0);
    assert_eq!(first, nodes());
    ludorum(&["bench", "tictactoe"])
        .ok()
        .tells(&["perft", "playouts", "mcts", "pvs", "nodes "]);
}

#[test]
fn analysis_finds_the_winning_move() {
    // x has two in a row and is to move.
    let position = ["analyse", "tictactoe", "--moves", "a1 b2 b1 a3"];
    for agent in ["minimax", "alphabeta", "pvs", "mcts:iterations=2000"] {
        let args = [&position[..], &["--agent", agent, "--json"]].concat();
        let analysis = ludorum(&args).json();
        assert_eq!(analysis["best"], "c1", "{agent}");
        assert_eq!(analysis["line"][0], "c1", "{agent}");
        assert_eq!(analysis["candidates"][0]["move"], "c1", "{agent}");
        assert!(analysis["values"][0].as_f64().unwrap() > 0.5, "{agent}");
    }
    let told = ludorum(&[&position[..], &["--agent", "mcts:iterations=500"]].concat()).ok();
    told.tells(&[
        "seat 1", "best", "c1", "value", "line", "move", "visits", "c1", "%",
    ]);
    ludorum(&position).ok().tells(&["best", "c1"]);
}

/// Move ordering and the transposition table can be enabled separately and reduce the node count.
#[test]
fn analysis_tells_what_a_search_cost() {
    let position = "a4,c7,f3,g7,j10/b3,d8,e5,g11/b2,b5,d2,d4,d7,e8,e9,f2,g2,g4,h7,h9,j11/c6,c8,f7,g10,h6,j5,k8/0,1/2/move";
    let cost = |switches: &str| {
        let agent = format!("alphabeta:depth=3{switches}");
        let args = [
            "analyse",
            "yinsh",
            "--position",
            position,
            "--json",
            "--agent",
        ];
        let analysis = ludorum(&[&args[..], &[&agent]].concat()).json();
        assert!(analysis["time_ms"].as_f64().unwrap() > 0.0);
        assert_eq!(analysis["depth"], 3, "{agent}");
        assert!(analysis["evaluations"].as_u64().unwrap() > 0, "{agent}");
        analysis["nodes"].as_u64().unwrap()
    };
    let [none, sorted, table, both] =
        ["", ",ordering=on", ",tt=on", ",ordering=on,tt=on"].map(cost);
    assert!(
        sorted < none && table <= none && both <= sorted,
        "{none} {sorted} {table} {both}"
    );
}

/// The README shows the board that its command draws.
#[test]
fn the_board_of_the_readme_is_what_is_drawn() {
    let readme = include_str!("../../../../README.md");
    let mut blocks = readme.split("```\n");
    let block = blocks
        .find(|block| block.contains("ludorum analyse"))
        .unwrap();
    let (commands, picture) = block.split_once("\n\n").unwrap();
    let moves = commands.rsplit('"').nth(1).unwrap();
    let analyse = ["analyse", "quoridor", "--moves", moves, "--agent", "random"];
    let drawn = ludorum(&analyse).ok().out;
    let drawn: Vec<&str> = drawn.lines().map(str::trim).collect();
    let picture: Vec<&str> = picture.lines().map(str::trim).collect();
    assert_eq!(drawn[1..=picture.len()], picture);
}

#[test]
fn complexity_is_measured_beside_what_was_published() {
    let analyse = ["analyse", "complexity"];
    let args = ["tictactoe", "--games", "4", "--seed", "3", "--json"];
    let sizes = ludorum(&[&analyse[..], &args].concat()).json();
    assert_eq!((&sizes["games"], &sizes["seed"]), (&4.into(), &"3".into()));
    assert!(sizes["source"].is_string());
    let [row] = &sizes["rows"].as_array().unwrap()[..] else {
        panic!("one game, one row: {sizes}")
    };
    assert_eq!(row["game"], "tictactoe");
    for pair in row["agents"].as_array().unwrap() {
        assert_eq!(pair.as_array().unwrap().len(), 2, "{row}");
    }
    let number = |value: &Value| value.as_f64().unwrap();
    let measured = &row["measured"];
    let (branching, length) = (number(&measured["branching"]), number(&measured["length"]));
    assert!((1.0..=9.0).contains(&branching), "{row}");
    assert!((5.0..=9.0).contains(&length), "{row}");
    let tree = number(&measured["log10_tree"]);
    assert!((tree - length * branching.log10()).abs() < 1e-9, "{row}");
    assert_eq!(row["plus_minus"].as_array().unwrap().len(), 2);
    assert!(number(&row["published"]["branching"]) > 0.0, "{row}");
    // Games without published numbers are measured too.
    let args = [
        "quoridor:size=4",
        "--games",
        "2",
        "--agents",
        "random,random",
        "--json",
    ];
    let sizes = ludorum(&[&analyse[..], &args].concat()).json();
    let row = &sizes["rows"][0];
    assert_eq!(row["agents"], serde_json::json!([["random", "random"]]));
    assert!(
        row["published"].is_null() && row["measured"].is_object(),
        "{row}"
    );

    let told = ludorum(&["analyse", "complexity", "tictactoe", "--games", "2"]).ok();
    told.tells(&[
        "branching",
        "published",
        "length",
        "tictactoe",
        "measured",
        "seed 1",
    ]);
}

#[test]
fn the_size_of_games_is_plotted() {
    let dir = folder("complexity-plot");
    let page = dir.join("size.html");
    let games = ["quoridor:size=3", "quoridor:size=5"];
    let how = ["--games", "2", "--plot", text(&page), "--json"];
    let sizes = ludorum(&[&["analyse", "complexity"], &games[..], &how].concat()).json();
    assert_eq!(sizes["rows"].as_array().unwrap().len(), 2);
    let page = std::fs::read_to_string(page).unwrap();
    for title in [
        "Moves to choose from, by board",
        "Positions, by board",
        "ways to place walls, S_w",
        "Moves to choose from, by move: quoridor:size=3",
        "Moves to choose from, by move: quoridor:size=5",
        "ludorum analyse complexity quoridor:size=3 quoridor:size=5 --games 2 --seed 1",
    ] {
        assert!(page.contains(title), "{title}");
    }
    assert_eq!(page.matches("<svg viewBox=\"0 0 520").count(), 4);
}

/// The output includes table 1 of Brenner (2015) and table 4.1 of Koirala (2024).
#[test]
fn published_sizes_of_other_games_stand_beside_ours() {
    let published = include_str!("../../../../content/experiments/complexity.json");
    let published: Value = serde_json::from_str(published).unwrap();
    let rows = published["rows"].as_array().unwrap();
    for (name, source, branching, positions, tree) in [
        ("Connect-four", None, 4.0, 13.0, 21.0),
        ("Chess", None, 35.0, 44.0, 123.0),
        ("Go", None, 250.0, 170.0, 360.0),
        ("Tic-Tac-Toe", Some("1"), 3.7, 3.0, 5.0),
        ("Checkers", Some("1"), 2.8, 18.0, 31.0),
        ("Backgammon", Some("1"), 250.0, 20.0, 144.0),
        ("Reversi", Some("1"), 10.0, 28.0, 58.0),
        ("Quoridor", Some("1"), 60.0, 42.0, 162.0),
        ("Chess", Some("1"), 35.0, 47.0, 123.0),
        ("Go", Some("1"), 250.0, 171.0, 360.0),
    ] {
        let row = rows
            .iter()
            .find(|row| row["name"] == name && row["source"].as_str() == source);
        let row = row.unwrap_or_else(|| panic!("{name} is not there"));
        let numbers = ["branching", "log10_positions", "log10_tree"].map(|key| row[key].as_f64());
        assert_eq!(numbers, [branching, positions, tree].map(Some), "{name}");
    }
}

#[test]
fn completions_and_manual_are_there() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        ludorum(&["completions", shell]).ok().tells(&["ludorum"]);
    }
    ludorum(&["man"]).ok().tells(&[".TH ludorum"]);
    let dir = folder("man");
    ludorum(&["man", text(&dir)]).ok();
    for page in [
        "ludorum",
        "ludorum-match",
        "ludorum-play",
        "ludorum-records-check",
    ] {
        let page = std::fs::read_to_string(dir.join(format!("{page}.1"))).unwrap();
        assert!(page.contains("Examples"), "{page}");
    }
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = [
        "games",
        "agents",
        "play",
        "match",
        "perft",
        "bench",
        "analyse",
        "replay",
        "completions",
        "man",
    ];
    for name in commands {
        ludorum(&[name, "--help"])
            .ok()
            .tells(&["Usage:", "Examples:", "ludorum"]);
    }
    ludorum(&["records", "check", "--help"])
        .ok()
        .tells(&["Usage:", "Examples:"]);
    ludorum(&["--help"]).ok().tells(&["Examples:"]);
    ludorum(&["--version"]).ok().tells(&["ludorum "]);
}

#[test]
fn colour_is_left_out_of_pipes_and_put_in_when_asked() {
    let escape = '\x1b';
    assert!(!ludorum(&["games"]).ok().out.contains(escape));
    assert!(
        ludorum(&["games", "--color", "always"])
            .ok()
            .out
            .contains(escape)
    );
    assert!(
        !ludorum(&["games", "--color", "never"])
            .ok()
            .out
            .contains(escape)
    );
    let quiet = command(&["games"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!quiet.stdout.contains(&(escape as u8)));
}

#[test]
fn a_reader_that_leaves_early_is_no_reason_to_complain() {
    let mut child = command(&["agents", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Closes the pipe before anything is read, as `head -0` does.
    drop(child.stdout.take());
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut complaint)
        .unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), complaint.as_str()),
        (Some(0), "")
    );
}

/// Random play is rated 0, stronger agents higher, and the same seed gives the same ratings.
#[test]
fn a_ladder_rates_all_agents() {
    let args = [
        "ladder",
        "tictactoe",
        "--rounds",
        "3",
        "--games",
        "2",
        "--seed",
        "4",
    ];
    let rate = |threads: &str| {
        let more = ["--threads", threads, "--json"];
        let mut ladder = ludorum(&[&args[..], &more].concat()).json();
        for rating in ladder["ratings"].as_array_mut().unwrap() {
            rating["time_per_move_ms"].take();
            // The node count depends on the number of free cores; the moves do not.
            if rating["agent"] == "parallel-alphabeta" {
                rating["nodes_per_move"].take();
            }
        }
        ladder
    };
    let ladder = rate("2");
    assert_eq!(ladder, rate("1"));
    let command = "ludorum ladder tictactoe --rounds 3 --games 2 --seed 4";
    assert_eq!(ladder["command"], command);
    let rating = |agent: &str| {
        let ratings = ladder["ratings"].as_array().unwrap().iter();
        let mut own = ratings.filter(|rating| rating["agent"] == agent);
        own.next().unwrap()["elo"].as_f64().unwrap()
    };
    assert_eq!(rating("random"), 0.0);
    assert!(rating("minimax") > 0.0);

    let file = folder("ladder").join("few.json");
    let few = [
        "ladder",
        "tictactoe",
        "minimax",
        "random",
        "--rounds",
        "2",
        "--games",
        "2",
    ];
    let run = ludorum(&[&few[..], &["--write", text(&file)]].concat()).ok();
    run.tells(&[
        "minimax",
        "random",
        "4 games of tictactoe; random play is rated 0",
    ]);
    let kept: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(kept["ratings"].as_array().unwrap().len(), 2);
    let run = ludorum(&["ladder", "tictactoe", "minimax"]);
    assert_ne!(run.code, 0);
    assert!(run.err.contains("tictactoe has 2 seats"), "{}", run.err);
}
