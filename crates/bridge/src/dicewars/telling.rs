//! Positions as messages.

use std::collections::BTreeMap;

use ludorum_core::Seat;
use ludorum_games::dicewars::{Area, Areas, Growth, HEIGHT, Hex, State, WIDTH};
use ludorum_protocol::dicewars as wire;

/// How a position is told among so many players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Telling {
    pub(super) players: usize,
}

/// Players and areas are numbered from 1 there.
pub(super) fn number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn name(area: Area) -> u8 {
    area.index() as u8 + 1
}

fn names(areas: Areas) -> Vec<u8> {
    areas.map(name).collect()
}

/// The hex in the coordinates of the published program: its middle is at 0, 0, and columns count
/// by two.
fn place(hex: Hex) -> (i16, i16) {
    let (column, row) = (hex.column() as i16, hex.row() as i16);
    (2 * column + row % 2 - WIDTH as i16, row - HEIGHT as i16 / 2)
}

impl Telling {
    pub(super) fn start(self, state: &State, seat: Seat) -> wire::ToClient {
        let board = state.board();
        let place = |area| wire::Place {
            hexes: board.hexes(area).map(place).collect(),
            neighbours: names(board.touching(area)),
        };
        wire::ToClient::GameStart(wire::GameStart {
            state: self.game_state(state, seat),
            board: board.all().map(|area| (name(area), place(area))).collect(),
            order: Seat::all(self.players).map(number).collect(),
        })
    }

    pub(super) fn state(self, state: &State, seat: Seat) -> wire::ToClient {
        wire::ToClient::GameState(self.game_state(state, seat))
    }

    fn game_state(self, state: &State, seat: Seat) -> wire::GameState {
        wire::GameState {
            player: number(seat),
            no_players: self.players as u8,
            current_player: number(state.turn()),
            areas: areas(state),
            score: self.score(state),
        }
    }

    /// The last attack of a position.
    pub(super) fn battle(self, state: &State) -> Option<wire::ToClient> {
        let battle = state.last_battle()?;
        let side = |area: Area, pwr: u8| wire::Side {
            name: name(area),
            dice: state.dice(area),
            owner: number(state.owner(area)),
            pwr,
        };
        Some(wire::ToClient::Battle(wire::Battle {
            areas: areas(state),
            score: self.score(state),
            result: wire::BattleResult {
                atk: side(battle.attack.from, battle.attacking.sum()),
                def: side(battle.attack.to, battle.defending.sum()),
            },
        }))
    }

    /// The end of a turn, with the dice it brought.
    pub(super) fn end_turn(self, state: &State, growth: Growth) -> wire::ToClient {
        let change = |area| wire::Change {
            owner: number(state.owner(area)),
            dice: state.dice(area),
        };
        let reserve = |seat| (number(seat), state.reserve(seat));
        wire::ToClient::EndTurn(wire::EndTurn {
            areas: growth
                .iter()
                .map(|(area, _)| (name(area), change(area)))
                .collect(),
            score: self.score(state),
            current_player: number(state.turn()),
            reserves: Seat::all(self.players).map(reserve).collect(),
        })
    }

    fn score(self, state: &State) -> BTreeMap<u8, u8> {
        let score = |seat| (number(seat), state.score(seat) as u8);
        Seat::all(self.players).map(score).collect()
    }
}

fn areas(state: &State) -> BTreeMap<u8, wire::Area> {
    let board = state.board();
    let area = |area| wire::Area {
        adjacent_areas: names(board.touching(area)),
        owner: number(state.owner(area)),
        dice: state.dice(area),
    };
    board.all().map(|each| (name(each), area(each))).collect()
}
