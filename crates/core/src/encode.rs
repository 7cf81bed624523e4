//! Encodings for machine learning: action ids for moves, feature planes for views.

use crate::{Game, Seat};

/// Encoding of moves as action ids and of views as observation tensors.
///
/// An action id stands for the same move in every position of a variant. Only players' moves have
/// ids; chance events have none.
pub trait TensorEncoding: Game {
    /// Number of distinct actions; all action ids are below it.
    fn action_count(&self) -> usize;

    /// The action id of a player's move, unique to that move.
    fn action_id(&self, mv: Self::Move) -> Option<usize>;

    /// The move with this action id, if there is one.
    fn move_of_action(&self, action: usize) -> Option<Self::Move>;

    /// Shape and names of the feature planes.
    fn plane_layout(&self) -> PlaneLayout;

    /// Writes the view of `seat` into `out`, which has [`PlaneLayout::cells`] cells, all 0: plane by
    /// plane, each row by row. All values are between 0 and 1.
    fn encode(&self, view: &Self::View, seat: Seat, out: &mut PlaneWriter<'_>);
}

/// Layout of a game's feature planes: their common size, and a name for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaneLayout {
    /// Rows of a plane.
    pub height: usize,
    /// Columns of a plane.
    pub width: usize,
    /// The name of each plane, in order.
    pub names: Vec<String>,
}

impl PlaneLayout {
    /// Number of cells in all planes together.
    pub fn cells(&self) -> usize {
        self.names.len() * self.height * self.width
    }
}

/// Writes feature planes one after the other.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    cells: &'a mut [f32],
    width: usize,
    size: usize,
    plane: usize,
}

impl<'a> PlaneWriter<'a> {
    /// Sets all cells to 0 and starts at the first plane.
    pub fn new(cells: &'a mut [f32], height: usize, width: usize) -> PlaneWriter<'a> {
        cells.fill(0.0);
        PlaneWriter {
            cells,
            width,
            size: height * width,
            plane: 0,
        }
    }

    /// Writes the next plane from (column, row, value) triples.
    pub fn plane(&mut self, cells: impl IntoIterator<Item = (usize, usize, f32)>) {
        let start = self.plane * self.size;
        for (column, row, value) in cells {
            self.cells[start + row * self.width + column] = value;
        }
        self.plane += 1;
    }

    /// Writes the next plane: 1 at each (column, row).
    pub fn marks(&mut self, cells: impl IntoIterator<Item = (usize, usize)>) {
        self.plane(cells.into_iter().map(|(column, row)| (column, row, 1.0)));
    }

    /// Writes the next plane: the same value everywhere, at most 1.
    pub fn constant(&mut self, value: f32) {
        let start = self.plane * self.size;
        self.cells[start..start + self.size].fill(value.min(1.0));
        self.plane += 1;
    }

    /// Writes the next plane: 1 everywhere if `holds`, else 0.
    pub fn flag(&mut self, holds: bool) {
        self.constant(if holds { 1.0 } else { 0.0 });
    }

    /// The number of planes written.
    pub fn written(&self) -> usize {
        self.plane
    }
}

impl Seat {
    /// All seats of a table of `seats`, starting with this one, so that encodings are relative to the
    /// observing seat.
    pub fn around(self, seats: usize) -> impl ExactSizeIterator<Item = Seat> + Clone {
        (0..seats).map(move |step| Seat::new((self.index() + step) % seats))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_written_one_after_the_other() {
        let mut cells = [9.0; 12];
        let mut canvas = PlaneWriter::new(&mut cells, 2, 2);
        canvas.marks([(1, 0)]);
        canvas.constant(3.0);
        canvas.plane([(0, 1, 0.5)]);
        assert_eq!(canvas.written(), 3);
        assert_eq!(
            cells,
            [0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.5, 0.0]
        );
    }

    #[test]
    fn seats_are_listed_from_ones_own() {
        let seats: Vec<usize> = Seat::new(2).around(4).map(Seat::index).collect();
        assert_eq!(seats, [2, 3, 0, 1]);
    }
}
