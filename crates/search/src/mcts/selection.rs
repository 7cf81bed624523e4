//! Selection of the child to visit: UCB1, with optional progressive bias and widening.

use super::config::{MctsConfig, ProgressiveBias, ProgressiveWidening};
use super::tree::MctsTree;

/// Index of the child that the search visits next below a decision node, which must have children.
pub(super) fn best_child<M: Copy + Eq>(
    tree: &MctsTree<M>,
    parent: u32,
    config: &MctsConfig,
) -> u32 {
    // An unvisited root has no visited children, so the 1 is never used.
    let visits = f64::from(tree[parent].visits.max(1));
    // libm, because the standard library's logarithm differs between platforms.
    let log_visits = libm::log(visits);
    let mut best = None;
    let mut best_score = f64::NEG_INFINITY;
    for (number, child) in tree
        .children(parent)
        .take(widened_count(visits, config.widening))
    {
        let mut score = match (child.visits, config.first_play) {
            (0, None) => return number,
            (0, Some(urgency)) => urgency,
            (n, _) => child.mean() + config.exploration * (log_visits / f64::from(n)).sqrt(),
        };
        if let Some(ProgressiveBias { weight, .. }) = config.bias {
            score += weight * tree.prior(number) / (f64::from(child.visits) + 1.0);
        }
        if score > best_score || best.is_none() {
            best_score = score;
            best = Some(number);
        }
    }
    best.expect("a decision node has moves")
}

/// Number of children that progressive widening considers after `visits` visits of their parent.
fn widened_count(visits: f64, widening: Option<ProgressiveWidening>) -> usize {
    match widening {
        None => usize::MAX,
        Some(ProgressiveWidening { factor, exponent }) => {
            let count = (factor * libm::pow(visits, exponent)).ceil();
            (count as usize).max(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with children of these visits and means, in this order.
    fn tree(children: &[(u32, f64)], priors: &[f32]) -> MctsTree<usize> {
        let mut tree = MctsTree::new(1 << 20, 0, true);
        let prior = |child: usize| priors.get(child).copied().unwrap_or(0.0);
        tree.expand(0, (0..children.len()).map(|child| (child, prior(child))));
        for (child, &(visits, mean)) in children.iter().enumerate() {
            let number = tree.child(0, child).unwrap();
            tree[number].visits = visits;
            tree[number].wins = mean * f64::from(visits);
            tree[0].visits += visits;
        }
        tree
    }

    #[track_caller]
    fn check(tree: &MctsTree<usize>, config: MctsConfig, expected: usize) {
        let best = best_child(tree, 0, &config);
        assert_eq!(tree[best].mv, expected);
    }

    #[test]
    fn the_formula_is_that_of_ucb1() {
        // With N = 100: 0.6 + c sqrt(ln 100 / 90) against 0.4 + c sqrt(ln 100 / 10), which are
        // equal at c = 0.442...
        let tree = tree(&[(90, 0.6), (10, 0.4)], &[]);
        let exploration = 0.2 / ((100f64.ln() / 10.0).sqrt() - (100f64.ln() / 90.0).sqrt());
        for (factor, expected) in [(0.99, 0), (1.01, 1)] {
            let config = MctsConfig {
                exploration: exploration * factor,
                ..MctsConfig::default()
            };
            check(&tree, config, expected);
        }
    }

    #[test]
    fn first_play_urgency_is_the_score_of_what_was_never_tried() {
        let tree = tree(&[(9, 0.8), (0, 0.0), (1, 0.1)], &[]);
        let config = |first_play| MctsConfig {
            exploration: 0.0,
            first_play,
            ..MctsConfig::default()
        };
        check(&tree, config(None), 1);
        check(&tree, config(Some(0.79)), 0);
        check(&tree, config(Some(0.81)), 1);
    }

    #[test]
    fn bias_fades_with_visits() {
        let config = MctsConfig {
            exploration: 0.0,
            bias: Some(ProgressiveBias {
                weight: 1.0,
                scale: 1,
            }),
            ..MctsConfig::default()
        };
        // 0.5 / (1 + 1) is more than the difference of the means, 0.5 / (9 + 1) is less.
        check(&tree(&[(9, 0.6), (1, 0.5)], &[0.0, 0.5]), config, 1);
        check(&tree(&[(9, 0.6), (9, 0.5)], &[0.0, 0.5]), config, 0);
    }

    #[test]
    fn widening_lets_moves_in_as_visits_grow() {
        let widening = Some(ProgressiveWidening {
            factor: 1.0,
            exponent: 0.5,
        });
        let counts = [1.0, 2.0, 4.0, 5.0, 9.0, 10.0].map(|visits| widened_count(visits, widening));
        assert_eq!(counts, [1, 2, 2, 3, 3, 4]);

        let config = MctsConfig {
            widening,
            ..MctsConfig::default()
        };
        check(&tree(&[(1, 0.0), (0, 0.0)], &[]), config, 0);
        check(&tree(&[(2, 0.0), (0, 0.0)], &[]), config, 1);
    }
}
