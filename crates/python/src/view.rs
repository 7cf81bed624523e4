//! What one seat may know: all that an agent is given.

use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::{Budget, Ink, Node, Seed};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

use crate::array::Array;
use crate::game::Game;
use crate::state::{Origin, State};
use crate::texts::Given;

/// What one seat may know of a position, and what it may spend on a move.
#[pyclass(module = "ludorum._native", frozen)]
pub(crate) struct View {
    game: Py<Game>,
    view: ludorum_catalog::View,
    budget: Budget,
    seed: u64,
    /// How many positions were drawn without a seed.
    drawn: AtomicU64,
    rng: PyOnceLock<Py<PyAny>>,
    /// The moves as another table told them.
    history: Option<Vec<String>>,
}

impl View {
    pub(crate) fn new(
        game: Py<Game>,
        view: ludorum_catalog::View,
        budget: Budget,
        seed: u64,
    ) -> View {
        View {
            game,
            view,
            budget,
            seed,
            drawn: AtomicU64::new(0),
            rng: PyOnceLock::new(),
            history: None,
        }
    }

    pub(crate) fn with_history(mut self, history: Option<Vec<String>>) -> View {
        self.history = history;
        self
    }
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Whose view it is, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat().index()
    }

    /// The seat to move, from 0; `None` when chance is, or nobody.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        match self.view.node() {
            Node::Decide(seat) => Some(seat.index()),
            Node::Chance | Node::Over => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.view.node() == Node::Over
    }

    /// The legal moves as text; none unless it is this seat's move.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.game.get().told(py, &self.actions())
    }

    /// The fixed numbers of the legal moves, in the same order.
    fn actions(&self) -> Vec<u32> {
        self.view.actions()
    }

    /// The position as text; `None` if something is hidden.
    #[getter]
    fn position(&self) -> Option<String> {
        self.view.position()
    }

    /// What the seat sees, as text.
    #[getter]
    fn text(&self) -> String {
        self.view.text()
    }

    /// All moves so far, as the seat was told them.
    #[getter]
    fn history(&self) -> Vec<String> {
        let told = self.history.clone();
        told.unwrap_or_else(|| self.view.history())
    }

    /// What the seat sees, for a terminal.
    fn draw(&self) -> String {
        self.view.draw(Ink::Plain)
    }

    /// What the seat sees, as a picture.
    fn svg(&self) -> String {
        self.view.picture()
    }

    /// The same, for a notebook.
    fn _repr_svg_(&self) -> String {
        self.view.picture()
    }

    /// What the seat sees as planes of numbers.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game.get();
        let mut cells = vec![0.0; game.planes.cells()];
        self.view.observe(&mut cells);
        Array::f32(cells, game.observed()).into_numpy(py)
    }

    /// 1 for the number of every legal move, 0 for all others.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.game.get().variant.actions();
        let mut mask = vec![0; size];
        for action in self.actions() {
            mask[action as usize] = 1;
        }
        Array::u8(mask, vec![size]).into_numpy(py)
    }

    /// The seconds there are for this move; `None` if nobody counts.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.budget.time.map(|time| time.as_secs_f64())
    }

    /// What may be spent on this move: `time` in seconds, `iterations`, `nodes`, `depth`; what is
    /// missing is not limited.
    #[getter]
    fn budget<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        if let Some(time) = self.time() {
            told.set_item("time", time)?;
        }
        let counts = [
            ("iterations", self.budget.iterations),
            ("nodes", self.budget.nodes),
            ("depth", self.budget.depth.map(u64::from)),
        ];
        for (name, count) in counts {
            if let Some(count) = count {
                told.set_item(name, count)?;
            }
        }
        Ok(told)
    }

    /// The seed of this move.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// A `random.Random` of this move: who takes all randomness from it plays the same game again.
    #[getter]
    fn rng(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || {
            let random = py.import("random")?.getattr("Random")?;
            Ok::<_, PyErr>(random.call1((self.seed,))?.unbind())
        };
        Ok(self.rng.get_or_try_init(py, make)?.clone_ref(py))
    }

    /// A position that fits all that the seat knows, drawn from all that do. Without a seed, another one
    /// each time, the same ones in the same game.
    #[pyo3(signature = (seed=None))]
    fn determinize(&self, py: Python<'_>, seed: Option<u64>) -> State {
        let next = || {
            let number = self.drawn.fetch_add(1, Ordering::Relaxed);
            Seed(self.seed).child("determinize", number).0
        };
        let seed = seed.unwrap_or_else(next);
        let position = self.view.determinize(&mut Seed(seed).rng());
        let origin = Origin::Text(seed, position.text());
        State::new(self.game.clone_ref(py), position, origin)
    }

    /// A position after a move of this seat: what is hidden or left to chance is drawn.
    fn simulate(&self, py: Python<'_>, r#move: Given<'_>) -> PyResult<State> {
        let mut state = self.determinize(py, None);
        state.play(r#move)?;
        state.settle();
        Ok(state)
    }

    fn __repr__(&self) -> String {
        let spec = self.game.get().variant.spec();
        format!("<ludorum.View of {spec} for seat {}>", self.seat())
    }
}
