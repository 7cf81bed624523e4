//! What a server says when it has started: where it is, for eyes and for cameras.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use anyhow::Result;
use ludorum_core::Ink;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use super::browser;
use crate::console::Console;

/// Says where the server is, and shows it in the browser if that is wanted.
pub(super) fn greet(console: &mut Console, port: u16, is_lan: bool, opens: bool) -> Result<()> {
    let ink = console.ink;
    let here = format!("http://127.0.0.1:{port}");
    writeln!(console, "Ludorum is at {}", ink.strong(&here))?;
    if is_lan {
        match own_address() {
            Some(own) => {
                let there = format!("http://{own}:{port}");
                writeln!(console, "Friends find it at {}", ink.strong(&there))?;
                if let Some(code) = qr_code(ink, &there) {
                    writeln!(console, "{code}")?;
                }
            }
            None => writeln!(console, "This machine has no address in a network.")?,
        }
    }
    if opens && !browser::open(&here) {
        writeln!(
            console,
            "There is no browser here; open the address in one."
        )?;
    }
    writeln!(
        console,
        "Play in a terminal with: ludorum play --server {here}"
    )?;
    let stop = ink.faint("Stop with Ctrl-C; nothing is lost.");
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
