//! Ctrl-C during a local game loses nothing.
#![cfg(unix)]

use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::command;

/// Time limit for every expected output.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process of `ludorum play` whose output is read as it arrives.
struct Game {
    child: Child,
    bytes: Receiver<u8>,
    out: Vec<u8>,
}

impl Game {
    fn start(seats: &str) -> Game {
        let mut child = command(&["play", "tictactoe", "--seats", seats])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, bytes) = channel();
        thread::spawn(move || {
            stdout
                .bytes()
                .map_while(Result::ok)
                .all(|byte| sender.send(byte).is_ok())
        });
        Game {
            child,
            bytes,
            out: Vec::new(),
        }
    }

    /// Reads and discards the output up to and including `text`.
    #[track_caller]
    fn until(&mut self, text: &str) {
        while !self.out.ends_with(text.as_bytes()) {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(byte) => self.out.push(byte),
                Err(_) => panic!("no '{text}', but {}", String::from_utf8_lossy(&self.out)),
            }
        }
        self.out.clear();
    }

    fn ctrl_c(&self) {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status();
        assert!(kill.unwrap().success());
    }

    fn type_in(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
    }

    #[track_caller]
    fn ends_with(mut self, code: i32) {
        // Keeps stdin open: `wait` would close it, and the end of the input ends the game too.
        let _open = self.child.stdin.take();
        assert_eq!(self.child.wait().unwrap().code(), Some(code));
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        // The process still runs only if the test has failed.
        let _ = self.child.kill();
    }
}

#[test]
fn ctrl_c_makes_an_agent_that_thinks_answer_at_once() {
    let mut game = Game::start("mcts:time=600s,human");
    game.until("1 mcts:time=600s is thinking");
    game.ctrl_c();
    game.until("1 mcts:time=600s plays ");
    game.until("2 human ›");
    game.type_in("quit");
    game.ends_with(0);
}

#[test]
fn ctrl_c_at_the_prompt_tells_how_to_save_before_it_leaves() {
    let mut game = Game::start("human,human");
    game.until("1 human ›");
    game.type_in("b2");
    game.until("2 human ›");
    game.ctrl_c();
    game.until("save FILE saves the game; Ctrl-C again quits");
    game.until("2 human ›");
    // The game continues.
    game.type_in("a1");
    game.until("1 human ›");
    game.ctrl_c();
    game.until("Ctrl-C again quits");
    game.ctrl_c();
    game.ends_with(130);
}

#[test]
fn ctrl_c_ends_a_game_that_is_only_watched() {
    let mut game = Game::start("mcts:time=600s,random");
    game.until("1 mcts:time=600s is thinking");
    game.ctrl_c();
    game.ends_with(130);
}
