//! `ludorum template` and `ludorum plugin`: the built-in content is valid, and new content works.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Run, command, folder, ludorum, text, typing_with};

#[test]
fn shipped_templates_are_well_and_can_be_shown() {
    let run = ludorum(&["template", "check"]).ok();
    run.tells(&["classic: ok", "everything: ok"]);
    let run = ludorum(&["template", "show", "thesis"]).ok();
    run.tells(&[
        "The three of the thesis",
        "2 players",
        "4 players",
        "[F]",
        "to row 9",
    ]);
}

#[test]
fn a_new_template_is_well_and_a_broken_one_is_told_by_line() {
    let file = folder("template").join("templates/mine.toml");
    ludorum(&["template", "new", text(&file)]).ok();
    ludorum(&["template", "check", text(&file)]).ok();
    assert_eq!(ludorum(&["template", "new", text(&file)]).code, 2);
    let broken = fs::read_to_string(&file)
        .unwrap()
        .replace("\"e9\"", "\"e10\"");
    fs::write(&file, broken).unwrap();
    let run = ludorum(&["template", "check", text(&file)]);
    assert_eq!(run.code, 1);
    run.tells(&["places.north.start: 'e10' is not a field"]);
}

#[test]
fn new_plugins_pass_the_check_and_broken_ones_do_not() {
    let place = folder("plugin");
    for kind in ["spell", "field"] {
        let dir = place.join(kind);
        ludorum(&["plugin", "new", text(&dir), "--kind", kind]).ok();
        let run = ludorum(&["plugin", "check", text(&dir), "--games", "4"]).ok();
        run.tells(&[
            "defines",
            "4 random games",
            "taken back exactly",
            "never failed",
        ]);
    }
    let idle = place.join("field").join("main.luau");
    fs::write(&idle, "return { on_step = function() end }").unwrap();
    let run = ludorum(&[
        "plugin",
        "check",
        text(&place.join("field")),
        "--games",
        "4",
    ])
    .ok();
    run.tells(&["warn  on_step never changed anything"]);
    let main = place.join("spell").join("main.luau");
    let broken = fs::read_to_string(&main)
        .unwrap()
        .replace("game.move(", "game.fly(");
    fs::write(&main, broken).unwrap();
    let dir = place.join("spell");
    let run = ludorum(&["plugin", "check", text(&dir), "--games", "4"]);
    assert_eq!(run.code, 1);
    run.tells(&["WRONG", "on_cast, line 10"]);
}

/// Runs `ludorum` with the templates and plug-ins of the folder `content`.
fn with_content(content: &Path, args: &[&str]) -> Run {
    let mut command = command(args);
    command.env("LUDORUM_CONTENT", content);
    command.output().unwrap().into()
}

#[test]
fn a_template_with_plugins_is_checked_with_its_content_folder() {
    let dir = folder("template-with-plugin");
    let (plugin, template) = (dir.join("plugins/leap"), dir.join("templates/mine.toml"));
    ludorum(&["plugin", "new", text(&plugin)]).ok();
    ludorum(&["template", "new", text(&template)]).ok();
    let manifest = fs::read_to_string(plugin.join("plugin.toml")).unwrap();
    let uuid = manifest
        .lines()
        .find_map(|line| line.strip_prefix("uuid = "));
    let plugins = format!("[plugins]\nleap = {}\n", uuid.unwrap());
    let plain = fs::read_to_string(&template).unwrap();
    fs::write(&template, plain.replace("[plugins]\n", &plugins)).unwrap();
    let check = ["template", "check", text(&template)];
    let run = ludorum(&check);
    assert_eq!(run.code, 1);
    run.tells(&["plugins.leap: no plug-in", "set LUDORUM_CONTENT to your"]);
    with_content(&dir, &check).ok();
}

#[test]
fn games_with_changed_files_are_never_mixed() {
    let dir = folder("changed-files");
    let template = dir.join("templates/mine.toml");
    ludorum(&["template", "new", text(&template)]).ok();
    let plain = fs::read_to_string(&template).unwrap();
    let file = |name: &str| text(&dir.join(name)).to_owned();
    let run = |args: &[&str]| with_content(&dir, args);
    let game = "sector66:template=mine";
    let part = |number: &str, name: &str| {
        let args = ["match", game, "random", "random", "--games", "8", "--shard"];
        run(&[&args[..], &[number, "--json", &file(name)]].concat()).ok()
    };
    let plan = file("plan.toml");
    let question = format!(
        "id = \"mine\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"{game}\"\ngames = 2\nquick = 2\n\
         questions = [{{ row = \"a\", column = \"b\", agents = [\"random\", \"random\"] }}]"
    );
    fs::write(&plan, question).unwrap();
    let results = file("results");
    let experiment = ["experiment", "run", &plan, "--results", &results];
    let tuning = |option: &str| {
        let args = ["tune", game, "mcts:iterations=2", "--param", "c=0.5..1.0"];
        let args = [&args[..], &["--steps", "2", "--games", "2"]].concat();
        run(&[&args[..], &[option, &file("tuning.json")]].concat())
    };
    part("1/2", "one.json");
    tuning("--json").ok();
    run(&experiment).ok();

    fs::write(&template, format!("{plain}\n# Changed.\n")).unwrap();
    part("2/2", "two.json");
    let (one, two) = (file("one.json"), file("two.json"));
    let merge = ["results", "merge", &one, &two, "--out", &file("whole.json")];
    for (refused, place, what) in [
        (run(&merge), "two.json", "'template My board sha256:"),
        (
            run(&["match", "--resume", &one, "--shard", "1/2"]),
            "one.json",
            "played with template My board, sha256:",
        ),
        (
            tuning("--resume"),
            "tuning.json",
            "with template My board, sha",
        ),
        (
            run(&experiment),
            "mine.json",
            "with template My board, sha256:",
        ),
    ] {
        let error = &refused.err;
        assert_eq!((refused.code, error.lines().count()), (2, 1), "{error}");
        assert!(error.contains(place) && error.contains(what), "{error}");
    }

    // With the original files, runs can be resumed and shards merged.
    fs::write(&template, &plain).unwrap();
    part("2/2", "three.json");
    let three = file("three.json");
    run(&["results", "merge", &one, &three, "--out", "-"]).ok();
    tuning("--resume").ok();
    run(&experiment).ok();
    // A report of an older version without hashes can be shown but not resumed.
    let mut old: Value = serde_json::from_slice(&fs::read(&one).unwrap()).unwrap();
    old.as_object_mut().unwrap().remove("content").unwrap();
    fs::write(&one, old.to_string()).unwrap();
    run(&["results", "show", &one]).ok();
    let refused = run(&["match", "--resume", &one, "--shard", "1/2"]);
    assert!(
        refused.err.contains("did not store the hashes"),
        "{}",
        refused.err
    );
}

#[test]
fn the_game_counts_as_quoridor() {
    let ours = ludorum(&[
        "perft",
        "sector66:template=classic",
        "--depth",
        "2",
        "--json",
    ])
    .ok();
    assert!(ours.out.contains("16677"), "{}", ours.out);
}

#[test]
fn a_saved_tree_is_looked_at_level_by_level() {
    let file = folder("tree").join("tree.json");
    let game = "sector66:template=thesis";
    let agent = "sector66-mcts:nodes=60,save-tree=on";
    ludorum(&[
        "analyse",
        game,
        "--agent",
        agent,
        "--save-tree",
        text(&file),
    ])
    .ok();
    let saved = ludorum(&["analyse", "--tree", text(&file), "--json"]).json();
    let tree = &saved["tree"];
    assert_eq!(saved["game"], game);
    assert_eq!(tree["visits"], 60);
    let moves = tree["children"].as_array().unwrap();
    let visits: u64 = moves.iter().filter_map(|mv| mv["visits"].as_u64()).sum();
    assert_eq!(visits, 60, "every visit goes through one of the moves");

    let shallow = ludorum(&["analyse", "--tree", text(&file), "--depth", "1"]).ok();
    shallow.tells(&["thesis", "61 positions", "seat 1"]);
    assert!(!shallow.out.contains("seat 2"), "{}", shallow.out);
    let deeper = ludorum(&["analyse", "--tree", text(&file), "--depth", "2"]).ok();
    deeper.tells(&["seat 1", "seat 2"]);

    let run = ludorum(&[
        "analyse",
        game,
        "--agent",
        "random",
        "--save-tree",
        text(&file),
    ]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("random keeps no search tree"),
        "{}",
        run.err
    );
    fs::write(&file, "{\"a\": 1}").unwrap();
    let run = ludorum(&["analyse", "--tree", text(&file)]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("is not a tree saved by"), "{}", run.err);
}

#[test]
fn a_tree_as_deep_as_a_game_is_read_back() {
    let file = folder("deep-tree").join("tree.json");
    // The search hardly ever adds a second move to a node, so the tree is one long line.
    let agent = "sector66-mcts:add-chance=0,nodes=400,save-tree=on";
    let game = "sector66:template=thesis";
    let analyse = [
        "analyse",
        game,
        "--agent",
        agent,
        "--save-tree",
        text(&file),
    ];
    ludorum(&analyse).ok();
    let run = ludorum(&["analyse", "--tree", text(&file), "--depth", "200"]).ok();
    assert!(run.out.lines().count() > 200, "{}", run.out);

    let levels = 1_000_000;
    fs::write(&file, "[".repeat(levels) + &"]".repeat(levels)).unwrap();
    let run = ludorum(&["analyse", "--tree", text(&file)]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("deeper than any game"), "{}", run.err);
}

#[test]
fn a_folder_without_a_plugin_is_told_what_one_is() {
    let place = folder("no-plugin");
    let run = ludorum(&["plugin", "check", text(&place)]);
    assert_eq!(run.code, 2);
    let file = place.join("plugin.toml");
    let told = format!("{}: cannot be read", file.display());
    assert!(run.err.contains(&told), "{}", run.err);
    assert!(run.err.contains("ludorum plugin new"), "{}", run.err);
}

#[test]
fn a_program_that_does_not_load_is_told_by_line() {
    let dir = folder("no-program").join("bad");
    ludorum(&["plugin", "new", text(&dir)]).ok();
    fs::write(dir.join("main.luau"), "return {\n  can_cast =\n}\n").unwrap();
    let run = ludorum(&["plugin", "check", text(&dir)]);
    assert_eq!(run.code, 1);
    run.tells(&["WRONG does not load: main.luau, line 3:"]);
}

/// Creates a folder with a field plug-in that fails when a pawn enters it, and a board with it on
/// e2.
pub(crate) fn with_a_dud(name: &str) -> PathBuf {
    let content = folder(name);
    let dir = content.join("plugins/dud");
    ludorum(&["plugin", "new", text(&dir), "--kind", "field"]).ok();
    let source = "return {\n on_step = function() error(\"boo\") end }\n";
    fs::write(dir.join("main.luau"), source).unwrap();
    let manifest = fs::read_to_string(dir.join("plugin.toml")).unwrap();
    let mut lines = manifest.lines();
    let uuid = lines.find(|line| line.starts_with("uuid")).unwrap();
    let board = format!(
        "name = \"Dud\"\ndescription = \"Dud\"\n[plugins]\n{}\n\
         [places.south]\nstart = \"e1\"\ntarget = \"row 9\"\n\
         [places.north]\nstart = \"e9\"\ntarget = \"row 1\"\n\
         [seats.2]\nplaces = [\"south\", \"north\"]\nwalls = {{ least = 0, most = 9, usual = 9 }}\n\
         [fields]\ndud = [\"e2\"]\n",
        uuid.replace("uuid", "dud")
    );
    fs::create_dir_all(content.join("templates")).unwrap();
    fs::write(content.join("templates/dud.toml"), board).unwrap();
    content
}

#[test]
fn a_cancelled_effect_is_told_with_plugin_and_line() {
    let content = with_a_dud("dud");
    let record = content.join("game.ludorum");
    let save = format!("save {}", text(&record));
    let args = ["play", "sector66:template=dud", "--seats", "human,human"];
    let run = typing_with(&content, &args, &["e2", "e8", &save, "quit"]).ok();
    let told = "cancelled: plug-in dud: on_step, line 2: boo";
    run.tells(&["1 human › e2", told, "2 human › e8"]);
    assert_eq!(run.out.matches(told).count(), 1);
    let run = typing_with(&content, &["replay", text(&record)], &[]).ok();
    run.tells(&["1. 1 human plays e2", told, "2. 2 human plays e8"]);
}
