//! An agent that is dropped in the middle of a game and rebuilt makes the same choices.

use ludorum_catalog::{
    AgentDescription, MoveRequestOptions, Position, SeatedAgent, Variant, agent_stream, chance_rng,
    open,
};
use ludorum_core::{CarriedState, NodeKind, Seat, Seed, StopFlag};

const SEED: Seed = Seed(5);

/// Small variants of all games, with more seats where the search differs.
const GAMES: [&str; 8] = [
    "tictactoe",
    "quoridor:size=5,walls=2",
    "quoridor:size=3,players=4",
    "sector66:template=duel",
    "sector66:template=trio",
    "yinsh:rings_to_win=1",
    "colonizers:cap=120",
    "dicewars:players=3,areas=8,cap=60",
];

/// The agent with small limits, and again with its memory options on.
fn specs(agent: &AgentDescription) -> Vec<String> {
    let has = |name: &&str| agent.params.iter().any(|param| param.name == *name);
    let small = |params: &[&str]| {
        let known = params
            .iter()
            .filter(|param| has(&param.split('=').next().unwrap_or_default()));
        let known: Vec<&str> = known.copied().collect();
        if known.is_empty() {
            agent.name.to_owned()
        } else {
            format!("{}:{}", agent.name, known.join(","))
        }
    };
    let limit = ["iterations=12", "nodes=60", "depth=1"]
        .into_iter()
        .find(|param| has(&param.split('=').next().unwrap_or_default()))
        .unwrap_or_default();
    let mut specs = vec![small(&[limit, "determinizations=2"])];
    let more = ["reuse=on", "seed=42", "aggressivity=0.3", "level=3"];
    specs.push(small(&[&[limit, "determinizations=2"], &more[..]].concat()));
    specs.dedup();
    specs
}

fn seated(variant: &Variant, spec: &str, seat: Seat) -> SeatedAgent {
    let player = variant.player(spec).unwrap();
    SeatedAgent::new(player, seat, agent_stream(SEED, seat), 0)
}

/// Plays a game with one agent and compares the choices of rebuilt agents now and then. Returns the
/// kind of state the agents carry.
fn check(variant: &Variant, spec: &str) -> CarriedState {
    let seats = Seat::all(variant.seats());
    let mut agents: Vec<_> = seats.map(|seat| seated(variant, spec, seat)).collect();
    let mut position: Position = variant.start(SEED);
    let (stop, mut next) = (StopFlag::new(), 2);
    let asking = MoveRequestOptions::without_limits(&stop);
    loop {
        match position.node() {
            NodeKind::Over => break,
            NodeKind::Chance => {
                let mut rng = chance_rng(SEED, position.plies());
                position.play_chance(&mut rng);
            }
            NodeKind::Decide(seat) => {
                let chosen = agents[seat.index()].choose(&position, &asking).unwrap();
                // At growing intervals, as rebuilds get longer.
                if position.plies() >= next {
                    next = position.plies() * 2 + 1;
                    let again = seated(variant, spec, seat).choose(&position, &asking);
                    let again = again.unwrap();
                    let (ply, game) = (position.plies(), variant.spec());
                    assert_eq!(again, chosen, "{game} {spec} at ply {ply}");
                }
                position.play(chosen.best);
            }
        }
        for agent in &mut agents {
            agent.observe(&position);
        }
    }
    agents[0].player().carried_state()
}

#[test]
fn every_agent_of_every_game_is_made_again_as_it_was() {
    let mut carried = Vec::new();
    for game in GAMES {
        let variant = open(game).unwrap();
        for agent in variant.agents() {
            for spec in specs(&agent) {
                carried.push(check(&variant, &spec));
            }
        }
    }
    for kind in [
        CarriedState::Nothing,
        CarriedState::Observations,
        CarriedState::Choices,
    ] {
        assert!(carried.contains(&kind), "{kind:?} was not tried");
    }
}

#[test]
fn who_takes_a_seat_in_the_middle_knows_nothing_of_what_was_before() {
    let variant = open("tictactoe").unwrap();
    let mut position = variant.start(SEED);
    for text in ["b2", "a1"] {
        position.play_text(text).unwrap();
    }
    let stop = StopFlag::new();
    let asking = MoveRequestOptions::without_limits(&stop);
    let nodes = |since| {
        let player = variant.player("mcts:iterations=500").unwrap();
        let mut agent = SeatedAgent::new(player, Seat::FIRST, SEED, since);
        agent.choose(&position, &asking).unwrap();
        let choice = agent.player().last_choice(&position).unwrap();
        let visits = choice.candidates.iter().map(|reason| reason.visits);
        visits.sum::<u64>()
    };
    assert_eq!(nodes(2), 500);
    assert!(nodes(0) > 500, "it has a tree from its first move");
}

#[test]
fn a_choice_that_was_stopped_is_not_waited_for_again() {
    let variant = open("quoridor").unwrap();
    let mut position = variant.start(SEED);
    let stop = StopFlag::new();
    let asking = MoveRequestOptions {
        time_limit: Some(std::time::Duration::from_millis(50)),
        ..MoveRequestOptions::without_limits(&stop)
    };
    let player = variant.player("mcts:iterations=1000000000").unwrap();
    let mut agent = SeatedAgent::new(player, Seat::FIRST, SEED, 0);
    for _ in 0..3 {
        let chosen = agent.choose(&position, &asking).unwrap();
        position.play(chosen.best);
        position.play_random(&mut SEED.rng());
    }
    // An endless agent is stopped once, and then only shown the rest.
    let player = variant.player("mcts:iterations=1000000000").unwrap();
    let mut agent = SeatedAgent::new(player, Seat::FIRST, SEED, 0);
    agent.catch_up(&position, &asking).unwrap();
    assert!(!agent.is_behind(&position) && !stop.is_raised());
}

#[test]
fn an_agent_that_takes_too_long_to_go_through_its_game_plays_on_without() {
    let variant = open("quoridor:size=5").unwrap();
    let mut position = variant.start(SEED);
    let stop = StopFlag::new();
    let new = || {
        let player = variant.player("mcts:iterations=300").unwrap();
        SeatedAgent::new(player, Seat::FIRST, SEED, 0)
    };
    let mut agent = new();
    for _ in 0..3 {
        let chosen = agent.choose(&position, &MoveRequestOptions::without_limits(&stop));
        position.play(chosen.unwrap().best);
        position.play_random(&mut SEED.rng());
    }
    for (longest, is_forgetful) in [(None, false), (Some(std::time::Duration::ZERO), true)] {
        let asking = MoveRequestOptions {
            rebuild_limit: longest,
            ..MoveRequestOptions::without_limits(&stop)
        };
        let mut again = new();
        again.catch_up(&position, &asking).unwrap();
        assert_eq!(again.is_partially_rebuilt(), is_forgetful);
        assert!(!again.is_behind(&position) && !again.timed_out());
    }
}
