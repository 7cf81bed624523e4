//! What every game must pass, and toy games whose exact values every search must find.
//!
//! | question | answered by |
//! |---|---|
//! | does a game keep the contract of `ludorum-core`? | [`conforms`], [`conforms_where_one_knows`], [`randomisable_conforms`] |
//! | does an evaluation? | [`evaluation_conforms`] |
//! | are there as many move sequences as there should be? | [`run_perft_file`] |
//! | does a game go as it went when someone last looked? | [`replay_playthroughs`] |
//! | has a game all these cases? | [`missing_cases`] |
//!
//! A dependency of tests only.

mod conformance;
mod perft;
mod playthrough;
mod spec;
pub mod toys;

pub use conformance::{
    Summary, conforms, conforms_where_one_knows, evaluation_conforms, randomisable_conforms,
};
pub use perft::{check_perft, run_perft_file};
pub use playthrough::{missing_cases, replay, replay_playthroughs};
pub use spec::configured;
