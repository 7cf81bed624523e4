//! Many games at once, each a step further with every call, for programs that learn.

use ludorum_catalog::{Position, Variant, chance_rng};
use ludorum_core::{Node, Seat, Seed};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyEllipsis;

use crate::array::{Array, Data, as_numpy, zeros};
use crate::game::Game;
use crate::pool::Pool;
use crate::{all_threads, refused};

/// Games side by side. What they look like is in arrays that every step overwrites.
#[pyclass(module = "ludorum._native")]
pub(crate) struct Batch {
    game: Py<Game>,
    tables: Vec<Table>,
    pool: Pool,
    arrays: Arrays,
}

struct Arrays {
    observations: Py<Array>,
    masks: Py<Array>,
    seats: Py<Array>,
    rewards: Py<Array>,
    dones: Py<Array>,
    actions: Py<Array>,
}

/// One of the games, begun anew whenever it is over.
struct Table {
    position: Position,
    /// What all its games are drawn from.
    root: Seed,
    setup: Seed,
    games: u64,
    legal: Vec<u32>,
}

impl Table {
    fn new(variant: &Variant, root: Seed) -> Table {
        let setup = root.child("game", 0);
        let mut table = Table {
            position: variant.start(setup),
            root,
            setup,
            games: 0,
            legal: Vec::new(),
        };
        table.settle();
        table
    }

    /// Lets chance move until a seat is to.
    fn settle(&mut self) {
        while self.position.node() == Node::Chance {
            let mut rng = chance_rng(self.setup, self.position.plies());
            self.position.roll(&mut rng);
        }
    }

    fn begin_anew(&mut self, variant: &Variant) {
        self.games += 1;
        self.setup = self.root.child("game", self.games);
        self.position = variant.start(self.setup);
        self.settle();
    }

    fn mover(&self) -> Seat {
        match self.position.node() {
            Node::Decide(seat) => seat,
            Node::Chance | Node::Over => Seat::FIRST,
        }
    }
}

/// The part of all arrays that belongs to one table.
struct Sheet<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    seat: &'a mut i32,
    rewards: &'a mut [f32],
    done: &'a mut u8,
}

impl Sheet<'_> {
    /// Plays one move and writes down what follows. The moves listed before are still those marked.
    fn step(&mut self, variant: &Variant, table: &mut Table, choice: Choice) {
        match choice {
            Choice::Action(action) => {
                let is_legal = table.position.play_action(action as usize);
                debug_assert!(is_legal, "checked before");
            }
            Choice::Random(seed) => {
                let ply = table.position.plies() as u64;
                let mut rng = seed.child("move", table.games << 20 | ply).rng();
                table.position.play_random(&mut rng);
            }
            Choice::Nothing => {}
        }
        table.settle();
        self.rewards.fill(0.0);
        *self.done = 0;
        if let Some(outcome) = table.position.outcome() {
            for (reward, utility) in self.rewards.iter_mut().zip(outcome.utilities().iter()) {
                *reward = utility as f32;
            }
            *self.done = 1;
            table.begin_anew(variant);
        }
        self.look(table);
    }

    fn look(&mut self, table: &mut Table) {
        for &action in &table.legal {
            self.mask[action as usize] = 0;
        }
        table.legal.clear();
        table.position.actions(&mut table.legal);
        for &action in &table.legal {
            self.mask[action as usize] = 1;
        }
        let mover = table.mover();
        *self.seat = mover.index() as i32;
        table.position.observe(mover, self.observation);
    }
}

/// What is to be played at a table.
#[derive(Clone, Copy)]
enum Choice {
    Action(i32),
    Random(Seed),
    Nothing,
}

fn f32s(data: &mut Data) -> &mut [f32] {
    match data {
        Data::F32(cells) => cells,
        Data::I32(_) | Data::U8(_) => &mut [],
    }
}

fn i32s(data: &mut Data) -> &mut [i32] {
    match data {
        Data::I32(cells) => cells,
        Data::F32(_) | Data::U8(_) => &mut [],
    }
}

fn u8s(data: &mut Data) -> &mut [u8] {
    match data {
        Data::U8(cells) => cells,
        Data::F32(_) | Data::I32(_) => &mut [],
    }
}

impl Batch {
    /// Writes the numbers of moves into `actions`, unless they are no numbers of moves.
    fn write(&self, given: Bound<'_, PyAny>) -> PyResult<()> {
        let py = given.py();
        let given = py.import("numpy")?.call_method1("asarray", (given,))?;
        let kind: String = given.getattr("dtype")?.getattr("kind")?.extract()?;
        if !matches!(kind.as_str(), "i" | "u") {
            return Err(PyTypeError::new_err("moves are given by their numbers"));
        }
        // NumPy would write one number to all of them.
        let shape: Vec<usize> = given.getattr("shape")?.extract()?;
        let games = self.tables.len();
        if shape != [games] {
            let got = match shape.as_slice() {
                [] => "one number".to_owned(),
                [count] => format!("{count} numbers"),
                _ => format!("an array of shape {shape:?}"),
            };
            return Err(refused(format!(
                "step takes a move for each of the {games} games: a list of {games} numbers, not {got}"
            )));
        }
        // What is too large for the array would be another number in it.
        let fitting = given.call_method1("astype", ("int32",))?;
        let same = fitting.rich_compare(given, CompareOp::Eq)?;
        if !same.call_method0("all")?.is_truthy()? {
            return Err(refused("no move has so large a number"));
        }
        as_numpy(self.arrays.actions.bind(py))?.set_item(PyEllipsis::get(py), fitting)
    }

    /// Lets every table make a step, in as many threads as pay.
    fn all(&mut self, py: Python<'_>, choice: impl Fn(usize) -> Choice + Sync) {
        let game = self.game.get();
        let variant = &game.variant;
        let (cells, actions, seats) = (game.planes.cells(), variant.actions(), variant.seats());
        let mut observations = self.arrays.observations.borrow_mut(py);
        let mut masks = self.arrays.masks.borrow_mut(py);
        let mut movers = self.arrays.seats.borrow_mut(py);
        let mut rewards = self.arrays.rewards.borrow_mut(py);
        let mut dones = self.arrays.dones.borrow_mut(py);
        let sheets = f32s(&mut observations.data)
            .chunks_mut(cells)
            .zip(u8s(&mut masks.data).chunks_mut(actions))
            .zip(i32s(&mut movers.data))
            .zip(f32s(&mut rewards.data).chunks_mut(seats))
            .zip(u8s(&mut dones.data))
            .map(|((((observation, mask), seat), rewards), done)| Sheet {
                observation,
                mask,
                seat,
                rewards,
                done,
            });
        let mut work: Vec<(usize, Sheet<'_>, &mut Table)> = sheets
            .zip(&mut self.tables)
            .enumerate()
            .map(|(index, (sheet, table))| (index, sheet, table))
            .collect();
        let pool = &mut self.pool;
        py.detach(|| {
            pool.each(&mut work, |(index, sheet, table)| {
                sheet.step(variant, table, choice(*index));
            });
        });
    }
}

#[pymethods]
impl Batch {
    /// So many games, drawn from a seed.
    #[new]
    #[pyo3(signature = (game, count, seed=0, threads=None))]
    fn new(
        py: Python<'_>,
        game: Bound<'_, Game>,
        count: usize,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        if count == 0 {
            return Err(refused("a batch has at least one game"));
        }
        let own = game.get();
        let (actions, seats) = (own.variant.actions(), own.variant.seats());
        let mut shape = vec![count];
        shape.extend(own.observed());
        let arrays = Arrays {
            observations: Py::new(py, Array::f32(zeros(&shape)?, shape))?,
            masks: Py::new(
                py,
                Array::u8(zeros(&[count, actions])?, vec![count, actions]),
            )?,
            seats: Py::new(py, Array::i32(zeros(&[count])?, vec![count]))?,
            rewards: Py::new(py, Array::f32(zeros(&[count, seats])?, vec![count, seats]))?,
            dones: Py::new(py, Array::u8(zeros(&[count])?, vec![count]))?,
            actions: Py::new(py, Array::i32(zeros(&[count])?, vec![count]))?,
        };
        let tables = (0..count as u64)
            .map(|index| Table::new(&own.variant, Seed(seed).child("table", index)))
            .collect();
        let mut batch = Batch {
            game: game.unbind(),
            tables,
            pool: Pool::new(all_threads(threads).min(count)),
            arrays,
        };
        batch.all(py, |_| Choice::Nothing);
        Ok(batch)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.tables.len()
    }

    /// What the seat to move sees, for each game.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.observations.bind(py))
    }

    /// 1 for every legal move by its number, for each game.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.masks.bind(py))
    }

    /// The seat to move, for each game.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.seats.bind(py))
    }

    /// What games that ended with the last step were worth to each seat; 0 for others.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.rewards.bind(py))
    }

    /// 1 for each game that ended with the last step. The next one has begun there.
    #[getter]
    fn dones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.dones.bind(py))
    }

    /// The numbers of the moves to play: write them here, then step.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_numpy(self.arrays.actions.bind(py))
    }

    /// Plays a move in each game: those given by their numbers, or those in `actions`. If one is not
    /// legal, nothing is played.
    #[pyo3(signature = (actions=None))]
    fn step(&mut self, py: Python<'_>, actions: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        if let Some(given) = actions {
            self.write(given)?;
        }
        let chosen = i32s(&mut self.arrays.actions.borrow_mut(py).data).to_vec();
        for (index, (&action, table)) in chosen.iter().zip(&self.tables).enumerate() {
            let is_legal = u32::try_from(action).is_ok_and(|one| table.legal.contains(&one));
            if !is_legal {
                let reason = format!("no legal move has the number {action} in game {index}");
                return Err(refused(reason));
            }
        }
        self.all(py, |index| Choice::Action(chosen[index]));
        Ok(())
    }

    /// Plays a random legal move in each game.
    fn step_randomly(&mut self, py: Python<'_>, seed: u64) {
        let choose = |index: usize| Choice::Random(Seed(seed).child("table", index as u64));
        self.all(py, choose);
    }
}
