//! Agents that think on other machines: the service that runs them, and the client side in the server.

mod agent_pool;
mod agent_service;
mod channel;
mod remote_services;

#[cfg(test)]
mod tests;

pub use agent_service::{AgentService, AgentServiceConfig};
pub use channel::SharedSecret;
pub use remote_services::RemoteServices;
