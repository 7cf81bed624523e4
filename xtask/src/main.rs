//! Workspace tasks: `cargo xtask tidy` checks the workspace itself.

#![allow(clippy::print_stderr, reason = "a program talks to its user")]

mod tidy;

use std::path::Path;
use std::process::ExitCode;

/// Root folder of the workspace.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<&str>>()[..] {
        ["tidy"] => run_tidy(),
        _ => {
            eprintln!("usage: cargo xtask tidy");
            ExitCode::from(2)
        }
    }
}

fn run_tidy() -> ExitCode {
    match tidy::check(root()) {
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
        Ok(problems) if problems.is_empty() => ExitCode::SUCCESS,
        Ok(problems) => {
            eprint!("{}", tidy::format_problems(&problems));
            ExitCode::FAILURE
        }
    }
}
