//! The native half of the Python package `ludorum`: games, positions, agents, runs and batches.
//!
//! What is written here is what Python cannot do as quickly or has no access to; the face of the
//! package, with its documentation, is in `python/ludorum`. Whatever takes long lets other threads
//! of Python run meanwhile.

mod array;
mod batch;
mod game;
mod guest;
mod interrupt;
mod kept;
mod player;
mod pool;
mod record;
mod runs;
mod state;
mod study;
mod texts;
mod view;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What Python raises for input that is not right.
fn refused(reason: impl ToString) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// The threads to use if none are said.
fn all_threads(threads: Option<usize>) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or_else(available).max(1)
}

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    /// The version of the package, which is that of the program.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use crate::array::Array;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::kept::Kept;
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::record::{read_record, write_record};
    #[pymodule_export]
    use crate::runs::{Run, planned, report_rows};
    #[pymodule_export]
    use crate::state::{State, rebuild};
    #[pymodule_export]
    use crate::study::{compare_answers, experiments, find_answers, tune};
    #[pymodule_export]
    use crate::view::View;
}
