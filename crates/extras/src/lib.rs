//! Code of single games that needs the catalog and the arena, one folder per game: servers of
//! published protocols, and training of weights.

pub mod dicewars;
