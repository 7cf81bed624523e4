//! `ludorum ai-service`: runs agents for servers on other machines.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use ludorum_bridge::{AgentService, AgentServiceConfig};

use super::serve::{LogArgs, read_secret};
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::language::say;
use crate::listening::ListenArgs;

/// Run agents for game servers on other machines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  head -c 32 /dev/urandom | base64 > secret       the same file on both machines
  ludorum ai-service --listen 0.0.0.0:7979 --secret-file secret
  ludorum serve --ai tls:HOST:7979#FINGERPRINT --ai-secret-file secret

Connections with other machines are encrypted. The service creates a certificate and prints its address
with the fingerprint of the certificate: give that address to --ai, with the name of this machine for
HOST. A server with another secret is refused. A service sees whole positions: run it only where you would
run the server.")]
pub(crate) struct Args {
    /// Address to listen on: HOST:PORT, tls:HOST:PORT, wss://HOST:PORT, or unencrypted
    /// tcp:HOST:PORT, ws://HOST:PORT; port 0 picks a free one
    #[arg(long, value_name = "ADDRESS")]
    listen: String,
    #[command(flatten)]
    listening: ListenArgs,
    /// File with the secret shared with the servers
    #[arg(long, value_name = "FILE")]
    secret_file: PathBuf,
    /// Number of agents to run in parallel [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Number of agents to keep in memory between moves, with their search trees
    #[arg(long, value_name = "N", default_value_t = 32)]
    keep: u16,
    #[command(flatten)]
    log: LogArgs,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    args.log.start();
    let secret = read_secret(&args.secret_file)?;
    let listener = args.listening.listen(&args.listen)?;
    let processors = crate::args::threads_or_cores(None);
    let processors = u16::try_from(processors).unwrap_or(u16::MAX);
    let config = AgentServiceConfig {
        threads: args.threads.unwrap_or(processors),
        pooled_agents: usize::from(args.keep),
    };
    let address = listener.address();
    writeln!(console, "{}", say!("agents-think-at", address = address))?;
    console.flush()?;
    AgentService::start(secret, config).serve(&listener, |text| tracing::info!("{text}"));
    Ok(ExitStatus::Success)
}
