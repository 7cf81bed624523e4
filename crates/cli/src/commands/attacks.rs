//! `ludorum analyse attacks`: how agents of Dice Wars attack, and whether they hold what they take.

use std::io::Write;
use std::path::PathBuf;

use std::thread::available_parallelism;

use anyhow::{Result, bail};
use ludorum_arena::page::{Estimates, calibration_page};
use ludorum_arena::{AgentCounts, Plan, play_measured};
use ludorum_core::{MAX_SEATS, Seed};
use serde::Serialize;

use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::guests::open;
use crate::table::{Side, Table};
use crate::{format, interrupt, progress};

/// Let agents play Dice Wars and measure their attacks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse attacks ste naive --games 1000
  ludorum analyse attacks stei stei stei stei --json
  ludorum analyse attacks ste naive --html calibration.html

Aggressivity is the share of the attacks an agent could have made in its turns that it made. For every
attack the probability to take the area and to hold it until the next turn is estimated by equation
5.1 of the thesis; the second table compares the estimate with what happened. Agents are rotated over
the seats, all rotations on one board.")]
pub(crate) struct Args {
    /// The agents, one for each of two to eight seats
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = crate::args::games)]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Games to run in parallel [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
    /// Write a page that shows how good the estimates are
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct AttacksJson {
    games: u64,
    agents: Vec<AgentJson>,
}

#[derive(Serialize)]
struct AgentJson {
    agent: String,
    win_rate: f64,
    /// Of the games in which it was not the first to move.
    win_rate_later: f64,
    aggressivity: f64,
    attacks: u64,
    /// For each tenth of the estimate: attacks, the mean estimate, and the share held.
    held: Vec<(u64, f64, f64)>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let players = args.agents.len();
    if !(2..=MAX_SEATS).contains(&players) {
        bail!("dicewars is for 2 to {MAX_SEATS} players, but {players} agents are given");
    }
    let variant = open(&format!("dicewars:players={players}"))?;
    let plan = Plan::new(variant, &args.agents, args.seed, args.games)?;
    let stop = interrupt::stop()?;
    let bar = progress::games(plan.games(), 0);
    let threads = args.threads;
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let played = play_measured(&plan, &["aggressivity", "held"], threads, &stop, |games| {
        bar.inc(games as u64);
    });
    bar.finish_and_clear();
    if stop.is_raised() {
        console.note("stopped; attacks are counted when all games are played");
        return Ok(End::Stopped);
    }
    let agents = plan.agents().iter();
    let found: Vec<AgentJson> = agents
        .zip(played?)
        .map(|(spec, counts)| told(spec, &counts))
        .collect();
    if let Some(path) = &args.html {
        Target::check(path)?.write(page(args, &found).as_bytes())?;
    }
    if args.json {
        console.json(&AttacksJson {
            games: plan.games(),
            agents: found,
        })?;
        return Ok(End::Done);
    }
    print(console, &found)?;
    Ok(End::Done)
}

fn page(args: &Args, found: &[AgentJson]) -> String {
    let estimates: Vec<Estimates> = found
        .iter()
        .map(|agent| Estimates {
            agent: agent.agent.clone(),
            tenths: agent.held.clone(),
        })
        .collect();
    let (agents, games, seed) = (args.agents.join(" "), args.games, args.seed.0);
    let command = format!("ludorum analyse attacks {agents} --games {games} --seed {seed}");
    let what = "Of every attack in Dice Wars: the estimated probability to take the area and hold \
                it until the next turn, and how often that happened.";
    calibration_page("Do they hold what they take?", what, &command, &estimates)
}

fn told(spec: &str, own: &AgentCounts) -> AgentJson {
    let share = |won: f64, games: u64| won / games.max(1) as f64;
    let made = own.counts[0][0];
    let held = own.counts[1].iter();
    AgentJson {
        agent: spec.to_owned(),
        win_rate: share(own.won, own.games),
        win_rate_later: share(own.won_later, own.games_later),
        aggressivity: made.share(),
        attacks: made.hits,
        held: held
            .map(|tenth| (tenth.cases, tenth.mean_expected(), tenth.share()))
            .collect(),
    }
}

fn print(console: &mut Console, found: &[AgentJson]) -> Result<()> {
    let columns = [
        ("agent", Side::Left),
        ("won", Side::Right),
        ("won later", Side::Right),
        ("attacks", Side::Right),
        ("aggressivity", Side::Right),
    ];
    let mut table = Table::new(console.ink, &columns);
    for agent in found {
        table.row([
            agent.agent.clone(),
            format::percent(agent.win_rate),
            format::percent(agent.win_rate_later),
            format::count(agent.attacks),
            format::percent(agent.aggressivity),
        ]);
    }
    writeln!(console, "{}", table.print())?;
    for agent in found {
        let columns = [
            ("estimated", Side::Right),
            ("held", Side::Right),
            ("attacks", Side::Right),
        ];
        let mut table = Table::new(console.ink, &columns);
        for &(attacks, estimated, held) in &agent.held {
            table.row([
                format::percent(estimated),
                format::percent(held),
                format::count(attacks),
            ]);
        }
        let name = console.ink.strong(&agent.agent);
        writeln!(
            console,
            "  areas taken and held by {name}\n{}",
            table.print()
        )?;
    }
    Ok(())
}
