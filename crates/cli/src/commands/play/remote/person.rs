//! Who the user is at a server: a token, kept so that they get their seat back.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;

use anyhow::{Result, anyhow};

use super::api::Api;
use crate::files;

/// The user's name on this machine.
pub(super) fn user_name() -> String {
    let name = ["USER", "USERNAME", "LOGNAME"]
        .iter()
        .find_map(|variable| std::env::var(variable).ok());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| "guest".to_owned())
}

/// The person of this name at a server: the same as last time, unless another terminal is that
/// person right now. The file is locked for as long as it is held.
pub(super) fn identify(url: &str, name: &str) -> Result<(File, Api)> {
    let folder = files::state_folder();
    fs::create_dir_all(&folder)
        .map_err(|error| anyhow!("cannot make {}: {error}", folder.display()))?;
    let plain = |text: &str| -> String {
        let keep = |c: char| if c.is_alphanumeric() { c } else { '-' };
        text.chars().map(keep).collect()
    };
    let mut number = 1;
    loop {
        let file = format!("{}-{}-{number}.token", plain(url), plain(name));
        let path = folder.join(file);
        let mut file = open_private(&path)
            .map_err(|error| anyhow!("cannot open {}: {error}", path.display()))?;
        if file.try_lock().is_err() {
            number += 1;
            continue;
        }
        let mut token = String::new();
        // A file that cannot be read is that of somebody new.
        let _ = file.read_to_string(&mut token);
        let known = Some(token.trim().to_owned()).filter(|token| !token.is_empty());
        let api = Api::new(url, known)?;
        let kept = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(api.token().as_bytes()));
        kept.map_err(|error| anyhow!("cannot write {}: {error}", path.display()))?;
        return Ok((file, api));
    }
}

/// Opens a file only the user may read.
fn open_private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
