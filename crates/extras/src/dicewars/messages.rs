//! Messages of the published Dice Wars server (Tureček 2018, section 4.3), for clients written for it.
//! Messages of the server end in a NUL byte; those of clients may.
//!
//! Players and areas are numbered from 1. The format comes from another program and has no version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A message from the server to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DicewarsToClient {
    /// The board, sent to a new client.
    GameStart(DicewarsGameStart),
    /// The state, sent to all clients before the first turn.
    GameState(DicewarsGameState),
    /// Result of an attack.
    Battle(BattleMessage),
    /// A turn has ended.
    EndTurn(EndTurnMessage),
    /// The game is over.
    GameEnd {
        /// The winner; none for a draw.
        winner: Option<u8>,
    },
    /// The server closes the connection.
    CloseSocket,
    /// The move was illegal; it is still the client's turn.
    InvalidMove,
}

/// The first message to a client: board and state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DicewarsGameStart {
    /// The variable part of the game.
    #[serde(flatten)]
    pub state: DicewarsGameState,
    /// The fixed layout of the areas.
    pub board: BTreeMap<u8, AreaLayout>,
    /// The players in turn order.
    pub order: Vec<u8>,
}

/// The state of a game, as sent to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DicewarsGameState {
    /// The client's own number.
    pub player: u8,
    /// Number of players.
    pub no_players: u8,
    /// The player to move.
    pub current_player: u8,
    /// All areas.
    pub areas: BTreeMap<u8, AreaState>,
    /// The size of each player's largest region.
    pub score: BTreeMap<u8, u8>,
}

/// State of an area, with its neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaState {
    /// Neighbouring areas.
    pub adjacent_areas: Vec<u8>,
    /// The owner.
    pub owner: u8,
    /// Number of dice.
    pub dice: u8,
}

/// New owner and dice of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AreaChange {
    /// The owner.
    pub owner: u8,
    /// Number of dice.
    pub dice: u8,
}

/// Layout of an area on the hex grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaLayout {
    /// Its hexes in doubled coordinates: columns count by two.
    pub hexes: Vec<(i16, i16)>,
    /// Neighbouring areas.
    pub neighbours: Vec<u8>,
}

/// Result of an attack, with the areas afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleMessage {
    /// All areas afterwards.
    pub areas: BTreeMap<u8, AreaState>,
    /// The size of each player's largest region afterwards.
    pub score: BTreeMap<u8, u8>,
    /// The two areas.
    pub result: BattleResult,
}

/// The two areas of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleResult {
    /// The attacker.
    pub atk: BattleSide,
    /// The defender.
    pub def: BattleSide,
}

/// One area of an attack, afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleSide {
    /// The area.
    pub name: u8,
    /// Number of dice.
    pub dice: u8,
    /// The owner.
    pub owner: u8,
    /// The sum rolled.
    pub pwr: u8,
}

/// A turn has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndTurnMessage {
    /// The areas that got dice.
    pub areas: BTreeMap<u8, AreaChange>,
    /// The size of each player's largest region.
    pub score: BTreeMap<u8, u8>,
    /// The player to move next.
    pub current_player: u8,
    /// Dice in reserve of each player.
    pub reserves: BTreeMap<u8, u8>,
}

/// A message from a client to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DicewarsFromClient {
    /// Description of the client; optional first message.
    ClientDesc {
        /// Display name.
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
