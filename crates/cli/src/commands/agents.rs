//! `ludorum agents`: who can play a game, with all parameters.

use std::io::Write;

use anyhow::Result;
use ludorum_arena::ladder::{Ladder, Rating, Reason};
use ludorum_catalog::{Variant, kinds, open};
use serde::Serialize;

use super::ladder::strengths;
use super::listing::{ParamJson, describe};
use crate::console::{Console, printable};
use crate::exit::End;
use crate::guests::installed;

/// List the agents of a game, or of all games, and their parameters
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum agents
  ludorum agents tictactoe --json

A spec sets parameters: mcts:iterations=500,c=1. What a spec does not name has its default;
a default of - means that there is no value unless one is given. Agents that were installed with
ludorum agent add are listed as @NAME. Strengths are on the scale of Elo with 95% intervals, random play
being 0, as measured by ludorum ladder in the plain game, without other parameters than those named.")]
pub(crate) struct Args {
    /// The game; all games if left out
    game: Option<String>,
    /// Print an array of objects for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct AgentJson {
    name: String,
    game: &'static str,
    summary: String,
    params: Vec<ParamJson>,
    /// As it comes or at each level, as far as it was measured.
    strength: Vec<&'static Rating>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unrated: Option<&'static Reason>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let variants: Vec<Variant> = match &args.game {
        Some(game) => vec![open(game)?],
        None => kinds()
            .iter()
            .map(|kind| kind.open(""))
            .collect::<Result<_, _>>()?,
    };
    if args.json {
        console.json(&variants.iter().flat_map(describe_all).collect::<Vec<_>>())?;
        return Ok(End::Done);
    }
    for (index, variant) in variants.iter().enumerate() {
        if index > 0 {
            writeln!(console)?;
        }
        let ink = console.ink;
        let heading = format!("Who can play {}:", variant.spec());
        writeln!(console, "{}", ink.faint(&heading))?;
        for agent in variant.agents() {
            let (name, summary) = (agent.name, agent.summary);
            let text = describe(ink, console.width, name, summary, &agent.params);
            write!(console, "\n{text}")?;
            for line in strengths(variant.name(), name) {
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
    Ok(End::Done)
}

fn describe_all(variant: &Variant) -> Vec<AgentJson> {
    let agents = variant.agents().into_iter();
    let ladder = Ladder::of_game(variant.name());
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
