//! Conformance tests for games, and toy games with known exact values for searches.
//!
//! | question | function |
//! |---|---|
//! | does a game keep the contract of `ludorum-core`? | [`conforms`], [`conforms_with_informed_seat`], [`randomisable_conforms`] |
//! | does an evaluation keep its contract? | [`evaluation_conforms`] |
//! | are perft numbers, endings and refusals correct? | [`run_case_file`] |
//! | do recorded games replay unchanged? | [`replay_playthroughs`] |
//! | all of these, for the default variant of a game | [`check_game`] |
//!
//! Only tests depend on this crate.

mod cases;
mod conformance;
mod playthrough;
mod spec;
pub mod toys;

pub use cases::{check_cases, run_case_file};
pub use conformance::{
    ConformanceSummary, conforms, conforms_with_informed_seat, evaluation_conforms,
    randomisable_conforms,
};
pub use playthrough::{replay, replay_playthroughs};
pub use spec::{check_game, configured};
