//! Boards and agents for the tests.

use ludorum_agents::sector66::roster;
use ludorum_core::{
    Agent, Budget, Chance, Game, MoveChoice, NodeKind, Notation, Params, ProgressCallback, Seed,
    StopFlag, TurnContext,
};
use ludorum_games::Sector66;
use ludorum_games::sector66::{Move, State};
use ludorum_plugins::LuauContent;
use ludorum_testkit::configured;

pub(crate) type Board = Sector66<LuauContent>;

pub(crate) fn game(spec: &str) -> Board {
    configured(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// An agent by name and parameters.
pub(crate) fn player(game: &Board, name: &str, params: &str) -> Box<dyn Agent<Board>> {
    let roster = roster::<LuauContent>();
    let kind = roster.kinds().iter().find(|kind| kind.name() == name);
    let kind = kind.unwrap_or_else(|| panic!("{name} is on the roster"));
    let params = Params::parse(kind.params(), params).unwrap();
    kind.build(game, &params).unwrap()
}

/// The choice of an agent.
pub(crate) fn choose(
    agent: &mut dyn Agent<Board>,
    game: &Board,
    state: &State,
    seed: u64,
) -> MoveChoice<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let turn = TurnContext {
        game,
        seat: state.to_move(),
        view: state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    let choice = agent.choose(&turn, &mut Seed(seed).rng());
    assert!(moves.contains(&choice.best), "{:?}", choice.best);
    choice
}

/// The initial position with parts of its text replaced, by index.
pub(crate) fn position(game: &Board, parts: &[(usize, &str)]) -> State {
    let start = game.print_position(&game.initial(Seed(0)));
    let mut all: Vec<&str> = start.split('/').collect();
    for &(index, part) in parts {
        all[index] = part;
    }
    let text = all.join("/");
    game.parse_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a random game and passes on every position in which a seat is to move.
pub(crate) fn random_positions(game: &Board, seed: Seed, mut show: impl FnMut(&State)) {
    let mut rng = seed.rng();
    let mut state = game.initial(seed);
    let mut moves = Vec::new();
    loop {
        let mv = match game.node(&state) {
            NodeKind::Over => return,
            NodeKind::Chance => game.sample(&state, &mut rng),
            NodeKind::Decide(_) => {
                show(&state);
                moves.clear();
                game.moves(&state, &mut moves);
                *rng.pick(&moves).unwrap()
            }
        };
        game.make(&mut state, mv);
    }
}
