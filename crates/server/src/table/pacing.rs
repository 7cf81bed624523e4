//! Pacing of games between agents: a pause between moves, single steps, or a halt, set by the host.
//! Without a pace agents play at full speed.

use std::time::{Duration, Instant};

use ludorum_protocol::lobby::Phase;
use ludorum_protocol::table::Pacing;
use ludorum_protocol::{Code, Problem};

use super::actor::TableActor;
use super::broadcast::UpdateScope;
use crate::error::require;
use crate::identity::PersonId;

/// Longest pause between moves, in milliseconds.
pub(super) const LONGEST_PAUSE: u32 = 60_000;

/// The pace the host has set, not stored.
#[derive(Debug, Default)]
pub(super) struct PaceControl {
    /// Milliseconds between moves; the settings' value if none.
    pause: Option<u32>,
    is_paused: bool,
    /// True if one more move may be made while paused.
    has_step: bool,
    /// True if the agent to move was asked already.
    is_asked: bool,
}

impl PaceControl {
    /// Resumes for a new game.
    pub(super) fn go_on(&mut self) {
        self.is_paused = false;
        self.has_step = false;
    }

    /// Resets for the next turn.
    pub(super) fn next_turn(&mut self) {
        self.is_asked = false;
    }
}

impl TableActor {
    /// The pace of the game, if it has one.
    pub(super) fn pacing(&self) -> Option<Pacing> {
        let pause = self.pace.pause.or(self.state.settings.pace)?;
        self.state.is_of_agents().then_some(Pacing {
            pause,
            paused: self.pace.is_paused,
        })
    }

    /// True if the agent to move must wait: for the pause, for the host, or for a spectator.
    pub(super) fn must_wait(&self) -> bool {
        let Some(Pacing { paused, .. }) = self.pacing() else {
            return false;
        };
        if self.state.phase() != Phase::Playing || self.pace.is_asked {
            return false;
        }
        if self.connections.is_empty() {
            true
        } else if paused {
            !self.pace.has_step
        } else {
            self.next_move_at().is_some_and(|at| Instant::now() < at)
        }
    }

    /// The time of the next move, if only the pause is waited for.
    pub(super) fn next_move_at(&self) -> Option<Instant> {
        let Pacing { pause, paused } = self.pacing()?;
        let waits = !paused && !self.pace.is_asked && !self.connections.is_empty();
        let waits = waits && self.retry_at.is_none() && self.to_move().is_some();
        waits.then(|| self.turn_began + Duration::from_millis(u64::from(pause)))
    }

    /// Starts the turn when the agent is asked, not when the previous move was shown.
    pub(super) fn begin_paced_turn(&mut self) {
        if self.pacing().is_some() {
            self.pace.has_step = false;
            if !self.pace.is_asked {
                self.pace.is_asked = true;
                self.turn_began = Instant::now();
            }
        }
    }

    pub(super) fn set_pace(
        &mut self,
        who: &PersonId,
        pause: u32,
        paused: bool,
    ) -> Result<(), Problem> {
        self.may_pace(who)?;
        if pause > LONGEST_PAUSE {
            return Err(Problem::new(Code::BadText).with("field", "pace"));
        }
        self.pace.pause = Some(pause);
        self.pace.is_paused = paused;
        self.pace.has_step = false;
        self.broadcast(UpdateScope::Game);
        Ok(())
    }

    /// Makes one more move, then pauses.
    pub(super) fn step(&mut self, who: &PersonId) -> Result<(), Problem> {
        self.may_pace(who)?;
        let pause = self.pacing().map_or(0, |pacing| pacing.pause);
        self.pace.pause = Some(pause);
        self.pace.is_paused = true;
        // A move being thought about is that one.
        self.pace.has_step = !self.pace.is_asked;
        self.broadcast(UpdateScope::Game);
        Ok(())
    }

    fn may_pace(&self, who: &PersonId) -> Result<(), Problem> {
        self.state.require_host(who)?;
        require(self.state.is_of_agents(), Code::NotAllowed)?;
        self.state.require_phase(Phase::Playing)
    }
}
