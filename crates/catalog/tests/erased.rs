//! Games and agents through spec strings alone, for catalog games and toy games of every kind.

use ludorum_agents::{GameKnowledge, Roster};
use ludorum_catalog::{CatalogEntry, Player, Position, Variant, kinds, open};
use ludorum_core::{Budget, NodeKind, Seat, Seed, StopFlag, TerminalStyle};
use ludorum_testkit::toys::{KuhnPoker, RerollGame, SubtractionGame};

fn pile() -> CatalogEntry {
    CatalogEntry::new(Roster::<SubtractionGame>::deterministic(
        &GameKnowledge::none(),
    ))
}

fn three_rolls() -> CatalogEntry {
    CatalogEntry::new(Roster::<RerollGame>::chance(&GameKnowledge::none()))
}

fn kuhn() -> CatalogEntry {
    CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    ))
}

/// Plays to the end with the same agent at every seat.
fn play_out(variant: &Variant, spec: &str, seed: Seed) -> Position {
    let hire = || variant.player(spec).unwrap();
    let mut players: Vec<Player> = (0..variant.seats()).map(|_| hire()).collect();
    let mut position = variant.start(seed);
    loop {
        let mut rng = seed.child("ply", position.plies() as u64).rng();
        match position.node() {
            NodeKind::Over => return position,
            NodeKind::Chance => {
                position.play_chance(&mut rng);
            }
            NodeKind::Decide(seat) => {
                let player = &mut players[seat.index()];
                let verdict =
                    player.choose(&position, &Budget::nodes(500), &StopFlag::new(), &mut rng);
                let choice = player.last_choice(&position).unwrap();
                assert!(verdict.best < position.move_count());
                if let Some(first) = choice.line.first() {
                    assert_eq!(*first, position.move_text(verdict.best), "{spec}");
                }
                position.play(verdict.best);
            }
        }
        for (seat, player) in Seat::all(variant.seats()).zip(&mut players) {
            player.observe(&position, seat);
        }
    }
}

#[test]
fn every_agent_plays_its_game_to_the_end() {
    let toys = [pile(), three_rolls(), kuhn()];
    for kind in kinds().iter().chain(&toys) {
        let variant = kind.open("").unwrap();
        for agent in variant.agents() {
            let position = play_out(&variant, agent.name, Seed(1));
            assert!(
                position.outcome().is_some(),
                "{} {}",
                kind.name(),
                agent.name
            );
        }
    }
}

#[test]
fn games_of_three_and_more_are_played_by_all_their_agents() {
    let variant = pile().open("players=3,stones=7").unwrap();
    assert_eq!(variant.seats(), 3);
    for agent in variant.agents() {
        play_out(&variant, agent.name, Seed(2));
    }
}

#[test]
fn capabilities_decide_who_can_play() {
    let names = |kind: CatalogEntry| {
        let agents = kind.open("").unwrap().agents();
        agents
            .iter()
            .map(|agent| agent.name)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        names(kuhn()),
        "random maxn so-ismcts so-ismcts-pom mo-ismcts"
    );
    assert_eq!(names(three_rolls()), "random greedy expectimax mcts");
    assert_eq!(
        names(pile()),
        "random greedy expectimax mcts minimax alphabeta parallel-alphabeta maxn pvs"
    );
}

#[test]
fn everything_listed_is_documented_and_its_own_spec() {
    for kind in kinds() {
        assert!(!kind.summary().is_empty());
        let variant = open(kind.name()).unwrap();
        assert_eq!(variant.spec(), kind.name());
        for agent in variant.agents() {
            assert!(!agent.summary.is_empty(), "{}", agent.name);
            assert_eq!(variant.player(agent.name).unwrap().spec(), agent.name);
            for param in &agent.params {
                assert!(!param.doc.is_empty(), "{} {}", agent.name, param.name);
                let Some(default) = &param.default else {
                    continue;
                };
                let spec = format!("{}:{}={default}", agent.name, param.name);
                let player = variant.player(&spec).unwrap();
                assert_eq!(player.spec(), agent.name, "a default given is no change");
            }
        }
    }
}

#[track_caller]
fn refused(spec: &str, agent: &str, message: &str) {
    let error = match open(spec) {
        Err(error) => error,
        Ok(variant) => variant.player(agent).unwrap_err(),
    };
    assert_eq!(error.to_string(), message);
}

#[test]
fn bad_specs_are_refused_with_what_is_known() {
    let known: Vec<&str> = kinds().iter().map(CatalogEntry::name).collect();
    let unknown = format!("unknown game 'chess'; known are {}", known.join(", "));
    refused("chess", "", &unknown);
    refused(
        "tictactoe:size=4",
        "",
        "tictactoe: unknown parameter 'size': there are no parameters here",
    );
    refused(
        "tictactoe",
        "deepblue",
        "unknown agent 'deepblue' for tictactoe; known are random, greedy, semirandom, \
         expectimax, mcts, minimax, alphabeta, parallel-alphabeta, maxn, pvs",
    );
    refused(
        "tictactoe",
        "minimax:dept=3",
        "minimax: unknown parameter 'dept'; known are depth, eval, time, nodes, ties",
    );
    refused(
        "tictactoe",
        "mcts:c=-1",
        "mcts: c=-1: c must be a number from 0 to 100",
    );
    let error = pile().open("stones=2,take=3").unwrap_err();
    assert_eq!(
        error.to_string(),
        "pile: nobody can take more stones than there are"
    );
}

#[test]
fn moves_are_played_by_text_and_refused_without_a_trace() {
    let mut position = open("tictactoe").unwrap().start(Seed(1));
    position.play_text("b2").unwrap();
    let before = position.text();
    for bad in ["b2", "d4", "", "b22", "ß1"] {
        position.play_text(bad).unwrap_err();
        assert_eq!(position.text(), before);
    }
    assert_eq!(position.history(), ["b2"]);
    assert_eq!(position.move_count(), 8);
    assert!(position.undo());
    assert!(!position.undo());
    assert_eq!((position.plies(), position.move_count()), (0, 9));
}

#[test]
fn a_game_is_listed_with_rules_and_notation_alone() {
    let variant = kuhn().open("").unwrap();
    let mut position = variant.start(Seed(1));
    position.play_text("deal2").unwrap();
    position.play_text("deal1").unwrap();
    let drawing = position.draw_revealed(TerminalStyle::Plain);
    let line = drawing.lines().next().unwrap();
    assert!(position.picture().contains(line), "{}", position.picture());
    assert_eq!((variant.action_count(), variant.planes().cells()), (0, 0));
    assert!(position.view(Seat::FIRST).actions().is_empty());
    let text = position.move_text(0);
    let error = variant.action_id(&text).unwrap_err();
    assert!(error.to_string().contains("no action ids"), "{error}");
    assert!(!position.play_action(0));
}

#[test]
fn chance_is_drawn_or_given() {
    let variant = three_rolls().open("").unwrap();
    let mut drawn = variant.start(Seed(1));
    let text = drawn.play_chance(&mut Seed(5).rng());
    let mut given = variant.start(Seed(1));
    given.play_text(&text).unwrap();
    assert_eq!(drawn.text(), given.text());
    assert_eq!(drawn.key(), given.key());
    given.play_text("=3").unwrap_err();
    assert_eq!(variant.position(&drawn.text()).unwrap().key(), drawn.key());
}

#[test]
fn divide_sums_to_perft_with_and_without_chance() {
    for (kind, depth) in [(three_rolls(), 4), (pile(), 5), (kuhn(), 4)] {
        let mut position = kind.open("").unwrap().start(Seed(1));
        let whole = position.perft(depth).unwrap();
        let parts = position.divide(depth).unwrap();
        assert!(whole > 0);
        assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), whole);
    }
}

#[test]
fn a_seat_is_drawn_its_own_card_only() {
    let variant = kuhn().open("").unwrap();
    let draw = |second: &str| {
        let mut position = variant.start(Seed(1));
        position.play_text("deal2").unwrap();
        position.play_text(second).unwrap();
        [0, 1].map(|seat| position.draw(Seat::new(seat), TerminalStyle::Plain))
    };
    let ([first_a, second_a], [first_b, second_b]) = (draw("deal1"), draw("deal3"));
    assert_eq!(
        first_a, first_b,
        "the first seat must not see the second card"
    );
    assert_ne!(second_a, second_b);
}
