//! Consistency checks of parsed positions.

use ludorum_core::Seat;

use super::Colonizers;
use super::cards::ModuleCard;
use super::colonists::{Colonist, ColonistSet};
use super::modules::ColonyModule;
use super::state::{ColonizersPhase, SEATS, State};

impl Colonizers {
    /// Checks a parsed position: its cards, its phase, the stated `removed` colonists and `points`.
    pub(super) fn check_position(
        &self,
        state: &State,
        removed: ColonistSet,
        points: [u16; SEATS],
    ) -> Result<(), String> {
        let everywhere = state.cards().map(ModuleCard::module);
        let built = state.colonies.iter().flat_map(|colony| colony.iter());
        let all = everywhere.chain(built).chain(state.deck.fresh.iter());
        let mut counts = [0; ColonyModule::KINDS];
        all.for_each(|module| counts[module.index()] += 1);
        if let Some(module) = ColonyModule::all().find(|m| counts[m.index()] != m.copies()) {
            let (found, copies) = (counts[module.index()], module.copies());
            return Err(format!(
                "{found} cards are {module}, but there are {copies}"
            ));
        }
        check_colonists(state, removed)?;
        check_cards(state)?;
        for seat in Seat::all(SEATS) {
            let has_built = state.phase == ColonizersPhase::Full
                || state.phase == ColonizersPhase::Empty
                || (state.is_in_turns() && seat < state.turn());
            if state.is_full(seat) && !has_built {
                return Err(format!(
                    "the game ends with the round in which seat {seat} fills its colony"
                ));
            }
            let expected = self.points(state, seat);
            if points[seat.index()] != expected {
                return Err(format!("seat {seat} has {expected} points"));
            }
        }
        if state.phase == ColonizersPhase::Full && !Seat::all(SEATS).any(|seat| state.is_full(seat))
        {
            return Err("no colony is full".to_owned());
        }
        Ok(())
    }
}

/// Checks that the picked and removed colonists of a position are consistent with its phase.
fn check_colonists(state: &State, removed: ColonistSet) -> Result<(), String> {
    let expected = usize::from(state.phase.has_colonists());
    if removed.len() != expected {
        return Err(format!("{expected} colonists are removed in this phase"));
    }
    let picked = match state.phase {
        ColonizersPhase::Pick => usize::from(state.turn),
        phase if phase.has_colonists() => SEATS,
        _ => 0,
    };
    let mut seen = removed;
    for seat in Seat::all(SEATS) {
        let colonist = state.colonist(seat);
        if colonist.is_some() != (seat.index() < picked) {
            return Err(format!(
                "{picked} seats have picked a colonist, in order of seats"
            ));
        }
        if colonist.is_some_and(|colonist| seen.has(colonist)) {
            return Err("a colonist is assigned twice".to_owned());
        }
        seen = colonist.map_or(seen, |colonist| seen.with(colonist));
        let has_begun = state.is_in_turns()
            && (seat < state.turn()
                || (seat == state.turn() && state.phase != ColonizersPhase::Draw));
        if has_begun != state.is_exposed(seat) && (has_begun || !state.is_in_turns()) {
            return Err(format!(
                "seat {seat} shows its colonist once its turn begins, not before the first turn"
            ));
        }
        let excluded = state.excluded[seat.index()];
        if !excluded.is_empty() && (!state.is_in_turns() || state.is_exposed(seat)) {
            return Err(format!(
                "no colonist can be excluded for seat {seat} in this position"
            ));
        }
        if colonist.is_some_and(|colonist| excluded.has(colonist)) {
            return Err(format!("seat {seat} has a colonist that it cannot have"));
        }
    }
    Ok(())
}

/// Checks that the cards of a position fit its phase, and that seats have seen their own cards.
fn check_cards(state: &State) -> Result<(), String> {
    let offers = state.offered().len();
    let is_right = match state.phase {
        ColonizersPhase::Deal => offers < 2 && state.deck.len() + offers >= 2,
        ColonizersPhase::Keep => offers == 2,
        ColonizersPhase::Vision(_) => offers == 0 && !state.deck.is_empty(),
        _ => offers == 0,
    };
    if !is_right {
        return Err(format!(
            "{offers} cards are offered, and the deck has {}",
            state.deck.len()
        ));
    }
    let own = state.colonist(state.turn());
    if matches!(state.phase, ColonizersPhase::Vision(_))
        && (own != Some(Colonist::Visionary) || state.hand(state.turn()).is_full())
    {
        return Err("only a Visionary without a full hand gets a card".to_owned());
    }
    if state.phase == ColonizersPhase::Power && !own.is_some_and(Colonist::is_active) {
        return Err("only the Opportunist and the Spy have a power to use".to_owned());
    }
    let hands = Seat::all(SEATS).flat_map(|seat| {
        state
            .hand(seat)
            .cards()
            .iter()
            .map(move |card| (seat, card))
    });
    let offered = state.offered().iter().map(|card| (state.turn(), card));
    for (seat, card) in hands.chain(offered) {
        if !card.is_seen_by(seat) {
            return Err(format!("seat {seat} has seen the cards it holds"));
        }
    }
    let laid = state.deck.bottom().iter().chain(state.deck.out());
    if laid.clone().any(|card| card.seen() == 0) {
        return Err("cards at the bottom or out of play have been seen by a seat".to_owned());
    }
    Ok(())
}

impl State {
    /// True in the phases after all seats have picked a colonist and before the end of the round.
    fn is_in_turns(&self) -> bool {
        self.phase.has_colonists() && self.phase != ColonizersPhase::Pick
    }
}
