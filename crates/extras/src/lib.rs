//! Parts of single games that need the crates above the catalog, one folder for each game: servers of
//! published protocols, and training of weights.

pub mod dicewars;
