//! Tree reuse: keeping the search trees from move to move.

use ludorum_core::{Game, PerfectInformation};

use super::tree::MctsTree;

/// MCTS trees kept for the next move, with the position at their roots.
pub(super) struct ReusedMctsTrees<G: Game> {
    /// The position at the root of every tree.
    pub(super) position: G::State,
    pub(super) trees: Vec<MctsTree<G::Move>>,
}

impl<G: PerfectInformation> ReusedMctsTrees<G> {
    /// Moves the roots to the position `next`, one move later; false if it is not in the trees.
    pub(super) fn follow(&mut self, game: &G, next: &G::State) -> bool {
        let ReusedMctsTrees { position, trees } = self;
        let known = trees
            .iter()
            .flat_map(|tree| tree.children(tree.root()))
            .map(|(_, child)| child.mv);
        let played = known.into_iter().find(|&mv| {
            let undo = game.make(position, mv);
            let same = position == next;
            game.unmake(position, mv, undo);
            same
        });
        let Some(mv) = played else {
            return false;
        };
        for tree in trees {
            match tree.child(tree.root(), mv) {
                Some(child) => tree.move_root(child),
                None => tree.clear(),
            }
        }
        position.clone_from(next);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::FinalMoveRule;
    use super::super::final_choice::candidates;
    use super::*;
    use ludorum_core::CandidateMove;
    use ludorum_testkit::toys::SubtractionGame;

    /// A tree whose root has children of these moves, visits and wins.
    fn tree(children: &[(u8, u32, f64)]) -> MctsTree<u8> {
        let mut tree = MctsTree::new(1 << 20, 0, false);
        tree.expand(0, children.iter().map(|&(mv, ..)| (mv, 0.0)));
        for &(mv, visits, wins) in children {
            let child = tree.child(0, mv).unwrap();
            tree[child].visits = visits;
            tree[child].wins = wins;
        }
        tree
    }

    const PILE: SubtractionGame = SubtractionGame {
        stones: 9,
        take: 4,
        seats: 2,
    };

    fn memory(trees: Vec<MctsTree<u8>>) -> ReusedMctsTrees<SubtractionGame> {
        ReusedMctsTrees {
            position: PILE.initial(ludorum_core::Seed(0)),
            trees,
        }
    }

    fn order(
        memory: &ReusedMctsTrees<SubtractionGame>,
        final_move: FinalMoveRule,
    ) -> Vec<(u8, u64, Option<f64>)> {
        let candidates = candidates(&memory.trees, &[1, 2, 3, 4], final_move);
        let tell = |c: &CandidateMove<u8>| (c.mv, c.visits, c.value);
        candidates.iter().map(tell).collect()
    }

    #[test]
    fn the_final_move_is_the_most_visited_or_the_best() {
        let memory = memory(vec![tree(&[
            (4, 0, 0.0),
            (3, 8, 4.0),
            (2, 4, 3.0),
            (1, 4, 3.0),
        ])]);
        let (one, two) = ((1, 4, Some(0.5)), (2, 4, Some(0.5)));
        let (three, four) = ((3, 8, Some(0.0)), (4, 0, None));
        assert_eq!(
            order(&memory, FinalMoveRule::MostVisits),
            [three, one, two, four]
        );
        assert_eq!(
            order(&memory, FinalMoveRule::BestValue),
            [one, two, three, four]
        );
    }

    #[test]
    fn trees_are_added_up_by_move() {
        let other = tree(&[(1, 1, 1.0), (2, 8, 8.0), (3, 0, 0.0), (4, 0, 0.0)]);
        let memory = memory(vec![tree(&[(4, 1, 0.0), (3, 8, 4.0), (2, 8, 0.0)]), other]);
        assert_eq!(
            order(&memory, FinalMoveRule::MostVisits),
            [
                (2, 16, Some(0.0)),
                (3, 8, Some(0.0)),
                (1, 1, Some(1.0)),
                (4, 1, Some(-1.0))
            ]
        );
    }

    #[test]
    fn a_tree_that_does_not_know_the_move_forgets_all() {
        let ignorant = tree(&[(4, 5, 1.0)]);
        let mut memory = memory(vec![tree(&[(1, 7, 2.0), (2, 1, 0.0)]), ignorant]);
        let mut next = memory.position.clone();
        PILE.make(&mut next, 1);
        assert!(memory.follow(&PILE, &next));
        let roots = memory.trees.iter().map(|tree| tree[tree.root()].visits);
        assert_eq!(roots.collect::<Vec<_>>(), [7, 0]);
        assert!(!memory.trees[1][0].has_children());
        assert_eq!(memory.position, next);
    }
}
