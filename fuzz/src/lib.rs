//! Code shared by the fuzz targets: a game variant from the first bytes of the input, and properties of
//! every game.

use std::fmt::Debug;
use std::sync::OnceLock;

use ludorum_core::{Configure, TerminalStyle, Node, Notation, Open, Params, Seed, NotationError};
use ludorum_games::quoridor::WallNotation;
use ludorum_games::{Colonizers, DiceWars, Quoridor, Sector66, Yinsh};
use ludorum_plugins::Luau;

/// Decodes a variant of Quoridor; also returns the rest of the input.
pub fn quoridor(data: &[u8]) -> Option<(Quoridor, &[u8])> {
    let [first, second, rest @ ..] = data else {
        return None;
    };
    let size = 3 + first % 9;
    let players = if first / 9 % 2 == 0 { 2 } else { 4 };
    let form = WallNotation::ALL[usize::from(second % 4)].name();
    let walls = second / 4;
    let params = format!("size={size},players={players},notation={form},walls={walls}");
    let params = Params::parse(&Quoridor::params(), &params).expect("within the ranges");
    Some((Quoridor::configure(&params).expect("a variant"), rest))
}

/// Decodes a variant of YINSH; also returns the rest of the input.
pub fn yinsh(data: &[u8]) -> Option<(Yinsh, &[u8])> {
    let (first, rest) = data.split_first()?;
    let rings_to_win = if first % 2 == 0 { 3 } else { 1 };
    Some((Yinsh::new(rings_to_win), rest))
}

/// Decodes a variant of Dice Wars; also returns the rest of the input.
pub fn dicewars(data: &[u8]) -> Option<(DiceWars, &[u8])> {
    let [first, second, rest @ ..] = data else {
        return None;
    };
    let players = 2 + usize::from(first % 7);
    let areas = players.max(6 + usize::from(first / 7) % 27);
    let cap = 1 + u32::from(*second);
    let params = format!("players={players},areas={areas},cap={cap}");
    let params = Params::parse(&DiceWars::params(), &params).expect("within the ranges");
    Some((DiceWars::configure(&params).expect("a variant"), rest))
}

/// Plays legal moves and chance events chosen by the bytes. Checks that each position round-trips
/// through its text and passes `check`, and that unmaking the moves restores every position.
pub fn legal_moves_restore<G: Notation>(game: &G, choices: &[u8], check: impl Fn(&G::State))
where
    G::State: Debug,
{
    let mut state = game.initial(Seed(1));
    let mut line = Vec::new();
    for &choice in choices {
        let mv = match game.node(&state) {
            Node::Over => break,
            Node::Chance => game.sample(&state, &mut Seed(u64::from(choice)).rng()),
            Node::Decide(_) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                moves[usize::from(choice) % moves.len()]
            }
        };
        assert_eq!(game.check_move(&state, mv), Ok(()));
        let before = state.clone();
        line.push((before, mv, game.make(&mut state, mv)));
        check(&state);
        let parsed = game.parse_position(&game.print_position(&state));
        let parsed = parsed.expect("a position of a game");
        assert_eq!(parsed, state);
        assert_eq!(game.key(&parsed), game.key(&state));
        assert_eq!(
            game.node(&state) == Node::Over,
            game.outcome(&state).is_some()
        );
    }
    while let Some((before, mv, undo)) = line.pop() {
        game.unmake(&mut state, mv, undo);
        assert_eq!(state, before);
        assert_eq!(game.key(&state), game.key(&before));
    }
}

/// Checks that a text is either refused or parsed as a move that round-trips and is legal exactly if it is
/// in the list of moves.
pub fn move_is_read_or_refused<G: Notation>(game: &G, text: &str) {
    let mv = match game.parse_move(text) {
        Ok(mv) => mv,
        Err(error) => return check_column(text, &error),
    };
    assert_eq!(game.parse_move(&game.print_move(mv)), Ok(mv));
    let start = game.initial(Seed(1));
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    assert_eq!(game.check_move(&start, mv).is_ok(), moves.contains(&mv));
}

/// Checks that a text is either refused or parsed as a position that round-trips, can be drawn, has a
/// consistent list of moves and passes `check`.
pub fn position_is_read_or_refused<G>(game: &G, text: &str, check: impl Fn(&G::State))
where
    G: Notation + Open,
    G::State: Debug,
{
    let state = match game.parse_position(text) {
        Ok(state) => state,
        Err(error) => return check_column(text, &error),
    };
    assert_eq!(
        game.parse_position(&game.print_position(&state)),
        Ok(state.clone())
    );
    assert!(game.draw(&state, TerminalStyle::Colour).ends_with('\n'));
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let decides = matches!(game.node(&state), Node::Decide(_));
    assert_eq!(!moves.is_empty(), decides);
    for mv in moves {
        assert_eq!(game.check_move(&state, mv), Ok(()));
    }
    check(&state);
}

/// Checks that the column of a parse error, if any, is inside the text or at its end.
pub fn check_column(text: &str, error: &NotationError) {
    let last = text.chars().count() + 1;
    let is_inside = |column| (1..=last).contains(&column);
    assert!(error.column().is_none_or(is_inside));
}

/// Decodes a variant of Colonizers; also returns the rest of the input.
pub fn colonizers(data: &[u8]) -> Option<(Colonizers, &[u8])> {
    let (first, rest) = data.split_first()?;
    let bonus = if first % 2 == 0 {
        "thesis"
    } else {
        "published-code"
    };
    let cap = 1 + 16 * u32::from(*first);
    let params = format!("bonus={bonus},cap={cap}");
    let params = Params::parse(&Colonizers::params(), &params).expect("within the ranges");
    Some((Colonizers::configure(&params).expect("a variant"), rest))
}

/// Variants of Sector 66 that differ in their fields, spells and seats.
const BOARDS: [&str; 8] = [
    "template=classic",
    "template=duel",
    "template=labyrinth",
    "template=trio,players=3",
    "template=thesis",
    "template=thesis,players=4",
    "template=everything,spells=5",
    "template=everything,players=4",
];

/// Decodes a variant of Sector 66; also returns the rest of the input.
pub fn sector66(data: &[u8]) -> Option<(&'static Sector66<Luau>, &[u8])> {
    // Cached: loading plug-ins takes longer than a game.
    static GAMES: [OnceLock<Sector66<Luau>>; BOARDS.len()] =
        [const { OnceLock::new() }; BOARDS.len()];
    let (first, rest) = data.split_first()?;
    let index = usize::from(*first) % BOARDS.len();
    let game = GAMES[index].get_or_init(|| {
        let params = Params::parse(&Sector66::<Luau>::params(), BOARDS[index]);
        let params = params.expect("within the ranges");
        Sector66::configure(&params).expect("a variant")
    });
    Some((game, rest))
}
