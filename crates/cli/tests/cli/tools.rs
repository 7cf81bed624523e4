//! Checks of the Makefile for required tools, with fake programs on the `PATH`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// Standard programs that the tools script and the Makefile use.
const ORDINARY: [&str; 11] = [
    "sh", "sed", "grep", "id", "make", "find", "head", "uname", "tr", "touch", "mkdir",
];

/// Folder used as the whole `PATH`, with the standard programs and added fake ones.
struct Machine {
    folder: PathBuf,
}

impl Machine {
    fn new() -> Machine {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tools-{number}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("bin")).unwrap();
        let path = std::env::var_os("PATH").unwrap();
        for name in ORDINARY {
            let mut real = std::env::split_paths(&path).map(|place| place.join(name));
            if let Some(real) = real.find(|real| real.is_file()) {
                symlink(real, folder.join("bin").join(name)).unwrap();
            }
        }
        Machine { folder }
    }

    /// Adds a fake program that runs a line of shell code.
    fn with(self, name: &str, line: &str) -> Machine {
        let path = self.folder.join("bin").join(name);
        let _ = fs::remove_file(&path);
        fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn bin(&self, name: &str) -> String {
        self.folder.join("bin").join(name).display().to_string()
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.bin(program));
        command
            .env_clear()
            .env("PATH", self.folder.join("bin"))
            .current_dir(&self.folder);
        command
    }

    fn tools(&self, what: &str) -> Output {
        let script = root().join("packaging/tools.sh");
        let mut command = self.command("sh");
        command.arg(script).arg(what).output().unwrap()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const CHROME: &str = "echo 'Google Chrome 139.0.1'";
const USER: &str = "echo 1000";

#[track_caller]
fn fails(output: &Output, parts: &[&str]) {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    for part in parts {
        assert!(told.contains(part), "{told}");
    }
}

#[track_caller]
fn finds(output: &Output, path: &str) {
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(told.trim(), path);
}

#[test]
fn any_chromium_or_chrome_is_found() {
    for name in ["chromium", "chromium-browser", "google-chrome", "chrome"] {
        let machine = Machine::new().with("id", USER).with(name, CHROME);
        finds(&machine.tools("chromium"), &machine.bin(name));
    }
    // A program that fails to run is ignored, such as Ubuntu's placeholder for a snap.
    let machine = Machine::new()
        .with("id", USER)
        .with("chromium-browser", "exit 1")
        .with("google-chrome-stable", CHROME);
    finds(
        &machine.tools("chromium"),
        &machine.bin("google-chrome-stable"),
    );
}

#[test]
fn the_browser_can_be_named() {
    let machine = Machine::new().with("id", USER).with("mine", CHROME);
    let script = root().join("packaging/tools.sh");
    let named = |path: &str| {
        let mut command = machine.command("sh");
        command.env("CHROMIUM", path).arg(&script).arg("chromium");
        command.output().unwrap()
    };
    finds(&named(&machine.bin("mine")), &machine.bin("mine"));
    fails(
        &named("/no/such/chrome"),
        &["CHROMIUM=/no/such/chrome is no Chromium"],
    );
}

#[test]
fn without_a_browser_it_is_said_what_to_do_and_only_root_installs_one() {
    let installs = "echo installed >> apt.log; printf '#!/bin/sh\\necho Chromium 1\\n' > bin/chromium; \
                    /bin/chmod 755 bin/chromium";
    let user = Machine::new().with("id", USER).with("apt-get", installs);
    let told = user.tools("chromium");
    fails(&told, &["sudo apt install chromium", "make test CHROMIUM="]);
    assert!(!user.folder.join("apt.log").exists(), "no user calls apt");
    let root_without_apt = Machine::new().with("id", "echo 0");
    fails(&root_without_apt.tools("chromium"), &["CHROMIUM="]);
    let root = Machine::new()
        .with("id", "echo 0")
        .with("apt-get", installs);
    finds(&root.tools("chromium"), &root.bin("chromium"));
}

#[test]
fn versions_are_looked_at_first_and_everything_missing_is_said_at_once() {
    let machine = Machine::new().with("id", USER);
    fails(
        &machine.tools("test"),
        &["Python 3.9", "Node is missing", "no Chromium or Chrome"],
    );
    let old = Machine::new()
        .with("id", USER)
        .with("node", "echo v18.19.0")
        .with("npm", "exit 0")
        .with("python3", "exit 1")
        .with("chromium", CHROME);
    fails(
        &old.tools("test"),
        &["Node v18.19.0 is too old", "Python 3.9"],
    );
    let good = Machine::new()
        .with("id", USER)
        .with("node", "echo v20.1.0")
        .with("npm", "exit 0")
        .with("python3", "exit 0")
        .with("chromium", CHROME);
    assert!(good.tools("test").status.success());
}

/// Copies the files that `make` reads, so that nothing is built in the repository.
fn makefile(machine: &Machine) {
    fs::copy(root().join("Makefile"), machine.folder.join("Makefile")).unwrap();
    fs::copy(root().join("Cargo.toml"), machine.folder.join("Cargo.toml")).unwrap();
    fs::create_dir_all(machine.folder.join("packaging")).unwrap();
    let script = "packaging/tools.sh";
    fs::copy(root().join(script), machine.folder.join(script)).unwrap();
}

#[test]
fn without_node_make_run_serves_what_there_is() {
    let machine = Machine::new()
        .with("cargo", "echo \"$@\" > cargo.log")
        .with("cc", "exit 0")
        .with("c++", "exit 0");
    makefile(&machine);
    let run = machine.command("make").arg("run").output().unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{told}");
    assert!(told.contains("Node is missing"), "{told}");
    let asked = fs::read_to_string(machine.folder.join("cargo.log")).unwrap();
    assert!(asked.contains("serve --open"), "{asked}");
}

#[test]
fn make_test_looks_for_everything_before_it_builds_anything() {
    let machine = Machine::new()
        .with("id", USER)
        .with("cargo", "echo \"$@\" >> cargo.log")
        .with("cc", "exit 0")
        .with("c++", "exit 0");
    makefile(&machine);
    let test = machine.command("make").arg("test").output().unwrap();
    let told = String::from_utf8_lossy(&test.stderr);
    assert!(!test.status.success());
    for part in ["Python 3.9", "Node is missing", "no Chromium or Chrome"] {
        assert!(told.contains(part), "{told}");
    }
    let asked = fs::read_to_string(machine.folder.join("cargo.log")).unwrap_or_default();
    assert!(
        !asked.contains("test") && !asked.contains("build"),
        "{asked}"
    );
}
