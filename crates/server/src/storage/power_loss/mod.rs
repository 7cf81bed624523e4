//! Power-loss test: every batch reported as durable survives, and no batch survives partially.
//!
//! A child process writes through [`SqliteStorage`] while an `LD_PRELOAD` library records its
//! writes and syncs. From the recording the test derives disk states in which unsynced writes are
//! lost, torn and reordered, and opens each of them. As a control, the test must detect that weaker
//! pragmas lose data.

mod disk;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use ludorum_core::{RulesFile, Seed};

use super::folder::MissingDatabasePolicy;
use super::sqlite::{PRAGMAS, SqlitePragmas};
use super::{SqliteStorage, Storage, StoredReplay, StoredRulesFileKey, TableEventBatch};
use disk::{FileOperation, SimulatedDisk};

const TABLES: usize = 4;
/// Number of runs of the test: the child process opens the database this many times.
const RUNS: usize = 3;
/// Number of event batches that the child process writes per table and run.
const BATCHES: usize = 6;

/// Environment variable of the child process: folder of the database.
const FOLDER: &str = "LUDORUM_TEST_POWER_LOSS";
/// Environment variable of the child process: mode of the `synchronous` pragma.
const SYNCHRONOUS: &str = "LUDORUM_TEST_SYNCHRONOUS";

fn id(table: usize) -> String {
    format!("table-{table}")
}

/// Creates the test batch `number` of a table; `first` is the number of its first event. Some
/// batches exceed a database page, some have a replay.
fn batch(table: usize, number: usize, first: usize) -> TableEventBatch {
    let size = 1 + (table + number) % 3;
    let padding = "x".repeat([10, 300, 3000, 9000][(table * 7 + number) % 4]);
    let event = |index: usize| format!("{number} {index} {size} {padding}");
    let name = format!("{table}-{number}");
    TableEventBatch {
        table: id(table),
        first: first as u64,
        events: (0..size).map(event).collect(),
        replay: number.is_multiple_of(2).then(|| StoredReplay {
            id: name.clone(),
            game: "game".to_owned(),
            seats: vec!["a".to_owned(), "b".to_owned()],
            ended: number as u64,
            listed: true,
            take_backs: 0,
            unrated: false,
            dropouts: Vec::new(),
            record: padding.clone(),
        }),
        files: vec![RulesFile {
            hash: name.clone(),
            name,
            parts: vec![padding],
        }],
        live: Some(true),
    }
}

/// Entry point of the child process: writes batches, and lists each durable one in the file `told`.
#[test]
#[ignore = "started by the tests of a loss of power"]
fn child() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    let synchronous = match std::env::var(SYNCHRONOUS).as_deref() {
        Ok("off") => "off",
        Ok("normal") => "normal",
        _ => PRAGMAS.synchronous,
    };
    // Frequent checkpoints, since they are the most likely to lose data.
    let pragmas = SqlitePragmas {
        synchronous,
        autocheckpoint: 20,
    };
    let told = Mutex::new(fs::File::create(folder.join("told")).unwrap());
    for run in 0..RUNS {
        let storage =
            SqliteStorage::open_as(&folder, MissingDatabasePolicy::CreateFirst, pragmas).unwrap();
        thread::scope(|scope| {
            for table in 0..TABLES {
                let (storage, told) = (&storage, &told);
                scope.spawn(move || {
                    let events = storage.load(&id(table)).unwrap().unwrap_or_default();
                    let mut first = events.len() + 1;
                    for number in run * BATCHES..(run + 1) * BATCHES {
                        let batch = batch(table, number, first);
                        first += batch.events.len();
                        storage.append(batch).blocking_recv().unwrap().unwrap();
                        let line = format!("{table} {number}\n");
                        told.lock().unwrap().write_all(line.as_bytes()).unwrap();
                    }
                });
            }
        });
        storage.close();
    }
}

fn empty_folder(name: &str) -> PathBuf {
    let name = format!("ludorum-power-loss-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a child process with this `synchronous` mode and returns its file operations.
fn recorded(synchronous: &str) -> Vec<FileOperation> {
    let folder = empty_folder(synchronous);
    let (data, log) = (folder.join("data"), folder.join("log"));
    fs::create_dir(&data).unwrap();
    let source = folder.join("recorder.c");
    fs::write(&source, include_str!("recorder.c")).unwrap();
    let library = folder.join("recorder.so");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let built = Command::new(&compiler)
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([&library, &source])
        .args(["-ldl", "-lpthread"])
        .status();
    let built = built.unwrap_or_else(|error| panic!("{compiler}: {error}; set CC to a C compiler"));
    assert!(built.success(), "{compiler} cannot build the recorder");
    let wrote = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "storage::power_loss::child", "--ignored"])
        .env("LD_PRELOAD", &library)
        .env("RECORDER_FOLDER", &data)
        .env("RECORDER_LOG", &log)
        .env(FOLDER, &data)
        .env(SYNCHRONOUS, synchronous)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(wrote.success());
    let operations = FileOperation::read_all(&fs::read(&log).unwrap(), &data);
    fs::remove_dir_all(&folder).unwrap();
    operations
}

/// Returns by table the number of batches that the child process reported as durable.
fn told(operations: &[FileOperation]) -> BTreeMap<usize, usize> {
    let mut told = BTreeMap::new();
    for operation in operations {
        if let FileOperation::Write(name, _, line) = operation
            && name == "told"
        {
            let line = std::str::from_utf8(line).unwrap();
            let (table, number) = line.trim().split_once(' ').unwrap();
            told.insert(table.parse().unwrap(), number.parse::<usize>().unwrap() + 1);
        }
    }
    told
}

/// Checks that a database has at least the batches reported as durable (`told`, number per table),
/// and no partial batch.
fn check(folder: &Path, told: &BTreeMap<usize, usize>) -> Result<(), String> {
    let text = |error: super::StorageError| error.to_string();
    let storage = SqliteStorage::open(folder).map_err(text)?;
    for table in 0..TABLES {
        let events = storage.load(&id(table)).map_err(text)?.unwrap_or_default();
        let (mut first, mut whole) = (0, 0);
        while first < events.len() {
            let expected = batch(table, whole, first + 1);
            let found = events.iter().skip(first).take(expected.events.len());
            if !found.eq(&expected.events) {
                return Err(format!("table {table}: batch {whole} is there by half"));
            }
            if let Some(replay) = expected.replay {
                let found = storage.replay(&replay.id).map_err(text)?;
                if found != Some(replay) {
                    return Err(format!("table {table}: batch {whole} lacks its replay"));
                }
            }
            for file in expected.files {
                let found = storage
                    .file(StoredRulesFileKey::Hash(&file.hash))
                    .map_err(text)?;
                if found != Some(file) {
                    return Err(format!("table {table}: batch {whole} lacks its file"));
                }
            }
            first += expected.events.len();
            whole += 1;
        }
        let told = told.get(&table).copied().unwrap_or_default();
        if whole < told {
            return Err(format!(
                "table {table}: {told} batches were announced, {whole} are there"
            ));
        }
        let next = batch(table, whole, first + 1);
        if let Some(replay) = next.replay
            && storage.replay(&replay.id).map_err(text)?.is_some()
        {
            return Err(format!(
                "table {table}: batch {whole} is there by half, as its replay"
            ));
        }
    }
    drop(storage);
    let problems = SqliteStorage::check(folder, |_, _, _| Ok(()), |_, _| Ok(())).map_err(text)?;
    problems
        .first()
        .map_or(Ok(()), |problem| Err(problem.clone()))
}

/// Simulates `losses` power losses at random moments; returns the first problem with its seed.
fn lose_power(operations: &[FileOperation], losses: u64, name: &str) -> Option<(u64, String)> {
    (0..losses).find_map(|seed| {
        let mut rng = Seed(seed).rng();
        let moment = rng.below(operations.len() + 1);
        let (before, _) = operations.split_at(moment);
        let mut disk = SimulatedDisk::default();
        before.iter().for_each(|operation| disk.apply(operation));
        let folder = empty_folder(name);
        disk.lose_power(&mut rng, &folder);
        let checked = check(&folder, &told(before));
        fs::remove_dir_all(&folder).unwrap();
        checked.err().map(|problem| (seed, problem))
    })
}

/// Number of simulated power losses in control runs with weaker pragmas, which must lose batches.
const OF_CONTROLS: u64 = 2000;

fn check_losses(losses: u64) {
    let operations = recorded(PRAGMAS.synchronous);
    let all = told(&operations);
    assert_eq!(all.len(), TABLES);
    assert!(all.values().all(|batches| *batches == RUNS * BATCHES));
    let is_sync = |operation: &&FileOperation| matches!(operation, FileOperation::Sync(_));
    assert!(operations.iter().filter(is_sync).count() > RUNS * BATCHES);
    assert_eq!(lose_power(&operations, losses, "states"), None);
    for synchronous in ["normal", "off"] {
        let operations = recorded(synchronous);
        assert!(
            lose_power(&operations, OF_CONTROLS, "control").is_some(),
            "synchronous={synchronous} loses nothing: this test would not find out"
        );
    }
}

#[test]
fn a_loss_of_power_takes_nothing_that_was_announced_and_leaves_nothing_by_half() {
    check_losses(60);
}

#[test]
#[ignore = "long: thousands of losses of power"]
fn thousands_of_losses_of_power_take_nothing_that_was_announced() {
    check_losses(4000);
}
