//! Exit codes and error reporting: 0 success, 1 failed check, 2 bad input, 130 interrupted.
//! Every error is reported in one line.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::console::Console;

/// Outcome of a command that ran without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    Success,
    /// The command found a problem, such as an invalid record or a rejected hypothesis.
    ChecksFailed,
    /// The user interrupted the command with Ctrl-C.
    Interrupted,
}

const CHECKS_FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;
/// Conventional exit code of a program ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

impl From<ExitStatus> for ExitCode {
    fn from(end: ExitStatus) -> ExitCode {
        match end {
            ExitStatus::Success => ExitCode::SUCCESS,
            ExitStatus::ChecksFailed => ExitCode::from(CHECKS_FAILED),
            ExitStatus::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

/// Reports the error of a command and returns its exit code.
///
/// Errors about the user's files count as bad input. A bare I/O error can only come from stdout;
/// a closed pipe (`ludorum games | head -1`) is not an error.
pub(crate) fn report_error(error: &anyhow::Error, console: &Console) -> ExitCode {
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

/// Reports a command-line error in one line, or prints the requested help or version.
pub(crate) fn report_usage_error(error: &clap::Error) -> ExitCode {
    let wants_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if wants_help {
        let _ = error.print();
        return match error.exit_code() {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::from(BAD_INPUT),
        };
    }
    let _ = writeln!(io::stderr(), "{}", one_line(&error.render().to_string()));
    ExitCode::from(BAD_INPUT)
}

/// Joins message and tips of a rendered clap error into one line, without the usage.
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
