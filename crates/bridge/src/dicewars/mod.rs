//! A game of Dice Wars over TCP for clients of the published server; seats may also be taken by our
//! own agents.
//!
//! | file | what is in it |
//! |---|---|
//! | `line.rs` | a client's connection: messages out, messages and nonsense in |
//! | `telling.rs` | positions as messages |
//! | `host.rs` | the game |

mod door;
mod host;
mod line;
mod telling;

pub use host::{Ending, Host, HostError, Sitting, Waiting};
