//! Runs `ludorum play --server` as a process with typed input.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use ludorum_core::Rng;

/// Time limit for every expected output, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process of `ludorum play --server`.
pub(super) struct Terminal {
    child: Child,
    typed: ChildStdin,
    out: Arc<Mutex<Vec<u8>>>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Length in bytes of the output that this test has already answered.
    answered: usize,
}

/// Kind of prompt at which the program waits for input.
#[derive(PartialEq, Eq)]
pub(super) enum Asks {
    Nothing,
    Move,
    Rematch,
}

/// Buffer that a thread fills with the output of a pipe as it arrives.
fn collected(mut from: impl Read + Send + 'static) -> Arc<Mutex<Vec<u8>>> {
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let into = Arc::clone(&bytes);
    thread::spawn(move || {
        let mut part = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut part) {
            into.lock().unwrap().extend(&part[..count]);
        }
    });
    bytes
}

impl Terminal {
    pub(super) fn open(server: u16, state: &Path, name: &str, args: &[&str]) -> Terminal {
        let url = format!("http://127.0.0.1:{server}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludorum"))
            .args(["play", "--server", &url, "--name", name])
            .args(args)
            .env("XDG_STATE_HOME", state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = collected(child.stdout.take().unwrap());
        let errors = collected(child.stderr.take().unwrap());
        let typed = child.stdin.take().unwrap();
        Terminal {
            child,
            typed,
            out,
            errors,
            answered: 0,
        }
    }

    /// All output of the program so far.
    pub(super) fn shows(&self) -> String {
        String::from_utf8_lossy(&self.out.lock().unwrap()).into_owned()
    }

    /// Panics with the output if the program has exited.
    pub(super) fn assert_runs(&mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            let errors = String::from_utf8_lossy(&self.errors.lock().unwrap()).into_owned();
            panic!("a terminal has ended, {status}: {errors}\n{}", self.shows());
        }
    }

    /// Waits until the output contains `text`.
    pub(super) fn wait(&self, text: &str) {
        let began = Instant::now();
        while !self.shows().contains(text) {
            let shown = self.shows();
            assert!(
                began.elapsed() < PATIENCE,
                "'{text}' never shows in {shown}"
            );
            sleep(Duration::from_millis(5));
        }
    }

    /// Id of the table, read from the output.
    pub(super) fn table(&self) -> String {
        self.wait("--table ");
        let shown = self.shows();
        let id = shown.split("--table ").nth(1).unwrap();
        id.split_whitespace().next().unwrap().to_owned()
    }

    pub(super) fn type_line(&mut self, line: &str) {
        writeln!(self.typed, "{line}").unwrap();
    }

    /// Output that this test has not answered yet.
    fn unanswered(&self) -> String {
        let out = self.out.lock().unwrap();
        String::from_utf8_lossy(&out[self.answered..]).into_owned()
    }

    pub(super) fn asks(&self) -> Asks {
        let shown = self.unanswered();
        let Some(question) = shown.trim_end().strip_suffix('›') else {
            return Asks::Nothing;
        };
        if question.ends_with("rematch or quit ") {
            Asks::Rematch
        } else {
            Asks::Move
        }
    }

    /// Lists the legal moves and types a random one of them.
    pub(super) fn play_any(&mut self, rng: &mut Rng) {
        let list = self.answer("moves");
        let (_, list) = list.split_once("moves\n").unwrap();
        let moves: Vec<&str> = list.lines().next().unwrap().split_whitespace().collect();
        let chosen = rng.pick(&moves).unwrap();
        self.answered = self.out.lock().unwrap().len();
        self.type_line(chosen);
    }

    /// Types a command, waits for the next prompt and returns the output between them.
    fn answer(&mut self, line: &str) -> String {
        self.answered = self.out.lock().unwrap().len();
        self.type_line(line);
        let began = Instant::now();
        while self.asks() == Asks::Nothing {
            assert!(began.elapsed() < PATIENCE, "no answer in {}", self.shows());
            sleep(Duration::from_millis(1));
        }
        self.unanswered()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
