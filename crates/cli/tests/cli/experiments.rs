//! `ludorum experiment` with user-defined plans.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{folder, ludorum, text};

/// Writes an experiment plan with one question and the additional TOML of `more`.
fn plan(dir: &Path, id: &str, more: &str) -> PathBuf {
    let file = dir.join("plan.toml");
    let question = r#"row = "a", column = "b", agents = ["random", "greedy"]"#;
    let head = format!("id = \"{id}\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"");
    let rest = format!("games = 2\nquick = 2\nquestions = [{{ {question}{more} }}]");
    fs::write(&file, format!("{head}\n{rest}\n")).unwrap();
    file
}

#[test]
fn a_wrong_plan_is_refused_by_file_and_question_and_writes_nothing() {
    let dir = folder("experiment-refused");
    let results = dir.join("in/here/results");
    for (id, more, reason) in [
        ("../../evil", "", "id = '../../evil'"),
        ("mine", ", seat = 9", "a / b: seat = 9"),
        ("mine", ", tenth = 20", "a / b: tenth"),
        ("mine", ", games = 0", "a / b: games"),
        ("mine", ", game = \"nonsense\"", "a / b: "),
        ("mine", ", agent = 7", "a / b: agent = 7"),
    ] {
        let file = plan(&dir, id, more);
        let run = ludorum(&[
            "experiment",
            "run",
            text(&file),
            "--results",
            text(&results),
        ]);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
        assert!(run.err.contains("plan.toml: "), "{}", run.err);
        assert!(run.err.contains(reason), "{}", run.err);
    }
    assert!(!dir.join("in").exists());
}

#[test]
fn results_of_own_plans_are_shown_with_their_plan() {
    let dir = folder("experiment-own");
    let (file, results) = (plan(&dir, "mine", ", published = 50"), dir.join("results"));
    let to = ["--results", text(&results)];
    ludorum(&[&["experiment", "run", text(&file)], &to[..]].concat()).ok();
    let run = ludorum(&[&["experiment", "report"], &to[..]].concat());
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
    assert!(
        run.err.contains("results of your own plans: mine.json"),
        "{}",
        run.err
    );
    let run = ludorum(&[&["experiment", "report", text(&file)], &to[..]].concat()).ok();
    run.tells(&["mine", "50.0%", "1 numbers"]);
    // Two games are too few to confirm 50%, so the report must not claim agreement.
    run.tells(&[
        "cannot tell: ",
        "would be significant",
        "agree within 10 points",
    ]);
    run.tells(&["tested: 1 (0 agree, 0 differ, 1 inconclusive)"]);
    let report = ["experiment", "report", text(&file), "--json"];
    let json = ludorum(&[&report, &to[..]].concat()).json();
    let number = &json[0]["numbers"][0];
    assert_eq!(
        (&number["verdict"], &number["unit"]),
        (&"cannot-tell".into(), &"points".into())
    );
    assert!(
        number["smallest_difference"]
            .as_f64()
            .is_some_and(|points| points > 30.0)
    );
    assert_eq!(json[0]["tally"]["numbers"]["cannot_tell"], 1);
}

#[test]
fn findings_with_a_damaged_seed_are_refused_and_stay_as_they_are() {
    let dir = folder("experiment-seed");
    let (file, results) = (plan(&dir, "mine", ""), dir.join("results"));
    let run = [
        "experiment",
        "run",
        text(&file),
        "--results",
        text(&results),
    ];
    ludorum(&run).ok();
    let found = results.join("mine.json");
    let whole = fs::read_to_string(&found).unwrap();
    let damaged = whole.replace("\"seed\": \"1\"", "\"seed\": \"1x\"");
    assert_ne!(damaged, whole);
    fs::write(&found, &damaged).unwrap();
    let refused = ludorum(&run);
    assert_eq!((refused.code, refused.err.lines().count()), (2, 1));
    for what in ["mine.json", "'1x' is not a seed"] {
        assert!(refused.err.contains(what), "{what}: {}", refused.err);
    }
    assert_eq!(fs::read_to_string(&found).unwrap(), damaged);
}
