//! The policy `shrewd`, which maximises income and points. The champion uses it for playouts and to
//! infer which colonists opponents picked.

use ludorum_core::{Policy, Rng, Seat};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{
    COLONY_LIMIT, Colonist, ColonistSet, ColonizersPhase, ColonyModule, Move, SEATS, State,
};

use super::heuristic::{ColonizersRulePolicy, ColonizersThesisHeuristic};

/// Rule-based Colonizers policy that maximises income and points. For variety, it makes a share of
/// its moves by [`ColonizersThesisHeuristic`]. It uses only information of the seat to move.
#[derive(Clone, Copy, Debug)]
pub struct ColonizersIncomePolicy {
    /// Share of moves chosen by [`ColonizersThesisHeuristic`], from 0 to 1.
    pub heuristic_share: f64,
}

impl Default for ColonizersIncomePolicy {
    fn default() -> ColonizersIncomePolicy {
        ColonizersIncomePolicy {
            heuristic_share: 0.2,
        }
    }
}

/// Hand size from which the policy draws no more cards and takes omnium (money) instead.
const ENOUGH_CARDS: usize = 3;

impl Policy<Colonizers> for ColonizersIncomePolicy {
    #[inline]
    fn pick(
        &mut self,
        game: &Colonizers,
        state: &mut State,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        let by_heuristic = rng.unit() < self.heuristic_share;
        match state.phase() {
            ColonizersPhase::Pick if !by_heuristic => Move::Pick(colonist(state, rng)),
            ColonizersPhase::Draw if !by_heuristic => draw(state),
            ColonizersPhase::Keep if !by_heuristic => keep(state),
            ColonizersPhase::Build if !by_heuristic => build(state),
            // The thesis heuristic is as good at stealing and spying.
            _ => ColonizersRulePolicy(ColonizersThesisHeuristic).pick(game, state, scratch, rng),
        }
    }

    fn fork(&self) -> Box<dyn Policy<Colonizers>> {
        Box::new(*self)
    }
}

/// Estimated value, in omnium (money), to `seat` of picking `colonist` in this round.
#[inline]
pub(super) fn pick_value(state: &State, seat: Seat, colonist: Colonist) -> f64 {
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

/// Picks the available colonist with the highest [`pick_value`] plus random noise.
fn colonist(state: &State, rng: &mut Rng) -> Colonist {
    let seat = state.turn();
    let mut best = None;
    let mut best_worth = f64::NEG_INFINITY;
    for colonist in state.available().iter() {
        let worth = pick_value(state, seat, colonist) + rng.unit();
        if worth > best_worth {
            best_worth = worth;
            best = Some(colonist);
        }
    }
    best.expect("a colonist is always available")
}

/// Lower bound on the number of Colonizers rounds left, including the current one.
fn rounds_left(state: &State) -> usize {
    let built = Seat::all(SEATS).map(|seat| state.colony(seat).len()).max();
    COLONY_LIMIT.saturating_sub(built.unwrap_or(0)).max(1)
}

/// Draws cards if the hand is empty, or if it is small, its dearest module is affordable and this
/// is not the last round. Otherwise takes omnium (money).
fn draw(state: &State) -> Move {
    let seat = state.turn();
    let hand = state.hand(seat);
    let omnium = state.omnium(seat);
    if hand.is_full() {
        return Move::Omnium;
    }
    let dearest = hand.modules().map(ColonyModule::cost).max().unwrap_or(0);
    let wants_cards = hand.is_empty() || omnium >= dearest && hand.len() < ENOUGH_CARDS;
    if wants_cards && (rounds_left(state) > 1 || hand.is_empty()) {
        Move::Cards
    } else {
        Move::Omnium
    }
}

/// Value of a module to the seat to move: its points and the future income of its colour.
fn worth(state: &State, module: ColonyModule) -> f64 {
    let colony = state.colony(state.turn());
    let earns = match Colonist::of_colour(module.colour()) {
        None => 0.0,
        Some(_) => 0.15 * (1 + colony.coloured(module.colour())) as f64,
    };
    f64::from(module.value()) + earns * rounds_left(state) as f64
}

/// Keeps the more valuable of the offered cards that will be affordable.
fn keep(state: &State) -> Move {
    let reach = state.omnium(state.turn()) + 3 * rounds_left(state) as u16;
    let mut best: Option<(ColonyModule, f64)> = None;
    for card in state.offered() {
        let module = card.module();
        let worth = if module.cost() <= reach {
            worth(state, module)
        } else {
            -f64::from(module.cost())
        };
        if best.is_none_or(|(_, best)| worth > best) {
            best = Some((module, worth));
        }
    }
    Move::Keep(best.expect("two cards are offered").0)
}

/// Builds the most valuable affordable module; passes if a much better one will be affordable soon.
fn build(state: &State) -> Move {
    let omnium = state.omnium(state.turn());
    let mut best: Option<(ColonyModule, f64)> = None;
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

/// Likelihood that a seat picked `picked` from `choice`, relative to its best pick: from 0 to 1.
pub(super) fn plausibility(
    state: &State,
    seat: Seat,
    picked: Colonist,
    choice: ColonistSet,
) -> f64 {
    let worths = choice
        .iter()
        .map(|colonist| pick_value(state, seat, colonist));
    let best = worths.fold(f64::NEG_INFINITY, f64::max);
    libm::exp(pick_value(state, seat, picked) - best)
}
