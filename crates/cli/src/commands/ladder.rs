//! `ludorum ladder`: how strong and how quick the agents of a game are.

use std::io::Write;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::Result;
use ludorum_arena::document;
use ludorum_arena::ladder::{Ladder, LadderPlan, Rating, Reason, Unrated, entrants, play_ladder};
use ludorum_catalog::Key;
use ludorum_core::Seed;

use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::guests::open;
use crate::table::{Side, Table};
use crate::{format, interrupt, progress};

/// Rate the agents of a game: strength on the scale of Elo, and time for a move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum ladder tictactoe
  ludorum ladder quoridor --rounds 12 --games 16 --write content/strength/quoridor.json
  ludorum ladder dicewars:players=4 champion stei naive random --json

Without agents, all agents of the game play as they come and at each of their levels. In every round
each agent meets others of about its strength, as far as it is known by then; a group plays --games
games, rounded up so that everybody has every seat. Random play is rated 0; 200 points more win about
three games in four. Agents limited by nodes or playouts play the same games whatever the number of
threads; times are those of this machine. What ludorum agents tells is in content/strength/.")]
pub(crate) struct Args {
    /// The game, NAME or NAME:key=value,...
    game: String,
    /// The agents, NAME or NAME:key=value,...; all of the game and their levels if left out
    agents: Vec<String>,
    /// An agent or a level to leave out; may be given several times
    #[arg(long, value_name = "AGENT", conflicts_with = "agents")]
    without: Vec<String>,
    /// Rounds to play
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: u64,
    /// Games of each group in a round
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = crate::args::games)]
    games: u64,
    /// The seed of all games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// The key of a ladder with external agents, to repeat it; a random one if left out
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,
    /// Games to run in parallel [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Keep the ratings in a file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let variant = open(&args.game)?;
    let target = args.write.as_deref().map(Target::check).transpose()?;
    let (mut agents, mut unrated) = match args.agents.is_empty() {
        true => entrants(&variant),
        false => (args.agents.clone(), Vec::new()),
    };
    for agent in &args.without {
        agents.retain(|entrant| entrant != agent);
        unrated.push(Unrated {
            agent: variant.player(agent)?.spec().to_owned(),
            reason: Reason::NotYet,
        });
    }
    let named = args.agents.iter().map(|agent| format!(" {agent}"));
    let without = args.without.iter();
    let named: String = named
        .chain(without.map(|agent| format!(" --without {agent}")))
        .collect();
    let key = args.key.unwrap_or_else(Key::random);
    let is_guest = |agent: &String| variant.player(agent).is_ok_and(|own| own.is_guest());
    let told = match agents.iter().any(is_guest) {
        true => format!(" --key {key}"),
        false => String::new(),
    };
    let plan = LadderPlan {
        command: format!(
            "ludorum ladder {}{named} --rounds {} --games {} --seed {}{told}",
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
    let threads = args.threads;
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let stop = interrupt::stop()?;
    let bar = progress::games(0, 0);
    let on_game = |in_round: u64| {
        bar.set_length(in_round * args.rounds);
        bar.inc(1);
    };
    let ladder = play_ladder(&plan, threads, &stop, on_game)?;
    bar.finish_and_clear();
    let Some(ladder) = ladder.filter(|_| !stop.is_raised()) else {
        console.note("stopped; nothing was written");
        return Ok(End::Stopped);
    };
    if let Some(target) = target {
        target.write(&document(&ladder))?;
    }
    match args.json {
        true => console.json(&ladder)?,
        false => print(&ladder, console)?,
    }
    Ok(End::Done)
}

fn print(ladder: &Ladder, console: &mut Console) -> Result<()> {
    let columns = [
        ("agent", Side::Left),
        ("strength", Side::Right),
        ("95% interval", Side::Right),
        ("time a move", Side::Right),
        ("nodes a move", Side::Right),
        ("games", Side::Right),
    ];
    let mut table = Table::new(console.ink, &columns);
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
        writeln!(console, "{}: {}", unrated.agent, why(&unrated.reason))?;
    }
    writeln!(
        console,
        "{} of {}; random play is 0",
        format::plural(ladder.games, "game", "games"),
        ladder.game
    )?;
    Ok(())
}

fn interval(rating: &Rating) -> String {
    let (low, high) = rating.elo_95;
    format!("{low:.0} to {high:.0}")
}

fn time_per_move(rating: &Rating) -> String {
    format::time(Duration::from_secs_f64(
        rating.time_per_move_ms.max(0.0) / 1e3,
    ))
}

fn why(reason: &Reason) -> String {
    match reason {
        Reason::PlaysAs(other) => format!("not rated, it makes the moves of {other}"),
        Reason::TooSlow => "not rated, its games take too long".to_owned(),
        Reason::NotYet => "not rated yet".to_owned(),
    }
}

/// Lines about an agent of a game for people: how strong and how quick it is.
pub(crate) fn strengths(game: &str, agent: &str) -> Vec<String> {
    let Some(ladder) = Ladder::of_game(game) else {
        return Vec::new();
    };
    let line = |rating: &Rating| {
        let level = rating
            .agent
            .split_once(':')
            .map_or("", |(_, params)| params);
        let level = match level {
            "" => String::new(),
            level => format!(" with {level}"),
        };
        format!(
            "strength{level}: {:.0} ({}), {} a move",
            rating.elo,
            interval(rating),
            time_per_move(rating)
        )
    };
    let ratings = ladder.ratings_of(agent).into_iter().map(line);
    // Of one with levels this is about the highest, which is how it comes.
    let unrated = ladder.unrated(agent);
    ratings
        .chain(unrated.map(|reason| format!("strength: {}", why(reason))))
        .collect()
}
