//! `ludorum play --server`: plays at the tables of a server.

mod api;
mod identity;
mod problems;
mod session;

use std::io::Write;

use anyhow::{Result, bail};
use ludorum_catalog::split_list;
use ludorum_protocol::lobby::{
    JoinRequest, NewTable, SeatKind, SeatOccupantChoice, TableInfo, TableLoadProgress, TablePhase,
    TableSettings,
};

use self::api::ApiClient;
use self::session::RemoteTableSession;
use super::{Args, HUMAN};
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files;
use crate::input::StdinReader;
use crate::language::say;

/// Word in `--seats` for a seat that a remote player may take.
const OPEN: &str = "open";

pub(super) fn run(url: &str, args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let name = args.name.clone().unwrap_or_else(identity::user_name);
    let (_lock, api) = identity::identify(url, &name)?;
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
    let mut lines = StdinReader::start();
    let table = match (&args.table, &args.game) {
        (Some(id), _) => Some(join_or_watch(&api, api.table(id)?, &name, password)?),
        (None, Some(game)) => {
            let seats = args.seats.as_deref().map(split_list).unwrap_or_default();
            let seats = seatings(&seats, &name);
            Some(open(&api, game, &name, password, seats)?)
        }
        (None, None) => choose(&api, &name, password, &mut lines, console)?,
    };
    let Some(table) = table else {
        return Ok(ExitStatus::Success);
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(RemoteTableSession::new(&api, table, lines).run(console))?;
    // Does not wait for the input thread, which may be blocked on stdin.
    runtime.shutdown_background();
    Ok(ExitStatus::Success)
}

/// Seat assignments of a new table. Further people at this terminal get numbered names.
fn seatings(seats: &[String], name: &str) -> Vec<SeatOccupantChoice> {
    let mut here = 0;
    let seating = |seat: &String| match seat.as_str() {
        OPEN => SeatOccupantChoice::Open,
        HUMAN => {
            here += 1;
            SeatOccupantChoice::Here {
                name: numbered(name, here),
                colour: None,
            }
        }
        spec => SeatOccupantChoice::Agent {
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

/// Returns `name`, with a number appended if a player at the table already has it.
fn free_name(table: &TableInfo, name: &str) -> String {
    let is_free = |name: &String| {
        let mut others = table.seats.iter();
        !others.any(|seat| seat.name.to_lowercase() == name.to_lowercase())
    };
    let mut names = (1..).map(|number| numbered(name, number));
    names.find(is_free).unwrap_or_else(|| name.to_owned())
}

fn open(
    api: &ApiClient,
    game: &str,
    name: &str,
    password: Option<String>,
    seats: Vec<SeatOccupantChoice>,
) -> Result<TableInfo> {
    api.open(&NewTable {
        settings: TableSettings::new(say!("table-name", name = name), game),
        password,
        seats,
        name: name.to_owned(),
    })
}

/// Takes an open seat at a table if its game has not started; otherwise enters as a spectator.
fn join_or_watch(
    api: &ApiClient,
    table: TableInfo,
    name: &str,
    password: Option<String>,
) -> Result<TableInfo> {
    let has_room = table.seats.iter().any(|seat| seat.kind == SeatKind::Open);
    if table.phase != TablePhase::Open || !has_room {
        if let (true, Some(password)) = (table.locked, password) {
            api.enter(&table.id, password)?;
        }
        return Ok(table);
    }
    let join = JoinRequest {
        name: free_name(&table, name),
        password,
        ..JoinRequest::default()
    };
    api.join(&table.id, &join)?;
    api.ready(&table.id)
}

/// Lists the tables and lets the user join one or open a new one; `None` if the user quits.
fn choose(
    api: &ApiClient,
    name: &str,
    password: Option<String>,
    lines: &mut StdinReader,
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
            let lock = if table.locked {
                format!(", {}", say!("locked"))
            } else {
                String::new()
            };
            let (game, seats) = (&table.settings.game, seats.join(", "));
            writeln!(console, "  {number}. {title}   {game}   {seats}{lock}")?;
        }
        if let Some(TableLoadProgress { done, total }) = loading {
            let note = say!("tables-loading", done = done, total = total);
            writeln!(console, "  {}", ink.faint(&note))?;
        } else if tables.is_empty() {
            writeln!(console, "  {}", ink.faint(&say!("no-tables")))?;
        }
        let Some(line) = lines.ask(console, &format!("{} ›", say!("lobby-prompt")))? else {
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
                    match join_or_watch(api, tables[index].clone(), name, password.clone()) {
                        Ok(table) => return Ok(Some(table)),
                        Err(error) => writeln!(console, "  {error}")?,
                    }
                }
                _ => writeln!(console, "  {}", say!("no-such-table", table = line))?,
            },
        }
    }
}

/// Checks that a server's URL starts with `http://` and strips trailing slashes.
fn check_url(url: &str) -> Result<&str> {
    let url = url.trim_end_matches('/');
    if !url.starts_with("http://") {
        bail!(say!("bad-address"));
    }
    Ok(url)
}
