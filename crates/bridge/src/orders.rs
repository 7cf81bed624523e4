//! Orders read while one of them is being carried out: a later one may be to stop.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use ludorum_core::Stop;

use crate::link::{Incoming, read_line};

/// The longest line that is read, in bytes.
const LONGEST: usize = 16 << 20;

/// What an order means to the thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It asks for some.
    Begins,
    /// It wants an answer to what was asked for last.
    Ends,
    Nothing,
}

/// The orders that lines are read as, each with the flag that is raised when what it began is to
/// end. The flag is there before the order is carried out, so no order to stop comes too early. The
/// end of the lines raises it too.
pub(crate) fn orders<T: Send + 'static>(
    mut input: impl BufRead + Send + 'static,
    read: impl Fn(&str) -> (T, Effect) + Send + 'static,
) -> Receiver<(T, Stop)> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut stop = Stop::new();
        // Whoever sends a line without end is treated as one who has left.
        while let Incoming::Line(line) = read_line(&mut input, LONGEST) {
            let (order, effect) = read(String::from_utf8_lossy(&line).trim());
            match effect {
                Effect::Begins => stop = Stop::new(),
                Effect::Ends => stop.raise(),
                Effect::Nothing => {}
            }
            if sender.send((order, stop.clone())).is_err() {
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

    fn read(line: &str) -> (String, Effect) {
        let effect = match line {
            "go" => Effect::Begins,
            "stop" => Effect::Ends,
            _ => Effect::Nothing,
        };
        (line.to_owned(), effect)
    }

    #[test]
    fn an_order_to_stop_is_for_what_was_asked_before_it() {
        let input: &[u8] = b"go\nready\nstop\ngo\n";
        let all: Vec<(String, Stop)> = orders(input, read).into_iter().collect();
        assert!(
            all[0].1.is_raised(),
            "stopped, even if it has not begun yet"
        );
        assert!(all[3].1.is_raised(), "nobody is there any more");
        let never_ending = std::io::BufReader::new(std::io::Read::chain(&b"stop\ngo\n"[..], Quiet));
        let receiver = orders(never_ending, read);
        let going = receiver.into_iter().nth(1).unwrap();
        assert!(!going.1.is_raised(), "the one before it was meant");
    }

    /// Says nothing, and does not end.
    struct Quiet;

    impl std::io::Read for Quiet {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            thread::sleep(std::time::Duration::from_secs(3600));
            Ok(0)
        }
    }
}
