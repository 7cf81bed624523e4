//! Agents that think on other machines, at services.

use std::sync::Arc;
use std::time::Duration;

use ludorum_bridge::Services;
use ludorum_catalog::{Position, agent_stream};
use ludorum_core::Stop;
use ludorum_protocol::service::{Job, Life};
use ludorum_protocol::table::{Candidate, Thought};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::order::{Handle, Order};
use super::thinking::{Question, Sight};

/// No more of our threads than this wait for services.
const MOST: usize = 256;

/// What services say is no longer than this.
const LONGEST_MOVE: usize = 64;
const LONGEST_LINE: usize = 64;

/// The services of a server.
#[derive(Clone, Debug)]
pub(super) struct Elsewhere {
    services: Arc<Services>,
    /// How many of our threads may wait for them.
    free: Arc<Semaphore>,
}

impl Elsewhere {
    pub(super) fn new(services: Services) -> Elsewhere {
        Elsewhere {
            services: Arc::new(services),
            free: Arc::new(Semaphore::new(MOST)),
        }
    }

    /// What a service answers; none if there is none that can.
    pub(super) fn ask(
        &self,
        question: &Question,
        longest: Duration,
        stop: &Stop,
        table: &Handle,
    ) -> impl Future<Output = Option<Thought>> + Send + use<> {
        let job = question.job(longest);
        let (number, position) = (question.number, question.position.clone());
        let (stop, table) = (stop.clone(), table.clone());
        let Elsewhere { services, free } = self.clone();
        async move {
            let _permit = free.acquire_owned().await.ok()?;
            let thought = spawn_blocking(move || {
                let sight = Sight::default();
                let (spec, is_shown) = (job.agent.clone(), job.show);
                let watch = |thought: Thought| {
                    if is_shown && sight.is_due() {
                        // A table that is busy has no time for it.
                        let _ = table.try_send(Order::SoFar {
                            question: number,
                            thought,
                        });
                    }
                };
                let check = |thought| checked(thought, &position, &spec);
                services.think(job, &stop, &watch, &check)
            });
            thought.await.ok()?
        }
    }
}

impl Question {
    /// The question as a service is asked it.
    fn job(&self, longest: Duration) -> Job {
        let (streams, seat) = (self.life.streams, self.life.seat);
        Job {
            job: 0,
            game: self.variant.spec().to_owned(),
            rules: self.variant.rules_version(),
            setup: self.setup.0,
            moves: self.position.history(),
            agent: self.life.spec.clone(),
            time: self.share(longest).as_millis() as u64,
            keep: self.keep.clone(),
            life: Life {
                stream: agent_stream(streams, seat).0,
                since: self.life.since as u64,
            },
            clock: self.time.is_some(),
            show: self.is_shown,
        }
    }
}

/// What a service says an agent thinks, if it can be true: a service may be broken. Nothing it says
/// gets to anybody without this.
fn checked(mut thought: Thought, position: &Position, spec: &str) -> Option<Thought> {
    position.clone().play_text(&thought.best).ok()?;
    let is_move = |text: &String| {
        (1..=LONGEST_MOVE).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic())
    };
    let is_value = |value: Option<f64>| value.is_none_or(|value| (-1.0..=1.0).contains(&value));
    let is_candidate =
        |candidate: &Candidate| is_move(&candidate.text) && is_value(candidate.value);
    let is_sound = is_move(&thought.best)
        && is_value(thought.value)
        && thought.line.len() <= LONGEST_LINE
        && thought.line.iter().all(is_move)
        && thought.candidates.len() <= LONGEST_LINE
        && thought.candidates.iter().all(is_candidate);
    thought.ply = position.plies() as u32;
    spec.clone_into(&mut thought.agent);
    is_sound.then_some(thought)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::open;
    use ludorum_core::Seed;

    #[test]
    fn what_cannot_be_true_is_not_believed() {
        let position = open("tictactoe").unwrap().start(Seed(0));
        let sound = Thought {
            ply: 7,
            agent: "somebody".to_owned(),
            best: "b2".to_owned(),
            value: Some(0.5),
            line: vec!["b2".to_owned()],
            candidates: Vec::new(),
            nodes: 1,
            playouts: 1,
            depth: 1,
            time: 1,
        };
        let believed = checked(sound.clone(), &position, "mcts").unwrap();
        assert_eq!((believed.ply, believed.agent.as_str()), (0, "mcts"));
        let lies: [fn(&mut Thought); 5] = [
            |thought| thought.best = "z9".to_owned(),
            |thought| thought.value = Some(2.0),
            |thought| thought.line = vec![String::new()],
            |thought| thought.line = vec!["b2".to_owned(); 65],
            |thought| {
                thought.candidates = vec![Candidate {
                    text: "\u{1b}[2J".to_owned(),
                    value: None,
                    known: Default::default(),
                    visits: 0,
                }];
            },
        ];
        for lie in lies {
            let mut thought = sound.clone();
            lie(&mut thought);
            assert_eq!(checked(thought, &position, "mcts"), None);
        }
    }
}
