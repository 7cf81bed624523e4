//! Moves as text: `12>7` is an attack, `end` ends the turn. Chance events are `won` and `lost` for
//! an attack, and `+3:2,7:1` for two new dice on area 3 and one on area 7.

use ludorum_core::{Game, NodeKind, Notation, NotationError, Seat, TerminalStyle};

use super::areas::Area;
use super::growth::NewDicePlacement;
use super::odds::MAX_DICE;
use super::state::{Attack, DiceWarsPhase, State};
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

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        match text {
            "end" => return Ok(Move::End),
            "won" => return Ok(Move::Won),
            "lost" => return Ok(Move::Lost),
            "+" => return Ok(Move::Grow(NewDicePlacement::NONE)),
            _ => {}
        }
        if let Some(words) = text.strip_prefix('+') {
            return read_growth(words)
                .map(Move::Grow)
                .map_err(|error| error.shifted(1));
        }
        let Some((from, to)) = text.split_once('>') else {
            return Err(NotationError::at(1, EXPECTED));
        };
        Ok(Move::Attack(read_attack(from, to)?))
    }

    fn check_move(&self, state: &State, mv: Move) -> Result<(), NotationError> {
        match self.node(state) {
            NodeKind::Over => {
                return Err(NotationError::new("the game is over").with_code("game-over"));
            }
            NodeKind::Chance if self.possible_event(state, mv) => return Ok(()),
            NodeKind::Chance => {
                let expected = match state.phase() {
                    DiceWarsPhase::Roll(attack) if mv == Move::Lost => format!(
                        "the attack cannot be lost: {} dice against one",
                        state.dice(attack.from)
                    ),
                    DiceWarsPhase::Roll(_) => {
                        "the dice are being rolled: expected won or lost".to_owned()
                    }
                    _ => format!(
                        "seat {} gets {} new dice on areas with fewer than eight: expected them as in +3:2,7:1",
                        state.turn(),
                        state.income().0
                    ),
                };
                return Err(NotationError::new(expected).with_code("chance-first"));
            }
            NodeKind::Decide(_) => {}
        }
        match mv {
            Move::End => Ok(()),
            Move::Attack(attack) => self.check_attack(state, attack),
            Move::Won | Move::Lost | Move::Grow(_) => {
                let seat = state.turn();
                let reason =
                    format!("that is a chance event, but seat {seat} is to move; {EXPECTED}");
                Err(NotationError::new(reason).with_code("not-for-players"))
            }
        }
    }

    fn print_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        self.read_position(text)
    }

    fn draw(&self, view: &State, ink: TerminalStyle) -> String {
        self.drawing(view, ink)
    }
}

impl DiceWars {
    fn possible_event(&self, state: &State, mv: Move) -> bool {
        ludorum_core::Chance::is_possible(self, state, mv)
    }

    /// Checks that the attack is legal for the seat to move.
    ///
    /// # Errors
    /// If the attack is illegal; each rule has its own message and code.
    pub(super) fn check_attack(&self, state: &State, attack: Attack) -> Result<(), NotationError> {
        let Attack { from, to } = attack;
        let seat = state.turn();
        let areas = state.board().areas();
        let unknown = [from, to].into_iter().find(|area| area.index() >= areas);
        let because = |why, reason: String| Err(NotationError::new(reason).with_code(why));
        if let Some(area) = unknown {
            let reason = format!("there is no area {area}: the board has areas 1 to {areas}");
            return because("no-area", reason);
        }
        let owner = state.owner(from);
        if owner != seat {
            let reason =
                format!("area {from} belongs to seat {owner}, and it is the turn of seat {seat}");
            return because("area-of-other", reason).map_err(|error| error.with_seat(owner));
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

/// Letter of a seat in position texts and drawings: seat 1 is `A`.
pub(super) fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

/// Parses the two area numbers of an attack.
pub(super) fn read_attack(from: &str, to: &str) -> Result<Attack, NotationError> {
    let attack = Attack {
        from: read_area(from)?,
        to: read_area(to).map_err(|error| error.shifted(from.chars().count() + 1))?,
    };
    Ok(attack)
}

fn read_area(text: &str) -> Result<Area, NotationError> {
    let number: Option<usize> = text.parse().ok();
    number
        .filter(|number| number.to_string() == text)
        .and_then(|number| Area::at(number.checked_sub(1)?))
        .ok_or_else(|| NotationError::at(1, "an area is a number from 1 to 32"))
}

fn read_growth(text: &str) -> Result<NewDicePlacement, NotationError> {
    let mut growth = NewDicePlacement::NONE;
    let mut last = None;
    let mut at = 0;
    for word in text.split(',') {
        let here = |message| NotationError::at(at + 1, message);
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
            growth = growth.with_one_more(area);
        }
        at += word.chars().count() + 1;
    }
    Ok(growth)
}
