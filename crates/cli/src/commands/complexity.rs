//! `ludorum analyse complexity`: measures the complexity of games and compares it with published
//! numbers.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use ludorum_arena::page::{BranchingStatistics, PositionCountLog10, complexity_page};
use ludorum_arena::{
    GameComplexity, GameResult, LegalMoveCountSummary, RecordMode, RunOptions, RunPlan,
    branching_by_move, run as play,
};
use ludorum_catalog::{Variant, kinds};
use ludorum_core::{Seed, StopFlag};
use serde::{Deserialize, Serialize};

use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::files::OutputFile;
use crate::text_table::{ColumnAlignment, TextTable};
use crate::{interrupt, progress};

/// Published complexities of games, and the agents that play the games to measure, as JSON.
const PUBLISHED: &str = include_str!("../../../../content/experiments/complexity.json");

/// Measure game complexity: branching factor, length, state space and game tree
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse complexity
  ludorum analyse complexity quoridor:size=5 quoridor:size=11 --games 1000
  ludorum analyse complexity tictactoe --agents mcts,random --json
  ludorum analyse complexity quoridor:size=3 quoridor:size=5 quoridor:size=7 quoridor --plot size.html

By default all games of the published table are measured in the published way: minimax of depth 1, 2 and 3
(as alpha-beta, which plays the same moves) against semi-random play, in Quoridor with the evaluation as the
thesis prints it. Games without published numbers are played by random agents, unless --agents is given.")]
pub(crate) struct Args {
    /// Games to measure [default: the games with published complexities]
    #[arg(value_name = "GAME")]
    games_to_measure: Vec<String>,
    /// Number of games to play with each pairing of agents
    #[arg(long, value_name = "N", default_value = "20", value_parser = crate::args::games)]
    games: u64,
    /// Agents, one for each seat, separated by commas
    #[arg(long, value_name = "AGENTS")]
    agents: Option<String>,
    /// Seed of the games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Write an HTML page with plots: branching factor by board size and by move, number of
    /// positions by board size
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Published complexities of games, read from `complexity.json`.
#[derive(Deserialize)]
struct PublishedComplexity {
    source: String,
    /// Bibliographic references by their key; the `source` of a row is such a key.
    sources: BTreeMap<String, String>,
    /// Pairings of agents with which each game was measured, by name of the game.
    pairs: BTreeMap<String, Vec<Vec<String>>>,
    rows: Vec<PublishedComplexityRow>,
}

/// Published complexity of one game.
#[derive(Clone, Deserialize)]
struct PublishedComplexityRow {
    game: Option<String>,
    name: Option<String>,
    /// Key of the row's reference in `PublishedComplexity::sources`; `None` for the main one.
    source: Option<String>,
    #[serde(flatten)]
    size: ComplexityNumbers,
}

/// Size of a game's tree and state space; unknown numbers are `None`.
#[derive(Clone, Default, Deserialize, Serialize)]
struct ComplexityNumbers {
    branching: Option<f64>,
    length: Option<f64>,
    log10_positions: Option<f64>,
    log10_tree: Option<f64>,
}

/// Measured and published complexity of a game.
#[derive(Serialize)]
struct ComplexityRow {
    game: String,
    /// Specs of the agents in each measured pairing.
    agents: Vec<Vec<String>>,
    /// Half-widths of the 95% confidence intervals of branching factor and game length.
    #[serde(skip_serializing_if = "Option::is_none")]
    plus_minus: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<ComplexityNumbers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<ComplexityNumbers>,
    /// Key of the publication in `PublishedComplexity::sources`; `None` for the main reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

#[derive(Serialize)]
struct ComplexityJson {
    source: String,
    sources: BTreeMap<String, String>,
    games: u64,
    seed: String,
    rows: Vec<ComplexityRow>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let target = args.plot.as_deref().map(OutputFile::check).transpose()?;
    let published: PublishedComplexity =
        serde_json::from_str(PUBLISHED).context("cannot read the published numbers")?;
    let wanted: Vec<(Option<Variant>, PublishedComplexityRow)> = if args.games_to_measure.is_empty()
    {
        let open_row =
            |row: PublishedComplexityRow| Ok((row.game.as_deref().map(open).transpose()?, row));
        published
            .rows
            .into_iter()
            .map(open_row)
            .collect::<Result<_>>()?
    } else {
        let find = |spec: &String| {
            let variant = open(spec)?;
            let mut known = published.rows.iter();
            let row = known.find(|row| row.game.as_deref() == Some(variant.spec()));
            let row = row.cloned().unwrap_or(PublishedComplexityRow {
                game: None,
                name: None,
                source: None,
                size: ComplexityNumbers::default(),
            });
            Ok((Some(variant), row))
        };
        args.games_to_measure
            .iter()
            .map(find)
            .collect::<Result<_>>()?
    };
    let jobs = wanted
        .into_iter()
        .map(|(variant, row)| {
            let plans = match &variant {
                Some(variant) => plans(variant, &published.pairs, args)?,
                None => Vec::new(),
            };
            Ok((variant, row, plans))
        })
        .collect::<Result<Vec<_>>>()?;

    let total: u64 = jobs
        .iter()
        .flat_map(|(_, _, plans)| plans)
        .map(RunPlan::games)
        .sum();
    let stop = interrupt::stop_on_ctrl_c()?;
    let bar = progress::games(total, 0);
    let mut rows = Vec::new();
    let mut plots = ComplexityPlots::default();
    for (variant, row, plans) in jobs {
        let plots = target.is_some().then_some(&mut plots);
        rows.push(measure(variant.as_ref(), row, &plans, &stop, &bar, plots)?);
    }
    bar.finish_and_clear();
    if stop.is_raised() {
        console.note("interrupted; no results, as they need all games");
        return Ok(ExitStatus::Interrupted);
    }
    if let Some(target) = target {
        let page = complexity_page(&command(args), &plots.branching, &plots.positions);
        target.write(page.as_bytes())?;
    }
    let answer = ComplexityJson {
        source: published.source,
        sources: published.sources,
        games: args.games,
        seed: args.seed.0.to_string(),
        rows,
    };
    if args.json {
        console.json(&answer)?;
    } else {
        print(&answer, console)?;
    }
    Ok(ExitStatus::Success)
}

fn plans(
    variant: &Variant,
    published: &BTreeMap<String, Vec<Vec<String>>>,
    args: &Args,
) -> Result<Vec<RunPlan>> {
    let agents = match (&args.agents, published.get(variant.name())) {
        (Some(list), _) => vec![ludorum_catalog::split_list(list)],
        (None, Some(pairs)) if variant.seats() == 2 => pairs.clone(),
        _ => vec![vec!["random".to_owned(); variant.seats()]],
    };
    let plan = |pair: &Vec<String>| Ok(RunPlan::new(variant.clone(), pair, args.seed, args.games)?);
    agents.iter().map(plan).collect()
}

fn measure(
    variant: Option<&Variant>,
    published: PublishedComplexityRow,
    plans: &[RunPlan],
    stop: &StopFlag,
    bar: &ProgressBar,
    mut plots: Option<&mut ComplexityPlots>,
) -> Result<ComplexityRow> {
    let threads = crate::args::threads_or_cores(None);
    let mut games = Vec::new();
    for plan in plans {
        let mut records = Vec::new();
        let mut results = Vec::new();
        let options = RunOptions {
            records: match plots {
                Some(_) => RecordMode::On,
                None => RecordMode::Off,
            },
            ..RunOptions::with_threads(threads)
        };
        play(plan, &options, stop, |batch| {
            bar.inc(batch.len() as u64);
            results.extend(batch.iter().map(|played| played.result.clone()));
            records.extend(batch.iter().filter_map(|played| played.record.clone()));
            Ok::<(), anyhow::Error>(())
        })?;
        results.sort_by_key(|result: &GameResult| result.game);
        games.extend(results);
        if let Some(plots) = &mut plots {
            plots.add(plan, branching_by_move(&records)?);
        }
    }
    if let (Some(plots), Some(variant)) = (plots, variant) {
        plots.positions.extend(positions(variant));
    }
    let name = published.name.clone();
    let measured = variant.map(|variant| {
        let complexity = GameComplexity::of(&games);
        let size = ComplexityNumbers {
            branching: Some(complexity.branching.0),
            length: Some(complexity.length.0),
            log10_positions: variant.log10_positions(),
            log10_tree: Some(complexity.log10_tree()),
        };
        (size, (complexity.branching.1, complexity.length.1))
    });
    let (measured, plus_minus) = measured.unzip();
    let size = published.size;
    Ok(ComplexityRow {
        game: variant.map_or(name.unwrap_or_default(), |variant| {
            variant.spec().to_owned()
        }),
        agents: plans.iter().map(|plan| plan.agents().to_vec()).collect(),
        plus_minus,
        measured,
        published: size.branching.is_some().then_some(size),
        source: published.source,
    })
}

/// Statistics collected for the plots of `--plot`.
#[derive(Default)]
struct ComplexityPlots {
    branching: Vec<BranchingStatistics>,
    positions: Vec<PositionCountLog10>,
}

impl ComplexityPlots {
    fn add(&mut self, plan: &RunPlan, by_move: Vec<LegalMoveCountSummary>) {
        let mut all = LegalMoveCountSummary::default();
        for spread in &by_move {
            all.fewest = match all.count {
                0 => spread.fewest,
                _ => all.fewest.min(spread.fewest),
            };
            all.most = all.most.max(spread.most);
            all.sum += spread.sum;
            all.count += spread.count;
        }
        self.branching.push(BranchingStatistics {
            game: plan.variant().spec().to_owned(),
            size: parameter(plan.variant(), "size"),
            agents: plan.agents().join(" - "),
            all,
            by_move,
        });
    }
}

/// State-space size of a game with walls, and the factor due to walls, relative to `walls=0`.
/// `None` if no size is known or the game has no parameter `walls` or `size`.
fn positions(variant: &Variant) -> Option<PositionCountLog10> {
    let log10_all = variant.log10_positions()?;
    let spec = variant.spec();
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    let others = params
        .split(',')
        .filter(|param| !param.starts_with("walls="));
    let others: Vec<&str> = others.filter(|param| !param.is_empty()).collect();
    let bare = open(&format!(
        "{name}:{}",
        [&others[..], &["walls=0"]].concat().join(",")
    ))
    .ok()?;
    Some(PositionCountLog10 {
        size: parameter(variant, "size")?,
        log10_all,
        log10_walls: log10_all - bare.log10_positions()?,
    })
}

/// Numeric value of a game parameter, from the spec or its default; `None` if not a number.
fn parameter(variant: &Variant, name: &str) -> Option<f64> {
    let spec = variant.spec();
    let given = spec.split_once(':').map_or("", |(_, params)| params);
    let given = given.split(',').filter_map(|param| param.split_once('='));
    if let Some((_, value)) = { given }.find(|(key, _)| *key == name) {
        return value.parse().ok();
    }
    let kind = kinds()
        .into_iter()
        .find(|kind| kind.name() == variant.name())?;
    let param = kind.params().into_iter().find(|param| param.name == name)?;
    param.default?.parse().ok()
}

/// Command line of `ludorum analyse complexity` that repeats this measurement.
fn command(args: &Args) -> String {
    let mut command = String::from("ludorum analyse complexity");
    for game in &args.games_to_measure {
        command.push_str(&format!(" {game}"));
    }
    if let Some(agents) = &args.agents {
        command.push_str(&format!(" --agents {agents}"));
    }
    command.push_str(&format!(" --games {} --seed {}", args.games, args.seed.0));
    command
}

fn print(answer: &ComplexityJson, console: &mut Console) -> Result<()> {
    let columns = [
        ("game", ColumnAlignment::Left),
        ("branching", ColumnAlignment::Right),
        ("published", ColumnAlignment::Right),
        ("length", ColumnAlignment::Right),
        ("published", ColumnAlignment::Right),
        ("log10 positions", ColumnAlignment::Right),
        ("published", ColumnAlignment::Right),
        ("log10 tree", ColumnAlignment::Right),
        ("published", ColumnAlignment::Right),
    ];
    let mut table = TextTable::new(console.ink, &columns);
    for row in &answer.rows {
        let ours = row.measured.clone().unwrap_or_default();
        let theirs = row.published.clone().unwrap_or_default();
        let (branching, length) = row.plus_minus.unzip();
        let mark = row.source.as_ref().map(|source| format!(" [{source}]"));
        table.row([
            format!("{}{}", row.game, mark.unwrap_or_default()),
            number(ours.branching, branching),
            number(theirs.branching, None),
            number(ours.length, length),
            number(theirs.length, None),
            number(ours.log10_positions, None),
            number(theirs.log10_positions, None),
            number(ours.log10_tree, None),
            number(theirs.log10_tree, None),
        ]);
    }
    let mut pairs: Vec<String> = Vec::new();
    for pair in answer.rows.iter().flat_map(|row| &row.agents) {
        let pair = pair.join(" - ");
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    write!(
        console,
        "{}\n  measured: {} games each of\n    {},\n    seed {}\n  published: {}\n",
        table.print(),
        answer.games,
        pairs.join(",\n    "),
        answer.seed,
        answer.source,
    )?;
    for (mark, source) in &answer.sources {
        if answer
            .rows
            .iter()
            .any(|row| row.source.as_ref() == Some(mark))
        {
            writeln!(console, "  [{mark}]: {source}")?;
        }
    }
    Ok(())
}

fn number(number: Option<f64>, plus_minus: Option<f64>) -> String {
    match (number, plus_minus) {
        (None, _) => "-".to_owned(),
        (Some(number), Some(half)) if half.is_finite() => format!("{number:.1} ± {half:.1}"),
        (Some(number), _) if number.fract() == 0.0 => format!("{number}"),
        (Some(number), _) => format!("{number:.1}"),
    }
}
