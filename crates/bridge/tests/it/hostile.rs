//! Misbehaving agents: the match continues, the reason is reported, and no process is left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ludorum_bridge::AgentLimits;
use ludorum_catalog::open;
use ludorum_core::Seed;

use crate::examples::is_available;
use crate::{PlayedGame, folder, play, summary, with_guests};

const HELLO: &str = r#"echo '{"type":"hello","protocol":1,"name":"x"}'"#;
const MOVE: &str = r#"echo "{\"type\":\"move\",\"id\":$id,\"move\":$first}""#;

/// An agent in Bash that runs these lines at its hello and at its turns. It records the ids of its
/// processes.
fn script(hello: &str, turn: &str) -> PathBuf {
    let path = folder().join("x.sh");
    let text = format!(
        r#"#!/usr/bin/env bash
note() {{ echo "$1" >> "{pids}"; }}
note $$
turns=0
while IFS= read -r line; do
  case $line in
    '{{"type":"hello"'*)
      {hello}
      ;;
    '{{"type":"turn"'*)
      turns=$((turns + 1))
      id=${{line#*\"id\":}}; id=${{id%%[,\}}]*}}
      first=${{line#*\"moves\":[}}; first=${{first%%[],]*}}
      {turn}
      ;;
    '{{"type":"bye"'*) exit 0 ;;
  esac
done
"#,
        pids = pids(&path).display()
    );
    fs::write(&path, text).unwrap();
    path
}

fn pids(script: &Path) -> PathBuf {
    script.with_extension("pids")
}

fn game(agent: &Path, limits: AgentLimits) -> PlayedGame {
    let variant = with_guests(open("tictactoe").unwrap(), &folder(), limits);
    let spec = format!("exec:{}", agent.display());
    let played = play(&variant, &[&spec, "random"], Seed(3));
    nothing_is_left(agent);
    played
}

/// Asserts that all recorded processes of the agent have ended and none is our zombie.
#[track_caller]
fn nothing_is_left(agent: &Path) {
    let recorded = fs::read_to_string(pids(agent)).unwrap_or_default();
    for pid in recorded.split_whitespace() {
        // Processes that are not our children are reaped by another process.
        let mut left = String::new();
        for _ in 0..100 {
            let mut ps = Command::new("ps");
            ps.args(["-o", "ppid=,stat=,args=", "-p", pid]);
            left = String::from_utf8(run(&mut ps)).unwrap().trim().to_owned();
            let is_ours = left.starts_with(&std::process::id().to_string());
            if left.is_empty() || (left.contains(" Z") && !is_ours) {
                left.clear();
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(left, "", "process {pid} is left");
    }
}

fn run(command: &mut Command) -> Vec<u8> {
    command.output().unwrap().stdout
}

/// Asserts that the agent forfeits for a reason that contains `words`.
#[track_caller]
fn loses(hello: &str, turn: &str, limits: AgentLimits, words: &str) {
    let agent = script(hello, turn);
    let played = game(&agent, limits);
    let reason = played.reason();
    assert!(reason.contains(words), "{reason}");
}

/// Asserts that the agent plays to the end.
#[track_caller]
fn plays_on(hello: &str, turn: &str) {
    let agent = script(hello, turn);
    let played = game(&agent, AgentLimits::default());
    assert!(played.position.outcome().is_some(), "{}", summary(&played));
}

fn impatient() -> AgentLimits {
    AgentLimits {
        think: Duration::from_millis(100),
        grace: Duration::from_millis(100),
        ..AgentLimits::default()
    }
}

#[test]
fn one_that_behaves_plays_on() {
    plays_on(HELLO, MOVE);
}

#[test]
fn silent_at_the_start() {
    let limits = AgentLimits {
        start: Duration::from_millis(300),
        ..impatient()
    };
    loses(
        "sleep 100 & note $!; wait",
        MOVE,
        limits,
        "no answer within 300ms, after 2 warnings",
    );
}

#[test]
fn silent_at_its_turn() {
    loses(
        HELLO,
        ":",
        impatient(),
        "no answer within 200ms, after 2 warnings",
    );
}

#[test]
fn a_crash_at_the_start() {
    let hello = "echo 'no such thing' >&2; exit 3";
    loses(
        hello,
        MOVE,
        AgentLimits::default(),
        "exited with code 3; its last output: no such thing",
    );
}

#[test]
fn a_crash_in_the_game() {
    let turn = format!("[ $turns = 2 ] && kill -SEGV $$; {MOVE}");
    loses(HELLO, &turn, AgentLimits::default(), "killed by a signal");
}

#[test]
fn a_program_that_is_not_there() {
    let agent = folder().join("x.py");
    fs::write(&agent, "").unwrap();
    let folder = folder();
    fs::write(
        folder.join("agent.toml"),
        "name = \"x\"\nprotocol = 1\ncommand = [\"/nowhere/python\", \"x.py\"]\n",
    )
    .unwrap();
    let reason = game(&folder, AgentLimits::default()).reason();
    assert!(reason.contains("was not found"), "{reason}");
}

#[test]
fn rubbish_is_warned_of_first() {
    let turn = format!("[ $turns -le 2 ] && echo thinking...; {MOVE}");
    plays_on(HELLO, &turn);
    let turn = format!("echo thinking...; {MOVE}");
    loses(
        HELLO,
        &turn,
        AgentLimits::default(),
        "'thinking...' is not a message",
    );
}

#[test]
fn bytes_that_are_not_text() {
    let turn = r"printf '\xff\xfe{}\n\xff\n\xff\n'";
    loses(HELLO, turn, AgentLimits::default(), "is not a message");
}

#[test]
fn orders_to_the_terminal_are_not_passed_on() {
    let turn = r#"echo '{"type":"\u001b[2J"}'"#;
    let agent = script(HELLO, turn);
    let limits = AgentLimits {
        warnings: 0,
        ..AgentLimits::default()
    };
    let reason = game(&agent, limits).reason();
    assert!(reason.contains("is not a message"), "{reason}");
    assert!(!reason.contains('\u{1b}'), "{reason}");
}

#[test]
fn a_line_without_end() {
    let turn = "head -c 5000000 /dev/zero | tr '\\0' x";
    loses(HELLO, turn, AgentLimits::default(), "a line of more than");
}

#[test]
fn megabytes_of_lines() {
    let question = r#"{"type":"ask","ask":1,"what":"determinize"}"#;
    let turn = format!("yes '{question}' & note $!; wait");
    let limits = AgentLimits {
        turn_bytes: 1 << 20,
        think: Duration::from_secs(1),
        ..AgentLimits::default()
    };
    let agent = script(HELLO, &turn);
    let reason = game(&agent, limits).reason();
    // It does not read the answers either; either fault may be found first.
    let is_expected = reason.contains("bytes for one move") || reason.contains("does not read");
    assert!(is_expected, "{reason}");
}

#[test]
fn megabytes_to_stderr_harm_nobody() {
    let turn = format!("head -c 3000000 /dev/zero >&2; {MOVE}");
    plays_on(HELLO, &turn);
}

#[test]
fn illegal_moves_are_asked_for_again() {
    let bad = r#"echo "{\"type\":\"move\",\"id\":$id,\"move\":\"z9\"}""#;
    let turn = format!("if [ $turns -le 2 ]; then {bad}; else {MOVE}; fi");
    plays_on(HELLO, &turn);
    loses(
        HELLO,
        bad,
        AgentLimits::default(),
        "'z9' is not a legal move, after 2 warnings",
    );
}

#[test]
fn two_answers() {
    let turn = format!("{MOVE}; {MOVE}");
    let limits = AgentLimits {
        warnings: 1,
        ..AgentLimits::default()
    };
    loses(HELLO, &turn, limits, "a second time, after 1 warning");
}

#[test]
fn the_wrong_number() {
    let turn = r#"echo "{\"type\":\"move\",\"id\":77,\"move\":$first}""#;
    loses(
        HELLO,
        turn,
        AgentLimits::default(),
        "it answered turn 77, but was asked 1",
    );
}

#[test]
fn children_that_outlive_it() {
    let hello = format!("sleep 1000 & note $!; setsid sleep 1001 & note $!; {HELLO}");
    plays_on(&hello, MOVE);
}

#[test]
fn deaf_to_every_signal_it_may_be_deaf_to() {
    let hello = format!("trap '' TERM INT HUP PIPE; {HELLO}");
    let turn = "while :; do sleep 1; done";
    loses(&hello, turn, impatient(), "no answer");
}

#[test]
fn it_does_not_go_when_told() {
    let agent = script(HELLO, &format!("{MOVE}; exec 0</dev/zero; sleep 1000"));
    let played = game(&agent, impatient());
    assert!(
        played.reason().contains("no answer"),
        "{}",
        summary(&played)
    );
}

#[test]
fn closed_output() {
    let turn = "exec 1>&-; sleep 1000 & note $!; wait";
    loses(HELLO, turn, AgentLimits::default(), "it closed its output");
}

#[test]
fn another_name_than_it_was_installed_with() {
    let agent = script(
        r#"echo '{"type":"hello","protocol":1,"name":"stockfish"}'"#,
        MOVE,
    );
    let registry = agent.parent().unwrap();
    fs::remove_file(pids(&agent)).ok();
    let variant = with_guests(open("tictactoe").unwrap(), registry, AgentLimits::default());
    let played = play(&variant, &["@x", "random"], Seed(1));
    let reason = played.reason();
    assert!(
        reason.contains("calls itself 'stockfish', but is installed as 'x'"),
        "{reason}"
    );
    nothing_is_left(&agent);
}

#[test]
fn another_protocol() {
    let hello = r#"echo '{"type":"hello","protocol":9,"name":"x"}'"#;
    loses(
        hello,
        MOVE,
        AgentLimits::default(),
        "it speaks protocol version 9",
    );
}

#[test]
fn another_game() {
    let hello = r#"echo '{"type":"hello","protocol":1,"name":"x","games":["chess"]}'"#;
    loses(
        hello,
        MOVE,
        AgentLimits::default(),
        "it does not play tictactoe, only chess",
    );
}

#[test]
fn it_resigns() {
    let turn = r#"echo '{"type":"resign","note":"too hard"}'"#;
    loses(HELLO, turn, AgentLimits::default(), "it resigned: too hard");
}

#[test]
fn too_much_memory() {
    if !is_available("python3") {
        return;
    }
    let agent = folder().join("eater.py");
    let text = r#"
import json, sys
for line in sys.stdin:
    if '"hello"' in line:
        print('{"type":"hello","protocol":1,"name":"eater"}', flush=True)
    elif '"turn"' in line:
        hoard = [bytearray(10_000_000) for _ in range(10_000)]
"#;
    fs::write(&agent, text).unwrap();
    let limits = AgentLimits::default();
    let variant = with_guests(open("tictactoe").unwrap(), &folder(), limits);
    let spec = format!("exec:{},memory=128", agent.display());
    let reason = play(&variant, &[&spec, "random"], Seed(3)).reason();
    assert!(reason.contains("MemoryError"), "{reason}");
}

#[test]
fn thoughts_nobody_asked_for_do_no_harm() {
    let info = r#"echo "{\"type\":\"info\",\"id\":99,\"move\":\"b2\"}"
      echo "{\"type\":\"info\",\"id\":$id,\"move\":\"no move\"}""#;
    let played = game(
        &script(HELLO, &format!("{info}\n      {MOVE}")),
        AgentLimits::default(),
    );
    assert!(played.position.outcome().is_some(), "{}", summary(&played));
}

#[test]
fn a_number_that_is_none_is_named_and_not_taken_for_silence() {
    let limits = AgentLimits {
        think: Duration::from_secs(60),
        grace: Duration::from_secs(60),
        ..AgentLimits::default()
    };
    let nan = r#"echo "{\"type\":\"move\",\"id\":$id,\"move\":$first,\"value\":NaN}""#;
    loses(HELLO, nan, limits, "NaN is not a number in JSON");
    let negative = r#"echo "{\"type\":\"move\",\"id\":$id,\"move\":$first,\"nodes\":-5}""#;
    loses(
        HELLO,
        negative,
        limits,
        "nodes is -5: a count is not negative",
    );
}
