//! Positions of games in progress, with legal moves and undo.

use std::time::Duration;

use ludorum_catalog::{Position, chance_rng};
use ludorum_core::{Budget, NodeKind, Seat, Seed, StopFlag, TerminalStyle};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::array::{NumpyArray, zeros};
use crate::game::PyGame;
use crate::interrupt::interruptible;
use crate::move_texts::PythonMoveArgument;
use crate::view::PyView;
use crate::{thread_count, value_error};

/// Position from which the history of a state begins.
#[derive(Clone)]
pub(crate) enum StateOrigin {
    /// The initial position with this seed.
    Seed(u64),
    /// Position given as text, with the seed of later chance events.
    Text(u64, String),
}

impl StateOrigin {
    fn seed(&self) -> Seed {
        match self {
            StateOrigin::Seed(seed) | StateOrigin::Text(seed, _) => Seed(*seed),
        }
    }
}

/// Game in progress: a position with its history.
#[pyclass(name = "State", module = "ludorum._native")]
pub(crate) struct PyState {
    pub(crate) game: Py<PyGame>,
    pub(crate) position: Position,
    origin: StateOrigin,
}

impl PyState {
    pub(crate) fn new(game: Py<PyGame>, position: Position, origin: StateOrigin) -> PyState {
        PyState {
            game,
            position,
            origin,
        }
    }

    pub(crate) fn play(&mut self, mv: PythonMoveArgument<'_>) -> PyResult<()> {
        match mv {
            PythonMoveArgument::Text(text) => {
                let action = self.game.get().texts.action(&text);
                if action.is_some_and(|action| self.position.play_action(action)) {
                    return Ok(());
                }
                // An alternative notation, a chance event, or an illegal move.
                self.position
                    .play_text(&text.to_cow()?)
                    .map_err(value_error)
            }
            PythonMoveArgument::Action(action) if self.position.play_action(action) => Ok(()),
            PythonMoveArgument::Action(action) => {
                let reason = format!("no legal move has the number {action}");
                Err(value_error(reason))
            }
        }
    }

    fn clone_ref(&self, py: Python<'_>) -> PyState {
        PyState {
            game: self.game.clone_ref(py),
            position: self.position.clone(),
            origin: self.origin.clone(),
        }
    }

    /// Seat with this index; `None` selects the seat to move, or the first seat if there is none.
    fn seat_or_default(&self, seat: Option<usize>) -> PyResult<Seat> {
        let to_move = match self.position.node() {
            NodeKind::Decide(seat) => seat.index(),
            NodeKind::Chance | NodeKind::Over => 0,
        };
        let (seat, seats) = (seat.unwrap_or(to_move), self.position.seats());
        if seat >= seats {
            let reason = format!("seats are 0 to {}, not {seat}", seats - 1);
            return Err(PyIndexError::new_err(reason));
        }
        Ok(Seat::new(seat))
    }
}

#[pymethods]
impl PyState {
    /// Game to which this state belongs.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The seat to move, from 0; `None` at chance nodes and at the end.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.position.node() {
            NodeKind::Decide(seat) => Some(seat.index()),
            NodeKind::Chance | NodeKind::Over => None,
        }
    }

    /// True if the next event is a chance event.
    #[getter]
    fn is_chance(&self) -> bool {
        self.position.node() == NodeKind::Chance
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.node() == NodeKind::Over
    }

    /// Legal moves as text.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.game.get().variant.action_count() {
            0 => PyList::new(py, self.position.moves()),
            _ => self.game.get().move_list(py, &self.actions()),
        }
    }

    /// Action numbers of the legal moves, in the same order as `moves`.
    fn actions(&self) -> Vec<u32> {
        let mut actions = Vec::with_capacity(self.position.move_count());
        self.position.actions(&mut actions);
        actions
    }

    /// The action mask: 1 for every legal action, 0 for all others.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.game.get().action_mask(py, &self.actions())
    }

    /// Plays a move, by its text or its action number, or a chance event by its text.
    fn apply(&mut self, r#move: PythonMoveArgument<'_>) -> PyResult<()> {
        self.play(r#move)
    }

    /// State after a move; this state is unchanged.
    fn child(&self, py: Python<'_>, r#move: PythonMoveArgument<'_>) -> PyResult<PyState> {
        let mut next = self.clone_ref(py);
        next.play(r#move)?;
        Ok(next)
    }

    /// Takes back the last move or chance event; false if there is none.
    fn undo(&mut self) -> bool {
        self.position.undo()
    }

    /// Independent copy of the state.
    fn clone(&self, py: Python<'_>) -> PyState {
        self.clone_ref(py)
    }

    fn __copy__(&self, py: Python<'_>) -> PyState {
        self.clone_ref(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: Bound<'_, PyAny>) -> PyState {
        self.clone_ref(py)
    }

    /// Samples a chance event, plays it and returns its text. Without a seed, it is the event that
    /// a match with the seed of this game would have.
    #[pyo3(signature = (seed=None))]
    fn roll(&mut self, seed: Option<u64>) -> PyResult<String> {
        if self.position.node() != NodeKind::Chance {
            return Err(PyValueError::new_err("the position is not a chance node"));
        }
        let seeded = |seed| Seed(seed).rng();
        let default = || chance_rng(self.origin.seed(), self.position.plies());
        let mut rng = seed.map_or_else(default, seeded);
        Ok(self.position.play_chance(&mut rng))
    }

    /// Samples chance events, as `roll` without a seed, until a seat is to move or the game is
    /// over.
    pub(crate) fn settle(&mut self) {
        resolve_chance(&mut self.position, self.origin.seed());
    }

    /// The possible chance events with their probabilities; `None` if there are too many to list.
    fn events(&self) -> Option<Vec<(String, f64)>> {
        self.position.events()
    }

    /// The utility of each seat, from -1 for a loss to 1 for a win; `None` before the end.
    fn utilities(&self) -> Option<Vec<f64>> {
        let outcome = self.position.outcome()?;
        Some(outcome.utilities().iter().collect())
    }

    /// The rank of each seat, 1 being the best; `None` before the end.
    fn ranks(&self) -> Option<Vec<u32>> {
        let outcome = self.position.outcome()?;
        Some(
            outcome
                .ranks()
                .iter()
                .map(|rank| u32::from(rank) + 1)
                .collect(),
        )
    }

    /// Texts of the moves and chance events so far.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.position.history()
    }

    /// The number of moves and chance events so far.
    #[getter]
    fn plies(&self) -> usize {
        self.position.plies()
    }

    /// Hash of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// Seed of the game's setup and chance events.
    #[getter]
    fn seed(&self) -> u64 {
        self.origin.seed().0
    }

    /// The position as compact text, which `Game.position` parses.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// Draws the board as text for a terminal: the full position, or the view of `seat` if given.
    #[pyo3(signature = (seat=None))]
    fn draw(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(match seat {
            None => self.position.draw_revealed(TerminalStyle::Plain),
            seat => self
                .position
                .draw(self.seat_or_default(seat)?, TerminalStyle::Plain),
        })
    }

    /// Draws the board as SVG: the full position, or the view of `seat` if given.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(match seat {
            None => self.position.picture(),
            seat => self.position.view(self.seat_or_default(seat)?).picture(),
        })
    }

    /// The board as SVG, for notebooks.
    fn _repr_svg_(&self) -> String {
        self.position.picture()
    }

    /// View of a seat, by default the seat to move. The other arguments are for the agent that
    /// receives the view: a seed for its randomness, its budget, and the moves as an external table
    /// reported them.
    #[pyo3(signature = (seat=None, *, seed=0, time=None, iterations=None, nodes=None, depth=None, history=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn view(
        &self,
        py: Python<'_>,
        seat: Option<usize>,
        seed: u64,
        time: Option<f64>,
        iterations: Option<u64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        history: Option<Vec<String>>,
    ) -> PyResult<PyView> {
        let seat = self.seat_or_default(seat)?;
        let budget = budget(time, iterations, nodes, depth)?;
        let view = self.position.view(seat);
        let view = PyView::new(self.game.clone_ref(py), view, budget, seed);
        Ok(view.with_history(history))
    }

    /// The observation tensor of a seat, by default the seat to move: planes, rows, columns.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game.get();
        let mut cells = vec![0.0; game.planes.cells()];
        self.position
            .observe(self.seat_or_default(seat)?, &mut cells);
        NumpyArray::f32(cells, game.observation_dimensions()).into_numpy(py)
    }

    /// Plays `count` random playouts from this position in parallel; returns the utilities of each
    /// seat and the number of moves of each playout. The state is unchanged.
    #[pyo3(signature = (count, seed=0, threads=None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let seats = self.position.seats();
        let mut utilities: Vec<f32> = zeros(&[count, seats])?;
        let mut plies: Vec<i32> = zeros(&[count])?;
        let share = count.div_ceil(thread_count(threads)).max(1);
        let position = &self.position;
        let play = |first: usize, utilities: &mut [f32], plies: &mut [i32], stop: &StopFlag| {
            for (index, (row, plies)) in utilities.chunks_mut(seats).zip(plies).enumerate() {
                if stop.is_raised() {
                    return;
                }
                let number = (first + index) as u64;
                let mut rng = Seed(seed).child("playout", number).rng();
                let (outcome, moves) = position.random_playout(&mut rng);
                *plies = moves as i32;
                for (cell, utility) in row.iter_mut().zip(outcome.utilities().iter()) {
                    *cell = utility as f32;
                }
            }
        };
        interruptible(py, |stop| {
            let mut parts = utilities
                .chunks_mut(share * seats)
                .zip(plies.chunks_mut(share));
            let own = parts.next();
            std::thread::scope(|scope| {
                for (part, (utilities, plies)) in parts.enumerate() {
                    scope.spawn(move || play((part + 1) * share, utilities, plies, stop));
                }
                if let Some((utilities, plies)) = own {
                    play(0, utilities, plies, stop);
                }
            });
        })?;
        let utilities = NumpyArray::f32(utilities, vec![count, seats]).into_numpy(py)?;
        Ok((
            utilities,
            NumpyArray::i32(plies, vec![count]).into_numpy(py)?,
        ))
    }

    /// Perft: number of move sequences of `depth` plies from this position.
    fn perft(&mut self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        // Deep counts run in another thread, so that Ctrl-C works.
        let position = &mut self.position;
        match depth {
            0..=2 => py.detach(|| position.perft(depth)),
            _ => interruptible(py, |stop| position.perft_until(depth, stop))?,
        }
        .map_err(value_error)
    }

    fn __eq__(&self, other: &PyState) -> bool {
        self.game.get().variant.spec() == other.game.get().variant.spec()
            && self.position.key() == other.position.key()
            && self.position.text() == other.position.text()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (seed, text) = match &self.origin {
            StateOrigin::Seed(seed) => (*seed, None),
            StateOrigin::Text(seed, text) => (*seed, Some(text.as_str())),
        };
        let spec = self.game.get().variant.spec();
        let rebuild = py.import("ludorum._native")?.getattr("rebuild")?;
        (rebuild, (spec, seed, text, self.history())).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        let spec = self.game.get().variant.spec();
        format!("<ludorum.State of {spec}: {}>", self.position.text())
    }

    fn __str__(&self) -> String {
        self.position.draw_revealed(TerminalStyle::Plain)
    }
}

/// Recreates a pickled state from its origin and its moves.
#[pyfunction]
pub(crate) fn rebuild(
    py: Python<'_>,
    spec: &str,
    seed: u64,
    text: Option<&str>,
    history: Vec<String>,
) -> PyResult<PyState> {
    let game = Bound::new(py, PyGame::open(spec)?)?;
    let mut state = match text {
        None => PyGame::start(game, seed),
        Some(text) => PyGame::position(game, text, seed)?,
    };
    for text in history {
        state.position.play_text(&text).map_err(value_error)?;
    }
    Ok(state)
}

/// Samples chance events until a seat is to move or the game is over: those of a match with this
/// seed.
pub(crate) fn resolve_chance(position: &mut Position, seed: Seed) {
    while position.node() == NodeKind::Chance {
        let mut rng = chance_rng(seed, position.plies());
        position.play_chance(&mut rng);
    }
}

/// Creates a search budget from Python arguments; `None` means unlimited.
pub(crate) fn budget(
    time: Option<f64>,
    iterations: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
) -> PyResult<Budget> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    Ok(Budget {
        time: time.map_err(value_error)?,
        iterations,
        nodes,
        depth,
    })
}
