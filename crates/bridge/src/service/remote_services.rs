//! The server's side of services: connections, load balancing, and failover when a service dies.

use std::collections::HashMap;
use std::io;
use std::net::ToSocketAddrs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::StopFlag;
use ludorum_protocol::service::{FromService, ServiceLoad, ThinkJob, ToService};
use ludorum_protocol::table::AgentAnalysis;
use parking_lot::Mutex;

use super::channel::{self, AuthenticatedReceiver, AuthenticatedSender, SharedSecret};
use crate::endpoint::connect_to_any;

/// Time limit for connecting, and for the authentication handshake.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// A service without messages for this long is considered dead.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time beyond its limit after which a job goes to another service.
const GRACE: Duration = Duration::from_secs(3);

/// Exponential backoff between connection attempts.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(200);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(30);

/// Polling interval of the stop flag while waiting for an answer.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Maximum number of agents whose last service is remembered.
const MAX_REMEMBERED: usize = 10_000;

/// The services of a server. Dropping it disconnects them.
pub struct RemoteServices {
    all: Vec<Arc<RemoteService>>,
    /// Index of the service that last ran an agent, by the agent's key.
    last: Mutex<HashMap<String, usize>>,
    next_job: AtomicU64,
    closed: StopFlag,
}

/// One service, connected or not.
struct RemoteService {
    address: String,
    connection: Mutex<ServiceConnection>,
}

/// The connection to a service and its pending jobs.
#[derive(Default)]
struct ServiceConnection {
    /// None while disconnected.
    sender: Option<AuthenticatedSender>,
    load: ServiceLoad,
    pending: HashMap<u64, mpsc::Sender<FromService>>,
}

impl RemoteServices {
    /// Connects to the services at these addresses, and reconnects when a connection is lost. `log`
    /// receives connection events.
    pub fn connect(addresses: &[String], secret: &SharedSecret, log: fn(&str)) -> RemoteServices {
        let closed = StopFlag::new();
        let connect = |address: &String| {
            let service = Arc::new(RemoteService {
                address: address.clone(),
                connection: Mutex::default(),
            });
            let (own, secret, closed) = (Arc::clone(&service), secret.clone(), closed.clone());
            thread::spawn(move || own.stay_connected(&secret, log, &closed));
            service
        };
        RemoteServices {
            all: addresses.iter().map(connect).collect(),
            last: Mutex::default(),
            next_job: AtomicU64::new(1),
            closed,
        }
    }

    /// Runs a job on the least loaded service, or on another one if it fails or `check` rejects its
    /// answer. None if no service can run it, or the flag was raised. `watch` receives search
    /// information meanwhile. Assigns the job number.
    pub fn think(
        &self,
        mut job: ThinkJob,
        stop: &StopFlag,
        watch: &dyn Fn(AgentAnalysis),
        check: &dyn Fn(AgentAnalysis) -> Option<AgentAnalysis>,
    ) -> Option<AgentAnalysis> {
        let (began, time) = (Instant::now(), job.time);
        let mut tried = vec![false; self.all.len()];
        while !stop.is_raised() {
            let at = self.choose(job.keep.as_deref(), &tried)?;
            tried[at] = true;
            job.job = self.next_job.fetch_add(1, Ordering::Relaxed);
            // After a failover there is less time left, but at least a tenth.
            let spent = began.elapsed().as_millis() as u64;
            job.time = time.saturating_sub(spent).max(time / 10);
            let watch = |thought| {
                if let Some(thought) = check(thought) {
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

    /// The number of connected services.
    pub fn connected(&self) -> usize {
        let is_connected =
            |service: &&Arc<RemoteService>| service.connection.lock().sender.is_some();
        self.all.iter().filter(is_connected).count()
    }

    /// The service that holds the agent's state, if it has a free thread; otherwise the least loaded.
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
    /// The load of a connected service: as reported, but at least our own pending jobs.
    fn load(&self) -> Option<ServiceLoad> {
        let connection = self.connection.lock();
        connection.sender.as_ref()?;
        Some(ServiceLoad {
            jobs: connection.load.jobs.max(connection.pending.len() as u32),
            ..connection.load
        })
    }

    /// Runs a job and waits for its answer; none if it fails.
    fn think(
        &self,
        job: &ThinkJob,
        stop: &StopFlag,
        watch: &dyn Fn(AgentAnalysis),
    ) -> Option<AgentAnalysis> {
        let (sender, answers) = mpsc::channel();
        {
            let mut connection = self.connection.lock();
            connection.pending.insert(job.job, sender);
            connection.send(&ToService::Think(job.clone()));
        }
        let deadline = Instant::now() + Duration::from_millis(job.time) + GRACE;
        let thought = loop {
            match answers.recv_timeout(POLL_INTERVAL) {
                Ok(FromService::SoFar { thought, .. }) => watch(thought),
                Ok(FromService::Done { thought, .. }) => break Some(thought),
                Ok(FromService::Failed { .. } | FromService::Load(_)) => break None,
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout)
                    if stop.is_raised() || Instant::now() >= deadline =>
                {
                    let cancel = ToService::Cancel { job: job.job };
                    self.connection.lock().send(&cancel);
                    break None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.connection.lock().pending.remove(&job.job);
        thought
    }

    fn stay_connected(&self, secret: &SharedSecret, log: fn(&str), closed: &StopFlag) {
        let mut delay = MIN_RETRY_DELAY;
        let mut last_error = String::new();
        while !closed.is_raised() {
            let error = match self.connect(secret) {
                Ok(mut receiver) => {
                    log(&format!("connected to the AI service at {}", self.address));
                    delay = MIN_RETRY_DELAY;
                    let error = self.receive_answers(&mut receiver);
                    self.disconnect();
                    error
                }
                Err(error) => error,
            };
            let error = error.to_string();
            if error != last_error && !closed.is_raised() {
                log(&format!("AI service at {}: {error}", self.address));
                last_error = error;
            }
            thread::sleep(delay);
            delay = (delay * 2).min(MAX_RETRY_DELAY);
        }
    }

    fn connect(&self, secret: &SharedSecret) -> io::Result<AuthenticatedReceiver> {
        let stream = connect_to_any(self.address.to_socket_addrs()?, CONNECT_TIMEOUT)?;
        let (sender, receiver) = channel::connect(stream, secret, CONNECT_TIMEOUT)?;
        receiver.set_timeout(HEARTBEAT_TIMEOUT)?;
        self.connection.lock().sender = Some(sender);
        Ok(receiver)
    }

    /// Forwards answers to the pending jobs until an error occurs.
    fn receive_answers(&self, receiver: &mut AuthenticatedReceiver) -> io::Error {
        loop {
            let message: FromService = match receiver.receive() {
                Ok(message) => message,
                Err(error) => return error,
            };
            let mut connection = self.connection.lock();
            match &message {
                FromService::Load(load) => connection.load = *load,
                FromService::SoFar { job, .. }
                | FromService::Done { job, .. }
                | FromService::Failed { job, .. } => {
                    if let Some(pending) = connection.pending.get(job) {
                        // The receiver may have given up.
                        let _ = pending.send(message);
                    }
                }
            }
        }
    }

    fn disconnect(&self) {
        self.connection.lock().disconnect();
    }
}

impl ServiceConnection {
    fn send(&mut self, message: &ToService) {
        if let Some(sender) = &mut self.sender
            && sender.send(message).is_err()
        {
            self.disconnect();
        }
        if self.sender.is_none() {
            self.pending.clear();
        }
    }

    /// Closes the connection; all pending jobs fail.
    fn disconnect(&mut self) {
        if let Some(sender) = self.sender.take() {
            sender.close();
        }
        self.pending.clear();
    }
}
