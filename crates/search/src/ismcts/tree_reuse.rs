//! Tree reuse: keeping the search trees from move to move.

use ludorum_core::{Chance, ChanceListingStatus, Determinize, Game, NodeKind, Rng, Seat};

use super::config::ObserverModel;
use super::tree::{IsmctsEdge, IsmctsTree, ROOT};

/// Number of determinizations consistent with the next view from which tree reuse collects edges.
const MATCHING_STATES: usize = 8;

/// Maximum number of determinizations that tree reuse samples to find consistent ones; if none is
/// found, the trees are discarded.
const MAX_SAMPLES: usize = 64;

/// Search trees of the last move, with the views observed since that search.
pub(super) struct ReusedInformationTrees<G: Game> {
    /// View at the roots of the trees.
    view: G::View,
    trees: Vec<IsmctsTree<G::Move>>,
    /// View after each move since the last search.
    seen: Vec<G::View>,
}

impl<G: Determinize + Chance> ReusedInformationTrees<G> {
    pub(super) fn new(
        view: &G::View,
        trees: Vec<IsmctsTree<G::Move>>,
    ) -> ReusedInformationTrees<G> {
        ReusedInformationTrees {
            view: view.clone(),
            trees,
            seen: Vec::new(),
        }
    }

    /// Allocated memory of all trees in bytes.
    pub(super) fn bytes(&self) -> usize {
        let trees: usize = self.trees.iter().map(IsmctsTree::bytes).sum();
        trees + self.seen.capacity() * size_of::<G::View>()
    }

    /// Records the view that the seat observed after a move.
    pub(super) fn observe(&mut self, view: &G::View) {
        self.seen.push(view.clone());
    }

    /// Moves the roots of the trees to the current view of `seat`; `None` if the trees do not
    /// contain it.
    ///
    /// In its own tree, the seat knows its node. In those of others it does not, because it does
    /// not see their observations: their branches consistent with its view are merged.
    pub(super) fn follow(
        mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        observers: ObserverModel,
        rng: &mut Rng,
    ) -> Option<Vec<IsmctsTree<G::Move>>> {
        for next in std::mem::take(&mut self.seen) {
            let edges_by_tree = self.matching_edges(game, seat, &next, observers, rng)?;
            for (tree, edges) in self.trees.iter_mut().zip(edges_by_tree) {
                *tree = tree.below(&edges);
            }
            let own = self.trees.iter().find(|tree| tree.owner == seat)?;
            own.children(ROOT).next()?;
            self.view = next;
        }
        (self.view == *view).then_some(self.trees)
    }

    /// For each tree, the root edges that are consistent with the change from the root view to
    /// `next`.
    fn matching_edges(
        &self,
        game: &G,
        seat: Seat,
        next: &G::View,
        observers: ObserverModel,
        rng: &mut Rng,
    ) -> Option<Vec<Vec<IsmctsEdge<G::Move>>>> {
        let mut edges_by_tree = vec![Vec::new(); self.trees.len()];
        let mut moves = Vec::new();
        let mut matches = 0;
        for _ in 0..MAX_SAMPLES {
            let mut state = game.determinize(&self.view, rng);
            let chooser = match game.node(&state) {
                NodeKind::Over => return None,
                NodeKind::Decide(seat) => Some(seat),
                NodeKind::Chance => None,
            };
            list(game, &state, rng, &mut moves);
            let mut is_consistent = |mv: &G::Move| {
                let undo = game.make(&mut state, *mv);
                let same = game.view(&state, seat) == *next;
                game.unmake(&mut state, *mv, undo);
                same
            };
            moves.retain(&mut is_consistent);
            for (tree, edges) in self.trees.iter().zip(&mut edges_by_tree) {
                for &mv in &moves {
                    let edge = observers.edge(game, tree.owner, &state, chooser, mv);
                    if !edges.contains(&edge) {
                        edges.push(edge);
                    }
                }
            }
            matches += usize::from(!moves.is_empty());
            if matches == MATCHING_STATES {
                break;
            }
        }
        (matches > 0).then_some(edges_by_tree)
    }
}

/// Lists the legal moves or chance events in `state`; one sampled event if there are too many.
fn list<G: Chance>(game: &G, state: &G::State, rng: &mut Rng, out: &mut Vec<G::Move>) {
    out.clear();
    if game.node(state) != NodeKind::Chance {
        return game.moves(state, out);
    }
    let mut events = Vec::new();
    match game.events(state, &mut events) {
        ChanceListingStatus::Complete => out.extend(events.iter().map(|&(event, _)| event)),
        ChanceListingStatus::TooMany => out.push(game.sample(state, rng)),
    }
}
