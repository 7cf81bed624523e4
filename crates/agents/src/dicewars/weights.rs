//! The weights that ship with the program, for two to eight players.

use std::sync::{Arc, OnceLock};

use ludorum_core::MAX_SEATS;

use super::linear::Linear;
use super::outlook::{OUTLOOK_FEATURES, PROSPECT_FEATURES};
use super::wpm::Features;

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
            Model::AtEnd => OUTLOOK_FEATURES,
            Model::Amid => PROSPECT_FEATURES,
        }
    }

    /// The shipped weights for so many players.
    ///
    /// # Panics
    /// If there are not two to eight players.
    pub fn shipped(self, players: usize) -> Arc<Linear> {
        static READ: [[OnceLock<Arc<Linear>>; MAX_SEATS - 1]; Model::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_SEATS - 1] }; Model::ALL.len()];
        let model = Model::ALL.iter().position(|&model| model == self);
        let model = model.expect("all models are listed");
        let read = READ[model][players - 2].get_or_init(|| {
            let text = FILES[model][players - 2];
            let read = Linear::read(text, self.name(), players, self.features(players));
            Arc::new(read.expect("the shipped weights were written by this program"))
        });
        Arc::clone(read)
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
