//! Records as files: what is written is read back, and what was changed is found.

use std::time::Duration;

use ludorum_agents::{Knowledge, Roster};
use ludorum_catalog::GameKind;
use ludorum_core::{PerSeat, Seat, Seed};
use ludorum_record::{Header, Ply, Record, read, replay, replay_in};
use ludorum_testkit::toys::ThreeRolls;

/// X wins in the left column.
fn won_game() -> Record {
    let texts = ["a1", "b1", "a2", "b2", "a3"];
    let plies = texts.iter().enumerate().map(|(index, text)| Ply {
        value: Some(0.1 * index as f64),
        nodes: 1000 + index as u64,
        time: Some(Duration::from_micros(1234 * index as u64)),
        ..Ply::plain(Some(Seat::new(index % 2)), *text)
    });
    Record {
        header: Header {
            game: "tictactoe".to_owned(),
            rules: 1,
            program: Header::this_program(),
            seed: Seed(u64::MAX),
            streams: Seed(7),
            seats: vec!["minimax".to_owned(), "Ada Lovelace".to_owned()],
        },
        plies: plies.collect(),
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

/// Someone changes a record and its checksums with it: the rules still tell.
#[track_caller]
fn forged(change: impl Fn(&mut Record), error: &str) {
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
        "line 11: a column is a to c (column 1)",
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
        |r| r.plies.push(Ply::plain(Some(Seat::new(1)), "c3")),
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

#[test]
fn a_newer_format_asks_for_a_newer_program() {
    let text = won_game()
        .to_text()
        .replace("ludorum-record 1", "ludorum-record 2");
    // The checksum of the changed line, as a newer program would have written it.
    let error = read(text.as_bytes()).unwrap_err().to_string();
    let sum = error
        .rsplit_once("gives #")
        .unwrap()
        .1
        .trim_end_matches(')');
    let first = format!("ludorum-record 2  #{sum}\n");
    let error = read(first.as_bytes()).unwrap_err();
    assert!(error.message.contains("use a newer ludorum"), "{error}");
}

#[test]
fn chance_events_are_moves_of_the_record() {
    let kind = GameKind::new(Roster::<ThreeRolls>::chance(&Knowledge::none()));
    let mut record = won_game();
    record.header.game = "three-rolls".to_owned();
    let (me, chance) = (Some(Seat::FIRST), None);
    let texts = [(chance, "=2"), (me, "again"), (chance, "=6"), (me, "keep")];
    record.plies = texts.map(|(seat, text)| Ply::plain(seat, text)).to_vec();
    let record = read(record.to_text().as_bytes()).unwrap();
    let replay = replay_in(kind.open("").unwrap(), &record).unwrap();
    assert_eq!(replay.end.history(), ["=2", "again", "=6", "keep"]);
}
