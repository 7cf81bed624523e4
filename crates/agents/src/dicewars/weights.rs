//! The weights that ship with the program, for two to eight players.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ludorum_core::MAX_SEATS;
use ludorum_games::dicewars::State;

use super::estimate::Estimate;
use super::foresight::{ANSWER_FEATURES, REST_FEATURES, answer, rest_and_answer};
use super::outlook::{OPENING_FEATURES, OUTLOOK_FEATURES, openings, outlook};
use super::wpm::{Features, Standing};

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
    /// All of them.
    pub const ALL: [Model; 5] = [
        Model::Wpm(Features::Scores),
        Model::Wpm(Features::Dice),
        Model::Wpm(Features::Both),
        Model::AtEnd,
        Model::Amid,
    ];

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

    /// The shipped weights for so many players.
    ///
    /// # Panics
    /// If there are not two to eight players.
    pub fn shipped(self, players: usize) -> Arc<Estimate> {
        static READ: [[OnceLock<Arc<Estimate>>; MAX_SEATS - 1]; Model::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_SEATS - 1] }; Model::ALL.len()];
        let model = Model::ALL.iter().position(|&model| model == self);
        let model = model.expect("all models are listed");
        let read = READ[model][players - 2].get_or_init(|| {
            let text = FILES[model][players - 2];
            let read = Estimate::read(text, self.name(), players, self.features(players));
            Arc::new(read.expect("the shipped weights were written by this program"))
        });
        Arc::clone(read)
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
    ($model:literal) => {
        [
            include_str!(concat!("weights/", $model, "-2.txt")),
            include_str!(concat!("weights/", $model, "-3.txt")),
            include_str!(concat!("weights/", $model, "-4.txt")),
            include_str!(concat!("weights/", $model, "-5.txt")),
            include_str!(concat!("weights/", $model, "-6.txt")),
            include_str!(concat!("weights/", $model, "-7.txt")),
            include_str!(concat!("weights/", $model, "-8.txt")),
        ]
    };
}

/// The data files in the order of [`Model::ALL`].
const FILES: [[&str; MAX_SEATS - 1]; Model::ALL.len()] = [
    files!("wpm-s"),
    files!("wpm-d"),
    files!("wpm-c"),
    files!("at-end"),
    files!("amid"),
];
