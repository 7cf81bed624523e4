//! The search tree: one flat array of small nodes that refer to each other by index.

use std::ops::{Index, IndexMut};

/// Index that means "no node". It is the index of the root, which is never a child or sibling.
/// Children always have larger indices than their parents.
pub(super) const NONE: u32 = 0;

/// Node of an MCTS tree, with the statistics of the move that leads to it.
///
/// The sum has 64 bits: with 32 bits it would stop growing after about 16 million visits, which a
/// long analysis can reach, and lose precision much earlier.
#[derive(Clone, Copy, Debug)]
pub(super) struct MctsNode<M> {
    /// Sum of the results of the seat that chose the node's move, each from 0 (loss) to 1 (win).
    /// Unused for chance events.
    pub(super) wins: f64,
    pub(super) visits: u32,
    first: u32,
    next: u32,
    /// The move or chance event that leads to the node.
    pub(super) mv: M,
}

impl<M> MctsNode<M> {
    /// Mean result, from 0 to 1, of the seat that chose the node's move.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        self.wins / f64::from(self.visits)
    }

    pub(super) fn has_children(&self) -> bool {
        self.first != NONE
    }
}

/// MCTS tree with a memory limit.
#[derive(Clone, Debug)]
pub(super) struct MctsTree<M> {
    nodes: Vec<MctsNode<M>>,
    /// Progressive-bias prior of each node; empty if the search does not use priors.
    priors: Vec<f32>,
    has_priors: bool,
    root: u32,
    limit: usize,
    is_full: bool,
}

impl<M: Copy + Eq> MctsTree<M> {
    /// Creates a tree with only a root node and a memory limit of `bytes`. `any` is a dummy, since
    /// no move leads to the root.
    pub(super) fn new(bytes: usize, any: M, has_priors: bool) -> MctsTree<M> {
        // Compacting needs a temporary table with one index per node.
        let prior = if has_priors { size_of::<f32>() } else { 0 };
        let each = size_of::<MctsNode<M>>() + size_of::<u32>() + prior;
        let mut tree = MctsTree {
            nodes: Vec::new(),
            priors: Vec::new(),
            has_priors,
            root: 0,
            limit: (bytes / each).min(u32::MAX as usize - 2),
            is_full: false,
        };
        tree.push(any, 0.0);
        tree
    }

    #[inline]
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The number of nodes in the tree.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Allocated memory of the tree in bytes, including the temporary table used by compacting.
    pub(super) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * (size_of::<MctsNode<M>>() + size_of::<u32>());
        nodes + self.priors.capacity() * size_of::<f32>()
    }

    /// True if some node could not be expanded because the memory limit was reached.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    #[inline]
    pub(super) fn prior(&self, node: u32) -> f64 {
        f64::from(self.priors[node as usize])
    }

    /// The children of a node, in the order in which they were added.
    #[inline]
    pub(super) fn children(&self, parent: u32) -> impl Iterator<Item = (u32, &MctsNode<M>)> {
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

    /// Index of the child that `mv` leads to; `None` if it is not in the tree.
    pub(super) fn child(&self, parent: u32, mv: M) -> Option<u32> {
        let mut children = self.children(parent);
        children
            .find(|(_, child)| child.mv == mv)
            .map(|(number, _)| number)
    }

    /// Expands a leaf: adds a child with its prior for each move, or none if memory does not
    /// suffice for all. At the root they always fit.
    pub(super) fn expand(
        &mut self,
        parent: u32,
        children: impl ExactSizeIterator<Item = (M, f32)>,
    ) {
        if !self.has_room(children.len()) && parent != self.root {
            return;
        }
        let mut last = NONE;
        for (mv, prior) in children {
            let child = self.push(mv, prior);
            match last {
                NONE => self[parent].first = child,
                last => self[last].next = child,
            }
            last = child;
        }
    }

    /// Adds a child for a chance event and returns its index; `None` if the memory limit is
    /// reached.
    pub(super) fn append(&mut self, parent: u32, event: M) -> Option<u32> {
        if !self.has_room(1) {
            return None;
        }
        let child = self.push(event, 0.0);
        // Prepended, because finding the end of the list takes linear time.
        self[child].next = self[parent].first;
        self[parent].first = child;
        Some(child)
    }

    fn has_room(&mut self, more: usize) -> bool {
        self.is_full |= self.len() + more > self.limit;
        !self.is_full
    }

    fn push(&mut self, mv: M, prior: f32) -> u32 {
        let len = self.nodes.len();
        if len == self.nodes.capacity() {
            // Plain doubling could exceed the limit.
            let capacity = (len * 2).max(1024).min(self.limit).max(len + 1);
            self.nodes.reserve_exact(capacity - len);
            if self.has_priors {
                self.priors.reserve_exact(capacity - len);
            }
        }
        self.nodes.push(MctsNode {
            wins: 0.0,
            visits: 0,
            first: NONE,
            next: NONE,
            mv,
        });
        if self.has_priors {
            self.priors.push(prior);
        }
        len as u32
    }

    /// Removes all nodes and adds a new root.
    pub(super) fn clear(&mut self) {
        let any = self.nodes[0].mv;
        self.nodes.clear();
        self.priors.clear();
        self.root = 0;
        self.is_full = false;
        self.push(any, 0.0);
    }

    /// Makes `child` the root. Other nodes stay in memory until [`compact`](MctsTree::compact).
    pub(super) fn move_root(&mut self, child: u32) {
        self.root = child;
    }

    /// Drops all nodes not below the root and moves the others together in place. Children come
    /// after their parents, so one forward pass finds the nodes to keep and a second one moves
    /// them.
    pub(super) fn compact(&mut self) {
        const DROPPED: u32 = u32::MAX;
        const STAYS: u32 = u32::MAX - 1;
        if self.root == 0 {
            return;
        }
        let root = self.root;
        self[root].next = NONE;
        let mut renumbered = vec![DROPPED; self.len()];
        renumbered[root as usize] = STAYS;
        let mut kept = 0;
        for old in root..self.len() as u32 {
            if renumbered[old as usize] == STAYS {
                renumbered[old as usize] = kept;
                kept += 1;
                for (child, _) in self.children(old) {
                    renumbered[child as usize] = STAYS;
                }
            }
        }
        let renumber = |link: u32| match link {
            NONE => NONE,
            link => renumbered[link as usize],
        };
        for (old, &new) in renumbered.iter().enumerate() {
            if new != DROPPED {
                let new = new as usize;
                let node = self.nodes[old];
                self.nodes[new] = MctsNode {
                    first: renumber(node.first),
                    next: renumber(node.next),
                    ..node
                };
                if self.has_priors {
                    self.priors[new] = self.priors[old];
                }
            }
        }
        self.nodes.truncate(kept as usize);
        self.priors.truncate(kept as usize);
        self.root = 0;
        self.is_full = false;
    }
}

impl<M> Index<u32> for MctsTree<M> {
    type Output = MctsNode<M>;

    #[inline]
    fn index(&self, number: u32) -> &MctsNode<M> {
        &self.nodes[number as usize]
    }
}

impl<M> IndexMut<u32> for MctsTree<M> {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut MctsNode<M> {
        &mut self.nodes[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves<M: Copy + Eq>(tree: &MctsTree<M>, parent: u32) -> Vec<M> {
        tree.children(parent).map(|(_, child)| child.mv).collect()
    }

    #[test]
    fn compacting_keeps_what_is_below_the_root_and_nothing_else() {
        let mut tree = MctsTree::new(1 << 20, '-', true);
        tree.expand(0, [('a', 1.0), ('b', 2.0), ('c', 3.0)].into_iter());
        let [a, b] = ['a', 'b'].map(|mv| tree.child(0, mv).unwrap());
        tree.expand(b, [('d', 4.0), ('e', 5.0)].into_iter());
        tree.expand(a, [('f', 6.0), ('g', 7.0)].into_iter());
        let e = tree.child(b, 'e').unwrap();
        // A chance node, whose children come one by one.
        let h = tree.append(e, 'h').unwrap();
        tree.append(a, 'x');
        tree.append(e, 'i');
        tree.expand(h, [('j', 8.0), ('k', 9.0)].into_iter());
        tree[e].visits = 17;
        tree[h].wins = 0.5;

        tree.move_root(b);
        tree.compact();
        assert_eq!((tree.root(), tree.len()), (0, 7));
        assert_eq!(tree[0].next, NONE);
        assert_eq!(moves(&tree, 0), ['d', 'e']);
        let e = tree.child(0, 'e').unwrap();
        assert_eq!((tree[e].visits, tree.prior(e)), (17, 5.0));
        assert_eq!(moves(&tree, e), ['i', 'h']);
        let h = tree.child(e, 'h').unwrap();
        assert_eq!(tree[h].wins, 0.5);
        assert_eq!(moves(&tree, h), ['j', 'k']);
        let k = tree.child(h, 'k').unwrap();
        assert_eq!(tree.prior(k), 9.0);
        assert!(!tree[k].has_children());

        tree.clear();
        assert_eq!((tree.len(), tree[0].has_children()), (1, false));
    }

    #[test]
    fn a_full_tree_refuses_to_grow_except_at_its_root() {
        let mut tree = MctsTree::new(3 * 40, 0u32, false);
        tree.expand(0, (0..9).map(|mv| (mv, 0.0)));
        assert_eq!(tree.len(), 10);
        tree.expand(1, (0..1).map(|mv| (mv, 0.0)));
        assert_eq!(tree.append(2, 5), None);
        assert_eq!(tree.len(), 10);
        assert!(tree.is_full());

        tree.move_root(2);
        tree.compact();
        assert!(!tree.is_full());
        assert!(tree.append(0, 5).is_some());
    }
}
