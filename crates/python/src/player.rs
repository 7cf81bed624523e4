//! Agents by spec, asked for a move.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludorum_catalog::Player as Hired;
use ludorum_core::{Node, Seat, Seed, Stop};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::Game;
use crate::interrupt::interruptible;
use crate::refused;
use crate::state::{State, budget};

/// Who answers in this time need not be interrupted.
const AT_ONCE: Duration = Duration::from_millis(5);

/// An agent of the catalog or a program, made for one game.
#[pyclass(module = "ludorum._native", frozen)]
pub(crate) struct Player {
    hired: Mutex<Hired>,
    /// Whether it answered at once when it was asked last. Only then it is asked in the same thread.
    is_quick: AtomicBool,
    spec: String,
    game: Py<Game>,
}

#[pymethods]
impl Player {
    /// The agent of a spec for a game.
    #[new]
    pub(crate) fn hire(game: Bound<'_, Game>, spec: &str) -> PyResult<Player> {
        let hired = game.get().variant.player(spec).map_err(refused)?;
        Ok(Player {
            spec: hired.spec().to_owned(),
            hired: Mutex::new(hired),
            is_quick: AtomicBool::new(false),
            game: game.unbind(),
        })
    }

    /// The spec in its shortest form.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Whether it is no part of Ludorum but a program of its own.
    #[getter]
    fn is_external(&self) -> PyResult<bool> {
        let hired = self.hired.lock();
        Ok(hired
            .map_err(|_| refused("the agent is broken"))?
            .is_guest())
    }

    /// What it chooses for the seat to move, and why. A program is told what follows from `seed`: do not
    /// give it the seed of the game.
    #[pyo3(signature = (state, *, seed=0, time=None, iterations=None, nodes=None, depth=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        seed: u64,
        time: Option<f64>,
        iterations: Option<u64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if state.game.get().variant.spec() != self.game.get().variant.spec() {
            return Err(refused("the agent was made for another game"));
        }
        let position = &state.position;
        let Node::Decide(seat) = position.node() else {
            return Err(refused("no seat is to move"));
        };
        let budget = budget(time, iterations, nodes, depth)?;
        let ask = |stop: &Stop| {
            let hired = self.hired.lock();
            let mut hired = hired.map_err(|_| "the agent is broken".to_owned())?;
            let mut rng = Seed(seed).rng();
            let began = Instant::now();
            let verdict = hired.try_choose(position, &budget, stop, &mut rng);
            self.is_quick
                .store(began.elapsed() < AT_ONCE, Ordering::Relaxed);
            let verdict = verdict.map_err(|forfeit| forfeit.reason)?;
            Ok((verdict, hired.reasons(position)))
        };
        let asked = match self.is_quick.load(Ordering::Relaxed) {
            true => py.detach(|| ask(&Stop::new())),
            false => interruptible(py, ask)?,
        };
        let (verdict, reasons) = asked.map_err(|reason: String| refused(reason))?;
        let told = PyDict::new(py);
        told.set_item("move", position.move_text(verdict.best))?;
        told.set_item("value", verdict.value.map(|value| value[seat]))?;
        told.set_item("nodes", verdict.effort.nodes)?;
        told.set_item("depth", verdict.effort.depth)?;
        told.set_item("line", reasons.line)?;
        let candidates = reasons.candidates.into_iter();
        let candidates: Vec<_> = candidates
            .map(|reason| (reason.text, reason.value, reason.visits))
            .collect();
        told.set_item("candidates", candidates)?;
        Ok(told)
    }

    fn __repr__(&self) -> String {
        format!(
            "<ludorum.Player {} of {}>",
            self.spec,
            self.game.get().variant.spec()
        )
    }

    /// Shows it what its seat sees after a move of anyone.
    fn observe(&self, py: Python<'_>, state: &State, seat: usize) -> PyResult<()> {
        if seat >= state.position.seats() {
            return Err(refused("there is no such seat"));
        }
        py.detach(|| {
            let mut hired = self.hired.lock().map_err(|_| "the agent is broken")?;
            hired.observe(&state.position, Seat::new(seat));
            Ok(())
        })
        .map_err(|reason: &str| refused(reason))
    }
}
