//! Agents with trained weights, their models, and the built-in weights for two to eight players.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ludorum_core::MAX_SEATS;
use ludorum_games::dicewars::State;

use super::position_features::{
    ATTACK_FEATURES, END_FEATURES, attack_features, end_of_turn_features,
};
use super::sweep_features::{
    CONTINUATION_FEATURES, REPLY_FEATURES, continuation_features, reply_features,
};
use super::weight_file::DiceWarsWeights;
use super::wpm::{PlayerTotalsByTurnOrder, WpmFeatures};

/// Dice Wars agent that plays with trained weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceWarsTrainedAgent {
    /// Agent that maximises its win probability (WPM), estimated from this feature set.
    Wpm(WpmFeatures),
    /// The agent `champion` of Dice Wars.
    Champion,
}

impl DiceWarsTrainedAgent {
    /// All agents that play with trained weights.
    pub const ALL: [DiceWarsTrainedAgent; 4] = [
        DiceWarsTrainedAgent::Wpm(WpmFeatures::Scores),
        DiceWarsTrainedAgent::Wpm(WpmFeatures::Dice),
        DiceWarsTrainedAgent::Wpm(WpmFeatures::Both),
        DiceWarsTrainedAgent::Champion,
    ];

    /// Name of the agent in specs and weight files.
    pub fn name(self) -> &'static str {
        match self {
            DiceWarsTrainedAgent::Wpm(features) => features.name(),
            DiceWarsTrainedAgent::Champion => "champion",
        }
    }

    /// Kinds of the win-probability models that the agent needs, in the order of its weight file.
    pub fn model_kinds(self) -> &'static [DiceWarsWinModelKind] {
        match self {
            DiceWarsTrainedAgent::Wpm(WpmFeatures::Scores) => {
                &[DiceWarsWinModelKind::Wpm(WpmFeatures::Scores)]
            }
            DiceWarsTrainedAgent::Wpm(WpmFeatures::Dice) => {
                &[DiceWarsWinModelKind::Wpm(WpmFeatures::Dice)]
            }
            DiceWarsTrainedAgent::Wpm(WpmFeatures::Both) => {
                &[DiceWarsWinModelKind::Wpm(WpmFeatures::Both)]
            }
            DiceWarsTrainedAgent::Champion => {
                &[DiceWarsWinModelKind::AtEnd, DiceWarsWinModelKind::MidTurn]
            }
        }
    }

    /// Weights of this agent for this number of players, from the files built into the program.
    ///
    /// # Panics
    /// If `players` is not from 2 to 8.
    pub fn shipped(self, players: usize) -> Arc<DiceWarsWeights> {
        static CACHE: [[OnceLock<Arc<DiceWarsWeights>>; MAX_SEATS - 1];
            DiceWarsTrainedAgent::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_SEATS - 1] }; DiceWarsTrainedAgent::ALL.len()];
        let agent = DiceWarsTrainedAgent::ALL
            .iter()
            .position(|&agent| agent == self);
        let agent = agent.expect("all agents are listed");
        let read = CACHE[agent][players - 2].get_or_init(|| {
            let read = DiceWarsWeights::read(FILES[agent][players - 2], self, players);
            Arc::new(read.expect("the shipped weights were written by this program"))
        });
        Arc::clone(read)
    }
}

/// Kind of win-probability model: the agent that uses it and the positions it estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceWarsWinModelKind {
    /// Model of the WPM agent with this feature set.
    Wpm(WpmFeatures),
    /// Model of the agent `champion` for positions at the end of a turn.
    AtEnd,
    /// Model of the agent `champion` for positions in the middle of a turn.
    MidTurn,
}

impl DiceWarsWinModelKind {
    /// Name of the model in weight files.
    pub fn name(self) -> &'static str {
        match self {
            DiceWarsWinModelKind::Wpm(features) => features.name(),
            DiceWarsWinModelKind::AtEnd => "at-end",
            DiceWarsWinModelKind::MidTurn => "amid",
        }
    }

    /// Number of the model's features in a game with this number of players.
    pub fn feature_count(self, players: usize) -> usize {
        match self {
            DiceWarsWinModelKind::Wpm(features) => features.count(players),
            DiceWarsWinModelKind::AtEnd if players == 2 => END_FEATURES + REPLY_FEATURES,
            DiceWarsWinModelKind::AtEnd => END_FEATURES,
            DiceWarsWinModelKind::MidTurn if players == 2 => {
                DiceWarsWinModelKind::AtEnd.feature_count(2)
                    + ATTACK_FEATURES
                    + CONTINUATION_FEATURES
            }
            DiceWarsWinModelKind::MidTurn => {
                DiceWarsWinModelKind::AtEnd.feature_count(players) + ATTACK_FEATURES
            }
        }
    }

    /// Name of the model's feature set in weight files. A change in the meaning of the features
    /// requires a new name.
    pub(super) fn feature_set_name(self, players: usize) -> &'static str {
        match self {
            DiceWarsWinModelKind::Wpm(WpmFeatures::Scores) => "scores",
            DiceWarsWinModelKind::Wpm(WpmFeatures::Dice) => "log-dice",
            DiceWarsWinModelKind::Wpm(WpmFeatures::Both) => "log-scores-and-dice",
            DiceWarsWinModelKind::AtEnd if players == 2 => "outlook-and-answer",
            DiceWarsWinModelKind::AtEnd => "outlook",
            DiceWarsWinModelKind::MidTurn if players == 2 => "outlook-answer-openings-and-rest",
            DiceWarsWinModelKind::MidTurn => "outlook-and-openings",
        }
    }

    /// Feature vector of a position for the seat to move. The features of `MidTurn` models begin
    /// with those of `AtEnd` models.
    #[inline]
    pub fn row(self, state: &State, players: usize) -> FeatureRow {
        let mut row = FeatureRow::EMPTY;
        if let DiceWarsWinModelKind::Wpm(features) = self {
            let (values, count) = PlayerTotalsByTurnOrder::of(state, players).features(features);
            row.extend(&values[..count]);
            return row;
        }
        row.extend(&end_of_turn_features(state, players));
        if players == 2 {
            row.extend(&reply_features(state));
        }
        if self == DiceWarsWinModelKind::MidTurn {
            row.extend(&attack_features(state, players));
            if players == 2 {
                row.extend(&continuation_features(state));
            }
        }
        row
    }
}

/// Feature vector of a position, the input of a [`WinModel`](super::WinModel).
#[derive(Clone, Copy, Debug)]
pub struct FeatureRow {
    values: [f64; FeatureRow::MAX],
    count: usize,
}

impl FeatureRow {
    const MAX: usize = END_FEATURES + REPLY_FEATURES + ATTACK_FEATURES + CONTINUATION_FEATURES;
    const EMPTY: FeatureRow = FeatureRow {
        values: [0.0; FeatureRow::MAX],
        count: 0,
    };

    #[inline]
    fn extend(&mut self, values: &[f64]) {
        self.values[self.count..][..values.len()].copy_from_slice(values);
        self.count += values.len();
    }
}

impl Deref for FeatureRow {
    type Target = [f64];

    #[inline]
    fn deref(&self) -> &[f64] {
        &self.values[..self.count]
    }
}

macro_rules! files {
    ($agent:literal) => {
        [
            include_str!(concat!("weights/", $agent, "-2.txt")),
            include_str!(concat!("weights/", $agent, "-3.txt")),
            include_str!(concat!("weights/", $agent, "-4.txt")),
            include_str!(concat!("weights/", $agent, "-5.txt")),
            include_str!(concat!("weights/", $agent, "-6.txt")),
            include_str!(concat!("weights/", $agent, "-7.txt")),
            include_str!(concat!("weights/", $agent, "-8.txt")),
        ]
    };
}

/// Texts of the built-in weight files for 2 to 8 players, in the order of
/// [`DiceWarsTrainedAgent::ALL`].
const FILES: [[&str; MAX_SEATS - 1]; DiceWarsTrainedAgent::ALL.len()] = [
    files!("wpm-s"),
    files!("wpm-d"),
    files!("wpm-c"),
    files!("champion"),
];
