//! Properties of the rules: nodes, moves, keys, outcomes and chance.

use std::collections::HashSet;

use ludorum_core::{ChanceListingStatus, Determinize, NodeKind, Notation, Seat};

use super::{CheckResult, ConformanceRun, MAX_SEEN, ensure};

/// Largest number of moves that a check makes per position.
const CHILDREN: usize = 12;

/// Number of chance events sampled at a chance node to count their frequencies.
const SAMPLES: u32 = 4_000;

/// Checks that a decision node has moves and no outcome, a chance node has neither, and a terminal
/// node has an outcome and no moves.
pub(super) fn acting<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let mut moves = Vec::new();
    run.game.moves(state, &mut moves);
    let node = run.game.node(state);
    let (wants_moves, wants_outcome) = match node {
        NodeKind::Decide(seat) => {
            let seats = run.game.seats();
            ensure(seat.index() < seats, || {
                format!("seat {seat} is to move in a game of {seats}")
            })?;
            (true, false)
        }
        NodeKind::Chance => (false, false),
        NodeKind::Over => (false, true),
    };
    ensure(moves.is_empty() != wants_moves, || {
        format!("{node:?} with {} moves", moves.len())
    })?;
    let outcome = run.game.outcome(state);
    ensure(outcome.is_some() == wants_outcome, || {
        format!("{node:?} with outcome {outcome:?}")
    })
}

/// Checks that no move is listed twice, and the list depends only on the position.
pub(super) fn listing<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let mut moves = Vec::new();
    run.game.moves(state, &mut moves);
    let mut unique = HashSet::new();
    if let Some(twice) = moves.iter().find(|&&mv| !unique.insert(mv)) {
        return Err(format!("{twice:?} is listed twice"));
    }
    let mut appended = moves.clone();
    run.game.moves(&state.clone(), &mut appended);
    let twice: Vec<G::Move> = moves.iter().chain(&moves).copied().collect();
    ensure(appended == twice, || {
        format!("listed behind itself {moves:?} becomes {appended:?}")
    })
}

/// Checks that making a move is deterministic, and unmaking it restores the position.
pub(super) fn unmaking<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let key = run.game.key(state);
    let options = run.options(state);
    for mv in run.some_of(&options, CHILDREN) {
        let (mut child, mut twin) = (state.clone(), state.clone());
        let undo = run.game.make(&mut child, mv);
        run.game.make(&mut twin, mv);
        ensure(child == twin, || {
            format!("{mv:?} leads to {child:?}\n  and then: {twin:?}")
        })?;
        run.game.unmake(&mut child, mv, undo);
        let is_back = child == *state && run.game.key(&child) == key;
        ensure(is_back, || {
            format!("{mv:?} taken back gives {child:?}\n  expected: {state:?} with the same key")
        })?;
    }
    Ok(())
}

/// Checks that keys are equal if and only if positions are, compared with earlier positions and
/// among children. Equal positions have equal moves, however they were reached.
pub(super) fn keys<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let key = run.game.key(state);
    let mut moves = Vec::new();
    run.game.moves(state, &mut moves);
    match run.seen.get(&key) {
        Some((earlier, earlier_moves)) => {
            ensure(earlier == state, || {
                format!("{earlier:?}\n  and: {state:?}\n  have the same key {key:016x}")
            })?;
            ensure(*earlier_moves == moves, || {
                format!("the moves were {earlier_moves:?}, and now are {moves:?}")
            })?;
        }
        None if run.seen.len() < MAX_SEEN => {
            run.seen.insert(key, (state.clone(), moves));
            let text = run.game.print_position(state);
            if let Some(other) = run.key_of_text.insert(text, key) {
                return Err(format!("the position had key {other:016x}, now {key:016x}"));
            }
        }
        None => {}
    }
    let options = run.options(state);
    let children: Vec<(u64, G::State)> = run
        .some_of(&options, CHILDREN)
        .into_iter()
        .map(|mv| {
            let mut child = state.clone();
            run.game.make(&mut child, mv);
            (run.game.key(&child), child)
        })
        .collect();
    for (index, (key, child)) in children.iter().enumerate() {
        for (other_key, other) in &children[..index] {
            ensure((key == other_key) == (child == other), || {
                format!("{child:?} has key {key:016x}\n  and: {other:?} has {other_key:016x}")
            })?;
        }
    }
    Ok(())
}

/// Checks that every seat has a rank and a utility, a better rank never has a lower utility, and
/// two-seat games are zero-sum.
pub(super) fn outcomes<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let Some(outcome) = run.game.outcome(state) else {
        return Ok(());
    };
    let seats = run.game.seats();
    let (ranks, utilities) = (outcome.ranks(), outcome.utilities());
    ensure(ranks.seats() == seats && utilities.seats() == seats, || {
        format!("{outcome:?} in a game of {seats}")
    })?;
    for a in Seat::all(seats) {
        for b in Seat::all(seats) {
            let agrees = match ranks[a].cmp(&ranks[b]) {
                std::cmp::Ordering::Less => utilities[a] >= utilities[b],
                std::cmp::Ordering::Equal => (utilities[a] - utilities[b]).abs() < 1e-9,
                std::cmp::Ordering::Greater => utilities[a] <= utilities[b],
            };
            ensure(agrees, || {
                format!("ranks {ranks:?} disagree with utilities {utilities:?}")
            })?;
        }
    }
    let sum: f64 = utilities.iter().sum();
    ensure(seats != 2 || sum.abs() < 1e-9, || {
        format!("the utilities {utilities:?} of two seats do not sum to zero")
    })
}

/// Checks that listed events are possible and distinct, with probabilities that sum to one. If
/// there are too many events, none is listed.
pub(super) fn odds<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    if run.game.node(state) != NodeKind::Chance {
        return Ok(());
    }
    let mut events = Vec::new();
    let listing = run.game.events(state, &mut events);
    if listing == ChanceListingStatus::TooMany {
        return ensure(events.is_empty(), || {
            "too many events to list, and some are listed".to_owned()
        });
    }
    let mut unique = HashSet::new();
    for &(event, odds) in &events {
        ensure(odds > 0.0 && odds <= 1.0, || {
            format!("{event:?} has odds {odds}")
        })?;
        ensure(unique.insert(event), || {
            format!("{event:?} is listed twice")
        })?;
        ensure(run.game.is_possible(state, event), || {
            format!("{event:?} is listed but not possible")
        })?;
    }
    let sum: f64 = events.iter().map(|&(_, odds)| odds).sum();
    ensure((sum - 1.0).abs() < 1e-9, || format!("they sum to {sum}"))?;

    let mut appended = events.clone();
    run.game.events(&state.clone(), &mut appended);
    let twice: Vec<(G::Move, f64)> = events.iter().chain(&events).copied().collect();
    ensure(appended == twice, || {
        format!("listed behind itself {events:?} becomes {appended:?}")
    })
}

/// Checks that sampled events are possible, with the listed probabilities (within six sigma).
pub(super) fn samples<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    if run.game.node(state) != NodeKind::Chance {
        return Ok(());
    }
    let event = run.game.sample(state, &mut run.rng);
    ensure(run.game.is_possible(state, event), || {
        format!("{event:?} was drawn but is not possible")
    })?;
    let mut events = Vec::new();
    let listing = run.game.events(state, &mut events);
    if listing == ChanceListingStatus::TooMany || run.counts_left == 0 {
        return Ok(());
    }
    run.counts_left -= 1;
    let mut counts = vec![0u32; events.len()];
    for _ in 0..SAMPLES {
        let event = run.game.sample(state, &mut run.rng);
        match events.iter().position(|&(listed, _)| listed == event) {
            Some(index) => counts[index] += 1,
            None => return Err(format!("{event:?} was drawn but is not listed")),
        }
    }
    for (&(event, odds), &count) in events.iter().zip(&counts) {
        let expected = f64::from(SAMPLES) * odds;
        let deviation = (expected * (1.0 - odds)).sqrt();
        ensure(
            (f64::from(count) - expected).abs() <= 6.0 * deviation + 3.0,
            || format!("{event:?} was drawn {count} times of {SAMPLES}, expected {expected:.0}"),
        )?;
    }
    Ok(())
}
