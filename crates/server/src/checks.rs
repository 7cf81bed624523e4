//! Checks of plug-ins: one at a time, on a thread of its own, kept by the hash of the files.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_plugins::{Package, Report, check};
use ludorum_protocol::Code;
use ludorum_protocol::sector66::{CheckFinding, PluginCheck};

/// A check from a page has so many games; `ludorum plugin check` has more.
pub(crate) const GAMES: u32 = 60;

/// The checks there were.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    known: Mutex<BTreeMap<String, PluginCheck>>,
}

impl Checks {
    /// The check of the files with this hash.
    pub(crate) fn of(&self, hash: &str) -> Option<PluginCheck> {
        self.lock().get(hash).cloned()
    }

    /// Begins a check, unless one is going on.
    pub(crate) fn start(self: &Arc<Checks>, package: Package) -> Result<PluginCheck, Code> {
        let begun = PluginCheck {
            running: true,
            games: GAMES,
            findings: Vec::new(),
        };
        let mut known = self.lock();
        if known.values().any(|check| check.running) {
            return Err(Code::CheckRunning);
        }
        let own = Arc::clone(self);
        let hash = package.hash.clone();
        std::thread::Builder::new()
            .name("check".to_owned())
            .spawn(move || own.run(&package))
            .map_err(|error| {
                tracing::error!(%error, "no thread for a check");
                Code::Internal
            })?;
        known.insert(hash, begun.clone());
        Ok(begun)
    }

    fn run(&self, package: &Package) {
        // Whatever a plug-in makes the check do, there can be another.
        let report = catch_unwind(AssertUnwindSafe(|| check(package, GAMES)));
        let findings = match report {
            Ok(report) => findings(report),
            Err(_) => {
                tracing::error!(plugin = package.folder, "a check failed");
                vec![CheckFinding {
                    well: false,
                    text: "the check itself failed; the log of the server says why".to_owned(),
                }]
            }
        };
        let done = PluginCheck {
            running: false,
            games: GAMES,
            findings,
        };
        self.lock().insert(package.hash.clone(), done);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, PluginCheck>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn findings(report: Report) -> Vec<CheckFinding> {
    let finding = |finding: ludorum_plugins::Finding| CheckFinding {
        well: finding.is_well,
        text: finding.text,
    };
    report.findings.into_iter().map(finding).collect()
}
