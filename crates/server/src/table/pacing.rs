//! Pacing of games between agents, set by the host: a delay between moves, single steps, or a stop.
//! Without a pace agents play at full speed.

use std::time::{Duration, Instant};

use ludorum_protocol::lobby::TablePhase;
use ludorum_protocol::table::Pacing;
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::actor::TableActor;
use super::broadcast::TableUpdateContents;
use crate::error::require;
use crate::identity::PersonId;

/// Maximum delay between moves in a game between agents, in milliseconds.
pub(super) const LONGEST_PAUSE: u32 = 60_000;

/// Delay and pause set by the host for a game between agents. Not stored: a restart resets them.
#[derive(Debug, Default)]
pub(super) struct PaceControl {
    /// Delay between moves in milliseconds; `None` means the value of the table's settings.
    pause: Option<u32>,
    is_paused: bool,
    /// True if one more move is allowed although the host has paused the game.
    has_step: bool,
    /// True if the agent to move has got its move request.
    is_asked: bool,
}

impl PaceControl {
    /// Clears the pause when a new game starts.
    pub(super) fn go_on(&mut self) {
        self.is_paused = false;
        self.has_step = false;
    }

    /// Records that the next agent has not got its move request yet.
    pub(super) fn next_turn(&mut self) {
        self.is_asked = false;
    }
}

impl TableActor {
    /// Current delay and pause of the game; `None` if people hold seats or no delay is set.
    pub(super) fn pacing(&self) -> Option<Pacing> {
        let pause = self.pace.pause.or(self.state.settings.pace)?;
        self.state.is_of_agents().then_some(Pacing {
            pause,
            paused: self.pace.is_paused,
        })
    }

    /// True if the agent to move must wait for the delay, the host, or a connected client.
    pub(super) fn must_wait(&self) -> bool {
        let Some(Pacing { paused, .. }) = self.pacing() else {
            return false;
        };
        if self.state.phase() != TablePhase::Playing || self.pace.is_asked {
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

    /// Time at which the delay before the next move ends; `None` if no delay is running.
    pub(super) fn next_move_at(&self) -> Option<Instant> {
        let Pacing { pause, paused } = self.pacing()?;
        let waits = !paused && !self.pace.is_asked && !self.connections.is_empty();
        let waits = waits && self.retry_at.is_none() && self.to_move().is_some();
        waits.then(|| self.turn_began + Duration::from_millis(u64::from(pause)))
    }

    /// Restarts the turn when a delayed agent gets its move request, so that the delay does not
    /// count as thinking time.
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
    ) -> Result<(), ApiProblem> {
        self.may_pace(who)?;
        if pause > LONGEST_PAUSE {
            return Err(ApiProblem::new(ErrorCode::BadText).with("field", "pace"));
        }
        self.pace.pause = Some(pause);
        self.pace.is_paused = paused;
        self.pace.has_step = false;
        self.broadcast(TableUpdateContents::Game);
        Ok(())
    }

    /// Pauses the game after one more move. Host only.
    pub(super) fn step(&mut self, who: &PersonId) -> Result<(), ApiProblem> {
        self.may_pace(who)?;
        let pause = self.pacing().map_or(0, |pacing| pacing.pause);
        self.pace.pause = Some(pause);
        self.pace.is_paused = true;
        // If a move request is pending, its move is the one more.
        self.pace.has_step = !self.pace.is_asked;
        self.broadcast(TableUpdateContents::Game);
        Ok(())
    }

    fn may_pace(&self, who: &PersonId) -> Result<(), ApiProblem> {
        self.state.require_host(who)?;
        require(self.state.is_of_agents(), ErrorCode::NotAllowed)?;
        self.state.require_phase(TablePhase::Playing)
    }
}
