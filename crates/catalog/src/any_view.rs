//! Type-erased views of a seat. External players are given nothing else, so hidden information
//! cannot leak to them.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use ludorum_core::{Game, NodeKind, Notation, Outcome, Rng, Seat, Svg, TerminalStyle};

use crate::Position;
use crate::any_game::CatalogGame;
use crate::any_position::TypedPosition;
use crate::capabilities::GameCapabilities;

/// The view of one seat: all information about a position that the seat may have. Cheap to clone.
pub type View = Arc<dyn AnyView>;

/// Methods of a [`View`], the same for all games.
pub trait AnyView: Debug + Send + Sync {
    /// The seat whose view this is.
    fn seat(&self) -> Seat;

    /// The kind of the current node: a seat to move, chance, or the end of the game.
    fn node(&self) -> NodeKind;

    /// The result of the game; `None` while the game is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// The position as text; `None` in games with hidden information.
    fn position(&self) -> Option<String>;

    /// The view in the text notation of the game.
    fn text(&self) -> String;

    /// The view drawn for a terminal.
    fn draw(&self, ink: TerminalStyle) -> String;

    /// The legal moves as text, with the same indices as in the position; empty unless the seat is
    /// to move.
    fn moves(&self) -> Vec<String>;

    /// The action ids of the legal moves in the order of [`moves`](AnyView::moves); empty if the
    /// game has no action ids.
    fn actions(&self) -> Vec<u32>;

    /// Writes the view to `out` as planes for machine learning, with the layout of
    /// [`AnyVariant::planes`](crate::AnyVariant::planes).
    fn observe(&self, out: &mut [f32]);

    /// The view as SVG; the terminal drawing as SVG if the game has no pictures.
    fn picture(&self) -> String;

    /// All moves played, as observed by this seat.
    fn history(&self) -> Vec<String>;

    /// Samples a position consistent with this view; in games of perfect information, the position
    /// itself.
    fn determinize(&self, rng: &mut Rng) -> Position;
}

/// A view of game `G`. It holds no state, so it cannot reveal hidden information.
pub(crate) struct TypedView<G: Game> {
    game: Arc<G>,
    capabilities: GameCapabilities<G>,
    seat: Seat,
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
            capabilities: typed.capabilities,
            seat,
            view,
        }
    }
}

impl<G: Game> Debug for TypedView<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("View").field(&self.seat).finish()
    }
}

/// The view as a state, which has the same type in games of perfect information; otherwise `None`.
fn as_state<G: Game>(view: &G::View) -> Option<&G::State> {
    (view as &dyn Any).downcast_ref()
}

impl<G: CatalogGame> AnyView for TypedView<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

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
        let id = |&mv| self.capabilities.action_id(&self.game, mv);
        self.moves.iter().filter_map(id).collect()
    }

    fn observe(&self, out: &mut [f32]) {
        let capabilities = self.capabilities;
        capabilities.observe(&self.game, &self.view, self.seat, out);
    }

    fn picture(&self) -> String {
        let picture = match self.capabilities.picture(&self.game) {
            Some(game) => game.picture(&self.view),
            None => Svg::of_text(&self.draw(TerminalStyle::Plain)),
        };
        picture.print()
    }

    fn history(&self) -> Vec<String> {
        self.history.clone()
    }

    fn determinize(&self, rng: &mut Rng) -> Position {
        let state = self.game.determinize(&self.view, rng);
        let game = Arc::clone(&self.game);
        Box::new(TypedPosition::new(game, self.capabilities, state))
    }
}
