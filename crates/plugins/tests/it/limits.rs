//! Limits: the cost of a call depends on the call alone, not on earlier calls or on the caller.

use ludorum_core::{Notation, Seat};
use ludorum_games::Sector66;
use ludorum_plugins::LuauContent;

use crate::{board, place, play};

/// A spell that unbuilds d4h after it has done something.
fn breaker(before: &str) -> Sector66<LuauContent> {
    let source = format!(
        "local function big(n) local s = 'x' for i = 1, n do s = s .. s end return s end\n\
         return {{ can_cast = function() return true end,\n\
         on_cast = function(game, target, caster)\n {before}\n game.unbuild('d4h')\nend }}"
    );
    board("spell", &source).unwrap()
}

/// A caller cannot starve a guard rule of steps, depth or memory.
#[test]
fn a_guard_holds_however_tired_its_caller_is() {
    for tired in [
        "for i = 1, 9900 do end",
        "for i = 1, 9940 do end",
        "for i = 1, 9990 do end",
        "for i = 1, 9996 do end",
        "local function r(n) if n > 0 then r(n - 1) return end game.unbuild('d4h') end r(148)",
        "local function r(n) if n > 0 then r(n - 1) return end game.unbuild('d4h') end r(142)",
        "local t = {} for i = 1, 9 do t[i] = big(16) .. i end",
        "local t = {} for i = 1, 130 do t[i] = big(12) .. i end",
    ] {
        let game = breaker(tired);
        let mut state = place(&game, "e4,e6", "d4h", "ward+test,-");
        play(&game, &mut state, "ward@d4h e7 test@p1");
        let text = game.print_position(&state);
        assert!(text.split('/').nth(2) == Some("d4h"), "{tired}: {text}");
    }
}

/// The same with a guard rule that is evaluated many times.
#[test]
fn what_happened_before_does_not_change_what_happens() {
    for burnt in [9_800, 9_900, 9_940, 9_960, 9_980, 9_990, 9_996] {
        let game = breaker(&format!(
            "if target == caster then for i = 1, {burnt} do end end"
        ));
        let mut state = place(&game, "e4,e6", "d4h", "ward+test+test,-");
        play(&game, &mut state, "ward@d4h e7 test@p1 e6 test@p2");
        let with_history = game.print_position(&state);

        let mut state = place(&game, "e4,e6", "d4h", "ward+test+test,-");
        play(&game, &mut state, "ward@d4h e7 test@p1 e6");
        let before = game.print_position(&state);
        let told = std::thread::spawn(move || {
            let game = breaker(&format!(
                "if target == caster then for i = 1, {burnt} do end end"
            ));
            let mut state = game.parse_position(&before).unwrap();
            play(&game, &mut state, "test@p2");
            game.print_position(&state)
        });
        assert_eq!(with_history, told.join().unwrap(), "{burnt}");
    }
}

/// A call exceeds a limit or not regardless of garbage of earlier calls.
#[test]
fn what_earlier_calls_left_behind_does_not_count() {
    // 100 KiB of strings in every call; some would fail if garbage counted.
    let source = |kib: usize| {
        format!(
            "return {{ can_cast = function() return true end,\n\
             on_cast = function(game, target, caster)\n\
             local s = 'x' for i = 1, 10 do s = s .. s end\n local t = {{}}\n\
             for i = 1, {kib} do t[i] = s .. i end\n game.set_walls(caster, 3)\nend }}"
        )
    };
    let mut outcomes = Vec::new();
    for kib in (100..1000).step_by(50) {
        let game = board("spell", &source(kib)).unwrap();
        let mut state = place(&game, "e4,e6", "-", "test+test+test+test,-");
        let faults: Vec<usize> = ["test@p2 e7", "test@p2 e6", "test@p2 e7", "test@p1 e6"]
            .map(|moves| play(&game, &mut state, moves).len())
            .to_vec();
        assert!(
            faults.iter().all(|&count| count == faults[0]),
            "{kib}: {faults:?}"
        );
        outcomes.push(faults[0]);
    }
    assert!(
        outcomes.contains(&0) && outcomes.contains(&1),
        "{outcomes:?}"
    );
}

/// A failing nested rule is reported with its own line.
#[test]
fn a_rule_that_answers_nonsense_is_told_by_line() {
    let source = "return {\n can_cast = function() return 5 end,\n on_cast = function() end }";
    let game = board("spell", source).unwrap();
    let state = place(&game, "e4,a7", "-", "test,-");
    let mv = game.parse_move("test@p2").unwrap();
    let told = game.check_move(&state, mv).unwrap_err().to_string();
    assert!(
        told.contains("plug-in test: can_cast, line 2: a rule returns true or false, not integer"),
        "{told}"
    );
}

/// A caller is charged for the rules it causes others to evaluate.
#[test]
fn asking_others_is_not_free() {
    let source = "return { can_cast = function() return true end,\n\
        can_change = function() for i = 1, 9000 do end return false end,\n\
        on_cast = function(game, target, caster)\n\
        if target == 'd4h' then game.store(target, 1) return end\n\
        for i = 1, 1000 do game.store(1, i) game.unbuild('d4h') end\nend }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,e6", "d4h", "test+test,-");
    let faults = play(&game, &mut state, "test@d4h e7 test@p1");
    assert_eq!(faults.len(), 1);
    assert!(
        faults[0].message.contains("line 5: it takes too long"),
        "{}",
        faults[0]
    );
    assert_eq!(state.board().walls_left(Seat::FIRST), 10);
}
