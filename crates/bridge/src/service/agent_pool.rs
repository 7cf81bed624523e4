//! Runs one job of a service: with the pooled agent of the last move, or with a new agent that
//! replays its game.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ludorum_catalog::{Forfeit, MoveRequestOptions, Position, SeatedAgent, ThinkingCallback, open};
use ludorum_core::{Budget, MoveChoice, NodeKind, Seat, Seed, StopFlag};
use ludorum_protocol::engine::AgentJob;
use ludorum_protocol::table::AgentMoveAnalysis;
use parking_lot::Mutex;

use crate::encode_thought;

/// Time after which an unused agent of an AI service is dropped.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// Agents that an AI service stores between their moves, by the `keep` key of their jobs.
pub(super) struct AgentPool {
    agents: Mutex<HashMap<String, PooledAgent>>,
    capacity: usize,
}

/// Stored agent with the game and the moves that it has observed so far.
struct PooledAgent {
    seated: SeatedAgent,
    game: String,
    setup: u64,
    agent: String,
    moves: Vec<String>,
    last_used: Instant,
}

impl AgentPool {
    pub(super) fn new(capacity: usize) -> AgentPool {
        AgentPool {
            agents: Mutex::default(),
            capacity,
        }
    }

    /// Runs the agent of a job; `watch` receives interim results of the search.
    pub(super) fn think(
        &self,
        job: &AgentJob,
        stop: &StopFlag,
        watch: &(dyn Fn(AgentMoveAnalysis) + Sync),
    ) -> Result<AgentMoveAnalysis, String> {
        let variant = open(&job.game).map_err(|error| error.to_string())?;
        if variant.rules_version() != job.rules {
            return Err(format!(
                "the rules of {} have version {}, not {}",
                job.game,
                variant.rules_version(),
                job.rules
            ));
        }
        let mut position = variant.start(Seed(job.setup));
        for text in &job.moves {
            position
                .play_text(text)
                .map_err(|error| format!("move {text}: {error}"))?;
        }
        let seat = seat_to_move(&position)?;
        let pooled = job.keep.as_ref().and_then(|key| self.take(key, job));
        let mut seated = match pooled {
            Some(pooled) => pooled.seated,
            None => {
                let player = variant.player(&job.agent);
                let player = player.map_err(|error| error.to_string())?;
                let since = usize::try_from(job.origin.since).unwrap_or(usize::MAX);
                SeatedAgent::new(player, seat, Seed(job.origin.stream), since)
            }
        };
        let time = Duration::from_millis(job.time_ms);
        let asking = MoveRequestOptions {
            budget: if job.clock {
                Budget::time(time)
            } else {
                Budget::UNLIMITED
            },
            time_limit: Some(time),
            ..MoveRequestOptions::without_limits(stop)
        };
        let forfeited = |forfeit: Forfeit| forfeit.reason;
        seated.catch_up(&position, &asking).map_err(forfeited)?;
        let spec = seated.player().spec().to_owned();
        let began = Instant::now();
        let on_info = |interim: MoveChoice<String>| {
            watch(encode_thought(&spec, &position, interim, began.elapsed()));
        };
        let on_info: Option<&ThinkingCallback<'_>> = job.info.then_some(&on_info);
        let asking = MoveRequestOptions {
            callback: on_info,
            ..asking
        };
        seated.choose(&position, &asking).map_err(forfeited)?;
        let choice = seated.player().last_choice(&position);
        let choice = choice.expect("it has just chosen");
        let chosen = encode_thought(&spec, &position, choice, began.elapsed());
        // A cancelled search must not influence later moves.
        if let Some(key) = &job.keep
            && !stop.is_raised()
        {
            let pooled = PooledAgent {
                seated,
                game: job.game.clone(),
                setup: job.setup,
                agent: job.agent.clone(),
                moves: job.moves.clone(),
                last_used: Instant::now(),
            };
            self.put(key.clone(), pooled);
        }
        Ok(chosen)
    }

    /// Takes the agent of a key out of the pool, if its moves are a proper prefix of the job's: an
    /// agent that has already chosen this move would not choose it the same way again.
    fn take(&self, key: &str, job: &AgentJob) -> Option<PooledAgent> {
        let pooled = self.agents.lock().remove(key)?;
        let is_same = pooled.game == job.game
            && pooled.setup == job.setup
            && pooled.agent == job.agent
            && job.moves.starts_with(&pooled.moves)
            && job.moves != pooled.moves;
        is_same.then_some(pooled)
    }

    fn put(&self, key: String, pooled: PooledAgent) {
        let mut all = self.agents.lock();
        all.insert(key, pooled);
        if all.len() > self.capacity {
            let oldest = all.iter().min_by_key(|(_, pooled)| pooled.last_used);
            if let Some(key) = oldest.map(|(key, _)| key.clone()) {
                all.remove(&key);
            }
        }
    }

    /// Drops agents that have been idle for too long.
    pub(super) fn drop_idle(&self) {
        let is_active = |pooled: &PooledAgent| pooled.last_used.elapsed() < IDLE_TIMEOUT;
        self.agents.lock().retain(|_, pooled| is_active(pooled));
    }
}

/// Returns the seat to move, or an error at chance nodes and at the end of the game.
fn seat_to_move(position: &Position) -> Result<Seat, String> {
    match position.node() {
        NodeKind::Decide(seat) => Ok(seat),
        NodeKind::Chance | NodeKind::Over => Err("no seat is to move".to_owned()),
    }
}
