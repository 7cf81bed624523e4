//! Search tree of the thesis (Brenner 2015, chapter 3.9.4): nodes with their untried moves.

use ludorum_core::{Rng, SearchTreeNode, Seat};
use ludorum_games::sector66::Move;

/// Index of a node in a [`ThesisTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThesisNodeId(u32);

/// Node of the search tree of Brenner (2015).
#[derive(Clone, Debug, Default)]
pub(super) struct ThesisNode {
    /// Move or chance event that leads to the node, with the seat that chose it (`None` for
    /// chance). `None` at the root.
    edge: Option<(Move, Option<Seat>)>,
    pub(super) visits: u32,
    /// Sum of the scores, over all visits, of the seat that chose the node's move.
    score: f64,
    pub(super) children: Vec<ThesisNodeId>,
    /// Moves that have no child node yet; `None` before the first use of the node.
    pub(super) untried: Option<UntriedMoves>,
}

impl ThesisNode {
    /// Win rate, equation (2) of Brenner (2015): mean score of the seat that chose the node's move.
    pub(super) fn win_rate(&self) -> f64 {
        self.score / f64::from(self.visits)
    }

    /// Move or chance event that leads to the node; `None` at the root.
    pub(super) fn mv(&self) -> Option<Move> {
        self.edge.map(|(mv, _)| mv)
    }
}

/// Probabilities that the next untried move is a wall or a spell; otherwise it is a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MoveKindOdds {
    pub(super) wall: f64,
    pub(super) cast: f64,
}

/// Moves of a node without a child node, by kind of move.
#[derive(Clone, Debug, Default)]
pub(super) struct UntriedMoves {
    /// Steps and passes.
    steps: Vec<Move>,
    walls: Vec<Move>,
    casts: Vec<Move>,
}

impl UntriedMoves {
    pub(super) fn new(moves: &[Move]) -> UntriedMoves {
        let mut untried = UntriedMoves::default();
        for &mv in moves {
            match mv {
                Move::Build(_) => untried.walls.push(mv),
                Move::Cast(..) => untried.casts.push(mv),
                Move::Step(_) | Move::Pass | Move::Roll(_) => untried.steps.push(mv),
            }
        }
        untried
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len(&self) -> usize {
        self.steps.len() + self.walls.len() + self.casts.len()
    }

    /// Draws a kind of move, then a random move of that kind; skips kinds without moves. `None` if
    /// no move is left.
    pub(super) fn draw(&mut self, odds: MoveKindOdds, rng: &mut Rng) -> Option<Move> {
        let steps = (1.0 - odds.wall - odds.cast).max(0.0);
        let kinds = [&mut self.casts, &mut self.walls, &mut self.steps];
        let weights = [odds.cast, odds.wall, steps];
        let mut left: Vec<(f64, &mut Vec<Move>)> = weights
            .into_iter()
            .zip(kinds)
            .filter(|(_, moves)| !moves.is_empty())
            .collect();
        let all: f64 = left.iter().map(|(weight, _)| weight).sum();
        let mut drawn = rng.unit() * all;
        let kind = left.iter().position(|(weight, _)| {
            drawn -= weight;
            drawn < 0.0
        });
        // If only kinds with probability 0 are left, they are tried anyway.
        let last = left.len().checked_sub(1)?;
        let moves = &mut left[kind.unwrap_or(last)].1;
        let index = rng.below(moves.len());
        Some(moves.swap_remove(index))
    }
}

/// Search tree of Brenner (2015).
#[derive(Clone, Debug)]
pub(super) struct ThesisTree {
    nodes: Vec<ThesisNode>,
}

impl ThesisTree {
    pub(super) const ROOT: ThesisNodeId = ThesisNodeId(0);

    pub(super) fn new() -> ThesisTree {
        ThesisTree {
            nodes: vec![ThesisNode::default()],
        }
    }

    pub(super) fn get(&self, at: ThesisNodeId) -> &ThesisNode {
        &self.nodes[at.0 as usize]
    }

    pub(super) fn get_mut(&mut self, at: ThesisNodeId) -> &mut ThesisNode {
        &mut self.nodes[at.0 as usize]
    }

    /// Child node that a move or chance event leads to; `None` if it is not in the tree.
    pub(super) fn child(&self, parent: ThesisNodeId, mv: Move) -> Option<ThesisNodeId> {
        let mut children = self.get(parent).children.iter().copied();
        children.find(|&child| self.get(child).mv() == Some(mv))
    }

    /// Adds a child node for a move or chance event and returns its index.
    pub(super) fn add(
        &mut self,
        parent: ThesisNodeId,
        mv: Move,
        chooser: Option<Seat>,
    ) -> ThesisNodeId {
        let child = ThesisNodeId(self.nodes.len() as u32);
        self.nodes.push(ThesisNode {
            edge: Some((mv, chooser)),
            ..ThesisNode::default()
        });
        self.get_mut(parent).children.push(child);
        child
    }

    /// Counts a visit of a node and adds the score of the seat that chose the node's move.
    pub(super) fn update(&mut self, at: ThesisNodeId, score_of: impl Fn(Seat) -> f64) {
        let node = self.get_mut(at);
        node.visits += 1;
        if let Some((_, Some(seat))) = node.edge {
            node.score += score_of(seat);
        }
    }

    /// Child with the highest UCB, equation (1) of Brenner (2015); of equals the first.
    pub(super) fn select_ucb(
        &self,
        parent: ThesisNodeId,
        exploration: f64,
    ) -> Option<ThesisNodeId> {
        let node = self.get(parent);
        // From libm, because results of the standard library differ between platforms.
        let log_visits = libm::log(f64::from(node.visits.max(1)));
        let ucb = |at: ThesisNodeId| {
            let child = self.get(at);
            child.win_rate() + exploration * (log_visits / f64::from(child.visits)).sqrt()
        };
        best_by(&node.children, ucb)
    }

    /// Child with the best win rate; `None` if the node has no children.
    pub(super) fn best_child(&self, parent: ThesisNodeId) -> Option<ThesisNodeId> {
        best_by(&self.get(parent).children, |at| self.get(at).win_rate())
    }

    /// Approximate memory use of the tree, in bytes.
    pub(super) fn memory(&self) -> usize {
        let moves = |node: &ThesisNode| {
            let untried = node.untried.as_ref().map_or(0, UntriedMoves::len);
            untried * size_of::<Move>() + node.children.len() * size_of::<ThesisNodeId>()
        };
        let lists: usize = self.nodes.iter().map(moves).sum();
        lists + self.nodes.capacity() * size_of::<ThesisNode>()
    }

    /// Copy of the subtree whose root is a node of this tree.
    pub(super) fn subtree(&self, root: ThesisNodeId) -> ThesisTree {
        let mut subtree = ThesisTree { nodes: Vec::new() };
        subtree.copy(self, root);
        subtree.nodes[0].edge = None;
        subtree.nodes[0].score = 0.0;
        subtree
    }

    fn copy(&mut self, from: &ThesisTree, at: ThesisNodeId) -> ThesisNodeId {
        let own = ThesisNodeId(self.nodes.len() as u32);
        let node = from.get(at);
        self.nodes.push(ThesisNode {
            children: Vec::with_capacity(node.children.len()),
            ..node.clone()
        });
        for &child in &node.children {
            let child = self.copy(from, child);
            self.get_mut(own).children.push(child);
        }
        own
    }

    /// Converts the subtree below a node to the format that users inspect.
    pub(super) fn export(&self, at: ThesisNodeId) -> SearchTreeNode<Move> {
        let node = self.get(at);
        let chooser = node.edge.and_then(|(_, chooser)| chooser);
        SearchTreeNode {
            mv: node.mv(),
            seat: chooser,
            visits: u64::from(node.visits),
            score: chooser.map(|_| node.win_rate()),
            children: node
                .children
                .iter()
                .map(|&child| self.export(child))
                .collect(),
        }
    }
}

fn best_by(children: &[ThesisNodeId], worth: impl Fn(ThesisNodeId) -> f64) -> Option<ThesisNodeId> {
    let mut best: Option<(ThesisNodeId, f64)> = None;
    for &child in children {
        let worth = worth(child);
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((child, worth));
        }
    }
    best.map(|(child, _)| child)
}
