//! Plug-ins that take long without taking steps: costs are estimated where possible, and the time limit
//! stops the rest and halts the game.

use std::time::{Duration, Instant};

use ludorum_core::{Game, Notation, Seed};
use ludorum_plugins::check;

use crate::{board, package, place, play};

/// Doubles a string this many times, then adds this many times, without a loop.
fn straight(doublings: usize, additions: usize) -> String {
    let (doubling, addition) = ("s = s .. s ", "_ = s + 0 ");
    format!(
        "local s, _ = '1', 0 {}{}",
        doubling.repeat(doublings),
        addition.repeat(additions)
    )
}

/// A spell whose `can_cast` runs this code. `salt` changes its hash.
fn spell(salt: &str, work: &str) -> String {
    format!(
        "-- {salt}\nreturn {{ can_cast = function() {work}\n return true end,\n on_cast = function() end }}"
    )
}

#[test]
fn a_program_with_too_many_operators_is_refused() {
    let source = format!(
        "return {{ can_step = function() {} return true end }}",
        straight(17, 6000)
    );
    let refused = board("field", &source).expect_err("it is too much");
    assert!(refused.contains("operators such as + and <"), "{refused}");
    // Operators in comments count; lines of hyphens cost little.
    let ruled = format!("--{}\nreturn {{}}", "-".repeat(9000));
    assert!(board("field", &ruled).is_ok());
}

#[test]
fn work_without_steps_is_paid_for_at_the_end_of_a_call() {
    for (work, salt) in [
        (straight(17, 900), "additions"),
        (
            format!(
                "local a, _ = 'x', 0 {}local b = a .. 'b' a = a .. 'a' {}",
                "a = a .. a ".repeat(17),
                "_ = a < b ".repeat(400)
            ),
            "comparisons",
        ),
    ] {
        let source = format!(
            "return {{ on_step = function(game, field, pawn)\n game.set_walls(pawn, 50)\n {work}\n end }}"
        );
        let game = board("field", &source).unwrap_or_else(|error| panic!("{salt}: {error}"));
        let mut state = place(&game, "e4,a7", "-", "-,-");
        let faults = play(&game, &mut state, "e5");
        assert_eq!(faults.len(), 1, "{salt}: {faults:?}");
        assert!(
            faults[0].message.contains("too many steps"),
            "{}",
            faults[0]
        );
        assert!(game.print_position(&state).starts_with("e5,a7/10,10/"));
        assert!(game.halted().is_none(), "steps are the same everywhere");
    }
}

#[test]
fn sorting_long_texts_is_paid_for() {
    let source = "return { on_step = function(game, field, pawn)\n\
        local s = 'x' for i = 1, 14 do s = s .. s end\n\
        local a, b, t = s .. 'a', s .. 'b', {}\n\
        for i = 1, 40 do t[i] = if i % 2 == 0 then a else b end\n\
        table.sort(t)\n game.set_walls(pawn, 50)\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(
        faults[0].message.contains("too many steps"),
        "{}",
        faults[0]
    );
}

#[test]
fn sorting_works_as_ever() {
    let source = "return { on_step = function(game, field, pawn)\n\
        local t = { 'c', 'a', 'b' } table.sort(t)\n\
        local n = { 3, 1, 2 } table.sort(n, function(a, b) return a > b end)\n\
        assert(table.concat(t) == 'abc' and n[1] == 3 and n[3] == 1)\n\
        game.set_walls(pawn, 20)\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert!(faults.is_empty(), "{faults:?}");
    assert!(game.print_position(&state).starts_with("e5,a7/20,10/"));
}

/// Each call is within its limits, all together are not: the game is halted and the plug-in is not
/// loaded again.
#[test]
fn a_plugin_that_runs_into_the_clock_is_stopped_for_good() {
    let source = spell("clock", &straight(16, 900));
    let game = board("spell", &source).unwrap();
    let state = place(&game, "e4,a7", "-", "test,-");
    assert!(game.halted().is_none());
    let began = Instant::now();
    game.moves(&state, &mut Vec::new());
    let halted = game.halted().expect("it is too slow");
    assert_eq!(halted.cause, "test");
    assert!(halted.message.contains("too long"), "{}", halted.message);
    // Far less than the full run would take, even on a busy machine.
    assert!(began.elapsed() < Duration::from_secs(60));

    // No plug-in runs any more.
    let began = Instant::now();
    for seed in 0..20 {
        game.moves(&state, &mut Vec::new());
        game.initial(Seed(seed));
    }
    assert!(began.elapsed() < Duration::from_secs(10));
    let refused = board("spell", &source).expect_err("it was stopped");
    assert!(refused.contains("was stopped before"), "{refused}");
}

#[test]
fn the_check_fails_a_plugin_that_runs_into_the_clock() {
    let source = spell("check", &straight(16, 900));
    let report = check(&package("spell", &source), 3);
    assert!(!report.passed());
    let told = report.findings.iter().map(|finding| &finding.text);
    let told: Vec<&String> = told.collect();
    assert!(
        told.iter()
            .any(|text| text.contains("stopped by the clock")),
        "{told:?}"
    );
}
