//! The rules compared with the reference implementation, position by position.

use std::collections::BTreeSet;

use ludorum_core::{Game, Notation, Rng, Seed};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, State, YinshTurnStep};

use super::plain::{Plain, Todo};
use super::{legal_moves, yinsh};

/// Coverage counters, so that a test that covers nothing fails.
#[derive(Debug, Default)]
struct Seen {
    rows: u64,
    choices_of_row: u64,
    rows_of_the_other: u64,
    rows_of_both: u64,
    second_rows: u64,
    passes: u64,
    ends_by_rings: u64,
    ends_by_markers: u64,
    last_marker_makes_row: u64,
}

/// Picks a random move, or with probability 1 in `taste` one of those that complete a row.
fn pick(game: &Yinsh, state: &State, moves: &[Move], rng: &mut Rng, taste: usize) -> Move {
    if rng.below(taste) == 0 {
        let makes_row = |mv: &&Move| {
            let mut after = *state;
            game.make(&mut after, **mv);
            after.step().is_row()
        };
        let rows: Vec<Move> = moves.iter().filter(makes_row).copied().collect();
        if let Some(&mv) = rng.pick(&rows) {
            return mv;
        }
    }
    *rng.pick(moves).expect("a move")
}

/// Plays a random game in both implementations and compares every position.
fn compare_game(game: &Yinsh, seed: Seed, taste: usize, seen: &mut Seen) {
    let mut rng = seed.rng();
    let mut state = game.initial(seed);
    let mut plain = Plain::new(usize::from(game.rings_to_win()));
    loop {
        let text = game.print_position(&state);
        assert_eq!(text, plain.text());
        let read = game.parse_position(&text);
        assert_eq!(read.as_ref(), Ok(&state), "{text}");
        let winner = game.outcome(&state).map(|outcome| {
            let winner = outcome.winner();
            winner.map_or(2, |seat| seat.index())
        });
        assert_eq!(winner, plain.result(), "{text}");

        let moves = legal_moves(game, &state);
        let ours: BTreeSet<String> = moves.iter().map(|&mv| game.print_move(mv)).collect();
        let theirs: BTreeSet<String> = plain.moves().into_iter().collect();
        assert_eq!(ours, theirs, "{text}");
        assert_eq!(ours.len(), moves.len(), "{text}");
        look(&state, &plain, &moves, seen);
        if moves.is_empty() {
            return;
        }
        let mv = pick(game, &state, &moves, &mut rng, taste);
        plain.play(&game.print_move(mv));
        game.make(&mut state, mv);
    }
}

fn look(state: &State, plain: &Plain, moves: &[Move], seen: &mut Seen) {
    let rows = plain.todo() == Todo::Row && state.step() != YinshTurnStep::Over;
    let other = plain.rows(1 - plain.seat());
    seen.rows += u64::from(rows);
    seen.choices_of_row += u64::from(rows && moves.len() > 1);
    seen.rows_of_the_other += u64::from(rows && plain.is_reply());
    seen.rows_of_both += u64::from(rows && !plain.is_reply() && !other.is_empty());
    let second = state.step().is_ring() && !plain.rows(plain.seat()).is_empty();
    seen.second_rows += u64::from(second);
    seen.passes += u64::from(moves == [Move::Pass]);
    let is_full = plain.markers_on_board() == 51;
    seen.last_marker_makes_row += u64::from(rows && is_full);
    seen.ends_by_markers += u64::from(state.step() == YinshTurnStep::Over && is_full);
    seen.ends_by_rings += u64::from(state.step() == YinshTurnStep::Over && !is_full);
}

fn compare_games(games: u64, seed: Seed) -> Seen {
    let mut seen = Seen::default();
    for index in 0..games {
        let spec = if index % 5 == 0 {
            "yinsh:rings_to_win=1"
        } else {
            "yinsh"
        };
        let taste = [1, 3, 1000][index as usize % 3];
        compare_game(&yinsh(spec), seed.child("game", index), taste, &mut seen);
    }
    seen
}

#[test]
fn games_go_as_the_plain_rules_say() {
    let seen = compare_games(100, Seed(1));
    assert!(
        seen.rows > 50 && seen.rows_of_the_other > 0 && seen.choices_of_row > 0,
        "{seen:?}"
    );
    assert!(
        seen.ends_by_markers > 5 && seen.ends_by_rings > 5,
        "{seen:?}"
    );
}

#[test]
#[ignore = "long: 10,000 games on a slow board"]
fn ten_thousand_games_go_as_the_plain_rules_say() {
    let seen = compare_games(10_000, Seed(2));
    let counts = [
        seen.rows,
        seen.choices_of_row,
        seen.rows_of_the_other,
        seen.rows_of_both,
        seen.second_rows,
        seen.ends_by_rings,
        seen.ends_by_markers,
        seen.last_marker_makes_row,
    ];
    assert!(counts.iter().all(|&count| count > 0), "{seen:?}");
}

/// Perft numbers of the case file agree with the reference implementation.
#[test]
fn perft_numbers_are_those_of_the_plain_rules() {
    let file = std::fs::read_to_string("tests/yinsh.cases").expect("the case file");
    let mut cases = 0;
    let mut plain = Plain::new(3);
    for line in file.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "game" => {
                let is_blitz = rest.contains("rings_to_win=1");
                plain = Plain::new(if is_blitz { 1 } else { 3 });
            }
            "position" => {
                let wanted = if plain == Plain::new(1) { 1 } else { 3 };
                plain = Plain::read(wanted, rest);
            }
            "moves" => rest.split(' ').for_each(|mv| plain.play(mv)),
            "perft" => {
                cases += 1;
                for (depth, count) in (1..).zip(rest.split(' ')) {
                    let count: u64 = count.parse().expect("a number");
                    // The reference implementation is slow, so only small counts are compared.
                    if count <= 30_000 {
                        assert_eq!(plain.perft(depth), count, "{} {depth}", plain.text());
                    }
                }
            }
            _ => {}
        }
    }
    assert!(cases >= 30, "{cases} cases");
}
