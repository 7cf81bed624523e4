//! Encodings for machine learning: moves as action ids, views as feature planes.

use crate::{Game, Seat};

/// Encoding for machine learning: moves as action ids, views as feature planes.
///
/// An action id means the same move in every position of a variant. Chance events have no id.
pub trait TensorEncoding: Game {
    /// Number of action ids; the ids are 0 to `action_count() - 1`.
    fn action_count(&self) -> usize;

    /// The action id of a player's move; `None` for a chance event. Different moves have different
    /// ids.
    fn action_id(&self, mv: Self::Move) -> Option<usize>;

    /// The move with this action id; `None` if no move has it.
    fn move_of_action(&self, action: usize) -> Option<Self::Move>;

    /// Size and names of the feature planes that [`encode`](Self::encode) writes.
    fn plane_layout(&self) -> PlaneLayout;

    /// Writes `seat`'s view to `out`, plane by plane, in the order of
    /// [`plane_layout`](Self::plane_layout). All values lie between 0 and 1.
    fn encode(&self, view: &Self::View, seat: Seat, out: &mut PlaneWriter<'_>);
}

/// Size and names of a game's feature planes. All planes have the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaneLayout {
    /// Number of rows of each plane.
    pub height: usize,
    /// Number of columns of each plane.
    pub width: usize,
    /// Name of each plane, in the order in which planes are written.
    pub names: Vec<String>,
}

impl PlaneLayout {
    /// Total number of cells of all planes.
    pub fn cells(&self) -> usize {
        self.names.len() * self.height * self.width
    }
}

/// Writes feature planes one after the other into a buffer.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    cells: &'a mut [f32],
    width: usize,
    size: usize,
    plane: usize,
}

impl<'a> PlaneWriter<'a> {
    /// Creates a writer at the first plane and sets all of `cells` to 0.
    pub fn new(cells: &'a mut [f32], height: usize, width: usize) -> PlaneWriter<'a> {
        cells.fill(0.0);
        PlaneWriter {
            cells,
            width,
            size: height * width,
            plane: 0,
        }
    }

    /// Writes the next plane from (column, row, value) triples; all other cells are 0.
    pub fn plane(&mut self, cells: impl IntoIterator<Item = (usize, usize, f32)>) {
        let start = self.plane * self.size;
        for (column, row, value) in cells {
            self.cells[start + row * self.width + column] = value;
        }
        self.plane += 1;
    }

    /// Writes the next plane: 1 at each (column, row) pair, 0 elsewhere.
    pub fn marks(&mut self, cells: impl IntoIterator<Item = (usize, usize)>) {
        self.plane(cells.into_iter().map(|(column, row)| (column, row, 1.0)));
    }

    /// Writes the next plane: `value`, at most 1, in every cell.
    pub fn constant(&mut self, value: f32) {
        let start = self.plane * self.size;
        self.cells[start..start + self.size].fill(value.min(1.0));
        self.plane += 1;
    }

    /// Writes the next plane: 1 in every cell if `holds`, otherwise 0.
    pub fn flag(&mut self, holds: bool) {
        self.constant(if holds { 1.0 } else { 0.0 });
    }

    /// The number of planes written so far.
    pub fn written(&self) -> usize {
        self.plane
    }
}

impl Seat {
    /// Iterates over all seats of a game with `seats` seats in turn order, starting with this one.
    /// Tensor encodings list seats relative to the observing seat in this way.
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
