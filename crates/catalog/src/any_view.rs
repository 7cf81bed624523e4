//! What one seat may know, without its type: all that a player from outside is ever given, so that
//! it cannot be told more.

use std::any::Any;
use std::sync::Arc;

use ludorum_core::{Game, Ink, Node, Notation, Outcome, Rng, Seat};

use crate::Position;
use crate::any_game::Listed;
use crate::any_position::{Line, action, observe};

/// What one seat may know of a position. Cheap to clone.
#[derive(Clone)]
pub struct View {
    seat: Seat,
    erased: Arc<dyn ErasedView>,
}

impl View {
    pub(crate) fn new<G: Listed>(seat: Seat, glimpse: Glimpse<G>) -> View {
        View {
            seat,
            erased: Arc::new(glimpse),
        }
    }

    /// Whose view this is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Who acts.
    pub fn node(&self) -> Node {
        self.erased.node()
    }

    /// How the game ended; none while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.erased.outcome()
    }

    /// The position as one compact string, if nothing of it is hidden from this seat.
    pub fn position(&self) -> Option<String> {
        self.erased.position()
    }

    /// What the seat sees, as text.
    pub fn text(&self) -> String {
        self.erased.text()
    }

    /// What the seat sees, drawn.
    pub fn draw(&self, ink: Ink) -> String {
        self.erased.draw(ink)
    }

    /// The legal moves in text form, numbered as in the position; none unless the seat is to move.
    pub fn moves(&self) -> Vec<String> {
        self.erased.moves()
    }

    /// The fixed numbers of the legal moves, in the same order.
    pub fn actions(&self) -> Vec<u32> {
        self.erased.actions()
    }

    /// Writes what the seat sees as planes of numbers: as many as the variant's
    /// [`planes`](crate::Variant::planes) have.
    pub fn observe(&self, out: &mut [f32]) {
        self.erased.observe(self.seat, out);
    }

    /// What the seat sees, as a picture (SVG).
    pub fn picture(&self) -> String {
        self.erased.picture()
    }

    /// All moves played, as they were told to this seat.
    pub fn history(&self) -> Vec<String> {
        self.erased.history()
    }

    /// A position that gives this view, drawn from all that do: with nothing hidden, the position.
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
    fn node(&self) -> Node;
    fn outcome(&self) -> Option<Outcome>;
    fn position(&self) -> Option<String>;
    fn text(&self) -> String;
    fn draw(&self, ink: Ink) -> String;
    fn moves(&self) -> Vec<String>;
    fn actions(&self) -> Vec<u32>;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn picture(&self) -> String;
    fn history(&self) -> Vec<String>;
    fn determinize(&self, rng: &mut Rng) -> Position;
}

/// A view of a known game. It has no state, so nothing in it can tell what the seat cannot see.
pub(crate) struct Glimpse<G: Game> {
    game: Arc<G>,
    view: G::View,
    node: Node,
    outcome: Option<Outcome>,
    moves: Vec<G::Move>,
    history: Vec<String>,
}

impl<G: Notation> Glimpse<G> {
    pub(crate) fn of(line: &Line<G>, seat: Seat) -> Glimpse<G> {
        let node = line.game.node(&line.state);
        let view = line.game.view(&line.state, seat);
        Glimpse {
            node,
            outcome: line.game.outcome(&line.state),
            moves: match node {
                Node::Decide(mover) if mover == seat => line.moves.clone(),
                _ => Vec::new(),
            },
            history: line.told(seat),
            game: Arc::clone(&line.game),
            view,
        }
    }
}

/// The view as a state, if the game is open: then they are the same type.
fn as_state<G: Game>(view: &G::View) -> Option<&G::State> {
    (view as &dyn Any).downcast_ref()
}

impl<G: Listed> ErasedView for Glimpse<G> {
    fn node(&self) -> Node {
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

    fn draw(&self, ink: Ink) -> String {
        self.game.draw(&self.view, ink)
    }

    fn moves(&self) -> Vec<String> {
        let print = |&mv| self.game.print_move(mv);
        self.moves.iter().map(print).collect()
    }

    fn actions(&self) -> Vec<u32> {
        let number = |&mv| action(&*self.game, mv);
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
        Position::new(Line::new(Arc::clone(&self.game), state))
    }
}
