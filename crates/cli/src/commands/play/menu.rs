//! Menus of `ludorum play`: the game, the opponent and the user's seat.

use std::io::Write;

use anyhow::Result;
use ludorum_catalog::{Variant, kinds};

use super::HUMAN;
use crate::console::Console;
use crate::external_agents::{installed, open};
use crate::input::StdinReader;
use crate::language::{page_message, say};
use crate::text_table::{ColumnAlignment, TextTable};

/// Asks the user to choose a game; `None` if the user quits.
pub(super) fn game(console: &mut Console, input: &mut StdinReader) -> Result<Option<Variant>> {
    let kinds = kinds();
    let about = |name: &str| page_message(&format!("game-{name}-about"), &[]);
    let items: Vec<MenuItem> = kinds
        .iter()
        .map(|kind| MenuItem::new(kind.name(), kind.summary(), about(kind.name())))
        .collect();
    let (question, how) = (say!("menu-game"), say!("menu-game-how"));
    list(console, &question, &how, &items)?;
    let Some(default) = items.first().map(|item| item.name.clone()) else {
        return Ok(None);
    };
    let name = say!("menu-game-prompt");
    ask(console, input, &name, &default, &items, |answer| {
        open(answer).map_err(|error| error.to_string())
    })
}

/// Asks the user for the opponent and for the user's own seat; `None` if the user quits.
pub(super) fn seats(
    variant: &Variant,
    console: &mut Console,
    input: &mut StdinReader,
) -> Result<Option<Vec<String>>> {
    let agents = variant.agents();
    let about = |name: &str| page_message(&format!("agent-about-{name}"), &[]);
    let mut items: Vec<MenuItem> = agents
        .iter()
        .map(|agent| MenuItem::new(agent.name, agent.summary, about(agent.name)))
        .collect();
    let own = installed(variant).into_iter();
    items.extend(own.map(|agent| MenuItem::new(&format!("@{}", agent.name), &agent.summary, None)));
    items.push(MenuItem::new(HUMAN, &say!("menu-human"), None));
    let (question, how) = (say!("menu-opponent"), say!("menu-opponent-how"));
    list(console, &question, &how, &items)?;
    let (name, default) = (say!("menu-opponent-prompt"), variant.opponent());
    let opponent = ask(console, input, &name, &default, &items, |answer| {
        if answer == HUMAN {
            return Ok(answer.to_owned());
        }
        let player = variant.player(answer);
        player
            .map(|player| player.spec().to_owned())
            .map_err(|error| error.to_string())
    })?;
    let Some(opponent) = opponent else {
        return Ok(None);
    };
    let mut seats = vec![opponent; variant.seats()];
    if seats.iter().all(|seat| seat == HUMAN) {
        return Ok(Some(seats));
    }
    writeln!(console)?;
    let name = say!("menu-seat", seats = seats.len());
    let seat = ask(console, input, &name, "1", &[], |answer| {
        let number = answer.parse().ok();
        number
            .filter(|number| (1..=seats.len()).contains(number))
            .ok_or_else(|| say!("menu-seat-bad", seats = seats.len()))
    })?;
    Ok(seat.map(|number| {
        seats[number - 1] = HUMAN.to_owned();
        seats
    }))
}

/// A line of a menu: name and description of a game or an opponent.
struct MenuItem {
    name: String,
    about: String,
}

impl MenuItem {
    /// Creates a menu line described by `translated`, or by `summary` if that is `None`.
    fn new(name: &str, summary: &str, translated: Option<String>) -> MenuItem {
        MenuItem {
            name: name.to_owned(),
            about: translated.unwrap_or_else(|| summary.to_owned()),
        }
    }
}

fn list(console: &mut Console, question: &str, how: &str, items: &[MenuItem]) -> Result<()> {
    let ink = console.ink;
    let columns = [
        ("", ColumnAlignment::Right),
        ("", ColumnAlignment::Left),
        ("", ColumnAlignment::Left),
    ];
    let mut table = TextTable::new(ink, &columns);
    for (number, item) in (1..).zip(items) {
        let (name, about) = (ink.strong(&item.name), ink.faint(&item.about));
        table.row([number.to_string(), name, about]);
    }
    // The empty header line of the table separates it from the question.
    let (question, how) = (ink.strong(question), ink.faint(how));
    let table = table.print_within(console.width);
    writeln!(console, "\n{question} {how}{table}")?;
    Ok(())
}

/// Prompts until the answer, a menu line number or a text, is valid; `None` if the user quits.
fn ask<T>(
    console: &mut Console,
    input: &mut StdinReader,
    name: &str,
    default: &str,
    items: &[MenuItem],
    understand: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>> {
    let prompt = format!("{name} [{default}] ›");
    loop {
        let Some(line) = input.ask(console, &prompt)? else {
            return Ok(None);
        };
        let number: Option<usize> = line.parse().ok();
        let by_number = number.and_then(|number| items.get(number.wrapping_sub(1)));
        let answer = match by_number {
            Some(item) => item.name.as_str(),
            None if line.is_empty() => default,
            None => line.as_str(),
        };
        if matches!(answer, "quit" | "exit" | "q") {
            return Ok(None);
        }
        match understand(answer) {
            Ok(answer) => return Ok(Some(answer)),
            Err(reason) => writeln!(console, "  {reason}")?,
        }
    }
}
