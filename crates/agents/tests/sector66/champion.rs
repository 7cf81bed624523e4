//! The champion with unknown plug-ins, whose rules it cannot know.

use ludorum_core::{Chance, Game, NodeKind, Notation, Seat, Seed};
use ludorum_games::quoridor::Square;
use ludorum_games::sector66::{ChosenBoardOptions, Move, Rules, State};
use ludorum_plugins::{ContentLibrary, PluginPackage};

use crate::boards::{Board, choose, game, player, position};

/// A spell that moves a pawn to the first free target of the caster.
const GATE: &str = "
    return {
        can_cast = function(game, target, caster) return target == caster end,
        on_cast = function(game, target, caster)
            for _, row in ipairs({ '9', '1' }) do
                for _, column in ipairs({ 'a', 'b', 'c', 'd' }) do
                    local field = column .. row
                    if game.is_goal(caster, field) and game.is_free(caster, field) then
                        game.move(caster, field)
                        return
                    end
                end
            end
        end,
    }";

/// A field that sends pawns back to the first row and skips their turns.
pub(crate) const PIT: &str = "
    return {
        on_step = function(game, field, pawn, from)
            for _, column in ipairs({ 'a', 'i', 'b', 'h' }) do
                local home = column .. (if game.is_goal(pawn, 'a9') then '1' else '9')
                if game.pawn_at(home) == nil then
                    game.move(pawn, home)
                    game.skip(pawn, 2)
                    return
                end
            end
        end,
    }";

/// A field that skips three turns of whoever enters.
pub(crate) const GLUE: &str = "
    return { on_step = function(game, field, pawn, from) game.skip(pawn, 3) end }";

/// A two-player board with a new plug-in of this kind and name on these fields.
pub(crate) fn board(kind: &str, name: &str, source: &str, fields: &str) -> Board {
    const UUID: &str = "aaaaaaaa-0000-4000-8000-000000000002";
    let cast = match kind {
        "spell" => "[cast]\non = [\"pawn\"]",
        _ => "",
    };
    let manifest = format!(
        "uuid = \"{UUID}\"\nkind = \"{kind}\"\nname = \"New\"\ndescription = \"New\"\n\
         version = \"1\"\nicon = '<svg></svg>'\n{cast}"
    );
    let mut library = ContentLibrary::shipped();
    library.add_plugin(Ok(PluginPackage::new(name, &manifest, source).unwrap()));
    let ice = "ice = \"4b4648a8-7218-46c8-8975-ccd53f0a3984\"";
    let text = format!(
        "name = \"Board\"\ndescription = \"Board\"\n[plugins]\n{name} = \"{UUID}\"\n{ice}\n\
         [places.south]\nstart = \"e1\"\ntarget = \"row 9\"\n\
         [places.north]\nstart = \"e9\"\ntarget = \"row 1\"\n\
         [seats.2]\nplaces = [\"south\", \"north\"]\nwalls = {{ least = 0, most = 9, usual = 3 }}\n\
         [fields]\n{fields}\n"
    );
    let read = library
        .read_template("board", &text)
        .unwrap_or_else(|trouble| panic!("{trouble}"));
    let setting = ChosenBoardOptions {
        walls: vec![3; 2],
        seating: read.template.seatings[0].clone(),
        spells: 0,
    };
    Board::new(Rules::new(read.template, &setting, read.host).unwrap())
}

/// Plays on from a position, the champion first; passes on its moves and returns the winner.
fn play_on(
    game: &Board,
    mut state: State,
    other: &str,
    mut show: impl FnMut(&State, Move),
) -> Option<Seat> {
    let mut players = [
        player(game, "champion", "nodes=1500"),
        player(game, other, ""),
    ];
    let mut rng = Seed(7).rng();
    loop {
        let mv = match game.node(&state) {
            NodeKind::Over => return game.outcome(&state).and_then(|outcome| outcome.winner()),
            NodeKind::Chance => game.sample(&state, &mut rng),
            NodeKind::Decide(seat) => {
                let choice = choose(&mut *players[seat.index()], game, &state, rng.bits());
                if seat == Seat::FIRST {
                    show(&state, choice.best);
                }
                choice.best
            }
        };
        game.make(&mut state, mv);
        for (index, player) in players.iter_mut().enumerate() {
            player.observe(game, Seat::new(index), &state);
        }
    }
}

#[test]
fn a_spell_that_wins_is_cast_at_once() {
    let game = board("spell", "gate", GATE, "ice = [\"i5\"]");
    // The opponent is about to arrive, and no wall can stop it.
    let state = position(&game, &[(0, "e3,e2"), (1, "0,3"), (8, "gate,-")]);
    let choice = choose(
        &mut *player(&game, "champion", "nodes=1500"),
        &game,
        &state,
        1,
    );
    assert_eq!(game.print_move(choice.best), "gate@p1");
}

#[test]
fn a_spell_that_wins_is_picked_up_and_used() {
    let game = board("spell", "gate", GATE, "ice = [\"i5\"]");
    // One step aside lies a spell that wins an otherwise lost race.
    let state = position(&game, &[(0, "e2,e4"), (1, "0,0"), (7, "d2=gate")]);
    let mut played = Vec::new();
    let winner = play_on(&game, state, "astar", |_, mv| {
        played.push(game.print_move(mv));
    });
    assert_eq!(played, ["d2", "gate@p1"]);
    assert_eq!(winner, Some(Seat::FIRST));
}

/// True if a move ends on one of these fields.
fn steps_on(game: &Board, mv: Move, fields: &[&str]) -> bool {
    let on = |to: Square| fields.contains(&game.print_move(Move::Step(to)).as_str());
    matches!(mv, Move::Step(to) if on(to))
}

#[test]
fn fields_that_kill_its_chances_are_avoided() {
    for (name, source) in [("pit", PIT), ("glue", GLUE)] {
        // They lie across the shortest path; the detour is two steps longer.
        let fields = ["d5", "e5", "f5"];
        let list = fields.map(|field| format!("\"{field}\"")).join(", ");
        let game = board("field", name, source, &format!("{name} = [{list}]"));
        for other in ["astar", "sector66-mcts"] {
            let state = game.initial(Seed(1));
            let winner = play_on(&game, state, other, |state, mv| {
                let at = game.print_position(state);
                assert!(!steps_on(&game, mv, &fields), "{name}: {mv:?} in {at}");
            });
            assert_eq!(winner, Some(Seat::FIRST), "{name} against {other}");
        }
    }
}

#[test]
fn every_player_plays_on_every_board() {
    for spec in [
        "sector66",
        "sector66:template=everything,spells=5",
        "sector66:template=trio",
        "sector66:template=thesis,players=4",
    ] {
        let game = game(spec);
        let roster = ludorum_agents::sector66::roster::<ludorum_plugins::LuauContent>();
        for kind in roster.kinds() {
            let has = |name: &str| kind.params().iter().any(|param| param.name == name);
            let params = if has("nodes") { "nodes=300" } else { "" };
            let mut agent = player(&game, kind.name(), params);
            let mut state = game.initial(Seed(1));
            let mut rng = Seed(2).rng();
            for ply in 0..6 {
                let mv = match game.node(&state) {
                    NodeKind::Over => break,
                    NodeKind::Chance => game.sample(&state, &mut rng),
                    NodeKind::Decide(_) => choose(&mut *agent, &game, &state, ply).best,
                };
                game.make(&mut state, mv);
                agent.observe(&game, Seat::FIRST, &state);
            }
        }
    }
}

#[test]
fn the_champion_of_a_plain_board_is_that_of_quoridor() {
    let ours = game("sector66:template=classic");
    let theirs = ludorum_games::Quoridor::new(9, 2, 10);
    let kind = ludorum_agents::quoridor::champion();
    let params = ludorum_core::Params::parse(kind.params(), "nodes=2000").unwrap();
    let mut native = kind.build(&theirs, &params).unwrap();
    let mut agent = player(&ours, "champion", "nodes=2000");
    let (mut state, mut other) = (ours.initial(Seed(1)), theirs.initial(Seed(1)));
    for ply in 0..6 {
        let choice = choose(&mut *agent, &ours, &state, ply);
        let mut moves = Vec::new();
        theirs.moves(&other, &mut moves);
        let turn = ludorum_core::TurnContext {
            game: &theirs,
            seat: other.to_move(),
            view: &other,
            moves: &moves,
            budget: &ludorum_core::Budget::UNLIMITED,
            stop: &ludorum_core::StopFlag::new(),
            progress: ludorum_core::ProgressCallback::NONE,
        };
        let expected = native.choose(&turn, &mut Seed(ply).rng());
        let text = ours.print_move(choice.best);
        assert_eq!(text, theirs.print_move(expected.best), "move {ply}");
        assert_eq!(choice.effort, expected.effort);
        ours.make(&mut state, choice.best);
        theirs.make(&mut other, expected.best);
    }
}
