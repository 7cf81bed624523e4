//! The sandbox in which plug-ins run: Luau without files, network, clock, metatables or memory of
//! earlier calls, with limits on work, space and time.
//!
//! A machine belongs to one thread. The program of a plug-in is run anew for every call, so nothing
//! it keeps in variables survives: all there is to remember is in the game, where it can be undone.

mod api;
mod basics;
pub(crate) mod clock;
mod host;
mod machine;
mod meter;
mod stopped;

pub use host::Sandbox;
