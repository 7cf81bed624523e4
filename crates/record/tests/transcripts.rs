//! Transcripts: games as plain lists of moves, written and read back.

use ludorum_catalog::open;
use ludorum_core::{NodeKind, Seed};
use ludorum_record::{
    GameRecord, RecordHeader, RecordedPly, TakeBackSummary, TranscriptReplayOverrides,
    read_transcript, replay,
};

/// A random game of at most this many moves.
fn random_game(spec: &str, seed: Seed, most: usize) -> GameRecord {
    let variant = open(spec).unwrap();
    let mut position = variant.start(seed);
    let mut rng = seed.child("moves", 0).rng();
    let mut plies = Vec::new();
    while plies.len() < most && position.node() != NodeKind::Over {
        let (seat, text) = match position.node() {
            NodeKind::Chance => (None, position.play_chance(&mut rng)),
            NodeKind::Decide(seat) => {
                let place = rng.below(position.move_count());
                let text = position.move_text(place);
                position.play(place);
                (Some(seat), text)
            }
            NodeKind::Over => break,
        };
        plies.push(RecordedPly::plain(seat, text));
    }
    GameRecord {
        header: RecordHeader {
            game: variant.spec().to_owned(),
            rules: variant.rules_version(),
            program: RecordHeader::this_program(),
            seed,
            streams: Seed(0),
            take_backs: TakeBackSummary::default(),
            content: variant.content(),
            opening: 0,
            seats: (1..=variant.seats())
                .map(|n| format!("Ada the {n}"))
                .collect(),
        },
        plies,
        dropouts: Vec::new(),
        ranks: position.outcome().map(|outcome| outcome.ranks()),
    }
}

/// The games without content files.
const GAMES: [&str; 9] = [
    "tictactoe",
    "quoridor:size=3",
    "quoridor:size=5,notation=compass",
    "quoridor:size=11",
    "quoridor:players=4,size=5",
    "yinsh",
    "colonizers",
    "dicewars",
    "sector66",
];

#[test]
fn transcripts_are_read_back_for_every_game() {
    for game in GAMES {
        for number in 0..4 {
            let record = random_game(game, Seed(number), 30 + 60 * number as usize);
            let text = record.to_transcript();
            let again = read_transcript(&text, TranscriptReplayOverrides::default());
            assert_eq!(
                again.unwrap_or_else(|error| panic!("{error}\n{text}")),
                record
            );
        }
    }
}

/// The example of section 2.1 of the thesis.
#[test]
fn rounds_are_numbered_as_in_the_thesis() {
    let given = TranscriptReplayOverrides {
        game: Some("quoridor:size=5"),
        seed: None,
    };
    let record = read_transcript("1.c2c4 2.c3b4", given).unwrap();
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!(moves, ["c2", "c4", "c3", "b4"]);
    let transcript = record.to_transcript();
    assert!(transcript.ends_with("\n1.c2c4 2.c3b4\n"), "{transcript}");
    // With spaces, without round numbers, and with separate round numbers.
    for text in [
        "1. c2 c4 2. c3 b4",
        "c2 c4 c3 b4",
        "c2c4c3b4",
        "1.c2\nc4\n2.c3 b4",
    ] {
        assert_eq!(
            read_transcript(text, given).unwrap().plies,
            record.plies,
            "{text}"
        );
    }
    let walls = TranscriptReplayOverrides {
        game: Some("quoridor:size=5,notation=compass"),
        seed: None,
    };
    let record = read_transcript("1.c4Na2E 2.d2Sb5", walls).unwrap();
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!(
        moves,
        ["c4N", "a2E", "d1N", "b5"],
        "as the game writes them"
    );
}

#[test]
fn games_are_written_in_every_notation_and_back() {
    const NOTATIONS: [&str; 4] = ["ours", "compass", "upper-left", "lower-left"];
    for number in 0..6 {
        let record = random_game("quoridor:size=7", Seed(100 + number), 60);
        for notation in NOTATIONS {
            let other = record.in_notation(notation).unwrap();
            replay(&other).unwrap();
            assert_eq!(other.in_notation("ours").unwrap(), record, "{notation}");
            for third in NOTATIONS {
                let third = other.in_notation(third).unwrap();
                assert_eq!(third.in_notation(notation).unwrap(), other);
            }
        }
        let compass = record.in_notation("compass").unwrap();
        let walls = |record: &GameRecord| {
            let plies = record.plies.iter().enumerate();
            let walls = plies.filter(|(_, ply)| ply.text.ends_with(char::is_alphabetic));
            walls.map(|(at, _)| at).collect::<Vec<_>>()
        };
        assert_eq!(walls(&compass), walls(&record));
        assert!(
            walls(&record)
                .iter()
                .all(|&at| compass.plies[at].text.ends_with(['N', 'E']))
        );
    }
    let error = random_game("tictactoe", Seed(1), 9)
        .in_notation("compass")
        .unwrap_err();
    assert!(error.message.contains("notation"), "{error}");
}

#[test]
fn a_wrong_transcript_is_refused_with_its_line_and_the_reason() {
    let given = TranscriptReplayOverrides {
        game: Some("quoridor:size=5"),
        seed: None,
    };
    for (text, line, reason) in [
        ("1.c2c4\n2.c3c3", 2, "move 4, c3: there is a pawn on c3"),
        (
            "1.c2c4\n\n2.c3z9",
            3,
            "a square starts with a column from a to e",
        ),
        ("1.e9", 1, "a column is followed by a row from 1 to 5"),
        ("# seat 3 Ada\n1.c2", 1, "there is no seat 3"),
        ("# seed x\n1.c2", 1, "a seed is a whole number"),
        ("1.c2c4\n# result 1 2", 2, "none, as the game is not over"),
        ("1.*c2", 1, "a player is to move, not chance"),
    ] {
        let error = read_transcript(text, given).unwrap_err();
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.message.contains(reason), "{text}: {error}");
    }
    let error = read_transcript("1.c2c4", TranscriptReplayOverrides::default()).unwrap_err();
    assert!(error.message.contains("# game "), "{error}");
    let error =
        read_transcript("# game go\n1.c2", TranscriptReplayOverrides::default()).unwrap_err();
    assert_eq!(error.line, 1, "{error}");
}
