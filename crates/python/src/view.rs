//! The observation of one seat: everything an agent receives.

use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::{Budget, NodeKind, Seed, TerminalStyle};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};

use crate::array::NumpyArray;
use crate::game::PyGame;
use crate::move_texts::PythonMoveArgument;
use crate::state::{PyState, StateOrigin};

/// View of one seat on a position, with the search budget for its move.
#[pyclass(name = "View", module = "ludorum._native", frozen)]
pub(crate) struct PyView {
    game: Py<PyGame>,
    view: ludorum_catalog::View,
    budget: Budget,
    seed: u64,
    /// Number of determinizations sampled so far without a seed.
    determinizations: AtomicU64,
    rng: PyOnceLock<Py<PyAny>>,
    /// Moves as an external table reported them; `None` to derive them from the position.
    history: Option<Vec<String>>,
}

impl PyView {
    pub(crate) fn new(
        game: Py<PyGame>,
        view: ludorum_catalog::View,
        budget: Budget,
        seed: u64,
    ) -> PyView {
        PyView {
            game,
            view,
            budget,
            seed,
            determinizations: AtomicU64::new(0),
            rng: PyOnceLock::new(),
            history: None,
        }
    }

    pub(crate) fn with_history(mut self, history: Option<Vec<String>>) -> PyView {
        self.history = history;
        self
    }
}

#[pymethods]
impl PyView {
    /// Game to which this view belongs.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// Seat whose view this is, counted from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat().index()
    }

    /// The seat to move, from 0; `None` at chance nodes and at the end.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        match self.view.node() {
            NodeKind::Decide(seat) => Some(seat.index()),
            NodeKind::Chance | NodeKind::Over => None,
        }
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.view.node() == NodeKind::Over
    }

    /// Legal moves as text; empty unless the seat of this view is to move.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.game.get().variant.action_count() {
            0 => PyList::new(py, self.view.moves()),
            _ => self.game.get().move_list(py, &self.actions()),
        }
    }

    /// Action numbers of the legal moves, in the same order as `moves`.
    fn actions(&self) -> Vec<u32> {
        self.view.actions()
    }

    /// The position as text; `None` in games with hidden information.
    #[getter]
    fn position(&self) -> Option<String> {
        self.view.position()
    }

    /// View as text: everything that the seat knows about the position.
    #[getter]
    fn text(&self) -> String {
        self.view.text()
    }

    /// All moves so far, as the seat observed them.
    #[getter]
    fn history(&self) -> Vec<String> {
        let reported = self.history.clone();
        reported.unwrap_or_else(|| self.view.history())
    }

    /// Draws the view as text for a terminal.
    fn draw(&self) -> String {
        self.view.draw(TerminalStyle::Plain)
    }

    /// Draws the view as SVG.
    fn svg(&self) -> String {
        self.view.picture()
    }

    /// The view as SVG, for notebooks.
    fn _repr_svg_(&self) -> String {
        self.view.picture()
    }

    /// Observation tensor of the view's seat: planes, rows, columns.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game.get();
        let mut cells = vec![0.0; game.planes.cells()];
        self.view.observe(&mut cells);
        NumpyArray::f32(cells, game.observation_dimensions()).into_numpy(py)
    }

    /// The action mask: 1 for every legal action, 0 for all others.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.game.get().action_mask(py, &self.actions())
    }

    /// The time for this move in seconds; `None` if unlimited.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.budget.time.map(|time| time.as_secs_f64())
    }

    /// The search budget for this move: `time` in seconds, `iterations`, `nodes`, `depth`. Missing
    /// entries are unlimited.
    #[getter]
    fn budget<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let limits = PyDict::new(py);
        if let Some(time) = self.time() {
            limits.set_item("time", time)?;
        }
        let counts = [
            ("iterations", self.budget.iterations),
            ("nodes", self.budget.nodes),
            ("depth", self.budget.depth.map(u64::from)),
        ];
        for (name, count) in counts {
            if let Some(count) = count {
                limits.set_item(name, count)?;
            }
        }
        Ok(limits)
    }

    /// Seed for the agent's randomness in this move.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// A `random.Random` seeded for this move. An agent that uses no other randomness is
    /// reproducible.
    #[getter]
    fn rng(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || {
            let random = py.import("random")?.getattr("Random")?;
            Ok::<_, PyErr>(random.call1((self.seed,))?.unbind())
        };
        Ok(self.rng.get_or_try_init(py, make)?.clone_ref(py))
    }

    /// Samples a position consistent with everything the seat knows. Without a seed each call
    /// returns another position, in a reproducible sequence.
    #[pyo3(signature = (seed=None))]
    fn determinize(&self, py: Python<'_>, seed: Option<u64>) -> PyState {
        let next = || {
            let number = self.determinizations.fetch_add(1, Ordering::Relaxed);
            Seed(self.seed).child("determinize", number).0
        };
        let seed = seed.unwrap_or_else(next);
        let position = self.view.determinize(&mut Seed(seed).rng());
        let origin = StateOrigin::Text(seed, position.text());
        PyState::new(self.game.clone_ref(py), position, origin)
    }

    /// Samples a position after a move of this seat; hidden information and chance events are
    /// random.
    fn simulate(&self, py: Python<'_>, r#move: PythonMoveArgument<'_>) -> PyResult<PyState> {
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
