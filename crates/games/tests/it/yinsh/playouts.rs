//! Random playouts have the same distribution as uniform choice from the list of legal moves. Near
//! the end they are compared with exact probabilities, complete games with games played move by
//! move.

use std::collections::BTreeMap;

use ludorum_core::{Game, Notation, Rng, Seed};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{MARKERS, State, YinshTurnStep};

use super::plain::Plain;
use super::{legal_moves, yinsh};

/// End of a game: the winner (2 for a draw) and the number of moves.
type Ending = (usize, u64);

fn ending_of_playout(game: &Yinsh, state: &State, rng: &mut Rng) -> Ending {
    let (outcome, plies) = game.random_playout(state, rng);
    (outcome.winner().map_or(2, |seat| seat.index()), plies)
}

fn ending_of_list(game: &Yinsh, state: &State, rng: &mut Rng) -> Ending {
    let mut state = *state;
    let mut plies = 0;
    loop {
        let moves = legal_moves(game, &state);
        let Some(&mv) = rng.pick(&moves) else {
            let outcome = game.outcome(&state).expect("the game is over");
            return (outcome.winner().map_or(2, |seat| seat.index()), plies);
        };
        game.make(&mut state, mv);
        plies += 1;
    }
}

/// Adds the exact probabilities of all endings reachable from `board` to `of`.
fn odds(board: &Plain, plies: u64, share: f64, of: &mut BTreeMap<Ending, f64>) {
    if let Some(winner) = board.result() {
        *of.entry((winner, plies)).or_default() += share;
        return;
    }
    let moves = board.moves();
    for mv in &moves {
        let mut child = board.clone();
        child.play(mv);
        odds(&child, plies + 1, share / moves.len() as f64, of);
    }
}

/// Upper bound of a chi-square statistic at six standard deviations (Wilson and Hilferty 1931).
fn chi_square_bound(degrees: usize) -> f64 {
    let degrees = degrees as f64;
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 6.0 * spread.sqrt()).powi(3)
}

/// Chi-square statistic of the counts and its degrees of freedom; rare endings are pooled.
fn distance(
    counts: &BTreeMap<Ending, u32>,
    odds: &BTreeMap<Ending, f64>,
    samples: f64,
) -> (f64, usize) {
    let (mut sum, mut cells) = (0.0, 0_usize);
    let mut rare = (0.0, 0.0);
    for (ending, odds) in odds {
        let count = f64::from(counts.get(ending).copied().unwrap_or(0));
        let expected = odds * samples;
        if expected < 5.0 {
            rare = (rare.0 + count, rare.1 + expected);
            continue;
        }
        sum += (count - expected).powi(2) / expected;
        cells += 1;
    }
    if rare.1 >= 5.0 {
        sum += (rare.0 - rare.1).powi(2) / rare.1;
        cells += 1;
    }
    (sum, cells.saturating_sub(1))
}

/// Samples positions of one-ring games two markers before the end.
fn positions_near_the_end(game: &Yinsh, rng: &mut Rng) -> Vec<State> {
    let mut found = Vec::new();
    while found.len() < 25 {
        let mut state = game.initial(Seed(1));
        while let Some(&mv) = rng.pick(&legal_moves(game, &state)) {
            if state.all_markers().count() == MARKERS - 2 && state.step() == YinshTurnStep::Move {
                found.push(state);
                break;
            }
            game.make(&mut state, mv);
        }
    }
    found
}

#[test]
fn endings_have_the_odds_of_the_plain_rules() {
    let samples = 2_000;
    let game = yinsh("yinsh:rings_to_win=1");
    let mut rng = Seed(4).rng();
    let (mut sum, mut degrees) = (0.0, 0);
    for state in positions_near_the_end(&game, &mut rng) {
        let text = game.print_position(&state);
        let mut exact = BTreeMap::new();
        odds(&Plain::read(1, &text), 0, 1.0, &mut exact);
        let mut counts: BTreeMap<Ending, u32> = BTreeMap::new();
        for _ in 0..samples {
            let ending = ending_of_playout(&game, &state, &mut rng);
            *counts.entry(ending).or_default() += 1;
        }
        let impossible = counts.keys().find(|ending| !exact.contains_key(ending));
        assert_eq!(impossible, None, "{text}");
        let (far, cells) = distance(&counts, &exact, f64::from(samples));
        sum += far;
        degrees += cells;
    }
    assert!(degrees >= 20, "{degrees} degrees of freedom");
    assert!(
        sum < chi_square_bound(degrees),
        "{sum} with {degrees} degrees of freedom"
    );
}

#[test]
fn whole_games_end_as_those_played_move_by_move() {
    let samples = 6_000;
    for (spec, moves) in [
        ("yinsh", ""),
        ("yinsh:rings_to_win=1", ""),
        ("yinsh", "e5 g7 d4 f8 h8 d6 g5 e8 c3 i7 e5-e6"),
    ] {
        let game = yinsh(spec);
        let mut state = game.initial(Seed(1));
        for word in moves.split_whitespace() {
            let mv = game.parse_move(word).expect("a move");
            game.make(&mut state, mv);
        }
        let mut rng = Seed(5).rng();
        let mut counts: BTreeMap<Ending, [f64; 2]> = BTreeMap::new();
        for _ in 0..samples {
            counts
                .entry(ending_of_playout(&game, &state, &mut rng))
                .or_default()[0] += 1.0;
            counts
                .entry(ending_of_list(&game, &state, &mut rng))
                .or_default()[1] += 1.0;
        }
        // Chi-square of two samples of equal size: squared difference divided by the sum.
        let (mut sum, mut cells, mut rare) = (0.0, 0, [0.0; 2]);
        for [ours, theirs] in counts.into_values() {
            if ours + theirs < 10.0 {
                rare = [rare[0] + ours, rare[1] + theirs];
            } else {
                sum += (ours - theirs).powi(2) / (ours + theirs);
                cells += 1;
            }
        }
        if rare[0] + rare[1] >= 10.0 {
            sum += (rare[0] - rare[1]).powi(2) / (rare[0] + rare[1]);
            cells += 1;
        }
        assert!(cells > 10, "{spec}: {cells}");
        assert!(
            sum < chi_square_bound(cells - 1),
            "{spec}: {sum} in {cells} cells"
        );
    }
}

/// With few legal moves, playouts list moves instead of sampling them; without any they pass.
#[test]
fn positions_with_hardly_a_move_are_played_out() {
    let game = yinsh("yinsh");
    let file = std::fs::read_to_string("tests/yinsh.cases").expect("the case file");
    let mut stuck = 0;
    let mut rng = Seed(6).rng();
    for text in file
        .lines()
        .filter_map(|line| line.strip_prefix("position "))
    {
        let Ok(state) = game.parse_position(text) else {
            continue;
        };
        let moves = legal_moves(&game, &state);
        if moves == [ludorum_games::yinsh::Move::Pass] {
            stuck += 1;
            let (_, plies) = game.random_playout(&state, &mut rng);
            assert!(plies >= 1, "{text}");
        }
    }
    assert!(stuck >= 6, "{stuck} positions");
}
