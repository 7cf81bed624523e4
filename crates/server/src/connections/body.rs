//! Request bodies with a deadline.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

/// A request body that returns an error if it has not arrived completely within a time limit.
#[derive(Debug)]
pub(super) struct TimedBody {
    body: Incoming,
    within: Duration,
    /// Timer of the body's time limit; `None` until the body is first polled.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl TimedBody {
    pub(super) fn new(body: Incoming, within: Duration) -> TimedBody {
        TimedBody {
            body,
            within,
            deadline: None,
        }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(frame) = frame {
            return Poll::Ready(frame.map(|frame| frame.map_err(io::Error::other)));
        }
        let within = self.within;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(within)));
        deadline.as_mut().poll(context).map(|()| {
            let reason = format!("the body did not arrive within {within:?}");
            Some(Err(io::Error::new(io::ErrorKind::TimedOut, reason)))
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
