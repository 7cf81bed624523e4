//! The triangular PV table: the principal variation below each ply of the current path.

/// Triangular PV table: one principal variation per ply, allocated when the ply is first reached
/// and then reused.
#[derive(Debug)]
pub(crate) struct PvTable<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> PvTable<M> {
        PvTable { by_ply: Vec::new() }
    }

    /// Clears the variation at `ply` before a new position is searched there.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.by_ply.len() <= ply {
            self.by_ply.resize_with(ply + 1, Vec::new);
        }
        self.by_ply[ply].clear();
    }

    /// Sets the variation at `ply` to `mv`, just searched, followed by the variation of the next
    /// ply.
    #[inline]
    pub(crate) fn update(&mut self, ply: u32, mv: M) {
        let (above, below) = self.by_ply.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        if let Some(tail) = below.first() {
            line.extend_from_slice(tail);
        }
    }

    /// Sets the variation at `ply` to one found by another thread.
    pub(crate) fn set(&mut self, ply: u32, line: &[M]) {
        self.clear(ply);
        self.by_ply[ply as usize].extend_from_slice(line);
    }

    /// Principal variation from the position last visited at `ply`.
    pub(crate) fn line_from(&self, ply: u32) -> &[M] {
        self.by_ply.get(ply as usize).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_move_brings_the_line_below_it() {
        let mut pv = PvTable::new();
        for ply in 0..3 {
            pv.clear(ply);
        }
        pv.update(1, 'b');
        pv.update(0, 'a');
        pv.clear(1);
        assert_eq!(pv.line_from(0), ['a', 'b']);
        pv.update(0, 'c');
        assert_eq!(pv.line_from(0), ['c']);
        assert!(pv.line_from(7).is_empty());
    }
}
