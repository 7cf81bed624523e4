//! The native module of the Python package `ludorum`: games, positions, agents, runs and batches.
//!
//! It contains the parts that need speed or access to Rust code; the public package and its
//! documentation are in `python/ludorum`. Long calls release the GIL.

mod array;
mod batch;
mod distributed_run;
mod game;
mod interrupt;
mod move_texts;
mod player;
mod python_agent;
mod record;
mod runs;
mod state;
mod study;
mod view;
mod worker_pool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Creates a Python `ValueError` for invalid input.
fn value_error(reason: impl ToString) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// Number of threads to use: `threads` if given, otherwise one per processor.
fn thread_count(threads: Option<usize>) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or_else(available).max(1)
}

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    /// Sets the version of the Python package, which is that of the program.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use crate::array::NumpyArray;
    #[pymodule_export]
    use crate::batch::PyBatch;
    #[pymodule_export]
    use crate::distributed_run::DistributedRun;
    #[pymodule_export]
    use crate::game::{PyGame, games};
    #[pymodule_export]
    use crate::player::PyPlayer;
    #[pymodule_export]
    use crate::record::{read_record, write_record};
    #[pymodule_export]
    use crate::runs::{PyRun, rebuild_run, report_rows};
    #[pymodule_export]
    use crate::state::{PyState, rebuild};
    #[pymodule_export]
    use crate::study::{compare_answers, experiments, find_answers, tune};
    #[pymodule_export]
    use crate::view::PyView;
}
