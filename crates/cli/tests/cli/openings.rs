//! Openings: runs use them and resume with the same ones, and suites are generated.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Run, folder, ludorum, text, without_times};

const MATCH: [&str; 4] = ["match", "quoridor:size=5", "minimax", "astar"];

/// Distinct move sequences of all records in a folder.
fn games(folder: &Path) -> HashSet<String> {
    let files = fs::read_dir(folder).unwrap();
    let moves = |path: &Path| {
        let run = ludorum(&["records", "convert", text(path), "--to", "moves"]);
        run.ok().out
    };
    files.map(|file| moves(&file.unwrap().path())).collect()
}

#[track_caller]
fn refused(run: &Run, reason: &str) {
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
    assert!(run.err.contains(reason), "{}", run.err);
}

/// Without openings, a match of deterministic agents would repeat two games ten times.
#[test]
fn a_match_between_agents_without_chance_plays_more_than_two_games() {
    let dir = folder("openings-match");
    let run = [&MATCH[..], &["--games", "20", "--record", text(&dir)]].concat();
    let run = ludorum(&[&run[..], &["--openings", "random:plies=4"]].concat()).ok();
    run.tells(&["20 games", "openings random:plies=4"]);
    assert!(games(&dir).len() > 2, "{}", games(&dir).len());
    let record = fs::read_dir(&dir).unwrap().next().unwrap().unwrap().path();
    ludorum(&["records", "check", text(&dir)]).ok();
    ludorum(&["replay", text(&record)]).ok().tells(&[
        "1. ",
        "  opening\n",
        "4. ",
        "  opening\n",
        "5. ",
    ]);
}

#[test]
fn a_run_goes_on_with_its_own_openings_only() {
    let dir = folder("openings-resume");
    let (file, suite) = (dir.join("run.json"), dir.join("suite.txt"));
    fs::write(&suite, "c2 c4\nb1 c4\n d1 c4 # a comment\n").unwrap();
    let run = |games: &str, more: &[&str]| {
        let openings = ["--openings", text(&suite)];
        ludorum(&[&MATCH[..], &["--games", games], &openings, more].concat())
    };
    run("4", &["--json", text(&file)]).ok();
    let kept: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let pinned = kept["openings"].as_str().unwrap();
    let (name, pin) = pinned.split_once('#').unwrap();
    assert_eq!((name, pin.len()), (text(&suite), 16));

    let resume = ["match", "--resume", text(&file), "--games", "6"];
    let other = [&resume[..], &["--openings", "random:plies=4"]].concat();
    refused(&ludorum(&other), "another match: openings ");
    ludorum(&resume).ok();
    let resumed: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let whole = run("6", &["--json", "-"]).json();
    assert_eq!(without_times(resumed), without_times(whole));

    let told = run("8", &[]).ok();
    assert!(
        told.err.contains("3 openings for up to 4 rounds"),
        "{}",
        told.err
    );
    fs::write(&suite, "c2\n").unwrap();
    refused(
        &ludorum(&["match", "--resume", text(&file), "--games", "8"]),
        "these are other openings",
    );
}

#[test]
fn parts_of_a_run_have_the_openings_of_the_whole() {
    let dir = folder("openings-parts");
    let tournament = ["tournament", "quoridor:size=3", "greedy", "astar", "random"];
    let openings = "balanced:plies=2,by=minimax:depth=1,within=0.4";
    let run = |openings: &str, more: &[&str]| {
        let rest = ["--games", "6", "--openings", openings];
        ludorum(&[&tournament[..], &rest, more].concat())
    };
    let part = |name: &str| dir.join(name);
    for (shard, name) in [("1/2", "1.json"), ("2/2", "2.json")] {
        run(openings, &["--shard", shard, "--json", text(&part(name))]).ok();
    }
    let (first, second) = (part("1.json"), part("2.json"));
    let merged = ludorum(&[
        "results",
        "merge",
        text(&first),
        text(&second),
        "--out",
        "-",
    ]);
    let whole = run(openings, &["--json", "-"]).json();
    assert_eq!(whole["openings"], openings);
    assert_eq!(without_times(merged.json()), without_times(whole));
    let other = part("other.json");
    run(
        "random:plies=2",
        &["--shard", "2/2", "--json", text(&other)],
    )
    .ok();
    let merged = ludorum(&["results", "merge", text(&first), text(&other), "--out", "-"]);
    refused(&merged, "not parts of one run: openings ");
}

#[test]
fn tests_and_tuning_take_openings_too() {
    let sprt = [
        "sprt",
        "quoridor:size=5",
        "astar",
        "random",
        "--games",
        "40",
    ];
    let report = ludorum(&[&sprt[..], &["--openings", "quoridor-5x5", "--json", "-"]].concat());
    assert!(report.out.contains("\"quoridor-5x5#"), "{}", report.out);
    let tune = [
        "tune",
        "quoridor:size=3",
        "mcts:iterations=5",
        "--param",
        "c=0.5..2.0",
    ];
    let rest = [
        "--steps",
        "2",
        "--games",
        "2",
        "--openings",
        "random:plies=1",
        "--json",
        "-",
    ];
    let history = ludorum(&[&tune[..], &rest].concat()).json();
    assert_eq!(history["openings"], "random:plies=1");
}

#[test]
fn experiments_have_openings_in_their_plans() {
    let dir = folder("openings-experiment");
    let file = dir.join("plan.toml");
    let plan = |openings: &str| {
        let content = format!(
            "id = \"mine\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"quoridor:size=5\"\ngames = 4\n\
             quick = 4\nopenings = \"{openings}\"\n\
             questions = [{{ row = \"a\", column = \"b\", agents = [\"astar\", \"random\"] }}]\n"
        );
        fs::write(&file, content).unwrap();
        let run = ["experiment", "run", text(&file), "--json", "--results"];
        ludorum(&[&run[..], &[text(&dir)]].concat())
    };
    refused(&plan("random:x=3"), "unknown key 'x'; known are plies");
    let found = plan("random:plies=3").ok().out;
    assert!(found.contains("--openings random:plies=3 "), "{found}");
    plan("random:plies=3").ok();
    refused(&plan("random:plies=2"), "is from other openings");
}

#[test]
fn what_is_no_opening_is_told_in_a_line() {
    for (openings, reason) in [
        ("random:ply=4", "unknown key 'ply'; known are plies"),
        ("no-such-file", "a shipped suite (quoridor-9x9, "),
        (
            "balanced:by=@mine",
            "only built-in agents evaluate openings",
        ),
        ("balanced:by=random", "agents that do are "),
        ("yinsh", "yinsh, line "),
    ] {
        refused(
            &ludorum(&[&MATCH[..], &["--openings", openings]].concat()),
            reason,
        );
    }
}

#[test]
fn a_suite_is_made_and_played() {
    let dir = folder("openings-made");
    let file = dir.join("suite.txt");
    let make = [
        "openings",
        "quoridor:size=5",
        "--plies",
        "3",
        "--count",
        "4",
    ];
    let by = ["--by", "minimax:depth=2", "--within", "0.2", "--seed", "7"];
    let make = [&make[..], &by].concat();
    let printed = ludorum(&make).ok().out;
    ludorum(&[&make[..], &["--threads", "1", "--out", text(&file)]].concat()).ok();
    let written = fs::read_to_string(&file).unwrap();
    let lines = |text: &str| -> Vec<String> { text.lines().skip(1).map(str::to_owned).collect() };
    assert_eq!(lines(&printed), lines(&written));
    let command = "# ludorum openings quoridor:size=5 --plies 3 --by minimax:depth=2 --within 0.2 --count 4 --seed 7";
    assert_eq!(printed.lines().next(), Some(command));
    assert_eq!(lines(&written).len(), 5);
    ludorum(&[&MATCH[..], &["--games", "8", "--openings", text(&file)]].concat()).ok();
    refused(&ludorum(&["openings", "dicewars"]), "is random, so a suite");
}
