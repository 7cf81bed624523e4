//! `ludorum analyse topology`: measures how win rates in Dice Wars depend on the board.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use ludorum_arena::page::topology_page;
use ludorum_arena::{
    BoardPropertyRegression, GameResult, Pairing, RunOptions, RunPlan, RunSchedule, SeatingScheme,
    board_effects, run as play,
};
use ludorum_core::Seed;
use serde::Serialize;

use crate::args::threads_or_cores;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::files::OutputFile;
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{format, interrupt, progress};

/// Measure how the shape of Dice Wars boards affects win rates
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse topology dicewars wpm-c stei --games 2000
  ludorum analyse topology dicewars:players=8 stei naive --games 2000 --html boards.html
  ludorum analyse topology dicewars:players=7 naive sdc ste stei wpm-s wpm-d wpm-c --json

Give two agents, of which the second takes all seats but one, or an agent for each seat. A board is a graph
of adjacent areas. Boards are compared by the number of areas and borders, mean degree, diameter, mean
distance, cut areas (whose removal disconnects the board), dead ends (areas with one neighbour) and
clustering (how often neighbours of an area are adjacent). All games on one board are one observation.
A star marks slopes that are significant at 5% after Bonferroni correction over the table.")]
pub(crate) struct Args {
    /// Game, dicewars or dicewars:players=N
    game: String,
    /// Agents to compare, NAME or NAME:key=value,...
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,
    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = crate::args::games)]
    games: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Games to run in parallel [default: number of cores]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write an HTML page with plots of the effects of board properties
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct TopologyEffectsJson {
    game: String,
    agents: Vec<String>,
    games: usize,
    seed: String,
    effects: Vec<BoardPropertyRegression>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let target = args.html.as_deref().map(OutputFile::check).transpose()?;
    let variant = open(&args.game)?;
    let schedule = RunSchedule {
        pairing: match args.agents.len() {
            2 => Pairing::Field,
            _ => Pairing::Match,
        },
        seatings: SeatingScheme::default(),
    };
    let plan = RunPlan::scheduled(variant, &args.agents, schedule, args.seed, args.games)?;
    // Checks the plan before any game is played.
    board_effects(&plan, &[])?;
    let stop = interrupt::stop_on_ctrl_c()?;
    let bar = progress::games(plan.games(), 0);
    let threads = threads_or_cores(args.threads);
    let mut games: Vec<GameResult> = Vec::new();
    play(&plan, &RunOptions::with_threads(threads), &stop, |batch| {
        bar.inc(batch.len() as u64);
        games.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), anyhow::Error>(())
    })?;
    games.sort_by_key(|game| game.game);
    bar.finish_and_clear();
    if stop.is_raised() {
        console.note("interrupted; no results, as they need all games");
        return Ok(ExitStatus::Interrupted);
    }
    let effects = board_effects(&plan, &games)?;
    if args.json {
        console.json(&TopologyEffectsJson {
            game: plan.variant().spec().to_owned(),
            agents: plan.agents().to_vec(),
            games: games.len(),
            seed: args.seed.0.to_string(),
            effects,
        })?;
        return Ok(ExitStatus::Success);
    }
    if let Some(target) = target {
        let (game, agents, seed) = (plan.variant().spec(), plan.agents().join(" "), args.seed.0);
        let command = format!(
            "ludorum analyse topology {game} {agents} --games {} --seed {seed}",
            plan.games_per_group()
        );
        let what = format!(
            "{} games of Dice Wars on {} boards: how often the agents win on boards of different shape.",
            games.len(),
            boards(&effects)
        );
        let page = topology_page(
            "Does the board matter?",
            &what,
            &command,
            plan.agents(),
            &effects,
        );
        target.write(page.as_bytes())?;
    }
    print(&plan, games.len(), &effects, console)?;
    Ok(ExitStatus::Success)
}

fn boards(effects: &[BoardPropertyRegression]) -> usize {
    let groups = effects.first().map_or(&[][..], |effect| &effect.groups);
    groups.iter().map(|group| group.boards).sum()
}

fn print(
    plan: &RunPlan,
    games: usize,
    effects: &[BoardPropertyRegression],
    console: &mut Console,
) -> Result<()> {
    writeln!(
        console,
        "{}: {} games on {} boards\n",
        plan.variant().spec(),
        format::count(games as u64),
        format::count(boards(effects) as u64)
    )?;
    for (agent, spec) in plan.agents().iter().enumerate() {
        let columns = [
            ("", ColumnAlignment::Left),
            ("boards", ColumnAlignment::Right),
            ("from", ColumnAlignment::Right),
            ("to", ColumnAlignment::Right),
            ("won", ColumnAlignment::Right),
            ("95% interval", ColumnAlignment::Right),
            ("points per std. dev.", ColumnAlignment::Right),
            ("p", ColumnAlignment::Right),
        ];
        let mut table = TextTable::new(console.ink, &columns);
        for effect in effects {
            slope_row(
                &mut table,
                effect,
                agent,
                effects.len() * plan.agents().len(),
            );
            for group in &effect.groups {
                let (rate, interval) = group.rates[agent];
                table.row([
                    String::new(),
                    format::count(group.boards as u64),
                    number(group.low),
                    number(group.high),
                    format::percent(rate),
                    format::interval(interval, format::percent),
                    String::new(),
                    String::new(),
                ]);
            }
        }
        let name = console.ink.strong(spec);
        writeln!(console, "  {name}\n{}", table.print())?;
    }
    Ok(())
}

/// Adds a table row with a board property and the regression slope of an agent's win rate on it.
/// `slopes` is the number of slopes tested, which lowers the significance threshold.
fn slope_row(table: &mut TextTable, effect: &BoardPropertyRegression, agent: usize, slopes: usize) {
    let points = |share: f64| format!("{:+.1}", 100.0 * share);
    let (steep, p) = match effect.slopes[agent] {
        Some(slope) => {
            let (low, high) = slope.interval;
            let (low, high) = (points(low), points(high));
            let star = if slope.p < 0.05 / slopes as f64 {
                "*"
            } else {
                ""
            };
            (
                format!("{} ({low} to {high})", points(slope.per_deviation)),
                format!("{}{star}", format::probability(slope.p)),
            )
        }
        None => ("-".to_owned(), "-".to_owned()),
    };
    let nothing = String::new;
    table.row([
        effect.measure.to_owned(),
        nothing(),
        nothing(),
        nothing(),
        nothing(),
        nothing(),
        steep,
        p,
    ]);
}

/// Formats a number, with two decimals if it is not an integer.
fn number(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value}")
    } else {
        format!("{value:.2}")
    }
}
