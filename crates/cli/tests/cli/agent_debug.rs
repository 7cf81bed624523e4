//! `ludorum agent debug`: an agent's messages, shown step by step.

use std::fs;
use std::process::{Command, Stdio};

use crate::python_agents::bare;
use crate::{command, folder, typing};

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
    // It comes by another way than the moves, so that its place is not fixed.
    shown.tells(&[" ! I think about 9"]);
    // It is the game of the match: the second has the seats the other way round.
    run(&["--game-number", "1", "--turns", "1"]).ok().tells(&[
        "seat 2 of 2",
        "turn 1, move 2 of the game",
        "turn limit reached",
    ]);
    // What fails is told with all that was printed.
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

/// The agent connects by itself, like one started in an editor's debugger.
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
    // Its own streams stay its own.
    assert!(String::from_utf8_lossy(&agent.stdout).contains("I think about"));
    after("the game is over");
    assert!(table.wait().unwrap().success());
}
