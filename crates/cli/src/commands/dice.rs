//! `ludorum analyse dice`: how likely sums of dice are, and attacks of Dice Wars.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use ludorum_arena::page::{Curve, curve_page};
use ludorum_games::dicewars::{MAX_DICE, success, sum_probability};
use serde::Serialize;

use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::format;
use crate::table::{Side, Table};

/// Show how likely attacks of Dice Wars succeed, and how likely sums of dice are
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse dice
  ludorum analyse dice --json
  ludorum analyse dice --html dice.html

The attacker needs a higher sum than the defender; equal sums defend. Probabilities are exact.")]
pub(crate) struct Args {
    /// Print one object for programs
    #[arg(long)]
    json: bool,
    /// Write a page with both as charts
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct DiceJson {
    /// For one to eight attackers' dice: the probability to win against one to eight of the defender.
    success: Vec<Vec<f64>>,
    /// For one to eight dice: the probability of each sum, from 0.
    sums: Vec<Vec<f64>>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let most_sum = 6 * usize::from(MAX_DICE);
    let found = DiceJson {
        success: (1..=MAX_DICE)
            .map(|own| (1..=MAX_DICE).map(|other| success(own, other)).collect())
            .collect(),
        sums: (1..=MAX_DICE)
            .map(|dice| {
                (0..=most_sum)
                    .map(|sum| sum_probability(dice, sum))
                    .collect()
            })
            .collect(),
    };
    if let Some(path) = &args.html {
        Target::check(path)?.write(page(&found).as_bytes())?;
    }
    if args.json {
        console.json(&found)?;
        return Ok(End::Done);
    }
    let names: Vec<String> = (1..=MAX_DICE).map(|dice| dice.to_string()).collect();
    let mut columns = vec![("attackers", Side::Right)];
    columns.extend(names.iter().map(|name| (name.as_str(), Side::Right)));
    let mut table = Table::new(console.ink, &columns);
    for (name, row) in names.iter().zip(&found.success) {
        let odds = row.iter().map(|odds| format::percent(*odds));
        table.row([name.clone()].into_iter().chain(odds));
    }
    writeln!(
        console,
        "  how likely so many dice win against 1 to 8 of the defender\n{}",
        table.print()
    )?;
    Ok(End::Done)
}

fn page(found: &DiceJson) -> String {
    let dice = |count: usize| match count {
        1 => "1 die".to_owned(),
        more => format!("{more} dice"),
    };
    let sums = (1..).zip(&found.sums).map(|(count, sums)| Curve {
        name: dice(count),
        points: (count..=6 * count)
            .map(|sum| (sum as f64, sums[sum]))
            .collect(),
    });
    let attacks = (1..).zip(&found.success).map(|(count, odds)| Curve {
        name: format!("{} attacking", dice(count)),
        points: (1..).map(f64::from).zip(odds.iter().copied()).collect(),
    });
    curve_page(
        "Dice",
        "How likely sums of one to eight dice are, and how likely attacks of Dice Wars succeed: the \
         attacker needs a higher sum.",
        "ludorum analyse dice",
        &[
            ("sum", "probability", sums.collect()),
            ("dice of the defender", "attack succeeds", attacks.collect()),
        ],
    )
}
