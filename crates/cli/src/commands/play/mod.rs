//! `ludorum play`: a game in the terminal between any mix of people and agents.

mod input_command;
mod local_game;
mod menu;
mod remote;
mod session;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use anyhow::{Result, bail};
use ludorum_catalog::{SeedKey, Variant, split_list};
use ludorum_core::{Outcome, Seat, Seed, TerminalStyle};

use self::local_game::LocalGame;
use self::session::{HiddenInformationDisplay, LocalGameSession};
use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::input::StdinReader;
use crate::interrupt::InterruptHandler;
use crate::language::say;

/// Word in `--seats` for a person at this terminal.
const HUMAN: &str = "human";

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum play                                        choose from a menu
  ludorum play tictactoe                              you move first
  ludorum play tictactoe --seats mcts:time=1s,human   the agent moves first
  ludorum play tictactoe --seats random,minimax       watch two agents
  ludorum play --load game.ludorum                    continue a saved game
  ludorum play --server http://127.0.0.1:7878         play on a server

Type a move, or help, hint, undo, moves, save FILE, load FILE, quit.
Ctrl-C makes a thinking agent move at once; at the prompt, pressing it twice quits. A saved game continues
with its original players, so that its record stays correct; --seats may only repeat them. A finished game
is shown with its result. The same seed and moves give the same game, unless an agent is limited by time.")]
pub(crate) struct Args {
    /// Game, NAME or NAME:key=value,... [default: choose from a menu]
    game: Option<String>,
    /// Players by seat, separated by commas: human or an agent's spec
    #[arg(long, value_name = "SEATS")]
    seats: Option<String>,
    /// Seed of setup, chance and agents [default: random; shown at the start]
    #[arg(long, value_name = "SEED", value_parser = crate::args::seed)]
    #[arg(allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// Key that, with the seed, reproduces a game with external agents; it keeps them from guessing
    /// chance events and hidden information [default: random; shown at the start]
    #[arg(long, value_name = "KEY", requires = "seed")]
    key: Option<SeedKey>,
    /// Continue the game saved in this file
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    load: Option<PathBuf>,
    /// Show hidden information, to study a game
    #[arg(long, conflicts_with = "server")]
    reveal: bool,
    /// Play on a server: with GAME, open a new table; without, choose a table from a list. In
    /// --seats, open is a seat for a remote player
    #[arg(long, value_name = "URL", conflicts_with_all = ["load", "seed"])]
    server: Option<String>,
    /// With --server: id of the table to join
    #[arg(long, value_name = "ID", requires = "server", conflicts_with_all = ["game", "seats"])]
    table: Option<String>,
    /// With --server: your name, which also identifies you when you reconnect
    #[arg(long, requires = "server")]
    name: Option<String>,
    /// With --server: file with the password of the table
    #[arg(long, value_name = "FILE", requires = "server")]
    password_file: Option<PathBuf>,
    /// With --server: file with the operator token, to seat programs; it is sent to the server
    #[arg(long, value_name = "FILE", requires = "server")]
    operator_token_file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    if let Some(url) = &args.server {
        return remote::run(url, args, console);
    }
    let mut input = StdinReader::start();
    let seats = args.seats.as_deref().map(split_list);
    let game = match &args.load {
        Some(file) => {
            let game = LocalGame::load(file, seats.as_deref())?;
            check_game(args.game.as_deref(), &game, file)?;
            game
        }
        None => {
            let Some((variant, seats)) = choose(args, seats, console, &mut input)? else {
                return Ok(ExitStatus::Success);
            };
            let seed = args.seed.unwrap_or_else(random_seed);
            LocalGame::new(variant, &seats, seed, args.key)?
        }
    };
    let hidden = if args.reveal {
        HiddenInformationDisplay::Revealed
    } else {
        HiddenInformationDisplay::Concealed
    };
    LocalGameSession::new(game, input, InterruptHandler::listen()?, hidden).run(console)?;
    Ok(ExitStatus::Success)
}

/// Determines game and players from the arguments or a menu; `None` if the user quits the menu.
fn choose(
    args: &Args,
    seats: Option<Vec<String>>,
    console: &mut Console,
    input: &mut StdinReader,
) -> Result<Option<(Variant, Vec<String>)>> {
    let variant = match &args.game {
        Some(game) => open(game)?,
        None => match menu::game(console, input)? {
            Some(variant) => variant,
            None => return Ok(None),
        },
    };
    let seats = match (seats, &args.game) {
        (Some(seats), _) => seats,
        (None, Some(_)) => {
            let mut seats = vec![variant.opponent(); variant.seats()];
            seats[0] = HUMAN.to_owned();
            seats
        }
        (None, None) => match menu::seats(&variant, console, input)? {
            Some(seats) => seats,
            None => return Ok(None),
        },
    };
    Ok(Some((variant, seats)))
}

fn check_game(wanted: Option<&str>, game: &LocalGame, file: &std::path::Path) -> Result<()> {
    let Some(wanted) = wanted else {
        return Ok(());
    };
    let (wanted, saved) = (open(wanted)?, game.variant().spec());
    if wanted.spec() != saved {
        let file = file.display();
        let wanted = wanted.spec();
        bail!(say!(
            "other-game",
            file = file,
            saved = saved,
            wanted = wanted
        ));
    }
    Ok(())
}

/// Draws a random seed of at most nine digits, short enough to type.
fn random_seed() -> Seed {
    Seed(RandomState::new().hash_one(std::process::id()) % 1_000_000_000)
}

/// Indents every line of a drawn board by four spaces.
pub(crate) fn indent(drawing: &str) -> String {
    drawing
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect()
}

/// Formats the message that an effect of a plug-in was cancelled.
pub(crate) fn cancelled(plugin: &str, reason: &str) -> String {
    let (plugin, reason) = (printable(plugin), printable(reason));
    say!("cancelled", plugin = plugin, reason = reason)
}

/// Formats a seat number with the player's name, in the colour of the seat.
pub(crate) fn seat_name(ink: TerminalStyle, seats: &[String], seat: Seat) -> String {
    let name = seats.get(seat.index()).map_or("?", String::as_str);
    ink.seat(seat, &format!("{seat} {name}"))
}

/// Indents every line of a text by two spaces.
fn paragraph(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// Formats the result of a game: the winner and, with more than two seats, the ranking.
pub(crate) fn result(ink: TerminalStyle, seats: &[String], outcome: &Outcome) -> String {
    let name = |seat| seat_name(ink, seats, seat);
    let mut text = match outcome.winner() {
        Some(winner) => say!("wins", who = name(winner)),
        None if outcome.ranks().iter().all(|rank| rank == 0) => say!("draw"),
        None => say!("first-place-shared"),
    };
    if seats.len() > 2 {
        let mut order: Vec<Seat> = Seat::all(seats.len()).collect();
        order.sort_by_key(|&seat| outcome.ranks()[seat]);
        for seat in order {
            let rank = outcome.ranks()[seat] + 1;
            text.push_str(&format!("\n  {rank}. {}", name(seat)));
        }
    }
    text
}
