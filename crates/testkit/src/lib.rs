//! Conformance tests for games, and toy games with known exact values for searches.
//!
//! | question | function |
//! |---|---|
//! | does a game keep the contract of `ludorum-core`? | [`conforms`], [`conforms_with_informed_seat`], [`randomisable_conforms`] |
//! | does an evaluation keep its contract? | [`evaluation_conforms`] |
//! | are the perft numbers correct? | [`run_perft_file`] |
//! | do recorded games replay unchanged? | [`replay_playthroughs`] |
//! | which games lack perft files or playthroughs? | [`missing_cases`] |
//!
//! Only tests depend on this crate.

mod conformance;
mod perft;
mod playthrough;
mod spec;
pub mod toys;

pub use conformance::{
    ConformanceSummary, conforms, conforms_with_informed_seat, evaluation_conforms,
    randomisable_conforms,
};
pub use perft::{check_perft, run_perft_file};
pub use playthrough::{missing_cases, replay, replay_playthroughs};
pub use spec::configured;
