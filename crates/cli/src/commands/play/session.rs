//! Interactive session of a local game: board, moves and commands until the user quits.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use ludorum_catalog::agent_rng;
use ludorum_core::{Budget, NodeKind, NotationError, Seat, StopFlag, TerminalStyle};

use super::input_command::{self, InputCommand};
use super::local_game::{LocalGame, PlayedMove};
use super::{cancelled, indent, paragraph, result, seat_name};
use crate::commands::analyse;
use crate::console::{Console, printable};
use crate::format;
use crate::input::StdinReader;
use crate::interrupt::InterruptHandler;
use crate::language::{FluentArg, page_message, say};

/// Interactive session of a local game: reads moves and commands, prints boards and results.
pub(super) struct LocalGameSession {
    game: LocalGame,
    input: StdinReader,
    interrupt: InterruptHandler,
    /// True if the board of the current position has been drawn.
    is_drawn: bool,
    hidden: HiddenInformationDisplay,
    /// Seat of the person at the screen; `None` unless several people share a game with hidden
    /// information.
    at_screen: Option<Seat>,
}

/// Visibility of hidden information on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HiddenInformationDisplay {
    /// The screen shows only the view of the person's own seat.
    Concealed,
    /// The screen shows the complete state.
    Revealed,
}

/// Effect of a typed line on a local session.
enum TypedLineEffect {
    /// The position did not change, so the session prompts again.
    Stay,
    /// The position changed by a move, a take-back or a loaded game.
    Moved,
    Quit,
}

impl LocalGameSession {
    pub(super) fn new(
        game: LocalGame,
        input: StdinReader,
        interrupt: InterruptHandler,
        hidden: HiddenInformationDisplay,
    ) -> LocalGameSession {
        LocalGameSession {
            game,
            input,
            interrupt,
            is_drawn: false,
            hidden,
            at_screen: None,
        }
    }

    /// Runs the session until the user quits; with agents only, until the game is over.
    pub(super) fn run(mut self, console: &mut Console) -> Result<()> {
        self.print_header(console)?;
        loop {
            let is_spectated = self.is_spectated();
            let node = self.game.position().node();
            let is_given_up = self.game.forfeit().is_some();
            let is_asked = match node {
                NodeKind::Decide(seat) => is_given_up || self.game.is_human(seat),
                NodeKind::Chance => false,
                NodeKind::Over => true,
            };
            if !is_asked {
                self.play_step(console)?;
                if is_spectated {
                    self.draw(console)?;
                }
                continue;
            }
            if let NodeKind::Decide(seat) = node
                && !is_given_up
                && self.shares_secrets(console)
                && !self.hand_over(console, seat)?
            {
                return Ok(());
            }
            if !self.is_drawn {
                self.draw(console)?;
            }
            if node == NodeKind::Over || is_given_up {
                self.announce(console)?;
            }
            if is_spectated || !self.read_lines(console)? {
                return Ok(());
            }
        }
    }

    /// True if only agents play.
    fn is_spectated(&self) -> bool {
        self.game.humans().is_empty()
    }

    /// True if several people share the terminal in a game with hidden information. False for piped
    /// input, which comes from a single script.
    fn shares_secrets(&self, console: &Console) -> bool {
        self.hidden == HiddenInformationDisplay::Concealed
            && self.input.is_terminal()
            && console.width.is_some()
            && !self.game.variant().is_open()
            && self.game.humans().len() > 1
    }

    /// Clears the screen, waits until the person of `seat` takes over the keyboard, and prints the
    /// moves since their last turn; false if the input ends.
    fn hand_over(&mut self, console: &mut Console, seat: Seat) -> Result<bool> {
        if self.at_screen == Some(seat) {
            return Ok(true);
        }
        console.clear()?;
        let who = seat_name(console.ink, &self.game.header().seats, seat);
        let prompt = format!("{} ›", say!("hand-over", who = who));
        self.interrupt.set_prompt_mode(&prompt);
        let input = &mut self.input;
        let line = self.game.ponder_while(|| input.ask(console, &prompt));
        if line?.is_none() {
            return Ok(false);
        }
        console.clear()?;
        self.at_screen = Some(seat);
        let history = self.game.position().view(seat).history();
        let since = history.len() - self.game.plies_since(seat).min(history.len());
        if since < history.len() {
            writeln!(
                console,
                "{}",
                say!("since-your-move", moves = history[since..].join("  "))
            )?;
        }
        self.is_drawn = false;
        Ok(true)
    }

    /// Reads and handles lines until the position changes; false if the user quits.
    fn read_lines(&mut self, console: &mut Console) -> Result<bool> {
        let ink = console.ink;
        let prompt = match self.game.position().node() {
            NodeKind::Decide(seat) if self.game.forfeit().is_none() => {
                seat_name(ink, &self.game.header().seats, seat)
            }
            NodeKind::Decide(_) | NodeKind::Chance | NodeKind::Over => say!("after-the-game"),
        };
        let prompt = format!("{prompt} ›");
        let began = Instant::now();
        loop {
            self.interrupt.set_prompt_mode(&prompt);
            let input = &mut self.input;
            let line = self.game.ponder_while(|| input.ask(console, &prompt));
            let Some(line) = line? else {
                return Ok(false);
            };
            match self.handle_line(console, &line, began.elapsed())? {
                TypedLineEffect::Stay => {}
                TypedLineEffect::Moved => return Ok(true),
                TypedLineEffect::Quit => return Ok(false),
            }
        }
    }

    /// Handles a typed move or command. Prints an error if the line is neither.
    fn handle_line(
        &mut self,
        console: &mut Console,
        line: &str,
        time: Duration,
    ) -> Result<TypedLineEffect> {
        if line.is_empty() {
            // After the game, an empty line quits.
            return Ok(match self.game.position().node() {
                NodeKind::Over => TypedLineEffect::Quit,
                _ => TypedLineEffect::Stay,
            });
        }
        let reason = match self.game.play(line, time) {
            Ok(()) => {
                self.is_drawn = false;
                self.print_mishaps(console)?;
                return Ok(TypedLineEffect::Moved);
            }
            Err(reason) => reason,
        };
        match input_command::parse(line) {
            Some(Ok(command)) => self.run_command(console, command),
            Some(Err(message)) => {
                writeln!(console, "  {message}")?;
                Ok(TypedLineEffect::Stay)
            }
            None => {
                let way_out = match self.game.position().node() {
                    NodeKind::Over => say!("way-out-over"),
                    _ => say!("way-out"),
                };
                let reason = self.refusal_reason(line, &reason);
                writeln!(console, "  {reason}; {}", console.ink.faint(&way_out))?;
                Ok(TypedLineEffect::Stay)
            }
        }
    }

    fn run_command(
        &mut self,
        console: &mut Console,
        command: InputCommand,
    ) -> Result<TypedLineEffect> {
        match command {
            InputCommand::Quit => return Ok(TypedLineEffect::Quit),
            InputCommand::Help => writeln!(console, "{}", paragraph(&say!("help")))?,
            InputCommand::Hint => self.hint(console)?,
            InputCommand::Board => self.draw(console)?,
            InputCommand::Moves => match self.game.position().moves() {
                moves if moves.is_empty() => writeln!(console, "  {}", say!("no-moves"))?,
                moves => writeln!(console, "  {}", moves.join(" "))?,
            },
            InputCommand::Undo => {
                if self.game.undo()? {
                    if self.game.header().take_backs.is_unrated {
                        let marked = console.ink.faint(&say!("taken-back-unrated"));
                        writeln!(console, "  {marked}")?;
                    }
                    self.is_drawn = false;
                    return Ok(TypedLineEffect::Moved);
                }
                writeln!(console, "  {}", say!("nothing-to-undo"))?;
            }
            InputCommand::Save(path) => match self.game.save(path.as_deref()) {
                Ok(path) => writeln!(console, "  {}", say!("saved", file = path.display()))?,
                Err(error) => writeln!(console, "  {error}")?,
            },
            InputCommand::Load(path) => match LocalGame::load(&path, None) {
                Ok(game) => {
                    self.game = game;
                    self.print_header(console)?;
                    return Ok(TypedLineEffect::Moved);
                }
                Err(error) => writeln!(console, "  {error}")?,
            },
        }
        Ok(TypedLineEffect::Stay)
    }

    fn hint(&self, console: &mut Console) -> Result<()> {
        let position = self.game.position();
        let NodeKind::Decide(seat) = position.node() else {
            writeln!(console, "  {}", say!("nobody-to-move"))?;
            return Ok(());
        };
        let mut player = self.game.variant().player(&self.game.variant().adviser())?;
        let streams = self.game.header().streams.child("hint", 0);
        let mut rng = agent_rng(streams, seat, position.plies());
        let began = Instant::now();
        let stop = self.interrupt.set_stop_mode();
        let verdict = player.choose(position, &Budget::UNLIMITED, &stop, &mut rng);
        let time = began.elapsed();
        let ink = console.ink;
        let best = ink.strong(&position.move_text(verdict.best));
        let value = verdict.value.map(|value| format::value(value[seat]));
        let value = value.map(|value| format!("   {}", say!("value", value = value)));
        let choice = player.last_choice(position);
        let line = choice.map_or_else(String::new, |choice| choice.line.join(" "));
        let effort = analyse::effort_text(&verdict.effort, time);
        let who = ink.faint(&format!("{}, {effort}", player.spec()));
        let value = value.unwrap_or_default();
        let hint = say!("hint", move = best, value = value, line = line);
        writeln!(console, "  {hint}\n  {who}")?;
        Ok(())
    }

    /// Plays and prints the next move of an agent or chance event.
    fn play_step(&mut self, console: &mut Console) -> Result<()> {
        let seats = &self.game.header().seats;
        let thinker = match self.game.position().node() {
            NodeKind::Decide(seat) => Some(seat_name(TerminalStyle::Plain, seats, seat)),
            NodeKind::Chance | NodeKind::Over => None,
        };
        let stop = if self.is_spectated() {
            // Ctrl-C exits at once, because a spectator has nothing to save.
            self.interrupt.set_exit_mode();
            StopFlag::new()
        } else {
            self.interrupt.set_stop_mode()
        };
        if let Some(thinker) = &thinker {
            console.show_status(&say!("thinking", who = thinker))?;
        }
        let played = self.game.step(&stop);
        if thinker.is_some() {
            console.clear_status()?;
        }
        self.is_drawn = false;
        match played {
            Some(played) => {
                self.print_move(console, &played)?;
                self.print_mishaps(console)
            }
            None => Ok(()),
        }
    }

    /// Prints the effects of the last move that were cancelled because a plug-in failed.
    fn print_mishaps(&mut self, console: &mut Console) -> Result<()> {
        for mishap in self.game.mishaps() {
            writeln!(console, "{}", cancelled(&mishap.cause, &mishap.message))?;
        }
        Ok(())
    }

    /// Prints the game's spec, players and seed, and draws the board.
    fn print_header(&mut self, console: &mut Console) -> Result<()> {
        let ink = console.ink;
        let header = self.game.header();
        let seats: Vec<String> = Seat::all(header.seats.len())
            .map(|seat| seat_name(ink, &header.seats, seat))
            .collect();
        let (game, seats) = (ink.strong(&header.game), seats.join("   "));
        let seed = match self.game.reproduced_by() {
            (seed, None) => say!("seed", seed = seed.0),
            (seed, Some(key)) => say!("seed-and-key", seed = seed.0, key = key),
        };
        let seed = ink.faint(&seed);
        writeln!(console, "\n{game}   {seats}   {seed}")?;
        if let Some(ply) = self.game.last_move() {
            let number = self.game.position().plies();
            let text = self.visible_text(&ply.text);
            let text = ink.strong(&text);
            let last = say!("last-move", number = number, move = text);
            writeln!(console, "{last}")?;
        }
        if !self.is_spectated() {
            writeln!(console, "{}", ink.faint(&say!("type-a-move")))?;
        }
        self.at_screen = None;
        if self.shares_secrets(console) {
            Ok(())
        } else {
            self.draw(console)
        }
    }

    /// Seat whose view is shown: the person at the screen, the only person, or the person to move.
    /// Spectators see the view of the first seat.
    fn viewer(&self) -> Seat {
        if let Some(seat) = self.at_screen {
            return seat;
        }
        let humans = self.game.humans();
        match (self.game.position().node(), humans.as_slice()) {
            (_, [only]) => *only,
            (NodeKind::Decide(seat), humans) if humans.contains(&seat) => seat,
            (_, humans) => humans.first().copied().unwrap_or(Seat::FIRST),
        }
    }

    /// Text of the last move: `text` itself, or its observed form if hidden information is
    /// concealed.
    fn visible_text(&self, text: &str) -> String {
        match self.hidden {
            HiddenInformationDisplay::Revealed => text.to_owned(),
            HiddenInformationDisplay::Concealed => {
                let mut history = self.game.position().view(self.viewer()).history();
                history.pop().unwrap_or_default()
            }
        }
    }

    fn draw(&mut self, console: &mut Console) -> Result<()> {
        let position = self.game.position();
        let board = indent(&match self.hidden {
            HiddenInformationDisplay::Revealed => position.draw_revealed(console.ink),
            HiddenInformationDisplay::Concealed => position.draw(self.viewer(), console.ink),
        });
        writeln!(console, "\n{board}")?;
        self.is_drawn = true;
        Ok(())
    }

    /// Prints a move of an agent with its evaluation and search effort, or a chance event.
    fn print_move(&self, console: &mut Console, played: &PlayedMove) -> Result<()> {
        let ink = console.ink;
        let text = ink.strong(&self.visible_text(&played.text));
        let Some(seat) = played.seat else {
            writeln!(console, "{}", say!("chance-gives", event = text))?;
            return Ok(());
        };
        let who = seat_name(ink, &self.game.header().seats, seat);
        let mut thought = analyse::effort_text(&played.effort, played.time);
        // An agent's evaluation may reveal hidden information.
        let is_shown =
            self.hidden == HiddenInformationDisplay::Revealed || self.game.variant().is_open();
        if let Some(value) = played.value.filter(|_| is_shown) {
            let value = say!("value", value = format::value(value));
            thought = format!("{value}, {thought}");
        }
        let plays = say!("plays", who = who, move = text);
        writeln!(console, "{plays}   {}", ink.faint(&thought))?;
        Ok(())
    }

    /// Reason why a typed move is illegal, translated if the web page has a message for it.
    fn refusal_reason(&self, line: &str, reason: &NotationError) -> String {
        let seats = &self.game.header().seats;
        let who = reason
            .seat()
            .map(|seat| seat_name(TerminalStyle::Plain, seats, seat));
        let args = [
            ("move", FluentArg::from(line)),
            ("who", FluentArg::from(&who.unwrap_or_default())),
        ];
        let why = reason.code();
        let message = why.and_then(|why| page_message(&format!("why-{why}"), &args));
        match message {
            Some(message) => message.trim_end_matches('.').to_owned(),
            None => reason.to_string(),
        }
    }

    fn announce(&self, console: &mut Console) -> Result<()> {
        if let Some((seat, forfeit)) = self.game.forfeit() {
            let who = seat_name(console.ink, &self.game.header().seats, *seat);
            let reason = printable(&forfeit.reason);
            let given_up = say!("gives-up", who = who, reason = reason);
            writeln!(console, "{given_up}\n")?;
        }
        if let Some(outcome) = self.game.position().outcome() {
            let seats = &self.game.header().seats;
            writeln!(console, "{}\n", result(console.ink, seats, &outcome))?;
        }
        Ok(())
    }
}
