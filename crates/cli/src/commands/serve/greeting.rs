//! What a server says when it has started: where it is, for eyes and for cameras.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use anyhow::Result;
use ludorum_core::Ink;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use super::browser;
use super::operator::Operator;
use crate::console::Console;
use crate::language::say;

/// Says where the server is, and shows it in the browser if that is wanted.
pub(super) fn greet(
    console: &mut Console,
    port: u16,
    is_lan: bool,
    opens: bool,
    operator: &Operator,
) -> Result<()> {
    let ink = console.ink;
    let here = format!("http://127.0.0.1:{port}");
    let address = ink.strong(&here);
    writeln!(console, "{}", say!("server-at", address = address))?;
    if is_lan {
        match own_address() {
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
    // What goes to a file or a log may be read by others.
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

/// A text for cameras. Not every camera reads light on dark: with colours it is painted black on
/// white, and without them the terminal is taken to be dark, as most are.
fn qr_code(ink: Ink, text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    let mut image = code.render::<Dense1x2>();
    if ink == Ink::Plain {
        image.dark_color(Dense1x2::Light);
        image.light_color(Dense1x2::Dark);
    }
    let image = image.quiet_zone(true).build();
    Some(match ink {
        Ink::Plain => image,
        Ink::Colour => {
            let painted = image
                .lines()
                .map(|line| format!("\x1b[30;107m{line}\x1b[0m"));
            painted.collect::<Vec<_>>().join("\n")
        }
    })
}

/// The address of this machine in its network: the one from which it would speak to another.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent by this; the address is one that is never given to anybody (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    Some(own).filter(|own| !own.is_unspecified())
}
