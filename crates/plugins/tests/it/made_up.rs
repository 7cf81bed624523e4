//! Randomly generated plug-ins that call every API function with valid and invalid arguments: their
//! effects are undone exactly, survive a round trip through text, and are the same on a fresh VM.

use ludorum_core::{Chance, Game, NodeKind, Notation, Rng, Seat, Seed};
use ludorum_games::Sector66;
use ludorum_games::quoridor::goal_distances::GoalDistances;
use ludorum_games::sector66::{Move, State};
use ludorum_plugins::LuauContent;

use crate::{board, place};

const FIELDS: &[&str] = &["'a2'", "'e5'", "'e6'", "'d5'", "'e4'", "'c3'", "field"];
const WALLS: &[&str] = &[
    "'e5h'", "'e4v'", "'a1h'", "'h8v'", "'c6h'", "'g6h'", "'a6h'",
];
const PAWNS: &[&str] = &["1", "2", "who"];
const SPELLS: &[&str] = &["'test'", "'stun'", "'gust'", "'net'", "'ward'", "'swap'"];
const KINDS: &[&str] = &[
    "nil",
    "'ice'",
    "'forbidden'",
    "'crumble'",
    "'trapdoor'",
    "'swamp'",
];
const COUNTS: &[&str] = &["0", "1", "2", "3", "7"];
const SIDES: &[&str] = &["'up'", "'right'", "'down'", "'left'"];
const ODD: &[&str] = &[
    "nil",
    "true",
    "{}",
    "game",
    "0/0",
    "-1/0",
    "2.5",
    "1e308",
    "-1",
    "256",
    "5",
    "'e5x'",
    "''",
    "'\\255'",
    "function() end",
];

/// Functions that read the state, with their arguments.
const LOOKS: &[(&str, &[&[&str]])] = &[
    ("players", &[]),
    ("turn", &[]),
    ("pawn", &[PAWNS]),
    ("pawn_at", &[FIELDS]),
    ("walls", &[PAWNS]),
    ("spells", &[PAWNS]),
    ("skips", &[PAWNS]),
    ("field", &[FIELDS]),
    ("fields", &[SPELLS]),
    ("spell_at", &[FIELDS]),
    ("wall", &[WALLS]),
    ("is_open", &[FIELDS, FIELDS]),
    ("is_free", &[PAWNS, FIELDS]),
    ("is_goal", &[PAWNS, FIELDS]),
    ("data", &[FIELDS, COUNTS]),
    ("data", &[PAWNS]),
    ("neighbour", &[FIELDS, SIDES]),
    ("around", &[FIELDS]),
    ("distance", &[FIELDS, FIELDS]),
];

/// Functions that change the state.
const CHANGES: &[(&str, &[&[&str]])] = &[
    ("move", &[PAWNS, FIELDS]),
    ("swap", &[PAWNS, PAWNS]),
    ("set_walls", &[PAWNS, COUNTS]),
    ("give", &[PAWNS, SPELLS]),
    ("take", &[PAWNS, SPELLS]),
    ("lay", &[FIELDS, SPELLS]),
    ("set_field", &[FIELDS, KINDS]),
    ("build", &[WALLS]),
    ("unbuild", &[WALLS]),
    ("disable", &[WALLS]),
    ("again", &[COUNTS]),
    ("skip", &[PAWNS, COUNTS]),
    ("store", &[FIELDS, COUNTS, COUNTS]),
    ("store", &[WALLS, COUNTS]),
    ("store", &[PAWNS, COUNTS]),
    ("random", &[COUNTS]),
];

const HOOKS: [(&str, &str); 9] = [
    ("can_step", "field, who, from"),
    ("on_step", "field, who, from"),
    ("can_cast", "field, who"),
    ("on_cast", "field, who"),
    ("can_receive", "field, who, spell"),
    ("can_move", "who"),
    ("after_move", "who"),
    ("can_change", "field, who"),
    ("on_build", "field, who"),
];

/// Converts any return value to a number.
const NUMBER: &str = "local field = 'e5'
local function number(...)
    local sum = 0
    for i = 1, select('#', ...) do
        local value = select(i, ...)
        if value == true then sum += 1
        elseif type(value) == 'number' then sum += value
        elseif type(value) == 'string' then sum += #value + string.byte(value, 1)
        elseif type(value) == 'table' then sum += #value end
    end
    return sum
end
";

fn call(rng: &mut Rng, functions: &[(&str, &[&[&str]])]) -> String {
    let (name, wanted) = *rng.pick(functions).expect("there are some");
    let arguments: Vec<&str> = wanted
        .iter()
        .map(|fitting| match rng.below(25) {
            0 => *rng.pick(ODD).expect("there are some"),
            _ => *rng.pick(fitting).expect("there are some"),
        })
        .collect();
    format!("number(game.{name}({}))", arguments.join(", "))
}

fn program(rng: &mut Rng) -> String {
    let mut text = format!("{NUMBER}return {{\n");
    for (hook, parameters) in HOOKS {
        if rng.below(3) == 0 && !hook.ends_with("_cast") {
            continue;
        }
        text += &format!("{hook} = function(game, {parameters})\nlocal x = 0\n");
        let is_rule = hook.starts_with("can");
        for _ in 0..=rng.below(3) {
            let functions = match rng.below(if is_rule { 30 } else { 3 }) {
                0 if is_rule => CHANGES,
                0 => LOOKS,
                _ if is_rule => LOOKS,
                _ => CHANGES,
            };
            let call = call(rng, functions);
            text += &match rng.below(3) {
                0 => format!("if x % 2 == 0 then x += {call} end\n"),
                _ => format!("x += {call}\n"),
            };
        }
        if is_rule {
            text += &format!("return x % {} ~= 0\n", 2 + rng.below(6));
        }
        text += "end,\n";
    }
    text + "}"
}

fn choose(game: &Sector66<LuauContent>, state: &State, moves: &[Move], rng: &mut Rng) -> Move {
    if game.node(state) == NodeKind::Chance {
        return game.sample(state, rng);
    }
    let lively = moves.iter().filter(|mv| !matches!(mv, Move::Build(_)));
    let lively: Vec<Move> = lively.copied().collect();
    let pool = match rng.below(5) {
        0 => moves,
        _ if lively.is_empty() => moves,
        _ => &lively,
    };
    *rng.pick(pool).expect("somebody is to move")
}

/// Plays some moves, each of them also on a nearly fresh VM.
fn play(kind: &str, source: &str, rng: &mut Rng) -> usize {
    let Ok(game) = board(kind, source) else {
        // Its fields may close all paths from the start.
        return 0;
    };
    let hands = match kind {
        "spell" => "test+test+test,test+test+test",
        _ => "stun,swap",
    };
    let mut state = place(&game, "e4,e6", "d6h", hands);
    let mut afresh = board(kind, source).expect("it was loaded before");
    let mut line = Vec::new();
    while line.len() < 25 && game.node(&state) != NodeKind::Over {
        let text = game.print_position(&state);
        let told = |what: &str| format!("{what} in {text}\n{source}");
        if line.len() % 10 == 9 {
            afresh = board(kind, source).expect("it was loaded before");
        }
        let read = afresh.parse_position(&text);
        let mut other = read.unwrap_or_else(|error| panic!("{error}: {}", told("read")));
        assert_eq!(other, state, "{}", told("read"));
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        afresh.moves(&other, &mut others);
        assert_eq!(moves, others, "{}", told("moves"));
        let mv = choose(&game, &state, &moves, rng);
        let (before, key) = (state.clone(), game.key(&state));
        let undo = game.make(&mut state, mv);
        afresh.make(&mut other, mv);
        let played = game.print_position(&state);
        assert_eq!(afresh.print_position(&other), played, "{}", told("made"));
        for seat in Seat::all(2) {
            let has_way =
                |state: &State| state.board().distance(seat) != GoalDistances::UNREACHABLE;
            let is_own_doing = matches!(mv, Move::Step(_) | Move::Roll(_));
            assert!(
                is_own_doing || !has_way(&before) || has_way(&state),
                "{}",
                told("path")
            );
        }
        line.push((mv, undo, before, key));
    }
    let made = line.len();
    for (mv, undo, before, key) in line.into_iter().rev() {
        game.unmake(&mut state, mv, undo);
        assert_eq!(state, before, "{source}");
        assert_eq!(game.key(&state), key, "{source}");
    }
    made
}

#[test]
fn whatever_plugins_do_is_undone_and_comes_out_the_same_everywhere() {
    let mut made = 0;
    for index in 0..120 {
        let mut rng = Seed(1).child("made up", index).rng();
        let source = program(&mut rng);
        let kind = if index % 2 == 0 { "spell" } else { "field" };
        made += play(kind, &source, &mut rng);
    }
    assert!(made > 1500, "{made}");
}
