//! Rules for any text: sources of a readable length, and no paths of anyone's own machine.

use std::path::Path;

use super::Problem;

/// The longest a source may be.
const MOST_LINES: usize = 800;

/// How a source begins that a program makes, which may be of any length.
const MADE: &str = "// Made from ";

/// What is a source, by the ending of its name.
const SOURCES: [&str; 4] = ["rs", "ts", "svelte", "py"];

/// Folders at the root of somebody's machine, where nothing of the project can be.
const LOCAL_FOLDERS: [&str; 3] = ["root", "home", "work"];

pub(super) fn check(file: &Path, text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let lines = text.lines().count();
    let ending = file.extension().and_then(|ending| ending.to_str());
    let is_source = ending.is_some_and(|ending| SOURCES.contains(&ending));
    if lines > MOST_LINES && is_source && !text.starts_with(MADE) {
        problems.push(Problem {
            file: file.to_owned(),
            line: MOST_LINES + 1,
            what: format!("{lines} lines are more than {MOST_LINES}"),
            remedy: "find the second noun in the file and give it a file of its own",
        });
    }
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(path) = local_path(content) {
            problems.push(Problem {
                file: file.to_owned(),
                line,
                what: format!("{path} is on one machine only"),
                remedy: "write a path relative to the repository",
            });
        }
    }
    problems
}

/// The beginning of the first path in the line that starts in a local folder.
fn local_path(line: &str) -> Option<String> {
    let folders = LOCAL_FOLDERS.map(|name| format!("/{name}/"));
    folders.into_iter().find(|folder| {
        line.match_indices(folder.as_str()).any(|(start, _)| {
            // Inside a longer path or an address it is just a folder of that name.
            let before = line[..start].chars().next_back();
            before.is_none_or(|c| !c.is_alphanumeric() && !"._-/~)}>*".contains(c))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_with_problems(file: &str, text: &str) -> Vec<usize> {
        let problems = check(Path::new(file), text);
        problems.iter().map(|problem| problem.line).collect()
    }

    #[test]
    fn long_sources_are_found() {
        let long = "\n".repeat(MOST_LINES + 1);
        assert_eq!(lines_with_problems("a/b.rs", &long), [801]);
        assert_eq!(lines_with_problems("a/b.svelte", &long), [801]);
        assert_eq!(lines_with_problems("Cargo.lock", &long), []);
        assert_eq!(lines_with_problems("a.ts", &format!("{MADE}x{long}")), []);
        assert_eq!(lines_with_problems("a/b.rs", &long[1..]), []);
    }

    #[test]
    fn local_paths_are_found() {
        for folder in LOCAL_FOLDERS {
            for text in [
                "\n/F/x",
                "\nsee \"/F/x\"",
                "\ncd /F/",
                "\nA=/F/x",
                "\n(/F/x)",
            ] {
                let text = text.replace('F', folder);
                assert_eq!(lines_with_problems("a.md", &text), [2], "{text}");
            }
            for text in [
                "src/F/x",
                "https://example.org/F/x",
                "../F/x",
                "F/x",
                "/F",
                "$x}/F/",
            ] {
                let text = text.replace('F', folder);
                assert_eq!(lines_with_problems("a.md", &text), [], "{text}");
            }
        }
    }
}
