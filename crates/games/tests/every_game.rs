//! Every game has test cases: a perft file and a playthrough for each folder of `src`.
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;

use ludorum_testkit::missing_cases;

/// The folders of `src`, one for each game.
fn games() -> Vec<String> {
    let folders = std::fs::read_dir("src").expect("the tests run in the folder of the crate");
    let mut games: Vec<String> = folders
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    games.sort();
    games
}

#[test]
fn every_game_has_perft_and_playthroughs() {
    let games = games();
    assert!(games.iter().any(|game| game == "tictactoe"), "{games:?}");
    let missing = missing_cases(games.iter().map(String::as_str), "tests");
    assert!(missing.is_empty(), "missing: {missing:?}");
}

#[test]
fn every_game_has_a_test_file() {
    for game in games() {
        let path = format!("tests/{game}.rs");
        assert!(Path::new(&path).is_file(), "missing: {path}");
    }
}

#[test]
fn a_game_without_cases_is_found() {
    let missing = missing_cases(["tictactoe", "nosuchgame"], "tests");
    let expected = [
        "tests/nosuchgame.perft",
        "tests/playthroughs/nosuchgame/*.txt",
    ];
    assert_eq!(missing, expected.map(Path::new));
}
