//! Agents that are Python objects, as players in the arena.

use std::sync::Arc;

use ludorum_catalog::{ExternalPlayer, Forfeit, Player, ThinkingCallback, Variant, View};
use ludorum_core::{Budget, MoveChoice, PerSeat, Rng, StopFlag};
use ludorum_protocol::engine::to_53_bits;
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::view::PyView;

/// First exception raised by a Python agent or callback, to be raised again in the caller.
#[derive(Clone, Default)]
pub(crate) struct FirstException(Arc<Mutex<Option<PyErr>>>);

impl FirstException {
    pub(crate) fn take(&self) -> Option<PyErr> {
        let mut held = self.0.lock();
        held.take()
    }

    pub(crate) fn is_set(&self) -> bool {
        let held = self.0.lock();
        held.is_some()
    }

    pub(crate) fn record(&self, error: PyErr) {
        let mut held = self.0.lock();
        held.get_or_insert(error);
    }
}

/// Python thread ids of the threads in which Python agents currently run.
#[derive(Clone, Default)]
pub(crate) struct PythonAgentThreads(Arc<Mutex<Vec<u64>>>);

impl PythonAgentThreads {
    /// Registers the current thread while `think`, a call of a Python agent, runs.
    fn during<T>(&self, py: Python<'_>, think: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let own = py.import("threading")?.call_method0("get_ident")?;
        let own = own.extract()?;
        self.0.lock().push(own);
        let thought = think();
        self.0.lock().retain(|thread| *thread != own);
        thought
    }

    /// Interrupts all registered threads, so that Python agents that do not return cannot block the
    /// run.
    pub(crate) fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let threads = self.0.lock().clone();
        let interrupt = py.import("ludorum.agent")?.getattr("_interrupt")?;
        threads
            .into_iter()
            .try_for_each(|thread| interrupt.call1((thread,)).map(drop))
    }
}

/// The Python agents of a run or study. Clones share the agents and their exceptions.
#[derive(Clone, Default)]
pub(crate) struct PythonAgentFactories {
    /// Factories by agent spec; a factory creates a new Python agent object for each game.
    factories: Arc<Vec<(String, Py<PyAny>)>>,
    pub(crate) exception: FirstException,
    pub(crate) thinking: PythonAgentThreads,
}

impl PythonAgentFactories {
    pub(crate) fn new(factories: Vec<(String, Py<PyAny>)>) -> PythonAgentFactories {
        PythonAgentFactories {
            factories: Arc::new(factories),
            ..PythonAgentFactories::default()
        }
    }

    /// Factories by agent spec, as given to [`new`](PythonAgentFactories::new).
    pub(crate) fn factories(&self, py: Python<'_>) -> Vec<(String, Py<PyAny>)> {
        let factories = self.factories.iter();
        let factories = factories.map(|(spec, factory)| (spec.clone(), factory.clone_ref(py)));
        factories.collect()
    }

    /// Adds the Python agents to the external players of a variant.
    pub(crate) fn add_to(&self, variant: Variant) -> Variant {
        if self.factories.is_empty() {
            return variant;
        }
        let agents = self.clone();
        let own = variant.clone();
        let invite = move |variant: &Variant, spec: &str| {
            let player = agents.player(variant, spec);
            // Other external agents are created by the variant itself.
            player.map(Ok).or_else(|| Some(own.player(spec)))
        };
        variant.with_external_players(Arc::new(invite))
    }

    /// Creates the player of a spec such as `python:Mine` or `python:Mine,depth=3`; `None` if the
    /// spec names none of the Python agents.
    fn player(&self, variant: &Variant, spec: &str) -> Option<Player> {
        let split = spec.split_once(',').unwrap_or((spec, ""));
        let find = |wanted: &str| self.factories.iter().find(|(name, _)| name == wanted);
        let (factory, parameters) = match find(spec) {
            Some((_, factory)) => (factory, ""),
            None => (&find(split.0)?.1, split.1),
        };
        let agent = PythonAgent {
            variant: variant.clone(),
            factory: Python::attach(|py| factory.clone_ref(py)),
            parameters: parameters.to_owned(),
            agent: None,
            failed: None,
            exception: self.exception.clone(),
            thinking: self.thinking.clone(),
        };
        Some(Player::external(spec.to_owned(), Box::new(agent)))
    }
}

/// Python agent that plays one seat of a game.
struct PythonAgent {
    variant: Variant,
    /// Python callable that creates the agent object for one game; its arguments are the game, the
    /// seat, a seed and the parameters.
    factory: Py<PyAny>,
    /// Parameters from the agent spec, such as `depth=3,c=0.5`.
    parameters: String,
    agent: Option<(Py<PyAny>, Py<PyGame>)>,
    /// Exception text if the agent failed while observing a move; `None` otherwise.
    failed: Option<String>,
    exception: FirstException,
    thinking: PythonAgentThreads,
}

impl PythonAgent {
    /// Python agent object for this game, created on first use.
    fn agent<'py>(
        &mut self,
        py: Python<'py>,
        view: &View,
        rng: &mut Rng,
    ) -> PyResult<(Bound<'py, PyAny>, Py<PyGame>)> {
        if self.agent.is_none() {
            let game = Py::new(py, PyGame::of(self.variant.clone()))?;
            let seat = view.seat().index();
            let arguments = (game.clone_ref(py), seat, next_seed(rng), &self.parameters);
            let agent = self.factory.bind(py).call1(arguments)?;
            self.agent = Some((agent.unbind(), game));
        }
        let (agent, game) = self.agent.as_ref().expect("created above");
        Ok((agent.bind(py).clone(), game.clone_ref(py)))
    }

    fn ask_move(
        &mut self,
        py: Python<'_>,
        view: &View,
        budget: &Budget,
        rng: &mut Rng,
    ) -> PyResult<MoveChoice<String>> {
        let (agent, game) = self.agent(py, view, rng)?;
        let view_object = PyView::new(game, view.clone(), *budget, next_seed(rng));
        let answer = agent.call_method1("_choose_index", (view_object,))?;
        let (best, value): (usize, Option<f64>) = answer.extract()?;
        let seats = self.variant.seats();
        // The agent reports only its own value; with two seats the other's is the opposite.
        let utilities = |value: f64| {
            PerSeat::from_fn(seats, |seat| match (seat == view.seat(), seats) {
                (true, _) => value,
                (false, 2) => -value,
                (false, _) => 0.0,
            })
        };
        // No move is empty: a wrong index becomes a move that does not exist.
        let best = view.moves().into_iter().nth(best).unwrap_or_default();
        Ok(MoveChoice {
            value: value.map(utilities),
            line: Vec::new(),
            ..MoveChoice::plain(best)
        })
    }
}

/// Draws the next seed for an agent, of 53 bits as in the engine protocol.
fn next_seed(rng: &mut Rng) -> u64 {
    to_53_bits(rng.bits())
}

impl ExternalPlayer for PythonAgent {
    fn choose(
        &mut self,
        view: &View,
        budget: &Budget,
        _: &StopFlag,
        rng: &mut Rng,
        _: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<String>, Forfeit> {
        if let Some(reason) = self.failed.clone() {
            return Err(Forfeit { reason });
        }
        Python::attach(|py| {
            let thinking = self.thinking.clone();
            let answer = thinking.during(py, || self.ask_move(py, view, budget, rng));
            answer.map_err(|error| {
                let reason = error.to_string();
                self.exception.record(error);
                Forfeit { reason }
            })
        })
    }

    fn observe(&mut self, view: &View) {
        let Some((agent, game)) = &self.agent else {
            return;
        };
        Python::attach(|py| {
            let agent = agent.bind(py);
            let observes = agent
                .getattr("_observes")
                .and_then(|observes| observes.extract());
            if let Ok(true) = observes {
                let game = game.clone_ref(py);
                let view_object = PyView::new(game, view.clone(), Budget::UNLIMITED, 0);
                let observe = || agent.call_method1("_observe", (view_object,));
                if let Err(error) = self.thinking.during(py, observe) {
                    self.failed = Some(error.to_string());
                    self.exception.record(error);
                }
            }
        });
    }
}
