//! Every illegal attack is rejected with its own reason, and the position does not change.

use std::collections::HashSet;

use ludorum_core::{Game, Notation, Seed};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Area, Move, State};

/// Reason for a rejection: the message, and the code for programs.
fn refused(game: &DiceWars, state: &State, text: &str) -> (String, Option<&'static str>) {
    let before = state.clone();
    let verdict = game
        .parse_move(text)
        .and_then(|mv| game.check_move(state, mv));
    assert_eq!(*state, before);
    let error = verdict.expect_err(text);
    (error.to_string(), error.code())
}

fn refusal(game: &DiceWars, state: &State, text: &str) -> String {
    refused(game, state, text).0
}

/// Text of an attack between the first pair of areas that satisfies a condition.
fn pair(state: &State, holds: impl Fn(Area, Area) -> bool) -> String {
    let all = state.board().all();
    let (from, to) = all
        .flat_map(|from| all.map(move |to| (from, to)))
        .find(|&(from, to)| holds(from, to))
        .expect("there is such a pair");
    format!("{from}>{to}")
}

/// True if all languages of the page have a message for the code `why`.
fn is_said(why: &str) -> bool {
    let languages = [
        include_str!("../../../../../content/locales/en.ftl"),
        include_str!("../../../../../content/locales/cs.ftl"),
    ];
    let line = format!("\nwhy-{why} = ");
    languages.iter().all(|language| language.contains(&line))
}

#[test]
fn every_bad_attack_has_a_reason_of_its_own() {
    let game = super::dicewars("dicewars");
    let state = game.initial(Seed(1));
    let seat = state.turn();
    let own = |area| state.owner(area) == seat;
    let touch = |from, to| state.board().touching(from).has(to);
    let strong = |area| state.dice(area) > 1;
    let cases = [
        (
            pair(&state, |a, b| own(a) && own(b) && touch(a, b) && strong(a)),
            "is your own",
            Some("area-own"),
        ),
        (
            pair(&state, |a, b| {
                own(a) && !own(b) && !touch(a, b) && strong(a)
            }),
            "do not touch",
            Some("areas-apart"),
        ),
        (
            pair(&state, |a, b| {
                own(a) && !own(b) && touch(a, b) && !strong(a)
            }),
            "one die only",
            Some("one-die"),
        ),
        (
            pair(&state, |a, b| !own(a) && own(b) && touch(a, b) && strong(a)),
            "turn of seat 1",
            Some("area-of-other"),
        ),
        ("1>32".to_owned(), "there is no area 32", Some("no-area")),
        ("1>33".to_owned(), "an area is a number from 1 to 32", None),
        (
            "won".to_owned(),
            "that is a chance event",
            Some("not-for-players"),
        ),
        (
            "attack".to_owned(),
            "a move is an attack such as 12>7, or end",
            None,
        ),
    ];
    let mut reasons = HashSet::new();
    for (text, part, word) in cases {
        let (reason, why) = refused(&game, &state, &text);
        assert!(reason.contains(part), "{text}: {reason}");
        assert_eq!(why, word, "{text}");
        assert!(word.is_none_or(is_said), "{text}: {word:?}");
        assert!(reasons.insert(reason), "two reasons are the same");
    }
}

#[test]
fn moves_while_dice_are_rolled_and_after_the_end_are_refused() {
    let game = super::dicewars("dicewars:cap=1");
    let mut state = game.initial(Seed(1));
    let attack = Move::Attack(state.possible_attacks().next().unwrap());
    let text = game.print_move(attack);
    game.make(&mut state, attack);
    let (reason, why) = refused(&game, &state, &text);
    assert!(reason.contains("being rolled"), "{reason}");
    assert!(why.is_some_and(is_said), "{why:?}");
    let reason = refusal(&game, &state, "end");
    assert!(reason.contains("being rolled"), "{reason}");
    game.make(&mut state, Move::Lost);
    let over = ("the game is over".to_owned(), Some("game-over"));
    assert_eq!(refused(&game, &state, &text), over);
    assert_eq!(refused(&game, &state, "end"), over);

    let game = super::dicewars("dicewars");
    let mut state = game.initial(Seed(1));
    game.make(&mut state, Move::End);
    for text in ["end", "won", &text, "+", "+1:7,2:7,3:7"] {
        let reason = refusal(&game, &state, text);
        assert!(reason.contains("new dice"), "{text}: {reason}");
    }
}

#[test]
fn positions_no_game_comes_to_are_refused() {
    let game = super::dicewars("dicewars:areas=6");
    let text = game.print_position(&game.initial(Seed(1)));
    let parts: Vec<&str> = text.split('/').collect();
    let with = |part: usize, other: &str| {
        let mut parts = parts.clone();
        parts[part] = other;
        parts.join("/")
    };
    let torn = parts[0].replacen('.', "6", 1);
    for (text, reason) in [
        (
            with(0, "1"),
            "a board is 28 rows of 32 signs, with commas between (column 1)",
        ),
        (
            with(0, &parts[0].replace('6', ".")),
            "the board has 5 areas",
        ),
        (
            with(0, &parts[0].replace('1', "2")),
            "areas are numbered in the order",
        ),
        (with(0, &torn), "numbered in the order"),
        (with(1, "A1A1A1A1A1A1"), ""),
        (with(1, "A1A1A1A1B1B9"), "an area has 1 to 8 dice"),
        (with(1, "A1A1A1A1B1C1"), "an owner is a letter from A"),
        (
            with(1, "A1A1A1A1B1"),
            "there must be an owner and dice for 6 areas",
        ),
        (
            with(1, "B1B1B1B1B1B1"),
            "a player without areas has no turn and no reserve",
        ),
        (
            with(2, "0"),
            "there is a reserve of 0 to 64 dice for each player",
        ),
        (
            with(2, "0,65"),
            "there is a reserve of 0 to 64 dice for each player",
        ),
        (with(3, "3"), "there is no such player"),
        (with(4, "roll"), "the phase is move, roll:12>7 or grow"),
        (with(4, "roll:9>1"), "there is no area 9"),
        (with(5, "10001"), "the number of attacks is invalid"),
        (
            with(5, "1"),
            "there is a last attack exactly if there were attacks",
        ),
        (
            with(6, "18"),
            "the game would have been over after so many idle turns",
        ),
        (with(6, "0"), "no attack was made in this turn"),
        (with(7, "1>2:A66-B1"), "there is a last attack just when"),
        (with(7, "1>1:A66-B1"), "the last attack is such as"),
        (with(7, "1>2:A67-B1"), "the last attack is such as"),
    ] {
        match game.parse_position(&text) {
            Ok(state) => {
                assert_eq!(reason, "", "{text}");
                assert!(game.outcome(&state).is_some(), "one seat owns everything");
            }
            Err(error) => {
                let error = error.to_string();
                let fits = error.contains(reason) && !reason.is_empty();
                // Which of two reasons is reported first for the last attack depends on the seed.
                let either = reason.contains("last attack") && error.contains("last attack");
                assert!(fits || either, "{text}: {error}, expected {reason}");
            }
        }
    }
}
