//! Shipped templates and plug-ins: conformance, perft counts equal to Quoridor, fairness.

use std::collections::VecDeque;

use ludorum_core::{Game, Notation, Seat, Seed, perft};
use ludorum_games::quoridor::{Square, Wall, WallOrientation};
use ludorum_games::sector66::{State, WallState};
use ludorum_games::{Quoridor, Sector66};
use ludorum_plugins::{ContentLibrary, LuauContent};
use ludorum_testkit::{configured, conforms};

use crate::game;

#[test]
fn every_shipped_template_is_right() {
    let library = ContentLibrary::shipped();
    assert!(
        library.plugin_errors().is_empty(),
        "{:?}",
        library.plugin_errors()
    );
    assert!(library.templates().len() >= 6);
    for name in library.templates() {
        if let Err(trouble) = library.template(&name) {
            panic!("{trouble}");
        }
    }
}

#[test]
fn classic_counts_as_quoridor_does() {
    for (ours, theirs) in [
        ("sector66", "quoridor"),
        ("sector66:players=4", "quoridor:players=4"),
        ("sector66:walls=3", "quoridor:walls=3"),
    ] {
        let ours = game(ours);
        let theirs: Quoridor = configured(theirs).expect("a variant of Quoridor");
        for depth in 1..=2 {
            let mut state = ours.initial(Seed(0));
            let count = perft(&ours, &mut state, depth);
            let mut state = theirs.initial(Seed(0));
            assert_eq!(count, perft(&theirs, &mut state, depth));
        }
    }
}

#[test]
fn every_shipped_template_conforms() {
    for name in ContentLibrary::shipped().templates() {
        let read = ContentLibrary::shipped()
            .template(&name)
            .expect("checked before");
        for players in read.template.players() {
            let spec = format!("sector66:template={name},players={players}");
            conforms(&game(&spec), Seed(1), 3);
        }
    }
}

#[test]
fn spells_lie_fairly_on_every_shipped_template() {
    let library = ContentLibrary::shipped();
    let mut placed = 0;
    for name in library.templates() {
        let template = library.template(&name).expect("checked before").template;
        for players in template.players() {
            let limits = template.spells.limits();
            for each in limits.min..=limits.max {
                let spec = format!("sector66:template={name},players={players},spells={each}");
                let game = game(&spec);
                for seed in 0..50 {
                    placed += check_fairness(&game, Seed(seed), usize::from(each), &spec);
                }
            }
        }
    }
    assert!(placed > 1000, "{placed}");
}

#[test]
fn forced_spells_lie_on_the_board() {
    let game = game("sector66:template=thesis,spells=2");
    for seed in 0..20 {
        let position = game.print_position(&game.initial(Seed(seed)));
        for spell in ["=stun", "=teleport"] {
            assert_eq!(position.matches(spell).count(), 2, "{position}");
        }
    }
    // They are forced: no fewer can be chosen.
    for spells in [0, 1, 5] {
        let spec = format!("sector66:template=thesis,spells={spells}");
        let refused = configured::<Sector66<LuauContent>>(&spec).expect_err(&spec);
        let refused = refused.to_string();
        assert!(refused.contains("wants 2 to 4"), "{refused}");
    }
}

#[test]
fn only_the_chosen_spells_lie_on_the_board() {
    let chosen = game("sector66:template=everything,spells=5,only=stun+swap");
    for seed in 0..20 {
        let position = chosen.print_position(&chosen.initial(Seed(seed)));
        let spells = position.split('/').nth(7).expect("a part for spells");
        let is_chosen = |spell: &str| spell.ends_with("=stun") || spell.ends_with("=swap");
        assert!(spells.split(',').all(is_chosen), "{spells}");
        assert_eq!(spells.split(',').count(), 10);
    }
    for (spec, reason) in [
        ("sector66:only=stun", "allows no spells"),
        (
            "sector66:template=everything,only=ice",
            "does not allow ice",
        ),
        (
            "sector66:template=thesis,only=stun",
            "always includes teleport",
        ),
    ] {
        let refused = configured::<Sector66<LuauContent>>(spec)
            .expect_err(spec)
            .to_string();
        assert!(refused.contains(reason), "{spec}: {refused}");
    }
}

#[test]
fn every_shipped_plugin_passes_its_check() {
    for package in ContentLibrary::shipped().plugins() {
        for finding in ludorum_plugins::check(package, 12).findings {
            // Too few games to measure speed or use.
            let is_for_more_games = ["CPU-second", "what can it be used for"]
                .iter()
                .any(|told| finding.text.contains(told));
            assert!(
                finding.passed || is_for_more_games,
                "{}: {}",
                package.folder,
                finding.text
            );
        }
    }
}

#[test]
fn the_check_finds_what_is_wrong() {
    let wrong = |kind: &str, source: &str| -> Vec<String> {
        let report = ludorum_plugins::check(&crate::package(kind, source), 6);
        let findings = report.findings.into_iter();
        let wrong = findings.filter(|finding| !finding.passed);
        wrong.map(|finding| finding.text).collect()
    };
    let tells = |kind, source, expected: &str| {
        let found = wrong(kind, source);
        assert!(
            found.iter().any(|text| text.contains(expected)),
            "{expected} is not in {found:?}"
        );
    };
    tells("spell", "return {}", "a spell needs can_cast and on_cast");
    tells("field", "return {}", "without any function");
    tells("field", "return {", "line 1");
    let never = "return { can_cast = function() return false end, on_cast = function() end }";
    tells("spell", never, "cast 0 times");
    let fails = "return { on_step = function(game) game.fly() end }";
    tells("field", fails, "failed: on_step, line 1");
    // Tables as keys are ordered by address.
    let by_address = "return { on_step = function(game, field, pawn)
        local map = {}
        for i = 1, 12 do map[{}] = i end
        for _, value in map do
            game.set_walls(pawn, value)
            break
        end
    end }";
    tells("field", by_address, "differs from run to run");
}

#[test]
fn the_check_warns_of_functions_that_do_nothing() {
    let warnings = |kind: &str, source: &str| -> Vec<String> {
        let report = ludorum_plugins::check(&crate::package(kind, source), 6);
        let findings = report.findings.into_iter();
        let warnings = findings.filter(|finding| finding.is_warning && finding.passed);
        warnings.map(|finding| finding.text).collect()
    };
    let can_cast = "can_cast = function() return true end";
    let idle = format!("return {{ {can_cast}, on_cast = function() end }}");
    assert_eq!(warnings("spell", &idle), ["on_cast never changed anything"]);
    let useful = "on_cast = function(game, target, caster) game.set_walls(caster, 3) end";
    let useful = format!("return {{ {can_cast}, {useful} }}");
    assert_eq!(warnings("spell", &useful), [""; 0]);
    let field =
        "return { can_step = function() return true end, can_move = function() return true end }";
    let expected = [
        "can_step never forbade anything",
        "can_move was never called on the board for the check",
    ];
    assert_eq!(warnings("field", field), expected);
    let closed = "return { can_step = function() return false end }";
    assert_eq!(warnings("field", closed), [""; 0]);
}

/// Games ignore failing rules silently, so the check must report them.
#[test]
fn the_check_finds_what_is_wrong_with_rules() {
    let tells = |kind: &str, source: &str, expected: &str| {
        let report = ludorum_plugins::check(&crate::package(kind, source), 6);
        let wrong = report.findings.iter().filter(|finding| !finding.passed);
        let told: Vec<&str> = wrong.map(|finding| finding.text.as_str()).collect();
        assert!(
            told.iter().any(|text| text.contains(expected)),
            "{expected} is not in {told:?}"
        );
        assert!(told.len() <= 6, "each is told once: {told:?}");
    };
    let step = "return { can_step = function(game, field) return game.fly() end }";
    tells("field", step, "failed: can_step, line 1");
    let receive = "return { can_receive = function() return 5 end }";
    tells(
        "field",
        receive,
        "a rule returns true or false, not integer",
    );
    let cast = "return { can_cast = function(game, target)\n\
        while target == 2 do end return true end, on_cast = function() end }";
    tells("spell", cast, "failed: can_cast, line 2: it takes too long");
    let by_address = "return { can_cast = function(game, target)
        local map = {}
        for i = 1, 12 do map[{}] = i end
        for _, value in map do return value > 6 end
    end, on_cast = function() end }";
    tells("spell", by_address, "differs from run to run");
}

/// Counts distances by an independent search, with the rules of the shipped fields reimplemented.
fn check_fairness(game: &Sector66<LuauContent>, seed: Seed, each: usize, spec: &str) -> usize {
    let rules = game.rules();
    let state = game.initial(seed);
    let spells: Vec<_> = rules
        .grid()
        .all()
        .filter_map(|field| state.spell_on(field).map(|spell| (field, spell)))
        .collect();
    assert_eq!(spells.len(), each * rules.seats(), "{spec} {seed:?}");
    let mut seen: Vec<Vec<(usize, u32)>> = Vec::new();
    for seat in Seat::all(rules.seats()) {
        let steps = steps_from(game, &state, state.board().pawn(seat));
        let mut found: Vec<(usize, u32)> = spells
            .iter()
            .map(|&(field, spell)| {
                let distance = steps[field.index()].expect("spells lie where one can go");
                (spell.index(), distance)
            })
            .collect();
        found.sort_unstable();
        seen.push(found);
    }
    assert!(
        seen.windows(2).all(|pair| pair[0] == pair[1]),
        "{spec} {seed:?}: {seen:?}"
    );
    spells.len()
}

fn steps_from(game: &Sector66<LuauContent>, state: &State, start: Square) -> Vec<Option<u32>> {
    let grid = game.rules().grid();
    let at = |column: i32, row: i32| {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        grid.square(column, row)
    };
    // A wall between two rows or columns covers two fields: it starts here or one before.
    let is_walled = |column: i32, row: i32, direction: WallOrientation| {
        let (across, up) = match direction {
            WallOrientation::Horizontal => (1, 0),
            WallOrientation::Vertical => (0, 1),
        };
        [0, 1].into_iter().any(|back| {
            at(column - back * across, row - back * up).is_some_and(|square| {
                grid.slots().has(square)
                    && state.wall(Wall { square, direction }) == WallState::Built
            })
        })
    };
    let mut steps = vec![None; 81];
    steps[start.index()] = Some(0);
    let mut queue = VecDeque::from([start]);
    while let Some(from) = queue.pop_front() {
        let (column, row) = (grid.column_of(from) as i32, grid.row_of(from) as i32);
        for (across, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let Some(to) = at(column + across, row + up) else {
                continue;
            };
            let blocked = match (across, up) {
                (0, 1) => is_walled(column, row, WallOrientation::Horizontal),
                (0, _) => is_walled(column, row - 1, WallOrientation::Horizontal),
                (1, _) => is_walled(column, row, WallOrientation::Vertical),
                _ => is_walled(column - 1, row, WallOrientation::Vertical),
            };
            let kind = state
                .kind_of(to)
                .map(|kind| game.rules().plugin(kind).name.as_str());
            let is_closed = match kind {
                Some("forbidden") => true,
                Some("oneway") => across != 1,
                _ => false,
            };
            if !blocked && !is_closed && steps[to.index()].is_none() {
                steps[to.index()] = steps[from.index()].map(|steps: u32| steps + 1);
                queue.push_back(to);
            }
        }
    }
    steps
}
