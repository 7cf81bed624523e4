//! Search trees as files: saved by `ludorum analyse --save-tree`, looked at by `--tree`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ludorum_core::{Branch, Ink, Seat};
use serde::{Deserialize, Serialize};

use crate::console::{Console, printable};
use crate::exit::End;
use crate::files;
use crate::format;

/// Levels of moves that are shown unless told otherwise.
pub(crate) const SHOWN: usize = 2;

/// Levels of brackets that are read: two for each move, and no game is this long.
const DEEPEST: usize = 2048;

/// A tree with what it is about.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Saved {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) agent: String,
    tree: Twig,
}

/// A position the search has been at.
#[derive(Debug, Deserialize, Serialize)]
struct Twig {
    /// The move or event that leads here; null at the root.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The number of the seat that chose it; null for chance.
    seat: Option<usize>,
    visits: u64,
    /// The mean result of that seat, from 0 to 1.
    score: Option<f64>,
    children: Vec<Twig>,
}

impl Twig {
    fn new(branch: Branch<String>) -> Twig {
        Twig {
            mv: branch.mv,
            seat: branch.seat.map(|seat| seat.index() + 1),
            visits: branch.visits,
            score: branch.score,
            children: branch.children.into_iter().map(Twig::new).collect(),
        }
    }

    /// Positions, this one included.
    fn count(&self) -> u64 {
        1 + self.children.iter().map(Twig::count).sum::<u64>()
    }

    fn height(&self) -> usize {
        let below = self.children.iter().map(Twig::height);
        below.max().map_or(0, |below| below + 1)
    }

    /// The same, as far as `depth` levels of moves.
    fn cut(&mut self, depth: usize) {
        match depth.checked_sub(1) {
            None => self.children.clear(),
            Some(less) => self.children.iter_mut().for_each(|child| child.cut(less)),
        }
    }

    /// Writes the moves below, those tried most often first.
    fn print(&self, out: &mut impl Write, ink: Ink, depth: usize, level: usize) -> Result<()> {
        if level == depth {
            return Ok(());
        }
        let mut children: Vec<&Twig> = self.children.iter().collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        for child in children {
            let seat = match child.seat {
                Some(number @ 1..) => {
                    let seat = Seat::new(number - 1);
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
            child.print(out, ink, depth, level + 1)?;
        }
        Ok(())
    }
}

impl Saved {
    pub(crate) fn new(game: &str, position: &str, agent: &str, tree: Branch<String>) -> Saved {
        Saved {
            game: game.to_owned(),
            position: position.to_owned(),
            agent: agent.to_owned(),
            tree: Twig::new(tree),
        }
    }

    pub(crate) fn save(&self, target: &files::Target) -> Result<()> {
        let mut text = serde_json::to_string(self)?;
        text.push('\n');
        target.write(text.as_bytes())
    }
}

/// Reads a tree, which may be deeper than other files that are JSON.
fn read(bytes: &[u8]) -> Result<Saved> {
    ensure!(nesting(bytes) <= DEEPEST, "it is deeper than any game");
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    reader.disable_recursion_limit();
    let saved = Saved::deserialize(&mut reader)?;
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
        saved.tree.cut(depth.0);
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
    tree.print(console, ink, depth.0, 0)?;
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
