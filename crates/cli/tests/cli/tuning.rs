//! Tests of `ludorum tune`: interrupted tunings can be resumed.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{Run, folder, ludorum, text};

fn tune(option: &str, file: &Path, more: &[&str]) -> Run {
    let args = ["tune", "tictactoe", "mcts:iterations=20", "--games", "2"];
    let what = ["--param", "c=0.5..1.5", "--steps", "3", option, text(file)];
    ludorum(&[&args[..], &what, more].concat())
}

fn history(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

/// Runs a tuning of three trials and truncates its file to two; returns the whole and the truncated
/// history.
fn stopped(file: &Path) -> (Value, Value) {
    tune("--json", file, &[]).ok();
    let whole = history(file);
    let mut part = whole.clone();
    part["trials"].as_array_mut().unwrap().truncate(2);
    part["best"] = json!(null);
    fs::write(file, part.to_string()).unwrap();
    (whole, part)
}

#[test]
fn the_history_of_a_stopped_tuning_is_not_written_over() {
    let file = folder("tune-forget").join("tuning.json");
    let (whole, part) = stopped(&file);
    let refused = tune("--json", &file, &[]);
    assert_eq!((refused.code, refused.err.lines().count()), (2, 1));
    assert!(
        refused
            .err
            .contains("unfinished tuning (2 trials); resume it with --resume"),
        "{}",
        refused.err
    );
    assert_eq!(history(&file), part);
    tune("--resume", &file, &[]).ok();
    assert_eq!(history(&file), whole);
    // The history of a finished tuning may be overwritten, like the report of a match.
    tune("--json", &file, &[]).ok();
}

#[test]
fn another_or_a_damaged_history_is_refused_with_what_to_do() {
    let file = folder("tune-other").join("tuning.json");
    let (_, part) = stopped(&file);
    let refused = tune("--resume", &file, &["--seed", "2"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .err
            .contains("tuning.json: the history is of another tuning: seed '1', here '2'"),
        "{}",
        refused.err
    );
    // A history with another range of the same parameter is refused.
    let wider = [
        "tune",
        "tictactoe",
        "mcts:iterations=20",
        "--games",
        "2",
        "--param",
    ];
    let more = ["c=0.5..2.5", "--steps", "3", "--resume", crate::text(&file)];
    let refused = ludorum(&[&wider[..], &more].concat());
    assert_eq!(refused.code, 2);
    let reason = "another tuning: ranges 'c=0.5..1.5', here 'c=0.5..2.5'";
    assert!(refused.err.contains(reason), "{}", refused.err);
    let text = part.to_string();
    fs::write(&file, &text[..text.len() - 20]).unwrap();
    let refused = tune("--resume", &file, &[]);
    assert_eq!((refused.code, refused.err.lines().count()), (2, 1));
    for what in ["tuning.json", "line 1", "damaged", "--json"] {
        assert!(refused.err.contains(what), "{what}: {}", refused.err);
    }
}
