//! `ludorum tune`: the best parameters of an agent, found by games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use ludorum_arena::page::tuning_page;
use ludorum_arena::tune::{Dimension, History, Method, Trial, Tuning, tune};
use ludorum_arena::{Claim, Openings, PlanError, Threads, document};
use ludorum_catalog::Key;
use ludorum_core::Seed;

use crate::console::Console;
use crate::exit::End;
use crate::files::{self, Target};
use crate::guests::open;
use crate::table::{Side, Table};
use crate::{format, interrupt, progress};

/// Find the best parameters of an agent by games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum tune quoridor:size=5 mcts:iterations=90 --param c=0.1..3.0 --method grid --steps 8
  ludorum tune dicewars stei --param threshold=0.0..0.9 --param preference=1..4 --method spsa
  ludorum tune quoridor:size=5 mcts:iterations=90 --param c=0.1..3.0 --openings quoridor-5x5
  ludorum tune yinsh alphabeta:depth=2,eval=rows --param w2=1..20 --param w3=1..200 \\
      --method cma-es --trials 60 --against alphabeta:depth=2,eval=advanced --html tuning.html

grid tries all combinations of --steps values. spsa lets two neighbours play each other and moves
towards the winner. cma-es moves a population. What is found is tried once more on setups of its own,
against the opponents: the agent as it was given, unless others are named. A range of whole numbers
stays whole; write 1.0..3.0 if it should not.")]
pub(crate) struct Args {
    /// The game, NAME or NAME:key=value,...
    game: String,
    /// The agent, NAME or NAME:key=value,...
    agent: String,
    /// A parameter and its range, such as c=0.1..3.0; may be given several times
    #[arg(long = "param", value_name = "NAME=LOW..HIGH", required = true)]
    params: Vec<Dimension>,
    /// How values are chosen
    #[arg(long, value_enum, default_value_t)]
    method: Kind,
    /// Games of a trial against each opponent; rounded up to full blocks
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = crate::args::games)]
    games: u64,
    /// The number of trials of spsa and cma-es
    #[arg(long, value_name = "N", default_value_t = 50)]
    trials: u64,
    /// The values of each parameter in a grid
    #[arg(long, value_name = "N", default_value_t = 7)]
    steps: usize,
    /// An opponent; may be given several times [default: the agent as given]
    #[arg(long, value_name = "AGENT")]
    against: Vec<String>,
    /// The seed
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// What games begin with, as in ludorum match: random:plies=4, balanced:plies=6,by=AGENT,within=0.1, a
    /// file or a suite of this program [default: nothing]
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<String>,
    /// The key of a tuning with external agents, to repeat it [default: that of the history which is
    /// resumed, or a random one]
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Write the history to a file after every trial; - for stdout
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Go on from the history of a tuning that was stopped or killed, and keep it there; everything
    /// else must be as it was
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    resume: Option<PathBuf>,
    /// Write a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Kind {
    /// All combinations
    #[default]
    Grid,
    /// Simultaneous perturbation
    Spsa,
    /// Covariance matrix adaptation
    CmaEs,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    if args.steps < 2 || args.trials == 0 {
        bail!("a grid has at least 2 values of each parameter, and there is at least 1 trial");
    }
    let method = match args.method {
        Kind::Grid => Method::Grid { steps: args.steps },
        Kind::Spsa => Method::Spsa {
            iterations: args.trials,
        },
        Kind::CmaEs => Method::CmaEs {
            trials: usize::try_from(args.trials)?,
        },
    };
    let variant = open(&args.game)?;
    let openings = args.openings.as_deref();
    let openings = openings.map(|text| Openings::parse(text, &variant));
    let tuning = Tuning {
        openings: openings.transpose()?,
        variant,
        agent: args.agent.clone(),
        dimensions: args.params.clone(),
        opponents: match args.against.is_empty() {
            true => vec![args.agent.clone()],
            false => args.against.clone(),
        },
        games: args.games,
        seed: args.seed,
        key: args.key,
    };
    let threads = args
        .threads
        .unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let is_stdout = args
        .json
        .as_ref()
        .is_some_and(|file| file.as_os_str() == "-");
    let target = args.json.as_deref().filter(|_| !is_stdout);
    let target = target.or(args.resume.as_deref());
    let target = target.map(Target::check).transpose()?;
    let file = target.as_ref().filter(|target| !target.is_device());
    let _claim = file.map(|file| Claim::on(file.path())).transpose()?;
    let before = args.resume.as_deref().map(history).transpose()?;
    if let (None, Some(file)) = (&args.resume, file) {
        refuse_to_forget(file.path())?;
    }
    let page = args.html.as_deref().map(Target::check).transpose()?;
    let stop = interrupt::stop()?;
    let bar = progress::trials();
    let mut kept = Ok(());
    let history = tune(
        &tuning,
        method,
        before,
        &Threads(threads),
        &stop,
        |history| {
            bar.inc(1);
            if let (Some(target), Ok(())) = (&target, &kept) {
                kept = write(target, history);
                if kept.is_err() {
                    stop.raise();
                }
            }
        },
    )
    .map_err(|error| match (&error, &args.resume) {
        (PlanError::OtherHistory(why), Some(file)) => anyhow!("{}: {why}", file.display()),
        _ => anyhow!(error),
    })?;
    bar.finish_and_clear();
    kept?;
    if let Some(target) = &target {
        write(target, &history)?;
    }
    if let Some(page) = &page {
        page.write(tuning_page(&history).as_bytes())?;
    }
    match is_stdout {
        true => console.json(&history)?,
        false => print(&history, console)?,
    }
    Ok(match history.best {
        Some(_) => End::Done,
        None => End::Stopped,
    })
}

/// The history in a file.
fn history(path: &Path) -> Result<History> {
    serde_json::from_slice(&files::read(path)?).map_err(|error| {
        let path = path.display();
        match error.is_data() {
            true => anyhow!(
                "{path} is not the history of a tuning: {error}; name a file written by ludorum \
                 tune --json"
            ),
            false => anyhow!(
                "{path} is damaged: {error}; put it back from a copy, or start anew with --json in \
                 place of --resume"
            ),
        }
    })
}

/// Refuses to write over the trials of a tuning that was stopped and may be wanted.
fn refuse_to_forget(path: &Path) -> Result<()> {
    match path.is_file().then(|| history(path)) {
        Some(Ok(before)) if before.best.is_none() && !before.trials.is_empty() => {
            let trials = format::plural(before.trials.len() as u64, "trial", "trials");
            let path = path.display();
            bail!(
                "{path} is the history of a stopped tuning ({trials}); go on with --resume {path} \
                 in place of --json, or name another file"
            )
        }
        _ => Ok(()),
    }
}

fn write(target: &Target, history: &History) -> Result<()> {
    target.write(&document(history))
}

/// The best trials, and what was found.
fn print(history: &History, console: &mut Console) -> Result<()> {
    const SHOWN: usize = 10;
    let columns = [
        ("best trials", Side::Left),
        ("score", Side::Right),
        ("95% interval", Side::Right),
        ("games", Side::Right),
    ];
    let mut table = Table::new(console.ink, &columns);
    let mut trials: Vec<&Trial> = history.trials.iter().collect();
    trials.sort_by(|a, b| b.score.total_cmp(&a.score));
    for trial in trials.into_iter().take(SHOWN) {
        table.row(row(trial));
    }
    writeln!(console, "{}", table.print())?;
    match &history.best {
        Some(best) => {
            let [spec, score, interval, games] = row(best);
            let opponents = history.opponents.join(", ");
            writeln!(
                console,
                "found: {}\n{score} ({interval}) in {games} more games against {opponents}",
                console.ink.strong(&spec)
            )?;
        }
        None => console.note("stopped before anything was found"),
    }
    Ok(())
}

fn row(trial: &Trial) -> [String; 4] {
    let interval = trial.interval.map_or("-".to_owned(), |(low, high)| {
        format!("{} to {}", format::percent(low), format::percent(high))
    });
    [
        trial.spec.clone(),
        format::percent(trial.score),
        interval,
        trial.games.to_string(),
    ]
}
