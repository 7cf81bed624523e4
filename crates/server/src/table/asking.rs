//! Agents at a table: who is asked, when an answer is no longer wanted, and what comes of it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ludorum_bridge::is_guest;
use ludorum_core::{Seat, Stop};
use ludorum_protocol::table::{ServerMessage, Thought};
use ludorum_protocol::{Code, Problem};

use super::Decision;
use super::actor::Table;
use super::audience::serialise;
use super::connection::ConnectionId;
use super::fact::{Fact, Holder};
use super::lobbying::number;
use super::order::Answer;
use super::playing::Made;
use super::resident::{Life, Resident};
use super::sharing::{Claimant, Standing};
use super::state::Mover;
use super::thinking::{Making, Question};
use crate::identity::Person;

/// An agent whose move could not be stored tries again after this long.
const RETRY: Duration = Duration::from_secs(2);

/// The threads an agent thinks with.
fn threads_of(spec: &str) -> u32 {
    let (_, params) = spec.split_once(':').unwrap_or((spec, ""));
    let mut params = params.split(',').filter_map(|param| param.split_once('='));
    let threads = params.find(|(name, _)| *name == "threads");
    threads.map_or(1, |(_, value)| value.parse().unwrap_or(1).max(1))
}

/// An agent at work.
pub(super) struct Thinking {
    pub(super) question: u64,
    seat: Seat,
    ply: usize,
    spec: String,
    pub(super) stop: Stop,
    /// What the turn had lasted when an agent was asked that has to go through its game again first:
    /// that is not its fault, and not on its clock.
    catching_up: Option<Duration>,
}

impl Thinking {
    /// Whether the agent still goes through its game.
    pub(super) fn catches_up(&self) -> bool {
        self.catching_up.is_some()
    }
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
        let waits = self.resting_until.is_some() || self.state.is_halted();
        if self.thinking.is_some() || waits || self.is_held() {
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
        let Some((question, making)) = self.ask_seat(seat, stop.clone()) else {
            return;
        };
        let ply = self.state.game.as_ref().map_or(0, |play| play.plies.len());
        self.thinking = Some(Thinking {
            question,
            seat,
            ply,
            spec,
            stop,
            catching_up: (making == Making::Again).then(|| self.turn_began.elapsed()),
        });
        let ply = ply as u32;
        let begun = ServerMessage::Thinking {
            seat: number(seat),
            ply,
        };
        self.show(seat, &begun);
    }

    /// Asks the agent of a seat about its move; returns the number of the question.
    fn ask_seat(&mut self, seat: Seat, stop: Stop) -> Option<(u64, Making)> {
        let life = self.state.life(seat)?;
        let play = self.state.game.as_ref()?;
        let position = &play.position;
        // Asked about the same move a second time, as its first answer could not be stored, it would be
        // another agent.
        let is_it =
            |resident: &Resident| resident.life == life && !resident.agent.has_chosen_at(position);
        let resident = match is_guest(&life.spec) {
            true => self.guests.remove(&seat),
            false => self.desk.residents.take_if(&self.state.id, seat, is_it),
        };
        let mut moves = play.plies.iter().skip(life.since);
        let has_moved = moves.any(|ply| ply.seat == Some(seat));
        let making = match resident.is_none() && has_moved && !is_guest(&life.spec) {
            true => Making::Again,
            false => Making::Anew,
        };
        // The streams of a game are its own, and nobody else's business.
        let own = life.streams.child("keep", u64::from(life.take_backs)).0;
        let keep = format!("{}/{own}/{seat}", self.state.id);
        let question = self.ask(life, Some(keep), resident, making, stop)?;
        Some((question, making))
    }

    /// Asks an agent about the position; returns the number of the question. It is kept afterwards if
    /// `keep` says under which name.
    fn ask(
        &mut self,
        life: Life,
        keep: Option<String>,
        resident: Option<Resident>,
        making: Making,
        stop: Stop,
    ) -> Option<u64> {
        let play = self.state.game.as_ref()?;
        let handle = self.handle.upgrade()?;
        self.questions += 1;
        let left = self.state.time_left(life.seat);
        let question = Question {
            number: self.questions,
            variant: self.state.variant.clone(),
            position: play.position.clone(),
            setup: play.header.seed,
            time: left.map(|left| left.saturating_sub(self.elapsed())),
            is_shown: keep.is_some() && self.state.settings.thinking,
            claimant: Claimant {
                standing: match keep {
                    Some(_) => self.standing(),
                    None => Standing::People,
                },
                origin: self.owner.origin,
                table: self.state.id.clone(),
                threads: threads_of(&life.spec),
            },
            life,
            keep,
            resident,
            making,
        };
        self.desk.thinkers.ask(question, stop, handle);
        Some(self.questions)
    }

    /// Whom agents think for here: somebody who plays and is there, or nobody.
    fn standing(&self) -> Standing {
        let mut people = self.state.people().into_iter();
        match people.any(|person| self.connections.is_present(person)) {
            true => Standing::People,
            false => Standing::Agents,
        }
    }

    /// The agent that is asked knows its game: its clock starts.
    pub(super) fn caught_up(&mut self, question: u64) {
        let thinking = self.thinking.as_mut();
        if let Some(thinking) = thinking.filter(|thinking| thinking.question == question)
            && let Some(lasted) = thinking.catching_up.take()
        {
            let now = Instant::now();
            self.turn_began = now.checked_sub(lasted).unwrap_or(now);
        }
    }

    pub(super) fn ask_hint(&mut self, from: ConnectionId, who: &Person) -> Result<(), Problem> {
        if !self.state.has_hints() || self.hint.is_some() {
            return Err(Code::NotAllowed.into());
        }
        self.state.playing()?;
        self.state.not_out(who)?;
        let seat = self.to_move().ok_or(Code::NotYourTurn)?;
        if self.state.mover(seat) != Mover::Person(who.clone()) {
            return Err(Code::NotYourTurn.into());
        }
        self.sees_own_move(from)?;
        let adviser = self.state.variant.adviser();
        let play = self.state.playing()?;
        let life = Life {
            spec: adviser,
            seat,
            streams: play.header.streams.child("hint", 0),
            since: play.plies.len(),
            take_backs: 0,
        };
        let question = self.ask(life, None, None, Making::Anew, Stop::new());
        self.hint = question.map(|question| (question, from));
        Ok(())
    }

    pub(super) async fn answered(&mut self, mut answer: Answer) {
        if answer.is_rebuilt {
            self.desk.metrics.rebuilt.add(1);
        }
        let thinking = self.thinking.as_ref();
        let is_wanted = thinking.is_some_and(|thinking| thinking.question == answer.question);
        if let Some(resident) = answer.resident.take() {
            // What an agent of ours thought until it was called off must not change the game.
            if is_wanted || is_guest(&resident.life.spec) {
                self.keep(resident);
            }
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
        if self.state.is_halted() {
            // Whatever it thought, the game has come to its end.
            return;
        }
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
        let longest = self.desk.config.longest_thought.as_secs();
        let limited = answer.limits.into_iter().map(|limit| Fact::Limited {
            seat: number(thinking.seat),
            limit,
            most: longest,
        });
        let moved = self
            .beside_requests(|| self.state.agent_moves(made))
            .map(|mut decision| {
                decision.facts.splice(0..0, limited);
                decision
            });
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
    pub(super) fn keep(&mut self, resident: Resident) {
        if !is_guest(&resident.life.spec) {
            if self.state.life(resident.life.seat).as_ref() == Some(&resident.life) {
                self.desk.residents.put(&self.state.id, resident);
            }
            return;
        }
        let replaced = self.guests.insert(resident.life.seat, resident);
        if let Some(replaced) = replaced {
            replaced.dismiss(None);
        }
        self.dismiss_agents();
    }

    /// Ends the kept agents whose game is over, or who no longer play.
    pub(super) fn dismiss_agents(&mut self) {
        let state = &self.state;
        self.desk.residents.retain(&state.id, |life| {
            state.life(life.seat).as_ref() == Some(life)
        });
        if self.guests.is_empty() {
            return;
        }
        let play = state.game.as_ref();
        let end = play.map(|play| play.position.clone());
        let streams = play.map(|play| play.header.streams);
        let plies = play.map_or(0, |play| play.plies.len());
        for guest in self.guests.values_mut() {
            // Moves that were taken back are nothing to see.
            guest.agent.rewind(plies);
        }
        let plays_on = |guest: &Resident| {
            let now = state.life(guest.life.seat);
            now.is_some_and(|now| guest.life.is_continued_by(&now))
        };
        let (stay, go): (BTreeMap<_, _>, BTreeMap<_, _>) = std::mem::take(&mut self.guests)
            .into_iter()
            .partition(|(_, guest)| plays_on(guest));
        self.guests = stay;
        for guest in go.into_values() {
            let is_their_game = streams == Some(guest.life.streams);
            guest.dismiss(end.clone().filter(|_| is_their_game));
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
