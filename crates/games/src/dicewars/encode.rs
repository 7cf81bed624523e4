//! Tensor encoding. Action ids in order: attacks by their two areas, then `end`. The planes show
//! the map hex by hex.

use ludorum_core::{Game, PlaneLayout, PlaneWriter, Seat, TensorEncoding};

use super::areas::{Area, MAX_AREAS};
use super::board::{HEIGHT, Hex, WIDTH};
use super::odds::MAX_DICE;
use super::state::{Attack, DiceWarsPhase, MAX_RESERVE, State};
use super::{DiceWars, Move};

const END: usize = MAX_AREAS * MAX_AREAS;

impl TensorEncoding for DiceWars {
    fn action_count(&self) -> usize {
        END + 1
    }

    fn action_id(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Attack(attack) => Some(attack.from.index() * MAX_AREAS + attack.to.index()),
            Move::End => Some(END),
            Move::Won | Move::Lost | Move::Grow(_) => None,
        }
    }

    fn move_of_action(&self, action: usize) -> Option<Move> {
        if action == END {
            return Some(Move::End);
        }
        let from = Area::at(action / MAX_AREAS)?;
        let to = Area::at(action % MAX_AREAS).filter(|&to| to != from)?;
        Some(Move::Attack(Attack { from, to }))
    }

    fn plane_layout(&self) -> PlaneLayout {
        let mut names = vec![
            format!("number of the area from 1, of {MAX_AREAS}"),
            format!("dice on the area, of {MAX_DICE}"),
        ];
        let own = |what: &str| format!("own {what}");
        names.push(own("areas"));
        names.extend((1..self.seats()).map(|step| format!("areas of seat +{step}")));
        names.push(own("reserve, of 64"));
        names.extend((1..self.seats()).map(|step| format!("reserve of seat +{step}, of 64")));
        names.push(own("turn"));
        PlaneLayout {
            height: HEIGHT,
            width: WIDTH,
            names,
        }
    }

    fn encode(&self, state: &State, seat: Seat, out: &mut PlaneWriter<'_>) {
        let board = state.board();
        let land = || {
            let area = |hex| board.area_at(hex).map(|area| (hex, area));
            Hex::all().filter_map(area)
        };
        let by_area = |value: &dyn Fn(Area) -> f32| -> Vec<(usize, usize, f32)> {
            let cell = |(hex, area): (Hex, Area)| (hex.column(), hex.row(), value(area));
            land().map(cell).collect()
        };
        out.plane(by_area(&|area| {
            (area.index() + 1) as f32 / MAX_AREAS as f32
        }));
        out.plane(by_area(&|area| {
            f32::from(state.dice(area)) / f32::from(MAX_DICE)
        }));
        for other in seat.around(self.seats()) {
            let owned = state.owned(other);
            let theirs = land().filter(|&(_, area)| owned.has(area));
            out.marks(theirs.map(|(hex, _)| (hex.column(), hex.row())));
        }
        for other in seat.around(self.seats()) {
            out.constant(f32::from(state.reserve(other)) / f32::from(MAX_RESERVE));
        }
        out.flag(state.phase() == DiceWarsPhase::Decide && state.turn() == seat);
    }
}
