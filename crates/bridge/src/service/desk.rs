//! Where a service thinks about one job: with a player it has kept from the last move, if there is one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludorum_catalog::{Opinion, Player, Position, open};
use ludorum_core::{Budget, Node, Seed, Stop};
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

/// A player with everything it has seen.
struct Kept {
    player: Player,
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
        let kept = job.keep.as_ref().and_then(|key| self.take(key, job));
        let mut kept = match kept {
            Some(kept) => kept,
            None => Kept {
                player: variant
                    .player(&job.agent)
                    .map_err(|error| error.to_string())?,
                game: job.game.clone(),
                setup: job.setup,
                agent: job.agent.clone(),
                moves: job.moves.clone(),
                asked: Instant::now(),
            },
        };
        let mut position = variant.start(Seed(job.setup));
        let seat = seat_to_move(&job.moves, &position)?;
        for (nth, text) in job.moves.iter().enumerate() {
            position
                .play_text(text)
                .map_err(|error| format!("move {text}: {error}"))?;
            if nth >= kept.moves.len() {
                kept.player.observe(&position, seat);
            }
        }
        kept.moves.clone_from(&job.moves);
        let spec = kept.player.spec().to_owned();
        let began = Instant::now();
        let sight = |opinion: Opinion| {
            watch(thought(&spec, &position, opinion, began.elapsed()));
        };
        let budget = Budget::time(Duration::from_millis(job.time));
        let mut rng = Seed(job.seed).rng();
        let shown: Option<&ludorum_catalog::Watch<'_>> = job.show.then_some(&sight);
        let verdict = kept
            .player
            .try_choose_watched(&position, &budget, stop, &mut rng, shown)
            .map_err(|forfeit| forfeit.reason)?;
        let reasons = kept.player.reasons(&position);
        let chosen = thought(
            &spec,
            &position,
            Opinion { verdict, reasons },
            began.elapsed(),
        );
        if let Some(key) = &job.keep {
            self.put(key.clone(), kept);
        }
        Ok(chosen)
    }

    /// The player kept under a key, if what it has seen is the beginning of this game.
    fn take(&self, key: &str, job: &Job) -> Option<Kept> {
        let kept = self.lock().remove(key)?;
        let is_same = kept.game == job.game
            && kept.setup == job.setup
            && kept.agent == job.agent
            && job.moves.starts_with(&kept.moves);
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

/// Who is to move after these moves.
fn seat_to_move(moves: &[String], start: &Position) -> Result<ludorum_core::Seat, String> {
    let mut position = start.clone();
    for text in moves {
        position
            .play_text(text)
            .map_err(|error| format!("move {text}: {error}"))?;
    }
    match position.node() {
        Node::Decide(seat) => Ok(seat),
        Node::Chance | Node::Over => Err("no seat is to move".to_owned()),
    }
}
