//! `ludorum db`: backs up and checks the server's database.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use ludorum_server::storage::SqliteStorage;
use ludorum_server::{check_record, check_table};

use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files;

/// Back up or check the database of a server, which may be running
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
    /// Data folder of the server, which contains the database
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Copy the database to a new file
    Backup {
        /// File to create; must not exist
        file: PathBuf,
    },
    /// Check the database for damage and replay the games of all tables and records
    Check,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let folder = args.data.clone().unwrap_or_else(files::data_folder);
    match &args.command {
        Command::Backup { file } => {
            SqliteStorage::backup(&folder, file)?;
            writeln!(console, "copied to {}", file.display())?;
            Ok(ExitStatus::Success)
        }
        Command::Check => {
            let problems = SqliteStorage::check(&folder, check_table, check_record)?;
            for problem in &problems {
                writeln!(console, "{problem}")?;
            }
            if problems.is_empty() {
                writeln!(console, "the database is intact")?;
                return Ok(ExitStatus::Success);
            }
            Ok(ExitStatus::ChecksFailed)
        }
    }
}
