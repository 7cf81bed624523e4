//! Shards: parts of a run for several machines. A shard is every n-th block or a range of blocks.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{GameIndexSet, RunPlan};

/// Subset of a run's blocks to be played on one machine: `2/4` is every fourth block from the
/// second, `50..100` is a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunShard {
    /// Index of the first block in the shard, from 0.
    first: u64,
    /// Distance between the indices of consecutive blocks in the shard.
    step: u64,
    /// Exclusive upper limit of the block indices in the shard.
    end: u64,
}

impl RunShard {
    /// Shard with all blocks of the run.
    pub const WHOLE: RunShard = RunShard {
        first: 0,
        step: 1,
        end: u64::MAX,
    };

    /// Creates a shard of consecutive blocks.
    pub fn blocks(range: Range<u64>) -> RunShard {
        RunShard {
            first: range.start,
            step: 1,
            end: range.end,
        }
    }

    /// Number of games of a plan that are in this shard.
    pub fn games(&self, plan: &RunPlan) -> u64 {
        self.blocks_of(plan.blocks()) * plan.layout().block_games()
    }

    /// Number of blocks in this shard, for a run with `blocks` blocks.
    pub(crate) fn blocks_of(&self, blocks: u64) -> u64 {
        let end = self.end.min(blocks);
        end.saturating_sub(self.first).div_ceil(self.step)
    }

    /// True if the shard has all blocks of the run.
    pub fn is_whole(&self) -> bool {
        *self == RunShard::WHOLE
    }

    /// Index in the plan of the game that has index `index` in this shard.
    pub(crate) fn game(&self, plan: &RunPlan, index: u64) -> u64 {
        let each = plan.layout().block_games();
        (self.first + index / each * self.step) * each + index % each
    }
}

impl Default for RunShard {
    fn default() -> RunShard {
        RunShard::WHOLE
    }
}

impl From<RunShard> for String {
    fn from(shard: RunShard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for RunShard {
    type Error = String;

    fn try_from(text: String) -> Result<RunShard, String> {
        text.parse()
    }
}

impl fmt::Display for RunShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            u64::MAX => write!(f, "{}/{}", self.first + 1, self.step),
            end => write!(f, "{}..{end}", self.first),
        }
    }
}

impl FromStr for RunShard {
    type Err = String;

    fn from_str(text: &str) -> Result<RunShard, String> {
        let numbers = |sign: &str| -> Option<(u64, u64)> {
            let (left, right) = text.split_once(sign)?;
            Some((left.parse().ok()?, right.parse().ok()?))
        };
        if let Some((index, count)) = numbers("/").filter(|(index, count)| index <= count)
            && let Some(first) = index.checked_sub(1)
        {
            return Ok(RunShard {
                first,
                step: count,
                end: u64::MAX,
            });
        }
        if let Some((first, end)) = numbers("..").filter(|(first, end)| first < end) {
            return Ok(RunShard::blocks(first..end));
        }
        Err(
            "a shard is one of several parts, such as 1/4, or a range of blocks, such as 0..50"
                .to_owned(),
        )
    }
}

/// Queue of the blocks of a run that are not yet played, taken in shards of consecutive blocks.
#[derive(Debug)]
pub struct BlockQueue {
    next: u64,
    blocks: u64,
    done: GameIndexSet,
    block_games: u64,
}

impl BlockQueue {
    /// Creates the queue of a plan's blocks; skips blocks whose games are all in `done`.
    pub fn of(plan: &RunPlan, done: GameIndexSet) -> BlockQueue {
        BlockQueue {
            next: 0,
            blocks: plan.blocks(),
            done,
            block_games: plan.layout().block_games(),
        }
    }

    /// Takes the next shard of at most `most` consecutive blocks; `None` if no blocks are left. An
    /// incomplete block is played again with all its games.
    pub fn take(&mut self, most: u64) -> Option<RunShard> {
        while self.next < self.blocks && self.is_complete(self.next) {
            self.next += 1;
        }
        let first = self.next;
        let is_in = |block: &u64| *block - first < most.max(1) && !self.is_complete(*block);
        let blocks = (first..self.blocks).take_while(is_in).count() as u64;
        self.next = first + blocks;
        (blocks > 0).then(|| RunShard::blocks(first..self.next))
    }

    /// Number of blocks left in the queue.
    pub fn blocks(&self) -> u64 {
        let mut left = self.next..self.blocks;
        if self.done.is_empty() {
            left.end - left.start
        } else {
            left.by_ref()
                .filter(|&block| !self.is_complete(block))
                .count() as u64
        }
    }

    fn is_complete(&self, block: u64) -> bool {
        let first = block * self.block_games;
        (first..first + self.block_games).all(|game| self.done.contains(game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_core::Seed;

    fn plan() -> RunPlan {
        let variant = ludorum_catalog::open("tictactoe").unwrap();
        let agents = ["random", "random"].map(str::to_owned);
        RunPlan::new(variant, &agents, Seed(1), 40).unwrap()
    }

    fn games(shard: RunShard) -> Vec<u64> {
        let plan = plan();
        let count = shard.games(&plan);
        (0..count).map(|index| shard.game(&plan, index)).collect()
    }

    #[test]
    fn every_game_is_in_one_part() {
        let all: Vec<u64> = (0..40).collect();
        for parts in [
            &["1/1"][..],
            &["1/3", "2/3", "3/3"],
            &["0..7", "7..100"],
            &["1/25", "2/25", "3/25", "3..20", "20..99"],
        ] {
            let parts = parts
                .iter()
                .map(|text| games(text.parse::<RunShard>().unwrap()));
            let mut together: Vec<u64> = parts.flatten().collect();
            together.sort_unstable();
            assert_eq!(together, all);
        }
        assert_eq!(games("2/3".parse().unwrap())[..4], [2, 3, 8, 9]);
        assert_eq!(games(RunShard::WHOLE), all);
    }

    #[test]
    fn parts_are_printed_as_they_are_read() {
        for text in ["2/3", "0..5", "5..6"] {
            assert_eq!(text.parse::<RunShard>().unwrap().to_string(), text);
        }
        for text in [
            "", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3", "3..3", "4..3", "..", "1..2..3",
        ] {
            assert!(text.parse::<RunShard>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_missing_is_handed_out_once() {
        let plan = plan();
        // Blocks 0 and 3 are complete, block 4 is incomplete.
        let mut rest = BlockQueue::of(&plan, [0, 1, 6, 7, 8].into_iter().collect());
        assert_eq!(rest.blocks(), 18);
        let parts: Vec<String> = std::iter::from_fn(|| rest.take(7))
            .map(|shard| shard.to_string())
            .collect();
        assert_eq!(parts, ["1..3", "4..11", "11..18", "18..20"]);
        assert_eq!((rest.blocks(), rest.take(1)), (0, None));
    }
}
