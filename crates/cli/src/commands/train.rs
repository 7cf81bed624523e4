//! `ludorum train`: plays games, learns from them how likely who wins, and writes the weights.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use ludorum_agents::dicewars::{Features, Trained};
use ludorum_arena::page::{SamplePlot, sample_page};
use ludorum_catalog::split_list;
use ludorum_core::Seed;
use ludorum_school::dicewars::{Lesson, School};

use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::format;
use crate::table::{Side, Table};
use crate::{files, progress};

/// Learn the weights of an agent from games, and write them to a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum train dicewars wpm-c --players 2 --games 3000 --seed 1
  ludorum train dicewars champion --players 8 --games 600 --seed 1 --out weights
  ludorum train dicewars wpm-c --games-of naive,stei:threshold=0.3 --out weights
  ludorum train dicewars wpm-s --plot scores.html
  ludorum match dicewars wpm-c:weights=weights/wpm-c-2.txt wpm-c

Weights are used by agents as weights=FILE. The wpm agents learn from games of naive players, or of
those named by --games-of, any of whom sits at each seat. The champion learns in rounds: from games of
other agents, then from games it plays itself with what it learnt before. One game in ten is kept to tell
how good the estimates are. The same seed gives the same weights.")]
pub(crate) struct Args {
    /// The game
    #[arg(value_enum)]
    game: Game,
    /// The agent
    #[arg(value_enum)]
    agent: Learner,
    /// The number of players
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// The number of games to learn from, in each round
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(10..))]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// The rounds in which the champion learns
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=100))]
    rounds: u64,
    /// The agents whose games are learnt from, with commas between them
    #[arg(long, value_name = "AGENTS")]
    games_of: Option<String>,
    /// Write a page that shows the positions a wpm agent learns from, between two players
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// The folder for the file
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Game {
    Dicewars,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Learner {
    WpmS,
    WpmD,
    WpmC,
    Champion,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let Game::Dicewars = args.game;
    if !args.out.is_dir() {
        let out = args.out.display();
        bail!("{out} is no folder; make it, or name another with --out");
    }
    let agent = args.agent.trained();
    let plot = match (&args.plot, agent, args.players) {
        (None, ..) => None,
        (Some(path), Trained::Wpm(features), 2) => Some((Target::check(path)?, features)),
        (Some(_), ..) => bail!("--plot is for wpm-s, wpm-d and wpm-c with --players 2"),
    };
    let games_of = args.games_of.as_deref().map(split_list).unwrap_or_default();
    let school = School::new(args.players.into(), args.games, args.seed, &games_of)
        .map_err(|error| anyhow!("--games-of: {error}"))?;
    let (rounds, lessons) = match agent {
        Trained::Wpm(features) => {
            let bar = progress::games(args.games, 0);
            let lesson = school.wpm(features, || bar.inc(1))?;
            bar.finish_and_clear();
            (None, vec![lesson])
        }
        Trained::Champion => {
            let bar = progress::games(args.rounds * args.games, 0);
            let lessons = school.champion(args.rounds, || bar.inc(1))?;
            bar.finish_and_clear();
            (Some(args.rounds), lessons.into())
        }
    };
    let path = args
        .out
        .join(format!("{}-{}.txt", agent.name(), args.players));
    files::write(&path, school.file(agent, rounds, &lessons).as_bytes())?;
    for lesson in &lessons {
        tell(console, lesson)?;
    }
    let (name, path) = (agent.name(), path.display());
    writeln!(
        console,
        "written to {path}; use it as {name}:weights={path}"
    )?;
    if let Some((target, features)) = plot {
        let page = samples(&lessons[0], features, &school.command(agent, rounds));
        target.write(page.as_bytes())?;
    }
    Ok(End::Done)
}

impl Learner {
    fn trained(self) -> Trained {
        match self {
            Learner::WpmS => Trained::Wpm(Features::Scores),
            Learner::WpmD => Trained::Wpm(Features::Dice),
            Learner::WpmC => Trained::Wpm(Features::Both),
            Learner::Champion => Trained::Champion,
        }
    }
}

/// The positions a wpm agent learnt from between two players, as a page.
fn samples(lesson: &Lesson, features: Features, command: &str) -> String {
    // The features are logarithms of one more; what is shown is what was counted.
    let counted = |feature: f64| match features {
        Features::Scores => feature.round() as u64,
        Features::Dice | Features::Both => (feature.exp() - 1.0).round() as u64,
    };
    let plot = |what: &str, own: usize, other: usize| {
        let mut dots = [BTreeMap::new(), BTreeMap::new()];
        for (row, won) in lesson.learnt.iter() {
            let place = (counted(row[own]), counted(row[other]));
            *dots[usize::from(!won)].entry(place).or_insert(0) += 1;
        }
        let [won, lost] = dots.map(|dots| {
            let dot = |((own, other), count)| (own as f64, other as f64, count);
            dots.into_iter().map(dot).collect()
        });
        SamplePlot {
            what: what.to_owned(),
            won,
            lost,
        }
    };
    let plots = match features {
        Features::Scores => vec![plot("score", 0, 1)],
        Features::Dice => vec![plot("dice", 0, 1)],
        Features::Both => vec![plot("score", 0, 2), plot("dice", 1, 3)],
    };
    let what = format!(
        "The positions {} learns from: what both players have when a turn begins, seen by whoever is to \
         move, and whether that player won the game.",
        features.name()
    );
    sample_page("What was learnt from", &what, command, &plots)
}

fn tell(console: &mut Console, lesson: &Lesson) -> Result<()> {
    writeln!(
        console,
        "{}: learnt from {} positions, right about {} of {} others\n",
        lesson.model.name(),
        format::count(lesson.learnt.rows() as u64),
        format::percent(lesson.accuracy()),
        format::count(lesson.kept.rows() as u64),
    )?;
    let columns = [
        ("estimated", Side::Right),
        ("won", Side::Right),
        ("positions", Side::Right),
    ];
    let mut table = Table::new(console.ink, &columns);
    let tenths = lesson
        .kept
        .calibration(|row| lesson.weights.probability(row));
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
