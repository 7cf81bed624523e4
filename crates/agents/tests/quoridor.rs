//! Tests of the Quoridor agents in positions with an undisputed answer.

use ludorum_agents::quoridor::{DistanceAndWallEvaluation, DistanceTermSign, roster};
use ludorum_agents::wall_game::{PathPolicy, PrunedWallGame, RaceEvaluation};
use ludorum_agents::{Roster, tictactoe};
use ludorum_core::{
    Agent, Budget, Game, MoveChoice, NodeKind, Notation, Params, PerfectInformation, Policy,
    ProgressCallback, Seed, StopFlag, TurnContext,
};
use ludorum_games::quoridor::{Move, State, Wall, WallOrientation};
use ludorum_games::{Quoridor, TicTacToe};
use ludorum_testkit::evaluation_conforms;

fn variants() -> Vec<Quoridor> {
    let sizes = [(3, 2), (5, 2), (8, 2), (9, 2), (11, 2), (5, 4), (9, 4)];
    sizes
        .map(|(size, seats)| Quoridor::new(size, seats, Quoridor::default_walls(size, seats)))
        .to_vec()
}

fn choose(game: &Quoridor, spec: (&str, &str), position: &str) -> String {
    let state = game.parse_position(position).unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let roster = roster();
    let kind = roster.kinds().iter().find(|kind| kind.name() == spec.0);
    let kind = kind.expect("the agent is on the roster");
    let params = Params::parse(kind.params(), spec.1).unwrap();
    let mut agent: Box<dyn Agent<Quoridor>> = kind.build(game, &params).unwrap();
    let turn = TurnContext {
        game,
        seat: state.to_move(),
        view: &state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    game.print_move(agent.choose(&turn, &mut Seed(1).rng()).best)
}

#[test]
fn evaluations_are_balanced() {
    for game in variants() {
        evaluation_conforms(
            &game,
            &DistanceAndWallEvaluation(DistanceTermSign::Sensible),
            Seed(1),
            5,
        );
        evaluation_conforms(
            &game,
            &DistanceAndWallEvaluation(DistanceTermSign::Printed),
            Seed(2),
            5,
        );
        evaluation_conforms(&game, &RaceEvaluation::default(), Seed(3), 5);
    }
}

/// Plays random games and calls `show` with every position.
fn random_positions(game: &Quoridor, seed: Seed, mut show: impl FnMut(&State)) {
    let mut rng = seed.rng();
    let mut state = game.initial(seed);
    let mut moves = Vec::new();
    while game.outcome(&state).is_none() {
        show(&state);
        moves.clear();
        game.moves(&state, &mut moves);
        game.make(&mut state, *rng.pick(&moves).unwrap());
    }
}

#[test]
fn the_focused_game_lists_legal_moves_and_never_none() {
    for game in variants() {
        let pruned = PrunedWallGame { game: game.clone() };
        random_positions(&game, Seed(5), |state| {
            let (mut all, mut few) = (Vec::new(), Vec::new());
            game.moves(state, &mut all);
            pruned.moves(state, &mut few);
            assert!(!few.is_empty());
            for (index, mv) in few.iter().enumerate() {
                assert!(all.contains(mv), "{mv:?}");
                assert!(!few[..index].contains(mv), "{mv:?} twice");
            }
        });
    }
}

#[test]
fn the_shortest_way_is_walked_to_the_end() {
    for game in variants() {
        let mut state = game.initial(Seed(1));
        let (mut scratch, mut rng) = (Vec::new(), Seed(1).rng());
        let mut plies = 0;
        while game.outcome(&state).is_none() {
            let mv = PathPolicy.pick(&game, &mut state, &mut scratch, &mut rng);
            game.check_move(&state, mv).unwrap();
            game.make(&mut state, mv);
            plies += 1;
        }
        assert!(plies <= game.seats() * game.grid().size(), "{plies} moves");
    }
}

#[test]
fn the_champion_takes_a_win_and_stops_a_loss() {
    let game = Quoridor::new(9, 2, 10);
    for level in ["level=10,nodes=5000", "level=6", "level=3"] {
        // One step from the goal, whatever the opponent can do.
        assert_eq!(choose(&game, ("champion", level), "e8,d5/10,10/-/12"), "e9");
    }
    // The opponent is one step from its goal: only a wall in its way helps.
    let state = game.parse_position("e5,e2/10,10/-/12").unwrap();
    let text = choose(&game, ("champion", "nodes=20000"), "e5,e2/10,10/-/12");
    let Ok(Move::Place(Wall { square, direction })) = game.parse_move(&text) else {
        panic!("{text} does not stop anyone");
    };
    let mut after = state;
    game.make(&mut after, Move::Place(Wall { square, direction }));
    assert_eq!(direction, WallOrientation::Horizontal);
    assert!(after.distance(after.to_move()) > 1, "{text}");
}

#[test]
fn every_level_plays_every_board_to_the_end() {
    for (game, plies) in variants().into_iter().zip([60, 60, 8, 8, 6, 12, 8]) {
        for level in [1, 4, 7] {
            let mut state = game.initial(Seed(1));
            for _ in 0..plies {
                if game.outcome(&state).is_some() {
                    break;
                }
                let position = game.print_position(&state);
                let params = format!("level={level},nodes=300");
                let text = choose(&game, ("champion", &params), &position);
                let mv = game.parse_move(&text).unwrap();
                game.check_move(&state, mv).unwrap();
                game.make(&mut state, mv);
            }
        }
    }
}

#[test]
fn the_agents_of_the_thesis_are_here_by_name() {
    let game = Quoridor::new(5, 2, 4);
    for spec in [
        ("random", ""),
        ("random", "seed=7"),
        ("semirandom", ""),
        ("semirandom", "seed=7"),
        ("astar", ""),
        ("minimax", "depth=2"),
        ("alphabeta", "depth=2,eval=thesis-printed"),
        ("parallel-alphabeta", "depth=2,threads=2"),
        ("mcts", "iterations=30,c=1.7"),
        ("mcts", "iterations=30,playout=semirandom"),
        ("mcts", "iterations=30,playout=astar"),
    ] {
        let text = choose(&game, spec, "c1,c5/4,4/-/0");
        let state = game.initial(Seed(1));
        let mv = game.parse_move(&text).unwrap();
        game.check_move(&state, mv).unwrap();
    }
}

/// Move that an agent chooses in a position.
fn ask<G: PerfectInformation + Notation>(
    game: &G,
    roster: &Roster<G>,
    spec: &str,
    state: &G::State,
) -> MoveChoice<G::Move> {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    let kind = roster.kinds().iter().find(|kind| kind.name() == name);
    let kind = kind.expect("the agent is on the roster");
    let params = Params::parse(kind.params(), params).unwrap();
    let mut agent = kind.build(game, &params).unwrap();
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let NodeKind::Decide(seat) = game.node(state) else {
        panic!("nobody is to move");
    };
    let turn = TurnContext {
        game,
        seat,
        view: state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    agent.choose(&turn, &mut Seed(7).rng())
}

/// Checks after random moves that parallel alpha-beta chooses the move of alpha-beta with equal
/// values, for any number of threads.
fn check_threads<G: PerfectInformation + Notation>(
    game: &G,
    roster: &Roster<G>,
    depths: std::ops::RangeInclusive<u32>,
) {
    for game_number in 0..3 {
        let mut rng = Seed(11).child("game", game_number).rng();
        let mut state = game.initial(Seed(1));
        let mut moves = Vec::new();
        for _ in 0..2 * game_number {
            moves.clear();
            game.moves(&state, &mut moves);
            if let Some(&mv) = rng.pick(&moves) {
                game.make(&mut state, mv);
            }
        }
        if game.outcome(&state).is_some() {
            continue;
        }
        for depth in depths.clone() {
            for options in [
                "",
                ",ties=random",
                ",ordering=on",
                ",ordering=on,tt=on,ties=random",
            ] {
                let one = ask(
                    game,
                    roster,
                    &format!("alphabeta:depth={depth}{options}"),
                    &state,
                );
                for threads in ["1", "2", "3", "8", "auto"] {
                    let spec =
                        format!("parallel-alphabeta:depth={depth},threads={threads}{options}");
                    let many = ask(game, roster, &spec, &state);
                    assert_eq!((many.best, &many.value), (one.best, &one.value), "{spec}");
                    if !options.contains("tt") {
                        assert_eq!(many.line, one.line, "{spec}");
                    }
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_plays_the_same_moves() {
    let boards = [(3, 2, 1..=5), (5, 2, 1..=3), (5, 4, 1..=3), (9, 2, 1..=2)];
    for (size, seats, depths) in boards {
        let game = Quoridor::new(size, seats, Quoridor::default_walls(size, seats));
        check_threads(&game, &roster(), depths);
    }
    check_threads(&TicTacToe, &tictactoe::roster(), 1..=6);
}

/// All equally good first moves are played by minimax of depth 1.
#[test]
fn chance_breaks_ties_if_asked_to() {
    let game = Quoridor::new(3, 2, 1);
    let played = |ties: &str| {
        let spec = format!("minimax:depth=1,eval=thesis,ties={ties}");
        let kind = roster();
        let kind = kind
            .kinds()
            .iter()
            .find(|kind| kind.name() == "minimax")
            .unwrap();
        let (_, params) = spec.split_once(':').unwrap();
        let params = Params::parse(kind.params(), params).unwrap();
        let state = game.parse_position("a1,c3/1,1/-/0").unwrap();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mut chosen: Vec<String> = (0..60)
            .map(|seed| {
                let mut agent: Box<dyn Agent<Quoridor>> = kind.build(&game, &params).unwrap();
                let turn = TurnContext {
                    game: &game,
                    seat: state.to_move(),
                    view: &state,
                    moves: &moves,
                    budget: &Budget::UNLIMITED,
                    stop: &StopFlag::new(),
                    progress: ProgressCallback::NONE,
                };
                game.print_move(agent.choose(&turn, &mut Seed(seed).rng()).best)
            })
            .collect();
        chosen.sort();
        chosen.dedup();
        chosen.len()
    };
    assert_eq!(played("first"), 1);
    assert!(played("random") > 1);
}
