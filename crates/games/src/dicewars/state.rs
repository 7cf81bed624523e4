//! A position, and what attacks and reinforcements do to it.

use std::sync::Arc;

use ludorum_core::{MAX_SEATS, Rng, Seat, Seed};

use super::areas::{Area, Areas, MAX_AREAS};
use super::board::Board;
use super::growth::Growth;
use super::odds::{MAX_DICE, Roll, rolls, success};
use crate::mixing::mixed;

/// The most dice a seat may keep for later.
pub const MAX_RESERVE: u8 = 64;

/// An attack from one area on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Where it comes from.
    pub from: Area,
    /// What is attacked.
    pub to: Area,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The seat to move attacks or ends its turn.
    Decide,
    /// The dice of an attack are rolled.
    Roll(Attack),
    /// The seat has ended its turn and gets new dice.
    Grow,
}

/// An attack as it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    /// The areas.
    pub attack: Attack,
    /// Who attacked.
    pub attacker: Seat,
    /// Who was attacked.
    pub defender: Seat,
    /// The attacker's dice.
    pub attacking: Roll,
    /// The defender's dice.
    pub defending: Roll,
}

/// What is known of the last attack. Dice are for people to look at, so they are drawn when somebody
/// looks: the same for the same position and result.
#[derive(Clone, Copy, Debug)]
pub(super) enum LastBattle {
    /// Its dice are known.
    Shown(Battle),
    /// It was decided, from a position with this key.
    Decided {
        attack: Attack,
        attacker: Seat,
        defender: Seat,
        /// The dice of both.
        dice: (u8, u8),
        won: bool,
        key: u64,
    },
}

impl LastBattle {
    pub(super) fn defender(&self) -> Seat {
        match self {
            LastBattle::Shown(Battle { defender, .. }) | LastBattle::Decided { defender, .. } => {
                *defender
            }
        }
    }

    fn battle(&self) -> Battle {
        match *self {
            LastBattle::Shown(battle) => battle,
            LastBattle::Decided {
                attack,
                attacker,
                defender,
                dice,
                won,
                key,
            } => {
                let mut rng = Seed(key).child("dice", u64::from(won)).rng();
                let (attacking, defending) = rolls(dice.0, dice.1, won, &mut rng);
                Battle {
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

/// A position. The last battle is for people to look at; it is no part of what makes positions
/// equal, for it does not matter for the rest of the game.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) board: Arc<Board>,
    pub(super) owned: [Areas; MAX_SEATS],
    pub(super) dice: [u8; MAX_AREAS],
    pub(super) reserves: [u8; MAX_SEATS],
    pub(super) turn: Seat,
    pub(super) phase: Phase,
    /// Attacks so far.
    pub(super) attacks: u16,
    /// Turns ended since the last attack, the one it was made in included; the start counts as
    /// an attack in an earlier turn.
    pub(super) idle: u8,
    pub(super) last: Option<LastBattle>,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let same_board = Arc::ptr_eq(&self.board, &other.board) || self.board == other.board;
        same_board && self.changing() == other.changing()
    }
}

impl Eq for State {}

impl State {
    /// Everything that changes during a game and matters for the rest of it.
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

    /// The board.
    #[inline]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The areas of a seat.
    #[inline]
    pub fn owned(&self, seat: Seat) -> Areas {
        self.owned[seat.index()]
    }

    /// Who owns an area.
    #[inline]
    pub fn owner(&self, area: Area) -> Seat {
        let index = self.owned.iter().position(|owned| owned.has(area));
        Seat::new(index.expect("every area of the board is owned"))
    }

    /// The dice on an area.
    #[inline]
    pub fn dice(&self, area: Area) -> u8 {
        self.dice[area.index()]
    }

    /// All dice of a seat on the board.
    #[inline]
    pub fn total_dice(&self, seat: Seat) -> u32 {
        self.owned(seat)
            .map(|area| u32::from(self.dice(area)))
            .sum()
    }

    /// The dice a seat keeps for later.
    #[inline]
    pub fn reserve(&self, seat: Seat) -> u8 {
        self.reserves[seat.index()]
    }

    /// The number of areas in the largest region of a seat.
    #[inline]
    pub fn score(&self, seat: Seat) -> usize {
        self.board.largest_region(self.owned(seat)).count()
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// What happens next.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The attacks so far.
    pub fn attacks(&self) -> u32 {
        u32::from(self.attacks)
    }

    /// The last attack that was decided, as it went.
    pub fn last_battle(&self) -> Option<Battle> {
        self.last.as_ref().map(LastBattle::battle)
    }

    /// The number of seats that still own an area.
    #[inline]
    pub fn alive(&self) -> usize {
        self.owned.iter().filter(|owned| !owned.is_empty()).count()
    }

    /// The seat that owns every area. Only the one whose turn it is can.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        (self.owned(self.turn) == self.board.all()).then_some(self.turn)
    }

    /// The areas from which the seat to move might attack, did they touch anyone: those with two
    /// dice or more.
    #[inline]
    pub fn strong(&self) -> Areas {
        let mut strong = 0;
        for (index, chunk) in self.dice.chunks_exact(8).enumerate() {
            let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
            // One bit for each byte of two and more, which are then gathered in the highest byte.
            let two_or_more = (word >> 1 | word >> 2 | word >> 3) & 0x0101_0101_0101_0101;
            strong |=
                ((two_or_more.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32) << (8 * index);
        }
        Areas::of_bits(strong).and(self.owned(self.turn))
    }

    /// What an area of the seat to move can attack, if it has the dice for it.
    #[inline]
    pub fn targets(&self, from: Area) -> Areas {
        self.board.touching(from).minus(self.owned(self.turn))
    }

    /// All attacks the seat to move may make, in order of areas.
    #[inline]
    pub fn possible_attacks(&self) -> impl Iterator<Item = Attack> + Clone + '_ {
        self.strong()
            .flat_map(|from| self.targets(from).map(move |to| Attack { from, to }))
    }

    /// The probability that an attack succeeds.
    #[inline]
    pub fn success(&self, attack: Attack) -> f64 {
        success(self.dice(attack.from), self.dice(attack.to))
    }

    /// Decides an attack, without rolling any dice. Returns who was attacked.
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
        self.phase = Phase::Decide;
        defender
    }

    /// The dice the seat to move gets when it ends its turn: how many find room on the board, and
    /// how many are kept.
    #[inline]
    pub(super) fn income(&self) -> (u32, u8) {
        let own = self.owned(self.turn);
        let room: u32 = own.map(|area| u32::from(MAX_DICE - self.dice(area))).sum();
        let all = self.score(self.turn) as u32 + u32::from(self.reserve(self.turn));
        let placed = all.min(room);
        (placed, (all - placed).min(u32::from(MAX_RESERVE)) as u8)
    }

    /// Puts new dice on the board, keeps the rest, and passes the turn on.
    #[inline]
    pub(super) fn grow(&mut self, growth: Growth, reserve: u8, seats: usize) {
        self.reserves[self.turn.index()] = reserve;
        for (area, dice) in growth.iter() {
            self.dice[area.index()] += dice;
        }
        self.idle += 1;
        self.phase = Phase::Decide;
        loop {
            self.turn = self.turn.next(seats);
            if !self.owned(self.turn).is_empty() {
                break;
            }
        }
    }

    /// Ends the turn of the seat to move, with new dice drawn at random.
    #[inline]
    pub fn end_turn(&mut self, seats: usize, rng: &mut Rng) {
        let (placed, reserve) = self.income();
        let growth = Growth::sample(self, placed, rng);
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
            Phase::Decide => 0,
            Phase::Grow => 1,
            Phase::Roll(attack) => 2 + (attack.from.index() << 8 | attack.to.index() << 16) as u64,
        };
        let counts = u64::from(self.attacks) << 8 | u64::from(self.idle);
        mixed(mixed(key, phase), counts << 8 | self.turn.index() as u64)
    }
}
