//! A view as an SVG picture.

use ludorum_core::{DrawSvg, Seat, Svg};

use super::Colonizers;
use super::modules::{ColonyModule, ModuleColour};
use super::state::{COLONY_LIMIT, SEATS, State};
use super::view::View;

const WIDTH: f64 = 720.0;
const PLAYER: f64 = 118.0;
const HEAD: f64 = 34.0;
const CARD: (f64, f64) = (78.0, 34.0);

fn fill(colour: ModuleColour) -> &'static str {
    match colour {
        ModuleColour::Green => "#bfe0bd",
        ModuleColour::Blue => "#bcd3ec",
        ModuleColour::Red => "#efc3bb",
        ModuleColour::Plain => "#e6e0d2",
    }
}

/// Draws a card into `svg`: its face, or its back if `module` is `None`.
fn card(svg: &mut Svg, (x, y): (f64, f64), module: Option<ColonyModule>) {
    let Some(module) = module else {
        svg.rect((x, y), CARD, "#8d93a1");
        svg.text((x + CARD.0 / 2.0, y + CARD.1 / 2.0), 12.0, "#fff", "?");
        return;
    };
    svg.rect((x, y), CARD, fill(module.colour()));
    let middle = (x + CARD.0 / 2.0, y + 11.0);
    svg.fitted(middle, CARD.0 - 6.0, 9.5, "#333", module.name());
    let worth = format!("{} / {}", module.cost(), module.value());
    svg.text((x + CARD.0 / 2.0, y + 25.0), 10.0, "#333", &worth);
}

impl Colonizers {
    fn player(&self, svg: &mut Svg, view: &View, seat: Seat) {
        let top = HEAD + PLAYER * seat.index() as f64;
        let colonist = match view.colonist(seat) {
            Some(colonist) => colonist.name().to_owned(),
            None if view.colonists(seat).is_empty() => "no colonist yet".to_owned(),
            None => "a colonist".to_owned(),
        };
        let turn = if view.phase().has_colonists() && view.turn() == seat {
            "▶ "
        } else {
            ""
        };
        let words = format!(
            "{turn}Player {seat}: {} points, {} omnium, {colonist}",
            self.points(view.shown(), seat),
            view.omnium(seat)
        );
        svg.seat_label((12.0, top + 10.0), 13.0, seat, &words);
        for slot in 0..COLONY_LIMIT {
            let x = 12.0 + (CARD.0 + 6.0) * slot as f64;
            svg.rect((x, top + 24.0), CARD, "#f0ece2");
        }
        for (slot, module) in view.colony(seat).iter().enumerate() {
            let x = 12.0 + (CARD.0 + 6.0) * slot as f64;
            card(svg, (x, top + 24.0), Some(module));
        }
        let is_dealt_to = view.turn() == seat;
        let dealt = view.offered().filter(|_| is_dealt_to);
        for (slot, module) in view.hand(seat).chain(dealt).enumerate() {
            let x = 12.0 + (CARD.0 + 6.0) * slot as f64;
            card(svg, (x, top + 66.0), module);
        }
    }
}

impl DrawSvg for Colonizers {
    fn picture(&self, view: &View) -> Svg {
        let mut svg = Svg::new(WIDTH, HEAD + PLAYER * SEATS as f64);
        let words = format!("{} cards in the deck", view.deck());
        svg.label((12.0, 16.0), 13.0, "#666", &words);
        for seat in Seat::all(SEATS) {
            self.player(&mut svg, view, seat);
        }
        svg
    }

    fn picture_revealed(&self, state: &State) -> Svg {
        self.picture(&View::open(state))
    }
}
