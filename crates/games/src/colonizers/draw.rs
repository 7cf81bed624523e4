//! A view as terminal text.

use std::fmt::Write;

use ludorum_core::{Seat, TerminalStyle};

use super::Colonizers;
use super::cards::HAND_LIMIT;
use super::colonists::Colonist;
use super::modules::{ColonyModule, ModuleColour, ModuleCounts};
use super::state::{COLONY_LIMIT, ColonizersPhase, DrawPhaseChoice, SEATS, State};
use super::view::View;

impl Colonizers {
    pub(super) fn drawing(&self, view: &View, ink: TerminalStyle) -> String {
        self.draw_table(view, Some(view.seat()), ink)
    }

    pub(super) fn open_drawing(&self, state: &State, ink: TerminalStyle) -> String {
        self.draw_table(&View::open(state), None, ink)
    }

    fn draw_table(&self, view: &View, you: Option<Seat>, ink: TerminalStyle) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}", ink.strong(&self.headline(view)));
        let _ = writeln!(text, "{}", deck_line(view, ink));
        for seat in Seat::all(SEATS) {
            let name = if you == Some(seat) {
                format!("Player {seat} (you)")
            } else {
                format!("Player {seat}")
            };
            self.draw_player(view, seat, &ink.seat(seat, &name), &mut text);
        }
        let legend = "modules: cost/value and colour (g green, b blue, r red); * can be paid for";
        let _ = writeln!(text, "{}", ink.faint(legend));
        text
    }

    fn headline(&self, view: &View) -> String {
        if self.is_capped(view.shown()) && view.phase() != ColonizersPhase::Full {
            return "The game is a draw: too many moves".to_owned();
        }
        let player = format!("Player {}", view.turn());
        match view.phase() {
            ColonizersPhase::Remove => "A new round: a colonist is removed".to_owned(),
            ColonizersPhase::Pick => format!("{player} picks a colonist"),
            ColonizersPhase::Draw => format!("{player} takes omnium or cards"),
            ColonizersPhase::Vision(DrawPhaseChoice::Omnium | DrawPhaseChoice::Cards) => {
                format!("{player} gets a card")
            }
            ColonizersPhase::Deal => format!("{player} draws"),
            ColonizersPhase::Keep => format!("{player} keeps one of two cards"),
            ColonizersPhase::Power => format!("{player} may use the power of its colonist"),
            ColonizersPhase::Build => format!("{player} may build"),
            ColonizersPhase::Full => "The game is over".to_owned(),
            ColonizersPhase::Empty => "The game is a draw: the deck was too small".to_owned(),
        }
    }

    fn draw_player(&self, view: &View, seat: Seat, name: &str, text: &mut String) {
        let has_turn = view.phase().has_colonists() && seat == view.turn();
        let marker = if has_turn { ">" } else { " " };
        let points = self.points(view.shown(), seat);
        let omnium = view.omnium(seat);
        let colonist = colonist_words(view, seat);
        let _ = writeln!(
            text,
            "{marker} {name}: {points} points, {omnium} omnium, {colonist}"
        );
        let colony = view.colony(seat);
        let built = or_none(heap_words(colony));
        let _ = writeln!(text, "    colony {}/{COLONY_LIMIT}: {built}", colony.len());
        let hand = view.hand(seat);
        let (cards, known) = (hand.len(), hand.clone().flatten().count());
        if known > 0 || cards == 0 {
            let words = or_none(card_words(hand, |module| module.cost() <= omnium));
            let _ = writeln!(text, "    hand   {cards}/{HAND_LIMIT}: {words}");
        } else {
            let _ = writeln!(text, "    hand   {cards}/{HAND_LIMIT}");
        }
        if has_turn && view.offered().len() > 0 {
            let _ = writeln!(text, "    drawn: {}", card_words(view.offered(), |_| false));
        }
    }
}

/// Describes the deck, its known bottom cards and the number of cards out of play as terminal text.
fn deck_line(view: &View, ink: TerminalStyle) -> String {
    let mut text = format!("deck: {} cards", view.deck());
    if view.bottom().flatten().count() > 0 {
        let words = card_words(view.bottom(), |_| false);
        let _ = write!(text, ", at the bottom: {words}");
    }
    let out = view.out().len();
    if out > 0 {
        let _ = write!(text, "; {out} out of play");
    }
    ink.faint(&text)
}

fn colonist_words(view: &View, seat: Seat) -> String {
    let possible = view.colonists(seat);
    let names: Vec<&str> = possible.iter().map(Colonist::name).collect();
    match (names.as_slice(), view.is_exposed(seat)) {
        ([], _) => "no colonist yet".to_owned(),
        ([name], true) => (*name).to_owned(),
        ([name], false) => format!("{name} (hidden)"),
        (names, _) => format!("? ({})", names.join(", ")),
    }
}

fn module_words(module: ColonyModule) -> String {
    let colour = match module.colour() {
        ModuleColour::Green => "g",
        ModuleColour::Blue => "b",
        ModuleColour::Red => "r",
        ModuleColour::Plain => "",
    };
    format!("{module} {}/{}{colour}", module.cost(), module.value())
}

fn heap_words(heap: ModuleCounts) -> String {
    let words = heap.kinds().map(|module| match heap.count(module) {
        1 => module_words(module),
        count => format!("{count} x {}", module_words(module)),
    });
    words.collect::<Vec<String>>().join(", ")
}

fn card_words(
    cards: impl Iterator<Item = Option<ColonyModule>>,
    can_pay: impl Fn(ColonyModule) -> bool,
) -> String {
    let words = cards.map(|card| match card {
        Some(module) if can_pay(module) => module_words(module) + "*",
        Some(module) => module_words(module),
        None => "?".to_owned(),
    });
    words.collect::<Vec<String>>().join(", ")
}

fn or_none(words: String) -> String {
    if words.is_empty() {
        "none".to_owned()
    } else {
        words
    }
}
