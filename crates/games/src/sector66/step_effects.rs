//! Outcomes of steps, found by simulating them with their effects; shortest paths without effects.

use std::sync::Arc;

use ludorum_core::Seat;

use super::effect_context::EffectContext;
use super::element::{BoardElement, FIELDS};
use super::memo::{ReadSet, StatePart};
use super::plugin::PluginHook;
use super::rules::Rules;
use super::state::{State, StateChange};
use super::step_map::successors;
use crate::quoridor::goal_distances::{GoalDistances, steps_by};
use crate::quoridor::grid::{OpenEdges, WallSet};
use crate::quoridor::{Square, SquareSet};

/// Result of a pawn's step and of the plug-in effects that it causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnStepOutcome {
    /// Field on which the pawn stands after the effects.
    pub at: Square,
    /// Number of turns used: one, plus missed turns, less extra turns.
    pub turns: u8,
}

impl Rules {
    /// The fields whose plug-ins have an effect on a pawn that steps on them.
    pub fn fields_with_effects(&self, state: &State) -> SquareSet {
        let (Some(host), Some(extra)) = (self.host(), &state.extra) else {
            return SquareSet::NONE;
        };
        let acts = |plugin: usize| host.plugins()[plugin].hooks.has(PluginHook::OnStep);
        let kinds = (0..FIELDS)
            .zip(self.grid().all())
            .filter(|(index, _)| {
                extra.kinds[*index] != 0 && acts(usize::from(extra.kinds[*index] - 1))
            })
            .map(|(_, square)| square);
        let stored = extra.data.iter().filter_map(|datum| match datum.element {
            BoardElement::Field(square) if acts(datum.plugin.index()) => Some(square),
            _ => None,
        });
        kinds
            .chain(stored)
            .fold(SquareSet::NONE, |set, square| set | square.set())
    }

    /// Simulates a step of `seat` from `from` to `to`, regardless of where its pawn is and who is
    /// to move. The outcome is `None` if another seat wins by it. Effects that need a chance event
    /// are left out. The read set is that of the question "`seat` steps from `from` to `to`".
    pub fn try_step(
        self: &Arc<Rules>,
        state: &State,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> (Option<PawnStepOutcome>, ReadSet) {
        let mut context = EffectContext::open(self, state.clone());
        context.change(StateChange::Pawn(seat, from));
        context.change(StateChange::Turn(seat));
        context.change(StateChange::ExtraTurns(0));
        context.change(StateChange::Skips(seat, 0));
        context.place_pawn_by_question(seat);
        context.put_pawn(seat, to);
        let stepped = context.journal.len();
        let goes_on = self.host().is_some() && self.on_goal(&context.state, seat).is_none();
        if goes_on && self.run_effects(&mut context, seat).is_err() {
            context.roll_back(stepped);
        }
        let winner = self.on_goal(&context.state, seat);
        let landing = winner
            .is_none_or(|winner| winner == seat)
            .then(|| PawnStepOutcome {
                at: context.state.board.pawn(seat),
                turns: (1 + context.state.skips(seat))
                    .saturating_sub(context.state.extra().extra_turns),
            });
        let mut reads = context.reads();
        // These decide which plug-ins a step calls.
        reads.add([StatePart::FieldKinds, StatePart::FieldData]);
        (landing, reads)
    }

    /// Fields to which the mover's pawn may step or jump; none if plug-ins forbid the seat to move.
    pub fn pawn_steps(self: &Arc<Rules>, state: &State) -> SquareSet {
        match &state.extra {
            None => self.quoridor().pawn_moves(&state.board),
            Some(_) if self.may_move(state) => self.steps(state),
            Some(_) => SquareSet::NONE,
        }
    }

    /// The walls, legal or not, that would block an edge of some shortest path of `seat` to its
    /// goal. Effects of fields are ignored.
    pub fn walls_across_shortest_paths(&self, state: &State, seat: Seat) -> WallSet {
        let grid = self.grid();
        let passages = grid.passages(&state.board.walls);
        let field = state.board.goal_distances(seat);
        let entering = self.entering(state, seat);
        let (mut rising, mut sideways) = (SquareSet::NONE, SquareSet::NONE);
        let from = state.board.pawn(seat);
        let mut distance = field.distance(from);
        if distance == GoalDistances::UNREACHABLE {
            return WallSet::default();
        }
        let mut here = from.set();
        while distance > 0 {
            distance -= 1;
            let [up, right, down, left] = entering.map(|set| set & field.ring(grid, distance));
            let up = here & passages.up & grid.down(up);
            let right = here & passages.right & right.left();
            let down = grid.down(here) & passages.up & down;
            let left = here.left() & passages.right & left;
            rising |= up | down;
            sideways |= right | left;
            here = grid.up(up) | right.right() | down | left;
        }
        grid.walls_across(rising, sideways)
    }

    /// Distance of the pawn of `seat` to its goal over the edges `passages`; `None` without a path.
    /// Effects of fields are ignored.
    pub fn distance_over(&self, state: &State, seat: Seat, passages: &OpenEdges) -> Option<u32> {
        let grid = self.grid();
        let goal = self.quoridor().goal(seat);
        let entering = self.entering(state, seat);
        steps_by(state.board.pawn(seat), goal, |seen| {
            successors(grid, passages, &entering, seen)
        })
    }

    /// Fields to which `seat` may step from `from` over `passages`, ignoring pawns and effects.
    pub fn steps_from(
        &self,
        state: &State,
        seat: Seat,
        passages: &OpenEdges,
        from: Square,
    ) -> SquareSet {
        let entering = self.entering(state, seat);
        successors(self.grid(), passages, &entering, from.set())
    }

    /// Hash of all that shortest paths depend on, except the positions of the pawns; 0 on boards
    /// that use Quoridor's own rules.
    pub fn path_fingerprint(&self, state: &State) -> u64 {
        state.extra.as_ref().map_or(0, |extra| {
            let mut reads = extra.step_map.reads;
            reads.add([StatePart::Walls]);
            state.fingerprint(&reads)
        })
    }

    fn entering(&self, state: &State, seat: Seat) -> [SquareSet; 4] {
        match &state.extra {
            Some(extra) => *extra.step_map.value.entering(seat),
            None => [self.grid().all(); 4],
        }
    }
}
