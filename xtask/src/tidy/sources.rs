//! Rules for docs/sources.md: every requirement has a row, and every named test exists.

use std::collections::BTreeMap;
use std::path::Path;

use super::TidyProblem;

/// Path of the table of requirements, relative to the root of the workspace.
pub(super) const FILE: &str = "docs/sources.md";

/// Prefix of the ids and number of requirements of each source document.
const SOURCES: [(&str, usize); 5] = [
    ("S66", 140),
    ("QUO", 75),
    ("COL", 90),
    ("YIN", 68),
    ("DIC", 83),
];

/// Start of the last column for a requirement that no test can cover; the reason follows.
const NO_TEST: &str = "none: ";

/// Minimum length of the reason why no test is possible, in bytes.
const MIN_REASON_LENGTH: usize = 20;

/// A row of the table of requirements.
struct RequirementRow<'a> {
    line: usize,
    id: &'a str,
    location: &'a str,
    tests: &'a str,
}

/// Checks the table of requirements in `text`; `read` returns the text of a file of the repository.
pub(super) fn check(text: &str, read: impl Fn(&str) -> Option<String>) -> Vec<TidyProblem> {
    let rows: Vec<RequirementRow<'_>> = (1..).zip(text.lines()).filter_map(parse_row).collect();
    let mut problems = check_ids(&rows);
    let mut files = BTreeMap::new();
    for row in &rows {
        for what in check_row(row, &mut |path| {
            let file = files.entry(path.to_owned());
            file.or_insert_with(|| read(path)).clone()
        }) {
            problems.push(problem(
                row.line,
                format!("{}: {what}", row.id),
                "name an existing test",
            ));
        }
    }
    problems
}

fn problem(line: usize, what: String, remedy: &'static str) -> TidyProblem {
    let file = Path::new(FILE).to_owned();
    TidyProblem {
        file,
        line,
        what,
        remedy,
    }
}

fn parse_row((line, content): (usize, &str)) -> Option<RequirementRow<'_>> {
    let cells: Vec<&str> = content.strip_prefix("| ")?.split(" | ").collect();
    let id = *cells.first()?;
    let (prefix, number) = id.split_once('-')?;
    let is_id = SOURCES.iter().any(|(source, _)| *source == prefix)
        && number.bytes().all(|digit| digit.is_ascii_digit());
    is_id.then(|| RequirementRow {
        line,
        id,
        location: cells.get(2).copied().unwrap_or_default().trim(),
        tests: match cells.len() {
            4 => cells[3].trim_end().trim_end_matches('|').trim(),
            _ => "",
        },
    })
}

/// Checks that every requirement has exactly one row, in order.
fn check_ids(rows: &[RequirementRow<'_>]) -> Vec<TidyProblem> {
    let wanted = SOURCES.iter().flat_map(|(prefix, count)| {
        (1..=*count).map(move |number| format!("{prefix}-{number:03}"))
    });
    let mut found = rows.iter();
    for id in wanted {
        match found.next() {
            Some(row) if row.id == id => {}
            other => {
                let line = other.map_or(1, |row| row.line);
                let what = format!("{id} should be here");
                return vec![problem(
                    line,
                    what,
                    "give every requirement one row, in order",
                )];
            }
        }
    }
    let more = found.map(|row| {
        let what = format!("{} is not a requirement", row.id);
        problem(row.line, what, "delete the row")
    });
    more.collect()
}

fn check_row(
    row: &RequirementRow<'_>,
    read: &mut impl FnMut(&str) -> Option<String>,
) -> Vec<String> {
    if row.location.is_empty() {
        return vec!["it names no location".to_owned()];
    }
    if let Some(reason) = row.tests.strip_prefix(NO_TEST) {
        return if reason.len() < MIN_REASON_LENGTH {
            vec![format!("{reason:?} is too short for a reason")]
        } else {
            Vec::new()
        };
    }
    // Titles of TypeScript tests can contain anything except backticks.
    let tests: Vec<&str> = row.tests.split('`').skip(1).step_by(2).collect();
    if tests.is_empty() {
        return vec!["it names no test".to_owned()];
    }
    let missing = tests.iter().filter(|test| {
        let parts = test.split_once("::");
        !parts
            .is_some_and(|(path, name)| read(path).is_some_and(|text| has_test(path, &text, name)))
    });
    missing
        .map(|test| format!("test {test} does not exist"))
        .collect()
}

/// True if a file has a test with this function name or, in TypeScript, with this title.
fn has_test(path: &str, text: &str, name: &str) -> bool {
    let ending = Path::new(path)
        .extension()
        .and_then(|ending| ending.to_str());
    match ending {
        Some("rs") => {
            let function = format!("fn {name}(");
            text.match_indices(&function)
                .any(|(start, _)| is_marked_as_test(&text[..start]))
        }
        Some("py") => name.starts_with("test_") && text.contains(&format!("def {name}(")),
        Some("ts") => ["\"", "'", "`"].iter().any(|quote| {
            let title = format!("{quote}{name}{quote}");
            text.match_indices(&title)
                .any(|(start, _)| opens_a_test(&text[..start]))
        }),
        _ => false,
    }
}

/// True if the attributes that end `before`, the text before a Rust function, mark it as a test.
fn is_marked_as_test(before: &str) -> bool {
    let head = before.rfind('\n').map_or("", |end| &before[..end]);
    let attributes = head.rsplit('\n').take_while(|line| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('}')
    });
    attributes
        .map(str::trim)
        .any(|line| line == "#[test]" || line.starts_with("#[tokio::test"))
}

/// True if `before`, the text before a title, ends with `test(`, `it(` or `test.each(...)(`.
fn opens_a_test(before: &str) -> bool {
    let head = before.trim_end();
    let Some(head) = head.strip_suffix('(') else {
        return false;
    };
    let word = head
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    head.ends_with(')') || matches!(word, Some("test" | "it" | "skipIf" | "runIf" | "only"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUST: &str = "/// Words.\n#[test]\nfn walls_block() {}\n\nfn helper() {}\n";
    const PYTHON: &str = "def test_moves():\n    pass\n\ndef helper():\n    pass\n";
    const SCRIPT: &str = "test(\"a game is played\", async () => {});\ntest.each([1])(\"with %s\", f);\nconst x = \"not one\";\n";

    fn read(path: &str) -> Option<String> {
        let text = match path {
            "a.rs" => RUST,
            "a.py" => PYTHON,
            "a.ts" => SCRIPT,
            _ => return None,
        };
        Some(text.to_owned())
    }

    /// Creates a complete table with this last column in its first row.
    fn table(tests: &str) -> String {
        let rows = SOURCES
            .iter()
            .flat_map(|(prefix, count)| (1..=*count).map(move |n| format!("{prefix}-{n:03}")));
        let rows = rows.map(|id| match id.as_str() {
            "S66-001" => format!("| {id} | it works | here | {tests} |\n"),
            _ => format!("| {id} | it works | here | `a.rs::walls_block` |\n"),
        });
        format!(
            "| id | what | where | test |\n|---|---|---|---|\n{}",
            rows.collect::<String>()
        )
    }

    fn problems(text: &str) -> Vec<String> {
        let problems = check(text, read);
        problems
            .iter()
            .map(|problem| problem.what.clone())
            .collect()
    }

    #[test]
    fn tests_that_exist_are_accepted() {
        for tests in [
            "`a.rs::walls_block`",
            "`a.py::test_moves`; `a.ts::a game is played`",
            "`a.ts::with %s`",
            "none: the site has been closed since 2019",
        ] {
            assert_eq!(problems(&table(tests)), [""; 0], "{tests}");
        }
    }

    #[test]
    fn missing_tests_are_told() {
        for tests in [
            "`a.rs::helper`",
            "`a.rs::gone`",
            "`b.rs::walls_block`",
            "`a.py::helper`",
            "`a.ts::not one`",
            "`a.rs`",
            "none: closed",
            "later",
            "",
        ] {
            assert_eq!(problems(&table(tests)).len(), 1, "{tests}");
        }
    }

    #[test]
    fn a_missing_doubled_or_additional_row_is_told() {
        let whole = table("`a.rs::walls_block`");
        let row = "| QUO-007 | it works | here | `a.rs::walls_block` |\n";
        assert_eq!(
            problems(&whole.replace(row, "")),
            ["QUO-007 should be here"]
        );
        assert_eq!(
            problems(&whole.replace(row, &row.repeat(2))),
            ["QUO-008 should be here"]
        );
        let more = format!("{whole}| DIC-084 | it works | here | `a.rs::walls_block` |\n");
        assert_eq!(problems(&more), ["DIC-084 is not a requirement"]);
        let nowhere = whole.replace("| QUO-007 | it works | here |", "| QUO-007 | it works |  |");
        assert_eq!(problems(&nowhere), ["QUO-007: it names no location"]);
    }
}
