//! The engine side of the engine protocol: one of our agents plays for another program.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use ludorum_catalog::{Player, SpecError, ThinkingCallback, Variant, kinds};
use ludorum_core::{Budget, MoveChoice, NodeKind, Seat, Seed, StopFlag};
use ludorum_protocol::engine::{
    AgentHello, ChosenMove, FromAgent, SeatObservation, ToAgent, TurnRequest, VERSION, to_line,
};
use parking_lot::Mutex;

use crate::command_reader::{CommandSearchEffect, read_commands};
use crate::throttle::Throttle;

/// Share of the move time that the search uses; the rest covers transport latency.
const SEARCH_TIME_SHARE: f64 = 0.9;

/// Minimum interval between `info` messages.
const INFO_INTERVAL: Duration = Duration::from_millis(200);

/// Game that the engine currently plays, with its agent and seat.
struct EngineGame {
    variant: Variant,
    player: Player,
    seat: Seat,
}

/// Runs the agent `spec`, by default the strongest of the game, as an engine until `input` ends.
/// `open` opens games by their spec.
///
/// # Errors
/// If `output` cannot be written. Invalid messages are answered with a resignation.
pub fn engine(
    name: &str,
    spec: Option<&str>,
    open: impl Fn(&str) -> Result<Variant, SpecError>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
) -> io::Result<()> {
    let output = Mutex::new(output);
    let send = |message: &FromAgent| {
        let mut output = output.lock();
        output.write_all(to_line(message).as_bytes())?;
        output.flush()
    };
    let mut game: Option<EngineGame> = None;
    for (message, stop) in read_commands(input, parse) {
        let answer = match message {
            Ok(ToAgent::Hello(_)) => Ok(Some(FromAgent::Hello(AgentHello {
                protocol: VERSION,
                name: name.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                games: kinds().iter().map(|kind| kind.name().to_owned()).collect(),
                wants: Vec::new(),
                load: None,
            }))),
            Ok(ToAgent::NewGame(new)) => {
                start_game(&open, spec, &new.game, new.seat).map(|started| {
                    game = Some(started);
                    None
                })
            }
            Ok(ToAgent::Turn(turn)) => match &mut game {
                Some(game) => {
                    // A closed output is reported when the answer is sent.
                    let send_info = |info: FromAgent| drop(send(&info));
                    game.answer(&turn, &stop, &send_info).map(Some)
                }
                None => Err("received a turn before new_game".to_owned()),
            },
            Ok(ToAgent::Job(_)) => Err("this engine is no AI service".to_owned()),
            Ok(ToAgent::Bye { .. }) => return Ok(()),
            Ok(
                ToAgent::Seen(_)
                | ToAgent::Answer(_)
                | ToAgent::Warning(_)
                | ToAgent::Stop { .. }
                | ToAgent::GameOver { .. },
            ) => Ok(None),
            Err(error) => Err(format!("invalid message: {error}")),
        };
        let answer = answer.unwrap_or_else(|note| {
            Some(FromAgent::Resign {
                id: None,
                note: Some(note),
            })
        });
        if let Some(answer) = answer {
            send(&answer)?;
        }
    }
    Ok(())
}

fn parse(line: &str) -> (Result<ToAgent, serde_json::Error>, CommandSearchEffect) {
    let message = serde_json::from_str(line);
    let effect = match &message {
        Ok(ToAgent::Turn(_)) => CommandSearchEffect::Starts,
        Ok(ToAgent::Stop { .. } | ToAgent::Bye { .. }) => CommandSearchEffect::Stops,
        _ => CommandSearchEffect::None,
    };
    (message, effect)
}

fn start_game(
    open: impl Fn(&str) -> Result<Variant, SpecError>,
    spec: Option<&str>,
    game: &str,
    seat: u8,
) -> Result<EngineGame, String> {
    let variant = open(game).map_err(|error| error.to_string())?;
    let spec = spec.unwrap_or(variant.strongest_agent().name);
    let player = variant.player(spec).map_err(|error| error.to_string())?;
    let seat = usize::from(seat).wrapping_sub(1);
    if seat >= variant.seats() {
        return Err(format!("{game} has seats 1 to {}", variant.seats()));
    }
    Ok(EngineGame {
        variant,
        player,
        seat: Seat::new(seat),
    })
}

impl EngineGame {
    fn answer(
        &mut self,
        turn: &TurnRequest,
        stop: &StopFlag,
        send_info: &(dyn Fn(FromAgent) + Sync),
    ) -> Result<FromAgent, String> {
        let position = self.position(&turn.seen)?;
        if position.node() != NodeKind::Decide(self.seat) {
            return Err("it is not our turn in this position".to_owned());
        }
        let budget = Budget {
            time: turn
                .budget
                .time_ms
                .map(|time| Duration::from_millis(time).mul_f64(SEARCH_TIME_SHARE)),
            iterations: turn.budget.iterations,
            nodes: turn.budget.nodes,
            depth: turn.budget.depth,
        };
        self.player.observe(&position, self.seat);
        let mut rng = Seed(turn.seed).rng();
        let seat = self.seat;
        let chosen = |choice: MoveChoice<String>| ChosenMove {
            id: turn.id,
            mv: choice.best,
            value: choice.value.map(|value| value[seat]),
            line: choice.line,
            nodes: Some(choice.effort.nodes),
            depth: Some(choice.effort.depth),
            ..ChosenMove::default()
        };
        let throttle = Throttle::new(INFO_INTERVAL);
        let watch = |interim: MoveChoice<String>| {
            if throttle.is_due() {
                send_info(FromAgent::Info(chosen(interim)));
            }
        };
        let watch: Option<&ThinkingCallback<'_>> = turn.info.then_some(&watch);
        self.player
            .try_choose_with_callback(&position, &budget, stop, &mut rng, watch)
            .map_err(|forfeit| forfeit.reason)?;
        let choice = self.player.last_choice(&position);
        Ok(FromAgent::Move(chosen(choice.expect("it has just chosen"))))
    }

    fn position(&self, seen: &SeatObservation) -> Result<ludorum_catalog::Position, String> {
        // Views cannot be parsed, so hidden-information games are not supported.
        let text = seen.position.as_deref();
        let text = text.ok_or("the engine does not support games with hidden information")?;
        self.variant
            .position(text)
            .map_err(|error| format!("position '{text}': {error}"))
    }
}
