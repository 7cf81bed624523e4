//! The conversation about a game: the board, moves and orders until somebody leaves.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use ludorum_arena::agent_rng;
use ludorum_core::{Budget, Node, Seat, Stop};

use super::orders::{self, Order};
use super::table::{Table, Told};
use super::{indent, result, seat_name};
use crate::commands::{adviser, analyse};
use crate::console::Console;
use crate::format;
use crate::input::Input;

/// A table and who talks to it.
pub(super) struct Session {
    table: Table,
    input: Input,
}

/// What came of a line that was typed.
enum Turn {
    /// Still the same decision.
    Stay,
    /// The position is another one.
    Moved,
    Quit,
}

impl Session {
    pub(super) fn new(table: Table, input: Input) -> Session {
        Session { table, input }
    }

    /// Plays until the game is over or the user leaves.
    pub(super) fn run(mut self, console: &mut Console) -> Result<()> {
        self.introduce(console)?;
        if self.is_watched() {
            self.draw(console)?;
        }
        loop {
            let is_watched = self.is_watched();
            let node = self.table.position().node();
            let is_asked = match node {
                Node::Decide(seat) => self.table.is_human(seat),
                Node::Chance => false,
                Node::Over => true,
            };
            if !is_asked {
                if let Some(told) = self.table.step() {
                    self.tell(console, &told)?;
                }
                if is_watched {
                    self.draw(console)?;
                }
                continue;
            }
            if !is_watched {
                self.draw(console)?;
            }
            if node == Node::Over {
                self.announce(console)?;
            }
            if is_watched || !self.converse(console)? {
                return Ok(());
            }
        }
    }

    /// Whether only agents play.
    fn is_watched(&self) -> bool {
        self.table.humans().is_empty()
    }

    /// Takes lines until the position is another one; false when the user leaves.
    fn converse(&mut self, console: &mut Console) -> Result<bool> {
        let ink = console.ink;
        let prompt = match self.table.position().node() {
            Node::Decide(seat) => seat_name(ink, &self.table.header().seats, seat),
            Node::Chance | Node::Over => "undo, save FILE or quit".to_owned(),
        };
        let began = Instant::now();
        loop {
            let Some(line) = self.input.ask(console, &format!("{prompt} ›"))? else {
                return Ok(false);
            };
            match self.take(console, &line, began.elapsed())? {
                Turn::Stay => {}
                Turn::Moved => return Ok(true),
                Turn::Quit => return Ok(false),
            }
        }
    }

    /// Does what a line says. Whatever goes wrong is told and changes nothing.
    fn take(&mut self, console: &mut Console, line: &str, time: Duration) -> Result<Turn> {
        if line.is_empty() {
            // After the game there is nothing to wait for.
            return Ok(match self.table.position().node() {
                Node::Over => Turn::Quit,
                _ => Turn::Stay,
            });
        }
        let reason = match self.table.play(line, time) {
            Ok(()) => return Ok(Turn::Moved),
            Err(reason) => reason,
        };
        match orders::read(line) {
            Some(Ok(order)) => self.obey(console, order),
            Some(Err(message)) => {
                writeln!(console, "  {message}")?;
                Ok(Turn::Stay)
            }
            None => {
                let way_out = match self.table.position().node() {
                    Node::Over => "undo takes back, quit leaves, help explains",
                    _ => "moves lists what can be played, help explains",
                };
                writeln!(console, "  {reason}; {}", console.ink.faint(way_out))?;
                Ok(Turn::Stay)
            }
        }
    }

    fn obey(&mut self, console: &mut Console, order: Order) -> Result<Turn> {
        match order {
            Order::Quit => return Ok(Turn::Quit),
            Order::Help => writeln!(console, "{}", orders::HELP)?,
            Order::Hint => self.hint(console)?,
            Order::Board => self.draw(console)?,
            Order::Moves => match self.table.position().moves() {
                moves if moves.is_empty() => writeln!(console, "  there are none")?,
                moves => writeln!(console, "  {}", moves.join(" "))?,
            },
            Order::Undo => {
                if self.table.undo()? {
                    return Ok(Turn::Moved);
                }
                writeln!(console, "  there is nothing to take back")?;
            }
            Order::Save(path) => match self.table.save(path.as_deref()) {
                Ok(path) => writeln!(console, "  saved to {}", path.display())?,
                Err(error) => writeln!(console, "  {error}")?,
            },
            Order::Load(path) => match Table::load(&path, None) {
                Ok(table) => {
                    self.table = table;
                    self.introduce(console)?;
                    return Ok(Turn::Moved);
                }
                Err(error) => writeln!(console, "  {error}")?,
            },
        }
        Ok(Turn::Stay)
    }

    fn hint(&self, console: &mut Console) -> Result<()> {
        let position = self.table.position();
        let Node::Decide(seat) = position.node() else {
            writeln!(console, "  nobody is to move")?;
            return Ok(());
        };
        let mut player = self
            .table
            .variant()
            .player(&adviser::adviser(self.table.variant()))?;
        let streams = self.table.header().streams.child("hint", 0);
        let mut rng = agent_rng(streams, seat, position.plies());
        let began = Instant::now();
        let verdict = player.choose(position, &Budget::UNLIMITED, &Stop::new(), &mut rng);
        let time = began.elapsed();
        let ink = console.ink;
        let best = ink.strong(&position.move_text(verdict.best));
        let value = verdict.value.map(|value| format::value(value[seat]));
        let value = value.map_or(String::new(), |value| format!("   value {value}"));
        let line = player.reasons(position).line.join(" ");
        let effort = analyse::effort(&verdict.effort, time);
        let who = ink.faint(&format!("{}, {effort}", player.spec()));
        writeln!(console, "  try {best}{value}   line {line}\n  {who}")?;
        Ok(())
    }

    /// The game, the seed that repeats it, and who plays.
    fn introduce(&self, console: &mut Console) -> Result<()> {
        let ink = console.ink;
        let header = self.table.header();
        let seats: Vec<String> = Seat::all(header.seats.len())
            .map(|seat| seat_name(ink, &header.seats, seat))
            .collect();
        let (game, seats) = (ink.strong(&header.game), seats.join("   "));
        let seed = ink.faint(&format!("seed {}", header.seed.0));
        writeln!(console, "\n{game}   {seats}   {seed}")?;
        if let Some(ply) = self.table.last_move() {
            let number = self.table.position().plies();
            writeln!(console, "last move: {number}. {}", ink.strong(&ply.text))?;
        }
        if !self.is_watched() {
            let help = "Type a move, or help, hint, undo, moves, save FILE, load FILE, quit.";
            writeln!(console, "{}", ink.faint(help))?;
        }
        Ok(())
    }

    /// The board as the person to move sees it, or the only person there is.
    fn draw(&self, console: &mut Console) -> Result<()> {
        let position = self.table.position();
        let humans = self.table.humans();
        let viewer = match (position.node(), humans.as_slice()) {
            (_, [only]) => *only,
            (Node::Decide(seat), humans) if humans.is_empty() || humans.contains(&seat) => seat,
            (_, humans) => humans.first().copied().unwrap_or(Seat::FIRST),
        };
        let board = indent(&position.draw(viewer, console.ink));
        writeln!(console, "\n{board}")?;
        Ok(())
    }

    /// What an agent or chance did, and what the agent thought of it.
    fn tell(&self, console: &mut Console, told: &Told) -> Result<()> {
        let ink = console.ink;
        let text = ink.strong(&told.text);
        let Some(seat) = told.seat else {
            writeln!(console, "chance gives {text}")?;
            return Ok(());
        };
        let who = seat_name(ink, &self.table.header().seats, seat);
        let mut thought = analyse::effort(&told.effort, told.time);
        if let Some(value) = told.value {
            thought = format!("value {}, {thought}", format::value(value));
        }
        writeln!(console, "{who} plays {text}   {}", ink.faint(&thought))?;
        Ok(())
    }

    fn announce(&self, console: &mut Console) -> Result<()> {
        if let Some(outcome) = self.table.position().outcome() {
            let seats = &self.table.header().seats;
            writeln!(console, "{}\n", result(console.ink, seats, &outcome))?;
        }
        Ok(())
    }
}
