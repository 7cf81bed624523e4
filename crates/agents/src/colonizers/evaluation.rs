//! Evaluation of Crha (2020, Figure 4.4), in tenths of a point.

use ludorum_core::{EvalPoints, Evaluate, PerSeat, SearchOverrides};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{COLONY_LIMIT, Colonist, ColonizersPhase, SEATS, State};

/// Sum of possessions: points of built modules, 4 for a full colony, 0.6 per card, 0.3 per omnium.
/// Each seat counts only its own possessions, so the evaluation is not zero-sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct ColonyEvaluation;

const POINT: EvalPoints = 10;
const CARD: EvalPoints = 6;
const OMNIUM: EvalPoints = 3;
const FULL_COLONY: EvalPoints = 4 * POINT;

impl Evaluate<Colonizers> for ColonyEvaluation {
    fn points(&self, _: &Colonizers, state: &State) -> PerSeat<EvalPoints> {
        PerSeat::from_fn(SEATS, |seat| {
            let colony = state.colony(seat);
            let bonus = if colony.len() >= COLONY_LIMIT {
                FULL_COLONY
            } else {
                0
            };
            POINT * EvalPoints::from(colony.value())
                + CARD * state.hand(seat).len() as EvalPoints
                + OMNIUM * EvalPoints::from(state.omnium(seat))
                + bonus
        })
    }

    fn scale(&self) -> EvalPoints {
        10 * POINT
    }

    fn overrides(&self) -> Option<&dyn SearchOverrides<Colonizers>> {
        Some(self)
    }
}

impl SearchOverrides<Colonizers> for ColonyEvaluation {
    // As in the thesis, whose search evaluates finished games like other leaves.
    fn terminal_points(&self, game: &Colonizers, state: &State) -> Option<PerSeat<EvalPoints>> {
        Some(self.points(game, state))
    }

    // As in the thesis, where every seat has a power phase and chance takes no ply.
    fn depth_cost(&self, _: &Colonizers, state: &State) -> u32 {
        match state.phase() {
            ColonizersPhase::Remove | ColonizersPhase::Vision(_) | ColonizersPhase::Deal => 0,
            ColonizersPhase::Build => {
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
