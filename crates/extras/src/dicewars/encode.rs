//! Converts positions to messages of the published protocol.

use std::collections::BTreeMap;

use super::messages as wire;
use ludorum_core::Seat;
use ludorum_games::dicewars::{Area, AreaSet, HEIGHT, Hex, NewDicePlacement, State, WIDTH};

/// Encodes Dice Wars positions as messages of the published TCP protocol.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceWarsMessageEncoder {
    pub(super) players: usize,
}

/// Player number of a seat in the protocol, which counts players and areas from 1.
pub(super) fn player_number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn area_number(area: Area) -> u8 {
    area.index() as u8 + 1
}

fn area_numbers(areas: AreaSet) -> Vec<u8> {
    areas.map(area_number).collect()
}

/// Coordinates of a hex in the published protocol: the centre is (0, 0), columns advance by two.
fn coordinates(hex: Hex) -> (i16, i16) {
    let (column, row) = (hex.column() as i16, hex.row() as i16);
    (2 * column + row % 2 - WIDTH as i16, row - HEIGHT as i16 / 2)
}

impl DiceWarsMessageEncoder {
    pub(super) fn start(self, state: &State, seat: Seat) -> wire::DiceWarsToClient {
        let board = state.board();
        let place = |area| wire::AreaLayout {
            hexes: board.hexes(area).map(coordinates).collect(),
            neighbours: area_numbers(board.touching(area)),
        };
        wire::DiceWarsToClient::GameStart(wire::DiceWarsGameStart {
            state: self.game_state(state, seat),
            board: board
                .all()
                .map(|area| (area_number(area), place(area)))
                .collect(),
            order: Seat::all(self.players).map(player_number).collect(),
        })
    }

    pub(super) fn state(self, state: &State, seat: Seat) -> wire::DiceWarsToClient {
        wire::DiceWarsToClient::GameState(self.game_state(state, seat))
    }

    fn game_state(self, state: &State, seat: Seat) -> wire::DiceWarsGameState {
        wire::DiceWarsGameState {
            player: player_number(seat),
            no_players: self.players as u8,
            current_player: player_number(state.turn()),
            areas: areas(state),
            score: self.score(state),
        }
    }

    /// Message with the result and dice sums of the last attack; `None` before the first attack.
    pub(super) fn battle(self, state: &State) -> Option<wire::DiceWarsToClient> {
        let battle = state.last_battle()?;
        let side = |area: Area, pwr: u8| wire::BattleArea {
            name: area_number(area),
            dice: state.dice(area),
            owner: player_number(state.owner(area)),
            pwr,
        };
        Some(wire::DiceWarsToClient::Battle(wire::BattleMessage {
            areas: areas(state),
            score: self.score(state),
            result: wire::BattleResult {
                atk: side(battle.attack.from, battle.attacking.sum()),
                def: side(battle.attack.to, battle.defending.sum()),
            },
        }))
    }

    /// Message about the end of a turn, with the areas that received new dice.
    pub(super) fn end_turn(
        self,
        state: &State,
        growth: NewDicePlacement,
    ) -> wire::DiceWarsToClient {
        let change = |area| wire::AreaChange {
            owner: player_number(state.owner(area)),
            dice: state.dice(area),
        };
        let reserve = |seat| (player_number(seat), state.reserve(seat));
        wire::DiceWarsToClient::EndTurn(wire::EndTurnMessage {
            areas: growth
                .iter()
                .map(|(area, _)| (area_number(area), change(area)))
                .collect(),
            score: self.score(state),
            current_player: player_number(state.turn()),
            reserves: Seat::all(self.players).map(reserve).collect(),
        })
    }

    fn score(self, state: &State) -> BTreeMap<u8, u8> {
        let score = |seat| (player_number(seat), state.score(seat) as u8);
        Seat::all(self.players).map(score).collect()
    }
}

fn areas(state: &State) -> BTreeMap<u8, wire::AreaState> {
    let board = state.board();
    let area = |area| wire::AreaState {
        adjacent_areas: area_numbers(board.touching(area)),
        owner: player_number(state.owner(area)),
        dice: state.dice(area),
    };
    let all = board.all();
    all.map(|each| (area_number(each), area(each))).collect()
}
