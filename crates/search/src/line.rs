//! The principal variation while it is being found: the best line below each ply of the path that
//! is being searched (the "triangular table").

/// One line per ply. Memory is taken when a ply is first reached and then kept.
#[derive(Debug)]
pub(crate) struct Lines<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Lines<M> {
        Lines { by_ply: Vec::new() }
    }

    /// A new position at `ply`: no line is known below it.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.by_ply.len() <= ply {
            self.by_ply.resize_with(ply + 1, Vec::new);
        }
        self.by_ply[ply].clear();
    }

    /// `mv`, just searched from the position at `ply`, is the best so far there.
    #[inline]
    pub(crate) fn improve(&mut self, ply: u32, mv: M) {
        let (above, below) = self.by_ply.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        if let Some(tail) = below.first() {
            line.extend_from_slice(tail);
        }
    }

    /// The best line from the position at `ply`, found by another thread.
    pub(crate) fn set(&mut self, ply: u32, line: &[M]) {
        self.clear(ply);
        self.by_ply[ply as usize].extend_from_slice(line);
    }

    /// The best line from the position last seen at `ply`.
    pub(crate) fn from(&self, ply: u32) -> &[M] {
        self.by_ply.get(ply as usize).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_move_brings_the_line_below_it() {
        let mut lines = Lines::new();
        for ply in 0..3 {
            lines.clear(ply);
        }
        lines.improve(1, 'b');
        lines.improve(0, 'a');
        lines.clear(1);
        assert_eq!(lines.from(0), ['a', 'b']);
        lines.improve(0, 'c');
        assert_eq!(lines.from(0), ['c']);
        assert!(lines.from(7).is_empty());
    }
}
