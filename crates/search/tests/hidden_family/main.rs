//! Searches that play from a view: determinized max^n and information-set Monte-Carlo tree search.

mod chance;
mod desk;
mod kuhn;
mod limits;
mod memory;
mod whisper;
