//! Commands during a game: moves, chance events, take-backs, resignation, end, rematch. Each
//! returns the events it causes, or a problem, and leaves the state unchanged.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ludorum_bridge::is_external_spec;
use ludorum_catalog::{Position, chance_rng};
use ludorum_core::{NodeKind, NotationError, Outcome, Seat, Seed};
use ludorum_protocol::lobby::{TablePhase, Visibility};
use ludorum_protocol::table::{DropoutCauseInfo, EndCause, FinalRanking};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_record::RecordedPly;

use super::TableTransaction;
use super::lobby_commands::seat_number;
use super::state::{SeatController, SeatSlot, TableState};
use super::table_event::{SeatHolder, TableEvent};
use super::table_game::TableGame;
use crate::error::require;
use crate::identity::{PersonId, new_id, random};
use crate::storage::StoredReplay;

/// Maximum length of a stored failure reason, in characters.
const LONGEST_REASON: usize = 300;

/// Move submitted for the seat to move, with its time and evaluation.
#[derive(Clone, Debug)]
pub(crate) struct SubmittedMove {
    pub(crate) text: String,
    /// Thinking time in milliseconds, from the beginning of the turn.
    pub(crate) time: u64,
    pub(crate) value: Option<f64>,
    pub(crate) nodes: u64,
}

impl TableState {
    /// Starts a game and plays the chance events before the first decision. `seed` is the seed of
    /// the server configuration; a seed in the table's settings takes precedence.
    pub(crate) fn start_game(&self, seed: Option<u64>) -> TableTransaction {
        // The seed determines all chance events: it is secret until the record is published.
        let [secret, own] = [random::<8>(), random::<8>()].map(u64::from_le_bytes);
        let chosen = self.settings.seed;
        let seed = chosen.or(seed).unwrap_or(secret);
        // A seed set by the host also makes the agents reproducible.
        let streams = chosen.unwrap_or(own);
        let spec = |slot: &SeatSlot| match &slot.holder {
            SeatHolder::Agent { spec, .. } if is_external_spec(spec) => {
                Some(self.games.pinned(spec))
            }
            _ => None,
        };
        let seats = (0..).zip(&self.slots);
        let pinned = seats.filter_map(|(seat, slot)| Some((seat, spec(slot)?)));
        let mut events = vec![TableEvent::Started {
            seed,
            streams,
            // External programs could guess a seed set by the host.
            secret: chosen.map(|_| own),
            pinned: pinned.collect(),
            content: Some(self.variant.content()),
            rules: Some(self.variant.rules_version()),
        }];
        let mut position = self.variant.start(Seed(seed));
        roll(&mut position, Seed(seed), &mut events);
        TableTransaction {
            files: self.variant.sources(),
            ..events.into()
        }
    }

    /// Makes a move of a person at ply `ply`, if the person controls the seat to move.
    pub(crate) fn person_moves(
        &self,
        who: &PersonId,
        ply: u32,
        submitted: SubmittedMove,
    ) -> Result<TableTransaction, ApiProblem> {
        let play = self.playing()?;
        self.require_active(who)?;
        let seat = play.to_move().ok_or(ErrorCode::NotYourTurn)?;
        let is_theirs = self.controller(seat) == SeatController::Person(who.clone());
        if !is_theirs || ply as usize != play.plies.len() {
            return Err(ApiProblem::new(ErrorCode::NotYourTurn).with("ply", play.plies.len()));
        }
        self.make_move(play, seat, submitted)
    }

    /// Makes a move of an agent for the seat to move.
    pub(crate) fn agent_moves(
        &self,
        submitted: SubmittedMove,
    ) -> Result<TableTransaction, ApiProblem> {
        let play = self.playing()?;
        let seat = play.to_move().ok_or(ErrorCode::NotYourTurn)?;
        self.make_move(play, seat, submitted)
    }

    fn make_move(
        &self,
        play: &TableGame,
        seat: Seat,
        submitted: SubmittedMove,
    ) -> Result<TableTransaction, ApiProblem> {
        if self
            .time_left(seat)
            .is_some_and(|left| submitted.time > left)
        {
            return Ok(self.flag_seat(play, seat));
        }
        let mut position = play.position.clone();
        let played = position.play_text(&submitted.text);
        if let Some(transaction) = self.end_if_halted() {
            return Ok(transaction);
        }
        played.map_err(|error| illegal(&submitted.text, &error))?;
        // Events store moves in canonical notation.
        let text = position.last_move().unwrap_or(submitted.text);
        let mut events = vec![TableEvent::Moved {
            seat: Some(seat_number(seat)),
            text,
            time: Some(submitted.time),
            value: submitted.value,
            nodes: submitted.nodes,
        }];
        events.extend(cancelled(&mut position));
        roll(&mut position, play.chance(), &mut events);
        if let Some(transaction) = self.end_if_halted() {
            return Ok(transaction);
        }
        let Some(outcome) = position.outcome() else {
            return Ok(events.into());
        };
        let (ranks, by) = (ranks(&outcome), EndCause::Rules);
        Ok(self.end(play, events, &position, (ranks, by)))
    }

    /// Resigns one seat of a person: the seat to move, else the viewed seat `eyes`, else the first.
    pub(crate) fn resign(
        &self,
        who: &PersonId,
        eyes: Option<Seat>,
    ) -> Result<TableTransaction, ApiProblem> {
        let play = self.playing()?;
        let seats = self.active_seats(who)?;
        let to_move = play.to_move().filter(|seat| seats.contains(seat));
        let eyes = eyes.filter(|seat| seats.contains(seat));
        let first = seats.first().copied();
        let seat = to_move.or(eyes).or(first).ok_or(ErrorCode::NotSeated)?;
        let event = TableEvent::Resigned {
            seat: seat_number(seat),
        };
        Ok(self.decide_dropout(play, seat, event, EndCause::Resignation))
    }

    /// Drops the seat to move out of the game because its time has run out.
    pub(crate) fn flag(&self) -> Result<TableTransaction, ApiProblem> {
        let play = self.playing()?;
        let seat = play.to_move().ok_or(ErrorCode::NotYourTurn)?;
        Ok(self.flag_seat(play, seat))
    }

    fn flag_seat(&self, play: &TableGame, seat: Seat) -> TableTransaction {
        let event = TableEvent::Flagged {
            seat: seat_number(seat),
        };
        self.decide_dropout(play, seat, event, EndCause::Time)
    }

    /// Replaces the agent to move after a failure, or ends the game if failing agents lose.
    pub(crate) fn agent_fails(&self, reason: &str) -> Result<TableTransaction, ApiProblem> {
        let play = self.playing()?;
        let seat = play.to_move().ok_or(ErrorCode::NotYourTurn)?;
        let reason = reason.chars().take(LONGEST_REASON).collect();
        let event = TableEvent::Failed {
            seat: seat_number(seat),
            reason,
        };
        if self.loses_by_failing() {
            Ok(self.decide_dropout(play, seat, event, EndCause::Failure))
        } else {
            Ok(event.into())
        }
    }

    /// True if the running game cannot continue because a fault has stopped its plug-ins.
    pub(crate) fn is_halted(&self) -> bool {
        let play = self.game.as_ref();
        play.is_some_and(|play| play.verdict.is_none() && play.position.halted().is_some())
    }

    /// Ends the running game without a winner if a fault stopped its plug-ins; otherwise `None`.
    pub(crate) fn end_if_halted(&self) -> Option<TableTransaction> {
        let play = self.game.as_ref().filter(|play| play.verdict.is_none())?;
        let halted = play.position.halted()?;
        let event = TableEvent::Halted {
            plugin: halted.cause,
            reason: halted.message,
        };
        let ended = (vec![1; self.slots.len()], EndCause::Stopped);
        Some(self.end(play, vec![event], &play.position, ended))
    }

    /// Returns an error if all seats of the person have dropped out of the game.
    pub(crate) fn require_active(&self, who: &PersonId) -> Result<(), ApiProblem> {
        match self.active_seats(who) {
            Err(problem) if problem.code == ErrorCode::OutOfGame => Err(problem),
            _ => Ok(()),
        }
    }

    /// Seats of a person that have not dropped out. Fails if there is none.
    pub(crate) fn active_seats(&self, who: &PersonId) -> Result<Vec<Seat>, ApiProblem> {
        let mut seats = self.seats_of(who);
        let first = *seats.first().ok_or(ErrorCode::NotSeated)?;
        seats.retain(|seat| !self.slots[seat.index()].is_out);
        if seats.is_empty() {
            let place = self
                .game
                .as_ref()
                .and_then(|play| play.dropouts.place(first));
            let problem = ApiProblem::new(ErrorCode::OutOfGame);
            return Err(place.map_or(problem.clone(), |place| problem.with("place", place)));
        }
        Ok(seats)
    }

    /// Ends a game of up to two seats with a loss for `seat`; with more seats an agent takes over.
    fn decide_dropout(
        &self,
        play: &TableGame,
        seat: Seat,
        event: TableEvent,
        by: EndCause,
    ) -> TableTransaction {
        if self.slots.len() > 2 {
            return event.into();
        }
        let rank = |other: Seat| {
            if other == seat && self.slots.len() > 1 {
                2
            } else {
                1
            }
        };
        let ranks = Seat::all(self.slots.len()).map(rank).collect();
        self.end(play, vec![event], &play.position, (ranks, by))
    }

    /// Takes back a person's last move, or asks for it if other people hold seats: all of them must
    /// agree, including those who have left.
    pub(crate) fn undo(&self, who: &PersonId) -> Result<TableTransaction, ApiProblem> {
        let play = self.playing()?;
        let seats = self.active_seats(who)?;
        let theirs = |ply: &RecordedPly| ply.seat.is_some_and(|seat| seats.contains(&seat));
        let last = play
            .plies
            .iter()
            .rposition(theirs)
            .ok_or(ErrorCode::NothingToUndo)?;
        if self.people().iter().all(|person| *person == who) {
            return Ok(TableEvent::Undone { ply: last as u32 }.into());
        }
        let seat = play.plies[last].seat.map_or(0, seat_number);
        Ok(TableEvent::UndoAsked { seat }.into())
    }

    /// Accepts or refuses the requested take-back; the last acceptance takes the move back.
    pub(crate) fn answer_undo(
        &self,
        who: &PersonId,
        accept: bool,
    ) -> Result<TableTransaction, ApiProblem> {
        let play = self.playing()?;
        let request = play.undo.as_ref().ok_or(ErrorCode::NoUndoAsked)?;
        let seats = self.seats_of(who);
        let seat = seat_number(*seats.first().ok_or(ErrorCode::NotSeated)?);
        if !accept {
            return Ok(TableEvent::UndoRefused { seat }.into());
        }
        require(!request.accepted.contains(who), ErrorCode::NoUndoAsked)?;
        let mut events = vec![TableEvent::UndoAccepted { seat }];
        let agrees = |person: &&PersonId| *person == who || request.accepted.contains(person);
        if self.people().iter().all(agrees) {
            let back = play
                .plies
                .iter()
                .rposition(|ply| ply.seat == Some(request.seat));
            events.extend(back.map(|ply| TableEvent::Undone { ply: ply as u32 }));
        }
        Ok(events.into())
    }

    /// Asks for a rematch, which starts when all people at the table agree. If agents hold all
    /// seats, the host starts it at once.
    pub(crate) fn rematch(
        &self,
        who: &PersonId,
        seed: Option<u64>,
    ) -> Result<TableTransaction, ApiProblem> {
        self.require_phase(TablePhase::Over)?;
        if self.is_of_agents() && self.host == *who {
            return Ok(self.start_game(seed));
        }
        let seats = self.seats_of(who);
        let seat = seat_number(*seats.first().ok_or(ErrorCode::NotSeated)?);
        let asked = self.game.as_ref().map_or(&[][..], |play| &play.rematch);
        let mut transaction = TableTransaction::default();
        if !asked.contains(who) {
            transaction.events.push(TableEvent::RematchAsked { seat });
        }
        let agrees = |person: &&PersonId| *person == who || asked.contains(person);
        if self.voters().iter().all(agrees) {
            let game = self.start_game(seed);
            transaction.events.extend(game.events);
            transaction.files = game.files;
        }
        Ok(transaction)
    }

    pub(crate) fn playing(&self) -> Result<&TableGame, ApiProblem> {
        self.require_phase(TablePhase::Playing)?;
        Ok(self.game.as_ref().ok_or(ErrorCode::Internal)?)
    }

    /// Milliseconds on a seat's clock when the turn began; `None` without clocks or for a dropout.
    pub(crate) fn time_left(&self, seat: Seat) -> Option<u64> {
        let clocks = self.game.as_ref()?.clocks.as_ref()?;
        let counts = !self.slots.get(seat.index())?.is_out;
        clocks.get(seat.index()).copied().filter(|_| counts)
    }

    /// Ends the game at position `at`, after `events`, and creates its record.
    fn end(
        &self,
        play: &TableGame,
        mut events: Vec<TableEvent>,
        at: &Position,
        (ranks, by): (Vec<u8>, EndCause),
    ) -> TableTransaction {
        let id = new_id();
        let mut plies = play.plies.clone();
        plies.extend(events.iter().filter_map(ply));
        let mut dropouts = play.dropouts.clone();
        for (seat, cause) in events.iter().filter_map(dropout) {
            dropouts.add(seat, cause, self.successor(seat, cause), at);
        }
        let record = play.record(plies, dropouts.recorded(), at);
        let verdict = FinalRanking {
            ranks,
            by,
            dropouts: dropouts.to_protocol(),
        };
        let replay = StoredReplay {
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
        events.push(TableEvent::Ended {
            verdict,
            replay: id,
        });
        TableTransaction {
            events,
            files: Vec::new(),
            replay: Some(replay),
        }
    }
}

/// Error response for an illegal move.
pub(crate) fn illegal(text: &str, error: &NotationError) -> ApiProblem {
    let mut problem = ApiProblem::new(ErrorCode::IllegalMove)
        .with("move", text)
        .with("reason", error);
    if let Some(why) = error.code() {
        problem = problem.with("why", why);
    }
    match error.seat() {
        Some(seat) => problem.with("seat", seat_number(seat)),
        None => problem,
    }
}

/// Plays chance events until a player is to move or the game is over.
fn roll(position: &mut Position, seed: Seed, events: &mut Vec<TableEvent>) {
    while position.node() == NodeKind::Chance {
        let mut rng = chance_rng(seed, position.plies());
        events.push(TableEvent::Moved {
            seat: None,
            text: position.play_chance(&mut rng),
            time: None,
            value: None,
            nodes: 0,
        });
        events.extend(cancelled(position));
    }
}

/// Returns an event for each plug-in effect of the last move that failed and was cancelled.
fn cancelled(position: &mut Position) -> impl Iterator<Item = TableEvent> {
    position
        .plugin_failures()
        .into_iter()
        .map(|mishap| TableEvent::Cancelled {
            plugin: mishap.cause,
            reason: mishap.message,
        })
}

fn ply(event: &TableEvent) -> Option<RecordedPly> {
    let TableEvent::Moved {
        seat,
        text,
        time,
        value,
        nodes,
    } = event
    else {
        return None;
    };
    Some(RecordedPly {
        value: *value,
        nodes: *nodes,
        time: time.map(Duration::from_millis),
        ..RecordedPly::plain(seat.map(|seat| Seat::new(usize::from(seat))), text)
    })
}

/// Seat and cause if the event drops a player out of the game; otherwise `None`.
fn dropout(event: &TableEvent) -> Option<(Seat, DropoutCauseInfo)> {
    let (seat, cause) = match event {
        TableEvent::Resigned { seat } => (seat, DropoutCauseInfo::Resigned),
        TableEvent::Flagged { seat } => (seat, DropoutCauseInfo::Time),
        TableEvent::Failed { seat, .. } => (seat, DropoutCauseInfo::Failed),
        _ => return None,
    };
    Some((Seat::new(usize::from(*seat)), cause))
}

/// Ranks of an outcome in seat order, counted from 1.
pub(crate) fn ranks(outcome: &Outcome) -> Vec<u8> {
    outcome.ranks().iter().map(|rank| rank + 1).collect()
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
