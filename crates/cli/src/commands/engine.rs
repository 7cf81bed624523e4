//! `ludorum engine`: runs a built-in agent as an engine for other programs.

use std::io::{self, BufReader, stdin, stdout};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use ludorum_bridge::{accept_websocket, engine, ugi};
use ludorum_catalog::{AgentFiles, SpecError, Variant};

use crate::console::Console;
use crate::exit::ExitStatus;

/// Run an agent as an engine for another program
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum engine --agent mcts:time=1s                 speak the protocol of docs/protocol.md
  ludorum engine --listen 127.0.0.1:4567              the same over TCP
  ludorum engine --listen ws://127.0.0.1:4567         the same over WebSockets
  ludorum engine --ugi --game quoridor --agent pvs    the Universal Game Interface

Without --agent, the strongest agent of the game plays. Without --ugi, the other program chooses the
game.")]
pub(crate) struct Args {
    /// Agent, NAME or NAME:key=value,... [default: the strongest of the game]
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Name that the engine reports to the other program
    #[arg(long, value_name = "NAME", default_value = "ludorum")]
    name: String,
    /// Listen on HOST:PORT or ws://HOST:PORT instead of using stdin and stdout
    #[arg(long, value_name = "ADDRESS", conflicts_with = "ugi")]
    listen: Option<String>,
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
    Ok(variant.with_files(Arc::new(AgentFiles::anywhere())))
}

/// Time limit of the WebSocket handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// Transport of the engine protocol over a listening socket.
#[derive(Clone, Copy)]
enum EngineTransport {
    Tcp,
    WebSocket,
}

/// Listens on `address` and serves each connection on its own thread; never returns on success.
fn listen(address: &str, args: &Args, console: &Console) -> Result<()> {
    let refuse = |error| anyhow!("cannot listen on {address}: {error}");
    let (transport, place) = match address.strip_prefix("ws://") {
        Some(place) => (EngineTransport::WebSocket, place.trim_end_matches('/')),
        None => (EngineTransport::Tcp, address),
    };
    let listener = TcpListener::bind(place).map_err(refuse)?;
    let bound = listener.local_addr().map_err(refuse)?;
    let start = match transport {
        EngineTransport::Tcp => "tcp:",
        EngineTransport::WebSocket => "ws://",
    };
    console.note(&format!("listening; seat it as {start}{bound}"));
    for stream in listener.incoming().flatten() {
        let (name, agent) = (args.name.clone(), args.agent.clone());
        // An error ends this connection only.
        thread::spawn(move || serve(&name, agent.as_deref(), stream, transport));
    }
    Ok(())
}

fn serve(
    name: &str,
    agent: Option<&str>,
    stream: TcpStream,
    transport: EngineTransport,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    match transport {
        EngineTransport::Tcp => {
            let input = BufReader::new(stream.try_clone()?);
            engine(name, agent, open, input, stream)
        }
        EngineTransport::WebSocket => {
            let (reader, writer) = accept_websocket(&stream, HANDSHAKE_TIMEOUT)?;
            engine(name, agent, open, BufReader::new(reader), writer)
        }
    }
}
