//! Shortest paths on graphs by A*.
//!
//! It is deterministic: ties are broken by the order of [`NeighbourGraph::neighbours`].

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;

/// A graph given by a function that lists the neighbours of a node.
pub trait NeighbourGraph {
    /// A node.
    type Node: Copy + Eq + Hash;

    /// Appends the neighbours of `node` with the costs of the edges, always in the same order.
    fn neighbours(&self, node: Self::Node, out: &mut Vec<(Self::Node, u32)>);
}

/// A path through a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPath<N> {
    /// The nodes, start and goal included.
    pub nodes: Vec<N>,
    /// The sum of the edge costs.
    pub cost: u64,
}

impl<N> GraphPath<N> {
    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.nodes.len() - 1
    }
}

/// A* search: the cheapest path from `start` to a goal (Hart, Nilsson and Raphael 1968); none if no
/// goal is reachable.
///
/// `heuristic` must be admissible. It need not be consistent: a node is reopened whenever a cheaper
/// path to it is found.
pub fn astar<G: NeighbourGraph>(
    graph: &G,
    start: G::Node,
    is_goal: impl Fn(G::Node) -> bool,
    heuristic: impl Fn(G::Node) -> u32,
) -> Option<GraphPath<G::Node>> {
    let mut reached = HashMap::from([(
        start,
        ReachedNode {
            from: None,
            cost: 0,
        },
    )]);
    // The heap holds indices, so that nodes need no order. Of equal estimates the node with the higher
    // cost so far comes first, then the one found earlier.
    let mut found = vec![start];
    let mut heap = BinaryHeap::from([(Reverse(u64::from(heuristic(start))), 0, Reverse(0))]);
    let mut next = Vec::new();
    while let Some((_, cost, Reverse(number))) = heap.pop() {
        let node = found[number];
        if cost > reached[&node].cost {
            continue;
        }
        if is_goal(node) {
            return Some(trace_back(&reached, node));
        }
        next.clear();
        graph.neighbours(node, &mut next);
        for &(neighbour, step) in &next {
            let cost = cost + u64::from(step);
            let known = reached.get(&neighbour).map(|known| known.cost);
            if known.is_none_or(|known| cost < known) {
                let from = Some(node);
                reached.insert(neighbour, ReachedNode { from, cost });
                let estimate = cost + u64::from(heuristic(neighbour));
                heap.push((Reverse(estimate), cost, Reverse(found.len())));
                found.push(neighbour);
            }
        }
    }
    None
}

/// Best known path to a node: its predecessor and cost.
struct ReachedNode<N> {
    from: Option<N>,
    cost: u64,
}

fn trace_back<N: Copy + Eq + Hash>(reached: &HashMap<N, ReachedNode<N>>, goal: N) -> GraphPath<N> {
    let mut nodes = vec![goal];
    while let Some(before) = nodes.last().and_then(|last| reached[last].from) {
        nodes.push(before);
    }
    nodes.reverse();
    GraphPath {
        nodes,
        cost: reached[&goal].cost,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use super::*;
    use ludorum_core::Seed;

    /// A map in text: `#` is a wall, `S` the start, `G` a goal; a digit costs that much to enter,
    /// all else 1. Steps go up, right, down and left.
    struct TextMap(Vec<Vec<u8>>);

    impl TextMap {
        fn parse(text: &str) -> TextMap {
            TextMap(text.split_whitespace().map(|row| row.into()).collect())
        }

        /// Walls in a third of the cells, start and goal in opposite corners.
        fn random(seed: Seed, size: usize) -> TextMap {
            let mut rng = seed.rng();
            let mut rows = vec![vec![b'.'; size]; size];
            for place in rows.iter_mut().flatten() {
                *place = [b'.', b'.', b'#'][rng.below(3)];
            }
            rows[0][0] = b'S';
            rows[size - 1][size - 1] = b'G';
            TextMap(rows)
        }

        fn at(&self, (x, y): (usize, usize)) -> Option<u8> {
            self.0.get(y)?.get(x).copied()
        }

        fn find(&self, wanted: u8) -> (usize, usize) {
            let places = self.0.iter().enumerate().flat_map(|(y, row)| {
                row.iter()
                    .enumerate()
                    .map(move |(x, &place)| ((x, y), place))
            });
            places
                .into_iter()
                .find(|&(_, place)| place == wanted)
                .unwrap()
                .0
        }

        /// Breadth-first search: the path with the fewest steps, whatever they cost.
        fn bfs(&self) -> Option<GraphPath<(usize, usize)>> {
            let start = self.find(b'S');
            let mut queue = VecDeque::from([GraphPath {
                nodes: vec![start],
                cost: 0,
            }]);
            let mut seen = HashSet::from([start]);
            while let Some(path) = queue.pop_front() {
                let last = *path.nodes.last()?;
                if self.at(last) == Some(b'G') {
                    return Some(path);
                }
                let mut next = Vec::new();
                self.neighbours(last, &mut next);
                for (node, step) in next {
                    if seen.insert(node) {
                        let mut further = path.clone();
                        further.nodes.push(node);
                        further.cost += u64::from(step);
                        queue.push_back(further);
                    }
                }
            }
            None
        }

        fn astar(
            &self,
            heuristic: impl Fn((usize, usize)) -> u32,
        ) -> Option<GraphPath<(usize, usize)>> {
            let is_goal = |node| self.at(node) == Some(b'G');
            astar(self, self.find(b'S'), is_goal, heuristic)
        }

        /// Manhattan distance to the goal.
        fn manhattan(&self) -> impl Fn((usize, usize)) -> u32 {
            let goal = self.find(b'G');
            move |(x, y)| (x.abs_diff(goal.0) + y.abs_diff(goal.1)) as u32
        }
    }

    impl NeighbourGraph for TextMap {
        type Node = (usize, usize);

        fn neighbours(&self, (x, y): (usize, usize), out: &mut Vec<((usize, usize), u32)>) {
            let (up, left) = (y.wrapping_sub(1), x.wrapping_sub(1));
            for node in [(x, up), (x + 1, y), (x, y + 1), (left, y)] {
                match self.at(node) {
                    None | Some(b'#') => {}
                    Some(digit @ b'0'..=b'9') => out.push((node, u32::from(digit - b'0'))),
                    Some(_) => out.push((node, 1)),
                }
            }
        }
    }

    #[test]
    fn the_way_leads_around_walls() {
        let map = TextMap::parse("S.#. ##.. ...G");
        assert_eq!(map.bfs(), None);
        let map = TextMap::parse("S.#. #... ..#G");
        let path = map.bfs().unwrap();
        assert_eq!(path.nodes, [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2)]);
        assert_eq!(Some(path), map.astar(map.manhattan()));
    }

    #[test]
    fn the_start_may_be_the_goal() {
        let map = TextMap::parse("G");
        let path = astar(&map, (0, 0), |_| true, |_| 0).unwrap();
        assert_eq!((path.nodes.as_slice(), path.cost), (&[(0, 0)][..], 0));
    }

    #[test]
    fn astar_takes_the_cheap_way_and_bfs_the_short_one() {
        let map = TextMap::parse("S9G ...");
        let short = map.bfs().unwrap();
        assert_eq!((short.steps(), short.cost), (2, 10));
        let cheap = map.astar(map.manhattan()).unwrap();
        assert_eq!((cheap.steps(), cheap.cost), (4, 4));
    }

    #[test]
    fn astar_is_as_short_as_bfs_on_any_map() {
        let mut ways = 0;
        for index in 0..300 {
            let map = TextMap::random(Seed(1).child("map", index), 9);
            let short = map.bfs();
            let informed = map.astar(map.manhattan());
            assert_eq!(
                short.as_ref().map(GraphPath::steps),
                informed.as_ref().map(GraphPath::steps),
                "map {index}"
            );
            for path in [short, informed].into_iter().flatten() {
                ways += 1;
                let mut next = Vec::new();
                for pair in path.nodes.windows(2) {
                    next.clear();
                    map.neighbours(pair[0], &mut next);
                    assert!(next.contains(&(pair[1], 1)), "map {index}");
                }
            }
        }
        assert!((100..500).contains(&ways), "both cases must occur: {ways}");
    }

    #[test]
    fn an_inconsistent_heuristic_still_finds_the_cheapest_way() {
        /// 0 -1-> 1 -1-> 2 -3-> 3 and 0 -3-> 2, the goal being 3.
        struct DetourGraph;
        impl NeighbourGraph for DetourGraph {
            type Node = u8;
            fn neighbours(&self, node: u8, out: &mut Vec<(u8, u32)>) {
                out.extend(match node {
                    0 => [(1, 1), (2, 3)].as_slice(),
                    1 => [(2, 1)].as_slice(),
                    2 => [(3, 3)].as_slice(),
                    _ => [].as_slice(),
                });
            }
        }
        // True distances are 5, 4, 3, 0. The heuristic knows that of node 1 but not of node 2, so 2 is
        // expanded by the expensive path first and must be reopened.
        let heuristic = |node| if node == 1 { 4 } else { 0 };
        let path = astar(&DetourGraph, 0, |node| node == 3, heuristic).unwrap();
        assert_eq!((path.nodes.as_slice(), path.cost), (&[0, 1, 2, 3][..], 5));

        // The same on maps, with a heuristic that is zero in every other row.
        for index in 0..100 {
            let map = TextMap::random(Seed(2).child("map", index), 9);
            let manhattan = map.manhattan();
            let patchy = |(x, y): (usize, usize)| (y % 2) as u32 * manhattan((x, y));
            let steps = map.astar(patchy).as_ref().map(GraphPath::steps);
            assert_eq!(
                steps,
                map.bfs().as_ref().map(GraphPath::steps),
                "map {index}"
            );
        }
    }
}
