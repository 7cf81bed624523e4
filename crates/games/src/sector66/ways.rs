//! Where each seat may step, judged by the fields' own rules, and the paths that leaves.

use std::sync::Arc;

use ludorum_core::Seat;

use super::afresh::Asked;
use super::element::{Element, FIELDS, MOST_SEATS, PluginId, WallState};
use super::plugin::{Call, Hook, Host, Part, Reads};
use super::rules::Rules;
use super::state::{Change, State};
use crate::quoridor::field::{Field, reaches_by};
use crate::quoridor::grid::{Grid, Passages, Side, Walls};
use crate::quoridor::{Direction, Square, Squares, Wall};

/// Which fields each seat may step on: from below, from the left, from above, from the right (in
/// the order of [`Side::ALL`], which is the way the pawn goes), and out of nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    entering: [[Squares; 4]; MOST_SEATS],
    landing: [Squares; MOST_SEATS],
    /// What the answers depend on.
    pub(super) reads: Reads,
    /// The walls they depend on.
    walls: Walls,
    /// The answers, by field and plug-in.
    opinions: Vec<Opinion>,
}

/// What one plug-in says about stepping on one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opinion {
    about: (Square, PluginId),
    /// A bit for every seat and way in that it closes, [`WAYS_IN`] bits a seat.
    closed: u32,
    /// What it depends on.
    reads: Reads,
    /// The walls it depends on.
    walls: Walls,
}

/// The four sides, and out of nowhere.
const WAYS_IN: usize = Side::ALL.len() + 1;
const OUT_OF_NOWHERE: usize = Side::ALL.len();

impl Ways {
    /// Every field may be stepped on.
    pub(super) fn free(grid: &Grid) -> Ways {
        Ways {
            entering: [[grid.all(); 4]; MOST_SEATS],
            landing: [grid.all(); MOST_SEATS],
            reads: Reads::NOTHING,
            walls: Walls::default(),
            opinions: Vec::new(),
        }
    }

    /// With one more opinion to be heeded.
    fn heed(&mut self, opinion: Opinion) {
        let elsewhere = !opinion.about.0.set();
        for seat in 0..MOST_SEATS {
            let closed = opinion.closed >> (seat * WAYS_IN);
            for (side, entering) in self.entering[seat].iter_mut().enumerate() {
                if closed >> side & 1 == 1 {
                    *entering &= elsewhere;
                }
            }
            if closed >> OUT_OF_NOWHERE & 1 == 1 {
                self.landing[seat] &= elsewhere;
            }
        }
        self.reads.merge(opinion.reads);
        self.walls = self.walls.with_all(opinion.walls);
        self.opinions.push(opinion);
    }

    /// The opinion of a plug-in about a field.
    fn opinion(&self, about: (Square, PluginId)) -> Option<Opinion> {
        let found = self
            .opinions
            .binary_search_by_key(&about, |opinion| opinion.about);
        found.ok().map(|index| self.opinions[index])
    }

    /// The fields a seat may step on, by the way its pawn goes.
    #[inline]
    pub(super) fn entering(&self, seat: Seat) -> &[Squares; 4] {
        &self.entering[seat.index()]
    }

    /// The fields a seat may come to out of nowhere.
    #[inline]
    pub(super) fn landing(&self, seat: Seat) -> Squares {
        self.landing[seat.index()]
    }

    /// The squares a step before one of `into`.
    #[inline]
    fn before(&self, grid: &Grid, passages: &Passages, seat: Seat, into: Squares) -> Squares {
        let [up, right, down, left] = self.entering[seat.index()];
        (grid.down(into & up) & passages.up)
            | ((into & right).left() & passages.right)
            | (grid.up(into & down) & grid.up(passages.up))
            | ((into & left).right() & passages.right.right())
    }

    /// The squares a step after one of `from`.
    #[inline]
    fn after(&self, grid: &Grid, passages: &Passages, seat: Seat, from: Squares) -> Squares {
        let [up, right, down, left] = self.entering[seat.index()];
        (grid.up(from & passages.up) & up)
            | ((from & passages.right).right() & right)
            | (grid.down(from) & passages.up & down)
            | (from.left() & passages.right & left)
    }

    /// The distances of all fields from the goal of a seat.
    pub(super) fn field(&self, rules: &Rules, passages: &Passages, seat: Seat) -> Field {
        let grid = rules.grid();
        let goal = rules.quoridor().goal(seat);
        Field::spread(grid, goal, |ring| self.before(grid, passages, seat, ring))
    }

    /// Whether a seat can get from a field to its goal.
    #[inline]
    pub(super) fn reaches(
        &self,
        rules: &Rules,
        passages: &Passages,
        seat: Seat,
        from: Square,
    ) -> bool {
        let grid = rules.grid();
        let goal = rules.quoridor().goal(seat);
        reaches_by(from, goal, |seen| self.after(grid, passages, seat, seen))
    }

    /// The steps a seat needs from a field to every other; none where there is no way.
    pub(super) fn steps_from(
        &self,
        rules: &Rules,
        passages: &Passages,
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
            ring = self.after(grid, passages, seat, ring) & !seen;
            seen |= ring;
            distance += 1;
        }
        steps
    }

    /// The walls that would cross one shortest way of a seat to its goal.
    fn crossing(&self, rules: &Rules, state: &State, passages: &Passages, seat: Seat) -> Walls {
        let grid = rules.grid();
        let field = state.board.field(seat);
        let mut at = state.board.pawn(seat);
        let mut distance = field.distance(at);
        let (mut rising, mut sideways) = (Squares::NONE, Squares::NONE);
        while distance > 0 {
            let next = Side::ALL.into_iter().find_map(|side| {
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
                Side::Up => rising |= at.set(),
                Side::Down => rising |= next.set(),
                Side::Right => sideways |= at.set(),
                Side::Left => sideways |= next.set(),
            }
            at = next;
            distance = field.distance(at);
        }
        grid.walls_across(rising, sideways)
    }
}

impl Rules {
    /// Asks the plug-ins that have a say about stepping on fields. Whoever did not look at what has
    /// `changed` since `before` was found is not asked again.
    pub(super) fn find_ways(
        self: &Arc<Rules>,
        state: &State,
        before: &Ways,
        changed: Reads,
    ) -> Arc<Ways> {
        let mut ways = Ways::free(self.grid());
        let Some(host) = self.host() else {
            return Arc::new(ways);
        };
        let kinds = self.grid().all().into_iter();
        let kinds = kinds.filter_map(|square| Some((square, state.kind_of(square)?)));
        let data = state.more().data.iter();
        let data = data.filter_map(|datum| match datum.element {
            Element::Field(square) => Some((square, datum.plugin)),
            _ => None,
        });
        let mut questions: Vec<(Square, PluginId)> = kinds.chain(data).collect();
        questions.retain(|(_, plugin)| host.plugins()[plugin.index()].hooks.has(Hook::CanStep));
        questions.sort_unstable();
        questions.dedup();
        for about in questions {
            let known = before.opinion(about);
            let known = known.filter(|opinion| !opinion.reads.meets(changed));
            ways.heed(known.unwrap_or_else(|| self.ask_about_steps(host, state, about)));
        }
        Arc::new(ways)
    }

    /// What a plug-in says about stepping on a field, for every seat and from every side.
    fn ask_about_steps(
        self: &Arc<Rules>,
        host: &dyn Host,
        state: &State,
        (square, plugin): (Square, PluginId),
    ) -> Opinion {
        let mut opinion = Opinion {
            about: (square, plugin),
            closed: 0,
            reads: Reads::NOTHING,
            walls: Walls::default(),
        };
        let everywhere = self.grid().passages(&Walls::default());
        for seat in Seat::all(self.seats()) {
            let mut ask = |way: usize, from| {
                let call = Call {
                    hook: Hook::CanStep,
                    plugin,
                    element: Element::Field(square),
                    pawn: seat,
                    from,
                    spell: None,
                };
                let verdict = host.judge(self, state, &call);
                opinion.reads.merge(verdict.reads);
                opinion.walls = opinion.walls.with_all(verdict.walls);
                if !verdict.answer.unwrap_or(true) {
                    opinion.closed |= 1 << (seat.index() * WAYS_IN + way);
                }
            };
            for (side, back) in [2, 3, 0, 1]
                .map(|back| Side::ALL[back])
                .into_iter()
                .enumerate()
            {
                if self.grid().open(&everywhere, square, back) {
                    ask(side, Some(self.grid().neighbour(square, back)));
                }
            }
            ask(OUT_OF_NOWHERE, None);
        }
        opinion
    }

    /// The distances of every seat.
    pub(super) fn find_fields(&self, state: &State) -> [Field; MOST_SEATS] {
        let passages = self.grid().passages(&state.board.walls);
        let ways = &state.more().ways;
        let mut fields = [Field::default(); MOST_SEATS];
        for seat in Seat::all(self.seats()) {
            fields[seat.index()] = ways.field(self, &passages, seat);
        }
        fields
    }

    /// The walls the seat to move may build, if plug-ins do not say otherwise.
    pub(super) fn buildable(self: &Arc<Rules>, state: &State) -> Walls {
        if state.board.walls_left(state.to_move()) == 0 {
            return Walls::default();
        }
        let more = state.more();
        let mut free = self.grid().free_slots(&state.board.walls);
        free.horizontal &= !more.disabled.horizontal;
        free.vertical &= !more.disabled.vertical;
        let passages = self.grid().passages(&state.board.walls);
        for seat in Seat::all(self.seats()) {
            // Who has no path cannot lose it.
            if state.board.distance(seat) == Field::NO_WAY {
                continue;
            }
            let crossing = more.ways.crossing(self, state, &passages, seat);
            for direction in [Direction::Horizontal, Direction::Vertical] {
                for square in free.along(direction) & crossing.along(direction) {
                    let wall = Wall { square, direction };
                    if !self.keeps_path(state, wall, seat) {
                        free = free.without(wall);
                    }
                }
            }
        }
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for square in free.along(direction) {
                let wall = Wall { square, direction };
                if self.decides_about_steps(state, wall)
                    && self.closed_by_rules(state, wall).is_some()
                {
                    free = free.without(wall);
                }
            }
        }
        free
    }

    /// Whether fields may answer otherwise once a wall is built by the seat to move.
    fn decides_about_steps(&self, state: &State, wall: Wall) -> bool {
        let ways = &state.more().ways;
        ways.walls.along(wall.direction).has(wall.square) || ways.reads.has(Part::Hands)
    }

    /// The first seat whose last path is closed by what fields answer once `wall` is built.
    fn closed_by_rules(self: &Arc<Rules>, state: &State, wall: Wall) -> Option<Seat> {
        let mut built = state.clone();
        let seat = state.to_move();
        let left = state.board.walls_left(seat).saturating_sub(1);
        built.apply(Change::Left(seat, left));
        built.apply(Change::Wall(wall, WallState::Built));
        let ways = Asked::before(state).again(self, &built);
        let passages = self.grid().passages(&built.board.walls);
        Seat::all(self.seats()).find(|&seat| {
            state.board.distance(seat) != Field::NO_WAY
                && !ways.reaches(self, &passages, seat, built.board.pawn(seat))
        })
    }

    /// Whether a seat still gets to its goal when `wall` is built.
    pub(super) fn keeps_path(&self, state: &State, wall: Wall, seat: Seat) -> bool {
        let passages = self.grid().passages(&state.board.walls.with(wall));
        let from = state.board.pawn(seat);
        state.more().ways.reaches(self, &passages, seat, from)
    }

    /// The first seat whose last path `wall` would close.
    pub(super) fn closed_path(self: &Arc<Rules>, state: &State, wall: Wall) -> Option<Seat> {
        let closed = Seat::all(self.seats()).find(|&seat| {
            state.board.distance(seat) != Field::NO_WAY && !self.keeps_path(state, wall, seat)
        });
        closed.or_else(|| match self.decides_about_steps(state, wall) {
            true => self.closed_by_rules(state, wall),
            false => None,
        })
    }
}
