//! Tests of the Sector 66 agents in positions with an undisputed answer.

#[path = "sector66/boards.rs"]
mod boards;
#[path = "sector66/champion.rs"]
mod champion;
#[path = "sector66/foreseen.rs"]
mod opponent_model;
#[path = "sector66/thesis.rs"]
mod thesis;
