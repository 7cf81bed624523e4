//! An agent at a seat of one game. Matches, terminal play and servers all drive agents through it, so
//! the same seeds give the same choices everywhere.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::{Budget, CarriedState, MoveChoice, NodeKind, Seat, Seed, StopFlag};

use crate::key::external_rng;
use crate::streams::move_seed;
use crate::{Forfeit, Player, Position, ThinkingCallback};

/// Interval between checks whether the game of a running search has been halted.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// A player with its seat, its seed and the number of plies it has seen.
///
/// Its choices are a function of its spec, its stream, the ply at which it took the seat and the
/// moves since. So a dropped agent can be rebuilt at any time: a new one with the same four makes
/// the same choices once it has been shown the game and, if its [carried
/// state](Player::carried_state) depends on them, has repeated its own choices. Exceptions are
/// agents with time limits, agents that ponder and multi-threaded ones with a shared table, whose
/// choices differ from run to run.
#[derive(Debug)]
pub struct SeatedAgent {
    player: Player,
    /// Kind of state that the player carries from move to move.
    carried: CarriedState,
    seat: Seat,
    stream: Seed,
    /// Number of plies shown to the player.
    seen: usize,
    /// Ply of the player's last choice; `None` before the first.
    asked: Option<usize>,
    /// True if some choice was stopped early, so that repeating choices cannot restore the player.
    was_stopped: bool,
    /// True if the last choice exceeded the time limit.
    timed_out: bool,
    /// True if the player was restored without repeating all its choices, for lack of time.
    is_partially_rebuilt: bool,
}

/// Options of a request for an agent's move: search limits, stop flag and callback.
#[derive(Clone, Copy)]
pub struct MoveRequestOptions<'a> {
    /// Search limits in addition to those in the agent's spec.
    pub budget: Budget,
    /// Time after which the search is stopped; `None` for no limit. The agent does not know this
    /// limit, so it does not affect choices made in time.
    pub time_limit: Option<Duration>,
    /// Time limit for repeating all earlier choices when an agent is restored; `None` for no limit.
    /// Choices not repeated in time are skipped.
    pub rebuild_limit: Option<Duration>,
    /// Flag that the caller raises to request an immediate answer.
    pub stop: &'a StopFlag,
    /// Callback for interim results of the search; `None` if they are not needed.
    pub callback: Option<&'a ThinkingCallback<'a>>,
}

impl<'a> MoveRequestOptions<'a> {
    /// A request without limits and callback, as in matches: only the limits in the agent's spec
    /// apply.
    pub fn without_limits(stop: &'a StopFlag) -> MoveRequestOptions<'a> {
        MoveRequestOptions {
            budget: Budget::UNLIMITED,
            time_limit: None,
            rebuild_limit: None,
            stop,
            callback: None,
        }
    }
}

impl SeatedAgent {
    /// Seats a new player that joins the game at ply `since`. `stream` is its seat's
    /// [`agent_stream`](crate::agent_stream).
    pub fn new(player: Player, seat: Seat, stream: Seed, since: usize) -> SeatedAgent {
        SeatedAgent {
            carried: player.carried_state(),
            player,
            seat,
            stream,
            seen: since,
            asked: None,
            was_stopped: false,
            timed_out: false,
            is_partially_rebuilt: false,
        }
    }

    /// The player at the seat.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Returns the player without its seat.
    pub fn into_player(self) -> Player {
        self.player
    }

    /// The seat of the player.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Shows the agent the position after a move of any player. Does nothing for an agent that has
    /// missed earlier moves: [`choose`](SeatedAgent::choose) shows it all of them.
    pub fn observe(&mut self, position: &Position) {
        if self.seen + 1 == position.plies() {
            // Skipped for stateless agents: making views would dominate fast games.
            if self.carried != CarriedState::Nothing {
                self.player.observe(position, self.seat);
            }
            self.seen += 1;
        }
    }

    /// True if the last choice exceeded [`MoveRequestOptions::time_limit`] and was stopped.
    pub fn timed_out(&self) -> bool {
        self.timed_out
    }

    /// True if not all earlier choices were repeated within [`MoveRequestOptions::rebuild_limit`].
    pub fn is_partially_rebuilt(&self) -> bool {
        self.is_partially_rebuilt
    }

    /// True if the agent's last choice was made at the ply of `position`.
    pub fn has_chosen_at(&self, position: &Position) -> bool {
        self.asked == Some(position.plies())
    }

    /// True if the agent has not been shown all moves of this position.
    pub fn is_behind(&self, position: &Position) -> bool {
        self.seen < position.plies()
    }

    /// Restores the agent's state: shows it all moves it has not seen and, if its state depends on
    /// its choices, lets it repeat the choices of its seat, each within the time limit. After the
    /// first stopped choice or the rebuild limit, the remaining moves are only shown.
    ///
    /// # Errors
    /// When the player fails. It must not be used again.
    pub fn catch_up(
        &mut self,
        position: &Position,
        request: &MoveRequestOptions<'_>,
    ) -> Result<(), Forfeit> {
        let carried = self.carried;
        if carried == CarriedState::Nothing {
            self.seen = position.plies();
        }
        if !self.is_behind(position) {
            return Ok(());
        }
        let stop = request.stop;
        let mut left = request.rebuild_limit;
        let mut at = position.after(self.seen);
        while self.is_behind(position) {
            let is_missed =
                at.node() == NodeKind::Decide(self.seat) && self.asked != Some(self.seen);
            if is_missed && carried == CarriedState::Choices && !self.was_stopped {
                let (began, waited) = (Instant::now(), stop.waited());
                let again = MoveRequestOptions {
                    time_limit: request.time_limit.into_iter().chain(left).min(),
                    ..MoveRequestOptions::without_limits(stop)
                };
                self.ask(&at, &again)?;
                let waited = stop.waited().saturating_sub(waited);
                let took = began.elapsed().saturating_sub(waited);
                left = left.map(|left| left.saturating_sub(took));
                let is_late = left == Some(Duration::ZERO);
                self.is_partially_rebuilt |= is_late && !stop.is_raised();
                self.was_stopped |= is_late;
                self.timed_out = false;
            }
            at.play_next_of(position);
            self.player.observe(&at, self.seat);
            self.seen += 1;
        }
        Ok(())
    }

    /// Shows the agent all moves that it has missed, and lets it choose a move for its seat, which
    /// is to move.
    ///
    /// # Errors
    /// When the player fails. It must not be used again.
    pub fn choose(
        &mut self,
        position: &Position,
        request: &MoveRequestOptions<'_>,
    ) -> Result<MoveChoice<usize>, Forfeit> {
        self.catch_up(position, request)?;
        self.ask(position, request)
    }

    fn ask(
        &mut self,
        position: &Position,
        request: &MoveRequestOptions<'_>,
    ) -> Result<MoveChoice<usize>, Forfeit> {
        let ply = position.plies();
        // The seed sent to an external player must not reveal others.
        let mut rng = if self.player.is_external() {
            external_rng(self.stream, ply)
        } else {
            move_seed(self.stream, ply).rng()
        };
        let MoveRequestOptions {
            budget,
            time_limit: longest,
            stop,
            callback,
            ..
        } = *request;
        let player = &mut self.player;
        let mut choose = |stop: &StopFlag| {
            let decision =
                player.try_choose_with_callback(position, &budget, stop, &mut rng, callback);
            (decision, stop.is_raised())
        };
        let ((decision, was_stopped), timed_out) = match longest {
            Some(longest) => with_time_limit(longest, position, stop, choose),
            None => (choose(stop), false),
        };
        self.timed_out = timed_out;
        self.asked = Some(position.plies());
        self.was_stopped |= was_stopped;
        decision
    }

    /// Discards observations after ply `plies` when moves are taken back. Only for external
    /// players, which get the whole history with every request.
    pub fn rewind(&mut self, plies: usize) {
        self.seen = self.seen.min(plies);
    }

    /// Ponders on the opponent's time until `stop` is raised.
    pub fn ponder(&mut self, position: &Position, stop: &StopFlag) {
        self.player.ponder(position, self.seat, stop);
    }
}

/// Runs `think` with a stop flag that is raised with `stop`, after the time limit, or when the game
/// is halted. The flag in the result is true if the time limit was exceeded; time spent paused at
/// the gate of `stop` does not count.
fn with_time_limit<T>(
    longest: Duration,
    position: &Position,
    stop: &StopFlag,
    think: impl FnOnce(&StopFlag) -> T,
) -> (T, bool) {
    let stop = stop.child();
    let (over, is_over) = channel::<()>();
    thread::scope(|scope| {
        let alarm = stop.clone();
        let (began, waited) = (Instant::now(), stop.waited());
        let is_late = scope.spawn(move || {
            loop {
                let waited = alarm.waited().saturating_sub(waited);
                let thought = began.elapsed().saturating_sub(waited);
                let left = longest.saturating_sub(thought);
                if left.is_zero() || position.halted().is_some() {
                    alarm.raise();
                    return left.is_zero();
                }
                if is_over.recv_timeout(left.min(POLL_INTERVAL)) != Err(RecvTimeoutError::Timeout) {
                    return false;
                }
            }
        });
        // Dropped on panic too, which ends the wait.
        let over = over;
        let thought = think(&stop);
        drop(over);
        (thought, is_late.join().unwrap_or(false))
    })
}
