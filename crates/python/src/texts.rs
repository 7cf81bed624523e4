//! Moves as Python gives and takes them: by their texts, of which each is made once, or by numbers.

use ludorum_catalog::Variant;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};

use crate::refused;

/// A move as Python gives it: its text, or its fixed number.
pub(crate) enum Given<'py> {
    Action(usize),
    Text(Bound<'py, PyString>),
}

impl<'py> FromPyObject<'_, 'py> for Given<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Given<'py>> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Given::Text(text.to_owned()));
        }
        match given.extract() {
            Ok(number) => Ok(Given::Action(number)),
            // A number, but one that is below zero or too large for any move.
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => Err(refused(
                format!("no move has the number {}", given.str()?.to_cow()?),
            )),
            Err(_) => {
                let reason = "a move is given by its text or by its number";
                Err(PyTypeError::new_err(reason))
            }
        }
    }
}

/// The texts of a game's moves that were told so far, as strings of Python: telling one again costs
/// nothing, and one that is given back is known by its hash.
pub(crate) struct Texts {
    by_action: PyOnceLock<Vec<PyOnceLock<Py<PyString>>>>,
    actions: PyOnceLock<Py<PyDict>>,
}

impl Texts {
    /// None so far.
    pub(crate) fn new() -> Texts {
        Texts {
            by_action: PyOnceLock::new(),
            actions: PyOnceLock::new(),
        }
    }

    /// The texts of these moves.
    pub(crate) fn tell<'py>(
        &self,
        py: Python<'py>,
        variant: &Variant,
        actions: &[u32],
    ) -> PyResult<Bound<'py, PyList>> {
        let known = self.by_action.get_or_init(py, || {
            let none = std::iter::repeat_with(PyOnceLock::new);
            none.take(variant.actions()).collect()
        });
        let list = PyList::empty(py);
        for &action in actions {
            let place = &known[action as usize];
            let text = match place.get(py) {
                Some(text) => text,
                None => place.get_or_try_init(py, || self.learn(py, variant, action))?,
            };
            list.append(text)?;
        }
        Ok(list)
    }

    fn learn(&self, py: Python<'_>, variant: &Variant, action: u32) -> PyResult<Py<PyString>> {
        let text = variant.action_text(action as usize);
        let text = PyString::new(py, &text.expect("a legal move has a text"));
        let actions = self.actions.get_or_init(py, || PyDict::new(py).unbind());
        actions.bind(py).set_item(&text, action)?;
        Ok(text.unbind())
    }

    /// The number of a move whose text was told.
    pub(crate) fn action(&self, text: &Bound<'_, PyString>) -> Option<usize> {
        let py = text.py();
        let actions = self.actions.get(py)?.bind(py);
        actions.get_item(text).ok().flatten()?.extract().ok()
    }
}
