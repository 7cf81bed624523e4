//! The service: has agents think for servers that know the secret, so many at once.

use std::collections::HashMap;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::Stop;
use ludorum_protocol::service::{FromService, Job, Load, ToService};
use ludorum_protocol::table::Thought;

use super::channel::{self, Receiver, Secret, Sender};
use super::desk::Desk;

/// Who has not shown by then that they know the secret is turned away.
const HANDSHAKE: Duration = Duration::from_secs(5);

/// More connections than this are turned away, so that strangers cannot have all threads.
const MOST_CONNECTIONS: u32 = 64;

/// More jobs than this are refused.
const MOST_JOBS: u32 = 1024;

/// How often a server hears how much there is to do if that has changed; and anyway.
const PULSE: Duration = Duration::from_millis(100);
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// A server hears what an agent thinks so far no more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(150);

/// How a service works.
#[derive(Clone, Copy, Debug)]
pub struct HostConfig {
    /// How many agents think at once.
    pub threads: usize,
    /// How many players are kept between moves.
    pub keep: usize,
}

/// A service.
pub struct Host {
    secret: Secret,
    config: HostConfig,
    desk: Desk,
    free: Mutex<usize>,
    freed: Condvar,
    jobs: Arc<AtomicU32>,
    connections: Arc<AtomicU32>,
}

impl Host {
    /// A service nobody is connected to yet.
    pub fn new(secret: Secret, config: HostConfig) -> Arc<Host> {
        Arc::new(Host {
            secret,
            config,
            desk: Desk::new(config.keep),
            free: Mutex::new(config.threads.max(1)),
            freed: Condvar::new(),
            jobs: Arc::default(),
            connections: Arc::default(),
        })
    }

    /// Serves whoever connects, for ever. `note` is told who comes and goes, and who is refused.
    pub fn serve(self: &Arc<Host>, listener: &TcpListener, note: fn(&str)) {
        let host = Arc::clone(self);
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_secs(30));
                host.desk.tidy();
            }
        });
        for stream in listener.incoming().flatten() {
            if self.connections.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
                continue;
            }
            let one = Counted::new(&self.connections);
            let host = Arc::clone(self);
            thread::spawn(move || {
                let address = stream.peer_addr().map(|address| address.to_string());
                let address = address.unwrap_or_default();
                match host.attend(stream, &|| note(&format!("{address} is connected"))) {
                    Ok(()) => note(&format!("{address} has gone")),
                    Err(error) => note(&format!("{address} has gone: {error}")),
                }
                drop(one);
            });
        }
    }

    fn attend(self: &Arc<Host>, stream: TcpStream, welcome: &dyn Fn()) -> io::Result<()> {
        let (sender, mut receiver) = channel::answer(stream, &self.secret, HANDSHAKE)?;
        welcome();
        let connection = Arc::new(Connection {
            host: Arc::clone(self),
            sender: Mutex::new(sender),
            stops: Mutex::default(),
            is_over: Stop::new(),
        });
        let pulse = Arc::clone(&connection);
        thread::spawn(move || pulse.tell_load());
        let end = Arc::clone(&connection).converse(&mut receiver);
        connection.end();
        match end.kind() {
            io::ErrorKind::UnexpectedEof => Ok(()),
            _ => Err(end),
        }
    }

    fn load(&self) -> Load {
        Load {
            jobs: self.jobs.load(Ordering::Relaxed),
            threads: self.config.threads as u32,
        }
    }

    /// Waits until fewer than so many think; false if the flag is raised before.
    fn wait(&self, stop: &Stop) -> bool {
        let mut free = lock(&self.free);
        while *free == 0 {
            if stop.is_raised() {
                return false;
            }
            let woken = self.freed.wait_timeout(free, PULSE);
            free = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        true
    }

    fn leave(&self) {
        *lock(&self.free) += 1;
        self.freed.notify_one();
    }
}

/// One more of something, for as long as this lives.
struct Counted(Arc<AtomicU32>);

impl Counted {
    fn new(counter: &Arc<AtomicU32>) -> Counted {
        counter.fetch_add(1, Ordering::Relaxed);
        Counted(Arc::clone(counter))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A server that is connected.
struct Connection {
    host: Arc<Host>,
    sender: Mutex<Sender>,
    stops: Mutex<HashMap<u64, Stop>>,
    is_over: Stop,
}

impl Connection {
    /// Takes jobs until something is wrong.
    fn converse(self: Arc<Connection>, receiver: &mut Receiver) -> io::Error {
        loop {
            match receiver.receive() {
                Ok(ToService::Think(job)) => Arc::clone(&self).begin(job),
                Ok(ToService::Cancel { job }) => {
                    if let Some(stop) = lock(&self.stops).get(&job) {
                        stop.raise();
                    }
                }
                Err(error) => return error,
            }
        }
    }

    fn begin(self: Arc<Connection>, job: Job) {
        if self.host.jobs.load(Ordering::Relaxed) >= MOST_JOBS {
            let reason = "there is too much to do".to_owned();
            return self.tell(&FromService::Failed {
                job: job.job,
                reason,
            });
        }
        let stop = Stop::new();
        lock(&self.stops).insert(job.job, stop.clone());
        let one = Counted::new(&self.host.jobs);
        thread::spawn(move || {
            if self.host.wait(&stop) {
                let message = self.think(&job, &stop);
                self.host.leave();
                drop(one);
                self.tell(&message);
            }
            lock(&self.stops).remove(&job.job);
        });
    }

    fn think(&self, job: &Job, stop: &Stop) -> FromService {
        let last = Mutex::new(None::<Instant>);
        let watch = |thought: Thought| {
            let mut last = lock(&last);
            if last.is_none_or(|last| last.elapsed() >= SHOW_EVERY) {
                *last = Some(Instant::now());
                let job = job.job;
                self.tell(&FromService::SoFar { job, thought });
            }
        };
        match self.host.desk.think(job, stop, &watch) {
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

    fn tell(&self, message: &FromService) {
        if lock(&self.sender).send(message).is_err() {
            self.end();
        }
    }

    fn tell_load(&self) {
        let mut told = None;
        while !self.is_over.is_raised() {
            let load = self.host.load();
            let is_due = told.is_none_or(|(told, at): (Load, Instant)| {
                told != load || at.elapsed() >= SIGN_OF_LIFE
            });
            if is_due {
                self.tell(&FromService::Load(load));
                told = Some((load, Instant::now()));
            }
            thread::sleep(PULSE);
        }
    }

    /// Nobody waits for anything any more.
    fn end(&self) {
        self.is_over.raise();
        for stop in lock(&self.stops).values() {
            stop.raise();
        }
        // Who is just writing has not noticed yet, and will.
        if let Ok(sender) = self.sender.try_lock() {
            sender.close();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
