//! Where steps lead, effects included: what a player can find out by trying them.

use std::sync::Arc;

use ludorum_core::Seat;

use super::afresh::Asked;
use super::desk::Desk;
use super::element::{Element, FIELDS};
use super::plugin::{Hook, Part, Reads};
use super::rules::Rules;
use super::state::{Change, State};
use crate::quoridor::field::Field;
use crate::quoridor::grid::{Passages, Side, Walls};
use crate::quoridor::{Square, Squares, Wall};

/// Where a pawn comes to rest after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The field.
    pub at: Square,
    /// The turns it takes: one, those that are skipped because of it, less those won by it.
    pub turns: u8,
}

/// What a landing depends on: while this is the same, so is the landing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grounds {
    parts: Reads,
    parts_hash: u64,
    sight: Sight,
    occupied: Squares,
    open: Passages,
}

/// What of the pawns and walls was looked at one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    /// All of these parts.
    pub(super) parts: Reads,
    /// Whether a pawn stands here.
    pub(super) fields: Squares,
    /// Whether there are walls next to these.
    pub(super) edges: Squares,
}

impl Default for Sight {
    fn default() -> Sight {
        Sight {
            parts: Reads::NOTHING,
            fields: Squares::NONE,
            edges: Squares::NONE,
        }
    }
}

fn seen_of(passages: &Passages, edges: Squares) -> Passages {
    Passages {
        up: passages.up & edges,
        right: passages.right & edges,
    }
}

/// A position as it looks to one seat, for many questions about grounds.
#[derive(Debug)]
pub struct Scene<'a> {
    rules: &'a Rules,
    state: &'a State,
    others: Squares,
    open: Passages,
    /// Hashes that were asked for.
    hashes: Vec<(Reads, u64)>,
}

impl<'a> Scene<'a> {
    /// As it looks to `seat`.
    pub fn new(rules: &'a Rules, state: &'a State, seat: Seat) -> Scene<'a> {
        Scene {
            rules,
            state,
            others: others(rules, state, seat),
            open: rules.grid().passages(&state.board.walls),
            hashes: Vec::new(),
        }
    }

    fn hash(&mut self, parts: Reads) -> u64 {
        if let Some((_, hash)) = self.hashes.iter().find(|(known, _)| *known == parts) {
            return *hash;
        }
        let hash = self.state.hash_of(parts);
        self.hashes.push((parts, hash));
        hash
    }

    /// The fields the seat may step on from a field, no pawn being in the way.
    pub fn steps_away(&self, seat: Seat, from: Square) -> Squares {
        let grid = self.rules.grid();
        let entering = self.rules.entering(self.state, seat);
        let open = Side::ALL.into_iter().filter(|&side| {
            grid.open(&self.open, from, side)
                && entering[side as usize].has(grid.neighbour(from, side))
        });
        open.fold(Squares::NONE, |set, side| {
            set | grid.neighbour(from, side).set()
        })
    }
}

impl Grounds {
    /// Whether all is as it was, for a step of the same seat between the same fields.
    pub fn hold(&self, scene: &mut Scene<'_>) -> bool {
        self.occupied == scene.others & self.sight.fields
            && self.open == seen_of(&scene.open, self.sight.edges)
            && self.parts_hash == scene.hash(self.parts)
    }
}

/// Where the pawns of the others stand.
fn others(rules: &Rules, state: &State, seat: Seat) -> Squares {
    let seats = Seat::all(rules.seats()).filter(|&other| other != seat);
    seats.fold(Squares::NONE, |set, other| {
        set | state.board.pawn(other).set()
    })
}

impl Rules {
    /// The fields on which plug-ins do something with a pawn that steps there.
    pub fn fields_with_effects(&self, state: &State) -> Squares {
        let (Some(host), Some(more)) = (self.host(), &state.more) else {
            return Squares::NONE;
        };
        let acts = |plugin: usize| host.plugins()[plugin].hooks.has(Hook::OnStep);
        let kinds = (0..FIELDS)
            .zip(self.grid().all())
            .filter(|(index, _)| {
                more.kinds[*index] != 0 && acts(usize::from(more.kinds[*index] - 1))
            })
            .map(|(_, square)| square);
        let stored = more.data.iter().filter_map(|datum| match datum.element {
            Element::Field(square) if acts(datum.plugin.index()) => Some(square),
            _ => None,
        });
        kinds
            .chain(stored)
            .fold(Squares::NONE, |set, square| set | square.set())
    }

    /// Tries a step of a seat from one field to the next, wherever its pawn is and whoever is to
    /// move, and tells where the pawn comes to rest: none if another seat wins by it. What chance
    /// would have to decide does not happen.
    pub fn try_step(
        self: &Arc<Rules>,
        state: &State,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> (Option<Landing>, Grounds) {
        let mut desk = Desk::open(self, state.clone());
        desk.change(Change::Pawn(seat, from));
        desk.change(Change::Turn(seat));
        desk.change(Change::Again(0));
        desk.change(Change::Skips(seat, 0));
        desk.watch(seat);
        desk.begin_from(&Asked::before(state));
        desk.put_pawn(seat, to);
        let stepped = desk.journal.len();
        let goes_on = self.host().is_some() && self.on_goal(&desk.state, seat).is_none();
        if goes_on && self.tell_all(&mut desk, seat).is_err() {
            desk.roll_back(stepped);
        }
        let winner = self.on_goal(&desk.state, seat);
        let landing = winner.is_none_or(|winner| winner == seat).then(|| Landing {
            at: desk.state.board.pawn(seat),
            turns: (1 + desk.state.skips(seat)).saturating_sub(desk.state.more().again),
        });
        let mut sight = desk.sight();
        // Who is told of a step depends on these.
        sight.parts.add(Part::Fields);
        sight.parts.add(Part::Data);
        let grounds = Grounds {
            parts: sight.parts,
            parts_hash: state.hash_of(sight.parts),
            sight,
            occupied: others(self, state, seat) & sight.fields,
            open: seen_of(&self.grid().passages(&state.board.walls), sight.edges),
        };
        (landing, grounds)
    }

    /// The fields the pawn of the seat to move may go to; none while plug-ins do not let it move.
    pub fn pawn_steps(self: &Arc<Rules>, state: &State) -> Squares {
        match &state.more {
            None => self.quoridor().pawn_moves(&state.board),
            Some(_) if self.may_move(state) => self.steps(state),
            Some(_) => Squares::NONE,
        }
    }

    /// The walls across a shortest way of a seat, whether they may be built or not; effects of
    /// fields are left out.
    pub fn walls_in_the_way(&self, state: &State, seat: Seat) -> Walls {
        let grid = self.grid();
        let passages = grid.passages(&state.board.walls);
        let field = state.board.field(seat);
        let entering = self.entering(state, seat);
        let (mut rising, mut sideways) = (Squares::NONE, Squares::NONE);
        let from = state.board.pawn(seat);
        let mut distance = field.distance(from);
        if distance == Field::NO_WAY {
            return Walls::default();
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

    /// The steps a seat needs once `wall` is built; none if that leaves no way. Effects of fields
    /// are left out.
    pub fn steps_behind(&self, state: &State, seat: Seat, wall: Wall) -> Option<u32> {
        let grid = self.grid();
        let passages = grid.passages(&state.board.walls.with(wall));
        let goal = self.quoridor().goal(seat);
        let [up, right, down, left] = self.entering(state, seat);
        let (mut seen, mut steps) = (state.board.pawn(seat).set(), 0);
        while !seen.meets(goal) {
            let next = seen
                | (grid.up(seen & passages.up) & up)
                | ((seen & passages.right).right() & right)
                | (grid.down(seen) & passages.up & down)
                | (seen.left() & passages.right & left);
            if next == seen {
                return None;
            }
            seen = next;
            steps += 1;
        }
        Some(steps)
    }

    fn entering(&self, state: &State, seat: Seat) -> [Squares; 4] {
        match &state.more {
            Some(more) => *more.ways.entering(seat),
            None => [self.grid().all(); 4],
        }
    }
}
