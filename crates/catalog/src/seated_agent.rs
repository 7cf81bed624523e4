//! An agent at a seat of one game. Matches, terminal play and servers all drive agents through it, so
//! the same seeds give the same choices everywhere.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::{Budget, CarriedState, MoveChoice, NodeKind, Seat, Seed, StopFlag};

use crate::key::external_rng;
use crate::streams::move_seed;
use crate::{Forfeit, Player, Position, ThinkingCallback};

/// Interval at which a halted game is detected.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// A player with its seat, its seed and the number of plies it has seen.
///
/// Its choices are a function of its spec, its stream, the ply at which it took the seat and the moves
/// since. So a dropped agent can be rebuilt at any time: a new one with the same four makes the same
/// choices once it has been shown the game and, if its [carried state](Player::carried_state) depends
/// on them, has repeated its own choices. Exceptions are agents with time limits, agents that ponder
/// and multi-threaded ones with a shared table, whose choices differ from run to run.
#[derive(Debug)]
pub struct SeatedAgent {
    player: Player,
    /// The kind of state the player carries from move to move.
    carried: CarriedState,
    seat: Seat,
    stream: Seed,
    /// The number of plies it has seen.
    seen: usize,
    /// The ply of its last choice.
    asked: Option<usize>,
    /// Set once a choice was stopped early: repeating choices no longer rebuilds the same agent.
    was_stopped: bool,
    /// True if its last choice exceeded the time limit.
    timed_out: bool,
    /// True if not all choices could be repeated in time.
    is_partially_rebuilt: bool,
}

/// A request for a move, with its limits.
#[derive(Clone, Copy)]
pub struct ChoiceRequest<'a> {
    /// Budget in addition to the agent's own limits.
    pub budget: Budget,
    /// Hard time limit for the choice. The agent does not know it, so it does not affect choices made
    /// in time.
    pub time_limit: Option<Duration>,
    /// Time limit for repeating all earlier choices. The agent plays on without those that are
    /// missing.
    pub rebuild_limit: Option<Duration>,
    /// Raised to request an immediate answer.
    pub stop: &'a StopFlag,
    /// Callback for interim results.
    pub callback: Option<&'a ThinkingCallback<'a>>,
}

impl<'a> ChoiceRequest<'a> {
    /// A request as in matches: only the agent's own limits, and no callback.
    pub fn without_limits(stop: &'a StopFlag) -> ChoiceRequest<'a> {
        ChoiceRequest {
            budget: Budget::UNLIMITED,
            time_limit: None,
            rebuild_limit: None,
            stop,
            callback: None,
        }
    }
}

impl SeatedAgent {
    /// Seats a new player at ply `since`. `stream` is its seat's [`agent_stream`](crate::agent_stream).
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

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Removes the player from its seat.
    pub fn into_player(self) -> Player {
        self.player
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Shows the agent the last move, of any player. An agent that is behind is shown all moves when
    /// it is asked instead.
    pub fn observe(&mut self, position: &Position) {
        if self.seen + 1 == position.plies() {
            // Skipped for stateless agents: making views would dominate fast games.
            if self.carried != CarriedState::Nothing {
                self.player.observe(position, self.seat);
            }
            self.seen += 1;
        }
    }

    /// True if its last choice exceeded [`ChoiceRequest::time_limit`], which may have changed it.
    pub fn timed_out(&self) -> bool {
        self.timed_out
    }

    /// True if it could not repeat all of its choices within [`ChoiceRequest::rebuild_limit`].
    pub fn is_partially_rebuilt(&self) -> bool {
        self.is_partially_rebuilt
    }

    /// True if it has already chosen a move in this position.
    pub fn has_chosen_at(&self, position: &Position) -> bool {
        self.asked == Some(position.plies())
    }

    /// True if it has not seen all moves yet.
    pub fn is_behind(&self, position: &Position) -> bool {
        self.seen < position.plies()
    }

    /// Shows the agent all moves it has not seen and repeats those of its choices that it did not make
    /// itself, each within the time limit. Once one is stopped, or the rebuild limit is over, it is
    /// only shown the rest.
    ///
    /// # Errors
    /// When the player fails. It must not be used again.
    pub fn catch_up(
        &mut self,
        position: &Position,
        request: &ChoiceRequest<'_>,
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
                let again = ChoiceRequest {
                    time_limit: request.time_limit.into_iter().chain(left).min(),
                    ..ChoiceRequest::without_limits(stop)
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

    /// Catches up with the game and chooses a move for its seat, which is to move.
    ///
    /// # Errors
    /// When the player fails. It must not be used again.
    pub fn choose(
        &mut self,
        position: &Position,
        request: &ChoiceRequest<'_>,
    ) -> Result<MoveChoice<usize>, Forfeit> {
        self.catch_up(position, request)?;
        self.ask(position, request)
    }

    fn ask(
        &mut self,
        position: &Position,
        request: &ChoiceRequest<'_>,
    ) -> Result<MoveChoice<usize>, Forfeit> {
        let ply = position.plies();
        // The seed sent to an external player must not reveal others.
        let mut rng = if self.player.is_external() {
            external_rng(self.stream, ply)
        } else {
            move_seed(self.stream, ply).rng()
        };
        let ChoiceRequest {
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

    /// Forgets moves that were taken back, without a rebuild: for external players, which get the whole
    /// history with every request.
    pub fn rewind(&mut self, plies: usize) {
        self.seen = self.seen.min(plies);
    }

    /// Ponders on the opponent's time until `stop` is raised.
    pub fn ponder(&mut self, position: &Position, stop: &StopFlag) {
        self.player.ponder(position, self.seat, stop);
    }
}

/// Runs `think` with a stop flag that is raised with `stop`, after the time limit, or when the game is
/// halted. Also returns true if the time limit was exceeded. Time spent waiting at the gate does not
/// count.
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
