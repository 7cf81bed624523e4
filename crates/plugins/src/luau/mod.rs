//! The sandbox of plug-ins: Luau without files, network, clock, metatables or memory of earlier
//! calls, with limits on steps, memory and time.
//!
//! A VM belongs to one thread. The program of a plug-in runs from the start for every call, so its
//! variables do not survive: plug-ins store data in the game state, where it can be undone.

mod api;
mod basics;
mod blocklist;
pub(crate) mod clock;
mod host;
mod meter;
mod vm;

pub use host::Sandbox;
