//! Turns, making and unmaking moves, outcomes.

use std::sync::Arc;

use ludorum_core::{
    Chance, ChanceListingStatus, Game, NodeKind, Outcome, PerSeat, Rng, Seat, Seed,
};

use super::growth::NewDicePlacement;
use super::state::{Attack, DiceWarsPhase, LastAttack, State};
use super::{DiceWars, Move};

/// Number of rounds without an attack after which the game is a draw.
const IDLE_ROUNDS: usize = 8;

/// Fields of a position that unmaking a move restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    phase: DiceWarsPhase,
    turn: Seat,
    idle: u8,
    /// Previous reserve: of the seat to move if it ends its turn, of the defender for an attack.
    reserve: u8,
    /// Number of dice on the attacking and the attacked area before the attack.
    dice: (u8, u8),
    last: Option<LastAttack>,
}

impl DiceWars {
    /// True if the number of attacks, or of rounds without an attack, has reached its limit.
    #[inline]
    fn is_drawn(&self, state: &State) -> bool {
        let idle = usize::from(state.idle);
        state.attacks >= self.cap || (idle > IDLE_ROUNDS && idle > IDLE_ROUNDS * state.alive())
    }

    /// True if the game is over. A game cannot end at a chance node.
    #[inline]
    pub fn is_over(&self, state: &State) -> bool {
        state.phase == DiceWarsPhase::Decide && (state.winner().is_some() || self.is_drawn(state))
    }

    /// Number of ended turns without an attack at which a game of `alive` players is drawn.
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
    fn node(&self, state: &State) -> NodeKind {
        match state.phase {
            DiceWarsPhase::Decide if self.is_over(state) => NodeKind::Over,
            DiceWarsPhase::Decide => NodeKind::Decide(state.turn),
            DiceWarsPhase::Roll(_) | DiceWarsPhase::Grow => NodeKind::Chance,
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if let NodeKind::Decide(_) = self.node(state) {
            // Nested loops are faster here than `possible_attacks`, whose length is unknown.
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
            (Move::Attack(attack), _) => state.phase = DiceWarsPhase::Roll(attack),
            (Move::End, _) => state.phase = DiceWarsPhase::Grow,
            (Move::Grow(growth), _) => state.grow(growth, state.income().1, self.players),
            (Move::Won | Move::Lost, DiceWarsPhase::Roll(attack)) => {
                let won = mv == Move::Won;
                let key = state.key();
                undo.dice = (state.dice(attack.from), state.dice(attack.to));
                let defender = state.owner(attack.to);
                undo.reserve = state.reserve(defender);
                state.resolve(attack, won);
                state.last = Some(LastAttack::Decided {
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
            (Move::Won | Move::Lost, DiceWarsPhase::Roll(attack), Some(battle)) => {
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

    /// Upper bound on the plies of a game: an attack takes two plies, and so does ending a turn.
    /// The draw rule limits the number of turns ended between two attacks.
    fn max_plies(&self) -> u32 {
        let attacks = u32::from(self.cap);
        2 * attacks + 2 * (attacks + 1) * DiceWars::most_idle(self.players) as u32
    }
}

impl Chance for DiceWars {
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> ChanceListingStatus {
        match state.phase {
            DiceWarsPhase::Decide => {}
            DiceWarsPhase::Roll(attack) => {
                let odds = state.success(attack);
                out.push((Move::Won, odds));
                // Seven or more dice always beat one.
                if odds < 1.0 {
                    out.push((Move::Lost, 1.0 - odds));
                }
            }
            DiceWarsPhase::Grow => match NewDicePlacement::enumerate(state) {
                Some(ways) => {
                    out.extend(
                        ways.into_iter()
                            .map(|(growth, odds)| (Move::Grow(growth), odds)),
                    );
                }
                None => return ChanceListingStatus::TooMany,
            },
        }
        ChanceListingStatus::Complete
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        match state.phase {
            DiceWarsPhase::Roll(attack) if rng.unit() < state.success(attack) => Move::Won,
            DiceWarsPhase::Roll(_) => Move::Lost,
            DiceWarsPhase::Decide | DiceWarsPhase::Grow => {
                Move::Grow(NewDicePlacement::sample(state, state.income().0, rng))
            }
        }
    }

    fn is_possible(&self, state: &State, event: Move) -> bool {
        match (state.phase, event) {
            (DiceWarsPhase::Roll(_), Move::Won) => true,
            (DiceWarsPhase::Roll(attack), Move::Lost) => state.success(attack) < 1.0,
            (DiceWarsPhase::Grow, Move::Grow(growth)) => growth.is_possible(state),
            _ => false,
        }
    }
}
