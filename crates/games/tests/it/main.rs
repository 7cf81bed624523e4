//! Tests of all games: a line in `check_game` for a game that needs no tests of its own, a module for
//! each of the others. Data is in `tests/<game>.cases` and `tests/playthroughs/<game>/`.
#![allow(clippy::disallowed_methods, reason = "tests read files")]

mod colonizers;
mod dicewars;
mod every_game;
mod quoridor;
mod sector66;
mod tictactoe;
mod yinsh;
