//! Whole games between tactics at full speed: no records, no lists of moves, no shown dice.

use ludorum_core::{PerSeat, Rng, Seat};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, State};

use super::tactic::Tactic;

/// Something a game is watched for.
pub trait Watch {
    /// A turn begins.
    fn begins(&mut self, state: &State) {
        let _ = state;
    }

    /// An attack was decided; `before` is the position in which it was made.
    fn attacked(&mut self, before: &State, attack: Attack, won: bool) {
        let _ = (before, attack, won);
    }

    /// A turn ends, and new dice come next.
    fn ends(&mut self, state: &State) {
        let _ = state;
    }
}

/// Nothing is watched.
impl Watch for () {}

/// Plays a game to its end and leaves `state` there. Returns who won; none for a draw.
#[inline]
pub fn simulate<T: Tactic, W: Watch>(
    game: &DiceWars,
    state: &mut State,
    tactics: &mut [T],
    rng: &mut Rng,
    watch: &mut W,
) -> Option<Seat> {
    let players = tactics.len();
    while !game.is_over(state) {
        watch.begins(state);
        let seat = state.turn();
        while let Some(attack) = tactics[seat.index()].decide(state, players, rng) {
            let won = rng.unit() < state.success(attack);
            watch.attacked(state, attack, won);
            state.resolve(attack, won);
            if game.is_over(state) {
                return state.winner();
            }
        }
        watch.ends(state);
        state.end_turn(players, rng);
    }
    state.winner()
}

/// The share of the win of each seat at the end of a game.
pub fn shares(state: &State, players: usize) -> PerSeat<f64> {
    let winners = match state.winner() {
        Some(_) => 1,
        None => state.alive(),
    };
    PerSeat::from_fn(players, |seat| match state.owned(seat).is_empty() {
        true => 0.0,
        false => 1.0 / winners as f64,
    })
}
