//! Generation of random boards from a seed.

use ludorum_core::{Rng, Seed};

use super::board::{DiceWarsBoard, HEIGHT, HEXES, Hex, WIDTH};

/// Smallest and largest number of hexes to which an area grows; hexes of filled holes come on top.
const SIZES: (usize, usize) = (12, 18);

/// Number of attempts to place an area before the board is discarded.
const TRIES: usize = 4_000;

/// Area number that marks a hex outside all areas.
const FREE: u8 = 0;

impl DiceWarsBoard {
    /// Generates a random board with `areas` areas; equal seeds give equal boards everywhere.
    pub fn generate(areas: usize, seed: Seed) -> DiceWarsBoard {
        // The first attempt succeeds almost always.
        (0..)
            .find_map(|attempt| try_generate(areas, &mut seed.child("attempt", attempt).rng()))
            .expect("one of endlessly many attempts")
    }
}

/// Tries once to generate a board; `None` if areas do not fit or are not connected.
fn try_generate(areas: usize, rng: &mut Rng) -> Option<DiceWarsBoard> {
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
    // No check needed: areas grow by adjacent hexes, and holes are added to adjacent areas.
    DiceWarsBoard::from_contiguous(map.hexes).ok()
}

struct MapBuilder {
    /// Number of the area of each hex; [`FREE`] for a hex outside all areas.
    hexes: [u8; HEXES],
    /// For each hex, true if it is adjacent to an area.
    shore: [bool; HEXES],
}

impl MapBuilder {
    fn is_free(&self, hex: Hex) -> bool {
        self.hexes[hex.index()] == FREE
    }

    /// Picks a random free hex at distance two from the nearest area; `None` if none is found.
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

    /// Grows an area hex by hex: first all neighbours of its start, then neighbours of random hexes
    /// of the area. Removes the area and returns false if there is not enough space.
    fn grow(&mut self, number: u8, start: Hex, size: usize, rng: &mut Rng) -> bool {
        let mut own = [start; SIZES.1];
        self.hexes[start.index()] = number;
        let mut count = 1;
        // Hexes of the area that may still have a free neighbour.
        let mut open = [start; SIZES.1];
        let mut opens = 1;
        while count < size {
            if opens == 0 {
                for hex in &own[..count] {
                    self.hexes[hex.index()] = FREE;
                }
                return false;
            }
            // The start is picked until all its neighbours are taken.
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

    /// Adds each hole, a free hex without free neighbours, to the smallest adjacent area.
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

    /// Renumbers the areas in the order of their first hex from the top left.
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
            let board = DiceWarsBoard::generate(29 + seed as usize % 3, Seed(seed));
            let checked = DiceWarsBoard::new(*board.numbers()).expect("every area is in one piece");
            assert_eq!(checked, board, "seed {seed}");
        }
    }
}
