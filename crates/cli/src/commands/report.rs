//! `ludorum report`: HTML reports of runs or a tuning, and exports of their games.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::export::{ExportRow, csv, parquet, rows};
use ludorum_arena::page::{run_page, tuning_page};
use ludorum_arena::{RunReport, read_results};

use super::tune::tuning_history;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files::OutputFile;

/// Make an HTML page or a table of games from reports
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum tournament quoridor:size=5 astar mcts minimax --json run.json
  ludorum report run.json --html run.html
  ludorum report run.json --csv games.csv --parquet games.parquet
  ludorum tune tictactoe mcts --param c=0.1..3.0 --method grid --json tuning.json
  ludorum report tuning.json --html tuning.html

The page is one self-contained file with tables, SVG plots and the commands that made them. Exported
tables have one row for each game and seat.")]
pub(crate) struct Args {
    /// Report files of matches, tournaments and tests, or the history file of a tuning
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// Write an HTML page about the reports or the tuning
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Export all games as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Export all games as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Export all games as Apache Parquet
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let outputs = [&args.html, &args.csv, &args.json, &args.parquet];
    if outputs.iter().all(|output| output.is_none()) {
        bail!("nothing to write; add --html, --csv, --json or --parquet with a file");
    }
    if let ([only], Some(html)) = (&args.results[..], &args.html)
        && let Ok(history) = tuning_history(only)
    {
        return write(html, tuning_page(&history).as_bytes(), console);
    }
    let reports = args.results.iter().map(|path| read_results(path));
    let reports = reports.collect::<Result<Vec<_>, _>>()?;
    refuse_twice(&args.results, &reports)?;
    let table: Vec<ExportRow> = reports.iter().flat_map(rows).collect();
    if let Some(path) = &args.csv {
        write(path, csv(&table).as_bytes(), console)?;
    }
    if let Some(path) = &args.json {
        let mut bytes = serde_json::to_vec(&table)?;
        bytes.push(b'\n');
        write(path, &bytes, console)?;
    }
    if let Some(path) = &args.parquet {
        let bytes = parquet(&table).map_err(|error| anyhow!("cannot write Parquet: {error}"))?;
        write(path, &bytes, console)?;
    }
    if let Some(path) = &args.html {
        write(path, run_page(reports).as_bytes(), console)?;
    }
    Ok(ExitStatus::Success)
}

/// Fails if two reports contain the same game, which would count twice.
fn refuse_twice(paths: &[PathBuf], reports: &[RunReport]) -> Result<()> {
    for (later, (path, report)) in paths.iter().zip(reports).enumerate() {
        for (earlier, other) in paths.iter().zip(reports).take(later) {
            if let Some(game) = report.first_shared_game(other) {
                bail!(
                    "game {game} of {} is also in {} and would count twice; name every report once, \
                     and merge overlapping parts with ludorum results merge",
                    path.display(),
                    earlier.display()
                );
            }
        }
    }
    Ok(())
}

fn write(path: &Path, contents: &[u8], console: &mut Console) -> Result<ExitStatus> {
    OutputFile::check(path)?.write(contents)?;
    writeln!(console, "written to {}", path.display())?;
    Ok(ExitStatus::Success)
}
