//! Limits on the search for one move.

use std::time::Duration;

/// Limits on the search for one move. The first limit reached ends the search; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Limit on wall-clock time. Searches limited by time are not reproducible.
    pub time: Option<Duration>,
    /// Limit on the iterations of a sampling search.
    pub iterations: Option<u64>,
    /// Limit on the nodes visited.
    pub nodes: Option<u64>,
    /// Limit on the search depth, in plies.
    pub depth: Option<u32>,
}

impl Budget {
    /// A budget without limits.
    pub const UNLIMITED: Budget = Budget {
        time: None,
        iterations: None,
        nodes: None,
        depth: None,
    };

    /// A budget of wall-clock time only.
    pub const fn time(time: Duration) -> Budget {
        Budget {
            time: Some(time),
            ..Budget::UNLIMITED
        }
    }

    /// A budget of iterations only.
    pub const fn iterations(iterations: u64) -> Budget {
        Budget {
            iterations: Some(iterations),
            ..Budget::UNLIMITED
        }
    }

    /// A budget of nodes only.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget {
            nodes: Some(nodes),
            ..Budget::UNLIMITED
        }
    }

    /// A budget of search depth only, in plies.
    pub const fn depth(depth: u32) -> Budget {
        Budget {
            depth: Some(depth),
            ..Budget::UNLIMITED
        }
    }

    /// Combines two budgets: for each kind of limit, the tighter one.
    pub fn within(&self, other: &Budget) -> Budget {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Budget {
            time: tighter(self.time, other.time),
            iterations: tighter(self.iterations, other.iterations),
            nodes: tighter(self.nodes, other.nodes),
            depth: tighter(self.depth, other.depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_takes_the_tighter_limit_of_each_kind() {
        let a = Budget {
            nodes: Some(10),
            depth: Some(3),
            ..Budget::UNLIMITED
        };
        let b = Budget {
            nodes: Some(7),
            iterations: Some(5),
            ..Budget::UNLIMITED
        };
        let both = a.within(&b);
        assert_eq!(both, b.within(&a));
        assert_eq!(
            (both.nodes, both.depth, both.iterations, both.time),
            (Some(7), Some(3), Some(5), None)
        );
    }
}
