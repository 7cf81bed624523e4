//! How many two-player games of naive players a core plays in a second of its time:
//! `cargo run --release -p ludorum-agents --example dicewars_speed`.
#![allow(clippy::print_stdout, reason = "a program")]

mod clock;

use std::sync::Arc;

use clock::Clock;
use ludorum_agents::dicewars::{Naive, simulate};
use ludorum_core::Seed;
use ludorum_games::DiceWars;

const GAMES: u64 = 40_000;

fn main() {
    let game = DiceWars::new(2);
    for games_a_board in [1, 10] {
        let began = Clock::now();
        let mut attacks = 0;
        let mut board = Arc::new(game.board(Seed(0)));
        for index in 0..GAMES {
            if index % games_a_board == 0 {
                board = Arc::new(game.board(Seed(1).child("board", index)));
            }
            let mut rng = Seed(1).child("game", index).rng();
            let mut state = game.deal(&board, &mut rng);
            let mut players = [Naive::new(1.0), Naive::new(1.0)];
            simulate(&game, &mut state, &mut players, &mut rng, &mut ());
            attacks += u64::from(state.attacks());
        }
        let seconds = began.passed().as_secs_f64();
        println!(
            "{games_a_board:>2} games a board: {:.0} games and {:.1} million attacks a second",
            GAMES as f64 / seconds,
            attacks as f64 / seconds / 1e6,
        );
    }
}
