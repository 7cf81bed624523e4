//! Search trees as files: saved by `ludorum analyse --save-tree`, looked at by `--tree`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ludorum_core::{Ink, Seat};
use ludorum_protocol::study::{SearchTree, TreeNode};
use serde::Deserialize;

use crate::console::{Console, printable};
use crate::exit::End;
use crate::files;
use crate::format;

/// Levels of moves that are shown unless told otherwise.
pub(crate) const SHOWN: usize = 2;

/// Levels of brackets that are read: two for each move, and no game is this long.
const DEEPEST: usize = 2048;

/// Writes a tree to a file.
pub(crate) fn save(tree: &SearchTree, target: &files::Target) -> Result<()> {
    let mut text = serde_json::to_string(tree)?;
    text.push('\n');
    target.write(text.as_bytes())
}

/// The tree as far as `depth` levels of moves.
fn cut(node: &mut TreeNode, depth: usize) {
    match depth.checked_sub(1) {
        None => node.children.clear(),
        Some(less) => node.children.iter_mut().for_each(|child| cut(child, less)),
    }
}

/// Writes the moves below a position, those tried most often first.
fn print(
    node: &TreeNode,
    out: &mut impl Write,
    ink: Ink,
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

/// Reads a tree, which may be deeper than other files that are JSON.
fn read(bytes: &[u8]) -> Result<SearchTree> {
    ensure!(nesting(bytes) <= DEEPEST, "it is deeper than any game");
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    reader.disable_recursion_limit();
    let saved = SearchTree::deserialize(&mut reader)?;
    reader.end()?;
    Ok(saved)
}

/// The most brackets open at once, those in texts included: there are few.
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

/// Shows a tree in a file, as far as `depth` levels of moves.
pub(crate) fn show(path: &Path, depth: Depth, form: Form, console: &mut Console) -> Result<End> {
    let bytes = files::read(path)?;
    let name = path.display();
    let mut saved =
        read(&bytes).with_context(|| format!("{name} is no tree saved by analyse --save-tree"))?;
    if form == Form::Json {
        cut(&mut saved.tree, depth.0);
        console.json(&saved)?;
        return Ok(End::Done);
    }
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
    print(tree, console, ink, depth.0, 0)?;
    Ok(End::Done)
}

/// Levels of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth(pub(crate) usize);

/// For whom it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    People,
    Json,
}
