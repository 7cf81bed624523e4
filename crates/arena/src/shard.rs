//! A part of a run, for one of several machines: every n-th block.

use std::fmt;
use std::str::FromStr;

use crate::Plan;

/// One of several parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 0.
    index: u64,
    /// Of how many.
    count: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Whether a block belongs to this part.
    pub fn has(&self, block: u64) -> bool {
        block % self.count == self.index
    }

    /// How many of a plan's games belong to this part.
    pub fn games(&self, plan: &Plan) -> u64 {
        let each = plan.layout().block_games();
        let blocks = plan.games() / each;
        let here = blocks / self.count + u64::from(self.index < blocks % self.count);
        here * each
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            let (index, count): (u64, u64) = (index.parse().ok()?, count.parse().ok()?);
            (1..=count).contains(&index).then(|| (index - 1, count))
        });
        numbers
            .map(|(index, count)| Shard { index, count })
            .ok_or_else(|| "a shard is a part of several, such as 1/4 to 4/4".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_in_one_part() {
        let parts = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for block in 0..20 {
            assert_eq!(parts.iter().filter(|part| part.has(block)).count(), 1);
            assert!(Shard::WHOLE.has(block));
        }
        assert_eq!(parts[1].to_string(), "2/3");
    }

    #[test]
    fn parts_that_are_none_are_refused() {
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
