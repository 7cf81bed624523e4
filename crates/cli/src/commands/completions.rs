//! `ludorum completions`: what a shell needs to complete commands and options.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::console::Console;
use crate::exit::End;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum completions bash > ~/.local/share/bash-completion/completions/ludorum
  ludorum completions fish > ~/.config/fish/completions/ludorum.fish
  ludorum completions zsh > ~/.zfunc/_ludorum")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    // Made in memory first: the generator panics when its output is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ludorum", &mut script);
    console.write_all(&script)?;
    Ok(End::Done)
}
