//! `ludorum agent`: manages external agents.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ludorum_arena::{AgentRunResult, ForfeitResult, RunPlan, RunReport, play_all};
use ludorum_bridge::{NameConflictPolicy, RegisteredAgent};
use ludorum_catalog::{Variant, kinds};
use ludorum_core::Seed;
use serde::Serialize;

use super::agent_debug;
use crate::agent_skeleton::{self, ProgrammingLanguage};
use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{external_agents, format, interrupt};

/// Manage external agents: create, add, list, check, debug or remove them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum agent new mybot --lang python               a folder with a working agent
  ludorum agent add examples/agents/looker.py
  ludorum agent check looker
  ludorum match quoridor:size=5 @looker random --games 10
  ludorum match tictactoe exec:./bot.py random        without installing it

An external agent is a program that speaks the protocol of docs/protocol.md: a file, or a folder with an
agent.toml. A file that is not executable is run by the command for its extension: --python or
LUDORUM_RUN_PY for .py (LUDORUM_RUN_* for others), or a line in runners.toml in $LUDORUM_CONFIG or the
ludorum folder of your settings. Agents are installed in $LUDORUM_AGENTS, or in ludorum/agents in your data
folder.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Create a new agent: a folder with a working program and its test
    New {
        /// Name of the agent and its folder
        name: String,
        /// Programming language of the agent
        #[arg(long, value_enum, default_value_t)]
        lang: ProgrammingLanguage,
    },
    /// Install an agent by copying its file or folder
    Add {
        /// File or folder of the agent to install
        path: PathBuf,
        /// Replace an installed agent of the same name
        #[arg(long)]
        replace: bool,
    },
    /// List the installed agents
    List {
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove an installed agent
    Remove {
        /// Name of the installed agent to remove
        name: String,
    },
    /// Play one game with an agent and trace its messages, output, positions and times
    Debug(agent_debug::Args),
    /// Play a few games against random in every supported game and report the results
    Check {
        /// Name of the installed agent to check
        name: String,
        /// Number of games to play of each game that the agent supports
        #[arg(long, value_name = "N", default_value = "4", value_parser = crate::args::games)]
        games: u64,
    },
}

/// An installed agent in the output of `ludorum agent list --json`.
#[derive(Serialize)]
struct InstalledAgentJson {
    name: String,
    spec: String,
    summary: String,
    games: Vec<String>,
    command: String,
    path: PathBuf,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    match &args.command {
        Command::Add { path, replace } => {
            let same_name = if *replace {
                NameConflictPolicy::Replace
            } else {
                NameConflictPolicy::Refuse
            };
            let agent = external_agents::registry().add(path, same_name)?;
            let name = &agent.name;
            writeln!(
                console,
                "added @{name}; test it with: ludorum agent check {name}"
            )?;
            Ok(ExitStatus::Success)
        }
        Command::Remove { name } => {
            let path = external_agents::registry().remove(strip_at(name))?;
            writeln!(console, "removed {}", path.display())?;
            Ok(ExitStatus::Success)
        }
        Command::New { name, lang } => {
            let folder = agent_skeleton::make(name, *lang, Path::new("."))?;
            let shown = folder.display();
            writeln!(
                console,
                "created {shown}; test it with: {}",
                lang.test_command(name)
            )?;
            writeln!(
                console,
                "then play: ludorum match tictactoe exec:{shown} random"
            )?;
            Ok(ExitStatus::Success)
        }
        Command::List { json } => list(*json, console),
        Command::Debug(args) => agent_debug::run(args, console),
        Command::Check { name, games } => check(strip_at(name), *games, console),
    }
}

/// Removes a leading `@`: both `@NAME` and `NAME` name an installed agent.
fn strip_at(name: &str) -> &str {
    name.strip_prefix('@').unwrap_or(name)
}

fn list(json: bool, console: &mut Console) -> Result<ExitStatus> {
    let registry = external_agents::registry();
    let (good, bad) = registry.list();
    let is_well = bad.is_empty();
    for error in bad {
        console.note(&format!("invalid agent: {error}"));
    }
    if json {
        let to_json = |agent: RegisteredAgent| InstalledAgentJson {
            spec: format!("@{}", agent.name),
            command: agent.launch_spec.to_string(),
            name: agent.name,
            summary: agent.summary,
            games: agent.games,
            path: agent.path,
        };
        console.json(&good.into_iter().map(to_json).collect::<Vec<_>>())?;
    } else if good.is_empty() {
        let folder = registry.folder().display();
        console.note(&format!(
            "no agents installed in {folder}; add one with: ludorum agent add PATH"
        ));
    } else {
        let columns = [
            ("agent", ColumnAlignment::Left),
            ("games", ColumnAlignment::Left),
            ("run by", ColumnAlignment::Left),
        ];
        let mut table = TextTable::new(console.ink, &columns);
        for agent in good {
            let games = if agent.games.is_empty() {
                "all".to_owned()
            } else {
                agent.games.join(", ")
            };
            let name = console.ink.strong(&format!("@{}", agent.name));
            table.row([name, games, agent.launch_spec.to_string()]);
        }
        write!(console, "{}", table.print())?;
    }
    Ok(if is_well {
        ExitStatus::Success
    } else {
        ExitStatus::ChecksFailed
    })
}

fn check(name: &str, games: u64, console: &mut Console) -> Result<ExitStatus> {
    let agent = external_agents::registry().find(name)?;
    let spec = format!("@{name}");
    let games_played = games_of(&agent)?;
    let (ink, command) = (console.ink, agent.launch_spec.to_string());
    writeln!(console, "{}   {}", ink.strong(&spec), ink.faint(&command))?;
    let stop = interrupt::stop_on_ctrl_c()?;
    let mut is_well = true;
    for variant in games_played {
        let variant = external_agents::allow_external_agents(variant);
        let game = variant.spec().to_owned();
        let mut seats = vec!["random".to_owned(); variant.seats()];
        seats[0] = spec.clone();
        let plan = RunPlan::new(variant, &seats, Seed(1), games)?;
        let played = play_all(&plan, 1, &stop);
        if stop.is_raised() {
            return Ok(ExitStatus::Interrupted);
        }
        let report = RunReport::new(&plan, played);
        let given_up: Vec<&ForfeitResult> = forfeits(&report).collect();
        is_well &= given_up.is_empty();
        let verdict = match (given_up.as_slice(), report.agents.first()) {
            ([first, ..], _) => {
                let (lost, of) = (given_up.len(), report.played);
                let reason = printable(&first.reason);
                format!("forfeited {lost} of {of} games: {reason}")
            }
            ([], Some(agent)) => score_line(agent),
            ([], None) => String::new(),
        };
        writeln!(console, "  {game:<12} {verdict}")?;
    }
    if is_well {
        writeln!(
            console,
            "all checks passed; play against it with: ludorum play --seats human,{spec} GAME"
        )?;
        return Ok(ExitStatus::Success);
    }
    writeln!(
        console,
        "some checks failed; docs/protocol.md describes what is expected"
    )?;
    Ok(ExitStatus::ChecksFailed)
}

/// Games that an agent declares to support; all games if its manifest lists none.
fn games_of(agent: &RegisteredAgent) -> Result<Vec<Variant>> {
    if agent.games.is_empty() {
        let all = kinds().into_iter().map(|kind| Ok(kind.open("")?));
        return all.collect();
    }
    let named = |game: &String| {
        let file = agent.path.join("agent.toml");
        external_agents::open(game).map_err(|error| anyhow!("{}: games: {error}", file.display()))
    };
    agent.games.iter().map(named).collect()
}

/// Iterates over the forfeits in the games of a report; games without a forfeit are skipped.
fn forfeits(report: &RunReport) -> impl Iterator<Item = &ForfeitResult> {
    report.games.iter().filter_map(|game| game.forfeit.as_ref())
}

fn score_line(agent: &AgentRunResult) -> String {
    let time = std::time::Duration::try_from_secs_f64(agent.time_per_move_ms / 1e3);
    format!(
        "{} against random: {} won, {} drawn, {} lost, {} per move",
        format::plural(agent.games, "game", "games"),
        agent.wins,
        agent.draws,
        agent.losses,
        format::time(time.unwrap_or_default())
    )
}
