//! The `Game` trait, and traits for optional capabilities of games.

use std::any::TypeId;
use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, PerSeat, Rng, Seat, Seed, StopFlag, stable_hash};

/// Kind of a game-tree node: decision, chance or terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Decision node: this seat chooses a move.
    Decide(Seat),
    /// Chance node: the next move is a chance event.
    Chance,
    /// Terminal node: the game has ended.
    Over,
}

/// The rules of one variant of a game.
///
/// A value of this type is the variant (board size, number of players, ...) and never changes
/// during a game. All mutable data is in the [`State`](Game::State), which holds no random
/// generator and reads no clock: a random event is a chance node whose outcomes are moves.
///
/// A move is one atomic step. A compound turn is several moves by the same seat.
pub trait Game: Send + Sync + 'static {
    /// A complete position, hidden information included.
    type State: Clone + Eq + Debug + Send + Sync + 'static;
    /// A player's move or a chance event.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The data that [`unmake`](Game::unmake) needs to take back a move.
    type Undo: Send + Sync;
    /// A position as one seat sees it. Games of perfect information use `State`.
    type View: Clone + Eq + Debug + Send + Sync + 'static;

    /// The number of seats, from 1 to [`MAX_SEATS`](crate::MAX_SEATS).
    fn seats(&self) -> usize;

    /// Returns the position before the first move. A random setup (a generated board, a shuffled
    /// deck) is derived from `seed`; other games ignore the seed.
    fn initial(&self, seed: Seed) -> Self::State;

    /// Returns the kind of game-tree node: decision of a seat, chance event, or end of the game.
    fn node(&self, state: &Self::State) -> NodeKind;

    /// Appends the legal moves of the seat to move to `out`, always in the same order for equal
    /// positions. Appends nothing at chance nodes and when the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Plays a legal move or a possible chance event, and returns the data for unmaking it.
    fn make(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move made, and restores the position exactly.
    fn unmake(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// Returns the result of a finished game; `None` while the game is in progress.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Returns each seat's points in games that count points, for display and reports only: the
    /// [`outcome`](Game::outcome) says who won. `None` in games without points.
    fn scores(&self, state: &Self::State) -> Option<PerSeat<i32>> {
        let _ = state;
        None
    }

    /// Returns true if `seat` is eliminated: it will not move again while others play on.
    fn is_eliminated(&self, state: &Self::State, seat: Seat) -> bool {
        let _ = (state, seat);
        false
    }

    /// Returns a hash (such as a Zobrist key) of everything that affects the rest of the game,
    /// including the seat to move and the phase of its turn. Equal positions must have equal keys.
    fn key(&self, state: &Self::State) -> u64;

    /// Returns the position as `seat` sees it.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// Returns an upper bound on the length of a game in moves, chance events included.
    fn max_plies(&self) -> u32;

    /// Plays uniformly random moves to the end and returns the outcome and the number of moves;
    /// `None` if the game has no faster method than `make`. Playouts must have the same
    /// distribution as with `make`.
    fn quick_playout(&self, state: &Self::State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        let _ = (state, rng);
        None
    }
}

/// Marker for games of perfect information, implemented automatically if `View` is `State`.
pub trait PerfectInformation: Game<View = <Self as Game>::State> {}

impl<G: Game<View = <G as Game>::State>> PerfectInformation for G {}

/// True if the game has perfect information. For generic code that lacks the trait bound
/// [`PerfectInformation`].
pub fn has_perfect_information<G: Game + ?Sized>() -> bool {
    TypeId::of::<G::View>() == TypeId::of::<G::State>()
}

/// Marker for games without chance nodes. A game implements either this or [`Chance`].
pub trait Deterministic: Game {}

/// Result of [`Chance::events`]: all events of a chance node were listed, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceListingStatus {
    /// All events are listed; their probabilities sum to 1.
    Complete,
    /// No event is listed, because there are too many; events can only be sampled.
    TooMany,
}

/// A game with chance nodes of known probabilities. Every [`Deterministic`] game implements this
/// automatically and never reaches a chance node.
pub trait Chance: Game {
    /// Appends every event of the chance node `state` with its probability to `out`, always in the
    /// same order; appends nothing if there are too many events.
    fn events(&self, state: &Self::State, out: &mut Vec<(Self::Move, f64)>) -> ChanceListingStatus;

    /// Samples an event of the chance node `state` by its probability.
    fn sample(&self, state: &Self::State, rng: &mut Rng) -> Self::Move;

    /// Returns true if `event` can happen at the chance node `state`. Must be overridden by games
    /// whose [`events`](Chance::events) are too many to list.
    fn is_possible(&self, state: &Self::State, event: Self::Move) -> bool {
        let mut events = Vec::new();
        self.events(state, &mut events);
        events.iter().any(|&(listed, _)| listed == event)
    }
}

impl<G: Deterministic> Chance for G {
    fn events(&self, _: &Self::State, _: &mut Vec<(Self::Move, f64)>) -> ChanceListingStatus {
        ChanceListingStatus::Complete
    }

    fn sample(&self, _: &Self::State, _: &mut Rng) -> Self::Move {
        unreachable!("a deterministic game has no chance nodes")
    }
}

/// A game whose full states can be sampled from a seat's view. This is the only way from a view to
/// a state, so an agent that has only a view cannot cheat. With perfect information the view is the
/// state.
pub trait Determinize: Game {
    /// Samples a state uniformly from all states consistent with `view`.
    fn determinize(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// Returns an id of what `seat` observes of `mv`, a move or event about to be made in `state`.
    /// Moves that look the same to the seat have the same id; the seat's own moves have different
    /// ids. The id may tell no more than [`observed_move`](crate::Notation::observed_move) and the
    /// next view. By default, in games with hidden information, only the mover observes a move.
    fn observation_id(&self, state: &Self::State, mv: Self::Move, seat: Seat) -> u64 {
        if has_perfect_information::<Self>() || self.node(state) == NodeKind::Decide(seat) {
            stable_hash(mv)
        } else {
            0
        }
    }
}

impl<G: PerfectInformation> Determinize for G {
    fn determinize(&self, view: &Self::View, _: &mut Rng) -> Self::State {
        view.clone()
    }
}

/// A game that distinguishes moves that are safe to randomise: random play of these moves alone
/// always ends (Quoridor: wall placements, but not pawn moves).
pub trait Randomisable: Game {
    /// Appends the legal moves that are safe to randomise to `out`; there may be none.
    fn randomisable(&self, state: &Self::State, out: &mut Vec<Self::Move>);
}

/// Counts the move sequences of length `depth` from `state` (perft). Chance events count as moves;
/// no sequence continues after the end of the game.
///
/// # Errors
/// When a chance node on the way has too many events to enumerate.
pub fn perft<G: Chance>(
    game: &G,
    state: &mut G::State,
    depth: u32,
) -> Result<u64, UnenumerableChanceNode> {
    perft_until(game, state, depth, &StopFlag::new())
}

/// Counts move sequences like [`perft`], but returns the partial count when `stop` is raised.
///
/// # Errors
/// When a chance node on the way has too many events to enumerate.
pub fn perft_until<G: Chance>(
    game: &G,
    state: &mut G::State,
    depth: u32,
    stop: &StopFlag,
) -> Result<u64, UnenumerableChanceNode> {
    let mut moves = Vec::new();
    let mut events = Vec::new();
    perft_from(game, state, depth, &mut moves, &mut events, stop)
}

/// Error of [`perft`]: a chance node has too many events to enumerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnenumerableChanceNode;

impl std::fmt::Display for UnenumerableChanceNode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a chance node on the way has too many events to list")
    }
}

impl std::error::Error for UnenumerableChanceNode {}

/// Recursive step of [`perft`]. `moves` is a stack of move lists shared by all plies.
fn perft_from<G: Chance>(
    game: &G,
    state: &mut G::State,
    depth: u32,
    moves: &mut Vec<G::Move>,
    events: &mut Vec<(G::Move, f64)>,
    stop: &StopFlag,
) -> Result<u64, UnenumerableChanceNode> {
    if depth == 0 {
        return Ok(1);
    }
    let start = moves.len();
    match game.node(state) {
        NodeKind::Over => return Ok(0),
        NodeKind::Decide(_) => game.moves(state, moves),
        NodeKind::Chance => {
            events.clear();
            if game.events(state, events) == ChanceListingStatus::TooMany {
                return Err(UnenumerableChanceNode);
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
        // Polling the flag would slow down the smallest subtrees.
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
