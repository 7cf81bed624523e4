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
use super::weight_file::Weights;
use super::wpm::{TotalsInTurnOrder, WpmFeatures};

/// Dice Wars agent that plays with trained weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainedAgent {
    /// Agent that maximises its win probability (WPM), estimated from this feature set.
    Wpm(WpmFeatures),
    /// The agent `champion`.
    Champion,
}

impl TrainedAgent {
    /// All agents that play with trained weights.
    pub const ALL: [TrainedAgent; 4] = [
        TrainedAgent::Wpm(WpmFeatures::Scores),
        TrainedAgent::Wpm(WpmFeatures::Dice),
        TrainedAgent::Wpm(WpmFeatures::Both),
        TrainedAgent::Champion,
    ];

    /// Name of the agent in specs and weight files.
    pub fn name(self) -> &'static str {
        match self {
            TrainedAgent::Wpm(features) => features.name(),
            TrainedAgent::Champion => "champion",
        }
    }

    /// Kinds of the models whose weights the agent needs.
    pub fn model_kinds(self) -> &'static [WinModelKind] {
        match self {
            TrainedAgent::Wpm(WpmFeatures::Scores) => &[WinModelKind::Wpm(WpmFeatures::Scores)],
            TrainedAgent::Wpm(WpmFeatures::Dice) => &[WinModelKind::Wpm(WpmFeatures::Dice)],
            TrainedAgent::Wpm(WpmFeatures::Both) => &[WinModelKind::Wpm(WpmFeatures::Both)],
            TrainedAgent::Champion => &[WinModelKind::AtEnd, WinModelKind::MidTurn],
        }
    }

    /// Weights built into the program for this number of players.
    ///
    /// # Panics
    /// If `players` is not from 2 to 8.
    pub fn shipped(self, players: usize) -> Arc<Weights> {
        static CACHE: [[OnceLock<Arc<Weights>>; MAX_SEATS - 1]; TrainedAgent::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_SEATS - 1] }; TrainedAgent::ALL.len()];
        let agent = TrainedAgent::ALL.iter().position(|&agent| agent == self);
        let agent = agent.expect("all agents are listed");
        let read = CACHE[agent][players - 2].get_or_init(|| {
            let read = Weights::read(FILES[agent][players - 2], self, players);
            Arc::new(read.expect("the shipped weights were written by this program"))
        });
        Arc::clone(read)
    }
}

/// Kind of win-probability model, by agent and by part of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinModelKind {
    /// Model of a WPM agent with this feature set.
    Wpm(WpmFeatures),
    /// Model of the agent `champion` for positions at the end of a turn.
    AtEnd,
    /// Model of the agent `champion` for positions in the middle of a turn.
    MidTurn,
}

impl WinModelKind {
    /// Name of the model in weight files.
    pub fn name(self) -> &'static str {
        match self {
            WinModelKind::Wpm(features) => features.name(),
            WinModelKind::AtEnd => "at-end",
            WinModelKind::MidTurn => "amid",
        }
    }

    /// Number of features in a game with this number of players.
    pub fn feature_count(self, players: usize) -> usize {
        match self {
            WinModelKind::Wpm(features) => features.count(players),
            WinModelKind::AtEnd if players == 2 => END_FEATURES + REPLY_FEATURES,
            WinModelKind::AtEnd => END_FEATURES,
            WinModelKind::MidTurn if players == 2 => {
                WinModelKind::AtEnd.feature_count(2) + ATTACK_FEATURES + CONTINUATION_FEATURES
            }
            WinModelKind::MidTurn => WinModelKind::AtEnd.feature_count(players) + ATTACK_FEATURES,
        }
    }

    /// Name of the feature set in weight files. It must change when the meaning of the features
    /// changes.
    pub(super) fn feature_set_name(self, players: usize) -> &'static str {
        match self {
            WinModelKind::Wpm(WpmFeatures::Scores) => "scores",
            WinModelKind::Wpm(WpmFeatures::Dice) => "log-dice",
            WinModelKind::Wpm(WpmFeatures::Both) => "log-scores-and-dice",
            WinModelKind::AtEnd if players == 2 => "outlook-and-answer",
            WinModelKind::AtEnd => "outlook",
            WinModelKind::MidTurn if players == 2 => "outlook-answer-openings-and-rest",
            WinModelKind::MidTurn => "outlook-and-openings",
        }
    }

    /// Feature vector of a position for the seat to move. The features of `MidTurn` begin with
    /// those of `AtEnd`.
    #[inline]
    pub fn row(self, state: &State, players: usize) -> FeatureRow {
        let mut row = FeatureRow::EMPTY;
        if let WinModelKind::Wpm(features) = self {
            let (values, count) = TotalsInTurnOrder::of(state, players).features(features);
            row.extend(&values[..count]);
            return row;
        }
        row.extend(&end_of_turn_features(state, players));
        if players == 2 {
            row.extend(&reply_features(state));
        }
        if self == WinModelKind::MidTurn {
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

/// Built-in weight files, by agent in the order of [`TrainedAgent::ALL`], for 2 to 8 players.
const FILES: [[&str; MAX_SEATS - 1]; TrainedAgent::ALL.len()] = [
    files!("wpm-s"),
    files!("wpm-d"),
    files!("wpm-c"),
    files!("champion"),
];
