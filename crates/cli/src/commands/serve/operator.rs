//! The operator's token: made when a server first starts, and kept in a file only its user can read.

use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Result, anyhow};
use ludorum_server::{OperatorKey, new_operator_token};

/// The name of the file in the data folder.
const FILE: &str = "operator-token";

/// The key of the token in the data folder, which is made if it is not there.
pub(super) fn key(folder: &Path) -> Result<OperatorKey> {
    let path = folder.join(FILE);
    let shown = path.display().to_string();
    let failed =
        |error: std::io::Error| anyhow!("cannot keep the operator's token in {shown}: {error}");
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let token = new_operator_token();
            write(&path, &token).map_err(failed)?;
            token
        }
        Err(error) => return Err(failed(error)),
    };
    tracing::info!("the operator's token is in {shown}");
    OperatorKey::of(&text).ok_or_else(|| {
        anyhow!("{shown} holds no operator's token; remove it, and the server makes another")
    })
}

fn write(path: &Path, token: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    writeln!(file, "{token}")
}
