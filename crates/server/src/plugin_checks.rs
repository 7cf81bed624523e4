//! Checks of plug-ins in random games: one check at a time, on its own thread. Results are kept by
//! file hash.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ludorum_plugins::{PluginCheckReport, PluginPackage, check};
use ludorum_protocol::ErrorCode;
use ludorum_protocol::content::{CheckFinding, PluginCheck};
use parking_lot::Mutex;

/// Number of random games that a plug-in check plays. `ludorum plugin check` plays more.
pub(crate) const GAMES: u32 = 60;

/// Results of plug-in checks, by the hash of the plug-in's files.
#[derive(Debug, Default)]
pub(crate) struct PluginCheckCache {
    known: Mutex<BTreeMap<String, PluginCheck>>,
}

impl PluginCheckCache {
    /// The running or finished check of the plug-in whose files have this hash. `None` if they were
    /// never checked.
    pub(crate) fn of(&self, hash: &str) -> Option<PluginCheck> {
        self.known.lock().get(hash).cloned()
    }

    /// Starts a plug-in check in the background. Fails if a check of any plug-in is running.
    pub(crate) fn start(
        self: &Arc<PluginCheckCache>,
        package: PluginPackage,
    ) -> Result<PluginCheck, ErrorCode> {
        let begun = PluginCheck {
            running: true,
            games: GAMES,
            findings: Vec::new(),
        };
        let mut known = self.known.lock();
        if known.values().any(|check| check.running) {
            return Err(ErrorCode::CheckRunning);
        }
        let own = Arc::clone(self);
        let hash = package.hash.clone();
        std::thread::Builder::new()
            .name("check".to_owned())
            .spawn(move || own.run(&package))
            .map_err(|error| {
                tracing::error!(%error, "could not start a thread for a check");
                ErrorCode::Internal
            })?;
        known.insert(hash, begun.clone());
        Ok(begun)
    }

    fn run(&self, package: &PluginPackage) {
        // A panic in one check must not prevent the next.
        let report = catch_unwind(AssertUnwindSafe(|| check(package, GAMES)));
        let findings = match report {
            Ok(report) => findings(report),
            Err(_) => {
                tracing::error!(plugin = package.folder, "a plug-in check panicked");
                vec![CheckFinding {
                    well: false,
                    text: "the check itself failed; see the server log".to_owned(),
                }]
            }
        };
        let done = PluginCheck {
            running: false,
            games: GAMES,
            findings,
        };
        self.known.lock().insert(package.hash.clone(), done);
    }
}

fn findings(report: PluginCheckReport) -> Vec<CheckFinding> {
    let finding = |finding: ludorum_plugins::PluginFinding| CheckFinding {
        well: finding.passed,
        text: if finding.is_warning {
            format!("warning: {}", finding.text)
        } else {
            finding.text
        },
    };
    report.findings.into_iter().map(finding).collect()
}
