//! `ludorum engine`: runs a built-in agent as an engine for other programs.

use std::io::{self, BufReader, stdin, stdout};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use ludorum_bridge::{IncomingConnection, engine, ugi};
use ludorum_catalog::{AgentFileCache, SpecError, Variant};

use crate::console::Console;
use crate::exit::ExitStatus;
use crate::listening::ListenArgs;

/// Run an agent as an engine for another program
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum engine --agent mcts:time=1s                 speak the protocol of docs/protocol.md
  ludorum engine --listen 127.0.0.1:4567              the same over TCP
  ludorum engine --listen ws://127.0.0.1:4567         the same over WebSockets
  ludorum engine --listen tls:0.0.0.0:4567            the same for other machines, encrypted
  ludorum engine --ugi --game quoridor --agent pvs    the Universal Game Interface

Without --agent, the strongest agent of the game plays. Without --ugi, the other program chooses the
game. An encrypted address is printed with the fingerprint of the certificate, which is created if missing:
other machines seat the agent by that address.")]
pub(crate) struct Args {
    /// Agent, NAME or NAME:key=value,... [default: the strongest of the game]
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Name that the engine reports to the other program
    #[arg(long, value_name = "NAME", default_value = "ludorum")]
    name: String,
    /// Listen at HOST:PORT, tls:HOST:PORT, ws://HOST:PORT or wss://HOST:PORT instead of using stdin and
    /// stdout
    #[arg(long, value_name = "ADDRESS", conflicts_with = "ugi")]
    listen: Option<String>,
    #[command(flatten)]
    listening: ListenArgs,
    /// Speak the Universal Game Interface (UGI)
    #[arg(long)]
    ugi: bool,
    /// Game to play over UGI
    #[arg(
        long,
        value_name = "GAME",
        default_value = ludorum_catalog::DEFAULT_ENGINE_GAME,
        requires = "ugi"
    )]
    game: String,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
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
    Ok(ExitStatus::Success)
}

/// Opens a game whose agents may load weights from any file.
fn open(spec: &str) -> std::result::Result<Variant, SpecError> {
    let variant = ludorum_catalog::open(spec)?;
    Ok(variant.with_files(Arc::new(AgentFileCache::anywhere())))
}

/// Time limit of the handshakes of TLS and WebSockets.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// Delay after a failed accept of a connection: the process may have no file descriptor left.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Listens on `address` and serves each connection on its own thread; never returns on success.
fn listen(address: &str, args: &Args, console: &Console) -> Result<()> {
    let listener = args.listening.listen(address)?;
    console.note(&format!("listening; seat it as {}", listener.address()));
    loop {
        let (name, agent) = (args.name.clone(), args.agent.clone());
        match listener.accept() {
            // An error ends only this connection.
            Ok(incoming) => drop(thread::spawn(move || {
                serve(&name, agent.as_deref(), incoming)
            })),
            Err(_) => thread::sleep(ACCEPT_RETRY_DELAY),
        }
    }
}

fn serve(name: &str, agent: Option<&str>, incoming: IncomingConnection) -> io::Result<()> {
    let connection = incoming.handshake(HANDSHAKE_TIMEOUT)?;
    let input = BufReader::new(connection.reader);
    engine(name, agent, open, input, connection.writer)
}
