//! A program with all its children: started with limits, and ended for certain.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::Limits;
use crate::tap::{Tap, Traffic};

/// What marks the processes of an agent, also those that leave its process group.
const MARK: &str = "LUDORUM_AGENT";

/// A line of stderr without end is told in parts of this many bytes.
const LONGEST_LINE: usize = 4096;

const PYTHON_PATH: &str = "PYTHONPATH";

/// Limits the memory and writes no core files, then becomes the agent.
const WRAPPER: &str = "ulimit -c 0 2>/dev/null; ulimit -d \"$1\" 2>/dev/null; shift; exec \"$@\"";

/// Waits for its input to end, which it does when this program is gone, however that happened.
const GUARD: &str = "read -r _; kill -s KILL -- \"-$1\"";

/// How often somebody who waits for the end of a process looks for it.
const GLANCE: Duration = Duration::from_millis(2);

/// A program and its children. Dropping it kills them all.
pub(crate) struct Process {
    child: Child,
    guard: Option<Child>,
    mark: String,
    log: Arc<Mutex<Log>>,
    /// Reads stderr into the log.
    reader: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program in a folder, in a process group of its own. Python looks for modules in the
    /// library, too.
    pub(crate) fn start(
        command: &[String],
        folder: &Path,
        library: Option<&Path>,
        limits: &Limits,
        tap: Option<Tap>,
    ) -> io::Result<(Process, ChildStdout, ChildStdin)> {
        let mark = new_mark();
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", WRAPPER, "sh", &(limits.memory / 1024).to_string()])
            .args(command)
            .current_dir(folder)
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(path) = library.and_then(python_path) {
            shell.env(PYTHON_PATH, path);
        }
        own_group(&mut shell);
        let mut child = shell.spawn()?;
        let log = Arc::new(Mutex::new(Log::new(limits.log_bytes)));
        let reader = child.stderr.take().map(|stderr| {
            let log = Arc::clone(&log);
            let tap = tap.clone();
            thread::spawn(move || keep(stderr, &log, tap.as_ref()))
        });
        let pipes = child.stdout.take().zip(child.stdin.take());
        let process = Process {
            guard: guard(child.id()).ok(),
            child,
            mark,
            log,
            reader,
        };
        let (stdout, stdin) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        if let Some(tap) = tap {
            tap.tell(Traffic::Started(process.child.id()));
        }
        Ok((process, stdout, stdin))
    }

    /// How the program ended, if it does within this time.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(GLANCE),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// The last it printed to stderr; waits for the end of it, but no longer than this.
    pub(crate) fn log(&self, time: Duration) -> String {
        let deadline = Instant::now() + time;
        let is_finished = |reader: &JoinHandle<()>| reader.is_finished();
        while !self.reader.as_ref().is_none_or(is_finished) && Instant::now() < deadline {
            thread::sleep(GLANCE);
        }
        lock(&self.log).text()
    }

    /// Kills the program with all its children.
    pub(crate) fn kill(&mut self) {
        // The guard first: it must not kill a group that has its number from us later.
        if let Some(mut guard) = self.guard.take() {
            let _ = guard.kill();
            let _ = guard.wait();
        }
        kill_group(self.child.id());
        // Without groups, at least the program itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        kill_marked(&self.mark);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Where Python looks for modules, with one more folder in front; none if that cannot be told.
fn python_path(library: &Path) -> Option<OsString> {
    let given = env::var_os(PYTHON_PATH).unwrap_or_default();
    let given = env::split_paths(&given).filter(|path| !path.as_os_str().is_empty());
    env::join_paths(std::iter::once(library.to_owned()).chain(given)).ok()
}

/// A mark no other agent has.
fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    format!(
        "{}-{}-{}",
        std::process::id(),
        since.unwrap_or_default().as_nanos(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    )
}

fn guard(group: u32) -> io::Result<Child> {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", GUARD, "sh", &group.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C goes to the group of this program; the guard must outlive it.
    own_group(&mut shell);
    shell.spawn()
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Kills processes that have left the group of their agent but were started by it. They are found
/// by the environment they inherited, where the system shows it.
#[cfg(unix)]
fn kill_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    let entry = format!("{MARK}={mark}");
    // Whoever forks while we look is found the next time.
    for _ in 0..3 {
        let found: Vec<Pid> = marked(entry.as_bytes()).filter_map(Pid::from_raw).collect();
        if found.is_empty() {
            return;
        }
        for process in found {
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
fn kill_marked(_: &str) {}

#[cfg(unix)]
fn marked(entry: &[u8]) -> impl Iterator<Item = i32> + '_ {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(move |process| {
        let id: i32 = process.file_name().to_str()?.parse().ok()?;
        let environment = std::fs::read(process.path().join("environ")).ok()?;
        let mut entries = environment.split(|&byte| byte == 0);
        entries.any(|found| found == entry).then_some(id)
    })
}

/// The end of what an agent printed to stderr.
struct Log {
    bytes: VecDeque<u8>,
    limit: usize,
}

impl Log {
    fn new(limit: usize) -> Log {
        Log {
            bytes: VecDeque::new(),
            limit,
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        let extra = self.bytes.len().saturating_sub(self.limit);
        self.bytes.drain(..extra);
    }

    fn text(&self) -> String {
        let bytes: Vec<u8> = self.bytes.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep(mut stderr: impl Read, log: &Mutex<Log>, tap: Option<&Tap>) {
    let mut buffer = [0; 4096];
    let mut line = Vec::new();
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        lock(log).add(&buffer[..count]);
        let Some(tap) = tap else {
            continue;
        };
        for part in buffer[..count].split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(part);
            if part.ends_with(b"\n") || line.len() >= LONGEST_LINE {
                tap.printed(&line);
                line.clear();
            }
        }
    }
    if let Some(tap) = tap.filter(|_| !line.is_empty()) {
        tap.printed(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_the_end() {
        let mut log = Log::new(5);
        log.add(b"abc");
        log.add(b"defg");
        assert_eq!(log.text(), "cdefg");
    }
}
