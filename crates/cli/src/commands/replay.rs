//! `ludorum replay`: steps through a record.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ludorum_catalog::Position;
use ludorum_core::{Mishap, Node, Seat};
use ludorum_record::{DropCause, Dropout, Record, TakeBacks, read, replay};

use super::play::{cancelled, indent, result, seat_name};
use crate::console::Console;
use crate::exit::End;
use crate::input::Input;
use crate::{files, format};

/// Step through a record in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum replay game.ludorum
  ludorum replay game.ludorum < /dev/null     print all positions

Keys, each followed by Enter: Enter or n next, p previous, g N go to move N, e end, q quit.")]
pub(crate) struct Args {
    /// The record
    file: PathBuf,
}

const KEYS: &str = "Enter or n next, p previous, g N go to move N, e end, q quit";

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let refuse = |error| anyhow!("{}: {error}", args.file.display());
    let record = read(&files::read(&args.file)?).map_err(refuse)?;
    let replayed = replay(&record).map_err(refuse)?;
    let film = Film::new(record, replayed.start);

    let mut input = Input::new();
    film.title(console)?;
    if input.is_terminal() {
        writeln!(console, "{}", console.ink.faint(KEYS))?;
    }
    if !input.is_terminal() {
        for at in 0..=film.last() {
            film.show(console, at)?;
        }
        return Ok(End::Done);
    }
    let mut at = 0;
    loop {
        film.show(console, at)?;
        let prompt = format!("{at} of {} ›", film.last());
        loop {
            let Some(line) = input.ask(console, &prompt)? else {
                return Ok(End::Done);
            };
            match step(at, film.last(), &line) {
                Step::To(next) => {
                    at = next;
                    break;
                }
                Step::Quit => return Ok(End::Done),
                Step::Say(message) => writeln!(console, "  {message}")?,
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Step {
    To(usize),
    Quit,
    Say(String),
}

/// Where a line typed at move `at` leads.
fn step(at: usize, last: usize, line: &str) -> Step {
    let mut words = line.split_whitespace();
    let head = words.next().unwrap_or("n");
    match head {
        "n" if at == last => Step::Say("this is the end; p goes back, q quits".to_owned()),
        "n" => Step::To(at + 1),
        "p" if at == 0 => Step::Say("this is the start; Enter goes on".to_owned()),
        "p" => Step::To(at - 1),
        "e" => Step::To(last),
        "q" | "quit" | "exit" => Step::Quit,
        "g" => match words.next().map(str::parse) {
            Some(Ok(number)) if number <= last => Step::To(number),
            _ => Step::Say(format!("g takes the number of a move, 0 to {last}")),
        },
        _ => Step::Say(KEYS.to_owned()),
    }
}

/// A record with the position before and after every move.
struct Film {
    record: Record,
    positions: Vec<Position>,
    /// What should have followed from the move to each position and was cancelled.
    mishaps: Vec<Vec<Mishap>>,
}

impl Film {
    fn new(record: Record, start: Position) -> Film {
        let mut positions = vec![start.clone()];
        let mut mishaps = vec![Vec::new()];
        let mut position = start;
        for ply in &record.plies {
            // The replay has shown that every move can be played.
            if position.play_text(&ply.text).is_ok() {
                mishaps.push(position.mishaps());
                positions.push(position.clone());
            }
        }
        Film {
            record,
            positions,
            mishaps,
        }
    }

    fn last(&self) -> usize {
        self.positions.len() - 1
    }

    fn title(&self, console: &mut Console) -> Result<()> {
        let ink = console.ink;
        let header = &self.record.header;
        let seats: Vec<String> = Seat::all(header.seats.len())
            .map(|seat| seat_name(ink, &header.seats, seat))
            .collect();
        let (game, seats) = (ink.strong(&header.game), seats.join("   "));
        writeln!(console, "{game}   {seats}   seed {}", header.seed.0)?;
        let TakeBacks { count, is_unrated } = header.take_backs;
        if count > 0 {
            let times = crate::format::plural(u64::from(count), "take-back", "take-backs");
            let mark = match is_unrated {
                true => ", after chance or hidden cards were seen: it counts for no level",
                false => "",
            };
            writeln!(console, "{times}{mark}")?;
        }
        for Dropout {
            seat,
            place,
            after,
            cause,
            agent,
        } in &self.record.dropouts
        {
            let who = seat_name(ink, &header.seats, *seat);
            let cause = match cause {
                DropCause::Resigned => "gave up",
                DropCause::Left => "left",
                DropCause::Time => "ran out of time",
                DropCause::Failed => "failed",
            };
            let agent = agent
                .as_ref()
                .map(|agent| format!("; {agent} plays on for itself"));
            let agent = agent.unwrap_or_default();
            writeln!(
                console,
                "{who} {cause} after move {after}, in place {place}{agent}"
            )?;
        }
        Ok(())
    }

    /// Who played each seat to the end: an agent that took one over did so for itself.
    fn players_at_end(&self) -> Vec<String> {
        let mut players = self.record.header.seats.clone();
        for dropout in &self.record.dropouts {
            if let (Some(player), Some(agent)) =
                (players.get_mut(dropout.seat.index()), &dropout.agent)
            {
                player.clone_from(agent);
            }
        }
        players
    }

    fn show(&self, console: &mut Console, at: usize) -> Result<()> {
        let ink = console.ink;
        let Some(position) = self.positions.get(at) else {
            return Ok(());
        };
        let viewer = match position.node() {
            Node::Decide(seat) => seat,
            Node::Chance | Node::Over => Seat::FIRST,
        };
        let ply = at
            .checked_sub(1)
            .and_then(|index| self.record.plies.get(index));
        let told = match ply {
            None => "start".to_owned(),
            Some(ply) => {
                let mover = match ply.seat {
                    Some(seat) => seat_name(ink, &self.record.header.seats, seat) + " plays",
                    None => "chance gives".to_owned(),
                };
                let mut told = format!("{at}. {mover} {}", ink.strong(&ply.text));
                if at <= self.record.header.opening {
                    told.push_str("  opening");
                }
                if let Some(value) = ply.value {
                    told.push_str(&format!("  value {}", format::value(value)));
                }
                if let Some(time) = ply.time.filter(|time| !time.is_zero()) {
                    told.push_str(&format!("  {}", format::time(time)));
                }
                for mishap in self.mishaps.get(at).into_iter().flatten() {
                    told.push_str(&format!("\n{}", cancelled(&mishap.cause, &mishap.message)));
                }
                told
            }
        };
        writeln!(
            console,
            "\n{told}\n\n{}",
            indent(&position.draw(viewer, ink))
        )?;
        if at == self.last() {
            let end = match position.outcome() {
                Some(outcome) => result(ink, &self.players_at_end(), &outcome),
                None if !self.record.dropouts.is_empty() => {
                    "The record ends here: the game was given up.".to_owned()
                }
                None => "The record ends here; the game was not finished.".to_owned(),
            };
            writeln!(console, "{end}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_step_through_a_record_and_not_beyond_it() {
        assert_eq!(step(0, 5, ""), Step::To(1));
        assert_eq!(step(1, 5, "n"), Step::To(2));
        assert_eq!(step(2, 5, "p"), Step::To(1));
        assert_eq!(step(2, 5, "g 5"), Step::To(5));
        assert_eq!(step(2, 5, "e"), Step::To(5));
        assert_eq!(step(2, 5, "q"), Step::Quit);
        for (at, line) in [
            (5, ""),
            (0, "p"),
            (0, "g 6"),
            (0, "g"),
            (0, "g -1"),
            (0, "x"),
        ] {
            assert!(matches!(step(at, 5, line), Step::Say(_)), "{at} {line}");
        }
    }
}
