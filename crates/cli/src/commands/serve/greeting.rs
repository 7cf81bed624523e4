//! Start message of a server: its address as text and as a QR code.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use anyhow::Result;
use ludorum_core::TerminalStyle;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use super::browser;
use super::operator::OperatorTokenFile;
use crate::console::Console;
use crate::language::say;

/// Prints the addresses of the server; also opens its page in the browser if `opens`.
pub(super) fn greet(
    console: &mut Console,
    port: u16,
    is_lan: bool,
    opens: bool,
    operator: &OperatorTokenFile,
) -> Result<()> {
    let ink = console.ink;
    let here = format!("http://127.0.0.1:{port}");
    let address = ink.strong(&here);
    writeln!(console, "{}", say!("server-at", address = address))?;
    if is_lan {
        match lan_address() {
            Some(own) => {
                let there = format!("http://{own}:{port}");
                let address = ink.strong(&there);
                writeln!(console, "{}", say!("friends-find", address = address))?;
                if let Some(code) = qr_code(ink, &there) {
                    writeln!(console, "{code}")?;
                }
            }
            None => writeln!(console, "{}", say!("no-network"))?,
        }
    }
    // Only on a terminal: the token must not end up in a file or log that others may read.
    if console.width.is_some() {
        let address = operator.address(&here);
        writeln!(console, "{}", say!("operator-at", address = address))?;
    }
    if opens && !browser::open(operator, &here) {
        writeln!(console, "{}", say!("no-browser"))?;
    }
    writeln!(console, "{}", say!("play-in-terminal", address = here))?;
    let stop = ink.faint(&say!("stop-server"));
    writeln!(console, "{stop}")?;
    console.flush()?;
    Ok(())
}

/// Draws a QR code, dark on light because not every camera reads the inverse: black on white with
/// colours; without colours the terminal is assumed to be dark.
fn qr_code(ink: TerminalStyle, text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    let mut image = code.render::<Dense1x2>();
    if ink == TerminalStyle::Plain {
        image.dark_color(Dense1x2::Light);
        image.light_color(Dense1x2::Dark);
    }
    let image = image.quiet_zone(true).build();
    Some(match ink {
        TerminalStyle::Plain => image,
        TerminalStyle::Colour => {
            let painted = image
                .lines()
                .map(|line| format!("\x1b[30;107m{line}\x1b[0m"));
            painted.collect::<Vec<_>>().join("\n")
        }
    })
}

/// Address of this machine in its network: the source address of outgoing packets; `None` if
/// offline.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Connecting a UDP socket sends nothing. The address is reserved for documentation (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    Some(own).filter(|own| !own.is_unspecified())
}
