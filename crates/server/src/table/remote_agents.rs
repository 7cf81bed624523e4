//! Agents that think on other machines, run by AI services.

use std::sync::Arc;
use std::time::Duration;

use ludorum_bridge::{RemoteServices, Throttle};
use ludorum_catalog::{Position, agent_stream};
use ludorum_core::StopFlag;
use ludorum_protocol::engine::{AgentJob, AgentOrigin, ChosenMove};
use ludorum_protocol::table::{AgentMoveAnalysis, CandidateMoveInfo};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::table_message::{TableHandle, TableMessage};
use super::think_pool::{MoveRequest, SHOW_EVERY};

/// Maximum number of threads that wait for AI services at the same time.
const MOST: usize = 256;

/// Maximum length of a move in the answer of an AI service, in bytes.
const LONGEST_MOVE: usize = 64;
/// Maximum number of moves in the line, and of candidates, in the answer of an AI service.
const LONGEST_LINE: usize = 64;

/// AI services of the server, which run agents on other machines.
#[derive(Clone, Debug)]
pub(super) struct RemoteAgents {
    services: Arc<RemoteServices>,
    /// Permits that limit the number of threads waiting for AI services.
    free: Arc<Semaphore>,
}

impl RemoteAgents {
    pub(super) fn new(services: RemoteServices) -> RemoteAgents {
        RemoteAgents {
            services: Arc::new(services),
            free: Arc::new(Semaphore::new(MOST)),
        }
    }

    /// Requests a move from an AI service; resolves to `None` if no service gives a valid answer.
    pub(super) fn ask(
        &self,
        request: &MoveRequest,
        longest: Duration,
        stop: &StopFlag,
        table: &TableHandle,
    ) -> impl Future<Output = Option<AgentMoveAnalysis>> + Send + use<> {
        let job = request.job(longest);
        let (number, position) = (request.number, request.position.clone());
        let (stop, table) = (stop.clone(), table.clone());
        let RemoteAgents { services, free } = self.clone();
        async move {
            let _permit = free.acquire_owned().await.ok()?;
            let thought = spawn_blocking(move || {
                let throttle = Throttle::new(SHOW_EVERY);
                let (spec, is_shown) = (job.agent.clone(), job.info);
                let watch = |thought: AgentMoveAnalysis| {
                    if is_shown && throttle.is_due() {
                        // A busy table skips intermediate results.
                        let _ = table.try_send(TableMessage::Progress {
                            request: number,
                            thought,
                        });
                    }
                };
                let check = |chosen| checked(chosen, &position, &spec);
                services.think(job, &stop, &watch, &check)
            });
            thought.await.ok()?
        }
    }
}

impl MoveRequest {
    /// Converts the move request to a job for an AI service; `longest` caps its time limit.
    fn job(&self, longest: Duration) -> AgentJob {
        let (streams, seat) = (self.identity.streams, self.identity.seat);
        AgentJob {
            id: 0,
            game: self.variant.spec().to_owned(),
            rules: self.variant.rules_version(),
            setup: self.setup.0,
            moves: self.position.history(),
            agent: self.identity.spec.clone(),
            time_ms: self.share(longest).as_millis() as u64,
            keep: self.keep.clone(),
            origin: AgentOrigin {
                stream: agent_stream(streams, seat).0,
                since: self.identity.since as u64,
            },
            clock: self.time.is_some(),
            info: self.is_shown,
        }
    }
}

/// Validates the answer of an AI service, which may be faulty; `None` if the answer is invalid.
fn checked(chosen: ChosenMove, position: &Position, spec: &str) -> Option<AgentMoveAnalysis> {
    position.clone().play_text(&chosen.mv).ok()?;
    let thought = chosen.into_analysis(position.plies() as u32, spec);
    let is_move = |text: &String| {
        (1..=LONGEST_MOVE).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic())
    };
    let is_value = |value: Option<f64>| value.is_none_or(|value| (-1.0..=1.0).contains(&value));
    let is_candidate =
        |candidate: &CandidateMoveInfo| is_move(&candidate.text) && is_value(candidate.value);
    let is_sound = is_move(&thought.best)
        && is_value(thought.value)
        && thought.line.len() <= LONGEST_LINE
        && thought.line.iter().all(is_move)
        && thought.candidates.len() <= LONGEST_LINE
        && thought.candidates.iter().all(is_candidate);
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
        let sound = ChosenMove {
            id: 1,
            mv: "b2".to_owned(),
            value: Some(0.5),
            line: vec!["b2".to_owned()],
            ..ChosenMove::default()
        };
        let believed = checked(sound.clone(), &position, "mcts").unwrap();
        assert_eq!((believed.ply, believed.agent.as_str()), (0, "mcts"));
        let lies: [fn(&mut ChosenMove); 5] = [
            |chosen| chosen.mv = "z9".to_owned(),
            |chosen| chosen.value = Some(2.0),
            |chosen| chosen.line = vec![String::new()],
            |chosen| chosen.line = vec!["b2".to_owned(); 65],
            |chosen| {
                chosen.candidates = vec![CandidateMoveInfo {
                    text: "\u{1b}[2J".to_owned(),
                    value: None,
                    known: Default::default(),
                    visits: 0,
                }];
            },
        ];
        for lie in lies {
            let mut chosen = sound.clone();
            lie(&mut chosen);
            assert_eq!(checked(chosen, &position, "mcts"), None);
        }
    }
}
