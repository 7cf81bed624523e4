//! Reasons why a move is illegal, as error messages for players.

use ludorum_core::{Chance, NodeKind, NotationError};

use super::cards::HAND_LIMIT;
use super::colonists::Colonist;
use super::modules::ColonyModule;
use super::state::{ColonizersPhase, State};
use super::{Colonizers, Move};

impl Colonizers {
    /// Explains why `mv` is illegal; `None` if it is legal.
    pub(super) fn refusal(&self, state: &State, mv: Move) -> Option<NotationError> {
        if self.is_capped(state) {
            return because("game-over", "the game is over");
        }
        if state.actor() == NodeKind::Chance {
            return self.refuse_event(state, mv);
        }
        match (state.phase, mv) {
            (ColonizersPhase::Pick, Move::Pick(colonist)) => refuse_pick(state, colonist),
            (ColonizersPhase::Draw, Move::Omnium)
            | (ColonizersPhase::Power | ColonizersPhase::Build, Move::Pass) => None,
            (ColonizersPhase::Draw, Move::Cards) => refuse_cards(state),
            (ColonizersPhase::Keep, Move::Keep(module)) => refuse_keep(state, module),
            (ColonizersPhase::Power, Move::Steal(target)) => {
                refuse_power(state, Colonist::Opportunist, target)
            }
            (ColonizersPhase::Power, Move::Swap(target)) => {
                refuse_power(state, Colonist::Spy, target)
            }
            (ColonizersPhase::Build, Move::Build(module)) => refuse_build(state, module),
            (ColonizersPhase::Full | ColonizersPhase::Empty, _) => {
                because("game-over", "the game is over")
            }
            (_, Move::Remove(_) | Move::Deal(_)) => because(
                "not-chance",
                format!(
                    "that is a chance event, but seat {} is to move",
                    state.turn()
                ),
            ),
            (phase, _) => {
                let (why, message) = phase.expected();
                because(why, message)
            }
        }
    }

    fn refuse_event(&self, state: &State, mv: Move) -> Option<NotationError> {
        if self.is_possible(state, mv) {
            return None;
        }
        match (state.phase, mv) {
            (ColonizersPhase::Vision(_) | ColonizersPhase::Deal, Move::Deal(module)) => because(
                "not-next-in-deck",
                format!("the next card of the deck is not a {module}"),
            ),
            (phase, _) => {
                let (why, message) = phase.expected();
                because(why, message)
            }
        }
    }
}

fn because(why: &'static str, message: impl Into<String>) -> Option<NotationError> {
    Some(NotationError::new(message).with_code(why))
}

fn refuse_pick(state: &State, colonist: Colonist) -> Option<NotationError> {
    if state.available().has(colonist) {
        return None;
    }
    because(
        "colonist-gone",
        format!("the {colonist} is not among the colonists to pick from"),
    )
}

fn refuse_cards(state: &State) -> Option<NotationError> {
    if !state.hand(state.turn()).is_full() {
        return None;
    }
    because(
        "hand-full",
        format!("a hand of {HAND_LIMIT} cards is full: no sixth can be drawn"),
    )
}

fn refuse_keep(state: &State, module: ColonyModule) -> Option<NotationError> {
    if state.offered().iter().any(|card| card.module() == module) {
        return None;
    }
    because(
        "not-offered",
        format!("the {module} is not one of the two cards drawn"),
    )
}

fn refuse_power(state: &State, has_power: Colonist, target: Colonist) -> Option<NotationError> {
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

fn refuse_build(state: &State, module: ColonyModule) -> Option<NotationError> {
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
