//! Command lines of Quoridor's published program.

pub(crate) mod published_console;
