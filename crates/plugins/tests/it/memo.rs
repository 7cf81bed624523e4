//! Plug-ins that query steps get answers for the current position, not stale ones.

use ludorum_core::{Game, NodeKind, Notation};

use crate::{board, is_legal, place, play};

const CAST_ON_ANYTHING: &str = "can_cast = function() return true end,";

#[test]
fn an_effect_sees_what_it_has_done_to_fields() {
    let source = format!(
        "return {{ {CAST_ON_ANYTHING} on_cast = function(game, target, caster)\n\
         local before = game.is_free(1, 'c3')\n game.set_field('c3', 'forbidden')\n\
         local closed = game.is_free(1, 'c3')\n game.set_field('c3', nil)\n\
         local after = game.is_free(1, 'c3')\n\
         if before and not closed and after then game.set_walls(1, 7) end\nend }}"
    );
    let game = board("spell", &source).unwrap();
    let mut state = place(&game, "e4,e6", "-", "test,-");
    assert!(play(&game, &mut state, "test@p1").is_empty());
    let text = game.print_position(&state);
    assert!(text.starts_with("e4,e6/7,10/"), "{text}");
}

/// Cached answers are dropped when the effects are undone.
#[test]
fn nothing_is_left_of_what_is_taken_back() {
    for end in [
        "error('no')",
        "game.random(2) error('no')",
        "for _, around in ipairs(game.around('e6')) do game.set_field(around, 'forbidden') end",
        "game.set_field('e5', nil)",
    ] {
        let source = format!(
            "return {{ {CAST_ON_ANYTHING} on_cast = function(game, target, caster)\n\
             game.set_field('e5', 'forbidden')\n game.set_walls(1, if game.is_free(1, 'e5') then 1 else 2)\n\
             {end}\nend }}"
        );
        let game = board("spell", &source).unwrap();
        let mut state = place(&game, "e4,e6", "-", "test,-");
        play(&game, &mut state, "test@p1");
        if game.node(&state) == NodeKind::Chance {
            play(&game, &mut state, "roll1");
        }
        let text = game.print_position(&state);
        assert_eq!(game.parse_position(&text).unwrap(), state, "{end}");
        assert!(is_legal(&game, &state, "e5"), "{end}");
    }
}

/// The step map used to stay that of the wall once it had been looked at.
#[test]
fn a_wall_built_and_removed_leaves_steps_as_they_were() {
    let source = format!(
        "return {{ {CAST_ON_ANYTHING} can_step = function(game) return game.wall('b2h') ~= 'built' end,\n\
         on_cast = function(game, target)\n if target == 'c3' then game.store(target, 1) return end\n\
         game.build('b2h')\n local closed = not game.is_free(1, 'c3')\n\
         game.unbuild('b2h')\n local open = game.is_free(1, 'c3')\n\
         game.set_walls(1, if closed and open then 7 else 3)\nend }}"
    );
    let game = board("spell", &source).unwrap();
    let mut state = place(&game, "e4,e6", "-", "test+test,-");
    assert!(play(&game, &mut state, "test@c3 e7 test@p1").is_empty());
    let text = game.print_position(&state);
    assert!(text.starts_with("e4,e7/7,10/"), "{text}");
}

/// A wall is not built where it would close the last path at that moment.
#[test]
fn a_wall_is_judged_by_the_fields_as_they_are() {
    let source = format!(
        "return {{ {CAST_ON_ANYTHING} on_cast = function(game, target, caster)\n\
         for _, field in ipairs({{'c9', 'c8', 'c7'}}) do game.set_field(field, 'forbidden') end\n\
         game.set_walls(1, if game.build('a6h') then 1 else 2)\nend }}"
    );
    let game = board("spell", &source).unwrap();
    // The only way down from a7 is through a6 and b6.
    let mut state = place(&game, "e4,a7", "-", "test,-");
    assert!(play(&game, &mut state, "test@p1").is_empty());
    let text = game.print_position(&state);
    assert!(text.starts_with("e4,a7/2,10/-/"), "{text}");
}

/// The answer of a nested rule is cached for the position in which it was evaluated.
#[test]
fn a_guard_sees_what_its_caller_has_done() {
    let source = "return { can_cast = function() return true end,\n\
        can_change = function(game) return game.is_free(1, 'c3') end,\n\
        on_cast = function(game, target)\n\
        if target == 'd4h' then game.store(target, 1) return end\n\
        game.again(1) game.set_field('c3', 'forbidden')\n\
        game.set_walls(1, if game.build('d4h') then 1 else 2)\nend }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,e6", "-", "test+test,-");
    assert!(play(&game, &mut state, "test@d4h e7 test@p1").is_empty());
    let text = game.print_position(&state);
    assert!(text.starts_with("e4,e7/2,10/-/3/1/"), "{text}");
    assert!(!is_legal(&game, &state, "d4h"));
}

/// A rule about steps cannot query steps: the answer would depend on the history.
#[test]
fn can_step_may_not_ask_is_free() {
    let source = "return { can_step = function(game, field, pawn)\n\
        return game.is_free(pawn, 'e6') end }";
    let report = ludorum_plugins::check(&crate::package("field", source), 2);
    let expected = "failed: can_step, line 2: can_step may not ask is_free";
    let mut findings = report.findings.iter();
    assert!(
        findings.any(|finding| finding.text.starts_with(expected)),
        "{report:?}"
    );
    let game = board("field", source).unwrap();
    let start = place(&game, "e4,a7", "-", "freeze+freeze,-");
    let text = game.print_position(&start);
    let text = text.replace("e5=test", "e5=test,e6=forbidden");
    let mut state = game.parse_position(&text).unwrap();
    play(&game, &mut state, "freeze@c3 a6 freeze@c4 a7");
    let afresh = board("field", source).unwrap();
    let read = afresh.parse_position(&game.print_position(&state)).unwrap();
    let (mut here, mut there) = (Vec::new(), Vec::new());
    game.moves(&state, &mut here);
    afresh.moves(&read, &mut there);
    assert_eq!(here, there);
}

/// A wall is checked with the rules of fields as they are once it stands.
#[test]
fn a_wall_that_makes_fields_shut_closes_paths() {
    for (rule, closing, other) in [
        ("game.wall('b2h') ~= 'built'", "b2h", "c3h"),
        ("game.is_open('b2', 'b3')", "a2h", "c2h"),
        ("game.is_open('b2', 'a2')", "a1v", "a3v"),
        ("game.walls(1) == 10 or pawn == 1", "c3h", "e4"),
    ] {
        let source =
            format!("return {{ can_step = function(game, field, pawn) return {rule} end }}");
        let game = board("field", &source).unwrap();
        let row =
            ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|column| format!("{column}6=test"));
        let start = game.print_position(&place(&game, "e3,e8", "-", "-,-"));
        let text = start.replace("e5=test", &row.join(","));
        let state = game.parse_position(&text).unwrap();
        let mv = game.parse_move(closing).unwrap();
        let refused = game.check_move(&state, mv).expect_err(rule);
        assert_eq!(
            refused.code(),
            Some("wall-closes-path"),
            "{rule}: {refused}"
        );
        assert!(is_legal(&game, &state, other), "{rule}: {other}");
    }
}
