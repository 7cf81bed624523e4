//! Which program runs files by their ending.

use std::path::{Path, PathBuf};

use ludorum_bridge::{Runners, Shelf};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("runners-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn what_is_said_comes_before_the_file_and_the_file_before_the_usual() {
    let folder = folder("order");
    let agent = folder.join("bot.py");
    std::fs::write(&agent, "pass\n").unwrap();
    let run_by = |runners: Runners| {
        let shelf = Shelf::new(folder.clone()).run_by(runners);
        shelf.look(&agent).unwrap().recipe.to_string()
    };
    let file = folder.join("config/runners.toml");
    let kept = Runners::kept_in(file.clone());
    assert!(run_by(kept.clone()).starts_with("python3 "));
    kept.keep("py", Some("sh -e")).unwrap();
    assert!(run_by(kept.clone()).starts_with("sh -e "));
    assert!(run_by(kept.clone().saying("py", "env")).starts_with("env "));
    kept.keep("py", None).unwrap();
    assert!(run_by(kept.clone()).starts_with("python3 "));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "");
}

#[test]
fn programs_and_endings_that_are_none_are_refused() {
    let folder = folder("refused");
    let file = folder.join("runners.toml");
    let runners = Runners::kept_in(file.clone());
    for (ending, command) in [
        ("py", "no-such-program-at-all"),
        ("py", "/no/such/python3"),
        ("py", "sh\n-e"),
        ("exe", "sh"),
        ("", "sh"),
    ] {
        assert!(
            runners.keep(ending, Some(command)).is_err(),
            "{ending} {command}"
        );
    }
    assert!(!file.exists());
    std::fs::write(&file, "py = 3\n").unwrap();
    assert!(runners.of("py").is_err());
}
