//! `ludorum play --server`: the same play at the tables of a server.

mod api;
mod lines;
mod person;
mod session;
mod words;

use std::io::Write;

use anyhow::{Result, bail};
use ludorum_catalog::split_list;
use ludorum_protocol::lobby::{
    Join, LoadProgress, NewTable, Phase, SeatKind, Seating, Settings, TableInfo,
};

use self::api::Api;
use self::lines::Lines;
use self::session::Session;
use super::{Args, HUMAN};
use crate::console::Console;
use crate::exit::End;
use crate::files;
use crate::language::say;

/// What a seat is called that is for somebody elsewhere.
const OPEN: &str = "open";

pub(super) fn run(url: &str, args: &Args, console: &mut Console) -> Result<End> {
    let name = args.name.clone().unwrap_or_else(person::user_name);
    let (_lock, api) = person::identify(url, &name)?;
    let operator = match &args.operator_token_file {
        Some(file) => Some(
            String::from_utf8_lossy(&files::read(file)?)
                .trim()
                .to_owned(),
        ),
        None => None,
    };
    let api = api.with_operator(operator);
    let password = match &args.password_file {
        Some(file) => {
            let bytes = files::read(file)?;
            Some(String::from_utf8_lossy(&bytes).trim_end().to_owned())
        }
        None => None,
    };
    let mut lines = Lines::start();
    let table = match (&args.table, &args.game) {
        (Some(id), _) => Some(sit_down(&api, api.look(id)?, &name, password)?),
        (None, Some(game)) => {
            let seats = args.seats.as_deref().map(split_list).unwrap_or_default();
            let seats = seatings(&seats, &name);
            Some(open(&api, game, &name, password, seats)?)
        }
        (None, None) => choose(&api, &name, password, &mut lines, console)?,
    };
    let Some(table) = table else {
        return Ok(End::Done);
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(Session::new(&api, table, lines).run(console))?;
    // A thread may still be waiting for a line that never comes.
    runtime.shutdown_background();
    Ok(End::Done)
}

/// Who sits where. Several people at this terminal are told apart by a number.
fn seatings(seats: &[String], name: &str) -> Vec<Seating> {
    let mut here = 0;
    let seating = |seat: &String| match seat.as_str() {
        OPEN => Seating::Open,
        HUMAN => {
            here += 1;
            Seating::Here {
                name: numbered(name, here),
                colour: None,
            }
        }
        spec => Seating::Agent {
            spec: spec.to_owned(),
            name: None,
            colour: None,
        },
    };
    seats.iter().map(seating).collect()
}

fn numbered(name: &str, number: usize) -> String {
    match number {
        1 => name.to_owned(),
        number => format!("{name} {number}"),
    }
}

/// The name, with a number if somebody at the table has it already.
fn free_name(table: &TableInfo, name: &str) -> String {
    let is_free = |name: &String| {
        let mut others = table.seats.iter();
        !others.any(|seat| seat.name.to_lowercase() == name.to_lowercase())
    };
    let mut names = (1..).map(|number| numbered(name, number));
    names.find(is_free).unwrap_or_else(|| name.to_owned())
}

fn open(
    api: &Api,
    game: &str,
    name: &str,
    password: Option<String>,
    seats: Vec<Seating>,
) -> Result<TableInfo> {
    api.open(&NewTable {
        settings: Settings::new(say!("table-name", name = name), game),
        password,
        seats,
        name: name.to_owned(),
    })
}

/// Takes an open seat if the game has not begun, unless one is the user's already; who cannot sit
/// watches.
fn sit_down(
    api: &Api,
    table: TableInfo,
    name: &str,
    password: Option<String>,
) -> Result<TableInfo> {
    let has_room = table.seats.iter().any(|seat| seat.kind == SeatKind::Open);
    if table.phase != Phase::Open || !has_room {
        if let (true, Some(password)) = (table.locked, password) {
            api.enter(&table.id, password)?;
        }
        return Ok(table);
    }
    let join = Join {
        name: free_name(&table, name),
        password,
        ..Join::default()
    };
    api.join(&table.id, &join)?;
    api.ready(&table.id)
}

/// The list of tables, and what the user wants of it; none if they leave.
fn choose(
    api: &Api,
    name: &str,
    password: Option<String>,
    lines: &mut Lines,
    console: &mut Console,
) -> Result<Option<TableInfo>> {
    loop {
        let (tables, loading) = api.tables()?;
        let ink = console.ink;
        writeln!(console)?;
        for (number, table) in (1..).zip(&tables) {
            let seats: Vec<&str> = table
                .seats
                .iter()
                .map(|seat| match seat.kind {
                    SeatKind::Open => OPEN,
                    _ => seat.name.as_str(),
                })
                .collect();
            let title = ink.strong(&table.settings.name);
            let lock = match table.locked {
                true => format!(", {}", say!("locked")),
                false => String::new(),
            };
            let (game, seats) = (&table.settings.game, seats.join(", "));
            writeln!(console, "  {number}. {title}   {game}   {seats}{lock}")?;
        }
        if let Some(LoadProgress { done, total }) = loading {
            let note = say!("tables-loading", done = done, total = total);
            writeln!(console, "  {}", ink.faint(&note))?;
        } else if tables.is_empty() {
            writeln!(console, "  {}", ink.faint(&say!("no-tables")))?;
        }
        let Some(line) = lines.ask(console, &say!("lobby-prompt"))? else {
            return Ok(None);
        };
        match line.split_once(' ') {
            Some(("new", game)) => {
                match open(api, game.trim(), name, password.clone(), Vec::new()) {
                    Ok(table) => return Ok(Some(table)),
                    Err(error) => writeln!(console, "  {error}")?,
                }
            }
            _ if line.is_empty() => {}
            _ if line == "quit" || line == "q" => return Ok(None),
            _ => match line.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) {
                Some(index) if index < tables.len() => {
                    match sit_down(api, tables[index].clone(), name, password.clone()) {
                        Ok(table) => return Ok(Some(table)),
                        Err(error) => writeln!(console, "  {error}")?,
                    }
                }
                _ => writeln!(console, "  {}", say!("no-such-table", table = line))?,
            },
        }
    }
}

/// A server's address without a slash at its end.
fn check_url(url: &str) -> Result<&str> {
    let url = url.trim_end_matches('/');
    if !url.starts_with("http://") {
        bail!(say!("bad-address"));
    }
    Ok(url)
}
