//! Games created from specs.

use std::sync::Arc;

use ludorum_bridge::{AgentRegistry, ExternalAgentFactory};
use ludorum_catalog::{AgentFileCache, SpecError, Variant, kinds, open};
use ludorum_core::{Param, PlaneLayout, Seed};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::array::{NumpyArray, ShapeTuple};
use crate::move_texts::PythonMoveTextCache;
use crate::player::PyPlayer;
use crate::state::{PyState, StateOrigin};
use crate::value_error;

/// A variant of a game, named by its spec such as `quoridor:size=5`.
#[pyclass(name = "Game", module = "ludorum._native", frozen)]
pub(crate) struct PyGame {
    pub(crate) variant: Variant,
    pub(crate) planes: Arc<PlaneLayout>,
    pub(crate) texts: PythonMoveTextCache,
}

impl PyGame {
    /// Opens the game that a spec describes, such as `quoridor:size=5`. External agents are
    /// allowed.
    pub(crate) fn open(spec: &str) -> PyResult<PyGame> {
        Ok(PyGame::of(PyGame::variant_of(spec).map_err(value_error)?))
    }

    /// Opens the variant that a spec describes. External agents and agents with parameter files are
    /// allowed.
    pub(crate) fn variant_of(spec: &str) -> Result<Variant, SpecError> {
        Ok(open(spec)?
            .with_external_players(
                ExternalAgentFactory::new(AgentRegistry::from_environment()).invite(),
            )
            .with_files(Arc::new(AgentFileCache::anywhere())))
    }

    pub(crate) fn of(variant: Variant) -> PyGame {
        let planes = Arc::new(variant.planes());
        PyGame {
            variant,
            planes,
            texts: PythonMoveTextCache::new(),
        }
    }

    /// Python list of the move texts of these action numbers.
    pub(crate) fn move_list<'py>(
        &self,
        py: Python<'py>,
        actions: &[u32],
    ) -> PyResult<Bound<'py, PyList>> {
        self.texts.list(py, &self.variant, actions)
    }

    /// Action mask with 1 for each of these action numbers and 0 for all others.
    pub(crate) fn action_mask<'py>(
        &self,
        py: Python<'py>,
        actions: &[u32],
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0; self.variant.action_count()];
        for &action in actions {
            mask[action as usize] = 1;
        }
        let shape = vec![mask.len()];
        NumpyArray::u8(mask, shape).into_numpy(py)
    }

    /// Dimensions of an observation: number of planes, rows and columns.
    pub(crate) fn observation_dimensions(&self) -> Vec<usize> {
        let PlaneLayout { height, width, .. } = *self.planes;
        vec![self.planes.names.len(), height, width]
    }
}

fn describe_params<'py>(py: Python<'py>, params: &[Param]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let of = |param: &Param| {
        let entry = PyDict::new(py);
        entry.set_item("name", param.name)?;
        entry.set_item("doc", param.doc)?;
        entry.set_item("kind", param.kind.to_string())?;
        entry.set_item("default", &param.default)?;
        Ok(entry)
    };
    params.iter().map(of).collect()
}

/// List of all games, each with its name, summary and parameters.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let of = |kind: &ludorum_catalog::CatalogEntry| {
        let entry = PyDict::new(py);
        entry.set_item("name", kind.name())?;
        entry.set_item("summary", kind.summary())?;
        entry.set_item("params", describe_params(py, &kind.params())?)?;
        Ok(entry)
    };
    kinds().iter().map(of).collect()
}

#[pymethods]
impl PyGame {
    /// Opens the game that a spec describes, such as `quoridor:size=5`.
    #[new]
    fn new(spec: &str) -> PyResult<PyGame> {
        PyGame::open(spec)
    }

    /// Spec of the game in canonical form.
    #[getter]
    fn spec(&self) -> &str {
        self.variant.spec()
    }

    /// Name of the game without parameters.
    #[getter]
    fn name(&self) -> &'static str {
        self.variant.name()
    }

    /// Number of seats in the game.
    #[getter]
    fn seats(&self) -> usize {
        self.variant.seats()
    }

    /// True if the game has perfect information.
    #[getter]
    fn is_open(&self) -> bool {
        self.variant.is_open()
    }

    /// Maximum length of a game in moves and chance events.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.variant.max_plies()
    }

    /// Version of the game's rules.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.variant.rules_version()
    }

    /// Number of distinct actions of the game; action numbers range from 0 to one less.
    #[getter]
    fn num_actions(&self) -> usize {
        self.variant.action_count()
    }

    /// The names of the observation planes.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.planes.names.clone()
    }

    /// Shape of an observation: number of planes, rows and columns.
    #[getter]
    fn observation_shape(&self) -> ShapeTuple {
        ShapeTuple(self.observation_dimensions())
    }

    /// Move text of an action number; `None` if no move has this number.
    fn action_text(&self, action: usize) -> Option<String> {
        self.variant.action_text(action)
    }

    /// Action number of a move text; an error if the text is not a move.
    fn action(&self, text: &str) -> PyResult<usize> {
        self.variant.action_id(text).map_err(value_error)
    }

    /// The agents of this game, with their parameters.
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let of = |agent: &ludorum_catalog::AgentDescription| {
            let entry = PyDict::new(py);
            entry.set_item("name", agent.name)?;
            entry.set_item("summary", agent.summary)?;
            entry.set_item("params", describe_params(py, &agent.params)?)?;
            Ok(entry)
        };
        self.variant.agents().iter().map(of).collect()
    }

    /// Name of the game's strongest agent.
    #[getter]
    fn strongest_agent(&self) -> &'static str {
        self.variant.strongest_agent().name
    }

    /// Initial position of the game. The seed determines the setup and all chance events.
    #[pyo3(signature = (seed=0))]
    pub(crate) fn start(slf: Bound<'_, PyGame>, seed: u64) -> PyState {
        let position = slf.get().variant.start(Seed(seed));
        PyState::new(slf.unbind(), position, StateOrigin::Seed(seed))
    }

    /// Parses a position from its text; `seed` determines later chance events.
    #[pyo3(signature = (text, seed=0))]
    pub(crate) fn position(slf: Bound<'_, PyGame>, text: &str, seed: u64) -> PyResult<PyState> {
        let position = slf.get().variant.position(text).map_err(value_error)?;
        let origin = StateOrigin::Text(seed, text.to_owned());
        Ok(PyState::new(slf.unbind(), position, origin))
    }

    /// Creates a player for one game from an agent spec such as `mcts:iterations=100`.
    fn player(slf: Bound<'_, PyGame>, spec: &str) -> PyResult<PyPlayer> {
        PyPlayer::new(slf, spec)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyGame>) -> PyResult<Bound<'py, PyTuple>> {
        let spec = slf.get().variant.spec();
        (slf.get_type(), (spec,)).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        format!("ludorum.Game({:?})", self.variant.spec())
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.variant.spec() == other.variant.spec()
    }

    fn __hash__(&self) -> u64 {
        ludorum_core::stable_hash(self.variant.spec())
    }
}
