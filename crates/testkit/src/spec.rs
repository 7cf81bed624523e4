//! Games by spec, for a single kind of game: the catalog of all games depends on this crate's
//! users.

use std::path::Path;

use ludorum_core::{Configure, Determinize, Params, Seed};

use crate::{ConformanceSummary, conforms, replay_playthroughs, run_case_file};

/// The game of the spec `name` or `name:key=value,...`, if it is a variant of `G`.
///
/// # Errors
/// If the name is another one, or the parameters are invalid for `G`.
pub fn configured<G: Configure>(spec: &str) -> Result<G, String> {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    if name != G::NAME {
        return Err(format!("the game is '{name}', expected '{}'", G::NAME));
    }
    Params::parse(&G::params(), params)
        .and_then(|params| G::configure(&params))
        .map_err(|error| error.to_string())
}

/// Runs all tests of the default variant of a game: the contract of `ludorum-core` in `games` random
/// games, the case file `tests/NAME.cases`, and the folder `tests/playthroughs/NAME` if there is one.
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
