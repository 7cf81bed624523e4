//! Combines the trees of a search into a choice.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;

use ludorum_core::{CandidateMove, MoveChoice, PerSeat, SearchStats, ValueBound};

use super::config::FinalMoveRule;
use super::tree::MctsTree;
use super::worker::MctsTotals;

/// Combines the statistics of all trees into the final move choice.
pub(super) fn choice_from_trees<M: Copy + Eq + Hash>(
    trees: &[MctsTree<M>],
    moves: &[M],
    totals: &[MctsTotals],
    final_move: FinalMoveRule,
) -> MoveChoice<M> {
    let candidates = candidates(trees, moves, final_move);
    let best = candidates[0].mv;
    let seats = totals.first().map_or(0, |totals| totals.utilities.seats());
    let iterations: u64 = totals.iter().map(|totals| totals.iterations).sum();
    let value = PerSeat::from_fn(seats, |seat| {
        let sum: f64 = totals.iter().map(|totals| totals.utilities[seat]).sum();
        sum / iterations as f64
    });
    let mut effort = SearchStats::default();
    for totals in totals {
        effort.add(&totals.effort);
    }
    MoveChoice {
        best,
        value: Some(value),
        line: line(trees, best),
        candidates,
        effort,
    }
}

/// Root moves with their statistics from all trees, best first; equally good ones in the order of
/// `moves`.
pub(super) fn candidates<M: Copy + Eq + Hash>(
    trees: &[MctsTree<M>],
    moves: &[M],
    final_move: FinalMoveRule,
) -> Vec<CandidateMove<M>> {
    let numbers: HashMap<M, usize> = moves.iter().copied().zip(0..).collect();
    let mut sums = vec![(0, 0.0); moves.len()];
    for tree in trees {
        for (_, child) in tree.children(tree.root()) {
            let Some(&number) = numbers.get(&child.mv) else {
                continue;
            };
            let (visits, wins) = &mut sums[number];
            *visits += u64::from(child.visits);
            *wins += child.wins;
        }
    }
    let candidate = |(&mv, &(visits, wins)): (&M, &(u64, f64))| CandidateMove {
        mv,
        value: (visits > 0).then(|| 2.0 * wins / visits as f64 - 1.0),
        bound: ValueBound::Exact,
        visits,
    };
    let mut candidates: Vec<_> = moves.iter().zip(&sums).map(candidate).collect();
    sort(&mut candidates, final_move);
    candidates
}

/// Sorts candidate moves by the rule `final_move`, best first; equally good ones keep their order.
pub(crate) fn sort<M>(candidates: &mut [CandidateMove<M>], final_move: FinalMoveRule) {
    candidates.sort_by(|a, b| {
        let by_visits = b.visits.cmp(&a.visits);
        // An unvisited move has no value and comes last.
        let by_value = b.value.partial_cmp(&a.value).unwrap_or(Ordering::Equal);
        match final_move {
            FinalMoveRule::MostVisits => by_visits.then(by_value),
            FinalMoveRule::BestValue => by_value.then(by_visits),
        }
    });
}

/// Most visited variation that begins with `best`, from the tree that visited `best` most.
fn line<M: Copy + Eq>(trees: &[MctsTree<M>], best: M) -> Vec<M> {
    let mut line = vec![best];
    let known = trees.iter().filter_map(|tree| {
        let child = tree.child(tree.root(), best)?;
        Some((tree, child))
    });
    let most = known.reduce(|most, next| {
        let visits = |(tree, child): (&MctsTree<M>, u32)| tree[child].visits;
        if visits(next) > visits(most) {
            next
        } else {
            most
        }
    });
    let Some((tree, mut at)) = most else {
        return line;
    };
    let most_visited = |at| {
        let visited = tree.children(at).filter(|(_, child)| child.visits > 0);
        visited.reduce(|most, next| {
            if next.1.visits > most.1.visits {
                next
            } else {
                most
            }
        })
    };
    while let Some((next, child)) = most_visited(at) {
        line.push(child.mv);
        at = next;
    }
    line
}
