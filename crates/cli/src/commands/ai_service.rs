//! `ludorum ai-service`: agents that think for servers on other machines.

use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ludorum_bridge::{Host, HostConfig};

use super::serve::{Log, read_secret};
use crate::console::Console;
use crate::exit::End;
use crate::language::say;

/// Let agents think here for servers on other machines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  head -c 32 /dev/urandom | base64 > secret       the same file on both machines
  ludorum ai-service --listen 0.0.0.0:7979 --secret-file secret
  ludorum serve --ai host1:7979,host2:7979 --ai-secret-file secret

Server and service show each other that they know the secret, which is never sent. What they say is
not encrypted, and a service is told whole positions: run it where you would run the server.")]
pub(crate) struct Args {
    /// The address to listen at; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: String,
    /// The file with the secret that the servers have too
    #[arg(long, value_name = "FILE")]
    secret_file: PathBuf,
    /// How many agents think at once; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// How many players are kept between moves, with the trees they have grown
    #[arg(long, value_name = "N", default_value_t = 32)]
    keep: u16,
    #[command(flatten)]
    log: Log,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    args.log.start();
    let secret = read_secret(&args.secret_file)?;
    let refuse = |error| anyhow!(say!("cannot-listen", address = args.listen, reason = error));
    let listener = TcpListener::bind(&args.listen).map_err(refuse)?;
    let bound = listener.local_addr().map_err(refuse)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let config = HostConfig {
        threads: args.threads.map_or(processors, usize::from),
        keep: usize::from(args.keep),
    };
    writeln!(console, "{}", say!("agents-think-at", address = bound))?;
    console.flush()?;
    Host::new(secret, config).serve(&listener, |text| tracing::info!("{text}"));
    Ok(End::Done)
}
