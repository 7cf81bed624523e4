//! UGI, the Universal Game Interface (<https://ugi.rtfd.io>), for our agents: UCI generalized to
//! any two-player game. Implements the commands that a match runner needs.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use ludorum_catalog::{Player, Position, Variant};
use ludorum_core::{Budget, NodeKind, Seat, Seed, StopFlag};

use crate::command_reader::{CommandSearchEffect, read_commands};

/// Divisor of the remaining clock time: one move may take this fraction of it.
const CLOCK_DIVISOR: u32 = 30;

/// State of a UGI session: game, agent and position.
struct UgiEngine {
    variant: Variant,
    spec: String,
    player: Player,
    position: Position,
    seed: Seed,
}

/// Runs the agent `spec` as a UGI engine for a variant until `quit`.
///
/// # Errors
/// If the spec is invalid, or `output` cannot be written.
pub fn ugi(
    variant: Variant,
    spec: &str,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let invalid = |error: ludorum_catalog::SpecError| io::Error::other(error.to_string());
    let player = variant.player(spec).map_err(invalid)?;
    let mut engine = UgiEngine {
        position: variant.start(Seed(1)),
        spec: player.spec().to_owned(),
        seed: Seed(1),
        variant,
        player,
    };
    for (line, stop) in read_commands(input, parse) {
        let (head, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match head {
            "quit" => return Ok(()),
            "ugi" => Ok(engine.identify()),
            "isready" => Ok("readyok".to_owned()),
            "uginewgame" => engine.new_game().map(|()| String::new()),
            "setoption" => engine.set_option(rest).map(|()| String::new()),
            "position" => engine.set_position(rest).map(|()| String::new()),
            "go" => engine.go(rest, &stop),
            "query" => engine.query(rest),
            "" | "stop" => Ok(String::new()),
            _ => Err(format!("unknown command '{head}'")),
        };
        let answer = answer.unwrap_or_else(|error| format!("info error {error}"));
        if !answer.is_empty() {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

fn parse(line: &str) -> (String, CommandSearchEffect) {
    let effect = match line.split(' ').next() {
        Some("go") => CommandSearchEffect::Starts,
        Some("stop" | "quit") => CommandSearchEffect::Stops,
        _ => CommandSearchEffect::None,
    };
    (line.to_owned(), effect)
}

impl UgiEngine {
    fn identify(&self) -> String {
        format!(
            "id name Ludorum {}\nid author the Ludorum authors\n\
             option name Game type string default {}\n\
             option name Agent type string default {}\n\
             option name Seed type spin default 1 min 0 max 2147483647\nugiok",
            env!("CARGO_PKG_VERSION"),
            self.variant.spec(),
            self.spec
        )
    }

    fn new_game(&mut self) -> Result<(), String> {
        let player = self.variant.player(&self.spec);
        self.player = player.map_err(|error| error.to_string())?;
        self.position = self.variant.start(self.seed);
        Ok(())
    }

    fn set_option(&mut self, rest: &str) -> Result<(), String> {
        let option = rest
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "));
        let (name, value) = option.ok_or("usage: setoption name NAME value VALUE")?;
        match name {
            "Game" => {
                let variant = ludorum_catalog::open(value).map_err(|error| error.to_string())?;
                let variant = variant.with_files(Arc::clone(self.variant.files()));
                variant
                    .player(&self.spec)
                    .map_err(|error| error.to_string())?;
                self.variant = variant;
            }
            "Agent" => {
                let player = self.variant.player(value);
                let player = player.map_err(|error| error.to_string())?;
                self.spec = player.spec().to_owned();
            }
            "Seed" => self.seed = Seed(value.parse().map_err(|_| "a seed is a number")?),
            _ => return Err(format!("unknown option '{name}'")),
        }
        self.new_game()
    }

    fn set_position(&mut self, rest: &str) -> Result<(), String> {
        let (start, moves) = match rest.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (rest, ""),
        };
        let mut position = match start.split_once(' ') {
            None if start == "startpos" => self.variant.start(self.seed),
            Some(("fen", text)) => self
                .variant
                .position(text.trim())
                .map_err(|error| error.to_string())?,
            _ => return Err("usage: position startpos|fen TEXT [moves ...]".to_owned()),
        };
        for text in moves.split_whitespace() {
            position
                .play_text(text)
                .map_err(|error| format!("move '{text}': {error}"))?;
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, rest: &str, stop: &StopFlag) -> Result<String, String> {
        let NodeKind::Decide(seat) = self.position.node() else {
            return Err("no player is to move in this position".to_owned());
        };
        let budget = budget(rest, seat)?;
        let streams = self.seed.child("seat", seat.index() as u64);
        let mut rng = streams.child("move", self.position.plies() as u64).rng();
        self.player.observe(&self.position, seat);
        let verdict = self
            .player
            .try_choose(&self.position, &budget, stop, &mut rng)
            .map_err(|forfeit| forfeit.reason)?;
        let best = self.position.move_text(verdict.best);
        let mut info = format!(
            "info depth {} nodes {}",
            verdict.effort.depth, verdict.effort.nodes
        );
        if let Some(value) = verdict.value {
            // Centipawns, as other engines print scores.
            info.push_str(&format!(" score cp {}", (value[seat] * 100.0).round()));
        }
        let choice = self.player.last_choice(&self.position);
        let pv = choice.map_or_else(Vec::new, |choice| choice.line);
        if !pv.is_empty() {
            info.push_str(&format!(" pv {}", pv.join(" ")));
        }
        Ok(format!("{info}\nbestmove {best}"))
    }

    fn query(&self, what: &str) -> Result<String, String> {
        let position = &self.position;
        let answer = match what {
            "gameover" => (position.node() == NodeKind::Over).to_string(),
            "p1turn" => (position.node() == NodeKind::Decide(Seat::FIRST)).to_string(),
            "result" => match position.outcome().map(|outcome| outcome.winner()) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(seat)) => format!("p{seat}win"),
            },
            _ => {
                return Err(format!(
                    "unknown query '{what}'; known are gameover, p1turn, result"
                ));
            }
        };
        Ok(format!("response {answer}"))
    }
}

/// Parses the search limits of the UGI command `go`: move time, nodes, depth, or clocks.
fn budget(rest: &str, seat: Seat) -> Result<Budget, String> {
    let mut budget = Budget::UNLIMITED;
    let (mut clock, mut increment) = (None, 0);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or_else(|| format!("a whole number must follow '{word}'"))?;
        match word {
            "movetime" => budget.time = Some(Duration::from_millis(number.max(1))),
            "nodes" => budget.nodes = Some(number),
            "depth" => budget.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "p1time" if seat.index() == 0 => clock = Some(number),
            "p2time" if seat.index() == 1 => clock = Some(number),
            "p1inc" if seat.index() == 0 => increment = number,
            "p2inc" if seat.index() == 1 => increment = number,
            "p1time" | "p2time" | "p1inc" | "p2inc" | "movestogo" => {}
            _ => return Err(format!("unknown limit '{word}'")),
        }
    }
    if let (Some(clock), None) = (clock, budget.time) {
        let share = clock / u64::from(CLOCK_DIVISOR) + increment / 2;
        budget.time = Some(Duration::from_millis(share.clamp(1, clock.max(1))));
    }
    Ok(budget)
}
