//! `ludorum serve`: the game server, for this machine or the network.

mod browser;
mod greeting;
mod operator;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use ludorum_bridge::{AgentAddress, ExternalAgentFactory, RemoteServices};
use ludorum_protocol::engine::SharedSecret;
use ludorum_server::storage::SqliteStorage;
use ludorum_server::{Config, Server, ServerGames};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::LevelFilter;

use self::operator::OperatorTokenFile;
use crate::args;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents;
use crate::files;
use crate::language::say;
use crate::listening::plain_connections;

/// Run a game server for this machine or the network
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum serve                   only for this machine
  ludorum serve --lan             for the local network; prints the address to share
  ludorum play --server http://127.0.0.1:7878
  ludorum serve --ai tls:HOST:7979#FINGERPRINT --ai-secret-file secret   see ludorum ai-service --help

Every move is on disk before anyone sees it, and a restarted server continues where it stopped. Everyone
may seat installed agents (ludorum agent add) as @NAME. Starting other programs or matches, adding agents
and saving templates need the operator token: the file operator-token in the data folder, readable only by
you. On a terminal the address with the token is printed, and --open opens it in the browser.")]
pub(crate) struct Args {
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,
    /// Data folder with the database; created if missing [default: ludorum in your data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Start a new database if the one in the data folder is missing or empty
    #[arg(long)]
    new_database: bool,
    /// Listen on the network, not only on this machine
    #[arg(long)]
    lan: bool,
    /// Host name that clients may use, such as that of a reverse proxy; repeatable
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Address of a reverse proxy whose Forwarded or X-Forwarded-For headers are trusted;
    /// repeatable
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    trusted_proxies: Vec<IpAddr>,
    /// Maximum number of connections, a quarter of them reserved for seated players [default: from
    /// the limit of open files]
    #[arg(long, value_name = "N")]
    connections: Option<NonZeroUsize>,
    /// Maximum number of connections per address [default: a quarter of all, at most 500]
    #[arg(long, value_name = "N")]
    connections_per_address: Option<NonZeroUsize>,
    /// Open the server's page in the browser
    #[arg(long)]
    open: bool,
    /// Time after which an empty table with a finished game is archived
    #[arg(long, value_name = "TIME", default_value = "20m", value_parser = args::time)]
    keep_over: Duration,
    /// Time without activity after which an empty table is archived
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = args::time)]
    keep_idle: Duration,
    /// Time after which the host's substitute agent takes the seat of a disconnected player
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = args::time)]
    away_after: Duration,
    /// Memory for agents between their moves, in MiB; when it is full, the least recently used
    /// agents are dropped, and rebuilt for their next move
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    agent_memory: usize,
    /// Time limit of an agent's move; the agent then plays its best move so far, with a notice
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = args::time)]
    agent_time: Duration,
    /// Most memory per move that a player may configure for an agent, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    agent_move_memory: usize,
    /// Most iterations or nodes that a player may configure for an agent
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000_000)]
    agent_work: u64,
    /// Most threads that a player may configure for an agent
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = args::threads)]
    agent_threads: usize,
    /// Maximum number of open tables per address
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    tables_per_address: usize,
    /// Allow the operator to seat programs and network agents, add agents, run matches and save
    /// templates [default: yes if the server is only for this machine]
    #[arg(long, value_name = "CHOICE")]
    #[arg(value_parser = PossibleValuesParser::new(["yes", "no"]).map(|choice| choice == "yes"))]
    programs: Option<bool>,
    /// Disable rate limits, to test the server
    #[arg(long, hide = true)]
    unlimited: bool,
    /// Addresses of AI services that run agents on other machines, as they print them, separated by
    /// commas
    #[arg(
        long,
        value_name = "ADDRESS",
        value_delimiter = ',',
        requires = "ai_secret_file"
    )]
    ai: Vec<String>,
    /// Allow unencrypted connections to AI services on other machines
    #[arg(long, requires = "ai")]
    ai_plain: bool,
    /// File with the secret shared with the AI services
    #[arg(long, value_name = "FILE", requires = "ai")]
    ai_secret_file: Option<PathBuf>,
    #[command(flatten)]
    log: LogArgs,
}

/// Command-line options for logging.
#[derive(Debug, clap::Args)]
pub(crate) struct LogArgs {
    /// Log level on stderr
    #[arg(long, value_name = "LEVEL", default_value = "info", value_parser = log_level())]
    log: LevelFilter,
    /// Log as JSON, one object per line
    #[arg(long)]
    log_json: bool,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<ExitStatus> {
    args.log.start();
    let folder = args.data.clone().unwrap_or_else(files::data_folder);
    let storage = Arc::new(if args.new_database {
        SqliteStorage::create_new(&folder)?
    } else {
        SqliteStorage::open(&folder)?
    });
    let operator = OperatorTokenFile::open(&folder)?;
    let mut config = Config {
        content: ludorum_plugins::ContentLibrary::user_folder(),
        operator: Some(operator.key.clone()),
        programs: args
            .programs
            .unwrap_or(!args.lan && args.hosts.is_empty() && args.trusted_proxies.is_empty()),
        trusted_proxies: args.trusted_proxies,
        hosts: args.hosts,
        archive_finished_after: args.keep_over,
        archive_idle_after: args.keep_idle,
        away_after: args.away_after,
        agent_memory: args.agent_memory.saturating_mul(1 << 20),
        max_think_time: args.agent_time,
        max_search_memory: args.agent_move_memory.saturating_mul(1 << 20),
        max_search_work: args.agent_work,
        max_search_threads: args.agent_threads,
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
    let address = if args.lan {
        Ipv4Addr::UNSPECIFIED
    } else {
        Ipv4Addr::LOCALHOST
    };
    let runtime = Runtime::new().context("cannot start the async runtime")?;
    let end = runtime.block_on(async {
        let games = ServerGames::catalog()
            .with_guests(ExternalAgentFactory::new(external_agents::registry()));
        let services = match &args.ai_secret_file {
            Some(file) => {
                let note = |text: &str| tracing::info!("{text}");
                let plain = plain_connections(args.ai_plain);
                let addresses = args.ai.iter().map(|text| AgentAddress::parse(text, plain));
                let addresses = addresses.collect::<Result<Vec<_>, _>>()?;
                Some(RemoteServices::connect(
                    addresses,
                    &read_secret(file)?,
                    note,
                ))
            }
            None => None,
        };
        let shared_storage = Arc::clone(&storage);
        let server = Server::start_with_services(config, shared_storage, games, services).await?;
        let socket_address = SocketAddr::from((address, args.port));
        let listener = TcpListener::bind(socket_address).await.map_err(|error| {
            anyhow!(say!(
                "cannot-listen-port",
                address = socket_address,
                reason = error
            ))
        })?;
        let port = listener.local_addr().map_or(args.port, |own| own.port());
        // The server runs even if stdout is closed.
        let _ = greeting::greet(console, port, args.lan, args.open, &operator);
        ludorum_server::serve(listener, server, shutdown_signal())
            .await
            .map_err(|error| anyhow!("network error: {error}"))?;
        anyhow::Ok(ExitStatus::Success)
    });
    // Does not wait for agents that are still thinking.
    runtime.shutdown_background();
    // Merges the write-ahead log into the database file, so that a copy of it is complete.
    storage.close();
    end
}

/// Waits for Ctrl-C or SIGTERM.
async fn shutdown_signal() {
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
    // Without a handler, the server runs until the process is killed.
    if interrupt.await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Reads the secret shared by game servers and AI services from a file.
pub(crate) fn read_secret(file: &Path) -> Result<SharedSecret> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let file = file.display();
        anyhow!(say!("cannot-read-secret", file = file, reason = error))
    })?;
    SharedSecret::new(&text).map_err(|reason| anyhow!("{}: {reason}", file.display()))
}

/// Command-line parser of a log level.
fn log_level() -> impl TypedValueParser<Value = LevelFilter> {
    PossibleValuesParser::new(["error", "warn", "info", "debug", "trace"])
        .try_map(|level| level.parse::<LevelFilter>())
}

impl LogArgs {
    /// Starts logging to stderr with these options.
    pub(crate) fn start(&self) {
        let log = tracing_subscriber::fmt()
            .with_max_level(self.log)
            .with_ansi(false)
            .with_writer(std::io::stderr);
        // Fails only if logging was already started.
        let _ = if self.log_json {
            log.json().try_init()
        } else {
            log.try_init()
        };
    }
}
