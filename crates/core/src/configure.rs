//! Games by name and parameters.

use crate::{Notation, Param, ParamError, Params};

/// A file with rules of a variant, such as a template or plug-in, in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFile {
    /// The hash at the end of its line in [`Configure::content_hashes`].
    pub hash: String,
    /// The name it was looked up by, such as that of a template.
    pub name: String,
    /// Its text; several where files belong together.
    pub parts: Vec<String>,
}

/// A game with parameters, chosen by a spec `name:key=value,...`.
pub trait Configure: Notation + Sized {
    /// The name in specs: lower case, letters, digits and hyphens.
    const NAME: &'static str;
    /// A one-line description.
    const SUMMARY: &'static str;
    /// Version of the rules, raised whenever old records may no longer replay.
    const RULES_VERSION: u32;

    /// The parameters, in the order in which they are listed.
    fn params() -> Vec<Param>;

    /// The variant with these parameters.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    fn configure(params: &Params) -> Result<Self, ParamError>;

    /// Names and hashes of the files with rules of the variant, one per line. Records carry these
    /// lines, because other files make another game.
    fn content_hashes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The files named by [`content_hashes`](Configure::content_hashes), in full, so that the variant
    /// can be rebuilt where they are not installed.
    fn rules_files(&self) -> Vec<RulesFile> {
        Vec::new()
    }

    /// The parameters of variants built from `sources`.
    fn params_from(sources: &[RulesFile]) -> Vec<Param> {
        let _ = sources;
        Self::params()
    }

    /// The variant with these parameters, built from `sources` instead of the installed files.
    ///
    /// # Errors
    /// When the parameters contradict each other or the files are invalid.
    fn configure_from(params: &Params, sources: &[RulesFile]) -> Result<Self, ParamError> {
        let _ = sources;
        Self::configure(params)
    }

    /// The decimal logarithm of an upper bound on the number of positions, if one is known.
    fn log10_positions(&self) -> Option<f64> {
        None
    }
}
