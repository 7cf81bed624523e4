//! Interrupted matches: no game is lost or played twice.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{Run, command, folder, ludorum, text, without_times};

const MATCH: [&str; 4] = ["match", "tictactoe", "mcts:iterations=100", "random"];

fn report(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

#[test]
fn a_resumed_match_is_the_same_as_one_in_one_go() {
    let dir = folder("resume-cut");
    let (whole, cut) = (dir.join("whole.json"), dir.join("cut.json"));
    let run = [&MATCH[..], &["--games", "20", "--json", text(&whole)]].concat();
    ludorum(&run).ok();
    let mut data = report(&whole);
    // Simulates a run that was stopped before games 3 and 12 to 19 had ended.
    let games = data["games"].as_array_mut().unwrap();
    games.truncate(12);
    games.remove(3);
    let kept = games.clone();
    data["played"] = 11.into();
    fs::write(&cut, data.to_string()).unwrap();

    ludorum(&["match", "--resume", text(&cut)])
        .ok()
        .tells(&["20 games"]);
    let resumed = report(&cut);
    assert_eq!(
        without_times(resumed.clone()),
        without_times(report(&whole))
    );
    // Earlier games are unchanged, including their times.
    let games = resumed["games"].as_array().unwrap();
    assert!(kept.iter().all(|game| games.contains(game)));
}

#[test]
fn a_finished_match_can_be_made_longer() {
    let dir = folder("resume-longer");
    let file = dir.join("report.json");
    ludorum(&[&MATCH[..], &["--games", "4", "--json", text(&file)]].concat()).ok();
    let longer = ["--games", "10", "--resume", text(&file), "--json", "-"];
    let longer = ludorum(&[&MATCH[..], &longer].concat()).json();
    let whole = ludorum(&[&MATCH[..], &["--games", "10", "--json", "-"]].concat()).json();
    assert_eq!(without_times(longer), without_times(whole));
    assert_eq!(
        report(&file)["played"],
        4,
        "the report went to stdout this time"
    );
}

#[test]
fn another_match_cannot_be_resumed() {
    let dir = folder("resume-other");
    let file = dir.join("report.json");
    ludorum(&[&MATCH[..], &["--games", "4", "--json", text(&file)]].concat()).ok();
    let before = fs::read(&file).unwrap();
    for (more, reason) in [
        (&["tictactoe", "random", "random"][..], "agents"),
        (&["--seed", "2"], "seed"),
        (&["--games", "2"], "more games than"),
    ] {
        let run = ludorum(&[&["match"], more, &["--resume", text(&file)]].concat());
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
        assert!(run.err.contains(reason), "{}", run.err);
    }
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_report_that_was_tampered_with_cannot_be_resumed() {
    let dir = folder("resume-tampered");
    let file = dir.join("report.json");
    ludorum(&[&MATCH[..], &["--games", "4", "--json", text(&file)]].concat()).ok();
    let honest = report(&file);
    for (place, value, reason) in [
        (
            "/program",
            json!("ludorum 0.0.1"),
            "program 'ludorum 0.0.1', here '",
        ),
        ("/rules", json!(7), "rules '7', here '1'"),
        (
            "/games/2/seed",
            json!("7"),
            "game 2 of the interrupted run cannot be right: its seeds",
        ),
        ("/games/2/streams", json!("7"), "its seeds"),
        ("/games/2/seats/0/rank", json!(3), "its ranks"),
        ("/games/2/seats/0/share", json!(0.75), "its shares"),
        ("/games/2/seats/0/time_ms", json!(-1), "a thinking time"),
        (
            "/games/2/plies",
            json!(99),
            "more moves than a game can have",
        ),
    ] {
        let mut data = honest.clone();
        *data.pointer_mut(place).unwrap() = value;
        fs::write(&file, data.to_string()).unwrap();
        let run = ludorum(&["match", "--games", "6", "--resume", text(&file)]);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
        assert!(run.err.contains(reason), "{place}: {}", run.err);
    }
}

#[test]
fn options_that_say_something_else_than_the_run_are_refused() {
    let dir = folder("resume-options");
    let file = |name: &str| dir.join(name);
    let (whole, part) = (file("whole.json"), file("part.json"));
    let (all, test) = (file("all.json"), file("test.json"));
    let play = |command: &str, json: &Path, more: &[&str]| {
        let args = [command, "tictactoe", "random", "greedy", "--games", "4"];
        ludorum(&[&args[..], &["--json", text(json)], more].concat())
    };
    play("match", &whole, &[]).ok();
    play("match", &part, &["--shard", "1/2"]).ok();
    play("tournament", &all, &[]).ok();
    play("sprt", &test, &["--elo1", "5"]);
    for (command, json, more, told) in [
        ("match", &whole, &["--shard", "1/2"][..], "unsplit run"),
        (
            "match",
            &whole,
            &["--seatings", "all"],
            "leave out --seatings",
        ),
        (
            "tournament",
            &whole,
            &[],
            "resume it with: ludorum match --resume",
        ),
        (
            "sprt",
            &whole,
            &[],
            "resume it with: ludorum match --resume",
        ),
        ("match", &part, &["--shard", "2/2"], "is part 1/2"),
        ("match", &all, &[], "ludorum tournament --resume"),
        ("tournament", &all, &["--field"], "leave out --field"),
        (
            "match",
            &test,
            &[],
            "report of a test; resume it with: ludorum sprt",
        ),
        (
            "sprt",
            &test,
            &["--elo1", "6"],
            "another test, with --elo0 0 --elo1 5",
        ),
        ("sprt", &test, &["--model", "normalized"], "another test"),
    ] {
        let before = fs::read(json).unwrap();
        let run = ludorum(&[&[command, "--resume", text(json)], more].concat());
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
        assert!(run.err.contains(told), "{told}: {}", run.err);
        assert_eq!(fs::read(json).unwrap(), before);
    }
    // Options equal to those of the report are accepted, and a shard stays a shard.
    let again = ["match", "--resume", text(&part), "--shard", "1/2"];
    ludorum(&again).ok().tells(&["2 of 4 games"]);
    ludorum(&again[..3]).ok().tells(&["2 of 4 games"]);
    let options = ["--seatings", "rotations", "--games", "6"];
    let longer = ["match", "--resume", text(&whole)];
    let longer = ludorum(&[&longer[..], &options].concat());
    longer.ok().tells(&["6 games"]);
    ludorum(&["sprt", "--resume", text(&test), "--elo1", "5"]);
    // A complete shard may be overwritten, an interrupted one may not.
    play("match", &part, &["--shard", "1/2"]).ok();
    let mut data = report(&part);
    data["games"].as_array_mut().unwrap().pop();
    data["played"] = 1.into();
    fs::write(&part, data.to_string()).unwrap();
    assert_eq!(play("match", &part, &["--shard", "1/2"]).code, 2);
}

/// Plays a match of four games, deletes its report, and returns the journal of a killed run of it.
fn journal_of_killed(file: &Path) -> Vec<String> {
    ludorum(&[&MATCH[..], &["--games", "4", "--json", text(file)]].concat()).ok();
    let mut head = report(file);
    fs::remove_file(file).unwrap();
    let games = head["games"].take();
    head["games"] = json!([]);
    let lines = std::iter::once(&head).chain(games.as_array().unwrap());
    lines.map(Value::to_string).collect()
}

#[test]
fn a_damaged_journal_is_told_by_line_with_what_to_do() {
    let dir = folder("resume-journal");
    let (file, journal) = (dir.join("q.json"), dir.join("q.json.journal"));
    let whole = journal_of_killed(&file);
    let resume = ["match", "--resume", text(&file)];
    let again = [&MATCH[..], &["--games", "4", "--json", text(&file)]].concat();
    let mut garbage = whole.clone();
    garbage[2] = "garbage".to_owned();
    for (lines, told) in [
        (&garbage[..], &["line 3 is damaged", "delete that line"][..]),
        (&whole[1..], &["line 1 is damaged", "it is a game", "copy"]),
    ] {
        fs::write(&journal, lines.join("\n") + "\n").unwrap();
        for args in [&resume[..], &again] {
            let run = ludorum(args);
            assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
            for what in [&["q.json.journal: "], told].concat() {
                assert!(run.err.contains(what), "{what}: {}", run.err);
            }
        }
    }
    for nothing in ["", "{\"program\""] {
        fs::write(&journal, nothing).unwrap();
        let run = ludorum(&resume);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
        assert!(run.err.contains("q.json.journal is empty"), "{}", run.err);
        assert!(run.err.contains("start it again"), "{}", run.err);
    }

    // The advice of the error messages works.
    garbage.remove(2);
    fs::write(&journal, garbage.join("\n") + "\n").unwrap();
    ludorum(&resume).ok().tells(&["4 games"]);
    fs::remove_file(&file).unwrap();
    fs::write(&journal, "").unwrap();
    ludorum(&again).ok().tells(&["4 games"]);
    fs::write(&file, "{\"program\": \"lud").unwrap();
    let run = ludorum(&resume);
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
    assert!(run.err.contains("damaged: EOF"), "{}", run.err);
    assert!(run.err.contains("from a copy"), "{}", run.err);
}

#[test]
fn the_report_of_a_stopped_match_is_not_written_over() {
    let dir = folder("resume-forget");
    let file = dir.join("report.json");
    let run = [&MATCH[..], &["--games", "4", "--json", text(&file)]].concat();
    ludorum(&run).ok();
    let mut data = report(&file);
    data["games"].as_array_mut().unwrap().pop();
    data["played"] = 3.into();
    fs::write(&file, data.to_string()).unwrap();
    let again = ludorum(&run);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("--resume"), "{}", again.err);
}

/// A match interrupted with Ctrl-C reports the finished games and can be resumed.
#[cfg(unix)]
#[test]
fn a_match_stopped_by_ctrl_c_says_what_was_played_and_goes_on() {
    let dir = folder("resume-stop");
    let (file, records) = (dir.join("report.json"), dir.join("records"));
    let slow = [
        "match",
        "tictactoe",
        "mcts:iterations=2000",
        "random",
        "--games",
        "600",
    ];
    let run = [
        &slow[..],
        &["--json", text(&file), "--record", text(&records)],
    ]
    .concat();
    let child = command(&run)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !records.join("game-000000.ludorum").exists() && Instant::now() < deadline {
        sleep(Duration::from_millis(2));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let stopped: Run = child.wait_with_output().unwrap().into();
    assert_eq!(stopped.code, 130, "{}", stopped.err);
    stopped.tells(&["of 600 games", "wins", "mcts", "random"]);
    assert!(stopped.err.contains("--resume"), "{}", stopped.err);
    let played = report(&file)["played"].as_u64().unwrap();
    assert!((1..600).contains(&played), "{played}");

    let on = ["match", "--resume", text(&file), "--record", text(&records)];
    ludorum(&on).ok().tells(&["600 games"]);
    let whole = ludorum(&[&slow[..], &["--json", "-"]].concat()).json();
    assert_eq!(without_times(report(&file)), without_times(whole));
    ludorum(&["records", "check", text(&records)])
        .ok()
        .tells(&["600 ok, 0 unfinished, 0 bad"]);
}
