//! Adding, listing, finding and removing installed agents.

use std::fs;
use std::path::PathBuf;

use ludorum_bridge::{AgentLimits, AgentRegistry, ExternalAgentFactory, NameConflictPolicy};
use ludorum_catalog::open;

use crate::{folder, with_guests};

/// Agents from the published Colonizers bundle its base class, which only speaks to its own pipes.
#[test]
fn the_base_class_takes_the_place_of_another_in_the_copy() {
    let published = folder().join("NestedIntelligence");
    fs::create_dir_all(published.join("sub")).unwrap();
    for file in ["main.py", "AICore.py", "sub/AICore.py"] {
        fs::write(published.join(file), "# theirs").unwrap();
    }
    let registry = AgentRegistry::new(folder().join("agents"));
    let added = registry
        .add(&published, NameConflictPolicy::Refuse)
        .unwrap();
    let text = |file: PathBuf| fs::read_to_string(file).unwrap();
    assert!(text(added.path.join("AICore.py")).contains("class AIBase"));
    assert_eq!(text(added.path.join("main.py")), "# theirs");
    assert_eq!(text(added.path.join("sub/AICore.py")), "# theirs");
    assert_eq!(text(published.join("AICore.py")), "# theirs");
    // An agent is also found by its file name.
    assert_eq!(registry.find("NestedIntelligence"), Ok(added));
}

#[test]
fn a_file_and_a_folder_are_added_and_removed() {
    let from = folder();
    fs::write(from.join("Bot.py"), "pass").unwrap();
    let bundle = from.join("bundle");
    fs::create_dir_all(bundle.join("data")).unwrap();
    fs::write(bundle.join("data/book.txt"), "e4").unwrap();
    fs::write(bundle.join("run.py"), "pass").unwrap();
    let manifest = "name = \"deep\"\nprotocol = 1\nfile = \"run.py\"\ngames = [\"quoridor\"]\n";
    fs::write(bundle.join("agent.toml"), manifest).unwrap();
    let seed_style = from.join("nested");
    fs::create_dir(&seed_style).unwrap();
    fs::write(seed_style.join("main.py"), "pass").unwrap();

    let registry = AgentRegistry::new(folder().join("agents"));
    assert_eq!(
        registry
            .add(&from.join("Bot.py"), NameConflictPolicy::Refuse)
            .unwrap()
            .name,
        "bot"
    );
    assert_eq!(
        registry
            .add(&bundle, NameConflictPolicy::Refuse)
            .unwrap()
            .name,
        "deep"
    );
    assert_eq!(
        registry
            .add(&seed_style, NameConflictPolicy::Refuse)
            .unwrap()
            .name,
        "nested"
    );
    assert!(registry.folder().join("deep/data/book.txt").is_file());
    let names = |registry: &AgentRegistry| {
        let (good, bad) = registry.list();
        assert_eq!(bad, []);
        good.into_iter().map(|agent| agent.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&registry), ["bot", "deep", "nested"]);

    let again = registry
        .add(&bundle, NameConflictPolicy::Refuse)
        .unwrap_err()
        .to_string();
    assert!(
        again.contains("agent 'deep' is already installed"),
        "{again}"
    );
    fs::remove_dir_all(bundle.join("data")).unwrap();
    registry.add(&bundle, NameConflictPolicy::Replace).unwrap();
    assert_eq!(names(&registry), ["bot", "deep", "nested"]);
    assert!(
        !registry.folder().join("deep/data").exists(),
        "the old files are removed"
    );
    // A folder replaces a file.
    let other = folder().join("bot");
    fs::create_dir_all(&other).unwrap();
    fs::write(other.join("main.py"), "pass").unwrap();
    registry.add(&other, NameConflictPolicy::Replace).unwrap();
    assert_eq!(names(&registry), ["bot", "deep", "nested"]);
    assert!(registry.find("bot").unwrap().path.is_dir());

    registry.remove("deep").unwrap();
    assert_eq!(names(&registry), ["bot", "nested"]);
    let gone = registry.remove("deep").unwrap_err().to_string();
    assert!(gone.contains("installed are @bot, @nested"), "{gone}");
}

#[test]
fn specs_that_name_nobody_are_refused() {
    let registry = folder();
    fs::write(registry.join("bot.py"), "pass").unwrap();
    fs::write(registry.join("data.bin"), "pass").unwrap();
    let bundle = registry.join("picky");
    fs::create_dir(&bundle).unwrap();
    let manifest = "name = \"picky\"\nprotocol = 1\ncommand = [\"true\"]\ngames = [\"yinsh\"]\n";
    fs::write(bundle.join("agent.toml"), manifest).unwrap();
    let variant = with_guests(
        open("tictactoe").unwrap(),
        &registry,
        AgentLimits::default(),
    );
    let check = |spec: &str, words: &str| {
        let error = variant.player(spec).unwrap_err().to_string();
        assert!(error.contains(words), "{spec}: {error}");
    };
    check(
        "@nobody",
        "agent 'nobody' is not installed; installed are @bot, @picky",
    );
    check("@picky", "it does not play tictactoe, only yinsh");
    check("@data", "no interpreter is known");
    check(
        "@bot:tiem=1s",
        "unknown parameter 'tiem'; known are time, memory",
    );
    check(
        "exec:/nowhere/bot.py",
        "file /nowhere/bot.py does not exist",
    );
    check("tcp:localhost", "not HOST:PORT");
    check("nobody", "unknown agent 'nobody' for tictactoe");
    assert_eq!(
        variant.player("@bot:time=1000ms").unwrap().spec(),
        "@bot:time=1s"
    );
}

#[test]
fn a_pinned_spec_names_these_files_and_no_others() {
    let folder = folder();
    let bot = folder.join("bot.py");
    fs::write(&bot, "# one\n").unwrap();
    let guests = ExternalAgentFactory::new(AgentRegistry::new(folder.clone()));
    let variant = open("tictactoe")
        .unwrap()
        .with_external_players(guests.clone().invite());
    let pinned = guests.pin("@bot:time=2s");
    let (head, params) = pinned.split_once(':').unwrap();
    assert_eq!((head.len(), params), ("@bot#".len() + 16, "time=2s"));
    assert_eq!(variant.player(&pinned).unwrap().spec(), pinned);
    assert_eq!(guests.pin(&pinned), pinned);
    let file = guests.pin(&format!("exec:{}", bot.display()));
    assert_eq!(
        file.rsplit_once('#').unwrap().1,
        head.rsplit_once('#').unwrap().1
    );
    assert_eq!(guests.pin("tcp:localhost:1"), "tcp:localhost:1");
    fs::write(&bot, "# two\n").unwrap();
    let error = variant.player(&pinned).unwrap_err().to_string();
    assert!(error.contains("its files have changed"), "{error}");
    assert_ne!(guests.pin("@bot:time=2s"), pinned);
}
