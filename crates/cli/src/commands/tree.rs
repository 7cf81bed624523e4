//! Files with search trees, saved by `ludorum analyse --save-tree` and shown by `--tree`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ludorum_core::{Seat, TerminalStyle};
use ludorum_protocol::study::{SearchTree, TreeNode};
use serde::Deserialize;

use crate::console::{Console, printable};
use crate::exit::ExitStatus;
use crate::files;
use crate::format;

/// Number of plies of a saved search tree that are shown by default.
pub(crate) const DEFAULT_DEPTH: usize = 2;

/// Deepest accepted JSON nesting of a search tree: two levels per ply, more than any game needs.
const MAX_NESTING: usize = 2048;

/// Writes a search tree to a file as JSON.
pub(crate) fn save(tree: &SearchTree, target: &files::OutputFile) -> Result<()> {
    let mut text = serde_json::to_string(tree)?;
    text.push('\n');
    target.write(text.as_bytes())
}

/// Removes all nodes more than `depth` plies below `node`.
fn truncate(node: &mut TreeNode, depth: usize) {
    match depth.checked_sub(1) {
        None => node.children.clear(),
        Some(less) => node
            .children
            .iter_mut()
            .for_each(|child| truncate(child, less)),
    }
}

/// Prints the moves below `node`, at ply `level`, most visited first, down to ply `depth`.
fn print(
    node: &TreeNode,
    out: &mut impl Write,
    ink: TerminalStyle,
    depth: usize,
    level: usize,
) -> Result<()> {
    if level == depth {
        return Ok(());
    }
    let mut children: Vec<&TreeNode> = node.children.iter().collect();
    children.sort_by_key(|child| std::cmp::Reverse(child.visits));
    for child in children {
        let seat = match child.seat {
            Some(number @ 1..) => {
                let seat = Seat::new(usize::from(number) - 1);
                ink.seat(seat, &format!("seat {number}"))
            }
            _ => ink.faint("chance"),
        };
        let score = child.score.map(|score| format!("  score {score:.3}"));
        let visits = format::plural(child.visits, "visit", "visits");
        let mv = printable(child.mv.as_deref().unwrap_or("-"));
        writeln!(
            out,
            "{:indent$}{seat} {}{}  {visits}",
            "",
            ink.strong(&mv),
            score.unwrap_or_default(),
            indent = 2 + 2 * level,
        )?;
        print(child, out, ink, depth, level + 1)?;
    }
    Ok(())
}

/// Parses a search tree, which may be nested deeper than the JSON parser allows by default.
fn read(bytes: &[u8]) -> Result<SearchTree> {
    ensure!(nesting(bytes) <= MAX_NESTING, "nested deeper than any game");
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    reader.disable_recursion_limit();
    let saved = SearchTree::deserialize(&mut reader)?;
    reader.end()?;
    Ok(saved)
}

/// Upper bound of the nesting of a JSON text; counts all brackets, including those inside strings.
fn nesting(bytes: &[u8]) -> usize {
    let mut open: usize = 0;
    let levels = bytes.iter().map(|byte| {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open
    });
    levels.max().unwrap_or(0)
}

/// Reads a saved search tree from a file.
fn open(path: &Path) -> Result<SearchTree> {
    let name = path.display();
    read(&files::read(path)?)
        .with_context(|| format!("{name} is not a tree saved by ludorum analyse --save-tree"))
}

/// Prints a saved search tree as JSON, down to `depth` plies.
pub(crate) fn show_json(path: &Path, depth: usize, console: &mut Console) -> Result<ExitStatus> {
    let mut saved = open(path)?;
    truncate(&mut saved.tree, depth);
    console.json(&saved)?;
    Ok(ExitStatus::Success)
}

/// Prints a saved search tree as text, down to `depth` plies.
pub(crate) fn show(path: &Path, depth: usize, console: &mut Console) -> Result<ExitStatus> {
    let saved = open(path)?;
    let ink = console.ink;
    let tree = &saved.tree;
    let size = format::plural(tree.count(), "position", "positions");
    let levels = format::plural(tree.height() as u64, "move deep", "moves deep");
    let visits = format::plural(tree.visits, "visit", "visits");
    for (name, fact) in [
        ("game", printable(&saved.game)),
        ("start", printable(&saved.position)),
        ("agent", printable(&saved.agent)),
        ("tree", format!("{size}, {levels}, {visits}")),
    ] {
        writeln!(console, "  {} {fact}", ink.faint(&format!("{name:<7}")))?;
    }
    writeln!(console)?;
    print(tree, console, ink, depth, 0)?;
    Ok(ExitStatus::Success)
}
