//! Positions as text, in eight fields separated by slashes:
//!
//! | field | meaning |
//! |---|---|
//! | `1122...,.122...` | the board: 28 rows of 32 hexes, each with the symbol of its area (1 to 9,
//! then a to w) or a dot |
//! | `A3B1...` | owner and dice of each area in order; seat 1 is A |
//! | `0,12` | the reserve of each seat |
//! | `1` | the seat to move |
//! | `move`, `roll:12>7` or `grow` | the phase |
//! | `17` | attacks so far |
//! | `0` | turns ended since the last attack, including the attacker's; 1 at the start |
//! | `12>7:A654-B123` or `-` | the last attack, with the dice of both seats |

use std::sync::Arc;

use ludorum_core::{MAX_SEATS, NotationError, Seat};

use super::DiceWars;
use super::areas::{AreaSet, MAX_AREAS};
use super::board::{DiceWarsBoard, HEIGHT, HEXES, Hex, InvalidBoardReason, WIDTH};
use super::deal::DEFAULT_AREAS;
use super::notation::{letter, read_attack};
use super::odds::{DiceRoll, MAX_DICE};
use super::state::{Attack, DiceWarsPhase, LastAttack, MAX_RESERVE, RolledAttack, State};

/// Characters for hexes in position texts: a dot for a hex outside all areas, then one per area.
const SIGNS: &[u8; MAX_AREAS + 1] = b".123456789abcdefghijklmnopqrstuvw";

impl DiceWars {
    pub(super) fn position_text(&self, state: &State) -> String {
        let board = state.board();
        let mut text = String::with_capacity(HEXES + 256);
        for hex in Hex::all() {
            if hex.column() == 0 && hex.row() > 0 {
                text.push(',');
            }
            let number = board.area_at(hex).map_or(0, |area| area.index() + 1);
            text.push(char::from(SIGNS[number]));
        }
        text.push('/');
        for area in board.all() {
            text.push(letter(state.owner(area)));
            text.push(char::from(b'0' + state.dice(area)));
        }
        let reserves: Vec<String> = Seat::all(self.players)
            .map(|seat| state.reserve(seat).to_string())
            .collect();
        let phase = match state.phase() {
            DiceWarsPhase::Decide => "move".to_owned(),
            DiceWarsPhase::Roll(Attack { from, to }) => format!("roll:{from}>{to}"),
            DiceWarsPhase::Grow => "grow".to_owned(),
        };
        let last = state.last_battle().map_or("-".to_owned(), |battle| {
            let Attack { from, to } = battle.attack;
            let (attacker, attacking) = (letter(battle.attacker), pips(&battle.attacking));
            let (defender, defending) = (letter(battle.defender), pips(&battle.defending));
            format!("{from}>{to}:{attacker}{attacking}-{defender}{defending}")
        });
        format!(
            "{text}/{}/{}/{phase}/{}/{}/{last}",
            reserves.join(","),
            state.turn(),
            state.attacks,
            state.idle
        )
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State, NotationError> {
        let parts: Vec<&str> = text.split('/').collect();
        let [board, areas, reserves, turn, phase, attacks, idle, last] = parts[..] else {
            return Err(NotationError::new(
                "a position is board/areas/reserves/turn/phase/attacks/idle turns/last attack",
            ));
        };
        let begins = |part: usize| -> usize {
            parts[..part]
                .iter()
                .map(|part| part.chars().count() + 1)
                .sum()
        };
        let in_part = |part: usize, reason: &str| NotationError::at(begins(part) + 1, reason);

        let board = self.read_board(board)?;
        let (owned, dice) = self
            .read_areas(&board, areas)
            .map_err(|error| error.shifted(begins(1)))?;
        let reserves = self
            .read_reserves(reserves)
            .ok_or_else(|| in_part(2, "there is a reserve of 0 to 64 dice for each player"))?;
        let turn = number::<usize>(turn)
            .filter(|number| (1..=self.players).contains(number))
            .map(|number| Seat::new(number - 1))
            .ok_or_else(|| in_part(3, "there is no such player"))?;
        let phase = match phase
            .strip_prefix("roll:")
            .map(|attack| attack.split_once('>'))
        {
            Some(Some((from, to))) => {
                let attack = read_attack(from, to);
                DiceWarsPhase::Roll(
                    attack.map_err(|error| error.shifted(begins(4) + "roll:".len()))?,
                )
            }
            None if phase == "move" => DiceWarsPhase::Decide,
            None if phase == "grow" => DiceWarsPhase::Grow,
            _ => return Err(in_part(4, "the phase is move, roll:12>7 or grow")),
        };
        let attacks = number(attacks)
            .filter(|&attacks: &u16| attacks <= self.cap)
            .ok_or_else(|| in_part(5, "the number of attacks is invalid"))?;
        let idle = number(idle).ok_or_else(|| in_part(6, "the number of idle turns is invalid"))?;
        let mut state = State {
            board: Arc::new(board),
            owned,
            dice,
            reserves,
            turn,
            phase,
            attacks,
            idle,
            last: None,
        };
        self.check_position(&state)?;
        if last != "-" {
            let battle = read_battle(last).filter(|battle| self.is_consistent_with(&state, battle));
            let reason = "the last attack is such as 12>7:A654-B123, between areas that fit it";
            let battle = battle.ok_or_else(|| in_part(7, reason))?;
            state.last = Some(LastAttack::Shown(battle));
        }
        if (attacks == 0) != state.last.is_none() {
            return Err(in_part(
                7,
                "there is a last attack exactly if there were attacks",
            ));
        }
        Ok(state)
    }

    fn read_board(&self, text: &str) -> Result<DiceWarsBoard, NotationError> {
        let mut hexes = [0; HEXES];
        let rows: Vec<&str> = text.split(',').collect();
        if rows.len() != HEIGHT || rows.iter().any(|row| row.len() != WIDTH) {
            let reason = format!("a board is {HEIGHT} rows of {WIDTH} signs, with commas between");
            return Err(NotationError::at(1, reason));
        }
        for (hex, sign) in Hex::all().zip(rows.iter().flat_map(|row| row.bytes())) {
            let number = SIGNS.iter().position(|&known| known == sign);
            let number = number.ok_or_else(|| {
                let column = hex.row() * (WIDTH + 1) + hex.column() + 1;
                NotationError::at(column, "a hex is a dot, 1 to 9, or a to w")
            })?;
            hexes[hex.index()] = number as u8;
        }
        let board = DiceWarsBoard::new(hexes).map_err(|invalid| match invalid {
            InvalidBoardReason::WrongOrder(hex) => NotationError::at(
                hex.row() * (WIDTH + 1) + hex.column() + 1,
                "areas are numbered in the order in which they begin",
            ),
            InvalidBoardReason::SplitArea(area) => {
                NotationError::at(1, format!("area {area} is not contiguous"))
            }
            InvalidBoardReason::Disconnected => {
                NotationError::at(1, "the areas are not all connected")
            }
        })?;
        let (fewest, most) = self.areas.map_or(DEFAULT_AREAS, |areas| (areas, areas));
        if !(fewest..=most).contains(&board.areas()) {
            let reason = format!(
                "the board has {} areas, this game is played on {fewest} to {most}",
                board.areas()
            );
            return Err(NotationError::at(1, reason));
        }
        Ok(board)
    }

    fn read_areas(
        &self,
        board: &DiceWarsBoard,
        text: &str,
    ) -> Result<([AreaSet; MAX_SEATS], [u8; MAX_AREAS]), NotationError> {
        let (mut owned, mut dice) = ([AreaSet::NONE; MAX_SEATS], [0; MAX_AREAS]);
        let signs = text.as_bytes();
        if signs.len() != 2 * board.areas() {
            let reason = format!(
                "there must be an owner and dice for {} areas",
                board.areas()
            );
            return Err(NotationError::at(1, reason));
        }
        for (area, pair) in board.all().zip(signs.chunks(2)) {
            let at = 2 * area.index() + 1;
            let seat = usize::from(pair[0].wrapping_sub(b'A'));
            if seat >= self.players {
                return Err(NotationError::at(
                    at,
                    "an owner is a letter from A, one for each player",
                ));
            }
            let number = pair[1].wrapping_sub(b'0');
            if !(1..=MAX_DICE).contains(&number) {
                return Err(NotationError::at(at + 1, "an area has 1 to 8 dice"));
            }
            owned[seat] = owned[seat].with(area);
            dice[area.index()] = number;
        }
        Ok((owned, dice))
    }

    fn read_reserves(&self, text: &str) -> Option<[u8; MAX_SEATS]> {
        let mut reserves = [0; MAX_SEATS];
        let words: Vec<&str> = text.split(',').collect();
        if words.len() != self.players {
            return None;
        }
        for (reserve, word) in reserves.iter_mut().zip(words) {
            *reserve = number(word).filter(|&dice| dice <= MAX_RESERVE)?;
        }
        Some(reserves)
    }

    /// Checks that the fields of a parsed position are consistent with each other.
    fn check_position(&self, state: &State) -> Result<(), NotationError> {
        let refused = |reason: &str| Err(NotationError::new(reason));
        for seat in Seat::all(self.players) {
            if state.owned(seat).is_empty() && (state.reserve(seat) > 0 || seat == state.turn) {
                return refused("a player without areas has no turn and no reserve");
            }
        }
        let is_over = State {
            phase: DiceWarsPhase::Decide,
            ..state.clone()
        };
        if state.phase != DiceWarsPhase::Decide && self.is_over(&is_over) {
            return refused("the game would have been over before this");
        }
        if usize::from(state.idle) > DiceWars::most_idle(state.alive()) {
            return refused("the game would have been over after so many idle turns");
        }
        if state.idle == 0 && state.attacks == 0 {
            return refused("no attack was made in this turn");
        }
        match state.phase {
            DiceWarsPhase::Roll(attack) => self.check_attack(state, attack),
            DiceWarsPhase::Decide | DiceWarsPhase::Grow => Ok(()),
        }
    }

    /// True if `battle`, the last attack, and its result fit the adjacency and owners of the areas.
    fn is_consistent_with(&self, state: &State, battle: &RolledAttack) -> bool {
        let Attack { from, to } = battle.attack;
        let areas = state.board().all();
        if !areas.has(from) || !areas.has(to) || !state.board().touching(from).has(to) {
            return false;
        }
        let won = battle.attacking.sum() > battle.defending.sum();
        let holder = if won {
            battle.attacker
        } else {
            battle.defender
        };
        let seats = battle.attacker != battle.defender
            && battle.attacker.index() < self.players
            && battle.defender.index() < self.players;
        seats
            && battle.attacking.pips().len() > 1
            && state.owner(from) == battle.attacker
            && state.owner(to) == holder
    }
}

fn pips(roll: &DiceRoll) -> String {
    roll.pips().iter().map(u8::to_string).collect()
}

fn read_battle(text: &str) -> Option<RolledAttack> {
    let (attack, dice) = text.split_once(':')?;
    let (from, to) = attack.split_once('>')?;
    let (attacker, defender) = dice.split_once('-')?;
    let (attacker, attacking) = read_roll(attacker)?;
    let (defender, defending) = read_roll(defender)?;
    Some(RolledAttack {
        attack: read_attack(from, to).ok()?,
        attacker,
        defender,
        attacking,
        defending,
    })
}

fn read_roll(text: &str) -> Option<(Seat, DiceRoll)> {
    let (&seat, digits) = text.as_bytes().split_first()?;
    let seat = usize::from(seat.wrapping_sub(b'A'));
    let pips: Vec<u8> = digits
        .iter()
        .map(|digit| digit.wrapping_sub(b'0'))
        .collect();
    let seat = (seat < MAX_SEATS).then(|| Seat::new(seat))?;
    Some((seat, DiceRoll::new(&pips)?))
}

/// Parses `text` as a number; `None` unless it is in canonical form, without leading zeros.
fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse()
        .ok()
        .filter(|number: &T| number.to_string() == text)
}
