//! `ludorum analyse topology`: how results in Dice Wars depend on the board.

use std::io::Write;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::Result;
use ludorum_arena::page::topology_page;
use ludorum_arena::{
    BoardEffect, GameResult, Pairing, Plan, RunOptions, Schedule, Seatings, board_effects,
    run as play,
};
use ludorum_core::Seed;
use serde::Serialize;

use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::guests::open;
use crate::table::{Side, Table};
use crate::{format, interrupt, progress};

/// Let agents play Dice Wars and compare their results on boards of different shape
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse topology dicewars wpm-c stei --games 2000
  ludorum analyse topology dicewars:players=8 stei naive --games 2000 --html boards.html
  ludorum analyse topology dicewars:players=7 naive sdc ste stei wpm-s wpm-d wpm-c --json

Two agents play each other, however many seats there are; the second takes all seats but one. Otherwise
there is one for each seat. Boards are graphs of areas that touch. They are compared by the number of
areas and of borders, the mean degree, the diameter and the mean distance, the areas without which the
board would fall apart (cut areas), those with one neighbour only (dead ends), and how often neighbours
of an area touch each other (clustering). All games on one board are one observation. A star marks slopes
that would be as steep less than once in twenty times in all of the table if boards did not matter.")]
pub(crate) struct Args {
    /// The game, dicewars or dicewars:players=N
    game: String,
    /// The agents
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = crate::args::games)]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Print one object for programs
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct TopologyJson {
    game: String,
    agents: Vec<String>,
    games: usize,
    seed: String,
    effects: Vec<BoardEffect>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let target = args.html.as_deref().map(Target::check).transpose()?;
    let variant = open(&args.game)?;
    let schedule = Schedule {
        pairing: match args.agents.len() {
            2 => Pairing::Field,
            _ => Pairing::Match,
        },
        seatings: Seatings::default(),
    };
    let plan = Plan::scheduled(variant, &args.agents, schedule, args.seed, args.games)?;
    // What cannot be answered is refused before anything is played.
    board_effects(&plan, &[])?;
    let stop = interrupt::stop()?;
    let bar = progress::games(plan.games(), 0);
    let threads = args.threads;
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let mut games: Vec<GameResult> = Vec::new();
    play(&plan, &RunOptions::on(threads), &stop, |batch| {
        bar.inc(batch.len() as u64);
        games.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), anyhow::Error>(())
    })?;
    games.sort_by_key(|game| game.game);
    bar.finish_and_clear();
    if stop.is_raised() {
        console.note("stopped; boards are compared when all games are played");
        return Ok(End::Stopped);
    }
    let effects = board_effects(&plan, &games)?;
    if args.json {
        console.json(&TopologyJson {
            game: plan.variant().spec().to_owned(),
            agents: plan.agents().to_vec(),
            games: games.len(),
            seed: args.seed.0.to_string(),
            effects,
        })?;
        return Ok(End::Done);
    }
    if let Some(target) = target {
        let (game, agents, seed) = (plan.variant().spec(), plan.agents().join(" "), args.seed.0);
        let command = format!(
            "ludorum analyse topology {game} {agents} --games {} --seed {seed}",
            plan.games_each()
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
    Ok(End::Done)
}

fn boards(effects: &[BoardEffect]) -> usize {
    let groups = effects.first().map_or(&[][..], |effect| &effect.groups);
    groups.iter().map(|group| group.boards).sum()
}

fn print(plan: &Plan, games: usize, effects: &[BoardEffect], console: &mut Console) -> Result<()> {
    writeln!(
        console,
        "{}: {} games on {} boards\n",
        plan.variant().spec(),
        format::count(games as u64),
        format::count(boards(effects) as u64)
    )?;
    for (agent, spec) in plan.agents().iter().enumerate() {
        let columns = [
            ("", Side::Left),
            ("boards", Side::Right),
            ("from", Side::Right),
            ("to", Side::Right),
            ("won", Side::Right),
            ("95% interval", Side::Right),
            ("points per deviation", Side::Right),
            ("p", Side::Right),
        ];
        let mut table = Table::new(console.ink, &columns);
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
                    interval.map_or("-".to_owned(), |(low, high)| {
                        format!("{} to {}", format::percent(low), format::percent(high))
                    }),
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

/// A measure of the board, and how steep the win rate of an agent grows with it.
fn slope_row(table: &mut Table, effect: &BoardEffect, agent: usize, slopes: usize) {
    let points = |share: f64| format!("{:+.1}", 100.0 * share);
    let (steep, p) = match effect.slopes[agent] {
        Some(slope) => {
            let (low, high) = slope.interval;
            let (low, high) = (points(low), points(high));
            let star = match slope.p < 0.05 / slopes as f64 {
                true => "*",
                false => "",
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

/// Whole numbers as they are, others with two digits.
fn number(value: f64) -> String {
    match value.fract() == 0.0 {
        true => format!("{value}"),
        false => format!("{value:.2}"),
    }
}
