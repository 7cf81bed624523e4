//! Legal moves, chance events and outcomes.

use ludorum_core::{
    Chance, ChanceListingStatus, Game, NodeKind, Outcome, PerSeat, Rng, Seat, Seed,
};

use super::colonists::{Colonist, ColonistSet};
use super::state::{ColonizersPhase, SEATS, State, modules_of};
use super::view::View;
use super::{Colonizers, FullColonyBonus, Move};

/// Bonus points for the first full colony of a game.
const FIRST_BONUS: u16 = 4;

/// Bonus points for each full colony after the first.
const LATER_BONUS: u16 = 2;

impl Colonizers {
    /// Points of a seat's colony, including the bonus for a full one. Seats build in order and the
    /// game ends with the round, so the first full colony is that of the lowest seat.
    pub fn points(&self, state: &State, seat: Seat) -> u16 {
        if state.phase == ColonizersPhase::Empty {
            return 0;
        }
        let bonus = match (state.is_full(seat), self.bonus) {
            (false, _) => 0,
            (true, FullColonyBonus::PublishedCode) => FIRST_BONUS,
            (true, FullColonyBonus::Thesis) => {
                let is_first = !Seat::all(seat.index()).any(|earlier| state.is_full(earlier));
                if is_first { FIRST_BONUS } else { LATER_BONUS }
            }
        };
        state.colony(seat).value() + bonus
    }

    /// True if the position has reached the maximum length of a game, which is then a draw.
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
    fn node(&self, state: &State) -> NodeKind {
        if self.is_capped(state) {
            NodeKind::Over
        } else {
            state.actor()
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.is_capped(state) {
            return;
        }
        match state.phase {
            ColonizersPhase::Pick => out.extend(state.available().iter().map(Move::Pick)),
            ColonizersPhase::Draw => {
                out.push(Move::Omnium);
                if !state.hand(state.turn()).is_full() {
                    out.push(Move::Cards);
                }
            }
            ColonizersPhase::Keep => {
                let [first, second] = state.offered.map(|card| card.module());
                out.push(Move::Keep(first.min(second)));
                if first != second {
                    out.push(Move::Keep(first.max(second)));
                }
            }
            ColonizersPhase::Power => {
                match state.picks[usize::from(state.turn)] {
                    Some(own @ Colonist::Opportunist) => {
                        out.extend(ColonistSet::ALL.without(own).iter().map(Move::Steal));
                    }
                    Some(own) => out.extend(ColonistSet::ALL.without(own).iter().map(Move::Swap)),
                    None => {}
                }
                out.push(Move::Pass);
            }
            ColonizersPhase::Build => {
                out.extend(modules_of(state.affordable()).map(Move::Build));
                out.push(Move::Pass);
            }
            ColonizersPhase::Remove
            | ColonizersPhase::Vision(_)
            | ColonizersPhase::Deal
            | ColonizersPhase::Full
            | ColonizersPhase::Empty => {}
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
            ColonizersPhase::Full => {}
            ColonizersPhase::Empty => return Some(Outcome::draw(SEATS)),
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
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> ChanceListingStatus {
        if self.node(state) != NodeKind::Chance {
            return ChanceListingStatus::Complete;
        }
        if state.phase == ColonizersPhase::Remove {
            let odds = 1.0 / Colonist::ALL.len() as f64;
            out.extend(Colonist::ALL.map(|colonist| (Move::Remove(colonist), odds)));
            return ChanceListingStatus::Complete;
        }
        let fresh = state.deck.fresh;
        let all = state.deck.fresh_len() as f64;
        match state.deck.bottom().first() {
            Some(card) if fresh.is_empty() => out.push((Move::Deal(card.module()), 1.0)),
            _ => out.extend(
                fresh
                    .kinds()
                    .map(|module| (Move::Deal(module), fresh.count(module) as f64 / all)),
            ),
        }
        ChanceListingStatus::Complete
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        if state.phase == ColonizersPhase::Remove {
            return Move::Remove(Colonist::ALL[rng.below(Colonist::ALL.len())]);
        }
        let next = match state.deck.fresh_len() {
            0 => state.deck.bottom().first().map(|card| card.module()),
            len => state.deck.fresh.nth(rng.below(len)),
        };
        Move::Deal(next.expect("chance deals only while there are cards"))
    }
}
