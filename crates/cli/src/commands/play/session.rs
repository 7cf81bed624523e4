//! The conversation about a game: the board, moves and orders until somebody leaves.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use ludorum_catalog::agent_rng;
use ludorum_core::{Budget, Ink, Node, Seat, Stop, TextError};

use super::orders::{self, Order};
use super::table::{Table, Told};
use super::{cancelled, indent, paragraph, result, seat_name};
use crate::commands::analyse;
use crate::console::{Console, printable};
use crate::format;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::language::{Value, say, say_as_page};

/// A table and who talks to it.
pub(super) struct Session {
    table: Table,
    input: Input,
    interrupt: Interrupt,
    /// Whether the position is the one that was drawn last.
    is_drawn: bool,
    secrets: Secrets,
    /// Which of several people saw the screen last, in a game that hides something.
    at_screen: Option<Seat>,
}

/// What becomes of what a person may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secrets {
    /// Everyone sees what their seat may see.
    Kept,
    /// Everything is shown, for study.
    Revealed,
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
    pub(super) fn new(
        table: Table,
        input: Input,
        interrupt: Interrupt,
        secrets: Secrets,
    ) -> Session {
        Session {
            table,
            input,
            interrupt,
            is_drawn: false,
            secrets,
            at_screen: None,
        }
    }

    /// Plays until the game is over or the user leaves.
    pub(super) fn run(mut self, console: &mut Console) -> Result<()> {
        self.introduce(console)?;
        loop {
            let is_watched = self.is_watched();
            let node = self.table.position().node();
            let is_given_up = self.table.forfeit().is_some();
            let is_asked = match node {
                Node::Decide(seat) => is_given_up || self.table.is_human(seat),
                Node::Chance => false,
                Node::Over => true,
            };
            if !is_asked {
                self.step(console)?;
                if is_watched {
                    self.draw(console)?;
                }
                continue;
            }
            if let Node::Decide(seat) = node
                && !is_given_up
                && self.shares_secrets(console)
                && !self.hand_over(console, seat)?
            {
                return Ok(());
            }
            if !self.is_drawn {
                self.draw(console)?;
            }
            if node == Node::Over || is_given_up {
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

    /// Whether several people share a terminal and each has something to hide. Lines from a pipe are
    /// a script's, which hides nothing from itself.
    fn shares_secrets(&self, console: &Console) -> bool {
        self.secrets == Secrets::Kept
            && self.input.is_terminal()
            && console.width.is_some()
            && !self.table.variant().is_open()
            && self.table.humans().len() > 1
    }

    /// Clears the screen and waits until the person of this seat sits there, then tells what happened
    /// since their last move; false when the user leaves.
    fn hand_over(&mut self, console: &mut Console, seat: Seat) -> Result<bool> {
        if self.at_screen == Some(seat) {
            return Ok(true);
        }
        console.clear()?;
        let who = seat_name(console.ink, &self.table.header().seats, seat);
        let prompt = format!("{} ›", say!("hand-over", who = who));
        self.interrupt.asking(&prompt);
        let input = &mut self.input;
        let line = self.table.pondering(|| input.ask(console, &prompt));
        if line?.is_none() {
            return Ok(false);
        }
        console.clear()?;
        self.at_screen = Some(seat);
        let told = self.table.position().view(seat).history();
        let since = told.len() - self.table.plies_since(seat).min(told.len());
        if since < told.len() {
            writeln!(
                console,
                "{}",
                say!("since-your-move", moves = told[since..].join("  "))
            )?;
        }
        self.is_drawn = false;
        Ok(true)
    }

    /// Takes lines until the position is another one; false when the user leaves.
    fn converse(&mut self, console: &mut Console) -> Result<bool> {
        let ink = console.ink;
        let prompt = match self.table.position().node() {
            Node::Decide(seat) if self.table.forfeit().is_none() => {
                seat_name(ink, &self.table.header().seats, seat)
            }
            Node::Decide(_) | Node::Chance | Node::Over => say!("after-the-game"),
        };
        let prompt = format!("{prompt} ›");
        let began = Instant::now();
        loop {
            self.interrupt.asking(&prompt);
            let input = &mut self.input;
            let line = self.table.pondering(|| input.ask(console, &prompt));
            let Some(line) = line? else {
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
            Ok(()) => {
                self.is_drawn = false;
                self.tell_mishaps(console)?;
                return Ok(Turn::Moved);
            }
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
                    Node::Over => say!("way-out-over"),
                    _ => say!("way-out"),
                };
                let reason = self.because(line, &reason);
                writeln!(console, "  {reason}; {}", console.ink.faint(&way_out))?;
                Ok(Turn::Stay)
            }
        }
    }

    fn obey(&mut self, console: &mut Console, order: Order) -> Result<Turn> {
        match order {
            Order::Quit => return Ok(Turn::Quit),
            Order::Help => writeln!(console, "{}", paragraph(&say!("help")))?,
            Order::Hint => self.hint(console)?,
            Order::Board => self.draw(console)?,
            Order::Moves => match self.table.position().moves() {
                moves if moves.is_empty() => writeln!(console, "  {}", say!("no-moves"))?,
                moves => writeln!(console, "  {}", moves.join(" "))?,
            },
            Order::Undo => {
                if self.table.undo()? {
                    if self.table.header().take_backs.is_unrated {
                        let marked = console.ink.faint(&say!("taken-back-unrated"));
                        writeln!(console, "  {marked}")?;
                    }
                    self.is_drawn = false;
                    return Ok(Turn::Moved);
                }
                writeln!(console, "  {}", say!("nothing-to-undo"))?;
            }
            Order::Save(path) => match self.table.save(path.as_deref()) {
                Ok(path) => writeln!(console, "  {}", say!("saved", file = path.display()))?,
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
            writeln!(console, "  {}", say!("nobody-to-move"))?;
            return Ok(());
        };
        let mut player = self
            .table
            .variant()
            .player(&self.table.variant().adviser())?;
        let streams = self.table.header().streams.child("hint", 0);
        let mut rng = agent_rng(streams, seat, position.plies());
        let began = Instant::now();
        let stop = self.interrupt.thinking();
        let verdict = player.choose(position, &Budget::UNLIMITED, &stop, &mut rng);
        let time = began.elapsed();
        let ink = console.ink;
        let best = ink.strong(&position.move_text(verdict.best));
        let value = verdict.value.map(|value| format::value(value[seat]));
        let value = value.map(|value| format!("   {}", say!("value", value = value)));
        let line = player.reasons(position).line.join(" ");
        let effort = analyse::effort(&verdict.effort, time);
        let who = ink.faint(&format!("{}, {effort}", player.spec()));
        let value = value.unwrap_or_default();
        let hint = say!("hint", move = best, value = value, line = line);
        writeln!(console, "  {hint}\n  {who}")?;
        Ok(())
    }

    /// Lets an agent or chance move, and tells what it did.
    fn step(&mut self, console: &mut Console) -> Result<()> {
        let seats = &self.table.header().seats;
        let thinker = match self.table.position().node() {
            Node::Decide(seat) => Some(seat_name(Ink::Plain, seats, seat)),
            Node::Chance | Node::Over => None,
        };
        let stop = if self.is_watched() {
            // Who only watches has nothing to lose, and wants to leave.
            self.interrupt.nothing();
            Stop::new()
        } else {
            self.interrupt.thinking()
        };
        if let Some(thinker) = &thinker {
            console.passing(&say!("thinking", who = thinker))?;
        }
        let told = self.table.step(&stop);
        if thinker.is_some() {
            console.passed()?;
        }
        self.is_drawn = false;
        match told {
            Some(told) => {
                self.tell(console, &told)?;
                self.tell_mishaps(console)
            }
            None => Ok(()),
        }
    }

    /// What should have followed from the last move and was cancelled.
    fn tell_mishaps(&mut self, console: &mut Console) -> Result<()> {
        for mishap in self.table.mishaps() {
            writeln!(console, "{}", cancelled(&mishap.cause, &mishap.message))?;
        }
        Ok(())
    }

    /// The game, the seed that repeats it, who plays, and the board.
    fn introduce(&mut self, console: &mut Console) -> Result<()> {
        let ink = console.ink;
        let header = self.table.header();
        let seats: Vec<String> = Seat::all(header.seats.len())
            .map(|seat| seat_name(ink, &header.seats, seat))
            .collect();
        let (game, seats) = (ink.strong(&header.game), seats.join("   "));
        let seed = match self.table.repeated_by() {
            (seed, None) => say!("seed", seed = seed.0),
            (seed, Some(key)) => say!("seed-and-key", seed = seed.0, key = key),
        };
        let seed = ink.faint(&seed);
        writeln!(console, "\n{game}   {seats}   {seed}")?;
        if let Some(ply) = self.table.last_move() {
            let number = self.table.position().plies();
            let text = self.as_told(&ply.text);
            let text = ink.strong(&text);
            let last = say!("last-move", number = number, move = text);
            writeln!(console, "{last}")?;
        }
        if !self.is_watched() {
            writeln!(console, "{}", ink.faint(&say!("type-a-move")))?;
        }
        self.at_screen = None;
        match self.shares_secrets(console) {
            true => Ok(()),
            false => self.draw(console),
        }
    }

    /// Through whose eyes the table is seen: those of the person at the screen, of the person to move, or
    /// of the only person there is. Who watches agents sees what the first seat sees.
    fn viewer(&self) -> Seat {
        if let Some(seat) = self.at_screen {
            return seat;
        }
        let humans = self.table.humans();
        match (self.table.position().node(), humans.as_slice()) {
            (_, [only]) => *only,
            (Node::Decide(seat), humans) if humans.contains(&seat) => seat,
            (_, humans) => humans.first().copied().unwrap_or(Seat::FIRST),
        }
    }

    /// The last move as it is told: not all of it where something is hidden.
    fn as_told(&self, text: &str) -> String {
        match self.secrets {
            Secrets::Revealed => text.to_owned(),
            Secrets::Kept => {
                let mut told = self.table.position().view(self.viewer()).history();
                told.pop().unwrap_or_default()
            }
        }
    }

    fn draw(&mut self, console: &mut Console) -> Result<()> {
        let position = self.table.position();
        let board = indent(&match self.secrets {
            Secrets::Revealed => position.draw_open(console.ink),
            Secrets::Kept => position.draw(self.viewer(), console.ink),
        });
        writeln!(console, "\n{board}")?;
        self.is_drawn = true;
        Ok(())
    }

    /// What an agent or chance did, and what the agent thought of it.
    fn tell(&self, console: &mut Console, told: &Told) -> Result<()> {
        let ink = console.ink;
        let text = ink.strong(&self.as_told(&told.text));
        let Some(seat) = told.seat else {
            writeln!(console, "{}", say!("chance-gives", event = text))?;
            return Ok(());
        };
        let who = seat_name(ink, &self.table.header().seats, seat);
        let mut thought = analyse::effort(&told.effort, told.time);
        // What an agent thinks of its position may give away what only it knows.
        let is_shown = self.secrets == Secrets::Revealed || self.table.variant().is_open();
        if let Some(value) = told.value.filter(|_| is_shown) {
            let value = say!("value", value = format::value(value));
            thought = format!("{value}, {thought}");
        }
        let plays = say!("plays", who = who, move = text);
        writeln!(console, "{plays}   {}", ink.faint(&thought))?;
        Ok(())
    }

    /// Why a move was refused: in the words of the page, if it has words for this reason.
    fn because(&self, line: &str, reason: &TextError) -> String {
        let seats = &self.table.header().seats;
        let who = reason.seat().map(|seat| seat_name(Ink::Plain, seats, seat));
        let args = [
            ("move", Value::from(line)),
            ("who", Value::from(&who.unwrap_or_default())),
        ];
        let why = reason.why();
        let said = why.and_then(|why| say_as_page(&format!("why-{why}"), &args));
        match said {
            Some(said) => said.trim_end_matches('.').to_owned(),
            None => reason.to_string(),
        }
    }

    fn announce(&self, console: &mut Console) -> Result<()> {
        if let Some((seat, forfeit)) = self.table.forfeit() {
            let who = seat_name(console.ink, &self.table.header().seats, *seat);
            let reason = printable(&forfeit.reason);
            let given_up = say!("gives-up", who = who, reason = reason);
            writeln!(console, "{given_up}\n")?;
        }
        if let Some(outcome) = self.table.position().outcome() {
            let seats = &self.table.header().seats;
            writeln!(console, "{}\n", result(console.ink, seats, &outcome))?;
        }
        Ok(())
    }
}
