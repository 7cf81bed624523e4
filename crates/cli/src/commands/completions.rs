//! `ludorum completions`: generates shell completions.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::console::Console;
use crate::exit::ExitStatus;

/// Print shell completions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum completions bash > ~/.local/share/bash-completion/completions/ludorum
  ludorum completions fish > ~/.config/fish/completions/ludorum.fish
  ludorum completions zsh > ~/.zfunc/_ludorum")]
pub(crate) struct Args {
    /// Shell to generate completions for
    shell: Shell,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    // Generated in memory first, because the generator panics if stdout is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ludorum", &mut script);
    console.write_all(&script)?;
    Ok(ExitStatus::Success)
}
