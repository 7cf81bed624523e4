//! Games that are another game but for some of its rules.

use crate::{Evaluate, Game, Node, Outcome, PerSeat, Points, Seat, Seed, Trend};

/// A game like another but for what it says itself: fewer moves, no chance, other seats that decide.
/// Searches play it in the place of the whole game, in the same positions. It is a [`Game`] by itself.
pub trait Variation: Send + Sync + 'static {
    /// The game it is like.
    type Whole: Game;
    /// What [`take_back`](Variation::take_back) needs.
    type Undo: Send + Sync;

    /// The game it is like.
    fn whole(&self) -> &Self::Whole;

    /// [`Game::node`].
    fn acting(&self, state: &StateOf<Self>) -> Node {
        self.whole().node(state)
    }

    /// [`Game::moves`].
    fn options(&self, state: &StateOf<Self>, out: &mut Vec<MoveOf<Self>>) {
        self.whole().moves(state, out);
    }

    /// [`Game::make`].
    fn play(&self, state: &mut StateOf<Self>, mv: MoveOf<Self>) -> Self::Undo;

    /// [`Game::unmake`].
    fn take_back(&self, state: &mut StateOf<Self>, mv: MoveOf<Self>, undo: Self::Undo);
}

type StateOf<V> = <<V as Variation>::Whole as Game>::State;
type MoveOf<V> = <<V as Variation>::Whole as Game>::Move;

impl<V: Variation> Game for V {
    type State = StateOf<V>;
    type Move = MoveOf<V>;
    type Undo = V::Undo;
    type View = <V::Whole as Game>::View;

    fn seats(&self) -> usize {
        self.whole().seats()
    }

    fn initial(&self, seed: Seed) -> Self::State {
        self.whole().initial(seed)
    }

    fn node(&self, state: &Self::State) -> Node {
        self.acting(state)
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.options(state, out);
    }

    fn make(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo {
        self.play(state, mv)
    }

    fn unmake(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo) {
        self.take_back(state, mv, undo);
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.whole().outcome(state)
    }

    fn scores(&self, state: &Self::State) -> Option<PerSeat<i32>> {
        self.whole().scores(state)
    }

    fn is_eliminated(&self, state: &Self::State, seat: Seat) -> bool {
        self.whole().is_eliminated(state, seat)
    }

    fn key(&self, state: &Self::State) -> u64 {
        self.whole().key(state)
    }

    fn view(&self, state: &Self::State, seat: Seat) -> Self::View {
        self.whole().view(state, seat)
    }

    fn max_plies(&self) -> u32 {
        self.whole().max_plies()
    }
}

/// What is known of the whole game, for a variation of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfWhole<T>(pub T);

impl<V: Variation, E: Evaluate<V::Whole>> Evaluate<V> for OfWhole<E> {
    fn points(&self, variation: &V, state: &StateOf<V>) -> PerSeat<Points> {
        self.0.points(variation.whole(), state)
    }

    fn scale(&self) -> Points {
        self.0.scale()
    }

    fn settles(&self, variation: &V, state: &StateOf<V>) -> bool {
        self.0.settles(variation.whole(), state)
    }

    fn ending(&self, variation: &V, state: &StateOf<V>) -> Option<PerSeat<Points>> {
        self.0.ending(variation.whole(), state)
    }

    fn plies(&self, variation: &V, state: &StateOf<V>) -> u32 {
        self.0.plies(variation.whole(), state)
    }

    fn trend(&self) -> Option<Trend<'_>> {
        self.0.trend()
    }
}
