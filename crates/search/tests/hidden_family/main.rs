//! Tests of determinized max^n and information-set Monte-Carlo tree search.

mod chance;
mod kuhn;
mod limits;
mod memory;
mod test_bench;
mod whisper;
