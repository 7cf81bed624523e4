//! Games that are built from a name and parameters.

use crate::{Notation, Param, ParamError, Params};

/// The content of a file that defines rules of a variant, such as a Sector 66 template or plug-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFile {
    /// Hash of the file's content, which ends the file's line in [`Configure::content_hashes`].
    pub hash: String,
    /// Name by which game parameters refer to the file, such as the name of a template.
    pub name: String,
    /// Text of the file; one element per file if several files belong together.
    pub parts: Vec<String>,
}

/// A game that can be built from a text spec `name:key=value,...`.
pub trait Configure: Notation + Sized {
    /// The game's name in specs: lower-case letters, digits and hyphens.
    const NAME: &'static str;
    /// A one-line description of the game.
    const SUMMARY: &'static str;
    /// Version of the rules. It must be raised whenever old game records may no longer replay.
    const RULES_VERSION: u32;

    /// Names of the kinds of game endings, such as `row` and `draw`, one word each. The tests of
    /// the game must record a game of every kind.
    const ENDINGS: &'static [&'static str];

    /// The game's parameters, in the order in which help lists them. Empty by default.
    fn params() -> Vec<Param> {
        Vec::new()
    }

    /// Builds the variant of the game with these parameters.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    fn configure(params: &Params) -> Result<Self, ParamError>;

    /// Returns a line for each file that defines rules of the variant; it ends in the content hash.
    /// Game records store these lines, because different files make a different game.
    fn content_hashes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the content of the files listed by [`content_hashes`](Configure::content_hashes), so
    /// that machines without these files can rebuild the variant.
    fn rules_files(&self) -> Vec<RulesFile> {
        Vec::new()
    }

    /// The parameters of the game if the files `sources` are used instead of the installed files.
    fn params_from(sources: &[RulesFile]) -> Vec<Param> {
        let _ = sources;
        Self::params()
    }

    /// Builds the variant of the game with these parameters from the files `sources` instead of the
    /// installed files.
    ///
    /// # Errors
    /// When the parameters contradict each other or the files are invalid.
    fn configure_from(params: &Params, sources: &[RulesFile]) -> Result<Self, ParamError> {
        let _ = sources;
        Self::configure(params)
    }

    /// The decimal logarithm of an upper bound on the number of positions; `None` if no bound is
    /// known.
    fn log10_positions(&self) -> Option<f64> {
        None
    }
}
