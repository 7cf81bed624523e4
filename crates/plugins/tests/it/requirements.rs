//! The requirements on plug-ins of chapter 3.8.1, one by one. `docs/sector66.md` has the table.

use ludorum_core::{Game, NodeKind, Notation, Seat};
use ludorum_games::sector66::{BoardElement, WallState};

use crate::{board, is_legal, place, play};

const ONE: Seat = Seat::FIRST;
const TWO: Seat = Seat::new(1);
const NOTHING: &str = "return { on_step = function() end }";

fn pawns(text: &str) -> String {
    text.split('/').next().unwrap_or_default().to_owned()
}

#[test]
fn field_1_decides_who_may_step_on_it() {
    let only_two = "return { can_step = function(game, field, pawn, from) return pawn == 2 end }";
    let game = board("field", only_two).unwrap();
    let state = place(&game, "e4,a7", "-", "-,-");
    assert!(!is_legal(&game, &state, "e5"));
    let mut state = place(&game, "a1,e6", "-", "-,-");
    play(&game, &mut state, "a2 e5");
    let from_below =
        "return { can_step = function(game, field, pawn, from) return from == 'e4' end }";
    let game = board("field", from_below).unwrap();
    assert!(is_legal(&game, &place(&game, "e4,a7", "-", "-,-"), "e5"));
    assert!(!is_legal(&game, &place(&game, "d5,a7", "-", "-,-"), "e5"));
}

#[test]
fn field_2_acts_when_stepped_on() {
    let source = "return { on_step = function(game, field, pawn, from) game.move(pawn, 'h2') end }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    assert!(play(&game, &mut state, "e5").is_empty());
    assert_eq!(pawns(&game.print_position(&state)), "h2,a7");
}

#[test]
fn field_3_stores_data() {
    let source = "return {
        can_step = function(game, field) return (game.data(field) or 0) < 2 end,
        on_step = function(game, field) game.store(field, (game.data(field) or 0) + 1) end,
    }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    play(&game, &mut state, "e5 a6 e4 a7 e5 a6 e4 a7");
    assert!(!is_legal(&game, &state, "e5"), "it bears two visits");
    assert!(game.print_position(&state).contains("e5=test.0.2"));
}

#[test]
fn field_4_changes_its_kind_by_a_spell() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,a7", "-", "freeze,-");
    assert!(play(&game, &mut state, "freeze@d5 a6").is_empty());
    let field = match game.rules().parse_element("d5") {
        Ok(BoardElement::Field(field)) => field,
        other => panic!("{other:?}"),
    };
    let kind = state.kind_of(field).expect("it is ice now");
    assert_eq!(game.rules().plugin(kind).name, "ice");
    play(&game, &mut state, "d4 a7 d5");
    assert_eq!(pawns(&game.print_position(&state)), "d6,a7", "and slides");
}

#[test]
fn field_5_and_6_say_how_they_look() {
    let manifest = "uuid = \"aaaaaaaa-0000-4000-8000-000000000001\"\nkind = \"field\"\nname = \"T\"\n\
        description = \"T\"\nversion = \"1\"\nicon = '<svg><path d=\"M0 0h1\"/></svg>'\n\
        [look]\nfill = \"#123456\"\nshape = \"diamond\"\npawn = [0.5, 0.25]\nspell = [0.1, 0.9]\n";
    let package = ludorum_plugins::PluginPackage::new("t", manifest, NOTHING).unwrap();
    let look = &package.manifest.look;
    assert_eq!(look.fill, "#123456");
    assert_eq!(look.shape, ludorum_plugins::FieldStyleShape::Diamond);
    assert_eq!((look.pawn, look.spell), ([0.5, 0.25], [0.1, 0.9]));
    assert!(package.manifest.icon.starts_with("<svg"));
    let bad = manifest.replace("<path", "<script");
    assert!(ludorum_plugins::PluginPackage::new("t", &bad, NOTHING).is_err());
    let bad = manifest.replace("#123456", "red;x");
    let trouble = ludorum_plugins::PluginPackage::new("t", &bad, NOTHING).unwrap_err();
    let told = trouble.to_string();
    assert!(
        told.contains("line 8, look.fill: is not a colour"),
        "{told}"
    );
}

#[test]
fn field_7_decides_which_spells_touch_it() {
    let source = "return { can_receive = function(game, field, caster, spell) return spell ~= 'teleport' end }";
    let game = board("field", source).unwrap();
    let state = place(&game, "e4,a7", "-", "teleport,-");
    assert!(!is_legal(&game, &state, "teleport@e5"));
    assert!(is_legal(&game, &state, "teleport@d5"));
}

#[test]
fn wall_1_is_built_unbuilt_and_disabled() {
    let source = "return {
        can_cast = function(game, target) return true end,
        on_cast = function(game, wall)
            game.build(wall)
            game.unbuild('a1h')
            game.disable('a1h')
        end,
    }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,a7", "a1h", "test,-");
    assert!(play(&game, &mut state, "test@h8v").is_empty());
    let wall = |text| match game.rules().parse_element(text) {
        Ok(BoardElement::Wall(wall)) => wall,
        other => panic!("{other:?}"),
    };
    assert_eq!(state.wall(wall("h8v")), WallState::Built);
    assert_eq!(state.wall(wall("a1h")), WallState::Disabled);
    assert!(!is_legal(&game, &state, "a1h"));
}

#[test]
fn wall_2_4_and_5_are_guarded_by_data() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e3,a7", "c3h", "ward,breach");
    assert!(is_legal(
        &game,
        &place(&game, "e3,a7", "c3h", "breach,-"),
        "breach@c3h"
    ));
    assert!(play(&game, &mut state, "ward@c3h").is_empty());
    assert!(game.print_position(&state).contains("c3h=ward.0.1"));
    assert!(
        !is_legal(&game, &state, "breach@c3h"),
        "no spell on a warded wall"
    );
    // A plug-in that stored data at a wall can forbid building it.
    let source = "return {
        can_cast = function(game, target) return true end,
        on_cast = function(game, wall) game.store(wall, 1) end,
        can_change = function(game, wall, player) return false end,
    }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e3,a7", "-", "test,-");
    play(&game, &mut state, "test@g3h");
    assert!(!is_legal(&game, &state, "g3h"));
    assert!(is_legal(&game, &state, "g4h"));
}

#[test]
fn wall_3_acts_when_it_is_built() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,a7", "-", "alarm,-");
    assert!(play(&game, &mut state, "alarm@g3h g3h").is_empty());
    assert_eq!(state.skips(TWO), 1, "the builder will miss a turn");
    play(&game, &mut state, "e3");
    assert_eq!(game.node(&state), NodeKind::Decide(ONE));
}

#[test]
fn pawn_1_changes_places() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,e6", "-", "swap,-");
    assert!(play(&game, &mut state, "swap@p2").is_empty());
    assert_eq!(pawns(&game.print_position(&state)), "e6,e4");
}

/// Only the field on which a pawn ends acts, and once.
#[test]
fn who_is_moved_twice_steps_once() {
    let source = "return {
        can_cast = function() return true end,
        on_cast = function(game, target, caster)
            game.set_field('c3', 'swamp')
            game.set_field('d4', 'crumble')
            game.move(caster, 'c3')
            game.move(caster, 'd4')
        end,
    }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "test,-");
    assert!(play(&game, &mut state, "test@p1").is_empty());
    let text = game.print_position(&state);
    assert!(
        text.starts_with("d4,a7/") && text.contains("d4=crumble.0.1"),
        "{text}"
    );
    assert_eq!(state.skips(ONE), 0, "it did not stop in the swamp");
}

#[test]
fn pawn_2_gets_and_loses_walls() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,e7", "-", "borrow,-");
    assert!(play(&game, &mut state, "borrow@p2").is_empty());
    let left = [ONE, TWO].map(|seat| state.board().walls_left(seat));
    assert_eq!(left, [11, 9]);
}

#[test]
fn pawn_3_gets_and_loses_spells() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,e7", "-", "pickpocket,stun");
    assert!(play(&game, &mut state, "pickpocket@p2").is_empty());
    assert!(is_legal(&game, &state, "pass") || state.spells_of(TWO).count() == 0);
    let held: Vec<_> = state.spells_of(ONE).collect();
    assert_eq!(held.len(), 1);
    assert_eq!(game.rules().plugin(held[0]).name, "stun");
}

#[test]
fn pawn_4_and_5_may_not_move_and_are_told_when_they_have() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,e7", "-", "net,-");
    assert!(play(&game, &mut state, "net@p2").is_empty());
    assert!(!is_legal(&game, &state, "e6"));
    play(&game, &mut state, "pass e3 e6");
    assert!(
        !game.print_position(&state).contains("net"),
        "the net is gone after the pass"
    );
}

#[test]
fn pawn_6_and_7_store_data_and_refuse_spells() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,e7", "-", "shield,stun");
    assert!(play(&game, &mut state, "shield@p1").is_empty());
    assert!(game.print_position(&state).contains("p1=shield.0.3"));
    assert!(!is_legal(&game, &state, "stun@p1"));
    play(&game, &mut state, "e8 e3 e7 e4 e8 e3");
    assert!(is_legal(&game, &state, "stun@p1"), "three moves later");
}

#[test]
fn spell_1_sees_the_whole_game() {
    let source = "return {
        can_cast = function(game, target, caster)
            return target == 'a1'
                and game.players() == 2 and game.turn() == 1 and game.pawn(2) == 'e7'
                and game.pawn_at('e7') == 2 and game.pawn_at('e6') == nil
                and game.walls(2) == 10 and game.spells(2)[1] == 'stun' and game.skips(2) == 0
                and game.field('a9') == 'ice' and game.fields('ice')[1] == 'a9'
                and game.spell_at('c3') == nil and game.wall('c3h') == 'built'
                and not game.is_open('c3', 'c4') and game.is_free(1, 'd4')
                and not game.is_free(1, 'e7') and game.is_goal(1, 'c9')
                and game.data('c3h') == nil and game.name == 'test'
                and game.neighbour('e5', 'up') == 'e6' and game.neighbour('e9', 'up') == nil
                and game.side('e5', 'f5') == 'right' and #game.around('a1') == 3
                and game.distance('a1', 'c2') == 2
        end,
        on_cast = function(game, target, caster) end,
    }";
    let game = board("spell", source).unwrap();
    let state = place(&game, "e4,e7", "c3h", "test,stun");
    assert!(is_legal(&game, &state, "test@a1"));
}

#[test]
fn spell_2_and_3_are_cast_on_what_they_like() {
    let source = "return {
        can_cast = function(game, target) return target == 'b2' or target == 2 or target == 'c3v' end,
        on_cast = function(game, target) end,
    }";
    let game = board("spell", source).unwrap();
    let state = place(&game, "e4,e7", "-", "test,-");
    for (target, expected) in [
        ("b2", true),
        ("p2", true),
        ("c3v", true),
        ("b3", false),
        ("p1", false),
        ("c3h", false),
    ] {
        let text = format!("test@{target}");
        assert_eq!(is_legal(&game, &state, &text), expected, "{text}");
    }
}

/// CanCastOn of the thesis answers no unless a plug-in says otherwise; spells are no targets at all.
#[test]
fn spell_3_is_cast_on_nothing_unless_it_says_so() {
    let game = board("spell", "return { on_cast = function(game, target) end }").unwrap();
    let state = place(&game, "e4,e7", "-", "test,stun");
    for target in ["b2", "p1", "p2", "c3v"] {
        let text = format!("test@{target}");
        let mv = game.parse_move(&text).unwrap();
        let refusal = game.check_move(&state, mv).unwrap_err().to_string();
        assert_eq!(refusal, "test cannot be cast there", "{text}");
    }
    assert!(game.parse_move("test@stun").is_err());
}

#[test]
fn spell_4_knows_its_caster() {
    let source = "return {
        can_cast = function(game, target, caster) return target == caster end,
        on_cast = function(game, target, caster) game.set_walls(caster, caster * 20) end,
    }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,e7", "-", "test,test");
    play(&game, &mut state, "test@p1 test@p2");
    let left = [ONE, TWO].map(|seat| state.board().walls_left(seat));
    assert_eq!(left, [20, 40]);
}

#[test]
fn chance_comes_from_the_game() {
    let game = board("field", NOTHING).unwrap();
    let mut state = place(&game, "e4,e7", "-", "gust,-");
    play(&game, &mut state, "gust@p2");
    assert_eq!(game.node(&state), NodeKind::Chance);
    play(&game, &mut state, "roll3");
    assert_eq!(pawns(&game.print_position(&state)), "e4,f6");
}

/// A roll drawn for a plug-in that failed is not reused for another one.
#[test]
fn chance_decides_anew_for_whoever_asks_next() {
    let source = "return {
        can_cast = function() return true end,
        on_cast = function(game, target)
            if target == 2 then game.random(6) error('no') end
            game.store(1, 1)
        end,
        after_move = function(game, pawn) game.set_walls(2, game.random(2)) end,
    }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "test+test,-");
    play(&game, &mut state, "test@p1");
    play(&game, &mut state, "roll1 a6 test@p2");
    for roll in 1..=6 {
        let mut state = state.clone();
        play(&game, &mut state, &format!("roll{roll}"));
        assert_eq!(game.node(&state), NodeKind::Chance, "roll{roll}");
        play(&game, &mut state, "roll1");
        assert_eq!(state.board().walls_left(TWO), 1);
    }
}
