//! External agents from the command line: added, checked, played, and what is told when they fail.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{Run, command, folder, typing};

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents");
    folder.join(name).display().to_string()
}

/// Runs with the installed agents of this test alone.
fn with(shelf: &Path, args: &[&str]) -> Run {
    let mut command = command(args);
    command.env("LUDORUM_AGENTS", shelf);
    command.output().unwrap().into()
}

/// An agent that does this at its turns.
fn hostile(folder: &Path, turn: &str) -> PathBuf {
    let path = folder.join("bad.sh");
    let text = format!(
        "while IFS= read -r line; do case $line in\n\
         *'\"hello\"'*) echo '{{\"type\":\"hello\",\"protocol\":1,\"name\":\"bad\"}}' ;;\n\
         *'\"turn\"'*) {turn} ;;\n esac; done\n"
    );
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn an_agent_is_added_checked_matched_and_removed() {
    let scratch = folder("guests-1");
    let shelf = scratch.join("agents");
    let run = |args: &[&str]| with(&shelf, args);
    run(&["agent", "add", &example("last.sh")])
        .ok()
        .tells(&["added @last"]);
    run(&["agent", "list"]).ok().tells(&["@last", "all"]);
    let list = run(&["agent", "list", "--json"]).json();
    assert_eq!(list[0]["spec"], "@last");
    run(&["agent", "check", "last", "--games", "2"])
        .ok()
        .tells(&[
            "@last",
            "tictactoe",
            "2 games against random",
            "all is well",
        ]);
    let report = run(&[
        "match",
        "tictactoe",
        "@last",
        "random",
        "--games",
        "4",
        "--json",
        "-",
    ]);
    let report = report.json();
    assert_eq!(report["agents"][0]["spec"], "@last");
    assert_eq!(report["games"][0]["forfeit"], Value::Null);
    run(&["analyse", "tictactoe", "--agent", "@last"])
        .ok()
        .tells(&["c3", "@last"]);
    run(&["agent", "remove", "last"]).ok();
    let gone = run(&["match", "tictactoe", "@last", "random"]);
    assert_eq!(gone.code, 2);
    assert!(
        gone.err
            .contains("no agent 'last' is installed; there is none yet"),
        "{}",
        gone.err
    );
}

#[test]
fn a_game_with_an_agent_is_recorded_and_replays() {
    let scratch = folder("guests-2");
    let games = scratch.join("games");
    let spec = format!("exec:{}", example("last.sh"));
    let dir = games.display().to_string();
    let args = [
        "match",
        "tictactoe",
        &spec,
        "random",
        "--games",
        "2",
        "--record",
        &dir,
    ];
    with(&scratch.join("none"), &args).ok();
    let file = games.join("game-000000.ludorum");
    let record = fs::read_to_string(&file).unwrap();
    assert!(record.contains(&format!("seat 1 {spec}")), "{record}");
    with(&scratch.join("none"), &["records", "check", &dir]).ok();
}

#[test]
fn an_agent_that_fails_loses_and_the_reason_is_told() {
    let scratch = folder("guests-3");
    let bad = hostile(&scratch, "exit 7");
    let spec = format!("exec:{}", bad.display());
    let args = [
        "match",
        "tictactoe",
        &spec,
        "random",
        "--games",
        "4",
        "--json",
        "-",
    ];
    let run = with(&scratch.join("none"), &args);
    assert!(
        run.err
            .contains("gave up 4 games: it ended with exit code 7"),
        "{}",
        run.err
    );
    let report = run.json();
    assert_eq!(report["played"], 4);
    assert_eq!(report["agents"][0]["losses"], 4);
    assert_eq!(report["games"][1]["forfeit"]["seat"], 2);

    with(
        &scratch.join("agents"),
        &["agent", "add", &bad.display().to_string()],
    )
    .ok();
    let check = with(&scratch.join("agents"), &["agent", "check", "bad"]);
    assert_eq!(check.code, 1);
    check.tells(&["gave up 4 of 4 games", "not all is well"]);
    let analysis = with(
        &scratch.join("none"),
        &["analyse", "tictactoe", "--agent", &spec],
    );
    assert_eq!(analysis.code, 2);
    assert!(
        analysis.err.contains("gives up: it ended"),
        "{}",
        analysis.err
    );
}

#[test]
fn our_engine_plays_as_a_guest() {
    let scratch = folder("guests-4");
    let folder = scratch.join("ours");
    fs::create_dir_all(&folder).unwrap();
    let manifest = format!(
        "name = \"ours\"\nprotocol = 1\n\
         command = ['{}', 'engine', '--name', 'ours', '--agent', 'minimax']\n",
        env!("CARGO_BIN_EXE_ludorum")
    );
    fs::write(folder.join("agent.toml"), manifest).unwrap();
    let spec = format!("exec:{}", folder.display());
    let args = [
        "match",
        "tictactoe",
        &spec,
        "minimax",
        "--games",
        "2",
        "--json",
        "-",
    ];
    let report = with(&scratch.join("none"), &args).json();
    assert_eq!(
        report["agents"][0]["draws"], 2,
        "perfect play is a draw: {report}"
    );
}

#[test]
fn ugi_is_spoken() {
    let mut child = command(&["engine", "--ugi", "--game", "quoridor:size=3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"ugi\nposition startpos moves b2\ngo depth 1\nquery p1turn\n")
        .unwrap();
    drop(input);
    let run: Run = child.wait_with_output().unwrap().into();
    run.ok().tells(&["ugiok", "bestmove ", "response false"]);
}

#[test]
fn agents_do_not_outlive_a_killed_table() {
    let scratch = folder("guests-5");
    let pid_file = scratch.join("pid");
    // It hears neither the end of its input nor any signal but the last.
    let turn = format!(
        "trap '' TERM HUP INT PIPE; echo $$ > '{}'; while :; do sleep 0.05; done",
        pid_file.display()
    );
    let bad = hostile(&scratch, &turn);
    let spec = format!("exec:{},time=100s", bad.display());
    let mut table = command(&["match", "tictactoe", &spec, "random"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pid = wait_for(|| {
        let pid = fs::read_to_string(&pid_file).ok()?;
        pid.ends_with('\n').then(|| pid.trim().to_owned())
    });
    assert!(is_running(&pid));
    table.kill().unwrap();
    table.wait().unwrap();
    wait_for(|| (!is_running(&pid)).then_some(()));
}

/// What `look` finds, once it does.
#[track_caller]
fn wait_for<T>(look: impl Fn() -> Option<T>) -> T {
    for _ in 0..1000 {
        if let Some(found) = look() {
            return found;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("waited in vain");
}

fn is_running(pid: &str) -> bool {
    let ps = Command::new("ps").args(["-o", "stat=", "-p", pid]).output();
    let state = String::from_utf8(ps.unwrap().stdout).unwrap();
    !state.trim().is_empty() && !state.starts_with('Z')
}

#[test]
fn a_game_against_an_agent_that_fails_can_be_taken_back_and_saved() {
    let scratch = folder("guests-play");
    let turns = scratch.join("turns");
    // It plays a move, and breaks at its second turn.
    let turn = format!(
        "echo x >> '{0}'; [ $(wc -l < '{0}') = 2 ] && exit 9; first=${{line#*\\\"moves\\\":[}}; \
         echo '{{\"type\":\"move\",\"id\":1,\"move\":'${{first%%[],]*}}'}}'",
        turns.display()
    );
    let bad = hostile(&scratch, &turn);
    let seats = format!("human,exec:{}", bad.display());
    let saved = scratch.join("game.ludorum");
    let save = format!("save {}", saved.display());
    let run = typing(
        &["play", "tictactoe", "--seats", &seats],
        &["b2", "c3", "moves", "a2", &save, "undo", "quit"],
    );
    run.ok().tells(&[
        "gives the game up: it ended with exit code 9",
        "undo, save FILE or quit",
        "the game was given up",
        "saved to",
        "human ›",
    ]);
    let file = saved.display().to_string();
    let refused = typing(&["play", "--load", &file], &["quit"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("names a program to run"),
        "{}",
        refused.err
    );
    typing(&["play", "--load", &file, "--seats", &seats], &["quit"]).ok();
}

#[test]
fn a_report_alone_runs_no_programs() {
    let scratch = folder("guests-resume");
    let report = scratch.join("report.json").display().to_string();
    let spec = format!("exec:{}", example("last.sh"));
    let args = ["match", "tictactoe", &spec, "random", "--games", "2"];
    let run = |more: &[&str]| with(&scratch, &[&args[..], more].concat());
    run(&["--json", &report]).ok();
    let refused = with(&scratch, &["match", "--resume", &report, "--games", "4"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("names a program to run"),
        "{}",
        refused.err
    );
    let args = [
        "match",
        "tictactoe",
        &spec,
        "random",
        "--games",
        "4",
        "--resume",
        &report,
    ];
    with(&scratch, &args).ok();
}

#[test]
fn installed_agents_are_listed_and_offered() {
    let agents = folder("offered");
    fs::create_dir_all(agents.join("clever")).unwrap();
    fs::write(agents.join("bot.py"), "pass").unwrap();
    let manifest = "name = \"clever\"\nprotocol = 1\nfile = \"run.py\"\ngames = [\"quoridor\"]\n\
                    summary = \"Walks\"\n";
    fs::write(agents.join("clever/agent.toml"), manifest).unwrap();
    fs::write(agents.join("clever/run.py"), "pass").unwrap();
    let run = |args: &[&str]| with(&agents, args);
    run(&["agents", "quoridor"])
        .ok()
        .tells(&["random", "@bot", "@clever", "Walks"]);
    let listed = run(&["agents", "tictactoe"]).ok().out;
    assert!(listed.contains("@bot") && !listed.contains("@clever"));
    let listed = run(&["agents", "quoridor", "--json"]).json();
    let names: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|agent| agent["name"].as_str())
        .collect();
    assert!(names.ends_with(&["@bot", "@clever"]), "{names:?}");
    // The menu, which is left when the input ends.
    let answers = agents.join("answers.txt");
    fs::write(&answers, "quoridor\n").unwrap();
    let mut menu = command(&["play"]);
    menu.env("LUDORUM_AGENTS", &agents);
    let menu: Run = menu
        .stdin(fs::File::open(&answers).unwrap())
        .output()
        .unwrap()
        .into();
    menu.tells(&["Against whom?", "@bot", "@clever", "Walks", "human"]);
}
