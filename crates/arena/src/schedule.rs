//! Who plays whom, and where everybody sits.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::PlanError;

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// All agents at one table, one for each seat.
    #[default]
    Match,
    /// Every group of as many agents as there are seats.
    RoundRobin,
    /// The first agent against each of the others, who takes all other seats.
    Field,
}

/// Which seatings a block has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seatings {
    /// The agents are rotated, so that each sits everywhere once: as many as there are seats.
    #[default]
    Rotations,
    /// All orders of the agents: with four, 24.
    All,
    /// All orders that differ in more than which of several equal agents sits where.
    Distinct,
}

impl Seatings {
    /// The option of commands that asks for them; nothing for what is done anyway.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Seatings::Rotations => "",
            Seatings::All => " --seatings all",
            Seatings::Distinct => " --seatings distinct",
        }
    }
}

/// Who plays whom, in which seatings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Who plays whom.
    pub pairing: Pairing,
    /// In which seatings.
    pub seatings: Seatings,
}

/// One game of a round: its block in the round, and the agent at each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sitting {
    pub(crate) block: usize,
    pub(crate) seats: Vec<usize>,
}

/// How the games of a run lie: in blocks, and blocks in rounds.
///
/// A block is one group of agents in all seatings, from one setup. A round is a block of every
/// group, all from the same setup, so that a run that was stopped is fair to all groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    agents: usize,
    seats: usize,
    round: Vec<Sitting>,
}

impl Layout {
    /// The games of these agents at so many seats.
    ///
    /// # Errors
    /// When a round would be too long.
    pub fn new(schedule: Schedule, agents: &[String], seats: usize) -> Result<Layout, PlanError> {
        Ok(Layout {
            agents: agents.len(),
            seats,
            round: schedule.round(agents, seats)?,
        })
    }

    /// The number of agents.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The number of games in a round.
    pub fn round_games(&self) -> u64 {
        self.round.len() as u64
    }

    /// The number of groups: each has one block in a round.
    pub fn groups(&self) -> u64 {
        self.round
            .last()
            .map_or(1, |sitting| sitting.block as u64 + 1)
    }

    /// The number of games in a block.
    pub fn block_games(&self) -> u64 {
        self.round_games() / self.groups()
    }

    /// The block a game belongs to, counted through the run. All games of a block are consecutive.
    pub fn block(&self, game: u64) -> u64 {
        game / self.block_games()
    }

    /// The round a game belongs to.
    pub fn round(&self, game: u64) -> u64 {
        game / self.round_games()
    }

    /// Which agent sits at each seat in a game.
    pub fn seating(&self, game: u64) -> &[usize] {
        let place = (game % self.round_games()) as usize;
        &self.round[place].seats
    }
}

/// No round has more games.
const MOST_SITTINGS: usize = 100_000;

impl Schedule {
    /// All games of one round: every group in every seating.
    pub(crate) fn round(&self, agents: &[String], seats: usize) -> Result<Vec<Sitting>, PlanError> {
        let mut round = Vec::new();
        let groups = self.groups(agents.len(), seats)?;
        for (block, group) in groups.into_iter().enumerate() {
            let orders = match self.seatings {
                Seatings::Rotations => rotations(&group),
                Seatings::All => orders(group)?,
                Seatings::Distinct => distinct(orders(group)?, agents),
            };
            round.extend(orders.into_iter().map(|seats| Sitting { block, seats }));
            if round.len() > MOST_SITTINGS {
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

/// All different orders, in the order of a dictionary.
fn orders(mut group: Vec<usize>) -> Result<Vec<Vec<usize>>, PlanError> {
    group.sort_unstable();
    let mut all = vec![group.clone()];
    // The next permutation (Narayana): equal agents change places only once.
    while let Some(fall) = group.windows(2).rposition(|pair| pair[0] < pair[1]) {
        let next = group.iter().rposition(|&agent| agent > group[fall]);
        group.swap(fall, next.unwrap_or(fall));
        group[fall + 1..].reverse();
        all.push(group.clone());
        if all.len() > MOST_SITTINGS {
            return Err(PlanError::TooManyGroups);
        }
    }
    Ok(all)
}

/// The first of all orders that look the same.
fn distinct(mut orders: Vec<Vec<usize>>, agents: &[String]) -> Vec<Vec<usize>> {
    let mut seen: HashSet<Vec<&str>> = HashSet::new();
    orders.retain(|order| seen.insert(order.iter().map(|&agent| agents[agent].as_str()).collect()));
    orders
}

/// All choices of `size` out of `count`, in the order of a dictionary.
fn combinations(count: usize, size: usize) -> Result<Vec<Vec<usize>>, PlanError> {
    let mut all = vec![Vec::new()];
    for place in 0..size {
        let mut longer = Vec::new();
        for begun in &all {
            let from = begun.last().map_or(0, |&last: &usize| last + 1);
            // As many must be left as are still to be chosen.
            for next in from..(count + place + 1).saturating_sub(size) {
                let mut choice: Vec<usize> = begun.clone();
                choice.push(next);
                longer.push(choice);
            }
            if longer.len() > MOST_SITTINGS {
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
        assert_eq!(orders(vec![2, 0, 1]).unwrap().len(), 6);
        assert_eq!(
            orders(vec![0, 1, 1]).unwrap(),
            [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
        );
    }

    #[test]
    fn equal_agents_need_not_change_places() {
        let schedule = Schedule {
            pairing: Pairing::Match,
            seatings: Seatings::Distinct,
        };
        let seatings = |agents: [&str; 4]| {
            let round = schedule.round(&agents.map(str::to_owned), 4).unwrap();
            round.into_iter().map(|sitting| sitting.seats).collect()
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
        let schedule = Schedule {
            pairing: Pairing::Field,
            seatings: Seatings::Rotations,
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
