//! The service: runs jobs of servers that know its secret, on a limited number of threads.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::StopFlag;
use ludorum_protocol::engine::{
    AgentHello, AgentJob, ChosenMove, FromAgent, ServiceLoad, SharedSecret, ToAgent, VERSION,
    check_version, to_line,
};
use ludorum_protocol::table::AgentMoveAnalysis;
use parking_lot::Mutex;

use super::LINE_BYTES;
use super::agent_pool::AgentPool;
use crate::listener::{AgentListener, IncomingConnection};
use crate::throttle::Throttle;
use crate::transport::{IncomingLine, LineReceiver, LineSender, ReceiveError};

/// Time limit for all handshakes and the hello of a server.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Time that a refused server has to read the reason.
const REFUSAL_TIMEOUT: Duration = Duration::from_millis(500);

/// Time after which a message that a server does not read is dropped.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of connections to an AI service, so that strangers cannot exhaust the threads.
const MAX_CONNECTIONS: u32 = 64;

/// Maximum number of queued and running jobs of an AI service.
const MAX_JOBS: u32 = 1024;

/// Interval at which an AI service reports a changed load.
const LOAD_INTERVAL: Duration = Duration::from_millis(100);

/// Interval at which an AI service reports its load even if it has not changed.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Minimum interval between interim results of a job.
const INFO_INTERVAL: Duration = Duration::from_millis(150);

/// Interval at which an AI service drops idle agents.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(30);

/// Configuration of an AI service.
#[derive(Clone, Copy, Debug)]
pub struct AgentServiceConfig {
    /// Number of agents of the service that think in parallel.
    pub threads: u16,
    /// Maximum number of agents that the service stores between their moves.
    pub pooled_agents: usize,
}

/// AI service: a process that runs agents for game servers.
pub struct AgentService {
    secret: SharedSecret,
    threads: u32,
    agents: AgentPool,
    queue: Sender<QueuedJob>,
    /// Number of queued and running jobs.
    jobs: AtomicU32,
}

/// A job that waits for a thread.
struct QueuedJob {
    job: AgentJob,
    stop: StopFlag,
    server: Arc<ServerConnection>,
}

impl AgentService {
    /// Starts the threads of an AI service.
    pub fn start(secret: SharedSecret, config: AgentServiceConfig) -> Arc<AgentService> {
        let (queue, jobs) = channel();
        let threads = config.threads.max(1);
        let service = Arc::new(AgentService {
            secret,
            threads: u32::from(threads),
            agents: AgentPool::new(config.pooled_agents),
            queue,
            jobs: AtomicU32::new(0),
        });
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..threads {
            let (service, jobs) = (Arc::clone(&service), Arc::clone(&jobs));
            thread::spawn(move || service.work(&jobs));
        }
        service
    }

    /// Serves connections of game servers forever. `log` receives a line for each connection and
    /// disconnection.
    pub fn serve(self: &Arc<AgentService>, listener: &AgentListener, log: fn(&str)) {
        let connections = Arc::new(());
        loop {
            let Ok(incoming) = listener.accept() else {
                // Out of file descriptors, most likely: some may be free again soon.
                thread::sleep(LOAD_INTERVAL);
                continue;
            };
            if Arc::strong_count(&connections) > MAX_CONNECTIONS as usize {
                continue;
            }
            let (service, counted) = (Arc::clone(self), Arc::clone(&connections));
            thread::spawn(move || {
                let address = incoming.peer();
                match service.handle(incoming, &|| log(&format!("{address} connected"))) {
                    Ok(()) => log(&format!("{address} disconnected")),
                    Err(reason) => log(&format!("{address} disconnected: {reason}")),
                }
                drop(counted);
            });
        }
    }

    /// Runs the jobs in the queue one after another; the body of a worker thread.
    fn work(&self, jobs: &Mutex<Receiver<QueuedJob>>) {
        loop {
            let queued = jobs.lock().recv_timeout(CLEANUP_INTERVAL);
            match queued {
                Ok(queued) => self.run(&queued),
                Err(RecvTimeoutError::Timeout) => self.agents.drop_idle(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn run(&self, QueuedJob { job, stop, server }: &QueuedJob) {
        let throttle = Throttle::new(INFO_INTERVAL);
        let watch = |thought: AgentMoveAnalysis| {
            if throttle.is_due() {
                server.send(&FromAgent::Info(ChosenMove::from_analysis(job.id, thought)));
            }
        };
        // A cancelled job has no answer.
        let answer = (!stop.is_raised()).then(|| {
            let think = AssertUnwindSafe(|| self.agents.think(job, stop, &watch));
            catch_unwind(think).unwrap_or_else(|_| Err("the agent panicked".to_owned()))
        });
        server.stops.lock().remove(&job.id);
        self.jobs.fetch_sub(1, Ordering::Relaxed);
        match answer {
            Some(Ok(thought)) => {
                server.send(&FromAgent::Move(ChosenMove::from_analysis(job.id, thought)));
            }
            Some(Err(reason)) => server.refuse(Some(job.id), reason),
            None => {}
        }
    }

    fn handle(&self, incoming: IncomingConnection, on_connected: &dyn Fn()) -> Result<(), String> {
        let deadline = Instant::now() + HANDSHAKE_TIMEOUT;
        let connection = incoming.handshake(HANDSHAKE_TIMEOUT);
        let connection = connection.map_err(|error| error.to_string())?;
        let (_closer, transport) = connection.into_transport(LINE_BYTES, None);
        let (receiver, sender) = transport.into_queues();
        let server = Arc::new(ServerConnection {
            sender,
            stops: Mutex::default(),
        });
        if let Err(reason) = self.receive_hello(&receiver, deadline) {
            server.refuse(None, reason.clone());
            // The server closes the connection when it has read the reason.
            let _ = receiver.receive(Instant::now() + REFUSAL_TIMEOUT, &StopFlag::new());
            return Err(reason);
        }
        on_connected();
        let end = self.receive_jobs(&receiver, &server);
        for stop in server.stops.lock().values() {
            stop.raise();
        }
        end
    }

    /// Receives the hello of a server, and checks its protocol version and secret.
    fn receive_hello(&self, receiver: &LineReceiver, deadline: Instant) -> Result<(), String> {
        let message = match receiver.receive(deadline, &StopFlag::new()) {
            Ok(incoming) => parse(incoming)?,
            Err(_) => return Err("no hello in time".to_owned()),
        };
        let Some(ToAgent::Hello(hello)) = message else {
            return Err("its first message is not a hello".to_owned());
        };
        check_version(hello.protocol)?;
        if hello.secret.as_ref() == Some(&self.secret) {
            Ok(())
        } else {
            Err("its secret differs from the secret of this AI service".to_owned())
        }
    }

    /// Receives jobs of a server and reports the load until the connection ends.
    fn receive_jobs(
        &self,
        receiver: &LineReceiver,
        server: &Arc<ServerConnection>,
    ) -> Result<(), String> {
        let (mut reported, mut at) = (self.load(), Instant::now());
        server.send(&FromAgent::Hello(AgentHello {
            protocol: VERSION,
            name: "ludorum".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            games: Vec::new(),
            wants: Vec::new(),
            load: Some(reported),
        }));
        loop {
            match receiver.receive(Instant::now() + LOAD_INTERVAL, &StopFlag::new()) {
                Ok(incoming) => match parse(incoming)? {
                    Some(ToAgent::Job(job)) => self.queue(job, server),
                    Some(ToAgent::Stop { id }) => {
                        if let Some(stop) = server.stops.lock().get(&id) {
                            stop.raise();
                        }
                    }
                    Some(ToAgent::Bye { .. }) | None => return Ok(()),
                    Some(_) => {
                        return Err("it sent a message that is not for AI services".to_owned());
                    }
                },
                Err(ReceiveError::TimedOut | ReceiveError::Stopped) => {}
            }
            let load = self.load();
            if load != reported || at.elapsed() >= HEARTBEAT_INTERVAL {
                (reported, at) = (load, Instant::now());
                server.send(&FromAgent::Load(load));
            }
        }
    }

    fn load(&self) -> ServiceLoad {
        ServiceLoad {
            jobs: self.jobs.load(Ordering::Relaxed),
            threads: self.threads,
        }
    }

    fn queue(&self, job: AgentJob, server: &Arc<ServerConnection>) {
        if self.jobs.fetch_add(1, Ordering::Relaxed) >= MAX_JOBS {
            self.jobs.fetch_sub(1, Ordering::Relaxed);
            return server.refuse(Some(job.id), "the AI service is overloaded".to_owned());
        }
        let stop = StopFlag::new();
        server.stops.lock().insert(job.id, stop.clone());
        let server = Arc::clone(server);
        let queued = QueuedJob { job, stop, server };
        self.queue
            .send(queued)
            .expect("the service owns a receiver as long as it lives");
    }
}

/// The connection of a server to this service.
struct ServerConnection {
    sender: LineSender,
    /// Stop flags of the server's queued and running jobs, by job id.
    stops: Mutex<HashMap<u64, StopFlag>>,
}

impl ServerConnection {
    /// Sends a message to the server. A server that does not read misses it, and notices that its
    /// job is late.
    fn send(&self, message: &FromAgent) {
        let _ = self
            .sender
            .send(to_line(message), Instant::now() + SEND_TIMEOUT);
    }

    /// Tells the server that a job is given up, or without an id that the connection is refused.
    fn refuse(&self, id: Option<u64>, reason: String) {
        let note = Some(reason);
        self.send(&FromAgent::Resign { id, note });
    }
}

/// Parses a line as a message; `None` if the connection has ended.
fn parse(incoming: IncomingLine) -> Result<Option<ToAgent>, String> {
    match incoming {
        IncomingLine::Line(line) => {
            let message = serde_json::from_slice(&line);
            let message = message.map_err(|error| format!("its line is not a message: {error}"));
            message.map(Some)
        }
        IncomingLine::TooLong => Err("its line is too long".to_owned()),
        IncomingLine::Closed => Ok(None),
    }
}
