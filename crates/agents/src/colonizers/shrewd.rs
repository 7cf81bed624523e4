//! Better rules of thumb: what a turn earns decides. They play out games for the champion, and say
//! which colonists others are likely to have picked.

use ludorum_core::{Policy, Rng, Seat};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{
    COLONY_LIMIT, Colonist, Colonists, Module, Move, Phase, SEATS, State,
};

use super::heuristic::Heuristic;

/// Plays by what moves earn, with a share of moves by the [`Heuristic`], which leave more to chance. Of
/// the position it reads only what the seat to move knows.
#[derive(Clone, Copy, Debug)]
pub struct Shrewd {
    /// The share of moves by the heuristic.
    pub looseness: f64,
}

impl Default for Shrewd {
    fn default() -> Shrewd {
        Shrewd { looseness: 0.2 }
    }
}

/// Modules from which a hand needs no more.
const ENOUGH_CARDS: usize = 3;

impl Policy<Colonizers> for Shrewd {
    #[inline]
    fn pick(
        &mut self,
        game: &Colonizers,
        state: &mut State,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        let is_loose = rng.unit() < self.looseness;
        match state.phase() {
            Phase::Pick if !is_loose => Move::Pick(colonist(state, rng)),
            Phase::Draw if !is_loose => draw(state),
            Phase::Keep if !is_loose => keep(state),
            Phase::Build if !is_loose => build(state),
            // Who to rob and whom to spy on the heuristic knows as well.
            _ => Heuristic.pick(game, state, scratch, rng),
        }
    }

    fn fork(&self) -> Box<dyn Policy<Colonizers>> {
        Box::new(*self)
    }
}

/// What a colonist is worth to a seat that may pick it, in omnium.
#[inline]
pub(super) fn attraction(state: &State, seat: Seat, colonist: Colonist) -> f64 {
    let cards = state.hand(seat).len();
    let others = || Seat::all(SEATS).filter(|&other| other != seat);
    match colonist {
        Colonist::Visionary => match cards {
            0..=1 => 2.2,
            2 => 1.6,
            3 => 1.0,
            4 => 0.6,
            _ => 0.0,
        },
        Colonist::Ecologist | Colonist::Miner | Colonist::General => {
            let colour = colonist.colour();
            colour.map_or(0.0, |colour| state.colony(seat).coloured(colour) as f64)
        }
        Colonist::Opportunist => {
            let most = others().map(|other| state.omnium(other)).max();
            0.7 * f64::from(most.unwrap_or(0).min(2)) + 0.2
        }
        Colonist::Spy => {
            let most = others().map(|other| state.hand(other).len()).max();
            0.6 * most.unwrap_or(0).saturating_sub(cards) as f64
        }
    }
}

/// The colonist that looks best, give or take.
fn colonist(state: &State, rng: &mut Rng) -> Colonist {
    let seat = state.turn();
    let mut best = None;
    let mut best_worth = f64::NEG_INFINITY;
    for colonist in state.available().iter() {
        let worth = attraction(state, seat, colonist) + rng.unit();
        if worth > best_worth {
            best_worth = worth;
            best = Some(colonist);
        }
    }
    best.expect("somebody is always left to pick")
}

/// The rounds that are left at least, this one included.
fn rounds_left(state: &State) -> usize {
    let built = Seat::all(SEATS).map(|seat| state.colony(seat).len()).max();
    COLONY_LIMIT.saturating_sub(built.unwrap_or(0)).max(1)
}

/// Cards for who can build without more omnium and has few left, or has nothing to save for.
fn draw(state: &State) -> Move {
    let seat = state.turn();
    let hand = state.hand(seat);
    let omnium = state.omnium(seat);
    if hand.is_full() {
        return Move::Omnium;
    }
    let dearest = hand.modules().map(Module::cost).max().unwrap_or(0);
    let wants_cards = hand.is_empty() || omnium >= dearest && hand.len() < ENOUGH_CARDS;
    match wants_cards && (rounds_left(state) > 1 || hand.is_empty()) {
        true => Move::Cards,
        false => Move::Omnium,
    }
}

/// What a module is worth to the seat whose turn it is: its points, and what its colour will earn.
fn worth(state: &State, module: Module) -> f64 {
    let colony = state.colony(state.turn());
    let earns = match Colonist::of_colour(module.colour()) {
        None => 0.0,
        Some(_) => 0.15 * (1 + colony.coloured(module.colour())) as f64,
    };
    f64::from(module.value()) + earns * rounds_left(state) as f64
}

/// The best card that can still be paid for.
fn keep(state: &State) -> Move {
    let reach = state.omnium(state.turn()) + 3 * rounds_left(state) as u16;
    let mut best: Option<(Module, f64)> = None;
    for card in state.offered() {
        let module = card.module();
        let worth = match module.cost() <= reach {
            true => worth(state, module),
            false => -f64::from(module.cost()),
        };
        if best.is_none_or(|(_, best)| worth > best) {
            best = Some((module, worth));
        }
    }
    Move::Keep(best.expect("two cards are offered").0)
}

/// The best module that can be paid for; a trifle not, if something better can be paid for soon.
fn build(state: &State) -> Move {
    let omnium = state.omnium(state.turn());
    let mut best: Option<(Module, f64)> = None;
    let mut soon = 0;
    for module in state.hand(state.turn()).modules() {
        if module.cost() > omnium {
            if module.cost() <= omnium + 3 {
                soon = soon.max(module.value());
            }
            continue;
        }
        let worth = worth(state, module);
        if best.is_none_or(|(_, best)| worth > best) {
            best = Some((module, worth));
        }
    }
    match best {
        Some((module, _)) if soon > 4 * module.value() && rounds_left(state) > 2 => Move::Pass,
        Some((module, _)) => Move::Build(module),
        None => Move::Pass,
    }
}

/// How plausible it is that a seat picked what it did, from 0 to 1: 1 for the colonist that looks best
/// of those it could choose from.
pub(super) fn plausibility(state: &State, seat: Seat, picked: Colonist, choice: Colonists) -> f64 {
    let worths = choice
        .iter()
        .map(|colonist| attraction(state, seat, colonist));
    let best = worths.fold(f64::NEG_INFINITY, f64::max);
    libm::exp(attraction(state, seat, picked) - best)
}
