//! Moves as text: steps and walls as in Quoridor. `stun@p2` casts a spell on a pawn, `leap@e5` on a
//! field, `breach@e3h` on a wall; `roll3` is a chance event.

use std::sync::Arc;

use ludorum_core::{Game, NodeKind, Notation, NotationError, PluginFailure, Seat, TerminalStyle};

use super::element::{BoardElement, Move, WallState};
use super::rules::Rules;
use super::state::State;
use super::{ContentSource, Sector66};
use crate::quoridor::{self, SquareSet, Wall, WallNotation, parse_square, print_square};

impl Rules {
    /// Formats an element: `e5` is a field, `e3h` a wall, `p2` a pawn.
    pub fn print_element(&self, element: BoardElement) -> String {
        match element {
            BoardElement::Field(square) => print_square(self.grid(), square),
            BoardElement::Wall(wall) => WallNotation::Ours.print_wall(self.grid(), wall),
            BoardElement::Pawn(seat) => format!("p{seat}"),
        }
    }

    /// Parses an element: a field such as `e5`, a wall such as `e3h` or a pawn such as `p2`.
    ///
    /// # Errors
    /// When the text is not an element of the board.
    pub fn parse_element(&self, text: &str) -> Result<BoardElement, NotationError> {
        if let Some(number) = text.strip_prefix('p') {
            let seat = number.parse().ok().filter(|&seat: &usize| {
                (1..=self.seats()).contains(&seat) && seat.to_string() == number
            });
            let seat = seat.ok_or_else(|| {
                NotationError::at(2, format!("a pawn is p1 to p{}", self.seats()))
            })?;
            return Ok(BoardElement::Pawn(Seat::new(seat - 1)));
        }
        if text.ends_with(['h', 'v']) {
            let wall = WallNotation::Ours.parse_wall(self.grid(), text)?;
            return Ok(BoardElement::Wall(wall));
        }
        parse_square(self.grid(), text).map(BoardElement::Field)
    }

    pub(super) fn print(&self, mv: Move) -> String {
        match mv {
            Move::Step(square) => print_square(self.grid(), square),
            Move::Build(wall) => WallNotation::Ours.print_wall(self.grid(), wall),
            Move::Pass => "pass".to_owned(),
            Move::Roll(number) => format!("roll{number}"),
            Move::Cast(spell, element) => {
                let name = &self.plugin(spell).name;
                format!("{name}@{}", self.print_element(element))
            }
        }
    }

    pub(super) fn parse(&self, text: &str) -> Result<Move, NotationError> {
        if let Some((name, element)) = text.split_once('@') {
            let spell = self.plugin_named(name).ok_or_else(|| {
                NotationError::at(1, format!("there is no spell '{name}' in this game"))
            })?;
            let element = self.parse_element(element);
            let element = element.map_err(|error| error.shifted(name.len() + 1))?;
            return Ok(Move::Cast(spell, element));
        }
        if let Some(number) = text.strip_prefix("roll") {
            let roll = number.parse().ok();
            return roll
                .filter(|roll: &u8| *roll > 0 && roll.to_string() == number)
                .map(Move::Roll)
                .ok_or_else(|| NotationError::at(5, "a roll is a number from 1"));
        }
        Ok(match self.quoridor().parse_move(text)? {
            quoridor::Move::Step(to) => Move::Step(to),
            quoridor::Move::Place(wall) => Move::Build(wall),
            quoridor::Move::Pass => Move::Pass,
        })
    }

    /// Checks that a move is legal at a decision node; the error gives the reason if it is not.
    pub(super) fn check(self: &Arc<Rules>, state: &State, mv: Move) -> Result<(), NotationError> {
        let mut legal = Vec::new();
        self.list(state, &mut legal);
        if legal.contains(&mv) {
            return Ok(());
        }
        Err(self.illegal_reason(state, mv, &legal))
    }

    fn illegal_reason(self: &Arc<Rules>, state: &State, mv: Move, legal: &[Move]) -> NotationError {
        let because = |why, text: String| NotationError::new(text).with_code(why);
        let text = self.print(mv);
        if state.extra.is_none() {
            let plain = super::plain(mv);
            return match (mv, self.quoridor().check_move(&state.board, plain)) {
                (Move::Step(_) | Move::Build(_) | Move::Pass, Err(error)) => error,
                _ => because("not-legal", format!("{text} is not legal here")),
            };
        }
        if legal == [Move::Pass] && !self.may_move(state) {
            let text = "only passing is possible this turn".to_owned();
            return because("must-pass", text);
        }
        match mv {
            Move::Step(to) => {
                let quoridor = self.quoridor();
                quoridor.illegal_step_reason(&state.board, state.to_move(), to)
            }
            Move::Build(wall) => self.illegal_wall_reason(state, wall),
            Move::Cast(spell, element) => {
                let name = &self.plugin(spell).name;
                if state.spells_of(state.to_move()).any(|held| held == spell) {
                    let text = match self.fault_in_cast(state, spell, element) {
                        Some(fault) => fault.to_string(),
                        None => format!("{name} cannot be cast there"),
                    };
                    because("no-target", text)
                } else {
                    because(
                        "spell-not-held",
                        format!("there is no spell {name} in hand"),
                    )
                }
            }
            Move::Pass => {
                let text = "passing is legal only when there is no other move";
                because("no-pass", text.to_owned())
            }
            Move::Roll(_) => because("not-legal", format!("{text} is not legal here")),
        }
    }

    fn illegal_wall_reason(self: &Arc<Rules>, state: &State, wall: Wall) -> NotationError {
        let because = |why, text: String| NotationError::new(text).with_code(why);
        let text = WallNotation::Ours.print_wall(self.grid(), wall);
        let seat = state.to_move();
        if state.board.walls_left(seat) == 0 {
            return because("no-walls-left", "no walls are left".to_owned());
        }
        if state.wall(wall) == WallState::Disabled {
            return because("wall-disabled", format!("no wall may be built at {text}"));
        }
        let free = self.grid().free_slots(state.board.walls());
        if !free.has(wall) {
            return because(
                "wall-overlaps",
                format!("{text} overlaps or crosses a wall"),
            );
        }
        if let Some(seat) = self.closed_path(state, wall) {
            let text = format!("{text} would close the last path of player {seat}");
            return because("wall-closes-path", text).with_seat(seat);
        }
        because("wall-guarded", format!("a plug-in forbids building {text}"))
    }
}

impl<C: ContentSource> Notation for Sector66<C> {
    fn plugin_failures(&self, state: &State, mv: Move) -> Vec<PluginFailure> {
        let faults = self.faults(state, mv).into_iter();
        let mishaps = faults.map(|fault| PluginFailure {
            cause: fault.plugin,
            message: fault.message,
        });
        mishaps.collect()
    }

    fn halted(&self) -> Option<PluginFailure> {
        self.rules.halted().map(|fault| PluginFailure {
            cause: fault.plugin.clone(),
            message: fault.message.clone(),
        })
    }

    fn print_move(&self, mv: Move) -> String {
        self.rules.print(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        self.rules.parse(text)
    }

    fn check_move(&self, state: &State, mv: Move) -> Result<(), NotationError> {
        match self.node(state) {
            NodeKind::Over => Err(NotationError::new("the game is over").with_code("game-over")),
            NodeKind::Chance => {
                if ludorum_core::Chance::is_possible(self, state, mv) {
                    return Ok(());
                }
                let text = format!(
                    "{} is not a possible chance event here",
                    self.rules.print(mv)
                );
                Err(NotationError::new(text).with_code("chance-decides"))
            }
            NodeKind::Decide(_) => self.rules.check(state, mv),
        }
    }

    fn print_position(&self, state: &State) -> String {
        self.rules.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        self.rules.read_position(text)
    }

    fn draw(&self, view: &State, ink: TerminalStyle) -> String {
        let targets = match (self.node(view), &view.extra) {
            (NodeKind::Decide(_), Some(_)) => self.rules.steps(view),
            (NodeKind::Decide(_), None) => self.rules.quoridor().pawn_moves(&view.board),
            _ => SquareSet::NONE,
        };
        self.rules.drawing(view, ink, targets)
    }
}
