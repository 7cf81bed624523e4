//! Positions and views as text in one format, with question marks for what a seat does not know.
//! `docs/colonizers.md` describes it.

use std::fmt::Write;

use ludorum_core::Seat;

use super::Colonizers;
use super::cards::{ModuleCard, bit};
use super::colonists::{Colonist, ColonistSet};
use super::modules::ColonyModule;
use super::state::{ColonizersPhase, DrawPhaseChoice, SEATS, State};
use super::view::View;

/// Text of an empty list in position texts.
pub(super) const NOTHING: &str = "-";

/// Name of the viewer in position texts that contain only public information.
const NOBODY: &str = "nobody";

/// Phases in which a seat has the turn, with their names in position texts.
pub(super) const TURN_PHASES: [(&str, ColonizersPhase); 8] = [
    ("pick", ColonizersPhase::Pick),
    ("draw", ColonizersPhase::Draw),
    (
        "vision-omnium",
        ColonizersPhase::Vision(DrawPhaseChoice::Omnium),
    ),
    (
        "vision-cards",
        ColonizersPhase::Vision(DrawPhaseChoice::Cards),
    ),
    ("deal", ColonizersPhase::Deal),
    ("keep", ColonizersPhase::Keep),
    ("power", ColonizersPhase::Power),
    ("build", ColonizersPhase::Build),
];

/// Phases in which no seat has the turn, with their names in position texts.
pub(super) const OTHER_PHASES: [(&str, ColonizersPhase); 3] = [
    ("remove", ColonizersPhase::Remove),
    ("full", ColonizersPhase::Full),
    ("empty", ColonizersPhase::Empty),
];

impl Colonizers {
    pub(super) fn position_text(&self, state: &State) -> String {
        let everyone = (1 << SEATS) - 1;
        let cards = |cards: &[ModuleCard]| print_cards(cards, everyone);
        let players = Seat::all(SEATS).map(|seat| {
            let name = state.colonist(seat).map(Colonist::letter);
            let possible = publicly_possible(state, seat);
            self.print_player(state, seat, name, possible, cards(state.hand(seat).cards()))
        });
        let players: Vec<String> = players.collect();
        let removed = state.removed().into_iter().collect();
        let fresh: String = state.deck.fresh.iter().map(ColonyModule::letter).collect();
        [
            "all".to_owned(),
            print_phase(state),
            print_colonists(removed),
            players.join("/"),
            cards(state.offered()),
            or_nothing(fresh),
            cards(state.deck.bottom()),
            cards(state.deck.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    pub(super) fn view_text(&self, view: &View) -> String {
        let state = view.shown();
        let cards = |cards: &[ModuleCard]| print_cards(cards, bit(view.seat()));
        let players = Seat::all(SEATS).map(|seat| {
            let possible = view.colonists(seat);
            let name = match view.colonist(seat) {
                Some(known) => Some(known.letter()),
                None => (!possible.is_empty()).then_some('?'),
            };
            self.print_player(state, seat, name, possible, cards(state.hand(seat).cards()))
        });
        let players: Vec<String> = players.collect();
        [
            view.seat().to_string(),
            print_phase(state),
            print_colonists(view.removed()),
            players.join("/"),
            cards(state.offered()),
            or_nothing("?".repeat(view.fresh())),
            cards(state.deck.bottom()),
            cards(state.deck.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    /// Formats the public information of a position, as spectators see it.
    pub(super) fn public_text(&self, state: &State) -> String {
        let cards = |cards: &[ModuleCard]| print_cards(cards, 0);
        let exposed = Seat::all(SEATS).filter(|&seat| state.is_exposed(seat));
        let exposed: ColonistSet = exposed.filter_map(|seat| state.colonist(seat)).collect();
        let removed = if state.phase.has_colonists() {
            ColonistSet::ALL.minus(exposed)
        } else {
            ColonistSet::NONE
        };
        let players = Seat::all(SEATS).map(|seat| {
            let possible = publicly_possible(state, seat);
            let (name, possible) = match state.colonist(seat) {
                Some(known) if state.is_exposed(seat) => (Some(known.letter()), possible),
                Some(_) => (Some('?'), possible.minus(exposed)),
                None => (None, possible),
            };
            self.print_player(state, seat, name, possible, cards(state.hand(seat).cards()))
        });
        let players: Vec<String> = players.collect();
        [
            NOBODY.to_owned(),
            print_phase(state),
            print_colonists(removed),
            players.join("/"),
            cards(state.offered()),
            or_nothing("?".repeat(state.deck.fresh_len())),
            cards(state.deck.bottom()),
            cards(state.deck.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    fn print_player(
        &self,
        state: &State,
        seat: Seat,
        colonist: Option<char>,
        possible: ColonistSet,
        hand: String,
    ) -> String {
        let colony: String = state
            .colony(seat)
            .iter()
            .map(ColonyModule::letter)
            .collect();
        let known = if state.is_exposed(seat) { "!" } else { "" };
        format!(
            "{},{},{}{known},{},{},{hand}",
            self.points(state, seat),
            state.omnium(seat),
            colonist.unwrap_or('-'),
            print_colonists(possible),
            or_nothing(colony),
        )
    }
}

/// The colonists that spectators cannot rule out for `seat`; empty if it has not picked.
fn publicly_possible(state: &State, seat: Seat) -> ColonistSet {
    match state.colonist(seat) {
        Some(own) if state.is_exposed(seat) => ColonistSet::NONE.with(own),
        Some(_) => ColonistSet::ALL.minus(state.excluded[seat.index()]),
        None => ColonistSet::NONE,
    }
}

fn or_nothing(text: String) -> String {
    if text.is_empty() {
        NOTHING.to_owned()
    } else {
        text
    }
}

fn print_phase(state: &State) -> String {
    let is_now = |&&(_, phase): &&(&str, ColonizersPhase)| phase == state.phase;
    match TURN_PHASES.iter().find(is_now) {
        Some((word, _)) => format!("{word}:{}", state.turn()),
        None => OTHER_PHASES
            .iter()
            .find(is_now)
            .map_or("", |(word, _)| word)
            .to_owned(),
    }
}

pub(super) fn print_colonists(colonists: ColonistSet) -> String {
    or_nothing(colonists.iter().map(Colonist::letter).collect())
}

/// Formats cards: a letter if a seat of the bit set `eyes` has seen the face, otherwise a question
/// mark. A hexadecimal digit for the set of seats that have seen the face follows.
fn print_cards(cards: &[ModuleCard], eyes: u8) -> String {
    let mut text = String::new();
    for card in cards {
        let face = match card.seen() & eyes {
            0 => '?',
            _ => card.module().letter(),
        };
        let _ = write!(text, "{face}{:x}", card.seen());
    }
    or_nothing(text)
}
