//! Every game has a case file.

use std::path::Path;

/// Every folder of `src` that contains a game (one with a `rules.rs`) has a case file.
#[test]
fn every_game_has_cases() {
    let folders = std::fs::read_dir("src").expect("the tests run in the folder of the crate");
    let mut games = 0;
    for folder in folders.flatten() {
        if folder.path().join("rules.rs").is_file() {
            let cases = format!("tests/{}.cases", folder.file_name().to_string_lossy());
            assert!(Path::new(&cases).is_file(), "missing: {cases}");
            games += 1;
        }
    }
    assert!(games >= 6, "{games} games");
}
