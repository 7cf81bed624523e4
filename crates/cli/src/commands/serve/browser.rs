//! Opens the server's page in the operator's browser.

use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};
use std::thread;

use super::operator::OperatorTokenFile;

/// Opens the server's page with the operator token; false if no browser could be started.
pub(super) fn open(operator: &OperatorTokenFile, server: &str) -> bool {
    let environment = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let commands = browser_commands(std::env::consts::OS, environment);
    if commands.is_empty() {
        return false;
    }
    let page = match operator.write_redirect_page(server) {
        Ok(page) => page.into_os_string(),
        Err(error) => {
            tracing::warn!("opening the browser without the operator's token: {error}");
            OsString::from(server)
        }
    };
    commands.iter().any(|command| start(command, &page))
}

/// Commands that may open a browser on this system, best first; empty without a display.
fn browser_commands(
    system: &str,
    environment: impl Fn(&str) -> Option<OsString>,
) -> Vec<&'static [&'static str]> {
    let is_set = |name| environment(name).is_some();
    match system {
        "macos" => vec![&["open"]],
        "windows" => vec![&["explorer"]],
        _ if is_set("WSL_DISTRO_NAME") => vec![&["wslview"], &["explorer.exe"]],
        _ if is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") => {
            vec![&["xdg-open"], &["gio", "open"]]
        }
        _ => Vec::new(),
    }
}

fn start(command: &[&str], page: &OsStr) -> bool {
    let Some((program, args)) = command.split_first() else {
        return false;
    };
    let started = Command::new(program)
        .args(args)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        Ok(mut child) => {
            // Waits for the process, so that it does not stay a zombie.
            thread::spawn(move || child.wait());
            true
        }
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_screen_no_browser_is_asked_for() {
        let with = |set: &'static str| {
            browser_commands("linux", move |name| (name == set).then(|| "x".into()))
        };
        assert!(with("HOME").is_empty());
        assert_eq!(with("DISPLAY")[0], ["xdg-open"]);
        assert_eq!(with("WAYLAND_DISPLAY")[0], ["xdg-open"]);
        assert_eq!(with("WSL_DISTRO_NAME")[0], ["wslview"]);
        assert_eq!(browser_commands("macos", |_| None), [["open"]]);
    }
}
