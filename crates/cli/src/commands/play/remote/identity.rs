//! Identity of the user on a server: a stored token, with which they get their seat back.

use std::fs::{self, File};
use std::io::{Read, Seek, Write};

use anyhow::{Result, anyhow};

use super::api::ApiClient;
use crate::files;

/// Name of the user's account on this machine; "guest" if it is unknown.
pub(super) fn user_name() -> String {
    let name = ["USER", "USERNAME", "LOGNAME"]
        .iter()
        .find_map(|variable| std::env::var(variable).ok());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| "guest".to_owned())
}

/// Connects to a server with the user's stored token, or with another token if a second terminal
/// uses the first. The returned token file is locked until it is dropped.
pub(super) fn identify(url: &str, name: &str) -> Result<(File, ApiClient)> {
    let folder = files::state_folder();
    fs::create_dir_all(&folder)
        .map_err(|error| anyhow!("cannot create {}: {error}", folder.display()))?;
    let plain = |text: &str| -> String {
        let replace = |c: char| if c.is_alphanumeric() { c } else { '-' };
        text.chars().map(replace).collect()
    };
    let mut number = 1;
    loop {
        let file = format!("{}-{}-{number}.token", plain(url), plain(name));
        let path = folder.join(file);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = files::open_private(&path, &mut options)
            .map_err(|error| anyhow!("cannot open {}: {error}", path.display()))?;
        if file.try_lock().is_err() {
            number += 1;
            continue;
        }
        let mut token = String::new();
        // The server issues a new token if the file cannot be read.
        let _ = file.read_to_string(&mut token);
        let known = Some(token.trim().to_owned()).filter(|token| !token.is_empty());
        let api = ApiClient::new(url, known)?;
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(api.token().as_bytes()));
        written.map_err(|error| anyhow!("cannot write {}: {error}", path.display()))?;
        return Ok((file, api));
    }
}
