//! What may happen in a game: moves, chance, taking back, giving up, the end, another game.
//! Each wish is answered by the facts it makes, or by why not.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ludorum_bridge::is_guest;
use ludorum_catalog::{Position, chance_rng};
use ludorum_core::{Node, Outcome, Seat, Seed, TextError};
use ludorum_protocol::lobby::{Phase, Visibility};
use ludorum_protocol::table::{DropCause, Ending, Verdict};
use ludorum_protocol::{Code, Problem};
use ludorum_record::Ply;

use super::Decision;
use super::fact::{Fact, Holder};
use super::lobbying::number;
use super::state::{Chair, Mover, Play, State};
use crate::identity::{Person, new_id, random};
use crate::storage::Replay;

/// More of the reasons of an agent is not kept.
const LONGEST_REASON: usize = 300;

/// A move, by whoever is to make it.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) text: String,
    /// Milliseconds since the turn began.
    pub(crate) time: u64,
    pub(crate) value: Option<f64>,
    pub(crate) nodes: u64,
}

impl State {
    /// A game, and whatever chance does before the first decision.
    pub(crate) fn start_game(&self, seed: Option<u64>) -> Decision {
        // Who knew the seed would know the dice: it is told in the record when the game is over.
        let [secret, own] = [random::<8>(), random::<8>()].map(u64::from_le_bytes);
        let chosen = self.settings.seed;
        let seed = chosen.or(seed).unwrap_or(secret);
        // Whoever chooses a seed wants the agents of that game again, too.
        let streams = chosen.unwrap_or(own);
        let spec = |chair: &Chair| match &chair.holder {
            Holder::Agent { spec, .. } if is_guest(spec) => Some(self.games.pinned(spec)),
            _ => None,
        };
        let seats = (0..).zip(&self.chairs);
        let pinned = seats.filter_map(|(seat, chair)| Some((seat, spec(chair)?)));
        let mut facts = vec![Fact::Started {
            seed,
            streams,
            // A program could try seeds until it finds one that somebody chose.
            secret: chosen.map(|_| own),
            pinned: pinned.collect(),
            content: Some(self.variant.content()),
            rules: Some(self.variant.rules_version()),
        }];
        let mut position = self.variant.start(Seed(seed));
        roll(&mut position, Seed(seed), &mut facts);
        Decision {
            files: self.variant.sources(),
            ..facts.into()
        }
    }

    /// A person moves for the seat to move.
    pub(crate) fn person_moves(
        &self,
        who: &Person,
        ply: u32,
        made: Made,
    ) -> Result<Decision, Problem> {
        let play = self.playing()?;
        self.not_out(who)?;
        let seat = play.to_move().ok_or(Code::NotYourTurn)?;
        let is_theirs = self.mover(seat) == Mover::Person(who.clone());
        if !is_theirs || ply as usize != play.plies.len() {
            return Err(Problem::new(Code::NotYourTurn).with("ply", play.plies.len()));
        }
        self.makes(play, seat, made)
    }

    /// An agent moves for the seat to move.
    pub(crate) fn agent_moves(&self, made: Made) -> Result<Decision, Problem> {
        let play = self.playing()?;
        let seat = play.to_move().ok_or(Code::NotYourTurn)?;
        self.makes(play, seat, made)
    }

    fn makes(&self, play: &Play, seat: Seat, made: Made) -> Result<Decision, Problem> {
        if self.time_left(seat).is_some_and(|left| made.time > left) {
            return Ok(self.time_is_over(play, seat));
        }
        let mut position = play.position.clone();
        let played = position.play_text(&made.text);
        if let Some(decision) = self.halts() {
            return Ok(decision);
        }
        played.map_err(|error| illegal(&made.text, &error))?;
        // However it was written, facts have the one text form of the game.
        let text = position.history().pop().unwrap_or(made.text);
        let mut facts = vec![Fact::Moved {
            seat: Some(number(seat)),
            text,
            time: Some(made.time),
            value: made.value,
            nodes: made.nodes,
        }];
        facts.extend(cancelled(&mut position));
        roll(&mut position, play.chance(), &mut facts);
        if let Some(decision) = self.halts() {
            return Ok(decision);
        }
        let Some(outcome) = position.outcome() else {
            return Ok(facts.into());
        };
        let (ranks, by) = (ranks(&outcome), Ending::Rules);
        Ok(self.end(play, facts, &position, (ranks, by)))
    }

    /// A person gives up with one of their seats: the one to move, or else the one they see with, or
    /// else the first.
    pub(crate) fn resign(&self, who: &Person, eyes: Option<Seat>) -> Result<Decision, Problem> {
        let play = self.playing()?;
        let seats = self.still_plays(who)?;
        let to_move = play.to_move().filter(|seat| seats.contains(seat));
        let eyes = eyes.filter(|seat| seats.contains(seat));
        let first = seats.first().copied();
        let seat = to_move.or(eyes).or(first).ok_or(Code::NotSeated)?;
        let fact = Fact::Resigned { seat: number(seat) };
        Ok(self.drops_out(play, seat, fact, Ending::Resignation))
    }

    /// The time of the seat to move is over.
    pub(crate) fn flag(&self) -> Result<Decision, Problem> {
        let play = self.playing()?;
        let seat = play.to_move().ok_or(Code::NotYourTurn)?;
        Ok(self.time_is_over(play, seat))
    }

    fn time_is_over(&self, play: &Play, seat: Seat) -> Decision {
        let fact = Fact::Flagged { seat: number(seat) };
        self.drops_out(play, seat, fact, Ending::Time)
    }

    /// The agent to move has failed. It is replaced, or has lost where the host wants it so.
    pub(crate) fn agent_fails(&self, reason: &str) -> Result<Decision, Problem> {
        let play = self.playing()?;
        let seat = play.to_move().ok_or(Code::NotYourTurn)?;
        let reason = reason.chars().take(LONGEST_REASON).collect();
        let fact = Fact::Failed {
            seat: number(seat),
            reason,
        };
        match self.loses_by_failing() {
            true => Ok(self.drops_out(play, seat, fact, Ending::Failure)),
            false => Ok(fact.into()),
        }
    }

    /// Whether the game cannot go on because a plug-in was stopped.
    pub(crate) fn is_halted(&self) -> bool {
        let play = self.game.as_ref();
        play.is_some_and(|play| play.verdict.is_none() && play.position.halted().is_some())
    }

    /// The end of a game that cannot go on because a plug-in was stopped: nobody has won, whatever would
    /// have come of it.
    pub(crate) fn halts(&self) -> Option<Decision> {
        let play = self.game.as_ref().filter(|play| play.verdict.is_none())?;
        let halted = play.position.halted()?;
        let fact = Fact::Halted {
            plugin: halted.cause,
            reason: halted.message,
        };
        let ended = (vec![1; self.chairs.len()], Ending::Stopped);
        Some(self.end(play, vec![fact], &play.position, ended))
    }

    /// Refuses those who are out of the game with all their seats.
    pub(crate) fn not_out(&self, who: &Person) -> Result<(), Problem> {
        match self.still_plays(who) {
            Err(problem) if problem.code == Code::OutOfGame => Err(problem),
            _ => Ok(()),
        }
    }

    /// The seats for which a person still plays.
    pub(crate) fn still_plays(&self, who: &Person) -> Result<Vec<Seat>, Problem> {
        let mut seats = self.seats_of(who);
        let first = *seats.first().ok_or(Code::NotSeated)?;
        seats.retain(|seat| !self.chairs[seat.index()].is_out);
        if seats.is_empty() {
            let place = self
                .game
                .as_ref()
                .and_then(|play| play.dropouts.place(first));
            let problem = Problem::new(Code::OutOfGame);
            return Err(place.map_or(problem.clone(), |place| problem.with("place", place)));
        }
        Ok(seats)
    }

    /// One of two has lost. Among more the game of the others goes on, with an agent at the seat.
    fn drops_out(&self, play: &Play, seat: Seat, fact: Fact, by: Ending) -> Decision {
        if self.chairs.len() > 2 {
            return fact.into();
        }
        let rank = |other: Seat| {
            if other == seat && self.chairs.len() > 1 {
                2
            } else {
                1
            }
        };
        let ranks = Seat::all(self.chairs.len()).map(rank).collect();
        self.end(play, vec![fact], &play.position, (ranks, by))
    }

    /// A person wants their last move back. Who plays with agents only need not ask; where others have
    /// a seat they all have to agree, also those who have left.
    pub(crate) fn undo(&self, who: &Person) -> Result<Decision, Problem> {
        let play = self.playing()?;
        let seats = self.still_plays(who)?;
        let theirs = |ply: &Ply| ply.seat.is_some_and(|seat| seats.contains(&seat));
        let last = play
            .plies
            .iter()
            .rposition(theirs)
            .ok_or(Code::NothingToUndo)?;
        // Whoever has left is asked too: it is their game that would be another one.
        if self.people().iter().all(|person| *person == who) {
            return Ok(Fact::Undone { ply: last as u32 }.into());
        }
        let seat = play.plies[last].seat.map_or(0, number);
        Ok(Fact::UndoAsked { seat }.into())
    }

    /// Somebody else agrees that a move is taken back, or does not.
    pub(crate) fn answer_undo(&self, who: &Person, accept: bool) -> Result<Decision, Problem> {
        let play = self.playing()?;
        let wish = play.undo.as_ref().ok_or(Code::NoUndoAsked)?;
        let seats = self.seats_of(who);
        let seat = number(*seats.first().ok_or(Code::NotSeated)?);
        if !accept {
            return Ok(Fact::UndoRefused { seat }.into());
        }
        if wish.accepted.contains(who) {
            return Err(Code::NoUndoAsked.into());
        }
        let mut facts = vec![Fact::UndoAccepted { seat }];
        let agrees = |person: &&Person| *person == who || wish.accepted.contains(person);
        if self.people().iter().all(agrees) {
            let back = play
                .plies
                .iter()
                .rposition(|ply| ply.seat == Some(wish.seat));
            facts.extend(back.map(|ply| Fact::Undone { ply: ply as u32 }));
        }
        Ok(facts.into())
    }

    /// A person wants another game. It starts when all do. Where only agents play the host decides.
    pub(crate) fn rematch(&self, who: &Person, seed: Option<u64>) -> Result<Decision, Problem> {
        self.only_in(Phase::Over)?;
        if self.is_of_agents() && self.host == *who {
            return Ok(self.start_game(seed));
        }
        let seats = self.seats_of(who);
        let seat = number(*seats.first().ok_or(Code::NotSeated)?);
        let asked = self.game.as_ref().map_or(&[][..], |play| &play.rematch);
        let mut decision = Decision::default();
        if !asked.contains(who) {
            decision.facts.push(Fact::RematchAsked { seat });
        }
        let agrees = |person: &&Person| *person == who || asked.contains(person);
        if self.voters().iter().all(agrees) {
            let game = self.start_game(seed);
            decision.facts.extend(game.facts);
            decision.files = game.files;
        }
        Ok(decision)
    }

    pub(crate) fn playing(&self) -> Result<&Play, Problem> {
        self.only_in(Phase::Playing)?;
        Ok(self.game.as_ref().ok_or(Code::Internal)?)
    }

    /// The milliseconds a seat had left when its turn began.
    pub(crate) fn time_left(&self, seat: Seat) -> Option<u64> {
        let clocks = self.game.as_ref()?.clocks.as_ref()?;
        // The clock of someone who has dropped out no longer matters.
        let counts = !self.chairs.get(seat.index())?.is_out;
        clocks.get(seat.index()).copied().filter(|_| counts)
    }

    /// The end of a game after these facts, with its record.
    fn end(
        &self,
        play: &Play,
        mut facts: Vec<Fact>,
        at: &Position,
        (ranks, by): (Vec<u8>, Ending),
    ) -> Decision {
        let id = new_id();
        let mut plies = play.plies.clone();
        plies.extend(facts.iter().filter_map(ply));
        let mut dropouts = play.dropouts.clone();
        for (seat, cause) in facts.iter().filter_map(dropout) {
            dropouts.add(seat, cause, self.successor(seat, cause), at);
        }
        let record = play.record(plies, dropouts.recorded(), at);
        let verdict = Verdict {
            ranks,
            by,
            dropouts: dropouts.told(),
        };
        let replay = Replay {
            id: id.clone(),
            game: record.header.game.clone(),
            seats: record.header.seats.clone(),
            ended: now(),
            listed: self.settings.visibility == Visibility::Listed && self.password.is_none(),
            take_backs: record.header.take_backs.count,
            unrated: record.header.take_backs.is_unrated,
            dropouts: verdict.dropouts.clone(),
            record: record.to_text(),
        };
        facts.push(Fact::Ended {
            verdict,
            replay: id,
        });
        Decision {
            facts,
            files: Vec::new(),
            replay: Some(replay),
        }
    }
}

/// Why a move cannot be played, as clients are told.
pub(crate) fn illegal(text: &str, error: &TextError) -> Problem {
    let mut problem = Problem::new(Code::IllegalMove)
        .with("move", text)
        .with("reason", error);
    if let Some(why) = error.why() {
        problem = problem.with("why", why);
    }
    match error.seat() {
        Some(seat) => problem.with("seat", number(seat)),
        None => problem,
    }
}

/// Lets chance act until somebody decides or the game is over; `seed` is that of chance.
fn roll(position: &mut Position, seed: Seed, facts: &mut Vec<Fact>) {
    while position.node() == Node::Chance {
        let mut rng = chance_rng(seed, position.plies());
        facts.push(Fact::Moved {
            seat: None,
            text: position.roll(&mut rng),
            time: None,
            value: None,
            nodes: 0,
        });
        facts.extend(cancelled(position));
    }
}

/// What should have followed from the last move and did not.
fn cancelled(position: &mut Position) -> impl Iterator<Item = Fact> {
    position
        .mishaps()
        .into_iter()
        .map(|mishap| Fact::Cancelled {
            plugin: mishap.cause,
            reason: mishap.message,
        })
}

fn ply(fact: &Fact) -> Option<Ply> {
    let Fact::Moved {
        seat,
        text,
        time,
        value,
        nodes,
    } = fact
    else {
        return None;
    };
    Some(Ply {
        value: *value,
        nodes: *nodes,
        time: time.map(Duration::from_millis),
        ..Ply::plain(seat.map(|seat| Seat::new(usize::from(seat))), text)
    })
}

/// Whose game ends with a fact, and why.
fn dropout(fact: &Fact) -> Option<(Seat, DropCause)> {
    let (seat, cause) = match fact {
        Fact::Resigned { seat } => (seat, DropCause::Resigned),
        Fact::Flagged { seat } => (seat, DropCause::Time),
        Fact::Failed { seat, .. } => (seat, DropCause::Failed),
        _ => return None,
    };
    Some((Seat::new(usize::from(*seat)), cause))
}

/// Ranks as people count them.
pub(crate) fn ranks(outcome: &Outcome) -> Vec<u8> {
    outcome.ranks().iter().map(|rank| rank + 1).collect()
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
