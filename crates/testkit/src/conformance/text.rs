//! Properties of notation: printed text parses back, and invalid text is rejected.

use std::collections::HashMap;

use ludorum_core::{Determinize, NodeKind, Notation, Rng};

use super::{CheckResult, ConformanceRun, MOST_ALTERED, ensure};

/// Largest number of moves checked per position.
const MOVES: usize = 24;

/// Number of mutated moves, and of mutated positions, tried per position.
const ALTERATIONS: usize = 4;

/// Characters that are likely to break parsers.
const CHARACTERS: &str = "abcxoABZ0123456789-+/.,:;|=#_* \t\n\u{0}\u{e9}\u{df}\u{2502}\u{1f3b2}";

/// Checks that the text of a move has no white space, parses back, and is unique in its position.
pub(super) fn move_texts<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let options = run.options(state);
    let mut by_text = HashMap::new();
    for &mv in &options {
        let text = run.game.print_move(mv);
        ensure(
            !text.is_empty() && !text.contains(char::is_whitespace),
            || format!("{mv:?} is written {text:?}"),
        )?;
        if let Some(other) = by_text.insert(text.clone(), mv) {
            return Err(format!("{mv:?} and {other:?} are both written {text}"));
        }
        let read = run.game.parse_move(&text);
        ensure(read.as_ref() == Ok(&mv), || {
            format!("{mv:?} is written {text} and read as {read:?}")
        })?;
    }
    Ok(())
}

/// Checks that `check_move` accepts exactly the legal moves; tries moves of other positions too.
pub(super) fn move_checks<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let options = run.options(state);
    let known = run.known_moves.clone();
    let here = run.some_of(&options, MOVES);
    let elsewhere = run.some_of(&known, MOVES);
    for mv in here.into_iter().chain(elsewhere) {
        check_agrees(run, state, mv)?;
    }
    Ok(())
}

fn check_agrees<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
    mv: G::Move,
) -> CheckResult {
    let legal = match run.game.node(state) {
        NodeKind::Over => false,
        NodeKind::Chance => run.game.is_possible(state, mv),
        NodeKind::Decide(_) => run.options(state).contains(&mv),
    };
    match run.game.check_move(state, mv) {
        Ok(()) => ensure(legal, || format!("{mv:?} is allowed but not legal")),
        Err(error) if legal => Err(format!("{mv:?} is refused: {error}")),
        Err(error) => ensure(!error.to_string().is_empty(), || {
            format!("{mv:?} is refused without a reason")
        }),
    }
}

/// Checks that the text of a position has no white space and parses back to an equal position with
/// an equal key, so incremental keys equal recomputed ones.
pub(super) fn position_texts<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let text = run.game.print_position(state);
    ensure(
        !text.is_empty() && !text.contains(char::is_whitespace),
        || format!("the position is written {text:?}"),
    )?;
    let read = match run.game.parse_position(&text) {
        Ok(read) => read,
        Err(error) => return Err(format!("{text} is not read: {error}")),
    };
    ensure(read == *state, || {
        format!("{text} is read as {read:?}\n  expected: {state:?}")
    })?;
    let (key, expected) = (run.game.key(&read), run.game.key(state));
    ensure(key == expected, || {
        format!("{text} recomputed has key {key:016x}, but {expected:016x} in the game")
    })
}

/// Checks that mutated text is rejected or valid: the canonical text of another move, or a position
/// that prints and parses back. The run later plays games from such positions.
pub(super) fn altered_texts<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let options = run.options(state);
    let position = run.game.print_position(state);
    for _ in 0..ALTERATIONS {
        if let Some(&mv) = run.rng.pick(&options) {
            let text = run.game.print_move(mv);
            let text = altered(&text, &mut run.rng);
            if let Some(mv) = read_as_move(run, &text)? {
                check_agrees(run, state, mv)?;
            }
        }
        let text = altered(&position, &mut run.rng);
        read_as_position(run, &text)?;
    }
    Ok(())
}

/// Checks that random text does not make a parser panic.
pub(super) fn rubbish<G: Notation + Determinize>(run: &mut ConformanceRun<'_, G>) -> CheckResult {
    for length in (0..24).cycle().take(400) {
        let text: String = (0..length).map(|_| random_char(&mut run.rng)).collect();
        read_as_move(run, &text)?;
        read_as_position(run, &text)?;
    }
    Ok(())
}

fn read_as_move<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    text: &str,
) -> Result<Option<G::Move>, String> {
    let Ok(mv) = run.game.parse_move(text) else {
        return Ok(None);
    };
    let print = run.game.print_move(mv);
    ensure(print == text, || {
        format!("{text:?} is read as a move that is written {print:?}")
    })?;
    Ok(Some(mv))
}

fn read_as_position<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    text: &str,
) -> CheckResult {
    let Ok(state) = run.game.parse_position(text) else {
        return Ok(());
    };
    let print = run.game.print_position(&state);
    let again = run.game.parse_position(&print);
    ensure(again.as_ref() == Ok(&state), || {
        format!("{text:?} is read as {state:?}, written {print:?}, and read as {again:?}")
    })?;
    let is_new = !run.key_of_text.contains_key(&print) && !run.altered.contains(&print);
    if is_new && run.altered.len() < MOST_ALTERED && run.summary.altered == 0 {
        run.altered.push(print);
    }
    Ok(())
}

/// Applies one to three random mutations to a text.
fn altered(text: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(3) {
        let place = rng.below(chars.len() + 1);
        let is_inside = place < chars.len();
        // Half of the new characters come from the text itself: valid results become more likely.
        let new = match rng.pick(&chars).copied() {
            Some(own) if rng.below(2) == 0 => own,
            _ => random_char(rng),
        };
        match rng.below(6) {
            0 if is_inside => drop(chars.remove(place)),
            1 | 2 if is_inside => chars[place] = new,
            3 if is_inside => {
                let other = rng.below(chars.len());
                chars.swap(place, other);
            }
            4 => chars.truncate(place),
            _ => chars.insert(place, new),
        }
    }
    chars.into_iter().collect()
}

fn random_char(rng: &mut Rng) -> char {
    let chars: Vec<char> = CHARACTERS.chars().collect();
    chars[rng.below(chars.len())]
}
