//! `ludorum ai-service`: runs agents for servers on other machines.

use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ludorum_bridge::{AgentService, AgentServiceConfig};

use super::serve::{LogArgs, read_secret};
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::language::say;

/// Run agents for servers on other machines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  head -c 32 /dev/urandom | base64 > secret       the same file on both machines
  ludorum ai-service --listen 0.0.0.0:7979 --secret-file secret
  ludorum serve --ai host1:7979,host2:7979 --ai-secret-file secret

Server and service prove to each other that they know the secret; it is never sent. The connection is
not encrypted, and a service sees whole positions: run it only where you would run the server.")]
pub(crate) struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: String,
    /// File with the secret shared with the servers
    #[arg(long, value_name = "FILE")]
    secret_file: PathBuf,
    /// Agents to run in parallel [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Agents to keep in memory between moves, with their search trees
    #[arg(long, value_name = "N", default_value_t = 32)]
    keep: u16,
    #[command(flatten)]
    log: LogArgs,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    args.log.start();
    let secret = read_secret(&args.secret_file)?;
    let refuse = |error| anyhow!(say!("cannot-listen", address = args.listen, reason = error));
    let listener = TcpListener::bind(&args.listen).map_err(refuse)?;
    let bound = listener.local_addr().map_err(refuse)?;
    let processors = crate::args::threads_or_cores(None);
    let config = AgentServiceConfig {
        threads: args.threads.map_or(processors, usize::from),
        pooled_agents: usize::from(args.keep),
    };
    writeln!(console, "{}", say!("agents-think-at", address = bound))?;
    console.flush()?;
    AgentService::new(secret, config).serve(&listener, |text| tracing::info!("{text}"));
    Ok(ExitStatus::Success)
}
