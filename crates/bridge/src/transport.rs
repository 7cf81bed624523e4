//! Line-based I/O with another program. Reading and writing have their own threads, so that a
//! program that does not write or read cannot block the caller. The queues between them are
//! bounded.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::StopFlag;

use crate::traffic::TrafficTap;

/// Capacity of the queues of incoming and outgoing lines, in lines each.
const QUEUE_CAPACITY: usize = 64;

/// Polling interval of the stop flag while waiting for a line from another program.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Line from another program, or the end of its output.
#[derive(Debug)]
pub(crate) enum IncomingLine {
    Line(Vec<u8>),
    /// A line that exceeds the length limit. Nothing is read after it.
    TooLong,
    Closed,
}

/// Reason why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReceiveError {
    TimedOut,
    Stopped,
}

/// Queues of lines from and to another program.
pub(crate) struct Transport {
    receiver: LineReceiver,
    /// Queue of lines to the other program; `None` after `close`.
    sender: Option<LineSender>,
}

/// Queue of lines from another program.
pub(crate) struct LineReceiver(Receiver<IncomingLine>);

/// Queue of lines to another program. Clones share the queue.
#[derive(Clone)]
pub(crate) struct LineSender(SyncSender<String>);

impl Transport {
    /// Starts a thread that reads lines and one that writes lines. They end when their stream ends
    /// or the transport is dropped.
    pub(crate) fn new(
        reader: impl Read + Send + 'static,
        mut writer: impl Write + Send + 'static,
        line_bytes: usize,
        tap: Option<TrafficTap>,
    ) -> Transport {
        let (sender, inbox) = sync_channel(QUEUE_CAPACITY);
        let read_tap = tap.clone();
        thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            loop {
                let incoming = read_line(&mut reader, line_bytes);
                if let (Some(tap), IncomingLine::Line(line)) = (&read_tap, &incoming) {
                    tap.received(line);
                }
                let is_last = !matches!(incoming, IncomingLine::Line(_));
                if sender.send(incoming).is_err() || is_last {
                    return;
                }
            }
        });
        let (outbox, receiver) = sync_channel::<String>(QUEUE_CAPACITY);
        thread::spawn(move || {
            for line in receiver {
                if let Some(tap) = &tap {
                    tap.sent(&line);
                }
                let written = writer.write_all(line.as_bytes());
                if written.and_then(|()| writer.flush()).is_err() {
                    return;
                }
            }
        });
        Transport {
            receiver: LineReceiver(inbox),
            sender: Some(LineSender(outbox)),
        }
    }

    /// Waits for the next line until the deadline, or until the stop flag is raised.
    pub(crate) fn receive(
        &self,
        deadline: Instant,
        stop: &StopFlag,
    ) -> Result<IncomingLine, ReceiveError> {
        self.receiver.receive(deadline, stop)
    }

    /// Queues a line for the other program; false if the queue is still full at the deadline. A
    /// closed connection is reported by `receive`.
    pub(crate) fn send(&self, line: String, deadline: Instant) -> bool {
        let sender = self.sender.as_ref();
        sender.is_none_or(|sender| sender.send(line, deadline))
    }

    /// Closes the input of the other program after all queued lines are written.
    pub(crate) fn close(&mut self) {
        self.sender = None;
    }

    /// Splits the transport into its queues, for use by several threads.
    ///
    /// # Panics
    /// If the transport was closed.
    pub(crate) fn into_queues(self) -> (LineReceiver, LineSender) {
        (self.receiver, self.sender.expect("it is not closed yet"))
    }
}

impl LineReceiver {
    /// Waits for the next line until the deadline, or until the stop flag is raised.
    pub(crate) fn receive(
        &self,
        deadline: Instant,
        stop: &StopFlag,
    ) -> Result<IncomingLine, ReceiveError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.0.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(incoming) => return Ok(incoming),
                Err(RecvTimeoutError::Disconnected) => return Ok(IncomingLine::Closed),
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => {
                    return Err(ReceiveError::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(ReceiveError::TimedOut);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl LineSender {
    /// Queues a line for the other program; false if the queue is still full at the deadline. A
    /// closed connection is reported by the receiver.
    pub(crate) fn send(&self, mut line: String, deadline: Instant) -> bool {
        loop {
            line = match self.0.try_send(line) {
                Ok(()) | Err(TrySendError::Disconnected(_)) => return true,
                Err(TrySendError::Full(line)) => line,
            };
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Reads a line of at most `line_bytes` bytes.
pub(crate) fn read_line(reader: &mut impl BufRead, line_bytes: usize) -> IncomingLine {
    let mut line = Vec::new();
    let limit = line_bytes as u64 + 1;
    match reader.take(limit).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => IncomingLine::Closed,
        Ok(_) if line.len() > line_bytes => IncomingLine::TooLong,
        Ok(_) => IncomingLine::Line(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transport(input: &'static [u8], line_bytes: usize) -> Transport {
        Transport::new(input, std::io::sink(), line_bytes, None)
    }

    fn receive(transport: &Transport) -> Result<IncomingLine, ReceiveError> {
        transport.receive(Instant::now() + Duration::from_secs(5), &StopFlag::new())
    }

    #[test]
    fn lines_come_one_by_one_and_then_the_end() {
        let transport = transport(b"one\ntwo", 10);
        assert!(matches!(receive(&transport), Ok(IncomingLine::Line(line)) if line == b"one\n"));
        assert!(matches!(receive(&transport), Ok(IncomingLine::Line(line)) if line == b"two"));
        assert!(matches!(receive(&transport), Ok(IncomingLine::Closed)));
        assert!(matches!(receive(&transport), Ok(IncomingLine::Closed)));
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let transport = Transport::new(std::io::repeat(b'x'), std::io::sink(), 1000, None);
        assert!(matches!(receive(&transport), Ok(IncomingLine::TooLong)));
    }

    #[test]
    fn who_does_not_read_is_found_out() {
        struct BlockedWriter;
        impl Write for BlockedWriter {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                thread::sleep(Duration::from_secs(3600));
                Ok(0)
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let transport = Transport::new(std::io::empty(), BlockedWriter, 10, None);
        let soon = Instant::now() + Duration::from_millis(50);
        let lines = 0..10 * QUEUE_CAPACITY;
        let taken = lines.take_while(|_| transport.send("line\n".to_owned(), soon));
        assert!(taken.count() < 2 * QUEUE_CAPACITY);
    }
}
