//! An agent at a seat of one game: made, asked and shown what happens in the one way that matches, the
//! terminal and servers share, so that the same seeds give the same choices in all of them.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::{Budget, Carried, Node, Seat, Seed, Stop};

use crate::key::told_rng;
use crate::streams::move_seed;
use crate::{Forfeit, Player, Position, Verdict, Watch};

/// How often it is looked whether a game can still go on.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// A player with its seat, its seeds, and how much of the game it knows.
///
/// What it chooses is a function of its spec, its stream, the ply at which it took the seat and the
/// moves since. So one that was let go can be made again at any time: a new one with the same four
/// chooses the same, after it has been shown the game again and, where it
/// [carries](Player::carries) more than that, has made its own choices again. Excepted are agents
/// limited by time, those that ponder and those whose threads share a table; what these choose differs
/// from run to run.
#[derive(Debug)]
pub struct SeatedAgent {
    player: Player,
    /// What the player carries from move to move.
    carried: Carried,
    seat: Seat,
    stream: Seed,
    /// The number of moves it knows of.
    seen: usize,
    /// The ply at which it was asked last.
    asked: Option<usize>,
    /// Set once a choice was cut short: repeating others would not bring the same agent back.
    is_cut_short: bool,
    /// Whether its last choice was stopped because it took too long.
    is_overdue: bool,
    /// Whether its choices could not all be made again in the time there was.
    is_forgetful: bool,
}

/// How an agent is asked for a move.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// What it may spend besides its own limits.
    pub budget: Budget,
    /// When it is stopped if it has not answered. Not told to the agent, so one that answers in time
    /// chooses as if there were no such limit.
    pub longest: Option<Duration>,
    /// The time in which it makes those choices again that it was not asked for, all together. What is
    /// missing then it plays on without.
    pub longest_rebuild: Option<Duration>,
    /// Raised when an answer is wanted at once.
    pub stop: &'a Stop,
    /// Who is shown what it thinks so far.
    pub watch: Option<&'a Watch<'a>>,
}

impl<'a> Asking<'a> {
    /// Asked as in a match, without any limits but its own, and watched by nobody.
    pub fn without_limits(stop: &'a Stop) -> Asking<'a> {
        Asking {
            budget: Budget::UNLIMITED,
            longest: None,
            longest_rebuild: None,
            stop,
            watch: None,
        }
    }
}

impl SeatedAgent {
    /// Seats a new player at ply `since`. `stream` is that of its seat,
    /// [`agent_stream`](crate::agent_stream).
    pub fn new(player: Player, seat: Seat, stream: Seed, since: usize) -> SeatedAgent {
        SeatedAgent {
            carried: player.carries(),
            player,
            seat,
            stream,
            seen: since,
            asked: None,
            is_cut_short: false,
            is_overdue: false,
            is_forgetful: false,
        }
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The player, which leaves its seat.
    pub fn into_player(self) -> Player {
        self.player
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Shows the agent the move that was just made, by anyone. An agent that was seated in the middle of
    /// a game, and does not know yet what came before, is shown all of it when it is asked.
    pub fn observe(&mut self, position: &Position) {
        if self.seen + 1 == position.plies() {
            // To show a view to somebody who does not look would be most of the work of a quick game.
            if self.carried != Carried::Nothing {
                self.player.observe(position, self.seat);
            }
            self.seen += 1;
        }
    }

    /// Whether its last choice was stopped because it took longer than it may ([`Asking::longest`]): it
    /// would have chosen otherwise, perhaps.
    pub fn is_overdue(&self) -> bool {
        self.is_overdue
    }

    /// Whether it could not make all of its choices again ([`Asking::longest_rebuild`]), and plays on without
    /// what came of them.
    pub fn is_forgetful(&self) -> bool {
        self.is_forgetful
    }

    /// Whether it has been asked about this position already.
    pub fn has_chosen_at(&self, position: &Position) -> bool {
        self.asked == Some(position.plies())
    }

    /// Whether [`catch_up`](SeatedAgent::catch_up) would have anything to do.
    pub fn is_behind(&self, position: &Position) -> bool {
        self.seen < position.plies()
    }

    /// Takes the agent through all that happened since it last looked: it is shown every move, and makes
    /// those of its own choices again that it was not asked for, each within `asking.longest`. After one
    /// that was stopped it is shown the rest and not asked again, nor once `asking.longest_rebuild` is over.
    ///
    /// # Errors
    /// When the player gives up. It is of no further use then.
    pub fn catch_up(&mut self, position: &Position, asking: &Asking<'_>) -> Result<(), Forfeit> {
        let carried = self.carried;
        if carried == Carried::Nothing {
            self.seen = position.plies();
        }
        if !self.is_behind(position) {
            return Ok(());
        }
        let stop = asking.stop;
        let mut left = asking.longest_rebuild;
        let mut at = position.after(self.seen);
        while self.is_behind(position) {
            let is_missed = at.node() == Node::Decide(self.seat) && self.asked != Some(self.seen);
            if is_missed && carried == Carried::Choices && !self.is_cut_short {
                let (began, waited) = (Instant::now(), stop.waited());
                let again = Asking {
                    longest: asking.longest.into_iter().chain(left).min(),
                    ..Asking::without_limits(stop)
                };
                self.ask(&at, &again)?;
                let waited = stop.waited().saturating_sub(waited);
                let took = began.elapsed().saturating_sub(waited);
                left = left.map(|left| left.saturating_sub(took));
                let is_late = left == Some(Duration::ZERO);
                self.is_forgetful |= is_late && !stop.is_raised();
                self.is_cut_short |= is_late;
                self.is_overdue = false;
            }
            at.follow(position);
            self.player.observe(&at, self.seat);
            self.seen += 1;
        }
        Ok(())
    }

    /// Chooses a move for its seat, which is to move, after having caught up with the game.
    ///
    /// # Errors
    /// When the player gives up. It is of no further use then.
    pub fn choose(&mut self, position: &Position, asking: &Asking<'_>) -> Result<Verdict, Forfeit> {
        self.catch_up(position, asking)?;
        self.ask(position, asking)
    }

    fn ask(&mut self, position: &Position, asking: &Asking<'_>) -> Result<Verdict, Forfeit> {
        let ply = position.plies();
        // What a guest is told must not lead to other seeds; agents of ours tell nobody.
        let mut rng = match self.player.is_guest() {
            true => told_rng(self.stream, ply),
            false => move_seed(self.stream, ply).rng(),
        };
        let Asking {
            budget,
            longest,
            stop,
            watch,
            ..
        } = *asking;
        let player = &mut self.player;
        let mut choose = |stop: &Stop| {
            let verdict = player.try_choose_watched(position, &budget, stop, &mut rng, watch);
            (verdict, stop.is_raised())
        };
        let ((verdict, is_cut_short), is_overdue) = match longest {
            Some(longest) => stopped_after(longest, position, stop, choose),
            None => (choose(stop), false),
        };
        self.is_overdue = is_overdue;
        self.asked = Some(position.plies());
        self.is_cut_short |= is_cut_short;
        verdict
    }

    /// Forgets moves that were taken back, without being made again: for guests, who are told the whole
    /// game with every question.
    pub fn rewind(&mut self, plies: usize) {
        self.seen = self.seen.min(plies);
    }

    /// Lets the agent think while somebody else is to move, until `stop` is raised.
    pub fn ponder(&mut self, position: &Position, stop: &Stop) {
        self.player.ponder(position, self.seat, stop);
    }
}

/// What `think` comes to with a flag that is raised with `stop`, when so much time has passed, or when the
/// game cannot go on; and whether the time was over. What was waited at the gate does not count.
fn stopped_after<T>(
    longest: Duration,
    position: &Position,
    stop: &Stop,
    think: impl FnOnce(&Stop) -> T,
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
                if is_over.recv_timeout(left.min(LOOK_EVERY)) != Err(RecvTimeoutError::Timeout) {
                    return false;
                }
            }
        });
        // Also a panic ends the wait.
        let over = over;
        let thought = think(&stop);
        drop(over);
        (thought, is_late.join().unwrap_or(false))
    })
}
