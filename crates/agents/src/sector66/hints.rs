//! Which moves look promising before they are searched.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::{Game, PerSeat, Seat};
use ludorum_games::quoridor::field::Field;
use ludorum_games::quoridor::grid::Walls;
use ludorum_games::quoridor::{Square, Wall};
use ludorum_games::sector66::{Content, Move, State};
use ludorum_search::Hints;

use super::focus::Focused;

/// Spells with more targets than this are tried only in the position that was asked about.
const MOST_TRIED: usize = 12;

/// Moves by what they gain at once, in turns: steps nearer to the target, walls by how much longer
/// they make the others' ways than the mover's own, and spells by trying them: whatever a plug-in
/// does shows in who has how far to go and whose turn it is.
#[derive(Clone, Debug, Default)]
pub struct Gains {
    /// The key of the position that was asked about.
    root: Arc<AtomicU64>,
}

impl Gains {
    /// Tells which position is asked about.
    pub(super) fn ask_about(&self, key: u64) {
        self.root.store(key, Ordering::Relaxed);
    }
}

/// How far a seat has to go, a turn it is skipped counted as a step.
fn turns(state: &State, seat: Seat) -> i32 {
    let away = state.board().distance(seat).min(Field::NO_WAY);
    away as i32 + i32::from(state.skips(seat))
}

fn all_turns<C: Content>(focused: &Focused<C>, state: &State) -> PerSeat<i32> {
    PerSeat::from_fn(focused.seats(), |seat| turns(state, seat))
}

/// What the mover gains when turns to go change so.
fn gain(me: Seat, before: &PerSeat<i32>, after: &PerSeat<i32>) -> i32 {
    let others = Seat::all(before.seats()).filter(|&seat| seat != me);
    let longer: i32 = others.map(|seat| after[seat] - before[seat]).sum();
    longer + before[me] - after[me]
}

fn has(walls: &Walls, wall: Wall) -> bool {
    walls.along(wall.direction).has(wall.square)
}

/// Whether a wall is across the way of somebody else than the mover.
fn across<C: Content>(
    focused: &Focused<C>,
    state: &State,
    ways: &PerSeat<Walls>,
    wall: Wall,
) -> bool {
    let me = state.to_move();
    let mut others = Seat::all(focused.seats()).filter(|&seat| seat != me);
    others.any(|other| has(&ways[other], wall))
}

/// What a wall gains the mover, if it is across somebody else's way.
fn wall_gain<C: Content>(
    focused: &Focused<C>,
    state: &State,
    ways: &PerSeat<Walls>,
    wall: Wall,
) -> Option<i32> {
    if !across(focused, state, ways, wall) {
        return None;
    }
    let me = state.to_move();
    let rules = focused.game().rules();
    let mut gain = 0;
    for seat in Seat::all(focused.seats()).filter(|&seat| has(&ways[seat], wall)) {
        let now = state.board().distance(seat) as i32;
        let then = rules.steps_behind(state, seat, wall);
        let longer = then.map_or(0, |then| then as i32 - now);
        gain += if seat == me { -longer } else { longer };
    }
    Some(gain)
}

/// What a move gains the mover, found by making it.
fn tried<C: Content>(
    focused: &Focused<C>,
    state: &mut State,
    before: &PerSeat<i32>,
    mv: Move,
) -> i32 {
    let me = state.to_move();
    let undo = focused.make(state, mv);
    let arrived = focused.outcome(state).and_then(|outcome| outcome.winner());
    let gain = match arrived {
        Some(winner) if winner == me => 100,
        Some(_) => -100,
        // Another turn is worth a step.
        None => {
            let again = i32::from(state.to_move() == me && focused.seats() > 1);
            gain(me, before, &all_turns(focused, state)) + again
        }
    };
    focused.unmake(state, mv, undo);
    gain
}

impl<C: Content> Hints<Focused<C>> for Gains {
    fn priorities(
        &self,
        focused: &Focused<C>,
        state: &State,
        depth: u32,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        let me = state.to_move();
        let rules = focused.game().rules();
        let ways = PerSeat::from_fn(focused.seats(), |seat| rules.walls_in_the_way(state, seat));
        let before = all_turns(focused, state);
        let effects = rules.fields_with_effects(state);
        let is_root = self.root.load(Ordering::Relaxed) == focused.key(state);
        let casts = moves.iter().filter(|mv| matches!(mv, Move::Cast(..)));
        let are_few = casts.count() <= MOST_TRIED;
        // Where the search ends with the move, the search itself is as quick as a guess.
        let is_last = depth < 2 && !is_root;
        let tries_casts = is_root || are_few && !is_last;
        // Copied only where something is tried.
        let mut copy = None;
        let mut try_out = |mv| {
            let copy = copy.get_or_insert_with(|| state.clone());
            tried(focused, copy, &before, mv)
        };
        let step = |to: Square| before[me] - state.board().field(me).distance(to) as i32;
        out.extend(moves.iter().map(|&mv| match mv {
            Move::Step(to) => {
                let nearer = match effects.has(to) {
                    true => try_out(mv),
                    false => step(to),
                };
                // A spell to pick up is worth a look.
                let found = i32::from(state.spell_on(to).is_some());
                match nearer {
                    1.. => 2 + nearer + found,
                    _ => nearer + 2 * found,
                }
            }
            Move::Build(wall) if is_last => match across(focused, state, &ways, wall) {
                true => 0,
                false => -1,
            },
            Move::Build(wall) => match wall_gain(focused, state, &ways, wall) {
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

    /// Between two it is hardly ever good to do nothing.
    fn idle(&self, focused: &Focused<C>, state: &State) -> Option<Move> {
        let skipped = |seat| state.skips(seat) > 0;
        let is_usual = state.turns_to_come() == 0 && !Seat::all(focused.seats()).any(skipped);
        (focused.seats() == 2 && is_usual).then_some(Move::Pass)
    }
}
