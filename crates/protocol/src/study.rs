//! Exploring and analysing positions without a table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::AgentAnalysis;

/// Request to show a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    /// The spec of the game.
    pub game: String,
    /// The position in text form; by default the initial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves and chance events played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// A seat whose view is requested too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
}

/// A position with its legal moves, chance events and annotations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExploredPosition {
    /// The position in text form.
    pub position: String,
    /// The view of the requested seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// The seat to move; none at chance nodes and at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The rank of each seat, 1 is best, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// Annotations for the seats.
    pub insights: Vec<PathAnnotation>,
    /// The events of a chance node; empty if there are too many to list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ChanceEvent>,
}

/// Annotation of a position for one seat, such as its shortest path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PathAnnotation {
    /// The seat.
    pub seat: u8,
    /// A number, such as the length of the path.
    pub number: u32,
    /// The places on the path in text form, in order.
    pub line: Vec<String>,
}

/// A chance event with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ChanceEvent {
    /// The event, as a move in text form.
    pub text: String,
    /// The probability.
    pub probability: f64,
}

/// Request to analyse a position with an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The spec of the game.
    pub game: String,
    /// The position in text form; by default the initial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves and chance events played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The spec of the agent; by default the game's adviser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Time limit in milliseconds; the server may reduce it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
}

/// An agent's analysis of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Analysis {
    /// The position in text form.
    pub position: String,
    /// Expected utility of each seat, from -1 to 1: the agent's value, the result at the end of a game,
    /// or the average over events at a chance node. With hidden information the agent knows only what
    /// the seat to move knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f64>>,
    /// The agent's analysis, if a seat is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<AgentAnalysis>,
}

/// A search tree with its game and position: the file written by `ludorum analyse --save-tree`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SearchTree {
    /// The spec of the game.
    pub game: String,
    /// The position at the root, in text form.
    pub position: String,
    /// The spec of the agent that searched.
    pub agent: String,
    /// Nodes with fewer visits are omitted; none if the tree is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_visits: Option<u64>,
    /// The root.
    pub tree: TreeNode,
}

/// A node of a search tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TreeNode {
    /// The move or chance event that leads here; null at the root.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The seat that made the move, counted from 1; null at the root and for chance.
    pub seat: Option<u8>,
    /// Visit count.
    pub visits: u64,
    /// Mean result of that seat, from 0 (lost) to 1 (won).
    pub score: Option<f64>,
    /// Child nodes, in the order of their first visit.
    #[schema(no_recursion)]
    pub children: Vec<TreeNode>,
}

impl TreeNode {
    /// Number of nodes in this subtree.
    pub fn count(&self) -> u64 {
        1 + self.children.iter().map(TreeNode::count).sum::<u64>()
    }

    /// Height of this subtree.
    pub fn height(&self) -> usize {
        let below = self.children.iter().map(TreeNode::height);
        below.max().map_or(0, |below| below + 1)
    }
}
