//! Agents that think on other machines: the service that has them think, and the server's side of it.

mod channel;
mod desk;
mod host;
mod remote;

#[cfg(test)]
mod tests;

pub use channel::Secret;
pub use host::{Host, HostConfig};
pub use remote::Services;
