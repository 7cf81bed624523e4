//! Games by spec.

use std::sync::Arc;

use ludorum_bridge::{Guests, Shelf};
use ludorum_catalog::{Files, SpecError, Variant, kinds, open};
use ludorum_core::{Param, Planes, Seed};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::array::ShapeTuple;
use crate::refused;
use crate::state::{Origin, State};
use crate::texts::Texts;

/// One variant of a game, by its spec such as `quoridor:size=5`.
#[pyclass(module = "ludorum._native", frozen)]
pub(crate) struct Game {
    pub(crate) variant: Variant,
    pub(crate) planes: Arc<Planes>,
    pub(crate) texts: Texts,
}

impl Game {
    /// The game of a spec, at whose tables programs may sit too.
    pub(crate) fn open(spec: &str) -> PyResult<Game> {
        Ok(Game::of(Game::variant_of(spec).map_err(refused)?))
    }

    /// The variant of a spec, at whose tables programs may sit too, and agents made from files.
    pub(crate) fn variant_of(spec: &str) -> Result<Variant, SpecError> {
        Ok(open(spec)?
            .inviting(Guests::new(Shelf::usual()).invite())
            .reading(Arc::new(Files::anywhere())))
    }

    pub(crate) fn of(variant: Variant) -> Game {
        let planes = Arc::new(variant.planes());
        Game {
            variant,
            planes,
            texts: Texts::new(),
        }
    }

    /// The texts of moves.
    pub(crate) fn told<'py>(
        &self,
        py: Python<'py>,
        actions: &[u32],
    ) -> PyResult<Bound<'py, PyList>> {
        self.texts.tell(py, &self.variant, actions)
    }

    /// The shape of an observation.
    pub(crate) fn observed(&self) -> Vec<usize> {
        let Planes { height, width, .. } = *self.planes;
        vec![self.planes.names.len(), height, width]
    }
}

fn described<'py>(py: Python<'py>, params: &[Param]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let of = |param: &Param| {
        let told = PyDict::new(py);
        told.set_item("name", param.name)?;
        told.set_item("doc", param.doc)?;
        told.set_item("kind", param.kind.to_string())?;
        told.set_item("default", &param.default)?;
        Ok(told)
    };
    params.iter().map(of).collect()
}

/// Every game there is: its name, what it is, and its parameters.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let of = |kind: &ludorum_catalog::GameKind| {
        let told = PyDict::new(py);
        told.set_item("name", kind.name())?;
        told.set_item("summary", kind.summary())?;
        told.set_item("params", described(py, &kind.params())?)?;
        Ok(told)
    };
    kinds().iter().map(of).collect()
}

#[pymethods]
impl Game {
    /// The game of a spec.
    #[new]
    fn new(spec: &str) -> PyResult<Game> {
        Game::open(spec)
    }

    /// The spec in its shortest form.
    #[getter]
    fn spec(&self) -> &str {
        self.variant.spec()
    }

    /// The name without parameters.
    #[getter]
    fn name(&self) -> &'static str {
        self.variant.name()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.variant.seats()
    }

    /// Whether every seat sees everything.
    #[getter]
    fn is_open(&self) -> bool {
        self.variant.is_open()
    }

    /// No game is longer than this many moves, chance events included.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.variant.max_plies()
    }

    /// The version of the rules.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.variant.rules_version()
    }

    /// All numbers of moves are below this one.
    #[getter]
    fn num_actions(&self) -> usize {
        self.variant.actions()
    }

    /// What each plane of an observation says.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.planes.names.clone()
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> ShapeTuple {
        ShapeTuple(self.observed())
    }

    /// The text of the move with a number; `None` if there is none.
    fn action_text(&self, action: usize) -> Option<String> {
        self.variant.action_text(action)
    }

    /// The number of a move.
    fn action(&self, text: &str) -> PyResult<usize> {
        self.variant.action(text).map_err(refused)
    }

    /// The agents that can play, with their parameters.
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let of = |agent: &ludorum_catalog::AgentInfo| {
            let told = PyDict::new(py);
            told.set_item("name", agent.name)?;
            told.set_item("summary", agent.summary)?;
            told.set_item("params", described(py, &agent.params)?)?;
            Ok(told)
        };
        self.variant.agents().iter().map(of).collect()
    }

    /// The name of the strongest agent.
    #[getter]
    fn strongest_agent(&self) -> &'static str {
        self.variant.strongest_agent().name
    }

    /// The position before the first move. The seed decides the setup and all chance.
    #[pyo3(signature = (seed=0))]
    pub(crate) fn start(slf: Bound<'_, Game>, seed: u64) -> State {
        let position = slf.get().variant.start(Seed(seed));
        State::new(slf.unbind(), position, Origin::Seed(seed))
    }

    /// A position from its text.
    #[pyo3(signature = (text, seed=0))]
    pub(crate) fn position(slf: Bound<'_, Game>, text: &str, seed: u64) -> PyResult<State> {
        let position = slf.get().variant.position(text).map_err(refused)?;
        let origin = Origin::Text(seed, text.to_owned());
        Ok(State::new(slf.unbind(), position, origin))
    }

    /// The agent of a spec, made for one game.
    fn player(slf: Bound<'_, Game>, spec: &str) -> PyResult<crate::player::Player> {
        crate::player::Player::hire(slf, spec)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyTuple>> {
        let spec = slf.get().variant.spec();
        (slf.get_type(), (spec,)).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        format!("ludorum.Game({:?})", self.variant.spec())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.variant.spec() == other.variant.spec()
    }

    fn __hash__(&self) -> u64 {
        ludorum_core::sign_of(self.variant.spec())
    }
}
