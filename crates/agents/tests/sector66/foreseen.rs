//! Tests of the champion's opponent model for several players.

use std::sync::Arc;

use ludorum_agents::sector66::{FixedChance, Sector66OpponentModelGame};
use ludorum_agents::wall_game::PrunedWallGame;
use ludorum_core::{Chance, Game, NodeKind, Notation, Seat, Seed};
use ludorum_games::sector66::{Move, State};
use ludorum_plugins::LuauContent;

use crate::boards::{Board, choose, game, player, position, random_positions};
use crate::champion::{GLUE, PIT, board};

const FOUR: &str = "sector66:template=thesis,players=4";

/// The opponent model for a search by the last seat.
fn opponent_model(game: &Board) -> Sector66OpponentModelGame<LuauContent> {
    let last = Seat::new(game.seats() - 1);
    let game = FixedChance::new(game);
    Sector66OpponentModelGame::new(Arc::new(PrunedWallGame { game }), last)
}

/// The modelled moves of the seat to move.
fn expected(game: &Board, state: &State) -> Vec<(Move, f64)> {
    let mut events = Vec::new();
    opponent_model(game).events(state, &mut events);
    events
}

/// Probability of the moves after which `holds` is true.
fn chance(game: &Board, state: &State, holds: impl Fn(&State) -> bool) -> f64 {
    let events = expected(game, state);
    let after = |mv| {
        let mut after = state.clone();
        game.make(&mut after, mv);
        after
    };
    let such = events.iter().filter(|&&(mv, _)| holds(&after(mv)));
    such.map(|(_, chance)| chance).sum()
}

#[test]
fn others_do_something_they_may_and_oneself_decides() {
    for spec in [FOUR, "sector66:template=everything,players=4,spells=4"] {
        let game = game(spec);
        let model = opponent_model(&game);
        let mut rng = Seed(1).rng();
        for seed in 0..3 {
            random_positions(&game, Seed(seed), |state| {
                if state.to_move() == Seat::new(3) {
                    assert_eq!(model.node(state), NodeKind::Decide(Seat::new(3)));
                    return;
                }
                assert_eq!(model.node(state), NodeKind::Chance);
                let (mut moves, mut events) = (Vec::new(), Vec::new());
                game.moves(state, &mut moves);
                model.events(state, &mut events);
                let all: f64 = events.iter().map(|(_, chance)| chance).sum();
                assert!((all - 1.0).abs() < 1e-9, "{all}");
                let likelier_first = |two: &[(Move, f64)]| two[0].1 >= two[1].1;
                assert!(events.windows(2).all(likelier_first));
                for &(mv, _) in &events {
                    assert!(moves.contains(&mv), "{}", game.print_move(mv));
                }
                let drawn = model.sample(state, &mut rng);
                assert!(events.iter().any(|&(mv, _)| mv == drawn));
            });
        }
    }
}

#[test]
fn draws_are_as_frequent_as_likely() {
    let game = game(FOUR);
    let state = game.initial(Seed(3));
    let model = opponent_model(&game);
    let mut rng = Seed(1).rng();
    let draws: Vec<Move> = (0..4000).map(|_| model.sample(&state, &mut rng)).collect();
    for (mv, chance) in expected(&game, &state) {
        let share = draws.iter().filter(|&&drawn| drawn == mv).count() as f64 / 4000.0;
        assert!((share - chance).abs() < 0.04, "{mv:?}: {share} {chance}");
    }
}

#[test]
fn who_can_arrive_does() {
    let game = game(FOUR);
    let arrives = |state: &State| chance(&game, state, |after| game.outcome(after).is_some());
    let step = position(&game, &[(0, "c8,b5,g9,h5"), (7, "-")]);
    assert!(arrives(&step) > 0.999);
    // A wall is in between, and the spell ignores walls.
    let spell = [(0, "c8,b5,g9,h5"), (2, "c8h"), (7, "-")];
    let without = position(&game, &spell);
    assert_eq!(arrives(&without), 0.0);
    let with = position(
        &game,
        &[spell[0], spell[1], spell[2], (8, "teleport,-,-,-")],
    );
    assert!(arrives(&with) > 0.999);
}

#[test]
fn who_moves_next_is_kept_from_arriving() {
    let game = game(FOUR);
    let stopped = |pawns, walls, seat: usize| {
        let state = position(&game, &[(0, pawns), (1, walls), (7, "-")]);
        assert_eq!(state.board().distance(Seat::new(seat)), 1);
        chance(&game, &state, |after| {
            after.board().distance(Seat::new(seat)) > 1
        })
    };
    let next = stopped("e2,h4,e9,g6", "5,1,5,5", 1);
    assert!(next > 0.5, "{next}");
    // The seat before will stop it.
    let last = stopped("e2,c5,e9,b7", "5,5,5,1", 3);
    assert!(last < next / 2.0, "{last} {next}");
    assert_eq!(stopped("e2,h4,e9,g6", "0,1,5,5", 1), 0.0);
}

#[test]
fn walls_are_built_against_who_stands_best() {
    let game = game(FOUR);
    // Seat 2 has all its walls and three steps to go; nobody is about to arrive.
    let state = position(&game, &[(0, "e2,f4,e8,g7"), (1, "2,5,2,2"), (7, "-")]);
    let before = |seat| state.board().distance(seat);
    let longer = |seat: Seat| {
        chance(&game, &state, |after| {
            after.board().distance(seat) > before(seat)
        })
    };
    let leader = longer(Seat::new(1));
    assert!(leader > 0.1, "{leader}");
    for other in [2, 3].map(Seat::new) {
        assert!(longer(other) < leader / 2.0, "{other:?}: {}", longer(other));
    }
}

#[test]
fn spells_with_few_targets_are_listed_as_they_are_among_the_moves() {
    let game = game("sector66:template=everything,players=4,spells=4");
    let rules = game.rules();
    let mut left_out = 0;
    random_positions(&game, Seed(5), |state| {
        let (mut moves, mut all, mut few) = (Vec::new(), Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        moves.retain(|mv| matches!(mv, Move::Cast(..)));
        rules.list_casts_on_few(state, usize::MAX, &mut all);
        rules.list_casts_on_few(state, 12, &mut few);
        if !rules.pawn_steps(state).is_empty() {
            assert_eq!(all, moves);
        }
        assert!(few.iter().all(|mv| all.contains(mv)));
        left_out += all.len() - few.len();
    });
    assert!(left_out > 0);
}

#[test]
fn the_champion_among_four_stops_who_would_arrive_and_arrives_if_it_can() {
    let game = game(FOUR);
    let ask = |state: &State| {
        let mut champion = player(&game, "champion", "nodes=3000");
        choose(&mut *champion, &game, state, 1).best
    };
    let state = position(&game, &[(0, "e2,h4,e8,g7"), (1, "2,2,2,2"), (7, "-")]);
    let mut after = state.clone();
    game.make(&mut after, ask(&state));
    assert!(after.board().distance(Seat::new(1)) > 1);

    let state = position(&game, &[(0, "c8,h4,e8,g7"), (7, "-")]);
    after.clone_from(&state);
    game.make(&mut after, ask(&state));
    let winner = game.outcome(&after).and_then(|outcome| outcome.winner());
    assert_eq!(winner, Some(Seat::FIRST));
}

#[test]
fn the_champion_among_four_looks_for_something_better_when_it_is_ahead() {
    let game = game(FOUR);
    let state = position(&game, &[(0, "e6,b5,e8,h5"), (1, "3,0,0,0"), (7, "-")]);
    let mut champion = player(&game, "champion", "nodes=3000");
    let choice = choose(&mut *champion, &game, &state, 1);
    let tried = choice
        .candidates
        .iter()
        .filter(|candidate| candidate.visits > 0);
    assert!(tried.count() >= 5, "{:?}", choice.candidates);
}

/// Probability of a step.
fn step(game: &Board, state: &State, to: &str) -> f64 {
    let events = expected(game, state);
    let such = events.iter().find(|&&(mv, _)| game.print_move(mv) == to);
    such.map_or(0.0, |&(_, chance)| chance)
}

#[test]
fn others_know_the_way_around_fields_that_lead_astray() {
    let row = "pit = [\"b5\", \"c5\", \"d5\", \"e5\", \"f5\", \"g5\", \"h5\"]";
    let game = board("field", "pit", PIT, row);
    // By straight-line distance c4 and e4 are equally far.
    let state = position(&game, &[(0, "d4,a9"), (1, "0,0")]);
    let (nearer, further) = (step(&game, &state, "c4"), step(&game, &state, "e4"));
    assert!(nearer > 10.0 * further, "{nearer} {further}");
    assert!(step(&game, &state, "d5") < 0.01);
}

#[test]
fn others_do_not_lose_turns_for_a_step() {
    let game = board("field", "glue", GLUE, "glue = [\"e5\"]");
    let state = position(&game, &[(0, "e4,a9"), (1, "0,0")]);
    let (around, into) = (step(&game, &state, "d4"), step(&game, &state, "e5"));
    assert!(around > 2.0 * into, "{around} {into}");
}
