//! Results of steps, effects included, found by trying them out.

use std::sync::Arc;

use ludorum_core::Seat;

use super::effect_context::EffectContext;
use super::element::{BoardElement, FIELDS};
use super::invalidation::StepMapSnapshot;
use super::plugin::{PluginHook, ReadSet, StatePart};
use super::rules::Rules;
use super::state::{State, StateChange};
use crate::quoridor::goal_distances::{GoalDistances, steps_by};
use crate::quoridor::grid::{OpenEdges, SquareSide, WallSet};
use crate::quoridor::{Square, SquareSet};

/// Result of a step and its effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepOutcome {
    /// The pawn's final field.
    pub at: Square,
    /// Turns used: one, plus missed turns, less extra turns.
    pub turns: u8,
}

/// The parts of a position a step's result depends on. While they are equal, so is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepDependencies {
    parts: ReadSet,
    parts_hash: u64,
    detailed_reads: DetailedReadSet,
    occupied: SquareSet,
    open: OpenEdges,
}

/// The reads of plug-ins, with single fields and walls for pawn and wall queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DetailedReadSet {
    /// Parts that were read as a whole.
    pub(super) parts: ReadSet,
    /// Fields that were checked for a pawn.
    pub(super) fields: SquareSet,
    /// Fields whose adjacent walls were checked.
    pub(super) edges: SquareSet,
}

impl Default for DetailedReadSet {
    fn default() -> DetailedReadSet {
        DetailedReadSet {
            parts: ReadSet::NOTHING,
            fields: SquareSet::NONE,
            edges: SquareSet::NONE,
        }
    }
}

fn restricted_to(passages: &OpenEdges, edges: SquareSet) -> OpenEdges {
    OpenEdges {
        up: passages.up & edges,
        right: passages.right & edges,
    }
}

/// Checks many [`StepDependencies`] against one position, for one seat.
#[derive(Debug)]
pub struct DependencyChecker<'a> {
    rules: &'a Rules,
    state: &'a State,
    others: SquareSet,
    open: OpenEdges,
    /// Cached hashes.
    hashes: Vec<(ReadSet, u64)>,
}

impl<'a> DependencyChecker<'a> {
    /// Creates a checker for `seat`.
    pub fn new(rules: &'a Rules, state: &'a State, seat: Seat) -> DependencyChecker<'a> {
        DependencyChecker {
            rules,
            state,
            others: others(rules, state, seat),
            open: rules.grid().passages(&state.board.walls),
            hashes: Vec::new(),
        }
    }

    fn hash(&mut self, parts: ReadSet) -> u64 {
        if let Some((_, hash)) = self.hashes.iter().find(|(known, _)| *known == parts) {
            return *hash;
        }
        let hash = self.state.hash_of(parts);
        self.hashes.push((parts, hash));
        hash
    }

    /// The fields the seat may step to from a field, ignoring pawns.
    pub fn steps_away(&self, seat: Seat, from: Square) -> SquareSet {
        let grid = self.rules.grid();
        let entering = self.rules.entering(self.state, seat);
        let open = SquareSide::ALL.into_iter().filter(|&side| {
            grid.open(&self.open, from, side)
                && entering[side as usize].has(grid.neighbour(from, side))
        });
        open.fold(SquareSet::NONE, |set, side| {
            set | grid.neighbour(from, side).set()
        })
    }
}

impl StepDependencies {
    /// True if nothing has changed for a step of the same seat between the same fields.
    pub fn hold(&self, scene: &mut DependencyChecker<'_>) -> bool {
        self.occupied == scene.others & self.detailed_reads.fields
            && self.open == restricted_to(&scene.open, self.detailed_reads.edges)
            && self.parts_hash == scene.hash(self.parts)
    }
}

/// The squares of the other seats' pawns.
fn others(rules: &Rules, state: &State, seat: Seat) -> SquareSet {
    let seats = Seat::all(rules.seats()).filter(|&other| other != seat);
    seats.fold(SquareSet::NONE, |set, other| {
        set | state.board.pawn(other).set()
    })
}

impl Rules {
    /// The fields with effects on a pawn that steps there.
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

    /// Tries a step of a seat from one field to the next, wherever its pawn is and whoever is to
    /// move. The result is `None` if another seat wins by it. Effects that need a chance event are
    /// left out.
    pub fn try_step(
        self: &Arc<Rules>,
        state: &State,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> (Option<StepOutcome>, StepDependencies) {
        let mut context = EffectContext::open(self, state.clone());
        context.change(StateChange::Pawn(seat, from));
        context.change(StateChange::Turn(seat));
        context.change(StateChange::ExtraTurns(0));
        context.change(StateChange::Skips(seat, 0));
        context.watch_step(seat);
        context.start_from_snapshot(&StepMapSnapshot::take(state));
        context.put_pawn(seat, to);
        let stepped = context.journal.len();
        let goes_on = self.host().is_some() && self.on_goal(&context.state, seat).is_none();
        if goes_on && self.run_effects(&mut context, seat).is_err() {
            context.roll_back(stepped);
        }
        let winner = self.on_goal(&context.state, seat);
        let landing = winner
            .is_none_or(|winner| winner == seat)
            .then(|| StepOutcome {
                at: context.state.board.pawn(seat),
                turns: (1 + context.state.skips(seat))
                    .saturating_sub(context.state.extra().extra_turns),
            });
        let mut detailed_reads = context.detailed_reads();
        // The plug-ins called for a step depend on these.
        detailed_reads.parts.add(StatePart::Fields);
        detailed_reads.parts.add(StatePart::Data);
        let dependencies = StepDependencies {
            parts: detailed_reads.parts,
            parts_hash: state.hash_of(detailed_reads.parts),
            detailed_reads,
            occupied: others(self, state, seat) & detailed_reads.fields,
            open: restricted_to(
                &self.grid().passages(&state.board.walls),
                detailed_reads.edges,
            ),
        };
        (landing, dependencies)
    }

    /// The fields the pawn of the seat to move may go to; none if plug-ins forbid the seat to move.
    pub fn pawn_steps(self: &Arc<Rules>, state: &State) -> SquareSet {
        match &state.extra {
            None => self.quoridor().pawn_moves(&state.board),
            Some(_) if self.may_move(state) => self.steps(state),
            Some(_) => SquareSet::NONE,
        }
    }

    /// The walls across any shortest path of a seat, legal or not. Effects of fields are ignored.
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

    /// A seat's distance over these open edges; `None` if no path is left. Effects of fields are
    /// ignored.
    pub fn distance_over(&self, state: &State, seat: Seat, passages: &OpenEdges) -> Option<u32> {
        let grid = self.grid();
        let goal = self.quoridor().goal(seat);
        let [up, right, down, left] = self.entering(state, seat);
        steps_by(state.board.pawn(seat), goal, |seen| {
            (grid.up(seen & passages.up) & up)
                | ((seen & passages.right).right() & right)
                | (grid.down(seen) & passages.up & down)
                | (seen.left() & passages.right & left)
        })
    }

    fn entering(&self, state: &State, seat: Seat) -> [SquareSet; 4] {
        match &state.extra {
            Some(extra) => *extra.step_map.entering(seat),
            None => [self.grid().all(); 4],
        }
    }
}
