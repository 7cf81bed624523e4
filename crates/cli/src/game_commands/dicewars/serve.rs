//! `ludorum serve-dicewars`: hosts a game of Dice Wars for clients of the published server.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use ludorum_catalog::SeedKey;
use ludorum_core::{Seat, Seed, parse_duration, print_duration};
use ludorum_extras::dicewars::{ClientConnectProgress, DiceWarsSeatConfig, DiceWarsServer};
use ludorum_games::DiceWars;

use crate::console::{Console, printable};
use crate::exit::ExitStatus;

/// Host a game of Dice Wars over TCP for clients of the published server
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum serve-dicewars --players 2 --port 5005
  ludorum serve-dicewars --players 4 --port 5005 --agent 2=sdc --agent 4=champion:level=5

Clients get the free seats in the order in which they connect. The game starts when all are connected, and
is cancelled if some are missing after --wait. The turn of a client ends if it disconnects, times out or
makes a hundred errors. A client that times out in two consecutive turns is dropped.")]
pub(crate) struct Args {
    /// Number of players in the game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 5005)]
    port: u16,
    /// Address to listen on
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Built-in agent for a seat, such as 2=sdc for the second seat; repeatable
    #[arg(long = "agent", value_name = "SEAT=SPEC")]
    agents: Vec<String>,
    /// Time limit of a client's turn
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    timeout: Duration,
    /// Time to wait for all clients to connect
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = time)]
    wait: Duration,
    /// Seed that, with the key, determines the board and the dice
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Key that, with the seed, reproduces a game; it keeps clients from guessing the dice from the
    /// seed [default: random; shown at the end]
    #[arg(long, value_name = "KEY")]
    key: Option<SeedKey>,
}

fn time(text: &str) -> Result<Duration, String> {
    parse_duration(text).ok_or_else(|| "expected a duration such as 250ms, 1.5s or 2m".to_owned())
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let players = usize::from(args.players);
    let mut seats = vec![DiceWarsSeatConfig::Client; players];
    for text in &args.agents {
        let (seat, spec) = text.split_once('=').unwrap_or((text, ""));
        let number: Option<usize> = seat.parse().ok();
        match number.filter(|number| (1..=players).contains(number)) {
            Some(number) if !spec.is_empty() => {
                seats[number - 1] = DiceWarsSeatConfig::Agent(spec.to_owned());
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
        .filter(|&seat| *seat == DiceWarsSeatConfig::Client)
        .count();
    let address = listener.local_addr()?;
    writeln!(
        console,
        "waiting for {clients} of {players} players on {address}, at most {}",
        print_duration(args.wait)
    )?;
    console.flush()?;
    let key = args.key.unwrap_or_else(SeedKey::random);
    let host = DiceWarsServer {
        game: DiceWars::new(players),
        seed: key.root(args.seed),
        seats,
        timeout: args.timeout,
        wait: args.wait,
    };
    let wait = args.wait;
    let mut says = |waiting: ClientConnectProgress| {
        let ClientConnectProgress {
            connected,
            needed,
            left,
        } = waiting;
        let missing = needed - connected;
        // The initial wait has already been printed.
        if left < wait.saturating_sub(Duration::from_secs(1)) {
            let left = print_duration(Duration::from_secs(left.as_secs().max(1)));
            console.note(&format!(
                "{connected} of {needed} clients connected; waiting for {missing} more, at most {left}"
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
    writeln!(console, "to reproduce: --seed {} --key {key}", args.seed.0)?;
    Ok(ExitStatus::Success)
}
