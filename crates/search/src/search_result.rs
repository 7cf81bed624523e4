//! Results of minimax-type searches in exact points, and their conversion to a [`MoveChoice`] in
//! utilities.

use std::cmp::Reverse;

use ludorum_core::{
    CandidateMove, EvalPoints, Game, MoveChoice, PerSeat, Rng, SearchStats, TurnContext,
    ValueBound, WIN, squash,
};

/// Evaluation points greater than the value of any position.
pub(crate) const INFINITE: EvalPoints = WIN + 1;

/// Rule for choosing among equally good moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieBreaking {
    /// The first of the equally good moves in search order.
    #[default]
    First,
    /// One of the equally good moves, uniformly at random. Pruning searches must then find all
    /// equally good moves, which takes more nodes.
    Random,
}

/// Result of a search in evaluation points, which are exact and thus comparable between searches.
///
/// `V` is the type of values: the points of the seat to move, or of every seat
/// ([`MaxN`](crate::MaxN)).
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M, V = EvalPoints> {
    /// The best move found; after an aborted search, the best of the finished moves.
    pub best: M,
    /// Value of the position; `None` if the search was aborted before it finished a move.
    pub points: Option<V>,
    /// The principal variation, beginning with `best`.
    pub line: Vec<M>,
    /// Finished root moves with their points for the seat to move, best first.
    pub candidates: Vec<(M, EvalPoints)>,
    /// Bound type (exact or upper) of the points of all candidates but the first.
    pub others_bound: ValueBound,
    /// Rule for choosing among equally good root moves.
    pub ties: TieBreaking,
    /// With [`TieBreaking::Random`], value and principal variation of every root move as good as
    /// the best; otherwise empty.
    pub equally_good: Vec<(V, Vec<M>)>,
    /// Work done by the search, such as the number of nodes.
    pub effort: SearchStats,
}

impl<M: Copy + Eq, V: Copy> SearchResult<M, V> {
    /// Creates the result of a search that has not finished any root move yet.
    pub(crate) fn unsearched(
        first: M,
        others_bound: ValueBound,
        ties: TieBreaking,
    ) -> SearchResult<M, V> {
        SearchResult {
            best: first,
            points: None,
            line: vec![first],
            candidates: Vec::new(),
            others_bound,
            ties,
            equally_good: Vec::new(),
            effort: SearchStats::default(),
        }
    }

    /// Records a finished root move: `points` for the seat to move, and the variation `below` it.
    /// Of equally good moves the first stays the best.
    pub(crate) fn record(&mut self, mv: M, value: V, points: EvalPoints, below: &[M]) {
        let best_so_far = self.candidates.iter().map(|&(_, points)| points).max();
        let is_better = best_so_far.is_none_or(|best| points > best);
        if is_better {
            self.best = mv;
            self.points = Some(value);
            self.line.clear();
            self.line.push(mv);
            self.line.extend_from_slice(below);
            self.equally_good.clear();
        }
        if self.ties == TieBreaking::Random && (is_better || best_so_far == Some(points)) {
            let line = std::iter::once(mv).chain(below.iter().copied());
            self.equally_good.push((value, line.collect()));
        }
        self.candidates.push((mv, points));
    }

    /// With [`TieBreaking::Random`], picks one of the equally good moves as the best. The pick
    /// depends only on `rng` and `listed`, the legal moves, not on the search order.
    pub fn break_ties(&mut self, listed: &[M], rng: &mut Rng) {
        let place = |mv: &M| listed.iter().position(|other| other == mv);
        self.equally_good.sort_by_key(|(_, line)| place(&line[0]));
        if self.equally_good.len() < 2 {
            return;
        }
        let (value, line) = &self.equally_good[rng.below(self.equally_good.len())];
        self.best = line[0];
        self.points = Some(*value);
        self.line.clone_from(line);
        let best = self.best;
        self.candidates
            .sort_by_key(|&(mv, points)| (Reverse(points), mv != best));
    }

    /// Completes the result after the last root move: sorts the candidates and sets the statistics.
    pub(crate) fn close(mut self, effort: SearchStats) -> SearchResult<M, V> {
        // Stable sort: of equals the first listed, which is `best`, stays in front.
        self.candidates.sort_by_key(|&(_, points)| Reverse(points));
        self.effort = effort;
        self
    }

    fn with_value(self, value: Option<PerSeat<f64>>, scale: EvalPoints) -> MoveChoice<M> {
        let mut known = ValueBound::Exact;
        let candidates = self.candidates.iter().map(|&(mv, points)| CandidateMove {
            mv,
            value: Some(squash(points, scale)),
            bound: std::mem::replace(&mut known, self.others_bound),
            visits: 0,
        });
        MoveChoice {
            best: self.best,
            value,
            candidates: candidates.collect(),
            line: self.line,
            effort: self.effort,
        }
    }
}

impl<M: Copy + Eq> SearchResult<M, EvalPoints> {
    /// Converts the result of a paranoid search, which has a value for one seat only, to a move
    /// choice. The other seats are assumed to share the rest of the win, which is exact for two
    /// seats.
    pub(crate) fn into_choice<G>(
        self,
        turn: &TurnContext<'_, G>,
        scale: EvalPoints,
    ) -> MoveChoice<M>
    where
        G: Game<Move = M>,
    {
        let seats = turn.game.seats();
        let value = self.points.map(|points| {
            let own = squash(points, scale);
            let other = (1.0 - own) / (seats.max(2) - 1) as f64 - 1.0;
            PerSeat::from_fn(seats, |seat| if seat == turn.seat { own } else { other })
        });
        self.with_value(value, scale)
    }
}

impl<M: Copy + Eq> SearchResult<M, PerSeat<EvalPoints>> {
    /// Converts a result with values for every seat to a move choice.
    pub(crate) fn into_choice(self, scale: EvalPoints) -> MoveChoice<M> {
        let value = self
            .points
            .map(|all| all.map(|points| squash(points, scale)));
        self.with_value(value, scale)
    }
}
