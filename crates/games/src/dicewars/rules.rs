//! How a game goes: whose move it is, which moves there are, and how it ends.

use std::sync::Arc;

use ludorum_core::{Chance, Game, Listing, Node, Outcome, PerSeat, Rng, Seat, Seed};

use super::growth::Growth;
use super::state::{Attack, LastBattle, Phase, State};
use super::{DiceWars, Move};

/// So many rounds without an attack are a draw.
const IDLE_ROUNDS: usize = 8;

/// What a move cannot be taken back without.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    phase: Phase,
    turn: Seat,
    idle: u8,
    /// Of the seat to move after the end of its turn, of the defender after an attack.
    reserve: u8,
    /// On the two areas of an attack.
    dice: (u8, u8),
    last: Option<LastBattle>,
}

impl DiceWars {
    /// Whether nobody wants to attack any more, or there were too many attacks.
    #[inline]
    fn is_drawn(&self, state: &State) -> bool {
        let idle = usize::from(state.idle);
        state.attacks >= self.cap || (idle > IDLE_ROUNDS && idle > IDLE_ROUNDS * state.alive())
    }

    /// Whether the game is over; only between the steps of a turn.
    #[inline]
    pub fn is_over(&self, state: &State) -> bool {
        state.phase == Phase::Decide && (state.winner().is_some() || self.is_drawn(state))
    }

    /// The most turns without an attack that a game of so many living players can have had.
    pub(super) fn most_idle(alive: usize) -> usize {
        IDLE_ROUNDS * alive + 1
    }
}

impl Game for DiceWars {
    type State = State;
    type Move = Move;
    type Undo = Undo;
    type View = State;

    fn seats(&self) -> usize {
        self.players
    }

    fn initial(&self, seed: Seed) -> State {
        let board = Arc::new(self.board(seed));
        self.deal(&board, &mut seed.child("deal", 0).rng())
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::Decide if self.is_over(state) => Node::Over,
            Phase::Decide => Node::Decide(state.turn),
            Phase::Roll(_) | Phase::Grow => Node::Chance,
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if let Node::Decide(_) = self.node(state) {
            // Loops are quicker here than the iterator of all attacks, whose length is not known.
            for from in state.strong() {
                for to in state.targets(from) {
                    out.push(Move::Attack(Attack { from, to }));
                }
            }
            out.push(Move::End);
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> Undo {
        let mut undo = Undo {
            phase: state.phase,
            turn: state.turn,
            idle: state.idle,
            reserve: state.reserve(state.turn),
            dice: (0, 0),
            last: state.last,
        };
        match (mv, state.phase) {
            (Move::Attack(attack), _) => state.phase = Phase::Roll(attack),
            (Move::End, _) => state.phase = Phase::Grow,
            (Move::Grow(growth), _) => state.grow(growth, state.income().1, self.players),
            (Move::Won | Move::Lost, Phase::Roll(attack)) => {
                let won = mv == Move::Won;
                let key = state.key();
                undo.dice = (state.dice(attack.from), state.dice(attack.to));
                let defender = state.owner(attack.to);
                undo.reserve = state.reserve(defender);
                state.resolve(attack, won);
                state.last = Some(LastBattle::Decided {
                    attack,
                    attacker: state.turn,
                    defender,
                    dice: undo.dice,
                    won,
                    key,
                });
            }
            (Move::Won | Move::Lost, _) => debug_assert!(false, "nothing is being rolled"),
        }
        undo
    }

    #[inline]
    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        match (mv, undo.phase, state.last) {
            (Move::Grow(growth), _, _) => {
                for (area, dice) in growth.iter() {
                    state.dice[area.index()] -= dice;
                }
                state.reserves[undo.turn.index()] = undo.reserve;
            }
            (Move::Won | Move::Lost, Phase::Roll(attack), Some(battle)) => {
                state.dice[attack.from.index()] = undo.dice.0;
                state.dice[attack.to.index()] = undo.dice.1;
                state.attacks -= 1;
                if mv == Move::Won {
                    let (attacker, defender) = (undo.turn.index(), battle.defender().index());
                    state.owned[attacker] = state.owned[attacker].without(attack.to);
                    state.owned[defender] = state.owned[defender].with(attack.to);
                    state.reserves[defender] = undo.reserve;
                }
            }
            _ => {}
        }
        state.phase = undo.phase;
        state.turn = undo.turn;
        state.idle = undo.idle;
        state.last = undo.last;
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !self.is_over(state) {
            return None;
        }
        if let Some(winner) = state.winner() {
            return Some(Outcome::win(self.players, winner));
        }
        let is_out = |seat| u8::from(state.owned(seat).is_empty());
        Some(Outcome::from_ranks(PerSeat::from_fn(self.players, is_out)))
    }

    fn is_eliminated(&self, state: &State, seat: Seat) -> bool {
        state.owned(seat).is_empty()
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    fn view(&self, state: &State, _: Seat) -> State {
        state.clone()
    }

    /// Every attack is two moves, and between two attacks everyone may end as many turns as make
    /// a draw, of two moves each.
    fn max_plies(&self) -> u32 {
        let attacks = u32::from(self.cap);
        2 * attacks + 2 * (attacks + 1) * DiceWars::most_idle(self.players) as u32
    }
}

impl Chance for DiceWars {
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> Listing {
        match state.phase {
            Phase::Decide => {}
            Phase::Roll(attack) => {
                let odds = state.success(attack);
                out.push((Move::Won, odds));
                // Seven dice and more never lose to one.
                if odds < 1.0 {
                    out.push((Move::Lost, 1.0 - odds));
                }
            }
            Phase::Grow => match Growth::listed(state) {
                Some(ways) => {
                    out.extend(
                        ways.into_iter()
                            .map(|(growth, odds)| (Move::Grow(growth), odds)),
                    );
                }
                None => return Listing::TooMany,
            },
        }
        Listing::Complete
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        match state.phase {
            Phase::Roll(attack) if rng.unit() < state.success(attack) => Move::Won,
            Phase::Roll(_) => Move::Lost,
            Phase::Decide | Phase::Grow => Move::Grow(Growth::sample(state, state.income().0, rng)),
        }
    }

    fn possible(&self, state: &State, event: Move) -> bool {
        match (state.phase, event) {
            (Phase::Roll(_), Move::Won) => true,
            (Phase::Roll(attack), Move::Lost) => state.success(attack) < 1.0,
            (Phase::Grow, Move::Grow(growth)) => growth.is_possible(state),
            _ => false,
        }
    }
}
