//! Vectorized environments: many games that advance one move per call, for reinforcement learning.

use ludorum_catalog::{Position, Variant};
use ludorum_core::{NodeKind, Seat, Seed};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyEllipsis;

use crate::array::{ArrayData, NumpyArray, as_numpy, zeros};
use crate::game::PyGame;
use crate::state::resolve_chance;
use crate::worker_pool::WorkerPool;
use crate::{thread_count, value_error};

/// Batch of games that advance together, one move at a time. Every step overwrites the observation
/// arrays.
#[pyclass(name = "Batch", module = "ludorum._native")]
pub(crate) struct PyBatch {
    game: Py<PyGame>,
    games: Vec<BatchGame>,
    pool: WorkerPool,
    arrays: BatchArrays,
}

/// Arrays of a batch that Python reads and writes, with one row per game.
struct BatchArrays {
    observations: Py<NumpyArray>,
    masks: Py<NumpyArray>,
    seats: Py<NumpyArray>,
    rewards: Py<NumpyArray>,
    dones: Py<NumpyArray>,
    actions: Py<NumpyArray>,
}

/// Slot of a batch with the game played in it. When the game is over, the slot starts the next one.
struct BatchGame {
    position: Position,
    /// Seed from which the seeds of all games in this slot are derived.
    root: Seed,
    setup: Seed,
    /// Number of games finished in this slot.
    finished: u64,
    legal: Vec<u32>,
}

impl BatchGame {
    fn new(variant: &Variant, root: Seed) -> BatchGame {
        let setup = root.child("game", 0);
        let mut position = variant.start(setup);
        resolve_chance(&mut position, setup);
        BatchGame {
            position,
            root,
            setup,
            finished: 0,
            legal: Vec::new(),
        }
    }

    fn restart(&mut self, variant: &Variant) {
        self.finished += 1;
        self.setup = self.root.child("game", self.finished);
        self.position = variant.start(self.setup);
        resolve_chance(&mut self.position, self.setup);
    }

    fn seat_to_move(&self) -> Seat {
        match self.position.node() {
            NodeKind::Decide(seat) => seat,
            NodeKind::Chance | NodeKind::Over => Seat::FIRST,
        }
    }
}

/// Rows of one game in the arrays of its batch.
struct BatchArrayRow<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    seat: &'a mut i32,
    rewards: &'a mut [f32],
    done: &'a mut u8,
}

impl BatchArrayRow<'_> {
    /// Plays one move of a game and updates its rows. On entry the mask row still marks the moves
    /// in `game.legal`.
    fn step(&mut self, variant: &Variant, game: &mut BatchGame, action: BatchStepAction) {
        match action {
            BatchStepAction::Action(action) => {
                let is_legal = game.position.play_action(action as usize);
                debug_assert!(is_legal, "checked before");
            }
            BatchStepAction::Random(seed) => {
                let ply = game.position.plies() as u64;
                let mut rng = seed.child("move", game.finished << 20 | ply).rng();
                game.position.play_random(&mut rng);
            }
            BatchStepAction::None => {}
        }
        resolve_chance(&mut game.position, game.setup);
        self.rewards.fill(0.0);
        *self.done = 0;
        if let Some(outcome) = game.position.outcome() {
            for (reward, utility) in self.rewards.iter_mut().zip(outcome.utilities().iter()) {
                *reward = utility as f32;
            }
            *self.done = 1;
            game.restart(variant);
        }
        self.observe(game);
    }

    fn observe(&mut self, game: &mut BatchGame) {
        for &action in &game.legal {
            self.mask[action as usize] = 0;
        }
        game.legal.clear();
        game.position.actions(&mut game.legal);
        for &action in &game.legal {
            self.mask[action as usize] = 1;
        }
        let seat = game.seat_to_move();
        *self.seat = seat.index() as i32;
        game.position.observe(seat, self.observation);
    }
}

/// Action that one game of a batch plays in a step: a given one, a random one or none.
#[derive(Clone, Copy)]
enum BatchStepAction {
    Action(i32),
    Random(Seed),
    None,
}

fn f32s(data: &mut ArrayData) -> &mut [f32] {
    match data {
        ArrayData::F32(cells) => cells,
        ArrayData::I32(_) | ArrayData::U8(_) => &mut [],
    }
}

fn i32s(data: &mut ArrayData) -> &mut [i32] {
    match data {
        ArrayData::I32(cells) => cells,
        ArrayData::F32(_) | ArrayData::U8(_) => &mut [],
    }
}

fn u8s(data: &mut ArrayData) -> &mut [u8] {
    match data {
        ArrayData::U8(cells) => cells,
        ArrayData::F32(_) | ArrayData::I32(_) => &mut [],
    }
}

impl PyBatch {
    /// Checks the type and shape of actions from Python and copies them to the `actions` array.
    fn write_actions(&self, given: Bound<'_, PyAny>) -> PyResult<()> {
        let py = given.py();
        let given = py.import("numpy")?.call_method1("asarray", (given,))?;
        let kind: String = given.getattr("dtype")?.getattr("kind")?.extract()?;
        if !matches!(kind.as_str(), "i" | "u") {
            return Err(PyTypeError::new_err("moves are given by their numbers"));
        }
        // NumPy would broadcast a single number.
        let shape: Vec<usize> = given.getattr("shape")?.extract()?;
        let games = self.games.len();
        if shape != [games] {
            let got = match shape.as_slice() {
                [] => "one number".to_owned(),
                [count] => format!("{count} numbers"),
                _ => format!("an array of shape {shape:?}"),
            };
            return Err(value_error(format!(
                "step takes a move for each of the {games} games: a list of {games} numbers, not {got}"
            )));
        }
        // Numbers that overflow the array's type would wrap around.
        let fitting = given.call_method1("astype", ("int32",))?;
        let same = fitting.rich_compare(given, CompareOp::Eq)?;
        if !same.call_method0("all")?.is_truthy()? {
            return Err(value_error("no move has so large a number"));
        }
        as_numpy(self.arrays.actions.bind(py))?.set_item(PyEllipsis::get(py), fitting)
    }

    /// Advances every game of the batch by one step, on several threads where that pays off.
    fn step_all(&mut self, py: Python<'_>, action: impl Fn(usize) -> BatchStepAction + Sync) {
        let game = self.game.get();
        let variant = &game.variant;
        let (cells, actions, seats) =
            (game.planes.cells(), variant.action_count(), variant.seats());
        let mut observations = self.arrays.observations.borrow_mut(py);
        let mut masks = self.arrays.masks.borrow_mut(py);
        let mut seats_to_move = self.arrays.seats.borrow_mut(py);
        let mut rewards = self.arrays.rewards.borrow_mut(py);
        let mut dones = self.arrays.dones.borrow_mut(py);
        let rows = f32s(&mut observations.data)
            .chunks_mut(cells)
            .zip(u8s(&mut masks.data).chunks_mut(actions))
            .zip(i32s(&mut seats_to_move.data))
            .zip(f32s(&mut rewards.data).chunks_mut(seats))
            .zip(u8s(&mut dones.data))
            .map(
                |((((observation, mask), seat), rewards), done)| BatchArrayRow {
                    observation,
                    mask,
                    seat,
                    rewards,
                    done,
                },
            );
        let mut work: Vec<(usize, BatchArrayRow<'_>, &mut BatchGame)> = rows
            .zip(&mut self.games)
            .enumerate()
            .map(|(index, (row, game))| (index, row, game))
            .collect();
        let pool = &mut self.pool;
        py.detach(|| {
            pool.for_each(&mut work, |(index, row, game)| {
                row.step(variant, game, action(*index));
            });
        });
    }
}

#[pymethods]
impl PyBatch {
    /// Starts a batch of `count` games with seeds derived from `seed`.
    #[new]
    #[pyo3(signature = (game, count, seed=0, threads=None))]
    fn new(
        py: Python<'_>,
        game: Bound<'_, PyGame>,
        count: usize,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<PyBatch> {
        if count == 0 {
            return Err(value_error("a batch has at least one game"));
        }
        let own = game.get();
        if own.variant.action_count() == 0 {
            return Err(value_error("this game has no action ids and no planes"));
        }
        let (actions, seats) = (own.variant.action_count(), own.variant.seats());
        let mut shape = vec![count];
        shape.extend(own.observation_dimensions());
        let arrays = BatchArrays {
            observations: Py::new(py, NumpyArray::f32(zeros(&shape)?, shape))?,
            masks: Py::new(
                py,
                NumpyArray::u8(zeros(&[count, actions])?, vec![count, actions]),
            )?,
            seats: Py::new(py, NumpyArray::i32(zeros(&[count])?, vec![count]))?,
            rewards: Py::new(
                py,
                NumpyArray::f32(zeros(&[count, seats])?, vec![count, seats]),
            )?,
            dones: Py::new(py, NumpyArray::u8(zeros(&[count])?, vec![count]))?,
            actions: Py::new(py, NumpyArray::i32(zeros(&[count])?, vec![count]))?,
        };
        let games = (0..count as u64)
            .map(|index| BatchGame::new(&own.variant, Seed(seed).child("table", index)))
            .collect();
        let mut batch = PyBatch {
            game: game.unbind(),
            games,
            pool: WorkerPool::new(thread_count(threads).min(count)),
            arrays,
        };
        batch.step_all(py, |_| BatchStepAction::None);
        Ok(batch)
    }

    /// The game that the batch plays.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Observations of the seat to move, one row per game.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.observations.bind(py))
    }

    /// Action mask of each game: 1 for every legal action.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.masks.bind(py))
    }

    /// Seat to move in each game.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.seats.bind(py))
    }

    /// Utilities of each seat for games that ended with the last step; 0 for the others.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.rewards.bind(py))
    }

    /// 1 for each game that ended with the last step, else 0. A new game has started in its place.
    #[getter]
    fn dones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.dones.bind(py))
    }

    /// Array of the actions to play, one per game: write actions into it, then call `step`.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.actions.bind(py))
    }

    /// Plays one action in each game: those given, otherwise those in the `actions` array. If any
    /// action is illegal, no action is played.
    #[pyo3(signature = (actions=None))]
    fn step(&mut self, py: Python<'_>, actions: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        if let Some(given) = actions {
            self.write_actions(given)?;
        }
        let chosen = i32s(&mut self.arrays.actions.borrow_mut(py).data).to_vec();
        for (index, (&action, game)) in chosen.iter().zip(&self.games).enumerate() {
            let is_legal = u32::try_from(action).is_ok_and(|one| game.legal.contains(&one));
            if !is_legal {
                let reason = format!("no legal move has the number {action} in game {index}");
                return Err(value_error(reason));
            }
        }
        self.step_all(py, |index| BatchStepAction::Action(chosen[index]));
        Ok(())
    }

    /// Plays a random legal move in each game.
    fn step_randomly(&mut self, py: Python<'_>, seed: u64) {
        let action =
            |index: usize| BatchStepAction::Random(Seed(seed).child("table", index as u64));
        self.step_all(py, action);
    }
}
