//! The step map: fields each seat may enter by the plug-ins' rules, and paths over them.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{BoardElement, FIELDS, MOST_SEATS, PluginId, WallState};
use super::invalidation::StepMapSnapshot;
use super::plugin::{HookCall, PluginHook, PluginHost, ReadSet, StatePart};
use super::rules::Rules;
use super::state::{State, StateChange};
use crate::quoridor::goal_distances::{GoalDistances, reaches_by};
use crate::quoridor::grid::{OpenEdges, SquareGrid, SquareSide, WallSet};
use crate::quoridor::{Square, SquareSet, Wall};

/// The fields each seat may enter: by direction of the step (in the order of
/// [`SquareSide::ALL`]), and by landing there without a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepMap {
    entering: [[SquareSet; 4]; MOST_SEATS],
    landing: [SquareSet; MOST_SEATS],
    /// The parts all answers depend on.
    pub(super) reads: ReadSet,
    /// The walls all answers depend on.
    walls: WallSet,
    /// The plug-ins' answers, sorted by field and plug-in.
    answers: Vec<CachedStepAnswers>,
}

/// Cached answers of one plug-in's `can_step` rule for one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CachedStepAnswers {
    about: (Square, PluginId),
    /// A bit for every seat and entry that is closed, [`ENTRIES`] bits per seat.
    closed: u32,
    /// The parts the answers depend on.
    reads: ReadSet,
    /// The walls the answers depend on.
    walls: WallSet,
}

/// Kinds of entry: from four directions, or by landing.
const ENTRIES: usize = SquareSide::ALL.len() + 1;
const LANDING: usize = SquareSide::ALL.len();

impl StepMap {
    /// The map on which every field may be entered.
    pub(super) fn all_open(grid: &SquareGrid) -> StepMap {
        StepMap {
            entering: [[grid.all(); 4]; MOST_SEATS],
            landing: [grid.all(); MOST_SEATS],
            reads: ReadSet::NOTHING,
            walls: WallSet::default(),
            answers: Vec::new(),
        }
    }

    /// Adds the answers of one plug-in for one field.
    fn add_answers(&mut self, answers: CachedStepAnswers) {
        let other_fields = !answers.about.0.set();
        for seat in 0..MOST_SEATS {
            let closed = answers.closed >> (seat * ENTRIES);
            for (side, entering) in self.entering[seat].iter_mut().enumerate() {
                if closed >> side & 1 == 1 {
                    *entering &= other_fields;
                }
            }
            if closed >> LANDING & 1 == 1 {
                self.landing[seat] &= other_fields;
            }
        }
        self.reads.merge(answers.reads);
        self.walls = self.walls.with_all(answers.walls);
        self.answers.push(answers);
    }

    /// The cached answers of a plug-in for a field.
    fn cached_answers(&self, about: (Square, PluginId)) -> Option<CachedStepAnswers> {
        let found = self
            .answers
            .binary_search_by_key(&about, |answers| answers.about);
        found.ok().map(|index| self.answers[index])
    }

    /// The fields a seat may enter, by direction of the step.
    #[inline]
    pub(super) fn entering(&self, seat: Seat) -> &[SquareSet; 4] {
        &self.entering[seat.index()]
    }

    /// The fields a seat may land on without a step.
    #[inline]
    pub(super) fn landing(&self, seat: Seat) -> SquareSet {
        self.landing[seat.index()]
    }

    /// The squares one step before `into`.
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

    /// The squares one step after `from`.
    #[inline]
    fn successors(
        &self,
        grid: &SquareGrid,
        passages: &OpenEdges,
        seat: Seat,
        from: SquareSet,
    ) -> SquareSet {
        let [up, right, down, left] = self.entering[seat.index()];
        (grid.up(from & passages.up) & up)
            | ((from & passages.right).right() & right)
            | (grid.down(from) & passages.up & down)
            | (from.left() & passages.right & left)
    }

    /// The distances of all fields from a seat's goal.
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

    /// True if a seat can reach its goal from a field.
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
            self.successors(grid, passages, seat, seen)
        })
    }

    /// The distances from a field to all others; `None` where there is no path.
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
            ring = self.successors(grid, passages, seat, ring) & !seen;
            seen |= ring;
            distance += 1;
        }
        steps
    }

    /// The walls that would cross one shortest path of a seat.
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

impl Rules {
    /// Computes the step map. Answers of `before` that depend on none of the `changed` parts are
    /// reused.
    pub(super) fn compute_step_map(
        self: &Arc<Rules>,
        state: &State,
        before: &StepMap,
        changed: ReadSet,
    ) -> Arc<StepMap> {
        let mut step_map = StepMap::all_open(self.grid());
        let Some(host) = self.host() else {
            return Arc::new(step_map);
        };
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
            let known = before.cached_answers(about);
            let known = known.filter(|answers| !answers.reads.meets(changed));
            step_map.add_answers(known.unwrap_or_else(|| self.query_step_rule(host, state, about)));
        }
        Arc::new(step_map)
    }

    /// Calls a plug-in's `can_step` rule for one field, every seat and every entry.
    fn query_step_rule(
        self: &Arc<Rules>,
        host: &dyn PluginHost,
        state: &State,
        (square, plugin): (Square, PluginId),
    ) -> CachedStepAnswers {
        let mut answers = CachedStepAnswers {
            about: (square, plugin),
            closed: 0,
            reads: ReadSet::NOTHING,
            walls: WallSet::default(),
        };
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
                answers.reads.merge(answer.reads);
                answers.walls = answers.walls.with_all(answer.walls);
                if !answer.answer.unwrap_or(true) {
                    answers.closed |= 1 << (seat.index() * ENTRIES + entry);
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
        answers
    }

    /// The goal distances of every seat.
    pub(super) fn compute_goal_distances(&self, state: &State) -> [GoalDistances; MOST_SEATS] {
        let passages = self.grid().passages(&state.board.walls);
        let step_map = &state.extra().step_map;
        let mut distances = [GoalDistances::default(); MOST_SEATS];
        for seat in Seat::all(self.seats()) {
            distances[seat.index()] = step_map.distances(self, &passages, seat);
        }
        distances
    }

    /// The walls the seat to move may build, before plug-ins forbid any.
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
            let crossing = extra.step_map.crossing(self, state, &passages, seat);
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

    /// True if building this wall may change answers of `can_step`.
    fn may_change_step_answers(&self, state: &State, wall: Wall) -> bool {
        let step_map = &state.extra().step_map;
        step_map.walls.has(wall) || step_map.reads.has(StatePart::Hands)
    }

    /// The first seat that loses its last path because rules answer differently once `wall` is
    /// built.
    fn closed_by_rules(self: &Arc<Rules>, state: &State, wall: Wall) -> Option<Seat> {
        let mut built = state.clone();
        let seat = state.to_move();
        let left = state.board.walls_left(seat).saturating_sub(1);
        built.apply(StateChange::WallsLeft(seat, left));
        built.apply(StateChange::Wall(wall, WallState::Built));
        let step_map = StepMapSnapshot::take(state).recompute(self, &built);
        let passages = self.grid().passages(&built.board.walls);
        Seat::all(self.seats()).find(|&seat| {
            state.board.distance(seat) != GoalDistances::UNREACHABLE
                && !step_map.reaches(self, &passages, seat, built.board.pawn(seat))
        })
    }

    /// True if a seat still has a path when `wall` is built, by the current step map.
    pub(super) fn keeps_path(&self, state: &State, wall: Wall, seat: Seat) -> bool {
        let passages = self.grid().passages(&state.board.walls.with(wall));
        let from = state.board.pawn(seat);
        state.extra().step_map.reaches(self, &passages, seat, from)
    }

    /// The first seat whose last path `wall` would close.
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
