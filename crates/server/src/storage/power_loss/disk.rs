//! Simulated disk: replays recorded writes and syncs, and computes states after a power loss.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ludorum_core::Rng;

/// Sector size in bytes: the disk writes sectors atomically, in any order.
const SECTOR: usize = 512;

/// File operation, recorded from the process under test.
pub(super) enum FileOperation {
    Make(String),
    Write(String, usize, Vec<u8>),
    Truncate(String, usize),
    Sync(String),
    Remove(String),
    Rename(String, String),
}

impl FileOperation {
    /// Parses a recording. Paths become relative to `folder`, whose own path becomes empty.
    pub(super) fn read_all(mut log: &[u8], folder: &Path) -> Vec<FileOperation> {
        let folder = folder.to_str().expect("a plain path");
        let name = |path: &[u8]| {
            let path = String::from_utf8(path.to_vec()).expect("a plain path");
            path[folder.len()..].trim_start_matches('/').to_owned()
        };
        let number = |bytes: &[u8]| {
            let digits = bytes.iter().rev();
            digits.fold(0, |number, byte| number << 8 | usize::from(*byte))
        };
        let mut take = |length: usize| {
            let (taken, rest) = log.split_at(length.min(log.len()));
            log = rest;
            taken
        };
        let mut operations = Vec::new();
        while let [kind] = *take(1) {
            let length = number(take(4));
            let path = name(take(length));
            let (offset, length) = (number(take(8)), number(take(4)));
            let data = take(length).to_vec();
            operations.push(match kind {
                b'o' => FileOperation::Make(path),
                b'w' => FileOperation::Write(path, offset, data),
                b't' => FileOperation::Truncate(path, offset),
                b's' => FileOperation::Sync(path),
                b'u' => FileOperation::Remove(path),
                b'r' => FileOperation::Rename(path, name(&data)),
                other => panic!("the recording is damaged: {other}"),
            });
        }
        operations
    }
}

/// Unsynced change to a file's content; a power loss may undo the change.
enum UnsyncedFileChange {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

/// Unsynced change to the file names in a folder; a power loss may undo the change.
enum UnsyncedDirectoryChange {
    Add(String, usize),
    Remove(String),
}

/// File on the simulated disk: synced content and unsynced changes.
#[derive(Default)]
struct SimulatedFile {
    synced: Vec<u8>,
    pending: Vec<UnsyncedFileChange>,
}

/// Simulated disk with one folder, which keeps synced content and unsynced changes apart.
#[derive(Default)]
pub(super) struct SimulatedDisk {
    files: Vec<SimulatedFile>,
    /// Indices of the files by name, as the process sees them.
    names: BTreeMap<String, usize>,
    synced_names: BTreeMap<String, usize>,
    pending_names: Vec<UnsyncedDirectoryChange>,
}

impl SimulatedDisk {
    pub(super) fn apply(&mut self, operation: &FileOperation) {
        match operation {
            FileOperation::Make(name) => {
                self.files.push(SimulatedFile::default());
                self.rename(UnsyncedDirectoryChange::Add(
                    name.clone(),
                    self.files.len() - 1,
                ));
            }
            FileOperation::Write(name, offset, data) => {
                let change = UnsyncedFileChange::Write(*offset, data.clone());
                self.file(name).pending.push(change);
            }
            FileOperation::Truncate(name, size) => {
                self.file(name)
                    .pending
                    .push(UnsyncedFileChange::Truncate(*size));
            }
            FileOperation::Sync(name) if name.is_empty() => {
                for naming in std::mem::take(&mut self.pending_names) {
                    naming.apply(&mut self.synced_names);
                }
            }
            FileOperation::Sync(name) => {
                let file = self.file(name);
                for change in std::mem::take(&mut file.pending) {
                    change.apply(&mut file.synced);
                }
            }
            FileOperation::Remove(name) => {
                self.rename(UnsyncedDirectoryChange::Remove(name.clone()));
            }
            FileOperation::Rename(from, to) => {
                let file = self.names[from];
                self.rename(UnsyncedDirectoryChange::Remove(from.clone()));
                self.rename(UnsyncedDirectoryChange::Add(to.clone(), file));
            }
        }
    }

    fn file(&mut self, name: &str) -> &mut SimulatedFile {
        let file = *self.names.get(name).expect("a file that was made");
        &mut self.files[file]
    }

    fn rename(&mut self, naming: UnsyncedDirectoryChange) {
        naming.apply(&mut self.names);
        self.pending_names.push(naming);
    }

    /// Writes one possible disk state after a power loss to a folder: all synced changes, and a
    /// random subset of the unsynced sectors, truncations and renames.
    pub(super) fn lose_power(&self, rng: &mut Rng, folder: &Path) {
        // Percentage of the unsynced changes that survive.
        let kept = [0, 1, 10, 50, 90, 99, 100][rng.below(7)];
        let mut is_kept = || rng.below(100) < kept;
        let mut names = self.synced_names.clone();
        for naming in self.pending_names.iter().filter(|_| is_kept()) {
            naming.apply(&mut names);
        }
        for (name, file) in &names {
            let file = &self.files[*file];
            let mut content = file.synced.clone();
            for change in &file.pending {
                change.apply_partly(&mut content, &mut is_kept);
            }
            fs::write(folder.join(name), content).expect("the folder can be written");
        }
    }
}

impl UnsyncedDirectoryChange {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            UnsyncedDirectoryChange::Add(name, file) => {
                names.insert(name.clone(), *file);
            }
            UnsyncedDirectoryChange::Remove(name) => {
                names.remove(name);
            }
        }
    }
}

impl UnsyncedFileChange {
    fn apply(&self, content: &mut Vec<u8>) {
        self.apply_partly(content, &mut || true);
    }

    fn apply_partly(&self, content: &mut Vec<u8>, is_kept: &mut dyn FnMut() -> bool) {
        match self {
            UnsyncedFileChange::Truncate(size) => {
                if is_kept() {
                    content.resize(*size, 0);
                }
            }
            UnsyncedFileChange::Write(offset, data) => {
                let mut at = *offset;
                let mut rest = &data[..];
                while !rest.is_empty() {
                    let length = (SECTOR - at % SECTOR).min(rest.len());
                    let (sector, more) = rest.split_at(length);
                    if is_kept() {
                        let end = at + length;
                        content.resize(content.len().max(end), 0);
                        content[at..end].copy_from_slice(sector);
                    }
                    at += length;
                    rest = more;
                }
            }
        }
    }
}
