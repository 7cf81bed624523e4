//! Type-erased views of a seat. External players are given nothing else, so hidden information
//! cannot leak to them.

use std::any::Any;
use std::sync::Arc;

use ludorum_core::{Game, NodeKind, Notation, Outcome, Rng, Seat, TerminalStyle};

use crate::Position;
use crate::any_game::CatalogGame;
use crate::any_position::{TypedPosition, action_id, observe};

/// The view of one seat: all that it may know of a position. Cheap to clone.
#[derive(Clone)]
pub struct View {
    seat: Seat,
    erased: Arc<dyn ErasedView>,
}

impl View {
    pub(crate) fn new<G: CatalogGame>(seat: Seat, typed: TypedView<G>) -> View {
        View {
            seat,
            erased: Arc::new(typed),
        }
    }

    /// The seat of this view.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The kind of node: a seat to move, chance, or the end.
    pub fn node(&self) -> NodeKind {
        self.erased.node()
    }

    /// The outcome; none while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.erased.outcome()
    }

    /// The position in text form, in games without hidden information.
    pub fn position(&self) -> Option<String> {
        self.erased.position()
    }

    /// The view in text form.
    pub fn text(&self) -> String {
        self.erased.text()
    }

    /// The view drawn for a terminal.
    pub fn draw(&self, ink: TerminalStyle) -> String {
        self.erased.draw(ink)
    }

    /// The legal moves as text, in the order of the position; empty unless the seat is to move.
    pub fn moves(&self) -> Vec<String> {
        self.erased.moves()
    }

    /// The action ids of the legal moves, in the same order.
    pub fn actions(&self) -> Vec<u32> {
        self.erased.actions()
    }

    /// Writes the observation as planes, laid out as the variant's
    /// [`planes`](crate::Variant::planes).
    pub fn observe(&self, out: &mut [f32]) {
        self.erased.observe(self.seat, out);
    }

    /// The view as SVG.
    pub fn picture(&self) -> String {
        self.erased.picture()
    }

    /// All moves played, as observed by this seat.
    pub fn history(&self) -> Vec<String> {
        self.erased.history()
    }

    /// Samples a position consistent with this view; without hidden information, the position.
    pub fn determinize(&self, rng: &mut Rng) -> Position {
        self.erased.determinize(rng)
    }
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("View").field(&self.seat).finish()
    }
}

trait ErasedView: Send + Sync {
    fn node(&self) -> NodeKind;
    fn outcome(&self) -> Option<Outcome>;
    fn position(&self) -> Option<String>;
    fn text(&self) -> String;
    fn draw(&self, ink: TerminalStyle) -> String;
    fn moves(&self) -> Vec<String>;
    fn actions(&self) -> Vec<u32>;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn picture(&self) -> String;
    fn history(&self) -> Vec<String>;
    fn determinize(&self, rng: &mut Rng) -> Position;
}

/// A view of a known game. It holds no state, so it cannot reveal hidden information.
pub(crate) struct TypedView<G: Game> {
    game: Arc<G>,
    view: G::View,
    node: NodeKind,
    outcome: Option<Outcome>,
    moves: Vec<G::Move>,
    history: Vec<String>,
}

impl<G: Notation> TypedView<G> {
    pub(crate) fn of(typed: &TypedPosition<G>, seat: Seat) -> TypedView<G> {
        let node = typed.game.node(&typed.state);
        let view = typed.game.view(&typed.state, seat);
        TypedView {
            node,
            outcome: typed.game.outcome(&typed.state),
            moves: match node {
                NodeKind::Decide(mover) if mover == seat => typed.moves.clone(),
                _ => Vec::new(),
            },
            history: typed.observed_history(seat),
            game: Arc::clone(&typed.game),
            view,
        }
    }
}

/// The view as a state, in games without hidden information, where they are the same type.
fn as_state<G: Game>(view: &G::View) -> Option<&G::State> {
    (view as &dyn Any).downcast_ref()
}

impl<G: CatalogGame> ErasedView for TypedView<G> {
    fn node(&self) -> NodeKind {
        self.node
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn position(&self) -> Option<String> {
        as_state::<G>(&self.view).map(|state| self.game.print_position(state))
    }

    fn text(&self) -> String {
        self.game.print_view(&self.view)
    }

    fn draw(&self, ink: TerminalStyle) -> String {
        self.game.draw(&self.view, ink)
    }

    fn moves(&self) -> Vec<String> {
        let print = |&mv| self.game.print_move(mv);
        self.moves.iter().map(print).collect()
    }

    fn actions(&self) -> Vec<u32> {
        let number = |&mv| action_id(&*self.game, mv);
        self.moves.iter().map(number).collect()
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        observe(&*self.game, &self.view, seat, out);
    }

    fn picture(&self) -> String {
        self.game.picture(&self.view).print()
    }

    fn history(&self) -> Vec<String> {
        self.history.clone()
    }

    fn determinize(&self, rng: &mut Rng) -> Position {
        let state = self.game.determinize(&self.view, rng);
        Position::new(TypedPosition::new(Arc::clone(&self.game), state))
    }
}
