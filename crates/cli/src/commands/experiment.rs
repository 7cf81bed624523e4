//! `ludorum experiment`: published results, played again.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use ludorum_arena::experiment::{
    Compared, Effort, Experiment, Findings, Tally, experiments, find, read_experiment, significant,
};
use ludorum_arena::page::{experiment_markdown, experiment_page};
use ludorum_arena::{Claim, PlanError, Threads, document};
use ludorum_core::Seed;
use serde::Serialize;

use crate::console::Console;
use crate::exit::End;
use crate::files::{self, Target};
use crate::guests::open;
use crate::table::{Side, Table};
use crate::{format, interrupt, progress};

/// Where findings are kept unless told otherwise.
const FOLDER: &str = "ludorum-results";

/// Repeat published experiments and compare
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    List(ListArgs),
    Show(ShowArgs),
    Run(RunArgs),
    Report(ReportArgs),
}

/// List the experiments
#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

/// Show the plan of an experiment, with the published numbers
#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The experiment, or a file with a plan
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

What was found is kept in a folder after every number, so that a stopped run goes on where it was; a
number that rests on enough games is not played again. Plans are TOML, as in content/experiments/.")]
struct RunArgs {
    /// The experiments, or files with plans
    #[arg(value_name = "ID|FILE", required_unless_present = "all")]
    ids: Vec<String>,
    /// All experiments of this program
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// So many games for every number
    #[arg(long, value_name = "N", value_parser = crate::args::games, conflicts_with = "quick")]
    games: Option<u64>,
    /// A few games for every number: all experiments in minutes
    #[arg(long)]
    quick: bool,
    /// The seed of all games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// The folder for what is found
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    results: PathBuf,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

/// Compare what was found with what was published
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum experiment report
  ludorum experiment report quoridor-agents-3x3 --json
  ludorum experiment report my-plan.toml
  ludorum experiment report --results content/experiments/results --html report.html
  ludorum experiment report --results content/experiments/results --markdown")]
struct ReportArgs {
    /// The experiments, or files with plans; all if left out
    #[arg(value_name = "ID|FILE")]
    ids: Vec<String>,
    /// The folder with what was found
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    results: PathBuf,
    /// Write a page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print it as text for documents
    #[arg(long, conflicts_with_all = ["html", "json"])]
    markdown: bool,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    match &args.command {
        Command::List(args) => list(args, console),
        Command::Show(args) => show(args, console),
        Command::Run(args) => play(args, console),
        Command::Report(args) => report(args, console),
    }
}

#[derive(Serialize)]
struct Listed {
    id: String,
    question: String,
    source: String,
    numbers: usize,
}

fn list(args: &ListArgs, console: &mut Console) -> Result<End> {
    let all = experiments();
    if args.json {
        let listed = all.into_iter().map(|experiment| Listed {
            numbers: experiment.questions.len(),
            id: experiment.id,
            question: experiment.question,
            source: experiment.source,
        });
        console.json(&listed.collect::<Vec<Listed>>())?;
        return Ok(End::Done);
    }
    let columns = [
        ("experiment", Side::Left),
        ("numbers", Side::Right),
        ("source", Side::Left),
        ("question", Side::Left),
    ];
    let mut table = Table::new(console.ink, &columns);
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
    Ok(End::Done)
}

fn show(args: &ShowArgs, console: &mut Console) -> Result<End> {
    let experiment = named(&args.id)?;
    print(&experiment, None, console)?;
    Ok(End::Done)
}

/// An experiment of the program by its name, or one from a file.
fn named(id: &str) -> Result<Experiment> {
    if let Some(known) = experiments().into_iter().find(|known| known.id == id) {
        return Ok(known);
    }
    let path = Path::new(id);
    if !path.is_file() {
        bail!("there is no experiment '{id}'; see ludorum experiment list, or name a file");
    }
    let bytes = files::read(path)?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{id} is no text"))?;
    read_experiment(&text).map_err(|error| anyhow!("{id}: {error}"))
}

fn chosen(ids: &[String]) -> Result<Vec<Experiment>> {
    match ids.is_empty() {
        true => Ok(experiments()),
        false => ids.iter().map(|id| named(id)).collect(),
    }
}

fn file_of(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join(format!("{}.json", experiment.id))
}

fn kept(folder: &Path, experiment: &Experiment) -> Result<Option<Findings>> {
    let file = file_of(folder, experiment);
    if !file.exists() {
        return Ok(None);
    }
    let refuse = |error| {
        let file = file.display();
        anyhow!(
            "{file} has no findings, or is damaged: {error}; put it back from a copy, or remove it \
             and play them again"
        )
    };
    let found: Findings = serde_json::from_slice(&files::read(&file)?).map_err(refuse)?;
    // A seed that is none would be taken for that of another run, and the findings be written over.
    let refuse = |error| anyhow!("{}: {error}", file.display());
    found.roots().map_err(refuse)?;
    Ok(Some(found))
}

fn play(args: &RunArgs, console: &mut Console) -> Result<End> {
    let effort = match (args.games, args.quick) {
        (Some(games), _) => Effort::Games(games),
        (None, true) => Effort::Quick,
        (None, false) => Effort::Full,
    };
    let wanted = chosen(&args.ids)?;
    for (id, experiment) in args.ids.iter().zip(&wanted) {
        let refuse = |error| anyhow!("{id}: {error}");
        experiment.check(open).map_err(refuse)?;
    }
    files::folder(&args.results)?;
    let threads = args.threads;
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let stop = interrupt::stop()?;
    let mut all = Vec::new();
    for experiment in wanted {
        let began = Instant::now();
        let file = file_of(&args.results, &experiment);
        let _claim = Claim::on(&file)?;
        let fresh = Findings::none(&experiment, args.seed);
        let before = kept(&args.results, &experiment)?
            .filter(|kept| kept.seed == fresh.seed && kept.program == fresh.program);
        let bar = progress::numbers(experiment.questions.len() as u64);
        let keep = |found: &Findings| {
            bar.inc(1);
            files::write(&file, &document(found))
        };
        let open = |spec: &str| Ok(open(spec)?);
        let before = before.unwrap_or(fresh);
        let venue = Threads(threads);
        let found =
            find(&experiment, open, effort, &venue, before, &stop, keep).map_err(|error| {
                match error.downcast_ref() {
                    Some(PlanError::OtherHistory(why)) => anyhow!("{}: {why}", file.display()),
                    _ => error.context(experiment.id.clone()),
                }
            })?;
        bar.finish_and_clear();
        if !args.json {
            print(&experiment, Some(&found), console)?;
            let time = format::time(began.elapsed());
            console.note(&format!("{} took {time}, {threads} threads", experiment.id));
        }
        all.push((experiment, found));
        if stop.is_raised() {
            console.note("stopped; the same command goes on");
            return Ok(End::Stopped);
        }
    }
    if args.json {
        let told = all
            .iter()
            .map(|(experiment, found)| Compared::of(experiment, Some(found)).only_found());
        console.json(&told.collect::<Vec<_>>())?;
    }
    Ok(End::Done)
}

fn report(args: &ReportArgs, console: &mut Console) -> Result<End> {
    let mut all = Vec::new();
    for experiment in chosen(&args.ids)? {
        let found = kept(&args.results, &experiment)?;
        all.push((experiment, found));
    }
    let others = match args.ids.is_empty() {
        true => own_plans(&args.results),
        false => None,
    };
    if all.iter().all(|(_, found)| found.is_none()) {
        let folder = args.results.display();
        match others {
            Some(others) => bail!("nothing of these experiments was found, but {others}"),
            None => bail!("nothing was found in {folder} yet; play with ludorum experiment run"),
        }
    }
    if let Some(others) = others {
        console.note(&others);
    }
    if let Some(path) = &args.html {
        Target::check(path)?.write(experiment_page(&all).as_bytes())?;
        writeln!(console, "written to {}", path.display())?;
        return Ok(End::Done);
    }
    if args.markdown {
        write!(console, "{}", experiment_markdown(&all))?;
        return Ok(End::Done);
    }
    if args.json {
        let mut told = Vec::new();
        for (experiment, found) in &all {
            let compared = |found| Compared::of(experiment, Some(found)).only_found();
            told.extend(found.as_ref().map(compared));
        }
        console.json(&told)?;
        return Ok(End::Done);
    }
    for (experiment, found) in &all {
        match found {
            Some(found) => print(experiment, Some(found), console)?,
            None => writeln!(console, "{}: not played yet\n", experiment.id)?,
        }
    }
    let sum = all
        .iter()
        .map(|(experiment, found)| Tally::of(experiment, found.as_ref()))
        .fold(Tally::default(), Tally::plus);
    writeln!(console, "{}", sum.sentence())?;
    Ok(End::Done)
}

/// How to see the findings of plans that are not the program's own, if there are any: what they are
/// compared with is in those plans alone.
fn own_plans(folder: &Path) -> Option<String> {
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
            "{folder} has {} of plans of your own; name the plans to see them, as in ludorum \
             experiment report my-plan.toml --results {folder}",
            others.join(", ")
        )
    })
}

fn print(
    experiment: &Experiment,
    findings: Option<&Findings>,
    console: &mut Console,
) -> Result<()> {
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
        ("", Side::Left),
        ("", Side::Left),
        ("published", Side::Right),
        ("ours", Side::Right),
        ("95% interval", Side::Right),
        ("cases", Side::Right),
        ("", Side::Left),
    ];
    let compared = Compared::of(experiment, findings);
    let mut table = Table::new(ink, &columns);
    for number in &compared.numbers {
        let nothing = || "-".to_owned();
        let found = number.found;
        let mark = number.reason.map(|place| format!(" [{place}]"));
        table.row([
            number.asked.row.clone(),
            number.asked.column.clone(),
            number.published_text().unwrap_or_else(nothing),
            number.ours().unwrap_or_else(nothing),
            number.interval().unwrap_or_else(nothing),
            found.map_or_else(nothing, |found| found.cases.to_string()),
            format!("{}{}", number.words(), mark.unwrap_or_default()),
        ]);
    }
    writeln!(console, "\n{}", table.print())?;
    rank(experiment, &compared, console)?;
    if let Some(margins) = compared.margins() {
        writeln!(console, "  {margins}\n")?;
    }
    for test in &compared.tables {
        writeln!(console, "  {}\n", test.sentence())?;
    }
    for claim in &compared.claims {
        writeln!(console, "  Claim: {}\n    {}\n", claim.says, claim.words())?;
    }
    if findings.is_none() {
        for claim in &experiment.claims {
            writeln!(console, "  Claim: {}\n", claim.says)?;
        }
    }
    for (number, reason) in (1..).zip(&compared.reasons) {
        writeln!(console, "  [{number}] {reason}\n")?;
    }
    Ok(())
}

/// The rows by their mean, if the experiment ranks them.
fn rank(experiment: &Experiment, compared: &Compared<'_>, console: &mut Console) -> Result<()> {
    if compared.ranking.is_empty() {
        return Ok(());
    }
    let columns = [
        ("by the mean over all columns", Side::Left),
        ("mean", Side::Right),
        ("95% interval", Side::Right),
    ];
    let number = |value: f64| match experiment.measure.is_rate() {
        true => format::percent(value),
        false => significant(value),
    };
    let mut table = Table::new(console.ink, &columns);
    for row in &compared.ranking {
        let interval = row.interval.map_or("-".to_owned(), |(low, high)| {
            format!("{} to {}", number(low), number(high))
        });
        table.row([row.row.clone(), number(row.mean), interval]);
    }
    writeln!(console, "{}", table.print())?;
    Ok(())
}
