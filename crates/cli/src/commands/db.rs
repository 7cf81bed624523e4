//! `ludorum db`: a copy of the server's database, and whether it is sound.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use ludorum_server::storage::Sqlite;
use ludorum_server::{check_record, check_table};

use crate::console::Console;
use crate::exit::End;
use crate::files;

/// Copy or check the database of a server, which may be running
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
    /// The folder of the database
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Copy the database into a new file
    Backup {
        /// The file, which must not be there yet
        file: PathBuf,
    },
    /// Look for damage, and play every table and every replay again
    Check,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let folder = args.data.clone().unwrap_or_else(files::data_folder);
    match &args.task {
        Task::Backup { file } => {
            Sqlite::backup(&folder, file)?;
            writeln!(console, "copied to {}", file.display())?;
            Ok(End::Done)
        }
        Task::Check => {
            let problems = Sqlite::check(&folder, check_table, check_record)?;
            for problem in &problems {
                writeln!(console, "{problem}")?;
            }
            if problems.is_empty() {
                writeln!(console, "the database is sound")?;
                return Ok(End::Done);
            }
            Ok(End::ChecksFailed)
        }
    }
}
