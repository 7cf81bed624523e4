//! Action encodings and pictures of the toy games that tests put into a catalog.

use ludorum_core::{DrawSvg, PlaneLayout, PlaneWriter, Seat, Svg, TensorEncoding};

use super::{
    Kuhn, KuhnMove, KuhnView, RollMove, RollState, SubtractionGame, SubtractionState, ThreeRolls,
};

fn one_cell(name: &str) -> PlaneLayout {
    PlaneLayout {
        height: 1,
        width: 1,
        names: vec![name.to_owned()],
    }
}

fn text_picture(text: String) -> Svg {
    let mut svg = Svg::new(120.0, 30.0);
    svg.text((60.0, 15.0), 12.0, "#000", &text);
    svg
}

impl TensorEncoding for SubtractionGame {
    fn action_count(&self) -> usize {
        usize::from(self.take)
    }

    fn action_id(&self, taken: u8) -> Option<usize> {
        usize::from(taken).checked_sub(1)
    }

    fn move_of_action(&self, action: usize) -> Option<u8> {
        (1..=self.take).nth(action)
    }

    fn plane_layout(&self) -> PlaneLayout {
        one_cell("stones, of those at the start")
    }

    fn encode(&self, view: &SubtractionState, _: Seat, out: &mut PlaneWriter<'_>) {
        out.constant(f32::from(view.stones()) / f32::from(self.stones.max(1)));
    }
}

impl DrawSvg for SubtractionGame {
    fn picture(&self, view: &SubtractionState) -> Svg {
        text_picture(format!("{} stones", view.stones()))
    }
}

impl TensorEncoding for Kuhn {
    fn action_count(&self) -> usize {
        2
    }

    fn action_id(&self, mv: KuhnMove) -> Option<usize> {
        match mv {
            KuhnMove::Pass => Some(0),
            KuhnMove::Bet => Some(1),
            KuhnMove::Deal(_) => None,
        }
    }

    fn move_of_action(&self, action: usize) -> Option<KuhnMove> {
        [KuhnMove::Pass, KuhnMove::Bet].get(action).copied()
    }

    fn plane_layout(&self) -> PlaneLayout {
        one_cell("own card, of three")
    }

    fn encode(&self, view: &KuhnView, _: Seat, out: &mut PlaneWriter<'_>) {
        out.constant(view.card().map_or(0.0, f32::from) / 3.0);
    }
}

impl DrawSvg for Kuhn {
    fn picture(&self, view: &KuhnView) -> Svg {
        text_picture(format!("card {:?}", view.card()))
    }
}

impl TensorEncoding for ThreeRolls {
    fn action_count(&self) -> usize {
        2
    }

    fn action_id(&self, mv: RollMove) -> Option<usize> {
        match mv {
            RollMove::Keep => Some(0),
            RollMove::Again => Some(1),
            RollMove::Pips(_) => None,
        }
    }

    fn move_of_action(&self, action: usize) -> Option<RollMove> {
        [RollMove::Keep, RollMove::Again].get(action).copied()
    }

    fn plane_layout(&self) -> PlaneLayout {
        one_cell("pips, of six")
    }

    fn encode(&self, view: &RollState, _: Seat, out: &mut PlaneWriter<'_>) {
        out.constant(f32::from(view.pips()) / 6.0);
    }
}

impl DrawSvg for ThreeRolls {
    fn picture(&self, view: &RollState) -> Svg {
        text_picture(format!("{} pips", view.pips()))
    }
}
