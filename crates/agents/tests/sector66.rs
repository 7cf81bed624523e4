//! What the players of Sector 66 know and do, where anyone can tell right from wrong.

#[path = "sector66/boards.rs"]
mod boards;
#[path = "sector66/champion.rs"]
mod champion;
#[path = "sector66/foreseen.rs"]
mod foreseen;
#[path = "sector66/thesis.rs"]
mod thesis;
