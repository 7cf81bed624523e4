//! Why a move is refused, in words for the player who tried it.

use ludorum_core::{Chance, Node, TextError};

use super::cards::HAND_LIMIT;
use super::colonists::Colonist;
use super::modules::Module;
use super::state::{Phase, State};
use super::{Colonizers, Move};

impl Colonizers {
    /// Why `mv` may not be played; none if it may.
    pub(super) fn refusal(&self, state: &State, mv: Move) -> Option<TextError> {
        if self.is_capped(state) {
            return because("game-over", "the game is over");
        }
        if state.actor() == Node::Chance {
            return self.refuse_event(state, mv);
        }
        match (state.phase, mv) {
            (Phase::Pick, Move::Pick(colonist)) => refuse_pick(state, colonist),
            (Phase::Draw, Move::Omnium) | (Phase::Power | Phase::Build, Move::Pass) => None,
            (Phase::Draw, Move::Cards) => refuse_cards(state),
            (Phase::Keep, Move::Keep(module)) => refuse_keep(state, module),
            (Phase::Power, Move::Steal(target)) => {
                refuse_power(state, Colonist::Opportunist, target)
            }
            (Phase::Power, Move::Swap(target)) => refuse_power(state, Colonist::Spy, target),
            (Phase::Build, Move::Build(module)) => refuse_build(state, module),
            (Phase::Full | Phase::Empty, _) => because("game-over", "the game is over"),
            (_, Move::Remove(_) | Move::Deal(_)) => because(
                "not-chance",
                format!("this is for chance, but seat {} is to move", state.turn()),
            ),
            (phase, _) => {
                let (why, message) = phase.expected();
                because(why, message)
            }
        }
    }

    fn refuse_event(&self, state: &State, mv: Move) -> Option<TextError> {
        if self.possible(state, mv) {
            return None;
        }
        match (state.phase, mv) {
            (Phase::Vision(_) | Phase::Deal, Move::Deal(module)) => because(
                "not-next-in-deck",
                format!("the next card of the deck is no {module}"),
            ),
            (phase, _) => {
                let (why, message) = phase.expected();
                because(why, message)
            }
        }
    }
}

fn because(why: &'static str, message: impl Into<String>) -> Option<TextError> {
    Some(TextError::new(message).because(why))
}

fn refuse_pick(state: &State, colonist: Colonist) -> Option<TextError> {
    if state.available().has(colonist) {
        return None;
    }
    because(
        "colonist-gone",
        format!("the {colonist} is not among the colonists to pick from"),
    )
}

fn refuse_cards(state: &State) -> Option<TextError> {
    if !state.hand(state.turn()).is_full() {
        return None;
    }
    because(
        "hand-full",
        format!("a hand of {HAND_LIMIT} cards is full: no sixth can be drawn"),
    )
}

fn refuse_keep(state: &State, module: Module) -> Option<TextError> {
    if state.offered().iter().any(|card| card.module() == module) {
        return None;
    }
    because(
        "not-offered",
        format!("the {module} is none of the two cards drawn"),
    )
}

fn refuse_power(state: &State, has_power: Colonist, target: Colonist) -> Option<TextError> {
    let own = state.colonist(state.turn());
    if own != Some(has_power) {
        return because(
            "not-own-power",
            format!("this is the power of the {has_power}, which you are not"),
        );
    }
    if own == Some(target) {
        return because(
            "own-colonist",
            format!("the {target} is your own colonist; name one of the other five"),
        );
    }
    None
}

fn refuse_build(state: &State, module: Module) -> Option<TextError> {
    if !state.hand(state.turn()).has(module) {
        return because("not-in-hand", format!("there is no {module} in your hand"));
    }
    let omnium = state.omnium(state.turn());
    if omnium < module.cost() {
        let cost = module.cost();
        return because(
            "too-expensive",
            format!("the {module} costs {cost} omnium, and you have {omnium}"),
        );
    }
    None
}
