//! Positions as text. Boards with Quoridor's own rules: pawns, walls in hand, walls on the board
//! and moves played, as in Quoridor. On other boards the turn, disabled walls, kinds of fields,
//! spells on fields, hands, skipped turns, stored data and the pending move follow:
//! `e1,e9/10,10/-/0/1/-/e5=forbidden/c3=stun,g7=stun/-,-/0,0/-/-`.

use std::sync::Arc;

use ludorum_core::{NotationError, Seat};

use super::element::{BoardElement, FIELDS, HAND, MOST_SEATS, Move, PluginId, WallState};
use super::memo::Memo;
use super::plugin::PluginKind;
use super::rules::Rules;
use super::state::{ExtraState, MoveAwaitingChance, PluginDatum, State, plugin_numbered};
use super::step_map::StepMap;
use crate::quoridor::goal_distances::GoalDistances;
use crate::quoridor::grid::WallSet;
use crate::quoridor::{Square, Wall, parse_square, print_square};

const PARTS: [&str; 12] = [
    "pawns",
    "walls in hand",
    "walls",
    "moves played",
    "turn",
    "disabled walls",
    "fields",
    "spells",
    "hands",
    "skipped turns",
    "data",
    "pending move",
];

/// Number of fields of a position text on boards that use Quoridor's own rules.
const PLAIN_PARTS: usize = 4;

fn joined(words: Vec<String>) -> String {
    if words.is_empty() {
        "-".to_owned()
    } else {
        words.join(",")
    }
}

/// Splits a comma-separated list of a position text into words; `-` is the empty list.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != "-")
}

impl Rules {
    pub(super) fn position_text(&self, state: &State) -> String {
        let seats = || Seat::all(self.seats());
        let pawns = seats().map(|seat| print_square(self.grid(), state.board.pawn(seat)));
        let left = seats().map(|seat| state.board.walls_left(seat).to_string());
        let mut parts = vec![
            joined(pawns.collect()),
            joined(left.collect()),
            joined(self.walls_in_state(state, WallState::Built)),
            state.board.ply().to_string(),
        ];
        if let Some(extra) = &state.extra {
            parts.push(print_turn(extra));
            parts.push(joined(self.walls_in_state(state, WallState::Disabled)));
            parts.push(self.print_fields(&extra.kinds));
            parts.push(self.print_fields(&extra.spells));
            let hands = seats().map(|seat| {
                let names: Vec<&str> = state
                    .spells_of(seat)
                    .map(|spell| self.plugin(spell).name.as_str())
                    .collect();
                if names.is_empty() {
                    "-".to_owned()
                } else {
                    names.join("+")
                }
            });
            // Never empty, so it cannot be mistaken for an empty list.
            parts.push(hands.collect::<Vec<_>>().join(","));
            parts.push(joined(
                seats().map(|seat| state.skips(seat).to_string()).collect(),
            ));
            parts.push(joined(
                extra
                    .data
                    .iter()
                    .map(|datum| self.print_datum(datum))
                    .collect(),
            ));
            parts.push(match &extra.pending {
                Some(pending) => self.print_pending(pending),
                None => "-".to_owned(),
            });
        }
        parts.join("/")
    }

    fn print_fields(&self, numbers: &[u8; FIELDS]) -> String {
        let fields = self.grid().all().filter_map(|square| {
            let plugin = plugin_numbered(numbers[square.index()])?;
            let name = &self.plugin(plugin).name;
            Some(format!("{}={name}", print_square(self.grid(), square)))
        });
        joined(fields.collect())
    }

    fn print_datum(&self, datum: &PluginDatum) -> String {
        let element = self.print_element(datum.element);
        let name = &self.plugin(datum.plugin).name;
        format!("{element}={name}.{}.{}", datum.slot, datum.value)
    }

    fn print_pending(&self, pending: &MoveAwaitingChance) -> String {
        let rolls: Vec<String> = pending.rolls.iter().map(u8::to_string).collect();
        let rolls = if rolls.is_empty() {
            "-".to_owned()
        } else {
            rolls.join("+")
        };
        format!("{}:{}:{rolls}", self.print(pending.mv), pending.sides)
    }

    pub(super) fn read_position(self: &Arc<Rules>, text: &str) -> Result<State, NotationError> {
        let wanted = if self.is_plain() {
            PLAIN_PARTS
        } else {
            PARTS.len()
        };
        let parts: Vec<&str> = text.split('/').collect();
        if parts.len() != wanted {
            let names = PARTS[..wanted].join("/");
            return Err(NotationError::new(format!("a position is {names}")));
        }
        let state = self.read_parts(&parts)?;
        // The text of a position is unique: reject any other spelling.
        let printed = self.position_text(&state);
        if printed != text {
            let at = printed
                .chars()
                .zip(text.chars())
                .take_while(|(a, b)| a == b);
            let message = format!("this position is written {printed}");
            return Err(NotationError::at(at.count() + 1, message));
        }
        self.check_position(&state)?;
        Ok(state)
    }

    fn read_parts(self: &Arc<Rules>, parts: &[&str]) -> Result<State, NotationError> {
        let mut begins = vec![0];
        for part in parts {
            let last = begins.last().copied().unwrap_or(0);
            begins.push(last + part.chars().count() + 1);
        }
        let wrong = |index: usize, error: NotationError| {
            let begin = begins[index];
            match error.column() {
                Some(_) => error.shifted(begin),
                None => NotationError::at(begin + 1, error.to_string()),
            }
        };
        let read = |index: usize| parts[index];
        let pawns = self.read_pawns(read(0)).map_err(|error| wrong(0, error))?;
        let left = self
            .read_numbers(read(1), 99)
            .map_err(|error| wrong(1, error))?;
        let walls = self
            .read_walls(read(2))
            .and_then(|walls| self.fitting(walls))
            .map_err(|error| wrong(2, error))?;
        let ply: u16 = number(read(3), self.max_plies()).map_err(|error| wrong(3, error))? as u16;
        let mut seated = [0; MOST_SEATS];
        seated[..left.len()].copy_from_slice(&left);
        // Unused seats are the same in every position of the game.
        let nobody = self.initial_walls_left();
        seated[left.len()..].copy_from_slice(&nobody[left.len()..]);
        let board = self.quoridor().assemble(walls, pawns, seated, ply);
        if parts.len() == PLAIN_PARTS {
            return Ok(State { board, extra: None });
        }
        let (turn, extra_turns, won) = self.read_turn(read(4)).map_err(|error| wrong(4, error))?;
        let disabled = self.read_walls(read(5)).map_err(|error| wrong(5, error))?;
        let kinds = self.read_fields(read(6), PluginKind::Field);
        let spells = self.read_fields(read(7), PluginKind::Spell);
        let hands = self.read_hands(read(8)).map_err(|error| wrong(8, error))?;
        let skips = self
            .read_numbers(read(9), 3)
            .map_err(|error| wrong(9, error))?;
        let data = self.read_data(read(10)).map_err(|error| wrong(10, error))?;
        let pending = self
            .read_pending(read(11))
            .map_err(|error| wrong(11, error))?;
        let mut skipped = [0; MOST_SEATS];
        skipped[..skips.len()].copy_from_slice(&skips);
        let extra = ExtraState {
            turn,
            extra_turns,
            skips: skipped,
            won,
            disabled: disabled.into_iter().fold(WallSet::default(), WallSet::with),
            kinds: kinds.map_err(|error| wrong(6, error))?,
            spells: spells.map_err(|error| wrong(7, error))?,
            hands,
            data,
            pending,
            hashes: Default::default(),
            step_map: Arc::new(Memo::constant(StepMap::all_open(self.grid()))),
        };
        Ok(self.with_derived_data(board, extra))
    }

    fn read_pawns(&self, text: &str) -> Result<[Square; MOST_SEATS], NotationError> {
        let mut pawns = std::array::from_fn(|index| self.quoridor().start(Seat::new(index)));
        let given: Vec<&str> = text.split(',').collect();
        if given.len() != self.seats() {
            return Err(NotationError::new(format!(
                "there must be {} pawns",
                self.seats()
            )));
        }
        for (index, word) in given.into_iter().enumerate() {
            pawns[index] = parse_square(self.grid(), word)?;
            if pawns[..index].contains(&pawns[index]) {
                return Err(NotationError::new(format!("two pawns stand on {word}")));
            }
        }
        Ok(pawns)
    }

    fn read_numbers(&self, text: &str, most: u32) -> Result<Vec<u8>, NotationError> {
        let numbers: Vec<u8> = text
            .split(',')
            .map(|word| number(word, most).map(|number| number as u8))
            .collect::<Result<_, _>>()?;
        if numbers.len() != self.seats() {
            let message = format!("there must be {} numbers", self.seats());
            return Err(NotationError::new(message));
        }
        Ok(numbers)
    }

    /// Parses a list of walls, in the order of the text.
    fn read_walls(&self, text: &str) -> Result<Vec<Wall>, NotationError> {
        let wall = |word| match self.parse_element(word)? {
            BoardElement::Wall(wall) => Ok(wall),
            _ => Err(NotationError::new(format!("{word} is not a wall"))),
        };
        words(text).map(wall).collect()
    }

    /// Converts a list of walls to a set; an error if two of them overlap or cross.
    fn fitting(&self, list: Vec<Wall>) -> Result<WallSet, NotationError> {
        let mut walls = WallSet::default();
        for wall in list {
            let free = self.grid().free_slots(&walls);
            if !free.has(wall) {
                let word = self.print_element(BoardElement::Wall(wall));
                let message = format!("{word} overlaps or crosses another wall");
                return Err(NotationError::new(message));
            }
            walls = walls.with(wall);
        }
        Ok(walls)
    }

    fn read_turn(&self, text: &str) -> Result<(Seat, u8, Option<Seat>), NotationError> {
        let seat = |text: &str| {
            let number = number(text, self.seats() as u32)?;
            match number {
                0 => Err(NotationError::new("players are counted from 1")),
                number => Ok(Seat::new(number as usize - 1)),
            }
        };
        let (text, won) = match text.split_once('!') {
            Some((rest, winner)) => (rest, Some(seat(winner)?)),
            None => (text, None),
        };
        let (text, extra_turns) = match text.split_once('+') {
            Some((rest, extra_turns)) => (rest, number(extra_turns, 3)? as u8),
            None => (text, 0),
        };
        Ok((seat(text)?, extra_turns, won))
    }

    fn read_fields(&self, text: &str, kind: PluginKind) -> Result<[u8; FIELDS], NotationError> {
        let mut fields = [0; FIELDS];
        for word in words(text) {
            let (square, name) = word.split_once('=').unwrap_or((word, ""));
            let square = parse_square(self.grid(), square)?;
            fields[square.index()] = self.read_plugin(name, kind)?.number();
        }
        Ok(fields)
    }

    fn read_plugin(&self, name: &str, kind: PluginKind) -> Result<PluginId, NotationError> {
        self.plugin_named(name)
            .filter(|&id| self.plugin(id).kind == kind)
            .ok_or_else(|| NotationError::new(format!("this game has no such plug-in '{name}'")))
    }

    fn read_hands(&self, text: &str) -> Result<[[u8; HAND]; MOST_SEATS], NotationError> {
        let mut hands = [[0; HAND]; MOST_SEATS];
        let given: Vec<&str> = text.split(',').collect();
        if given.len() != self.seats() {
            return Err(NotationError::new(format!(
                "there must be {} hands",
                self.seats()
            )));
        }
        for (hand, word) in hands.iter_mut().zip(given) {
            let names: Vec<&str> = word.split('+').filter(|_| word != "-").collect();
            if names.len() > HAND {
                return Err(NotationError::new(format!(
                    "a hand has at most {HAND} spells"
                )));
            }
            for (held, name) in hand.iter_mut().zip(names) {
                *held = self.read_plugin(name, PluginKind::Spell)?.number();
            }
            hand.sort_unstable_by(|a, b| b.cmp(a));
        }
        Ok(hands)
    }

    fn read_data(&self, text: &str) -> Result<Vec<PluginDatum>, NotationError> {
        let wrong = || NotationError::new("data is written element=plugin.slot.number");
        let mut data = Vec::new();
        for word in words(text) {
            let (element, rest) = word.split_once('=').ok_or_else(wrong)?;
            let parts: Vec<&str> = rest.split('.').collect();
            let [name, slot, value] = parts[..] else {
                return Err(wrong());
            };
            data.push(PluginDatum {
                element: self.parse_element(element)?,
                plugin: self.plugin_named(name).ok_or_else(wrong)?,
                slot: number(slot, 255)? as u8,
                value: value.parse().map_err(|_| wrong())?,
            });
        }
        let in_order = data.windows(2).all(|pair| {
            let place = |datum: &PluginDatum| (datum.element, datum.plugin, datum.slot);
            place(&pair[0]) < place(&pair[1])
        });
        if in_order {
            Ok(data)
        } else {
            Err(NotationError::new(
                "data is written in order, each number once",
            ))
        }
    }

    fn read_pending(&self, text: &str) -> Result<Option<Box<MoveAwaitingChance>>, NotationError> {
        if text == "-" {
            return Ok(None);
        }
        let parts: Vec<&str> = text.split(':').collect();
        let [mv, sides, rolls] = parts[..] else {
            let message = "a pending move is written move:sides:rolls";
            return Err(NotationError::new(message));
        };
        let rolls = rolls.split('+').filter(|_| rolls != "-");
        Ok(Some(Box::new(MoveAwaitingChance {
            mv: self.parse(mv)?,
            sides: number(sides, 255)? as u8,
            rolls: rolls
                .map(|roll| number(roll, 255).map(|roll| roll as u8))
                .collect::<Result<_, _>>()?,
        })))
    }

    /// Checks that the fields of a parsed position are consistent with each other.
    fn check_position(self: &Arc<Rules>, state: &State) -> Result<(), NotationError> {
        let on_goal = |seat| self.quoridor().goal(seat).has(state.board.pawn(seat));
        let Some(extra) = &state.extra else {
            return self.check_plain(state);
        };
        let is_right = match extra.won {
            Some(winner) => on_goal(winner),
            None => self.on_goal(state, Seat::FIRST).is_none(),
        };
        if !is_right {
            let message = "only the winner stands on a target";
            return Err(NotationError::new(message));
        }
        for wall in words(&joined(self.walls_in_state(state, WallState::Disabled))) {
            let BoardElement::Wall(wall) = self.parse_element(wall)? else {
                continue;
            };
            if state.wall(wall) == WallState::Built {
                return Err(NotationError::new("a wall cannot be built and disabled"));
            }
        }
        match &extra.pending {
            Some(pending) => self.check_pending(state, pending),
            None => Ok(()),
        }
    }

    fn check_plain(&self, state: &State) -> Result<(), NotationError> {
        let template = self.template();
        let walls = state.board.walls();
        if template.built & *walls != template.built {
            return Err(NotationError::new("a wall of the template is missing"));
        }
        let mut used = 0;
        for seat in Seat::all(self.seats()) {
            let had = self.initial_walls_left()[seat.index()];
            let by_seat = had.checked_sub(state.board.walls_left(seat));
            let turns =
                (state.board.ply() as usize + self.seats() - 1 - seat.index()) / self.seats();
            let by_seat = by_seat.map(usize::from).filter(|&walls| walls <= turns);
            used += by_seat.ok_or_else(|| {
                NotationError::new(format!("player {seat} cannot have so many walls in hand"))
            })?;
            if state.board.distance(seat) == GoalDistances::UNREACHABLE {
                let message = format!("player {seat} has no path to the goal");
                return Err(NotationError::new(message));
            }
            let last_mover = (state.board.ply() as usize + self.seats() - 1) % self.seats();
            let has_won = state.board.distance(seat) == 0;
            if has_won && (seat.index() != last_mover || state.board.ply() == 0) {
                let message = format!("player {seat} is on the goal but did not move last");
                return Err(NotationError::new(message));
            }
        }
        let placed = walls.count() - template.built.count();
        if used != placed {
            return Err(NotationError::new(format!(
                "{placed} walls were built but {used} are missing from the hands"
            )));
        }
        Ok(())
    }

    /// Checks the pending move of a parsed position: it must be legal and lead to this chance
    /// event.
    fn check_pending(
        self: &Arc<Rules>,
        state: &State,
        pending: &MoveAwaitingChance,
    ) -> Result<(), NotationError> {
        let wrong = || NotationError::new("this move cannot wait for chance here");
        let before = 1 + pending.rolls.len() as u16;
        let mut board = state.board;
        board.ply = board.ply.checked_sub(before).ok_or_else(wrong)?;
        let mut extra = state.extra().clone();
        extra.pending = None;
        let mut start = self.with_derived_data(board, extra);
        if start.extra().won.is_some() {
            return Err(wrong());
        }
        self.check(&start, pending.mv)?;
        self.play(&mut start, pending.mv);
        for &roll in &pending.rolls {
            let now = start.extra().pending.as_ref().ok_or_else(wrong)?;
            if roll == 0 || roll > now.sides {
                return Err(wrong());
            }
            self.play(&mut start, Move::Roll(roll));
        }
        if start == *state {
            Ok(())
        } else {
            Err(wrong())
        }
    }
}

fn print_turn(extra: &ExtraState) -> String {
    let mut text = extra.turn.to_string();
    if extra.extra_turns > 0 {
        text += &format!("+{}", extra.extra_turns);
    }
    if let Some(winner) = extra.won {
        text += &format!("!{winner}");
    }
    text
}

fn number(text: &str, most: u32) -> Result<u32, NotationError> {
    let number = text.parse().ok();
    number
        .filter(|&number: &u32| number <= most && number.to_string() == text)
        .ok_or_else(|| {
            NotationError::new(format!(
                "expected a number from 0 to {most}, found '{text}'"
            ))
        })
}
