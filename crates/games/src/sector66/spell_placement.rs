//! Fair random placement of spells at the start: each spell has a counterpart at the same distance
//! from every other player.

use std::sync::Arc;

use ludorum_core::{Rng, Seat, Seed};

use super::element::{MOST_SEATS, PluginId};
use super::rules::Rules;
use crate::quoridor::{Square, SquareSet};

/// Number of attempts to draw a random spell placement before the fallback is used.
const TRIES: u64 = 40;

/// Distance of a field from the start field of each seat, in steps.
type StartDistances = [u8; MOST_SEATS];

/// Places spells at random but fairly: every seat has the same distances to them.
#[derive(Clone, Debug, Default)]
pub(super) struct FairSpellPlacer {
    seats: usize,
    /// Fields on which spells may lie, with their distances from the start of each seat.
    fields: Vec<(Square, StartDistances)>,
    forced: Vec<PluginId>,
    allowed: Vec<PluginId>,
    /// Spell placement for when random attempts fail: fair groups with one field per seat. Empty if
    /// no spells are placed.
    fallback: Vec<Vec<Square>>,
}

impl FairSpellPlacer {
    /// Prepares the placement of `each` spells per player on the initial board; the error says why
    /// it is impossible.
    pub(super) fn prepare(rules: &Arc<Rules>, each: usize) -> Result<FairSpellPlacer, String> {
        let seats = rules.seats();
        let state = rules.initial(Seed(0));
        let passages = rules.grid().passages(&state.board.walls);
        let step_map = &state.extra().step_map.value;
        let from: Vec<_> = Seat::all(seats)
            .map(|seat| step_map.steps_from(rules, &passages, seat, rules.quoridor().start(seat)))
            .collect();
        let taken = Seat::all(seats).fold(SquareSet::NONE, |taken, seat| {
            taken | rules.quoridor().start(seat).set() | rules.quoridor().goal(seat)
        });
        let mut fields = Vec::new();
        for field in rules.grid().all() & !taken {
            let mut steps = [0; MOST_SEATS];
            let reached = steps.iter_mut().zip(&from).all(|(steps, from)| {
                from[field.index()].is_some_and(|found| {
                    *steps = found;
                    true
                })
            });
            if reached && state.kind_of(field).is_none() {
                fields.push((field, steps));
            }
        }
        let choice = &rules.template().spells;
        let mut placement = FairSpellPlacer {
            seats,
            fields,
            forced: choice.forced.clone(),
            allowed: choice.allowed.clone(),
            fallback: Vec::new(),
        };
        let mut tries = (0..TRIES).filter_map(|index| {
            let mut rng = Seed(0).child("fair", index).rng();
            placement.arrange(each, &mut rng)
        });
        placement.fallback = tries.next().ok_or_else(|| {
            format!(
                "{each} spells for each of {seats} players cannot be placed fairly on template '{}'; \
                 ask for fewer, or move starts, targets and walls",
                rules.template().name
            )
        })?;
        Ok(placement)
    }

    /// Draws the spells of a new game at random, with the fields on which they lie.
    pub(super) fn place(&self, seed: Seed) -> Vec<(Square, PluginId)> {
        if self.fallback.is_empty() {
            return Vec::new();
        }
        let seed = seed.child("spells", 0);
        let each = self.fallback.len();
        let arranged = (0..TRIES).find_map(|index| {
            let mut rng = seed.child("try", index).rng();
            self.arrange(each, &mut rng)
        });
        let groups = arranged.unwrap_or_else(|| self.fallback.clone());
        let mut rng = seed.child("kinds", 0).rng();
        let mut forced = self.forced.iter().copied();
        let mut placed = Vec::new();
        for group in groups {
            let drawn = rng.pick(&self.allowed).copied();
            let Some(kind) = forced.next().or(drawn) else {
                continue;
            };
            placed.extend(group.into_iter().map(|field| (field, kind)));
        }
        placed
    }

    /// Tries to draw `each` random fair groups of fields, one field per seat; `None` if it fails.
    fn arrange(&self, each: usize, rng: &mut Rng) -> Option<Vec<Vec<Square>>> {
        let mut fields = self.fields.clone();
        let mut groups = Vec::new();
        while groups.len() < each {
            rng.shuffle(&mut fields);
            let group = fields
                .iter()
                .find_map(|&first| self.group(first, &fields))?;
            fields.retain(|(field, _)| !group.contains(field));
            groups.push(group);
        }
        Some(groups)
    }

    /// Returns a fair group of fields that contains `first`, one field per seat; `None` if there is
    /// none. Either all fields are equidistant from all seats, or their distances are those of
    /// `first`, rotated from seat to seat.
    fn group(
        &self,
        first: (Square, StartDistances),
        fields: &[(Square, StartDistances)],
    ) -> Option<Vec<Square>> {
        let mut group = vec![first.0];
        let is_equidistant = self.is_equidistant(first.1);
        for turn in 1..self.seats {
            let mut wanted = first.1;
            wanted[..self.seats].rotate_right(turn);
            let other = fields.iter().find(|(field, steps)| {
                let fits = if is_equidistant {
                    self.is_equidistant(*steps)
                } else {
                    *steps == wanted
                };
                fits && !group.contains(field)
            });
            group.push(other?.0);
        }
        Some(group)
    }

    fn is_equidistant(&self, steps: StartDistances) -> bool {
        steps[..self.seats].iter().all(|&other| other == steps[0])
    }
}
