//! Checks of the workspace's files: dependency layers, length of sources, inherited lints, local
//! paths, game names in generic crates, and existence of the tests that the docs name.

mod game_names;
mod manifest;
mod sources;
mod text;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A violation of a rule, with its location and a remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TidyProblem {
    file: PathBuf,
    line: usize,
    what: String,
    remedy: &'static str,
}

impl fmt::Display for TidyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        write!(f, "{file}:{}: {}; {}", self.line, self.what, self.remedy)
    }
}

/// Checks all files of the workspace at `root` against the tidy rules and returns the violations.
///
/// # Errors
/// If the files cannot be listed.
pub(crate) fn check(root: &Path) -> io::Result<Vec<TidyProblem>> {
    let mut problems = Vec::new();
    let files = files(root)?;
    let games = game_names::games(&files);
    for file in files {
        let Ok(bytes) = std::fs::read(root.join(&file)) else {
            // The file is deleted but still in git's index.
            continue;
        };
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        problems.extend(check_file(&file, &text));
        problems.extend(game_names::check(&file, &text, &games));
        if file == Path::new(sources::FILE) {
            let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
            problems.extend(sources::check(&text, read));
        }
    }
    Ok(problems)
}

/// Formats the problems, one per line, followed by their number.
pub(crate) fn format_problems(problems: &[TidyProblem]) -> String {
    let lines = problems.iter().map(|problem| format!("{problem}\n"));
    let noun = match problems.len() {
        1 => "problem",
        _ => "problems",
    };
    format!("{}{} {noun}\n", lines.collect::<String>(), problems.len())
}

fn check_file(file: &Path, text: &str) -> Vec<TidyProblem> {
    let mut problems = text::check(file, text);
    if file.file_name().is_some_and(|name| name == "Cargo.toml") {
        problems.extend(manifest::check(file, text));
    }
    problems
}

/// Lists all tracked and untracked files that git does not ignore, relative to `root`.
fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let output = Command::new("git")
        .current_dir(root)
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(io::Error::other(format!("git ls-files: {reason}")));
    }
    let names = String::from_utf8_lossy(&output.stdout);
    let names = names.split('\0').filter(|name| !name.is_empty());
    Ok(names.map(PathBuf::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let root = crate::root();
        let files = files(root).expect("git lists the files");
        assert!(files.contains(&PathBuf::from("crates/core/Cargo.toml")));
        assert!(files.contains(&PathBuf::from(sources::FILE)));
        assert!(game_names::games(&files).len() >= 6);
        let problems = check(root).expect("git lists the files");
        let lines: Vec<String> = problems.iter().map(TidyProblem::to_string).collect();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }

    #[test]
    fn a_problem_tells_where_what_and_the_remedy() {
        let problem = TidyProblem {
            file: PathBuf::from("a/b.rs"),
            line: 3,
            what: "it is bad".to_owned(),
            remedy: "make it good",
        };
        let line = "a/b.rs:3: it is bad; make it good\n";
        let two = [problem.clone(), problem];
        assert_eq!(format_problems(&two[..1]), format!("{line}1 problem\n"));
        assert_eq!(format_problems(&two), format!("{line}{line}2 problems\n"));
    }
}
