//! Progress bars on stderr, hidden if stderr is not a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use terminal_size::terminal_size_of;

use crate::console;

/// Progress bar for `total` games, of which `played` are already done.
pub(crate) fn games(total: u64, played: u64) -> ProgressBar {
    counted("games", total, played)
}

/// Progress bar for the numbers of an experiment.
pub(crate) fn numbers(total: u64) -> ProgressBar {
    counted("numbers", total, 0)
}

/// Progress bar for the openings of a suite.
pub(crate) fn openings(total: u64) -> ProgressBar {
    counted("openings", total, 0)
}

/// Progress line for an unknown number of trials.
pub(crate) fn trials() -> ProgressBar {
    let style = ProgressStyle::with_template("{pos} trials  {elapsed} so far");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(None, target()).with_style(style)
}

fn counted(what: &str, total: u64, played: u64) -> ProgressBar {
    let template =
        format!("{{bar:30}} {{pos}} of {{len}} {what}  {{elapsed}} so far, {{eta}} left");
    let style = ProgressStyle::with_template(&template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("━╸─");
    let bar = ProgressBar::with_draw_target(Some(total), target()).with_style(style);
    bar.set_position(played);
    // Games of an earlier run say nothing about the current speed.
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Status line for a search in progress.
pub(crate) fn thinking() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(None, target()).with_style(style)
}

fn target() -> ProgressDrawTarget {
    if io::stderr().is_terminal() && !console::is_dumb() {
        ProgressDrawTarget::term_like_with_hz(Box::new(TerminalWithMargin), 10)
    } else {
        ProgressDrawTarget::hidden()
    }
}

/// Columns left free for the `^C` that a terminal echoes.
const MARGIN: u16 = 3;

/// Terminal with a right margin. Without one, a `^C` behind a full-width bar would start a new line
/// and the bar above could not be erased.
#[derive(Debug)]
struct TerminalWithMargin;

impl TermLike for TerminalWithMargin {
    fn width(&self) -> u16 {
        console::columns(terminal_size_of(io::stderr())).saturating_sub(MARGIN)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        move_cursor(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        move_cursor(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        move_cursor(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        move_cursor(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "{}", console::ERASE_LINE)
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Moves the cursor.
fn move_cursor(n: usize, direction: char) -> io::Result<()> {
    match n {
        0 => Ok(()),
        n => write!(io::stderr(), "\x1b[{n}{direction}"),
    }
}
