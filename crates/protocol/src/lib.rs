//! Wire formats: one closed enum of JSON messages for each direction, versioned. No message type
//! has a field for information that its receiver may not know.
//!
//! | module | connects |
//! |---|---|
//! | [`engine`] | a table and an agent in another program, or a server and an AI service; one message per line |
//! | [`lobby`] | the server and people looking for a table, over HTTP and a WebSocket |
//! | [`content`] | the server and editors of templates, over HTTP |
//! | [`study`] | the server and people analysing positions, over HTTP |
//! | [`translation`] | the server and translators of the page, over HTTP |
//! | [`table`] | the server and clients at a table, over a WebSocket |
//!
//! This crate knows no rules. In [`lobby`] and [`table`] seats count from 0, times are in whole
//! milliseconds unless the name says otherwise, and moves and positions are in text form.

pub mod content;
pub mod engine;
mod error;
pub mod lobby;
pub mod matches;
pub mod record;
pub mod study;
pub mod table;
pub mod translation;

pub use error::{ApiProblem, ErrorCode};

/// Version of the messages between server and clients; raised if old clients could misunderstand
/// them.
pub const VERSION: u32 = 1;
