//! A disk that is told what a process wrote and synced, and what may be left of it after a loss of power.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ludorum_core::Rng;

/// Disks write whole sectors, in any order.
const SECTOR: usize = 512;

/// Something a process did to its files, as the recorder writes it down.
pub(super) enum Operation {
    Make(String),
    Write(String, usize, Vec<u8>),
    Truncate(String, usize),
    Sync(String),
    Remove(String),
    Rename(String, String),
}

impl Operation {
    /// The operations of a recording; paths are relative to the folder, which itself is empty.
    pub(super) fn read_all(mut log: &[u8], folder: &Path) -> Vec<Operation> {
        let folder = folder.to_str().expect("a plain path");
        let name = |path: &[u8]| {
            let path = String::from_utf8(path.to_vec()).expect("a plain path");
            path[folder.len()..].trim_start_matches('/').to_owned()
        };
        let mut take = |length: usize| {
            let (taken, rest) = log.split_at(length.min(log.len()));
            log = rest;
            taken
        };
        let mut operations = Vec::new();
        while let [kind] = *take(1) {
            let mut number = |length: usize| {
                let bytes = take(length);
                let digits = bytes.iter().rev();
                digits.fold(0, |number, byte| number << 8 | usize::from(*byte))
            };
            let length = number(4);
            let path = name(take(length));
            let mut number = |length: usize| {
                let bytes = take(length);
                let digits = bytes.iter().rev();
                digits.fold(0, |number, byte| number << 8 | usize::from(*byte))
            };
            let (offset, length) = (number(8), number(4));
            let data = take(length).to_vec();
            operations.push(match kind {
                b'o' => Operation::Make(path),
                b'w' => Operation::Write(path, offset, data),
                b't' => Operation::Truncate(path, offset),
                b's' => Operation::Sync(path),
                b'u' => Operation::Remove(path),
                b'r' => Operation::Rename(path, name(&data)),
                other => panic!("the recording is damaged: {other}"),
            });
        }
        operations
    }
}

/// A change to a file that need not be on the disk yet.
enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

/// A change to the names of files that need not be on the disk yet.
enum Naming {
    Add(String, usize),
    Remove(String),
}

#[derive(Default)]
struct File {
    synced: Vec<u8>,
    pending: Vec<Change>,
}

/// A disk with one folder.
#[derive(Default)]
pub(super) struct Disk {
    files: Vec<File>,
    /// The files by name, as the process sees them.
    names: BTreeMap<String, usize>,
    synced_names: BTreeMap<String, usize>,
    pending_names: Vec<Naming>,
}

impl Disk {
    pub(super) fn apply(&mut self, operation: &Operation) {
        match operation {
            Operation::Make(name) => {
                self.files.push(File::default());
                self.rename(Naming::Add(name.clone(), self.files.len() - 1));
            }
            Operation::Write(name, offset, data) => {
                let change = Change::Write(*offset, data.clone());
                self.file(name).pending.push(change);
            }
            Operation::Truncate(name, size) => {
                self.file(name).pending.push(Change::Truncate(*size));
            }
            Operation::Sync(name) if name.is_empty() => {
                for naming in std::mem::take(&mut self.pending_names) {
                    naming.apply(&mut self.synced_names);
                }
            }
            Operation::Sync(name) => {
                let file = self.file(name);
                for change in std::mem::take(&mut file.pending) {
                    change.apply(&mut file.synced);
                }
            }
            Operation::Remove(name) => self.rename(Naming::Remove(name.clone())),
            Operation::Rename(from, to) => {
                let file = self.names[from];
                self.rename(Naming::Remove(from.clone()));
                self.rename(Naming::Add(to.clone(), file));
            }
        }
    }

    fn file(&mut self, name: &str) -> &mut File {
        let file = *self.names.get(name).expect("a file that was made");
        &mut self.files[file]
    }

    fn rename(&mut self, naming: Naming) {
        naming.apply(&mut self.names);
        self.pending_names.push(naming);
    }

    /// Writes into a folder what may be left after a loss of power now: everything that was synced, and of
    /// the rest each sector, each truncation and each change of a name or not.
    pub(super) fn lose_power(&self, rng: &mut Rng, folder: &Path) {
        // All of it, none of it, and everything between.
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

impl Naming {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            Naming::Add(name, file) => {
                names.insert(name.clone(), *file);
            }
            Naming::Remove(name) => {
                names.remove(name);
            }
        }
    }
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        self.apply_partly(content, &mut || true);
    }

    fn apply_partly(&self, content: &mut Vec<u8>, is_kept: &mut dyn FnMut() -> bool) {
        match self {
            Change::Truncate(size) => {
                if is_kept() {
                    content.resize(*size, 0);
                }
            }
            Change::Write(offset, data) => {
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
