//! Positions as text, such as `e5,g7/d4/-/-/0,0/2/place`: rings of seat 1, rings of seat 2, markers
//! of seat 1, markers of seat 2, rings removed by each, seat to act and its step. `-` is an empty
//! list.

use ludorum_core::{NotationError, Seat};

use super::Yinsh;
use super::notation::{parse_point, print_point};
use super::set::PointSet;
use super::state::{MARKERS, RINGS, State, YinshTurnStep};

/// Names of the types of moves in position texts, in the order of [`YinshTurnStep::ALL`].
const STEPS: [&str; YinshTurnStep::ALL.len()] = [
    "place",
    "move",
    "move-after-pass",
    "row",
    "ring",
    "row-reply",
    "ring-reply",
    "over",
];

impl Yinsh {
    pub(super) fn position_text(&self, state: &State) -> String {
        let [white_rings, black_rings] = state.rings.map(print_list);
        let [white, black] = state.markers.map(print_list);
        let [won, lost] = state.won;
        let step = STEPS[state.step as usize];
        format!(
            "{white_rings}/{black_rings}/{white}/{black}/{won},{lost}/{}/{step}",
            state.seat
        )
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State, NotationError> {
        let parts: Vec<&str> = text.split('/').collect();
        let parts: [&str; 7] = parts.try_into().map_err(|_| {
            NotationError::new(
                "a position is rings/rings/markers/markers/rings removed/seat/step, \
                 such as e5,g7/d4/-/-/0,0/2/place",
            )
        })?;
        // Offset of each field in the text, for error columns.
        let mut begins = [0; 7];
        for (index, part) in parts.iter().enumerate().take(6) {
            begins[index + 1] = begins[index] + part.chars().count() + 1;
        }
        let mut taken = PointSet::NONE;
        let mut list = |index: usize| {
            read_list(parts[index], &mut taken).map_err(|error| error.shifted(begins[index]))
        };
        let rings = [list(0)?, list(1)?];
        let markers = [list(2)?, list(3)?];
        let won = self.read_won(parts[4]).map_err(|e| e.shifted(begins[4]))?;
        let seat = match parts[5] {
            "1" => Seat::new(0),
            "2" => Seat::new(1),
            _ => {
                return Err(NotationError::at(
                    begins[5] + 1,
                    "the seat to act is 1 or 2",
                ));
            }
        };
        let step = STEPS.iter().position(|&name| name == parts[6]);
        let step = step.map(|index| YinshTurnStep::ALL[index]).ok_or_else(|| {
            let message = format!("the step is one of {}", STEPS.join(", "));
            NotationError::at(begins[6] + 1, message)
        })?;
        let mut state = State {
            rings,
            markers,
            won,
            seat,
            step,
            hash: 0,
        };
        self.check_position(&state).map_err(NotationError::new)?;
        state.hash = self.keys.hash(&state);
        Ok(state)
    }

    fn read_won(&self, text: &str) -> Result<[u8; 2], NotationError> {
        let digit = |text: &str| match text {
            "0" => Some(0),
            "1" => Some(1),
            "2" => Some(2),
            "3" => Some(3),
            "4" => Some(4),
            "5" => Some(5),
            _ => None,
        };
        let both = text.split_once(',');
        both.and_then(|(one, other)| Some([digit(one)?, digit(other)?]))
            .filter(|won| won.iter().all(|&rings| rings <= self.rings_to_win))
            .ok_or_else(|| {
                let most = self.rings_to_win;
                let message = format!("rings removed are two numbers from 0 to {most}: 0,0");
                NotationError::at(1, message)
            })
    }

    /// Checks that the fields of a parsed position are consistent with each other.
    fn check_position(&self, state: &State) -> Result<(), String> {
        let markers = state.all_markers().count();
        if markers > MARKERS {
            return Err(format!("{markers} markers, but there are only {MARKERS}"));
        }
        if state.step == YinshTurnStep::Place {
            return check_placing(state);
        }
        for seat in Seat::all(2) {
            let (rings, won) = (state.rings(seat).count(), state.won(seat));
            if rings + usize::from(won) != RINGS {
                return Err(format!(
                    "player {seat} has {rings} rings and removed {won}, which is not {RINGS} together"
                ));
            }
        }
        let won = state.won.iter().filter(|&&won| won == self.rings_to_win);
        let winners = won.count();
        if winners > 0 && (winners > 1 || state.step != YinshTurnStep::Over) {
            return Err("the game is over when a player has removed the last ring".to_owned());
        }
        self.check_step(state, winners > 0)
    }

    fn check_step(&self, state: &State, is_won: bool) -> Result<(), String> {
        let (seat, other) = (state.seat, state.seat.next(2));
        let markers = state.all_markers().count();
        let rows = [seat, other].map(|seat| state.has_row(seat));
        let refuse = |reason: &str| Err(reason.to_owned());
        match state.step {
            // `check_position` has checked this step.
            YinshTurnStep::Place => Ok(()),
            YinshTurnStep::Move | YinshTurnStep::MoveAfterPass => {
                if rows != [false; 2] {
                    return refuse("a row of five is to be removed before the next move");
                }
                if markers == MARKERS {
                    return refuse("the game is over when all markers are on the board");
                }
                if state.step == YinshTurnStep::MoveAfterPass && state.can_move(other) {
                    return refuse("the player who passed could have moved");
                }
                Ok(())
            }
            YinshTurnStep::Row if !rows[0] => refuse("there is no row of five to be removed"),
            YinshTurnStep::RowReply if rows != [true, false] => {
                refuse("in a row-reply only the player who did not move has a row of five")
            }
            YinshTurnStep::Row | YinshTurnStep::RowReply => Ok(()),
            YinshTurnStep::Ring | YinshTurnStep::RingReply => {
                if markers + 5 > MARKERS {
                    return refuse("five markers have just been removed, so there are fewer");
                }
                if state.step == YinshTurnStep::RingReply && rows[1] {
                    return refuse("the player who moved removes rows first");
                }
                Ok(())
            }
            YinshTurnStep::Over => {
                if seat != Seat::FIRST {
                    return refuse("when the game is over the seat is written 1");
                }
                let is_stuck = || Seat::all(2).all(|seat| !state.can_move(seat));
                if is_won {
                    return Ok(());
                }
                if rows != [false; 2] || (markers < MARKERS && !is_stuck()) {
                    return refuse("the game is not over");
                }
                Ok(())
            }
        }
    }
}

fn check_placing(state: &State) -> Result<(), String> {
    let [white, black] = state.rings.map(PointSet::count);
    let next = if white == black { 0 } else { 1 };
    if white < black || white > black + 1 || black >= RINGS {
        return Err(format!(
            "{white} and {black} rings: seat 1 begins, then they alternate, with {RINGS} rings each"
        ));
    }
    if state.seat.index() != next {
        return Err(format!("seat {} is to place a ring", next + 1));
    }
    if !state.all_markers().is_empty() || state.won != [0; 2] {
        return Err("while rings are placed there are no markers and none is removed".to_owned());
    }
    Ok(())
}

fn print_list(points: PointSet) -> String {
    if points.is_empty() {
        return "-".to_owned();
    }
    let names: Vec<String> = points.map(print_point).collect();
    names.join(",")
}

/// Parses a list of points in ascending order and adds them to `taken`; a point already in `taken`
/// is an error.
fn read_list(text: &str, taken: &mut PointSet) -> Result<PointSet, NotationError> {
    let mut points = PointSet::NONE;
    if text == "-" {
        return Ok(points);
    }
    let mut at = 0;
    let mut before = None;
    for word in text.split(',') {
        let point = parse_point(word).map_err(|error| error.shifted(at))?;
        if before.is_some_and(|before| before >= point) {
            let message = format!("{word} is out of order: points go from a2 to k10");
            return Err(NotationError::at(at + 1, message));
        }
        if taken.has(point) {
            return Err(NotationError::at(
                at + 1,
                format!("two pieces are on {word}"),
            ));
        }
        before = Some(point);
        *taken |= point.set();
        points |= point.set();
        at += word.chars().count() + 1;
    }
    Ok(points)
}
