//! Schedules: pairing of agents, and their seatings.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::PlanError;

/// Rule that selects the groups of agents that play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// One group of all agents, with one agent for each seat.
    #[default]
    Match,
    /// Round robin: every combination of as many agents as there are seats forms a group.
    RoundRobin,
    /// One group for each agent but the first: the first agent takes one seat, and the other agent
    /// takes all remaining seats.
    Field,
}

/// Set of seatings (assignments of agents to seats) that a group of agents plays; a block has one
/// game per seating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatingScheme {
    /// Cyclic rotations of the agents: each agent takes every seat once.
    #[default]
    Rotations,
    /// All permutations of the agents, such as 24 for four agents.
    All,
    /// All distinct permutations of the agents, where agents with equal specs are interchangeable.
    Distinct,
}

impl SeatingScheme {
    /// Command-line option that selects this seating scheme; empty for the default scheme.
    pub(crate) fn cli_flag(self) -> &'static str {
        match self {
            SeatingScheme::Rotations => "",
            SeatingScheme::All => " --seatings all",
            SeatingScheme::Distinct => " --seatings distinct",
        }
    }
}

/// Schedule of a run: rule that groups the agents, and seatings that each group plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSchedule {
    /// Rule that selects the groups of agents that play each other.
    pub pairing: Pairing,
    /// Set of seatings that each group of agents plays.
    pub seatings: SeatingScheme,
}

/// Game of a round: index of its block in the round, and index of the agent in each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScheduledGame {
    pub(crate) block: usize,
    pub(crate) seats: Vec<usize>,
}

/// Layout of a run's games in blocks, and of blocks in rounds.
///
/// A block is one group of agents playing all its seatings from one setup. A round is one block of
/// each group, all from the same setup, so that an interrupted run is fair to all groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLayout {
    agents: usize,
    seats: usize,
    round: Vec<ScheduledGame>,
}

impl BlockLayout {
    /// Lays out the games that a schedule gives for `agents` in a game with `seats` seats.
    ///
    /// # Errors
    /// If a round would have too many games.
    pub fn new(
        schedule: RunSchedule,
        agents: &[String],
        seats: usize,
    ) -> Result<BlockLayout, PlanError> {
        Ok(BlockLayout {
            agents: agents.len(),
            seats,
            round: schedule.round(agents, seats)?,
        })
    }

    /// Number of agents in the run.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// Number of seats of the game.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Number of games in a round.
    pub fn round_games(&self) -> u64 {
        self.round.len() as u64
    }

    /// Number of groups of agents; each group has one block in a round.
    pub fn groups(&self) -> u64 {
        self.round.last().map_or(1, |game| game.block as u64 + 1)
    }

    /// Number of games in a block, which is the number of seatings of a group.
    pub fn block_games(&self) -> u64 {
        self.round_games() / self.groups()
    }

    /// Index of a game's block in the run. The games of a block are consecutive.
    pub fn block(&self, game: u64) -> u64 {
        game / self.block_games()
    }

    /// Index of a game's round in the run.
    pub fn round(&self, game: u64) -> u64 {
        game / self.round_games()
    }

    /// Index of the agent in each seat of a game.
    pub fn seating(&self, game: u64) -> &[usize] {
        let place = (game % self.round_games()) as usize;
        &self.round[place].seats
    }
}

/// Maximum number of games in a round.
const MAX_ROUND_GAMES: usize = 100_000;

impl RunSchedule {
    /// Lists the games of one round: every group of agents in every seating.
    pub(crate) fn round(
        &self,
        agents: &[String],
        seats: usize,
    ) -> Result<Vec<ScheduledGame>, PlanError> {
        let mut round = Vec::new();
        let groups = self.groups(agents.len(), seats)?;
        for (block, group) in groups.into_iter().enumerate() {
            let orders = match self.seatings {
                SeatingScheme::Rotations => rotations(&group),
                SeatingScheme::All => permutations(group)?,
                SeatingScheme::Distinct => distinct_seatings(permutations(group)?, agents),
            };
            round.extend(
                orders
                    .into_iter()
                    .map(|seats| ScheduledGame { block, seats }),
            );
            if round.len() > MAX_ROUND_GAMES {
                return Err(PlanError::TooManyGroups);
            }
        }
        Ok(round)
    }

    fn groups(&self, agents: usize, seats: usize) -> Result<Vec<Vec<usize>>, PlanError> {
        match self.pairing {
            Pairing::Match => Ok(vec![(0..agents).collect()]),
            Pairing::RoundRobin => combinations(agents, seats),
            Pairing::Field => {
                let against = |other| {
                    let mut group = vec![other; seats];
                    group[0] = 0;
                    group
                };
                Ok((1..agents).map(against).collect())
            }
        }
    }
}

fn rotations(group: &[usize]) -> Vec<Vec<usize>> {
    let seats = group.len();
    let turned = |by: usize| (0..seats).map(|seat| group[(seat + by) % seats]).collect();
    (0..seats).map(turned).collect()
}

/// Lists all distinct permutations of a group of agent indices, in lexicographic order.
fn permutations(mut group: Vec<usize>) -> Result<Vec<Vec<usize>>, PlanError> {
    group.sort_unstable();
    let mut all = vec![group.clone()];
    // Next permutation (Narayana's algorithm): equal elements are swapped only once.
    while let Some(fall) = group.windows(2).rposition(|pair| pair[0] < pair[1]) {
        let next = group.iter().rposition(|&agent| agent > group[fall]);
        group.swap(fall, next.unwrap_or(fall));
        group[fall + 1..].reverse();
        all.push(group.clone());
        if all.len() > MAX_ROUND_GAMES {
            return Err(PlanError::TooManyGroups);
        }
    }
    Ok(all)
}

/// Removes seating orders that have the same agent spec in every seat as an earlier order.
fn distinct_seatings(mut orders: Vec<Vec<usize>>, agents: &[String]) -> Vec<Vec<usize>> {
    let mut seen: HashSet<Vec<&str>> = HashSet::new();
    orders.retain(|order| seen.insert(order.iter().map(|&agent| agents[agent].as_str()).collect()));
    orders
}

/// Lists all combinations of `size` out of `count` indices, in lexicographic order.
fn combinations(count: usize, size: usize) -> Result<Vec<Vec<usize>>, PlanError> {
    let mut all = vec![Vec::new()];
    for place in 0..size {
        let mut longer = Vec::new();
        for begun in &all {
            let from = begun.last().map_or(0, |&last: &usize| last + 1);
            // The bound leaves enough indices for the remaining places.
            for next in from..(count + place + 1).saturating_sub(size) {
                let mut choice: Vec<usize> = begun.clone();
                choice.push(next);
                longer.push(choice);
            }
            if longer.len() > MAX_ROUND_GAMES {
                return Err(PlanError::TooManyGroups);
            }
        }
        all = longer;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody() {
        assert_eq!(
            combinations(4, 2).unwrap(),
            [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        );
        assert_eq!(combinations(8, 4).unwrap().len(), 70);
        assert!(combinations(60, 8).is_err());
    }

    #[test]
    fn all_orders_are_listed_once() {
        assert_eq!(permutations(vec![2, 0, 1]).unwrap().len(), 6);
        assert_eq!(
            permutations(vec![0, 1, 1]).unwrap(),
            [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
        );
    }

    #[test]
    fn equal_agents_need_not_change_places() {
        let schedule = RunSchedule {
            pairing: Pairing::Match,
            seatings: SeatingScheme::Distinct,
        };
        let seatings = |agents: [&str; 4]| {
            let round = schedule.round(&agents.map(str::to_owned), 4).unwrap();
            round.into_iter().map(|game| game.seats).collect()
        };
        let two_each: Vec<Vec<usize>> = seatings(["a", "b", "a", "b"]);
        assert_eq!(two_each.len(), 6);
        assert_eq!(two_each[0], [0, 1, 2, 3]);
        assert_eq!(two_each[5], [1, 3, 0, 2]);
        assert_eq!(seatings(["a", "a", "a", "a"]), [[0, 1, 2, 3]]);
        assert_eq!(seatings(["a", "b", "c", "d"]).len(), 24);
    }

    #[test]
    fn one_against_a_field_sits_everywhere_once() {
        let schedule = RunSchedule {
            pairing: Pairing::Field,
            seatings: SeatingScheme::Rotations,
        };
        let agents = ["a", "b", "c"].map(str::to_owned);
        let round = schedule.round(&agents, 4).unwrap();
        assert_eq!(round.len(), 8);
        assert_eq!(round[0].seats, [0, 1, 1, 1]);
        assert_eq!(
            (round[7].block, &round[7].seats[..]),
            (1, &[2, 0, 2, 2][..])
        );
    }
}
