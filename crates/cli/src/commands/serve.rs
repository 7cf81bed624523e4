//! `ludorum serve`: tables for people and agents, on this machine or for the whole network.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use ludorum_server::storage::Sqlite;
use ludorum_server::{Config, Games, Server};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::console::Console;
use crate::exit::End;
use crate::files;

/// Let people and agents play at tables, on this machine or over the network
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum serve                   for this machine only
  ludorum serve --lan             for everyone in the network; prints the address to give them
  ludorum play --server http://127.0.0.1:7878

Every move is on the disk before it is told. Started again, the server goes on where it was.")]
pub(crate) struct Args {
    /// The port to listen on; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,
    /// The folder of the database; made if it is not there
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Listen to the network, not to this machine only
    #[arg(long)]
    lan: bool,
    /// A name by which the server may be addressed, such as that of a proxy in front of it
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Let every address ask as often as it likes, for tests of the server itself
    #[arg(long, hide = true)]
    unlimited: bool,
    /// How much is logged on stderr
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t)]
    log: Level,
    /// Log JSON, a line each
    #[arg(long)]
    log_json: bool,
}

/// How much is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Level {
    Error,
    Warn,
    #[default]
    Info,
    Debug,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<End> {
    start_log(&args);
    let folder = args.data.clone().unwrap_or_else(files::data_folder);
    let storage = Sqlite::open(&folder)?;
    let mut config = Config {
        // Behind a proxy everyone seems to be at this machine.
        programs: !args.lan && args.hosts.is_empty(),
        hosts: args.hosts,
        ..Config::default()
    };
    if args.unlimited {
        config.requests_per_second = 1e9;
    }
    let address = match args.lan {
        true => Ipv4Addr::UNSPECIFIED,
        false => Ipv4Addr::LOCALHOST,
    };
    let runtime = Runtime::new().context("cannot start threads")?;
    let end = runtime.block_on(async {
        let server = Server::start(config, Arc::new(storage), Games::catalog()).await?;
        let wanted = SocketAddr::from((address, args.port));
        let listener = TcpListener::bind(wanted)
            .await
            .map_err(|error| anyhow!("cannot listen on {wanted}: {error}; try another --port"))?;
        let port = listener.local_addr().map_or(args.port, |own| own.port());
        // Who started it may not read what it says; that is no reason to stop.
        let _ = greet(console, args.lan, port);
        ludorum_server::serve(listener, server, stopped())
            .await
            .map_err(|error| anyhow!("the network failed: {error}"))?;
        anyhow::Ok(End::Done)
    });
    // Agents that still think are of no use any more.
    runtime.shutdown_background();
    end
}

/// Where to find the server.
fn greet(console: &mut Console, is_lan: bool, port: u16) -> Result<()> {
    let ink = console.ink;
    let here = format!("http://127.0.0.1:{port}");
    writeln!(console, "Ludorum is at {}", ink.strong(&here))?;
    if is_lan {
        match own_address() {
            Some(own) => {
                let there = format!("http://{own}:{port}");
                writeln!(console, "Friends find it at {}", ink.strong(&there))?;
                if let Ok(code) = QrCode::new(&there) {
                    // Dark on light whatever the terminal: not every camera reads the inverse.
                    let image = code.render::<Dense1x2>().quiet_zone(true).build();
                    writeln!(console, "{image}")?;
                }
            }
            None => writeln!(console, "This machine has no address in a network.")?,
        }
    }
    writeln!(
        console,
        "{}",
        ink.faint("Stop with Ctrl-C; nothing is lost.")
    )?;
    console.flush()?;
    Ok(())
}

/// The address of this machine in its network: the one from which it would speak to another.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent by this; the address is one that is never given to anybody (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    Some(own).filter(|own| !own.is_unspecified())
}

async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a handler there is nothing to wait for but the end of the process.
    if interrupt.await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn start_log(args: &Args) {
    use tracing_subscriber::filter::LevelFilter;
    let level = match args.log {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
    };
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(false)
        .with_writer(std::io::stderr);
    // Only a second log could be refused, and there is none.
    let _ = match args.log_json {
        true => log.json().try_init(),
        false => log.try_init(),
    };
}
