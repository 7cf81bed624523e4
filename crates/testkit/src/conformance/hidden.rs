//! Properties of hidden information: views, legal moves, observation ids and drawings.

use ludorum_core::{Determinize, NodeKind, Notation, Seat, TerminalStyle};

use super::{CheckResult, ConformanceRun, MAX_SEEN, ensure};

/// Number of determinizations sampled per position and seat.
const WORLDS: usize = 4;

/// Largest number of determinizations sampled to find two different ones.
const MOST_WORLDS: usize = 32;

/// Checks that all determinizations of a view have that view and the same public text.
pub(super) fn views<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    for seat in Seat::all(run.game.seats()) {
        let view = run.game.view(state, seat);
        let again = run.game.view(&state.clone(), seat);
        ensure(view == again, || {
            format!("seat {seat} sees {view:?}\n  and then: {again:?}")
        })?;
        for _ in 0..WORLDS {
            let world = run.game.determinize(&view, &mut run.rng);
            let seen = run.game.view(&world, seat);
            ensure(seen == view, || {
                format!("seat {seat} sees {view:?}\n  but in {world:?}\n  it sees {seen:?}")
            })?;
            let (public, other) = (run.game.print_public(state), run.game.print_public(&world));
            ensure(public == other, || {
                format!("everyone is shown {public:?}\n  but seat {seat} may think {other:?}")
            })?;
        }
    }
    Ok(())
}

/// Checks that if two different states have the same view, determinizations of that view differ.
pub(super) fn variety<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    for seat in Seat::all(run.game.seats()).filter(|_| run.is_hidden) {
        let view = run.game.view(state, seat);
        // Views cannot be hashed, so equal ones are found by their drawings.
        let drawing = run.game.draw(&view, TerminalStyle::Plain);
        let has_twin = match run.drawn.get(&(seat, drawing.clone())) {
            Some((other_view, other)) => *other_view == view && other != state,
            None => {
                if run.drawn.len() < MAX_SEEN {
                    let drawn = (view.clone(), state.clone());
                    run.drawn.insert((seat, drawing), drawn);
                }
                false
            }
        };
        let first = run.game.determinize(&view, &mut run.rng);
        let varies = (1..MOST_WORLDS).any(|_| run.game.determinize(&view, &mut run.rng) != first);
        run.varied[seat.index()] |= varies;
        ensure(varies || !has_twin, || {
            format!(
                "what seat {seat} sees leads to {first:?} only, but also comes of another state"
            )
        })?;
    }
    Ok(())
}

/// Checks that the view determines the node kind and, for the seat to move, the legal moves.
pub(super) fn decisions<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let node = run.game.node(state);
    let mut moves = Vec::new();
    run.game.moves(state, &mut moves);
    for seat in Seat::all(run.game.seats()) {
        let view = run.game.view(state, seat);
        for _ in 0..WORLDS {
            let world = run.game.determinize(&view, &mut run.rng);
            let other = run.game.node(&world);
            ensure(other == node, || {
                format!("{node:?}, but seat {seat} may think {other:?} in {world:?}")
            })?;
            if node == NodeKind::Decide(seat) {
                let mut others = Vec::new();
                run.game.moves(&world, &mut others);
                ensure(others == moves, || {
                    format!("seat {seat} has {moves:?}, but {others:?} in {world:?}")
                })?;
            }
        }
    }
    Ok(())
}

/// Checks that observation ids distinguish all of a seat's own moves, and moves of others only if
/// they look different to the seat.
pub(super) fn observation_ids<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    let game = run.game;
    let node = game.node(state);
    let options = run.options(state);
    let Some(&mv) = run.rng.pick(&options) else {
        return Ok(());
    };
    for seat in Seat::all(game.seats()) {
        let sign = game.observation_id(state, mv, seat);
        if node == NodeKind::Decide(seat) {
            let mut others = options.iter().filter(|&&other| other != mv);
            let twin = others.find(|&&other| game.observation_id(state, other, seat) == sign);
            ensure(twin.is_none(), || {
                format!("seat {seat} does not tell its own {mv:?} from {twin:?}")
            })?;
            continue;
        }
        let view_after = |mut state: G::State, mv| {
            game.make(&mut state, mv);
            game.view(&state, seat)
        };
        let view = game.view(state, seat);
        let seen = view_after(state.clone(), mv);
        if view_after(state.clone(), mv) != seen {
            // Another property reports views that are not deterministic.
            continue;
        }
        for _ in 0..WORLDS {
            let world = game.determinize(&view, &mut run.rng);
            let others = run.options(&world);
            for other in run.some_of(&others, WORLDS) {
                let told = |state, mv| game.observed_move(state, mv, Some(seat));
                let looks_the_same = view_after(world.clone(), other) == seen
                    && told(&world, other) == told(state, mv);
                let is_told = game.observation_id(&world, other, seat) != sign;
                ensure(!(looks_the_same && is_told), || {
                    format!(
                        "seat {seat} sees no difference between {mv:?} and {other:?} in {world:?}"
                    )
                })?;
            }
        }
    }
    Ok(())
}

/// Checks that every view can be drawn, and that drawings with and without colours have equal text.
pub(super) fn drawings<G: Notation + Determinize>(
    run: &mut ConformanceRun<'_, G>,
    state: &G::State,
) -> CheckResult {
    for seat in Seat::all(run.game.seats()) {
        let view = run.game.view(state, seat);
        let plain = run.game.draw(&view, TerminalStyle::Plain);
        let again = run.game.draw(&view.clone(), TerminalStyle::Plain);
        ensure(plain == again, || {
            format!("one view is drawn\n{plain}  and then\n{again}")
        })?;
        ensure(plain.ends_with('\n') && !plain.contains('\x1b'), || {
            format!("plain ink gives {plain:?}")
        })?;
        let stripped = strip_colours(&run.game.draw(&view, TerminalStyle::Colour));
        ensure(stripped == plain, || {
            format!("without its colours the drawing is\n{stripped}  and in plain ink\n{plain}")
        })?;
    }
    Ok(())
}

/// Removes ANSI colour codes from a drawing.
fn strip_colours(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}
