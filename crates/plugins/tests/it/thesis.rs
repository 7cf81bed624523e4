//! The three plug-ins of the thesis (Brenner 2015, sections 4.5.2 to 4.5.4) do what it says of them.

use ludorum_core::{Game, NodeKind, Notation, Seat};

use crate::{board, game, is_legal, place, play};

#[test]
fn nobody_ever_enters_a_forbidden_field() {
    let game = game("sector66:template=everything");
    let state = place(&game, "b4,i9", "-", "teleport,-");
    assert!(is_legal(&game, &state, "b5"));
    assert!(!is_legal(&game, &state, "c4"), "on foot");
    assert!(!is_legal(&game, &state, "teleport@c4"), "by a spell");
    // A jump onto it is illegal too.
    let state = place(&game, "a4,b4", "-", "-,-");
    assert!(!is_legal(&game, &state, "c4"));
}

#[test]
fn stun_takes_the_next_turn_of_another_who_is_not_stunned_yet() {
    let game = game("sector66:template=everything,players=4");
    let mut state = place(&game, "e1,a5,e9,i5", "-", "stun,stun,-,-");
    assert!(!is_legal(&game, &state, "stun@p1"), "not the caster");
    play(&game, &mut state, "stun@p3");
    assert_eq!(game.node(&state), NodeKind::Decide(Seat::new(1)));
    assert!(!is_legal(&game, &state, "stun@p3"), "stunned already");
    assert!(is_legal(&game, &state, "stun@p4"));
    play(&game, &mut state, "a6");
    assert_eq!(game.node(&state), NodeKind::Decide(Seat::new(3)), "skipped");
    play(&game, &mut state, "i6 e2 a7");
    assert_eq!(
        game.node(&state),
        NodeKind::Decide(Seat::new(2)),
        "once only"
    );
}

#[test]
fn teleport_goes_to_a_free_neighbouring_field_across_walls_and_sets_it_off() {
    let act = "return { on_step = function(game, field, pawn) game.skip(pawn, 1) end }";
    let game = board("field", act).unwrap();
    // A wall stands between e4 and e5.
    let mut state = place(&game, "e4,d4", "e4h", "teleport,-");
    assert!(!is_legal(&game, &state, "e5"), "a wall is in the way");
    assert!(
        !is_legal(&game, &state, "teleport@d4"),
        "somebody stands there"
    );
    assert!(!is_legal(&game, &state, "teleport@e6"), "too far");
    assert!(!is_legal(&game, &state, "teleport@e4"), "nowhere");
    assert!(is_legal(&game, &state, "teleport@f5"), "a corner away");
    assert!(play(&game, &mut state, "teleport@e5").is_empty());
    let text = game.print_position(&state);
    assert!(text.starts_with("e5,d4/"), "{text}");
    // The field has acted: the caster misses the next turn.
    play(&game, &mut state, "d5");
    assert_eq!(game.node(&state), NodeKind::Decide(Seat::new(1)));
}
