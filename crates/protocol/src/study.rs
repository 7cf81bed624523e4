//! Exploring and analysing positions without a table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::AgentMoveAnalysis;

/// Request to show a position, its legal moves and its annotations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    /// Spec of the game.
    pub game: String,
    /// Position in text form; `None` for the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves and chance events to play from that position, in text form.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Seat whose view is requested in addition; `None` for no view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
}

/// A position with its legal moves, chance events and annotations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExploredPosition {
    /// Position in text form.
    pub position: String,
    /// View of the requested seat in text form; `None` if no view was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// Seat to move; `None` at chance nodes and at the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// Legal moves of the seat to move, in text form.
    pub moves: Vec<String>,
    /// Rank of each seat, 1 is the best; `None` before the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// Annotations of the position, such as the shortest path of each seat.
    pub insights: Vec<BoardPathInfo>,
    /// Possible events of a chance node; empty at other nodes, and if there are too many to list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ChanceEvent>,
}

/// Annotation of a position for one seat, such as its shortest path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardPathInfo {
    /// Seat that the annotation concerns.
    pub seat: u8,
    /// Value of the annotation, such as the length of the path.
    pub number: u32,
    /// Squares or nodes on the path in text form, in order.
    pub line: Vec<String>,
}

/// A chance event with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ChanceEvent {
    /// Chance event, written like a move in text form.
    pub text: String,
    /// Probability of the event, from 0 to 1.
    pub probability: f64,
}

/// Request to analyse a position with an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// Spec of the game.
    pub game: String,
    /// Position in text form; `None` for the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves and chance events to play from that position, in text form.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Spec of the agent; `None` for the agent that gives hints in this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Time limit in milliseconds; the server may reduce it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
}

/// Response with an agent's analysis of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PositionAnalysis {
    /// Analysed position in text form.
    pub position: String,
    /// Expected utility of each seat, from -1 to 1: the agent's value, the result at the end of a
    /// game, or the average over events at a chance node. With hidden information the agent knows
    /// only what the seat to move knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f64>>,
    /// Analysis of the agent for the seat to move; `None` if no seat is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<AgentMoveAnalysis>,
}

/// A search tree with its game and position: the file written by `ludorum analyse --save-tree`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SearchTree {
    /// Spec of the game.
    pub game: String,
    /// Position at the root, in text form.
    pub position: String,
    /// Spec of the agent that searched.
    pub agent: String,
    /// Visit threshold below which nodes are omitted; `None` if the tree is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_visits: Option<u64>,
    /// Root of the tree.
    pub tree: TreeNode,
}

/// A node of a search tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct TreeNode {
    /// Move or chance event that leads to this node; `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Seat that made the move, counted from 1; `None` at the root and for chance events.
    pub seat: Option<u8>,
    /// Number of times that the search visited this node.
    pub visits: u64,
    /// Mean result of the seat that made the move to this node, from 0 (lost) to 1 (won).
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

    /// Height of this subtree in plies; 0 for a leaf.
    pub fn height(&self) -> usize {
        let below = self.children.iter().map(TreeNode::height);
        below.max().map_or(0, |below| below + 1)
    }
}
