//! The operator's token: made when a server first starts, and kept in a file only its user can read.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ludorum_server::{OperatorKey, new_operator_token};

/// The name of the token's file in the data folder.
const FILE: &str = "operator-token";

/// The name of the page in the data folder that leads the operator's browser to the server.
const OPENING: &str = "open.html";

/// Whoever started the server, as the token in the data folder makes them known to it.
pub(super) struct Operator {
    pub(super) key: OperatorKey,
    token: String,
    folder: PathBuf,
}

impl Operator {
    /// The operator of a data folder. The token is made if it is not there.
    pub(super) fn of(folder: &Path) -> Result<Operator> {
        let path = folder.join(FILE);
        let shown = path.display().to_string();
        let failed =
            |error: std::io::Error| anyhow!("cannot keep the operator's token in {shown}: {error}");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => {
                keep_private(&path).map_err(failed)?;
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
        let key = OperatorKey::of(&text).ok_or_else(|| {
            anyhow!("{shown} holds no operator's token; remove it, and the server makes another")
        })?;
        Ok(Operator {
            key,
            token: text.trim().to_owned(),
            folder: folder.to_owned(),
        })
    }

    /// The address of the server's page with the token, which the page takes out of it. The part after
    /// `#` never leaves the browser.
    pub(super) fn address(&self, server: &str) -> String {
        format!("{server}/#operator={}", self.token)
    }

    /// A file that leads a browser to [`address`](Operator::address). Other accounts see with which
    /// arguments programs are started, so the address itself must not be one; nor can they read the file.
    pub(super) fn opening_page(&self, server: &str) -> std::io::Result<PathBuf> {
        let path = self.folder.join(OPENING);
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

/// Writes a new file that only this user can read.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)?.write_all(text.as_bytes())
}

/// Takes the right to read a file from everybody else.
#[cfg(unix)]
fn keep_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    tracing::warn!(
        "{} could be read by others: whoever did has the operator's rights until you remove it",
        path.display()
    );
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn keep_private(_: &Path) -> std::io::Result<()> {
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
        let first = Operator::of(&folder).unwrap();
        let file = folder.join(FILE);
        assert_eq!(mode(&file), 0o600);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let again = Operator::of(&folder).unwrap();
        assert_eq!((first.key.clone(), mode(&file)), (again.key.clone(), 0o600));
        for _ in 0..2 {
            let page = again.opening_page("http://127.0.0.1:7878").unwrap();
            assert_eq!(mode(&page), 0o600);
            let text = std::fs::read_to_string(page).unwrap();
            let address = format!("http://127.0.0.1:7878/#operator={}", again.token);
            assert!(text.contains(&address), "{text}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
