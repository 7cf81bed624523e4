//! The other side of the protocol: an agent of ours for a table that is another program.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludorum_catalog::{Opinion, Player, SpecError, Variant, Watch, kinds};
use ludorum_core::{Budget, Node, Seat, Seed, Stop};
use ludorum_protocol::engine::{
    AgentHello, Chosen, FromAgent, Seen, ToAgent, Turn, VERSION, to_line,
};

use crate::orders::{Effect, orders};

/// Our part of the time for a move: the rest is for what lies between the table and us.
const SHARE: f64 = 0.9;

/// A table that wants to know is told what the agent thinks so far no more often than this.
const INFO_EVERY: Duration = Duration::from_millis(200);

/// A game in progress.
struct Game {
    variant: Variant,
    player: Player,
    seat: Seat,
}

/// Plays as the agent `spec` says, or as the strongest of the game, taking messages from `input`
/// until they end. `open` opens games by their spec.
///
/// # Errors
/// When `output` cannot be written to. Whatever is wrong with a message is told as a resignation.
pub fn engine(
    name: &str,
    spec: Option<&str>,
    open: impl Fn(&str) -> Result<Variant, SpecError>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
) -> io::Result<()> {
    let output = Mutex::new(output);
    let send = |message: &FromAgent| {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(to_line(message).as_bytes())?;
        output.flush()
    };
    let mut game: Option<Game> = None;
    for (message, stop) in orders(input, read) {
        let answer = match message {
            Ok(ToAgent::Hello(_)) => Ok(Some(FromAgent::Hello(AgentHello {
                protocol: VERSION,
                name: name.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                games: kinds().iter().map(|kind| kind.name().to_owned()).collect(),
                wants: Vec::new(),
            }))),
            Ok(ToAgent::NewGame(new)) => begin(&open, spec, &new.game, new.seat).map(|begun| {
                game = Some(begun);
                None
            }),
            Ok(ToAgent::Turn(turn)) => match &mut game {
                Some(game) => {
                    // That nobody reads it any more shows with the answer.
                    let tell = |so_far: FromAgent| drop(send(&so_far));
                    game.answer(&turn, &stop, &tell).map(Some)
                }
                None => Err("a turn before a game".to_owned()),
            },
            Ok(ToAgent::Bye { .. }) => return Ok(()),
            Ok(
                ToAgent::Seen(_)
                | ToAgent::Answer(_)
                | ToAgent::Warning(_)
                | ToAgent::Stop { .. }
                | ToAgent::GameOver { .. },
            ) => Ok(None),
            Err(error) => Err(format!("not a message: {error}")),
        };
        let answer = answer.unwrap_or_else(|note| Some(FromAgent::Resign { note: Some(note) }));
        if let Some(answer) = answer {
            send(&answer)?;
        }
    }
    Ok(())
}

fn read(line: &str) -> (Result<ToAgent, serde_json::Error>, Effect) {
    let message = serde_json::from_str(line);
    let effect = match &message {
        Ok(ToAgent::Turn(_)) => Effect::Begins,
        Ok(ToAgent::Stop { .. } | ToAgent::Bye { .. }) => Effect::Ends,
        _ => Effect::Nothing,
    };
    (message, effect)
}

fn begin(
    open: impl Fn(&str) -> Result<Variant, SpecError>,
    spec: Option<&str>,
    game: &str,
    seat: u8,
) -> Result<Game, String> {
    let variant = open(game).map_err(|error| error.to_string())?;
    let spec = spec.unwrap_or(variant.strongest_agent().name);
    let player = variant.player(spec).map_err(|error| error.to_string())?;
    let seat = usize::from(seat).wrapping_sub(1);
    if seat >= variant.seats() {
        return Err(format!("{game} has seats 1 to {}", variant.seats()));
    }
    Ok(Game {
        variant,
        player,
        seat: Seat::new(seat),
    })
}

impl Game {
    fn answer(
        &mut self,
        turn: &Turn,
        stop: &Stop,
        tell: &(dyn Fn(FromAgent) + Sync),
    ) -> Result<FromAgent, String> {
        let position = self.position(&turn.seen)?;
        if position.node() != Node::Decide(self.seat) {
            return Err("it is not our move in this position".to_owned());
        }
        let budget = Budget {
            time: turn
                .budget
                .time_ms
                .map(|time| Duration::from_millis(time).mul_f64(SHARE)),
            iterations: turn.budget.iterations,
            nodes: turn.budget.nodes,
            depth: turn.budget.depth,
        };
        self.player.observe(&position, self.seat);
        let mut rng = Seed(turn.seed).rng();
        let seat = self.seat;
        let chosen = |Opinion { verdict, reasons }: Opinion| Chosen {
            id: turn.id,
            mv: position.move_text(verdict.best),
            value: verdict.value.map(|value| value[seat]),
            line: reasons.line,
            nodes: Some(verdict.effort.nodes),
            depth: Some(verdict.effort.depth),
            note: None,
        };
        let last = Mutex::new(None::<Instant>);
        let watch = |opinion: Opinion| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.is_none_or(|last| last.elapsed() >= INFO_EVERY) {
                *last = Some(Instant::now());
                tell(FromAgent::Info(chosen(opinion)));
            }
        };
        let watch: Option<&Watch<'_>> = turn.info.then_some(&watch);
        let verdict = self
            .player
            .try_choose_watched(&position, &budget, stop, &mut rng, watch)
            .map_err(|forfeit| forfeit.reason)?;
        let reasons = self.player.reasons(&position);
        Ok(FromAgent::Move(chosen(Opinion { verdict, reasons })))
    }

    fn position(&self, seen: &Seen) -> Result<ludorum_catalog::Position, String> {
        // A view cannot be read back, so games with hidden information are not for us yet.
        let text = seen.position.as_deref();
        let text = text.ok_or("only games without hidden information can be played this way")?;
        self.variant
            .position(text)
            .map_err(|error| format!("position '{text}': {error}"))
    }
}
