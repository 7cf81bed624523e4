//! Reads commands in a thread while an earlier one runs, so that `stop` is seen at once.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use ludorum_core::StopFlag;

use crate::transport::{IncomingLine, read_line};

/// Maximum length of an input line, in bytes.
const MAX_LINE_BYTES: usize = 16 << 20;

/// Effect of an engine command on the running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandSearchEffect {
    /// The command starts a search.
    Starts,
    /// The command stops the running search.
    Stops,
    None,
}

/// Parses the lines of `input` as commands on a new thread. Each command comes with a stop flag,
/// which a later `stop` or the end of the input raises, even if the search has not started yet.
pub(crate) fn read_commands<T: Send + 'static>(
    mut input: impl BufRead + Send + 'static,
    parse: impl Fn(&str) -> (T, CommandSearchEffect) + Send + 'static,
) -> Receiver<(T, StopFlag)> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut stop = StopFlag::new();
        // A line that is too long ends the input.
        while let IncomingLine::Line(line) = read_line(&mut input, MAX_LINE_BYTES) {
            let (command, effect) = parse(String::from_utf8_lossy(&line).trim());
            match effect {
                CommandSearchEffect::Starts => stop = StopFlag::new(),
                CommandSearchEffect::Stops => stop.raise(),
                CommandSearchEffect::None => {}
            }
            if sender.send((command, stop.clone())).is_err() {
                return;
            }
        }
        stop.raise();
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> (String, CommandSearchEffect) {
        let effect = match line {
            "go" => CommandSearchEffect::Starts,
            "stop" => CommandSearchEffect::Stops,
            _ => CommandSearchEffect::None,
        };
        (line.to_owned(), effect)
    }

    #[test]
    fn an_order_to_stop_is_for_what_was_asked_before_it() {
        let input: &[u8] = b"go\nready\nstop\ngo\n";
        let all: Vec<(String, StopFlag)> = read_commands(input, parse).into_iter().collect();
        assert!(
            all[0].1.is_raised(),
            "stopped, even if it has not started yet"
        );
        assert!(
            all[3].1.is_raised(),
            "the end of the input stops the search"
        );
        let never_ending =
            std::io::BufReader::new(std::io::Read::chain(&b"stop\ngo\n"[..], SilentReader));
        let receiver = read_commands(never_ending, parse);
        let running = receiver.into_iter().nth(1).unwrap();
        assert!(
            !running.1.is_raised(),
            "stop applies to the search before it"
        );
    }

    /// A reader that blocks without data.
    struct SilentReader;

    impl std::io::Read for SilentReader {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            thread::sleep(std::time::Duration::from_secs(3600));
            Ok(0)
        }
    }
}
