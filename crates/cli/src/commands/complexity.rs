//! `ludorum analyse complexity`: how large games are, measured by playing them, beside what was
//! published.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use ludorum_arena::page::{BranchingOf, PositionsOf, complexity_page};
use ludorum_arena::{
    Complexity, GameResult, Plan, Records, RunOptions, Spread, branching_by_move, run as play,
};
use ludorum_catalog::{Variant, kinds};
use ludorum_core::{Seed, Stop};
use serde::{Deserialize, Serialize};

use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::guests::open;
use crate::table::{Side, Table};
use crate::{interrupt, progress};

/// What was published, and how it was measured.
const PUBLISHED: &str = include_str!("../../../../content/experiments/complexity.json");

/// Measure how large games are: moves to choose from, length, positions, game tree
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse complexity
  ludorum analyse complexity quoridor:size=5 quoridor:size=11 --games 1000
  ludorum analyse complexity tictactoe --agents mcts,random --json
  ludorum analyse complexity quoridor:size=3 quoridor:size=5 quoridor:size=7 quoridor --plot size.html

Without games, all those of the published table are measured, as they were: minimax of depth 1, 2
and 3 (by alpha-beta, which plays the same moves) against semi-random play, in Quoridor with the
evaluation as the thesis prints it. Games for which nothing was published are played by two random
agents unless others are named.")]
pub(crate) struct Args {
    /// The games; those of the published table if left out
    #[arg(value_name = "GAME")]
    games_to_measure: Vec<String>,
    /// How many games for each pair of agents
    #[arg(long, value_name = "N", default_value = "20", value_parser = crate::args::games)]
    games: u64,
    /// The agents, one for each seat, with commas between them
    #[arg(long, value_name = "AGENTS")]
    agents: Option<String>,
    /// The seed
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Write a page with plots: moves to choose from by board and by move, positions by board
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
struct Published {
    source: String,
    /// Where the rows with a `source` come from.
    sources: BTreeMap<String, String>,
    /// The agents that play each other, by the name of the game.
    pairs: BTreeMap<String, Vec<Vec<String>>>,
    rows: Vec<PublishedRow>,
}

#[derive(Clone, Deserialize)]
struct PublishedRow {
    game: Option<String>,
    name: Option<String>,
    /// Where the numbers come from, if not from where most do.
    source: Option<String>,
    #[serde(flatten)]
    size: Size,
}

/// The size of a game, as far as it is known.
#[derive(Clone, Default, Deserialize, Serialize)]
struct Size {
    branching: Option<f64>,
    length: Option<f64>,
    log10_positions: Option<f64>,
    log10_tree: Option<f64>,
}

#[derive(Serialize)]
struct Row {
    game: String,
    /// Who played each other.
    agents: Vec<Vec<String>>,
    /// Half the width of the 95 % intervals of branching and length.
    #[serde(skip_serializing_if = "Option::is_none")]
    plus_minus: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<Size>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<Size>,
    /// Where that was published, if not where most was.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

#[derive(Serialize)]
struct ComplexityJson {
    source: String,
    sources: BTreeMap<String, String>,
    games: u64,
    seed: String,
    rows: Vec<Row>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let target = args.plot.as_deref().map(Target::check).transpose()?;
    let published: Published =
        serde_json::from_str(PUBLISHED).context("the published numbers cannot be read")?;
    // Everything is checked before anything is played.
    let wanted: Vec<(Option<Variant>, PublishedRow)> = if args.games_to_measure.is_empty() {
        let open_row = |row: PublishedRow| Ok((row.game.as_deref().map(open).transpose()?, row));
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
            let row = row.cloned().unwrap_or(PublishedRow {
                game: None,
                name: None,
                source: None,
                size: Size::default(),
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
        .map(Plan::games)
        .sum();
    let stop = interrupt::stop()?;
    let bar = progress::games(total, 0);
    let mut rows = Vec::new();
    let mut plots = Plots::default();
    for (variant, row, plans) in jobs {
        let plots = target.is_some().then_some(&mut plots);
        rows.push(measure(variant.as_ref(), row, &plans, &stop, &bar, plots)?);
    }
    bar.finish_and_clear();
    if stop.is_raised() {
        console.note("stopped; the sizes of games are told when all are played");
        return Ok(End::Stopped);
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
    Ok(End::Done)
}

fn plans(
    variant: &Variant,
    published: &BTreeMap<String, Vec<Vec<String>>>,
    args: &Args,
) -> Result<Vec<Plan>> {
    let agents = match (&args.agents, published.get(variant.name())) {
        (Some(list), _) => vec![ludorum_catalog::split_list(list)],
        (None, Some(pairs)) if variant.seats() == 2 => pairs.clone(),
        _ => vec![vec!["random".to_owned(); variant.seats()]],
    };
    let plan = |pair: &Vec<String>| Ok(Plan::new(variant.clone(), pair, args.seed, args.games)?);
    agents.iter().map(plan).collect()
}

fn measure(
    variant: Option<&Variant>,
    published: PublishedRow,
    plans: &[Plan],
    stop: &Stop,
    bar: &ProgressBar,
    mut plots: Option<&mut Plots>,
) -> Result<Row> {
    let threads = available_parallelism().map_or(1, usize::from);
    let mut games = Vec::new();
    for plan in plans {
        let mut records = Vec::new();
        let mut results = Vec::new();
        let options = RunOptions {
            records: match plots {
                Some(_) => Records::Kept,
                None => Records::None,
            },
            ..RunOptions::on(threads)
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
        let complexity = Complexity::of(&games);
        let size = Size {
            branching: Some(complexity.branching.0),
            length: Some(complexity.length.0),
            log10_positions: variant.log10_positions(),
            log10_tree: Some(complexity.log10_tree()),
        };
        (size, (complexity.branching.1, complexity.length.1))
    });
    let (measured, plus_minus) = measured.unzip();
    let size = published.size;
    Ok(Row {
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

/// What the page with plots is made of.
#[derive(Default)]
struct Plots {
    branching: Vec<BranchingOf>,
    positions: Vec<PositionsOf>,
}

impl Plots {
    fn add(&mut self, plan: &Plan, by_move: Vec<Spread>) {
        let mut all = Spread::default();
        for spread in &by_move {
            all.fewest = match all.count {
                0 => spread.fewest,
                _ => all.fewest.min(spread.fewest),
            };
            all.most = all.most.max(spread.most);
            all.sum += spread.sum;
            all.count += spread.count;
        }
        self.branching.push(BranchingOf {
            game: plan.variant().spec().to_owned(),
            size: parameter(plan.variant(), "size"),
            agents: plan.agents().join(" - "),
            all,
            by_move,
        });
    }
}

/// The positions of a game with walls: without any, only what moves is left.
fn positions(variant: &Variant) -> Option<PositionsOf> {
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
    Some(PositionsOf {
        size: parameter(variant, "size")?,
        log10_all,
        log10_walls: log10_all - bare.log10_positions()?,
    })
}

/// The number a parameter of the game has.
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

/// The command that measures the same.
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
        ("game", Side::Left),
        ("branching", Side::Right),
        ("published", Side::Right),
        ("length", Side::Right),
        ("published", Side::Right),
        ("log10 positions", Side::Right),
        ("published", Side::Right),
        ("log10 tree", Side::Right),
        ("published", Side::Right),
    ];
    let mut table = Table::new(console.ink, &columns);
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
