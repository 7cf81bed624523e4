//! The tree a player's choice came from, as files and messages have it.

use ludorum_catalog::{Player, Position};
use ludorum_core::Branch;
use ludorum_protocol::study::{SearchTree, TreeNode};

/// The tree of the last choice of `player`, made in `position`, if it keeps one. `most` limits the
/// number of positions: those the search visited least are left out.
pub fn search_tree(
    game: &str,
    position: &Position,
    player: &Player,
    most: u64,
) -> Option<SearchTree> {
    let root = player.tree(position)?;
    let least = limit(&root, most);
    Some(SearchTree {
        game: game.to_owned(),
        position: position.text(),
        agent: player.spec().to_owned(),
        least_visits: (least > 0).then_some(least),
        tree: node(root, least),
    })
}

/// How often a position has to be visited so that no more than `most` of them remain. Nothing is
/// visited more often than what is above it, so what remains is a tree.
fn limit(root: &Branch<String>, most: u64) -> u64 {
    let mut least = 0;
    while count(root, least) > most.max(1) {
        least = (least * 2).max(2);
    }
    least
}

/// The positions visited at least so often, the root included.
fn count(branch: &Branch<String>, least: u64) -> u64 {
    let kept = branch.children.iter().filter(|child| child.visits >= least);
    1 + kept.map(|child| count(child, least)).sum::<u64>()
}

fn node(branch: Branch<String>, least: u64) -> TreeNode {
    let kept = branch
        .children
        .into_iter()
        .filter(|child| child.visits >= least);
    TreeNode {
        mv: branch.mv,
        seat: branch.seat.map(|seat| seat.index() as u8 + 1),
        visits: branch.visits,
        score: branch.score,
        children: kept.map(|child| node(child, least)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(visits: u64, children: Vec<Branch<String>>) -> Branch<String> {
        Branch {
            mv: Some(visits.to_string()),
            seat: None,
            visits,
            score: None,
            children,
        }
    }

    #[test]
    fn what_is_visited_least_is_left_out_with_all_below_it() {
        let tree = || {
            let rare = branch(3, vec![branch(1, vec![]), branch(1, vec![])]);
            branch(20, vec![branch(16, vec![branch(9, vec![])]), rare])
        };
        let kept = |least| node(tree(), least);
        assert_eq!((count(&tree(), 0), kept(0).count()), (6, 6));
        assert_eq!((count(&tree(), 2), kept(2).count()), (4, 4));
        assert_eq!((count(&tree(), 4), kept(4).count()), (3, 3));
        assert_eq!((count(&tree(), 32), kept(32).count()), (1, 1));
        assert_eq!(limit(&tree(), 6), 0);
        assert_eq!(limit(&tree(), 5), 2);
        assert_eq!(limit(&tree(), 1), 32);
    }
}
