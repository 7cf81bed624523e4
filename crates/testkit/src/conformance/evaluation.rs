//! Properties of evaluations and of lists of randomisable moves.

use std::collections::HashSet;

use ludorum_core::{Evaluate, NodeKind, Notation, Randomisable, Seed, WIN};

use super::{CheckResult, ensure};

/// Checks the contract of an evaluation in every position of `games` random games: points from
/// `-WIN / 2` to `WIN / 2`, zero-sum for two seats, deterministic, with a positive scale.
///
/// # Panics
/// If a property fails; the message gives the moves that led to the position.
pub fn evaluation_conforms<G: Notation, E: Evaluate<G>>(
    game: &G,
    evaluation: &E,
    seed: Seed,
    games: u32,
) {
    let scale = evaluation.scale();
    assert!(
        scale > 0,
        "the scale of an evaluation is positive, not {scale}"
    );
    for_every_position(game, seed, games, |state| {
        if game.node(state) == NodeKind::Over {
            return Ok(());
        }
        let points = evaluation.points(game, state);
        let seats = game.seats();
        ensure(points.seats() == seats, || {
            format!("{points:?} are points for {seats} seats")
        })?;
        ensure(points.iter().all(|points| points.abs() <= WIN / 2), || {
            format!("{points:?} are not between {} and {}", -WIN / 2, WIN / 2)
        })?;
        ensure(seats != 2 || points.iter().sum::<i32>() == 0, || {
            format!("{points:?} of two seats do not sum to zero")
        })?;
        ensure(evaluation.points(game, &state.clone()) == points, || {
            "a position is not worth the same twice".to_owned()
        })
    });
}

/// Checks in every position of `games` random games that the moves listed by [`Randomisable`] are
/// legal and distinct.
///
/// # Panics
/// If a listed move is illegal or listed twice; the message gives the moves before it.
pub fn randomisable_conforms<G: Notation + Randomisable>(game: &G, seed: Seed, games: u32) {
    for_every_position(game, seed, games, |state| {
        let (mut moves, mut listed) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        game.randomisable(state, &mut listed);
        let mut unique = HashSet::new();
        for mv in &listed {
            ensure(unique.insert(mv), || format!("{mv:?} is listed twice"))?;
            ensure(moves.contains(mv), || format!("{mv:?} is not legal"))?;
        }
        Ok(())
    });
}

/// Plays random games; panics with seed and moves at the first violation of `property`.
fn for_every_position<G: Notation>(
    game: &G,
    seed: Seed,
    games: u32,
    property: impl Fn(&G::State) -> CheckResult,
) {
    for index in 0..u64::from(games) {
        let seed = seed.child("game", index);
        let mut rng = seed.child("moves", 0).rng();
        let mut state = game.initial(seed);
        let mut history: Vec<String> = Vec::new();
        let mut moves = Vec::new();
        for _ in 0..=game.max_plies() {
            if let Err(reason) = property(&state) {
                panic!(
                    "{reason}\n  start: {seed:?}\n  moves: {}",
                    history.join(" ")
                );
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let mv = match game.node(&state) {
                NodeKind::Chance => Some(game.sample(&state, &mut rng)),
                NodeKind::Decide(_) | NodeKind::Over => rng.pick(&moves).copied(),
            };
            let Some(mv) = mv else { break };
            history.push(game.print_move(mv));
            game.make(&mut state, mv);
        }
    }
}
