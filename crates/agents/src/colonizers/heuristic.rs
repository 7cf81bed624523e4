//! The rules of thumb of the thesis (Figure 4.2), which also play out games for searches.

use ludorum_core::{Policy, Rng, Seat};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{
    COLONY_LIMIT, Colonist, Colonists, Colour, Module, Modules, Move, Phase, SEATS, State,
};

/// Plays by rules, and at random where none applies. Of the position it reads only what the seat to
/// move knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

/// Modules of a colour that make its colonist worth picking.
const SYNERGY: usize = 3;

/// Modules in a colony from which efficiency counts more than colour.
const LATE: usize = 5;

/// A Spy knows enough of somebody who may be one of so many colonists.
const FEW_ENOUGH: usize = 2;

impl Policy<Colonizers> for Heuristic {
    #[inline]
    fn pick(
        &mut self,
        _: &Colonizers,
        state: &mut State,
        _: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        match state.phase() {
            Phase::Pick => Move::Pick(colonist(state, rng)),
            Phase::Draw => draw(state, rng),
            Phase::Keep => keep(state, rng),
            Phase::Power if state.colonist(state.turn()) == Some(Colonist::Opportunist) => {
                steal(state, rng)
            }
            Phase::Power => swap(state, rng),
            Phase::Build => build(state, rng),
            Phase::Remove | Phase::Vision(_) | Phase::Deal | Phase::Full | Phase::Empty => {
                unreachable!("a policy is asked only where a seat decides")
            }
        }
    }

    fn fork(&self) -> Box<dyn Policy<Colonizers>> {
        Box::new(*self)
    }
}

/// The colonist of a colour with three modules or more, else the Visionary for an empty hand, else any.
fn colonist(state: &State, rng: &mut Rng) -> Colonist {
    let available = state.available();
    let colony = state.colony(state.turn());
    let mut best = Best::new();
    for colour in Colour::SYNERGIES {
        let colonist = Colonist::of_colour(colour).filter(|&colonist| available.has(colonist));
        let modules = colony.coloured(colour);
        if let Some(colonist) = colonist.filter(|_| modules >= SYNERGY) {
            best.offer(colonist, modules as i32, rng);
        }
    }
    if let Some(colonist) = best.found {
        return colonist;
    }
    let has_few_cards = state.hand(state.turn()).len() <= 1;
    match has_few_cards && available.has(Colonist::Visionary) {
        true => Colonist::Visionary,
        false => any_of(available, rng),
    }
}

fn draw(state: &State, rng: &mut Rng) -> Move {
    let (omnium, cards) = (state.omnium(state.turn()), state.hand(state.turn()).len());
    if omnium == 0 || cards >= 4 {
        return Move::Omnium;
    }
    match cards == 0 || rng.below(2) == 0 {
        true => Move::Cards,
        false => Move::Omnium,
    }
}

fn keep(state: &State, rng: &mut Rng) -> Move {
    let offered: Modules = state.offered().iter().map(|card| card.module()).collect();
    Move::Keep(choose(state, offered, rng).unwrap_or_else(|| any_module(offered, rng)))
}

fn build(state: &State, rng: &mut Rng) -> Move {
    let omnium = state.omnium(state.turn());
    let modules = state.hand(state.turn()).modules();
    let affordable: Modules = modules.filter(|module| module.cost() <= omnium).collect();
    if affordable.is_empty() {
        return Move::Pass;
    }
    let chosen = choose(state, affordable, rng);
    Move::Build(chosen.unwrap_or_else(|| any_module(affordable, rng)))
}

/// The module to keep or to build: near the end the most valuable that can be paid for, in a large
/// colony the most efficient that can, before that the one with most others of its colour.
fn choose(state: &State, modules: Modules, rng: &mut Rng) -> Option<Module> {
    let seat = state.turn();
    let colony = state.colony(seat);
    let omnium = state.omnium(seat);
    let mut seats = Seat::all(SEATS);
    let is_ending = seats.any(|seat| state.colony(seat).len() + 1 >= COLONY_LIMIT);
    let mut best = Best::new();
    if is_ending || colony.len() >= LATE {
        for module in modules.kinds().filter(|module| module.cost() <= omnium) {
            let value = i32::from(module.value());
            let worth = match is_ending {
                true => value,
                false => value - i32::from(module.cost()),
            };
            best.offer(module, worth, rng);
        }
        if best.found.is_some() {
            return best.found;
        }
    }
    for module in modules
        .kinds()
        .filter(|module| module.colour() != Colour::Plain)
    {
        let synergy = colony.coloured(module.colour());
        if synergy > 0 {
            best.offer(module, synergy as i32, rng);
        }
    }
    best.found
}

/// Steals from one of the colonists that the most promising player may have: much omnium, few
/// possible colonists.
fn steal(state: &State, rng: &mut Rng) -> Move {
    let mut best = Best::new();
    for seat in others(state) {
        let possible = state.colonists(state.turn(), seat);
        let worth = i32::from(state.omnium(seat)) - possible.len() as i32 + 1;
        best.offer(possible, worth, rng);
    }
    match best.found {
        Some(possible) => Move::Steal(any_of(possible, rng)),
        None => Move::Pass,
    }
}

/// Swaps hands with who has most more cards, if it is known well enough who that is.
fn swap(state: &State, rng: &mut Rng) -> Move {
    let own = state.hand(state.turn()).len();
    let mut best = Best::new();
    for seat in others(state) {
        let possible = state.colonists(state.turn(), seat);
        let cards = state.hand(seat).len();
        if cards > own && possible.len() <= FEW_ENOUGH {
            best.offer(possible, cards as i32 - possible.len() as i32, rng);
        }
    }
    match best.found {
        Some(possible) => Move::Swap(any_of(possible, rng)),
        None => Move::Pass,
    }
}

fn others(state: &State) -> impl Iterator<Item = Seat> + use<> {
    let turn = state.turn();
    Seat::all(SEATS).filter(move |&seat| seat != turn)
}

fn any_of(colonists: Colonists, rng: &mut Rng) -> Colonist {
    let any = colonists.nth(rng.below(colonists.len()));
    any.expect("a place below the number of colonists")
}

/// Any of the modules, each kind equally likely.
fn any_module(modules: Modules, rng: &mut Rng) -> Module {
    let kinds = modules.kinds();
    let any = kinds.clone().nth(rng.below(kinds.count()));
    any.expect("a place below the number of kinds")
}

/// The best of what is offered; of equals any, each equally likely.
struct Best<T> {
    found: Option<T>,
    worth: i32,
    ties: usize,
}

impl<T> Best<T> {
    fn new() -> Best<T> {
        Best {
            found: None,
            worth: i32::MIN,
            ties: 0,
        }
    }

    fn offer(&mut self, item: T, worth: i32, rng: &mut Rng) {
        if worth > self.worth {
            self.worth = worth;
            self.ties = 1;
            self.found = Some(item);
        } else if worth == self.worth {
            // The k-th of equals takes the place of the earlier ones with probability 1/k.
            self.ties += 1;
            if rng.below(self.ties) == 0 {
                self.found = Some(item);
            }
        }
    }
}
