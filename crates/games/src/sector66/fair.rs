//! Where spells lie at the start: for every spell at some distance from one player the same spell
//! lies at the same distance from every other player.

use std::sync::Arc;

use ludorum_core::{Rng, Seat, Seed};

use super::element::{MOST_SEATS, PluginId};
use super::rules::Rules;
use crate::quoridor::{Square, Squares};

/// How often a random arrangement is tried before the one known to be fair is taken.
const TRIES: u64 = 40;

/// The steps from the start of each seat.
type Steps = [u8; MOST_SEATS];

/// All that is needed to place spells fairly.
#[derive(Clone, Debug, Default)]
pub(super) struct Fair {
    seats: usize,
    /// Fields for spells, with their steps.
    fields: Vec<(Square, Steps)>,
    forced: Vec<PluginId>,
    allowed: Vec<PluginId>,
    /// A fair arrangement: so many groups, each with a field for each seat.
    known: Vec<Vec<Square>>,
}

impl Fair {
    /// Finds out how `each` spells for each player can be placed on the board as it is at the start.
    pub(super) fn find(rules: &Arc<Rules>, each: usize) -> Result<Fair, String> {
        let seats = rules.seats();
        let state = rules.initial(Seed(0));
        let passages = rules.grid().passages(&state.board.walls);
        let ways = &state.more().ways;
        let from: Vec<_> = Seat::all(seats)
            .map(|seat| ways.steps_from(rules, &passages, seat, rules.quoridor().start(seat)))
            .collect();
        let taken = Seat::all(seats).fold(Squares::NONE, |taken, seat| {
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
        let mut fair = Fair {
            seats,
            fields,
            forced: choice.forced.clone(),
            allowed: choice.allowed.clone(),
            known: Vec::new(),
        };
        let mut tries = (0..TRIES).filter_map(|index| {
            let mut rng = Seed(0).child("fair", index).rng();
            fair.arrange(each, &mut rng)
        });
        fair.known = tries.next().ok_or_else(|| {
            format!(
                "{each} spells for each of {seats} players cannot be placed fairly on template '{}'; \
                 ask for fewer, or move starts, targets and walls",
                rules.template().name
            )
        })?;
        Ok(fair)
    }

    /// The spells of a game.
    pub(super) fn place(&self, seed: Seed) -> Vec<(Square, PluginId)> {
        if self.known.is_empty() {
            return Vec::new();
        }
        let seed = seed.child("spells", 0);
        let each = self.known.len();
        let arranged = (0..TRIES).find_map(|index| {
            let mut rng = seed.child("try", index).rng();
            self.arrange(each, &mut rng)
        });
        let groups = arranged.unwrap_or_else(|| self.known.clone());
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

    /// A random fair arrangement, if this attempt comes to one.
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

    /// A fair group with `first` in it: one field for each seat. Either the distances of the others
    /// are those of the first, passed on from seat to seat; or every one is as far from all seats.
    fn group(&self, first: (Square, Steps), fields: &[(Square, Steps)]) -> Option<Vec<Square>> {
        let mut group = vec![first.0];
        let is_level = self.is_level(first.1);
        for turn in 1..self.seats {
            let mut wanted = first.1;
            wanted[..self.seats].rotate_right(turn);
            let other = fields.iter().find(|(field, steps)| {
                let fits = if is_level {
                    self.is_level(*steps)
                } else {
                    *steps == wanted
                };
                fits && !group.contains(field)
            });
            group.push(other?.0);
        }
        Some(group)
    }

    fn is_level(&self, steps: Steps) -> bool {
        steps[..self.seats].iter().all(|&other| other == steps[0])
    }
}
