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

/// Runs `ludorum` with `shelf` as the folder of installed agents.
fn with(shelf: &Path, args: &[&str]) -> Run {
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

/// Options that run Python agents without any installed packages.
const BARE_PYTHON: [&str; 2] = ["--python", "python3 -S"];

fn bare(shelf: &Path, args: &[&str]) -> Run {
    with(shelf, &[&BARE_PYTHON[..], args].concat())
}

/// Asserts that a match of four games was completed without forfeits.
#[track_caller]
fn all_played(report: &Value) {
    assert_eq!(report["played"], 4);
    for game in report["games"].as_array().unwrap() {
        assert_eq!(game["forfeit"], Value::Null, "{game}");
    }
}

#[test]
fn a_python_agent_needs_no_package() {
    let scratch = folder("guests-bare");
    let shelf = scratch.join("agents");
    let mine = "\
import ludorum
from ludorum import colonizers

class Mine(ludorum.Agent):
    def choose(self, view):
        print('for people', view.seat)
        assert view.draw() and view.text and view.rng.random() < 1
        if view.game.name == 'colonizers':
            assert view.position is None
            assert sum(colonizers.by_colour(view, 3).values()) <= 8
        best = max(view.moves(), key=lambda move: (view.simulate(move).utilities() or [0] * 4)[view.seat])
        return best, 0.5

if __name__ == '__main__':
    Mine().run()
";
    let file = scratch.join("mine.py");
    fs::write(&file, mine).unwrap();
    bare(&shelf, &["agent", "add", &file.display().to_string()]).ok();
    let seats = ["@mine", "random", "random", "random"];
    for (game, seats) in [("tictactoe", &seats[..2]), ("colonizers", &seats[..])] {
        let args = [&["match", game], seats, &["--games", "4", "--json", "-"]].concat();
        all_played(&bare(&shelf, &args).json());
    }
    // A method that needs the Python package fails with a message that says so.
    let more = mine.replace("view.draw()", "view.observation()");
    fs::write(&file, more).unwrap();
    let spec = format!("exec:{}", file.display());
    let report = bare(
        &shelf,
        &["match", "tictactoe", &spec, "random", "--json", "-"],
    )
    .json();
    let reason = report["games"][0]["forfeit"]["reason"].as_str().unwrap();
    assert!(reason.contains("needs the whole package"), "{reason}");
}

/// Agent of figure 3.1 in Crha (2020), verbatim.
const FIGURE_3_1: &str = "\
from AICore import *

import sys
from random import seed, randint

class RandomAI(AIBase):
    def __init__(self):
        super().__init__()

    def messageCallback(self, gameState):
        # important to return string, not number
        return str(self.pickRandomAction(gameState))

    def pickRandomAction(self, gameState):
        actionCount = len(gameState[\"Actions\"])
        return randint(0, actionCount - 1)

if __name__ == \"__main__\":
    if len(sys.argv) != 2:
        # AI Script must have 1 argument - name of named pipe
        raise Exception('Invalid arguments')
    seed(42) # Seed AI for reproducibility
    ai = RandomAI()
    ai.run(sys.argv[1])
";

/// Agent that uses the whole interface of the thesis; plays the best move of one determinization.
const STUDIOUS: &str = "\
import sys
from AICore import *
from helping.worth import worth

class Studious(AIBase):
    def messageCallback(self, gameState):
        assert gameState['GameOver'] is False and gameState['GameEndInfo'] is None
        board = gameState['BoardState']
        assert board['GamePhase'] in ('ColonistPick', 'Draw', 'Discard', 'Power', 'Build')
        assert len(board['Players']) == 4 and len(board['StartingDeck']) == 52
        assert len(board['PlayableColonists']) == 6 and isinstance(board['DiscardTempStorage'], list)
        assert all(module['Name'] == 'Unknown' for module in board['Deck'][:3])
        me = getCurrentPlayer(gameState)
        assert me['ID'] == board['PlayerTurn']
        assert all(module['Name'] != 'Unknown' for module in me['Hand'])
        if board['GamePhase'] == 'ColonistPick':
            assert len(gameState['Actions']) == 6 - me['ID'] == len(board['AvailableColonists'])
        assert sum(count for _, count in getColonyModuleCountPerColor(gameState, me['ID'])) <= len(me['Colony'])
        world = self.determinize()
        assert len(world['Actions']) == len(gameState['Actions'])
        assert all(module['Name'] != 'Unknown' for player in world['BoardState']['Players'] for module in player['Hand'])
        worths = []
        for action in world['Actions']:
            after = self.simulate(world['BoardState'], getActionString(action))
            if after['GameOver']:
                assert 0 <= getPlayerRanking(after, me['ID']) <= 4
            worths.append(worth(getPlayerByNumber(after, me['ID'])))
        return str(worths.index(max(worths)))

if __name__ == '__main__':
    Studious().run(sys.argv[1])
";

#[test]
fn agents_of_the_published_colonizers_play_unchanged() {
    let scratch = folder("guests-thesis");
    let shelf = scratch.join("agents");
    let file = scratch.join("RandomIntelligence.py");
    fs::write(&file, FIGURE_3_1).unwrap();
    bare(&shelf, &["agent", "add", &file.display().to_string()]).ok();
    let nested = scratch.join("NestedIntelligence");
    fs::create_dir_all(nested.join("helping")).unwrap();
    fs::write(nested.join("main.py"), STUDIOUS).unwrap();
    let worth = "def worth(player):\n    return sum(module['VictoryValue'] for module in player['Colony'])\n";
    fs::write(nested.join("helping/worth.py"), worth).unwrap();
    bare(&shelf, &["agent", "add", &nested.display().to_string()]).ok();
    let agents = ["@randomintelligence", "@nestedintelligence"];
    let seats = ["random", "heuristic"];
    let args = [
        &["match", "colonizers"],
        &agents[..],
        &seats,
        &["--games", "4", "--json", "-"],
    ];
    let report = bare(&shelf, &args.concat()).json();
    all_played(&report);
    // These agents play no other game, and the error says so.
    let other = [
        "match",
        "tictactoe",
        "@randomintelligence",
        "random",
        "--json",
        "-",
    ];
    let report = bare(&shelf, &other).json();
    let reason = report["games"][0]["forfeit"]["reason"].as_str().unwrap();
    assert!(reason.contains("does not play tictactoe"), "{reason}");
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

const CHATTY: &str = "\
import ludorum

class Chatty(ludorum.Agent):
    def choose(self, view):
        print('I think about', len(view.moves()))
        return view.moves()[0]

if __name__ == '__main__':
    Chatty().run()
";

#[test]
fn what_an_agent_says_and_hears_is_shown() {
    let scratch = folder("guests-debug");
    let file = scratch.join("chatty.py");
    fs::write(&file, CHATTY).unwrap();
    let path = file.display().to_string();
    let run = |more: &[&str]| {
        bare(
            &scratch,
            &[&["agent", "debug", &*path, "tictactoe"], more].concat(),
        )
    };
    let shown = run(&[]).ok();
    shown.tells(&[
        "seat 1 of 2, seed 1, key ",
        "turn 1, move 1 of the game",
        "the agent runs as process",
        " > {\"type\":\"hello\"",
        " < {\"type\": \"hello\"",
        " > {\"type\":\"turn\"",
        "plays a1 after",
        "the game is over",
        "(the agent): rank",
        "per move, longest",
    ]);
    // Stderr is read on another thread, so its order relative to the moves is not fixed.
    shown.tells(&[" ! I think about 9"]);
    // The debugged game is the one of the match: in the second game the seats are swapped.
    run(&["--game-number", "1", "--turns", "1"]).ok().tells(&[
        "seat 2 of 2",
        "turn 1, move 2 of the game",
        "turn limit reached",
    ]);
    // A failure is reported with everything that the agent printed.
    fs::write(&file, CHATTY.replace("[0]", "[99]")).unwrap();
    let failed = run(&[]);
    assert_eq!(failed.code, 1);
    failed.tells(&["the agent forfeits: it resigned: IndexError"]);
    failed.tells(&["Traceback"]);
}

#[test]
fn a_game_is_debugged_step_by_step() {
    let scratch = folder("guests-step");
    let file = scratch.join("chatty.py");
    fs::write(&file, CHATTY).unwrap();
    let path = file.display().to_string();
    let args = [
        "--python",
        "python3 -S",
        "agent",
        "debug",
        &path,
        "--step",
        "--wait",
    ];
    let stopped = typing(&args, &["", "", "q"]);
    assert_eq!(stopped.code, 130);
    stopped.tells(&["Enter continues", "attach a debugger", "turn 2"]);
}

/// An agent started by the user, for example in a debugger, connects to `agent debug --listen`.
#[test]
fn an_agent_started_by_somebody_else_connects_to_the_table() {
    let scratch = folder("guests-listen");
    let file = scratch.join("chatty.py");
    fs::write(&file, CHATTY).unwrap();
    let mut table = command(&["agent", "debug", "--listen", "127.0.0.1:0", "tictactoe"])
        .env("LUDORUM_AGENTS", &scratch)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(table.stdout.take().unwrap()));
    let mut after = |word: &str| {
        let line = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains(word)));
        let line = line.unwrap().unwrap();
        let rest = line.split_once(word).unwrap().1;
        rest.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let address = after("LUDORUM_TABLE=");
    let library = after("PYTHONPATH=");
    let agent = Command::new("python3")
        .args(["-S".as_ref(), file.as_os_str()])
        .env("LUDORUM_TABLE", address)
        .env("PYTHONPATH", library)
        .output()
        .unwrap();
    // The agent's stdout is not redirected.
    assert!(String::from_utf8_lossy(&agent.stdout).contains("I think about"));
    after("the game is over");
    assert!(table.wait().unwrap().success());
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
