//! Sector 66: conformance, Quoridor's perft numbers, playthroughs, and plug-ins written in Rust.

mod native;

use ludorum_core::{Chance, Game, NodeKind, Notation, Seed, perft};
use ludorum_games::quoridor::Quoridor;
use ludorum_games::sector66::{Move, Sector66, State};
use ludorum_testkit::{configured, conforms, replay_playthroughs, run_case_file};

use native::{Native, player};

fn game(spec: &str) -> Sector66<Native> {
    configured(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn conforms_to_the_contract() {
    for (spec, games) in [
        ("sector66", 4),
        ("sector66:players=4", 2),
        ("sector66:template=magic", 10),
        ("sector66:template=magic,players=4,spells=4,walls=2", 4),
    ] {
        conforms(&game(spec), Seed(1), games);
    }
}

#[test]
fn known_numbers_of_moves() {
    run_case_file::<Sector66<Native>>("tests/sector66.cases");
}

#[test]
fn games_on_record() {
    replay_playthroughs(
        "tests/playthroughs/sector66",
        configured::<Sector66<Native>>,
    );
}

/// Plays template `classic` and Quoridor with the same moves and compares the legal moves.
#[test]
fn classic_is_quoridor() {
    for players in [2, 4] {
        let ours = game(&format!("sector66:players={players}"));
        let theirs: Quoridor = configured(&format!("quoridor:players={players}")).unwrap();
        for seed in 0..20 {
            let mut rng = Seed(seed).rng();
            let (mut state, mut other) = (ours.initial(Seed(0)), theirs.initial(Seed(0)));
            loop {
                let (mut moves, mut theirs_moves) = (Vec::new(), Vec::new());
                ours.moves(&state, &mut moves);
                theirs.moves(&other, &mut theirs_moves);
                let texts: Vec<String> = moves.iter().map(|&mv| ours.print_move(mv)).collect();
                let expected: Vec<String> = theirs_moves
                    .iter()
                    .map(|&mv| theirs.print_move(mv))
                    .collect();
                assert_eq!(texts, expected);
                assert_eq!(ours.outcome(&state), theirs.outcome(&other));
                let Some(index) = (!moves.is_empty()).then(|| rng.below(moves.len())) else {
                    break;
                };
                ours.make(&mut state, moves[index]);
                theirs.make(&mut other, theirs_moves[index]);
            }
        }
    }
}

/// Without calls of plug-ins the general rules give Quoridor's perft numbers: a disabled wall only
/// removes the moves that would build it.
#[test]
fn general_rules_count_as_quoridor_without_one_wall() {
    let theirs: Quoridor = configured("quoridor").unwrap();
    let general = game("sector66:template=magic,spells=3");
    let mut moves = Vec::new();
    general.moves(&general.initial(Seed(0)), &mut moves);
    let mut expected = Vec::new();
    theirs.moves(&theirs.initial(Seed(0)), &mut expected);
    let walls = |count: usize| count - 3;
    assert_eq!(walls(moves.len()), walls(expected.len()) - 1);
}

/// Returns the position after some moves.
fn after(game: &Sector66<Native>, start: &str, moves: &str) -> State {
    let mut state = game.parse_position(start).expect(start);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).expect(text);
        if let Err(error) = game.check_move(&state, mv) {
            panic!("{text}: {error}");
        }
        game.make(&mut state, mv);
    }
    state
}

fn refusal(game: &Sector66<Native>, state: &State, text: &str) -> &'static str {
    let mv = game.parse_move(text).expect(text);
    let error = game.check_move(state, mv).expect_err(text);
    error.code().expect(text)
}

const FIELDS: &str = "d2=broken,e2=ice,e5=never,e8=ice";

fn position(pawns: &str, spells: &str, hands: &str) -> String {
    format!("{pawns}/10,10/-/0/1/a1h/{FIELDS}/{spells}/{hands}/0,0/-/-")
}

#[test]
fn a_stunned_player_is_skipped_once() {
    let game = game("sector66:template=magic");
    let start = position("c3,c7", "-", "stun,-");
    let state = after(&game, &start, "stun@p2");
    assert_eq!(game.node(&state), NodeKind::Decide(player(1)));
    let state = after(&game, &start, "stun@p2 c4");
    assert_eq!(game.node(&state), NodeKind::Decide(player(2)));
    let state = after(&game, &start, "stun@p2 c4 c6 c5 d6");
    assert_eq!(game.node(&state), NodeKind::Decide(player(1)));
}

#[test]
fn spells_are_picked_up_and_the_fifth_stays() {
    let game = game("sector66:template=magic");
    let state = after(&game, &position("c3,c7", "c4=stun", "-,-"), "c4");
    let held: Vec<_> = state.spells_of(player(1)).collect();
    assert_eq!(
        (held.len(), state.spell_on(state.board().pawn(player(1)))),
        (1, None)
    );
    let full = position("c3,c7", "c4=stun", "stun+gust+gust+gust,-");
    let state = after(&game, &full, "c4");
    assert_eq!(state.spells_of(player(1)).count(), 4);
    assert!(state.spell_on(state.board().pawn(player(1))).is_some());
}

#[test]
fn fields_act_and_forbid() {
    let game = game("sector66:template=magic");
    let state = after(&game, &position("e1,c7", "-", "-,-"), "e2");
    assert!(
        game.print_position(&state).starts_with("e3,"),
        "the ice slides"
    );
    let state = after(&game, &position("e4,c7", "-", "-,-"), "");
    assert_eq!(refusal(&game, &state, "e5"), "field-closed");
    // A pawn before a forbidden field jumps sideways over the other pawn, as before a wall.
    let state = after(&game, &position("e3,e4", "-", "-,-"), "");
    assert!(
        game.check_move(&state, game.parse_move("d4").unwrap())
            .is_ok()
    );
}

#[test]
fn a_wall_leaves_a_path_judged_by_the_fields() {
    let game = game("sector66:template=magic");
    // Row 5 is closed except for e5, which is forbidden, and i5.
    let start = "c3,c7/10,10/a4h,c4h,f4h/6/1/a1h/e5=never/-/-,-/0,0/-/-";
    let state = game.parse_position(start).unwrap();
    assert_eq!(refusal(&game, &state, "h4h"), "wall-closes-path");
    let open = game
        .parse_position(&start.replace("e5=never", "-"))
        .unwrap();
    assert!(
        game.check_move(&open, game.parse_move("h4h").unwrap())
            .is_ok()
    );
}

#[test]
fn disabled_walls_are_refused() {
    let game = game("sector66:template=magic");
    let state = game.parse_position(&position("c3,c7", "-", "-,-")).unwrap();
    assert_eq!(refusal(&game, &state, "a1h"), "wall-disabled");
    assert_eq!(refusal(&game, &state, "stun@p2"), "spell-not-held");
}

#[test]
fn chance_decides_for_plugins() {
    let game = game("sector66:template=magic");
    let mut state = after(&game, &position("c3,c7", "-", "gust,-"), "gust@p2");
    assert_eq!(game.node(&state), NodeKind::Chance);
    let before = state.clone();
    let mut events = Vec::new();
    game.events(&state, &mut events);
    assert_eq!(events.len(), 4);
    let mut ends = std::collections::HashSet::new();
    for (event, _) in events {
        let undo = game.make(&mut state, event);
        assert_eq!(game.node(&state), NodeKind::Decide(player(2)));
        ends.insert(state.board().pawn(player(2)));
        game.unmake(&mut state, event, undo);
        assert_eq!(state, before);
    }
    assert_eq!(ends.len(), 4);
}

#[test]
fn what_a_failing_plugin_did_is_taken_back() {
    let game = game("sector66:template=magic");
    let start = position("d1,c7", "-", "-,-");
    let state = after(&game, &start, "");
    let step = game.parse_move("d2").unwrap();
    let faults = game.faults(&state, step);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].to_string(), "plug-in broken: out of order");
    let state = after(&game, &start, "d2");
    assert_eq!(
        state.board().walls_left(player(1)),
        10,
        "the step stands, the effect does not"
    );
}

#[test]
fn no_plugin_closes_the_last_path() {
    let game = game("sector66:template=magic");
    let state = after(&game, &position("c3,c7", "-", "wrecker,-"), "wrecker@p2");
    let walls = state.board().walls();
    assert!(walls.horizontal.count() + walls.vertical.count() > 2);
    assert_ne!(
        state.board().distance(player(2)),
        ludorum_games::quoridor::goal_distances::GoalDistances::UNREACHABLE
    );
}

#[test]
fn who_is_brought_to_the_goal_wins() {
    let game = game("sector66:template=magic");
    let state = after(&game, &position("e7,c7", "-", "-,-"), "e8");
    assert_eq!(
        game.outcome(&state).and_then(|end| end.winner()),
        Some(player(1))
    );
}

#[test]
fn walls_of_single_players() {
    let game = game("sector66:walls1=3,walls2=7");
    let state = game.initial(Seed(0));
    assert_eq!(state.board().walls_left(player(1)), 3);
    assert_eq!(state.board().walls_left(player(2)), 7);
    let refused = |spec| configured::<Sector66<Native>>(spec).expect_err(spec);
    assert_eq!(
        refused("sector66:walls2=21"),
        "walls2=21: template classic wants 0 to 20 with 2 players"
    );
    assert_eq!(
        refused("sector66:players=3"),
        "template classic is for 2 or 4 players, not 3"
    );
    assert_eq!(
        refused("sector66:walls3=1"),
        "walls3: there are only 2 players"
    );
    assert_eq!(
        refused("sector66:spells=1"),
        "spells=1: template classic wants 0 to 0 with 2 players"
    );
}

#[test]
fn the_same_seed_places_the_same_spells() {
    let game = game("sector66:template=magic");
    assert_eq!(game.initial(Seed(5)), game.initial(Seed(5)));
    assert_ne!(game.initial(Seed(5)), game.initial(Seed(6)));
    let mut moves = Vec::new();
    game.moves(&game.initial(Seed(5)), &mut moves);
    assert!(
        moves.iter().all(|mv| !matches!(mv, Move::Cast(..))),
        "no hands at the start"
    );
    let mut state = game.initial(Seed(5));
    assert!(perft(&game, &mut state, 1).is_ok());
}
