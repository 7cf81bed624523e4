//! Tests of minimax, alpha-beta, parallel alpha-beta, max^n and principal variation search.

mod agreement;
mod braid;
mod budgets;
mod strong;
mod test_bench;
mod threads;
mod ties;
