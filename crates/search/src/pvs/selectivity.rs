//! Options for selective search: reductions, pruning and extensions, which may overlook something.

/// Options of selective search, all off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selectivity {
    /// Late move reductions, which search late moves less deeply; `None` turns them off.
    pub reductions: Option<LateMoveReductions>,
    /// Futility pruning: with at most this many plies left, skips moves of negative
    /// [priority](crate::MoveHints::priority) unless there is no other move.
    pub futility_depth: u32,
    /// Null-move pruning (Donninger 1993) with this depth reduction, using
    /// [`MoveHints::null_move`](crate::MoveHints::null_move); `None` turns it off.
    pub null_move_reduction: Option<u32>,
    /// One-reply extension: a forced move does not count towards the depth.
    pub one_reply_extension: bool,
}

/// Late move reductions (LMR): moves late in the ordering are searched to a reduced depth first,
/// and to the full depth only if they beat the best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMoveReductions {
    /// Number of first moves of each position that are searched to the full depth.
    pub full: usize,
    /// Number of later moves after which the reduction, at first one ply, grows by another ply.
    pub step: usize,
}

impl Selectivity {
    /// Depth reduction, in plies, of the move with index `nth`, counted from 0.
    pub(super) fn reduction(&self, depth: i32, nth: usize) -> i32 {
        match self.reductions {
            Some(LateMoveReductions { full, step }) if depth >= 2 && nth >= full => {
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
        let selective = Selectivity {
            reductions: Some(LateMoveReductions { full: 4, step: 10 }),
            ..Selectivity::default()
        };
        let plies = |depth, nth| selective.reduction(depth, nth);
        assert_eq!([plies(8, 0), plies(8, 3), plies(8, 4)], [0, 0, 1]);
        assert_eq!([plies(8, 13), plies(8, 14), plies(8, 90)], [1, 2, 4]);
        assert_eq!([plies(1, 50), plies(2, 50), plies(4, 50)], [0, 1, 2]);
        assert_eq!(Selectivity::default().reduction(9, 99), 0);
    }
}
