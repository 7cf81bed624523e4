//! Errors in templates are reported with line, key and advice.

use ludorum_plugins::{ContentLibrary, LocatedProblem, TEMPLATE_SKELETON};

const GOOD: &str = "name = \"Board\"
description = \"A board\"

[plugins]
forbidden = \"UUID\"
stun = \"SPELL\"

[places.south]
start = \"e1\"
target = \"row 9\"

[places.north]
start = \"e9\"
target = \"row 1\"

[seats.2]
places = [\"south\", \"north\"]
walls = { least = 0, most = 20, usual = 10 }

[walls]
built = [\"e5h\"]
disabled = [\"a1h\"]

[fields]
forbidden = [\"d4\"]

[spells]
allowed = [\"stun\"]
least = 0
most = 1
usual = 1
";

fn good() -> String {
    let library = ContentLibrary::shipped();
    let uuid = |folder: &str| {
        let mut plugins = library.plugins().iter();
        let found = plugins.find(|package| package.folder == folder);
        found.expect("it is shipped").manifest.uuid.clone()
    };
    GOOD.replace("UUID", &uuid("forbidden"))
        .replace("SPELL", &uuid("stun"))
}

/// Asserts that the page has a translation of this error in every language.
fn has_words(problem: &LocatedProblem) {
    let languages = [
        include_str!("../../../../content/locales/en.ftl"),
        include_str!("../../../../content/locales/cs.ftl"),
    ];
    let message = format!("\nflaw-{} =", problem.why.name);
    for language in languages {
        assert!(language.contains(&message), "{problem}: {message}");
    }
    for (name, _) in &problem.why.details {
        let (_, text) = languages[0].split_once(&message).unwrap();
        let text = text.split("\nflaw-").next().unwrap();
        assert!(
            text.contains(&format!("${name}")),
            "{message} does not use ${name}"
        );
    }
}

/// Changes the valid template and expects this first error.
fn check(from: &str, to: &str, expected: &str) {
    let text = good();
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    let told = match ContentLibrary::shipped().read_template("t.toml", &text) {
        Ok(_) => panic!("{to} is accepted"),
        Err(trouble) => {
            trouble.problems.iter().for_each(has_words);
            trouble.problems[0].to_string()
        }
    };
    assert!(told.starts_with(expected), "{told}\n expected {expected}");
}

#[test]
fn good_templates_are_read() {
    let library = ContentLibrary::shipped();
    for text in [good(), TEMPLATE_SKELETON.to_owned()] {
        if let Err(trouble) = library.read_template("t.toml", &text) {
            panic!("{trouble}");
        }
    }
}

#[test]
fn problems_have_a_line_a_key_and_a_remedy() {
    check(
        "name = \"Board\"\n",
        "",
        "line 1, name: is missing; add name = \"",
    );
    check(
        "name = \"Board\"",
        "name = \" \"",
        "line 1, name: is empty; write",
    );
    check(
        "description = \"A board\"",
        "description = \"A\"\ndescripton = \"A\"",
        "line 3, descripton: unknown key; expected one of name, description",
    );
    check("name = \"Board\"", "name = ", "line 1:");
    check(
        "start = \"e1\"",
        "start = \"j1\"",
        "line 9, places.south.start: 'j1' is not a field",
    );
    check(
        "start = \"e1\"",
        "start = \"e9\"",
        "line 9, places.south.start: the player would win",
    );
    check(
        "target = \"row 9\"",
        "target = \"row 10\"",
        "line 10, places.south.target: 'row 10' is not a row",
    );
    check(
        "target = \"row 9\"",
        "target = \"column k\"",
        "line 10, places.south.target: 'column k'",
    );
    check(
        "target = \"row 9\"",
        "target = []",
        "line 10, places.south.target: has no fields",
    );
}

#[test]
fn players_must_have_room_and_a_way() {
    let two_on_one = (
        "start = \"e9\"\ntarget = \"row 1\"",
        "start = \"e1\"\ntarget = \"row 5\"",
    );
    check(
        two_on_one.0,
        two_on_one.1,
        "line 17, seats.2.places: south and north start on the same field",
    );
    check(
        "forbidden = [\"d4\"]",
        "forbidden = [\"e1\"]",
        "line 9, places.south.start: nobody may step",
    );
    let row =
        "forbidden = [\"a6\", \"b6\", \"c6\", \"d6\", \"e6\", \"f6\", \"g6\", \"h6\", \"i6\"]";
    check(
        "forbidden = [\"d4\"]",
        row,
        "line 10, places.south.target: the player cannot reach",
    );
    check(
        "\"south\", \"north\"",
        "\"south\"",
        "line 17, seats.2.places: 1 places for 2 players",
    );
    check(
        "\"south\", \"north\"",
        "\"south\", \"east\"",
        "line 17, seats.2.places: there is no [places.east]",
    );
    check(
        "[seats.2]",
        "[seats.5]",
        "line 16, seats.5: games are for 2, 3 or 4 players",
    );
    check(
        "usual = 10",
        "usual = 30",
        "line 18, seats.2.walls: must be in order",
    );
}

#[test]
fn walls_fields_and_spells_must_fit() {
    check(
        "\"e5h\"",
        "\"e5h\", \"f5h\"",
        "line 21, walls.built: f5h overlaps or crosses",
    );
    check(
        "\"e5h\"",
        "\"i5h\"",
        "line 21, walls.built: 'i5h' is not a wall",
    );
    check(
        "\"a1h\"",
        "\"e5h\"",
        "line 22, walls.disabled: e5h is built and disabled",
    );
    check(
        "forbidden = [\"d4\"]",
        "swamp = [\"d4\"]",
        "line 25, fields.swamp: 'swamp' is not in [plugins]",
    );
    check(
        "forbidden = [\"d4\"]",
        "stun = [\"d4\"]",
        "line 25, fields.stun: this plug-in is a spell",
    );
    check(
        "forbidden = [\"d4\"]",
        "forbidden = [\"d4\", \"d4\"]",
        "line 25, fields.forbidden: d4 has a kind",
    );
    check(
        "allowed = [\"stun\"]",
        "allowed = [\"forbidden\"]",
        "line 28, spells.allowed: 'forbidden' is a field",
    );
    check(
        "allowed = [\"stun\"]",
        "allowed = []",
        "line 28, spells.allowed: no spell is allowed",
    );
    check(
        "forbidden = \"",
        "forbidden = \"0",
        "line 5, plugins.forbidden: no plug-in with UUID 0",
    );
    check(
        "stun = \"",
        "Stun = \"",
        "line 6, plugins.Stun: names of plug-ins",
    );
}

#[test]
fn spells_that_cannot_be_placed_fairly_are_told() {
    // Every field is one step further from south, which starts behind north.
    let behind = "forbidden = [\"a1\", \"b1\", \"c1\", \"d1\", \"f1\", \"g1\", \"h1\", \"i1\"]";
    let text = good()
        .replace("start = \"e9\"", "start = \"e2\"")
        .replace("forbidden = [\"d4\"]", behind);
    let trouble = ContentLibrary::shipped()
        .read_template("t.toml", &text)
        .err();
    let told = trouble.expect("it is refused").to_string();
    let expected = "line 30, spells.most: 1 spells for each of 2 players cannot be placed fairly on \
                    template 'Board'; ask for fewer";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn values_of_another_type_are_told_with_what_to_write() {
    check(
        "start = \"e1\"",
        "start = 9",
        "line 9, places.south.start: 9 is not text in quotes; write start = \"e1\"",
    );
    check(
        "walls = { least = 0, most = 20, usual = 10 }",
        "walls = 10",
        "line 18, seats.2.walls: 10 is not a table; write walls = { least = 0, most = 20, usual = 10 }",
    );
    check(
        "target = \"row 9\"",
        "target = [\"row 9\", 5]",
        "line 10, places.south.target: [\"row 9\", 5] is not text in quotes or a list of such; write",
    );
    check(
        "most = 20",
        "most = 1000",
        "line 18, seats.2.walls.most: 1000 is not a whole number from 0 to 255; write most = 20",
    );
    check(
        "forbidden = [\"d4\"]",
        "forbidden = \"d4\"",
        "line 25, fields.forbidden: \"d4\" is not a list of texts in quotes; write forbidden = [",
    );
    check(
        "[spells]\n",
        "[spells]\nmore = 1\n",
        "line 28, spells.more: unknown key; expected one of allowed, forced, least, most, usual",
    );
}

#[test]
fn an_empty_file_is_told_all_it_lacks() {
    let trouble = ContentLibrary::shipped().read_template("t.toml", "");
    let told = trouble.err().expect("it is empty").to_string();
    for missing in [
        "name: is missing; add name = \"My board\"",
        "description: is missing",
        "places: is missing; add [places.south] with start",
        "seats: is missing; add [seats.2] with places",
    ] {
        assert!(told.contains(missing), "{told}");
    }
}

/// A file is scanned once, however many errors it has.
#[test]
fn thousands_of_problems_are_told() {
    let walls = ["\"e5h\""; 8000].join(", ");
    let text = good().replace("built = [\"e5h\"]", &format!("built = [{walls}]"));
    let trouble = ContentLibrary::shipped().read_template("t.toml", &text);
    let problems = trouble.err().expect("walls overlap").problems;
    assert_eq!(problems.len(), 7999);
    assert!(problems.iter().all(|problem| problem.line == 21));
}

/// Inconsistent or incomplete entries.
#[test]
fn what_is_said_twice_or_by_halves_is_told() {
    let seats = "[seats.2]\nplaces = [\"south\", \"north\"]\n\
                 walls = { least = 0, most = 20, usual = 10 }\n";
    for count in ["02", "\"+2\"", "\" 2\"", "\"2.0\""] {
        let again = format!(
            "{seats}{}",
            seats.replace("seats.2", &format!("seats.{count}"))
        );
        let key = count.trim_matches('"');
        check(
            seats,
            &again,
            &format!("line 19, seats.{key}: games are for 2, 3 or 4 players; write [seats.2]"),
        );
    }
    for row in ["row 09", "row +9", "row 0", "row  9", "row"] {
        check(
            "\"row 9\"",
            &format!("\"{row}\""),
            "line 10, places.south.target: '",
        );
    }
    check(
        "name = \"Board\"",
        "name = \"Board\\nwinner 1\"",
        "line 1, name: must be one line of text",
    );
    let stun = good();
    let stun = stun.lines().find(|line| line.starts_with("stun")).unwrap();
    check(
        stun,
        &format!("{stun}\nstunner{}", &stun["stun".len()..]),
        "line 7, plugins.stunner: is the plug-in stun by another name",
    );
    check(
        "allowed = [\"stun\"]\nleast = 0\nmost = 1",
        "allowed = [\"stun\"]\nforced = [\"stun\", \"stun\"]\nleast = 0\nmost = 2",
        "line 32, spells.usual: fewer spells than are forced; write at least 2",
    );
    check(
        "allowed = [\"stun\"]\nleast = 0\nmost = 1\nusual = 1",
        "allowed = [\"stun\"]\nforced = [\"stun\"]\nleast = 0\nmost = 1\nusual = 0",
        "line 32, spells.usual: fewer spells than are forced; write at least 1",
    );
}

#[test]
fn names_that_read_as_moves_are_refused() {
    for name in ["e5", "e3h", "roll1", "pass", "p2"] {
        check(
            "stun = ",
            &format!("{name} = "),
            &format!("line 6, plugins.{name}: '{name}' reads as a move"),
        );
    }
}

#[test]
fn what_is_left_out_is_told() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("left-out");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("templates")).unwrap();
    std::fs::write(folder.join("templates/classic.toml"), good()).unwrap();
    let manifest = |uuid: &str| {
        format!(
            "kind = \"field\"\nuuid = \"{uuid}\"\nname = \"N\"\ndescription = \"D\"\n\
             version = \"1\"\nicon = '<svg></svg>'\n"
        )
    };
    let mut library = ContentLibrary::shipped();
    let shipped = library.plugins()[0].clone();
    let own = "aaaaaaaa-0000-4000-8000-000000000002";
    for (name, uuid) in [
        ("one", own),
        ("other", own),
        ("third", shipped.manifest.uuid.as_str()),
    ] {
        let plugin = folder.join("plugins").join(name);
        std::fs::create_dir_all(&plugin).unwrap();
        std::fs::write(plugin.join("plugin.toml"), manifest(uuid)).unwrap();
        std::fs::write(plugin.join("main.luau"), "return {}").unwrap();
    }
    library.add_folder(&folder);
    let told: Vec<String> = library
        .plugin_errors()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    let expected = format!("other/plugin.toml: line 2, uuid: {own} is the UUID of the plug-in one");
    assert!(told[0].starts_with(&expected), "{}", told[0]);
    assert!(told[1].contains(&shipped.folder), "{}", told[1]);
    let (name, hidden) = &library.skipped_templates()[0];
    assert_eq!(name, "classic");
    let hidden = hidden.to_string();
    assert!(
        hidden.contains("templates/classic.toml: is left out: there is a template classic"),
        "{hidden}"
    );
}

/// Odd files in user folders neither block nor exhaust memory.
#[test]
fn files_that_are_none_are_told() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd-files");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("templates/folder.toml")).unwrap();
    std::fs::write(folder.join("templates/latin.toml"), b"name = \"caf\xe9\"").unwrap();
    let long = format!("{}#{}", good(), "x".repeat(1 << 20));
    std::fs::write(folder.join("templates/long.toml"), long).unwrap();
    let plugin = |name: &str| {
        let plugin = folder.join("plugins").join(name);
        std::fs::create_dir_all(&plugin).unwrap();
        std::fs::write(plugin.join("plugin.toml"), "name = \"N\"").unwrap();
        plugin
    };
    let long = format!("return {{}} --{}", "x".repeat(1 << 16));
    std::fs::write(plugin("long").join("main.luau"), long).unwrap();
    #[cfg(unix)]
    {
        let link = std::os::unix::fs::symlink::<&str, _>;
        link("/dev/zero", plugin("zero").join("main.luau")).unwrap();
        link("/dev/zero", folder.join("templates/zero.toml")).unwrap();
    }
    let mut library = ContentLibrary::shipped();
    library.add_folder(&folder);
    let told: Vec<String> = library
        .plugin_errors()
        .iter()
        .map(ToString::to_string)
        .collect();
    let is_told = |name: &str, why: &str| {
        assert!(
            told.iter()
                .any(|text| text.contains(name) && text.contains(why)),
            "{name}, {why}: {told:?}"
        );
    };
    is_told("long/main.luau", "bytes; make it at most 65536");
    let refused = |name: &str| library.template(name).err().expect(name).to_string();
    assert!(refused("folder").contains("it is not a regular file"));
    assert!(refused("latin").contains("UTF-8"));
    assert!(refused("long").contains("bytes; make it at most 1048576"));
    #[cfg(unix)]
    {
        is_told("zero/main.luau", "it is not a regular file");
        assert!(refused("zero").contains("it is not a regular file"));
    }
}

#[test]
fn boards_that_were_only_tried_can_be_played_on_and_are_listed_nowhere() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tried-boards");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("tried")).unwrap();
    std::fs::create_dir_all(folder.join("templates")).unwrap();
    std::fs::write(folder.join("tried/try-1.toml"), TEMPLATE_SKELETON).unwrap();
    std::fs::write(folder.join("templates/mine.toml"), TEMPLATE_SKELETON).unwrap();
    let mut library = ContentLibrary::shipped();
    library.add_folder(&folder);
    let names = library.templates();
    assert!(
        names.contains(&"mine".to_owned()) && !names.contains(&"try-1".to_owned()),
        "{names:?}"
    );
    assert_eq!(library.unsaved_templates(), ["try-1"]);
    assert!(library.template("try-1").is_ok());
    let told = library.template("none").err().unwrap().to_string();
    assert!(told.contains("mine") && !told.contains("try-1"), "{told}");
}
