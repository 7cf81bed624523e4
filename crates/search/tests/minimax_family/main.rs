//! Minimax, alpha-beta, parallel alpha-beta, max^n and principal variation search: one binary of
//! tests.

mod agreement;
mod braid;
mod budgets;
mod desk;
mod strong;
mod threads;
mod ties;
