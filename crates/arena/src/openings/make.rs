//! Makes suites: openings that lead to different positions, as a file.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use ludorum_catalog::{BusyThread, Variant};
use ludorum_core::{Seed, Stop};
use ludorum_record::Header;

use super::draw::{Draw, MOST_TRIES};
use super::{Kind, Openings, OpeningsError};

/// So many openings are drawn before any of them is searched, on any number of threads.
const BATCH: u64 = 64;

/// A suite to be made.
#[derive(Clone, Debug)]
pub struct SuitePlan {
    /// The game.
    pub variant: Variant,
    /// How openings are drawn: random or balanced ones.
    pub openings: Openings,
    /// The number of openings.
    pub count: usize,
    /// The seed they are drawn from.
    pub seed: Seed,
    /// The command that makes the same suite, for its first line.
    pub command: String,
}

/// The suite as text: the same for any number of threads. None if `stop` was raised. `on_found` is told
/// how many openings there are.
///
/// # Errors
/// When the game does not always begin the same, or too few openings are found.
pub fn make_suite(
    plan: &SuitePlan,
    threads: usize,
    stop: &Stop,
    mut on_found: impl FnMut(usize),
) -> Result<Option<String>, OpeningsError> {
    let variant = &plan.variant;
    check_start(variant)?;
    let plies = match &plan.openings.kind {
        Kind::Random { plies } => *plies,
        Kind::Balanced(balance) => balance.plies,
        Kind::Suite(_) => {
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
            let draw = Draw::new(variant, Seed(0), plies, seed);
            if let Some(draw) = draw.filter(|draw| seen.insert(draw.position.text())) {
                if draw.position.plies() != draw.moves.len() {
                    return Err(not_fixed(variant));
                }
                batch.push((seed, draw));
            }
        }
        let Some(distances) = distances(plan, &batch, threads, stop)? else {
            return Ok(None);
        };
        for ((_, draw), off) in batch.into_iter().zip(distances) {
            closest = closest.min(off);
            let is_even = match &plan.openings.kind {
                Kind::Balanced(balance) => off <= balance.within,
                _ => true,
            };
            if is_even && suite.len() < plan.count {
                suite.push(draw.moves);
                last_found = tries;
                on_found(suite.len());
            }
        }
        if tries - last_found > MOST_TRIES {
            return Err(too_few(plan, suite.len(), closest));
        }
    }
    Ok(Some(printed(plan, &suite)))
}

/// How far the positions are from even, in their order; zeros if nobody is asked.
fn distances(
    plan: &SuitePlan,
    batch: &[(Seed, Draw)],
    threads: usize,
    stop: &Stop,
) -> Result<Option<Vec<f64>>, OpeningsError> {
    let Kind::Balanced(balance) = &plan.openings.kind else {
        return Ok(Some(vec![0.0; batch.len()]));
    };
    let next = AtomicUsize::new(0);
    let mut found = vec![f64::INFINITY; batch.len()];
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, batch.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let _busy = BusyThread::enter();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((seed, draw)) = batch.get(index).filter(|_| !stop.is_raised()) else {
                        return;
                    };
                    let off = balance.distance(&plan.variant, &draw.position, *seed, stop);
                    if sender.send((index, off)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, off) in receiver {
            match off {
                Ok(off) => found[index] = off,
                Err(error) => outcome = Err(error),
            }
        }
    });
    outcome?;
    Ok((!stop.is_raised()).then_some(found))
}

fn printed(plan: &SuitePlan, suite: &[Vec<String>]) -> String {
    let variant = &plan.variant;
    let mut text = format!(
        "# {}\n# {}, rules {} of {}: {} openings, no two of them to the same position\n",
        plan.command,
        Header::this_program(),
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

/// Refuses a game that begins differently from every seed: nobody could play the openings of a file.
fn check_start(variant: &Variant) -> Result<(), OpeningsError> {
    let starts = [1, 2, 3].map(|seed| variant.start(Seed(seed)).text());
    let first = variant.start(Seed(0)).text();
    match starts.iter().all(|start| *start == first) {
        true => Ok(()),
        false => Err(not_fixed(variant)),
    }
}

fn not_fixed(variant: &Variant) -> OpeningsError {
    OpeningsError(format!(
        "chance has a part in how {} begins, so moves in a file do not fit; use --openings \
         random:plies=N or balanced:plies=N,by=AGENT in place of a suite",
        variant.spec()
    ))
}

fn too_few(plan: &SuitePlan, found: usize, closest: f64) -> OpeningsError {
    let wanted = plan.count;
    let more = match &plan.openings.kind {
        Kind::Balanced(balance) => format!(
            ", the closest being off by {closest:.3} from even; ask for fewer, or allow more than --within {}",
            balance.within
        ),
        _ => "; ask for fewer, or for more plies".to_owned(),
    };
    OpeningsError(format!(
        "found {found} of {wanted} openings, then {MOST_TRIES} tries gave no new one{more}"
    ))
}
