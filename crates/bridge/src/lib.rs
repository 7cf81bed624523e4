//! External players: programs that speak the engine protocol, at a seat like any other.
//!
//! | file | what is in it |
//! |---|---|
//! | `guests.rs` | the specs `@NAME`, `exec:PATH`, `tcp:HOST:PORT` and `ws://...`, and the players they name |
//! | `shelf.rs`, `manifest.rs`, `upload.rs`, `fingerprint.rs` | the folder of installed agents, how they get there, what their files are |
//! | `recipe.rs` | how a program is started: which interpreter, in which folder |
//! | `base_class.rs` | the Python base class, for interpreters without the package |
//! | `peer.rs`, `process.rs`, `link.rs`, `socket.rs` | the program and its children, and the lines to and from it |
//! | `session.rs`, `trouble.rs` | the talk, and the watchdog over it |
//! | `tap.rs` | all that goes on at a connection, for whoever debugs an agent |
//! | `oracle.rs` | answers to what agents ask while they think |
//! | `player.rs` | the whole as a [`Guest`](ludorum_catalog::Guest) |
//! | `service/` | agents that think on other machines: the service, and the server's side of it |
//! | `thought.rs` | what a player thinks, as it is told over a wire |
//! | `tree.rs` | the tree a player's choice came from, as a file has it |
//! | `engine.rs`, `ugi.rs`, `orders.rs` | the other side: our agents for other programs |
//! | `dicewars/` | a Dice Wars game for clients of the published server |
//!
//! Nothing here waits without a limit, and nothing an agent does is a panic: it is a
//! [`Forfeit`](ludorum_catalog::Forfeit) with a reason.

mod base_class;
pub mod dicewars;
mod engine;
mod fingerprint;
mod guests;
mod limits;
mod link;
mod manifest;
mod misread;
mod oracle;
mod orders;
mod peer;
mod player;
mod process;
mod recipe;
mod runners;
mod service;
mod session;
mod shelf;
mod socket;
mod tap;
mod thought;
mod tree;
mod trouble;
mod ugi;
mod upload;

pub use base_class::folder as python_base_class;
pub use engine::engine;
pub use guests::{Guests, is_guest, is_installed};
pub use limits::Limits;
pub use manifest::{Manifest, ManifestError, is_name, name_rule};
pub use recipe::{Recipe, RecipeError};
pub use runners::Runners;
pub use service::{Host, HostConfig, Secret, Services};
pub use shelf::{Installed, SameName, Shelf, ShelfError};
pub use socket::{SocketReader, SocketWriter, accept_socket};
pub use tap::{Tap, Traffic};
pub use thought::thought;
pub use tree::search_tree;
pub use ugi::ugi;
pub use upload::UploadedFile;
