//! `ludorum play`: a game in the terminal, between people and agents in any mix.

mod menu;
mod orders;
mod remote;
mod session;
mod table;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use anyhow::{Result, bail};
use ludorum_catalog::{Key, Variant, split_list};
use ludorum_core::{Ink, Outcome, Seat, Seed};

use self::session::{Secrets, Session};
use self::table::Table;
use crate::console::{Console, printable};
use crate::exit::End;
use crate::guests::open;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::language::say;

/// What a seat is called in which a person sits.
const HUMAN: &str = "human";

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum play                                        choose from a menu
  ludorum play tictactoe                              you begin
  ludorum play tictactoe --seats mcts:time=1s,human   the agent begins
  ludorum play tictactoe --seats random,minimax       watch two agents
  ludorum play --load game.ludorum                    go on with a saved game
  ludorum play --server http://127.0.0.1:7878         at the tables of a server

Type a move, or help, hint, undo, moves, save FILE, load FILE, quit.
Ctrl-C makes an agent that thinks answer at once; where a move is typed, pressed twice, it leaves.
A saved game is played on by those who played it, so that its record stays true; --seats may repeat
them. A game that is over is shown with its result.
The same seed and the same moves give the same game, unless an agent is limited by time.")]
pub(crate) struct Args {
    /// The game, NAME or NAME:key=value,...; a menu if left out
    game: Option<String>,
    /// Who plays, seat by seat: human, or an agent's spec; with --load, those who played
    #[arg(long, value_name = "SEATS")]
    seats: Option<String>,
    /// The seed of the setup, of chance and of the agents; a random one, told, if left out
    #[arg(long, value_name = "SEED", value_parser = crate::args::seed)]
    #[arg(allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// The key of a game with external agents, to repeat it; a random one, told, if left out, so that
    /// no agent can find the seed by trying
    #[arg(long, value_name = "KEY", requires = "seed")]
    key: Option<Key>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    load: Option<PathBuf>,
    /// Show everything that is hidden, for study
    #[arg(long, conflicts_with = "server")]
    reveal: bool,
    /// Play at the tables of a server: a GAME opens a new table, none shows the list.
    /// With --seats, `open` is a seat for somebody elsewhere
    #[arg(long, value_name = "URL", conflicts_with_all = ["load", "seed"])]
    server: Option<String>,
    /// With --server: go to this table
    #[arg(long, value_name = "ID", requires = "server", conflicts_with_all = ["game", "seats"])]
    table: Option<String>,
    /// With --server: what you are called; also who you are when you come back
    #[arg(long, requires = "server")]
    name: Option<String>,
    /// With --server: the file with the password of the table
    #[arg(long, value_name = "FILE", requires = "server")]
    password_file: Option<PathBuf>,
    /// With --server: the file with the operator's token, to seat programs; it is sent to the server
    #[arg(long, value_name = "FILE", requires = "server")]
    operator_token_file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    if let Some(url) = &args.server {
        return remote::run(url, args, console);
    }
    let mut input = Input::new();
    let seats = args.seats.as_deref().map(split_list);
    let table = match &args.load {
        Some(file) => {
            let table = Table::load(file, seats.as_deref())?;
            check_game(args.game.as_deref(), &table, file)?;
            table
        }
        None => {
            let Some((variant, seats)) = choose(args, seats, console, &mut input)? else {
                return Ok(End::Done);
            };
            let seed = args.seed.unwrap_or_else(random_seed);
            Table::new(variant, &seats, seed, args.key)?
        }
    };
    let secrets = match args.reveal {
        true => Secrets::Revealed,
        false => Secrets::Kept,
    };
    Session::new(table, input, Interrupt::listen()?, secrets).run(console)?;
    Ok(End::Done)
}

/// The game and who plays it, by arguments or by menu; none when the user leaves the menu.
fn choose(
    args: &Args,
    seats: Option<Vec<String>>,
    console: &mut Console,
    input: &mut Input,
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

fn check_game(wanted: Option<&str>, table: &Table, file: &std::path::Path) -> Result<()> {
    let Some(wanted) = wanted else {
        return Ok(());
    };
    let (wanted, saved) = (open(wanted)?, table.variant().spec());
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

/// A seed that nobody could foresee, short enough to be typed again.
fn random_seed() -> Seed {
    Seed(RandomState::new().hash_one(std::process::id()) % 1_000_000_000)
}

/// A drawing moved away from the edge.
pub(crate) fn indent(drawing: &str) -> String {
    drawing
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect()
}

/// What should have followed from a move and was cancelled, and whose doing that was.
pub(crate) fn cancelled(plugin: &str, reason: &str) -> String {
    let (plugin, reason) = (printable(plugin), printable(reason));
    say!("cancelled", plugin = plugin, reason = reason)
}

/// A seat with who sits there.
pub(crate) fn seat_name(ink: Ink, seats: &[String], seat: Seat) -> String {
    let name = seats.get(seat.index()).map_or("?", String::as_str);
    ink.seat(seat, &format!("{seat} {name}"))
}

/// Words of several lines, moved away from the edge.
fn paragraph(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// How a game ended.
pub(crate) fn result(ink: Ink, seats: &[String], outcome: &Outcome) -> String {
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
