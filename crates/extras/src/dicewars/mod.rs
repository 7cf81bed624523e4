//! A Dice Wars server over TCP for clients of the published server, which also seats built-in
//! agents, and the training of Dice Wars agents.
//!
//! | file | contents |
//! |---|---|
//! | `acceptor.rs` | waits for the clients to connect |
//! | `client_connection.rs` | sends messages to a client, parses its messages |
//! | `encode.rs` | converts positions to messages |
//! | `messages.rs` | the messages of the published server |
//! | `server.rs` | plays the game |
//! | `training/` | self-play, fitting and evaluation of weights |

mod acceptor;
mod client_connection;
mod encode;
pub mod messages;
mod server;
pub mod training;

pub use server::{
    ClientConnectProgress, DiceWarsSeatConfig, DiceWarsServer, DiceWarsServerError,
    DiceWarsServerGameResult,
};
