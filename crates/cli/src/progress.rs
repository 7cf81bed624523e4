//! Progress bars on stderr, hidden if stderr is not a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use terminal_size::terminal_size_of;

use crate::console;

/// Progress bar for `total` games, of which `played` are already finished.
pub(crate) fn games(total: u64, played: u64) -> ProgressBar {
    counted("games", total, played)
}

/// Progress bar for the published numbers that an experiment reproduces.
pub(crate) fn numbers(total: u64) -> ProgressBar {
    counted("numbers", total, 0)
}

/// Progress bar for the openings of a suite being generated.
pub(crate) fn openings(total: u64) -> ProgressBar {
    counted("openings", total, 0)
}

/// Progress line of a tuning, whose number of trials is unknown.
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
    // Games of an earlier run do not count for the speed.
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Status line of a search in progress, which shows the message set last.
pub(crate) fn thinking() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(None, target()).with_style(style)
}

fn target() -> ProgressDrawTarget {
    if io::stderr().is_terminal() && !console::is_dumb() {
        ProgressDrawTarget::term_like_with_hz(Box::new(ProgressBarTerminal), 10)
    } else {
        ProgressDrawTarget::hidden()
    }
}

/// Number of columns left free for the `^C` that a terminal echoes.
const MARGIN: u16 = 3;

/// Stderr as a terminal with a right margin. Without the margin, a `^C` echoed after a full-width
/// bar would wrap to a new line, and the bar above it could not be erased.
#[derive(Debug)]
struct ProgressBarTerminal;

impl TermLike for ProgressBarTerminal {
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

/// Moves the cursor by `n` cells: A up, B down, C right, D left.
fn move_cursor(n: usize, direction: char) -> io::Result<()> {
    match n {
        0 => Ok(()),
        n => write!(io::stderr(), "\x1b[{n}{direction}"),
    }
}
