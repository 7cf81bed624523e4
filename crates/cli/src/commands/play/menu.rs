//! Choosing a game, an opponent and a seat when none were named.

use std::io::Write;

use anyhow::Result;
use ludorum_catalog::{Variant, kinds};

use super::HUMAN;
use crate::console::Console;
use crate::guests::{installed, open};
use crate::input::Input;
use crate::table::{Side, Table};

/// Asks for a game; none when the user leaves.
pub(super) fn game(console: &mut Console, input: &mut Input) -> Result<Option<Variant>> {
    let kinds = kinds();
    let items: Vec<(&str, &str)> = kinds
        .iter()
        .map(|kind| (kind.name(), kind.summary()))
        .collect();
    list(
        console,
        "Which game?",
        "a number or a name; q leaves",
        &items,
    )?;
    let Some(&(default, _)) = items.first() else {
        return Ok(None);
    };
    ask(console, input, "game", default, &items, |answer| {
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
    let mut items: Vec<(&str, &str)> = agents
        .iter()
        .map(|agent| (agent.name, agent.summary))
        .collect();
    let installed = installed(variant);
    let names: Vec<String> = installed
        .iter()
        .map(|agent| format!("@{}", agent.name))
        .collect();
    let summaries = installed.iter().map(|agent| agent.summary.as_str());
    items.extend(names.iter().map(String::as_str).zip(summaries));
    items.push((HUMAN, "another person at this keyboard"));
    let how = "a number, a name, or a spec such as mcts:time=1s";
    list(console, "Against whom?", how, &items)?;
    let default = variant.opponent();
    let opponent = ask(console, input, "opponent", &default, &items, |answer| {
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
    let name = format!("your seat, 1 to {}", seats.len());
    let seat = ask(console, input, &name, "1", &[], |answer| {
        let number = answer.parse().ok();
        number
            .filter(|number| (1..=seats.len()).contains(number))
            .ok_or_else(|| format!("there are seats 1 to {}; seat 1 begins", seats.len()))
    })?;
    Ok(seat.map(|number| {
        seats[number - 1] = HUMAN.to_owned();
        seats
    }))
}

fn list(console: &mut Console, question: &str, how: &str, items: &[(&str, &str)]) -> Result<()> {
    let ink = console.ink;
    let columns = [("", Side::Right), ("", Side::Left), ("", Side::Left)];
    let mut table = Table::new(ink, &columns);
    for (number, (name, summary)) in (1..).zip(items) {
        table.row([number.to_string(), ink.strong(name), ink.faint(summary)]);
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
    items: &[(&str, &str)],
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
            Some((item, _)) => item,
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
