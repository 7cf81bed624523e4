//! Tests of the agent of the thesis: parameters, score, distances and tree.

use std::time::{Duration, Instant};

use ludorum_agents::sector66::{DistanceCache, ThesisScore, ThesisScoreWeights, roster};
use ludorum_agents::wall_game::RaceEvaluation;
use ludorum_core::{Evaluate, Game, MoveChoice, Notation, SearchTreeNode, Seat, Seed};
use ludorum_games::sector66::Move;
use ludorum_plugins::LuauContent;

use crate::boards::{Board, choose, game, player, position, random_positions};

const NAME: &str = "sector66-mcts";

#[test]
fn every_parameter_of_table_2_has_its_default() {
    let roster = roster::<LuauContent>();
    let kind = roster.kinds().iter().find(|kind| kind.name() == NAME);
    let params = kind.expect("it is on the roster").params();
    for (name, default) in [
        ("add-chance", "0.5"),
        ("exploration", "0.1"),
        ("cast-chance", "0.3"),
        ("wall-chance", "0.3"),
        ("wall-value", "0.5"),
        ("spell-value", "0.75"),
        ("score-growth", "0.5"),
        ("nodes", "500"),
        ("save-tree", "off"),
        ("time", "30s"),
        ("own-weight", "0.9"),
    ] {
        let param = params.iter().find(|param| param.name == name);
        let param = param.unwrap_or_else(|| panic!("there is no {name}"));
        assert_eq!(param.default.as_deref(), Some(default), "{name}");
    }
}

#[test]
fn the_score_is_that_of_equation_9() {
    // v(1) = 0.5 * 8 + 0.75 * 1 - 6 and v(2) = 0.5 * 6 - 8, since e5 is forbidden to both; by hand:
    // atan(0.5 * (0.9 * -1.25 + 5)) / pi + 0.5 and atan(0.5 * (0.9 * -5 + 1.25)) / pi + 0.5.
    let game = game("sector66:template=thesis");
    let state = position(&game, &[(0, "f3,f9"), (1, "8,6"), (7, "-"), (8, "stun,-")]);
    let scores = ThesisScore::default().of(&game, &state);
    let expected = [0.848_335_709_937_04, 0.175_597_234_701_382_78];
    for (score, expected) in scores.iter().zip(expected) {
        assert!((score - expected).abs() < 1e-9, "{score} {expected}");
    }
}

#[test]
fn of_several_others_the_best_counts() {
    let game = game("sector66:template=thesis,players=4");
    let score = ThesisScore::new(ThesisScoreWeights {
        own: 1.0,
        ..ThesisScoreWeights::default()
    });
    // Turns to go: 4, 8, 6 and 8; walls are equal.
    let state = position(&game, &[(0, "f5,a4,f7,i4")]);
    let scores = score.of(&game, &state);
    let even = |lead: f64| (0.5 * lead).atan() / std::f64::consts::PI + 0.5;
    for (score, lead) in scores.iter().zip([2.0, -4.0, -2.0, -4.0]) {
        assert!((score - even(lead)).abs() < 1e-9, "{score} {lead}");
    }
}

#[test]
fn distances_are_found_by_trying_steps() {
    let rink = game("sector66:template=rink,spells=0");
    let distances = DistanceCache::default();
    let first = |game: &Board, parts: &[(usize, &str)]| {
        distances.of(game.rules(), &position(game, parts), Seat::FIRST)
    };
    // Three steps to e3, one that slides over the ice to e7, and two more; the way around takes 8.
    assert_eq!(first(&rink, &[]), 5);
    // Walls behind the ice stop the slide on e6; another one leads to g6 and around them.
    assert_eq!(first(&rink, &[(2, "c6h,e6h")]), 7);
    // A pawn behind the ice stops it too.
    assert_eq!(first(&rink, &[(0, "e1,e7")]), 6);
    // c7 is a swamp and takes two turns.
    let everything = game("sector66:template=everything,spells=0");
    let through = &[(0, "c6,e9"), (2, "b6v,c6v")];
    assert_eq!(first(&everything, through), 4);
}

#[test]
fn what_is_remembered_of_steps_is_what_is_found_afresh() {
    for spec in [
        "sector66:template=rink",
        "sector66:template=everything,spells=5",
        "sector66:template=everything,players=4",
    ] {
        let game = game(spec);
        let remembering = DistanceCache::default();
        let mut differing = 0;
        for seed in 0..4 {
            random_positions(&game, Seed(seed), |state| {
                for seat in Seat::all(game.seats()) {
                    let known = remembering.of(game.rules(), state, seat);
                    let fresh = DistanceCache::default().of(game.rules(), state, seat);
                    assert_eq!(known, fresh, "{spec} {}", game.print_position(state));
                    differing += u32::from(fresh != state.board().distance(seat));
                }
            });
        }
        assert!(differing > 0, "{spec}: effects make no difference");
    }
}

/// On boards with plain Quoridor rules the weakness of paths was stored without regard to walls.
#[test]
fn the_race_is_evaluated_as_if_for_the_first_time() {
    for spec in ["sector66:template=classic", "sector66:template=everything"] {
        let game = game(spec);
        let remembering = RaceEvaluation::default();
        random_positions(&game, Seed(1), |state| {
            let known = remembering.points(&game, state);
            let fresh = RaceEvaluation::default().points(&game, state);
            assert_eq!(known, fresh, "{spec} {}", game.print_position(state));
        });
    }
}

#[test]
fn the_same_seed_chooses_the_same_and_another_may_not() {
    let game = game("sector66:template=everything,spells=5");
    let think = |seed| {
        let mut agent = player(&game, NAME, "save-tree=on");
        choose(&mut *agent, &game, &game.initial(Seed(1)), seed);
        agent.search_tree().expect("it keeps its tree")
    };
    assert_eq!(think(1), think(1));
    assert_ne!(think(1), think(2));
}

#[test]
fn it_arrives_when_it_can() {
    for spec in ["sector66:template=classic", "sector66:template=thesis"] {
        let game = game(spec);
        let state = position(&game, &[(0, "c8,g2")]);
        for value in [
            "value=score",
            "value=playout",
            "value=playout,playout-depth=4",
            "value=playout,playouts=4",
        ] {
            let mut agent = player(&game, NAME, value);
            let choice = choose(&mut *agent, &game, &state, 1);
            assert_eq!(game.print_move(choice.best), "c9", "{spec} {value}");
        }
    }
}

#[test]
fn as_many_positions_are_added_as_asked_for() {
    fn count(branch: &SearchTreeNode<Move>) -> usize {
        let below: usize = branch.children.iter().map(count).sum();
        1 + below
    }
    let game = game("sector66:template=thesis,players=4");
    for nodes in [1, 40, 500] {
        let mut agent = player(&game, NAME, &format!("save-tree=on,nodes={nodes}"));
        choose(&mut *agent, &game, &game.initial(Seed(1)), 1);
        let tree = agent.search_tree().expect("it keeps its tree");
        assert_eq!((count(&tree), tree.visits), (nodes + 1, nodes as u64));
    }
    let mut silent = player(&game, NAME, "");
    choose(&mut *silent, &game, &game.initial(Seed(1)), 1);
    assert_eq!(silent.search_tree(), None);
}

/// A thousand full playouts for each of a million nodes take days: the time limit ends the search,
/// even between two playouts.
#[test]
fn time_ends_a_search_that_nodes_do_not() {
    let game = game("sector66:template=thesis");
    for judged in ["value=score", "value=playout,playouts=1000"] {
        let params = format!("nodes=1000000,time=100ms,save-tree=on,{judged}");
        let mut agent = player(&game, NAME, &params);
        let begun = Instant::now();
        choose(&mut *agent, &game, &game.initial(Seed(1)), 1);
        assert!(begun.elapsed() < Duration::from_secs(30), "{judged}");
        let tree = agent.search_tree().expect("it keeps its tree");
        assert!((1..1_000_000).contains(&tree.visits), "{judged}");
    }
}

#[test]
fn several_games_are_played_from_a_new_position_if_asked_for() {
    let game = game("sector66:template=thesis");
    let think = |params: &str| {
        let params = format!("nodes=20,value=playout,playout-depth=10,{params}");
        let mut agent = player(&game, NAME, &params);
        choose(&mut *agent, &game, &game.initial(Seed(1)), 1)
    };
    assert_eq!(think("playouts=1").effort.playouts, 20);
    assert_eq!(think("playouts=7").effort.playouts, 140);
    // The mean of many playouts varies less between nodes than a single one.
    let spread = |choice: &MoveChoice<Move>| {
        let values = choice.candidates.iter().filter_map(|one| one.value);
        let (least, most) = values.fold((1.0_f64, -1.0_f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        most - least
    };
    assert!(spread(&think("playouts=100,add-chance=1")) < spread(&think("add-chance=1")));
}

/// The effect of each search parameter shows in the tree. The score weights are tested in
/// `the_score_is_that_of_equation_9`.
#[test]
fn parameters_of_the_search_steer_it() {
    let game = game("sector66:template=thesis");
    let state = position(&game, &[(8, "teleport,-")]);
    let tree = |params: &str| {
        let mut agent = player(&game, NAME, &format!("save-tree=on,{params}"));
        choose(&mut *agent, &game, &state, 1);
        agent.search_tree().expect("it keeps its tree")
    };
    let kinds = |tree: &SearchTreeNode<Move>| {
        let first = tree.children.iter().map(|child| child.mv.unwrap());
        let texts = first.map(|mv| game.print_move(mv));
        texts.fold([0, 0, 0], |[steps, walls, casts], text| match text.len() {
            2 => [steps + 1, walls, casts],
            3 => [steps, walls + 1, casts],
            _ => [steps, walls, casts + 1],
        })
    };
    // The kind of the new move; there are three steps and five teleports.
    assert_eq!(
        kinds(&tree("nodes=100,add-chance=1,wall-chance=1,cast-chance=0")),
        [0, 100, 0]
    );
    assert_eq!(
        kinds(&tree("nodes=5,add-chance=1,wall-chance=0,cast-chance=1")),
        [0, 0, 5]
    );
    assert_eq!(
        kinds(&tree("nodes=3,add-chance=1,wall-chance=0,cast-chance=0")),
        [3, 0, 0]
    );
    // Expansion at the root versus selection of existing children.
    let first = |params: &str| tree(params).children.len();
    assert_eq!(first("nodes=100,add-chance=1"), 100);
    assert_eq!(first("nodes=100,add-chance=0"), 1);
    let half = first("nodes=100,add-chance=0.5");
    assert!((30..=70).contains(&half), "{half}");
    // More exploration spends fewer visits on the best move.
    let most = |params: &str| {
        let visits = tree(params).children.iter().map(|child| child.visits).max();
        visits.expect("there are moves")
    };
    assert!(most("exploration=0") > 2 * most("exploration=10"));
}

/// Follows the most visited moves and checks that the subtree is kept.
#[test]
fn the_tree_follows_every_move_of_anyone() {
    let game = game("sector66:template=thesis,players=4");
    let mut agent = player(&game, NAME, "save-tree=on,nodes=2000");
    let mut state = game.initial(Seed(1));
    let me = state.to_move();
    choose(&mut *agent, &game, &state, 1);
    let mut known = agent.search_tree().expect("it keeps its tree");
    for _ in 0..game.seats() {
        let most = known.children.into_iter().max_by_key(|child| child.visits);
        known = most.expect("there is a next move");
        game.make(&mut state, known.mv.expect("by a move"));
        agent.observe(&game, me, &state);
    }
    assert!(known.visits > 0);
    choose(&mut *agent, &game, &state, 2);
    let tree = agent.search_tree().expect("it keeps its tree");
    assert_eq!(tree.visits, known.visits + 2000);
}
