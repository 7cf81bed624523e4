//! An external agent at a seat. Its program starts with the first move it is asked for.

use ludorum_catalog::{ExternalPlayer, Forfeit, ThinkingCallback, Variant, View};
use ludorum_core::{Budget, MoveChoice, PerSeat, Rng, SearchStats, Seat, StopFlag};
use ludorum_protocol::engine::{ChosenMove, GameStartMessage, to_53_bits};

use crate::AgentLimits;
use crate::agent_error::AgentError;
use crate::launch_spec::LaunchSpec;
use crate::session::{AgentSession, InfoCallback};
use crate::traffic::TrafficTap;

/// External agent at a seat of one game.
pub(crate) struct ExternalAgent {
    variant: Variant,
    launch_spec: LaunchSpec,
    limits: AgentLimits,
    tap: Option<TrafficTap>,
    state: AgentSessionState,
}

/// State of the protocol session of an external agent.
enum AgentSessionState {
    /// The session begins at the first turn; until then no program runs, so that checking specs
    /// starts none.
    NotStarted,
    Playing(Box<AgentSession>),
    Failed(Forfeit),
}

impl ExternalAgent {
    pub(crate) fn new(
        variant: Variant,
        launch_spec: LaunchSpec,
        limits: AgentLimits,
        tap: Option<TrafficTap>,
    ) -> ExternalAgent {
        ExternalAgent {
            variant,
            launch_spec,
            limits,
            tap,
            state: AgentSessionState::NotStarted,
        }
    }

    fn session(
        &mut self,
        view: &View,
        stop: &StopFlag,
        rng: &mut Rng,
    ) -> Result<&mut AgentSession, AgentError> {
        if let AgentSessionState::NotStarted = self.state {
            let game = GameStartMessage {
                game: self.variant.spec().to_owned(),
                rules: self.variant.rules_version(),
                seat: view.seat().index() as u8 + 1,
                seats: self.variant.seats() as u8,
                seed: to_53_bits(rng.bits()),
            };
            let (launch_spec, tap) = (&self.launch_spec, self.tap.as_ref());
            let session = AgentSession::start(launch_spec, self.limits, tap, game, stop)?;
            self.state = AgentSessionState::Playing(Box::new(session));
        }
        match &mut self.state {
            AgentSessionState::Playing(session) => Ok(session),
            AgentSessionState::NotStarted | AgentSessionState::Failed(_) => {
                unreachable!("a failed agent is not asked for moves")
            }
        }
    }

    /// Closes the session and stores the reason for the forfeit.
    fn fail(&mut self, error: AgentError) -> Forfeit {
        let forfeit = Forfeit {
            reason: error.reason,
        };
        let state = std::mem::replace(&mut self.state, AgentSessionState::Failed(forfeit.clone()));
        if let AgentSessionState::Playing(session) = state {
            session.close(Some(forfeit.reason.clone()));
        }
        forfeit
    }
}

impl ExternalPlayer for ExternalAgent {
    fn choose(
        &mut self,
        view: &View,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        watch: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<String>, Forfeit> {
        if let AgentSessionState::Failed(forfeit) = &self.state {
            return Err(forfeit.clone());
        }
        let variant = self.variant.clone();
        let (seats, seat) = (variant.seats(), view.seat());
        let on_info = |info| {
            if let Some(watch) = watch {
                watch(choice(seats, seat, info));
            }
        };
        let on_info: Option<&InfoCallback<'_>> = watch.is_some().then_some(&on_info);
        let turn = self
            .session(view, stop, rng)
            .and_then(|session| session.turn(&variant, view, budget, stop, rng, on_info));
        let chosen = turn.map_err(|error| self.fail(error))?;
        Ok(choice(seats, seat, chosen))
    }

    fn observe(&mut self, view: &View) {
        if let AgentSessionState::Playing(session) = &mut self.state
            && let Err(error) = session.observe(view)
        {
            self.fail(error);
        }
    }
}

impl Drop for ExternalAgent {
    fn drop(&mut self) {
        if let AgentSessionState::Playing(session) =
            std::mem::replace(&mut self.state, AgentSessionState::NotStarted)
        {
            session.close(None);
        }
    }
}

/// Converts the move message of an agent to the choice of a player.
fn choice(seats: usize, seat: Seat, chosen: ChosenMove) -> MoveChoice<String> {
    MoveChoice {
        value: chosen.value.map(|value| per_seat_value(seats, seat, value)),
        line: principal_variation(&chosen.mv, chosen.line),
        best: chosen.mv,
        candidates: Vec::new(),
        effort: SearchStats {
            nodes: chosen.nodes.unwrap_or(0),
            depth: chosen.depth.unwrap_or(0),
            ..SearchStats::default()
        },
    }
}

/// Converts the agent's expected utility to utilities of all seats; the opponents share the
/// opposite equally.
fn per_seat_value(seats: usize, seat: Seat, value: f64) -> PerSeat<f64> {
    let value = value.clamp(-1.0, 1.0);
    let others = seats.saturating_sub(1).max(1) as f64;
    PerSeat::from_fn(seats, |other| {
        if other == seat {
            value
        } else {
            -value / others
        }
    })
}

/// Returns the agent's principal variation up to the first text that cannot be a move.
fn principal_variation(best: &str, line: Vec<String>) -> Vec<String> {
    const MAX_LENGTH: usize = 64;
    let is_move = |text: &String| {
        (1..=16).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic())
    };
    if line.first().is_some_and(|first| first == best) {
        line.into_iter()
            .take(MAX_LENGTH)
            .take_while(is_move)
            .collect()
    } else {
        vec![best.to_owned()]
    }
}
