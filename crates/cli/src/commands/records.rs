//! `ludorum records`: verifies records by replaying them, and converts them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_record::{GameRecord, RecordError, read, replay};
use serde::Serialize;

use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::files;

mod convert;

/// Check and convert game records
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckRecordsArgs),
    Convert(convert::Args),
}

/// Verify records by replaying them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum records check games/
  ludorum records check a.ludorum b.ludorum --json

Folders are searched recursively for *.ludorum. The exit code is 1 if any record is invalid.")]
struct CheckRecordsArgs {
    /// Records, or folders with records
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Output of `ludorum records check --json`.
#[derive(Debug, Default, Serialize)]
struct RecordCheckSummary {
    ok: u64,
    unfinished: u64,
    bad: u64,
    failures: Vec<RecordFailure>,
}

/// A record that failed the check.
#[derive(Debug, Serialize)]
struct RecordFailure {
    file: String,
    /// Number of the invalid line, from 1; `None` if the file could not be read.
    line: Option<usize>,
    reason: String,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    match &args.command {
        Command::Check(args) => check_all(args, console),
        Command::Convert(args) => convert::run(args, console),
    }
}

fn check_all(args: &CheckRecordsArgs, console: &mut Console) -> Result<ExitStatus> {
    let mut found = Vec::new();
    for path in &args.paths {
        collect(path, &mut found)?;
    }
    if found.is_empty() {
        let paths: Vec<String> = args.paths.iter().map(|p| p.display().to_string()).collect();
        bail!(
            "no *.{} files in {}",
            ludorum_arena::RECORD_EXTENSION,
            paths.join(", ")
        );
    }
    let mut summary = RecordCheckSummary::default();
    for path in found {
        let failure = match files::read(&path) {
            Err(error) => Some((None, error.to_string())),
            Ok(bytes) => match check(&bytes) {
                Ok(record) if record.ranks.is_some() => {
                    summary.ok += 1;
                    None
                }
                Ok(_) => {
                    summary.unfinished += 1;
                    None
                }
                Err(error) => Some((Some(error.line), error.message)),
            },
        };
        if let Some((line, reason)) = failure {
            let file = path.display().to_string();
            if !args.json {
                let problem = match line {
                    Some(line) => format!("{file}: line {line}: {reason}"),
                    None => reason.clone(),
                };
                writeln!(console, "{}", printable(&problem))?;
            }
            summary.bad += 1;
            summary.failures.push(RecordFailure { file, line, reason });
        }
    }
    if args.json {
        console.json(&summary)?;
    } else {
        let RecordCheckSummary {
            ok,
            unfinished,
            bad,
            ..
        } = summary;
        writeln!(console, "{ok} ok, {unfinished} unfinished, {bad} bad")?;
    }
    Ok(match summary.bad {
        0 => ExitStatus::Success,
        _ => ExitStatus::ChecksFailed,
    })
}

fn check(bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let record = read(bytes)?;
    replay(&record)?;
    Ok(record)
}

/// Appends `path` to `found`; for a folder, all records below it, sorted by name.
fn collect(path: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        if !path.exists() {
            bail!("no such file or folder: {}", path.display());
        }
        found.push(path.to_owned());
        return Ok(());
    }
    let refuse = |error| anyhow!("cannot read the folder {}: {error}", path.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(refuse)? {
        let entry = entry.map_err(refuse)?;
        // Does not follow links to folders, which may form a cycle.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        entries.push((entry.path(), is_folder));
    }
    entries.sort();
    for (path, is_folder) in entries {
        if is_folder {
            collect(&path, found)?;
        } else if path
            .extension()
            .is_some_and(|ending| ending == ludorum_arena::RECORD_EXTENSION)
        {
            found.push(path);
        }
    }
    Ok(())
}
