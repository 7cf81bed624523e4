//! What an agent thinks of a position away from any table, and what the position is worth to each
//! seat: also where chance acts, so that luck can be told from skill.

use std::time::{Duration, Instant};

use ludorum_bridge::{search_tree, thought};
use ludorum_catalog::{Opinion, Position, Variant, Watch, agent_rng};
use ludorum_core::{Budget, Node, PerSeat, Rng, Seed, Stop};
use ludorum_protocol::study::{Analysis, SearchTree};
use ludorum_protocol::table::Thought;

use crate::table::Sight;

/// Where chance acts, no more than this many positions after it are thought about.
const MOST_FUTURES: usize = 48;

/// The agents' own randomness: the same question has the same answer.
const STREAMS: Seed = Seed(0);

/// Who is told what the agent thinks so far; nobody need be.
pub(crate) type SoFar<'a> = dyn Fn(Analysis) + Sync + 'a;

/// What shall be thought about, by whom, and for how long.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    pub(crate) agent: String,
    pub(crate) time: Duration,
}

impl Subject {
    /// Has the agent think; less than there is to say if `stop` is raised.
    pub(crate) fn analyse(&self, stop: &Stop, so_far: Option<&SoFar<'_>>) -> Analysis {
        let position = self.position.text();
        let told = |thought: Option<(Option<PerSeat<f64>>, Thought)>| {
            let (values, thought) = thought.unzip();
            Analysis {
                position: position.clone(),
                values: values.flatten().map(|values| values.as_slice().to_vec()),
                thought,
            }
        };
        if let Node::Decide(_) = self.position.node() {
            let sight = Sight::default();
            let watch = |opinion: Opinion, time: Duration| {
                if let Some(so_far) = so_far
                    && sight.is_due()
                {
                    so_far(told(Some(self.opinion(&self.position, opinion, time))));
                }
            };
            return told(self.think(&self.position, self.time, stop, &watch));
        }
        let mut rng = STREAMS.child("chance", self.position.plies() as u64).rng();
        let values = self.expect(&self.position, self.time, MOST_FUTURES, &mut rng, stop);
        Analysis {
            position,
            values: values.map(|values| values.as_slice().to_vec()),
            thought: None,
        }
    }

    /// Has the agent think and shows the tree its choice came from, of at most `most` positions; none
    /// if it keeps no tree or it is not for a seat to move.
    pub(crate) fn tree(&self, stop: &Stop, most: u64) -> Option<SearchTree> {
        let Node::Decide(seat) = self.position.node() else {
            return None;
        };
        let mut player = self.variant.player(&self.agent).ok()?;
        let mut rng = agent_rng(STREAMS, seat, self.position.plies());
        let budget = Budget::time(self.time);
        let choice = player.try_choose(&self.position, &budget, stop, &mut rng);
        choice.ok()?;
        search_tree(self.variant.spec(), &self.position, &player, most)
    }

    /// The utility each seat can expect: where chance acts, the average over its events, or over
    /// some that are drawn if there are more than `futures`.
    fn expect(
        &self,
        position: &Position,
        time: Duration,
        futures: usize,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Option<PerSeat<f64>> {
        match position.node() {
            Node::Over => return position.outcome().map(|outcome| outcome.utilities()),
            Node::Decide(_) => return self.think(position, time, stop, &|_, _| ())?.0,
            Node::Chance => {}
        }
        let listed = position.events().filter(|events| events.len() <= futures);
        let events = listed.unwrap_or_else(|| {
            let draws = futures.max(1);
            let draw = |_| (position.clone().roll(rng), 1.0 / draws as f64);
            (0..draws).map(draw).collect()
        });
        let count = events.len().max(1);
        let mut sum = PerSeat::filled(position.seats(), 0.0);
        for (event, probability) in events {
            if stop.is_raised() {
                return None;
            }
            let mut after = position.clone();
            after.play_text(&event).ok()?;
            let share = time / count as u32;
            let values = self.expect(&after, share, futures / count, rng, stop)?;
            for seat in ludorum_core::Seat::all(values.seats()) {
                sum[seat] += probability * values[seat];
            }
        }
        Some(sum)
    }

    fn think(
        &self,
        position: &Position,
        time: Duration,
        stop: &Stop,
        so_far: &(dyn Fn(Opinion, Duration) + Sync),
    ) -> Option<(Option<PerSeat<f64>>, Thought)> {
        let Node::Decide(seat) = position.node() else {
            return None;
        };
        let mut player = self.variant.player(&self.agent).ok()?;
        let mut rng = agent_rng(STREAMS, seat, position.plies());
        let began = Instant::now();
        let watch = |opinion: Opinion| so_far(opinion, began.elapsed());
        let watch: Option<&Watch<'_>> = Some(&watch);
        let budget = Budget::time(time);
        let verdict = player.try_choose_watched(position, &budget, stop, &mut rng, watch);
        let opinion = Opinion {
            verdict: verdict.ok()?,
            reasons: player.reasons(position),
        };
        Some(self.opinion(position, opinion, began.elapsed()))
    }

    /// What the agent thinks of a position, and what it is worth to each seat.
    fn opinion(
        &self,
        position: &Position,
        opinion: Opinion,
        time: Duration,
    ) -> (Option<PerSeat<f64>>, Thought) {
        let values = opinion
            .verdict
            .value
            .filter(|values| values.iter().all(f64::is_finite));
        (values, thought(&self.agent, position, opinion, time))
    }
}
