//! Tests of the package: staging, installing and removing it, and its systemd unit.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{command, folder};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a shell script of the package with `words` as arguments and returns its output.
#[track_caller]
fn script(path: &Path, words: &[&Path]) -> String {
    let output = Command::new("sh").arg(path).args(words).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {told}", path.display());
    told
}

/// Relative paths of all files below a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().display().to_string());
            }
        }
    }
    found
}

/// Values of a key in a systemd unit file.
fn values<'a>(unit: &'a str, key: &str) -> Vec<&'a str> {
    let lines = unit.lines().filter_map(|line| line.split_once('='));
    lines
        .filter(|(name, _)| *name == key)
        .map(|(_, value)| value)
        .collect()
}

#[test]
fn a_package_has_everything_and_is_installed_and_removed_again() {
    let folder = folder("package");
    let staged = folder.join("staged");
    script(
        &root().join("packaging/stage.sh"),
        &[Path::new(env!("CARGO_BIN_EXE_ludorum")), &staged],
    );
    let have = files(&staged);
    for wanted in [
        "bin/ludorum",
        "install.sh",
        "uninstall.sh",
        "etc/ludorum.conf",
        "lib/systemd/system/ludorum.service",
        "lib/sysusers.d/ludorum.conf",
        "share/applications/ludorum.desktop",
        "share/icons/hicolor/scalable/apps/ludorum.svg",
        "share/bash-completion/completions/ludorum",
        "share/zsh/site-functions/_ludorum",
        "share/fish/vendor_completions.d/ludorum.fish",
        "share/man/man1/ludorum.1",
        "share/man/man1/ludorum-serve.1",
        "share/man/man1/ludorum-ai-service.1",
        "share/doc/ludorum/LICENSE-MIT",
        "share/doc/ludorum/LICENSE-APACHE",
        "share/doc/ludorum/README.md",
        "share/doc/ludorum/docs/server.md",
        "share/doc/ludorum/docs/manual/en.md",
        "share/doc/ludorum/docs/manual/cs.md",
        "share/ludorum/content/templates/thesis.toml",
        "share/ludorum/content/locales/cs.ftl",
    ] {
        assert!(have.contains(wanted), "{wanted} is not in the package");
    }
    assert!(!have.iter().any(|file| file.contains("__pycache__")));

    let (to, prefix) = (folder.join("machine"), Path::new("/opt/games"));
    let install = |from: &Path| {
        let (destdir, at) = (Path::new("--destdir"), Path::new("--prefix"));
        script(from, &[at, prefix, destdir, &to])
    };
    install(&staged.join("install.sh"));
    let own = to.join("opt/games");
    assert!(own.join("bin/ludorum").exists());
    let unit = fs::read_to_string(own.join("lib/systemd/system/ludorum.service")).unwrap();
    assert!(values(&unit, "ExecStart")[0].starts_with("/opt/games/bin/ludorum serve "));
    // Installing again keeps the operator's settings and removes files that left the package.
    fs::write(to.join("etc/ludorum.conf"), "LUDORUM_OPTIONS=--port 1234\n").unwrap();
    fs::remove_file(staged.join("share/doc/ludorum/STYLE.md")).unwrap();
    install(&staged.join("install.sh"));
    let options = fs::read_to_string(to.join("etc/ludorum.conf")).unwrap();
    assert_eq!(options, "LUDORUM_OPTIONS=--port 1234\n");
    assert!(!own.join("share/doc/ludorum/STYLE.md").exists());
    install(&own.join("share/ludorum/uninstall.sh"));
    assert_eq!(files(&to), BTreeSet::from(["etc/ludorum.conf".to_owned()]));
}

#[test]
fn the_unit_starts_a_server_with_options_that_exist() {
    let unit = fs::read_to_string(root().join("packaging/ludorum.service")).unwrap();
    let usual = fs::read_to_string(root().join("packaging/ludorum.conf")).unwrap();
    let [start] = values(&unit, "ExecStart")[..] else {
        panic!("one command starts it: {unit}");
    };
    let data = folder("unit");
    let start = start.replace("%S/ludorum", data.to_str().unwrap());
    let of_unit = values(&unit, "Environment");
    let default = of_unit
        .iter()
        .find_map(|set| set.strip_prefix("\"LUDORUM_OPTIONS="));
    let of_file = values(&usual, "LUDORUM_OPTIONS");
    for options in [default.unwrap().trim_end_matches('"'), of_file[0]] {
        let line = start.replace("$LUDORUM_OPTIONS", options);
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        assert_eq!(words[0], "serve");
        // Help is printed only if all options before it are valid.
        let run: crate::Run = command(&words).arg("--help").output().unwrap().into();
        run.ok();
    }
    let nonsense: crate::Run = command(&["serve", "--no-such-option", "--help"])
        .output()
        .unwrap()
        .into();
    assert_eq!(nonsense.code, 2);
    for set in of_unit {
        let name = set.trim_start_matches('"').split('=').next().unwrap();
        let known = [
            "HOME",
            "LC_ALL",
            "LUDORUM_OPTIONS",
            "LUDORUM_CONTENT",
            "LUDORUM_AGENTS",
        ];
        assert!(known.contains(&name) || name == "LUDORUM_CONFIG", "{name}");
    }
}

#[test]
fn systemd_understands_the_unit() {
    let folder = folder("unit-verified");
    let unit = fs::read_to_string(root().join("packaging/ludorum.service")).unwrap();
    // The unit refers to the tested program, and to no manual page, which is not installed here.
    let unit = unit.replace("/usr/local/bin/ludorum", env!("CARGO_BIN_EXE_ludorum"));
    let lines = unit
        .lines()
        .filter(|line| !line.starts_with("Documentation="));
    let file = folder.join("ludorum.service");
    fs::write(&file, lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let verified = Command::new("systemd-analyze")
        .args(["verify", "--man=no"])
        .arg(&file)
        .stdin(Stdio::null())
        .output();
    let Ok(verified) = verified else {
        // Skips the test on a machine without systemd.
        return;
    };
    let told = String::from_utf8_lossy(&verified.stderr);
    let ours: Vec<&str> = told
        .lines()
        .filter(|line| line.contains("ludorum"))
        .collect();
    assert_eq!(ours, Vec::<&str>::new());
}
