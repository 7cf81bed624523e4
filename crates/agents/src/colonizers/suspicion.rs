//! Worlds weighed by what others are likely to have picked.

use ludorum_core::{Hidden, Rng, Seat};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{Colonists, SEATS, State, View};
use ludorum_search::Worlds;

use super::shrewd::plausibility;

/// A world is given up this often before it is taken as it is.
const TRIES: usize = 8;

/// Draws worlds in which others picked what suits them more often than others: a world is rejected
/// with the improbability of its picks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Suspicion;

impl Worlds<Colonizers> for Suspicion {
    fn draw(&mut self, game: &Colonizers, view: &View, rng: &mut Rng) -> State {
        let mut state = game.determinize(view, rng);
        for _ in 1..TRIES {
            if rng.unit() < likelihood(&state, view) {
                break;
            }
            state = game.determinize(view, rng);
        }
        state
    }
}

/// How plausible the colonists are that the seat does not know, from 0 to 1.
fn likelihood(state: &State, view: &View) -> f64 {
    let mut choice = Colonists::ALL;
    if let Some(removed) = state.removed() {
        choice = choice.without(removed);
    }
    let mut likelihood = 1.0;
    for seat in Seat::all(SEATS) {
        let Some(picked) = state.colonist(seat) else {
            break;
        };
        if view.colonist(seat).is_none() {
            likelihood *= plausibility(state, seat, picked, choice);
        }
        choice = choice.without(picked);
    }
    likelihood
}
