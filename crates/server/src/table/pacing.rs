//! Games of agents only, at a pace for those who watch: slower than they think, one move at a time, or
//! not at all for a while. The host says how fast. Without a pace agents play as fast as they think.

use std::time::{Duration, Instant};

use ludorum_protocol::lobby::Phase;
use ludorum_protocol::table::Pacing;
use ludorum_protocol::{Code, Problem};

use super::actor::Table;
use super::audience::Part;
use crate::identity::Person;

/// The most milliseconds between two moves.
pub(super) const LONGEST_PAUSE: u32 = 60_000;

/// What the host has said about the pace since the table is in memory.
#[derive(Debug, Default)]
pub(super) struct Watched {
    /// Milliseconds between moves; as the settings say if none.
    pause: Option<u32>,
    is_paused: bool,
    /// Whether one more move may be made although the game is paused.
    has_step: bool,
    /// Whether the agent to move was asked already.
    is_asked: bool,
}

impl Watched {
    /// A new game begins: it does not wait for the host.
    pub(super) fn go_on(&mut self) {
        self.is_paused = false;
        self.has_step = false;
    }

    /// The turn is another one's.
    pub(super) fn next_turn(&mut self) {
        self.is_asked = false;
    }
}

impl Table {
    /// The pace of the game, if it has one.
    pub(super) fn pacing(&self) -> Option<Pacing> {
        let pause = self.watched.pause.or(self.state.settings.pace)?;
        self.state.is_of_agents().then_some(Pacing {
            pause,
            paused: self.watched.is_paused,
        })
    }

    /// Whether the agent to move has to wait: until the pause is over, until the host goes on, or
    /// until somebody watches.
    pub(super) fn is_held(&self) -> bool {
        let Some(Pacing { paused, .. }) = self.pacing() else {
            return false;
        };
        if self.state.phase() != Phase::Playing || self.watched.is_asked {
            return false;
        }
        match paused {
            _ if self.connections.is_empty() => true,
            true => !self.watched.has_step,
            false => self.goes_on_at().is_some_and(|at| Instant::now() < at),
        }
    }

    /// When the agent to move is asked, if only the time is waited for.
    pub(super) fn goes_on_at(&self) -> Option<Instant> {
        let Pacing { pause, paused } = self.pacing()?;
        let waits = !paused && !self.watched.is_asked && !self.connections.is_empty();
        let waits = waits && self.resting_until.is_none() && self.to_move().is_some();
        waits.then(|| self.turn_began + Duration::from_millis(u64::from(pause)))
    }

    /// The turn of an agent begins when it is asked, not when the move before it was shown.
    pub(super) fn begin_paced_turn(&mut self) {
        if self.pacing().is_some() {
            self.watched.has_step = false;
            if !self.watched.is_asked {
                self.watched.is_asked = true;
                self.turn_began = Instant::now();
            }
        }
    }

    pub(super) fn set_pace(
        &mut self,
        who: &Person,
        pause: u32,
        paused: bool,
    ) -> Result<(), Problem> {
        self.may_pace(who)?;
        if pause > LONGEST_PAUSE {
            return Err(Problem::new(Code::BadText).with("field", "pace"));
        }
        self.watched.pause = Some(pause);
        self.watched.is_paused = paused;
        self.watched.has_step = false;
        self.announce(Part::Game);
        Ok(())
    }

    /// One more move, and then none.
    pub(super) fn step(&mut self, who: &Person) -> Result<(), Problem> {
        self.may_pace(who)?;
        let pause = self.pacing().map_or(0, |pacing| pacing.pause);
        self.watched.pause = Some(pause);
        self.watched.is_paused = true;
        // The move that is being thought about is that one.
        self.watched.has_step = !self.watched.is_asked;
        self.announce(Part::Game);
        Ok(())
    }

    fn may_pace(&self, who: &Person) -> Result<(), Problem> {
        if self.state.host != *who {
            return Err(Code::NotHost.into());
        }
        if !self.state.is_of_agents() {
            return Err(Code::NotAllowed.into());
        }
        self.state.only_in(Phase::Playing)
    }
}
