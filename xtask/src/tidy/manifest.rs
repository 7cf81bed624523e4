//! Rules for crate manifests: allowed dependencies, and inherited lints.
//!
//! Manifests are parsed line by line. That suffices for these rules and gives line numbers.

use std::path::Path;

use super::TidyProblem;

/// Dependency layers of the workspace: a crate may depend only on crates of earlier layers.
const LAYERS: [&[&str]; 9] = [
    &["core"],
    &["games", "protocol"],
    &["search", "plugins"],
    &["agents"],
    &["catalog", "training"],
    &["record"],
    &["arena", "bridge"],
    &["server", "extras"],
    &["cli", "python"],
];

/// The test crate, which is in no layer: it depends on `core`, and only tests depend on it.
const TESTKIT: &str = "testkit";

/// Prefix of the names of all workspace packages.
const PREFIX: &str = "ludorum-";

const LAYER_REMEDY: &str =
    "move the code to a lower layer, or change the layers in xtask/src/tidy/manifest.rs";

pub(super) fn check(file: &Path, text: &str) -> Vec<TidyProblem> {
    let problem = |line, what, remedy| TidyProblem {
        file: file.to_owned(),
        line,
        what,
        remedy,
    };
    let mut problems = Vec::new();
    for line in renamed_dependencies(text) {
        let what = "a workspace crate is renamed".to_owned();
        problems.push(problem(line, what, "depend on it by its own name"));
    }
    // The workspace manifest has no package.
    let Some((name_line, name)) = package_name(text) else {
        return problems;
    };
    if !inherits_lints(text) {
        let what = "the crate does not inherit the workspace lints".to_owned();
        problems.push(problem(1, what, "add [lints] with workspace = true"));
    }
    let Some(user) = name.strip_prefix(PREFIX) else {
        return problems;
    };
    if layer(user).is_none() && user != TESTKIT {
        let what = format!("{name} is in no dependency layer");
        let remedy = "add it to the layers in xtask/src/tidy/manifest.rs";
        problems.push(problem(name_line, what, remedy));
        return problems;
    }
    for (line, kind, used) in dependencies(text) {
        if let Err(what) = may_depend(user, kind, used) {
            problems.push(problem(line, what, LAYER_REMEDY));
        }
    }
    problems
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|names| names.contains(&name))
}

fn may_depend(user: &str, kind: CrateDependencyKind, used: &str) -> Result<(), String> {
    let refused = |why: &str| Err(format!("{user} depends on {used}, {why}"));
    if used == TESTKIT {
        return match kind {
            CrateDependencyKind::Test if user != "core" && user != TESTKIT => Ok(()),
            CrateDependencyKind::Test => refused("which itself depends on it"),
            CrateDependencyKind::Normal => refused("which is for tests only"),
        };
    }
    let Some(of_used) = layer(used) else {
        return refused("which is in no dependency layer");
    };
    // The test crate counts as the layer after `core`.
    let of_user = layer(user).unwrap_or(1);
    if of_used < of_user {
        Ok(())
    } else {
        refused("which is not in an earlier layer")
    }
}

/// Type of a dependency between crates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CrateDependencyKind {
    Normal,
    Test,
}

/// Iterates over the lines of a manifest without comments: line number, section and text.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let mut section = "";
    (1..).zip(text.lines()).map(move |(number, line)| {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
        }
        (number, section, line)
    })
}

/// Iterates over the dependencies on workspace crates: line number, type, and name without prefix.
fn dependencies(text: &str) -> impl Iterator<Item = (usize, CrateDependencyKind, &str)> {
    lines(text).filter_map(|(number, section, line)| {
        // Also matches `[target.'cfg(unix)'.dependencies]` and `[dependencies.ludorum-core]`.
        let kind = match section {
            _ if section.contains("dev-dependencies") => CrateDependencyKind::Test,
            _ if section.contains("dependencies") => CrateDependencyKind::Normal,
            _ => return None,
        };
        let (_, rest) = line.split_once(PREFIX)?;
        let name = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        Some((number, kind, name.into_iter().next()?))
    })
}

/// Numbers of the lines that rename a workspace crate; renaming would hide it from the rules.
fn renamed_dependencies(text: &str) -> impl Iterator<Item = usize> {
    lines(text)
        .filter(|(_, _, line)| {
            let line: String = line.split_whitespace().collect();
            line.contains(&format!("package=\"{PREFIX}"))
        })
        .map(|(number, _, _)| number)
}

fn package_name(text: &str) -> Option<(usize, &str)> {
    lines(text)
        .filter(|&(_, section, _)| section == "package")
        .find_map(|(number, _, line)| {
            let value = line.strip_prefix("name")?.trim_start().strip_prefix('=')?;
            Some((number, value.trim().trim_matches('"')))
        })
}

fn inherits_lints(text: &str) -> bool {
    lines(text).any(|(_, section, line)| {
        let line: String = line.split_whitespace().collect();
        (section == "lints" && line == "workspace=true") || line == "lints.workspace=true"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Problems, as line and text, of an otherwise valid manifest with these dependencies.
    fn check_crate(name: &str, dependencies: &str) -> Vec<String> {
        let text =
            format!("[package]\nname = \"{name}\"\n[lints]\nworkspace = true\n{dependencies}\n");
        let problems = check(Path::new("Cargo.toml"), &text);
        problems
            .iter()
            .map(|problem| format!("{}: {}", problem.line, problem.what))
            .collect()
    }

    #[test]
    fn dependencies_along_the_flow_are_tidy() {
        for (name, dependencies) in [
            ("ludorum-core", "[dependencies]\nlibm = \"0.2\""),
            (
                "ludorum-games",
                "[dependencies]\nludorum-core.workspace = true",
            ),
            (
                "ludorum-games",
                "[dev-dependencies]\nludorum-testkit.workspace = true",
            ),
            (
                "ludorum-testkit",
                "[dependencies]\nludorum-core.workspace = true",
            ),
            (
                "ludorum-arena",
                "[dependencies]\nludorum-core.workspace = true\n[dev-dependencies]\nludorum-agents.workspace = true",
            ),
            (
                "ludorum-cli",
                "[dependencies]\nludorum-arena = { path = \"../arena\" }",
            ),
            (
                "ludorum-core",
                "# no ludorum-games\n[package.metadata]\nsee = \"ludorum-games\"",
            ),
        ] {
            assert!(
                check_crate(name, dependencies).is_empty(),
                "{name} {dependencies}"
            );
        }
    }

    #[test]
    fn dependencies_against_the_flow_are_found() {
        for (name, dependencies, expected) in [
            (
                "ludorum-core",
                "[dependencies]\nludorum-games.workspace = true",
                "6: core depends on games, which is not in an earlier layer",
            ),
            (
                "ludorum-games",
                "[dev-dependencies]\nludorum-agents = { path = \"../agents\" }",
                "6: games depends on agents, which is not in an earlier layer",
            ),
            (
                "ludorum-search",
                "[dependencies.ludorum-catalog]\nworkspace = true",
                "5: search depends on catalog, which is not in an earlier layer",
            ),
            (
                "ludorum-arena",
                "[target.'cfg(unix)'.dependencies]\nludorum-bridge.workspace = true",
                "6: arena depends on bridge, which is not in an earlier layer",
            ),
            (
                "ludorum-games",
                "[dependencies]\nludorum-testkit.workspace = true",
                "6: games depends on testkit, which is for tests only",
            ),
            (
                "ludorum-core",
                "[dev-dependencies]\nludorum-testkit.workspace = true",
                "6: core depends on testkit, which itself depends on it",
            ),
            (
                "ludorum-testkit",
                "[dependencies]\nludorum-games.workspace = true",
                "6: testkit depends on games, which is not in an earlier layer",
            ),
            (
                "ludorum-cli",
                "[build-dependencies]\nludorum-odds.workspace = true",
                "6: cli depends on odds, which is in no dependency layer",
            ),
            (
                "ludorum-odds",
                "",
                "2: ludorum-odds is in no dependency layer",
            ),
            (
                "ludorum-cli",
                "[dependencies]\nrules = { package = \"ludorum-games\", path = \"../games\" }",
                "6: a workspace crate is renamed",
            ),
        ] {
            assert_eq!(
                check_crate(name, dependencies),
                [expected],
                "{name} {dependencies}"
            );
        }
    }

    #[test]
    fn the_workspace_may_not_rename_its_crates() {
        let text = "[workspace.dependencies]\nrules = { package = \"ludorum-games\" }\n";
        let problems = check(Path::new("Cargo.toml"), text);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].line, 2);
        let text = "[workspace.dependencies]\nludorum-games = { path = \"crates/games\" }\n";
        assert_eq!(check(Path::new("Cargo.toml"), text), []);
    }

    #[test]
    fn a_crate_with_lints_of_its_own_is_found() {
        for (lints, is_tidy) in [
            ("", false),
            ("[lints.rust]\nunsafe_code = \"warn\"", false),
            ("# [lints]\n# workspace = true", false),
            ("[lints]\nworkspace = true", true),
            ("[lints]\nworkspace=true", true),
        ] {
            let text = format!("[package]\nname = \"xtask\"\n{lints}\n");
            let problems = check(Path::new("Cargo.toml"), &text);
            assert_eq!(problems.is_empty(), is_tidy, "{lints}");
        }
        let dotted = "lints.workspace = true\n[package]\nname = \"xtask\"\n";
        assert_eq!(check(Path::new("Cargo.toml"), dotted), []);
    }
}
