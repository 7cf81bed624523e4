//! Interpreters of agent files by file extension.

use std::path::{Path, PathBuf};

use ludorum_bridge::{AgentInterpreterCommands, AgentRegistry};

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
    let run_by = |runners: AgentInterpreterCommands| {
        let registry = AgentRegistry::new(folder.clone()).with_interpreters(runners);
        registry.inspect(&agent).unwrap().launch_spec.to_string()
    };
    let file = folder.join("config/runners.toml");
    let configured = AgentInterpreterCommands::from_file(file.clone());
    assert!(run_by(configured.clone()).starts_with("python3 "));
    configured.save("py", Some("sh -e")).unwrap();
    assert!(run_by(configured.clone()).starts_with("sh -e "));
    assert!(run_by(configured.clone().with_override("py", "env")).starts_with("env "));
    configured.save("py", None).unwrap();
    assert!(run_by(configured.clone()).starts_with("python3 "));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "");
}

#[test]
fn programs_and_endings_that_are_none_are_refused() {
    let folder = folder("refused");
    let file = folder.join("runners.toml");
    let runners = AgentInterpreterCommands::from_file(file.clone());
    for (ending, command) in [
        ("py", "no-such-program-at-all"),
        ("py", "/no/such/python3"),
        ("py", "sh\n-e"),
        ("exe", "sh"),
        ("", "sh"),
    ] {
        assert!(
            runners.save(ending, Some(command)).is_err(),
            "{ending} {command}"
        );
    }
    assert!(!file.exists());
    std::fs::write(&file, "py = 3\n").unwrap();
    assert!(runners.command_for("py").is_err());
}
