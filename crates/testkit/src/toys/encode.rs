//! The toys that tests put into a catalog, in numbers and as pictures.

use ludorum_core::{Canvas, Encode, Picture, Planes, Seat, Svg};

use super::{Kuhn, KuhnMove, KuhnView, Pile, PileState, RollMove, RollState, ThreeRolls};

fn one_cell(name: &str) -> Planes {
    Planes {
        height: 1,
        width: 1,
        names: vec![name.to_owned()],
    }
}

fn words(text: String) -> Svg {
    let mut svg = Svg::new(120.0, 30.0);
    svg.text((60.0, 15.0), 12.0, "#000", &text);
    svg
}

impl Encode for Pile {
    fn actions(&self) -> usize {
        usize::from(self.take)
    }

    fn number(&self, taken: u8) -> Option<usize> {
        usize::from(taken).checked_sub(1)
    }

    fn numbered(&self, action: usize) -> Option<u8> {
        (1..=self.take).nth(action)
    }

    fn planes(&self) -> Planes {
        one_cell("stones, of those at the start")
    }

    fn encode(&self, view: &PileState, _: Seat, out: &mut Canvas<'_>) {
        out.level(f32::from(view.stones()) / f32::from(self.stones.max(1)));
    }
}

impl Picture for Pile {
    fn picture(&self, view: &PileState) -> Svg {
        words(format!("{} stones", view.stones()))
    }
}

impl Encode for Kuhn {
    fn actions(&self) -> usize {
        2
    }

    fn number(&self, mv: KuhnMove) -> Option<usize> {
        match mv {
            KuhnMove::Pass => Some(0),
            KuhnMove::Bet => Some(1),
            KuhnMove::Deal(_) => None,
        }
    }

    fn numbered(&self, action: usize) -> Option<KuhnMove> {
        [KuhnMove::Pass, KuhnMove::Bet].get(action).copied()
    }

    fn planes(&self) -> Planes {
        one_cell("own card, of three")
    }

    fn encode(&self, view: &KuhnView, _: Seat, out: &mut Canvas<'_>) {
        out.level(view.card().map_or(0.0, f32::from) / 3.0);
    }
}

impl Picture for Kuhn {
    fn picture(&self, view: &KuhnView) -> Svg {
        words(format!("card {:?}", view.card()))
    }
}

impl Encode for ThreeRolls {
    fn actions(&self) -> usize {
        2
    }

    fn number(&self, mv: RollMove) -> Option<usize> {
        match mv {
            RollMove::Keep => Some(0),
            RollMove::Again => Some(1),
            RollMove::Pips(_) => None,
        }
    }

    fn numbered(&self, action: usize) -> Option<RollMove> {
        [RollMove::Keep, RollMove::Again].get(action).copied()
    }

    fn planes(&self) -> Planes {
        one_cell("pips, of six")
    }

    fn encode(&self, view: &RollState, _: Seat, out: &mut Canvas<'_>) {
        out.level(f32::from(view.pips()) / 6.0);
    }
}

impl Picture for ThreeRolls {
    fn picture(&self, view: &RollState) -> Svg {
        words(format!("{} pips", view.pips()))
    }
}
