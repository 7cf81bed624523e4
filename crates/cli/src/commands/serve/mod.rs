//! `ludorum serve`: tables for people and agents, on this machine or for the whole network.

mod browser;
mod greeting;
mod operator;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use ludorum_bridge::{Guests, Secret, Services};
use ludorum_server::storage::Sqlite;
use ludorum_server::{Config, Games, Server};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use self::operator::Operator;
use crate::args;
use crate::console::Console;
use crate::exit::End;
use crate::files;
use crate::guests;
use crate::language::say;

/// Let people and agents play at tables, on this machine or over the network
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum serve                   for this machine only
  ludorum serve --lan             for everyone in the network; prints the address to give them
  ludorum play --server http://127.0.0.1:7878
  ludorum serve --ai host1:7979,host2:7979 --ai-secret-file secret   see ludorum ai-service --help

Every move is on the disk before it is told. Started again, the server goes on where it was. Installed
agents (ludorum agent add) may be seated by everyone, as @NAME. Starting other programs, matches, adding
agents and saving need the token in the file operator-token of the data folder, which only you can read. The
address with the token is shown on a terminal, and --open opens the page with it.")]
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
    /// Open the page in the browser, if there is one
    #[arg(long)]
    open: bool,
    /// How long a table is kept at hand after its game if nobody is there; it is archived then
    #[arg(long, value_name = "TIME", default_value = "20m", value_parser = args::time)]
    keep_over: Duration,
    /// How long a table at which nothing happens is kept at hand if nobody is there
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = args::time)]
    keep_idle: Duration,
    /// How long somebody may be disconnected before an agent takes their seat, if the host has
    /// named one
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = args::time)]
    away_after: Duration,
    /// The memory of agents that wait for their next move, in MiB; those that have waited longest are
    /// let go, and made again when they are to move
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    agent_memory: usize,
    /// Whether the operator may seat programs and addresses of their choice, add agents, play matches
    /// and save templates; usual if the server is for this machine only
    #[arg(long, value_name = "CHOICE", value_enum)]
    programs: Option<Choice>,
    /// Let every address ask as often as it likes, for tests of the server itself
    #[arg(long, hide = true)]
    unlimited: bool,
    /// AI services that have agents think on other machines, separated by commas
    #[arg(
        long,
        value_name = "HOST:PORT",
        value_delimiter = ',',
        requires = "ai_secret_file"
    )]
    ai: Vec<String>,
    /// The file with the secret that the services have too
    #[arg(long, value_name = "FILE", requires = "ai")]
    ai_secret_file: Option<PathBuf>,
    #[command(flatten)]
    log: Log,
}

/// What is logged, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Log {
    /// How much is logged on stderr
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t)]
    log: Level,
    /// Log JSON, a line each
    #[arg(long)]
    log_json: bool,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Choice {
    Yes,
    No,
}

/// How much is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Level {
    Error,
    Warn,
    #[default]
    Info,
    Debug,
    Trace,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<End> {
    args.log.start();
    let folder = args.data.clone().unwrap_or_else(files::data_folder);
    let storage = Sqlite::open(&folder)?;
    let operator = Operator::of(&folder)?;
    let mut config = Config {
        content: ludorum_plugins::Library::user_folder(),
        operator: Some(operator.key.clone()),
        programs: args
            .programs
            .map_or(!args.lan && args.hosts.is_empty(), |choice| {
                choice == Choice::Yes
            }),
        hosts: args.hosts,
        keep_over: args.keep_over,
        keep_idle: args.keep_idle,
        away_after: args.away_after,
        agent_memory: args.agent_memory.saturating_mul(1 << 20),
        ..Config::default()
    };
    if args.unlimited {
        config.requests_per_second = 1e9;
        config.messages_per_second = 1e9;
    }
    let address = match args.lan {
        true => Ipv4Addr::UNSPECIFIED,
        false => Ipv4Addr::LOCALHOST,
    };
    let runtime = Runtime::new().context("cannot start threads")?;
    let end = runtime.block_on(async {
        let games = Games::catalog().with_guests(Guests::new(guests::shelf()));
        let services = match &args.ai_secret_file {
            Some(file) => {
                let note = |text: &str| tracing::info!("{text}");
                Some(Services::connect(&args.ai, &read_secret(file)?, note))
            }
            None => None,
        };
        let storage = Arc::new(storage);
        let server = Server::start_with_services(config, storage, games, services).await?;
        let wanted = SocketAddr::from((address, args.port));
        let listener = TcpListener::bind(wanted).await.map_err(|error| {
            anyhow!(say!("cannot-listen-port", address = wanted, reason = error))
        })?;
        let port = listener.local_addr().map_or(args.port, |own| own.port());
        // Who started it may not read what it says; that is no reason to stop.
        let _ = greeting::greet(console, port, args.lan, args.open, &operator);
        ludorum_server::serve(listener, server, stopped())
            .await
            .map_err(|error| anyhow!("the network failed: {error}"))?;
        anyhow::Ok(End::Done)
    });
    // Agents that still think are of no use any more.
    runtime.shutdown_background();
    end
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

/// The secret of servers and services, from the file that has it.
pub(crate) fn read_secret(file: &Path) -> Result<Secret> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let file = file.display();
        anyhow!(say!("cannot-read-secret", file = file, reason = error))
    })?;
    Secret::new(&text).map_err(|reason| anyhow!("{}: {reason}", file.display()))
}

impl Log {
    /// Begins to log.
    pub(crate) fn start(&self) {
        use tracing_subscriber::filter::LevelFilter;
        let level = match self.log {
            Level::Error => LevelFilter::ERROR,
            Level::Warn => LevelFilter::WARN,
            Level::Info => LevelFilter::INFO,
            Level::Debug => LevelFilter::DEBUG,
            Level::Trace => LevelFilter::TRACE,
        };
        let log = tracing_subscriber::fmt()
            .with_max_level(level)
            .with_ansi(false)
            .with_writer(std::io::stderr);
        // Only a second log could be refused, and there is none.
        let _ = match self.log_json {
            true => log.json().try_init(),
            false => log.try_init(),
        };
    }
}
