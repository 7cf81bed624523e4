//! `ludorum ladder`: rates the agents of a game by strength and speed.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use ludorum_arena::json_document;
use ludorum_arena::ladder::{
    AgentRating, LadderPlan, RatingLadder, UnratedAgent, UnratedReason, entrants, play_ladder,
};
use ludorum_catalog::SeedKey;
use ludorum_core::Seed;

use crate::args::threads_or_cores;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::files::OutputFile;
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{format, interrupt, progress};

/// Rate the agents of a game: Elo strength and time per move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum ladder tictactoe
  ludorum ladder quoridor --rounds 12 --games 16 --write content/strength/quoridor.json
  ludorum ladder dicewars:players=4 champion stei naive random --json

By default all agents of the game play, with default parameters and at each level. In every round agents
meet others of similar estimated strength; a group plays --games games, rounded up so that every agent has
every seat. Random play is rated 0; 200 points more win about three games in four. Agents limited by nodes
or playouts play the same games with any number of threads; times are those of this machine. The ratings
that ludorum agents shows are in content/strength/.")]
pub(crate) struct Args {
    /// Game, NAME or NAME:key=value,...
    game: String,
    /// Agents, NAME or NAME:key=value,... [default: all agents of the game at all levels]
    agents: Vec<String>,
    /// Agent or level to leave out; repeatable
    #[arg(long, value_name = "AGENT", conflicts_with = "agents")]
    without: Vec<String>,
    /// Number of rounds; in each, every group of agents of similar strength plays
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: u64,
    /// Number of games that a group of agents plays in each round
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = crate::args::games)]
    games: u64,
    /// Seed of the games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Key that reproduces a ladder with external agents [default: random]
    #[arg(long, value_name = "KEY")]
    key: Option<SeedKey>,
    /// Games to run in parallel [default: number of cores]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Write the ratings to a JSON file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let variant = open(&args.game)?;
    let target = args.write.as_deref().map(OutputFile::check).transpose()?;
    let (mut agents, mut unrated) = if args.agents.is_empty() {
        entrants(&variant)
    } else {
        (args.agents.clone(), Vec::new())
    };
    for agent in &args.without {
        agents.retain(|entrant| entrant != agent);
        unrated.push(UnratedAgent {
            agent: variant.player(agent)?.spec().to_owned(),
            reason: UnratedReason::NotYet,
        });
    }
    let agent_args = args.agents.iter().map(|agent| format!(" {agent}"));
    let without = args.without.iter();
    let agent_args: String = agent_args
        .chain(without.map(|agent| format!(" --without {agent}")))
        .collect();
    let key = args.key.unwrap_or_else(SeedKey::random);
    let is_guest = |agent: &String| variant.player(agent).is_ok_and(|own| own.is_external());
    let key_arg = if agents.iter().any(is_guest) {
        format!(" --key {key}")
    } else {
        String::new()
    };
    let plan = LadderPlan {
        command: format!(
            "ludorum ladder {}{agent_args} --rounds {} --games {} --seed {}{key_arg}",
            variant.spec(),
            args.rounds,
            args.games,
            args.seed.0
        ),
        variant,
        agents,
        unrated,
        rounds: args.rounds,
        games: args.games,
        seed: args.seed,
        key,
    };
    let threads = threads_or_cores(args.threads);
    let stop = interrupt::stop_on_ctrl_c()?;
    let bar = progress::games(0, 0);
    let on_game = |in_round: u64| {
        bar.set_length(in_round * args.rounds);
        bar.inc(1);
    };
    let ladder = play_ladder(&plan, threads, &stop, on_game)?;
    bar.finish_and_clear();
    let Some(ladder) = ladder.filter(|_| !stop.is_raised()) else {
        console.note("interrupted; nothing was written");
        return Ok(ExitStatus::Interrupted);
    };
    if let Some(target) = target {
        target.write(&json_document(&ladder))?;
    }
    if args.json {
        console.json(&ladder)?;
    } else {
        print(&ladder, console)?;
    }
    Ok(ExitStatus::Success)
}

fn print(ladder: &RatingLadder, console: &mut Console) -> Result<()> {
    let columns = [
        ("agent", ColumnAlignment::Left),
        ("strength", ColumnAlignment::Right),
        ("95% interval", ColumnAlignment::Right),
        ("time/move", ColumnAlignment::Right),
        ("nodes/move", ColumnAlignment::Right),
        ("games", ColumnAlignment::Right),
    ];
    let mut table = TextTable::new(console.ink, &columns);
    for rating in &ladder.ratings {
        table.row([
            rating.agent.clone(),
            format!("{:.0}", rating.elo),
            interval(rating),
            time_per_move(rating),
            format::count(rating.nodes_per_move.round() as u64),
            format::count(rating.games),
        ]);
    }
    writeln!(console, "{}", table.print())?;
    for unrated in &ladder.unrated {
        writeln!(
            console,
            "{}: {}",
            unrated.agent,
            unrated_reason(&unrated.reason)
        )?;
    }
    writeln!(
        console,
        "{} of {}; random play is rated 0",
        format::plural(ladder.games, "game", "games"),
        ladder.game
    )?;
    Ok(())
}

fn interval(rating: &AgentRating) -> String {
    format::interval(rating.elo_95, |elo| format!("{elo:.0}"))
}

fn time_per_move(rating: &AgentRating) -> String {
    format::time(Duration::from_secs_f64(
        rating.time_per_move_ms.max(0.0) / 1e3,
    ))
}

fn unrated_reason(reason: &UnratedReason) -> String {
    match reason {
        UnratedReason::PlaysAs(other) => format!("not rated: plays the same moves as {other}"),
        UnratedReason::TooSlow => "not rated: its games take too long".to_owned(),
        UnratedReason::NotYet => "not rated yet".to_owned(),
    }
}

/// Lines about the measured Elo strength and time per move of an agent, one per level.
pub(crate) fn strength_lines(game: &str, agent: &str) -> Vec<String> {
    let Some(ladder) = RatingLadder::of_game(game) else {
        return Vec::new();
    };
    let line = |rating: &AgentRating| {
        let level = rating
            .agent
            .split_once(':')
            .map_or("", |(_, params)| params);
        let level = match level {
            "" => String::new(),
            level => format!(" with {level}"),
        };
        format!(
            "strength{level}: {:.0} ({}), {} per move",
            rating.elo,
            interval(rating),
            time_per_move(rating)
        )
    };
    let ratings = ladder.ratings_of(agent).into_iter().map(line);
    // A spec without parameters means the default level, which is the highest.
    let unrated = ladder.unrated(agent);
    ratings
        .chain(unrated.map(|reason| format!("strength: {}", unrated_reason(reason))))
        .collect()
}
