//! The talk with one agent, and the watchdog over it: every fault is a warning first where that
//! makes sense, and the end of the game when there have been too many.

use std::time::{Duration, Instant};

use ludorum_catalog::{Variant, View};
use ludorum_core::{Budget, Ink, Rng, Seed, Stop};
use ludorum_protocol::engine::{
    self, AgentHello, Answer, Asked, Chosen, Fault, FromAgent, NewGame, Seen, TableHello, ToAgent,
    Turn, VERSION, Want, Warning,
};
use ludorum_record::Header;

use crate::link::{Incoming, Link, Nothing};
use crate::misread::Misread;
use crate::oracle;
use crate::peer::Peer;
use crate::recipe::Recipe;
use crate::tap::Tap;
use crate::trouble::{Trouble, excerpt};
use crate::{Limits, recipe};

/// No limit is longer, so that a moment that far away can be told.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Who is shown what an agent thinks so far, with the number of the move it would choose.
pub(crate) type Sight<'a> = dyn Fn(usize, Chosen) + 'a;

/// An agent that has said hello.
pub(crate) struct Session {
    link: Link,
    peer: Peer,
    limits: Limits,
    warnings_left: u32,
    last_id: u64,
    turn_bytes: usize,
    /// Whether the last line that could not be read was meant as the answer to a turn.
    misread_move: bool,
    wants: Vec<Want>,
}

impl Session {
    /// Starts or reaches the agent, exchanges hellos and begins a game.
    pub(crate) fn start(
        recipe: &Recipe,
        limits: Limits,
        tap: Option<&Tap>,
        game: NewGame,
        stop: &Stop,
    ) -> Result<Session, Trouble> {
        let (peer, link) = Peer::start(recipe, &limits, tap, stop)?;
        let mut session = Session {
            link,
            peer,
            limits,
            warnings_left: limits.warnings,
            last_id: 0,
            turn_bytes: 0,
            misread_move: false,
            wants: Vec::new(),
        };
        session.greet(recipe, &game.game, stop)?;
        session.tell(&ToAgent::NewGame(game), Instant::now() + limits.start)?;
        Ok(session)
    }

    fn greet(&mut self, recipe: &Recipe, game: &str, stop: &Stop) -> Result<(), Trouble> {
        let hello = ToAgent::Hello(TableHello {
            protocol: VERSION,
            program: Header::this_program(),
        });
        let mut deadline = Instant::now() + self.limits.start;
        self.tell(&hello, deadline)?;
        loop {
            let trouble = match self.hear(deadline, self.limits.start, stop) {
                Ok(FromAgent::Hello(theirs)) => match check(&theirs, recipe, game) {
                    Ok(()) => {
                        self.wants = theirs.wants;
                        return Ok(());
                    }
                    Err(trouble) => trouble,
                },
                Ok(_) => Trouble::new(Fault::Unexpected, "it must say hello before all else"),
                Err(trouble) => trouble,
            };
            let fault = trouble.fault;
            self.warn(trouble)?;
            deadline = deadline.max(Instant::now() + self.limits.grace);
            if fault == Fault::WrongName {
                self.tell(&hello, deadline)?;
            }
        }
    }

    /// Asks for a move; returns the answer with the number of the move. `sight` is shown what the
    /// agent thinks so far.
    pub(crate) fn turn(
        &mut self,
        variant: &Variant,
        view: &View,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
        sight: Option<&Sight<'_>>,
    ) -> Result<(usize, Chosen), Trouble> {
        self.last_id += 1;
        self.turn_bytes = 0;
        let id = self.last_id;
        let moves = view.moves();
        let time = budget.time.unwrap_or(self.limits.think);
        let seed = engine::portable(rng.bits());
        let turn = ToAgent::Turn(Turn {
            id,
            seen: self.seen(view, Seed(seed)),
            moves: moves.clone(),
            budget: engine::Limits {
                time_ms: Some(time.as_millis() as u64),
                iterations: budget.iterations,
                nodes: budget.nodes,
                depth: budget.depth,
            },
            info: sight.is_some(),
            seed,
        });
        let allowed = time.saturating_add(self.limits.grace).min(LONGEST);
        let mut deadline = Instant::now() + allowed;
        let mut questions = 0;
        self.tell(&turn, deadline)?;
        let illegal = |text: &str| {
            let text = excerpt(text.as_bytes());
            Trouble::new(Fault::IllegalMove, format!("'{text}' is not a legal move"))
        };
        loop {
            let (trouble, ask_again) = match self.hear(deadline, allowed, stop) {
                Ok(FromAgent::Move(chosen)) if chosen.id == id => {
                    match moves.iter().position(|mv| *mv == chosen.mv) {
                        Some(index) => return Ok((index, chosen)),
                        None => (illegal(&chosen.mv), true),
                    }
                }
                Ok(FromAgent::Move(chosen)) if (1..id).contains(&chosen.id) => {
                    let reason = format!("it answered turn {} a second time", chosen.id);
                    (Trouble::new(Fault::AnsweredTwice, reason), false)
                }
                Ok(FromAgent::Move(chosen)) => {
                    let reason = format!("it answered turn {}, but was asked {id}", chosen.id);
                    (Trouble::new(Fault::WrongId, reason), true)
                }
                Ok(FromAgent::Info(so_far)) => {
                    // One for the turn before may have been on its way: it does no harm.
                    if so_far.id == id
                        && let Some(sight) = sight
                        && let Some(index) = moves.iter().position(|mv| *mv == so_far.mv)
                    {
                        sight(index, so_far);
                    }
                    continue;
                }
                Ok(FromAgent::Ask(asked)) => {
                    questions += 1;
                    if questions > self.limits.questions {
                        let reason = format!("more than {} questions", self.limits.questions);
                        return Err(Trouble::new(Fault::Flood, reason));
                    }
                    self.answer(variant, view, &asked, rng, deadline)?;
                    continue;
                }
                Ok(FromAgent::Resign { note }) => return Err(resigned(note)),
                Ok(FromAgent::Hello(_)) => {
                    let reason = "it said hello in the middle of a game";
                    (Trouble::new(Fault::Unexpected, reason), false)
                }
                Err(trouble) if trouble.fault == Fault::Stopped => {
                    return self.stopped(id, &moves, trouble);
                }
                // It takes its turn for answered, and would be silent from now on.
                Err(trouble) => (trouble, std::mem::take(&mut self.misread_move)),
            };
            let is_silent = trouble.fault == Fault::Silent;
            self.warn(trouble)?;
            if is_silent {
                deadline = Instant::now() + self.limits.grace;
            }
            if ask_again {
                self.tell(&turn, deadline)?;
            }
        }
    }

    /// Asks for an answer at once, and takes it if it comes.
    fn stopped(
        &mut self,
        id: u64,
        moves: &[String],
        trouble: Trouble,
    ) -> Result<(usize, Chosen), Trouble> {
        let deadline = Instant::now() + self.limits.grace;
        self.tell(&ToAgent::Stop { id }, deadline)?;
        while let Ok(message) = self.hear(deadline, self.limits.grace, &Stop::new()) {
            if let FromAgent::Move(chosen) = message
                && let Some(index) = moves.iter().position(|mv| *mv == chosen.mv)
            {
                return Ok((index, chosen));
            }
        }
        Err(trouble)
    }

    /// Shows what the seat sees after a move of anyone, to an agent that wants it, and the end.
    pub(crate) fn observe(&mut self, view: &View) -> Result<(), Trouble> {
        let deadline = Instant::now() + self.limits.grace;
        if self.wants.contains(&Want::Seen) {
            self.tell(&ToAgent::Seen(self.seen(view, Seed(0))), deadline)?;
        }
        if let Some(outcome) = view.outcome() {
            let ranks = outcome.ranks().iter().map(|rank| rank + 1).collect();
            self.tell(&ToAgent::GameOver { ranks }, deadline)?;
        }
        Ok(())
    }

    /// Says goodbye and ends the agent.
    pub(crate) fn close(self, reason: Option<String>) {
        let _ = self.tell(&ToAgent::Bye { reason }, Instant::now());
        self.peer.close(self.link, self.limits.farewell);
    }

    /// What the agent is told. What is drawn for it is drawn by a seed of its own, so that whether
    /// it is wanted changes nothing else.
    fn seen(&self, view: &View, seed: Seed) -> Seen {
        let position = view.position();
        let is_drawn = self.wants.contains(&Want::Drawing);
        let is_sampled = position.is_none() && self.wants.contains(&Want::Sample);
        let sample = || view.determinize(&mut seed.child("sample", 0).rng()).text();
        Seen {
            sample: is_sampled.then(sample),
            view: position.is_none().then(|| view.text()),
            position,
            history: view.history(),
            drawing: is_drawn.then(|| view.draw(Ink::Plain)),
        }
    }

    fn answer(
        &self,
        variant: &Variant,
        view: &View,
        asked: &Asked,
        rng: &mut Rng,
        deadline: Instant,
    ) -> Result<(), Trouble> {
        let result = oracle::answer(variant, view, &asked.question, rng);
        let (place, error) = match result {
            Ok(place) => (Some(place), None),
            Err(error) => (None, Some(error)),
        };
        let ask = asked.ask;
        self.tell(&ToAgent::Answer(Answer { ask, place, error }), deadline)
    }

    /// Warns, or lets the trouble stand if there have been enough warnings.
    fn warn(&mut self, trouble: Trouble) -> Result<(), Trouble> {
        if trouble.is_final() {
            return Err(trouble);
        }
        let Some(left) = self.warnings_left.checked_sub(1) else {
            return Err(match self.limits.warnings {
                0 => trouble,
                many => Trouble::new(
                    trouble.fault,
                    format!(
                        "{}, after {many} warning{}",
                        trouble.reason,
                        if many == 1 { "" } else { "s" }
                    ),
                ),
            });
        };
        self.warnings_left = left;
        let warning = Warning {
            fault: trouble.fault,
            reason: trouble.reason,
            left,
        };
        let deadline = Instant::now() + self.limits.grace;
        self.tell(&ToAgent::Warning(warning), deadline)
    }

    fn tell(&self, message: &ToAgent, deadline: Instant) -> Result<(), Trouble> {
        match self.link.send(engine::to_line(message), deadline) {
            true => Ok(()),
            false => Err(Trouble::new(
                Fault::Gone,
                "it does not read what it is told",
            )),
        }
    }

    /// The next message. `allowed` is the time that was given, for the reason.
    fn hear(
        &mut self,
        deadline: Instant,
        allowed: Duration,
        stop: &Stop,
    ) -> Result<FromAgent, Trouble> {
        let line = match self.link.receive(deadline, stop) {
            Ok(Incoming::Line(line)) => line,
            Ok(Incoming::TooLong) => {
                let limit = self.limits.line_bytes;
                let reason = format!("a line of more than {limit} bytes");
                return Err(Trouble::new(Fault::Flood, reason));
            }
            Ok(Incoming::Closed) => return Err(self.peer.gone()),
            Err(Nothing::Late) => return Err(Trouble::silent(allowed)),
            Err(Nothing::Stopped) => {
                return Err(Trouble::new(
                    Fault::Stopped,
                    "it was stopped, and did not answer at once",
                ));
            }
        };
        self.turn_bytes += line.len();
        if self.turn_bytes > self.limits.turn_bytes {
            let limit = self.limits.turn_bytes;
            let reason = format!("more than {limit} bytes for one move");
            return Err(Trouble::new(Fault::Flood, reason));
        }
        serde_json::from_slice(&line).map_err(|error| {
            let shown = excerpt(&line);
            let Misread { reason, is_move } = Misread::of(&line, &error);
            self.misread_move = is_move;
            Trouble::new(
                Fault::Rubbish,
                format!("'{shown}' is not a message: {reason}"),
            )
        })
    }
}

/// Refuses an agent that is not who it should be.
fn check(theirs: &AgentHello, recipe: &Recipe, game: &str) -> Result<(), Trouble> {
    if theirs.protocol != VERSION {
        let reason = format!(
            "it speaks version {} of the protocol, here it is {VERSION}",
            theirs.protocol
        );
        return Err(Trouble::new(Fault::WrongProtocol, reason));
    }
    if let Some(name) = recipe.name()
        && theirs.name != name
    {
        let theirs = excerpt(theirs.name.as_bytes());
        let reason = format!("it calls itself '{theirs}', but is installed as '{name}'");
        return Err(Trouble::new(Fault::WrongName, reason));
    }
    if !recipe::plays(&theirs.games, game) {
        let games = excerpt(theirs.games.join(", ").as_bytes());
        let reason = format!("it does not play {game}, only {games}");
        return Err(Trouble::new(Fault::WrongGame, reason));
    }
    Ok(())
}

fn resigned(note: Option<String>) -> Trouble {
    let reason = match note {
        Some(note) => format!("it resigned: {}", excerpt(note.as_bytes())),
        None => "it resigned".to_owned(),
    };
    Trouble::new(Fault::Resigned, reason)
}
