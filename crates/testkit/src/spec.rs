//! Games by spec, one kind at a time: the catalog, which knows them all, is further down the flow.

use ludorum_core::{Configure, Params};

/// The game that `name` or `name:key=value,...` means, if it is a variant of `G`.
///
/// # Errors
/// When the name is another one, or the parameters are not those of `G`.
pub fn configured<G: Configure>(spec: &str) -> Result<G, String> {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    if name != G::NAME {
        return Err(format!("the game is '{name}', expected '{}'", G::NAME));
    }
    Params::parse(&G::params(), params)
        .and_then(|params| G::configure(&params))
        .map_err(|error| error.to_string())
}
