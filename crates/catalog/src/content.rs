//! Shipped content about single games: files of `content/`, and conventions of published programs.

use std::path::Path;

/// Embeds files of a subfolder of `content/` in the program, as pairs of name and text.
macro_rules! include_content {
    ($folder:literal, $extension:literal; $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"), "/../../content/", $folder, "/", $name, $extension
        )))),*]
    };
}

/// Shipped opening suites: pairs of name and text.
pub const OPENING_SUITES: &[(&str, &str)] = include_content!["openings", ".txt";
    "quoridor-9x9", "quoridor-7x7", "quoridor-5x5", "yinsh",
];

/// Shipped ratings of agents: pairs of the name of a game and the ratings as JSON.
pub const RATING_LADDERS: &[(&str, &str)] = include_content!["strength", ".json";
    "colonizers",
    "dicewars",
    "quoridor",
    "sector66",
    "tictactoe",
    "yinsh",
];

/// Shipped experiments: pairs of name and plan as TOML, in display order.
pub const EXPERIMENTS: &[(&str, &str)] = include_content!["experiments", ".toml";
    "quoridor-time",
    "quoridor-mcts-3x3",
    "quoridor-mcts-5x5-iterations",
    "quoridor-mcts-5x5-c",
    "quoridor-agents-3x3",
    "quoridor-agents-3x3-as-written",
    "quoridor-agents-5x5",
    "quoridor-agents-5x5-as-written",
    "quoridor-agents-7x7",
    "quoridor-agents-7x7-as-written",
    "quoridor-agents-9x9",
    "quoridor-complexity",
    "yinsh-rows",
    "yinsh-aggressiveness",
    "yinsh-c",
    "yinsh-c-full",
    "yinsh-playouts",
    "yinsh-playouts-full",
    "yinsh-depth",
    "yinsh-depth-two",
    "yinsh-search",
    "yinsh-versions",
    "yinsh-size",
    "colonizers-seats-random",
    "colonizers-seats-heuristic",
    "colonizers-one-of-each",
    "colonizers-heuristic-maxn",
    "colonizers-heuristic-ismcts",
    "dicewars-first",
    "dicewars-two",
    "dicewars-many",
    "dicewars-mixtures",
    "dicewars-time",
    "dicewars-among-ste",
    "dicewars-among-stei",
    "dicewars-among-wpm-s",
    "dicewars-among-wpm-d",
    "dicewars-among-wpm-c",
    "dicewars-all",
    "dicewars-games",
    "dicewars-stei-two",
    "dicewars-stei-more",
    "dicewars-attacks",
    "dicewars-aggressivity",
    "dicewars-calibration",
    "sector66-playouts",
    "sector66-plugins",
    "sector66-parameters",
];

/// Python agents written for another, published program of a game; recognised by file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedProgramAdapter {
    /// Suffix of file or folder names by which agents of the published program are recognised.
    pub suffix: &'static str,
    /// Command-line argument with which agents of the published program are started.
    pub argument: &'static str,
    /// Path and text of the Python module with the interface of the published program.
    pub module: (&'static str, &'static str),
}

/// All published programs whose agents can play.
pub const PUBLISHED_PROGRAMS: &[PublishedProgramAdapter] = &[PublishedProgramAdapter {
    suffix: "intelligence",
    // The name of their connection; there is only one.
    argument: "stdio",
    module: (
        "ludorum/colonizers.py",
        include_str!("../../../python/ludorum/colonizers.py"),
    ),
}];

impl PublishedProgramAdapter {
    /// The published program for which the agent at `path` was written, judged by its file name;
    /// `None` if it is no such agent.
    pub fn of_file(path: &Path) -> Option<&'static PublishedProgramAdapter> {
        PUBLISHED_PROGRAMS
            .iter()
            .find(|programs| programs.has(path))
    }

    fn has(&self, path: &Path) -> bool {
        let has_suffix = |name: Option<&std::ffi::OsStr>| {
            let name = name.unwrap_or_default().to_string_lossy().to_lowercase();
            name.ends_with(self.suffix)
        };
        let is_main = path.file_name().is_some_and(|name| name == "main.py");
        let is_python = path.extension().is_some_and(|ending| ending == "py");
        let folder = path.parent().and_then(Path::file_name);
        is_python && (has_suffix(path.file_stem()) || is_main && has_suffix(folder))
    }
}
