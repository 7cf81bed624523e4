//! The heuristic as implemented in the published program, which deviates from Figure 4.2.

use ludorum_core::{Rng, Seat};
use ludorum_games::colonizers::{
    COLONY_LIMIT, Colonist, ColonyModule, ModuleColour, Move, SEATS, State,
};

use super::heuristic::{HeuristicRules, SYNERGY, any_of, others, visionary_or_any};

/// Rule-based policy of the program published with Crha (2020). Differences from the text:
/// efficiency matters with a large *hand*, not a large colony; only the most frequent colour of the
/// colony counts, and only affordable modules; the random fallback may also build nothing, and
/// counts equal cards separately; a Spy weighs cards against possible colonists. Ties go to the
/// first seat, card and colour.
#[derive(Clone, Copy, Debug, Default)]
pub struct ColonizersPublishedHeuristic;

/// Order of colours by which the published program breaks ties; an empty colony prefers the first.
const COLOURS: [ModuleColour; 3] = [ModuleColour::Red, ModuleColour::Green, ModuleColour::Blue];

impl HeuristicRules for ColonizersPublishedHeuristic {
    fn colonist(state: &State, rng: &mut Rng) -> Colonist {
        let available = state.available();
        let colony = state.colony(state.turn());
        let colour = top_colour(state);
        if colony.coloured(colour) >= SYNERGY {
            let colonist = Colonist::of_colour(colour);
            if let Some(colonist) = colonist.filter(|&colonist| available.has(colonist)) {
                return colonist;
            }
        }
        visionary_or_any(state, rng)
    }

    fn keep(state: &State, rng: &mut Rng) -> Move {
        let offered = || state.offered().iter().map(|card| card.module());
        Move::Keep(choose(state, offered()).unwrap_or_else(|| {
            let any = offered().nth(rng.below(state.offered().len()));
            any.expect("an index below the number of cards")
        }))
    }

    fn build(state: &State, rng: &mut Rng) -> Move {
        let hand = state.hand(state.turn());
        if let Some(module) = choose(state, hand.modules()) {
            return Move::Build(module);
        }
        let omnium = state.omnium(state.turn());
        let affordable = hand.modules().filter(|module| module.cost() <= omnium);
        let choices = affordable.clone().count() + 1;
        match affordable.clone().nth(rng.below(choices)) {
            Some(module) => Move::Build(module),
            None => Move::Pass,
        }
    }

    fn steal(state: &State, rng: &mut Rng) -> Move {
        let target = first_best(others(state), |&seat| {
            i32::from(state.omnium(seat)) - uncertainty(state, seat)
        });
        match target.and_then(|seat| any_possible_colonist(state, seat, rng)) {
            Some(colonist) => Move::Steal(colonist),
            None => Move::Pass,
        }
    }

    fn swap(state: &State, rng: &mut Rng) -> Move {
        let own = state.hand(state.turn()).len() as i32;
        let worth =
            |seat: &Seat| 2 * (state.hand(*seat).len() as i32 - own) - uncertainty(state, *seat);
        let target = first_best(others(state), worth).filter(|seat| worth(seat) > 0);
        match target.and_then(|seat| any_possible_colonist(state, seat, rng)) {
            Some(colonist) => Move::Swap(colonist),
            None => Move::Pass,
        }
    }
}

/// Module to keep or build by rule, the first of equals; `None` if no rule applies.
fn choose(
    state: &State,
    modules: impl Iterator<Item = ColonyModule> + Clone,
) -> Option<ColonyModule> {
    let seat = state.turn();
    let omnium = state.omnium(seat);
    let affordable = modules.filter(|module| module.cost() <= omnium);
    let mut seats = Seat::all(SEATS);
    let is_ending = seats.any(|seat| state.colony(seat).len() + 1 >= COLONY_LIMIT);
    let by_rule = match is_ending {
        true => first_best(affordable.clone(), |module| i32::from(module.value())),
        false if state.hand(seat).is_full() => first_best(affordable.clone(), gain),
        false => None,
    };
    by_rule.or_else(|| {
        let colour = top_colour(state);
        first_best(affordable.filter(|module| module.colour() == colour), gain)
    })
}

/// Value of a module in points minus its cost in omnium.
fn gain(module: &ColonyModule) -> i32 {
    i32::from(module.value()) - i32::from(module.cost())
}

/// Most frequent colour in the colony of the seat to move.
fn top_colour(state: &State) -> ModuleColour {
    let colony = state.colony(state.turn());
    let [first, others @ ..] = COLOURS;
    others.into_iter().fold(first, |top, colour| {
        if colony.coloured(colour) > colony.coloured(top) {
            colour
        } else {
            top
        }
    })
}

/// Number of colonists that the seat to move considers possible for `seat`, minus one.
fn uncertainty(state: &State, seat: Seat) -> i32 {
    state.colonists(state.turn(), seat).len() as i32 - 1
}

/// Random colonist of those that `seat` may have picked; `None` if there are none.
fn any_possible_colonist(state: &State, seat: Seat, rng: &mut Rng) -> Option<Colonist> {
    let possible = state.colonists(state.turn(), seat);
    (!possible.is_empty()).then(|| any_of(possible, rng))
}

/// First item with the highest `worth`; `None` without items.
fn first_best<T>(items: impl Iterator<Item = T>, worth: impl Fn(&T) -> i32) -> Option<T> {
    items.reduce(|best, item| {
        if worth(&item) > worth(&best) {
            item
        } else {
            best
        }
    })
}
