//! Dice Wars for two to eight players: attack with dice; the largest region earns new dice.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters, moves |
//! | `areas.rs` | areas, and sets of areas as bitboards |
//! | `board.rs`, `generator.rs` | hexes, adjacency of areas, and random boards |
//! | `topology.rs` | graph statistics of a board |
//! | `odds.rs` | probabilities of attacks, and dice rolls that match a result |
//! | `deal.rs` | initial positions |
//! | `state.rs` | positions, and the effects of attacks |
//! | `growth.rs` | new dice at the end of a turn |
//! | `rules.rs` | turns, making and unmaking moves, outcomes |
//! | `notation.rs`, `position.rs` | moves and positions as text |
//! | `draw.rs` | the map as terminal text |
//! | `encode.rs`, `picture.rs` | tensor encoding and pictures |

mod areas;
mod board;
mod deal;
mod draw;
mod encode;
mod generator;
mod growth;
mod notation;
mod odds;
mod picture;
mod position;
mod rules;
mod state;
mod topology;

use ludorum_core::{Configure, MAX_SEATS, Param, ParamError, Params};

pub use areas::{Area, AreaSet, MAX_AREAS};
pub use board::{DiceWarsBoard, HEIGHT, Hex, WIDTH};
pub use growth::NewDicePlacement;
pub use odds::{DiceRoll, MAX_DICE, success, sum_probability};
pub use rules::Undo;
pub use state::{Attack, DiceWarsPhase, MAX_RESERVE, RolledAttack, State};
pub use topology::BoardGraphStatistics;

/// The rules of Dice Wars with a given number of players and areas.
#[derive(Clone, Copy, Debug)]
pub struct DiceWars {
    players: usize,
    /// Number of areas of the board; `None` draws the number from the seed of the game.
    areas: Option<usize>,
    /// Number of attacks after which the game is a draw.
    cap: u16,
}

/// A player's move or a chance event of Dice Wars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Player's move: attacks an adjacent area of another player.
    Attack(Attack),
    /// Player's move: ends the turn.
    End,
    /// Chance event: the attack succeeds.
    Won,
    /// Chance event: the attack fails.
    Lost,
    /// Chance event: new dice are placed at the end of a turn.
    Grow(NewDicePlacement),
}

/// Smallest allowed number of areas: enough for the initial dice with any number of players.
const FEWEST_AREAS: usize = 6;

impl DiceWars {
    /// Creates Dice Wars for `players` players, with the default parameters otherwise.
    ///
    /// # Panics
    /// If `players` is not 2 to 8.
    pub fn new(players: usize) -> DiceWars {
        assert!((2..=MAX_SEATS).contains(&players), "two to eight players");
        DiceWars {
            players,
            areas: None,
            cap: 10_000,
        }
    }
}

impl Configure for DiceWars {
    const NAME: &'static str = "dicewars";
    const SUMMARY: &'static str = "Attack with dice, and grow with your largest region";
    /// Version of the rules. Version 1 dealt the remaining initial dice to the last seats.
    const RULES_VERSION: u32 = 2;
    const ENDINGS: &'static [&'static str] = &["conquest", "attack-cap"];

    fn params() -> Vec<Param> {
        vec![
            Param::int("players", "number of players", 2, (2, MAX_SEATS as i64)),
            Param::int(
                "areas",
                "number of areas; 29 to 31 by the seed if not given",
                30,
                (FEWEST_AREAS as i64, MAX_AREAS as i64),
            )
            .with_default(None),
            Param::int(
                "cap",
                "attacks after which the game is a draw",
                10_000,
                (1, 60_000),
            ),
        ]
    }

    fn configure(params: &Params) -> Result<DiceWars, ParamError> {
        let players = params.int("players") as usize;
        let areas = params.int_if_given("areas").map(|areas| areas as usize);
        if let Some(areas) = areas.filter(|&areas| areas < players) {
            let reason = format!(
                "{areas} areas are too few for {players} players; use areas={players} or more"
            );
            return Err(ParamError::Conflict { reason });
        }
        Ok(DiceWars {
            areas,
            cap: params.int("cap") as u16,
            ..DiceWars::new(players)
        })
    }
}
