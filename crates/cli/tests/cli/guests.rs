//! External agents from the command line: adding, checking, playing, and errors.

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

/// Runs with only the installed agents of this test.
pub(crate) fn with(shelf: &Path, args: &[&str]) -> Run {
    let mut command = command(args);
    command.env("LUDORUM_AGENTS", shelf);
    command.output().unwrap().into()
}

/// Writes an external agent that runs the shell code `turn` on each of its turns.
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
            "all checks passed",
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
            .contains("agent 'last' is not installed; none is installed yet"),
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
        run.err.contains("forfeited 4 games: it exited with code 7"),
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
    check.tells(&["forfeited 4 of 4 games", "some checks failed"]);
    let analysis = with(
        &scratch.join("none"),
        &["analyse", "tictactoe", "--agent", &spec],
    );
    assert_eq!(analysis.code, 2);
    assert!(
        analysis.err.contains("forfeits: it exited"),
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
    // The agent ignores the end of its input and all signals that can be ignored.
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

/// Polls `look` until it returns a value.
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
    // The agent plays a move and exits on its second turn.
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
        "forfeits: it exited with code 9",
        "undo, save FILE or quit",
        "the game was forfeited",
        "saved to",
        "human ›",
    ]);
    let file = saved.display().to_string();
    let refused = typing(&["play", "--load", &file], &["quit"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("would run the program"),
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
        refused.err.contains("would run the program"),
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
    // The menu lists installed agents too; the end of the input quits it.
    let answers = agents.join("answers.txt");
    fs::write(&answers, "quoridor\n").unwrap();
    let mut menu = command(&["play"]);
    menu.env("LUDORUM_AGENTS", &agents);
    let menu: Run = menu
        .stdin(fs::File::open(&answers).unwrap())
        .output()
        .unwrap()
        .into();
    menu.tells(&["Choose an opponent:", "@bot", "@clever", "Walks", "human"]);
}

#[test]
fn an_agent_of_the_same_name_is_replaced_if_that_is_wanted() {
    let scratch = folder("guests-replace");
    let shelf = scratch.join("agents");
    let add = |more: &[&str]| {
        with(
            &shelf,
            &[&["agent", "add", &*example("last.sh")], more].concat(),
        )
    };
    add(&[]).ok();
    let refused = add(&[]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--replace"), "{}", refused.err);
    add(&["--replace"]).ok().tells(&["added @last"]);
    with(&shelf, &["agent", "list"]).ok().tells(&["@last"]);
}

#[test]
fn an_agent_for_a_game_there_is_not_is_not_well() {
    let scratch = folder("guests-unknown");
    let (shelf, agent) = (scratch.join("agents"), scratch.join("mine"));
    fs::create_dir_all(&agent).unwrap();
    fs::copy(example("last.sh"), agent.join("last.sh")).unwrap();
    let manifest = "protocol = 1\nname = \"mine\"\ncommand = [\"sh\", \"last.sh\"]\ngames = [\"tictactoe\", \"nogame\"]\n";
    fs::write(agent.join("agent.toml"), manifest).unwrap();
    with(&shelf, &["agent", "add", &agent.display().to_string()]);
    let run = with(&shelf, &["agent", "check", "mine", "--games", "2"]);
    assert_eq!(run.code, 2, "{} {}", run.out, run.err);
    for what in ["agent.toml", "nogame"] {
        assert!(run.err.contains(what), "{what}: {}", run.err);
    }
}

#[test]
fn a_run_with_an_agent_is_repeated_by_its_key() {
    let scratch = folder("guests-key");
    let nowhere = scratch.join("none");
    let bot = scratch.join("bot.py");
    // The agent chooses moves by the seeds in the protocol messages.
    let text = "import json, random, sys\n\
                for line in sys.stdin:\n    \
                m = json.loads(line)\n    \
                if m['type'] == 'hello': print(json.dumps({'type': 'hello', 'protocol': 1, 'name': 'bot'}), flush=True)\n    \
                if m['type'] == 'turn': print(json.dumps({'type': 'move', 'id': m['id'], 'move': random.Random(m['seed']).choice(m['moves'])}), flush=True)\n    \
                if m['type'] == 'bye': break\n";
    fs::write(&bot, text).unwrap();
    let spec = format!("exec:{}", bot.display());
    let file = scratch.join("run.json").display().to_string();
    let play = |more: &[&str]| {
        let run = [
            "match",
            "dicewars:areas=6,cap=20",
            &spec,
            "random",
            "--games",
            "4",
        ];
        with(&nowhere, &[&run[..], more].concat())
    };
    let seeds = |report: &Value| -> Vec<(Value, Value, Value)> {
        let games = report["games"].as_array().unwrap().iter();
        let told = |game: &Value| {
            (
                game["seed"].clone(),
                game["streams"].clone(),
                game["plies"].clone(),
            )
        };
        games.map(told).collect()
    };
    let report =
        |file: &str| -> Value { serde_json::from_slice(&fs::read(file).unwrap()).unwrap() };
    play(&["--json", &file]).ok();
    let first = report(&file);
    let key = first["key"].as_str().unwrap().to_owned();
    let other = play(&["--json", "-"]).json();
    assert_ne!(
        seeds(&first),
        seeds(&other),
        "every run has a key of its own"
    );
    let again = play(&["--json", "-", "--key", &key]).json();
    assert_eq!(seeds(&first), seeds(&again));
    // A truncated run is resumed with its key.
    let mut cut = first.clone();
    cut["games"].as_array_mut().unwrap().truncate(2);
    cut["played"] = 2.into();
    fs::write(&file, cut.to_string()).unwrap();
    let run = [
        "match",
        "dicewars:areas=6,cap=20",
        &spec,
        "random",
        "--resume",
        &file,
    ];
    with(&nowhere, &run).ok();
    assert_eq!(seeds(&report(&file)), seeds(&first));
    // Shards need a common key; runs without external agents accept none.
    let part = play(&["--shard", "1/2"]);
    assert_eq!(part.code, 2);
    assert!(part.err.contains("such as --key "), "{}", part.err);
    let own = ["match", "tictactoe", "random", "random", "--key", &key];
    let refused = with(&nowhere, &own);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("leave out --key"), "{}", refused.err);
    let own = with(
        &nowhere,
        &[
            "match",
            "tictactoe",
            "random",
            "random",
            "--games",
            "2",
            "--json",
            "-",
        ],
    );
    assert_eq!(own.json()["key"], Value::Null);
}
