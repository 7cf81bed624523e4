//! Listening for other programs: the arguments of `engine` and `ai-service`, and the certificate.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use ludorum_bridge::{AgentAddress, AgentListener, PlainConnections, TlsIdentity};

use crate::files;
use crate::language::say;

/// Default name of the TLS certificate file, in the user's data folder.
const CERTIFICATE_FILE: &str = "certificate.pem";

/// Command-line arguments of commands that accept connections from other programs.
#[derive(Debug, clap::Args)]
pub(crate) struct ListenArgs {
    /// File with the certificate and private key for encrypted connections, in PEM format; created if
    /// missing [default: certificate.pem in your data folder]
    #[arg(long, value_name = "FILE", requires = "listen")]
    certificate: Option<PathBuf>,
    /// Allow unencrypted connections from other machines
    #[arg(long, requires = "listen")]
    plain: bool,
}

impl ListenArgs {
    /// Opens a listener at `address`; an encrypted one uses the TLS certificate of the file.
    pub(crate) fn listen(&self, address: &str) -> Result<AgentListener> {
        let parsed = AgentAddress::parse_listening(address, plain_connections(self.plain))?;
        let identity = if parsed.is_encrypted() {
            Some(self.identity()?)
        } else {
            None
        };
        AgentListener::bind(parsed, identity)
            .map_err(|error| anyhow!(say!("cannot-listen", address = address, reason = error)))
    }

    /// Reads the TLS certificate and its private key from their file, which is created if missing.
    fn identity(&self) -> Result<TlsIdentity> {
        let default = || files::data_folder().join(CERTIFICATE_FILE);
        let path = self.certificate.clone().unwrap_or_else(default);
        let shown = path.display();
        let pem = match std::fs::read_to_string(&path) {
            Ok(pem) => pem,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                create(&path).with_context(|| format!("cannot create the certificate {shown}"))?
            }
            Err(error) => return Err(anyhow!("cannot read the certificate {shown}: {error}")),
        };
        TlsIdentity::from_pem(&pem).map_err(|reason| anyhow!("{shown}: {reason}"))
    }
}

/// Machines with which connections may be unencrypted: all if `is_plain`, otherwise only this one.
pub(crate) fn plain_connections(is_plain: bool) -> PlainConnections {
    if is_plain {
        PlainConnections::Anywhere
    } else {
        PlainConnections::Loopback
    }
}

/// Creates a self-signed certificate in a file that only this user can read.
fn create(path: &Path) -> Result<String> {
    let pem = TlsIdentity::generate_pem().map_err(|reason| anyhow!(reason))?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    files::open_private(path, &mut options)?.write_all(pem.as_bytes())?;
    Ok(pem)
}
