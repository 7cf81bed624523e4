//! A game by name and parameters.

use crate::{Notation, Param, ParamError, Params};

/// A family of variants that people choose from by `name:key=value,...`.
pub trait Configure: Notation + Sized {
    /// The name in specs: lower case, letters, digits and hyphens.
    const NAME: &'static str;
    /// What it is, in one line.
    const SUMMARY: &'static str;
    /// Raised whenever the rules change so that old records may not replay.
    const RULES_VERSION: u32;

    /// The parameters, in the order in which they are listed.
    fn params() -> Vec<Param>;

    /// The variant with these parameters.
    ///
    /// # Errors
    /// When parameters that are fine one by one do not go together.
    fn configure(params: &Params) -> Result<Self, ParamError>;

    /// What the variant is made of besides this program: files by name and hash, one a line. Who
    /// has other files plays another game, so records carry these lines.
    fn content(&self) -> Vec<String> {
        Vec::new()
    }

    /// The decimal logarithm of an upper bound on the number of positions, if one is known.
    fn log10_positions(&self) -> Option<f64> {
        None
    }
}
