//! Players created from agent specs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludorum_catalog::Player;
use ludorum_core::{NodeKind, Seat, Seed, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::PyGame;
use crate::interrupt::interruptible;
use crate::state::{PyState, budget};
use crate::value_error;

/// Time within which a player's answer counts as quick. Quick players are called without a second
/// thread that checks for signals.
const QUICK: Duration = Duration::from_millis(5);

/// Player of one game: a built-in or an external agent.
#[pyclass(name = "Player", module = "ludorum._native", frozen)]
pub(crate) struct PyPlayer {
    player: Mutex<Player>,
    /// True if the last answer was quick; the next choice then runs in the calling thread.
    is_quick: AtomicBool,
    spec: String,
    game: Py<PyGame>,
}

#[pymethods]
impl PyPlayer {
    /// Creates the player that an agent spec describes, for one game.
    #[new]
    pub(crate) fn new(game: Bound<'_, PyGame>, spec: &str) -> PyResult<PyPlayer> {
        let player = game.get().variant.player(spec).map_err(value_error)?;
        Ok(PyPlayer {
            spec: player.spec().to_owned(),
            player: Mutex::new(player),
            is_quick: AtomicBool::new(false),
            game: game.unbind(),
        })
    }

    /// Spec of the agent in canonical form.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// True if the player is an external agent.
    #[getter]
    fn is_external(&self) -> PyResult<bool> {
        let player = self.player.lock();
        Ok(player
            .map_err(|_| value_error("the agent has panicked"))?
            .is_external())
    }

    /// Chooses a move for the seat to move; returns it with search statistics. External agents
    /// receive values derived from `seed`: do not pass the seed of the game.
    #[pyo3(signature = (state, *, seed=0, time=None, iterations=None, nodes=None, depth=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        state: &PyState,
        seed: u64,
        time: Option<f64>,
        iterations: Option<u64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if state.game.get().variant.spec() != self.game.get().variant.spec() {
            return Err(value_error("the agent was made for another game"));
        }
        let position = &state.position;
        let NodeKind::Decide(seat) = position.node() else {
            return Err(value_error("no seat is to move"));
        };
        let budget = budget(time, iterations, nodes, depth)?;
        let ask = |stop: &StopFlag| {
            let player = self.player.lock();
            let mut player = player.map_err(|_| "the agent has panicked".to_owned())?;
            let mut rng = Seed(seed).rng();
            let began = Instant::now();
            let verdict = player.try_choose(position, &budget, stop, &mut rng);
            self.is_quick
                .store(began.elapsed() < QUICK, Ordering::Relaxed);
            verdict.map_err(|forfeit| forfeit.reason)?;
            Ok(player.last_choice(position).expect("it has just chosen"))
        };
        let answer = if self.is_quick.load(Ordering::Relaxed) {
            py.detach(|| ask(&StopFlag::new()))
        } else {
            interruptible(py, ask)?
        };
        let chosen = answer.map_err(|reason: String| value_error(reason))?;
        let choice = PyDict::new(py);
        choice.set_item("move", chosen.best)?;
        choice.set_item("value", chosen.value.map(|value| value[seat]))?;
        choice.set_item("nodes", chosen.effort.nodes)?;
        choice.set_item("depth", chosen.effort.depth)?;
        choice.set_item("line", chosen.line)?;
        let candidates = chosen.candidates.into_iter();
        let candidates: Vec<_> = candidates
            .map(|reason| (reason.mv, reason.value, reason.visits))
            .collect();
        choice.set_item("candidates", candidates)?;
        Ok(choice)
    }

    fn __repr__(&self) -> String {
        format!(
            "<ludorum.Player {} of {}>",
            self.spec,
            self.game.get().variant.spec()
        )
    }

    /// Shows the player the view of `seat` after a move of any seat.
    fn observe(&self, py: Python<'_>, state: &PyState, seat: usize) -> PyResult<()> {
        if seat >= state.position.seats() {
            return Err(value_error("the seat does not exist"));
        }
        py.detach(|| {
            let mut player = self.player.lock().map_err(|_| "the agent has panicked")?;
            player.observe(&state.position, Seat::new(seat));
            Ok(())
        })
        .map_err(|reason: &str| value_error(reason))
    }
}
