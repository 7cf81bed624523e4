//! Games by spec, for a single kind of game: the catalog of all games depends on this crate's
//! users.

use ludorum_core::{Configure, Params};

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
