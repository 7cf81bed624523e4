//! External players: programs that speak the engine protocol, at a seat like any other.
//!
//! | file | what is in it |
//! |---|---|
//! | `guests.rs` | the specs `@NAME`, `exec:PATH` and `tcp:HOST:PORT`, and the players they name |
//! | `shelf.rs`, `manifest.rs` | the folder of installed agents |
//! | `recipe.rs` | how a program is started: which interpreter, in which folder |
//! | `peer.rs`, `process.rs`, `link.rs` | the program and its children, and the lines to and from it |
//! | `session.rs`, `trouble.rs` | the talk, and the watchdog over it |
//! | `oracle.rs` | answers to what agents ask while they think |
//! | `player.rs` | the whole as a [`Guest`](ludorum_catalog::Guest) |
//! | `thought.rs` | what a player thinks, as it is told over a wire |
//! | `engine.rs`, `ugi.rs`, `orders.rs` | the other side: our agents for other programs |
//!
//! Nothing here waits without a limit, and nothing an agent does is a panic: it is a
//! [`Forfeit`](ludorum_catalog::Forfeit) with a reason.

mod engine;
mod guests;
mod limits;
mod link;
mod manifest;
mod oracle;
mod orders;
mod peer;
mod player;
mod process;
mod recipe;
mod session;
mod shelf;
mod thought;
mod trouble;
mod ugi;

pub use engine::engine;
pub use guests::{Guests, is_guest, is_installed};
pub use limits::Limits;
pub use manifest::{Manifest, ManifestError};
pub use recipe::{Recipe, RecipeError};
pub use shelf::{Installed, Shelf, ShelfError};
pub use thought::thought;
pub use ugi::ugi;
