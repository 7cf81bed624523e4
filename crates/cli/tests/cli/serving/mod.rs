//! `ludorum serve` as a process: clients, crashes and restarts.

mod database;
mod external;
mod flood;
mod full_disk;
mod hostile;
mod kept_files;
mod killed;
mod logs;
mod proxies;
mod reaching;
mod same;
mod terminal;
mod terminals;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::command;

pub(crate) use killed::{Player, next_message};

/// A process of `ludorum serve` that is killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts a server and waits for its address.
    fn start(data: &Path, port: u16) -> Server {
        Server::with(data, port, &["--log", "error"])
    }

    pub(crate) fn with(data: &Path, port: u16, options: &[&str]) -> Server {
        let agents = data.join("agents");
        let data = data.to_str().unwrap();
        let port = port.to_string();
        let mut command = command(&["serve", "--data", data, "--port", &port]);
        command.args(options).env("LUDORUM_AGENTS", agents);
        Server::of(command)
    }

    /// Starts the server with a given command and waits for its address.
    fn of(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap();
        let port = port.parse().unwrap_or_else(|_| panic!("{line}"));
        Server { child, port }
    }

    /// Waits until the server has loaded all its tables.
    fn loaded(&self) {
        let ready = format!("http://127.0.0.1:{}/api/health/ready", self.port);
        for _ in 0..300 {
            if ureq::get(&ready).call().is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("{ready} does not come to say so");
    }

    /// Kills the server with SIGKILL and returns its port.
    fn kill(mut self) -> u16 {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.port
    }
}

pub(crate) fn post<T: serde::de::DeserializeOwned>(
    port: u16,
    token: &str,
    path: &str,
    body: impl serde::Serialize,
) -> T {
    let url = format!("http://127.0.0.1:{port}/api/{path}");
    let request = ureq::post(&url).header("authorization", format!("Bearer {token}"));
    let mut answer = request.send_json(body).unwrap();
    answer.body_mut().read_json().unwrap()
}
