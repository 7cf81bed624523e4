//! `ludorum analyse attacks`: measures how often Dice Wars agents attack and hold captured areas.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use ludorum_arena::page::{CalibrationCurve, calibration_page};
use ludorum_arena::{AgentStatisticCounts, RunPlan, play_measured};
use ludorum_core::{MAX_SEATS, Seed};
use serde::Serialize;

use crate::args::threads_or_cores;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::files::OutputFile;
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{format, interrupt, progress};

/// Measure the attacks of Dice Wars agents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse attacks ste naive --games 1000
  ludorum analyse attacks stei stei stei stei --json
  ludorum analyse attacks ste naive --html calibration.html

Aggressivity is the share of possible attacks that an agent made. Equation 5.1 of the thesis estimates
the probability that an attack takes the area and holds it until the next turn; the second table compares
the estimates with the actual rates. Agents rotate over the seats, with all rotations on one board.")]
pub(crate) struct Args {
    /// Agents, one for each of two to eight seats
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
    #[arg(long)]
    json: bool,
    /// Write an HTML page with the calibration of the agents' probability estimates
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct AttacksJson {
    games: u64,
    agents: Vec<AttackStatsJson>,
}

/// Attack statistics of one agent over all games.
#[derive(Serialize)]
struct AttackStatsJson {
    agent: String,
    win_rate: f64,
    /// Win rate in the games in which the agent did not move first.
    win_rate_later: f64,
    aggressivity: f64,
    attacks: u64,
    /// Calibration of the estimated probability to capture and hold an area, by decile of the
    /// estimate: number of attacks, mean estimate, and observed rate.
    held: Vec<(u64, f64, f64)>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let players = args.agents.len();
    if !(2..=MAX_SEATS).contains(&players) {
        bail!("dicewars has 2 to {MAX_SEATS} players, but {players} agents were given");
    }
    let variant = open(&format!("dicewars:players={players}"))?;
    let plan = RunPlan::new(variant, &args.agents, args.seed, args.games)?;
    let stop = interrupt::stop_on_ctrl_c()?;
    let bar = progress::games(plan.games(), 0);
    let threads = threads_or_cores(args.threads);
    let played = play_measured(&plan, &["aggressivity", "held"], threads, &stop, |games| {
        bar.inc(games as u64);
    });
    bar.finish_and_clear();
    if stop.is_raised() {
        console.note("interrupted; no results, as they need all games");
        return Ok(ExitStatus::Interrupted);
    }
    let agents = plan.agents().iter();
    let found: Vec<AttackStatsJson> = agents
        .zip(played?)
        .map(|(spec, counts)| attack_stats(spec, &counts))
        .collect();
    if let Some(path) = &args.html {
        OutputFile::check(path)?.write(page(args, &found).as_bytes())?;
    }
    if args.json {
        console.json(&AttacksJson {
            games: plan.games(),
            agents: found,
        })?;
        return Ok(ExitStatus::Success);
    }
    print(console, &found)?;
    Ok(ExitStatus::Success)
}

fn page(args: &Args, found: &[AttackStatsJson]) -> String {
    let estimates: Vec<CalibrationCurve> = found
        .iter()
        .map(|agent| CalibrationCurve {
            agent: agent.agent.clone(),
            tenths: agent.held.clone(),
        })
        .collect();
    let (agents, games, seed) = (args.agents.join(" "), args.games, args.seed.0);
    let command = format!("ludorum analyse attacks {agents} --games {games} --seed {seed}");
    let what = "For every attack in Dice Wars: the estimated probability to take the area and hold \
                it until the next turn, and how often that happened.";
    calibration_page("Do they hold what they take?", what, &command, &estimates)
}

fn attack_stats(spec: &str, own: &AgentStatisticCounts) -> AttackStatsJson {
    let share = |won: f64, games: u64| won / games.max(1) as f64;
    let made = own.counts[0][0];
    let held = own.counts[1].iter();
    AttackStatsJson {
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

fn print(console: &mut Console, found: &[AttackStatsJson]) -> Result<()> {
    let columns = [
        ("agent", ColumnAlignment::Left),
        ("won", ColumnAlignment::Right),
        ("won later", ColumnAlignment::Right),
        ("attacks", ColumnAlignment::Right),
        ("aggressivity", ColumnAlignment::Right),
    ];
    let mut table = TextTable::new(console.ink, &columns);
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
            ("estimated", ColumnAlignment::Right),
            ("held", ColumnAlignment::Right),
            ("attacks", ColumnAlignment::Right),
        ];
        let mut table = TextTable::new(console.ink, &columns);
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
