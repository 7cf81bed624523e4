//! External agents: programs that play a seat over the engine protocol.
//!
//! | file | contents |
//! |---|---|
//! | `agent_factory.rs` | parses the specs `@NAME`, `exec:PATH` and addresses such as `tls:HOST:PORT`, and creates their players |
//! | `registry.rs`, `manifest.rs`, `upload.rs`, `fingerprint.rs` | the folder of installed agents, their manifests, uploads and content hashes |
//! | `launch_spec.rs`, `interpreters.rs` | the command, folder or address that starts or reaches an agent |
//! | `base_class.rs` | the Python base class, for interpreters without the package |
//! | `address.rs`, `listener.rs` | network addresses: to connect to and to listen on |
//! | `network_stream.rs`, `tls.rs`, `websocket.rs`, `line_connection.rs` | network connections: TCP or TLS, lines or WebSocket |
//! | `endpoint.rs`, `process.rs`, `transport.rs` | the process or connection of an agent, and its line-based I/O |
//! | `session.rs`, `agent_error.rs`, `malformed_message.rs` | the protocol session with one agent: time limits, warnings, errors |
//! | `traffic.rs` | a trace of all messages, for debugging agents |
//! | `queries.rs` | answers to the rules queries that agents send during their turn |
//! | `external_agent.rs` | implements [`ExternalPlayer`](ludorum_catalog::ExternalPlayer) over a session |
//! | `service/` | AI services, which run our agents for servers on other machines, and their client |
//! | `thought.rs` | search information of an agent as a wire message |
//! | `throttle.rs` | how often search information is sent |
//! | `search_tree.rs` | the search tree of an agent as a wire message |
//! | `engine.rs`, `ugi.rs`, `command_reader.rs` | our agents as engines for other programs |
//!
//! Every wait has a time limit. No agent can cause a panic: failures are
//! [`Forfeit`](ludorum_catalog::Forfeit)s with a reason.

mod address;
mod agent_error;
mod agent_factory;
mod base_class;
mod command_reader;
mod endpoint;
mod engine;
mod external_agent;
mod fingerprint;
mod interpreters;
mod launch_spec;
mod limits;
mod line_connection;
mod listener;
mod malformed_message;
mod manifest;
mod network_stream;
mod process;
mod queries;
mod registry;
mod search_tree;
mod service;
mod session;
mod thought;
mod throttle;
mod tls;
mod traffic;
mod transport;
mod ugi;
mod upload;
mod websocket;

pub use address::{AgentAddress, PlainConnections};
pub use agent_factory::{ExternalAgentFactory, is_external_spec, is_installed_spec};
pub use base_class::folder as python_base_class;
pub use engine::engine;
pub use interpreters::AgentInterpreterCommands;
pub use launch_spec::{LaunchError, LaunchSpec};
pub use limits::AgentLimits;
pub use line_connection::{ConnectionCloser, LineConnection};
pub use listener::{AgentListener, IncomingConnection};
pub use manifest::{AgentManifest, AgentManifestError, agent_name_error, is_agent_name};
pub use registry::{AgentRegistry, AgentRegistryError, NameConflictPolicy, RegisteredAgent};
pub use search_tree::search_tree;
pub use service::{AgentService, AgentServiceConfig, RemoteServices};
pub use thought::encode_thought;
pub use throttle::Throttle;
pub use tls::{CertificateFingerprint, TlsIdentity};
pub use traffic::{AgentTrafficEvent, TrafficTap};
pub use ugi::ugi;
pub use upload::UploadedFile;
