//! What a search of the minimax family found, in exact points, and how it is told to others as a
//! [`Choice`] in utilities.

use std::cmp::Reverse;

use ludorum_core::{
    Candidate, Choice, Effort, Game, Known, PerSeat, Points, Rng, Turn, WIN, squash,
};

/// More than any position is worth.
pub(crate) const INFINITE: Points = WIN + 1;

/// Which of equally good moves is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order of the search.
    #[default]
    First,
    /// Any of them, each equally likely. Searches that prune then find out exactly which moves are
    /// equally good, which takes more nodes.
    Random,
}

/// The result of a search in points, which are exact: two searches can be compared by them.
///
/// `V` is what the search knows of a position: the points of the seat to move, or of every seat
/// ([`MaxN`](crate::MaxN)).
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M, V = Points> {
    /// The best move found; if the search was cut short, of the moves it had finished.
    pub best: M,
    /// The worth of the position. None if the search was cut short before it finished a move.
    pub points: Option<V>,
    /// The line both sides are expected to play, beginning with `best`.
    pub line: Vec<M>,
    /// The finished moves with their points for the seat to move, best first.
    pub candidates: Vec<(M, Points)>,
    /// How well the points of the candidates after the first are known.
    pub others: Known,
    /// Which of equally good moves is played.
    pub ties: Ties,
    /// With [`Ties::Random`], the worth and the line of every move that is as good as the best.
    pub equals: Vec<(V, Vec<M>)>,
    /// The work that went into it.
    pub effort: Effort,
}

impl<M: Copy + Eq, V: Copy> Solution<M, V> {
    /// Before any move is searched.
    pub(crate) fn unsearched(first: M, others: Known, ties: Ties) -> Solution<M, V> {
        Solution {
            best: first,
            points: None,
            line: vec![first],
            candidates: Vec::new(),
            others,
            ties,
            equals: Vec::new(),
            effort: Effort::default(),
        }
    }

    /// Takes note of a finished root move with `points` for the seat to move, and of the line
    /// below it. Of equal moves the first stays the best.
    pub(crate) fn record(&mut self, mv: M, value: V, points: Points, below: &[M]) {
        let best_so_far = self.candidates.iter().map(|&(_, points)| points).max();
        let is_better = best_so_far.is_none_or(|best| points > best);
        if is_better {
            self.best = mv;
            self.points = Some(value);
            self.line.clear();
            self.line.push(mv);
            self.line.extend_from_slice(below);
            self.equals.clear();
        }
        if self.ties == Ties::Random && (is_better || best_so_far == Some(points)) {
            let line = std::iter::once(mv).chain(below.iter().copied());
            self.equals.push((value, line.collect()));
        }
        self.candidates.push((mv, points));
    }

    /// With [`Ties::Random`], makes one of the equally good moves the best. Which one depends on `rng`
    /// and `listed`, the legal moves, only: not on the order of the search.
    pub fn break_ties(&mut self, listed: &[M], rng: &mut Rng) {
        let place = |mv: &M| listed.iter().position(|other| other == mv);
        self.equals.sort_by_key(|(_, line)| place(&line[0]));
        if self.equals.len() < 2 {
            return;
        }
        let (value, line) = &self.equals[rng.below(self.equals.len())];
        self.best = line[0];
        self.points = Some(*value);
        self.line.clone_from(line);
        let best = self.best;
        self.candidates
            .sort_by_key(|&(mv, points)| (Reverse(points), mv != best));
    }

    /// After the last root move.
    pub(crate) fn close(mut self, effort: Effort) -> Solution<M, V> {
        // A stable sort: of equals the first listed, which is `best`, stays in front.
        self.candidates.sort_by_key(|&(_, points)| Reverse(points));
        self.effort = effort;
        self
    }

    fn tell(self, value: Option<PerSeat<f64>>, scale: Points) -> Choice<M> {
        let mut known = Known::Exactly;
        let candidates = self.candidates.iter().map(|&(mv, points)| Candidate {
            mv,
            value: Some(squash(points, scale)),
            known: std::mem::replace(&mut known, self.others),
            visits: 0,
        });
        Choice {
            best: self.best,
            value,
            candidates: candidates.collect(),
            line: self.line,
            effort: self.effort,
        }
    }
}

impl<M: Copy + Eq> Solution<M, Points> {
    /// A paranoid search knows the worth for one seat only; the others are taken to share the rest
    /// of the win. Between two seats that is exact.
    pub(crate) fn into_choice<G>(self, turn: &Turn<'_, G>, scale: Points) -> Choice<M>
    where
        G: Game<Move = M>,
    {
        let seats = turn.game.seats();
        let value = self.points.map(|points| {
            let own = squash(points, scale);
            let other = (1.0 - own) / (seats.max(2) - 1) as f64 - 1.0;
            PerSeat::from_fn(seats, |seat| if seat == turn.seat { own } else { other })
        });
        self.tell(value, scale)
    }
}

impl<M: Copy + Eq> Solution<M, PerSeat<Points>> {
    /// The worth for every seat is known.
    pub(crate) fn into_choice(self, scale: Points) -> Choice<M> {
        let value = self
            .points
            .map(|all| all.map(|points| squash(points, scale)));
        self.tell(value, scale)
    }
}
