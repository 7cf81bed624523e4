//! `ludorum man`: generates the manual pages.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files;

/// Write the manual pages to a folder, or print the main one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum man | man -l -
  ludorum man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Output folder; created if missing
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let mut command = Cli::command();
    command.build();
    let Some(dir) = &args.dir else {
        console.write_all(&page(&command)?)?;
        return Ok(ExitStatus::Success);
    };
    files::create_folder(dir)?;
    let mut commands = vec![command];
    while let Some(command) = commands.pop() {
        // A built subcommand is displayed as its path, such as ludorum-records-check.
        let name = command.get_display_name().unwrap_or(command.get_name());
        files::write(&dir.join(format!("{name}.1")), &page(&command)?)?;
        commands.extend(command.get_subcommands().cloned());
    }
    Ok(ExitStatus::Success)
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
