//! Every example agent plays every game to the end, from every seat.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ludorum_bridge::AgentLimits;
use ludorum_core::Seed;

use crate::{every_game, folder, play, summary, with_guests};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents")
}

/// True if a program is installed. Prints a notice if not, because a test is skipped then.
pub(crate) fn is_available(program: &str) -> bool {
    let run = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let is_available = run.is_ok_and(|status| status.success());
    if !is_available {
        // Not captured by the test runner, so that it is visible.
        let text = format!("SKIPPED: {program} is not installed\n");
        std::io::stderr().write_all(text.as_bytes()).unwrap();
    }
    is_available
}

#[track_caller]
fn plays_everything(agent: &Path) {
    let spec = format!("exec:{}", agent.display());
    for variant in every_game() {
        let variant = with_guests(variant, &folder(), AgentLimits::default());
        for seat in 0..variant.seats() {
            let mut specs = vec!["random"; variant.seats()];
            specs[seat] = &spec;
            let played = play(&variant, &specs, Seed(seat as u64));
            assert!(
                played.position.outcome().is_some(),
                "{}: {}",
                variant.spec(),
                summary(&played)
            );
        }
    }
}

#[test]
fn the_python_example_plays_every_game() {
    if is_available("python3") {
        plays_everything(&examples().join("looker.py"));
    }
}

#[test]
fn the_javascript_example_plays_every_game() {
    if is_available("node") {
        plays_everything(&examples().join("random.js"));
    }
}

#[test]
fn the_bash_example_plays_every_game() {
    if is_available("bash") {
        plays_everything(&examples().join("last.sh"));
    }
}

#[test]
fn the_c_example_plays_every_game() {
    if !is_available("cc") {
        return;
    }
    let program = folder().join("first");
    let built = Command::new("cc")
        .args(["-O2", "-Wall", "-Werror", "-o"])
        .arg(&program)
        .arg(examples().join("first.c"))
        .status();
    assert!(built.unwrap().success());
    plays_everything(&program);
}

#[test]
fn examples_are_short() {
    for file in std::fs::read_dir(examples()).unwrap() {
        let file = file.unwrap().path();
        let lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines < 60, "{}: {lines} lines", file.display());
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    if !is_available("node") {
        return;
    }
    let spec = format!("exec:{}", examples().join("random.js").display());
    let variant = ludorum_catalog::open("quoridor:size=3").unwrap();
    let variant = with_guests(variant, &folder(), AgentLimits::default());
    let game = |seed| {
        play(&variant, &[&spec, &spec], Seed(seed))
            .position
            .history()
    };
    assert_eq!(game(4), game(4));
    assert_ne!(game(4), game(5));
}
