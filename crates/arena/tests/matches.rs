//! Tests of matches: seats rotate, results do not depend on threads, interrupted runs resume.

use std::convert::Infallible;

use ludorum_agents::{GameKnowledge, Roster};
use ludorum_arena::{
    GameResult, PlanError, RunOptions, RunPlan, RunReport, export, play_all, play_game, run,
};
use ludorum_catalog::{CatalogEntry, Variant, open};
use ludorum_core::{Seed, StopFlag};
use ludorum_record::{GameRecord, replay_in};
use ludorum_testkit::toys::{KuhnPoker, RerollGame, SubtractionGame};

fn tictactoe() -> Variant {
    open("tictactoe").unwrap()
}

fn plan(variant: Variant, agents: &[&str], games: u64) -> RunPlan {
    let agents: Vec<String> = agents.iter().map(|&spec| spec.to_owned()).collect();
    RunPlan::new(variant, &agents, Seed(11), games).unwrap()
}

fn play(plan: &RunPlan, threads: usize) -> RunReport {
    RunReport::new(plan, play_all(plan, threads, &StopFlag::new()))
}

/// JSON of a report with all times set to 0, for comparisons.
fn timeless(report: &RunReport) -> String {
    let mut report = report.clone();
    for agent in &mut report.agents {
        agent.time_per_move_ms = 0.0;
    }
    for seat in report.games.iter_mut().flat_map(|game| &mut game.seats) {
        seat.time_ms = 0.0;
    }
    serde_json::to_string(&report).unwrap()
}

#[test]
fn threads_do_not_change_results() {
    let plan = plan(tictactoe(), &["mcts:iterations=50", "random"], 20);
    let one = play(&plan, 1);
    assert_eq!(timeless(&one), timeless(&play(&plan, 2)));
    assert_eq!(timeless(&one), timeless(&play(&plan, 5)));
}

#[test]
fn every_agent_sits_everywhere_once_in_a_block() {
    let variant = CatalogEntry::new(Roster::<SubtractionGame>::deterministic(
        &GameKnowledge::none(),
    ))
    .open("players=3")
    .unwrap();
    let plan = plan(variant, &["random", "greedy", "maxn"], 7);
    assert_eq!(plan.games(), 9, "rounded up to full blocks");
    for block in 0..3 {
        let mut seen = [[0; 3]; 3];
        for game in 3 * block..3 * block + 3 {
            assert_eq!(plan.setup_seed(game), plan.setup_seed(3 * block));
            for (seat, agent) in plan.seating(game).into_iter().enumerate() {
                seen[seat][agent] += 1;
            }
        }
        assert_eq!(seen, [[1; 3]; 3]);
    }
    assert_ne!(plan.setup_seed(0), plan.setup_seed(3));
    assert_ne!(plan.streams_seed(0), plan.streams_seed(1));
    let report = play(&plan, 2);
    for agent in &report.agents {
        assert_eq!(
            (agent.games, agent.games_first, agent.games_later),
            (9, 3, 6)
        );
    }
    let wins: u64 = report.agents.iter().map(|agent| agent.wins).sum();
    assert_eq!(wins, 9, "no draws in this game");
}

#[test]
fn a_report_counts_what_happened() {
    let plan = plan(tictactoe(), &["minimax", "random"], 40);
    let report = play(&plan, 2);
    let [minimax, random] = &report.agents[..] else {
        panic!("two agents")
    };
    assert_eq!(minimax.losses, 0);
    assert!(minimax.wins > 20);
    assert_eq!((minimax.wins, minimax.draws), (random.losses, random.draws));
    assert_eq!(minimax.wins + minimax.draws + minimax.losses, 40);
    assert_eq!(minimax.wins_first + minimax.wins_later, minimax.wins);
    let expected = (minimax.wins as f64 + 0.5 * minimax.draws as f64) / 40.0;
    assert!((minimax.win_rate - expected).abs() < 1e-12);
    assert!(minimax.win_rate_95.0 < expected && expected < minimax.win_rate_95.1);
    assert!(minimax.nodes_per_move > 100.0);
    assert_eq!(random.nodes_per_move, 0.0);
    let plies: f64 = report.agents.iter().map(|agent| agent.moves_per_game).sum();
    assert!((plies - report.plies_per_game()).abs() < 1e-9);
}

#[test]
fn perfect_players_draw() {
    let report = play(&plan(tictactoe(), &["minimax", "pvs"], 2), 1);
    assert_eq!(report.agents[0].draws, 2);
}

#[test]
fn a_stopped_run_goes_on_without_playing_a_game_twice() {
    let plan = plan(tictactoe(), &["mcts:iterations=20", "random"], 400);
    let whole = play(&plan, 1);

    let stop = StopFlag::new();
    let mut games = Vec::new();
    let Ok(()) = run(&plan, &RunOptions::with_threads(2), &stop, |batch| {
        games.extend(batch.iter().map(|played| played.result.clone()));
        if games.len() >= 5 {
            stop.raise();
        }
        Ok::<(), Infallible>(())
    });
    games.sort_by_key(|game: &GameResult| game.game);
    let part = RunReport::new(&plan, games);
    assert!((5..400).contains(&part.played), "{}", part.played);

    let kept: RunReport = serde_json::from_str(&serde_json::to_string(&part).unwrap()).unwrap();
    assert_eq!(kept, part);
    let done = kept.resume(&plan).unwrap();
    let options = RunOptions {
        done: done.iter().map(|game| game.game).collect(),
        ..RunOptions::with_threads(2)
    };
    let mut games = done.clone();
    let Ok(()) = run(&plan, &options, &StopFlag::new(), |batch| {
        games.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    });
    let again = |played: &GameResult| done.iter().any(|game| game.game == played.game);
    assert!(!games[done.len()..].iter().any(again));
    games.sort_by_key(|game| game.game);
    assert_eq!(timeless(&RunReport::new(&plan, games)), timeless(&whole));
}

#[test]
fn another_match_cannot_be_resumed() {
    let first = plan(tictactoe(), &["random", "greedy"], 4);
    let report = play(&first, 1);
    let other = plan(tictactoe(), &["random", "minimax"], 4);
    assert_eq!(
        report.clone().resume(&other).unwrap_err().to_string(),
        "the interrupted run is of another match: agents 'random greedy', here 'random minimax'"
    );
    let longer = plan(tictactoe(), &["random", "greedy"], 8);
    assert_eq!(report.resume(&longer).unwrap().len(), 4);
}

#[test]
fn another_version_cannot_be_resumed() {
    let plan = plan(tictactoe(), &["random", "greedy"], 4);
    let report = play(&plan, 1);
    let refused = |report: RunReport| report.resume(&plan).unwrap_err().to_string();
    let mixed = "games of both cannot be mixed, start the match again";

    let mut older = report.clone();
    older.program = "ludorum 0.0.9".to_owned();
    let difference = format!("program 'ludorum 0.0.9', here '{}'", report.program);
    assert_eq!(
        refused(older),
        format!("the interrupted run was played by another version: {difference}; {mixed}")
    );
    let mut newer = report.clone();
    newer.rules = 2;
    assert_eq!(
        refused(newer),
        format!("the interrupted run was played by another version: rules '2', here '1'; {mixed}")
    );
}

#[test]
fn games_that_cannot_have_happened_are_not_resumed() {
    let plan = plan(tictactoe(), &["minimax", "random"], 4);
    let report = play(&plan, 1);
    assert_eq!(report.clone().resume(&plan).unwrap(), report.games);
    let refused = |change: &dyn Fn(&mut GameResult), reason: &str| {
        let mut changed = report.clone();
        change(&mut changed.games[3]);
        let error = changed.resume(&plan).unwrap_err().to_string();
        assert!(error.ends_with(reason), "{error}");
    };
    refused(
        &|game| game.game = 2,
        "game 2 of the interrupted run cannot be right: it is out of order",
    );
    refused(
        &|game| game.game = 4,
        "its seating is not that of this match",
    );
    refused(
        &|game| game.seats.truncate(1),
        "its seating is not that of this match",
    );
    refused(
        &|game| game.game = 5,
        "its seeds are not those of this match",
    );
    refused(
        &|game| game.seed = "1".to_owned(),
        "its seeds are not those of this match",
    );
    refused(
        &|game| game.streams = "1".to_owned(),
        "its seeds are not those of this match",
    );
    for ranks in [[0, 1], [1, 3], [2, 2]] {
        let change = |game: &mut GameResult| {
            for (seat, rank) in game.seats.iter_mut().zip(ranks) {
                seat.rank = rank;
            }
        };
        refused(&change, "its ranks are not a valid ranking");
    }
    for share in [0.25, -1.0, f64::NAN] {
        let reason = "its shares of the win do not match its ranks";
        refused(&|game| game.seats[0].share = share, reason);
    }
    refused(
        &|game| game.plies = 10,
        "it has more moves than a game can have",
    );
    refused(
        &|game| game.plies = 1,
        "its seats have more moves than the game",
    );
    let reason = "its seats have more moves than the game";
    refused(&|game| game.seats[1].moves = u64::MAX, reason);
    let reason = "it has more moves than there were to choose from";
    refused(&|game| game.seats[1].choices = 0, reason);
    for time in [-1.0, f64::NAN, f64::INFINITY, f64::MAX] {
        refused(
            &|game| game.seats[1].time_ms = time,
            "a thinking time is invalid",
        );
    }
}

#[test]
fn points_of_every_seat_are_kept_where_a_game_counts_them() {
    let colonizers = open("colonizers").unwrap();
    let plan = plan(colonizers, &["heuristic", "random", "random", "random"], 4);
    let report = play(&plan, 1);
    for game in &report.games {
        let mut seats: Vec<(u8, i32)> = game
            .seats
            .iter()
            .map(|seat| (seat.rank, seat.points.unwrap()))
            .collect();
        seats.sort_unstable();
        assert!(seats.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        assert!(seats[0].1 > 0, "{seats:?}");
    }
    let mean = report.agents[0].points_per_game.unwrap();
    let of_first = report.games.iter().flat_map(|game| &game.seats);
    let of_first = of_first.filter(|seat| seat.agent == 0);
    let sum: i32 = of_first.filter_map(|seat| seat.points).sum();
    assert_eq!(mean, f64::from(sum) / 4.0);
    let rows = export::rows(&report);
    assert_eq!(
        rows[3].points,
        report.games[0].seats[3].points.map(i64::from)
    );

    // Runs of old versions, which stored no points, can be resumed.
    let mut text = serde_json::to_value(&report).unwrap();
    for seat in text["games"].as_array_mut().unwrap() {
        for seat in seat["seats"].as_array_mut().unwrap() {
            seat.as_object_mut().unwrap().remove("points");
        }
    }
    let older: RunReport = serde_json::from_value(text).unwrap();
    let games = older.resume(&plan).unwrap();
    assert!(games[0].seats.iter().all(|seat| seat.points.is_none()));
    let csv = export::csv(&export::rows(&RunReport::new(&plan, games)));
    assert!(csv.lines().next().unwrap().ends_with(",points,hash"));

    // Other games have no points.
    let report = play(&crate::plan(tictactoe(), &["random", "greedy"], 2), 1);
    assert!(report.games[0].seats[0].points.is_none());
    assert!(!serde_json::to_string(&report).unwrap().contains("points"));
}

/// Regression test: the sum of node counts overflowed.
#[test]
fn any_number_of_nodes_can_be_summed_up() {
    let plan = plan(tictactoe(), &["random", "greedy"], 4);
    let mut games = play(&plan, 1).games;
    for seat in games.iter_mut().flat_map(|game| &mut game.seats) {
        seat.nodes = u64::MAX;
    }
    assert!(RunReport::new(&plan, games).agents[0].nodes_per_move > 1e18);
}

#[test]
fn an_error_of_the_listener_ends_the_run() {
    let plan = plan(tictactoe(), &["random", "random"], 1000);
    let result = run(
        &plan,
        &RunOptions::with_threads(2),
        &StopFlag::new(),
        |_| Err("disk full"),
    );
    assert_eq!(result.unwrap_err(), "disk full");
}

#[test]
fn records_of_matches_replay_in_games_of_every_kind() {
    let chance = CatalogEntry::new(Roster::<RerollGame>::chance(&GameKnowledge::none()));
    let hidden = CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    ));
    for (variant, agents) in [
        (tictactoe(), ["greedy", "mcts:iterations=10"]),
        (chance.open("").unwrap(), ["expectimax", "random"]),
        (hidden.open("").unwrap(), ["random", "random"]),
    ] {
        let plan = plan(variant.clone(), &agents, 6);
        for game in 0..plan.games() {
            let (result, record): (GameResult, GameRecord) =
                play_game(&plan, game, &StopFlag::new()).unwrap();
            assert_eq!(record.header.seed.0.to_string(), result.seed);
            replay_in(variant.clone(), &record).unwrap();
        }
    }
}

#[test]
fn impossible_matches_are_refused() {
    let refuse = |agents: &[&str], games| {
        let agents: Vec<String> = agents.iter().map(|&spec| spec.to_owned()).collect();
        RunPlan::new(tictactoe(), &agents, Seed(1), games).unwrap_err()
    };
    assert_eq!(
        refuse(&["minimax", "mcts:iterations=1000", "random"], 2).to_string(),
        "tictactoe has 2 seats, but 3 agents are given; name one agent for each seat"
    );
    assert_eq!(refuse(&["random", "random"], 0), PlanError::NoGames);
    assert_eq!(
        refuse(&["random", "random"], u64::MAX),
        PlanError::TooManyGames
    );
    assert!(matches!(
        refuse(&["random", "nobody"], 2),
        PlanError::Spec(_)
    ));
}
