//! The evaluation of the thesis (Figure 4.4): what a player has, in tenths of a point.

use ludorum_core::{Evaluate, PerSeat, Points};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{COLONY_LIMIT, Colonist, Phase, SEATS, State};

/// Points of built modules, four for a full colony, 0.6 for a card in the hand, 0.3 for an omnium.
/// Every seat minds its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Possessions;

const POINT: Points = 10;
const CARD: Points = 6;
const OMNIUM: Points = 3;
const FULL_COLONY: Points = 4 * POINT;

impl Evaluate<Colonizers> for Possessions {
    fn points(&self, _: &Colonizers, state: &State) -> PerSeat<Points> {
        PerSeat::from_fn(SEATS, |seat| {
            let colony = state.colony(seat);
            let bonus = match colony.len() >= COLONY_LIMIT {
                true => FULL_COLONY,
                false => 0,
            };
            POINT * Points::from(colony.value())
                + CARD * state.hand(seat).len() as Points
                + OMNIUM * Points::from(state.omnium(seat))
                + bonus
        })
    }

    fn scale(&self) -> Points {
        10 * POINT
    }

    // As in the thesis, whose search gives every leaf its heuristic value, the end of a game as well.
    fn ending(&self, game: &Colonizers, state: &State) -> Option<PerSeat<Points>> {
        Some(self.points(game, state))
    }

    // As in the thesis, where everyone has a power phase to pass, and chance takes no turns.
    fn plies(&self, _: &Colonizers, state: &State) -> u32 {
        match state.phase() {
            Phase::Remove | Phase::Vision(_) | Phase::Deal => 0,
            Phase::Build => {
                let colonist = state.colonist(state.turn());
                if colonist.is_some_and(Colonist::is_active) {
                    1
                } else {
                    2
                }
            }
            _ => 1,
        }
    }
}
