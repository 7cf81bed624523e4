//! Generates opening suites: openings that lead to distinct positions.

use std::collections::HashSet;
use std::fmt::Write as _;

use ludorum_catalog::{BusyThreadGuard, Variant};
use ludorum_core::{Seed, StopFlag};
use ludorum_record::RecordHeader;

use super::round_openings::{MAX_TRIES, RandomOpening};
use super::{OpeningKind, OpeningSource, OpeningsError};
use crate::parallel;

/// Number of random openings drawn per batch; fixed, so that suites do not depend on thread counts.
const BATCH: u64 = 64;

/// Plan of an opening suite to generate: game, source, number and seed of the openings.
#[derive(Clone, Debug)]
pub struct OpeningSuitePlan {
    /// Game that the openings belong to, with its parameters.
    pub variant: Variant,
    /// Source that openings are drawn from: random or balanced.
    pub openings: OpeningSource,
    /// Number of openings in the suite.
    pub count: usize,
    /// Seed that the openings are drawn from.
    pub seed: Seed,
    /// Command line that generates the same suite, written to its first line.
    pub command: String,
}

/// Generates the text of an opening suite, independent of the number of threads. Calls `on_found`
/// with the number of openings found so far. `None` if `stop` was raised.
///
/// # Errors
/// If the start position depends on the seed, or too few distinct openings exist.
pub fn make_suite(
    plan: &OpeningSuitePlan,
    threads: usize,
    stop: &StopFlag,
    mut on_found: impl FnMut(usize),
) -> Result<Option<String>, OpeningsError> {
    let variant = &plan.variant;
    check_start(variant)?;
    let plies = match &plan.openings.kind {
        OpeningKind::Random { plies } => *plies,
        OpeningKind::Balanced(balance) => balance.plies,
        OpeningKind::Suite(_) => {
            let why = "a suite is made of random or balanced openings";
            return Err(OpeningsError(why.to_owned()));
        }
    };
    let mut suite: Vec<Vec<String>> = Vec::new();
    let mut seen = HashSet::new();
    let (mut tries, mut last_found, mut closest) = (0, 0, f64::INFINITY);
    while suite.len() < plan.count {
        let mut batch = Vec::new();
        for _ in 0..BATCH {
            let seed = plan.seed.child("suite", tries);
            tries += 1;
            let draw = RandomOpening::new(variant, Seed(0), plies, seed);
            if let Some(draw) = draw.filter(|draw| seen.insert(draw.position.text())) {
                if draw.position.plies() != draw.moves.len() {
                    return Err(random_setup(variant));
                }
                batch.push((seed, draw));
            }
        }
        let Some(distances) = imbalances(plan, &batch, threads, stop)? else {
            return Ok(None);
        };
        for ((_, draw), off) in batch.into_iter().zip(distances) {
            closest = closest.min(off);
            let is_even = match &plan.openings.kind {
                OpeningKind::Balanced(balance) => off <= balance.within,
                _ => true,
            };
            if is_even && suite.len() < plan.count {
                suite.push(draw.moves);
                last_found = tries;
                on_found(suite.len());
            }
        }
        if tries - last_found > MAX_TRIES {
            return Err(too_few_openings(plan, suite.len(), closest));
        }
    }
    Ok(Some(format_suite(plan, &suite)))
}

/// Distance of each position's value from an even result; 0 for each if openings need not be
/// balanced. `None` if `stop` was raised.
fn imbalances(
    plan: &OpeningSuitePlan,
    batch: &[(Seed, RandomOpening)],
    threads: usize,
    stop: &StopFlag,
) -> Result<Option<Vec<f64>>, OpeningsError> {
    let OpeningKind::Balanced(balance) = &plan.openings.kind else {
        return Ok(Some(vec![0.0; batch.len()]));
    };
    let mut found = vec![f64::INFINITY; batch.len()];
    let mut outcome = Ok(());
    let measure = |(seed, draw): &(Seed, RandomOpening)| {
        let _busy = BusyThreadGuard::enter();
        let measure = || balance.imbalance(&plan.variant, &draw.position, *seed, stop);
        (!stop.is_raised()).then(measure)
    };
    parallel::for_each(batch, threads, measure, |index, off| match off {
        Ok(off) => found[index] = off,
        Err(error) => outcome = Err(error),
    });
    outcome?;
    Ok((!stop.is_raised()).then_some(found))
}

fn format_suite(plan: &OpeningSuitePlan, suite: &[Vec<String>]) -> String {
    let variant = &plan.variant;
    let mut text = format!(
        "# {}\n# {}, rules {} of {}: {} openings, no two of them to the same position\n",
        plan.command,
        RecordHeader::this_program(),
        variant.rules_version(),
        variant.spec(),
        suite.len(),
    );
    for moves in suite {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", moves.join(" "));
    }
    text
}

/// Checks that the start position of the game does not depend on the seed; otherwise the openings
/// of a suite could not be replayed.
fn check_start(variant: &Variant) -> Result<(), OpeningsError> {
    let starts = [1, 2, 3].map(|seed| variant.start(Seed(seed)).text());
    let first = variant.start(Seed(0)).text();
    if starts.iter().all(|start| *start == first) {
        Ok(())
    } else {
        Err(random_setup(variant))
    }
}

fn random_setup(variant: &Variant) -> OpeningsError {
    OpeningsError(format!(
        "the start position of {} is random, so a suite does not fit; use --openings \
         random:plies=N or balanced:plies=N,by=AGENT instead",
        variant.spec()
    ))
}

fn too_few_openings(plan: &OpeningSuitePlan, found: usize, closest: f64) -> OpeningsError {
    let wanted = plan.count;
    let more = match &plan.openings.kind {
        OpeningKind::Balanced(balance) => format!(
            ", the closest being off by {closest:.3} from even; ask for fewer, or allow more than --within {}",
            balance.within
        ),
        _ => "; ask for fewer, or for more plies".to_owned(),
    };
    OpeningsError(format!(
        "found {found} of {wanted} openings, then {MAX_TRIES} tries gave no new one{more}"
    ))
}
