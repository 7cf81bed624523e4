//! Records as files: they survive a round trip, and changes are detected.

use std::time::Duration;

use ludorum_agents::{GameKnowledge, Roster};
use ludorum_catalog::CatalogEntry;
use ludorum_core::{PerSeat, Seat, Seed};
use ludorum_record::{
    DropoutCause, GameRecord, RecordHeader, RecordedDropout, RecordedPly, TakeBackSummary, read,
    replay, replay_in,
};
use ludorum_testkit::toys::RerollGame;

/// A game that X wins in the left column.
fn won_game() -> GameRecord {
    let texts = ["a1", "b1", "a2", "b2", "a3"];
    let plies = texts.iter().enumerate().map(|(index, text)| RecordedPly {
        value: Some(0.1 * index as f64),
        nodes: 1000 + index as u64,
        time: Some(Duration::from_micros(1234 * index as u64)),
        ..RecordedPly::plain(Some(Seat::new(index % 2)), *text)
    });
    GameRecord {
        header: RecordHeader {
            game: "tictactoe".to_owned(),
            rules: 1,
            program: RecordHeader::this_program(),
            seed: Seed(u64::MAX),
            streams: Seed(7),
            take_backs: TakeBackSummary::default(),
            content: Vec::new(),
            opening: 0,
            seats: vec!["minimax".to_owned(), "Ada Lovelace".to_owned()],
        },
        plies: plies.collect(),
        dropouts: Vec::new(),
        ranks: Some(PerSeat::from_fn(2, |seat| seat.index() as u8)),
    }
}

#[test]
fn what_is_written_is_read_back_and_verified() {
    let record = won_game();
    let again = read(record.to_text().as_bytes()).unwrap();
    assert_eq!(again, record);
    let replay = replay(&again).unwrap();
    assert_eq!(replay.end.outcome().unwrap().winner(), Some(Seat::FIRST));
    assert_eq!(replay.start.plies(), 0);
}

/// The opening is part of the program name, so older programs can read the record.
#[test]
fn an_opening_is_told_where_other_readers_do_not_mind() {
    let mut record = won_game();
    let plain = record.to_text();
    record.header.opening = 2;
    let text = record.to_text();
    let again = read(text.as_bytes()).unwrap();
    assert_eq!(again, record);
    replay(&again).unwrap();
    let words = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.rsplit_once("  #").unwrap().0);
        lines.map(str::to_owned).collect()
    };
    let mut expected = words(&plain);
    expected[3].push_str(" opening=2");
    assert_eq!(words(&text), expected);
    for program in ["x opening=0", "x opening=02", "x opening=", "opening=2"] {
        record.header.program = program.to_owned();
        record.header.opening = 0;
        assert_eq!(read(record.to_text().as_bytes()).unwrap(), record);
    }
}

#[test]
fn one_changed_byte_is_found_in_its_line() {
    let text = won_game().to_text().into_bytes();
    let mut line = 1;
    for at in 0..text.len() {
        for other in [
            b'1',
            b'2',
            b' ',
            b'\n',
            b'x',
            b'#',
            0xff,
            text[at] ^ 1,
            text[at] ^ 0x20,
        ] {
            if other == text[at] {
                continue;
            }
            let mut changed = text.clone();
            changed[at] = other;
            let error = read(&changed).expect_err("a changed byte must be found");
            assert_eq!(error.line, line, "byte {at} changed to {other}: {error}");
        }
        line += usize::from(text[at] == b'\n');
    }
}

#[test]
fn removed_swapped_and_repeated_lines_are_found() {
    let text = won_game().to_text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 0..lines.len() - 1 {
        let mut removed = lines.clone();
        removed.remove(at);
        read(removed.concat().as_bytes()).unwrap_err();
        let mut swapped = lines.clone();
        swapped.swap(at, at + 1);
        read(swapped.concat().as_bytes()).unwrap_err();
        let mut repeated = lines.clone();
        repeated.insert(at, lines[at]);
        read(repeated.concat().as_bytes()).unwrap_err();
    }
}

#[test]
fn a_game_cut_off_after_a_move_is_an_unfinished_game() {
    let text = won_game().to_text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let cut = read(lines[..lines.len() - 2].concat().as_bytes()).unwrap();
    assert_eq!(cut.ranks, None);
    assert_eq!(
        replay(&cut).unwrap().end.history(),
        ["a1", "b1", "a2", "b2"]
    );

    let in_a_line = &text[..text.len() - 5];
    assert_eq!(read(in_a_line.as_bytes()).unwrap_err().line, lines.len());
}

/// Checks that a changed record with valid checksums is rejected by the rules.
#[track_caller]
fn forged(change: impl Fn(&mut GameRecord), error: &str) {
    let mut record = won_game();
    change(&mut record);
    let record = read(record.to_text().as_bytes()).unwrap();
    assert_eq!(replay(&record).unwrap_err().to_string(), error);
}

#[test]
fn forged_records_break_the_rules() {
    forged(
        |r| r.plies[1].text = "a1".into(),
        "line 10: a1 is already taken",
    );
    forged(
        |r| r.plies[2].text = "e5".into(),
        "line 11: expected a column from a to c, found 'e'",
    );
    forged(
        |r| r.plies[2].seat = Some(Seat::new(1)),
        "line 11: it is the move of seat 1",
    );
    forged(
        |r| r.plies[2].seat = None,
        "line 11: it is the move of seat 1",
    );
    forged(
        |r| r.plies.push(RecordedPly::plain(Some(Seat::new(1)), "c3")),
        "line 14: the game is over",
    );
    forged(
        |r| r.ranks = Some(PerSeat::filled(2, 0)),
        "line 14: the result is wrong: by the rules the ranks are 1 2",
    );
    forged(
        |r| r.ranks = None,
        "line 14: the game is over but the result is missing",
    );
    forged(
        |r| r.plies.truncate(3),
        "line 12: there is a result but the game is not over",
    );
    forged(
        |r| r.header.rules = 9,
        "line 3: played by version 9 of the rules, this program has version 1",
    );
    forged(
        |r| r.header.game = "tictactoe:x=1".into(),
        "line 2: tictactoe: unknown parameter 'x': there are no parameters here",
    );
    forged(
        |r| {
            r.header.seats.push("random".into());
            r.ranks = Some(PerSeat::filled(3, 0));
        },
        "line 9: tictactoe has 2 seats, the record 3",
    );
}

#[test]
fn rubbish_is_refused_without_panic() {
    for text in [
        "",
        "\n",
        "ludorum-record 1",
        "hello\nworld\n",
        "\u{0}",
        "  #00000000\n",
    ] {
        read(text.as_bytes()).unwrap_err();
    }
    let mut rng = Seed(4).rng();
    let valid = won_game().to_text().into_bytes();
    for _ in 0..2000 {
        let mut bytes = valid.clone();
        for _ in 0..1 + rng.below(20) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = rng.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, rng.below(256) as u8),
            }
        }
        let _ = read(&bytes);
    }
}

/// Joins lines to a file with valid checksums.
fn sealed<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut check = 0_u32;
    let mut text = String::new();
    for line in lines {
        let bytes = [&check.to_le_bytes()[..], line.as_bytes()].concat();
        check = crc32fast::hash(&bytes);
        text.push_str(&format!("{line}  #{check:08x}\n"));
    }
    text
}

/// Replaces a line of the won game, with valid checksums, and checks the error.
#[track_caller]
fn resealed(number: usize, line: &str, error: &str) {
    let text = won_game().to_text();
    let mut lines: Vec<&str> = text
        .lines()
        .map(|line| line.rsplit_once("  #").unwrap().0)
        .collect();
    assert_eq!(sealed(lines.iter().copied()), text);
    lines[number - 1] = line;
    let told = read(sealed(lines).as_bytes()).unwrap_err().to_string();
    assert!(
        told.starts_with(&format!("line {number}: ")) && told.contains(error),
        "{told}"
    );
}

#[test]
fn take_backs_are_kept_and_marked() {
    assert!(won_game().to_text().starts_with("ludorum-record 1 "));
    for (is_unrated, line) in [
        (false, "take-backs 3  #"),
        (true, "take-backs 3 unrated  #"),
    ] {
        let mut record = won_game();
        record.header.take_backs = TakeBackSummary {
            count: 3,
            is_unrated,
        };
        let text = record.to_text();
        assert!(text.starts_with("ludorum-record 2 ") && text.contains(line));
        assert_eq!(read(text.as_bytes()).unwrap(), record);
        let ply = text.lines().nth(record.line_of_ply(0) - 1).unwrap();
        assert!(ply.starts_with("1 a1 "), "{ply}");
    }
    // Version 1 has no take-backs.
    resealed(7, "take-backs 1", "expected a move");
}

#[test]
fn a_newer_format_asks_for_a_newer_program() {
    resealed(1, "ludorum-record 4", "use a newer ludorum");
}

#[test]
fn values_are_from_minus_one_to_one() {
    for value in ["nan", "inf", "-inf", "1.01", "-2", "", "x"] {
        let line = format!("1 a2 value={value}");
        resealed(11, &line, "is not a value from -1 to 1");
    }
    // Rounding errors of agents must not make a record unreadable.
    let mut record = won_game();
    record.plies[0].value = Some(1.0 + f64::EPSILON);
    record.plies[1].value = Some(f64::NAN);
    let record = read(record.to_text().as_bytes()).unwrap();
    assert_eq!(record.plies[0].value, Some(1.0));
    assert_eq!(record.plies[1].value, None);
}

#[test]
fn a_move_may_take_a_month() {
    let mut record = won_game();
    record.plies[0].time = Some(Duration::from_secs(30 * 24 * 3600));
    let record = read(record.to_text().as_bytes()).unwrap();
    assert!(record.plies[0].time > Some(Duration::from_secs(10 * 24 * 3600)));
}

#[test]
fn nothing_is_told_twice_of_a_move() {
    for twice in [
        "value=0 value=0",
        "nodes=0 nodes=5",
        "time=1s nodes=2 time=1s",
    ] {
        resealed(11, &format!("1 a2 {twice}"), "= is given twice");
    }
    resealed(
        11,
        "1 a2 nodes",
        "'' is not a whole number of the right size",
    );
    resealed(11, "1 a2 luck=3", "'luck=3' is not value=, nodes= or time=");
}

#[test]
fn whole_numbers_are_written_in_one_way() {
    for number in ["+1", "01", " 1", "-1", "1.0", "99999999999999999999"] {
        let is_refused = "is not a whole number of the right size";
        resealed(1, &format!("ludorum-record {number}"), is_refused);
        resealed(3, &format!("rules {number}"), is_refused);
        resealed(5, &format!("seed {number}"), is_refused);
        resealed(6, &format!("streams {number}"), is_refused);
        resealed(7, &format!("seat {number} minimax"), "expected 'seat 1");
        resealed(14, &format!("result {number} 2"), is_refused);
    }
    for number in ["+1", "01", "0", "3"] {
        resealed(
            11,
            &format!("{number} a2"),
            "expected a move such as '1 b2'",
        );
    }
    resealed(11, "1 a2 nodes=+5", "is not a whole number");
}

#[test]
fn control_characters_are_refused_wherever_they_are() {
    for control in ['\0', '\t', '\x1b', '\x7f', '\u{9b}'] {
        let code = format!("control character here: U+{:04X}", u32::from(control));
        resealed(4, &format!("program {control}[2J"), &code);
        resealed(8, &format!("seat 2 Ada{control}"), &code);
        resealed(11, &format!("1 a{control}2"), &code);
    }
}

#[test]
fn line_ends_of_windows_are_named() {
    let text = won_game().to_text().replace('\n', "\r\n");
    let error = read(text.as_bytes()).unwrap_err();
    assert_eq!(error.line, 1);
    assert!(error.message.contains("CR LF"), "{error}");
}

/// The example file of the documentation, between its first two code fences.
fn documented() -> &'static str {
    let text = include_str!("../../../docs/records.md");
    let text = text.split_once("```\n").unwrap().1;
    text.split_once("```").unwrap().0
}

#[test]
fn the_documented_example_is_a_record() {
    let record = read(documented().as_bytes()).unwrap();
    assert!(replay(&record).unwrap().end.outcome().is_some());
}

#[test]
fn a_record_cut_off_is_valid_where_the_description_says_so() {
    let lines: Vec<&str> = documented().split_inclusive('\n').collect();
    let (header, last) = (8, lines.len());
    for cut in 0..=last {
        let record = read(lines[..cut].concat().as_bytes());
        let is_valid = record.is_ok_and(|record| replay(&record).is_ok());
        let is_expected = (header..last - 1).contains(&cut) || cut == last;
        assert_eq!(is_valid, is_expected, "cut after line {cut}");
    }
}

#[test]
fn chance_events_are_moves_of_the_record() {
    let kind = CatalogEntry::new(Roster::<RerollGame>::chance(&GameKnowledge::none()));
    let mut record = won_game();
    record.header.game = "three-rolls".to_owned();
    let (me, chance) = (Some(Seat::FIRST), None);
    let texts = [(chance, "=2"), (me, "again"), (chance, "=6"), (me, "keep")];
    record.plies = texts
        .map(|(seat, text)| RecordedPly::plain(seat, text))
        .to_vec();
    let record = read(record.to_text().as_bytes()).unwrap();
    let replay = replay_in(kind.open("").unwrap(), &record).unwrap();
    assert_eq!(replay.end.history(), ["=2", "again", "=6", "keep"]);
}

/// A record of a game with plug-ins and without moves.
fn game_with_plugins() -> GameRecord {
    let variant = ludorum_catalog::open("sector66:template=thesis").unwrap();
    GameRecord {
        header: RecordHeader {
            game: variant.spec().to_owned(),
            rules: variant.rules_version(),
            program: RecordHeader::this_program(),
            seed: Seed(1),
            streams: Seed(2),
            take_backs: TakeBackSummary::default(),
            content: variant.content(),
            opening: 0,
            seats: vec!["Ada".to_owned(), "Bob".to_owned()],
        },
        plies: vec![RecordedPly::plain(Some(Seat::FIRST), "e2")],
        dropouts: Vec::new(),
        ranks: None,
    }
}

#[test]
fn records_name_templates_and_plugins_by_hash() {
    let record = game_with_plugins();
    let again = read(record.to_text().as_bytes()).unwrap();
    assert_eq!(again, record);
    replay(&again).unwrap();
    let content = &record.header.content;
    assert_eq!(
        content.len(),
        4,
        "a template and three plug-ins: {content:?}"
    );
    assert!(content.iter().all(|line| line.contains(" sha256:")));
}

#[test]
fn other_plugins_than_those_of_the_game_are_told() {
    let message = |change: fn(&mut Vec<String>)| {
        let mut record = game_with_plugins();
        change(&mut record.header.content);
        let again = read(record.to_text().as_bytes()).unwrap();
        replay(&again).unwrap_err().to_string()
    };
    let changed = message(|content| {
        let (name, _) = content[2].rsplit_once(' ').unwrap();
        content[2] = format!("{name} sha256:00");
    });
    assert!(
        changed.starts_with("line 9: played with plugin "),
        "{changed}"
    );
    assert!(
        changed.contains(" stun, sha256:00; here it has sha256:"),
        "{changed}"
    );
    let unknown = message(|content| content.push("plugin 0 nobody sha256:11".to_owned()));
    assert!(
        unknown.starts_with("line 11: played with plugin 0 nobody, sha256:11; it is not used here"),
        "{unknown}"
    );
    let missing = message(|content| content.truncate(2));
    assert!(
        missing.contains("which the record does not name"),
        "{missing}"
    );
}

#[test]
fn a_move_of_a_record_with_content_has_its_line() {
    let mut record = game_with_plugins();
    record
        .plies
        .push(RecordedPly::plain(Some(Seat::new(1)), "a1"));
    let again = read(record.to_text().as_bytes()).unwrap();
    let line = replay(&again).unwrap_err().line;
    let text = record.to_text();
    assert!(text.lines().nth(line - 1).unwrap().starts_with("2 a1"));
}

#[test]
fn whoever_left_the_game_is_recorded_with_their_own_place() {
    let mut record = won_game();
    record.dropouts = vec![
        RecordedDropout {
            seat: Seat::FIRST,
            place: 2,
            after: 3,
            cause: DropoutCause::Resigned,
            agent: Some("mcts:iterations=100".to_owned()),
        },
        RecordedDropout {
            seat: Seat::new(1),
            place: 1,
            after: 5,
            cause: DropoutCause::Left,
            agent: None,
        },
    ];
    let text = record.to_text();
    assert!(text.starts_with("ludorum-record 3 "), "{text}");
    let line = "\nout 1 place=2 after=3 cause=resigned agent=mcts:iterations=100  #";
    assert!(text.contains(line), "{text}");
    let again = read(text.as_bytes()).unwrap();
    assert_eq!(again, record);
    replay(&again).unwrap();
    // The result by the rules is still checked, on its own line.
    record.ranks = Some(PerSeat::from_fn(2, |seat| 1 - seat.index() as u8));
    let wrong = replay(&record).unwrap_err();
    let result = record.to_text().lines().count();
    assert_eq!(wrong.line, result, "{wrong}");
    record.ranks = None;
    record.plies.pop();
    record.dropouts.pop();
    replay(&read(record.to_text().as_bytes()).unwrap()).unwrap();
}

#[test]
fn what_is_said_of_those_who_left_is_read_strictly() {
    let refused = |dropout: &str| {
        let record = won_game();
        let text = record
            .to_text()
            .replacen("ludorum-record 1", "ludorum-record 3", 1);
        let lines = text.lines().map(|line| line.rsplit_once("  #").unwrap().0);
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        let at = lines.len() - 1;
        lines.insert(at, dropout.to_owned());
        let text = sealed(lines.iter().map(String::as_str));
        read(text.as_bytes()).map(|record| record.dropouts.len())
    };
    assert_eq!(refused("out 1 place=2 after=3 cause=left"), Ok(1));
    for bad in [
        "out 3 place=2 after=3 cause=left",
        "out 0 place=2 after=3 cause=left",
        "out 1 place=3 after=3 cause=left",
        "out 1 place=02 after=3 cause=left",
        "out 1 place=2 after=6 cause=left",
        "out 1 place=2 after=3 cause=bored",
        "out 1 place=2 after=3",
        "out 1 place=2 after=3 cause=left agent=",
        "out",
    ] {
        let error = refused(bad).unwrap_err();
        assert!(
            error.message.contains("expected 'out SEAT"),
            "{bad}: {error}"
        );
    }
}
