//! The service: runs agents for authenticated servers, on a limited number of threads.

use std::collections::HashMap;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::StopFlag;
use ludorum_protocol::service::{FromService, ServiceLoad, ThinkJob, ToService};
use ludorum_protocol::table::AgentAnalysis;
use parking_lot::{Condvar, Mutex};

use super::agent_pool::AgentPool;
use super::channel::{self, AuthenticatedReceiver, AuthenticatedSender, SharedSecret};
use crate::throttle::Throttle;

/// Time limit of the authentication handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of connections, so that strangers cannot exhaust the threads.
const MAX_CONNECTIONS: u32 = 64;

/// Maximum number of queued and running jobs.
const MAX_JOBS: u32 = 1024;

/// Interval at which a changed load is reported.
const LOAD_INTERVAL: Duration = Duration::from_millis(100);
/// Interval at which the load is reported in any case.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Minimum interval between search information messages of a job.
const INFO_INTERVAL: Duration = Duration::from_millis(150);

/// Configuration of a service.
#[derive(Clone, Copy, Debug)]
pub struct AgentServiceConfig {
    /// Number of agents that think in parallel.
    pub threads: usize,
    /// Number of agents kept between moves.
    pub pooled_agents: usize,
}

/// A service that runs agents for servers.
pub struct AgentService {
    secret: SharedSecret,
    config: AgentServiceConfig,
    agents: AgentPool,
    free_threads: Mutex<usize>,
    thread_freed: Condvar,
    jobs: Arc<AtomicU32>,
    connections: Arc<AtomicU32>,
}

impl AgentService {
    /// A service without connections.
    pub fn new(secret: SharedSecret, config: AgentServiceConfig) -> Arc<AgentService> {
        Arc::new(AgentService {
            secret,
            config,
            agents: AgentPool::new(config.pooled_agents),
            free_threads: Mutex::new(config.threads.max(1)),
            thread_freed: Condvar::new(),
            jobs: Arc::default(),
            connections: Arc::default(),
        })
    }

    /// Serves connections forever. `log` receives a line for each connection and disconnection.
    pub fn serve(self: &Arc<AgentService>, listener: &TcpListener, log: fn(&str)) {
        let host = Arc::clone(self);
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_secs(30));
                host.agents.drop_idle();
            }
        });
        for stream in listener.incoming().flatten() {
            if self.connections.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
                continue;
            }
            let counted = CounterGuard::new(&self.connections);
            let host = Arc::clone(self);
            thread::spawn(move || {
                let address = stream.peer_addr().map(|address| address.to_string());
                let address = address.unwrap_or_default();
                match host.handle(stream, &|| log(&format!("{address} connected"))) {
                    Ok(()) => log(&format!("{address} disconnected")),
                    Err(error) => log(&format!("{address} disconnected: {error}")),
                }
                drop(counted);
            });
        }
    }

    fn handle(
        self: &Arc<AgentService>,
        stream: TcpStream,
        on_connected: &dyn Fn(),
    ) -> io::Result<()> {
        let (sender, mut receiver) = channel::accept(stream, &self.secret, HANDSHAKE_TIMEOUT)?;
        on_connected();
        let connection = Arc::new(ServerConnection {
            host: Arc::clone(self),
            sender: Mutex::new(sender),
            stops: Mutex::default(),
            closed: StopFlag::new(),
        });
        let reporter = Arc::clone(&connection);
        thread::spawn(move || reporter.report_load());
        let error = Arc::clone(&connection).receive_jobs(&mut receiver);
        connection.close();
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Ok(()),
            _ => Err(error),
        }
    }

    fn load(&self) -> ServiceLoad {
        ServiceLoad {
            jobs: self.jobs.load(Ordering::Relaxed),
            threads: self.config.threads as u32,
        }
    }

    /// Waits for a free thread and takes it; false if the flag is raised before.
    fn acquire_thread(&self, stop: &StopFlag) -> bool {
        let mut free = self.free_threads.lock();
        while *free == 0 {
            if stop.is_raised() {
                return false;
            }
            self.thread_freed.wait_for(&mut free, LOAD_INTERVAL);
        }
        *free -= 1;
        true
    }

    fn release_thread(&self) {
        *self.free_threads.lock() += 1;
        self.thread_freed.notify_one();
    }
}

/// Increments a counter for as long as it lives.
struct CounterGuard(Arc<AtomicU32>);

impl CounterGuard {
    fn new(counter: &Arc<AtomicU32>) -> CounterGuard {
        counter.fetch_add(1, Ordering::Relaxed);
        CounterGuard(Arc::clone(counter))
    }
}

impl Drop for CounterGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The connection of a server.
struct ServerConnection {
    host: Arc<AgentService>,
    sender: Mutex<AuthenticatedSender>,
    /// Stop flags of the running jobs.
    stops: Mutex<HashMap<u64, StopFlag>>,
    closed: StopFlag,
}

impl ServerConnection {
    /// Receives and starts jobs until an error occurs.
    fn receive_jobs(
        self: Arc<ServerConnection>,
        receiver: &mut AuthenticatedReceiver,
    ) -> io::Error {
        loop {
            match receiver.receive() {
                Ok(ToService::Think(job)) => Arc::clone(&self).start_job(job),
                Ok(ToService::Cancel { job }) => {
                    if let Some(stop) = self.stops.lock().get(&job) {
                        stop.raise();
                    }
                }
                Err(error) => return error,
            }
        }
    }

    fn start_job(self: Arc<ServerConnection>, job: ThinkJob) {
        if self.host.jobs.load(Ordering::Relaxed) >= MAX_JOBS {
            let reason = "the service is overloaded".to_owned();
            return self.send(&FromService::Failed {
                job: job.job,
                reason,
            });
        }
        let stop = StopFlag::new();
        self.stops.lock().insert(job.job, stop.clone());
        let counted = CounterGuard::new(&self.host.jobs);
        thread::spawn(move || {
            if self.host.acquire_thread(&stop) {
                let message = self.run_job(&job, &stop);
                self.host.release_thread();
                drop(counted);
                self.send(&message);
            }
            self.stops.lock().remove(&job.job);
        });
    }

    fn run_job(&self, job: &ThinkJob, stop: &StopFlag) -> FromService {
        let throttle = Throttle::new(INFO_INTERVAL);
        let watch = |thought: AgentAnalysis| {
            if throttle.is_due() {
                let job = job.job;
                self.send(&FromService::SoFar { job, thought });
            }
        };
        match self.host.agents.think(job, stop, &watch) {
            Ok(thought) => FromService::Done {
                job: job.job,
                thought,
            },
            Err(reason) => FromService::Failed {
                job: job.job,
                reason,
            },
        }
    }

    fn send(&self, message: &FromService) {
        if self.sender.lock().send(message).is_err() {
            self.close();
        }
    }

    fn report_load(&self) {
        let mut reported = None;
        while !self.closed.is_raised() {
            let load = self.host.load();
            let is_due = reported.is_none_or(|(last, at): (ServiceLoad, Instant)| {
                last != load || at.elapsed() >= HEARTBEAT_INTERVAL
            });
            if is_due {
                self.send(&FromService::Load(load));
                reported = Some((load, Instant::now()));
            }
            thread::sleep(LOAD_INTERVAL);
        }
    }

    /// Stops all jobs and closes the channel.
    fn close(&self) {
        self.closed.raise();
        for stop in self.stops.lock().values() {
            stop.raise();
        }
        // A thread that holds the lock is sending, and will see the error itself.
        if let Some(sender) = self.sender.try_lock() {
            sender.close();
        }
    }
}
