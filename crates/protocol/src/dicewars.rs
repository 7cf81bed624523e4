//! The messages of the published Dice Wars server (Tureček 2018, section 4.3), so that clients
//! written for it can play here. Messages of the server end in a NUL byte,
//! those of clients may.
//!
//! Players and areas are numbered from 1. The format is another program's and has no version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A message from the server to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// The board, to a client that has just come.
    GameStart(GameStart),
    /// Everything that changes, to everyone before the first turn.
    GameState(GameState),
    /// How an attack went.
    Battle(Battle),
    /// A turn has ended.
    EndTurn(EndTurn),
    /// The game is over.
    GameEnd {
        /// Who won; none if it is a draw.
        winner: Option<u8>,
    },
    /// Nothing more will come.
    CloseSocket,
    /// What the client wanted is not possible; it is still its turn.
    InvalidMove,
}

/// What a client is told first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameStart {
    /// What changes during the game.
    #[serde(flatten)]
    pub state: GameState,
    /// What does not.
    pub board: BTreeMap<u8, Place>,
    /// The players in the order of their turns.
    pub order: Vec<u8>,
}

/// The state of a game as a client sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameState {
    /// The client's own number.
    pub player: u8,
    /// How many players there are.
    pub no_players: u8,
    /// Whose turn it is.
    pub current_player: u8,
    /// All areas.
    pub areas: BTreeMap<u8, Area>,
    /// The size of each player's largest region.
    pub score: BTreeMap<u8, u8>,
}

/// An area with its neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// The areas that touch it.
    pub adjacent_areas: Vec<u8>,
    /// Whose it is.
    pub owner: u8,
    /// The dice on it.
    pub dice: u8,
}

/// An area that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Whose it is.
    pub owner: u8,
    /// The dice on it.
    pub dice: u8,
}

/// Where an area lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Its hexes: columns count by two, so that those of neighbouring rows interlock.
    pub hexes: Vec<(i16, i16)>,
    /// The areas that touch it.
    pub neighbours: Vec<u8>,
}

/// How an attack went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battle {
    /// All areas afterwards.
    pub areas: BTreeMap<u8, Area>,
    /// The size of each player's largest region afterwards.
    pub score: BTreeMap<u8, u8>,
    /// The two areas.
    pub result: BattleResult,
}

/// The two areas of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleResult {
    /// The one that attacked.
    pub atk: Side,
    /// The one that was attacked.
    pub def: Side,
}

/// One side of an attack, afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The area.
    pub name: u8,
    /// The dice on it.
    pub dice: u8,
    /// Whose it is.
    pub owner: u8,
    /// The sum that was rolled.
    pub pwr: u8,
}

/// A turn has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndTurn {
    /// The areas that got dice.
    pub areas: BTreeMap<u8, Change>,
    /// The size of each player's largest region.
    pub score: BTreeMap<u8, u8>,
    /// Whose turn it is now.
    pub current_player: u8,
    /// The dice each player keeps for later.
    pub reserves: BTreeMap<u8, u8>,
}

/// A message from a client to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromClient {
    /// Who the client is; it may say so once, before anything else.
    ClientDesc {
        /// A name for people.
        nickname: String,
    },
    /// The client attacks.
    Battle {
        /// From this area.
        atk: u8,
        /// On this area.
        def: u8,
    },
    /// The client ends its turn.
    EndTurn,
}
