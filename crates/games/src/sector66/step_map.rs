//! The step map: fields each seat may enter by the plug-ins' rules, and paths over them.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{BoardElement, FIELDS, MOST_SEATS, PluginId, WallState};
use super::memo::{Memo, ReadSet, StatePart};
use super::plugin::{HookCall, PluginHook, PluginHost};
use super::rules::Rules;
use super::state::{State, StateChange};
use crate::quoridor::goal_distances::{GoalDistances, reaches_by};
use crate::quoridor::grid::{OpenEdges, SquareGrid, SquareSide, WallSet};
use crate::quoridor::{Square, SquareSet, Wall};

/// The fields that each seat may enter: by a step in each direction of [`SquareSide::ALL`], and by
/// landing without a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepMap {
    entering: [[SquareSet; 4]; MOST_SEATS],
    landing: [SquareSet; MOST_SEATS],
    /// For each field and plug-in with a `can_step` rule there, the entries it closes; sorted.
    closed: Vec<((Square, PluginId), Memo<ClosedEntries>)>,
}

/// Bit set of the entries to a field that a plug-in closes, [`ENTRIES`] bits per seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ClosedEntries(u32);

/// Number of ways to enter a field: by a step in one of four directions, or by landing.
const ENTRIES: usize = SquareSide::ALL.len() + 1;
const LANDING: usize = SquareSide::ALL.len();

impl StepMap {
    /// Creates the step map on which every seat may enter every field.
    pub(super) fn all_open(grid: &SquareGrid) -> StepMap {
        StepMap {
            entering: [[grid.all(); 4]; MOST_SEATS],
            landing: [grid.all(); MOST_SEATS],
            closed: Vec::new(),
        }
    }

    /// Closes some entries to `field`, by direction and seat.
    fn close(&mut self, field: Square, entries: ClosedEntries) {
        let other_fields = !field.set();
        for seat in 0..MOST_SEATS {
            let closed = entries.0 >> (seat * ENTRIES);
            for (side, entering) in self.entering[seat].iter_mut().enumerate() {
                if closed >> side & 1 == 1 {
                    *entering &= other_fields;
                }
            }
            if closed >> LANDING & 1 == 1 {
                self.landing[seat] &= other_fields;
            }
        }
    }

    /// The entries to a field that a plug-in closes; `None` if not known for `state`.
    fn closed_by(&self, state: &State, about: (Square, PluginId)) -> Option<&Memo<ClosedEntries>> {
        let index = self
            .closed
            .binary_search_by_key(&about, |(about, _)| *about);
        let (_, memo) = &self.closed[index.ok()?];
        memo.holds(state).then_some(memo)
    }

    /// True if each seat may enter the same fields as on `other`.
    pub(super) fn has_same_entries(&self, other: &StepMap) -> bool {
        self.entering == other.entering
    }

    /// The fields that `seat` may enter by a step in each direction of [`SquareSide::ALL`].
    #[inline]
    pub(super) fn entering(&self, seat: Seat) -> &[SquareSet; 4] {
        &self.entering[seat.index()]
    }

    /// The fields on which `seat` may land without a step.
    #[inline]
    pub(super) fn landing(&self, seat: Seat) -> SquareSet {
        self.landing[seat.index()]
    }

    /// The fields from which a seat can step into the set `into`.
    #[inline]
    fn predecessors(
        &self,
        grid: &SquareGrid,
        passages: &OpenEdges,
        seat: Seat,
        into: SquareSet,
    ) -> SquareSet {
        let [up, right, down, left] = self.entering[seat.index()];
        (grid.down(into & up) & passages.up)
            | ((into & right).left() & passages.right)
            | (grid.up(into & down) & grid.up(passages.up))
            | ((into & left).right() & passages.right.right())
    }

    /// Distance of each field to a seat's goal.
    pub(super) fn distances(
        &self,
        rules: &Rules,
        passages: &OpenEdges,
        seat: Seat,
    ) -> GoalDistances {
        let grid = rules.grid();
        let goal = rules.quoridor().goal(seat);
        GoalDistances::spread(grid, goal, |ring| {
            self.predecessors(grid, passages, seat, ring)
        })
    }

    /// True if a seat can reach its goal from the field `from`.
    #[inline]
    pub(super) fn reaches(
        &self,
        rules: &Rules,
        passages: &OpenEdges,
        seat: Seat,
        from: Square,
    ) -> bool {
        let grid = rules.grid();
        let goal = rules.quoridor().goal(seat);
        reaches_by(from, goal, |seen| {
            successors(grid, passages, self.entering(seat), seen)
        })
    }

    /// Distance in steps from one field to each field; `None` for fields without a path.
    pub(super) fn steps_from(
        &self,
        rules: &Rules,
        passages: &OpenEdges,
        seat: Seat,
        from: Square,
    ) -> [Option<u8>; FIELDS] {
        let grid = rules.grid();
        let mut steps = [None; FIELDS];
        let (mut seen, mut ring, mut distance) = (from.set(), from.set(), 0);
        while !ring.is_empty() {
            for square in ring {
                steps[square.index()] = Some(distance);
            }
            ring = successors(grid, passages, self.entering(seat), ring) & !seen;
            seen |= ring;
            distance += 1;
        }
        steps
    }

    /// The walls that would block an edge of one arbitrary shortest path of `seat` to its goal.
    fn crossing(&self, rules: &Rules, state: &State, passages: &OpenEdges, seat: Seat) -> WallSet {
        let grid = rules.grid();
        let field = state.board.goal_distances(seat);
        let mut at = state.board.pawn(seat);
        let mut distance = field.distance(at);
        let (mut rising, mut sideways) = (SquareSet::NONE, SquareSet::NONE);
        while distance > 0 {
            let next = SquareSide::ALL.into_iter().find_map(|side| {
                if !grid.open(passages, at, side) {
                    return None;
                }
                let next = grid.neighbour(at, side);
                let is_nearer = self.entering[seat.index()][side as usize].has(next)
                    && field.distance(next) < distance;
                is_nearer.then_some((side, next))
            });
            let Some((side, next)) = next else { break };
            match side {
                SquareSide::Up => rising |= at.set(),
                SquareSide::Down => rising |= next.set(),
                SquareSide::Right => sideways |= at.set(),
                SquareSide::Left => sideways |= next.set(),
            }
            at = next;
            distance = field.distance(at);
        }
        grid.walls_across(rising, sideways)
    }
}

/// The fields one step after the set `from` over the edges `passages`; `entering` are the fields
/// that may be entered in each direction.
#[inline]
pub(super) fn successors(
    grid: &SquareGrid,
    passages: &OpenEdges,
    [up, right, down, left]: &[SquareSet; 4],
    from: SquareSet,
) -> SquareSet {
    (grid.up(from & passages.up) & *up)
        | ((from & passages.right).right() & *right)
        | (grid.down(from) & passages.up & *down)
        | (from.left() & passages.right & *left)
}

impl Rules {
    /// The step map of a position: the stored one while it is valid, otherwise a new one that
    /// reuses its valid answers.
    pub(super) fn current_step_map(self: &Arc<Rules>, state: &State) -> Arc<Memo<StepMap>> {
        let stored = &state.extra().step_map;
        if stored.holds(state) {
            Arc::clone(stored)
        } else {
            Arc::new(self.compute_step_map(state, &stored.value))
        }
    }

    /// Computes the step map; answers of `before` that are still valid are reused.
    pub(super) fn compute_step_map(
        self: &Arc<Rules>,
        state: &State,
        before: &StepMap,
    ) -> Memo<StepMap> {
        let mut step_map = StepMap::all_open(self.grid());
        let Some(host) = self.host() else {
            return Memo::constant(step_map);
        };
        // These decide which plug-ins are called.
        let mut reads = ReadSet::default();
        reads.add([StatePart::FieldKinds, StatePart::FieldData]);
        let kinds = self.grid().all().into_iter();
        let kinds = kinds.filter_map(|square| Some((square, state.kind_of(square)?)));
        let data = state.extra().data.iter();
        let data = data.filter_map(|datum| match datum.element {
            BoardElement::Field(square) => Some((square, datum.plugin)),
            _ => None,
        });
        let mut questions: Vec<(Square, PluginId)> = kinds.chain(data).collect();
        questions.retain(|(_, plugin)| {
            host.plugins()[plugin.index()]
                .hooks
                .has(PluginHook::CanStep)
        });
        questions.sort_unstable();
        questions.dedup();
        for about in questions {
            let known = before.closed_by(state, about).cloned();
            let memo = known.unwrap_or_else(|| self.query_step_rule(host, state, about));
            step_map.close(about.0, memo.value);
            reads.merge(&memo.reads);
            step_map.closed.push((about, memo));
        }
        Memo::new(state, reads, step_map)
    }

    /// Calls the `can_step` rule of a plug-in for one field, for every seat and every way to enter.
    fn query_step_rule(
        self: &Arc<Rules>,
        host: &dyn PluginHost,
        state: &State,
        (square, plugin): (Square, PluginId),
    ) -> Memo<ClosedEntries> {
        let (mut closed, mut reads) = (ClosedEntries::default(), ReadSet::default());
        let everywhere = self.grid().passages(&WallSet::default());
        for seat in Seat::all(self.seats()) {
            let mut ask = |entry: usize, from| {
                let call = HookCall {
                    hook: PluginHook::CanStep,
                    plugin,
                    element: BoardElement::Field(square),
                    pawn: seat,
                    from,
                    spell: None,
                };
                let answer = host.ask_rule(self, state, &call);
                reads.merge(&answer.reads);
                if !answer.answer.unwrap_or(true) {
                    closed.0 |= 1 << (seat.index() * ENTRIES + entry);
                }
            };
            for (side, back) in [2, 3, 0, 1]
                .map(|back| SquareSide::ALL[back])
                .into_iter()
                .enumerate()
            {
                if self.grid().open(&everywhere, square, back) {
                    ask(side, Some(self.grid().neighbour(square, back)));
                }
            }
            ask(LANDING, None);
        }
        Memo::new(state, reads, closed)
    }

    /// Computes the distances of all fields to each seat's goal.
    pub(super) fn compute_goal_distances(&self, state: &State) -> [GoalDistances; MOST_SEATS] {
        let passages = self.grid().passages(&state.board.walls);
        let step_map = &state.extra().step_map.value;
        let mut distances = [GoalDistances::default(); MOST_SEATS];
        for seat in Seat::all(self.seats()) {
            distances[seat.index()] = step_map.distances(self, &passages, seat);
        }
        distances
    }

    /// The walls that the seat to move may build, including those that plug-ins will forbid.
    pub(super) fn buildable(self: &Arc<Rules>, state: &State) -> WallSet {
        if state.board.walls_left(state.to_move()) == 0 {
            return WallSet::default();
        }
        let extra = state.extra();
        let mut free = self.grid().free_slots(&state.board.walls);
        free.horizontal &= !extra.disabled.horizontal;
        free.vertical &= !extra.disabled.vertical;
        let passages = self.grid().passages(&state.board.walls);
        for seat in Seat::all(self.seats()) {
            // A seat without a path cannot lose it.
            if state.board.distance(seat) == GoalDistances::UNREACHABLE {
                continue;
            }
            let crossing = extra.step_map.value.crossing(self, state, &passages, seat);
            for wall in (free & crossing).iter() {
                if !self.keeps_path(state, wall, seat) {
                    free = free.without(wall);
                }
            }
        }
        for wall in free.iter() {
            if self.may_change_step_answers(state, wall)
                && self.closed_by_rules(state, wall).is_some()
            {
                free = free.without(wall);
            }
        }
        free
    }

    /// True if building `wall` may change answers of `can_step` rules.
    fn may_change_step_answers(&self, state: &State, wall: Wall) -> bool {
        let reads = &state.extra().step_map.reads;
        reads.has_wall(wall) || reads.has(StatePart::Hands)
    }

    /// The first seat that loses its last path because `can_step` rules answer differently once
    /// `wall` is built; `None` if no seat does.
    fn closed_by_rules(self: &Arc<Rules>, state: &State, wall: Wall) -> Option<Seat> {
        let mut built = state.clone();
        let seat = state.to_move();
        let left = state.board.walls_left(seat).saturating_sub(1);
        built.apply(StateChange::WallsLeft(seat, left));
        built.apply(StateChange::Wall(wall, WallState::Built));
        let step_map = &self.current_step_map(&built).value;
        let passages = self.grid().passages(&built.board.walls);
        Seat::all(self.seats()).find(|&seat| {
            state.board.distance(seat) != GoalDistances::UNREACHABLE
                && !step_map.reaches(self, &passages, seat, built.board.pawn(seat))
        })
    }

    /// True if `seat` still has a path to its goal when `wall` is built, by the current step map.
    pub(super) fn keeps_path(&self, state: &State, wall: Wall, seat: Seat) -> bool {
        let passages = self.grid().passages(&state.board.walls.with(wall));
        let from = state.board.pawn(seat);
        let step_map = &state.extra().step_map.value;
        step_map.reaches(self, &passages, seat, from)
    }

    /// The first seat whose last path to its goal `wall` would close; `None` if no seat loses it.
    pub(super) fn closed_path(self: &Arc<Rules>, state: &State, wall: Wall) -> Option<Seat> {
        let closed = Seat::all(self.seats()).find(|&seat| {
            state.board.distance(seat) != GoalDistances::UNREACHABLE
                && !self.keeps_path(state, wall, seat)
        });
        closed.or_else(|| {
            if self.may_change_step_answers(state, wall) {
                self.closed_by_rules(state, wall)
            } else {
                None
            }
        })
    }
}
