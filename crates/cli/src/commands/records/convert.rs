//! `ludorum records convert`: converts games to another format or notation.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_core::Seed;
use ludorum_record::{GameRecord, TranscriptReplayOverrides, read, read_transcript, replay};

use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files::{self, OutputFile};

/// Convert games to another format or notation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum records convert game.ludorum
  ludorum records convert game.ludorum --notation compass
  ludorum records convert game.txt --out game.ludorum
  echo '1.c2c4 2.c3b4' | ludorum records convert - --game quoridor:size=5
  ludorum records convert games/*.ludorum --to transcript --out games/

By default a record becomes a transcript and a transcript a record. A transcript lists the moves in numbered
rounds, 1.c2c4 2.c3b4, and may start with lines such as '# game quoridor:size=5' and '# seat 1 NAME'. The
format 'moves' is what --moves of other commands takes.")]
pub(crate) struct Args {
    /// Records or transcripts; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum)]
    to: Option<GameFileFormat>,
    /// Notation of the moves, if the game has several: ours, compass, upper-left, lower-left
    #[arg(long, value_name = "WORD")]
    notation: Option<String>,
    /// Game to assume for a transcript that does not name its game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Seed to assume for a transcript that does not name its seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Output file, or an existing folder for several games [default: standard output]
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
}

/// File format of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum GameFileFormat {
    /// Record with checksums, .ludorum
    Record,
    /// Moves in numbered rounds, below a header
    Transcript,
    /// Only the moves, on one line
    Moves,
}

impl GameFileFormat {
    fn ending(self) -> &'static str {
        match self {
            GameFileFormat::Record => ludorum_arena::RECORD_EXTENSION,
            GameFileFormat::Transcript | GameFileFormat::Moves => "txt",
        }
    }

    fn print(self, record: &GameRecord) -> String {
        match self {
            GameFileFormat::Record => record.to_text(),
            GameFileFormat::Transcript => record.to_transcript(),
            GameFileFormat::Moves => {
                let moves: Vec<&str> = record.plies.iter().map(|ply| &*ply.text).collect();
                format!("{}\n", moves.join(" "))
            }
        }
    }
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let is_folder = args.out.as_deref().is_some_and(Path::is_dir);
    if args.files.len() > 1 && !is_folder {
        bail!("several files need an output folder; add --out DIR with an existing folder");
    }
    for file in &args.files {
        let (record, was) = read_game(file, args)?;
        let record = match &args.notation {
            Some(notation) => record.in_notation(notation).map_err(|error| {
                anyhow!(
                    "{}: {}; leave out --notation if the game has only one",
                    file.display(),
                    error.message
                )
            })?,
            None => record,
        };
        let to = args.to.unwrap_or(match was {
            GameFileFormat::Record => GameFileFormat::Transcript,
            GameFileFormat::Transcript | GameFileFormat::Moves => GameFileFormat::Record,
        });
        let text = to.print(&record);
        match &args.out {
            None => write!(console, "{text}")?,
            Some(out) if is_folder => {
                let name = file.file_stem().unwrap_or_else(|| "game".as_ref());
                let target = out.join(name).with_extension(to.ending());
                OutputFile::check(&target)?.write(text.as_bytes())?;
            }
            Some(out) => OutputFile::check(out)?.write(text.as_bytes())?,
        }
    }
    Ok(ExitStatus::Success)
}

/// Reads a record or transcript, checks it by replaying, and returns it with its format.
fn read_game(file: &Path, args: &Args) -> Result<(GameRecord, GameFileFormat)> {
    let bytes = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        bytes
    } else {
        files::read(file)?
    };
    let refuse = |error| anyhow!("{}: {error}", file.display());
    if bytes.starts_with(b"ludorum-record") {
        let record = read(&bytes).map_err(refuse)?;
        replay(&record).map_err(refuse)?;
        return Ok((record, GameFileFormat::Record));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        anyhow!(
            "{}: neither a record nor a transcript: not UTF-8 text",
            file.display()
        )
    })?;
    let given = TranscriptReplayOverrides {
        game: args.game.as_deref(),
        seed: args.seed.map(Seed),
    };
    let record = read_transcript(&text, given).map_err(|error| {
        let remedy = if args.game.is_some() || text.contains("# game ") {
            ""
        } else {
            " (--game quoridor:size=5)"
        };
        anyhow!("{}: {error}{remedy}", file.display())
    })?;
    Ok((record, GameFileFormat::Transcript))
}
