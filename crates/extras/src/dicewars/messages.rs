//! Messages of the published Dice Wars server (Tureček 2018, section 4.3), for its clients.
//! Messages of the server end in a NUL byte; those of clients may.
//!
//! Players and areas are numbered from 1. The format comes from another program and has no version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Message from the Dice Wars server to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DiceWarsToClient {
    /// Board and state, sent to a client when it connects.
    GameStart(DiceWarsGameStart),
    /// State before the first turn, sent to all clients.
    GameState(DiceWarsGameState),
    /// Result of an attack.
    Battle(BattleMessage),
    /// End of a turn, with the new dice.
    EndTurn(EndTurnMessage),
    /// End of the game, with the winner.
    GameEnd {
        /// Player number of the winner; `None` for a draw.
        winner: Option<u8>,
    },
    /// Notice that the server closes the connection.
    CloseSocket,
    /// Rejection of an illegal move or malformed message; it is still the client's turn.
    InvalidMove,
}

/// First message to a client: layout of the board and state of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceWarsGameStart {
    /// Current state: owners, dice, scores and player to move.
    #[serde(flatten)]
    pub state: DiceWarsGameState,
    /// Layout of each area; keys are area numbers.
    pub board: BTreeMap<u8, AreaLayout>,
    /// Player numbers in turn order.
    pub order: Vec<u8>,
}

/// State of a game, as sent to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiceWarsGameState {
    /// Player number of the client that receives the message.
    pub player: u8,
    /// Number of players.
    pub no_players: u8,
    /// Player number of the player to move.
    pub current_player: u8,
    /// State of each area; keys are area numbers.
    pub areas: BTreeMap<u8, AreaState>,
    /// Size of each player's largest region; keys are player numbers.
    pub score: BTreeMap<u8, u8>,
}

/// State of an area, with its neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaState {
    /// Numbers of the neighbouring areas.
    pub adjacent_areas: Vec<u8>,
    /// Player number of the owner.
    pub owner: u8,
    /// Number of dice on the area.
    pub dice: u8,
}

/// Change of an area that received new dice: its owner and its new number of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AreaChange {
    /// Player number of the owner.
    pub owner: u8,
    /// Number of dice on the area.
    pub dice: u8,
}

/// Layout of an area on the hex grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaLayout {
    /// Hexes of the area in doubled coordinates: neighbouring columns differ by two.
    pub hexes: Vec<(i16, i16)>,
    /// Numbers of the neighbouring areas.
    pub neighbours: Vec<u8>,
}

/// Result of an attack, with the board after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleMessage {
    /// State of each area after the attack; keys are area numbers.
    pub areas: BTreeMap<u8, AreaState>,
    /// Size of each player's largest region after the attack; keys are player numbers.
    pub score: BTreeMap<u8, u8>,
    /// Rolls and new state of the attacking and the defending area.
    pub result: BattleResult,
}

/// Rolls and new state of the two areas of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleResult {
    /// The attacking area.
    pub atk: BattleArea,
    /// The defending area.
    pub def: BattleArea,
}

/// One of the two areas of an attack: its roll, and its state after the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleArea {
    /// Number of the area.
    pub name: u8,
    /// Number of dice on the area after the attack.
    pub dice: u8,
    /// Player number of the owner after the attack.
    pub owner: u8,
    /// Sum of the dice rolled for the area.
    pub pwr: u8,
}

/// End of a turn: new dice, scores and the next player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndTurnMessage {
    /// Areas that received new dice; keys are area numbers.
    pub areas: BTreeMap<u8, AreaChange>,
    /// Size of each player's largest region; keys are player numbers.
    pub score: BTreeMap<u8, u8>,
    /// Player number of the player to move next.
    pub current_player: u8,
    /// Number of dice in each player's reserve; keys are player numbers.
    pub reserves: BTreeMap<u8, u8>,
}

/// Message from a client to the Dice Wars server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DiceWarsFromClient {
    /// Description of the client; optional first message.
    ClientDesc {
        /// Display name of the client.
        nickname: String,
    },
    /// Attack by the client.
    Battle {
        /// Number of the attacking area.
        atk: u8,
        /// Number of the attacked area.
        def: u8,
    },
    /// End of the client's turn.
    EndTurn,
}
