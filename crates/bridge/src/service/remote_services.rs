//! The server's side of AI services: connections, load balancing, and failover when a service dies.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::StopFlag;
use ludorum_protocol::engine::{
    AgentHello, AgentJob, ChosenMove, FromAgent, ServiceLoad, SharedSecret, TableHello, ToAgent,
    VERSION, check_version, to_line,
};
use ludorum_protocol::table::AgentMoveAnalysis;
use ludorum_record::RecordHeader;
use parking_lot::Mutex;

use super::LINE_BYTES;
use crate::address::AgentAddress;
use crate::agent_error::excerpt;
use crate::line_connection::ConnectionCloser;
use crate::transport::{IncomingLine, LineReceiver, LineSender};

/// Time limit for connecting to an AI service, and for its hello.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time after which an AI service that sends nothing is considered dead.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time beyond the limit of a job after which the server gives the job to another AI service.
const GRACE: Duration = Duration::from_secs(3);

/// First delay between attempts to connect to an AI service; it doubles after each failed one.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(200);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(30);

/// Time after which an AI service that does not read a message is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(1);

/// Polling interval of the stop flag while waiting for the answer to a job.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Maximum number of agents for which the AI service that ran them last is remembered.
const MAX_REMEMBERED: usize = 10_000;

/// Connections of a game server to its AI services. Dropping it disconnects them.
pub struct RemoteServices {
    all: Vec<Arc<RemoteService>>,
    /// Index of the AI service that last ran an agent, by the `keep` key of the agent's jobs.
    last: Mutex<HashMap<String, usize>>,
    next_id: AtomicU64,
    closed: StopFlag,
}

/// One AI service, connected or not.
struct RemoteService {
    address: AgentAddress,
    /// Connection to the service; `None` while disconnected.
    connection: Mutex<Option<ServiceConnection>>,
}

/// The connection to an AI service and its pending jobs. Dropping it ends the connection, and all
/// pending jobs fail.
struct ServiceConnection {
    sender: LineSender,
    load: ServiceLoad,
    /// Channels for the answers to pending jobs, by job id: interim results, then the move.
    pending: HashMap<u64, mpsc::Sender<FromAgent>>,
    _closer: ConnectionCloser,
}

impl RemoteServices {
    /// Connects to the services at these addresses, and reconnects when a connection is lost. `log`
    /// receives connection events.
    pub fn connect(
        addresses: Vec<AgentAddress>,
        secret: &SharedSecret,
        log: fn(&str),
    ) -> RemoteServices {
        let closed = StopFlag::new();
        let connect = |address: AgentAddress| {
            let service = Arc::new(RemoteService {
                address,
                connection: Mutex::default(),
            });
            let (own, secret, closed) = (Arc::clone(&service), secret.clone(), closed.clone());
            thread::spawn(move || own.stay_connected(&secret, log, &closed));
            service
        };
        RemoteServices {
            all: addresses.into_iter().map(connect).collect(),
            last: Mutex::default(),
            next_id: AtomicU64::new(1),
            closed,
        }
    }

    /// Runs a job on the least loaded service, and on another one if that fails or `check` rejects
    /// its answer. Returns `None` if no service can run the job, or `stop` was raised. `watch`
    /// receives the checked interim results. The id of the job is assigned here.
    pub fn think(
        &self,
        mut job: AgentJob,
        stop: &StopFlag,
        watch: &dyn Fn(AgentMoveAnalysis),
        check: &dyn Fn(ChosenMove) -> Option<AgentMoveAnalysis>,
    ) -> Option<AgentMoveAnalysis> {
        let (began, time_ms) = (Instant::now(), job.time_ms);
        let mut tried = vec![false; self.all.len()];
        while !stop.is_raised() {
            let at = self.choose(job.keep.as_deref(), &tried)?;
            tried[at] = true;
            job.id = self.next_id.fetch_add(1, Ordering::Relaxed);
            // After a failover there is less time left, but at least a tenth.
            let spent = began.elapsed().as_millis() as u64;
            job.time_ms = time_ms.saturating_sub(spent).max(time_ms / 10);
            let watch = |info| {
                if let Some(thought) = check(info) {
                    watch(thought);
                }
            };
            let answer = self.all[at].think(&job, stop, &watch);
            if let Some(thought) = answer.and_then(check) {
                self.remember(job.keep.as_deref(), at);
                return Some(thought);
            }
        }
        None
    }

    /// Returns the number of connected AI services.
    pub fn connected(&self) -> usize {
        let is_connected = |service: &&Arc<RemoteService>| service.connection.lock().is_some();
        self.all.iter().filter(is_connected).count()
    }

    /// Returns the index of the service that stores the agent, if it has a free thread, or else of
    /// the least loaded one. Services in `tried` are skipped.
    fn choose(&self, keep: Option<&str>, tried: &[bool]) -> Option<usize> {
        let last = keep.and_then(|keep| self.last.lock().get(keep).copied());
        let loads = self.all.iter().enumerate().filter_map(|(at, service)| {
            let load = service.load()?;
            (!tried[at]).then_some((at, load))
        });
        let loads: Vec<(usize, ServiceLoad)> = loads.collect();
        let is_free =
            |(at, load): &&(usize, ServiceLoad)| Some(*at) == last && load.jobs < load.threads;
        if let Some((at, _)) = loads.iter().find(is_free) {
            return Some(*at);
        }
        let least = loads.into_iter().min_by_key(|(at, load)| {
            let share = u64::from(load.jobs) * 1000 / u64::from(load.threads.max(1));
            (share, *at)
        });
        least.map(|(at, _)| at)
    }

    fn remember(&self, keep: Option<&str>, at: usize) {
        let mut last = self.last.lock();
        if last.len() >= MAX_REMEMBERED {
            last.clear();
        }
        if let Some(keep) = keep {
            last.insert(keep.to_owned(), at);
        }
    }
}

impl Drop for RemoteServices {
    fn drop(&mut self) {
        self.closed.raise();
        for service in &self.all {
            service.disconnect();
        }
    }
}

impl std::fmt::Debug for RemoteServices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let addresses = self.all.iter().map(|service| &service.address);
        f.debug_list().entries(addresses).finish()
    }
}

impl RemoteService {
    /// Returns the load that the service reported, but at least the pending jobs of this server;
    /// `None` if disconnected.
    fn load(&self) -> Option<ServiceLoad> {
        let connection = self.connection.lock();
        let ServiceConnection { load, pending, .. } = connection.as_ref()?;
        Some(ServiceLoad {
            jobs: load.jobs.max(pending.len() as u32),
            ..*load
        })
    }

    /// Runs a job on this service and waits for the move; `None` if the job fails or `stop` is
    /// raised.
    fn think(
        &self,
        job: &AgentJob,
        stop: &StopFlag,
        watch: &dyn Fn(ChosenMove),
    ) -> Option<ChosenMove> {
        let (sender, answers) = mpsc::channel();
        self.connection
            .lock()
            .as_mut()?
            .pending
            .insert(job.id, sender);
        self.send(&ToAgent::Job(job.clone()));
        let deadline = Instant::now() + Duration::from_millis(job.time_ms) + GRACE;
        let chosen = loop {
            match answers.recv_timeout(POLL_INTERVAL) {
                Ok(FromAgent::Info(info)) => watch(info),
                Ok(FromAgent::Move(chosen)) => break Some(chosen),
                // It gave up the job, or the connection is lost.
                Ok(_) | Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout)
                    if stop.is_raised() || Instant::now() >= deadline =>
                {
                    self.send(&ToAgent::Stop { id: job.id });
                    break None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        if let Some(connection) = self.connection.lock().as_mut() {
            connection.pending.remove(&job.id);
        }
        chosen
    }

    /// Sends a message to the service. A service that does not read is disconnected: it could
    /// answer nothing.
    fn send(&self, message: &ToAgent) {
        let sender = self
            .connection
            .lock()
            .as_ref()
            .map(|own| own.sender.clone());
        let deadline = Instant::now() + SEND_TIMEOUT;
        if sender.is_some_and(|sender| !sender.send(to_line(message), deadline)) {
            self.disconnect();
        }
    }

    fn stay_connected(&self, secret: &SharedSecret, log: fn(&str), closed: &StopFlag) {
        let mut delay = MIN_RETRY_DELAY;
        let mut last_error = String::new();
        while !closed.is_raised() {
            let error = match self.connect(secret, closed) {
                Ok(receiver) => {
                    log(&format!("connected to the AI service at {}", self.address));
                    delay = MIN_RETRY_DELAY;
                    let error = self.receive_answers(&receiver, closed);
                    self.disconnect();
                    error
                }
                Err(error) => error,
            };
            if error != last_error && !closed.is_raised() {
                log(&format!("AI service at {}: {error}", self.address));
                last_error = error;
            }
            thread::sleep(delay);
            delay = (delay * 2).min(MAX_RETRY_DELAY);
        }
    }

    /// Connects to the service, exchanges hellos and returns the queue of its messages.
    fn connect(&self, secret: &SharedSecret, closed: &StopFlag) -> Result<LineReceiver, String> {
        let connection = self.address.connect(CONNECT_TIMEOUT);
        let connection = connection.map_err(|error| error.to_string())?;
        let (closer, transport) = connection.into_transport(LINE_BYTES, None);
        let (receiver, sender) = transport.into_queues();
        let deadline = Instant::now() + CONNECT_TIMEOUT;
        let hello = ToAgent::Hello(TableHello {
            protocol: VERSION,
            program: RecordHeader::this_program(),
            secret: Some(secret.clone()),
        });
        sender.send(to_line(&hello), deadline);
        let load = match receive(&receiver, deadline, closed)? {
            FromAgent::Hello(AgentHello { protocol, load, .. }) => {
                check_version(protocol)?;
                load.ok_or("it is an agent, not an AI service")?
            }
            FromAgent::Resign { note, .. } => {
                let note = note.unwrap_or_default();
                return Err(format!("it refused: {}", excerpt(note.as_bytes())));
            }
            _ => return Err("its first message is not a hello".to_owned()),
        };
        *self.connection.lock() = Some(ServiceConnection {
            sender,
            load,
            pending: HashMap::new(),
            _closer: closer,
        });
        Ok(receiver)
    }

    /// Forwards answers of the service to the pending jobs until an error occurs, and returns that
    /// error.
    fn receive_answers(&self, receiver: &LineReceiver, closed: &StopFlag) -> String {
        loop {
            let message = match receive(receiver, Instant::now() + HEARTBEAT_TIMEOUT, closed) {
                Ok(message) => message,
                Err(error) => return error,
            };
            let mut connection = self.connection.lock();
            let Some(connection) = connection.as_mut() else {
                return "it does not read its messages".to_owned();
            };
            let id = match &message {
                FromAgent::Load(load) => {
                    connection.load = *load;
                    continue;
                }
                FromAgent::Info(chosen) | FromAgent::Move(chosen) => Some(chosen.id),
                FromAgent::Resign { id, .. } => *id,
                FromAgent::Hello(_) | FromAgent::Ask(_) => None,
            };
            let Some(id) = id else {
                return "it sent a message that is no answer to a job".to_owned();
            };
            // A cancelled job is no longer pending, and its receiver may have given up.
            if let Some(pending) = connection.pending.get(&id) {
                let _ = pending.send(message);
            }
        }
    }

    fn disconnect(&self) {
        *self.connection.lock() = None;
    }
}

/// Waits for the next message of a service.
fn receive(
    receiver: &LineReceiver,
    deadline: Instant,
    closed: &StopFlag,
) -> Result<FromAgent, String> {
    match receiver.receive(deadline, closed) {
        Ok(IncomingLine::Line(line)) => serde_json::from_slice(&line).map_err(|error| {
            let line = excerpt(&line);
            format!("'{line}' is not a message: {error}; update server and services together")
        }),
        Ok(IncomingLine::TooLong) => Err("a line is too long".to_owned()),
        Ok(IncomingLine::Closed) => Err("it closed the connection".to_owned()),
        Err(_) => Err("it does not answer".to_owned()),
    }
}
