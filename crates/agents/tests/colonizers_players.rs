//! Tests of the Colonizers agents: relative strength, and inference of hidden picks.

use ludorum_agents::colonizers::{ColonizersIncomePolicy, PlausibilityDeterminizer, roster};
use ludorum_core::{
    Agent, Budget, Chance, Determinize, Game, NodeKind, Notation, Params, Policy, ProgressCallback,
    Rng, Seat, Seed, StopFlag, TurnContext,
};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{Colonist, Move, State};
use ludorum_search::Determinizer;

/// Builds an agent from a spec such as `so-ismcts:iterations=50`.
fn agent(game: &Colonizers, spec: &str) -> Box<dyn Agent<Colonizers>> {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    let roster = roster();
    let kind = roster.kinds().iter().find(|kind| kind.name() == name);
    let kind = kind.unwrap_or_else(|| panic!("nobody is called {name}"));
    let params = Params::parse(kind.params(), params).unwrap();
    kind.build(game, &params).unwrap()
}

fn ask(
    game: &Colonizers,
    state: &State,
    seat: Seat,
    agent: &mut dyn Agent<Colonizers>,
    seed: Seed,
) -> Move {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let turn = TurnContext {
        game,
        seat,
        view: &game.view(state, seat),
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    let best = agent.choose(&turn, &mut seed.rng()).best;
    assert!(moves.contains(&best), "{best:?}");
    best
}

/// Number of games won by each agent, with rotated seats.
fn wins(specs: [&str; 4], games: u64) -> [u32; 4] {
    let game = Colonizers::new();
    let mut wins = [0; 4];
    for number in 0..games {
        let seed = Seed(3).child("game", number);
        let at = |seat: usize| (seat + number as usize) % 4;
        let mut agents: Vec<_> = (0..4).map(|seat| agent(&game, specs[at(seat)])).collect();
        let mut state = game.initial(seed);
        for ply in 0.. {
            let seed = seed.child("ply", ply);
            let mv = match game.node(&state) {
                NodeKind::Over => break,
                NodeKind::Chance => game.sample(&state, &mut seed.rng()),
                NodeKind::Decide(seat) => {
                    ask(&game, &state, seat, &mut *agents[seat.index()], seed)
                }
            };
            game.make(&mut state, mv);
        }
        if let Some(winner) = game.outcome(&state).and_then(|outcome| outcome.winner()) {
            wins[at(winner.index())] += 1;
        }
    }
    wins
}

#[test]
fn information_sets_beat_rules_of_thumb() {
    let [a, b, c, d] = wins(
        [
            "so-ismcts:iterations=60",
            "heuristic",
            "so-ismcts:iterations=60",
            "heuristic",
        ],
        40,
    );
    assert!(a + c >= 27, "{a} and {c} of 40, the heuristic {b} and {d}");
}

#[test]
fn nobody_loses_to_random_play() {
    for spec in [
        "heuristic",
        "heuristic:variant=published-code",
        "shrewd",
        "maxn:depth=4",
        "mo-ismcts:iterations=20",
        "champion:level=5",
    ] {
        let [own, ..] = wins([spec, "random", "random", "random"], 16);
        assert!(own >= 12, "{spec} wins {own} of 16");
    }
}

#[test]
fn shrewd_play_beats_the_heuristic() {
    let [a, b, c, d] = wins(["shrewd", "heuristic", "shrewd", "heuristic"], 200);
    assert!(
        a + c >= 125,
        "{a} and {c} of 200, the heuristic {b} and {d}"
    );
}

#[test]
fn levels_differ() {
    let [high, ..] = wins(
        [
            "champion:level=7",
            "champion:level=3",
            "champion:level=3",
            "champion:level=3",
        ],
        24,
    );
    assert!(high >= 13, "{high} of 24");
}

/// Positions with hidden information, from games of the heuristic.
fn positions() -> Vec<State> {
    let game = Colonizers::new();
    let mut rng = Seed(9).rng();
    let mut positions = Vec::new();
    let mut state = game.initial(Seed(0));
    while game.node(&state) != NodeKind::Over {
        let mv = match game.node(&state) {
            NodeKind::Chance => game.sample(&state, &mut rng),
            _ => {
                positions.push(state);
                ColonizersIncomePolicy::default().pick(&game, &mut state, &mut Vec::new(), &mut rng)
            }
        };
        game.check_move(&state, mv).unwrap();
        game.make(&mut state, mv);
    }
    positions
}

#[test]
fn what_is_supposed_agrees_with_what_is_seen() {
    let game = Colonizers::new();
    let mut rng = Seed(4).rng();
    for state in positions() {
        for seat in Seat::all(4) {
            let view = game.view(&state, seat);
            let world = PlausibilityDeterminizer.draw(&game, &view, &mut rng);
            assert_eq!(game.view(&world, seat), view);
        }
    }
}

#[test]
fn others_are_supposed_to_have_picked_what_suits_them() {
    // Seat 1 has four red modules and has just picked; seat 3 infers its pick.
    let game = Colonizers::new();
    let text = "all/pick:3/V/6,3,G,VEMGOS,iijj,-/0,3,M,VEMGOS,-,m2/0,3,-,-,-,m4/0,3,-,-,-,m8/-\
                /aaaabbbbccccdeeeeffffgggghiijjkkkklmnnnnoooop/-/-/10";
    let state = game.parse_position(text).unwrap();
    let view = game.view(&state, Seat::new(2));
    let share = |mut draw: Box<dyn FnMut(&mut Rng) -> State>| {
        let mut rng = Seed(6).rng();
        let generals =
            (0..2000).filter(|_| draw(&mut rng).colonist(Seat::FIRST) == Some(Colonist::General));
        generals.count() as f64 / 2000.0
    };
    let uniform = share(Box::new(move |rng| game.determinize(&view, rng)));
    let supposed = share(Box::new(move |rng| {
        PlausibilityDeterminizer.draw(&game, &view, rng)
    }));
    assert!((uniform - 1.0 / 3.0).abs() < 0.05, "{uniform}");
    assert!(supposed > 0.6, "{supposed}");
}

#[test]
fn the_champion_sees_its_view_only() {
    let game = Colonizers::new();
    let mut rng = Seed(2).rng();
    for state in positions().into_iter().step_by(9) {
        let NodeKind::Decide(seat) = game.node(&state) else {
            panic!("nobody decides in {state:?}");
        };
        let other = game.determinize(&game.view(&state, seat), &mut rng);
        let [one, two] = [state, other].map(|state| {
            let mut champion = agent(&game, "champion:iterations=50");
            ask(&game, &state, seat, &mut *champion, Seed(1))
        });
        assert_eq!(one, two);
    }
}

/// Visit counts at each decision of the first seat in a game against heuristics.
fn visits(spec: &str) -> Vec<u64> {
    let game = Colonizers::new();
    let mut own = agent(&game, spec);
    let mut visits = Vec::new();
    let mut state = game.initial(Seed(4));
    for ply in 0.. {
        let mut rng = Seed(4).child("ply", ply).rng();
        let mv = match game.node(&state) {
            NodeKind::Over => break,
            NodeKind::Chance => game.sample(&state, &mut rng),
            NodeKind::Decide(Seat::FIRST) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let turn = TurnContext {
                    game: &game,
                    seat: Seat::FIRST,
                    view: &game.view(&state, Seat::FIRST),
                    moves: &moves,
                    budget: &Budget::UNLIMITED,
                    stop: &StopFlag::new(),
                    progress: ProgressCallback::NONE,
                };
                let choice = own.choose(&turn, &mut rng);
                if moves.len() > 1 {
                    visits.push(choice.candidates.iter().map(|move_| move_.visits).sum());
                }
                choice.best
            }
            NodeKind::Decide(_) => {
                ColonizersIncomePolicy::default().pick(&game, &mut state, &mut Vec::new(), &mut rng)
            }
        };
        game.make(&mut state, mv);
        own.observe(&game, Seat::FIRST, &game.view(&state, Seat::FIRST));
    }
    visits
}

#[test]
fn the_champion_keeps_what_it_found_out() {
    let anew = visits("champion:iterations=100,reuse=off");
    assert!(anew.iter().all(|&visits| visits == 100), "{anew:?}");
    let kept = visits("champion:iterations=100");
    assert!(kept.iter().all(|&visits| visits >= 100), "{kept:?}");
    let more = kept.iter().filter(|&&visits| visits > 100).count();
    assert!(3 * more >= kept.len(), "{more} of {}: {kept:?}", kept.len());
}

/// Regression test: voting for seat 1 from every seat, as in Figure 4.3, spared whoever sat there.
#[test]
fn max_n_votes_for_itself_unless_told_otherwise() {
    let roster = roster();
    let kind = roster.kinds().iter().find(|kind| kind.name() == "maxn");
    let interest = kind.unwrap().params().iter();
    let interest = interest.filter(|param| param.name == "interest");
    let defaults: Vec<_> = interest.map(|param| param.default.as_deref()).collect();
    assert_eq!(defaults, [Some("own")]);
    // Against three heuristics, from every seat.
    let wins_of = |spec| wins(["heuristic", "heuristic", "heuristic", spec], 24)[3];
    let (own, as_published) = (
        wins_of("maxn:depth=5"),
        wins_of("maxn:depth=5,interest=seat-order"),
    );
    assert!(own > as_published, "{own} and {as_published} of 24");
}

#[test]
fn searches_begin_with_the_numbers_of_the_thesis() {
    let roster = roster();
    let default = |agent: &str, param: &str| -> Option<String> {
        let kind = roster.kinds().iter().find(|kind| kind.name() == agent);
        let mut params = kind.unwrap().params().iter();
        let found = params.find(|known| known.name == param);
        found.unwrap().default.clone()
    };
    let is = |agent: &str, param: &str, value: &str| {
        assert_eq!(
            default(agent, param).as_deref(),
            Some(value),
            "{agent}: {param}"
        );
    };
    is("maxn", "determinizations", "10");
    is("maxn", "depth", "7");
    is("maxn", "eval", "thesis");
    is("so-ismcts", "c", "0.7");
    is("so-ismcts", "playout", "heuristic");
    assert_eq!(default("so-ismcts", "iterations"), None);
    assert_eq!(default("so-ismcts", "time"), None);
    assert_eq!(ludorum_search::IsmctsConfig::DEFAULT_ITERATIONS, 200);
}
