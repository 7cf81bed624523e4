//! Work that takes long, and ends when somebody at the keyboard says so.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use ludorum_core::Stop;
use pyo3::prelude::*;

use crate::refused;

/// How often it is looked whether the work is to be interrupted.
pub(crate) const POLL: Duration = Duration::from_millis(100);

/// Does some work in another thread, with other threads of Python running meanwhile. When this one is
/// interrupted the flag is raised; what the work has brought by then is dropped.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let stop = Stop::new();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, ended) = channel::<()>();
            let stop = &stop;
            let working = scope.spawn(move || {
                // Dropped when the work is done, or breaks off.
                let _sender = sender;
                work(stop)
            });
            let mut interrupt = None;
            while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    interrupt = Some(error);
                    stop.raise();
                }
            }
            let brought = working.join().map_err(|_| refused("the work broke off"))?;
            interrupt.map_or(Ok(brought), Err)
        })
    })
}
