//! The protocol session with one agent. Enforces time and size limits: recoverable faults are
//! warnings, until there have been too many.

use std::time::{Duration, Instant};

use ludorum_catalog::{Variant, View};
use ludorum_core::{Budget, Rng, Seed, StopFlag, TerminalStyle};
use ludorum_protocol::engine::{
    self, AgentFault, AgentHello, AgentWarning, ChosenMove, FromAgent, GameStartMessage,
    OptionalData, RulesQueryAnswer, RulesQueryMessage, SeatObservation, TableHello, ToAgent,
    TurnRequest, VERSION,
};
use ludorum_record::RecordHeader;

use crate::agent_error::{AgentError, excerpt};
use crate::endpoint::Endpoint;
use crate::launch_spec::LaunchSpec;
use crate::malformed_message::MalformedMessage;
use crate::queries;
use crate::traffic::TrafficTap;
use crate::transport::{IncomingLine, ReceiveError, Transport};
use crate::{AgentLimits, launch_spec};

/// Maximum time limit of a move, so that deadlines do not overflow `Instant`.
const MAX_TIME: Duration = Duration::from_secs(1_000_000);

/// Callback that receives the interim results of an agent's search.
pub(crate) type InfoCallback<'a> = dyn Fn(ChosenMove) + 'a;

/// Protocol session with an external agent.
pub(crate) struct AgentSession {
    transport: Transport,
    endpoint: Endpoint,
    limits: AgentLimits,
    warnings_left: u32,
    last_id: u64,
    turn_bytes: usize,
    /// True if the last malformed line was meant as the answer to a turn.
    is_move_malformed: bool,
    wants: Vec<OptionalData>,
}

impl AgentSession {
    /// Starts the agent or connects to it, exchanges hellos and starts a game.
    pub(crate) fn start(
        launch_spec: &LaunchSpec,
        limits: AgentLimits,
        tap: Option<&TrafficTap>,
        game: GameStartMessage,
        stop: &StopFlag,
    ) -> Result<AgentSession, AgentError> {
        let (endpoint, transport) = Endpoint::start(launch_spec, &limits, tap, stop)?;
        let mut session = AgentSession {
            transport,
            endpoint,
            limits,
            warnings_left: limits.warnings,
            last_id: 0,
            turn_bytes: 0,
            is_move_malformed: false,
            wants: Vec::new(),
        };
        session.handshake(launch_spec, &game.game, stop)?;
        session.send(&ToAgent::NewGame(game), Instant::now() + limits.start)?;
        Ok(session)
    }

    fn handshake(
        &mut self,
        launch_spec: &LaunchSpec,
        game: &str,
        stop: &StopFlag,
    ) -> Result<(), AgentError> {
        let hello = ToAgent::Hello(TableHello {
            protocol: VERSION,
            program: RecordHeader::this_program(),
            secret: None,
        });
        let mut deadline = Instant::now() + self.limits.start;
        self.send(&hello, deadline)?;
        loop {
            let error = match self.receive(deadline, self.limits.start, stop) {
                Ok(FromAgent::Hello(theirs)) => match check_hello(&theirs, launch_spec, game) {
                    Ok(()) => {
                        self.wants = theirs.wants;
                        return Ok(());
                    }
                    Err(error) => error,
                },
                Ok(_) => AgentError::new(AgentFault::Unexpected, "its first message must be hello"),
                Err(error) => error,
            };
            let fault = error.fault;
            self.warn(error)?;
            deadline = deadline.max(Instant::now() + self.limits.grace);
            if fault == AgentFault::WrongName {
                self.send(&hello, deadline)?;
            }
        }
    }

    /// Requests a move from the agent. `on_info` receives interim results of its search.
    pub(crate) fn turn(
        &mut self,
        variant: &Variant,
        view: &View,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        on_info: Option<&InfoCallback<'_>>,
    ) -> Result<ChosenMove, AgentError> {
        self.last_id += 1;
        self.turn_bytes = 0;
        let id = self.last_id;
        let moves = view.moves();
        let time = budget.time.unwrap_or(self.limits.think);
        let seed = engine::to_53_bits(rng.bits());
        let turn = ToAgent::Turn(TurnRequest {
            id,
            seen: self.seen(view, Seed(seed)),
            moves: moves.clone(),
            budget: engine::MoveSearchLimits {
                time_ms: Some(time.as_millis() as u64),
                iterations: budget.iterations,
                nodes: budget.nodes,
                depth: budget.depth,
            },
            info: on_info.is_some(),
            seed,
        });
        let allowed = time.saturating_add(self.limits.grace).min(MAX_TIME);
        let mut deadline = Instant::now() + allowed;
        let mut queries = 0;
        self.send(&turn, deadline)?;
        let illegal = |text: &str| {
            let text = excerpt(text.as_bytes());
            AgentError::new(
                AgentFault::IllegalMove,
                format!("'{text}' is not a legal move"),
            )
        };
        loop {
            let (error, ask_again) = match self.receive(deadline, allowed, stop) {
                Ok(FromAgent::Move(chosen)) if chosen.id == id => {
                    if moves.contains(&chosen.mv) {
                        return Ok(chosen);
                    } else {
                        (illegal(&chosen.mv), true)
                    }
                }
                Ok(FromAgent::Move(chosen)) if (1..id).contains(&chosen.id) => {
                    let reason = format!("it answered turn {} a second time", chosen.id);
                    (AgentError::new(AgentFault::AnsweredTwice, reason), false)
                }
                Ok(FromAgent::Move(chosen)) => {
                    let reason = format!("it answered turn {}, but was asked {id}", chosen.id);
                    (AgentError::new(AgentFault::WrongId, reason), true)
                }
                Ok(FromAgent::Info(info)) => {
                    // A late message about the previous turn is ignored.
                    if info.id == id
                        && let Some(on_info) = on_info
                        && moves.contains(&info.mv)
                    {
                        on_info(info);
                    }
                    continue;
                }
                Ok(FromAgent::Ask(asked)) => {
                    queries += 1;
                    if queries > self.limits.queries {
                        let reason = format!("more than {} queries", self.limits.queries);
                        return Err(AgentError::new(AgentFault::Flood, reason));
                    }
                    self.answer(variant, view, &asked, rng, deadline)?;
                    continue;
                }
                Ok(FromAgent::Resign { note, .. }) => return Err(resigned(note)),
                Ok(FromAgent::Hello(_) | FromAgent::Load(_)) => {
                    let reason = "it sent a hello or a load during a game";
                    (AgentError::new(AgentFault::Unexpected, reason), false)
                }
                Err(error) if error.fault == AgentFault::Stopped => {
                    return self.stop(id, &moves, error);
                }
                // The agent considers its turn answered, so it must be asked again.
                Err(error) => (error, std::mem::take(&mut self.is_move_malformed)),
            };
            let is_timeout = error.fault == AgentFault::Silent;
            self.warn(error)?;
            if is_timeout {
                deadline = Instant::now() + self.limits.grace;
            }
            if ask_again {
                self.send(&turn, deadline)?;
            }
        }
    }

    /// Sends `stop` and waits a short time for the move of the turn; without a move, returns
    /// `error`.
    fn stop(
        &mut self,
        id: u64,
        moves: &[String],
        error: AgentError,
    ) -> Result<ChosenMove, AgentError> {
        let deadline = Instant::now() + self.limits.grace;
        self.send(&ToAgent::Stop { id }, deadline)?;
        while let Ok(message) = self.receive(deadline, self.limits.grace, &StopFlag::new()) {
            if let FromAgent::Move(chosen) = message
                && moves.contains(&chosen.mv)
            {
                return Ok(chosen);
            }
        }
        Err(error)
    }

    /// Sends the view after a move, if the agent requested such messages, and the ranks if the game
    /// is over.
    pub(crate) fn observe(&mut self, view: &View) -> Result<(), AgentError> {
        let deadline = Instant::now() + self.limits.grace;
        if self.wants.contains(&OptionalData::Seen) {
            self.send(&ToAgent::Seen(self.seen(view, Seed(0))), deadline)?;
        }
        if let Some(outcome) = view.outcome() {
            let ranks = outcome.ranks().iter().map(|rank| rank + 1).collect();
            self.send(&ToAgent::GameOver { ranks }, deadline)?;
        }
        Ok(())
    }

    /// Sends `bye` with the reason, then ends the agent's program or connection.
    pub(crate) fn close(self, reason: Option<String>) {
        let _ = self.send(&ToAgent::Bye { reason }, Instant::now());
        self.endpoint.close(self.transport, self.limits.shutdown);
    }

    /// Encodes a view as a message. The determinization uses its own seed, so that requesting it
    /// changes nothing else.
    fn seen(&self, view: &View, seed: Seed) -> SeatObservation {
        let position = view.position();
        let is_drawn = self.wants.contains(&OptionalData::Drawing);
        let is_sampled = position.is_none() && self.wants.contains(&OptionalData::Sample);
        let sample = || view.determinize(&mut seed.child("sample", 0).rng()).text();
        SeatObservation {
            sample: is_sampled.then(sample),
            view: position.is_none().then(|| view.text()),
            position,
            history: view.history(),
            drawing: is_drawn.then(|| view.draw(TerminalStyle::Plain)),
        }
    }

    fn answer(
        &self,
        variant: &Variant,
        view: &View,
        asked: &RulesQueryMessage,
        rng: &mut Rng,
        deadline: Instant,
    ) -> Result<(), AgentError> {
        let result = queries::answer(variant, view, &asked.question, rng);
        let (place, error) = match result {
            Ok(place) => (Some(place), None),
            Err(error) => (None, Some(error)),
        };
        let ask = asked.ask;
        self.send(
            &ToAgent::Answer(RulesQueryAnswer { ask, place, error }),
            deadline,
        )
    }

    /// Sends the agent a warning about a fault, or returns the fault if it is final or no warnings
    /// are left.
    fn warn(&mut self, error: AgentError) -> Result<(), AgentError> {
        if error.is_final() {
            return Err(error);
        }
        let Some(left) = self.warnings_left.checked_sub(1) else {
            return Err(match self.limits.warnings {
                0 => error,
                many => AgentError::new(
                    error.fault,
                    format!(
                        "{}, after {many} warning{}",
                        error.reason,
                        if many == 1 { "" } else { "s" }
                    ),
                ),
            });
        };
        self.warnings_left = left;
        let warning = AgentWarning {
            fault: error.fault,
            reason: error.reason,
            left,
        };
        let deadline = Instant::now() + self.limits.grace;
        self.send(&ToAgent::Warning(warning), deadline)
    }

    fn send(&self, message: &ToAgent, deadline: Instant) -> Result<(), AgentError> {
        if self.transport.send(engine::to_line(message), deadline) {
            Ok(())
        } else {
            Err(AgentError::new(
                AgentFault::Gone,
                "it does not read its input",
            ))
        }
    }

    /// Receives the next message of the agent. `allowed` is the time limit that the error text
    /// names.
    fn receive(
        &mut self,
        deadline: Instant,
        allowed: Duration,
        stop: &StopFlag,
    ) -> Result<FromAgent, AgentError> {
        let line = match self.transport.receive(deadline, stop) {
            Ok(IncomingLine::Line(line)) => line,
            Ok(IncomingLine::TooLong) => {
                let limit = self.limits.line_bytes;
                let reason = format!("a line of more than {limit} bytes");
                return Err(AgentError::new(AgentFault::Flood, reason));
            }
            Ok(IncomingLine::Closed) => return Err(self.endpoint.disconnected()),
            Err(ReceiveError::TimedOut) => return Err(AgentError::timeout(allowed)),
            Err(ReceiveError::Stopped) => {
                return Err(AgentError::new(
                    AgentFault::Stopped,
                    "it was stopped and did not answer in time",
                ));
            }
        };
        self.turn_bytes += line.len();
        if self.turn_bytes > self.limits.turn_bytes {
            let limit = self.limits.turn_bytes;
            let reason = format!("more than {limit} bytes for one move");
            return Err(AgentError::new(AgentFault::Flood, reason));
        }
        serde_json::from_slice(&line).map_err(|error| {
            let excerpt = excerpt(&line);
            let malformed = MalformedMessage::diagnose(&line, &error);
            self.is_move_malformed = malformed.is_move;
            AgentError::new(
                AgentFault::Rubbish,
                format!("'{excerpt}' is not a message: {}", malformed.reason),
            )
        })
    }
}

/// Checks the protocol version, the name and the games of an agent's hello.
fn check_hello(
    theirs: &AgentHello,
    launch_spec: &LaunchSpec,
    game: &str,
) -> Result<(), AgentError> {
    engine::check_version(theirs.protocol)
        .map_err(|reason| AgentError::new(AgentFault::WrongProtocol, reason))?;
    if let Some(name) = launch_spec.name()
        && theirs.name != name
    {
        let theirs = excerpt(theirs.name.as_bytes());
        let reason = format!("it calls itself '{theirs}', but is installed as '{name}'");
        return Err(AgentError::new(AgentFault::WrongName, reason));
    }
    if !launch_spec::plays(&theirs.games, game) {
        let games = excerpt(theirs.games.join(", ").as_bytes());
        let reason = format!("it does not play {game}, only {games}");
        return Err(AgentError::new(AgentFault::WrongGame, reason));
    }
    Ok(())
}

fn resigned(note: Option<String>) -> AgentError {
    let reason = match note {
        Some(note) => format!("it resigned: {}", excerpt(note.as_bytes())),
        None => "it resigned".to_owned(),
    };
    AgentError::new(AgentFault::Resigned, reason)
}
