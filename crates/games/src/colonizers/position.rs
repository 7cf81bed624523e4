//! Positions and views as text, in one form: what a seat does not know is a question mark.
//! `docs/colonizers.md` describes it.

use std::fmt::Write;

use ludorum_core::Seat;

use super::Colonizers;
use super::cards::{Card, bit};
use super::colonists::{Colonist, Colonists};
use super::modules::Module;
use super::state::{Phase, SEATS, State, Take};
use super::view::View;

/// What stands for nothing.
pub(super) const NOTHING: &str = "-";

/// Whose eyes see what everyone may know.
const NOBODY: &str = "nobody";

/// Phases in which a seat has its turn, with the words for them.
pub(super) const TURNS: [(&str, Phase); 8] = [
    ("pick", Phase::Pick),
    ("draw", Phase::Draw),
    ("vision-omnium", Phase::Vision(Take::Omnium)),
    ("vision-cards", Phase::Vision(Take::Cards)),
    ("deal", Phase::Deal),
    ("keep", Phase::Keep),
    ("power", Phase::Power),
    ("build", Phase::Build),
];

/// The other phases.
pub(super) const BETWEEN: [(&str, Phase); 3] = [
    ("remove", Phase::Remove),
    ("full", Phase::Full),
    ("empty", Phase::Empty),
];

impl Colonizers {
    pub(super) fn position_text(&self, state: &State) -> String {
        let everyone = (1 << SEATS) - 1;
        let cards = |cards: &[Card]| print_cards(cards, everyone);
        let players = Seat::all(SEATS).map(|seat| {
            let name = state.colonist(seat).map(Colonist::letter);
            let possible = not_ruled_out(state, seat);
            self.print_player(state, seat, name, possible, cards(state.hand(seat).cards()))
        });
        let players: Vec<String> = players.collect();
        let removed = state.removed().into_iter().collect();
        let fresh: String = state.pile.fresh.iter().map(Module::letter).collect();
        [
            "all".to_owned(),
            print_phase(state),
            print_colonists(removed),
            players.join("/"),
            cards(state.offered()),
            or_nothing(fresh),
            cards(state.pile.bottom()),
            cards(state.pile.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    pub(super) fn view_text(&self, view: &View) -> String {
        let state = view.shown();
        let cards = |cards: &[Card]| print_cards(cards, bit(view.seat()));
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
            cards(state.pile.bottom()),
            cards(state.pile.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    /// What those see who are told only what everyone is.
    pub(super) fn public_text(&self, state: &State) -> String {
        let cards = |cards: &[Card]| print_cards(cards, 0);
        let exposed = Seat::all(SEATS).filter(|&seat| state.is_exposed(seat));
        let exposed: Colonists = exposed.filter_map(|seat| state.colonist(seat)).collect();
        let removed = match state.phase.has_colonists() {
            true => Colonists::ALL.minus(exposed),
            false => Colonists::NONE,
        };
        let players = Seat::all(SEATS).map(|seat| {
            let possible = not_ruled_out(state, seat);
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
            or_nothing("?".repeat(state.pile.fresh_len())),
            cards(state.pile.bottom()),
            cards(state.pile.out()),
            state.plies.to_string(),
        ]
        .join("/")
    }

    fn print_player(
        &self,
        state: &State,
        seat: Seat,
        colonist: Option<char>,
        possible: Colonists,
        hand: String,
    ) -> String {
        let colony: String = state.colony(seat).iter().map(Module::letter).collect();
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

/// The colonists that what powers did leaves to a seat.
fn not_ruled_out(state: &State, seat: Seat) -> Colonists {
    match state.colonist(seat) {
        Some(own) if state.is_exposed(seat) => Colonists::NONE.with(own),
        Some(_) => Colonists::ALL.minus(state.excluded[seat.index()]),
        None => Colonists::NONE,
    }
}

fn or_nothing(text: String) -> String {
    match text.is_empty() {
        true => NOTHING.to_owned(),
        false => text,
    }
}

fn print_phase(state: &State) -> String {
    let is_now = |&&(_, phase): &&(&str, Phase)| phase == state.phase;
    match TURNS.iter().find(is_now) {
        Some((word, _)) => format!("{word}:{}", state.turn()),
        None => BETWEEN
            .iter()
            .find(is_now)
            .map_or("", |(word, _)| word)
            .to_owned(),
    }
}

pub(super) fn print_colonists(colonists: Colonists) -> String {
    or_nothing(colonists.iter().map(Colonist::letter).collect())
}

/// The cards whose face one of these seats has seen, and question marks for the others; behind each
/// the seats that have seen it, as a hexadecimal digit.
fn print_cards(cards: &[Card], eyes: u8) -> String {
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
