//! The operator token, created on the first start in a file that only its owner can read.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ludorum_server::{OperatorTokenHash, new_operator_token};

use crate::files;

/// Name of the file with the operator token in the server's data folder.
const TOKEN_FILE: &str = "operator-token";

/// Name of the page in the data folder that redirects the operator's browser to the server.
const REDIRECT_PAGE: &str = "open.html";

/// The operator token stored in the server's data folder.
pub(super) struct OperatorTokenFile {
    pub(super) key: OperatorTokenHash,
    token: String,
    folder: PathBuf,
}

impl OperatorTokenFile {
    /// Reads the operator token from the data folder; creates it on the first start.
    pub(super) fn open(folder: &Path) -> Result<OperatorTokenFile> {
        let path = folder.join(TOKEN_FILE);
        let shown = path.display().to_string();
        let failed = |error: std::io::Error| {
            anyhow!("cannot store the operator's token in {shown}: {error}")
        };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => {
                make_private(&path).map_err(failed)?;
                text
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let token = new_operator_token();
                write_private(&path, &format!("{token}\n")).map_err(failed)?;
                token
            }
            Err(error) => return Err(failed(error)),
        };
        tracing::info!("the operator's token is in {shown}");
        let key = OperatorTokenHash::of(&text).ok_or_else(|| {
            anyhow!("{shown} has no valid operator's token; remove it to get a new one")
        })?;
        Ok(OperatorTokenFile {
            key,
            token: text.trim().to_owned(),
            folder: folder.to_owned(),
        })
    }

    /// URL of the server's page, the operator token in its fragment, which browsers do not send.
    pub(super) fn address(&self, server: &str) -> String {
        format!("{server}/#operator={}", self.token)
    }

    /// Writes a private page that redirects to [`address`](OperatorTokenFile::address). The browser
    /// gets this file as its argument, not the address: other accounts can see arguments of
    /// processes.
    pub(super) fn write_redirect_page(&self, server: &str) -> std::io::Result<PathBuf> {
        let path = self.folder.join(REDIRECT_PAGE);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let address = self.address(server);
        let page = format!(
            "<!doctype html><meta charset=\"utf-8\"><title>Ludorum</title>\n\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
             <a href=\"{address}\">Ludorum</a>\n"
        );
        write_private(&path, &page)?;
        path.canonicalize()
    }
}

/// Creates a file that only its owner can read; fails if it exists.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    files::open_private(path, &mut options)?.write_all(text.as_bytes())
}

/// Removes all permissions of other accounts from a file, with a warning if there were any.
#[cfg(unix)]
fn make_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    tracing::warn!(
        "{} was readable by other accounts; remove it to invalidate the token if someone may have read it",
        path.display()
    );
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn token_and_opening_page_are_for_their_user_alone() {
        let folder = std::env::temp_dir().join(format!("ludorum-operator-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let first = OperatorTokenFile::open(&folder).unwrap();
        let file = folder.join(TOKEN_FILE);
        assert_eq!(mode(&file), 0o600);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let again = OperatorTokenFile::open(&folder).unwrap();
        assert_eq!((first.key.clone(), mode(&file)), (again.key.clone(), 0o600));
        for _ in 0..2 {
            let page = again.write_redirect_page("http://127.0.0.1:7878").unwrap();
            assert_eq!(mode(&page), 0o600);
            let text = std::fs::read_to_string(page).unwrap();
            let address = format!("http://127.0.0.1:7878/#operator={}", again.token);
            assert!(text.contains(&address), "{text}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
