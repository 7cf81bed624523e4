//! Where a service thinks about one job: with an agent it has kept from the last move, or one made again
//! by taking it through its game.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludorum_catalog::{Asking, Forfeit, Opinion, Position, SeatedAgent, Watch, open};
use ludorum_core::{Budget, Node, Seat, Seed, Stop};
use ludorum_protocol::service::Job;
use ludorum_protocol::table::Thought;

use crate::thought;

/// A player nobody has asked for this long is not kept.
const IDLE: Duration = Duration::from_secs(10 * 60);

/// The players kept between moves.
pub(super) struct Desk {
    kept: Mutex<HashMap<String, Kept>>,
    most: usize,
}

/// An agent with everything it has seen.
struct Kept {
    seated: SeatedAgent,
    game: String,
    setup: u64,
    agent: String,
    moves: Vec<String>,
    asked: Instant,
}

impl Desk {
    pub(super) fn new(most: usize) -> Desk {
        Desk {
            kept: Mutex::default(),
            most,
        }
    }

    /// What the agent of a job chooses; `watch` is shown what it thinks so far.
    pub(super) fn think(
        &self,
        job: &Job,
        stop: &Stop,
        watch: &(dyn Fn(Thought) + Sync),
    ) -> Result<Thought, String> {
        let variant = open(&job.game).map_err(|error| error.to_string())?;
        if variant.rules_version() != job.rules {
            return Err(format!(
                "the rules of {} are of version {}, not {}",
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
        let kept = job.keep.as_ref().and_then(|key| self.take(key, job));
        let mut seated = match kept {
            Some(kept) => kept.seated,
            None => {
                let player = variant.player(&job.agent);
                let player = player.map_err(|error| error.to_string())?;
                let since = usize::try_from(job.life.since).unwrap_or(usize::MAX);
                SeatedAgent::new(player, seat, Seed(job.life.stream), since)
            }
        };
        let time = Duration::from_millis(job.time);
        let asking = Asking {
            budget: match job.clock {
                true => Budget::time(time),
                false => Budget::UNLIMITED,
            },
            longest: Some(time),
            ..Asking::without_limits(stop)
        };
        let given_up = |forfeit: Forfeit| forfeit.reason;
        seated.catch_up(&position, &asking).map_err(given_up)?;
        let spec = seated.player().spec().to_owned();
        let began = Instant::now();
        let sight = |opinion: Opinion| {
            watch(thought(&spec, &position, opinion, began.elapsed()));
        };
        let shown: Option<&Watch<'_>> = job.show.then_some(&sight);
        let asking = Asking {
            watch: shown,
            ..asking
        };
        let verdict = seated.choose(&position, &asking).map_err(given_up)?;
        let reasons = seated.player().reasons(&position);
        let opinion = Opinion { verdict, reasons };
        let chosen = thought(&spec, &position, opinion, began.elapsed());
        // What an agent thought until it was called off must not change the game.
        if let Some(key) = &job.keep
            && !stop.is_raised()
        {
            let kept = Kept {
                seated,
                game: job.game.clone(),
                setup: job.setup,
                agent: job.agent.clone(),
                moves: job.moves.clone(),
                asked: Instant::now(),
            };
            self.put(key.clone(), kept);
        }
        Ok(chosen)
    }

    /// The agent kept under a key, if what it has seen is the beginning of this game. Asked about the
    /// same move a second time it would be another one.
    fn take(&self, key: &str, job: &Job) -> Option<Kept> {
        let kept = self.lock().remove(key)?;
        let is_same = kept.game == job.game
            && kept.setup == job.setup
            && kept.agent == job.agent
            && job.moves.starts_with(&kept.moves)
            && job.moves != kept.moves;
        is_same.then_some(kept)
    }

    fn put(&self, key: String, mut kept: Kept) {
        kept.asked = Instant::now();
        let mut all = self.lock();
        all.insert(key, kept);
        if all.len() > self.most {
            let oldest = all.iter().min_by_key(|(_, kept)| kept.asked);
            if let Some(key) = oldest.map(|(key, _)| key.clone()) {
                all.remove(&key);
            }
        }
    }

    /// Lets go of players nobody asks any more.
    pub(super) fn tidy(&self) {
        self.lock().retain(|_, kept| kept.asked.elapsed() < IDLE);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who is to move.
fn seat_to_move(position: &Position) -> Result<Seat, String> {
    match position.node() {
        Node::Decide(seat) => Ok(seat),
        Node::Chance | Node::Over => Err("no seat is to move".to_owned()),
    }
}
