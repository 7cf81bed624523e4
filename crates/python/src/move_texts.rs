//! Conversion of moves between Python and Rust: by text, with cached strings, or by action number.

use ludorum_catalog::Variant;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};

use crate::value_error;

/// Move argument from Python: move text or action number.
pub(crate) enum PythonMoveArgument<'py> {
    Action(usize),
    Text(Bound<'py, PyString>),
}

impl<'py> FromPyObject<'_, 'py> for PythonMoveArgument<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<PythonMoveArgument<'py>> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(PythonMoveArgument::Text(text.to_owned()));
        }
        match given.extract() {
            Ok(number) => Ok(PythonMoveArgument::Action(number)),
            // An integer that is negative or too large for any action.
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => Err(value_error(
                format!("no move has the number {}", given.str()?.to_cow()?),
            )),
            Err(_) => {
                let reason = "a move is given by its text or by its number";
                Err(PyTypeError::new_err(reason))
            }
        }
    }
}

/// Cache of a game's move texts as Python strings: listing moves again allocates nothing, and texts
/// from Python are looked up by their hash.
pub(crate) struct PythonMoveTextCache {
    by_action: PyOnceLock<Vec<PyOnceLock<Py<PyString>>>>,
    actions: PyOnceLock<Py<PyDict>>,
}

impl PythonMoveTextCache {
    /// Creates an empty cache.
    pub(crate) fn new() -> PythonMoveTextCache {
        PythonMoveTextCache {
            by_action: PyOnceLock::new(),
            actions: PyOnceLock::new(),
        }
    }

    /// Python list of the move texts of these action numbers.
    pub(crate) fn list<'py>(
        &self,
        py: Python<'py>,
        variant: &Variant,
        actions: &[u32],
    ) -> PyResult<Bound<'py, PyList>> {
        let cached = self.by_action.get_or_init(py, || {
            let empty = std::iter::repeat_with(PyOnceLock::new);
            empty.take(variant.action_count()).collect()
        });
        let list = PyList::empty(py);
        for &action in actions {
            let cell = &cached[action as usize];
            let text = match cell.get(py) {
                Some(text) => text,
                None => cell.get_or_try_init(py, || self.insert(py, variant, action))?,
            };
            list.append(text)?;
        }
        Ok(list)
    }

    fn insert(&self, py: Python<'_>, variant: &Variant, action: u32) -> PyResult<Py<PyString>> {
        let text = variant.action_text(action as usize);
        let text = PyString::new(py, &text.expect("a legal move has a text"));
        let actions = self.actions.get_or_init(py, || PyDict::new(py).unbind());
        actions.bind(py).set_item(&text, action)?;
        Ok(text.unbind())
    }

    /// The action number of a move text; `None` if the text is not cached.
    pub(crate) fn action(&self, text: &Bound<'_, PyString>) -> Option<usize> {
        let py = text.py();
        let actions = self.actions.get(py)?.bind(py);
        actions.get_item(text).ok().flatten()?.extract().ok()
    }
}
