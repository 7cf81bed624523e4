//! Converts the search tree of a player to the format of files and messages.

use ludorum_catalog::{Player, Position};
use ludorum_core::SearchTreeNode;
use ludorum_protocol::study::{SearchTree, TreeNode};

/// Returns the search tree of the last choice of `player` in `position`; `None` if the player has
/// no tree. At most `most` nodes remain: the least visited are pruned.
pub fn search_tree(
    game: &str,
    position: &Position,
    player: &Player,
    most: u64,
) -> Option<SearchTree> {
    let root = player.search_tree(position)?;
    let least = visit_threshold(&root, most);
    Some(SearchTree {
        game: game.to_owned(),
        position: position.text(),
        agent: player.spec().to_owned(),
        least_visits: (least > 0).then_some(least),
        tree: node(root, least),
    })
}

/// Computes the visit threshold that leaves at most `most` nodes. No node has more visits than its
/// parent, so the remaining nodes form a tree.
fn visit_threshold(root: &SearchTreeNode<String>, most: u64) -> u64 {
    let mut least = 0;
    while count(root, least) > most.max(1) {
        least = (least * 2).max(2);
    }
    least
}

/// Counts the nodes with at least `least` visits, including the root.
fn count(branch: &SearchTreeNode<String>, least: u64) -> u64 {
    let kept = branch.children.iter().filter(|child| child.visits >= least);
    1 + kept.map(|child| count(child, least)).sum::<u64>()
}

fn node(branch: SearchTreeNode<String>, least: u64) -> TreeNode {
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

    fn branch(visits: u64, children: Vec<SearchTreeNode<String>>) -> SearchTreeNode<String> {
        SearchTreeNode {
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
        assert_eq!(visit_threshold(&tree(), 6), 0);
        assert_eq!(visit_threshold(&tree(), 5), 2);
        assert_eq!(visit_threshold(&tree(), 1), 32);
    }
}
