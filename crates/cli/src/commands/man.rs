//! `ludorum man`: generates the manual pages.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::CommandFactory;
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
    let Some(dir) = &args.dir else {
        let mut command = Cli::command();
        command.build();
        Man::new(command).render(console)?;
        return Ok(ExitStatus::Success);
    };
    files::create_folder(dir)?;
    clap_mangen::generate_to(Cli::command(), dir)
        .map_err(|error| anyhow!("cannot write to {}: {error}", dir.display()))?;
    Ok(ExitStatus::Success)
}
