//! Determinized max^n: several worlds that could be there are searched, and each has a vote.

use std::cmp::Reverse;

use ludorum_core::{
    Agent, Budget, Candidate, Carried, Chance, Choice, Effort, Evaluate, Hidden, Known, PerSeat,
    Points, Rng, Seed, Turn, squash,
};

use crate::maxn::MaxN;
use crate::walk::Root;

/// Plays the move that max^n finds best in the most of several worlds drawn from what the seat sees
/// (determinization: Ginsberg 2001; with max^n and a vote: Crha 2020).
///
/// In each world nothing is hidden and nothing left to chance: what chance will bring is drawn with
/// the world. So it plays as if it were to learn everything before its next move, never to gain
/// information, and mixes what is best in different worlds (strategy fusion, Frank and Basin 1998).
///
/// Of moves with equally many votes it plays the first listed, as it does of equal moves in a world.
/// The budget is shared out evenly among the worlds; a world that is not finished has a vote about
/// the moves that are. A forced move is answered at once.
///
/// It is given a view, and a state instead does not compile:
/// ```
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::Whisper;
/// use ludorum_search::DeterminizedMaxN;
///
/// # let (game, state) = (Whisper::PENNIES, Whisper::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, watcher) = (&Budget::UNLIMITED, &Stop::new(), Watcher::NOBODY);
/// let view = game.view(&state, Seat::FIRST);
/// let turn = Turn { game: &game, seat: Seat::FIRST, view: &view, moves: &moves, budget, stop, watcher };
/// DeterminizedMaxN::new(10, 7, Blind).choose(&turn, &mut Seed(1).rng());
/// ```
/// ```compile_fail,E0308
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::Whisper;
/// # use ludorum_search::DeterminizedMaxN;
/// # let (game, state) = (Whisper::PENNIES, Whisper::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, watcher) = (&Budget::UNLIMITED, &Stop::new(), Watcher::NOBODY);
/// let turn = Turn { game: &game, seat: Seat::FIRST, view: &state, moves: &moves, budget, stop, watcher };
/// DeterminizedMaxN::new(10, 7, Blind).choose(&turn, &mut Seed(1).rng());
/// ```
#[derive(Clone, Debug)]
pub struct DeterminizedMaxN<E> {
    worlds: u32,
    search: MaxN<E>,
    interest: Interest,
}

/// Whose points decide which move a world votes for. Further down in the tree everyone goes by their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interest {
    /// Those of the seat to move: max^n.
    #[default]
    Own,
    /// Those of the first seat, between equals those of the second, and so on: whole vectors are
    /// compared, as in Figure 4.3 of Crha 2020. All seats but the first play for others by this.
    InSeatOrder,
}

impl<E> DeterminizedMaxN<E> {
    /// A vote among so many worlds, at least one, each searched to this depth. What a move or an event of
    /// chance uses up of it is up to [`Evaluate::plies`].
    pub fn new(worlds: u32, depth: u32, eval: E) -> DeterminizedMaxN<E> {
        DeterminizedMaxN {
            worlds: worlds.max(1),
            search: MaxN::new(depth, eval),
            interest: Interest::default(),
        }
    }

    /// The same search with votes in this interest.
    pub fn in_interest(self, interest: Interest) -> DeterminizedMaxN<E> {
        DeterminizedMaxN { interest, ..self }
    }
}

impl<G: Hidden + Chance, E: Evaluate<G>> Agent<G> for DeterminizedMaxN<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        if turn.moves.len() == 1 {
            return Choice::plain(turn.moves[0]);
        }
        let mut ballot = Ballot::new(turn, self.search.eval.scale());
        for number in 0..self.worlds {
            let world = turn.game.determinize(turn.view, rng);
            let root = Root {
                game: turn.game,
                seat: turn.seat,
                state: &world,
                moves: turn.moves,
                stop: turn.stop,
            };
            let budget = part(turn.budget, number, self.worlds);
            let fate = Seed(rng.bits());
            let mut vectors = Vec::with_capacity(turn.moves.len());
            let judged = |vector: &PerSeat<Points>| vectors.push(*vector);
            let solution = self.search.solve_world(&root, &budget, fate, judged);
            ballot.effort.add(&solution.effort);
            let (best, points) = match self.interest {
                Interest::Own => (solution.best, solution.points),
                Interest::InSeatOrder => match largest(&vectors) {
                    Some(at) => (turn.moves[at], Some(vectors[at])),
                    None => (solution.best, None),
                },
            };
            if let Some(points) = points {
                let of_seats = points.map(|points| squash(points, ballot.scale));
                ballot.count(best, &of_seats, &solution.candidates);
            }
            turn.watcher.show(|| ballot.result());
            if turn.stop.is_raised() {
                break;
            }
        }
        ballot.result()
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// Where the largest vector is, compared seat by seat from the first; of equals the first.
fn largest(vectors: &[PerSeat<Points>]) -> Option<usize> {
    let mut places = 0..vectors.len();
    let first = places.next()?;
    Some(places.fold(
        first,
        |best, at| match vectors[at].iter().gt(vectors[best].iter()) {
            true => at,
            false => best,
        },
    ))
}

/// The part of the budget for world `at` of `count`, its time included.
fn part(budget: &Budget, at: u32, count: u32) -> Budget {
    let (at, of) = (u64::from(at), u64::from(count));
    Budget {
        time: budget.time.map(|time| time / count),
        nodes: budget.nodes.map(|all| all / of + u64::from(at < all % of)),
        ..*budget
    }
}

/// The votes so far.
struct Ballot<M> {
    scale: i32,
    worlds: u32,
    utilities: PerSeat<f64>,
    /// For each move its votes, the worlds in which it was judged, and the sum of its values there.
    moves: Vec<(M, u64, u32, f64)>,
    effort: Effort,
}

impl<M: Copy + Eq> Ballot<M> {
    fn new<G: Hidden<Move = M>>(turn: &Turn<'_, G>, scale: i32) -> Ballot<M> {
        Ballot {
            scale,
            worlds: 0,
            utilities: PerSeat::filled(turn.game.seats(), 0.0),
            moves: turn.moves.iter().map(|&mv| (mv, 0, 0, 0.0)).collect(),
            effort: Effort::default(),
        }
    }

    fn count(&mut self, best: M, utilities: &PerSeat<f64>, judged: &[(M, i32)]) {
        self.worlds += 1;
        let sum = self.utilities;
        self.utilities = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + utilities[seat]);
        for (mv, votes, worlds, value) in &mut self.moves {
            *votes += u64::from(*mv == best);
            if let Some(&(_, points)) = judged.iter().find(|(judged, _)| judged == mv) {
                *worlds += 1;
                *value += squash(points, self.scale);
            }
        }
    }

    fn result(&self) -> Choice<M> {
        let candidate = |&(mv, visits, worlds, sum): &(M, u64, u32, f64)| Candidate {
            mv,
            value: (worlds > 0).then(|| sum / f64::from(worlds)),
            known: Known::Exactly,
            visits,
        };
        let mut candidates: Vec<_> = self.moves.iter().map(candidate).collect();
        // Stable: of equals the first listed stays in front.
        candidates.sort_by_key(|candidate| Reverse(candidate.visits));
        let worlds = f64::from(self.worlds);
        let best = candidates[0].mv;
        Choice {
            value: (self.worlds > 0).then(|| self.utilities.map(|sum| sum / worlds)),
            candidates,
            effort: self.effort,
            ..Choice::plain(best)
        }
    }
}
