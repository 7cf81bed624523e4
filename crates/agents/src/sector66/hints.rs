//! Move ordering.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::{Game, PerSeat, Seat};
use ludorum_games::quoridor::goal_distances::GoalDistances;
use ludorum_games::quoridor::grid::WallSet;
use ludorum_games::quoridor::{Square, Wall};
use ludorum_games::sector66::{ContentSource, Move, State};
use ludorum_search::MoveHints;

use super::pruned_moves::PrunedSector66;

/// Spells with more targets than this are simulated only at the root.
const MAX_TRIED: usize = 12;

/// Orders moves by immediate gain in turns: steps by progress, walls by how much more they delay
/// opponents than the mover, and spells by simulation, since a plug-in may do anything.
#[derive(Clone, Debug, Default)]
pub struct Sector66Hints {
    /// Key of the root position.
    root: Arc<AtomicU64>,
}

impl Sector66Hints {
    /// Sets the root position of the search.
    pub(super) fn set_root(&self, key: u64) {
        self.root.store(key, Ordering::Relaxed);
    }
}

/// Turns a seat needs to its target, skipped turns included.
fn turns_to_go(state: &State, seat: Seat) -> i32 {
    let away = state.board().distance(seat).min(GoalDistances::UNREACHABLE);
    away as i32 + i32::from(state.skips(seat))
}

fn turns_of_all<C: ContentSource>(pruned: &PrunedSector66<C>, state: &State) -> PerSeat<i32> {
    PerSeat::from_fn(pruned.seats(), |seat| turns_to_go(state, seat))
}

/// Gain of the mover when distances change from `before` to `after`.
fn gain(me: Seat, before: &PerSeat<i32>, after: &PerSeat<i32>) -> i32 {
    let others = Seat::all(before.seats()).filter(|&seat| seat != me);
    let longer: i32 = others.map(|seat| after[seat] - before[seat]).sum();
    longer + before[me] - after[me]
}

fn has(walls: &WallSet, wall: Wall) -> bool {
    walls.along(wall.direction).has(wall.square)
}

/// True if a wall blocks a shortest path of an opponent.
fn blocks_opponent<C: ContentSource>(
    pruned: &PrunedSector66<C>,
    state: &State,
    blocking: &PerSeat<WallSet>,
    wall: Wall,
) -> bool {
    let me = state.to_move();
    let mut others = Seat::all(pruned.seats()).filter(|&seat| seat != me);
    others.any(|other| has(&blocking[other], wall))
}

/// Gain of a wall; `None` if it blocks no opponent.
fn wall_gain<C: ContentSource>(
    pruned: &PrunedSector66<C>,
    state: &State,
    blocking: &PerSeat<WallSet>,
    wall: Wall,
) -> Option<i32> {
    if !blocks_opponent(pruned, state, blocking, wall) {
        return None;
    }
    let me = state.to_move();
    let rules = pruned.game().rules();
    let mut gain = 0;
    for seat in Seat::all(pruned.seats()).filter(|&seat| has(&blocking[seat], wall)) {
        let now = state.board().distance(seat) as i32;
        let then = rules.distance_with_wall(state, seat, wall);
        let longer = then.map_or(0, |then| then as i32 - now);
        gain += if seat == me { -longer } else { longer };
    }
    Some(gain)
}

/// Gain of a move, found by making it.
fn gain_by_trying<C: ContentSource>(
    pruned: &PrunedSector66<C>,
    state: &mut State,
    before: &PerSeat<i32>,
    mv: Move,
) -> i32 {
    let me = state.to_move();
    let undo = pruned.make(state, mv);
    let arrived = pruned.outcome(state).and_then(|outcome| outcome.winner());
    let gain = match arrived {
        Some(winner) if winner == me => 100,
        Some(_) => -100,
        // An extra turn is worth a step.
        None => {
            let again = i32::from(state.to_move() == me && pruned.seats() > 1);
            gain(me, before, &turns_of_all(pruned, state)) + again
        }
    };
    pruned.unmake(state, mv, undo);
    gain
}

impl<C: ContentSource> MoveHints<PrunedSector66<C>> for Sector66Hints {
    fn priorities(
        &self,
        pruned: &PrunedSector66<C>,
        state: &State,
        depth: u32,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        let me = state.to_move();
        let rules = pruned.game().rules();
        let blocking = PerSeat::from_fn(pruned.seats(), |seat| {
            rules.walls_across_shortest_paths(state, seat)
        });
        let before = turns_of_all(pruned, state);
        let effects = rules.fields_with_effects(state);
        let is_root = self.root.load(Ordering::Relaxed) == pruned.key(state);
        let casts = moves.iter().filter(|mv| matches!(mv, Move::Cast(..)));
        let are_few = casts.count() <= MAX_TRIED;
        // At the last ply searching a move costs no more than estimating it.
        let is_last = depth < 2 && !is_root;
        let tries_casts = is_root || are_few && !is_last;
        // Copied only if a move is simulated.
        let mut copy = None;
        let mut try_out = |mv| {
            let copy = copy.get_or_insert_with(|| state.clone());
            gain_by_trying(pruned, copy, &before, mv)
        };
        let step = |to: Square| before[me] - state.board().goal_distances(me).distance(to) as i32;
        out.extend(moves.iter().map(|&mv| match mv {
            Move::Step(to) => {
                let nearer = match effects.has(to) {
                    true => try_out(mv),
                    false => step(to),
                };
                // Small bonus for picking up a spell.
                let found = i32::from(state.spell_on(to).is_some());
                match nearer {
                    1.. => 2 + nearer + found,
                    _ => nearer + 2 * found,
                }
            }
            Move::Build(wall) if is_last => match blocks_opponent(pruned, state, &blocking, wall) {
                true => 0,
                false => -1,
            },
            Move::Build(wall) => match wall_gain(pruned, state, &blocking, wall) {
                None => -1,
                Some(gain @ 1..) => 2 * gain,
                Some(loss) => loss,
            },
            Move::Cast(..) if tries_casts => match try_out(mv) {
                gain @ 1.. => 2 + gain,
                loss => loss - 1,
            },
            Move::Cast(..) if !are_few => -1,
            Move::Cast(..) | Move::Pass | Move::Roll(_) => 0,
        }));
    }

    /// Null move: with two players passing is almost never good.
    fn null_move(&self, pruned: &PrunedSector66<C>, state: &State) -> Option<Move> {
        let skipped = |seat| state.skips(seat) > 0;
        let is_usual = state.extra_turns() == 0 && !Seat::all(pruned.seats()).any(skipped);
        (pruned.seats() == 2 && is_usual).then_some(Move::Pass)
    }
}
