//! Moves as text: `12>7` attacks and `end` ends the turn; of chance, `won` and `lost` decide an
//! attack, and `+3:2,7:1` puts two new dice on area 3 and one on area 7.

use ludorum_core::{Game, Ink, Node, Notation, Seat, TextError};

use super::areas::Area;
use super::growth::Growth;
use super::odds::MAX_DICE;
use super::state::{Attack, Phase, State};
use super::{DiceWars, Move};

const EXPECTED: &str = "a move is an attack such as 12>7, or end";

impl Notation for DiceWars {
    fn print_move(&self, mv: Move) -> String {
        match mv {
            Move::Attack(Attack { from, to }) => format!("{from}>{to}"),
            Move::End => "end".to_owned(),
            Move::Won => "won".to_owned(),
            Move::Lost => "lost".to_owned(),
            Move::Grow(growth) => {
                let words: Vec<String> = growth
                    .iter()
                    .map(|(area, dice)| format!("{area}:{dice}"))
                    .collect();
                format!("+{}", words.join(","))
            }
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        match text {
            "end" => return Ok(Move::End),
            "won" => return Ok(Move::Won),
            "lost" => return Ok(Move::Lost),
            "+" => return Ok(Move::Grow(Growth::NONE)),
            _ => {}
        }
        if let Some(words) = text.strip_prefix('+') {
            return read_growth(words)
                .map(Move::Grow)
                .map_err(|error| error.shifted(1));
        }
        let Some((from, to)) = text.split_once('>') else {
            return Err(TextError::at(1, EXPECTED));
        };
        Ok(Move::Attack(read_attack(from, to)?))
    }

    fn check_move(&self, state: &State, mv: Move) -> Result<(), TextError> {
        match self.node(state) {
            Node::Over => return Err(TextError::new("the game is over").because("game-over")),
            Node::Chance if self.possible_event(state, mv) => return Ok(()),
            Node::Chance => {
                let expected = match state.phase() {
                    Phase::Roll(attack) if mv == Move::Lost => format!(
                        "the attack cannot be lost: {} dice against one",
                        state.dice(attack.from)
                    ),
                    Phase::Roll(_) => "the dice are being rolled: expected won or lost".to_owned(),
                    _ => format!(
                        "seat {} gets {} new dice on areas with fewer than eight: expected them as in +3:2,7:1",
                        state.turn(),
                        state.income().0
                    ),
                };
                return Err(TextError::new(expected).because("chance-first"));
            }
            Node::Decide(_) => {}
        }
        match mv {
            Move::End => Ok(()),
            Move::Attack(attack) => self.check_attack(state, attack),
            Move::Won | Move::Lost | Move::Grow(_) => {
                let seat = state.turn();
                let reason = format!("this is for chance, but seat {seat} is to move; {EXPECTED}");
                Err(TextError::new(reason).because("not-for-players"))
            }
        }
    }

    fn print_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        self.read_position(text)
    }

    fn draw(&self, view: &State, ink: Ink) -> String {
        self.drawing(view, ink)
    }
}

impl DiceWars {
    fn possible_event(&self, state: &State, mv: Move) -> bool {
        ludorum_core::Chance::possible(self, state, mv)
    }

    /// Why the seat to move may not make this attack, if it may not.
    ///
    /// # Errors
    /// The reason, a different one for each rule.
    pub(super) fn check_attack(&self, state: &State, attack: Attack) -> Result<(), TextError> {
        let Attack { from, to } = attack;
        let seat = state.turn();
        let areas = state.board().areas();
        let unknown = [from, to].into_iter().find(|area| area.index() >= areas);
        let because = |why, reason: String| Err(TextError::new(reason).because(why));
        if let Some(area) = unknown {
            let reason = format!("there is no area {area}: the board has areas 1 to {areas}");
            return because("no-area", reason);
        }
        let owner = state.owner(from);
        if owner != seat {
            let reason =
                format!("area {from} belongs to seat {owner}, and it is the turn of seat {seat}");
            return because("area-of-other", reason).map_err(|error| error.about(owner));
        }
        if state.owner(to) == seat {
            let reason = format!("area {to} is your own: attack an area of another seat");
            return because("area-own", reason);
        }
        if !state.board().touching(from).has(to) {
            return because("areas-apart", format!("areas {from} and {to} do not touch"));
        }
        if state.dice(from) < 2 {
            let reason = format!("area {from} has one die only: an attack needs two or more");
            return because("one-die", reason);
        }
        Ok(())
    }
}

/// The letter of a seat in positions and drawings.
pub(super) fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

/// The attack from one area on another, each given as text.
pub(super) fn read_attack(from: &str, to: &str) -> Result<Attack, TextError> {
    let attack = Attack {
        from: read_area(from)?,
        to: read_area(to).map_err(|error| error.shifted(from.chars().count() + 1))?,
    };
    Ok(attack)
}

fn read_area(text: &str) -> Result<Area, TextError> {
    let number: Option<usize> = text.parse().ok();
    number
        .filter(|number| number.to_string() == text)
        .and_then(|number| Area::at(number.checked_sub(1)?))
        .ok_or_else(|| TextError::at(1, "an area is a number from 1 to 32"))
}

fn read_growth(text: &str) -> Result<Growth, TextError> {
    let mut growth = Growth::NONE;
    let mut last = None;
    let mut at = 0;
    for word in text.split(',') {
        let here = |message| TextError::at(at + 1, message);
        let (area, dice) = word
            .split_once(':')
            .ok_or_else(|| here("new dice are area:number, such as 3:2"))?;
        let area = read_area(area).map_err(|error| error.shifted(at))?;
        if last >= Some(area) {
            return Err(here("areas come in order, each once"));
        }
        last = Some(area);
        let number = match dice.as_bytes() {
            [digit @ b'1'..=b'7'] => digit - b'0',
            _ => return Err(here("an area gets 1 to 7 new dice")),
        };
        const { assert!(MAX_DICE == 8) };
        for _ in 0..number {
            growth = growth.and_one(area);
        }
        at += word.chars().count() + 1;
    }
    Ok(growth)
}
