//! `ludorum analyse dice`: exact probabilities of dice sums and of Dice Wars attacks.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use ludorum_arena::page::{PlotCurve, curve_page};
use ludorum_games::dicewars::{MAX_DICE, success, sum_probability};
use serde::Serialize;

use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files::OutputFile;
use crate::format;
use crate::text_table::{ColumnAlignment, TextTable};

/// Show the success probabilities of Dice Wars attacks and of dice sums
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse dice
  ludorum analyse dice --json
  ludorum analyse dice --html dice.html

The attacker needs a higher sum than the defender. Probabilities are exact.")]
pub(crate) struct Args {
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Write an HTML page with charts of attacks and dice sums
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct DiceProbabilitiesJson {
    /// Success probability of an attack, by attacker's dice (1 to 8) and defender's dice (1 to 8).
    success: Vec<Vec<f64>>,
    /// Probability of every sum from 0 to 48, by number of dice (1 to 8).
    sums: Vec<Vec<f64>>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let most_sum = 6 * usize::from(MAX_DICE);
    let found = DiceProbabilitiesJson {
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
        OutputFile::check(path)?.write(page(&found).as_bytes())?;
    }
    if args.json {
        console.json(&found)?;
        return Ok(ExitStatus::Success);
    }
    let names: Vec<String> = (1..=MAX_DICE).map(|dice| dice.to_string()).collect();
    let mut columns = vec![("attacker", ColumnAlignment::Right)];
    columns.extend(
        names
            .iter()
            .map(|name| (name.as_str(), ColumnAlignment::Right)),
    );
    let mut table = TextTable::new(console.ink, &columns);
    for (name, row) in names.iter().zip(&found.success) {
        let odds = row.iter().map(|odds| format::percent(*odds));
        table.row([name.clone()].into_iter().chain(odds));
    }
    writeln!(
        console,
        "  success probability by dice of the attacker (rows) and the defender (columns)\n{}",
        table.print()
    )?;
    Ok(ExitStatus::Success)
}

fn page(found: &DiceProbabilitiesJson) -> String {
    let dice = |count: usize| match count {
        1 => "1 die".to_owned(),
        more => format!("{more} dice"),
    };
    let sums = (1..).zip(&found.sums).map(|(count, sums)| PlotCurve {
        name: dice(count),
        points: (count..=6 * count)
            .map(|sum| (sum as f64, sums[sum]))
            .collect(),
    });
    let attacks = (1..).zip(&found.success).map(|(count, odds)| PlotCurve {
        name: format!("{} attacking", dice(count)),
        points: (1..).map(f64::from).zip(odds.iter().copied()).collect(),
    });
    curve_page(
        "Dice",
        "Probabilities of the sums of one to eight dice, and success probabilities of Dice Wars \
         attacks: the attacker needs a higher sum.",
        "ludorum analyse dice",
        &[
            ("sum", "probability", sums.collect()),
            ("dice of the defender", "attack succeeds", attacks.collect()),
        ],
    )
}
