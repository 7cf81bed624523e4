//! `ludorum serve`: tables for people and agents, on this machine or for the whole network.

mod browser;
mod greeting;
mod operator;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
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
    /// Begin another database where the one that was in the folder is missing or empty
    #[arg(long)]
    new_database: bool,
    /// Listen to the network, not to this machine only
    #[arg(long)]
    lan: bool,
    /// A name by which the server may be addressed, such as that of a proxy in front of it
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A proxy in front of the server that is believed when it says, by Forwarded or X-Forwarded-For,
    /// from which address a request comes; may be given several times
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    trusted_proxies: Vec<IpAddr>,
    /// The connections all addresses may hold together, a quarter of them reserved for people with seats;
    /// by default as many as the limit of open files leaves room for
    #[arg(long, value_name = "N")]
    connections: Option<NonZeroUsize>,
    /// The connections one address may hold; by default a quarter of all, 500 at most
    #[arg(long, value_name = "N")]
    connections_per_address: Option<NonZeroUsize>,
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
    /// How long an agent may think about a move: it is stopped then, and the table is told
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = args::time)]
    agent_time: Duration,
    /// The memory a stranger's agent may ask for to think about a move, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    agent_move_memory: usize,
    /// The iterations, and the nodes, a stranger's agent may ask for
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000_000)]
    agent_work: u64,
    /// The threads a stranger's agent may ask for
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = args::threads)]
    agent_threads: usize,
    /// The tables that may be open from one address
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    tables_per_address: usize,
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
    let storage = Arc::new(match args.new_database {
        true => Sqlite::begin_another(&folder)?,
        false => Sqlite::open(&folder)?,
    });
    let operator = Operator::of(&folder)?;
    let mut config = Config {
        content: ludorum_plugins::Library::user_folder(),
        operator: Some(operator.key.clone()),
        programs: args.programs.map_or(
            !args.lan && args.hosts.is_empty() && args.trusted_proxies.is_empty(),
            |choice| choice == Choice::Yes,
        ),
        trusted_proxies: args.trusted_proxies,
        hosts: args.hosts,
        keep_over: args.keep_over,
        keep_idle: args.keep_idle,
        away_after: args.away_after,
        agent_memory: args.agent_memory.saturating_mul(1 << 20),
        longest_thought: args.agent_time,
        thought_memory: args.agent_move_memory.saturating_mul(1 << 20),
        thought_work: args.agent_work,
        thought_threads: args.agent_threads,
        tables_per_address: args.tables_per_address,
        ..Config::default()
    };
    if let Some(most) = args.connections {
        config.most_connections = most.get();
        config.connections_per_address = (most.get() / 4).clamp(1, config.connections_per_address);
    }
    if let Some(most) = args.connections_per_address {
        config.connections_per_address = most.get();
    }
    if args.unlimited {
        config.requests_per_second = 1e9;
        config.messages_per_second = 1e9;
        config.tables_per_address = usize::MAX;
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
        let kept = Arc::clone(&storage);
        let server = Server::start_with_services(config, kept, games, services).await?;
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
    // Everything into the one file, so that a copy of it is whole.
    storage.close();
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
