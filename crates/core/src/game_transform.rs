//! Games derived from another game by overriding some of its rules.

use crate::{Game, NodeKind, Outcome, PerSeat, Seat, Seed};

/// A transformed game: the states of a base game with some rules overridden, such as fewer
/// moves, no chance or other seats that decide. Searches use it in place of the base game. Every
/// transform implements [`Game`].
pub trait GameTransform: Send + Sync + 'static {
    /// The base game.
    type Base: Game;
    /// Data that [`take_back`](GameTransform::take_back) needs.
    type Undo: Send + Sync;

    /// The base game.
    fn base(&self) -> &Self::Base;

    /// Overrides [`Game::node`].
    fn acting_node(&self, state: &BaseState<Self>) -> NodeKind {
        self.base().node(state)
    }

    /// Overrides [`Game::moves`].
    fn legal_moves(&self, state: &BaseState<Self>, out: &mut Vec<BaseMove<Self>>) {
        self.base().moves(state, out);
    }

    /// Overrides [`Game::make`].
    fn play(&self, state: &mut BaseState<Self>, mv: BaseMove<Self>) -> Self::Undo;

    /// Overrides [`Game::unmake`].
    fn take_back(&self, state: &mut BaseState<Self>, mv: BaseMove<Self>, undo: Self::Undo);
}

type BaseState<V> = <<V as GameTransform>::Base as Game>::State;
type BaseMove<V> = <<V as GameTransform>::Base as Game>::Move;

impl<V: GameTransform> Game for V {
    type State = BaseState<V>;
    type Move = BaseMove<V>;
    type Undo = V::Undo;
    type View = <V::Base as Game>::View;

    fn seats(&self) -> usize {
        self.base().seats()
    }

    fn initial(&self, seed: Seed) -> Self::State {
        self.base().initial(seed)
    }

    fn node(&self, state: &Self::State) -> NodeKind {
        self.acting_node(state)
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.legal_moves(state, out);
    }

    fn make(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo {
        self.play(state, mv)
    }

    fn unmake(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo) {
        self.take_back(state, mv, undo);
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.base().outcome(state)
    }

    fn scores(&self, state: &Self::State) -> Option<PerSeat<i32>> {
        self.base().scores(state)
    }

    fn is_eliminated(&self, state: &Self::State, seat: Seat) -> bool {
        self.base().is_eliminated(state, seat)
    }

    fn key(&self, state: &Self::State) -> u64 {
        self.base().key(state)
    }

    fn view(&self, state: &Self::State, seat: Seat) -> Self::View {
        self.base().view(state, seat)
    }

    fn max_plies(&self) -> u32 {
        self.base().max_plies()
    }
}
