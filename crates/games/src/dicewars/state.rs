//! Positions, and the effects of attacks and new dice.

use std::sync::Arc;

use ludorum_core::{MAX_SEATS, Rng, Seat, Seed};

use super::areas::{Area, AreaSet, MAX_AREAS};
use super::board::DiceWarsBoard;
use super::growth::NewDicePlacement;
use super::odds::{DiceRoll, MAX_DICE, rolls, success};
use crate::mixing::mixed;

/// Largest number of dice a seat can have in reserve.
pub const MAX_RESERVE: u8 = 64;

/// An attack from one area on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The attacking area.
    pub from: Area,
    /// The attacked area.
    pub to: Area,
}

/// Phase of a turn of Dice Wars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceWarsPhase {
    /// Decision node: the seat to move attacks or ends its turn.
    Decide,
    /// Chance node: the dice of an attack are rolled.
    Roll(Attack),
    /// Chance node: the seat to move has ended its turn and gets new dice.
    Grow,
}

/// An attack with the dice that both seats rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolledAttack {
    /// Attacking and attacked area.
    pub attack: Attack,
    /// Seat that attacked.
    pub attacker: Seat,
    /// Seat that owned the attacked area.
    pub defender: Seat,
    /// Dice rolled by the attacker.
    pub attacking: DiceRoll,
    /// Dice rolled by the defender.
    pub defending: DiceRoll,
}

/// The most recent attack. Its dice are for display only, so they are drawn at random when needed,
/// with a seed made from the position and the result.
#[derive(Clone, Copy, Debug)]
pub(super) enum LastAttack {
    /// Attack read from a position text, with its dice.
    Shown(RolledAttack),
    /// Attack made in this game: its result, and the key of the position before it as a seed.
    Decided {
        attack: Attack,
        attacker: Seat,
        defender: Seat,
        /// Number of dice of the attacking and of the attacked area.
        dice: (u8, u8),
        won: bool,
        key: u64,
    },
}

impl LastAttack {
    pub(super) fn defender(&self) -> Seat {
        match self {
            LastAttack::Shown(RolledAttack { defender, .. })
            | LastAttack::Decided { defender, .. } => *defender,
        }
    }

    fn battle(&self) -> RolledAttack {
        match *self {
            LastAttack::Shown(battle) => battle,
            LastAttack::Decided {
                attack,
                attacker,
                defender,
                dice,
                won,
                key,
            } => {
                let mut rng = Seed(key).child("dice", u64::from(won)).rng();
                let (attacking, defending) = rolls(dice.0, dice.1, won, &mut rng);
                RolledAttack {
                    attack,
                    attacker,
                    defender,
                    attacking,
                    defending,
                }
            }
        }
    }
}

/// A Dice Wars position. Equality ignores the last attack: it is for display only and does not
/// affect play.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) board: Arc<DiceWarsBoard>,
    pub(super) owned: [AreaSet; MAX_SEATS],
    pub(super) dice: [u8; MAX_AREAS],
    pub(super) reserves: [u8; MAX_SEATS],
    pub(super) turn: Seat,
    pub(super) phase: DiceWarsPhase,
    /// Number of attacks so far.
    pub(super) attacks: u16,
    /// Number of turns ended since the last attack, including the turn of that attack; 1 at the
    /// start of a game.
    pub(super) idle: u8,
    pub(super) last: Option<LastAttack>,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let same_board = Arc::ptr_eq(&self.board, &other.board) || self.board == other.board;
        same_board && self.changing() == other.changing()
    }
}

impl Eq for State {}

impl State {
    /// The fields of the position that equality compares, except the board.
    fn changing(&self) -> impl PartialEq {
        (
            self.owned,
            self.dice,
            self.reserves,
            self.turn,
            self.phase,
            self.attacks,
            self.idle,
        )
    }

    /// The board of the game, shared by all its positions.
    #[inline]
    pub fn board(&self) -> &Arc<DiceWarsBoard> {
        &self.board
    }

    /// The set of areas that `seat` owns.
    #[inline]
    pub fn owned(&self, seat: Seat) -> AreaSet {
        self.owned[seat.index()]
    }

    /// The seat that owns `area`.
    #[inline]
    pub fn owner(&self, area: Area) -> Seat {
        let index = self.owned.iter().position(|owned| owned.has(area));
        Seat::new(index.expect("every area of the board is owned"))
    }

    /// Number of dice on `area`.
    #[inline]
    pub fn dice(&self, area: Area) -> u8 {
        self.dice[area.index()]
    }

    /// Number of dice of `seat` on the board, without its reserve.
    #[inline]
    pub fn total_dice(&self, seat: Seat) -> u32 {
        self.owned(seat)
            .map(|area| u32::from(self.dice(area)))
            .sum()
    }

    /// Number of dice that `seat` has in reserve.
    #[inline]
    pub fn reserve(&self, seat: Seat) -> u8 {
        self.reserves[seat.index()]
    }

    /// Number of areas in the largest connected region of `seat`.
    #[inline]
    pub fn score(&self, seat: Seat) -> usize {
        self.board.largest_region(self.owned(seat)).count()
    }

    /// The seat to move.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Phase of the current turn.
    #[inline]
    pub fn phase(&self) -> DiceWarsPhase {
        self.phase
    }

    /// Number of attacks so far.
    pub fn attacks(&self) -> u32 {
        u32::from(self.attacks)
    }

    /// The most recent attack with its dice; `None` before the first attack.
    pub fn last_battle(&self) -> Option<RolledAttack> {
        self.last.as_ref().map(LastAttack::battle)
    }

    /// Number of seats that still own an area.
    #[inline]
    pub fn alive(&self) -> usize {
        self.owned.iter().filter(|owned| !owned.is_empty()).count()
    }

    /// The winner: the seat to move if it owns all areas, otherwise `None`.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        (self.owned(self.turn) == self.board.all()).then_some(self.turn)
    }

    /// The areas of the seat to move with at least two dice. They may attack adjacent enemy areas.
    #[inline]
    pub fn strong(&self) -> AreaSet {
        let mut strong = 0;
        for (index, chunk) in self.dice.chunks_exact(8).enumerate() {
            let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
            // One bit for each byte of two or more; the product gathers them in the highest byte.
            let two_or_more = (word >> 1 | word >> 2 | word >> 3) & 0x0101_0101_0101_0101;
            strong |=
                ((two_or_more.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32) << (8 * index);
        }
        AreaSet::of_bits(strong).and(self.owned(self.turn))
    }

    /// The enemy areas adjacent to `from`, an area of the seat to move, regardless of dice.
    #[inline]
    pub fn targets(&self, from: Area) -> AreaSet {
        self.board.touching(from).minus(self.owned(self.turn))
    }

    /// Iterates over all legal attacks of the seat to move, in ascending order of the areas.
    #[inline]
    pub fn possible_attacks(&self) -> impl Iterator<Item = Attack> + Clone + '_ {
        self.strong()
            .flat_map(|from| self.targets(from).map(move |to| Attack { from, to }))
    }

    /// Probability that `attack` succeeds.
    #[inline]
    pub fn success(&self, attack: Attack) -> f64 {
        success(self.dice(attack.from), self.dice(attack.to))
    }

    /// Applies the result of `attack` to the board (`won`: it succeeds); returns the defender.
    #[inline]
    pub fn resolve(&mut self, attack: Attack, won: bool) -> Seat {
        let defender = self.owner(attack.to);
        let (from, to) = (attack.from.index(), attack.to.index());
        if won {
            let lost = &mut self.owned[defender.index()];
            *lost = lost.without(attack.to);
            if lost.is_empty() {
                self.reserves[defender.index()] = 0;
            }
            let gained = &mut self.owned[self.turn.index()];
            *gained = gained.with(attack.to);
            self.dice[to] = self.dice[from] - 1;
        }
        self.dice[from] = 1;
        self.attacks += 1;
        self.idle = 0;
        self.phase = DiceWarsPhase::Decide;
        defender
    }

    /// Income of the seat to move at the end of its turn: the number of new dice to place on the
    /// board, and its new reserve.
    #[inline]
    pub(super) fn income(&self) -> (u32, u8) {
        let own = self.owned(self.turn);
        let room: u32 = own.map(|area| u32::from(MAX_DICE - self.dice(area))).sum();
        let all = self.score(self.turn) as u32 + u32::from(self.reserve(self.turn));
        let placed = all.min(room);
        (placed, (all - placed).min(u32::from(MAX_RESERVE)) as u8)
    }

    /// Places the mover's new dice, sets its reserve, and passes the turn to the next remaining
    /// seat.
    #[inline]
    pub(super) fn grow(&mut self, growth: NewDicePlacement, reserve: u8, seats: usize) {
        self.reserves[self.turn.index()] = reserve;
        for (area, dice) in growth.iter() {
            self.dice[area.index()] += dice;
        }
        self.idle += 1;
        self.phase = DiceWarsPhase::Decide;
        loop {
            self.turn = self.turn.next(seats);
            if !self.owned(self.turn).is_empty() {
                break;
            }
        }
    }

    /// Ends the turn of the seat to move: places its new dice at random and passes the turn.
    #[inline]
    pub fn end_turn(&mut self, seats: usize, rng: &mut Rng) {
        let (placed, reserve) = self.income();
        let growth = NewDicePlacement::sample(self, placed, rng);
        self.grow(growth, reserve, seats);
    }

    pub(super) fn key(&self) -> u64 {
        let mut key = self.board.hash();
        for pair in self.owned.chunks(2) {
            let (low, high) = (pair[0].bits(), pair[1].bits());
            key = mixed(key, u64::from(high) << 32 | u64::from(low));
        }
        for bytes in self.dice.chunks(8).chain([&self.reserves[..]]) {
            let word = bytes
                .iter()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
            key = mixed(key, word);
        }
        let phase = match self.phase {
            DiceWarsPhase::Decide => 0,
            DiceWarsPhase::Grow => 1,
            DiceWarsPhase::Roll(attack) => {
                2 + (attack.from.index() << 8 | attack.to.index() << 16) as u64
            }
        };
        let counts = u64::from(self.attacks) << 8 | u64::from(self.idle);
        mixed(mixed(key, phase), counts << 8 | self.turn.index() as u64)
    }
}
