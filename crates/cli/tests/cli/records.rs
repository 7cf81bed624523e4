//! Records: those of a match are valid, and a changed character is detected.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{folder, ludorum, text};

/// Plays a few games and returns the folder with their records.
fn recorded(name: &str) -> PathBuf {
    let dir = folder(name);
    let args = [
        "match",
        "tictactoe",
        "mcts:iterations=50",
        "random",
        "--games",
        "4",
    ];
    ludorum(&[&args[..], &["--record", text(&dir)]].concat()).ok();
    dir
}

fn check(path: &Path) -> crate::Run {
    ludorum(&["records", "check", text(path)])
}

#[test]
fn records_of_a_match_are_verified() {
    let dir = recorded("records-ok");
    check(&dir).ok().tells(&["4 ok, 0 unfinished, 0 bad"]);
    let summary = ludorum(&["records", "check", "--json", text(&dir)]).json();
    assert_eq!(
        (summary["ok"].as_u64(), summary["bad"].as_u64()),
        (Some(4), Some(0))
    );
}

#[test]
fn any_changed_byte_is_found_with_its_line() {
    let dir = recorded("records-bytes");
    let record = fs::read(dir.join("game-000000.ludorum")).unwrap();
    assert!(ludorum_record::read(&record).is_ok());
    let mut line = 1;
    for at in 0..record.len() {
        for byte in 0..=u8::MAX {
            if byte == record[at] {
                continue;
            }
            let mut changed = record.clone();
            changed[at] = byte;
            let error = ludorum_record::read(&changed).unwrap_err();
            assert_eq!(error.line, line, "byte {at} became {byte}: {error}");
        }
        line += usize::from(record[at] == b'\n');
    }
}

#[test]
fn one_changed_character_fails_the_check_with_its_line() {
    let dir = recorded("records-changed");
    let file = dir.join("game-000001.ludorum");
    let record = fs::read_to_string(&file).unwrap();
    let last = record.lines().count();
    for number in [1, 2, 5, 7, 9, last] {
        let mut lines: Vec<String> = record.lines().map(str::to_owned).collect();
        // Replaces the last character before the line's checksum.
        let line = &mut lines[number - 1];
        let at = line.find("  #").unwrap() - 1;
        let other = if line.as_bytes()[at] == b'1' {
            "2"
        } else {
            "1"
        };
        line.replace_range(at..=at, other);
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        let run = check(&dir);
        assert_eq!(run.code, 1, "{}", run.err);
        run.tells(&[
            &format!("game-000001.ludorum: line {number}: "),
            "3 ok, 0 unfinished, 1 bad",
        ]);
        let json = ludorum(&["records", "check", "--json", text(&dir)]);
        assert_eq!(json.code, 1);
        let summary: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!(summary["failures"][0]["line"].as_u64(), Some(number as u64));
    }
}

#[test]
fn moves_and_results_are_checked_by_the_rules_too() {
    // The checksums are valid, but the moves are not.
    let dir = recorded("records-rules");
    let file = dir.join("game-000000.ludorum");
    let mut record = ludorum_record::read(&fs::read(&file).unwrap()).unwrap();
    let ranks = record.ranks.take();
    fs::write(&file, record.to_text()).unwrap();
    check(&file).tells(&["the result is missing", "1 bad"]);
    record.ranks = ranks;
    record.plies[1].text = record.plies[0].text.clone();
    fs::write(&file, record.to_text()).unwrap();
    let line = record.line_of_ply(1);
    check(&file).tells(&[&format!("line {line}: "), "already taken", "1 bad"]);
}

#[test]
fn an_unfinished_game_is_not_a_bad_one() {
    let dir = recorded("records-unfinished");
    let file = dir.join("game-000000.ludorum");
    let record = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = record.lines().collect();
    fs::write(&file, lines[..10].join("\n") + "\n").unwrap();
    check(&dir).ok().tells(&["3 ok, 1 unfinished, 0 bad"]);
    let replay = ludorum(&["replay", text(&file)]).ok();
    replay.tells(&["start", "1.", "2.", "not finished"]);
}

#[test]
fn folders_are_searched_through() {
    let dir = recorded("records-deep");
    fs::create_dir(dir.join("deep")).unwrap();
    fs::copy(dir.join("game-000000.ludorum"), dir.join("deep/a.ludorum")).unwrap();
    fs::write(dir.join("deep/notes.txt"), "not a record").unwrap();
    check(&dir).ok().tells(&["5 ok"]);
}

#[test]
fn a_record_is_replayed_position_by_position() {
    let dir = recorded("records-replay");
    let file = dir.join("game-000000.ludorum");
    let record = ludorum_record::read(&fs::read(&file).unwrap()).unwrap();
    let replay = ludorum(&["replay", text(&file)]).ok();
    replay.tells(&["tictactoe", "1 mcts:iterations=50", "2 random", "start"]);
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    replay.tells(&moves);
    assert_eq!(replay.out.matches("a   b   c").count(), moves.len() + 1);
}

/// No terminal control sequence in a record may be printed.
#[test]
fn control_characters_of_a_record_are_never_printed() {
    let dir = recorded("records-control");
    let file = dir.join("game-000000.ludorum");
    let record = ludorum_record::read(&fs::read(&file).unwrap()).unwrap();
    let controls = ["\x1b[2J", "\x07", "\u{9b}2J", "\x7f"];
    for control in controls {
        let mut seat = record.clone();
        seat.header.seats[0].push_str(control);
        let mut program = record.clone();
        program.header.program.push_str(control);
        let mut ply = record.clone();
        ply.plies[0].text.push_str(control);
        for record in [seat, program, ply] {
            fs::write(&file, record.to_text()).unwrap();
            let run = ludorum(&["replay", text(&file)]);
            assert_eq!((run.code, run.err.lines().count()), (2, 1), "{}", run.err);
            assert!(run.err.contains("control character"), "{}", run.err);
            for printed in [run.out, run.err, check(&file).out] {
                let is_raw = |c: char| c.is_control() && c != '\n';
                assert!(!printed.contains(is_raw), "{printed:?}");
            }
        }
    }
    // Control sequences in file names are not printed either.
    let named = dir.join("a\x1b[2Jb.ludorum");
    fs::write(&named, "x").unwrap();
    assert!(!check(&dir).out.contains('\x1b'));
    assert!(!ludorum(&["replay", text(&named)]).err.contains('\x1b'));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_has_no_line() {
    let dir = recorded("records-unreadable");
    let file = dir.join("link.ludorum");
    std::os::unix::fs::symlink(dir.join("gone"), &file).unwrap();
    let run = check(&dir);
    assert_eq!(run.code, 1);
    run.tells(&["cannot read", "link.ludorum: ", "4 ok, 0 unfinished, 1 bad"]);
    assert!(!run.out.contains("line "), "{}", run.out);
    let json = ludorum(&["records", "check", "--json", text(&dir)]);
    let summary: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert!(summary["failures"][0]["line"].is_null(), "{summary}");
}

#[test]
fn games_are_converted_between_formats_and_notations() {
    let dir = folder("records-convert");
    let game = dir.join("game.txt");
    fs::write(&game, "1.c2c4 2.c3b4 3.c4N").unwrap();
    let convert = |args: &[&str]| ludorum(&[&["records", "convert"], args].concat());
    let compass = "quoridor:size=5,notation=compass";
    let record = dir.join("game.ludorum");
    convert(&[text(&game), "--game", compass, "--out", text(&record)]).ok();
    check(&record).ok().tells(&["0 ok, 1 unfinished, 0 bad"]);
    let printed = convert(&[text(&record)]).ok();
    printed.tells(&[&format!("# game {compass}"), "1.c2c4 2.c3b4 3.c4N"]);
    let ours = convert(&[text(&record), "--notation", "ours"]).ok();
    ours.tells(&["# game quoridor:size=5\n", "1.c2c4 2.c3b4 3.c4h"]);
    let moves = convert(&[text(&record), "--to", "moves", "--notation", "lower-left"]).ok();
    assert_eq!(moves.out, "c2 c4 c3 b4 c5h\n");
    // Converts a record to another notation into a folder.
    let to = ["--to", "record", "--notation", "upper-left", "--out"];
    fs::create_dir(dir.join("all")).unwrap();
    let all = dir.join("all");
    convert(
        &[
            &[text(&record), text(&game)][..],
            &["--game", compass],
            &to,
            &[text(&all)],
        ]
        .concat(),
    )
    .ok();
    check(&all).ok().tells(&["1 unfinished"]);

    let refused = convert(&[text(&game)]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("game.txt: line 1: ") && refused.err.contains("--game"),
        "{}",
        refused.err
    );
    let refused = convert(&[text(&record), text(&game), "--game", compass]);
    assert!(refused.err.contains("--out DIR"), "{}", refused.err);
    fs::write(&game, "1.c2c4\n2.c3c3").unwrap();
    let refused = convert(&[text(&game), "--game", compass]);
    assert!(
        refused
            .err
            .contains("line 2: move 4, c3: there is a pawn on c3"),
        "{}",
        refused.err
    );
}
