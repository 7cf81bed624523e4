//! `ludorum experiment`: reproduces published experiments.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use ludorum_arena::experiment::{
    Experiment, ExperimentResults, ReplicationComparison, SampleSizeChoice, experiments,
    read_experiment, run_experiment,
};
use ludorum_arena::page::{experiment_markdown, experiment_page};
use ludorum_arena::{PlanError, RunLock, ThreadExecutor, json_document};
use ludorum_core::Seed;
use serde::Serialize;

use crate::args::threads_or_cores;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::files::{self, OutputFile};
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{format, interrupt, progress};

/// Default folder for the results of experiments.
const RESULTS_FOLDER: &str = "ludorum-results";

/// Reproduce published experiments and compare the results
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    List(ListArgs),
    Show(ShowExperimentArgs),
    Run(RunArgs),
    Report(ReportArgs),
}

/// List the experiments
#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Show the plan of an experiment, with the published numbers
#[derive(Debug, clap::Args)]
struct ShowExperimentArgs {
    /// Id of a built-in experiment, or a plan file
    #[arg(value_name = "ID|FILE")]
    id: String,
}

/// Play the games of experiments
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum experiment run quoridor-agents-3x3
  ludorum experiment run --all --quick && ludorum experiment report --html report.html
  ludorum experiment run my-plan.toml --games 200 --json

Results are saved after every number, so an interrupted run continues where it stopped; numbers that
already have enough games are not played again. Plans are TOML files, as in content/experiments/.")]
struct RunArgs {
    /// Ids of built-in experiments, or plan files
    #[arg(value_name = "ID|FILE", required_unless_present = "all")]
    ids: Vec<String>,
    /// Run all built-in experiments
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// Number of games to play for each published number
    #[arg(long, value_name = "N", value_parser = crate::args::games, conflicts_with = "quick")]
    games: Option<u64>,
    /// Play only a few games per published number, so that all experiments together take minutes
    #[arg(long)]
    quick: bool,
    /// Seed of the games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Games to run in parallel [default: number of cores]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = RESULTS_FOLDER)]
    results: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Compare the results with the published numbers
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum experiment report
  ludorum experiment report quoridor-agents-3x3 --json
  ludorum experiment report my-plan.toml
  ludorum experiment report --results content/experiments/results --html report.html
  ludorum experiment report --results content/experiments/results --markdown")]
struct ReportArgs {
    /// Ids of built-in experiments, or plan files [default: all built-in experiments]
    #[arg(value_name = "ID|FILE")]
    ids: Vec<String>,
    /// Folder with the results
    #[arg(long, value_name = "DIR", default_value = RESULTS_FOLDER)]
    results: PathBuf,
    /// Write the comparison to an HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the result as Markdown
    #[arg(long, conflicts_with_all = ["html", "json"])]
    markdown: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    match &args.command {
        Command::List(args) => list(args, console),
        Command::Show(args) => show(args, console),
        Command::Run(args) => play(args, console),
        Command::Report(args) => report(args, console),
    }
}

/// An experiment in the output of `ludorum experiment list --json`.
#[derive(Serialize)]
struct ExperimentJson {
    id: String,
    question: String,
    source: String,
    numbers: usize,
}

fn list(args: &ListArgs, console: &mut Console) -> Result<ExitStatus> {
    let all = experiments();
    if args.json {
        let listed = all.into_iter().map(|experiment| ExperimentJson {
            numbers: experiment.questions.len(),
            id: experiment.id,
            question: experiment.question,
            source: experiment.source,
        });
        console.json(&listed.collect::<Vec<ExperimentJson>>())?;
        return Ok(ExitStatus::Success);
    }
    let columns = [
        ("experiment", ColumnAlignment::Left),
        ("numbers", ColumnAlignment::Right),
        ("source", ColumnAlignment::Left),
        ("question", ColumnAlignment::Left),
    ];
    let mut table = TextTable::new(console.ink, &columns);
    for experiment in all {
        table.row([
            experiment.id,
            experiment.questions.len().to_string(),
            experiment.source,
            experiment.question,
        ]);
    }
    let width = console.width;
    write!(console, "{}", table.print_within(width))?;
    Ok(ExitStatus::Success)
}

fn show(args: &ShowExperimentArgs, console: &mut Console) -> Result<ExitStatus> {
    let experiment = find_experiment(&args.id)?;
    print(&ReplicationComparison::of(&experiment, None), console)?;
    Ok(ExitStatus::Success)
}

/// Finds a built-in experiment by id, or reads one from a file.
fn find_experiment(id: &str) -> Result<Experiment> {
    if let Some(known) = experiments().into_iter().find(|known| known.id == id) {
        return Ok(known);
    }
    let path = Path::new(id);
    if !path.is_file() {
        bail!("unknown experiment '{id}'; see ludorum experiment list, or name a file");
    }
    let bytes = files::read(path)?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{id} is not UTF-8 text"))?;
    read_experiment(&text).map_err(|error| anyhow!("{id}: {error}"))
}

fn select_experiments(ids: &[String]) -> Result<Vec<Experiment>> {
    if ids.is_empty() {
        Ok(experiments())
    } else {
        ids.iter().map(|id| find_experiment(id)).collect()
    }
}

fn results_file(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join(format!("{}.json", experiment.id))
}

fn stored_findings(folder: &Path, experiment: &Experiment) -> Result<Option<ExperimentResults>> {
    let file = results_file(folder, experiment);
    if !file.exists() {
        return Ok(None);
    }
    let refuse = |error| {
        let file = file.display();
        anyhow!(
            "{file} is damaged or has no results: {error}; restore it from a copy, or remove it and \
             run the experiment again"
        )
    };
    let found: ExperimentResults = serde_json::from_slice(&files::read(&file)?).map_err(refuse)?;
    // An invalid seed would look like that of another run, and the results would be overwritten.
    let refuse = |error| anyhow!("{}: {error}", file.display());
    found.seed_and_key().map_err(refuse)?;
    Ok(Some(found))
}

fn play(args: &RunArgs, console: &mut Console) -> Result<ExitStatus> {
    let effort = match (args.games, args.quick) {
        (Some(games), _) => SampleSizeChoice::Games(games),
        (None, true) => SampleSizeChoice::Quick,
        (None, false) => SampleSizeChoice::Full,
    };
    let selected = select_experiments(&args.ids)?;
    for (id, experiment) in args.ids.iter().zip(&selected) {
        let refuse = |error| anyhow!("{id}: {error}");
        experiment.check(open).map_err(refuse)?;
    }
    files::create_folder(&args.results)?;
    let threads = threads_or_cores(args.threads);
    let stop = interrupt::stop_on_ctrl_c()?;
    let mut all = Vec::new();
    for experiment in selected {
        let began = Instant::now();
        let file = results_file(&args.results, &experiment);
        let _lock = RunLock::acquire(&file)?;
        let empty = ExperimentResults::new(&experiment, args.seed);
        let before = stored_findings(&args.results, &experiment)?
            .filter(|kept| kept.seed == empty.seed && kept.program == empty.program);
        let bar = progress::numbers(experiment.questions.len() as u64);
        let save = |found: &ExperimentResults| {
            bar.inc(1);
            files::write(&file, &json_document(found))
        };
        let open = |spec: &str| Ok(open(spec)?);
        let before = before.unwrap_or(empty);
        let executor = ThreadExecutor(threads);
        let found = run_experiment(&experiment, open, effort, &executor, before, &stop, save)
            .map_err(|error| match error.downcast_ref() {
                Some(PlanError::OtherHistory(why)) => anyhow!("{}: {why}", file.display()),
                _ => error.context(experiment.id.clone()),
            })?;
        bar.finish_and_clear();
        if !args.json {
            let compared = ReplicationComparison::of(&experiment, Some(&found));
            print(&compared, console)?;
            let time = format::time(began.elapsed());
            console.note(&format!("{} took {time}, {threads} threads", experiment.id));
        }
        all.push((experiment, found));
        if stop.is_raised() {
            console.note("interrupted; run the same command to continue");
            return Ok(ExitStatus::Interrupted);
        }
    }
    if args.json {
        let compared_all = all.iter().map(|(experiment, found)| {
            ReplicationComparison::of(experiment, Some(found)).only_measured()
        });
        console.json(&compared_all.collect::<Vec<_>>())?;
    }
    Ok(ExitStatus::Success)
}

fn report(args: &ReportArgs, console: &mut Console) -> Result<ExitStatus> {
    let mut all = Vec::new();
    for experiment in select_experiments(&args.ids)? {
        let found = stored_findings(&args.results, &experiment)?;
        all.push((experiment, found));
    }
    let others = if args.ids.is_empty() {
        unlisted_results(&args.results)
    } else {
        None
    };
    if all.iter().all(|(_, found)| found.is_none()) {
        let folder = args.results.display();
        match others {
            Some(others) => bail!("no results for these experiments yet, but {others}"),
            None => bail!("no results in {folder} yet; run ludorum experiment run first"),
        }
    }
    if let Some(others) = others {
        console.note(&others);
    }
    if let Some(path) = &args.html {
        OutputFile::check(path)?.write(experiment_page(&all).as_bytes())?;
        writeln!(console, "written to {}", path.display())?;
        return Ok(ExitStatus::Success);
    }
    if args.markdown {
        write!(console, "{}", experiment_markdown(&all))?;
        return Ok(ExitStatus::Success);
    }
    let (compared, sum) = ReplicationComparison::of_all(&all);
    if args.json {
        let played = compared.into_iter().filter(|of| of.findings.is_some());
        let played = played.map(ReplicationComparison::only_measured);
        console.json(&played.collect::<Vec<_>>())?;
        return Ok(ExitStatus::Success);
    }
    for compared in &compared {
        match compared.findings {
            Some(_) => print(compared, console)?,
            None => writeln!(console, "{}: not played yet\n", compared.id)?,
        }
    }
    writeln!(console, "{}", sum.sentence())?;
    Ok(ExitStatus::Success)
}

/// Hint that names the result files of user-defined plans in `folder`; `None` if there are none.
/// These results can be reported only together with their plan, which has the published numbers.
fn unlisted_results(folder: &Path) -> Option<String> {
    let known = experiments();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut others: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let id = name.strip_suffix(".json")?;
            let is_known = known.iter().any(|known| known.id == id);
            (!is_known && !id.starts_with('.')).then_some(name)
        })
        .collect();
    others.sort();
    let folder = folder.display();
    (!others.is_empty()).then(|| {
        format!(
            "{folder} has results of your own plans: {}; to see them, name the plans, as in: ludorum \
             experiment report my-plan.toml --results {folder}",
            others.join(", ")
        )
    })
}

fn print(compared: &ReplicationComparison<'_>, console: &mut Console) -> Result<()> {
    let experiment = compared.experiment;
    let ink = console.ink;
    writeln!(
        console,
        "{}  {}\n  {}",
        ink.strong(&experiment.id),
        experiment.question,
        ink.faint(&experiment.source)
    )?;
    if !experiment.notes.is_empty() {
        writeln!(console, "  {}", experiment.notes)?;
    }
    let columns = [
        ("", ColumnAlignment::Left),
        ("", ColumnAlignment::Left),
        ("published", ColumnAlignment::Right),
        ("ours", ColumnAlignment::Right),
        ("95% interval", ColumnAlignment::Right),
        ("cases", ColumnAlignment::Right),
        ("", ColumnAlignment::Left),
    ];
    let mut table = TextTable::new(ink, &columns);
    for number in &compared.numbers {
        let mark = number.reason.map(|place| format!(" [{place}]"));
        let words = number.words() + &mark.unwrap_or_default();
        table.row(number.cells("-").into_iter().chain([words]));
    }
    writeln!(console, "\n{}", table.print())?;
    if !compared.ranking.is_empty() {
        let columns = [
            ("ranked by the mean of all columns", ColumnAlignment::Left),
            ("mean", ColumnAlignment::Right),
            ("95% interval", ColumnAlignment::Right),
        ];
        let mut table = TextTable::new(ink, &columns);
        for row in &compared.ranking {
            table.row(row.cells(" to ", "-"));
        }
        writeln!(console, "{}", table.print())?;
    }
    if let Some(margins) = compared.margins() {
        writeln!(console, "  {margins}\n")?;
    }
    for test in &compared.tables {
        writeln!(console, "  {}\n", test.sentence())?;
    }
    for claim in &compared.claims {
        writeln!(console, "  Claim: {}\n    {}\n", claim.says, claim.words())?;
    }
    if compared.findings.is_none() {
        for claim in &experiment.claims {
            writeln!(console, "  Claim: {}\n", claim.says)?;
        }
    }
    for (number, reason) in (1..).zip(&compared.reasons) {
        writeln!(console, "  [{number}] {reason}\n")?;
    }
    Ok(())
}
