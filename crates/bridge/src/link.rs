//! Lines to and from an agent. Reading and writing have threads of their own, so that nobody waits
//! for an agent that does not write or does not read; queues are short, so that none piles up.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::Stop;

use crate::tap::Tap;

/// Lines that may wait to be read or written.
const QUEUE: usize = 64;

/// How often somebody who waits looks whether the game was stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// What comes from an agent.
#[derive(Debug)]
pub(crate) enum Incoming {
    Line(Vec<u8>),
    /// A line without end; nothing is read after it.
    TooLong,
    Closed,
}

/// Why nothing came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nothing {
    Late,
    Stopped,
}

pub(crate) struct Link {
    inbox: Receiver<Incoming>,
    /// None once it is closed.
    outbox: Option<SyncSender<String>>,
}

impl Link {
    /// Starts the threads. They end when their side of the connection does, or the link is dropped.
    pub(crate) fn new(
        reader: impl Read + Send + 'static,
        mut writer: impl Write + Send + 'static,
        line_bytes: usize,
        tap: Option<Tap>,
    ) -> Link {
        let (sender, inbox) = sync_channel(QUEUE);
        let heard = tap.clone();
        thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            loop {
                let incoming = read_line(&mut reader, line_bytes);
                if let (Some(tap), Incoming::Line(line)) = (&heard, &incoming) {
                    tap.said(line);
                }
                let is_last = !matches!(incoming, Incoming::Line(_));
                if sender.send(incoming).is_err() || is_last {
                    return;
                }
            }
        });
        let (outbox, receiver) = sync_channel::<String>(QUEUE);
        thread::spawn(move || {
            for line in receiver {
                if let Some(tap) = &tap {
                    tap.told(&line);
                }
                let written = writer.write_all(line.as_bytes());
                if written.and_then(|()| writer.flush()).is_err() {
                    return;
                }
            }
        });
        Link {
            inbox,
            outbox: Some(outbox),
        }
    }

    /// The next line, or why there is none.
    pub(crate) fn receive(&self, deadline: Instant, stop: &Stop) -> Result<Incoming, Nothing> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left.min(GLANCE)) {
                Ok(incoming) => return Ok(incoming),
                Err(RecvTimeoutError::Disconnected) => return Ok(Incoming::Closed),
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Err(Nothing::Stopped),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Nothing::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Sends a line; false if the agent does not take it before the deadline. That the other side
    /// is gone shows when something is received.
    pub(crate) fn send(&self, mut line: String, deadline: Instant) -> bool {
        let Some(outbox) = &self.outbox else {
            return true;
        };
        loop {
            line = match outbox.try_send(line) {
                Ok(()) | Err(TrySendError::Disconnected(_)) => return true,
                Err(TrySendError::Full(line)) => line,
            };
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Closes the agent's input once all lines are written.
    pub(crate) fn close(&mut self) {
        self.outbox = None;
    }
}

/// The next line, if it is no longer than this.
pub(crate) fn read_line(reader: &mut impl BufRead, line_bytes: usize) -> Incoming {
    let mut line = Vec::new();
    let limit = line_bytes as u64 + 1;
    match reader.take(limit).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => Incoming::Closed,
        Ok(_) if line.len() > line_bytes => Incoming::TooLong,
        Ok(_) => Incoming::Line(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(input: &'static [u8], line_bytes: usize) -> Link {
        Link::new(input, std::io::sink(), line_bytes, None)
    }

    fn receive(link: &Link) -> Result<Incoming, Nothing> {
        link.receive(Instant::now() + Duration::from_secs(5), &Stop::new())
    }

    #[test]
    fn lines_come_one_by_one_and_then_the_end() {
        let link = link(b"one\ntwo", 10);
        assert!(matches!(receive(&link), Ok(Incoming::Line(line)) if line == b"one\n"));
        assert!(matches!(receive(&link), Ok(Incoming::Line(line)) if line == b"two"));
        assert!(matches!(receive(&link), Ok(Incoming::Closed)));
        assert!(matches!(receive(&link), Ok(Incoming::Closed)));
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let link = Link::new(std::io::repeat(b'x'), std::io::sink(), 1000, None);
        assert!(matches!(receive(&link), Ok(Incoming::TooLong)));
    }

    #[test]
    fn who_does_not_read_is_found_out() {
        struct Wall;
        impl Write for Wall {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                thread::sleep(Duration::from_secs(3600));
                Ok(0)
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let link = Link::new(std::io::empty(), Wall, 10, None);
        let soon = Instant::now() + Duration::from_millis(50);
        let taken = (0..10 * QUEUE).take_while(|_| link.send("line\n".to_owned(), soon));
        assert!(taken.count() < 2 * QUEUE);
    }
}
