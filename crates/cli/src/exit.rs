//! How the program ends: one line about what went wrong, and the code that says so to scripts.
//! 0 is well, 1 a check that failed, 2 bad input, 130 stopped by the user.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::console::Console;

/// How a command ended that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All is well.
    Done,
    /// It did its work and found something wrong.
    ChecksFailed,
    /// The user stopped it.
    Stopped,
}

const CHECKS_FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;
/// What shells say of a program ended by Ctrl-C.
pub(crate) const STOPPED: u8 = 130;

impl From<End> for ExitCode {
    fn from(end: End) -> ExitCode {
        match end {
            End::Done => ExitCode::SUCCESS,
            End::ChecksFailed => ExitCode::from(CHECKS_FAILED),
            End::Stopped => ExitCode::from(STOPPED),
        }
    }
}

/// Tells why a command was refused.
///
/// Whatever concerns a file the user named is told as bad input. A bare I/O error can only come
/// from stdout; when its reader has gone (`ludorum games | head -1`) there is nobody to tell.
pub(crate) fn failure(error: &anyhow::Error, console: &Console) -> ExitCode {
    match error.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(error) => {
            console.error(&format!("cannot write to standard output: {error}"));
            ExitCode::from(CHECKS_FAILED)
        }
        None => {
            console.error(&format!("{error:#}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Tells why the arguments were refused, in one line, or prints the help that was asked for.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let wants_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if wants_help {
        // Nobody can be told if even this cannot be printed.
        let _ = error.print();
        return match error.exit_code() {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::from(BAD_INPUT),
        };
    }
    let _ = writeln!(io::stderr(), "{}", one_line(&error.render().to_string()));
    ExitCode::from(BAD_INPUT)
}

/// The message and the tips of a rendered error, without usage and blank lines.
fn one_line(rendered: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for paragraph in rendered.split("\n\n") {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let is_wanted = parts.is_empty() || words.first() == Some(&"tip:");
        if is_wanted && !words.is_empty() {
            parts.push(words.join(" "));
        }
    }
    parts.push("try --help".to_owned());
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_errors_are_told_in_one_line() {
        let rendered = "error: unrecognized subcommand 'game'\n\n  tip: a similar subcommand \
                        exists: 'games'\n\nUsage: ludorum <COMMAND>\n\nFor more, try '--help'.\n";
        assert_eq!(
            one_line(rendered),
            "error: unrecognized subcommand 'game'; tip: a similar subcommand exists: 'games'; \
             try --help"
        );
        let rendered = "error: these were not provided:\n  --depth <N>\n\nUsage: x\n";
        assert_eq!(
            one_line(rendered),
            "error: these were not provided: --depth <N>; try --help"
        );
    }
}
