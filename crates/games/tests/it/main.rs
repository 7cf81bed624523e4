//! Tests of all games: one line in `check_game` for a game without special tests, a module for each
//! other game. Data is in `tests/<game>.cases` and `tests/playthroughs/<game>/`.
#![allow(clippy::disallowed_methods, reason = "tests read files")]

mod colonizers;
mod dicewars;
mod every_game;
mod quoridor;
mod sector66;
mod tictactoe;
mod yinsh;
