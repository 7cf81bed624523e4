//! The process of an agent and its children: started with resource limits, killed reliably.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;

use crate::AgentLimits;
use crate::traffic::{AgentTrafficEvent, TrafficTap};

/// Environment variable that marks all processes of an agent, even those that leave its process
/// group.
const MARK: &str = "LUDORUM_AGENT";

/// Maximum length of a reported line of stderr, in bytes; longer lines are split.
const MAX_LINE_BYTES: usize = 4096;

const PYTHON_PATH: &str = "PYTHONPATH";

/// Shell script that limits memory, disables core dumps and then executes the agent.
const WRAPPER: &str = "ulimit -c 0 2>/dev/null; ulimit -d \"$1\" 2>/dev/null; shift; exec \"$@\"";

/// Shell script that kills the agent when its stdin closes, that is, when this process dies.
const GUARD: &str = "read -r _; kill -s KILL -- \"-$1\"";

/// Polling interval while waiting for a process to exit.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Process of an agent with its child processes. Dropping it kills them all.
pub(crate) struct AgentProcess {
    child: Child,
    guard: Option<Child>,
    mark: String,
    stderr: Arc<Mutex<StderrTail>>,
    /// Thread that reads the agent's stderr.
    reader: Option<JoinHandle<()>>,
}

impl AgentProcess {
    /// Starts a program in a folder, in its own process group. `library` is prepended to Python's
    /// module path.
    pub(crate) fn start(
        command: &[String],
        folder: &Path,
        library: Option<&Path>,
        limits: &AgentLimits,
        tap: Option<TrafficTap>,
    ) -> io::Result<(AgentProcess, ChildStdout, ChildStdin)> {
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
        if let Some(path) = library.and_then(python_path_with) {
            shell.env(PYTHON_PATH, path);
        }
        use_own_group(&mut shell);
        let mut child = shell.spawn()?;
        let stderr = Arc::new(Mutex::new(StderrTail::new(limits.stderr_bytes)));
        let reader = child.stderr.take().map(|pipe| {
            let stderr = Arc::clone(&stderr);
            let tap = tap.clone();
            thread::spawn(move || read_stderr(pipe, &stderr, tap.as_ref()))
        });
        let pipes = child.stdout.take().zip(child.stdin.take());
        let process = AgentProcess {
            guard: spawn_guard(child.id()).ok(),
            child,
            mark,
            stderr,
            reader,
        };
        let (stdout, stdin) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        if let Some(tap) = tap {
            tap.notify(AgentTrafficEvent::Started(process.child.id()));
        }
        Ok((process, stdout, stdin))
    }

    /// Waits up to `timeout` for the program to exit; `None` if it still runs.
    pub(crate) fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Returns the end of the agent's stderr. Waits up to `timeout` for stderr to close.
    pub(crate) fn stderr_tail(&self, timeout: Duration) -> String {
        let deadline = Instant::now() + timeout;
        let is_finished = |reader: &JoinHandle<()>| reader.is_finished();
        while !self.reader.as_ref().is_none_or(is_finished) && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL);
        }
        self.stderr.lock().text()
    }

    /// Kills the program with all its child processes.
    pub(crate) fn kill(&mut self) {
        // The guard goes first: it must not kill a later process group that reuses the id.
        if let Some(mut guard) = self.guard.take() {
            let _ = guard.kill();
            let _ = guard.wait();
        }
        kill_group(self.child.id());
        // On platforms without process groups, kill at least the program itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        kill_marked(&self.mark);
    }
}

impl Drop for AgentProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns the value of `PYTHONPATH` with `library` in front; `None` if `library` cannot be listed
/// there.
fn python_path_with(library: &Path) -> Option<OsString> {
    let current = env::var_os(PYTHON_PATH).unwrap_or_default();
    let current = env::split_paths(&current).filter(|path| !path.as_os_str().is_empty());
    env::join_paths(std::iter::once(library.to_owned()).chain(current)).ok()
}

/// Creates a unique mark for the processes of an agent.
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

fn spawn_guard(group: u32) -> io::Result<Child> {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", GUARD, "sh", &group.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C reaches this program's group; the guard must survive it.
    use_own_group(&mut shell);
    shell.spawn()
}

#[cfg(unix)]
fn use_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn use_own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Kills processes that an agent started and that have left its group. They are found by the mark
/// in their environment, on systems with `/proc`.
#[cfg(unix)]
fn kill_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    let entry = format!("{MARK}={mark}");
    // A process that forks during a scan is found by the next one.
    for _ in 0..3 {
        let found: Vec<Pid> = marked_processes(entry.as_bytes())
            .filter_map(Pid::from_raw)
            .collect();
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
fn marked_processes(entry: &[u8]) -> impl Iterator<Item = i32> + '_ {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(move |process| {
        let id: i32 = process.file_name().to_str()?.parse().ok()?;
        let environment = std::fs::read(process.path().join("environ")).ok()?;
        let mut entries = environment.split(|&byte| byte == 0);
        entries.any(|found| found == entry).then_some(id)
    })
}

/// Buffer of the last bytes that an agent wrote to stderr.
struct StderrTail {
    bytes: VecDeque<u8>,
    limit: usize,
}

impl StderrTail {
    fn new(limit: usize) -> StderrTail {
        StderrTail {
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

fn read_stderr(mut pipe: impl Read, stderr: &Mutex<StderrTail>, tap: Option<&TrafficTap>) {
    let mut buffer = [0; 4096];
    let mut line = Vec::new();
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        stderr.lock().add(&buffer[..count]);
        let Some(tap) = tap else {
            continue;
        };
        for part in buffer[..count].split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(part);
            if part.ends_with(b"\n") || line.len() >= MAX_LINE_BYTES {
                tap.stderr(&line);
                line.clear();
            }
        }
    }
    if let Some(tap) = tap.filter(|_| !line.is_empty()) {
        tap.stderr(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_the_end() {
        let mut stderr = StderrTail::new(5);
        stderr.add(b"abc");
        stderr.add(b"defg");
        assert_eq!(stderr.text(), "cdefg");
    }
}
