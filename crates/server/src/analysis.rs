//! Analysis of single positions outside tables: an agent's evaluation and the expected utility of
//! each seat. At chance nodes the utilities are averaged over the outcomes, which separates luck
//! from skill.

use std::time::{Duration, Instant};

use ludorum_bridge::{Throttle, encode_thought, search_tree};
use ludorum_catalog::{Position, ThinkingCallback, Variant, agent_rng};
use ludorum_core::{Budget, MoveChoice, NodeKind, PerSeat, Rng, Seed, StopFlag};
use ludorum_protocol::study::{PositionAnalysis, SearchTree};
use ludorum_protocol::table::AgentMoveAnalysis;

use crate::table::SHOW_EVERY;

/// Maximum number of successor positions analysed at a chance node.
const MAX_OUTCOMES: usize = 48;

/// Fixed seed of the agents that analyse positions, so that equal requests get equal answers.
const STREAMS: Seed = Seed(0);

/// Callback that receives intermediate analyses while the agent is searching.
pub(crate) type AnalysisCallback<'a> = dyn Fn(PositionAnalysis) + Sync + 'a;

/// An analysis to run: the position, the agent and its time limit.
#[derive(Debug)]
pub(crate) struct AnalysisTask {
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    pub(crate) agent: String,
    pub(crate) time: Duration,
}

impl AnalysisTask {
    /// Analyses the position with the agent. If `stop` is raised, the search ends early and the
    /// result is partial.
    pub(crate) fn analyse(
        &self,
        stop: &StopFlag,
        on_progress: Option<&AnalysisCallback<'_>>,
    ) -> PositionAnalysis {
        let position = self.position.text();
        let analysis = |thought: Option<(Option<PerSeat<f64>>, AgentMoveAnalysis)>| {
            let (values, thought) = thought.unzip();
            PositionAnalysis {
                position: position.clone(),
                values: values.flatten().map(|values| values.as_slice().to_vec()),
                thought,
            }
        };
        if let NodeKind::Decide(_) = self.position.node() {
            let throttle = Throttle::new(SHOW_EVERY);
            let on_opinion = |opinion: MoveChoice<String>, time: Duration| {
                if let Some(on_progress) = on_progress
                    && throttle.is_due()
                {
                    on_progress(analysis(Some(self.opinion(&self.position, opinion, time))));
                }
            };
            return analysis(self.think(&self.position, self.time, stop, &on_opinion));
        }
        let mut rng = STREAMS.child("chance", self.position.plies() as u64).rng();
        let values = self.expected_values(&self.position, self.time, MAX_OUTCOMES, &mut rng, stop);
        PositionAnalysis {
            position,
            values: values.map(|values| values.as_slice().to_vec()),
            thought: None,
        }
    }

    /// Runs the agent and returns its search tree, cut to at most `most` nodes. `None` if the agent
    /// keeps no tree or no seat is to move.
    pub(crate) fn tree(&self, stop: &StopFlag, most: u64) -> Option<SearchTree> {
        let NodeKind::Decide(seat) = self.position.node() else {
            return None;
        };
        let mut player = self.variant.player(&self.agent).ok()?;
        let mut rng = agent_rng(STREAMS, seat, self.position.plies());
        let budget = Budget::time(self.time);
        let choice = player.try_choose(&self.position, &budget, stop, &mut rng);
        choice.ok()?;
        search_tree(self.variant.spec(), &self.position, &player, most)
    }

    /// Estimates the expected utility of each seat with the agent. A chance node averages over its
    /// events, or over `outcomes` sampled ones if it has more. `None` if there is no estimate.
    fn expected_values(
        &self,
        position: &Position,
        time: Duration,
        outcomes: usize,
        rng: &mut Rng,
        stop: &StopFlag,
    ) -> Option<PerSeat<f64>> {
        match position.node() {
            NodeKind::Over => return position.outcome().map(|outcome| outcome.utilities()),
            NodeKind::Decide(_) => return self.think(position, time, stop, &|_, _| ())?.0,
            NodeKind::Chance => {}
        }
        let listed = position.events().filter(|events| events.len() <= outcomes);
        let events = listed.unwrap_or_else(|| {
            let draws = outcomes.max(1);
            let draw = |_| (position.clone().play_chance(rng), 1.0 / draws as f64);
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
            let values = self.expected_values(&after, share, outcomes / count, rng, stop)?;
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
        stop: &StopFlag,
        on_progress: &(dyn Fn(MoveChoice<String>, Duration) + Sync),
    ) -> Option<(Option<PerSeat<f64>>, AgentMoveAnalysis)> {
        let NodeKind::Decide(seat) = position.node() else {
            return None;
        };
        let mut player = self.variant.player(&self.agent).ok()?;
        let mut rng = agent_rng(STREAMS, seat, position.plies());
        let began = Instant::now();
        let on_opinion = |opinion: MoveChoice<String>| on_progress(opinion, began.elapsed());
        let on_opinion: Option<&ThinkingCallback<'_>> = Some(&on_opinion);
        let budget = Budget::time(time);
        player
            .try_choose_with_callback(position, &budget, stop, &mut rng, on_opinion)
            .ok()?;
        let choice = player.last_choice(position)?;
        Some(self.opinion(position, choice, began.elapsed()))
    }

    /// Converts an agent's move choice to the protocol type. Also returns the expected utility of
    /// each seat; `None` if the agent gives none or one is not finite.
    fn opinion(
        &self,
        position: &Position,
        opinion: MoveChoice<String>,
        time: Duration,
    ) -> (Option<PerSeat<f64>>, AgentMoveAnalysis) {
        let values = opinion
            .value
            .filter(|values| values.iter().all(f64::is_finite));
        (values, encode_thought(&self.agent, position, opinion, time))
    }
}
