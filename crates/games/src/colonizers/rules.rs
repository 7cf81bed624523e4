//! How a game goes: whose move it is, which moves there are, what chance may do, and how it ends.

use ludorum_core::{Chance, Game, Listing, Node, Outcome, PerSeat, Rng, Seat, Seed};

use super::colonists::{Colonist, Colonists};
use super::state::{Phase, SEATS, State, modules_of};
use super::view::View;
use super::{Bonus, Colonizers, Move};

/// Points for the first to fill a colony.
const FIRST_BONUS: u16 = 4;

/// Points for those who fill a colony after them.
const LATER_BONUS: u16 = 2;

impl Colonizers {
    /// The points of a seat's colony, with the bonus for a full one. A round has one builder after
    /// the other and the game ends with it, so the first to fill a colony is the lowest seat.
    pub fn points(&self, state: &State, seat: Seat) -> u16 {
        if state.phase == Phase::Empty {
            return 0;
        }
        let bonus = match (state.is_full(seat), self.bonus) {
            (false, _) => 0,
            (true, Bonus::PublishedCode) => FIRST_BONUS,
            (true, Bonus::Thesis) => {
                let is_first = !Seat::all(seat.index()).any(|earlier| state.is_full(earlier));
                if is_first { FIRST_BONUS } else { LATER_BONUS }
            }
        };
        state.colony(seat).value() + bonus
    }

    /// Whether the game is a draw by the number of moves.
    #[inline]
    pub(super) fn is_capped(&self, state: &State) -> bool {
        state.plies >= self.cap
    }
}

impl Game for Colonizers {
    type State = State;
    type Move = Move;
    type Undo = State;
    type View = View;

    fn seats(&self) -> usize {
        SEATS
    }

    fn initial(&self, _: Seed) -> State {
        State::start()
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        match self.is_capped(state) {
            true => Node::Over,
            false => state.actor(),
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.is_capped(state) {
            return;
        }
        match state.phase {
            Phase::Pick => out.extend(state.available().iter().map(Move::Pick)),
            Phase::Draw => {
                out.push(Move::Omnium);
                if !state.hand(state.turn()).is_full() {
                    out.push(Move::Cards);
                }
            }
            Phase::Keep => {
                let [first, second] = state.offered.map(|card| card.module());
                out.push(Move::Keep(first.min(second)));
                if first != second {
                    out.push(Move::Keep(first.max(second)));
                }
            }
            Phase::Power => {
                match state.picks[usize::from(state.turn)] {
                    Some(own @ Colonist::Opportunist) => {
                        out.extend(Colonists::ALL.without(own).iter().map(Move::Steal));
                    }
                    Some(own) => out.extend(Colonists::ALL.without(own).iter().map(Move::Swap)),
                    None => {}
                }
                out.push(Move::Pass);
            }
            Phase::Build => {
                out.extend(modules_of(state.affordable()).map(Move::Build));
                out.push(Move::Pass);
            }
            Phase::Remove | Phase::Vision(_) | Phase::Deal | Phase::Full | Phase::Empty => {}
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> State {
        let before = *state;
        state.play(mv);
        before
    }

    #[inline]
    fn unmake(&self, state: &mut State, _: Move, undo: State) {
        *state = undo;
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        match state.phase {
            Phase::Full => {}
            Phase::Empty => return Some(Outcome::draw(SEATS)),
            _ => return self.is_capped(state).then(|| Outcome::draw(SEATS)),
        }
        let points = PerSeat::from_fn(SEATS, |seat| self.points(state, seat));
        let is_ahead = |a: Seat, b: Seat| (points[b], a) < (points[a], b);
        let rank = |seat| {
            Seat::all(SEATS)
                .filter(|&other| is_ahead(other, seat))
                .count() as u8
        };
        Some(Outcome::from_ranks(PerSeat::from_fn(SEATS, rank)))
    }

    fn scores(&self, state: &State) -> Option<PerSeat<i32>> {
        let points = |seat| i32::from(self.points(state, seat));
        Some(PerSeat::from_fn(SEATS, points))
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        View::of(state, seat)
    }

    fn max_plies(&self) -> u32 {
        u32::from(self.cap)
    }
}

impl Chance for Colonizers {
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> Listing {
        if self.node(state) != Node::Chance {
            return Listing::Complete;
        }
        if state.phase == Phase::Remove {
            let odds = 1.0 / Colonist::ALL.len() as f64;
            out.extend(Colonist::ALL.map(|colonist| (Move::Remove(colonist), odds)));
            return Listing::Complete;
        }
        let fresh = state.pile.fresh;
        let all = state.pile.fresh_len() as f64;
        match state.pile.bottom().first() {
            Some(card) if fresh.is_empty() => out.push((Move::Deal(card.module()), 1.0)),
            _ => out.extend(
                fresh
                    .kinds()
                    .map(|module| (Move::Deal(module), fresh.count(module) as f64 / all)),
            ),
        }
        Listing::Complete
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        if state.phase == Phase::Remove {
            return Move::Remove(Colonist::ALL[rng.below(Colonist::ALL.len())]);
        }
        let next = match state.pile.fresh_len() {
            0 => state.pile.bottom().first().map(|card| card.module()),
            len => state.pile.fresh.nth(rng.below(len)),
        };
        Move::Deal(next.expect("chance deals only while there are cards"))
    }
}
