//! The weights that ship with the program, for two to eight players.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ludorum_core::MAX_SEATS;
use ludorum_games::dicewars::State;

use super::foresight::{ANSWER_FEATURES, REST_FEATURES, answer, rest_and_answer};
use super::outlook::{OPENING_FEATURES, OUTLOOK_FEATURES, openings, outlook};
use super::weight_file::Weights;
use super::wpm::{Features, Standing};

/// An agent that is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trained {
    /// A WPM agent.
    Wpm(Features),
    /// The champion.
    Champion,
}

impl Trained {
    /// All of them.
    pub const ALL: [Trained; 4] = [
        Trained::Wpm(Features::Scores),
        Trained::Wpm(Features::Dice),
        Trained::Wpm(Features::Both),
        Trained::Champion,
    ];

    /// The name of the agent.
    pub fn name(self) -> &'static str {
        match self {
            Trained::Wpm(features) => features.name(),
            Trained::Champion => "champion",
        }
    }

    /// What it has weights for.
    pub fn models(self) -> &'static [Model] {
        match self {
            Trained::Wpm(Features::Scores) => &[Model::Wpm(Features::Scores)],
            Trained::Wpm(Features::Dice) => &[Model::Wpm(Features::Dice)],
            Trained::Wpm(Features::Both) => &[Model::Wpm(Features::Both)],
            Trained::Champion => &[Model::AtEnd, Model::Amid],
        }
    }

    /// The shipped weights for so many players.
    ///
    /// # Panics
    /// If there are not two to eight players.
    pub fn shipped(self, players: usize) -> Arc<Weights> {
        static READ: [[OnceLock<Arc<Weights>>; MAX_SEATS - 1]; Trained::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_SEATS - 1] }; Trained::ALL.len()];
        let agent = Trained::ALL.iter().position(|&agent| agent == self);
        let agent = agent.expect("all agents are listed");
        let read = READ[agent][players - 2].get_or_init(|| {
            let read = Weights::read(FILES[agent][players - 2], self, players);
            Arc::new(read.expect("the shipped weights were written by this program"))
        });
        Arc::clone(read)
    }
}

/// What there are weights for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The estimate of a WPM agent.
    Wpm(Features),
    /// What the champion makes of the end of a turn.
    AtEnd,
    /// What the champion makes of the middle of a turn.
    Amid,
}

impl Model {
    /// The name in data files.
    pub fn name(self) -> &'static str {
        match self {
            Model::Wpm(features) => features.name(),
            Model::AtEnd => "at-end",
            Model::Amid => "amid",
        }
    }

    /// The number of features among so many players.
    pub fn features(self, players: usize) -> usize {
        match self {
            Model::Wpm(features) => features.count(players),
            Model::AtEnd if players == 2 => OUTLOOK_FEATURES + ANSWER_FEATURES,
            Model::AtEnd => OUTLOOK_FEATURES,
            Model::Amid if players == 2 => {
                Model::AtEnd.features(2) + OPENING_FEATURES + REST_FEATURES
            }
            Model::Amid => Model::AtEnd.features(players) + OPENING_FEATURES,
        }
    }

    /// What its features are called in files of weights. A name that changes says that they mean
    /// something else than before.
    pub(super) fn feature_names(self, players: usize) -> &'static str {
        match self {
            Model::Wpm(Features::Scores) => "scores",
            Model::Wpm(Features::Dice) => "log-dice",
            Model::Wpm(Features::Both) => "log-scores-and-dice",
            Model::AtEnd if players == 2 => "outlook-and-answer",
            Model::AtEnd => "outlook",
            Model::Amid if players == 2 => "outlook-answer-openings-and-rest",
            Model::Amid => "outlook-and-openings",
        }
    }

    /// The features of a position as the seat to move sees it. Those of the middle of a turn begin
    /// with those of its end.
    #[inline]
    pub fn row(self, state: &State, players: usize) -> Row {
        let mut row = Row::EMPTY;
        if let Model::Wpm(features) = self {
            let (values, count) = Standing::of(state, players).features(features);
            row.extend(&values[..count]);
            return row;
        }
        row.extend(&outlook(state, players));
        if players == 2 {
            row.extend(&answer(state));
        }
        if self == Model::Amid {
            row.extend(&openings(state, players));
            if players == 2 {
                row.extend(&rest_and_answer(state));
            }
        }
        row
    }
}

/// The features of a position.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    values: [f64; Row::MOST],
    count: usize,
}

impl Row {
    const MOST: usize = OUTLOOK_FEATURES + ANSWER_FEATURES + OPENING_FEATURES + REST_FEATURES;
    const EMPTY: Row = Row {
        values: [0.0; Row::MOST],
        count: 0,
    };

    #[inline]
    fn extend(&mut self, values: &[f64]) {
        self.values[self.count..][..values.len()].copy_from_slice(values);
        self.count += values.len();
    }
}

impl Deref for Row {
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

/// The data files in the order of [`Trained::ALL`].
const FILES: [[&str; MAX_SEATS - 1]; Trained::ALL.len()] = [
    files!("wpm-s"),
    files!("wpm-d"),
    files!("wpm-c"),
    files!("champion"),
];
