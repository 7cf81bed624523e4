//! Positions: a game in progress, with its legal moves and the way back.

use std::time::Duration;

use ludorum_catalog::{Position, chance_rng};
use ludorum_core::{Budget, Ink, Node, Seat, Seed, Stop};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::array::{Array, zeros};
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::texts::Given;
use crate::view::View;
use crate::{all_threads, refused};

/// Where a game began.
#[derive(Clone)]
pub(crate) enum Origin {
    /// At the start, set up by this seed.
    Seed(u64),
    /// At a position given as text; the seed is for chance.
    Text(u64, String),
}

impl Origin {
    fn seed(&self) -> Seed {
        match self {
            Origin::Seed(seed) | Origin::Text(seed, _) => Seed(*seed),
        }
    }
}

/// A game in progress.
#[pyclass(module = "ludorum._native")]
pub(crate) struct State {
    pub(crate) game: Py<Game>,
    pub(crate) position: Position,
    origin: Origin,
}

impl State {
    pub(crate) fn new(game: Py<Game>, position: Position, origin: Origin) -> State {
        State {
            game,
            position,
            origin,
        }
    }

    pub(crate) fn play(&mut self, given: Given<'_>) -> PyResult<()> {
        match given {
            Given::Text(text) => {
                let action = self.game.get().texts.action(&text);
                if action.is_some_and(|action| self.position.play_action(action)) {
                    return Ok(());
                }
                // Another way to write it, an event of chance, or something to be refused.
                self.position.play_text(&text.to_cow()?).map_err(refused)
            }
            Given::Action(action) if self.position.play_action(action) => Ok(()),
            Given::Action(action) => Err(refused(format!("no legal move has the number {action}"))),
        }
    }

    fn clone_ref(&self, py: Python<'_>) -> State {
        State {
            game: self.game.clone_ref(py),
            position: self.position.clone(),
            origin: self.origin.clone(),
        }
    }

    /// The seat with this index, or the one to move if none is given; the first if nobody is.
    fn seat_or_mover(&self, seat: Option<usize>) -> PyResult<Seat> {
        let mover = match self.position.node() {
            Node::Decide(seat) => seat.index(),
            Node::Chance | Node::Over => 0,
        };
        let (seat, seats) = (seat.unwrap_or(mover), self.position.seats());
        if seat >= seats {
            let reason = format!("seats are 0 to {}, not {seat}", seats - 1);
            return Err(PyIndexError::new_err(reason));
        }
        Ok(Seat::new(seat))
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The seat to move, from 0; `None` when chance is, or nobody.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.position.node() {
            Node::Decide(seat) => Some(seat.index()),
            Node::Chance | Node::Over => None,
        }
    }

    /// Whether the next move is an event of chance.
    #[getter]
    fn is_chance(&self) -> bool {
        self.position.node() == Node::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.node() == Node::Over
    }

    /// The legal moves as text.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.game.get().told(py, &self.actions())
    }

    /// The fixed numbers of the legal moves, in the same order.
    fn actions(&self) -> Vec<u32> {
        let mut actions = Vec::with_capacity(self.position.move_count());
        self.position.actions(&mut actions);
        actions
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

    /// Plays a move of the seat to move, by its text or its fixed number, or an event of chance by its
    /// text.
    fn apply(&mut self, r#move: Given<'_>) -> PyResult<()> {
        self.play(r#move)
    }

    /// The position after a move; this one stays as it is.
    fn child(&self, py: Python<'_>, r#move: Given<'_>) -> PyResult<State> {
        let mut next = self.clone_ref(py);
        next.play(r#move)?;
        Ok(next)
    }

    /// Takes back the last move; returns whether there was one.
    fn undo(&mut self) -> bool {
        self.position.undo()
    }

    /// A copy that goes its own way.
    fn clone(&self, py: Python<'_>) -> State {
        self.clone_ref(py)
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.clone_ref(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: Bound<'_, PyAny>) -> State {
        self.clone_ref(py)
    }

    /// Draws an event of chance, plays it, and returns its text. Without a seed, chance decides as it
    /// would in a match from the seed of the game.
    #[pyo3(signature = (seed=None))]
    fn roll(&mut self, seed: Option<u64>) -> PyResult<String> {
        if self.position.node() != Node::Chance {
            return Err(PyValueError::new_err("it is not for chance to move"));
        }
        let drawn = |seed| Seed(seed).rng();
        let own = || chance_rng(self.origin.seed(), self.position.plies());
        let mut rng = seed.map_or_else(own, drawn);
        Ok(self.position.roll(&mut rng))
    }

    /// Rolls until a seat is to move or the game is over, as `roll` without a seed.
    pub(crate) fn settle(&mut self) {
        while self.position.node() == Node::Chance {
            let mut rng = chance_rng(self.origin.seed(), self.position.plies());
            self.position.roll(&mut rng);
        }
    }

    /// Every event of chance that can happen here with its probability; `None` if there are too many
    /// to list.
    fn events(&self) -> Option<Vec<(String, f64)>> {
        self.position.events()
    }

    /// How the game ended, for each seat: 1 for a win, -1 for a loss; `None` while it goes on.
    fn utilities(&self) -> Option<Vec<f64>> {
        let outcome = self.position.outcome()?;
        Some(outcome.utilities().iter().collect())
    }

    /// The rank of each seat, 1 being the best; `None` while the game goes on.
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

    /// The moves played so far.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.position.history()
    }

    /// The number of moves played so far.
    #[getter]
    fn plies(&self) -> usize {
        self.position.plies()
    }

    /// The hash of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The seed of the setup and of chance.
    #[getter]
    fn seed(&self) -> u64 {
        self.origin.seed().0
    }

    /// The position as one compact text, which `Game.position` reads.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// The board for a terminal: with everything, or as a seat sees it.
    #[pyo3(signature = (seat=None))]
    fn draw(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(match seat {
            None => self.position.draw_open(Ink::Plain),
            seat => self.position.draw(self.seat_or_mover(seat)?, Ink::Plain),
        })
    }

    /// The board as a picture: with everything, or as a seat sees it.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(match seat {
            None => self.position.picture(),
            seat => self.position.view(self.seat_or_mover(seat)?).picture(),
        })
    }

    /// The same, for a notebook.
    fn _repr_svg_(&self) -> String {
        self.position.picture()
    }

    /// What a seat may know; the one to move if none is given. The rest is what an agent is told beside
    /// it: a seed for its randomness, what it may spend, and the moves as another table told them.
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
    ) -> PyResult<View> {
        let seat = self.seat_or_mover(seat)?;
        let budget = budget(time, iterations, nodes, depth)?;
        let view = self.position.view(seat);
        let view = View::new(self.game.clone_ref(py), view, budget, seed);
        Ok(view.with_history(history))
    }

    /// What a seat sees as planes of numbers; the one to move if none is given.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game.get();
        let mut cells = vec![0.0; game.planes.cells()];
        self.position.observe(self.seat_or_mover(seat)?, &mut cells);
        Array::f32(cells, game.observed()).into_numpy(py)
    }

    /// Plays random moves to the end of `count` games in threads, each from this position: what each
    /// was worth to each seat, and how many moves it had. The position stays as it is.
    #[pyo3(signature = (count, seed=0, threads=None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let seats = self.position.seats();
        let mut worth: Vec<f32> = zeros(&[count, seats])?;
        let mut plies: Vec<i32> = zeros(&[count])?;
        let share = count.div_ceil(all_threads(threads)).max(1);
        let position = &self.position;
        let play = |first: usize, worth: &mut [f32], plies: &mut [i32], stop: &Stop| {
            for (index, (own, plies)) in worth.chunks_mut(seats).zip(plies).enumerate() {
                if stop.is_raised() {
                    return;
                }
                let number = (first + index) as u64;
                let mut rng = Seed(seed).child("playout", number).rng();
                let (outcome, moves) = position.random_end(&mut rng);
                *plies = moves as i32;
                for (cell, utility) in own.iter_mut().zip(outcome.utilities().iter()) {
                    *cell = utility as f32;
                }
            }
        };
        interruptible(py, |stop| {
            let mut parts = worth.chunks_mut(share * seats).zip(plies.chunks_mut(share));
            let own = parts.next();
            std::thread::scope(|scope| {
                for (part, (worth, plies)) in parts.enumerate() {
                    scope.spawn(move || play((part + 1) * share, worth, plies, stop));
                }
                if let Some((worth, plies)) = own {
                    play(0, worth, plies, stop);
                }
            });
        })?;
        let worth = Array::f32(worth, vec![count, seats]).into_numpy(py)?;
        Ok((worth, Array::i32(plies, vec![count]).into_numpy(py)?))
    }

    /// The number of move sequences of this length.
    fn perft(&mut self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        // Another thread has to watch for Ctrl-C where it may take long.
        let position = &mut self.position;
        match depth {
            0..=2 => py.detach(|| position.perft(depth)),
            _ => interruptible(py, |stop| position.perft_until(depth, stop))?,
        }
        .map_err(refused)
    }

    fn __eq__(&self, other: &State) -> bool {
        self.game.get().variant.spec() == other.game.get().variant.spec()
            && self.position.key() == other.position.key()
            && self.position.text() == other.position.text()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (seed, text) = match &self.origin {
            Origin::Seed(seed) => (*seed, None),
            Origin::Text(seed, text) => (*seed, Some(text.as_str())),
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
        self.position.draw_open(Ink::Plain)
    }
}

/// A state from where it began and the moves since, as another process had it.
#[pyfunction]
pub(crate) fn rebuild(
    py: Python<'_>,
    spec: &str,
    seed: u64,
    text: Option<&str>,
    history: Vec<String>,
) -> PyResult<State> {
    let game = Bound::new(py, Game::open(spec)?)?;
    let mut state = match text {
        None => Game::start(game, seed),
        Some(text) => Game::position(game, text, seed)?,
    };
    for text in history {
        state.position.play_text(&text).map_err(refused)?;
    }
    Ok(state)
}

/// A budget from what Python says.
pub(crate) fn budget(
    time: Option<f64>,
    iterations: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
) -> PyResult<Budget> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    Ok(Budget {
        time: time.map_err(refused)?,
        iterations,
        nodes,
        depth,
    })
}
