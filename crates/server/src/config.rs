//! Configuration of a server.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::OperatorTokenHash;
use crate::connections::room_for_connections;

/// Configuration of a game server: limits, timeouts, content folder and operator rights.
#[derive(Clone, Debug)]
pub struct Config {
    /// Host names accepted in the `Host` header of requests, besides `localhost` and IP addresses.
    pub hosts: Vec<String>,
    /// Time after the end of a game until a table without connections is archived.
    pub archive_finished_after: Duration,
    /// Time without activity until a table without connections and with an unfinished game is
    /// archived.
    pub archive_idle_after: Duration,
    /// Time until a disconnected player counts as having left, if other players are waiting.
    pub away_after: Duration,
    /// Number of agents that search in parallel.
    pub think_threads: usize,
    /// Time limit of an agent's move. A slower agent is stopped, and clients are informed.
    pub max_think_time: Duration,
    /// Memory limit for an agent requested by an untrusted client, in bytes.
    pub max_search_memory: usize,
    /// Limit of iterations and of nodes per move for an agent requested by an untrusted client.
    pub max_search_work: u64,
    /// Limit of search threads for an agent requested by an untrusted client.
    pub max_search_threads: usize,
    /// Memory limit of all built-in agents that are kept between their moves, in bytes. The least
    /// recently used agents are evicted, and rebuilt when they are to move.
    pub agent_memory: usize,
    /// True if the operator may start programs, connect to any address, play matches, add agents
    /// and save templates. If false, nobody may.
    pub programs: bool,
    /// The content folder: Sector 66 templates and plug-ins, and translations of the page. If
    /// `None`, nothing can be saved or tried out.
    pub content: Option<PathBuf>,
    /// Hash of the operator's token. The token allows saving translations and whatever `programs`
    /// permits. If `None`, there is no operator.
    pub operator: Option<OperatorTokenHash>,
    /// Maximum number of external agents that play at the same time.
    pub max_external_agents: usize,
    /// Maximum number of live tables, which are in memory and not archived.
    pub most_tables: usize,
    /// Maximum number of live tables opened from one address.
    pub tables_per_address: usize,
    /// Rate limit of requests per second and address. Bursts may be ten times as large.
    pub requests_per_second: f64,
    /// Rate limit of messages per second and WebSocket. Bursts may be ten times as large.
    pub messages_per_second: f64,
    /// Maximum number of connections per address, and also of WebSockets per address.
    pub connections_per_address: usize,
    /// Maximum number of connections in total; a quarter is reserved for seated players. The
    /// default follows the system's limit of open files.
    pub most_connections: usize,
    /// Time limit for receiving a complete request head, at the start of a connection and between
    /// requests.
    pub header_deadline: Duration,
    /// Time limit for receiving a complete request body.
    pub body_deadline: Duration,
    /// Addresses of proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// Allowed password attempts per minute, for each address and table.
    pub password_tries: f64,
    /// Fixed seed of every game, for tests. If `None`, each game gets a secret random seed.
    pub seed: Option<u64>,
}

impl Default for Config {
    fn default() -> Config {
        let max_external_agents = 32;
        let most_connections = room_for_connections(max_external_agents);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            hosts: Vec::new(),
            archive_finished_after: Duration::from_secs(20 * 60),
            archive_idle_after: Duration::from_secs(60 * 60),
            away_after: Duration::from_secs(2 * 60),
            think_threads: threads,
            max_think_time: Duration::from_secs(30),
            max_search_memory: 256 << 20,
            max_search_work: 100_000_000,
            max_search_threads: 4,
            agent_memory: 1 << 30,
            programs: false,
            content: None,
            operator: None,
            max_external_agents,
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
