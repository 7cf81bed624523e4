//! `ludorum records convert`: a game in another format or notation.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_core::Seed;
use ludorum_record::{Given, Record, read, read_transcript, replay};

use crate::console::Console;
use crate::exit::End;
use crate::files::{self, Target};

/// Write games in another format or notation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum records convert game.ludorum
  ludorum records convert game.ludorum --notation compass
  ludorum records convert game.txt --out game.ludorum
  echo '1.c2c4 2.c3b4' | ludorum records convert - --game quoridor:size=5
  ludorum records convert games/*.ludorum --to transcript --out games/

A record becomes a transcript and a transcript a record, unless --to says otherwise. A transcript has the moves
in numbered rounds, 1.c2c4 2.c3b4, and may begin with lines such as '# game quoridor:size=5' and '# seat 1 NAME'.
The moves in one line are what --moves of other commands takes.")]
pub(crate) struct Args {
    /// Records or transcripts; - reads the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum)]
    to: Option<Format>,
    /// The notation to write moves in, of a game that has several: ours, compass, upper-left, lower-left
    #[arg(long, value_name = "WORD")]
    notation: Option<String>,
    /// The game of a transcript that does not name it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The seed of a transcript that does not name it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The file to write, or a folder for several; printed if left out
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The file that is verified, .ludorum
    Record,
    /// Moves in numbered rounds, below who played what
    Transcript,
    /// The moves alone, in one line
    Moves,
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Format::Record => ludorum_arena::RECORD,
            Format::Transcript | Format::Moves => "txt",
        }
    }

    fn print(self, record: &Record) -> String {
        match self {
            Format::Record => record.to_text(),
            Format::Transcript => record.to_transcript(),
            Format::Moves => {
                let moves: Vec<&str> = record.plies.iter().map(|ply| &*ply.text).collect();
                format!("{}\n", moves.join(" "))
            }
        }
    }
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let is_folder = args.out.as_deref().is_some_and(Path::is_dir);
    if args.files.len() > 1 && !is_folder {
        bail!("several files need a folder to be written to: add --out DIR, a folder that exists");
    }
    for file in &args.files {
        let (record, was) = read_game(file, args)?;
        let record = match &args.notation {
            Some(notation) => record.in_notation(notation).map_err(|error| {
                anyhow!(
                    "{}: {}; leave --notation out if the game has only one",
                    file.display(),
                    error.message
                )
            })?,
            None => record,
        };
        let to = args.to.unwrap_or(match was {
            Format::Record => Format::Transcript,
            Format::Transcript | Format::Moves => Format::Record,
        });
        let text = to.print(&record);
        match &args.out {
            None => write!(console, "{text}")?,
            Some(out) if is_folder => {
                let name = file.file_stem().unwrap_or_else(|| "game".as_ref());
                let target = out.join(name).with_extension(to.ending());
                Target::check(&target)?.write(text.as_bytes())?;
            }
            Some(out) => Target::check(out)?.write(text.as_bytes())?,
        }
    }
    Ok(End::Done)
}

/// A game from a file of either kind, played again, and which kind it was.
fn read_game(file: &Path, args: &Args) -> Result<(Record, Format)> {
    let bytes = match file.as_os_str() == "-" {
        true => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes)?;
            bytes
        }
        false => files::read(file)?,
    };
    let refuse = |error| anyhow!("{}: {error}", file.display());
    if bytes.starts_with(b"ludorum-record") {
        let record = read(&bytes).map_err(refuse)?;
        replay(&record).map_err(refuse)?;
        return Ok((record, Format::Record));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        anyhow!(
            "{}: this is neither a record nor a transcript: there are bytes that are not text",
            file.display()
        )
    })?;
    let given = Given {
        game: args.game.as_deref(),
        seed: args.seed.map(Seed),
    };
    let record = read_transcript(&text, given).map_err(|error| {
        let remedy = match args.game.is_some() || text.contains("# game ") {
            true => "",
            false => " (--game quoridor:size=5)",
        };
        anyhow!("{}: {error}{remedy}", file.display())
    })?;
    Ok((record, Format::Transcript))
}
