//! Ways to search some moves less than others, each at the risk of overlooking something.

/// What a search spends less on. By default nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selective {
    /// Whether moves late in the order are searched less deep.
    pub reductions: Option<Reductions>,
    /// Moves of negative [priority](crate::Hints::priority) are left out where no more than this
    /// many plies are left, unless there is no other move (futility pruning).
    pub promising_only: u32,
    /// Whether a side that is well off even if it does nothing ([`Hints::idle`](crate::Hints::idle))
    /// is believed to be (null move pruning, Donninger 1993), and by how many plies the search that
    /// shows it is less deep.
    pub idle_reduction: Option<u32>,
    /// Whether a move without alternative does not count towards the depth.
    pub forced_moves_free: bool,
}

/// Late move reductions: a move late in the order is searched less deep at first, and to the full
/// depth only if it turns out better than the best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// So many moves of each position are searched to the full depth.
    pub full: usize,
    /// The moves after these are searched a ply less deep, and another ply after each so many more.
    pub step: usize,
}

impl Selective {
    /// By how many plies the search of the `nth` move, counted from 0, is reduced.
    pub(super) fn reduction(&self, depth: i32, nth: usize) -> i32 {
        match self.reductions {
            Some(Reductions { full, step }) if depth >= 2 && nth >= full => {
                let plies = 1 + (nth - full) / step.max(1);
                plies.min(depth as usize / 2) as i32
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_and_the_deeper_the_more_is_saved() {
        let selective = Selective {
            reductions: Some(Reductions { full: 4, step: 10 }),
            ..Selective::default()
        };
        let plies = |depth, nth| selective.reduction(depth, nth);
        assert_eq!([plies(8, 0), plies(8, 3), plies(8, 4)], [0, 0, 1]);
        assert_eq!([plies(8, 13), plies(8, 14), plies(8, 90)], [1, 2, 4]);
        assert_eq!([plies(1, 50), plies(2, 50), plies(4, 50)], [0, 1, 2]);
        assert_eq!(Selective::default().reduction(9, 99), 0);
    }
}
