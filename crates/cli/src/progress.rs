//! The bar on stderr with the time that remains; hidden where nobody sees it.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use terminal_size::terminal_size_of;

use crate::console;

/// A bar for so many games, of which some were played before.
pub(crate) fn games(total: u64, played: u64) -> ProgressBar {
    counted("games", total, played)
}

/// A bar for so many numbers of an experiment.
pub(crate) fn numbers(total: u64) -> ProgressBar {
    counted("numbers", total, 0)
}

/// A bar for so many openings of a suite.
pub(crate) fn openings(total: u64) -> ProgressBar {
    counted("openings", total, 0)
}

/// A line for trials of which nobody knows how many there will be.
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
    // The games played before say nothing about how fast it goes now.
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A line for what somebody thinks so far.
pub(crate) fn thoughts() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(None, target()).with_style(style)
}

fn target() -> ProgressDrawTarget {
    match io::stderr().is_terminal() && !console::is_dumb() {
        true => ProgressDrawTarget::term_like_with_hz(Box::new(Margin), 10),
        false => ProgressDrawTarget::hidden(),
    }
}

/// The room for the `^C` a terminal shows when it is typed.
const MARGIN: u16 = 3;

/// The terminal without its right margin. A bar fills the whole line, so that a `^C` behind it
/// would begin the next line, and the bar above would not be found when it is to be cleared.
#[derive(Debug)]
struct Margin;

impl TermLike for Margin {
    fn width(&self) -> u16 {
        console::columns(terminal_size_of(io::stderr())).saturating_sub(MARGIN)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        go(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        go(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        go(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        go(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "{}", console::ERASE)
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Moves the cursor.
fn go(n: usize, direction: char) -> io::Result<()> {
    match n {
        0 => Ok(()),
        n => write!(io::stderr(), "\x1b[{n}{direction}"),
    }
}
