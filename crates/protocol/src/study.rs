//! Positions away from any table: looked at, tried out, explained.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::Thought;

/// A position somebody wants to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Explore {
    /// The spec of the game.
    pub game: String,
    /// The position in text form; the one before the first move if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves and events of chance played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// A seat with whose eyes the position shall be shown too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
}

/// How things stand in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Explored {
    /// The position in text form.
    pub position: String,
    /// The position as far as the seat may know it whose eyes were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// The seat to move; none when the game is over or chance is to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The rank of each seat, 1 being the best, when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// What is worth knowing, for each seat.
    pub insights: Vec<Insight>,
    /// What may happen here, if it is for chance to act; nothing if there are too many events to
    /// list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ChanceEvent>,
}

/// Something worth knowing about a seat's position, such as its shortest way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Insight {
    /// The seat.
    pub seat: u8,
    /// The number, such as the length of the line.
    pub number: u32,
    /// Places on the board in text form, from the first to the last.
    pub line: Vec<String>,
}

/// Something that may happen by chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ChanceEvent {
    /// The event, as a move in text form.
    pub text: String,
    /// How likely it is.
    pub probability: f64,
}

/// A position an agent shall think about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    /// The spec of the game.
    pub game: String,
    /// The position in text form; the one before the first move if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves and events of chance played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The spec of the agent; the game's adviser if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// No more milliseconds than this; the server may give fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
}

/// What an agent thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Analysis {
    /// The position in text form.
    pub position: String,
    /// The utility expected for each seat, from -1 to 1: what the agent says, at the end of a game
    /// its result, and where chance acts the average over what may happen. Where something is
    /// hidden the agent knows only what the seat to move knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f64>>,
    /// What the agent thought, if it is for a seat to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<Thought>,
}

/// The tree of a search, with what it is about: the file that `ludorum analyse --save-tree` writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SearchTree {
    /// The spec of the game.
    pub game: String,
    /// The position at the root, in text form.
    pub position: String,
    /// The spec of the agent that searched.
    pub agent: String,
    /// Positions the search visited fewer times are left out; none if all are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_visits: Option<u64>,
    /// The root.
    pub tree: TreeNode,
}

/// A position in the tree of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TreeNode {
    /// The move or event of chance that leads here; null at the root.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The number of the seat that chose it, from 1; null at the root and for chance.
    pub seat: Option<u8>,
    /// How often the search was here.
    pub visits: u64,
    /// The mean result of that seat, from 0 (lost) to 1 (won).
    pub score: Option<f64>,
    /// What the search went on with, in the order in which it was first tried.
    #[schema(no_recursion)]
    pub children: Vec<TreeNode>,
}

impl TreeNode {
    /// The number of positions from here on, this one included.
    pub fn count(&self) -> u64 {
        1 + self.children.iter().map(TreeNode::count).sum::<u64>()
    }

    /// The moves to the deepest position below.
    pub fn height(&self) -> usize {
        let below = self.children.iter().map(TreeNode::height);
        below.max().map_or(0, |below| below + 1)
    }
}
