//! Measures of how a game is played, summed up for each agent of a run.

use std::collections::BTreeMap;

use ludorum_catalog::Count;
use ludorum_core::Stop;

use crate::run::Played;
use crate::{Plan, PlanError, RunOptions, run_measured};

/// What was counted for one agent in many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentCounts {
    /// The games it played; a game counts for every seat it had in it.
    pub games: u64,
    /// Of these, those in which it was not the first to move.
    pub games_later: u64,
    /// Its share of the wins, in games.
    pub won: f64,
    /// The same in games in which it was not the first to move.
    pub won_later: f64,
    /// For each measure, a count for each class of cases.
    pub counts: Vec<Vec<Count>>,
}

/// Plays a run and sums up measures for each agent. The same on any number of threads. `after` is told
/// how many games have ended; fewer are played once `stop` is raised.
///
/// # Errors
/// When the game has no such measure.
pub fn play_measured(
    plan: &Plan,
    measures: &[&str],
    threads: usize,
    stop: &Stop,
    mut after: impl FnMut(usize),
) -> Result<Vec<AgentCounts>, PlanError> {
    let known = plan.variant().measures();
    if let Some(unknown) = measures
        .iter()
        .find(|&&name| known.iter().all(|k| k.name != name))
    {
        let known: Vec<&str> = known.iter().map(|measure| measure.name).collect();
        let name = plan.variant().name();
        return Err(PlanError::Unanswerable(match known.is_empty() {
            true => format!("nothing is measured in games of {name}, so {unknown} is not either"),
            false => format!(
                "{name} has no measure {unknown}; it has {}",
                known.join(", ")
            ),
        }));
    }
    let mut sums = vec![AgentCounts::default(); plan.agents().len()];
    // Sums of real numbers depend on their order, so games are added in that of the plan.
    let mut waiting: BTreeMap<u64, Counted> = BTreeMap::new();
    let mut next = 0;
    let options = RunOptions::on(threads);
    let Ok(()) = run_measured(plan, &options, measures, stop, |batch| {
        after(batch.len());
        let game = |played: &Played| (played.result.game, Counted::of(played));
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

/// What is added up of a game.
struct Counted {
    /// The agent at each seat, and its share of the win.
    seats: Vec<(usize, f64)>,
    counts: Vec<Vec<Vec<Count>>>,
}

impl Counted {
    fn of(played: &Played) -> Counted {
        let seats = played.result.seats.iter();
        Counted {
            seats: seats.map(|seat| (seat.agent, seat.share)).collect(),
            counts: played.counts.clone(),
        }
    }

    fn add_to(&self, sums: &mut [AgentCounts]) {
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
                sum.resize(own.len(), Count::default());
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

    fn plan(game: &str, agents: [&str; 2]) -> Plan {
        let agents = agents.map(str::to_owned);
        Plan::new(open(game).unwrap(), &agents, Seed(1), 40).unwrap()
    }

    #[test]
    fn measures_are_the_same_on_any_number_of_threads() {
        let plan = plan("dicewars", ["ste", "naive"]);
        let measures = ["aggressivity", "held"];
        let played = |threads| {
            let mut games = 0;
            let stop = Stop::new();
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
        // The naive player attacks while it can, which STE does not.
        let (bold, careful) = (naive.counts[0][0], ste.counts[0][0]);
        assert!(bold.cases > 0 && bold.share() == 1.0);
        assert!((0.2..0.8).contains(&careful.share()), "{careful:?}");
        // Attacks of the last turns are not told about any more.
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
            let played = play_measured(&plan, &["speed"], 1, &Stop::new(), |_| ());
            played.unwrap_err().to_string()
        };
        let why = refused("dicewars", ["naive", "naive"]);
        assert!(
            why.contains("no measure speed; it has aggressivity, held"),
            "{why}"
        );
        let why = refused("tictactoe", ["random", "random"]);
        assert!(why.contains("nothing is measured"), "{why}");
    }
}
