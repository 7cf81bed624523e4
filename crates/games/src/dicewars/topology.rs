//! Graph statistics of a board: areas are vertices, and edges join adjacent areas.

use super::areas::{Area, AreaSet};
use super::board::DiceWarsBoard;

/// Statistics of the adjacency graph of a board's areas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardGraphStatistics {
    /// Number of areas (vertices).
    pub areas: usize,
    /// Number of pairs of adjacent areas (edges).
    pub borders: usize,
    /// Mean number of neighbours of an area.
    pub mean_degree: f64,
    /// Largest distance between two areas, in edges.
    pub diameter: usize,
    /// Mean distance between two areas, in edges.
    pub mean_distance: f64,
    /// Number of articulation points: areas whose removal disconnects the graph.
    pub cut_areas: usize,
    /// Number of areas with exactly one neighbour.
    pub dead_ends: usize,
    /// Mean clustering coefficient (Watts and Strogatz 1998): the share of an area's pairs of
    /// neighbours that are adjacent to each other.
    pub clustering: f64,
}

impl DiceWarsBoard {
    /// Computes statistics of the adjacency graph of the areas.
    pub fn topology(&self) -> BoardGraphStatistics {
        let areas = self.areas();
        let degrees: usize = self.all().map(|area| self.touching(area).count()).sum();
        let (mut diameter, mut steps) = (0, 0);
        for start in self.all() {
            let (furthest, sum) = self.distances(start);
            diameter = diameter.max(furthest);
            steps += sum;
        }
        let is_cut = |&area: &Area| {
            let rest = self.all().without(area);
            let first = { rest }.next();
            first.is_some_and(|first| self.region(rest, first) != rest)
        };
        let is_dead_end = |&area: &Area| self.touching(area).count() == 1;
        let clustering: f64 = self.all().map(|area| self.clustering(area)).sum();
        let pairs = areas * areas.saturating_sub(1);
        BoardGraphStatistics {
            areas,
            borders: degrees / 2,
            mean_degree: degrees as f64 / areas.max(1) as f64,
            diameter,
            mean_distance: steps as f64 / pairs.max(1) as f64,
            cut_areas: self.all().filter(is_cut).count(),
            dead_ends: self.all().filter(is_dead_end).count(),
            clustering: clustering / areas.max(1) as f64,
        }
    }

    /// Largest distance from `start` to another area, and the sum of its distances to all areas.
    fn distances(&self, start: Area) -> (usize, usize) {
        let (mut seen, mut fresh) = (AreaSet::only(start), AreaSet::only(start));
        let (mut distance, mut sum) = (0, 0);
        loop {
            let around = fresh.fold(AreaSet::NONE, |all, area| all.or(self.touching(area)));
            fresh = around.minus(seen);
            if fresh.is_empty() {
                return (distance, sum);
            }
            distance += 1;
            sum += distance * fresh.count();
            seen = seen.or(fresh);
        }
    }

    /// Clustering coefficient of one area: the share of its pairs of neighbours that are adjacent.
    fn clustering(&self, area: Area) -> f64 {
        let around = self.touching(area);
        let count = around.count();
        if count < 2 {
            return 0.0;
        }
        let touching = around.map(|other| self.touching(other).and(around).count());
        touching.sum::<usize>() as f64 / (count * (count - 1)) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{HEXES, Hex, WIDTH};
    use super::*;

    /// Builds a board from rows of area numbers, placed at the top left of the grid.
    fn board(rows: &[&str]) -> DiceWarsBoard {
        let mut hexes = [0; HEXES];
        for (row, text) in rows.iter().enumerate() {
            for (column, sign) in text.bytes().enumerate().take(WIDTH) {
                let hex = Hex::at(column, row).unwrap();
                hexes[hex.index()] = sign.saturating_sub(b'0');
            }
        }
        DiceWarsBoard::new(hexes).unwrap()
    }

    #[test]
    fn a_row_of_areas_is_long_and_falls_apart() {
        let topology = board(&["11223344"]).topology();
        assert_eq!((topology.areas, topology.borders), (4, 3));
        assert_eq!((topology.diameter, topology.cut_areas), (3, 2));
        assert_eq!(topology.dead_ends, 2);
        assert_eq!(topology.mean_degree, 1.5);
        // Of six pairs, three have distance 1, two have distance 2 and one has distance 3.
        assert!((topology.mean_distance - 10.0 / 6.0).abs() < 1e-12);
        assert_eq!(topology.clustering, 0.0);
    }

    #[test]
    fn areas_that_all_touch_are_close() {
        let topology = board(&["1122", "1122", "3333"]).topology();
        assert_eq!((topology.areas, topology.borders), (3, 3));
        assert_eq!((topology.diameter, topology.cut_areas), (1, 0));
        assert_eq!((topology.mean_distance, topology.clustering), (1.0, 1.0));
        assert_eq!(topology.dead_ends, 0);
    }
}
