//! Sampler of determinizations, weighted by the plausibility of the opponents' picks.

use ludorum_core::{Determinize, Rng, Seat};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{ColonistSet, SEATS, State, View};
use ludorum_search::Determinizer;

use super::earnings_heuristic::plausibility;

/// Maximum number of determinizations that rejection sampling tries; the last is always accepted.
const MAX_TRIES: usize = 8;

/// Rejection sampler of Colonizers determinizations: accepts one with a probability equal to the
/// likelihood of the colonists that opponents picked in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlausibilityDeterminizer;

impl Determinizer<Colonizers> for PlausibilityDeterminizer {
    fn draw(&mut self, game: &Colonizers, view: &View, rng: &mut Rng) -> State {
        let mut state = game.determinize(view, rng);
        for _ in 1..MAX_TRIES {
            if rng.unit() < likelihood(&state, view) {
                break;
            }
            state = game.determinize(view, rng);
        }
        state
    }
}

/// Likelihood, from 0 to 1, of the colonist picks in `state` that `view` does not show.
fn likelihood(state: &State, view: &View) -> f64 {
    let mut choice = ColonistSet::ALL;
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
