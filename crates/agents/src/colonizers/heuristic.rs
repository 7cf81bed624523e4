//! Heuristic policy of Crha (2020, Figure 4.2), used as an agent and for playouts.

use ludorum_core::{Policy, Rng, Seat};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{
    COLONY_LIMIT, Colonist, ColonistSet, ColonizersPhase, ColonyModule, ModuleColour, ModuleCounts,
    Move, SEATS, State,
};

/// Colonizers decision rules, one function per kind of decision. They read only information of the
/// seat to move, and decide at random where no rule applies.
pub trait HeuristicRules: Copy + Send + Sync + 'static {
    /// Picks the colonist (role card) of the seat to move for this round.
    fn colonist(state: &State, rng: &mut Rng) -> Colonist;

    /// Move that keeps one of the modules (cards) that the seat to move has drawn.
    fn keep(state: &State, rng: &mut Rng) -> Move;

    /// Move that builds a module from the hand of the seat to move, or passes.
    fn build(state: &State, rng: &mut Rng) -> Move;

    /// Move of the Opportunist: steals from another colonist, or passes.
    fn steal(state: &State, rng: &mut Rng) -> Move;

    /// Move of the Spy: swaps hands with another colonist, or passes.
    fn swap(state: &State, rng: &mut Rng) -> Move;
}

/// Policy for Colonizers that decides by the rules `R`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ColonizersRulePolicy<R>(pub R);

/// Decision rules for Colonizers of Crha (2020, Figure 4.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct ColonizersThesisHeuristic;

/// Number of built modules of one colour from which the policy picks the colonist of that colour.
pub(super) const SYNERGY: usize = 3;

/// Colony size from which the policy prefers efficient modules (value minus cost) to modules of its
/// most frequent colour.
const LATE: usize = 5;

/// The Spy swaps hands only with players who have at most this many possible colonists.
const FEW_ENOUGH: usize = 2;

impl<R: HeuristicRules> Policy<Colonizers> for ColonizersRulePolicy<R> {
    #[inline]
    fn pick(
        &mut self,
        _: &Colonizers,
        state: &mut State,
        _: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        match state.phase() {
            ColonizersPhase::Pick => Move::Pick(R::colonist(state, rng)),
            ColonizersPhase::Draw => draw(state, rng),
            ColonizersPhase::Keep => R::keep(state, rng),
            ColonizersPhase::Power
                if state.colonist(state.turn()) == Some(Colonist::Opportunist) =>
            {
                R::steal(state, rng)
            }
            ColonizersPhase::Power => R::swap(state, rng),
            ColonizersPhase::Build => R::build(state, rng),
            ColonizersPhase::Remove
            | ColonizersPhase::Vision(_)
            | ColonizersPhase::Deal
            | ColonizersPhase::Full
            | ColonizersPhase::Empty => {
                unreachable!("a policy is asked only where a seat decides")
            }
        }
    }

    fn fork(&self) -> Box<dyn Policy<Colonizers>> {
        Box::new(*self)
    }
}

impl HeuristicRules for ColonizersThesisHeuristic {
    /// Picks the colonist of a colour with three or more built modules, else the Visionary if the
    /// hand is small, else a random colonist.
    fn colonist(state: &State, rng: &mut Rng) -> Colonist {
        let available = state.available();
        let colony = state.colony(state.turn());
        let mut best = RandomTieMax::new();
        for colour in ModuleColour::SYNERGIES {
            let colonist = Colonist::of_colour(colour).filter(|&colonist| available.has(colonist));
            let modules = colony.coloured(colour);
            if let Some(colonist) = colonist.filter(|_| modules >= SYNERGY) {
                best.offer(colonist, modules as i32, rng);
            }
        }
        if let Some(colonist) = best.found {
            return colonist;
        }
        visionary_or_any(state, rng)
    }

    fn keep(state: &State, rng: &mut Rng) -> Move {
        let offered: ModuleCounts = state.offered().iter().map(|card| card.module()).collect();
        Move::Keep(choose(state, offered, rng).unwrap_or_else(|| any_module(offered, rng)))
    }

    fn build(state: &State, rng: &mut Rng) -> Move {
        let omnium = state.omnium(state.turn());
        let modules = state.hand(state.turn()).modules();
        let affordable: ModuleCounts = modules.filter(|module| module.cost() <= omnium).collect();
        if affordable.is_empty() {
            return Move::Pass;
        }
        let chosen = choose(state, affordable, rng);
        Move::Build(chosen.unwrap_or_else(|| any_module(affordable, rng)))
    }

    /// Steals from the player with much omnium and few possible colonists, by naming one of these.
    fn steal(state: &State, rng: &mut Rng) -> Move {
        let mut best = RandomTieMax::new();
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

    /// Swaps hands with a player who holds more cards and has few possible colonists; else passes.
    fn swap(state: &State, rng: &mut Rng) -> Move {
        let own = state.hand(state.turn()).len();
        let mut best = RandomTieMax::new();
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
}

/// Picks the Visionary if the hand has at most one card; otherwise a random colonist.
pub(super) fn visionary_or_any(state: &State, rng: &mut Rng) -> Colonist {
    let available = state.available();
    let has_few_cards = state.hand(state.turn()).len() <= 1;
    if has_few_cards && available.has(Colonist::Visionary) {
        Colonist::Visionary
    } else {
        any_of(available, rng)
    }
}

/// Takes omnium if the seat has none or holds four or more cards, cards if the hand is empty,
/// otherwise either at random.
pub(super) fn draw(state: &State, rng: &mut Rng) -> Move {
    let (omnium, cards) = (state.omnium(state.turn()), state.hand(state.turn()).len());
    if omnium == 0 || cards >= 4 {
        return Move::Omnium;
    }
    if cards == 0 || rng.below(2) == 0 {
        Move::Cards
    } else {
        Move::Omnium
    }
}

/// Module to keep or build: near the end of the game the most valuable affordable one, in a large
/// colony the most efficient affordable one, otherwise one of the colony's most frequent colour.
/// `None` if no rule applies.
fn choose(state: &State, modules: ModuleCounts, rng: &mut Rng) -> Option<ColonyModule> {
    let seat = state.turn();
    let colony = state.colony(seat);
    let omnium = state.omnium(seat);
    let mut seats = Seat::all(SEATS);
    let is_ending = seats.any(|seat| state.colony(seat).len() + 1 >= COLONY_LIMIT);
    let mut best = RandomTieMax::new();
    if is_ending || colony.len() >= LATE {
        for module in modules.kinds().filter(|module| module.cost() <= omnium) {
            let value = i32::from(module.value());
            let worth = if is_ending {
                value
            } else {
                value - i32::from(module.cost())
            };
            best.offer(module, worth, rng);
        }
        if best.found.is_some() {
            return best.found;
        }
    }
    for module in modules
        .kinds()
        .filter(|module| module.colour() != ModuleColour::Plain)
    {
        let synergy = colony.coloured(module.colour());
        if synergy > 0 {
            best.offer(module, synergy as i32, rng);
        }
    }
    best.found
}

/// Seats other than the seat to move.
pub(super) fn others(state: &State) -> impl Iterator<Item = Seat> + use<> {
    let turn = state.turn();
    Seat::all(SEATS).filter(move |&seat| seat != turn)
}

/// Uniformly random element of a set of colonists.
pub(super) fn any_of(colonists: ColonistSet, rng: &mut Rng) -> Colonist {
    let any = colonists.nth(rng.below(colonists.len()));
    any.expect("an index below the number of colonists")
}

/// Random module of `modules`; all distinct modules are equally likely.
fn any_module(modules: ModuleCounts, rng: &mut Rng) -> ColonyModule {
    let kinds = modules.kinds();
    let any = kinds.clone().nth(rng.below(kinds.count()));
    any.expect("an index below the number of kinds")
}

/// Item with the highest value offered so far; ties are broken uniformly at random (reservoir
/// sampling).
struct RandomTieMax<T> {
    found: Option<T>,
    worth: i32,
    ties: usize,
}

impl<T> RandomTieMax<T> {
    fn new() -> RandomTieMax<T> {
        RandomTieMax {
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
            // The k-th of equal items replaces the earlier ones with probability 1/k.
            self.ties += 1;
            if rng.below(self.ties) == 0 {
                self.found = Some(item);
            }
        }
    }
}
