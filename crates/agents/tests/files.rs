//! Tests of the files that agents read.

use ludorum_agents::AgentFileCache;
use ludorum_core::FileParam;

fn named(name: &str) -> FileParam {
    FileParam {
        name: name.to_owned(),
        pin: None,
        text: None,
    }
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("weights-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_file_that_changes_stays_what_it_was_for_those_who_pinned_it() {
    let folder = folder("pinned");
    let path = folder.join("w.txt");
    std::fs::write(&path, "one").unwrap();
    let files = AgentFileCache::anywhere();
    let first = files.read(&named(path.to_str().unwrap())).unwrap();
    assert_eq!(first.text.as_deref(), Some("one"));
    // From `sha256sum`.
    assert_eq!(first.pin.as_deref(), Some("7692c3ad3540bb80"));
    std::fs::write(&path, "two").unwrap();
    assert_eq!(files.read(&first), Ok(first.clone()));
    let unread = FileParam {
        text: None,
        ..first.clone()
    };
    let error = AgentFileCache::anywhere().read(&unread).unwrap_err();
    assert!(error.contains("not 7692c3ad3540bb80"), "{error}");
    let second = files.read(&named(path.to_str().unwrap())).unwrap();
    assert_eq!(second.text.as_deref(), Some("two"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn strangers_read_nothing_but_what_the_folder_has() {
    let folder = folder("strangers");
    let inside = folder.join("weights");
    std::fs::create_dir_all(inside.join("deeper")).unwrap();
    std::fs::write(folder.join("secret"), "secret").unwrap();
    std::fs::write(inside.join("mine.txt"), "mine").unwrap();
    let files = AgentFileCache::named_in(inside);
    assert_eq!(files.names(), ["mine.txt"]);
    let text = files.read(&named("mine.txt")).unwrap().text;
    assert_eq!(text.as_deref(), Some("mine"));
    let secret = folder.join("secret");
    for name in [
        "../secret",
        secret.to_str().unwrap(),
        "..",
        ".",
        "deeper",
        "a/b",
    ] {
        assert!(files.read(&named(name)).is_err(), "{name}");
        assert!(AgentFileCache::none().read(&named(name)).is_err(), "{name}");
    }
    assert!(AgentFileCache::none().names().is_empty());
    std::fs::remove_dir_all(folder).unwrap();
}
