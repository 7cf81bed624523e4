//! Games from specs, for one known game type. The catalog of all games cannot be used here: it
//! depends on crates that use this one.

use std::path::Path;

use ludorum_core::{Configure, Determinize, Params, Seed};

use crate::{ConformanceSummary, conforms, replay_playthroughs, run_case_file};

/// Creates the variant of `G` with the spec `name` or `name:key=value,...`.
///
/// # Errors
/// If the spec names a different game, or its parameters are invalid for `G`.
pub fn configured<G: Configure>(spec: &str) -> Result<G, String> {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    if name != G::NAME {
        return Err(format!("the game is '{name}', expected '{}'", G::NAME));
    }
    Params::parse(&G::params(), params)
        .and_then(|params| G::configure(&params))
        .map_err(|error| error.to_string())
}

/// Runs all tests for the default variant of a game: the conformance suite in `games` random games,
/// the case file `tests/NAME.cases`, and the playthroughs in `tests/playthroughs/NAME` if it
/// exists.
///
/// # Panics
/// If a test fails.
pub fn check_game<G: Configure + Determinize>(games: u32) -> ConformanceSummary {
    let game = configured::<G>(G::NAME).unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
    run_case_file::<G>(format!("tests/{}.cases", G::NAME));
    let playthroughs = format!("tests/playthroughs/{}", G::NAME);
    if Path::new(&playthroughs).is_dir() {
        replay_playthroughs(playthroughs, configured::<G>);
    }
    conforms(&game, Seed(1), games)
}
