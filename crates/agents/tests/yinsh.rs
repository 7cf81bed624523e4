//! Tests of the YINSH agents in positions with an undisputed answer.

use ludorum_agents::yinsh::{
    DominantRowEvaluation, MarkerEvaluation, RowEvaluation, RowWeights, YinshEvaluation,
    YinshMoveHints, roster,
};
use ludorum_core::{
    Agent, Budget, Game, MoveChoice, NodeKind, Notation, Params, ProgressCallback, Rng, Seat, Seed,
    StopFlag, TurnContext,
};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{BoardPoint, Move, State, YinshTurnStep};
use ludorum_search::MoveHints;
use ludorum_testkit::evaluation_conforms;

fn build_agent(game: &Yinsh, spec: &str) -> Box<dyn Agent<Yinsh>> {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    let roster = roster();
    let kind = roster.kinds().iter().find(|kind| kind.name() == name);
    let kind = kind.expect("the agent is on the roster");
    let params = Params::parse(kind.params(), params).unwrap();
    kind.build(game, &params).unwrap()
}

fn ask(
    game: &Yinsh,
    agent: &mut dyn Agent<Yinsh>,
    state: &State,
    rng: &mut Rng,
) -> MoveChoice<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let turn = TurnContext {
        game,
        seat: state.seat(),
        view: state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    agent.choose(&turn, rng)
}

fn choose(spec: &str, position: &str) -> MoveChoice<Move> {
    let game = Yinsh::new(3);
    let state = game.parse_position(position).unwrap();
    ask(
        &game,
        &mut *build_agent(&game, spec),
        &state,
        &mut Seed(1).rng(),
    )
}

fn text(spec: &str, position: &str) -> String {
    Yinsh::new(3).print_move(choose(spec, position).best)
}

/// Plays random games and calls `show` with every position.
fn random_positions(games: u64, mut show: impl FnMut(&Yinsh, &State)) {
    let game = Yinsh::new(3);
    for index in 0..games {
        let mut rng = Seed(3).child("game", index).rng();
        let mut state = game.initial(Seed(1));
        let mut moves = Vec::new();
        while game.outcome(&state).is_none() {
            show(&game, &state);
            moves.clear();
            game.moves(&state, &mut moves);
            game.make(&mut state, *rng.pick(&moves).unwrap());
        }
    }
}

#[test]
fn evaluations_are_balanced() {
    for game in [Yinsh::new(3), Yinsh::new(1)] {
        let rows = RowEvaluation::new(RowWeights::default());
        evaluation_conforms(&game, &MarkerEvaluation, Seed(1), 5);
        evaluation_conforms(&game, &rows, Seed(2), 5);
        evaluation_conforms(&game, &DominantRowEvaluation(rows), Seed(3), 5);
        evaluation_conforms(&game, &YinshEvaluation::default(), Seed(4), 5);
    }
}

/// A middle-game position with 36 moves.
const MIDDLE: &str = "a4,c7,f3,g7,j10/b3,d8,e5,g11/b2,b5,d2,d4,d7,e8,e9,f2,g2,g4,h7,h9,j11/c6,c8,f7,g10,h6,j5,k8/0,1/2/move";

const FOUR: &str = "f3,h3,i4,j5,k7/a5,b7,c8,d9,e10/b3,c3,d3,e3/-/0,0/1/move";

#[test]
fn everyone_completes_a_row() {
    let game = Yinsh::new(3);
    for spec in [
        "minimax:depth=1",
        "alphabeta:depth=2,eval=greedy",
        "alphabeta:depth=2,eval=rows,ordering=on",
        "alphabeta:depth=2,eval=markers,tt=on",
        "alphabeta:depth=2,eval=greedy,w1=1,w2=2,w3=4,w4=8,w5=16",
        "champion:nodes=2000",
        "champion:level=5",
    ] {
        let mut state = game.parse_position(FOUR).unwrap();
        game.make(&mut state, choose(spec, FOUR).best);
        assert_eq!(state.step(), YinshTurnStep::Row, "{spec}");
        assert_eq!(state.seat(), Seat::FIRST, "{spec}");
    }
}

/// Threats and opportunities (section 4.6 of the thesis): a row that wins or loses outweighs
/// everything.
#[test]
fn a_win_is_taken_and_a_loss_is_stopped() {
    let game = Yinsh::new(3);
    for spec in [
        "champion:nodes=20000",
        "alphabeta:eval=advanced,depth=2",
        "alphabeta:eval=advanced,depth=3,ordering=on,tt=on",
    ] {
        let wins = "f3,h3,k7/a5,b7,c8/b3,c3,d3,e3/-/2,2/1/move";
        let mut state = game.parse_position(wins).unwrap();
        game.make(&mut state, choose(spec, wins).best);
        assert_eq!(state.step(), YinshTurnStep::Row, "{spec}");
        // Black has four and a ring beside them: white must break the row or block it.
        let loses = "d2,h3,k7/b7,c8,f3/g8,h8/b3,c3,d3,e3/2,2/1/move";
        let mut state = game.parse_position(loses).unwrap();
        let choice = choose(spec, loses);
        game.make(&mut state, choice.best);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let completes = |mv: &&Move| {
            let mut after = state;
            game.make(&mut after, **mv);
            after.step() == YinshTurnStep::Row && after.seat() == Seat::new(1)
        };
        let threat = moves.iter().find(completes).map(|&mv| game.print_move(mv));
        let chosen = game.print_move(choice.best);
        assert_eq!(threat, None, "{spec} after {chosen}");
    }
}

/// True if the seat to move can make a row at once.
fn makes_row(game: &Yinsh, state: &State) -> bool {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().any(|&mv| {
        let mut after = *state;
        game.make(&mut after, mv);
        after.step() == YinshTurnStep::Row && after.seat() == state.seat()
    })
}

/// Section 4.6: an own row waits while the opponent is about to win; otherwise it is made.
#[test]
fn the_advanced_player_stops_a_win_before_it_makes_a_row() {
    let game = Yinsh::new(3);
    for spec in ["alphabeta:depth=2", "alphabeta:depth=3,ordering=on,tt=on"] {
        let threatened = "d2,g10,h3,i4,k7/b7,c8,f3/g6,g7,g8,g9/b3,c3,d3,e3/0,2/1/move";
        let mut state = game.parse_position(threatened).unwrap();
        assert!(makes_row(&game, &state), "a row could be made");
        game.make(&mut state, choose(spec, threatened).best);
        assert!(
            state.step().is_move() && !makes_row(&game, &state),
            "{spec}"
        );
        let unthreatened = "d2,g10,h3,i4,k7/b7,c8,f8/g6,g7,g8,g9/b3,c3,d3,e3/0,2/1/move";
        let mut state = game.parse_position(unthreatened).unwrap();
        game.make(&mut state, choose(spec, unthreatened).best);
        assert_eq!(state.step(), YinshTurnStep::Row, "{spec}");
    }
}

/// The third evaluation of section 3.3.1.
#[test]
fn the_greedy_player_takes_a_five_and_prevents_one() {
    let game = Yinsh::new(3);
    for spec in [
        "alphabeta:eval=greedy,depth=2",
        "minimax:eval=greedy,depth=2",
    ] {
        let mut state = game.parse_position(FOUR).unwrap();
        game.make(&mut state, choose(spec, FOUR).best);
        assert_eq!(state.step(), YinshTurnStep::Row, "{spec}");
        let threatened = "d2,h3,i4,j5,k7/a5,b7,c8,e10,f3/-/b3,c3,d3,e3/0,0/1/move";
        let mut state = game.parse_position(threatened).unwrap();
        game.make(&mut state, choose(spec, threatened).best);
        assert!(!makes_row(&game, &state), "{spec}");
    }
}

/// The three settings of section 3.3.1 lead to different choices.
#[test]
fn aggressiveness_is_a_parameter() {
    let values = |spec: &str| choose(spec, MIDDLE).value.unwrap();
    let usual = values("alphabeta:depth=2");
    let named = values("alphabeta:depth=2,own-five=100,other-five=-50");
    assert_eq!(usual, named);
    // A row can be made at once, so its value decides.
    let worth = |own: i32, other: i32| {
        let spec = format!("minimax:depth=1,own-five={own},other-five={other}");
        choose(&spec, FOUR).value.unwrap()[Seat::FIRST]
    };
    assert!(worth(50, -100) < worth(100, -100));
    assert_eq!(worth(100, -50), worth(100, -100));
}

/// Section 3.3.2: depth 5 for counting markers, depth 4 for the others; section 3.5: settings of
/// MCTS.
#[test]
fn searches_are_set_as_in_the_thesis() {
    let few = "a2,a3,a5/b3,b4,b5/-/-/2,2/1/move";
    for (spec, depth) in [
        ("alphabeta:depth=5,eval=markers", 5),
        ("alphabeta:eval=rows", 4),
        ("alphabeta:eval=greedy", 4),
        ("alphabeta", 4),
    ] {
        assert_eq!(choose(spec, few).effort.depth, depth, "{spec}");
    }
    let roster = roster();
    let mcts = roster.kinds().iter().find(|kind| kind.name() == "mcts");
    let default = |name: &str| {
        let params = mcts.unwrap().params();
        let param = params.iter().find(|param| param.name == name).unwrap();
        param.default.clone().unwrap()
    };
    assert_eq!(
        (default("c"), default("eval")),
        ("2".into(), "markers".into())
    );
}

/// The quiescence moves are all moves that make a row with one more marker.
#[test]
fn noisy_moves_make_rows() {
    let mut rows = 0;
    random_positions(40, |game, state| {
        if !state.step().is_move() {
            return;
        }
        let (mut moves, mut noisy) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        YinshMoveHints.noisy_moves(game, state, &mut noisy);
        let makes_row = |mv: &Move| {
            let mut after = *state;
            game.make(&mut after, *mv);
            after.step() == YinshTurnStep::Row
        };
        assert!(noisy.iter().all(makes_row));
        let mut priorities = Vec::new();
        YinshMoveHints.priorities(game, state, 1, &moves, &mut priorities);
        assert_eq!(priorities.len(), moves.len());
        let fifths = state.markers(state.seat()).completing();
        for mv in moves.iter().filter(|mv| makes_row(mv)) {
            let Move::Slide { from, to } = *mv else {
                continue;
            };
            let own = state.markers(state.seat());
            if fifths.has(from) || fifths.meets(state.jumped(from, to) & !own) {
                rows += 1;
                assert!(noisy.contains(mv), "{}", game.print_position(state));
            }
        }
    });
    assert!(rows > 20, "{rows} rows");
}

#[test]
fn depth_goes_by_the_number_of_moves() {
    let deep = |position: &str| {
        let choice = choose(
            "alphabeta:depth=auto,eval=markers,ordering=on,tt=on",
            position,
        );
        choice.effort.depth
    };
    // 66 moves, 36 and 14.
    assert_eq!(deep("c3,d4,e5,g5,h8/d6,e8,f8,g7,i7/-/-/0,0/1/move"), 4);
    assert_eq!(deep(MIDDLE), 5);
    assert_eq!(deep("a2,a3,a5/b3,b4,b5/-/-/2,2/1/move"), 6);
}

#[test]
fn rings_are_placed_by_the_rules_of_the_thesis() {
    let game = Yinsh::new(3);
    let placed = |spec: &str, position: &str, seed: u64| {
        let state = game.parse_position(position).unwrap();
        let choice = ask(
            &game,
            &mut *build_agent(&game, spec),
            &state,
            &mut Seed(seed).rng(),
        );
        match choice.best {
            Move::Place(point) => point,
            other => panic!("{other:?} places nothing"),
        }
    };
    let point = |text: &str| match game.parse_move(text) {
        Ok(Move::Place(point)) => point,
        other => panic!("{text}: {other:?}"),
    };
    let mut chosen = Vec::new();
    for seed in 0..20 {
        let beside = placed("alphabeta", "b3/-/-/-/0,0/2/place", seed);
        assert!(point("b3").neighbours().has(beside));
        chosen.push(beside);
        // The first ring goes to the centre; against a ring on the rim, beside it.
        assert_eq!(placed("mcts", "-/-/-/-/0,0/1/place", seed), point("f6"));
        let rim = placed("alphabeta:placement=edge", "a3/-/-/-/0,0/2/place", seed);
        assert!([point("a2"), point("a4")].contains(&rim));
        let rim = placed("alphabeta:placement=edge", "f6/-/-/-/0,0/2/place", seed);
        assert!(rim.neighbours().count() < 6);
        let same = placed("pvs:placement=edge", "f6,g7/a3/-/-/0,0/2/place", seed);
        assert!(point("a3").neighbours().has(same) && same.neighbours().count() < 6);
        let middle = placed("pvs:placement=edge", "d5,e5,e6/a3,a4/-/-/0,0/2/place", seed);
        assert_eq!(middle, point("f6"));
    }
    chosen.sort();
    chosen.dedup();
    assert!(chosen.len() > 2, "{chosen:?}");
    let first: BoardPoint = placed(
        "alphabeta:placement=search,depth=1",
        "-/-/-/-/0,0/1/place",
        1,
    );
    assert_eq!(first, point("a2"));
}

#[test]
fn a_ring_is_removed_by_the_best_reply() {
    // If f5 is removed, black at f6 can jump the two below it; otherwise it cannot.
    let position = "f5,h3,i4,j5,k7/a5,b7,c8,d9,f6/f3,f4/-/0,0/1/ring";
    let kept = text("alphabeta:eval=markers", position);
    assert_ne!(kept, "xf5");
    let by_search = choose("alphabeta:eval=markers,removal=search,depth=2", position);
    assert_eq!(Yinsh::new(3).print_move(by_search.best), kept);
    assert_eq!(choose("alphabeta:eval=markers", position).effort.depth, 2);
}

#[test]
fn every_agent_plays_to_the_end() {
    for (own, other) in [
        ("alphabeta:depth=1", "random"),
        ("minimax:depth=1,eval=markers", "mcts:iterations=20"),
        ("mcts:iterations=10,playout=egreedy", "champion:level=1"),
        ("champion:level=4", "champion:level=7,nodes=200"),
        ("expectimax:depth=1", "maxn:depth=1,eval=greedy"),
        ("pvs:nodes=200", "parallel-alphabeta:depth=1,eval=rows"),
    ] {
        let game = Yinsh::new(3);
        let mut players = [own, other].map(|spec| build_agent(&game, spec));
        let mut state = game.initial(Seed(1));
        let mut rng = Seed(5).rng();
        let mut plies = 0;
        while let NodeKind::Decide(seat) = game.node(&state) {
            let choice = ask(&game, &mut *players[seat.index()], &state, &mut rng);
            game.check_move(&state, choice.best).unwrap();
            game.make(&mut state, choice.best);
            for (index, player) in players.iter_mut().enumerate() {
                player.observe(&game, Seat::new(index), &state);
            }
            plies += 1;
        }
        assert!(plies <= game.max_plies(), "{own} {other}");
    }
}

/// Agents limited by nodes must be reproducible, so only those limited by time ponder.
#[test]
fn only_a_champion_limited_by_time_ponders() {
    let game = Yinsh::new(3);
    for (spec, ponders) in [
        ("champion", false),
        ("champion:level=3", false),
        ("champion:nodes=1000", false),
        ("champion:time=1s", true),
        ("champion:time=1s,ponder=off", false),
        ("alphabeta", false),
        ("mcts:time=1s", false),
    ] {
        assert_eq!(build_agent(&game, spec).ponders(), ponders, "{spec}");
    }
}

#[test]
fn nodes_and_evaluations_are_counted_apart() {
    let count = |spec: &str| {
        let effort = choose(spec, MIDDLE).effort;
        (effort.nodes, effort.evaluations)
    };
    let (nodes, evaluations) = count("alphabeta:depth=3,eval=rows");
    let (sorted_nodes, sorted_evaluations) = count("alphabeta:depth=3,eval=rows,ordering=on");
    assert!(sorted_nodes < nodes, "{sorted_nodes} {nodes}");
    assert!(evaluations <= nodes, "{evaluations} {nodes}");
    assert!(sorted_evaluations > 0);
    let (looked_up, _) = count("alphabeta:depth=3,eval=rows,tt=on");
    assert!(looked_up <= nodes, "{looked_up} {nodes}");
}

/// Parallel alpha-beta chooses the move of alpha-beta with equal values, for any number of threads.
#[test]
fn any_number_of_threads_plays_the_same_moves() {
    let mut positions = 0;
    random_positions(1, |game, state| {
        positions += 1;
        // From a game of about 70 moves: positions with rings to place, move and remove.
        if positions % 17 != 6 {
            return;
        }
        for options in ["", ",ties=random", ",ordering=on"] {
            for depth in 1..=2 {
                let think = |spec: &str| {
                    ask(
                        game,
                        &mut *build_agent(game, spec),
                        state,
                        &mut Seed(2).rng(),
                    )
                };
                let one = think(&format!("alphabeta:eval=rows,depth={depth}{options}"));
                for threads in ["1", "2", "3", "8", "auto"] {
                    let spec = format!(
                        "parallel-alphabeta:eval=rows,depth={depth},threads={threads}{options}"
                    );
                    let many = think(&spec);
                    assert_eq!(
                        (many.best, &many.value, &many.line),
                        (one.best, &one.value, &one.line),
                        "{spec}"
                    );
                }
            }
        }
    });
    assert!(positions > 40);
}
