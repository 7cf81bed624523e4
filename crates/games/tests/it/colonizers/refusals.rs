//! Illegal moves, each rejected for its own reason, and texts that are no moves or positions.

use std::collections::BTreeSet;

use ludorum_core::{Game, Notation, Seed};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::State;

/// Returns the position after the moves and events of `line`.
fn after(game: &Colonizers, line: &str) -> State {
    let mut state = game.initial(Seed(1));
    for text in line.split_whitespace() {
        let mv = game.parse_move(text).unwrap();
        assert_eq!(game.check_move(&state, mv), Ok(()), "{text} in {line}");
        game.make(&mut state, mv);
    }
    state
}

const PICKS: &str = "remove:miner pick:opportunist pick:spy pick:general pick:visionary";

#[test]
fn every_refusal_has_a_reason_of_its_own() {
    let game = super::colonizers("colonizers");
    let drawn = format!("{PICKS} cards deal:mass-relay deal:garrison");
    let robbed = format!("{PICKS} omnium");
    let built = format!("{drawn} keep:mass-relay pass");
    let cases = [
        ("", "pick:miner", "chance-to-act"),
        ("", "deal:quarry", "chance-to-act"),
        ("remove:miner", "pick:miner", "colonist-gone"),
        ("remove:miner pick:spy", "pick:spy", "colonist-gone"),
        ("remove:miner", "remove:spy", "not-chance"),
        ("remove:miner", "omnium", "pick-phase"),
        ("remove:miner", "build:quarry", "pick-phase"),
        (PICKS, "pick:ecologist", "draw-phase"),
        (PICKS, "pass", "draw-phase"),
        (PICKS, "keep:quarry", "draw-phase"),
        (&drawn, "keep:quarry", "not-offered"),
        (&drawn, "omnium", "keep-phase"),
        (&drawn, "build:garrison", "keep-phase"),
        (&robbed, "steal:opportunist", "own-colonist"),
        (&robbed, "swap:miner", "not-own-power"),
        (&robbed, "build:quarry", "power-phase"),
        (&robbed, "cards", "power-phase"),
        (&built, "build:mass-relay", "too-expensive"),
        (&built, "build:garrison", "not-in-hand"),
        (&built, "steal:miner", "build-phase"),
        (&built, "cards", "build-phase"),
    ];
    for (line, text, why) in cases {
        let state = after(&game, line);
        let before = state;
        let refused = game
            .check_move(&state, game.parse_move(text).unwrap())
            .unwrap_err();
        assert_eq!(refused.code(), Some(why), "{text} after {line}: {refused}");
        assert_eq!(state, before);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert!(
            !moves.iter().any(|&mv| game.print_move(mv) == text),
            "{text}"
        );
    }
}

#[test]
fn a_sixth_card_is_refused() {
    let game = super::colonizers("colonizers");
    let text = "all/draw:1/S/0,3,M,VEMGOS,-,a1b1c1d1e1/0,0,V,VEMGOS,-,-/0,0,E,VEMGOS,-,-/0,0,G,VEMGOS,-,-/-/\
                aaabbbccceeeffffgggghiiiijjjjkkkklmmmmnnnnoooop/-/-/9";
    let state = game.parse_position(text).unwrap();
    let refused = game
        .check_move(&state, game.parse_move("cards").unwrap())
        .unwrap_err();
    assert_eq!(refused.code(), Some("hand-full"), "{refused}");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves.len(), 1);
}

#[test]
fn the_next_card_at_the_bottom_is_the_one_that_is_dealt() {
    let game = super::colonizers("colonizers");
    let text = "all/deal:1/S/0,3,M!,M,-,-/0,0,V,VEMGOS,-,-/0,0,E,VEMGOS,-,-/0,0,G,VEMGOS,-,-/-/-/o2p4/\
                afafafafbfbfbfbfcfcfcfcfdfefefefefffffffffgfgfgfgfhfififififjfjfjfjfkfkfkfkflfmfmfmfmfnfnfnfnfofofof/9";
    let state = game.parse_position(text).unwrap();
    let refused = game
        .check_move(&state, game.parse_move("deal:mass-relay").unwrap())
        .unwrap_err();
    assert_eq!(refused.code(), Some("not-next-in-deck"), "{refused}");
    assert_eq!(
        game.check_move(&state, game.parse_move("deal:research-lab").unwrap()),
        Ok(())
    );
}

#[test]
fn nothing_is_played_after_the_end() {
    let game = super::colonizers("colonizers:cap=6");
    let state = after(&game, &format!("{PICKS} omnium"));
    let refused = game
        .check_move(&state, game.parse_move("pass").unwrap())
        .unwrap_err();
    assert_eq!(refused.code(), Some("game-over"), "{refused}");
    assert!(
        game.outcome(&state)
            .is_some_and(|outcome| outcome.winner().is_none())
    );
}

#[test]
fn what_is_no_move_is_refused_where_it_goes_wrong() {
    let game = super::colonizers("colonizers");
    for (text, column) in [
        ("", 1),
        ("take", 1),
        ("take:miner", 1),
        ("pick:quarry", 6),
        ("build:miner", 7),
        ("build:Quarry", 7),
        ("pick:", 6),
        ("omnium:2", 1),
        ("pick:miner:spy", 6),
    ] {
        let error = game.parse_move(text).unwrap_err();
        assert_eq!(error.column(), Some(column), "{text}: {error}");
    }
}

#[test]
fn positions_no_game_comes_to_are_refused() {
    let game = super::colonizers("colonizers");
    let state = after(
        &game,
        &format!("{PICKS} cards deal:mass-relay deal:garrison"),
    );
    let text = game.print_position(&state);
    let changes = [
        ("all/", "1/", "begins with all"),
        ("keep:1", "keep:5", "a phase is one of"),
        ("keep:1", "draw:1", "cards are offered"),
        ("keep:1", "power:1", "cards are offered"),
        ("keep:1", "remove", "0 colonists are removed"),
        ("/M/", "/-/", "1 colonists are removed"),
        ("/M/", "/O/", "assigned twice"),
        ("O!,O", "O,VEMGOS", "shows its colonist"),
        ("O!,O", "O!,E", "the colonist that everyone knows"),
        ("S,VEMGOS", "S,VEMGO", "that it cannot have"),
        ("S,VEMGOS", "-,-", "in order of seats"),
        ("0,0,O!", "1,0,O!", "has 0 points"),
        ("0,0,O!", "0,20001,O!", "from 0 to 20000"),
        ("i1", "i2", "has seen the cards it holds"),
        ("p1", "o1", "cards are research-lab"),
        ("p1", "p1a", "up to 2 cards"),
        ("aaaabbbb", "aaaaabbb", "at most four of each"),
        ("aaaabbbb", "baaaabbb", "in this order"),
        ("/8", "/4001", "from 0 to 4000"),
        ("/8", "/08", "from 0 to 4000"),
    ];
    let mut reasons = BTreeSet::new();
    for (part, change, reason) in changes {
        assert!(text.contains(part), "{part} in {text}");
        let changed = text.replacen(part, change, 1);
        let error = game.parse_position(&changed).unwrap_err().to_string();
        assert!(error.contains(reason), "{changed}: {error}");
        reasons.insert(error);
    }
    assert!(reasons.len() > 12, "{reasons:?}");
}
