//! `ludorum agent`: agents that are other programs, added, listed, checked and removed.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ludorum_arena::{AgentReport, ForfeitResult, Plan, Report, play_all};
use ludorum_bridge::{Installed, SameName};
use ludorum_catalog::{Variant, kinds};
use ludorum_core::Seed;
use serde::Serialize;

use super::agent_debug;
use crate::console::{Console, printable};
use crate::exit::End;
use crate::skeleton::{self, Language};
use crate::table::{Side, Table};
use crate::{format, guests, interrupt};

/// Add, list, check or remove agents that are other programs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum agent new mybot --lang python               a folder that already plays
  ludorum agent add examples/agents/looker.py
  ludorum agent check looker
  ludorum match quoridor:size=5 @looker random --games 10
  ludorum match tictactoe exec:./bot.py random        without adding it

An agent is a file that speaks the protocol of docs/protocol.md, or a folder with an agent.toml. What
runs a file is told by its ending, unless it is executable; --python or LUDORUM_RUN_PY sets what runs
.py, and so on, and so does a line in runners.toml in $LUDORUM_CONFIG or the ludorum folder of your
settings. Agents are kept in $LUDORUM_AGENTS, or in the ludorum/agents folder of your data.")]
pub(crate) struct Args {
    #[command(subcommand)]
    order: Order,
}

#[derive(Debug, clap::Subcommand)]
enum Order {
    /// Make a new agent: a folder with a program that already plays, and a test of it
    New {
        /// Its name, and that of the folder
        name: String,
        /// What it is written in
        #[arg(long, value_enum, default_value_t)]
        lang: Language,
    },
    /// Copy a file or a folder to the installed agents
    Add {
        /// The file or folder
        path: PathBuf,
        /// Put it in the place of an installed agent of the same name
        #[arg(long)]
        replace: bool,
    },
    /// List the installed agents
    List {
        /// Print an array of objects for programs
        #[arg(long)]
        json: bool,
    },
    /// Remove an installed agent
    Remove {
        /// Its name
        name: String,
    },
    /// Play one game step by step: what is said and printed, the position, the time
    Debug(agent_debug::Args),
    /// Play a few games against random in every game it plays, and tell how it went
    Check {
        /// Its name
        name: String,
        /// How many games of each
        #[arg(long, value_name = "N", default_value = "4", value_parser = crate::args::games)]
        games: u64,
    },
}

#[derive(Serialize)]
struct AgentJson {
    name: String,
    spec: String,
    summary: String,
    games: Vec<String>,
    command: String,
    path: PathBuf,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    match &args.order {
        Order::Add { path, replace } => {
            let same_name = match replace {
                true => SameName::Replace,
                false => SameName::Refuse,
            };
            let agent = guests::shelf().add(path, same_name)?;
            let name = &agent.name;
            writeln!(
                console,
                "added @{name}; ludorum agent check {name} tries it out"
            )?;
            Ok(End::Done)
        }
        Order::Remove { name } => {
            let path = guests::shelf().remove(plain(name))?;
            writeln!(console, "removed {}", path.display())?;
            Ok(End::Done)
        }
        Order::New { name, lang } => {
            let folder = skeleton::make(name, *lang, Path::new("."))?;
            let shown = folder.display();
            writeln!(console, "made {shown}; try it with: {}", lang.trial(name))?;
            writeln!(console, "then: ludorum match tictactoe exec:{shown} random")?;
            Ok(End::Done)
        }
        Order::List { json } => list(*json, console),
        Order::Debug(args) => agent_debug::run(args, console),
        Order::Check { name, games } => check(plain(name), *games, console),
    }
}

/// The name without the sign by which specs tell it.
fn plain(name: &str) -> &str {
    name.strip_prefix('@').unwrap_or(name)
}

fn list(json: bool, console: &mut Console) -> Result<End> {
    let shelf = guests::shelf();
    let (good, bad) = shelf.list();
    let is_well = bad.is_empty();
    for error in bad {
        console.note(&format!("not an agent: {error}"));
    }
    if json {
        let told = |agent: Installed| AgentJson {
            spec: format!("@{}", agent.name),
            command: agent.recipe.to_string(),
            name: agent.name,
            summary: agent.summary,
            games: agent.games,
            path: agent.path,
        };
        console.json(&good.into_iter().map(told).collect::<Vec<_>>())?;
    } else if good.is_empty() {
        let folder = shelf.folder().display();
        console.note(&format!(
            "no agents in {folder}; add one with: ludorum agent add PATH"
        ));
    } else {
        let columns = [
            ("agent", Side::Left),
            ("games", Side::Left),
            ("run by", Side::Left),
        ];
        let mut table = Table::new(console.ink, &columns);
        for agent in good {
            let games = match agent.games.is_empty() {
                true => "all".to_owned(),
                false => agent.games.join(", "),
            };
            let name = console.ink.strong(&format!("@{}", agent.name));
            table.row([name, games, agent.recipe.to_string()]);
        }
        write!(console, "{}", table.print())?;
    }
    Ok(if is_well {
        End::Done
    } else {
        End::ChecksFailed
    })
}

fn check(name: &str, games: u64, console: &mut Console) -> Result<End> {
    let agent = guests::shelf().find(name)?;
    let spec = format!("@{name}");
    let games_played = games_of(&agent)?;
    let (ink, command) = (console.ink, agent.recipe.to_string());
    writeln!(console, "{}   {}", ink.strong(&spec), ink.faint(&command))?;
    let stop = interrupt::stop()?;
    let mut is_well = true;
    for variant in games_played {
        let variant = guests::welcome(variant);
        let game = variant.spec().to_owned();
        let mut seats = vec!["random".to_owned(); variant.seats()];
        seats[0] = spec.clone();
        let plan = Plan::new(variant, &seats, Seed(1), games)?;
        let played = play_all(&plan, 1, &stop);
        if stop.is_raised() {
            return Ok(End::Stopped);
        }
        let report = Report::new(&plan, played);
        let given_up: Vec<&ForfeitResult> = forfeits(&report).collect();
        is_well &= given_up.is_empty();
        let verdict = match (given_up.as_slice(), report.agents.first()) {
            ([first, ..], _) => {
                let (lost, of) = (given_up.len(), report.played);
                let reason = printable(&first.reason);
                format!("gave up {lost} of {of} games: {reason}")
            }
            ([], Some(agent)) => how_it_went(agent),
            ([], None) => String::new(),
        };
        writeln!(console, "  {game:<12} {verdict}")?;
    }
    if is_well {
        writeln!(
            console,
            "all is well; play it with: ludorum play --seats human,{spec} GAME"
        )?;
        return Ok(End::Done);
    }
    writeln!(
        console,
        "not all is well: docs/protocol.md tells what is expected"
    )?;
    Ok(End::ChecksFailed)
}

/// The games an agent says it plays, or all there are; refused if there is none of that name, for it would
/// be passed over.
fn games_of(agent: &Installed) -> Result<Vec<Variant>> {
    if agent.games.is_empty() {
        let all = kinds().into_iter().map(|kind| Ok(kind.open("")?));
        return all.collect();
    }
    let named = |game: &String| {
        let file = agent.path.join("agent.toml");
        guests::open(game).map_err(|error| anyhow!("{}: games: {error}", file.display()))
    };
    agent.games.iter().map(named).collect()
}

/// The games the checked agent gave up.
fn forfeits(report: &Report) -> impl Iterator<Item = &ForfeitResult> {
    report.games.iter().filter_map(|game| game.forfeit.as_ref())
}

fn how_it_went(agent: &AgentReport) -> String {
    let time = std::time::Duration::try_from_secs_f64(agent.time_per_move_ms / 1e3);
    format!(
        "{} against random: {} won, {} drawn, {} lost, {} a move",
        format::plural(agent.games, "game", "games"),
        agent.wins,
        agent.draws,
        agent.losses,
        format::time(time.unwrap_or_default())
    )
}
