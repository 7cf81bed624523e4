//! Malicious plug-ins: each is stopped, reported with its line, and changes nothing.

use ludorum_core::{Game, NodeKind, Notation, Seat, Seed};
use ludorum_games::sector66::PluginHook;

use crate::{board, is_legal, place, play};

/// Steps on a field with this effect: the step is made, the effect is cancelled, the reason reported.
fn stopped(effect: &str, expected: &str) {
    let source = format!(
        "return {{\n on_step = function(game, field, pawn, from)\n  game.set_walls(pawn, 50)\n  {effect}\n end }}"
    );
    let game = board("field", &source).unwrap_or_else(|error| panic!("{effect}: {error}"));
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert_eq!(faults.len(), 1, "{effect}: {faults:?}");
    let told = faults[0].to_string();
    assert!(told.starts_with("plug-in test: on_step, line 4:"), "{told}");
    assert!(told.contains(expected), "{told}");
    assert!(
        game.print_position(&state).starts_with("e5,a7/10,10/"),
        "{effect}"
    );
    play(&game, &mut state, "a6 e6");
}

#[test]
fn infinite_loops_are_stopped() {
    stopped("while true do end", "takes too long");
    stopped("local function f() return f() end f()", "too deeply");
    stopped("repeat game.pawn(1) until false", "takes too long");
    stopped(
        "local t = {} for i = 1, 4000 do t[i] = i end while true do table.clone(t) end",
        "takes too",
    );
    stopped("table.move({}, 1, 1e15, 2)", "nil");
}

#[test]
fn memory_bombs_are_stopped() {
    stopped(
        "local t = {} while true do t[#t + 1] = {{}, {}, {}} end",
        "",
    );
    stopped(
        "local s = 'x' while true do s = s .. s end",
        "too much memory",
    );
    stopped(
        "local s = 'x' for i = 1, 40 do s = s .. s end",
        "too much memory",
    );
}

/// Memory of the key copies of `pairs` counts, for keys of any type.
#[test]
fn memory_is_not_hidden_in_pairs() {
    stopped(
        "local t = {} for i = 1, 300 do t[i + 0.5] = i end local keep = {} for i = 1, 2000 do keep[i] = pairs(t) end",
        "takes too",
    );
    stopped(
        "local t = {} for i = 1, 300 do t['k' .. i] = i end local keep = {} for i = 1, 2000 do keep[i] = pairs(t) end",
        "takes too",
    );
}

/// A loop with expensive iterations has few of them, though nested work is not counted.
#[test]
fn work_between_steps_is_paid_for() {
    let loop_over = |before: &str, work: &str, times: usize| {
        let work = work.repeat(times);
        stopped(
            &format!(
                "local s = '1' for i = 1, 14 do s = s .. s end {before} local _ for i = 1, 2000 do {work} end"
            ),
            "takes too",
        );
    };
    loop_over("local a, b = s .. 'x', s .. 'y'", "_=a<b;", 1);
    loop_over("local a, b = 'x', 'y'", "_=a<b;", 900);
    loop_over("s = '0.' .. s", "_=s+0;", 1);
    loop_over("", "_=tonumber(s);", 1);
    loop_over("", "_=s..'x';", 100);
    loop_over("", "_=select('#', string.byte(s, 1, 7000));", 1);
    loop_over(
        "local t = {} for i = 1, 200 do t[i] = s end",
        "_=table.concat(t);",
        1,
    );
    loop_over(
        "local t = table.pack(string.byte(s, 1, 7000))",
        "_=unpack(t);",
        1,
    );
    loop_over(
        "local t = table.pack(string.byte(s, 1, 7000))",
        "game.pawn(1, unpack(t, 1, 7000));",
        1,
    );
}

#[test]
fn a_program_that_is_too_long_is_refused() {
    let source = format!("return {{}} --{}", "x".repeat(1 << 16));
    let error = board("field", &source).expect_err("it is too long");
    assert!(error.contains("bytes; make it at most 65536"), "{error}");
}

#[test]
fn deep_recursion_is_stopped() {
    stopped(
        "local function f(n) return 1 + f(n + 1) end f(0)",
        "too deeply",
    );
}

#[test]
fn what_is_not_there_cannot_be_used() {
    for name in [
        "os",
        "io",
        "require",
        "debug",
        "loadstring",
        "getfenv",
        "setfenv",
        "coroutine",
        "pcall",
        "setmetatable",
        "getmetatable",
        "rawset",
        "collectgarbage",
        "print",
        "newproxy",
        "next",
        "_G",
        "buffer",
        "utf8",
        "vector",
        "gcinfo",
    ] {
        stopped(&format!("local x = {name}.y or {name}()"), "nil");
    }
    for name in [
        "math.random",
        "string.rep",
        "string.find",
        "string.gsub",
        "string.split",
        "string.format",
    ] {
        stopped(&format!("{name}('x', 1)"), "nil");
    }
    stopped("local y = ('x'):rep(1e9)", "missing method");
}

/// Thrown values are printed without addresses, which differ from run to run.
#[test]
fn anything_can_be_thrown() {
    for (thrown, expected) in [
        ("{}", "on_step, line 4: table"),
        ("game.pawn", "on_step, line 4: function"),
        ("nil", "on_step, line 4: nil"),
        ("5", "on_step, line 4: 5"),
    ] {
        stopped(&format!("error({thrown})"), expected);
    }
    let source = "return { on_step = function() error({}) end }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert_eq!(faults[0].message, "on_step, line 1: table");
}

#[test]
fn nothing_shared_can_be_changed() {
    stopped("game.pawn = nil", "readonly");
    stopped("math.floor = nil", "readonly");
    stopped("string.sub = nil", "readonly");
    stopped("remembered = 1", "readonly");
}

#[test]
fn variables_do_not_survive_a_call() {
    let source = "local count = 0\nreturn { on_step = function(game, field, pawn)\n\
        count += 1\n game.set_walls(pawn, 10 + count)\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    play(&game, &mut state, "e5 a6 e4 a7 e5");
    assert!(game.print_position(&state).starts_with("e5,a7/11,10/"));
}

#[test]
fn a_rule_cannot_change_the_board() {
    for change in [
        "game.move(1, 'a1')",
        "game.swap(1, 2)",
        "game.set_walls(1, 3)",
        "game.give(1, 'stun')",
        "game.take(1, 'stun')",
        "game.lay('c3', 'stun')",
        "game.set_field('c3', 'ice')",
        "game.build('c3h')",
        "game.again()",
        "game.skip(2)",
        "game.store(1, 1)",
        "game.random(6)",
    ] {
        let source = format!(
            "return {{ can_cast = function(game, target)\n {change}\n return true end,\n on_cast = function() end }}"
        );
        let game = board("spell", &source).unwrap();
        let state = place(&game, "e4,a7", "-", "test,-");
        let before = state.clone();
        assert!(!is_legal(&game, &state, "test@p2"), "{change}");
        assert_eq!(state, before);
        let mv = game.parse_move("test@p2").unwrap();
        let told = game.check_move(&state, mv).unwrap_err().to_string();
        assert!(
            told.contains("plug-in test: can_cast, line 2: a rule may look"),
            "{told}"
        );
    }
}

#[test]
fn errors_in_every_callback_leave_a_game_that_goes_on() {
    let hooks: Vec<String> = PluginHook::ALL
        .into_iter()
        .map(|hook| format!("{} = function() error('no') end", hook.name()))
        .collect();
    for kind in ["field", "spell"] {
        let game = board(kind, &format!("return {{ {} }}", hooks.join(", "))).unwrap();
        random_games(&game, 5);
    }
    // Also when all its rules are evaluated.
    let everywhere = format!(
        "return {{ can_cast = function() return true end, on_cast = function(game, target) game.store(target, 1) end, {} }}",
        hooks[2..]
            .iter()
            .filter(|hook| !hook.starts_with("on_cast"))
            .cloned()
            .collect::<Vec<_>>()
            .join(", ")
    );
    let game = board("spell", &everywhere).unwrap();
    let mut state = place(&game, "e4,e6", "-", "test+test,test+test");
    play(
        &game,
        &mut state,
        "test@p1 test@p2 test@e5 test@g3h e5 e7 g3h",
    );
}

/// Messages of plug-ins are shortened and stripped of control characters.
#[test]
fn what_a_plugin_says_is_made_harmless() {
    let source = "return { can_cast = function() return true end,\n\
        on_cast = function()\n local s = 'x' for i = 1, 12 do s = s .. s end\n\
        error('\\27[2Jgone' .. s)\nend }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,e6", "-", "test,-");
    let faults = play(&game, &mut state, "test@p2");
    let told = &faults[0].message;
    assert!(told.starts_with("on_cast, line 4: [2Jgonexxx"), "{told}");
    assert!(
        told.chars().count() < 250 && !told.contains('\u{1b}'),
        "{told}"
    );
}

/// The effect is cancelled with everything the cast did: the spell is in hand again.
#[test]
fn a_spell_that_fails_is_not_used_up() {
    let source = "return { can_cast = function() return true end,\n\
        on_cast = function(game, target, caster)\n\
        game.set_walls(caster, 1)\n game.skip(2)\n error('broken')\nend }";
    let game = board("spell", source).unwrap();
    let mut state = place(&game, "e4,e6", "-", "test+stun,-");
    let faults = play(&game, &mut state, "test@p2");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["plug-in test: on_cast, line 5: broken"]);
    let mut expected = place(&game, "e4,e6", "-", "test+stun,-");
    assert_eq!(
        state.spells_of(Seat::FIRST).count(),
        expected.spells_of(Seat::FIRST).count()
    );
    assert_eq!(state.board().walls_left(Seat::FIRST), 10);
    // Nothing but the turn has changed: it is as if the player had passed.
    game.make(&mut expected, game.parse_move("pass").unwrap());
    assert_eq!(state, expected);
}

#[test]
fn wrong_arguments_are_refused() {
    stopped(
        "game.move(9, 'a1')",
        "expected the number of a player, found 9",
    );
    stopped("game.move(3, 'a1')", "expected the number of a player");
    stopped(
        "game.move(1, 'z1')",
        "expected a field such as \"e5\", found \"z1\"",
    );
    stopped("game.move(1, 'a7')", "player 2 stands there");
    stopped("game.build('e5')", "expected a wall");
    stopped("game.give(1, 'ice')", "ice is not a spell");
    stopped("game.set_field('c3', 'stun')", "stun is not a field");
    stopped("game.give(1, 'nothing')", "there is no plug-in 'nothing'");
    stopped("game.set_walls(1)", "expected a number, found nil");
    stopped("game.set_walls(1, 'x')", "expected a number, found \"x\"");
    stopped("game.again({})", "expected a number, found table");
    stopped("game.fields()", "expected the name of a plug-in, found nil");
    stopped(
        "game.lay('c3', true)",
        "expected the name of a plug-in, found boolean",
    );
    stopped(
        "game.neighbour('c3', 5)",
        "expected \"up\", \"right\", \"down\" or \"left\", found 5",
    );
    stopped("game.set_walls(1, -1)", "walls must be a whole number");
    stopped(
        "game.set_walls(1, 2.5)",
        "walls must be a whole number from 0 to 255, not 2.5",
    );
    stopped("game.skip(1, 0.5)", "turns must be a whole number");
    stopped("game.random(2.5)", "sides must be a whole number");
    stopped("game.data(1, 0/0)", "a slot must be a whole number");
    stopped("game.set_walls(1, 200)", "at most 99 walls");
    stopped("game.skip(1, 100)", "at most 3 turns");
    stopped("game.again(100)", "at most 3 extra turns");
    stopped("game.random(0)", "a random number has between");
    stopped("game.store(1, 0.5)", "whole numbers");
    stopped(
        "for i = 0, 255 do game.store('a1', 1, i) end game.store('a2', 1)",
        "at most 256",
    );
}

/// Each roll is a move, and the number of moves of a game is limited.
#[test]
fn nobody_rolls_a_game_to_its_end() {
    let source = "return { on_step = function(game)\n while true do game.random(2) end\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    play(&game, &mut state, "e5");
    let mut rolls = 0;
    let faults = loop {
        rolls += 1;
        let faults = play(&game, &mut state, "roll2");
        if game.node(&state) != NodeKind::Chance {
            break faults;
        }
    };
    assert_eq!(rolls, 32);
    let told = faults[0].to_string();
    assert!(
        told.contains("line 2: a move may draw at most 32 random numbers"),
        "{told}"
    );
    assert_eq!(game.node(&state), NodeKind::Decide(Seat::new(1)));
}

/// Stored values can be changed and deleted when the storage is full.
#[test]
fn a_full_store_can_be_changed() {
    let source = "return { on_step = function(game, field, pawn)\n\
        for i = 0, 255 do game.store('a1', 1, i) end\n\
        game.store('a1', 7, 200) game.store('a1', nil, 201) game.store('a2', 1)\n\
        game.set_walls(pawn, game.data('a1', 200))\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(state.board().walls_left(Seat::FIRST), 7);
}

#[test]
fn two_fields_that_push_to_and_fro_are_cut() {
    let source = "return { on_step = function(game, field, pawn, from)\n\
        local to = if field == 'e5' then 'e6' else 'e5'\n\
        game.set_field(to, 'test')\n game.move(pawn, to)\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert!(
        faults
            .iter()
            .any(|fault| fault.message.contains("followed from one move"))
    );
    assert!(game.print_position(&state).starts_with("e5,a7/10,10/"));
}

#[test]
fn nobody_is_walled_in() {
    // The field closes everything around player 2 by making it forbidden.
    let source = "return { on_step = function(game, field, pawn)\n\
        for _, around in ipairs(game.around(game.pawn(2))) do game.set_field(around, 'forbidden') end\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert!(
        faults
            .iter()
            .any(|fault| fault.message.contains("player 2 without a path"))
    );
    assert!(!game.print_position(&state).contains("forbidden"));
}

/// Moving the pawn first does not circumvent the check.
#[test]
fn nobody_is_carried_into_a_cage() {
    let source = "return { on_step = function(game, field, pawn)\n\
        game.move(2, 'c8')\n\
        for _, around in ipairs(game.around('c8')) do game.set_field(around, 'forbidden') end\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    let faults = play(&game, &mut state, "e5");
    assert!(
        faults
            .iter()
            .any(|fault| fault.message.contains("player 2 without a path")),
        "{faults:?}"
    );
    assert!(game.print_position(&state).starts_with("e5,a7/"));
}

#[test]
fn tables_are_gone_through_in_one_order() {
    let source = "return { on_step = function(game, field, pawn)\n\
        local list = {}\n for key, value in pairs({b = 2, a = 1, [3] = 3, c = 4}) do table.insert(list, value) end\n\
        game.set_walls(pawn, list[1] * 10 + list[2])\nend }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    assert!(play(&game, &mut state, "e5").is_empty());
    assert!(game.print_position(&state).starts_with("e5,a7/31,10/"));
    stopped(
        "for key in pairs({[{}] = 1}) do end",
        "numbers, strings or booleans",
    );
    let source =
        "return { on_step = function(game, field, pawn) game.set_walls(pawn, #tostring({})) end }";
    let game = board("field", source).unwrap();
    let mut state = place(&game, "e4,a7", "-", "-,-");
    play(&game, &mut state, "e5");
    let text = game.print_position(&state);
    assert!(text.starts_with("e5,a7/5,10/"), "no addresses: {text}");
}

#[test]
fn programs_that_do_not_load_are_refused_by_line() {
    for (source, expected) in [
        ("return {\n can_step = \n}", "line 3"),
        ("local x = os.time()\nreturn {}", "line 1"),
        ("while true do end", "takes too long"),
        ("return 5", "must end with"),
        ("\u{1b}Lua", ""),
    ] {
        let error = board("field", source)
            .err()
            .unwrap_or_else(|| panic!("{source} loads"));
        assert!(
            error.contains("plugins.test") && error.contains(expected),
            "{error}"
        );
    }
}

#[test]
fn a_mark_of_an_editor_does_no_harm() {
    let marked = board("field", "\u{feff}return { on_step = function() end }");
    assert!(marked.is_ok(), "{:?}", marked.err());
}

fn random_games(game: &ludorum_games::Sector66<ludorum_plugins::LuauContent>, games: u64) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Seed(seed).rng();
        let mut state = game.initial(Seed(seed));
        while let NodeKind::Decide(_) = game.node(&state) {
            moves.clear();
            game.moves(&state, &mut moves);
            let mv = *rng.pick(&moves).expect("somebody is to move");
            game.make(&mut state, mv);
        }
        assert_eq!(game.node(&state), NodeKind::Over);
    }
}
