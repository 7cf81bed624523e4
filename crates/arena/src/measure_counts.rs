//! Counts events in games, such as attacks made, for each agent of a run. Each game defines its
//! measures.

use std::collections::BTreeMap;

use ludorum_catalog::ObservedExpectedCounts;
use ludorum_core::StopFlag;

use crate::run::PlayedGame;
use crate::{PlanError, RunOptions, RunPlan, run_measured};

/// Game-specific event counts and win shares of one agent, summed over the games of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentStatisticCounts {
    /// Number of games that the agent played; a game counts once for every seat the agent had.
    pub games: u64,
    /// Number of games in which the agent did not have the first seat.
    pub games_later: u64,
    /// Sum of the agent's shares of the win.
    pub won: f64,
    /// Sum of the agent's shares of the win in games in which it did not have the first seat.
    pub won_later: f64,
    /// Observed and expected event counts, indexed by requested statistic, then by class of events.
    pub counts: Vec<Vec<ObservedExpectedCounts>>,
}

/// Plays a run and counts the events of the named game-specific statistics for each agent. Calls
/// `after` with the number of games that have just ended. Returns early if `stop` is raised.
///
/// # Errors
/// If the game has no measure with one of the names.
pub fn play_measured(
    plan: &RunPlan,
    measures: &[&str],
    threads: usize,
    stop: &StopFlag,
    mut after: impl FnMut(usize),
) -> Result<Vec<AgentStatisticCounts>, PlanError> {
    let known = plan.variant().measures();
    if let Some(unknown) = measures
        .iter()
        .find(|&&name| known.iter().all(|k| k.name != name))
    {
        let known: Vec<&str> = known.iter().map(|measure| measure.name).collect();
        let name = plan.variant().name();
        return Err(PlanError::Unanswerable(if known.is_empty() {
            format!("{name} has no measures, so it has no measure {unknown}")
        } else {
            format!(
                "{name} has no measure {unknown}; it has {}",
                known.join(", ")
            )
        }));
    }
    let mut sums = vec![AgentStatisticCounts::default(); plan.agents().len()];
    // Floating-point sums depend on their order, so games are added in the order of the plan.
    let mut waiting: BTreeMap<u64, GameStatisticCounts> = BTreeMap::new();
    let mut next = 0;
    let options = RunOptions::with_threads(threads);
    let Ok(()) = run_measured(plan, &options, measures, stop, |batch| {
        after(batch.len());
        let game = |played: &PlayedGame| (played.result.game, GameStatisticCounts::of(played));
        waiting.extend(batch.iter().map(game));
        while let Some(counted) = waiting.remove(&next) {
            counted.add_to(&mut sums);
            next += 1;
        }
        Ok::<(), std::convert::Infallible>(())
    });
    waiting
        .values()
        .for_each(|counted| counted.add_to(&mut sums));
    Ok(sums)
}

/// Event counts and win shares of the agents in one game.
struct GameStatisticCounts {
    /// Index of the agent in each seat, and its share of the win.
    seats: Vec<(usize, f64)>,
    counts: Vec<Vec<Vec<ObservedExpectedCounts>>>,
}

impl GameStatisticCounts {
    fn of(played: &PlayedGame) -> GameStatisticCounts {
        let seats = played.result.seats.iter();
        GameStatisticCounts {
            seats: seats.map(|seat| (seat.agent, seat.share)).collect(),
            counts: played.counts.clone(),
        }
    }

    fn add_to(&self, sums: &mut [AgentStatisticCounts]) {
        for (index, &(agent, share)) in self.seats.iter().enumerate() {
            let sum = &mut sums[agent];
            sum.games += 1;
            sum.won += share;
            if index > 0 {
                sum.games_later += 1;
                sum.won_later += share;
            }
            sum.counts.resize(self.counts.len(), Vec::new());
            for (sum, measure) in sum.counts.iter_mut().zip(&self.counts) {
                let own = &measure[index];
                sum.resize(own.len(), ObservedExpectedCounts::default());
                sum.iter_mut().zip(own).for_each(|(sum, &own)| sum.add(own));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::open;
    use ludorum_core::Seed;

    fn plan(game: &str, agents: [&str; 2]) -> RunPlan {
        let agents = agents.map(str::to_owned);
        RunPlan::new(open(game).unwrap(), &agents, Seed(1), 40).unwrap()
    }

    #[test]
    fn measures_are_the_same_on_any_number_of_threads() {
        let plan = plan("dicewars", ["ste", "naive"]);
        let measures = ["aggressivity", "held"];
        let played = |threads| {
            let mut games = 0;
            let stop = StopFlag::new();
            let counts = play_measured(&plan, &measures, threads, &stop, |more| games += more);
            assert_eq!(games, 40);
            counts.unwrap()
        };
        let [ste, naive] = &played(1)[..] else {
            panic!("two agents");
        };
        assert_eq!(played(3), [ste.clone(), naive.clone()]);
        assert_eq!((ste.games, ste.games_later), (40, 20));
        assert_eq!(ste.won + naive.won, 40.0);
        // The naive player attacks whenever it can, STE does not.
        let (bold, careful) = (naive.counts[0][0], ste.counts[0][0]);
        assert!(bold.cases > 0 && bold.share() == 1.0);
        assert!((0.2..0.8).contains(&careful.share()), "{careful:?}");
        // Some attacks at the end of a game have no known outcome.
        assert_eq!(ste.counts[1].len(), 10);
        let told: u64 = ste.counts[1].iter().map(|tenth| tenth.cases).sum();
        assert!(told > 0 && told <= careful.hits);
        for (tenth, count) in ste.counts[1].iter().enumerate() {
            let (low, high) = (tenth as f64 / 10.0, (tenth + 1) as f64 / 10.0);
            let mean = count.mean_expected();
            assert!(
                count.cases == 0 || (low..=high).contains(&mean),
                "{count:?}"
            );
        }
    }

    #[test]
    fn a_game_without_the_measure_is_refused() {
        let refused = |game: &str, agents| {
            let plan = plan(game, agents);
            let played = play_measured(&plan, &["speed"], 1, &StopFlag::new(), |_| ());
            played.unwrap_err().to_string()
        };
        let why = refused("dicewars", ["naive", "naive"]);
        assert!(
            why.contains("no measure speed; it has aggressivity, held"),
            "{why}"
        );
        let why = refused("tictactoe", ["random", "random"]);
        assert!(why.contains("has no measures"), "{why}");
    }
}
