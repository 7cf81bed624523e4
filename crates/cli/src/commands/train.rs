//! `ludorum train`: plays games, learns from them how likely who wins, and writes the weights.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use ludorum_agents::dicewars::{Features, Model};
use ludorum_core::Seed;
use ludorum_school::dicewars::{Lesson, School};

use crate::console::Console;
use crate::exit::End;
use crate::format;
use crate::table::{Side, Table};
use crate::{files, progress};

/// Learn the weights of an agent from games, and write them to a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum train dicewars wpm-c --players 2 --games 3000 --seed 1
  ludorum train dicewars champion --players 8 --games 600 --seed 1 --out weights

The wpm agents learn from games of naive players. The champion learns in rounds: from games of other
agents, then from games it plays itself with what it learnt before. One game in ten is kept to tell
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
    /// The folder for the files
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
    let school = School {
        players: args.players.into(),
        games: args.games,
        seed: args.seed,
    };
    let wpm = |features: Features| {
        let bar = progress::games(school.games, 0);
        let lesson = school.wpm(Model::Wpm(features), || bar.inc(1))?;
        bar.finish_and_clear();
        let how = Lesson::how(features.name(), &school, None);
        anyhow::Ok((how, vec![lesson]))
    };
    let (how, lessons) = match args.agent {
        Learner::WpmS => wpm(Features::Scores)?,
        Learner::WpmD => wpm(Features::Dice)?,
        Learner::WpmC => wpm(Features::Both)?,
        Learner::Champion => {
            let bar = progress::games(args.rounds * school.games, 0);
            let lessons = school.champion(args.rounds, || bar.inc(1))?;
            bar.finish_and_clear();
            let how = Lesson::how("champion", &school, Some(args.rounds));
            (how, lessons.into())
        }
    };
    for lesson in lessons {
        let name = format!("{}-{}.txt", lesson.model.name(), args.players);
        let path = args.out.join(name);
        let text = lesson.file(school.players, &how);
        files::write(&path, text.as_bytes())?;
        tell(console, &lesson, &path)?;
    }
    Ok(End::Done)
}

fn tell(console: &mut Console, lesson: &Lesson, path: &Path) -> Result<()> {
    writeln!(
        console,
        "{}: learnt from {} positions, right about {} of {} others; written to {}\n",
        lesson.model.name(),
        format::count(lesson.rows as u64),
        format::percent(lesson.accuracy()),
        format::count(lesson.kept.rows() as u64),
        path.display()
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
