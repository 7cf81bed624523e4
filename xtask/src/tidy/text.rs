//! Rules for text files: maximum length of sources, and no local paths.

use std::path::Path;

use super::TidyProblem;

/// Maximum number of lines of a source file.
const MAX_LINES: usize = 600;

/// Folder of generated sources, which may have any length.
const GENERATED: &str = "generated";

/// File extensions of sources.
const SOURCES: [&str; 5] = ["rs", "ts", "svelte", "py", "css"];

/// Top-level folders of a developer's machine, to which project files must not refer.
const LOCAL_FOLDERS: [&str; 3] = ["root", "home", "work"];

pub(super) fn check(file: &Path, text: &str) -> Vec<TidyProblem> {
    let mut problems = Vec::new();
    let lines = text.lines().count();
    let ending = file.extension().and_then(|ending| ending.to_str());
    let is_source = ending.is_some_and(|ending| SOURCES.contains(&ending));
    let is_generated = file.iter().any(|folder| folder == GENERATED);
    if lines > MAX_LINES && is_source && !is_generated {
        problems.push(TidyProblem {
            file: file.to_owned(),
            line: MAX_LINES + 1,
            what: format!("{lines} lines are more than {MAX_LINES}"),
            remedy: "find the second noun in the file and give it a file of its own",
        });
    }
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(path) = local_path(content) {
            problems.push(TidyProblem {
                file: file.to_owned(),
                line,
                what: format!("{path} is a local path"),
                remedy: "write a path relative to the repository",
            });
        }
    }
    problems
}

/// Finds the first local folder that starts a path in the line.
fn local_path(line: &str) -> Option<String> {
    let folders = LOCAL_FOLDERS.map(|name| format!("/{name}/"));
    folders.into_iter().find(|folder| {
        line.match_indices(folder.as_str()).any(|(start, _)| {
            // Within a longer path or a URL it is an ordinary folder name.
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
        let long = "\n".repeat(MAX_LINES + 1);
        assert_eq!(lines_with_problems("a/b.rs", &long), [601]);
        assert_eq!(lines_with_problems("a/b.svelte", &long), [601]);
        assert_eq!(lines_with_problems("Cargo.lock", &long), []);
        assert_eq!(lines_with_problems("a/generated/b.ts", &long), []);
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
