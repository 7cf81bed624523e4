//! Agents at a table: who is asked, when an answer is no longer wanted, and what comes of it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ludorum_core::{Seat, Stop};
use ludorum_protocol::lobby::Phase;
use ludorum_protocol::table::{ServerMessage, Thought};
use ludorum_protocol::{Code, Problem};

use super::Decision;
use super::actor::Table;
use super::audience::serialise;
use super::connection::ConnectionId;
use super::fact::Holder;
use super::kept::Kept;
use super::lobbying::number;
use super::order::Answer;
use super::playing::Made;
use super::state::Mover;
use super::thinking::Question;
use crate::identity::Person;

/// An agent whose move could not be stored tries again after this long.
const RETRY: Duration = Duration::from_secs(2);

/// An agent at work.
pub(super) struct Thinking {
    pub(super) question: u64,
    seat: Seat,
    ply: usize,
    spec: String,
    pub(super) stop: Stop,
}

impl Table {
    /// Calls off an agent whose answer is no longer wanted.
    pub(super) fn call_off_agent(&mut self) {
        let is_wanted = |thinking: &Thinking| {
            let play = self.state.game.as_ref();
            play.is_some_and(|play| {
                play.to_move() == Some(thinking.seat)
                    && play.plies.len() == thinking.ply
                    && self.state.mover(thinking.seat) == Mover::Agent(thinking.spec.clone())
            })
        };
        if let Some(thinking) = self.thinking.take_if(|thinking| !is_wanted(thinking)) {
            thinking.stop.raise();
        }
    }

    /// Has the agent to move think, if it does not yet.
    pub(super) fn wake_agent(&mut self) {
        if self.thinking.is_some() || self.resting_until.is_some() || self.is_held() {
            return;
        }
        let Some(seat) = self.to_move() else {
            return;
        };
        let Mover::Agent(spec) = self.state.mover(seat) else {
            return;
        };
        if self.pondering.contains_key(&seat) {
            // It was called off, and will be here in a moment.
            return;
        }
        self.begin_paced_turn();
        let stop = Stop::new();
        let Some(question) = self.ask(&spec, "seat", stop.clone()) else {
            return;
        };
        let ply = self.state.game.as_ref().map_or(0, |play| play.plies.len());
        self.thinking = Some(Thinking {
            question,
            seat,
            ply,
            spec,
            stop,
        });
        let ply = ply as u32;
        let begun = ServerMessage::Thinking {
            seat: number(seat),
            ply,
        };
        self.show(seat, &begun);
    }

    /// Asks an agent about the position; returns the number of the question.
    pub(super) fn ask(&mut self, spec: &str, stream: &str, stop: Stop) -> Option<u64> {
        let play = self.state.game.as_ref()?;
        let seat = play.to_move()?;
        let handle = self.handle.upgrade()?;
        self.questions += 1;
        let streams = match stream {
            "seat" => play.header.streams,
            other => play.header.streams.child(other, 0),
        };
        let left = self.state.time_left(seat);
        let kept = match stream {
            "seat" => self.kept.remove(&seat),
            _ => None,
        };
        // The streams of a game are its own, and nobody else's business.
        let keep = match stream {
            "seat" => Some(format!(
                "{}/{}/{seat}",
                self.state.id,
                streams.child("keep", 0).0
            )),
            _ => None,
        };
        let question = Question {
            number: self.questions,
            variant: self.state.variant.clone(),
            position: play.position.clone(),
            spec: spec.to_owned(),
            streams,
            setup: play.header.seed,
            keep,
            time: left.map(|left| left.saturating_sub(self.elapsed())),
            kept,
            is_shown: stream == "seat" && self.state.settings.thinking,
        };
        self.desk.thinkers.ask(question, stop, handle);
        Some(self.questions)
    }

    pub(super) fn ask_hint(&mut self, from: ConnectionId, who: &Person) -> Result<(), Problem> {
        if !self.state.settings.hints || self.hint.is_some() {
            return Err(Code::NotAllowed.into());
        }
        let seat = self.to_move().ok_or(Code::NotYourTurn)?;
        if self.state.mover(seat) != Mover::Person(who.clone()) {
            return Err(Code::NotYourTurn.into());
        }
        self.sees_own_move(from)?;
        let adviser = self.state.variant.adviser();
        let question = self.ask(&adviser, "hint", Stop::new());
        self.hint = question.map(|question| (question, from));
        Ok(())
    }

    pub(super) async fn answered(&mut self, mut answer: Answer) {
        if let Some(kept) = answer.kept.take() {
            self.keep(kept);
        }
        if let Some((_, from)) = self.hint.take_if(|(hint, _)| *hint == answer.question) {
            // Whoever has looked away meanwhile may not know it.
            if let Ok(thought) = answer.thought
                && self.sees_own_move(from).is_ok()
            {
                self.tell(from, &ServerMessage::Hint { thought });
            }
            return;
        }
        let is_answer = |thinking: &mut Thinking| thinking.question == answer.question;
        let Some(thinking) = self.thinking.take_if(is_answer) else {
            return;
        };
        let thought = match answer.thought {
            Ok(thought) => thought,
            Err(reason) => {
                tracing::warn!(
                    table = self.state.id,
                    spec = thinking.spec,
                    reason,
                    "an agent failed"
                );
                // Who plays for somebody who failed, or left, must not fail as well.
                let chair = &self.state.chairs[thinking.seat.index()];
                if matches!(chair.holder, Holder::Agent { .. }) && !chair.is_out {
                    let failed = self.state.agent_fails(&reason);
                    return self.conclude(failed).await;
                }
                let Some(thought) = self.anything(&thinking.spec) else {
                    return;
                };
                thought
            }
        };
        let chosen = ServerMessage::Thought {
            seat: number(thinking.seat),
            thought: thought.clone(),
        };
        self.show(thinking.seat, &chosen);
        let made = Made {
            text: thought.best,
            time: self.elapsed(),
            value: thought.value,
            nodes: thought.nodes,
        };
        let moved = self.state.agent_moves(made);
        self.conclude(moved).await;
    }

    async fn conclude(&mut self, decision: Result<Decision, Problem>) {
        let result = match decision {
            Ok(decision) => self.commit(decision).await,
            Err(problem) => Err(problem),
        };
        if result.is_err() {
            self.resting_until = Some(Instant::now() + RETRY);
        }
    }

    /// Keeps an agent for its next move, if there will be one.
    pub(super) fn keep(&mut self, kept: Kept) {
        let replaced = self.kept.insert(kept.seat, kept);
        if let Some(replaced) = replaced {
            replaced.dismiss(None);
        }
        self.dismiss_agents();
    }

    /// Ends the kept agents whose game is over, or who no longer play.
    pub(super) fn dismiss_agents(&mut self) {
        if self.kept.is_empty() {
            return;
        }
        let play = self.state.game.as_ref();
        let end = play.map(|play| play.position.clone());
        let is_playing = self.state.phase() == Phase::Playing;
        let streams = play.map(|play| play.header.streams);
        let state = &self.state;
        let plays_on = |kept: &Kept| {
            is_playing
                && streams == Some(kept.streams)
                && state.mover(kept.seat) == Mover::Agent(kept.spec.clone())
        };
        let (stay, go): (BTreeMap<_, _>, BTreeMap<_, _>) = std::mem::take(&mut self.kept)
            .into_iter()
            .partition(|(_, kept)| plays_on(kept));
        self.kept = stay;
        for kept in go.into_values() {
            let is_their_game = streams == Some(kept.streams);
            kept.dismiss(end.clone().filter(|_| is_their_game));
        }
    }

    /// The first legal move, for an agent that failed: the others should not suffer for it.
    pub(super) fn anything(&self, spec: &str) -> Option<Thought> {
        let play = self.state.game.as_ref()?;
        Some(Thought {
            ply: play.plies.len() as u32,
            agent: spec.to_owned(),
            best: play.position.moves().into_iter().next()?,
            value: None,
            line: Vec::new(),
            candidates: Vec::new(),
            nodes: 0,
            playouts: 0,
            depth: 0,
            time: 0,
        })
    }

    /// Shows what the agent at work thinks so far.
    pub(super) fn considers(&mut self, question: u64, thought: Thought) {
        if let Some(thinking) = &self.thinking
            && thinking.question == question
        {
            let seat = thinking.seat;
            let considering = ServerMessage::Considering {
                seat: number(seat),
                thought,
            };
            self.show(seat, &considering);
        }
    }

    /// Shows what the agent at a seat does to those who may know all that the seat knows: everyone,
    /// or where something is hidden, those who see with its eyes.
    fn show(&self, seat: Seat, message: &ServerMessage) {
        if self.state.settings.thinking {
            let is_for_all = self.state.shows_everything();
            self.connections.offer(&serialise(message), |connection| {
                is_for_all || connection.you.eyes == Some(number(seat))
            });
        }
    }
}
