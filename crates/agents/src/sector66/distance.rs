//! How far it is: the turns a seat needs to its target, found by trying steps where fields have
//! effects.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use ludorum_core::Seat;
use ludorum_games::Sector66;
use ludorum_games::quoridor::field::Field;
use ludorum_games::quoridor::{Square, Squares};
use ludorum_games::sector66::{Content, Grounds, Landing, Scene, State};

/// What is remembered of one step; older experience makes room for newer.
const MOST_EXPERIENCE: usize = 16;

/// No way is longer, and nothing more is known of one that is.
const FURTHEST: usize = Field::NO_WAY as usize;

/// Finds distances, and remembers where steps have led for as long as what that depends on is the
/// same. What is remembered is as exact as what is found, so it changes no result.
#[derive(Default)]
pub struct Distances {
    tried: Mutex<Tried>,
}

/// Where a step of a seat from one field to the next has led, and on what grounds.
type Tried = HashMap<(Seat, Square, Square), Vec<(Grounds, Option<Landing>)>>;

impl fmt::Debug for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Distances").finish_non_exhaustive()
    }
}

impl Distances {
    /// The turns a seat needs to its target if nobody is in its way; [`Field::NO_WAY`] if there is
    /// no way.
    pub fn of<C: Content>(&self, game: &Sector66<C>, state: &State, seat: Seat) -> u32 {
        self.from(game, state, seat, state.board().pawn(seat))
    }

    /// The same from another field.
    pub fn from<C: Content>(
        &self,
        game: &Sector66<C>,
        state: &State,
        seat: Seat,
        start: Square,
    ) -> u32 {
        let effects = game.rules().fields_with_effects(state);
        if effects.is_empty() {
            return state.board().field(seat).distance(start);
        }
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        walk(game, state, (seat, start), effects, &mut tried)
    }
}

/// Spreads from the start, the nearest fields first (Dijkstra 1959; turns are few, so a list of
/// fields for each number of them will do for a queue).
fn walk<C: Content>(
    game: &Sector66<C>,
    state: &State,
    (seat, start): (Seat, Square),
    effects: Squares,
    tried: &mut Tried,
) -> u32 {
    let rules = game.rules();
    let goal = rules.quoridor().goal(seat);
    let mut scene = Scene::new(rules, state, seat);
    let mut reached = [Squares::NONE; FURTHEST];
    let mut seen = Squares::NONE;
    reached[0] = start.set();
    for turns in 0..FURTHEST {
        // A step that wins a turn leads to fields that are no further.
        loop {
            let ring = reached[turns] & !seen;
            if ring.is_empty() {
                break;
            }
            if ring.meets(goal) {
                return turns as u32;
            }
            seen |= ring;
            for from in ring {
                for to in scene.steps_away(seat, from) & !seen {
                    let landing = if effects.has(to) {
                        land(game, state, seat, (from, to), &mut scene, tried)
                    } else {
                        Some(Landing { at: to, turns: 1 })
                    };
                    if let Some(landing) = landing {
                        let then = turns + usize::from(landing.turns);
                        if then < FURTHEST {
                            reached[then] |= landing.at.set();
                        }
                    }
                }
            }
        }
    }
    Field::NO_WAY
}

fn land<C: Content>(
    game: &Sector66<C>,
    state: &State,
    seat: Seat,
    (from, to): (Square, Square),
    scene: &mut Scene<'_>,
    tried: &mut Tried,
) -> Option<Landing> {
    let known = tried.entry((seat, from, to)).or_default();
    let holding = known.iter().position(|(grounds, _)| grounds.hold(scene));
    if let Some(index) = holding {
        // What held last is likely to hold next.
        known[..=index].rotate_right(1);
        return known[0].1;
    }
    let (landing, grounds) = game.rules().try_step(state, seat, from, to);
    known.truncate(MOST_EXPERIENCE - 1);
    known.insert(0, (grounds, landing));
    landing
}
