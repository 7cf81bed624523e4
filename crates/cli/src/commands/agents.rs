//! `ludorum agents`: lists the agents of a game and their parameters.

use std::io::Write;

use anyhow::Result;
use ludorum_arena::ladder::{AgentRating, RatingLadder, UnratedReason};
use ludorum_catalog::{Variant, kinds, open};
use serde::Serialize;

use super::ladder::strength_lines;
use super::listing::{ParamJson, describe};
use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::external_agents::installed;

/// List the agents of a game, or of all games, and their parameters
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum agents
  ludorum agents tictactoe --json

A spec sets parameters: mcts:iterations=500,c=1. Other parameters have their defaults; - means no value.
Agents installed with ludorum agent add are listed as @NAME. Strengths are Elo ratings with 95% intervals,
measured by ludorum ladder in the default variant of the game; random play is rated 0.")]
pub(crate) struct Args {
    /// Game whose agents to list [default: all games]
    game: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// An agent in the output of `ludorum agents --json`.
#[derive(Serialize)]
struct AgentJson {
    name: String,
    game: &'static str,
    summary: String,
    params: Vec<ParamJson>,
    /// Measured Elo ratings of the agent: one with default parameters, or one per strength level.
    strength: Vec<&'static AgentRating>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unrated: Option<&'static UnratedReason>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let variants: Vec<Variant> = match &args.game {
        Some(game) => vec![open(game)?],
        None => kinds()
            .iter()
            .map(|kind| kind.open(""))
            .collect::<Result<_, _>>()?,
    };
    if args.json {
        console.json(&variants.iter().flat_map(describe_all).collect::<Vec<_>>())?;
        return Ok(ExitStatus::Success);
    }
    for (index, variant) in variants.iter().enumerate() {
        if index > 0 {
            writeln!(console)?;
        }
        let ink = console.ink;
        let heading = format!("Agents for {}:", variant.spec());
        writeln!(console, "{}", ink.faint(&heading))?;
        for agent in variant.agents() {
            let (name, summary) = (agent.name, agent.summary);
            let text = describe(ink, console.width, name, summary, &agent.params);
            write!(console, "\n{text}")?;
            for line in strength_lines(variant.name(), name) {
                writeln!(console, "  {}", ink.faint(&line))?;
            }
        }
        for agent in installed(variant) {
            let name = format!("@{}", agent.name);
            let (name, summary) = (printable(&name), printable(&agent.summary));
            let text = describe(ink, console.width, &name, &summary, &[]);
            write!(console, "\n{text}")?;
        }
    }
    Ok(ExitStatus::Success)
}

fn describe_all(variant: &Variant) -> Vec<AgentJson> {
    let agents = variant.agents().into_iter();
    let ladder = RatingLadder::of_game(variant.name());
    let own = agents.map(|agent| AgentJson {
        strength: ladder.map_or_else(Vec::new, |ladder| ladder.ratings_of(agent.name)),
        unrated: ladder.and_then(|ladder| ladder.unrated(agent.name)),
        name: agent.name.to_owned(),
        game: variant.name(),
        summary: agent.summary.to_owned(),
        params: agent.params.into_iter().map(ParamJson::from).collect(),
    });
    let installed = installed(variant).into_iter().map(|agent| AgentJson {
        name: format!("@{}", agent.name),
        game: variant.name(),
        summary: agent.summary,
        params: Vec::new(),
        strength: Vec::new(),
        unrated: None,
    });
    own.chain(installed).collect()
}
