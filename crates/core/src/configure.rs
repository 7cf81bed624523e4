//! A game by name and parameters.

use crate::{Notation, Param, ParamError, Params};

/// A file a variant is made of besides this program, in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The hash that the line of [`Configure::content`] about it ends with.
    pub hash: String,
    /// The name it was found by, such as that of a template.
    pub name: String,
    /// Its texts; several where files belong together.
    pub parts: Vec<String>,
}

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

    /// The files that [`content`](Configure::content) names, in full, so that the variant can be made
    /// again where they are not installed.
    fn sources(&self) -> Vec<SourceFile> {
        Vec::new()
    }

    /// The parameters of variants made of `sources`.
    fn params_from(sources: &[SourceFile]) -> Vec<Param> {
        let _ = sources;
        Self::params()
    }

    /// The variant with these parameters, made of `sources` rather than of the files installed here.
    ///
    /// # Errors
    /// When the parameters do not go together, or the files are not right.
    fn configure_from(params: &Params, sources: &[SourceFile]) -> Result<Self, ParamError> {
        let _ = sources;
        Self::configure(params)
    }

    /// The decimal logarithm of an upper bound on the number of positions, if one is known.
    fn log10_positions(&self) -> Option<f64> {
        None
    }
}
