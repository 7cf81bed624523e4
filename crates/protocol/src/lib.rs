//! What goes over a wire: one closed enum of messages for each direction, as JSON, versioned.
//! No message type has room for what its reader may not know.
//!
//! | module | between |
//! |---|---|
//! | [`engine`] | a table and an agent in another program, one line a message |
//! | [`dicewars`] | a Dice Wars game and clients of the published server, over TCP |
//! | [`lobby`] | the server and people looking for a table, over HTTP and a WebSocket |
//! | [`sector66`] | the server and people who look at or make templates, over HTTP |
//! | [`service`] | the server and agents on other machines, one line a message |
//! | [`study`] | the server and people looking at positions, over HTTP |
//! | [`translation`] | the server and people who translate the page, over HTTP |
//! | [`table`] | the server and those at a table, over a WebSocket |
//!
//! Nothing here knows rules. In [`lobby`] and [`table`] seats are counted from 0, times are whole
//! milliseconds unless a name says otherwise, and moves and positions are the text forms of their
//! game.

pub mod dicewars;
pub mod engine;
mod error;
pub mod lobby;
pub mod matches;
pub mod record;
pub mod sector66;
pub mod service;
pub mod study;
pub mod table;
pub mod translation;

pub use error::{Code, Problem};

/// The version of the messages of a server. Raised when an old client could misunderstand them.
pub const VERSION: u32 = 1;
