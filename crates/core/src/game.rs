//! The rules of a game, and what a game may be able to do besides.

use std::any::TypeId;
use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, PerSeat, Rng, Seat, Seed, Stop, sign_of};

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// This seat chooses a move.
    Decide(Seat),
    /// Chance chooses: the next move is an event of [`Chance`].
    Chance,
    /// Nobody: the game has ended.
    Over,
}

/// The rules of one variant of a game.
///
/// The value itself is the variant (board size, number of players, ...) and never changes during a
/// game; everything that changes is in the [`State`](Game::State). A state holds no random
/// generator and reads no clock: chance is a node whose outcomes are moves.
///
/// A move is one atomic step. A compound turn is several moves by the same seat.
pub trait Game: Send + Sync + 'static {
    /// A position, complete with everything hidden.
    type State: Clone + Eq + Debug + Send + Sync + 'static;
    /// One step of a player or of chance.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What [`unmake`](Game::unmake) needs to take a move back.
    type Undo: Send + Sync;
    /// What one seat may know. The same type as `State` when nothing is hidden.
    type View: Clone + Eq + Debug + Send + Sync + 'static;

    /// The number of seats, from 1 to [`MAX_SEATS`](crate::MAX_SEATS).
    fn seats(&self) -> usize;

    /// The position before the first move. A game with a random setup (a generated board, a
    /// shuffled deck) makes it from `seed`; all others ignore it.
    fn initial(&self, seed: Seed) -> Self::State;

    /// Who acts in this position.
    fn node(&self, state: &Self::State) -> Node;

    /// Appends the legal moves of the seat to move, always in the same order for equal positions.
    /// Appends nothing at chance nodes and when the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Plays a legal move or a possible chance event.
    fn make(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Takes back the move made last, restoring the position exactly.
    fn unmake(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// How the game ended; none while it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The points each seat has, in games that count points; they are for people and reports, and
    /// what decides is the [`outcome`](Game::outcome).
    fn scores(&self, state: &Self::State) -> Option<PerSeat<i32>> {
        let _ = state;
        None
    }

    /// Whether the rules have put `seat` out of the game: it will not move again, and others play on.
    fn is_eliminated(&self, state: &Self::State, seat: Seat) -> bool {
        let _ = (state, seat);
        false
    }

    /// A hash of everything that matters for the rest of the game, the seat and the part of its
    /// turn included. Equal positions have equal keys.
    fn key(&self, state: &Self::State) -> u64;

    /// What `seat` may know of this position.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// No game is longer than this many moves, chance events included.
    fn max_plies(&self) -> u32;

    /// Plays uniformly random moves to the end, for games that can do it quicker than move by move:
    /// how the game ended, and the number of moves. Every game must be as likely as move by move.
    fn quick_playout(&self, state: &Self::State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        let _ = (state, rng);
        None
    }
}

/// A game in which every seat sees everything. Holds by itself when `View` is `State`.
pub trait Open: Game<View = <Self as Game>::State> {}

impl<G: Game<View = <G as Game>::State>> Open for G {}

/// Whether every seat of this game sees everything, for code that cannot ask by a bound.
pub fn is_open<G: Game + ?Sized>() -> bool {
    TypeId::of::<G::View>() == TypeId::of::<G::State>()
}

/// A game without chance nodes. Implement this marker, or [`Chance`]; never both.
pub trait Deterministic: Game {}

/// Whether [`Chance::events`] could list all events of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// All events were listed and their probabilities sum to 1.
    Complete,
    /// There are too many to list; nothing was appended, events can only be sampled.
    TooMany,
}

/// A game whose chance nodes have known odds. Deterministic games have it too: they never get to
/// a chance node.
pub trait Chance: Game {
    /// Appends every event of this chance node with its probability, always in the same order.
    fn events(&self, state: &Self::State, out: &mut Vec<(Self::Move, f64)>) -> Listing;

    /// Draws an event of this chance node.
    fn sample(&self, state: &Self::State, rng: &mut Rng) -> Self::Move;

    /// Whether `event` can happen at this chance node. A game with nodes that are too large to
    /// list must say so itself.
    fn possible(&self, state: &Self::State, event: Self::Move) -> bool {
        let mut events = Vec::new();
        self.events(state, &mut events);
        events.iter().any(|&(listed, _)| listed == event)
    }
}

impl<G: Deterministic> Chance for G {
    fn events(&self, _: &Self::State, _: &mut Vec<(Self::Move, f64)>) -> Listing {
        Listing::Complete
    }

    fn sample(&self, _: &Self::State, _: &mut Rng) -> Self::Move {
        unreachable!("a deterministic game has no chance nodes")
    }
}

/// A game whose hidden part can be filled in. The only way from a view to a state, so an agent
/// that has only a view cannot cheat. For open games the view is the state.
pub trait Hidden: Game {
    /// A state that gives this view, drawn uniformly from all that do.
    fn determinize(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// A number for what `seat` sees of `mv`, a move or event about to be made in `state`. Own moves
    /// have different signs; of what others do, the seat may tell apart no more than it is told
    /// ([`tell_move`](crate::Notation::tell_move)) and its view shows afterwards. So moves that look the
    /// same to it have the same sign, and what a move brings to light may be part of the sign. Where
    /// something is hidden nobody but the mover sees anything, unless a game says what.
    fn sign(&self, state: &Self::State, mv: Self::Move, seat: Seat) -> u64 {
        if is_open::<Self>() || self.node(state) == Node::Decide(seat) {
            sign_of(mv)
        } else {
            0
        }
    }
}

impl<G: Open> Hidden for G {
    fn determinize(&self, view: &Self::View, _: &mut Rng) -> Self::State {
        view.clone()
    }
}

/// A game that marks moves as safe to play at random, in the sense that random play with them
/// still comes to an end (Quoridor: walls, but not steps of the pawn).
pub trait Randomisable: Game {
    /// Appends the legal moves that are safe to randomise; there may be none.
    fn randomisable(&self, state: &Self::State, out: &mut Vec<Self::Move>);
}

/// The number of move sequences of length `depth` from `state`; a finished game has no children.
/// Chance events count as moves.
///
/// # Errors
/// When a chance node on the way has too many events to list.
pub fn perft<G: Chance>(game: &G, state: &mut G::State, depth: u32) -> Result<u64, TooManyEvents> {
    perft_until(game, state, depth, &Stop::new())
}

/// The same, until `stop` is raised: then the count is only of what was seen by then.
///
/// # Errors
/// When a chance node on the way has too many events to list.
pub fn perft_until<G: Chance>(
    game: &G,
    state: &mut G::State,
    depth: u32,
    stop: &Stop,
) -> Result<u64, TooManyEvents> {
    let mut moves = Vec::new();
    let mut events = Vec::new();
    perft_from(game, state, depth, &mut moves, &mut events, stop)
}

/// A chance node has too many events for its children to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyEvents;

impl std::fmt::Display for TooManyEvents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a chance node on the way has too many events to list")
    }
}

impl std::error::Error for TooManyEvents {}

/// `moves` is a stack shared by all levels: each appends its moves and takes them off again.
fn perft_from<G: Chance>(
    game: &G,
    state: &mut G::State,
    depth: u32,
    moves: &mut Vec<G::Move>,
    events: &mut Vec<(G::Move, f64)>,
    stop: &Stop,
) -> Result<u64, TooManyEvents> {
    if depth == 0 {
        return Ok(1);
    }
    let start = moves.len();
    match game.node(state) {
        Node::Over => return Ok(0),
        Node::Decide(_) => game.moves(state, moves),
        Node::Chance => {
            events.clear();
            if game.events(state, events) == Listing::TooMany {
                return Err(TooManyEvents);
            }
            moves.extend(events.iter().map(|&(event, _)| event));
        }
    }
    if depth == 1 {
        let count = moves.len() - start;
        moves.truncate(start);
        return Ok(count as u64);
    }
    let mut count = 0;
    for i in start..moves.len() {
        // Below this depth there is so little to count that it is done before anybody notices.
        if depth > 2 && stop.is_raised() {
            break;
        }
        let mv = moves[i];
        let undo = game.make(state, mv);
        let below = perft_from(game, state, depth - 1, moves, events, stop);
        game.unmake(state, mv, undo);
        count += below?;
    }
    moves.truncate(start);
    Ok(count)
}
