//! Agents that are Python objects, at a table of the arena.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludorum_catalog::{Forfeit, Guest, SpecError, Variant, Verdict, View, Watch};
use ludorum_core::{Budget, Effort, PerSeat, Rng, Stop};
use ludorum_protocol::engine::portable;
use pyo3::prelude::*;

use crate::game::Game;

/// What the first agent raised that failed, for whoever started the run.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    pub(crate) fn take(&self) -> Option<PyErr> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.take()
    }

    pub(crate) fn is_there(&self) -> bool {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.is_some()
    }

    pub(crate) fn put(&self, error: PyErr) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.get_or_insert(error);
    }
}

/// The threads in which a Python object thinks about a move, by the numbers Python has for them.
#[derive(Clone, Default)]
pub(crate) struct Thinking(Arc<Mutex<Vec<u64>>>);

impl Thinking {
    fn threads(&self) -> MutexGuard<'_, Vec<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has this thread among them for as long as it thinks.
    fn during<T>(&self, py: Python<'_>, think: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let own = py.import("threading")?.call_method0("get_ident")?;
        let own = own.extract()?;
        self.threads().push(own);
        let thought = think();
        self.threads().retain(|thread| *thread != own);
        thought
    }

    /// Interrupts all of them, so that nobody waits for an agent that does not end by itself.
    pub(crate) fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let threads = self.threads().clone();
        let interrupt = py.import("ludorum.agent")?.getattr("_interrupt")?;
        threads
            .into_iter()
            .try_for_each(|thread| interrupt.call1((thread,)).map(drop))
    }
}

/// Python objects by the specs that name them, each with what makes a fresh one for a game.
pub(crate) struct Troupe {
    pub(crate) agents: Vec<(String, Py<PyAny>)>,
    pub(crate) failure: Failure,
    pub(crate) thinking: Thinking,
}

impl Troupe {
    /// The player of a spec, if it is one of these.
    pub(crate) fn player(
        &self,
        variant: &Variant,
        spec: &str,
    ) -> Option<Result<ludorum_catalog::Player, SpecError>> {
        let (_, maker) = self.agents.iter().find(|(name, _)| name == spec)?;
        let guest = PythonGuest {
            variant: variant.clone(),
            maker: Python::attach(|py| maker.clone_ref(py)),
            playing: None,
            broken: None,
            failure: self.failure.clone(),
            thinking: self.thinking.clone(),
        };
        let spec = spec.to_owned();
        Some(Ok(ludorum_catalog::Player::guest(spec, Box::new(guest))))
    }
}

struct PythonGuest {
    variant: Variant,
    /// Called with the game and the seat: gives an agent for one game.
    maker: Py<PyAny>,
    playing: Option<(Py<PyAny>, Py<Game>)>,
    /// Why it cannot go on: it failed when it was shown a move.
    broken: Option<String>,
    failure: Failure,
    thinking: Thinking,
}

impl PythonGuest {
    /// The agent of this game, made when it is first needed.
    fn agent<'py>(
        &mut self,
        py: Python<'py>,
        view: &View,
        rng: &mut Rng,
    ) -> PyResult<(Bound<'py, PyAny>, Py<Game>)> {
        if self.playing.is_none() {
            let game = Py::new(py, Game::of(self.variant.clone()))?;
            let seat = view.seat().index();
            let agent = self
                .maker
                .bind(py)
                .call1((game.clone_ref(py), seat, next_seed(rng)))?;
            self.playing = Some((agent.unbind(), game));
        }
        let (agent, game) = self.playing.as_ref().expect("made above");
        Ok((agent.bind(py).clone(), game.clone_ref(py)))
    }

    fn ask(
        &mut self,
        py: Python<'_>,
        view: &View,
        budget: &Budget,
        rng: &mut Rng,
    ) -> PyResult<Verdict> {
        let (agent, game) = self.agent(py, view, rng)?;
        let seen = crate::view::View::new(game, view.clone(), *budget, next_seed(rng));
        let answer = agent.call_method1("_turn", (seen,))?;
        let (best, value): (usize, Option<f64>) = answer.extract()?;
        let seats = self.variant.seats();
        // What the others may expect is not said; with two it is the opposite.
        let utilities = |value: f64| {
            PerSeat::from_fn(seats, |seat| match (seat == view.seat(), seats) {
                (true, _) => value,
                (false, 2) => -value,
                (false, _) => 0.0,
            })
        };
        Ok(Verdict {
            best,
            value: value.map(utilities),
            effort: Effort::default(),
        })
    }
}

/// The next seed, as a program of its own would get it.
fn next_seed(rng: &mut Rng) -> u64 {
    portable(rng.bits())
}

impl Guest for PythonGuest {
    fn choose(
        &mut self,
        view: &View,
        budget: &Budget,
        _: &Stop,
        rng: &mut Rng,
        _: Option<&Watch<'_>>,
    ) -> Result<Verdict, Forfeit> {
        if let Some(reason) = self.broken.clone() {
            return Err(Forfeit { reason });
        }
        Python::attach(|py| {
            let thinking = self.thinking.clone();
            let asked = thinking.during(py, || self.ask(py, view, budget, rng));
            asked.map_err(|error| {
                let reason = error.to_string();
                self.failure.put(error);
                Forfeit { reason }
            })
        })
    }

    fn observe(&mut self, view: &View) {
        let Some((agent, game)) = &self.playing else {
            return;
        };
        Python::attach(|py| {
            let agent = agent.bind(py);
            let watches = agent
                .getattr("_watches")
                .and_then(|watches| watches.extract());
            if let Ok(true) = watches {
                let game = game.clone_ref(py);
                let seen = crate::view::View::new(game, view.clone(), Budget::UNLIMITED, 0);
                let shown = || agent.call_method1("_saw", (seen,));
                if let Err(error) = self.thinking.during(py, shown) {
                    self.broken = Some(error.to_string());
                    self.failure.put(error);
                }
            }
        });
    }
}
