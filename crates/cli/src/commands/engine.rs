//! `ludorum engine`: our agents for other programs.

use std::io::{self, BufReader, stdin, stdout};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use ludorum_bridge::{accept_socket, engine, ugi};
use ludorum_catalog::{Files, SpecError, Variant};

use crate::console::Console;
use crate::exit::End;

/// Let an agent play for another program
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum engine --agent mcts:time=1s                 the protocol of docs/protocol.md
  ludorum engine --listen 127.0.0.1:4567              the same for tables elsewhere
  ludorum engine --listen ws://127.0.0.1:4567         the same over WebSockets
  ludorum engine --ugi --game quoridor --agent pvs    the Universal Game Interface

Without --agent, the strongest agent of the game plays. Without --ugi, the other program says which
game.")]
pub(crate) struct Args {
    /// The agent, NAME or NAME:key=value,...
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// The name it says it has
    #[arg(long, value_name = "NAME", default_value = "ludorum")]
    name: String,
    /// Wait for tables at an address instead of talking over stdin and stdout
    #[arg(long, value_name = "ADDRESS", conflicts_with = "ugi")]
    listen: Option<String>,
    /// Speak UGI
    #[arg(long)]
    ugi: bool,
    /// The game, for UGI
    #[arg(
        long,
        value_name = "GAME",
        default_value = "quoridor",
        requires = "ugi"
    )]
    game: String,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let input = BufReader::new(stdin());
    if args.ugi {
        let variant = open(&args.game)?;
        let strongest = variant.strongest_agent().name;
        let agent = args.agent.as_deref().unwrap_or(strongest);
        let agent = variant.player(agent)?.spec().to_owned();
        ugi(variant, &agent, input, stdout())?;
    } else if let Some(address) = &args.listen {
        listen(address, args, console)?;
    } else {
        engine(&args.name, args.agent.as_deref(), open, input, stdout())?;
    }
    Ok(End::Done)
}

/// Opens a game for the agent named on the command line, which may be made from a file.
fn open(spec: &str) -> std::result::Result<Variant, SpecError> {
    let variant = ludorum_catalog::open(spec)?;
    Ok(variant.reading(Arc::new(Files::anywhere())))
}

/// Who wants a WebSocket must ask for it within this time.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// How lines travel.
#[derive(Clone, Copy)]
enum Wire {
    Plain,
    Socket,
}

/// Serves tables until the program is stopped, each on a thread of its own.
fn listen(address: &str, args: &Args, console: &Console) -> Result<()> {
    let refuse = |error| anyhow!("cannot listen at {address}: {error}");
    let (wire, place) = match address.strip_prefix("ws://") {
        Some(place) => (Wire::Socket, place.trim_end_matches('/')),
        None => (Wire::Plain, address),
    };
    let listener = TcpListener::bind(place).map_err(refuse)?;
    let bound = listener.local_addr().map_err(refuse)?;
    let start = match wire {
        Wire::Plain => "tcp:",
        Wire::Socket => "ws://",
    };
    console.note(&format!("listening; at a table this is {start}{bound}"));
    for stream in listener.incoming().flatten() {
        let (name, agent) = (args.name.clone(), args.agent.clone());
        // A table that breaks off is no business of the others.
        thread::spawn(move || serve(&name, agent.as_deref(), stream, wire));
    }
    Ok(())
}

fn serve(name: &str, agent: Option<&str>, stream: TcpStream, wire: Wire) -> io::Result<()> {
    stream.set_nodelay(true)?;
    match wire {
        Wire::Plain => {
            let input = BufReader::new(stream.try_clone()?);
            engine(name, agent, open, input, stream)
        }
        Wire::Socket => {
            let (reader, writer) = accept_socket(&stream, HANDSHAKE)?;
            engine(name, agent, open, BufReader::new(reader), writer)
        }
    }
}
