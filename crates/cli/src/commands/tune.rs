//! `ludorum tune`: optimises an agent's parameters by playing games.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use ludorum_arena::page::tuning_page;
use ludorum_arena::tune::{
    ParameterRange, TuningHistory, TuningMethod, TuningPlan, TuningTrial, tune,
};
use ludorum_arena::{OpeningSource, PlanError, RunLock, ThreadExecutor, json_document};
use ludorum_catalog::SeedKey;
use ludorum_core::Seed;

use crate::args::threads_or_cores;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::files::{self, OutputFile};
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{format, interrupt, progress};

/// Tune an agent's parameters by playing games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum tune quoridor:size=5 mcts:iterations=90 --param c=0.1..3.0 --method grid --steps 8
  ludorum tune dicewars stei --param threshold=0.0..0.9 --param preference=1..4 --method spsa
  ludorum tune quoridor:size=5 mcts:iterations=90 --param c=0.1..3.0 --openings quoridor-5x5
  ludorum tune yinsh alphabeta:depth=2,eval=rows --param w2=1..20 --param w3=1..200 \\
      --method cma-es --trials 60 --against alphabeta:depth=2,eval=advanced --html tuning.html

grid tries all combinations of --steps values. spsa plays two neighbouring points against each other and
moves towards the winner. cma-es evolves a population. The best values are tested again on fresh setups
against the opponents, by default the agent with its given parameters. A range of whole numbers stays
whole; write 1.0..3.0 for real numbers.")]
pub(crate) struct Args {
    /// Game, NAME or NAME:key=value,...
    game: String,
    /// Agent to tune, NAME or NAME:key=value,...
    agent: String,
    /// Parameter to tune and its range, such as c=0.1..3.0; repeatable
    #[arg(long = "param", value_name = "NAME=LOW..HIGH", required = true)]
    params: Vec<ParameterRange>,
    /// Optimisation method
    #[arg(long, value_enum, default_value_t)]
    method: TuneMethodArg,
    /// Number of games per trial against each opponent; rounded up to full blocks
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = crate::args::games)]
    games: u64,
    /// With --method spsa or cma-es: number of trials
    #[arg(long, value_name = "N", default_value_t = 50)]
    trials: u64,
    /// With --method grid: number of values to try per parameter
    #[arg(long, value_name = "N", default_value_t = 7)]
    steps: usize,
    /// Opponent of the tuned agent; repeatable [default: the agent with its given parameters]
    #[arg(long, value_name = "AGENT")]
    against: Vec<String>,
    /// Seed of the games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Openings, as in ludorum match: random:plies=4, balanced:plies=6,by=AGENT,within=0.1, a file
    /// or a built-in suite [default: none]
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<String>,
    /// Key that reproduces a tuning with external agents [default: from the resumed history, or
    /// random]
    #[arg(long, value_name = "KEY")]
    key: Option<SeedKey>,
    /// Games to run in parallel [default: number of cores]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Write the tuning history to a file after every trial; - for standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Resume an interrupted tuning from its history file, with the same other arguments
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    resume: Option<PathBuf>,
    /// Write an HTML page with plots of the tuning
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Value of `--method`: the optimisation method.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum TuneMethodArg {
    /// Grid search over all combinations of parameter values
    #[default]
    Grid,
    /// Simultaneous perturbation stochastic approximation
    Spsa,
    /// Covariance matrix adaptation evolution strategy
    CmaEs,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    if args.steps < 2 || args.trials == 0 {
        bail!("--steps must be at least 2 and --trials at least 1");
    }
    let method = match args.method {
        TuneMethodArg::Grid => TuningMethod::Grid { steps: args.steps },
        TuneMethodArg::Spsa => TuningMethod::Spsa {
            iterations: args.trials,
        },
        TuneMethodArg::CmaEs => TuningMethod::CmaEs {
            trials: usize::try_from(args.trials)?,
        },
    };
    let variant = open(&args.game)?;
    let openings = args.openings.as_deref();
    let openings = openings.map(|text| OpeningSource::parse(text, &variant));
    let tuning = TuningPlan {
        openings: openings.transpose()?,
        variant,
        agent: args.agent.clone(),
        dimensions: args.params.clone(),
        opponents: if args.against.is_empty() {
            vec![args.agent.clone()]
        } else {
            args.against.clone()
        },
        games: args.games,
        seed: args.seed,
        key: args.key,
    };
    let threads = threads_or_cores(args.threads);
    let is_stdout = args
        .json
        .as_ref()
        .is_some_and(|file| file.as_os_str() == "-");
    let target = args.json.as_deref().filter(|_| !is_stdout);
    let target = target.or(args.resume.as_deref());
    let target = target.map(OutputFile::check).transpose()?;
    let file = target.as_ref().filter(|target| !target.is_device());
    let _lock = file.map(|file| RunLock::acquire(file.path())).transpose()?;
    let before = args.resume.as_deref().map(tuning_history).transpose()?;
    if let (None, Some(file)) = (&args.resume, file) {
        refuse_to_overwrite(file.path())?;
    }
    let page = args.html.as_deref().map(OutputFile::check).transpose()?;
    let stop = interrupt::stop_on_ctrl_c()?;
    let bar = progress::trials();
    let mut saved = Ok(());
    let history = tune(
        &tuning,
        method,
        before,
        &ThreadExecutor(threads),
        &stop,
        |history| {
            bar.inc(1);
            if let (Some(target), Ok(())) = (&target, &saved) {
                saved = write(target, history);
                if saved.is_err() {
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
    saved?;
    if let Some(target) = &target {
        write(target, &history)?;
    }
    if let Some(page) = &page {
        page.write(tuning_page(&history).as_bytes())?;
    }
    if is_stdout {
        console.json(&history)?;
    } else {
        print(&history, console)?;
    }
    Ok(match history.best {
        Some(_) => ExitStatus::Success,
        None => ExitStatus::Interrupted,
    })
}

/// Reads the history file of a tuning.
pub(super) fn tuning_history(path: &Path) -> Result<TuningHistory> {
    serde_json::from_slice(&files::read(path)?).map_err(|error| {
        let path = path.display();
        let why = if error.is_data() {
            "is not the history of a tuning"
        } else {
            "is damaged"
        };
        let advice = if error.is_data() {
            "use a file written by ludorum tune --json"
        } else {
            "restore it from a copy, or start again with --json instead of --resume"
        };
        anyhow!("{path} {why}: {error}; {advice}")
    })
}

/// Fails if `path` is the history of an unfinished tuning, which could still be resumed.
fn refuse_to_overwrite(path: &Path) -> Result<()> {
    match path.is_file().then(|| tuning_history(path)) {
        Some(Ok(before)) if before.best.is_none() && !before.trials.is_empty() => {
            let trials = format::plural(before.trials.len() as u64, "trial", "trials");
            let path = path.display();
            bail!(
                "{path} is the history of an unfinished tuning ({trials}); resume it with --resume \
                 {path} instead of --json, or choose another file"
            )
        }
        _ => Ok(()),
    }
}

fn write(target: &OutputFile, history: &TuningHistory) -> Result<()> {
    target.write(&json_document(history))
}

/// Prints the trials with the best scores, and the test of the best parameters.
fn print(history: &TuningHistory, console: &mut Console) -> Result<()> {
    const SHOWN: usize = 10;
    let columns = [
        ("best trials", ColumnAlignment::Left),
        ("score", ColumnAlignment::Right),
        ("95% interval", ColumnAlignment::Right),
        ("games", ColumnAlignment::Right),
    ];
    let mut table = TextTable::new(console.ink, &columns);
    let mut trials: Vec<&TuningTrial> = history.trials.iter().collect();
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
                "best: {}\n{score} ({interval}) in {games} further games against {opponents}",
                console.ink.strong(&spec)
            )?;
        }
        None => console.note("interrupted before a result was found"),
    }
    Ok(())
}

fn row(trial: &TuningTrial) -> [String; 4] {
    [
        trial.spec.clone(),
        format::percent(trial.score),
        format::interval(trial.interval, format::percent),
        trial.games.to_string(),
    ]
}
