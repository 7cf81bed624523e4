//! Edge cases of the rules: skipped turns, no legal step, and the order of wins.

use ludorum_core::{Game, NodeKind, Notation, Seat, Seed};

use crate::{board, game, is_legal, place, play};

/// A spell that can be cast on anything.
fn spell(effect: &str) -> String {
    format!(
        "return {{ can_cast = function() return true end,\n\
         on_cast = function(game, target, caster)\n {effect}\nend }}"
    )
}

/// The start of a game for four on the board with everything, with these skipped turns.
fn four_skipping(
    skips: &str,
) -> (
    ludorum_games::Sector66<ludorum_plugins::LuauContent>,
    String,
) {
    let game = game("sector66:template=everything,players=4");
    let start = game.print_position(&game.initial(Seed(0)));
    let mut parts: Vec<&str> = start.split('/').collect();
    parts[9] = skips;
    let text = parts.join("/");
    (game, text)
}

#[test]
fn everyone_who_is_skipped_is_passed_over_once_for_each_turn() {
    for (skips, turns) in [
        ("0,1,1,1", vec![1, 1, 2, 3, 4]),
        ("1,1,1,1", vec![1, 2, 3, 4, 1]),
        ("0,0,2,0", vec![1, 2, 4, 1, 2, 4, 1, 2, 3]),
        ("3,3,3,3", vec![1, 2]),
        ("0,3,3,3", vec![1, 1, 1, 1, 2]),
    ] {
        let (game, text) = four_skipping(skips);
        let mut state = game.parse_position(&text).expect(&text);
        let mut seen = Vec::new();
        for _ in &turns {
            seen.push(state.to_move().index() + 1);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let wall = moves.iter().find(|mv| game.print_move(**mv).ends_with('h'));
            game.make(&mut state, *wall.expect("there are walls in hand"));
        }
        assert_eq!(seen, turns, "{skips}");
    }
}

#[test]
fn who_cannot_go_anywhere_passes() {
    let source = "return { can_step = function() return false end }";
    let game = board("field", source).unwrap();
    let start = game.print_position(&place(&game, "a1,e6", "-", "-,-"));
    let mut parts: Vec<&str> = start.split('/').collect();
    (parts[1], parts[6]) = ("0,10", "b1=test,a2=test");
    let mut state = game.parse_position(&parts.join("/")).unwrap();
    assert!(!is_legal(&game, &state, "a2") && is_legal(&game, &state, "pass"));
    play(&game, &mut state, "pass e5");
    assert_eq!(game.node(&state), NodeKind::Decide(Seat::FIRST));
    // With a wall in hand there is another move.
    parts[1] = "1,10";
    let state = game.parse_position(&parts.join("/")).unwrap();
    assert!(is_legal(&game, &state, "g5h") && !is_legal(&game, &state, "pass"));
}

#[test]
fn whoever_is_brought_to_a_target_of_their_own_wins() {
    let winner = |effect: &str, pawns: &str| {
        let game = board("spell", &spell(effect)).unwrap();
        let mut state = place(&game, pawns, "-", "test,-");
        assert!(play(&game, &mut state, "test@p1").is_empty(), "{effect}");
        game.outcome(&state).and_then(|end| end.winner())
    };
    let two = Seat::new(1);
    // South goes to row 9, north to row 1.
    assert_eq!(winner("game.move(2, 'c1')", "e4,e6"), Some(two));
    assert_eq!(winner("game.move(1, 'c1')", "e4,e6"), None);
    assert_eq!(winner("game.move(2, 'c9')", "e4,e6"), None);
    assert_eq!(winner("game.swap(1, 2)", "e1,e9"), Some(Seat::FIRST));
    assert_eq!(winner("game.swap(1, 2)", "e1,e8"), Some(two));
    let both = "game.move(2, 'c1') game.move(1, 'c9')";
    assert_eq!(winner(both, "e4,e6"), Some(Seat::FIRST));
}

#[test]
fn a_jump_goes_round_a_field_that_lets_nobody_in() {
    let source = "return { can_step = function(game, field, pawn, from) return pawn == 2 end }";
    let game = board("field", source).unwrap();
    let state = place(&game, "e3,e4", "-", "-,-");
    assert!(!is_legal(&game, &state, "e5"), "it is as good as a wall");
    assert!(is_legal(&game, &state, "d4") && is_legal(&game, &state, "f4"));
    let state = place(&game, "e3,e4", "e3h", "-,-");
    for closed in ["e5", "d4", "f4", "e4"] {
        assert!(!is_legal(&game, &state, closed), "{closed}");
    }
    let state = place(&game, "d5,e5", "-", "-,-");
    assert!(is_legal(&game, &state, "f5"), "over a pawn on such a field");
}

#[test]
fn a_spell_that_does_nothing_is_gone() {
    let game = board("spell", &spell("")).unwrap();
    let mut state = place(&game, "e4,e7", "-", "test+test+test+test,-");
    assert!(play(&game, &mut state, "test@a1h e6").is_empty());
    assert_eq!(state.spells_of(Seat::FIRST).count(), 3);
}
