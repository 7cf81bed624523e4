//! Sector 66 with plug-ins in the sandbox.

mod bench;
mod clock;
mod edges;
mod hostile;
mod limits;
mod made_up;
mod memo;
mod requirements;
mod shipped;
mod templates;
mod thesis;
mod undo;

use ludorum_core::{Game, Notation, Seed};
use ludorum_games::Sector66;
use ludorum_games::sector66::{ChosenBoardOptions, PluginFault, Rules, State};
use ludorum_plugins::{ContentLibrary, LuauContent, PluginPackage};
use ludorum_testkit::configured;

/// A variant of the catalog.
fn game(spec: &str) -> Sector66<LuauContent> {
    configured(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

const TEST_UUID: &str = "aaaaaaaa-0000-4000-8000-000000000001";

/// A plug-in called `test` with this program.
fn package(kind: &str, source: &str) -> PluginPackage {
    let cast = match kind {
        "spell" => "[cast]\non = [\"field\", \"pawn\", \"wall\"]",
        _ => "",
    };
    let manifest = format!(
        "uuid = \"{TEST_UUID}\"\nkind = \"{kind}\"\nname = \"Test\"\ndescription = \"Test\"\n\
         version = \"1\"\nicon = '<svg></svg>'\n{cast}"
    );
    PluginPackage::new("test", &manifest, source).expect("the manifest is right")
}

/// A game for two in which the plug-in `test` and all shipped ones may be used; a field lies on e5.
fn board(kind: &str, source: &str) -> Result<Sector66<LuauContent>, String> {
    let mut library = ContentLibrary::shipped();
    library.add_plugin(Ok(package(kind, source)));
    let mut plugins = String::new();
    for package in library.plugins() {
        plugins += &format!("{} = \"{}\"\n", package.folder, package.manifest.uuid);
    }
    let fields = match kind {
        "field" => "test = [\"e5\"]",
        _ => "ice = [\"a9\"]",
    };
    let text = format!(
        "name = \"Board\"\ndescription = \"Board\"\n[plugins]\n{plugins}\n\
         [places.south]\nstart = \"e1\"\ntarget = \"row 9\"\n\
         [places.north]\nstart = \"e9\"\ntarget = \"row 1\"\n\
         [seats.2]\nplaces = [\"south\", \"north\"]\nwalls = {{ least = 0, most = 20, usual = 10 }}\n\
         [fields]\n{fields}\n"
    );
    let read = library
        .read_template("board", &text)
        .map_err(|trouble| trouble.to_string())?;
    let seating = read.template.seatings[0].clone();
    let setting = ChosenBoardOptions {
        walls: vec![10; 2],
        seating,
        spells: 0,
    };
    let rules = Rules::new(read.template, &setting, read.host)?;
    Ok(Sector66::new(rules))
}

/// The position with these pawns and hands, default fields and nothing else.
fn place(game: &Sector66<LuauContent>, pawns: &str, walls: &str, hands: &str) -> State {
    let start = game.print_position(&game.initial(Seed(0)));
    let mut parts: Vec<&str> = start.split('/').collect();
    (parts[0], parts[2], parts[8]) = (pawns, walls, hands);
    let text = parts.join("/");
    game.parse_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves, which must be legal; returns the faults of plug-ins.
fn play(game: &Sector66<LuauContent>, state: &mut State, moves: &str) -> Vec<PluginFault> {
    let mut faults = Vec::new();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).expect(text);
        if let Err(error) = game.check_move(state, mv) {
            panic!("{text}: {error}");
        }
        faults.extend(game.faults(state, mv));
        let (before, key) = (state.clone(), game.key(state));
        let undo = game.make(state, mv);
        let after = state.clone();
        game.unmake(state, mv, undo);
        assert_eq!(
            (&*state, game.key(state)),
            (&before, key),
            "{text} taken back"
        );
        game.make(state, mv);
        assert_eq!(*state, after, "{text} again");
    }
    faults
}

fn is_legal(game: &Sector66<LuauContent>, state: &State, text: &str) -> bool {
    let mv = game.parse_move(text).expect(text);
    game.check_move(state, mv).is_ok()
}
