//! Determinized max^n: searches several determinizations, each of which votes for a move.

use std::cmp::Reverse;

use ludorum_core::{
    Agent, Budget, CandidateMove, CarriedState, Chance, Determinize, EvalPoints, Evaluate,
    MoveChoice, PerSeat, Rng, SearchStats, Seed, TurnContext, ValueBound, squash,
};

use crate::maxn::MaxN;
use crate::tree_walk::RootPosition;

/// Plays the move that max^n finds best in the most determinizations of the view (determinization:
/// Ginsberg 2001; with max^n and voting: Crha 2020).
///
/// In a determinization nothing is hidden and all chance events are fixed. So the search plays as
/// if it will know everything before its next move: it never plays to gain information, and it
/// mixes strategies of different determinizations (strategy fusion, Frank and Basin 1998).
///
/// Of equal moves the first listed wins. The budget is divided evenly among the determinizations;
/// an unfinished one votes among the moves it has finished. A forced move is answered at once.
///
/// It takes a view; passing a state does not compile:
/// ```
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::HiddenMoveGame;
/// use ludorum_search::DeterminizedMaxN;
///
/// # let (game, state) = (HiddenMoveGame::PENNIES, HiddenMoveGame::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, progress) = (&Budget::UNLIMITED, &StopFlag::new(), ProgressCallback::NONE);
/// let view = game.view(&state, Seat::FIRST);
/// let (seat, moves) = (Seat::FIRST, &moves[..]);
/// let turn = TurnContext { game: &game, seat, view: &view, moves, budget, stop, progress };
/// DeterminizedMaxN::new(10, 7, ZeroEvaluation).choose(&turn, &mut Seed(1).rng());
/// ```
/// ```compile_fail,E0308
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::HiddenMoveGame;
/// # use ludorum_search::DeterminizedMaxN;
/// # let (game, state) = (HiddenMoveGame::PENNIES, HiddenMoveGame::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, progress) = (&Budget::UNLIMITED, &StopFlag::new(), ProgressCallback::NONE);
/// let (seat, moves) = (Seat::FIRST, &moves[..]);
/// let turn = TurnContext { game: &game, seat, view: &state, moves, budget, stop, progress };
/// DeterminizedMaxN::new(10, 7, ZeroEvaluation).choose(&turn, &mut Seed(1).rng());
/// ```
#[derive(Clone, Debug)]
pub struct DeterminizedMaxN<E> {
    determinizations: u32,
    search: MaxN<E>,
    interest: RootVoteCriterion,
}

/// Criterion by which a determinization chooses the root move it votes for. Below the root every
/// seat maximises its own points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootVoteCriterion {
    /// Points of the seat to move, as in max^n.
    #[default]
    Own,
    /// Points of all seats in lexicographic order, first seat first, as in Figure 4.3 of Crha
    /// (2020). All seats but the first thus play for other seats.
    InSeatOrder,
}

impl<E> DeterminizedMaxN<E> {
    /// Creates a search that votes among `determinizations` (at least one), each searched to
    /// `depth` plies. Moves and chance events cost
    /// [`SearchOverrides::depth_cost`](ludorum_core::SearchOverrides::depth_cost) plies.
    pub fn new(determinizations: u32, depth: u32, eval: E) -> DeterminizedMaxN<E> {
        DeterminizedMaxN {
            determinizations: determinizations.max(1),
            search: MaxN::new(depth, eval),
            interest: RootVoteCriterion::default(),
        }
    }

    /// Sets the criterion by which determinizations choose the root move they vote for.
    pub fn with_preference(self, interest: RootVoteCriterion) -> DeterminizedMaxN<E> {
        DeterminizedMaxN { interest, ..self }
    }
}

impl<G: Determinize + Chance, E: Evaluate<G>> Agent<G> for DeterminizedMaxN<E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        if turn.moves.len() == 1 {
            return MoveChoice::plain(turn.moves[0]);
        }
        let mut votes = MoveVotes::new(turn, self.search.eval.scale());
        for number in 0..self.determinizations {
            let state = turn.game.determinize(turn.view, rng);
            let root = RootPosition {
                game: turn.game,
                seat: turn.seat,
                state: &state,
                moves: turn.moves,
                stop: turn.stop,
            };
            let budget = budget_share(turn.budget, number, self.determinizations);
            let chance_seed = Seed(rng.bits());
            let mut vectors = Vec::with_capacity(turn.moves.len());
            let on_root_value = |vector: &PerSeat<EvalPoints>| vectors.push(*vector);
            let solution =
                self.search
                    .solve_determinization(&root, &budget, chance_seed, on_root_value);
            votes.effort.add(&solution.effort);
            let (best, points) = match self.interest {
                RootVoteCriterion::Own => (solution.best, solution.points),
                RootVoteCriterion::InSeatOrder => match largest(&vectors) {
                    Some(at) => (turn.moves[at], Some(vectors[at])),
                    None => (solution.best, None),
                },
            };
            if let Some(points) = points {
                let of_seats = points.map(|points| squash(points, votes.scale));
                votes.add(best, &of_seats, &solution.candidates);
            }
            turn.progress.report(|| votes.choice());
            if turn.stop.is_raised() {
                break;
            }
        }
        votes.choice()
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// Index of the lexicographically largest vector, the first one of equals; `None` without vectors.
fn largest(vectors: &[PerSeat<EvalPoints>]) -> Option<usize> {
    let mut places = 0..vectors.len();
    let first = places.next()?;
    Some(places.fold(first, |best, at| {
        if vectors[at].iter().gt(vectors[best].iter()) {
            at
        } else {
            best
        }
    }))
}

/// Share of the time and nodes of `budget` for the determinization with index `at` out of `count`.
fn budget_share(budget: &Budget, at: u32, count: u32) -> Budget {
    let (at, of) = (u64::from(at), u64::from(count));
    Budget {
        time: budget.time.map(|time| time / count),
        nodes: budget.nodes.map(|all| all / of + u64::from(at < all % of)),
        ..*budget
    }
}

/// Votes of the determinizations for root moves.
struct MoveVotes<M> {
    scale: i32,
    determinizations: u32,
    utilities: PerSeat<f64>,
    /// For each root move: number of votes, number of determinizations that evaluated it, and sum
    /// of its values.
    moves: Vec<(M, u64, u32, f64)>,
    effort: SearchStats,
}

impl<M: Copy + Eq> MoveVotes<M> {
    fn new<G: Determinize<Move = M>>(turn: &TurnContext<'_, G>, scale: i32) -> MoveVotes<M> {
        MoveVotes {
            scale,
            determinizations: 0,
            utilities: PerSeat::filled(turn.game.seats(), 0.0),
            moves: turn.moves.iter().map(|&mv| (mv, 0, 0, 0.0)).collect(),
            effort: SearchStats::default(),
        }
    }

    fn add(&mut self, best: M, utilities: &PerSeat<f64>, values: &[(M, i32)]) {
        self.determinizations += 1;
        let sum = self.utilities;
        self.utilities = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + utilities[seat]);
        for (mv, votes, determinizations, value) in &mut self.moves {
            *votes += u64::from(*mv == best);
            if let Some(&(_, points)) = values.iter().find(|(valued, _)| valued == mv) {
                *determinizations += 1;
                *value += squash(points, self.scale);
            }
        }
    }

    fn choice(&self) -> MoveChoice<M> {
        let candidate = |&(mv, visits, determinizations, sum): &(M, u64, u32, f64)| CandidateMove {
            mv,
            value: (determinizations > 0).then(|| sum / f64::from(determinizations)),
            bound: ValueBound::Exact,
            visits,
        };
        let mut candidates: Vec<_> = self.moves.iter().map(candidate).collect();
        // Stable sort: of equals the first listed stays in front.
        candidates.sort_by_key(|candidate| Reverse(candidate.visits));
        let determinizations = f64::from(self.determinizations);
        let best = candidates[0].mv;
        MoveChoice {
            value: (self.determinizations > 0)
                .then(|| self.utilities.map(|sum| sum / determinizations)),
            candidates,
            effort: self.effort,
            ..MoveChoice::plain(best)
        }
    }
}
