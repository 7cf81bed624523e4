//! Bad input: exit code 2 and a one-line error with a remedy.

use std::fs;

use crate::{folder, ludorum, text};

#[track_caller]
fn refused(args: &[&str], reasons: &[&str]) {
    let run = ludorum(args);
    assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
    assert_eq!(run.err.lines().count(), 1, "{args:?}: {}", run.err);
    assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    assert_eq!(run.out, "", "{args:?}");
    for reason in reasons {
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
}

#[track_caller]
fn match_refused(more: &[&str], reasons: &[&str]) {
    refused(
        &[&["match", "tictactoe", "minimax", "random"], more].concat(),
        reasons,
    );
}

#[test]
fn a_match_needs_an_agent_for_each_seat() {
    let three = [
        "match",
        "tictactoe",
        "minimax",
        "mcts:iterations=1000",
        "random",
    ];
    refused(
        &[&three[..], &["--games", "10"]].concat(),
        &["has 2 seats", "3 agents"],
    );
    refused(&three[..3], &["has 2 seats", "1 agents"]);
    refused(&three[..2], &["has 2 seats"]);
    refused(&["match"], &["GAME"]);
}

#[test]
fn specs_that_are_not_right_are_told_what_is_known() {
    refused(&["match", "chess", "a", "b"], &["chess", "tictactoe"]);
    refused(
        &["match", "tictactoe", "minimax", "deepblue"],
        &["deepblue", "minimax"],
    );
    let wrong_key = ["match", "tictactoe", "minimax", "mcts:iteration=5"];
    refused(&wrong_key, &["'iteration'", "iterations, time, nodes"]);
    let wrong_value = ["match", "tictactoe", "minimax", "mcts:iterations=0"];
    refused(&wrong_value, &["iterations=0", "a whole number from 1"]);
    refused(
        &["match", "tictactoe:size=4", "minimax", "random"],
        &["'size'"],
    );
    refused(&["agents", "go"], &["'go'", "tictactoe"]);
    refused(&["bench", "go"], &["'go'", "tictactoe"]);
}

#[test]
fn numbers_that_are_not_right_are_told_what_is_allowed() {
    match_refused(&["--games", "0"], &["at least one game"]);
    match_refused(&["--games", "-4"], &["'-4'", "--games", "a whole number"]);
    match_refused(
        &["--games", "18446744073709551615"],
        &["does not fit in 64 bits"],
    );
    match_refused(
        &["--seed", "abc"],
        &["'abc'", "--seed", "a whole number from 0"],
    );
    match_refused(&["--seed", "-1"], &["'-1'", "--seed"]);
    match_refused(&["--threads", "0"], &["'0'", "--threads", "from 1"]);
    refused(
        &["perft", "tictactoe", "--depth", "0"],
        &["'0'", "--depth", "from 1"],
    );
    refused(&["perft", "tictactoe"], &["--depth"]);
}

#[test]
fn files_that_cannot_be_written_are_found_out_before_the_first_game() {
    let dir = folder("refusals-files");
    let nowhere = dir.join("missing").join("report.json");
    match_refused(
        &["--json", text(&nowhere)],
        &["cannot write", "report.json"],
    );
    match_refused(&["--json", text(&dir)], &["it is a folder"]);
    let file = dir.join("file");
    fs::write(&file, "mine").unwrap();
    match_refused(&["--record", text(&file)], &["cannot create the folder"]);
    match_refused(&["--resume", text(&nowhere)], &["cannot read", "--json"]);
    match_refused(&["--resume", text(&file)], &["not the report of a match"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn records_of_another_match_are_not_written_over() {
    let dir = folder("refusals-records");
    let games = ["match", "tictactoe", "random", "random", "--games", "2"];
    ludorum(&[&games[..], &["--record", text(&dir)]].concat()).ok();
    let before = fs::read(dir.join("game-000000.ludorum")).unwrap();
    match_refused(&["--record", text(&dir)], &["game-00000", "another match"]);
    assert_eq!(fs::read(dir.join("game-000000.ludorum")).unwrap(), before);
    // Repeating the same match may overwrite its own records.
    ludorum(&[&games[..], &["--record", text(&dir)]].concat()).ok();
}

#[test]
fn positions_that_cannot_be_reached_are_refused_with_the_place() {
    let perft = ["perft", "tictactoe", "--depth", "1"];
    let moves = |moves| [&perft[..], &["--moves", moves]].concat();
    refused(
        &moves("a1 a1"),
        &["move 2", "'a1'", "already taken", "legal moves: b1"],
    );
    refused(&moves("a1 z9"), &["move 2", "'z9'", "column"]);
    refused(&moves("a1 b1 a2 b2 a3 c3"), &["move 6", "the game is over"]);
    let position = [&perft[..], &["--position", "xx"]].concat();
    refused(&position, &["--position", "'xx'"]);
    let over = ["analyse", "tictactoe", "--moves", "a1 b1 a2 b2 a3"];
    refused(&over, &["the game is over"]);
}

#[test]
fn seats_of_a_game_in_the_terminal_are_checked() {
    let seats = |seats| ["play", "tictactoe", "--seats", seats];
    refused(&seats("human"), &["has 2 seats", "names 1"]);
    refused(&seats("human,human,random"), &["has 2 seats", "names 3"]);
    refused(&seats("human,bob"), &["'bob'", "random", "human"]);
    refused(&seats("human,"), &["empty seat"]);
    refused(&seats("human,mcts:time=soon"), &["time=soon", "250ms"]);
    refused(
        &["play", "--load", "/missing.ludorum"],
        &["cannot read /missing.ludorum"],
    );
}

#[test]
fn usage_errors_take_one_line_and_lead_on() {
    refused(&["gmaes"], &["'gmaes'", "'games'", "--help"]);
    refused(&["games", "--jsn"], &["'--jsn'", "'--json'"]);
    refused(&["completions", "tcsh"], &["'tcsh'", "bash"]);
    refused(&["--color", "red", "games"], &["'red'", "never"]);
}

#[test]
fn records_that_are_not_there_are_told_so() {
    let dir = folder("refusals-empty");
    refused(&["records", "check", text(&dir)], &["no *.ludorum files"]);
    refused(&["records", "check", "/missing"], &["/missing"]);
    refused(&["replay", "/missing"], &["cannot read /missing"]);
    let other = dir.join("notes.txt");
    fs::write(&other, "hello\n").unwrap();
    refused(&["replay", text(&other)], &["notes.txt: line 1:"]);
}
