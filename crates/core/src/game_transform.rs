//! Games derived from another game by overriding some of its rules.

use crate::{Game, NodeKind, Outcome, PerSeat, Seat, Seed};

/// A game derived from a base game by overriding some rules, such as fewer moves, no chance events
/// or another seat to decide. States, moves and views are those of the base game. Every transform
/// implements [`Game`], so searches use it like any game.
pub trait GameTransform: Send + Sync + 'static {
    /// The game whose rules are overridden.
    type Base: Game;
    /// The data that [`take_back`](GameTransform::take_back) needs to take back a move.
    type Undo: Send + Sync;

    /// Returns the base game whose rules are overridden.
    fn base(&self) -> &Self::Base;

    /// Implements [`Game::node`] of the derived game; by default, the node kind of the base game.
    fn acting_node(&self, state: &BaseState<Self>) -> NodeKind {
        self.base().node(state)
    }

    /// Implements [`Game::moves`] of the derived game; by default, the moves of the base game.
    fn legal_moves(&self, state: &BaseState<Self>, out: &mut Vec<BaseMove<Self>>) {
        self.base().moves(state, out);
    }

    /// Implements [`Game::make`] of the derived game: plays a move and returns its undo data.
    fn play(&self, state: &mut BaseState<Self>, mv: BaseMove<Self>) -> Self::Undo;

    /// Implements [`Game::unmake`] of the derived game: takes back a move.
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
