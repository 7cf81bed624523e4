//! `ludorum ai-service` as processes: games continue when services die; certificates and secrets.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use ludorum_protocol::lobby::{
    ClientSession, NewTable, SeatOccupantChoice, TableInfo, TableSettings,
};
use ludorum_protocol::table::{Event, ServerMessage};

use crate::serving::{Player, Server, next_message, post};
use crate::{command, folder, text};

/// A service that is killed when dropped.
struct Service {
    child: Child,
    address: String,
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Service {
    /// Starts an encrypted service with its certificate in a file.
    fn start(secret: &Path, certificate: &Path) -> Service {
        let mut child = command(&["ai-service", "--listen", "tls:127.0.0.1:0"])
            .args(["--secret-file", text(secret)])
            .args(["--certificate", text(certificate)])
            .args(["--threads", "1", "--log", "error"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        Service { child, address }
    }

    /// CPU time of the process in hundredths of a second.
    fn work(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }
}

#[test]
fn a_service_speaks_the_language_of_its_user() {
    let folder = folder("services-language");
    let secret = folder.join("secret");
    let args = ["ai-service", "--listen", "127.0.0.1:0", "--secret-file"];
    let czech = || {
        let mut command = command(&args);
        command.arg(&secret).env("LC_ALL", "cs_CZ.UTF-8");
        command.args(["--log", "error"]);
        command
    };
    let refused: crate::Run = czech().output().unwrap().into();
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.starts_with("chyba: tajemství v "),
        "{}",
        refused.err
    );
    std::fs::write(&secret, "a secret that is long enough to be taken for one").unwrap();
    let mut child = czech().stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let out = child.stdout.take().unwrap();
    BufReader::new(out).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        line.starts_with("Služba AI naslouchá na tcp:127.0.0.1:"),
        "{line}"
    );
}

#[test]
fn a_game_goes_on_when_services_are_killed() {
    let folder = folder("services");
    let secret = folder.join("secret");
    std::fs::write(&secret, "nobody knows this but us\n").unwrap();
    let services = ["a.pem", "b.pem"].map(|name| Service::start(&secret, &folder.join(name)));
    let addresses = format!("{},{}", services[0].address, services[1].address);
    let extra = [
        "--log",
        "error",
        "--ai",
        &addresses,
        "--ai-secret-file",
        text(&secret),
    ];
    let server = Server::with(&folder.join("data"), 0, &extra);
    let session: ClientSession = post(server.port, "", "session", ());
    let player = |seconds: &str| SeatOccupantChoice::Agent {
        spec: format!("mcts:time={seconds}"),
        name: None,
        colour: None,
    };
    let new = NewTable {
        settings: TableSettings::new("test", "tictactoe"),
        password: None,
        seats: vec![player("1500ms"), player("1500ms")],
        name: "me".to_owned(),
    };
    let table: TableInfo = post(server.port, &session.token, "tables", new);
    let before = services.each_ref().map(Service::work);
    let path = format!("tables/{}/start", table.id);
    let _: TableInfo = post(server.port, &session.token, &path, ());
    let watcher = Player::at(server.port, &session.token, &table.id);
    let mut socket = watcher.connect(None).unwrap();
    let mut services = services.into_iter().map(Some).collect::<Vec<_>>();
    let (mut moves, mut so_far, mut last) = (0, 0, None);
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < Duration::from_secs(240), "{moves} moves");
        let Some(message) = next_message(&mut socket) else {
            // Who is disconnected loses nothing by coming back.
            socket = watcher.connect(last).unwrap();
            continue;
        };
        match message {
            ServerMessage::Considering { .. } => {
                so_far += 1;
                // In the middle of a thought: whoever thinks is killed, then the other one.
                if moves == 2 || moves == 4 {
                    let worked = |(at, service): (usize, &Option<Service>)| {
                        let service = service.as_ref()?;
                        Some((service.work().saturating_sub(before[at]), at))
                    };
                    let busiest = services.iter().enumerate().filter_map(worked).max();
                    if moves == 2 && services.iter().flatten().count() == 2
                        || moves == 4 && services.iter().flatten().count() == 1
                    {
                        let (work, at) = busiest.unwrap();
                        assert!(work > 0, "the services did the work, not the server");
                        services[at] = None;
                    }
                }
            }
            ServerMessage::Update(update) => {
                last = Some(update.seq);
                for event in update.events {
                    match event.event {
                        Event::Moved { .. } => moves += 1,
                        Event::Ended { .. } => {
                            assert!(so_far > 0, "thinking was shown");
                            assert_eq!(services.iter().flatten().count(), 0);
                            return;
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn a_secret_must_be_there_and_long_enough() {
    let folder = folder("secrets");
    let short = folder.join("short");
    std::fs::write(&short, "short\n").unwrap();
    for file in [text(&short), "/nowhere/secret"] {
        let args = [
            "ai-service",
            "--listen",
            "127.0.0.1:0",
            "--secret-file",
            file,
        ];
        let run = crate::ludorum(&args);
        assert_ne!(run.code, 0);
        assert!(run.err.contains(file), "{}", run.err);
    }
    let run = crate::ludorum(&["serve", "--ai", "localhost:1"]);
    assert!(run.err.contains("--ai-secret-file"), "{}", run.err);
}

#[test]
fn a_service_keeps_its_certificate_to_itself_and_for_the_next_start() {
    let folder = folder("certificates");
    let secret = folder.join("secret");
    std::fs::write(&secret, "nobody knows this but us\n").unwrap();
    let file = folder.join("new/certificate.pem");
    let fingerprint = |service: Service| service.address.split_once('#').unwrap().1.to_owned();
    let first = fingerprint(Service::start(&secret, &file));
    assert_eq!(first.len(), 64);
    assert_eq!(fingerprint(Service::start(&secret, &file)), first);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn unencrypted_connections_with_other_machines_must_be_allowed() {
    let folder = folder("plain");
    let secret = folder.join("secret");
    std::fs::write(&secret, "nobody knows this but us\n").unwrap();
    let secret = text(&secret);
    for args in [
        [
            "ai-service",
            "--listen",
            "tcp:0.0.0.0:0",
            "--secret-file",
            secret,
        ]
        .as_slice(),
        &["engine", "--listen", "ws://0.0.0.0:0"],
        &["agent", "debug", "--listen", "0.0.0.0:0", "tictactoe"],
        &["match", "tictactoe", "tcp:192.0.2.1:4567", "random"],
    ] {
        let run = crate::ludorum(args);
        assert_ne!(run.code, 0);
        assert!(run.err.contains("unencrypted"), "{}", run.err);
        assert!(run.err.contains("plain"), "{}", run.err);
    }
    let data = folder.join("data");
    let serve = [
        "serve",
        "--port",
        "0",
        "--ai",
        "tcp:192.0.2.1:7979",
        "--ai-secret-file",
    ];
    let run = crate::ludorum(&[serve.as_slice(), &[secret, "--data", text(&data)]].concat());
    assert_ne!(run.code, 0);
    assert!(run.err.contains("--ai-plain"), "{}", run.err);
}
