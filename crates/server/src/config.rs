//! What can be set about a server.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::OperatorKey;
use crate::connections::room_for_connections;

/// What can be set about a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Names by which the server may be addressed, besides `localhost` and addresses in numbers.
    pub hosts: Vec<String>,
    /// A table is archived this long after its game ended, if nobody is there.
    pub keep_over: Duration,
    /// A table at which nothing happens is archived after this long, if nobody is there.
    pub keep_idle: Duration,
    /// Somebody who is not connected for this long, while others wait, has left.
    pub away_after: Duration,
    /// The number of agents that think at once.
    pub thinkers: usize,
    /// No agent thinks longer than this about a move: it is stopped then, and the table is told.
    pub longest_thought: Duration,
    /// The most memory a stranger's agent may ask for to think about a move, in bytes.
    pub thought_memory: usize,
    /// The most iterations, and the most nodes, a stranger's agent may ask for.
    pub thought_work: u64,
    /// The most threads a stranger's agent may ask for.
    pub thought_threads: usize,
    /// The memory of agents that wait for their next move, all tables together, in bytes. Those that
    /// have waited longest are let go when it does not suffice, and made again when they are to move.
    pub agent_memory: usize,
    /// Whether the operator may have the server start programs of their choice and connect to addresses
    /// of their choice, play matches, add agents and save templates. Otherwise nobody may.
    pub programs: bool,
    /// The folder of templates and plug-ins of Sector 66, and of translations of the page, that are
    /// not part of the program. Games look for templates there too. Without one nothing can be
    /// saved or tried.
    pub content: Option<PathBuf>,
    /// What the operator's token hashes to. Whoever sends the token may save translations and do what
    /// `programs` allows; without one nobody may.
    pub operator: Option<OperatorKey>,
    /// More external agents than this do not play at once.
    pub most_programs: usize,
    /// More live tables than this are refused.
    pub most_tables: usize,
    /// More live tables that were opened from one address are refused.
    pub tables_per_address: usize,
    /// The requests an address may make in a second, for a while ten times as many.
    pub requests_per_second: f64,
    /// The messages a connection may send in a second, for a while ten times as many.
    pub messages_per_second: f64,
    /// The connections an address may hold, and the WebSockets.
    pub connections_per_address: usize,
    /// The connections all addresses together may hold; a quarter of them is reserved for people who
    /// have seats. By default what the system's limit of open files leaves room for.
    pub most_connections: usize,
    /// A connection that sends no whole head of a request for this long is closed, at its beginning
    /// and between requests.
    pub header_deadline: Duration,
    /// The body of a request has to arrive within this time.
    pub body_deadline: Duration,
    /// The proxies that are believed when they say from which address a request comes.
    pub trusted_proxies: Vec<IpAddr>,
    /// The wrong passwords an address may try at a table in a minute.
    pub password_tries: f64,
    /// The seed of every game, for tests that need the same game again. Otherwise each game has a
    /// secret one of its own.
    pub seed: Option<u64>,
}

impl Default for Config {
    fn default() -> Config {
        let most_programs = 32;
        let most_connections = room_for_connections(most_programs);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            hosts: Vec::new(),
            keep_over: Duration::from_secs(20 * 60),
            keep_idle: Duration::from_secs(60 * 60),
            away_after: Duration::from_secs(2 * 60),
            thinkers: threads,
            longest_thought: Duration::from_secs(30),
            thought_memory: 256 << 20,
            thought_work: 100_000_000,
            thought_threads: 4,
            agent_memory: 1 << 30,
            programs: false,
            content: None,
            operator: None,
            most_programs,
            most_tables: 10_000,
            tables_per_address: 200,
            requests_per_second: 20.0,
            messages_per_second: 10.0,
            connections_per_address: (most_connections / 4).clamp(1, 500),
            most_connections,
            header_deadline: Duration::from_secs(20),
            body_deadline: Duration::from_secs(60),
            trusted_proxies: Vec::new(),
            password_tries: 5.0,
            seed: None,
        }
    }
}
