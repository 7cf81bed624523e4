//! Where steps lead, effects included: what a player can find out by trying them.

use std::sync::Arc;

use ludorum_core::Seat;

use super::desk::Desk;
use super::element::{Element, FIELDS};
use super::plugin::{Hook, Part, Reads};
use super::rules::Rules;
use super::state::{Change, State};
use crate::quoridor::grid::{Passages, Side};
use crate::quoridor::{Square, Squares};

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

impl Grounds {
    /// Whether all is as it was, for a step of the same seat between the same fields.
    pub fn hold(&self, rules: &Rules, state: &State, seat: Seat) -> bool {
        self.parts_hash == state.hash_of(self.parts)
            && self.occupied == others(rules, state, seat) & self.sight.fields
            && self.open == seen_of(&rules.grid().passages(&state.board.walls), self.sight.edges)
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

    /// The fields a seat may step on from a field, no pawn being in the way.
    pub fn steps_away(&self, state: &State, seat: Seat, from: Square) -> Squares {
        let passages = self.grid().passages(&state.board.walls);
        let entering = state.more.as_ref().map(|more| more.ways.entering(seat));
        let open = Side::ALL.into_iter().filter(|&side| {
            self.grid().open(&passages, from, side)
                && entering.is_none_or(|entering| {
                    entering[side as usize].has(self.grid().neighbour(from, side))
                })
        });
        open.fold(Squares::NONE, |set, side| {
            set | self.grid().neighbour(from, side).set()
        })
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
}
