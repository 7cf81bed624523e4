//! `ludorum analyse`: what an agent thinks of a position.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use ludorum_bridge::search_tree;
use ludorum_catalog::{Opinion, Reason, agent_rng};
use ludorum_core::{Budget, Effort, Ink, Known, Node, Seat, Stop};
use serde::Serialize;

use super::{attacks, complexity, dice, setup, topology, tree};
use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::format;
use crate::language::say;
use crate::progress;
use crate::table::{Side, Table};

/// Ask an agent about a position: its value, the best line, the moves considered
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum analyse tictactoe --moves \"b2 a1\"
  ludorum analyse tictactoe --position \"x.o/.x./...\" --agent mcts:iterations=5000
  ludorum analyse tictactoe --agent minimax --json
  ludorum analyse sector66:template=thesis --agent sector66-mcts:save-tree=on --save-tree tree.json
  ludorum analyse --tree tree.json --depth 3

Values go from -1 (a certain loss) to +1 (a certain win) for the seat to move. In a terminal, what
the agent thinks so far is shown while it thinks. How large whole games are is told by ludorum analyse
complexity, how agents of dicewars attack by ludorum analyse attacks, how its boards matter by ludorum
analyse topology, how likely its attacks succeed by ludorum analyse dice.
A saved tree has the moves the search tried, with visits and the mean result, from 0 to 1, of the seat
that chose the move. The page at /tree shows it with its boards.")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    subject: Option<Subject>,
    #[command(flatten)]
    setup: setup::Args,
    /// The agent to ask; the strongest one, for a second, if left out
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Save the search tree of an agent that keeps one, as JSON
    #[arg(long, value_name = "FILE")]
    save_tree: Option<PathBuf>,
    /// Look at a saved tree
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "moves", "position", "agent", "save_tree"])]
    tree: Option<PathBuf>,
    /// Levels of moves of the saved tree to show
    #[arg(long, value_name = "N", requires = "tree", default_value_t = tree::SHOWN)]
    depth: usize,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

/// What else than a position can be analysed.
#[derive(Debug, clap::Subcommand)]
enum Subject {
    Complexity(complexity::Args),
    Attacks(attacks::Args),
    Dice(dice::Args),
    Topology(topology::Args),
}

#[derive(Serialize)]
struct AnalysisJson {
    game: String,
    position: String,
    moves: Vec<String>,
    agent: String,
    seat: usize,
    best: String,
    /// The expected utility of each seat.
    values: Option<Vec<f64>>,
    line: Vec<String>,
    candidates: Vec<CandidateJson>,
    depth: u32,
    nodes: u64,
    evaluations: u64,
    playouts: u64,
    time_ms: f64,
}

#[derive(Serialize)]
struct CandidateJson {
    #[serde(rename = "move")]
    text: String,
    value: Option<f64>,
    /// Whether the move may be worth less: the search stopped once it was sure not to be the best.
    at_most: bool,
    visits: u64,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    match &args.subject {
        Some(Subject::Complexity(args)) => return complexity::run(args, console),
        Some(Subject::Attacks(args)) => return attacks::run(args, console),
        Some(Subject::Dice(args)) => return dice::run(args, console),
        Some(Subject::Topology(args)) => return topology::run(args, console),
        None => {}
    }
    if let Some(path) = &args.tree {
        let form = match args.json {
            true => tree::Form::Json,
            false => tree::Form::People,
        };
        return tree::show(path, tree::Depth(args.depth), form, console);
    }
    let target = args.save_tree.as_deref().map(Target::check).transpose()?;
    let (variant, position) = args.setup.resolve()?;
    let spec = args.agent.clone();
    let mut player = variant.player(&spec.unwrap_or_else(|| variant.adviser()))?;
    let seat = match position.node() {
        Node::Decide(seat) => seat,
        Node::Chance => bail!("chance moves here, not a seat; add its event to --moves"),
        Node::Over => bail!("the game is over here; leave out the last of --moves"),
    };
    let mut rng = agent_rng(args.setup.seed, seat, position.plies());
    let began = Instant::now();
    let line = progress::thoughts();
    let watch = |opinion: Opinion| {
        let Opinion { verdict, reasons } = opinion;
        let value = verdict.value.map(|value| format::value(value[seat]));
        let (value, effort) = (
            value.unwrap_or_default(),
            effort(&verdict.effort, began.elapsed()),
        );
        line.set_message(format!("{value}  {effort}  {}", reasons.line.join(" ")));
    };
    let (budget, stop) = (Budget::UNLIMITED, Stop::new());
    let verdict = player.try_choose_watched(&position, &budget, &stop, &mut rng, Some(&watch));
    let time = began.elapsed();
    line.finish_and_clear();
    let verdict = verdict.map_err(|forfeit| anyhow!("{} gives up: {forfeit}", player.spec()))?;
    let reasons = player.reasons(&position);
    if let Some(target) = target {
        let tree =
            search_tree(variant.spec(), &position, &player, u64::MAX).with_context(|| {
                let who = player.spec();
                format!("{who} keeps no tree to save; sector66-mcts:save-tree=on does")
            })?;
        tree::save(&tree, &target)?;
    }

    if args.json {
        let candidate = |reason: Reason| CandidateJson {
            text: reason.text,
            value: reason.value,
            at_most: reason.known == Known::AtMost,
            visits: reason.visits,
        };
        console.json(&AnalysisJson {
            game: variant.spec().to_owned(),
            position: position.text(),
            moves: position.history(),
            agent: player.spec().to_owned(),
            seat: seat.index() + 1,
            best: position.move_text(verdict.best),
            values: verdict.value.map(|value| value.as_slice().to_vec()),
            line: reasons.line,
            candidates: reasons.candidates.into_iter().map(candidate).collect(),
            depth: verdict.effort.depth,
            nodes: verdict.effort.nodes,
            evaluations: verdict.effort.evaluations,
            playouts: verdict.effort.playouts,
            time_ms: time.as_secs_f64() * 1e3,
        })?;
        return Ok(End::Done);
    }

    let ink = console.ink;
    let board = super::play::indent(&position.draw(seat, ink));
    let name = ink.seat(seat, &format!("seat {seat}"));
    writeln!(console, "\n{board}\n  {name} to move\n")?;
    let best = ink.strong(&position.move_text(verdict.best));
    let mut facts = vec![("best", best)];
    if let Some(value) = verdict.value {
        let all = Seat::all(value.seats());
        let values: Vec<String> = all
            .map(|seat| ink.seat(seat, &format::value(value[seat])))
            .collect();
        facts.push(("value", values.join(" ")));
    }
    facts.push(("line", reasons.line.join(" ")));
    facts.push(("agent", player.spec().to_owned()));
    facts.push(("effort", effort(&verdict.effort, time)));
    for (name, fact) in facts {
        writeln!(console, "  {} {fact}", ink.faint(&format!("{name:<7}")))?;
    }
    if !reasons.candidates.is_empty() {
        write!(console, "\n{}", candidates(ink, &reasons.candidates))?;
    }
    Ok(End::Done)
}

/// The work that went into a choice, as far as there was any.
pub(crate) fn effort(effort: &Effort, time: Duration) -> String {
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

/// The moves considered, with the share of visits where there were any.
fn candidates(ink: Ink, candidates: &[Reason]) -> String {
    let visits: u64 = candidates.iter().map(|reason| reason.visits).sum();
    let columns = [
        ("move", Side::Left),
        ("value", Side::Right),
        ("visits", Side::Right),
    ];
    let columns = if visits > 0 {
        &columns[..]
    } else {
        &columns[..2]
    };
    let mut table = Table::new(ink, columns);
    for reason in candidates {
        let value = match (reason.value, reason.known) {
            (None, _) => "-".to_owned(),
            (Some(value), Known::Exactly) => format::value(value),
            (Some(value), Known::AtMost) => format!("≤ {}", format::value(value)),
        };
        let mut row = vec![reason.text.clone(), value];
        if visits > 0 {
            row.push(format::percent(reason.visits as f64 / visits as f64));
        }
        table.row(row);
    }
    table.print()
}
