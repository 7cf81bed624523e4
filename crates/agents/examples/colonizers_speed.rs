//! Measures the speed of Colonizers on one core: random games, games of the heuristic and
//! determinizations per second: `cargo run --release -p ludorum-agents --example colonizers_speed`.
#![allow(clippy::print_stdout, reason = "a program")]

mod clock;

use clock::CpuClock;
use ludorum_agents::colonizers::{ColonizersRulePolicy, ColonizersThesisHeuristic};
use ludorum_core::{Chance, Determinize, Game, NodeKind, Policy, Rng, Seed};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::State;
use ludorum_search::UniformRandom;

const GAMES: u64 = 20_000;

fn main() {
    let game = Colonizers::new();
    speed_of("random", &game, &mut UniformRandom);
    speed_of(
        "heuristic",
        &game,
        &mut ColonizersRulePolicy(ColonizersThesisHeuristic),
    );

    let views: Vec<_> = (0..200)
        .map(|index| {
            let mut rng = Seed(2).child("game", index).rng();
            let mut state = game.initial(Seed(index));
            play(
                &game,
                &mut state,
                &mut UniformRandom,
                &mut rng,
                20 + 2 * index,
            );
            game.view(&state, ludorum_core::Seat::new(index as usize % 4))
        })
        .collect();
    let mut rng = Seed(3).rng();
    let began = CpuClock::now();
    let mut cards = 0;
    for view in views.iter().cycle().take(1_000_000) {
        cards += game.determinize(view, &mut rng).deck().len();
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{:.2} million determinizations a second, {cards} cards in decks",
        1.0 / seconds
    );
}

fn speed_of(name: &str, game: &Colonizers, policy: &mut impl Policy<Colonizers>) {
    let mut rng = Seed(1).rng();
    let began = CpuClock::now();
    let mut plies = 0;
    for index in 0..GAMES {
        let mut state = game.initial(Seed(index));
        plies += play(game, &mut state, policy, &mut rng, u64::MAX);
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{name}: {:.0} games a second of {:.0} moves, {:.1} million moves a second",
        GAMES as f64 / seconds,
        plies as f64 / GAMES as f64,
        plies as f64 / seconds / 1e6,
    );
}

/// Plays up to `most` moves and chance events; returns their number.
fn play(
    game: &Colonizers,
    state: &mut State,
    policy: &mut impl Policy<Colonizers>,
    rng: &mut Rng,
    most: u64,
) -> u64 {
    let mut scratch = Vec::new();
    for ply in 0..most {
        let mv = match game.node(state) {
            NodeKind::Over => return ply,
            NodeKind::Chance => game.sample(state, rng),
            NodeKind::Decide(_) => policy.pick(game, state, &mut scratch, rng),
        };
        game.make(state, mv);
    }
    most
}
