//! A tree of what a seat knows: its edges are what it does and what it sees.

use std::ops::{Index, IndexMut};

use ludorum_core::Seat;

/// No vertex: the root is nobody's child and nobody's sibling, so its number is free to say this.
const NONE: u32 = 0;

/// The root of every tree.
pub(super) const ROOT: u32 = 0;

/// How one vertex is reached from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge<M> {
    /// This seat makes this move.
    Chosen(Seat, M),
    /// This seat, or chance, does something of which only this sign is seen.
    Seen(Option<Seat>, u64),
}

/// What is known of one edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex<M> {
    /// The sum of the rewards of the seat that chose it, each from 0 to 1.
    pub(super) rewards: f64,
    pub(super) visits: u32,
    /// How often it could have been visited.
    pub(super) available: u32,
    first: u32,
    next: u32,
    pub(super) edge: Option<Edge<M>>,
}

impl<M> Vertex<M> {
    /// The mean reward.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        self.rewards / f64::from(self.visits)
    }

    /// The upper confidence bound among arms that are not always there (Cowling, Powley and
    /// Whitehouse 2012): how often it was available stands for how often its parent was visited.
    #[inline]
    pub(super) fn urgency(&self, exploration: f64) -> f64 {
        // libm, because the standard library's logarithm differs between platforms.
        let log = libm::log(f64::from(self.available.max(1)));
        self.mean() + exploration * (log / f64::from(self.visits)).sqrt()
    }
}

/// A tree that never takes more than its share of memory.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    /// Whose knowledge it is.
    pub(super) owner: Seat,
    vertices: Vec<Vertex<M>>,
    limit: usize,
}

impl<M: Copy + Eq> Tree<M> {
    /// A bare root, in a tree of at most `bytes`.
    pub(super) fn new(owner: Seat, bytes: usize) -> Tree<M> {
        let limit = (bytes / size_of::<Vertex<M>>()).clamp(1, u32::MAX as usize - 1);
        let mut tree = Tree {
            owner,
            vertices: Vec::with_capacity(limit.min(1024)),
            limit,
        };
        tree.push(None);
        tree
    }

    /// The memory taken.
    pub(super) fn bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<Vertex<M>>()
    }

    /// The children of a vertex, the latest first.
    #[inline]
    pub(super) fn children(&self, parent: u32) -> impl Iterator<Item = (u32, &Vertex<M>)> {
        let mut at = self[parent].first;
        std::iter::from_fn(move || {
            let number = at;
            (number != NONE).then(|| {
                let vertex = &self[number];
                at = vertex.next;
                (number, vertex)
            })
        })
    }

    /// Where this edge leads, if that is in the tree.
    #[inline]
    pub(super) fn child(&self, parent: u32, edge: Edge<M>) -> Option<u32> {
        let mut children = self.children(parent);
        children
            .find(|(_, child)| child.edge == Some(edge))
            .map(|(number, _)| number)
    }

    /// Adds where this edge leads, if there is room.
    pub(super) fn add(&mut self, parent: u32, edge: Edge<M>) -> Option<u32> {
        if self.vertices.len() >= self.limit {
            return None;
        }
        let child = self.push(Some(edge));
        self[child].next = self[parent].first;
        self[parent].first = child;
        Some(child)
    }

    /// The tree below these edges of the root, as if they were one.
    pub(super) fn below(&self, edges: &[Edge<M>]) -> Tree<M> {
        let mut tree = Tree {
            owner: self.owner,
            vertices: Vec::new(),
            limit: self.limit,
        };
        tree.push(None);
        for top in edges.iter().filter_map(|&edge| self.child(ROOT, edge)) {
            tree.graft(self, top);
        }
        tree
    }

    /// Adds all that is below a vertex of another tree to what is below the root.
    fn graft(&mut self, other: &Tree<M>, top: u32) {
        let mut open = vec![(ROOT, top)];
        while let Some((to, from)) = open.pop() {
            for (number, child) in other.children(from) {
                let Some(edge) = child.edge else { continue };
                let Some(place) = self.child(to, edge).or_else(|| self.add(to, edge)) else {
                    return;
                };
                let vertex = &mut self[place];
                vertex.rewards += child.rewards;
                vertex.visits = vertex.visits.saturating_add(child.visits);
                vertex.available = vertex.available.saturating_add(child.available);
                open.push((place, number));
            }
        }
    }

    fn push(&mut self, edge: Option<Edge<M>>) -> u32 {
        let number = self.vertices.len();
        self.vertices.push(Vertex {
            rewards: 0.0,
            visits: 0,
            available: 0,
            first: NONE,
            next: NONE,
            edge,
        });
        number as u32
    }

    /// The number of vertices.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.vertices.len()
    }
}

impl<M> Index<u32> for Tree<M> {
    type Output = Vertex<M>;

    #[inline]
    fn index(&self, number: u32) -> &Vertex<M> {
        &self.vertices[number as usize]
    }
}

impl<M> IndexMut<u32> for Tree<M> {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut Vertex<M> {
        &mut self.vertices[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_and_what_is_chosen_lead_to_different_places() {
        let mut tree: Tree<char> = Tree::new(Seat::FIRST, 1 << 16);
        let other = Seat::new(1);
        let edges = [
            Edge::Chosen(Seat::FIRST, 'a'),
            Edge::Chosen(Seat::FIRST, 'b'),
            Edge::Chosen(other, 'a'),
            Edge::Seen(Some(other), 0),
            Edge::Seen(Some(other), 7),
            Edge::Seen(None, 0),
        ];
        let added: Vec<_> = edges.map(|edge| tree.add(ROOT, edge)).into();
        assert_eq!(added, [1, 2, 3, 4, 5, 6].map(Some));
        assert_eq!(edges.map(|edge| tree.child(ROOT, edge)).to_vec(), added);
        assert_eq!(tree.child(1, edges[0]), None);
    }

    #[test]
    fn branches_that_become_one_add_up() {
        let mut tree: Tree<char> = Tree::new(Seat::FIRST, 1 << 16);
        let seen = |sign| Edge::Seen(Some(Seat::new(1)), sign);
        let own = |mv| Edge::Chosen(Seat::FIRST, mv);
        let mut grow = |parent, edge, visits, rewards| {
            let child = tree.add(parent, edge).unwrap();
            tree[child].visits = visits;
            tree[child].available = 2 * visits;
            tree[child].rewards = rewards;
            child
        };
        let (left, right) = (grow(ROOT, seen(1), 9, 0.0), grow(ROOT, seen(2), 5, 0.0));
        let (a, _) = (grow(left, own('a'), 6, 3.0), grow(left, own('b'), 2, 1.0));
        grow(a, seen(7), 4, 0.0);
        grow(right, own('a'), 3, 1.5);

        let tell = |tree: &Tree<char>, mv| {
            let vertex = &tree[tree.child(ROOT, own(mv))?];
            Some((vertex.visits, vertex.available, vertex.rewards))
        };
        let both = tree.below(&[seen(1), seen(2), seen(3)]);
        assert_eq!(both.len(), 4);
        assert_eq!(tell(&both, 'a'), Some((9, 18, 4.5)));
        assert_eq!(tell(&both, 'b'), Some((2, 4, 1.0)));
        let below_a = both.child(ROOT, own('a')).unwrap();
        assert!(both.child(below_a, seen(7)).is_some());
        let one = tree.below(&[seen(2)]);
        assert_eq!(
            (tell(&one, 'a'), tell(&one, 'b')),
            (Some((3, 6, 1.5)), None)
        );
        assert_eq!(tree.below(&[seen(3)]).len(), 1);
    }

    #[test]
    fn a_full_tree_refuses_to_grow() {
        let mut tree: Tree<u8> = Tree::new(Seat::FIRST, 3 * size_of::<Vertex<u8>>());
        let added = [0, 1, 2].map(|mv| tree.add(ROOT, Edge::Chosen(Seat::FIRST, mv)));
        assert_eq!(added, [Some(1), Some(2), None]);
        assert_eq!(tree.len(), 3);
    }

    #[test]
    fn urgency_counts_how_often_a_move_was_there() {
        // 0.4 + c sqrt(ln 9 / 4) against 0.5 + c sqrt(ln 90 / 40): the rare one is not held
        // responsible for the times it was not there.
        let vertex = |rewards, visits, available| Vertex {
            rewards,
            visits,
            available,
            first: NONE,
            next: NONE,
            edge: None::<Edge<u8>>,
        };
        let (rare, common) = (vertex(1.6, 4, 9), vertex(20.0, 40, 90));
        let expected = 0.4 + 0.7 * (9f64.ln() / 4.0).sqrt();
        assert!((rare.urgency(0.7) - expected).abs() < 1e-12);
        assert!(rare.urgency(0.7) > common.urgency(0.7));
        assert!(rare.urgency(0.0) < common.urgency(0.0));
    }
}
