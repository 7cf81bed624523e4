//! Move ordering.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::{Game, PerSeat, Seat};
use ludorum_games::quoridor::Wall;
use ludorum_search::MoveHints;

use super::{PathCrossingWalls, WallGame, WallGameMoveKind, WallRules, delays, others};

/// Spells with more possible targets than this are simulated only at the root.
const MAX_TRIED: usize = 12;

/// Move hints for wall games by immediate gain in turns: steps by progress, walls by how much more
/// they delay opponents than the mover, and spells by simulation, since a plug-in may do anything.
/// Walls that block no opponent come last.
#[derive(Clone, Debug, Default)]
pub struct WallGameMoveHints {
    /// Hash of the root position of the current search.
    root: Arc<AtomicU64>,
}

impl WallGameMoveHints {
    /// Sets the root position of the search, given by its hash.
    pub(super) fn set_root(&self, key: u64) {
        self.root.store(key, Ordering::Relaxed);
    }
}

/// Number of turns that each seat needs to its goal, including turns it must skip.
fn turns_of_all<R: WallRules>(rules: &R, state: &R::State) -> PerSeat<i32> {
    PerSeat::from_fn(rules.quoridor().seats(), |seat| {
        R::board(state).distance(seat) as i32 + i32::from(R::skipped_turns(state, seat))
    })
}

/// Gain of `me` in turns if the path of each seat becomes longer by `longer`.
fn gain(me: Seat, longer: &PerSeat<i32>) -> i32 {
    longer.iter().sum::<i32>() - 2 * longer[me]
}

/// Gain of the mover by a move, in turns, computed by making and unmaking the move.
fn gain_by_trying<G: WallGame>(
    game: &G,
    state: &mut G::State,
    before: &PerSeat<i32>,
    mv: G::Move,
) -> i32 {
    let me = G::Rules::to_move(state);
    let undo = game.make(state, mv);
    let arrived = game.outcome(state).and_then(|outcome| outcome.winner());
    let gain = match arrived {
        Some(winner) if winner == me => 100,
        Some(_) => -100,
        // An extra turn is worth a step.
        None => {
            let again = i32::from(G::Rules::to_move(state) == me && game.seats() > 1);
            let after = turns_of_all(game.wall_rules(), state);
            gain(
                me,
                &PerSeat::from_fn(game.seats(), |seat| after[seat] - before[seat]),
            ) + again
        }
    };
    game.unmake(state, mv, undo);
    gain
}

impl<G: WallGame> MoveHints<G> for WallGameMoveHints {
    fn priorities(
        &self,
        game: &G,
        state: &G::State,
        depth: u32,
        moves: &[G::Move],
        out: &mut Vec<i32>,
    ) {
        let rules = game.wall_rules();
        let me = G::Rules::to_move(state);
        let blocking = PathCrossingWalls::of_all(rules, state);
        let before = turns_of_all(rules, state);
        let effects = rules.fields_with_effects(state);
        let is_root =
            G::Rules::SIMULATES_AT_ROOT && self.root.load(Ordering::Relaxed) == game.key(state);
        let kind = G::Rules::kind;
        let casts = moves
            .iter()
            .filter(|&&mv| kind(mv) == WallGameMoveKind::Cast);
        let are_few = casts.count() <= MAX_TRIED;
        // At the last ply searching a move costs no more than estimating it.
        let is_last = depth < 2 && !is_root;
        let tries_casts = is_root || are_few && !is_last;
        // Copied only if a move is simulated.
        let mut copy = None;
        let mut try_out = |mv| {
            let copy = copy.get_or_insert_with(|| state.clone());
            gain_by_trying(game, copy, &before, mv)
        };
        let blocks_opponent = |wall: Wall| {
            let mut others = others(game.seats(), me);
            others.any(|other| blocking[other].crossing.has(wall))
        };
        let wall_gain = |wall: Wall| {
            let delays = delays(rules, state, &blocking, wall);
            delays.map_or(0, |longer| gain(me, &longer))
        };
        let distances = G::Rules::board(state).goal_distances(me);
        out.extend(moves.iter().map(|&mv| match kind(mv) {
            WallGameMoveKind::Step(to) => {
                let nearer = if effects.has(to) {
                    try_out(mv)
                } else {
                    before[me] - distances.distance(to) as i32
                };
                // Small bonus for picking up a spell.
                let found = i32::from(G::Rules::has_spell(state, to));
                match nearer {
                    1.. => 2 + nearer + found,
                    _ => nearer + 2 * found,
                }
            }
            WallGameMoveKind::Wall(wall) if !blocks_opponent(wall) => -1,
            WallGameMoveKind::Wall(_) if is_last => 0,
            WallGameMoveKind::Wall(wall) => match wall_gain(wall) {
                gain @ 1.. => 2 * gain,
                loss => loss,
            },
            WallGameMoveKind::Cast if tries_casts => match try_out(mv) {
                gain @ 1.. => 2 + gain,
                loss => loss - 1,
            },
            WallGameMoveKind::Cast if !are_few => -1,
            WallGameMoveKind::Cast | WallGameMoveKind::Other => 0,
        }));
    }

    /// Returns a pass as the null move with two players, for whom passing is almost never good. It
    /// would be good if the pawns face each other and neither player wants to be jumped.
    fn null_move(&self, game: &G, state: &G::State) -> Option<G::Move> {
        let skips = |seat| G::Rules::skipped_turns(state, seat) > 0;
        let is_usual = !G::Rules::has_extra_turns(state) && !Seat::all(game.seats()).any(skips);
        (game.seats() == 2 && is_usual).then(G::Rules::pass)
    }
}
