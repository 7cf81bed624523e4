//! UGI, the Universal Game Interface, spoken by one of our agents: as UCI, but for any game of two.
//! <https://ugi.rtfd.io> describes it; what a table needs to run a match is here.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use ludorum_catalog::{Player, Position, Variant};
use ludorum_core::{Budget, Node, Seat, Seed, Stop};

use crate::orders::{Effect, orders};

/// The part of the time left on a clock that one move may take.
const CLOCK_SHARE: u32 = 30;

struct Engine {
    variant: Variant,
    spec: String,
    player: Player,
    position: Position,
    seed: Seed,
}

/// Plays one variant as the agent `spec` says, taking commands from `input` until `quit`.
///
/// # Errors
/// When the spec is not right, or `output` cannot be written to.
pub fn ugi(
    variant: Variant,
    spec: &str,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let wrong = |error: ludorum_catalog::SpecError| io::Error::other(error.to_string());
    let player = variant.player(spec).map_err(wrong)?;
    let mut engine = Engine {
        position: variant.start(Seed(1)),
        spec: player.spec().to_owned(),
        seed: Seed(1),
        variant,
        player,
    };
    for (line, stop) in orders(input, read) {
        let (head, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match head {
            "quit" => return Ok(()),
            "ugi" => Ok(engine.introduce()),
            "isready" => Ok("readyok".to_owned()),
            "uginewgame" => engine.begin().map(|()| String::new()),
            "setoption" => engine.set(rest).map(|()| String::new()),
            "position" => engine.place(rest).map(|()| String::new()),
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

fn read(line: &str) -> (String, Effect) {
    let effect = match line.split(' ').next() {
        Some("go") => Effect::Begins,
        Some("stop" | "quit") => Effect::Ends,
        _ => Effect::Nothing,
    };
    (line.to_owned(), effect)
}

impl Engine {
    fn introduce(&self) -> String {
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

    fn begin(&mut self) -> Result<(), String> {
        let player = self.variant.player(&self.spec);
        self.player = player.map_err(|error| error.to_string())?;
        self.position = self.variant.start(self.seed);
        Ok(())
    }

    fn set(&mut self, rest: &str) -> Result<(), String> {
        let option = rest
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "));
        let (name, value) = option.ok_or("write: setoption name NAME value VALUE")?;
        match name {
            "Game" => {
                let variant = ludorum_catalog::open(value).map_err(|error| error.to_string())?;
                let variant = variant.reading(Arc::clone(self.variant.files()));
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
        self.begin()
    }

    fn place(&mut self, rest: &str) -> Result<(), String> {
        let (place, moves) = match rest.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (rest, ""),
        };
        let mut position = match place.split_once(' ') {
            None if place == "startpos" => self.variant.start(self.seed),
            Some(("fen", text)) => self
                .variant
                .position(text.trim())
                .map_err(|error| error.to_string())?,
            _ => return Err("write: position startpos|fen TEXT [moves ...]".to_owned()),
        };
        for text in moves.split_whitespace() {
            position
                .play_text(text)
                .map_err(|error| format!("move '{text}': {error}"))?;
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, rest: &str, stop: &Stop) -> Result<String, String> {
        let Node::Decide(seat) = self.position.node() else {
            return Err("nobody is to move here".to_owned());
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
            // Hundredths, as other engines write them.
            info.push_str(&format!(" score cp {}", (value[seat] * 100.0).round()));
        }
        let line = self.player.reasons(&self.position).line;
        if !line.is_empty() {
            info.push_str(&format!(" pv {}", line.join(" ")));
        }
        Ok(format!("{info}\nbestmove {best}"))
    }

    fn query(&self, what: &str) -> Result<String, String> {
        let position = &self.position;
        let answer = match what {
            "gameover" => (position.node() == Node::Over).to_string(),
            "p1turn" => (position.node() == Node::Decide(Seat::FIRST)).to_string(),
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

/// The budget that `go` gives: a time, a number of nodes, a depth, or clocks.
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
        let share = clock / u64::from(CLOCK_SHARE) + increment / 2;
        budget.time = Some(Duration::from_millis(share.clamp(1, clock.max(1))));
    }
    Ok(budget)
}
