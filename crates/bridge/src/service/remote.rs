//! The server's side: the services it knows, the one with the least to do, and what becomes of a job
//! when a service dies.

use std::collections::HashMap;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::Stop;
use ludorum_protocol::service::{FromService, Job, Load, ToService};
use ludorum_protocol::table::Thought;

use super::channel::{self, Receiver, Secret, Sender};

/// How long a service has to be reached, and to show that it knows the secret.
const CONNECT: Duration = Duration::from_secs(5);

/// A service that gives no sign of life for this long is gone.
const SILENCE: Duration = Duration::from_secs(5);

/// What a job may take beyond its time before it is given to another.
const GRACE: Duration = Duration::from_secs(3);

/// A service that cannot be reached is tried again after this long, and each time later.
const FIRST_RETRY: Duration = Duration::from_millis(200);
const LAST_RETRY: Duration = Duration::from_secs(30);

/// How often somebody who waits looks whether the answer is still wanted.
const GLANCE: Duration = Duration::from_millis(20);

/// The services remembered as having somebody's player.
const MOST_REMEMBERED: usize = 10_000;

/// All services a server knows. Ended with this value.
pub struct Services {
    all: Vec<Arc<Service>>,
    /// Which service thought for a player last, by what the player is kept under.
    last: Mutex<HashMap<String, usize>>,
    next: AtomicU64,
    is_over: Stop,
}

/// One service, connected or not.
struct Service {
    address: String,
    line: Mutex<Line>,
}

#[derive(Default)]
struct Line {
    /// None while there is no connection.
    sender: Option<Sender>,
    load: Load,
    waiting: HashMap<u64, mpsc::Sender<FromService>>,
}

impl Services {
    /// Connects to the services at these addresses, now and whenever they can be reached again.
    /// `note` is told what becomes of them.
    pub fn connect(addresses: &[String], secret: &Secret, note: fn(&str)) -> Services {
        let is_over = Stop::new();
        let connect = |address: &String| {
            let service = Arc::new(Service {
                address: address.clone(),
                line: Mutex::default(),
            });
            let (own, secret, is_over) = (Arc::clone(&service), secret.clone(), is_over.clone());
            thread::spawn(move || own.stay_connected(&secret, note, &is_over));
            service
        };
        Services {
            all: addresses.iter().map(connect).collect(),
            last: Mutex::default(),
            next: AtomicU64::new(1),
            is_over,
        }
    }

    /// Has the service with the least to do think, or another if it dies or says what `check` does
    /// not accept. None if no service can, or the flag was raised. `watch` is shown what the agent
    /// thinks so far. The number of the job is given here.
    pub fn think(
        &self,
        mut job: Job,
        stop: &Stop,
        watch: &dyn Fn(Thought),
        check: &dyn Fn(Thought) -> Option<Thought>,
    ) -> Option<Thought> {
        let (began, time) = (Instant::now(), job.time);
        let mut tried = vec![false; self.all.len()];
        while !stop.is_raised() {
            let at = self.choose(job.keep.as_deref(), &tried)?;
            tried[at] = true;
            job.job = self.next.fetch_add(1, Ordering::Relaxed);
            // Whoever takes over has less time, but some.
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

    /// How many services are connected.
    pub fn connected(&self) -> usize {
        let is_connected = |service: &&Arc<Service>| service.lock().sender.is_some();
        self.all.iter().filter(is_connected).count()
    }

    /// The service that has somebody's tree, if it can begin at once; else the least loaded.
    fn choose(&self, keep: Option<&str>, tried: &[bool]) -> Option<usize> {
        let last = keep.and_then(|keep| lock(&self.last).get(keep).copied());
        let loads = self.all.iter().enumerate().filter_map(|(at, service)| {
            let load = service.load()?;
            (!tried[at]).then_some((at, load))
        });
        let loads: Vec<(usize, Load)> = loads.collect();
        let is_free = |(at, load): &&(usize, Load)| Some(*at) == last && load.jobs < load.threads;
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
        let mut last = lock(&self.last);
        if last.len() >= MOST_REMEMBERED {
            last.clear();
        }
        if let Some(keep) = keep {
            last.insert(keep.to_owned(), at);
        }
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        self.is_over.raise();
        for service in &self.all {
            service.hang_up();
        }
    }
}

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let addresses = self.all.iter().map(|service| &service.address);
        f.debug_list().entries(addresses).finish()
    }
}

impl Service {
    /// The load as far as we know: what the service said, or what we gave it since.
    fn load(&self) -> Option<Load> {
        let line = self.lock();
        line.sender.as_ref()?;
        Some(Load {
            jobs: line.load.jobs.max(line.waiting.len() as u32),
            ..line.load
        })
    }

    /// The answer to a job; none if there will be none.
    fn think(&self, job: &Job, stop: &Stop, watch: &dyn Fn(Thought)) -> Option<Thought> {
        let (sender, answers) = mpsc::channel();
        {
            let mut line = self.lock();
            line.waiting.insert(job.job, sender);
            self.say(&mut line, &ToService::Think(job.clone()));
        }
        let deadline = Instant::now() + Duration::from_millis(job.time) + GRACE;
        let thought = loop {
            match answers.recv_timeout(GLANCE) {
                Ok(FromService::SoFar { thought, .. }) => watch(thought),
                Ok(FromService::Done { thought, .. }) => break Some(thought),
                Ok(FromService::Failed { .. } | FromService::Load(_)) => break None,
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout)
                    if stop.is_raised() || Instant::now() >= deadline =>
                {
                    let cancel = ToService::Cancel { job: job.job };
                    self.say(&mut self.lock(), &cancel);
                    break None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.lock().waiting.remove(&job.job);
        thought
    }

    fn say(&self, line: &mut Line, message: &ToService) {
        if let Some(sender) = &mut line.sender
            && sender.send(message).is_err()
        {
            line.hang_up();
        }
        if line.sender.is_none() {
            line.waiting.clear();
        }
    }

    fn stay_connected(&self, secret: &Secret, note: fn(&str), is_over: &Stop) {
        let mut pause = FIRST_RETRY;
        let mut last_error = String::new();
        while !is_over.is_raised() {
            let error = match self.reach(secret) {
                Ok(mut receiver) => {
                    note(&format!("the AI service at {} is connected", self.address));
                    pause = FIRST_RETRY;
                    let error = self.listen(&mut receiver);
                    self.hang_up();
                    error
                }
                Err(error) => error,
            };
            let error = error.to_string();
            if error != last_error && !is_over.is_raised() {
                note(&format!("the AI service at {}: {error}", self.address));
                last_error = error;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LAST_RETRY);
        }
    }

    fn reach(&self, secret: &Secret) -> io::Result<Receiver> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "there is no such address");
        for address in self.address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT) {
                Ok(stream) => {
                    let (sender, receiver) = channel::call(stream, secret, CONNECT)?;
                    receiver.be_impatient(SILENCE)?;
                    self.lock().sender = Some(sender);
                    return Ok(receiver);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Passes on what the service says, until something is wrong.
    fn listen(&self, receiver: &mut Receiver) -> io::Error {
        loop {
            let message: FromService = match receiver.receive() {
                Ok(message) => message,
                Err(error) => return error,
            };
            let mut line = self.lock();
            match &message {
                FromService::Load(load) => line.load = *load,
                FromService::SoFar { job, .. }
                | FromService::Done { job, .. }
                | FromService::Failed { job, .. } => {
                    if let Some(waiting) = line.waiting.get(job) {
                        // Who no longer waits is no longer told.
                        let _ = waiting.send(message);
                    }
                }
            }
        }
    }

    fn hang_up(&self) {
        self.lock().hang_up();
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        lock(&self.line)
    }
}

impl Line {
    /// Those who wait see that nothing will come.
    fn hang_up(&mut self) {
        if let Some(sender) = self.sender.take() {
            sender.close();
        }
        self.waiting.clear();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
