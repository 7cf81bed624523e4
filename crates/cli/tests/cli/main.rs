//! Tests of the `ludorum` command as a process.

mod agent_debug;
mod dicewars;
mod experiments;
mod guests;
mod i18n;
mod interrupts;
mod listings;
mod matches;
mod openings;
mod package;
mod play;
mod python_agents;
mod records;
mod refusals;
mod resuming;
mod runs;
mod sector66;
mod seeds;
mod services;
mod serving;
mod tools;
mod tuning;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Output and exit code of a finished `ludorum` process.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Asserts that the exit code is 0.
    #[track_caller]
    fn ok(self) -> Run {
        assert_eq!(self.code, 0, "stdout: {}\nstderr: {}", self.out, self.err);
        self
    }

    /// Parses stdout as JSON.
    #[track_caller]
    fn json(self) -> Value {
        let run = self.ok();
        serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.out))
    }

    /// Asserts that stdout contains these texts in this order.
    #[track_caller]
    fn tells(&self, texts: &[&str]) {
        let mut rest = self.out.as_str();
        for text in texts {
            let Some((_, after)) = rest.split_once(text) else {
                panic!("'{text}' is not in the rest of {}", self.out);
            };
            rest = after;
        }
    }
}

/// A `ludorum` command with empty stdin and English messages.
fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludorum"));
    command.args(args).stdin(Stdio::null()).env("LC_ALL", "C");
    command
}

fn ludorum(args: &[&str]) -> Run {
    command(args).output().unwrap().into()
}

/// Runs `ludorum` with `lines` as its input.
fn typing(args: &[&str], lines: &[&str]) -> Run {
    typed(command(args), lines)
}

/// Runs `ludorum` with `lines` as its input and the templates and plug-ins of the folder `content`.
fn typing_with(content: &Path, args: &[&str], lines: &[&str]) -> Run {
    let mut command = command(args);
    command.env("LUDORUM_CONTENT", content);
    typed(command, lines)
}

fn typed(mut command: Command, lines: &[&str]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // Fails if the program exits before it has read all lines.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// Creates an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Removes all keys that contain "time" from JSON, because their values vary.
fn without_times(data: Value) -> Value {
    match data {
        Value::Object(map) => map
            .into_iter()
            .filter(|(key, _)| !key.contains("time"))
            .map(|(key, value)| (key, without_times(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_times).collect(),
        other => other,
    }
}
