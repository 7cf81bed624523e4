//! Games in numbers, for programs that learn: every move has one, and a view is planes of them.

use crate::{Game, Seat};

/// A game whose moves have fixed numbers and whose views can be told as planes of numbers.
///
/// A number stands for the same move in every position of a variant, so that a program can learn
/// about it. Only moves of seats have numbers: events of chance are not for anyone to choose.
pub trait Encode: Game {
    /// All numbers of moves are below this one.
    fn actions(&self) -> usize;

    /// The number of a move that a seat can make somewhere. No other move has the same one.
    fn number(&self, mv: Self::Move) -> Option<usize>;

    /// The move with this number; none if there is none.
    fn numbered(&self, action: usize) -> Option<Self::Move>;

    /// What the planes are.
    fn planes(&self) -> Planes;

    /// Writes what `seat` sees into `out`, which has [`Planes::cells`] numbers, all of them 0: plane
    /// by plane, each row by row. Every number written is between 0 and 1.
    fn encode(&self, view: &Self::View, seat: Seat, out: &mut Canvas<'_>);
}

/// What the planes of a game are: all of one size, and each with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    /// Rows of a plane.
    pub height: usize,
    /// Columns of a plane.
    pub width: usize,
    /// What each plane says, in order.
    pub names: Vec<String>,
}

impl Planes {
    /// The numbers of all planes together.
    pub fn cells(&self) -> usize {
        self.names.len() * self.height * self.width
    }
}

/// Planes that are being written, one after the other.
#[derive(Debug)]
pub struct Canvas<'a> {
    cells: &'a mut [f32],
    width: usize,
    size: usize,
    plane: usize,
}

impl<'a> Canvas<'a> {
    /// Planes of this size, all 0.
    pub fn new(cells: &'a mut [f32], height: usize, width: usize) -> Canvas<'a> {
        cells.fill(0.0);
        Canvas {
            cells,
            width,
            size: height * width,
            plane: 0,
        }
    }

    /// Writes the next plane: the value of each cell named, by column and row.
    pub fn plane(&mut self, cells: impl IntoIterator<Item = (usize, usize, f32)>) {
        let start = self.plane * self.size;
        for (column, row, value) in cells {
            self.cells[start + row * self.width + column] = value;
        }
        self.plane += 1;
    }

    /// Writes the next plane: 1 in each cell named, by column and row.
    pub fn marks(&mut self, cells: impl IntoIterator<Item = (usize, usize)>) {
        self.plane(cells.into_iter().map(|(column, row)| (column, row, 1.0)));
    }

    /// Writes the next plane: the same value everywhere. What is above 1 is written as 1.
    pub fn level(&mut self, value: f32) {
        let start = self.plane * self.size;
        self.cells[start..start + self.size].fill(value.min(1.0));
        self.plane += 1;
    }

    /// Writes the next plane: 1 everywhere if it is so.
    pub fn flag(&mut self, holds: bool) {
        self.level(if holds { 1.0 } else { 0.0 });
    }

    /// The number of planes written.
    pub fn written(&self) -> usize {
        self.plane
    }
}

impl Seat {
    /// All seats of a table of `seats` from this one on around the table: who learns from its own
    /// side of the board learns for all seats.
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
        let mut canvas = Canvas::new(&mut cells, 2, 2);
        canvas.marks([(1, 0)]);
        canvas.level(3.0);
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
