//! Reachability of a server: only this machine, or the network by the printed address and QR code.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::{command, folder, text};

/// A server with the lines of its start message; killed when dropped.
struct Greeted {
    child: Child,
    lines: Vec<String>,
}

impl Drop for Greeted {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn greeted(name: &str, args: &[&str], environment: &[(&str, &str)]) -> Greeted {
    let data = folder(name);
    let mut command = command(&[
        "serve",
        "--port",
        "0",
        "--log",
        "error",
        "--data",
        text(&data),
    ]);
    command
        .args(args)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    command.envs(environment.iter().copied());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        lines.push(line.unwrap());
        if lines.last().unwrap().contains("Ctrl-C") {
            break;
        }
    }
    Greeted { child, lines }
}

impl Greeted {
    /// Rest of the line of the start message after `text`, without colours; `None` if it is
    /// missing.
    fn after(&self, text: &str) -> Option<String> {
        let plain = |line: &String| line.replace("\x1b[1m", "").replace("\x1b[0m", "");
        let mut lines = self.lines.iter().map(plain);
        lines.find_map(|line| Some(line.split_once(text)?.1.to_owned()))
    }

    fn port(&self) -> u16 {
        let url = self
            .after("Ludorum is running at http://127.0.0.1:")
            .unwrap();
        url.parse().unwrap()
    }
}

/// Network address of this machine, if it has one.
fn own_address() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    match socket.local_addr().ok()?.ip() {
        std::net::IpAddr::V4(own) if !own.is_unspecified() && !own.is_loopback() => Some(own),
        _ => None,
    }
}

fn is_reached(address: Ipv4Addr, port: u16) -> bool {
    let patience = Duration::from_secs(5);
    TcpStream::connect_timeout(&(address, port).into(), patience).is_ok()
}

#[test]
fn by_default_only_this_machine_reaches_it() {
    let server = greeted("loopback", &[], &[]);
    assert!(is_reached(Ipv4Addr::LOCALHOST, server.port()));
    // Other loopback addresses are not served either.
    assert!(!is_reached(Ipv4Addr::new(127, 0, 0, 2), server.port()));
    if let Some(own) = own_address() {
        assert!(!is_reached(own, server.port()));
    }
    assert_eq!(server.after("Others can join"), None);
}

/// Decodes a QR code drawn with half blocks: drawn cells are dark, or light if `is_inverse`.
fn read_code(lines: &[String], is_inverse: bool) -> String {
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let width = lines.iter().map(Vec::len).max().unwrap();
    let scale = 4;
    let is_dark = |x: usize, y: usize| {
        let (x, y) = (x / scale, y / scale);
        let block = lines[y / 2].get(x).copied().unwrap_or(' ');
        let has_ink = match block {
            '█' => true,
            '▀' => y % 2 == 0,
            '▄' => y % 2 == 1,
            _ => false,
        };
        has_ink != is_inverse
    };
    let (width, height) = (width * scale, lines.len() * 2 * scale);
    let grey = |x, y| if is_dark(x, y) { 0 } else { 255 };
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "one code");
    grids[0].decode().unwrap().1
}

#[test]
fn in_a_network_friends_reach_it_by_the_address_and_by_the_code() {
    const PAINT: &str = "\x1b[30;107m";
    for color in ["always", "never"] {
        let server = greeted(&format!("lan-{color}"), &["--lan", "--color", color], &[]);
        let Some(own) = own_address() else {
            server.after("has no network address").unwrap();
            return;
        };
        let url = server.after("Others can join at ").unwrap();
        assert_eq!(url, format!("http://{own}:{}", server.port()));
        let mut answer = ureq::get(format!("{url}/api/health")).call().unwrap();
        assert!(
            answer
                .body_mut()
                .read_to_string()
                .unwrap()
                .contains("version")
        );
        let is_code = |line: &&String| line.contains(['█', '▀', '▄']) || line.contains(PAINT);
        let code = server.lines.iter().filter(is_code);
        let code: Vec<String> = code
            .map(|line| line.replace(PAINT, "").replace("\x1b[0m", ""))
            .collect();
        // With colours the blocks are black; without colours they are light on a dark terminal.
        let is_inverse = color == "never";
        assert_eq!(
            server.lines.iter().any(|line| line.contains(PAINT)),
            !is_inverse
        );
        assert_eq!(read_code(&code, is_inverse), url);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_where_there_is_a_screen() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let bin = folder("browser-bin");
    let (program, opened) = (bin.join("xdg-open"), bin.join("opened"));
    fs::write(
        &program,
        format!(
            "#!/bin/sh\necho \"$1\" > {}.new\nmv {0}.new {0}\n",
            text(&opened)
        ),
    )
    .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", text(&bin));
    let server = greeted(
        "browser",
        &["--open"],
        &[("DISPLAY", ":9"), ("PATH", &path)],
    );
    let url = server.after("Ludorum is running at ").unwrap();
    for _ in 0..2000 {
        if opened.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    // The token is not in the arguments of the browser, which all accounts can see.
    let page = fs::read_to_string(&opened).unwrap().trim().to_owned();
    assert!(page.ends_with("/open.html"), "{page}");
    let mode = fs::metadata(&page).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let token = fs::read_to_string(Path::new(&page).with_file_name("operator-token")).unwrap();
    let address = format!("{url}/#operator={}", token.trim());
    assert!(fs::read_to_string(&page).unwrap().contains(&address));
    // The token is not printed to a pipe or a log.
    assert_eq!(server.after("#operator="), None);
    assert_eq!(server.after("No browser found"), None);
    // Without a browser, the message names the command for the terminal.
    let server = greeted("no-browser", &["--open"], &[("PATH", &path)]);
    let url = server.after("Ludorum is running at ").unwrap();
    assert!(server.after("No browser found").is_some());
    assert_eq!(server.after("ludorum play --server ").unwrap(), url);
}

#[test]
fn a_second_server_on_a_port_that_is_taken_says_so_and_ends_and_on_another_it_runs() {
    let first = greeted("second-first", &[], &[]);
    let data = folder("second-second");
    let port = first.port().to_string();
    let second: crate::Run = command(&["serve", "--data", text(&data), "--port", &port])
        .output()
        .unwrap()
        .into();
    assert_eq!(second.code, 2);
    let reason = format!("error: cannot listen on 127.0.0.1:{port}: ");
    assert!(second.err.contains(&reason), "{}", second.err);
    assert!(second.err.contains("try another --port"), "{}", second.err);
    let third = greeted("second-third", &[], &[]);
    assert_ne!(first.port(), third.port());
}
