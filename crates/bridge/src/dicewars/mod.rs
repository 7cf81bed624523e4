//! A Dice Wars server over TCP for clients of the published server. Our own agents can take seats too.
//!
//! | file | contents |
//! |---|---|
//! | `acceptor.rs` | waits for the clients to connect |
//! | `client_connection.rs` | sends messages to a client, parses its messages |
//! | `encode.rs` | converts positions to messages |
//! | `server.rs` | plays the game |

mod acceptor;
mod client_connection;
mod encode;
mod server;

pub use server::{
    ClientWaitStatus, DiceWarsServer, DiceWarsServerError, HostedGameResult, SeatOccupant,
};
