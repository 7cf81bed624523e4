//! Generation of random boards from a seed.

use ludorum_core::{Rng, Seed};

use super::board::{Board, HEIGHT, HEXES, Hex, WIDTH};

/// Fewest and most hexes an area is grown to. Filled holes may add to them.
const SIZES: (usize, usize) = (12, 18);

/// Attempts to place the start of an area before the board is discarded.
const TRIES: usize = 4_000;

/// A hex that belongs to no area: sea.
const FREE: u8 = 0;

impl Board {
    /// Generates a board with this many areas; the same on every machine.
    pub fn generate(areas: usize, seed: Seed) -> Board {
        // Nearly always the first attempt succeeds.
        (0..)
            .find_map(|attempt| try_generate(areas, &mut seed.child("attempt", attempt).rng()))
            .expect("one of endlessly many attempts")
    }
}

/// One attempt; `None` if there is no room for another area, or the areas are not connected.
fn try_generate(areas: usize, rng: &mut Rng) -> Option<Board> {
    let mut map = MapBuilder {
        hexes: [FREE; HEXES],
        shore: [false; HEXES],
    };
    let mut middle = Hex::at(
        WIDTH / 4 + rng.below(WIDTH / 2),
        HEIGHT / 4 + rng.below(HEIGHT / 2),
    );
    for number in 1..=areas {
        let mut tries = 0..TRIES;
        loop {
            tries.next()?;
            let start = match middle.take() {
                Some(middle) => middle,
                None => map.place_to_start(rng)?,
            };
            let size = SIZES.0 + rng.below(SIZES.1 - SIZES.0 + 1);
            if map.grow(number as u8, start, size, rng) {
                break;
            }
        }
    }
    map.fill_holes();
    map.number_in_order();
    // Areas grow beside their own hexes, and holes go to adjacent areas, so areas are contiguous.
    Board::from_contiguous(map.hexes).ok()
}

struct MapBuilder {
    /// The number of the area, or [`FREE`].
    hexes: [u8; HEXES],
    /// True if a hex touches an area, or touched one that was discarded.
    shore: [bool; HEXES],
}

impl MapBuilder {
    fn is_free(&self, hex: Hex) -> bool {
        self.hexes[hex.index()] == FREE
    }

    /// A hex two steps from the land, so that areas have room to grow towards each other.
    fn place_to_start(&self, rng: &mut Rng) -> Option<Hex> {
        (0..TRIES).find_map(|_| {
            let hex = Hex::at(rng.below(WIDTH), rng.below(HEIGHT))?;
            let is_off_shore = self.is_free(hex) && !self.shore[hex.index()];
            let near_shore = || {
                let mut near = hex.neighbours();
                near.any(|near| self.is_free(near) && self.shore[near.index()])
            };
            (is_off_shore && near_shore()).then_some(hex)
        })
    }

    /// Grows an area hex by hex, first all around its start, then beside any of its hexes. Without
    /// enough room, removes it and returns false.
    fn grow(&mut self, number: u8, start: Hex, size: usize, rng: &mut Rng) -> bool {
        let mut own = [start; SIZES.1];
        self.hexes[start.index()] = number;
        let mut count = 1;
        // Hexes that may still have a free neighbour.
        let mut open = [start; SIZES.1];
        let mut opens = 1;
        while count < size {
            if opens == 0 {
                for hex in &own[..count] {
                    self.hexes[hex.index()] = FREE;
                }
                return false;
            }
            // The start comes first until it is surrounded.
            let pick = if open[0] == start {
                0
            } else {
                rng.below(opens)
            };
            let mut free = [start; 6];
            let mut frees = 0;
            for hex in open[pick].neighbours().filter(|&hex| self.is_free(hex)) {
                free[frees] = hex;
                frees += 1;
            }
            let Some(&next) = rng.pick(&free[..frees]) else {
                opens -= 1;
                open[pick] = open[opens];
                continue;
            };
            self.hexes[next.index()] = number;
            own[count] = next;
            open[opens] = next;
            (count, opens) = (count + 1, opens + 1);
        }
        for hex in &own[..count] {
            for near in hex.neighbours() {
                self.shore[near.index()] = true;
            }
        }
        true
    }

    /// Gives holes to the smallest adjacent area. A hole is a free hex without free neighbours.
    fn fill_holes(&mut self) {
        let mut sizes = [0u16; u8::MAX as usize + 1];
        for &number in &self.hexes {
            sizes[usize::from(number)] += 1;
        }
        for hex in Hex::all().filter(|hex| self.shore[hex.index()]) {
            if !self.is_free(hex) || hex.neighbours().any(|near| self.is_free(near)) {
                continue;
            }
            let numbers = hex.neighbours().map(|near| self.hexes[near.index()]);
            if let Some(number) = numbers.min_by_key(|&number| (sizes[usize::from(number)], number))
            {
                sizes[usize::from(number)] += 1;
                self.hexes[hex.index()] = number;
            }
        }
    }

    /// Numbers the areas in order of their first hex, from the top left.
    fn number_in_order(&mut self) {
        let mut names = [FREE; u8::MAX as usize + 1];
        let mut last = FREE;
        for number in &mut self.hexes {
            let name = &mut names[usize::from(*number)];
            if *number != FREE && *name == FREE {
                last += 1;
                *name = last;
            }
            *number = *name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_grown_in_one_piece() {
        for seed in 0..300 {
            let board = Board::generate(29 + seed as usize % 3, Seed(seed));
            let checked = Board::new(*board.numbers()).expect("every area is in one piece");
            assert_eq!(checked, board, "seed {seed}");
        }
    }
}
