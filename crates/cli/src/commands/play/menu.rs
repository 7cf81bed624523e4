//! Choosing a game, an opponent and a seat when none were named.

use std::io::Write;

use anyhow::Result;
use ludorum_catalog::{Variant, kinds};

use super::HUMAN;
use crate::console::Console;
use crate::guests::{installed, open};
use crate::input::Input;
use crate::language::{say, say_as_page};
use crate::table::{Side, Table};

/// Asks for a game; none when the user leaves.
pub(super) fn game(console: &mut Console, input: &mut Input) -> Result<Option<Variant>> {
    let kinds = kinds();
    let about = |name: &str| say_as_page(&format!("game-{name}-about"), &[]);
    let items: Vec<Item> = kinds
        .iter()
        .map(|kind| Item::new(kind.name(), kind.summary(), about(kind.name())))
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

/// Asks who plays, and where; none when the user leaves.
pub(super) fn seats(
    variant: &Variant,
    console: &mut Console,
    input: &mut Input,
) -> Result<Option<Vec<String>>> {
    let agents = variant.agents();
    let about = |name: &str| say_as_page(&format!("agent-about-{name}"), &[]);
    let mut items: Vec<Item> = agents
        .iter()
        .map(|agent| Item::new(agent.name, agent.summary, about(agent.name)))
        .collect();
    let own = installed(variant).into_iter();
    items.extend(own.map(|agent| Item::new(&format!("@{}", agent.name), &agent.summary, None)));
    items.push(Item::new(HUMAN, &say!("menu-human"), None));
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

/// Something to choose from.
struct Item {
    name: String,
    about: String,
}

impl Item {
    /// An item with what it is, in the language of the user if there are words for it.
    fn new(name: &str, summary: &str, translated: Option<String>) -> Item {
        Item {
            name: name.to_owned(),
            about: translated.unwrap_or_else(|| summary.to_owned()),
        }
    }
}

fn list(console: &mut Console, question: &str, how: &str, items: &[Item]) -> Result<()> {
    let ink = console.ink;
    let columns = [("", Side::Right), ("", Side::Left), ("", Side::Left)];
    let mut table = Table::new(ink, &columns);
    for (number, item) in (1..).zip(items) {
        let (name, about) = (ink.strong(&item.name), ink.faint(&item.about));
        table.row([number.to_string(), name, about]);
    }
    // The table begins with its header, here an empty line.
    let (question, how) = (ink.strong(question), ink.faint(how));
    let table = table.print_within(console.width);
    writeln!(console, "\n{question} {how}{table}")?;
    Ok(())
}

/// Asks until the answer, a number of the list or a text, is understood; none at the end of input.
fn ask<T>(
    console: &mut Console,
    input: &mut Input,
    name: &str,
    default: &str,
    items: &[Item],
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
