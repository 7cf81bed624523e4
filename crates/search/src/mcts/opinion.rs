//! What trees have to say together, when the search is over or while it goes on.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;

use ludorum_core::{Candidate, Choice, Effort, Known, PerSeat};

use super::config::FinalMove;
use super::tree::Tree;
use super::worker::Tally;

/// What all trees together think of the moves.
pub(super) fn conclude<M: Copy + Eq + Hash>(
    trees: &[Tree<M>],
    moves: &[M],
    tallies: &[Tally],
    final_move: FinalMove,
) -> Choice<M> {
    let candidates = candidates(trees, moves, final_move);
    let best = candidates[0].mv;
    let seats = tallies.first().map_or(0, |tally| tally.utilities.seats());
    let iterations: u64 = tallies.iter().map(|tally| tally.iterations).sum();
    let value = PerSeat::from_fn(seats, |seat| {
        let sum: f64 = tallies.iter().map(|tally| tally.utilities[seat]).sum();
        sum / iterations as f64
    });
    let mut effort = Effort::default();
    for tally in tallies {
        effort.add(&tally.effort);
    }
    Choice {
        best,
        value: Some(value),
        line: line(trees, best),
        candidates,
        effort,
    }
}

/// The moves at the root, best first; equals in the order of `moves`.
pub(super) fn candidates<M: Copy + Eq + Hash>(
    trees: &[Tree<M>],
    moves: &[M],
    final_move: FinalMove,
) -> Vec<Candidate<M>> {
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
    let candidate = |(&mv, &(visits, wins)): (&M, &(u64, f64))| Candidate {
        mv,
        value: (visits > 0).then(|| 2.0 * wins / visits as f64 - 1.0),
        known: Known::Exactly,
        visits,
    };
    let mut candidates: Vec<_> = moves.iter().zip(&sums).map(candidate).collect();
    sort(&mut candidates, final_move);
    candidates
}

/// Puts the moves in the order in which they are preferred; equals stay as they are.
pub(crate) fn sort<M>(candidates: &mut [Candidate<M>], final_move: FinalMove) {
    candidates.sort_by(|a, b| {
        let by_visits = b.visits.cmp(&a.visits);
        // A move that was never tried has no value and comes after all others.
        let by_value = b.value.partial_cmp(&a.value).unwrap_or(Ordering::Equal);
        match final_move {
            FinalMove::MostVisits => by_visits.then(by_value),
            FinalMove::BestValue => by_value.then(by_visits),
        }
    });
}

/// The most visited way on from `best`, in the tree that knows most about it.
fn line<M: Copy + Eq>(trees: &[Tree<M>], best: M) -> Vec<M> {
    let mut line = vec![best];
    let known = trees.iter().filter_map(|tree| {
        let child = tree.child(tree.root(), best)?;
        Some((tree, child))
    });
    let most = known.reduce(|most, next| {
        let visits = |(tree, child): (&Tree<M>, u32)| tree[child].visits;
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
