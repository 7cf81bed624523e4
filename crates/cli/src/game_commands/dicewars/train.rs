//! `ludorum train`: fits win-probability models to played games and writes their weights.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use ludorum_agents::dicewars::{DiceWarsTrainedAgent, WpmFeatures};
use ludorum_arena::page::{TrainingSamplePlot, sample_page};
use ludorum_catalog::split_list;
use ludorum_core::Seed;
use ludorum_extras::dicewars::training::{DiceWarsTrainer, TrainedModel};

use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files::OutputFile;
use crate::format;
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{files, progress};

/// Train the weights of an agent on games and write them to a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum train dicewars wpm-c --players 2 --games 3000 --seed 1
  ludorum train dicewars champion --players 8 --games 600 --seed 1 --out weights
  ludorum train dicewars wpm-c --games-of naive,stei:threshold=0.3 --out weights
  ludorum train dicewars wpm-s --plot scores.html
  ludorum match dicewars wpm-c:weights=weights/wpm-c-2.txt wpm-c

Agents load weights with weights=FILE. The wpm agents are trained on games of naive players, or of those
given by --games-of, drawn at random for each seat. The champion is trained in rounds: first on games of
other agents, then on self-play with the latest weights. One game in ten is held out to test the estimates.
The same seed gives the same weights.")]
pub(crate) struct Args {
    /// Game of the agent
    #[arg(value_enum)]
    game: TrainableGame,
    /// Agent to train
    #[arg(value_enum)]
    agent: TrainableAgent,
    /// Number of players in the training games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// Number of training games; for the champion, in each training round
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(10..))]
    games: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Number of training rounds of the agent champion
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=100))]
    rounds: u64,
    /// Agents that play the training games, separated by commas
    #[arg(long, value_name = "AGENTS")]
    games_of: Option<String>,
    /// Write an HTML page with the training positions of a wpm agent (two players only)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Folder for the trained weights
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// A game with trainable agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TrainableGame {
    Dicewars,
}

/// An agent whose weights can be trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TrainableAgent {
    WpmS,
    WpmD,
    WpmC,
    Champion,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let TrainableGame::Dicewars = args.game;
    if !args.out.is_dir() {
        let out = args.out.display();
        bail!("{out} is not a folder; create it, or choose another with --out");
    }
    let agent = args.agent.trained();
    let plot = match (&args.plot, agent, args.players) {
        (None, ..) => None,
        (Some(path), DiceWarsTrainedAgent::Wpm(features), 2) => {
            Some((OutputFile::check(path)?, features))
        }
        (Some(_), ..) => bail!("--plot needs wpm-s, wpm-d or wpm-c with --players 2"),
    };
    let games_of = args.games_of.as_deref().map(split_list).unwrap_or_default();
    let trainer = DiceWarsTrainer::new(args.players.into(), args.games, args.seed, &games_of)
        .map_err(|error| anyhow!("--games-of: {error}"))?;
    let (rounds, models) = match agent {
        DiceWarsTrainedAgent::Wpm(features) => {
            let bar = progress::games(args.games, 0);
            let model = trainer.wpm(features, || bar.inc(1))?;
            bar.finish_and_clear();
            (None, vec![model])
        }
        DiceWarsTrainedAgent::Champion => {
            let bar = progress::games(args.rounds * args.games, 0);
            let models = trainer.champion(args.rounds, || bar.inc(1))?;
            bar.finish_and_clear();
            (Some(args.rounds), models.into())
        }
    };
    let path = args
        .out
        .join(format!("{}-{}.txt", agent.name(), args.players));
    files::write(&path, trainer.file(agent, rounds, &models).as_bytes())?;
    for model in &models {
        print_evaluation(console, model)?;
    }
    let (name, path) = (agent.name(), path.display());
    writeln!(
        console,
        "written to {path}; use it as {name}:weights={path}"
    )?;
    if let Some((target, features)) = plot {
        let page = samples(&models[0], features, &trainer.command(agent, rounds));
        target.write(page.as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

impl TrainableAgent {
    fn trained(self) -> DiceWarsTrainedAgent {
        match self {
            TrainableAgent::WpmS => DiceWarsTrainedAgent::Wpm(WpmFeatures::Scores),
            TrainableAgent::WpmD => DiceWarsTrainedAgent::Wpm(WpmFeatures::Dice),
            TrainableAgent::WpmC => DiceWarsTrainedAgent::Wpm(WpmFeatures::Both),
            TrainableAgent::Champion => DiceWarsTrainedAgent::Champion,
        }
    }
}

/// HTML page with plots of a wpm agent's training positions, for games of two players.
fn samples(model: &TrainedModel, features: WpmFeatures, command: &str) -> String {
    // Features are ln(1 + count); the page shows the counts.
    let counted = |feature: f64| match features {
        WpmFeatures::Scores => feature.round() as u64,
        WpmFeatures::Dice | WpmFeatures::Both => (feature.exp() - 1.0).round() as u64,
    };
    let plot = |what: &str, own: usize, other: usize| {
        let mut dots = [BTreeMap::new(), BTreeMap::new()];
        for (row, won) in model.training_data.iter() {
            let place = (counted(row[own]), counted(row[other]));
            *dots[usize::from(!won)].entry(place).or_insert(0) += 1;
        }
        let [won, lost] = dots.map(|dots| {
            let dot = |((own, other), count)| (own as f64, other as f64, count);
            dots.into_iter().map(dot).collect()
        });
        TrainingSamplePlot {
            what: what.to_owned(),
            won,
            lost,
        }
    };
    let plots = match features {
        WpmFeatures::Scores => vec![plot("score", 0, 1)],
        WpmFeatures::Dice => vec![plot("dice", 0, 1)],
        WpmFeatures::Both => vec![plot("score", 0, 2), plot("dice", 1, 3)],
    };
    let what = format!(
        "The training positions of {}: what both players have at the start of a turn, from the view of the \
         player to move, and whether that player won.",
        features.name()
    );
    sample_page("Training positions", &what, command, &plots)
}

fn print_evaluation(console: &mut Console, model: &TrainedModel) -> Result<()> {
    writeln!(
        console,
        "{}: trained on {} positions; correct for {} of {} held-out positions\n",
        model.model.name(),
        format::count(model.training_data.rows() as u64),
        format::percent(model.accuracy()),
        format::count(model.held_out_data.rows() as u64),
    )?;
    let columns = [
        ("estimated", ColumnAlignment::Right),
        ("won", ColumnAlignment::Right),
        ("positions", ColumnAlignment::Right),
    ];
    let mut table = TextTable::new(console.ink, &columns);
    let tenths = model
        .held_out_data
        .calibration(|row| model.weights.probability(row));
    for tenth in tenths.iter().filter(|tenth| tenth.rows > 0) {
        table.row([
            format::percent(tenth.estimated),
            format::percent(tenth.actual),
            format::count(tenth.rows),
        ]);
    }
    writeln!(console, "{}", table.print())?;
    Ok(())
}
