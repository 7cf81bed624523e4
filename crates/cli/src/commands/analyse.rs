//! `ludorum analyse`: an agent's analysis of a position.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use ludorum_bridge::search_tree;
use ludorum_catalog::agent_rng;
use ludorum_core::{
    Budget, CandidateMove, MoveChoice, NodeKind, SearchStats, Seat, StopFlag, TerminalStyle,
    ValueBound,
};
use serde::Serialize;

use super::{complexity, setup, tree};
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files::OutputFile;
use crate::format;
use crate::game_commands::GameAnalysisCommand;
use crate::language::say;
use crate::progress;
use crate::text_table::{ColumnAlignment, TextTable};

/// Analyse a position with an agent: value, best line and candidate moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse tictactoe --moves \"b2 a1\"
  ludorum analyse tictactoe --position \"x.o/.x./...\" --agent mcts:iterations=5000
  ludorum analyse tictactoe --agent minimax --json
  ludorum analyse sector66:template=thesis --agent sector66-mcts:save-tree=on --save-tree tree.json
  ludorum analyse --tree tree.json --depth 3

Values go from -1 (certain loss) to +1 (certain win) for the seat to move. On a terminal, the progress of
the search is shown. The subcommands analyse whole games instead: complexity, and for dicewars attacks,
topology and dice.
A saved tree has the moves that the search tried, with visits and the mean result, from 0 to 1, for the seat
that chose the move. The server's page at /tree shows it with boards.")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    setup: setup::Args,
    /// Agent that analyses the position [default: the strongest of the game, for one second]
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Save the agent's search tree as JSON (only for agents that keep a tree)
    #[arg(long, value_name = "FILE")]
    save_tree: Option<PathBuf>,
    /// Show a search tree saved with --save-tree
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "moves", "position", "agent", "save_tree"])]
    tree: Option<PathBuf>,
    /// Number of plies of the saved search tree to show
    #[arg(long, value_name = "N", requires = "tree", default_value_t = tree::DEFAULT_DEPTH)]
    depth: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Subcommands of `ludorum analyse`, which analyse whole games instead of a position.
#[derive(Debug, clap::Subcommand)]
enum Command {
    Complexity(complexity::Args),
    #[command(flatten)]
    OfGame(GameAnalysisCommand),
}

#[derive(Serialize)]
struct AnalysisJson {
    game: String,
    position: String,
    moves: Vec<String>,
    agent: String,
    seat: usize,
    best: String,
    /// Expected utility of each seat, from -1 to 1; `None` if the agent does not evaluate.
    values: Option<Vec<f64>>,
    line: Vec<String>,
    candidates: Vec<CandidateJson>,
    depth: u32,
    nodes: u64,
    evaluations: u64,
    playouts: u64,
    time_ms: f64,
}

/// A candidate move in the output of `ludorum analyse --json`.
#[derive(Serialize)]
struct CandidateJson {
    #[serde(rename = "move")]
    text: String,
    value: Option<f64>,
    /// True if `value` is only an upper bound, because the search had a cut-off at this move.
    at_most: bool,
    visits: u64,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    match &args.command {
        Some(Command::Complexity(args)) => return complexity::run(args, console),
        Some(Command::OfGame(analysis)) => return analysis.run(console),
        None => {}
    }
    if let Some(path) = &args.tree {
        return if args.json {
            tree::show_json(path, args.depth, console)
        } else {
            tree::show(path, args.depth, console)
        };
    }
    let target = args
        .save_tree
        .as_deref()
        .map(OutputFile::check)
        .transpose()?;
    let (variant, position) = args.setup.resolve()?;
    let spec = args.agent.clone();
    let mut player = variant.player(&spec.unwrap_or_else(|| variant.adviser()))?;
    let seat = match position.node() {
        NodeKind::Decide(seat) => seat,
        NodeKind::Chance => bail!("the next move is a chance event; add it to --moves"),
        NodeKind::Over => bail!("the game is over; leave out the last of --moves"),
    };
    let mut rng = agent_rng(args.setup.seed, seat, position.plies());
    let began = Instant::now();
    let line = progress::thinking();
    let watch = |interim: MoveChoice<String>| {
        let value = interim.value.map(|value| format::value(value[seat]));
        let (value, effort) = (
            value.unwrap_or_default(),
            effort_text(&interim.effort, began.elapsed()),
        );
        line.set_message(format!("{value}  {effort}  {}", interim.line.join(" ")));
    };
    let (budget, stop) = (Budget::UNLIMITED, StopFlag::new());
    let verdict =
        player.try_choose_with_callback(&position, &budget, &stop, &mut rng, Some(&watch));
    let time = began.elapsed();
    line.finish_and_clear();
    verdict.map_err(|forfeit| anyhow!("{} forfeits: {forfeit}", player.spec()))?;
    let choice = player.last_choice(&position);
    let choice = choice.expect("it has just chosen");
    if let Some(target) = target {
        let tree =
            search_tree(variant.spec(), &position, &player, u64::MAX).with_context(|| {
                let who = player.spec();
                format!("{who} keeps no search tree; sector66-mcts:save-tree=on does")
            })?;
        tree::save(&tree, &target)?;
    }

    if args.json {
        let candidate = |reason: CandidateMove<String>| CandidateJson {
            text: reason.mv,
            value: reason.value,
            at_most: reason.bound == ValueBound::Upper,
            visits: reason.visits,
        };
        console.json(&AnalysisJson {
            game: variant.spec().to_owned(),
            position: position.text(),
            moves: position.history(),
            agent: player.spec().to_owned(),
            seat: seat.index() + 1,
            best: choice.best,
            values: choice.value.map(|value| value.as_slice().to_vec()),
            line: choice.line,
            candidates: choice.candidates.into_iter().map(candidate).collect(),
            depth: choice.effort.depth,
            nodes: choice.effort.nodes,
            evaluations: choice.effort.evaluations,
            playouts: choice.effort.playouts,
            time_ms: time.as_secs_f64() * 1e3,
        })?;
        return Ok(ExitStatus::Success);
    }

    let ink = console.ink;
    let board = super::play::indent(&position.draw(seat, ink));
    let name = ink.seat(seat, &format!("seat {seat}"));
    writeln!(console, "\n{board}\n  {name} to move\n")?;
    let best = ink.strong(&choice.best);
    let mut facts = vec![("best", best)];
    if let Some(value) = choice.value {
        let all = Seat::all(value.seats());
        let values: Vec<String> = all
            .map(|seat| ink.seat(seat, &format::value(value[seat])))
            .collect();
        facts.push(("value", values.join(" ")));
    }
    facts.push(("line", choice.line.join(" ")));
    facts.push(("agent", player.spec().to_owned()));
    facts.push(("effort", effort_text(&choice.effort, time)));
    for (name, fact) in facts {
        writeln!(console, "  {} {fact}", ink.faint(&format!("{name:<7}")))?;
    }
    if !choice.candidates.is_empty() {
        write!(console, "\n{}", candidates(ink, &choice.candidates))?;
    }
    Ok(ExitStatus::Success)
}

/// Formats depth, playouts, nodes, evaluations and time of a search as one line.
pub(crate) fn effort_text(effort: &SearchStats, time: Duration) -> String {
    let mut parts = Vec::new();
    if effort.depth > 0 {
        parts.push(say!("effort-depth", depth = effort.depth));
    }
    if effort.playouts > 0 {
        let shown = format::count(effort.playouts);
        parts.push(say!("effort-playouts", shown = shown; count = effort.playouts));
    }
    if effort.nodes > 0 {
        let shown = format::count(effort.nodes);
        parts.push(say!("effort-nodes", shown = shown; count = effort.nodes));
    }
    if effort.evaluations > 0 {
        let shown = format::count(effort.evaluations);
        parts.push(say!("effort-evaluations", shown = shown; count = effort.evaluations));
    }
    parts.push(format::time(time));
    parts.join(", ")
}

/// Formats candidate moves as a table: value and, for searches that count visits, visit share.
fn candidates(ink: TerminalStyle, candidates: &[CandidateMove<String>]) -> String {
    let visits: u64 = candidates.iter().map(|reason| reason.visits).sum();
    let columns = [
        ("move", ColumnAlignment::Left),
        ("value", ColumnAlignment::Right),
        ("visits", ColumnAlignment::Right),
    ];
    let columns = if visits > 0 {
        &columns[..]
    } else {
        &columns[..2]
    };
    let mut table = TextTable::new(ink, columns);
    for reason in candidates {
        let value = match (reason.value, reason.bound) {
            (None, _) => "-".to_owned(),
            (Some(value), ValueBound::Exact) => format::value(value),
            (Some(value), ValueBound::Upper) => format!("≤ {}", format::value(value)),
        };
        let mut row = vec![reason.mv.clone(), value];
        if visits > 0 {
            row.push(format::percent(reason.visits as f64 / visits as f64));
        }
        table.row(row);
    }
    table.print()
}
