//! Runs long work so that Ctrl-C interrupts it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use ludorum_core::StopFlag;
use pyo3::prelude::*;

use crate::value_error;

/// Interval at which Python signals, such as Ctrl-C, are checked during long work.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Runs `work` in another thread without the GIL. A Python signal raises the stop flag; the result
/// is then discarded and the exception of the signal returned.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> T + Send,
) -> PyResult<T> {
    let stop = StopFlag::new();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, ended) = channel::<()>();
            let stop = &stop;
            let working = scope.spawn(move || {
                // Dropped when the work ends or panics.
                let _sender = sender;
                work(stop)
            });
            let mut interrupt = None;
            while ended.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    interrupt = Some(error);
                    stop.raise();
                }
            }
            let result = working.join();
            let result = result.map_err(|_| value_error("the computation panicked"))?;
            interrupt.map_or(Ok(result), Err)
        })
    })
}
