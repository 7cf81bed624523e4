//! Command lines for Quoridor.

pub(crate) mod published_console;
