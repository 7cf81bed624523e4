//! `ludorum serve-dicewars`: a game of Dice Wars for clients of the published server.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use ludorum_bridge::dicewars::{Host, Sitting, Waiting};
use ludorum_catalog::Key;
use ludorum_core::{Seat, Seed, parse_duration, print_duration};
use ludorum_games::DiceWars;

use crate::console::{Console, printable};
use crate::exit::End;

/// Play Dice Wars over TCP with clients written for the published server
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum serve-dicewars --players 2 --port 5005
  ludorum serve-dicewars --players 4 --port 5005 --agent 2=sdc --agent 4=champion:level=5

Clients get the seats that are left in the order in which they connect; the game begins when all are
there, or not at all if some are missing after --wait. A client that leaves, says nothing for the time
allowed, or is wrong a hundred times in a turn has its turn ended for it. One that says nothing in two
turns in a row is dropped.")]
pub(crate) struct Args {
    /// The number of players
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// The port to listen on; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 5005)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// One of our agents at a seat, such as 2=sdc
    #[arg(long = "agent", value_name = "SEAT=SPEC")]
    agents: Vec<String>,
    /// How long a client may be silent in its turn
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    timeout: Duration,
    /// How long to wait for all clients to connect; without them there is no game
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = time)]
    wait: Duration,
    /// The seed of the board and the dice, together with the key
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// The key of a game that is to be repeated; a random one, told at the end, if left out, so that no
    /// client can find the dice by trying seeds
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,
}

fn time(text: &str) -> Result<Duration, String> {
    parse_duration(text).ok_or_else(|| "a time is such as 250ms, 1.5s or 2m".to_owned())
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let players = usize::from(args.players);
    let mut seats = vec![Sitting::Client; players];
    for text in &args.agents {
        let (seat, spec) = text.split_once('=').unwrap_or((text, ""));
        let number: Option<usize> = seat.parse().ok();
        match number.filter(|number| (1..=players).contains(number)) {
            Some(number) if !spec.is_empty() => {
                seats[number - 1] = Sitting::Agent(spec.to_owned());
            }
            _ => {
                bail!("--agent {text}: give a seat from 1 to {players} and an agent, such as 2=sdc")
            }
        }
    }
    let listener = TcpListener::bind((args.address, args.port))
        .map_err(|error| anyhow!("cannot listen on {}:{}: {error}", args.address, args.port))?;
    let clients = seats
        .iter()
        .filter(|&seat| *seat == Sitting::Client)
        .count();
    let address = listener.local_addr()?;
    writeln!(
        console,
        "waiting for {clients} of {players} players on {address}, for {} at most",
        print_duration(args.wait)
    )?;
    console.flush()?;
    let key = args.key.unwrap_or_else(Key::random);
    let host = Host {
        game: DiceWars::new(players),
        seed: key.root(args.seed),
        seats,
        timeout: args.timeout,
        wait: args.wait,
    };
    let wait = args.wait;
    let mut says = |waiting: Waiting| {
        let Waiting {
            connected,
            needed,
            left,
        } = waiting;
        let missing = needed - connected;
        // The first is said above, and the rest in whole seconds.
        if left < wait.saturating_sub(Duration::from_secs(1)) {
            let left = print_duration(Duration::from_secs(left.as_secs().max(1)));
            console.note(&format!(
                "{connected} of {needed} clients are here; waiting for {missing} more, for {left} at most"
            ));
        }
    };
    let ending = host.play(&listener, &mut says)?;
    for note in &ending.notes {
        console.note(note);
    }
    for (seat, name) in Seat::all(players).zip(&ending.names) {
        let place = ending.outcome.ranks()[seat] + 1;
        writeln!(console, "seat {seat} {}: place {place}", printable(name))?;
    }
    writeln!(
        console,
        "the same board and dice: --seed {} --key {key}",
        args.seed.0
    )?;
    Ok(End::Done)
}
