//! A tree of information sets of one seat: its edges are the seat's moves and observations.

use std::ops::{Index, IndexMut};

use ludorum_core::Seat;

/// Index that means "no node". It is the index of the root, which is never a child or sibling.
const NONE: u32 = 0;

/// Index of the root node.
pub(super) const ROOT: u32 = 0;

/// Edge of an information-set tree: a move or an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IsmctsEdge<M> {
    /// A fully visible move, with the seat that chose it.
    Chosen(Seat, M),
    /// A move of a seat, or of chance (`None`), identified only by the id of its observation.
    Seen(Option<Seat>, u64),
}

/// Node of an information-set tree, with the statistics of the edge to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsmctsNode<M> {
    /// Sum over all visits of the reward, from 0 to 1, of the seat that chose the node's move.
    pub(super) rewards: f64,
    pub(super) visits: u32,
    /// Availability count: number of visits of the parent at which this node's edge was available.
    pub(super) available: u32,
    first: u32,
    next: u32,
    pub(super) edge: Option<IsmctsEdge<M>>,
}

impl<M> IsmctsNode<M> {
    /// Mean reward of the seat that chose the node's move, from 0 to 1.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        self.rewards / f64::from(self.visits)
    }

    /// Upper confidence bound with the availability count in place of the parent's visits (Cowling,
    /// Powley and Whitehouse 2012).
    #[inline]
    pub(super) fn urgency(&self, exploration: f64) -> f64 {
        // libm, because the standard library's logarithm differs between platforms.
        let log = libm::log(f64::from(self.available.max(1)));
        self.mean() + exploration * (log / f64::from(self.visits)).sqrt()
    }
}

/// An information-set tree with a memory limit.
#[derive(Clone, Debug)]
pub(super) struct IsmctsTree<M> {
    /// Seat whose information sets the nodes represent.
    pub(super) owner: Seat,
    nodes: Vec<IsmctsNode<M>>,
    limit: usize,
}

impl<M: Copy + Eq> IsmctsTree<M> {
    /// Creates a tree with only a root node and a memory limit of `bytes`.
    pub(super) fn new(owner: Seat, bytes: usize) -> IsmctsTree<M> {
        let limit = (bytes / size_of::<IsmctsNode<M>>()).clamp(1, u32::MAX as usize - 1);
        let mut tree = IsmctsTree {
            owner,
            nodes: Vec::with_capacity(limit.min(1024)),
            limit,
        };
        tree.push(None);
        tree
    }

    /// Allocated memory of the tree in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<IsmctsNode<M>>()
    }

    /// Children of a node with their indices, most recently added first.
    #[inline]
    pub(super) fn children(&self, parent: u32) -> impl Iterator<Item = (u32, &IsmctsNode<M>)> {
        let mut at = self[parent].first;
        std::iter::from_fn(move || {
            let number = at;
            (number != NONE).then(|| {
                let node = &self[number];
                at = node.next;
                (number, node)
            })
        })
    }

    /// Index of the child along an edge; `None` if the tree has no such child.
    #[inline]
    pub(super) fn child(&self, parent: u32, edge: IsmctsEdge<M>) -> Option<u32> {
        let mut children = self.children(parent);
        children
            .find(|(_, child)| child.edge == Some(edge))
            .map(|(number, _)| number)
    }

    /// Adds a child along an edge and returns its index; `None` if the memory limit is reached.
    pub(super) fn add(&mut self, parent: u32, edge: IsmctsEdge<M>) -> Option<u32> {
        if self.nodes.len() >= self.limit {
            return None;
        }
        let child = self.push(Some(edge));
        self[child].next = self[parent].first;
        self[parent].first = child;
        Some(child)
    }

    /// New tree that merges the subtrees below these edges of the root.
    pub(super) fn below(&self, edges: &[IsmctsEdge<M>]) -> IsmctsTree<M> {
        let mut tree = IsmctsTree {
            owner: self.owner,
            nodes: Vec::new(),
            limit: self.limit,
        };
        tree.push(None);
        for top in edges.iter().filter_map(|&edge| self.child(ROOT, edge)) {
            tree.graft(self, top);
        }
        tree
    }

    /// Merges the subtree of `other` below its node `top` into the root of this tree.
    fn graft(&mut self, other: &IsmctsTree<M>, top: u32) {
        let mut open = vec![(ROOT, top)];
        while let Some((to, from)) = open.pop() {
            for (number, child) in other.children(from) {
                let Some(edge) = child.edge else { continue };
                let Some(place) = self.child(to, edge).or_else(|| self.add(to, edge)) else {
                    return;
                };
                let node = &mut self[place];
                node.rewards += child.rewards;
                node.visits = node.visits.saturating_add(child.visits);
                node.available = node.available.saturating_add(child.available);
                open.push((place, number));
            }
        }
    }

    fn push(&mut self, edge: Option<IsmctsEdge<M>>) -> u32 {
        let number = self.nodes.len();
        self.nodes.push(IsmctsNode {
            rewards: 0.0,
            visits: 0,
            available: 0,
            first: NONE,
            next: NONE,
            edge,
        });
        number as u32
    }

    /// The number of nodes in the tree.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl<M> Index<u32> for IsmctsTree<M> {
    type Output = IsmctsNode<M>;

    #[inline]
    fn index(&self, number: u32) -> &IsmctsNode<M> {
        &self.nodes[number as usize]
    }
}

impl<M> IndexMut<u32> for IsmctsTree<M> {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut IsmctsNode<M> {
        &mut self.nodes[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_and_what_is_chosen_lead_to_different_places() {
        let mut tree: IsmctsTree<char> = IsmctsTree::new(Seat::FIRST, 1 << 16);
        let other = Seat::new(1);
        let edges = [
            IsmctsEdge::Chosen(Seat::FIRST, 'a'),
            IsmctsEdge::Chosen(Seat::FIRST, 'b'),
            IsmctsEdge::Chosen(other, 'a'),
            IsmctsEdge::Seen(Some(other), 0),
            IsmctsEdge::Seen(Some(other), 7),
            IsmctsEdge::Seen(None, 0),
        ];
        let added: Vec<_> = edges.map(|edge| tree.add(ROOT, edge)).into();
        assert_eq!(added, [1, 2, 3, 4, 5, 6].map(Some));
        assert_eq!(edges.map(|edge| tree.child(ROOT, edge)).to_vec(), added);
        assert_eq!(tree.child(1, edges[0]), None);
    }

    #[test]
    fn branches_that_become_one_add_up() {
        let mut tree: IsmctsTree<char> = IsmctsTree::new(Seat::FIRST, 1 << 16);
        let seen = |sign| IsmctsEdge::Seen(Some(Seat::new(1)), sign);
        let own = |mv| IsmctsEdge::Chosen(Seat::FIRST, mv);
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

        let tell = |tree: &IsmctsTree<char>, mv| {
            let node = &tree[tree.child(ROOT, own(mv))?];
            Some((node.visits, node.available, node.rewards))
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
        let mut tree: IsmctsTree<u8> =
            IsmctsTree::new(Seat::FIRST, 3 * size_of::<IsmctsNode<u8>>());
        let added = [0, 1, 2].map(|mv| tree.add(ROOT, IsmctsEdge::Chosen(Seat::FIRST, mv)));
        assert_eq!(added, [Some(1), Some(2), None]);
        assert_eq!(tree.len(), 3);
    }

    #[test]
    fn urgency_counts_how_often_a_move_was_there() {
        // 0.4 + c sqrt(ln 9 / 4) against 0.5 + c sqrt(ln 90 / 40): the rare move is not penalised for
        // the visits in which it was unavailable.
        let node = |rewards, visits, available| IsmctsNode {
            rewards,
            visits,
            available,
            first: NONE,
            next: NONE,
            edge: None::<IsmctsEdge<u8>>,
        };
        let (rare, common) = (node(1.6, 4, 9), node(20.0, 40, 90));
        let expected = 0.4 + 0.7 * (9f64.ln() / 4.0).sqrt();
        assert!((rare.urgency(0.7) - expected).abs() < 1e-12);
        assert!(rare.urgency(0.7) > common.urgency(0.7));
        assert!(rare.urgency(0.0) < common.urgency(0.0));
    }
}
