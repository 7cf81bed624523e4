//! What a search keeps between moves, and how it follows the game with it.

use ludorum_core::{Chance, Game, Hidden, Listing, Node, Rng, Seat};

use super::config::Observers;
use super::tree::{Edge, ROOT, Tree};

/// In how many worlds it is looked up what led to what is seen next.
const WORLDS: usize = 8;

/// How many worlds are drawn for that before the trees are given up.
const TRIES: usize = 64;

/// The trees of the last search, and what was seen since.
pub(super) struct Memory<G: Game> {
    /// What the seat sees at the roots.
    view: G::View,
    trees: Vec<Tree<G::Move>>,
    /// What it saw after every move since.
    seen: Vec<G::View>,
}

impl<G: Hidden + Chance> Memory<G> {
    pub(super) fn new(view: &G::View, trees: Vec<Tree<G::Move>>) -> Memory<G> {
        Memory {
            view: view.clone(),
            trees,
            seen: Vec::new(),
        }
    }

    /// The memory taken.
    pub(super) fn bytes(&self) -> usize {
        let trees: usize = self.trees.iter().map(Tree::bytes).sum();
        trees + self.seen.capacity() * size_of::<G::View>()
    }

    /// Takes note of what is seen after a move.
    pub(super) fn note(&mut self, view: &G::View) {
        self.seen.push(view.clone());
    }

    /// The trees, followed to what `seat` sees now. None if they do not lead there.
    ///
    /// In its own tree, the seat knows where it is. In those of others it does not, as it does not see
    /// all that they see: their branches that agree with what it sees become one.
    pub(super) fn follow(
        mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        observers: Observers,
        rng: &mut Rng,
    ) -> Option<Vec<Tree<G::Move>>> {
        for next in std::mem::take(&mut self.seen) {
            let ways = self.ways(game, seat, &next, observers, rng)?;
            for (tree, edges) in self.trees.iter_mut().zip(ways) {
                *tree = tree.below(&edges);
            }
            let own = self.trees.iter().find(|tree| tree.owner == seat)?;
            own.children(ROOT).next()?;
            self.view = next;
        }
        (self.view == *view).then_some(self.trees)
    }

    /// What may have been done between two views, as it looks in each tree.
    fn ways(
        &self,
        game: &G,
        seat: Seat,
        next: &G::View,
        observers: Observers,
        rng: &mut Rng,
    ) -> Option<Vec<Vec<Edge<G::Move>>>> {
        let mut ways = vec![Vec::new(); self.trees.len()];
        let mut moves = Vec::new();
        let mut worlds = 0;
        for _ in 0..TRIES {
            let mut world = game.determinize(&self.view, rng);
            let chooser = match game.node(&world) {
                Node::Over => return None,
                Node::Decide(seat) => Some(seat),
                Node::Chance => None,
            };
            list(game, &world, rng, &mut moves);
            let mut leads_there = |mv: &G::Move| {
                let undo = game.make(&mut world, *mv);
                let same = game.view(&world, seat) == *next;
                game.unmake(&mut world, *mv, undo);
                same
            };
            moves.retain(&mut leads_there);
            for (tree, edges) in self.trees.iter().zip(&mut ways) {
                for &mv in &moves {
                    let edge = observers.edge(game, tree.owner, &world, chooser, mv);
                    if !edges.contains(&edge) {
                        edges.push(edge);
                    }
                }
            }
            worlds += usize::from(!moves.is_empty());
            if worlds == WORLDS {
                break;
            }
        }
        (worlds > 0).then_some(ways)
    }
}

/// What may happen in this world.
fn list<G: Chance>(game: &G, world: &G::State, rng: &mut Rng, out: &mut Vec<G::Move>) {
    out.clear();
    if game.node(world) != Node::Chance {
        return game.moves(world, out);
    }
    let mut events = Vec::new();
    match game.events(world, &mut events) {
        Listing::Complete => out.extend(events.iter().map(|&(event, _)| event)),
        Listing::TooMany => out.push(game.sample(world, rng)),
    }
}
