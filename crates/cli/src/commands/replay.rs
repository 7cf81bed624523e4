//! `ludorum replay`: steps through a game record.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ludorum_catalog::Position;
use ludorum_core::{NodeKind, PluginFailure, Seat};
use ludorum_record::{DropoutCause, GameRecord, RecordedDropout, TakeBackSummary, read, replay};

use super::play::{cancelled, indent, result, seat_name};
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::input::StdinReader;
use crate::{files, format};

/// Step through a game record in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum replay game.ludorum
  ludorum replay game.ludorum < /dev/null     print all positions

Keys, each followed by Enter: Enter or n next, p previous, g N go to move N, e end, q quit.")]
pub(crate) struct Args {
    /// Record to replay
    file: PathBuf,
}

const KEYS: &str = "Enter or n next, p previous, g N go to move N, e end, q quit";

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let refuse = |error| anyhow!("{}: {error}", args.file.display());
    let record = read(&files::read(&args.file)?).map_err(refuse)?;
    let replayed = replay(&record).map_err(refuse)?;
    let viewer = ReplayViewer::new(record, replayed.start);

    let mut input = StdinReader::start();
    viewer.title(console)?;
    if input.is_terminal() {
        writeln!(console, "{}", console.ink.faint(KEYS))?;
    }
    if !input.is_terminal() {
        for at in 0..=viewer.last() {
            viewer.show(console, at)?;
        }
        return Ok(ExitStatus::Success);
    }
    let mut at = 0;
    loop {
        viewer.show(console, at)?;
        let prompt = format!("{at} of {} ›", viewer.last());
        loop {
            let Some(line) = input.ask(console, &prompt)? else {
                return Ok(ExitStatus::Success);
            };
            match step(at, viewer.last(), &line) {
                ReplayCommand::To(next) => {
                    at = next;
                    break;
                }
                ReplayCommand::Quit => return Ok(ExitStatus::Success),
                ReplayCommand::Message(message) => writeln!(console, "  {message}")?,
            }
        }
    }
}

/// Effect of a line typed during a replay.
#[derive(Debug, PartialEq, Eq)]
enum ReplayCommand {
    To(usize),
    Quit,
    Message(String),
}

/// Interprets a line typed while the replay shows move `at` of `last`; 0 is the start position.
fn step(at: usize, last: usize, line: &str) -> ReplayCommand {
    let mut words = line.split_whitespace();
    let head = words.next().unwrap_or("n");
    match head {
        "n" if at == last => {
            ReplayCommand::Message("end of the game; p goes back, q quits".to_owned())
        }
        "n" => ReplayCommand::To(at + 1),
        "p" if at == 0 => {
            ReplayCommand::Message("start of the game; Enter goes forward".to_owned())
        }
        "p" => ReplayCommand::To(at - 1),
        "e" => ReplayCommand::To(last),
        "q" | "quit" | "exit" => ReplayCommand::Quit,
        "g" => match words.next().map(str::parse) {
            Some(Ok(number)) if number <= last => ReplayCommand::To(number),
            _ => ReplayCommand::Message(format!("g needs a move number from 0 to {last}")),
        },
        _ => ReplayCommand::Message(KEYS.to_owned()),
    }
}

/// Viewer of a record, with the start position and the position after every move.
struct ReplayViewer {
    record: GameRecord,
    positions: Vec<Position>,
    /// For each position, the cancelled plug-in effects of the move that led to it.
    mishaps: Vec<Vec<PluginFailure>>,
}

impl ReplayViewer {
    fn new(record: GameRecord, start: Position) -> ReplayViewer {
        let mut positions = vec![start.clone()];
        let mut mishaps = vec![Vec::new()];
        let mut position = start;
        for ply in &record.plies {
            // Never fails: the record was verified.
            if position.play_text(&ply.text).is_ok() {
                mishaps.push(position.plugin_failures());
                positions.push(position.clone());
            }
        }
        ReplayViewer {
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
        let TakeBackSummary { count, is_unrated } = header.take_backs;
        if count > 0 {
            let times = crate::format::plural(u64::from(count), "take-back", "take-backs");
            let mark = if is_unrated {
                " after chance or hidden information was seen: the game is unrated"
            } else {
                ""
            };
            writeln!(console, "{times}{mark}")?;
        }
        for RecordedDropout {
            seat,
            place,
            after,
            cause,
            agent,
        } in &self.record.dropouts
        {
            let who = seat_name(ink, &header.seats, *seat);
            let cause = match cause {
                DropoutCause::Resigned => "resigned",
                DropoutCause::Left => "left",
                DropoutCause::Time => "ran out of time",
                DropoutCause::Failed => "failed",
            };
            let agent = agent
                .as_ref()
                .map(|agent| format!("; {agent} takes over and plays for itself"));
            let agent = agent.unwrap_or_default();
            writeln!(
                console,
                "{who} {cause} after move {after}, in place {place}{agent}"
            )?;
        }
        Ok(())
    }

    /// Names of the players at the end of the game; a substitute agent replaces the original
    /// player.
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
            NodeKind::Decide(seat) => seat,
            NodeKind::Chance | NodeKind::Over => Seat::FIRST,
        };
        let ply = at
            .checked_sub(1)
            .and_then(|index| self.record.plies.get(index));
        let text = match ply {
            None => "start".to_owned(),
            Some(ply) => {
                let mover = match ply.seat {
                    Some(seat) => seat_name(ink, &self.record.header.seats, seat) + " plays",
                    None => "chance gives".to_owned(),
                };
                let mut text = format!("{at}. {mover} {}", ink.strong(&ply.text));
                if at <= self.record.header.opening {
                    text.push_str("  opening");
                }
                if let Some(value) = ply.value {
                    text.push_str(&format!("  value {}", format::value(value)));
                }
                if let Some(time) = ply.time.filter(|time| !time.is_zero()) {
                    text.push_str(&format!("  {}", format::time(time)));
                }
                for mishap in self.mishaps.get(at).into_iter().flatten() {
                    text.push_str(&format!("\n{}", cancelled(&mishap.cause, &mishap.message)));
                }
                text
            }
        };
        writeln!(
            console,
            "\n{text}\n\n{}",
            indent(&position.draw(viewer, ink))
        )?;
        if at == self.last() {
            let end = match position.outcome() {
                Some(outcome) => result(ink, &self.players_at_end(), &outcome),
                None if !self.record.dropouts.is_empty() => {
                    "The record ends here: the game was forfeited.".to_owned()
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
        assert_eq!(step(0, 5, ""), ReplayCommand::To(1));
        assert_eq!(step(1, 5, "n"), ReplayCommand::To(2));
        assert_eq!(step(2, 5, "p"), ReplayCommand::To(1));
        assert_eq!(step(2, 5, "g 5"), ReplayCommand::To(5));
        assert_eq!(step(2, 5, "e"), ReplayCommand::To(5));
        assert_eq!(step(2, 5, "q"), ReplayCommand::Quit);
        for (at, line) in [
            (5, ""),
            (0, "p"),
            (0, "g 6"),
            (0, "g"),
            (0, "g -1"),
            (0, "x"),
        ] {
            assert!(
                matches!(step(at, 5, line), ReplayCommand::Message(_)),
                "{at} {line}"
            );
        }
    }
}
