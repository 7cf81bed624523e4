//! Records, analyses and matches outside tables.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use ludorum_agents::{GameKnowledge, Roster};
use ludorum_arena::{RunPlan, play_game};
use ludorum_catalog::CatalogEntry;
use ludorum_core::{Seed, StopFlag};
use ludorum_protocol::matches::{MatchInfo, MatchState, ServerMatchStatus};
use ludorum_protocol::record::{RecordCheckResult, RecordInfo};
use ludorum_protocol::study::{ExploredPosition, PositionAnalysis, SearchTree};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};
use ludorum_testkit::toys::{KuhnPoker, RerollGame};
use serde_json::{Value, json};

use crate::client::Person;
use crate::{OPERATOR_TOKEN, Running, generous, start, start_with};

/// Offers the games of the catalog, a toy game with dice and one with hidden cards.
fn with_toys() -> ServerGames {
    let mut kinds = ludorum_catalog::kinds();
    kinds.push(CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    )));
    kinds.push(CatalogEntry::new(Roster::<RerollGame>::chance(
        &GameKnowledge::none(),
    )));
    ServerGames::new(kinds)
}

async fn with_programs() -> Running {
    let config = Config {
        programs: true,
        ..generous()
    };
    start_with(config, Arc::new(MemoryStorage::new()), with_toys()).await
}

/// Plays a game between two random players; returns its record, with evaluations of the moves.
fn record(kind: &CatalogEntry) -> String {
    let random = ["random".to_owned(), "random".to_owned()];
    let plan = RunPlan::new(kind.open("").unwrap(), &random, Seed(7), 2).unwrap();
    let mut record = play_game(&plan, 0, &StopFlag::new()).unwrap().1;
    for ply in &mut record.plies {
        ply.value = ply.seat.map(|_| 0.25);
    }
    record.to_text()
}

fn kuhn() -> CatalogEntry {
    CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    ))
}

async fn check(
    running: &Running,
    who: &Person,
    body: Value,
) -> Result<RecordCheckResult, ApiProblem> {
    running.post(who, "records/check", &body).await
}

async fn good(running: &Running, who: &Person, body: Value) -> RecordInfo {
    match check(running, who, body).await.unwrap() {
        RecordCheckResult::Good(info) => info,
        bad => panic!("{bad:?}"),
    }
}

#[tokio::test]
async fn a_record_is_told_with_every_position() {
    let running = start().await;
    let who = running.person().await;
    let kinds = ludorum_catalog::kinds();
    let kind = kinds
        .iter()
        .find(|kind| kind.name() == "tictactoe")
        .unwrap();
    let info = good(&running, &who, json!({"text": record(kind)})).await;
    assert_eq!(info.positions.len(), info.plies.len() + 1);
    assert_eq!((info.seats.len(), info.open), (2, true));
    assert_eq!(info.positions[0], ".../.../...");
    assert!(info.ranks.is_some());
    // Each move leads from one position to the next.
    for (ply, positions) in info.plies.iter().zip(info.positions.windows(2)) {
        let asked = json!({"game": info.game, "position": positions[0], "moves": [ply.text]});
        let after: ExploredPosition = running.post(&who, "explore", &asked).await.unwrap();
        assert_eq!(after.position, positions[1]);
    }
}

#[tokio::test]
async fn a_bad_record_is_told_with_its_line() {
    let running = start().await;
    let who = running.person().await;
    let kinds = ludorum_catalog::kinds();
    let kind = kinds
        .iter()
        .find(|kind| kind.name() == "tictactoe")
        .unwrap();
    let text = record(kind);
    let changed = text.replacen("seat 2 random", "seat 2 anyone", 1);
    let toy = record(&kuhn());
    for (text, wanted) in [
        (changed.as_str(), 8),
        ("nothing of this kind", 1),
        (&text[..text.len() - 3], text.lines().count() as u32),
        // A game that this server does not offer.
        (toy.as_str(), 2),
    ] {
        match check(&running, &who, json!({ "text": text }))
            .await
            .unwrap()
        {
            RecordCheckResult::Bad { line, reason } => {
                assert_eq!(line, wanted, "{reason}");
                assert!(!reason.is_empty());
            }
            good => panic!("{good:?}"),
        }
    }
    let seat = check(&running, &who, json!({"text": text, "eyes": 2})).await;
    assert_eq!(seat.unwrap_err().code, ErrorCode::UnknownSeat);
    let large = check(&running, &who, json!({"text": "x".repeat(1 << 21)})).await;
    assert_eq!(large.unwrap_err().code, ErrorCode::TooLarge);
}

#[tokio::test]
async fn each_seat_is_shown_what_it_could_know() {
    let running = with_programs().await;
    let who = running.person().await;
    let text = record(&kuhn());
    let all = good(&running, &who, json!({"text": text})).await;
    assert!(!all.open);
    let deals: Vec<&str> = all
        .plies
        .iter()
        .take(2)
        .map(|ply| ply.text.as_str())
        .collect();
    assert!(
        all.plies[0].seat.is_none() && deals[0].starts_with("deal"),
        "{deals:?}"
    );
    for seat in 0..2 {
        let seen = good(&running, &who, json!({"text": text, "eyes": seat})).await;
        assert_eq!(seen.positions.len(), all.positions.len());
        assert_eq!(seen.plies[seat].text, deals[seat], "its own card");
        assert_ne!(seen.plies[1 - seat].text, deals[1 - seat], "not the other");
        assert_ne!(seen.positions[2], all.positions[2]);
        // The other's evaluation would reveal its card.
        for ply in &seen.plies {
            assert_eq!(ply.value.is_some(), ply.seat == Some(seat as u8));
        }
    }
}

async fn analyse(
    running: &Running,
    who: &Person,
    body: Value,
) -> Result<PositionAnalysis, ApiProblem> {
    running.post(who, "analyse", &body).await
}

#[tokio::test]
async fn a_position_is_analysed_by_any_agent() {
    let running = start().await;
    let who = running.person().await;
    // The first player completes a row.
    let asked = json!({"game": "tictactoe", "position": "xx./oo./...", "agent": "minimax"});
    let analysis = analyse(&running, &who, asked).await.unwrap();
    let thought = analysis.thought.unwrap();
    assert_eq!(
        (thought.best.as_str(), thought.agent.as_str()),
        ("c3", "minimax")
    );
    assert_eq!(analysis.values, Some(vec![1.0, -1.0]));
    assert_eq!(thought.line, ["c3"]);
    assert_eq!(thought.candidates[0].text, "c3");
    let over = json!({"game": "tictactoe", "position": "xx./oo./...", "moves": ["c3"]});
    let over = analyse(&running, &who, over).await.unwrap();
    assert_eq!((over.values, over.thought), (Some(vec![1.0, -1.0]), None));
    // Agents without an evaluation give none.
    let asked = json!({"game": "tictactoe", "agent": "random"});
    let analysis = analyse(&running, &who, asked).await.unwrap();
    assert_eq!(analysis.values, None);
    assert!(analysis.thought.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_is_told_while_the_agent_thinks() {
    let running = with_programs().await;
    let who = running.person().await;
    let asked = json!({"game": "quoridor", "moves": ["e2"], "agent": "mcts", "time": 1500});
    let request = Request::post("/api/analyse/live")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {}", who.token));
    let request = request.body(Body::from(asked.to_string())).unwrap();
    let (status, body) = running.request(request).await;
    assert_eq!(status, StatusCode::OK);
    let text = String::from_utf8(body).unwrap();
    let told: Vec<PositionAnalysis> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let efforts: Vec<u64> = told
        .iter()
        .map(|analysis| analysis.thought.as_ref().unwrap().playouts)
        .collect();
    assert!(told.len() > 2, "{efforts:?}");
    assert!(efforts.is_sorted(), "{efforts:?}");
    assert!(told.iter().all(|analysis| analysis.values.is_some()));
    assert!(
        told.iter()
            .all(|analysis| analysis.position == told[0].position)
    );
}

#[tokio::test]
async fn the_tree_of_a_search_is_shown_and_not_larger_than_can_be_sent() {
    let running = start().await;
    let who = running.person().await;
    let grow = async |agent: &str| -> Result<SearchTree, ApiProblem> {
        let asked = json!({"game": "sector66:template=thesis", "agent": agent, "time": 10_000});
        running.post(&who, "analyse/tree", &asked).await
    };
    let small = grow("sector66-mcts:nodes=300,save-tree=on").await.unwrap();
    assert_eq!(small.game, "sector66:template=thesis");
    assert_eq!((small.tree.visits, small.tree.count()), (300, 301));
    assert_eq!((small.least_visits, small.tree.mv.as_deref()), (None, None));
    let visits: u64 = small.tree.children.iter().map(|child| child.visits).sum();
    assert_eq!(visits, 300);
    assert!(
        small
            .tree
            .children
            .iter()
            .all(|child| child.seat == Some(1))
    );
    // The same request gives the same tree.
    assert_eq!(
        grow("sector66-mcts:nodes=300,save-tree=on").await,
        Ok(small)
    );
    for agent in ["sector66-mcts:nodes=300", "champion:time=1ms"] {
        let refused = grow(agent).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::BadAgent, "{agent}");
    }
}

#[tokio::test]
async fn what_chance_may_bring_is_weighed() {
    let running = with_programs().await;
    let who = running.person().await;
    let agent = "expectimax:depth=9";
    let value = async |moves: &[&str]| {
        let asked = json!({"game": "three-rolls", "moves": moves, "agent": agent});
        analyse(&running, &who, asked)
            .await
            .unwrap()
            .values
            .unwrap()[0]
    };
    // With optimal play three rolls are worth 14/3 pips, two rolls 17/4, one roll 7/2.
    let pips = |value: f64| value * 2.5 + 3.5;
    assert!((pips(value(&[]).await) - 14.0 / 3.0).abs() < 1e-9);
    assert!((pips(value(&["=1", "again"]).await) - 17.0 / 4.0).abs() < 1e-9);
    // Luck is the change of value by a roll, skill the change by a choice.
    assert!((pips(value(&["=6"]).await) - 6.0).abs() < 1e-9);
    assert!((pips(value(&["=6", "again"]).await) - 17.0 / 4.0).abs() < 1e-9);
    let asked = json!({"game": "three-rolls"});
    let explored: ExploredPosition = running.post(&who, "explore", &asked).await.unwrap();
    assert_eq!((explored.events.len(), explored.to_move), (6, None));
    let sum: f64 = explored.events.iter().map(|event| event.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[tokio::test]
async fn what_cannot_be_analysed_is_refused() {
    let running = start().await;
    let who = running.person().await;
    for (asked, code) in [
        (json!({"game": "chess"}), ErrorCode::BadGame),
        (
            json!({"game": "tictactoe", "position": "?"}),
            ErrorCode::BadGame,
        ),
        (
            json!({"game": "tictactoe", "moves": ["a1", "a1"]}),
            ErrorCode::IllegalMove,
        ),
        (
            json!({"game": "tictactoe", "agent": "nobody"}),
            ErrorCode::BadAgent,
        ),
        (
            json!({"game": "tictactoe", "agent": "exec:/bin/true"}),
            ErrorCode::LocalOnly,
        ),
        (
            json!({"game": "quoridor", "agent": "champion:memory=4096"}),
            ErrorCode::BadAgent,
        ),
        (
            json!({"game": "tictactoe", "more": 1}),
            ErrorCode::BadRequest,
        ),
    ] {
        let refused = analyse(&running, &who, asked.clone()).await;
        assert_eq!(refused.unwrap_err().code, code, "{asked}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_address_asks_too_much_at_once_and_nobody_thinks_for_those_who_left() {
    let config = Config {
        think_threads: 4,
        ..generous()
    };
    let running = Arc::new(start_with(config, Arc::new(MemoryStorage::new()), with_toys()).await);
    let who = running.person().await;
    let long = json!({"game": "quoridor", "agent": "mcts:iterations=100000000", "time": 9000});
    // The short requests below may delay these at first.
    let ask = || {
        let (running, who, long) = (Arc::clone(&running), who.clone(), long.clone());
        tokio::spawn(async move { while analyse(&running, &who, long.clone()).await.is_err() {} })
    };
    let patient = [ask(), ask()];
    let began = Instant::now();
    let quick = json!({"game": "tictactoe", "agent": "random"});
    loop {
        match analyse(&running, &who, quick.clone()).await {
            Err(problem) => break assert_eq!(problem.code, ErrorCode::TooManyRequests),
            Ok(_) => assert!(began.elapsed() < Duration::from_secs(8), "never refused"),
        }
    }
    // Disconnecting cancels an analysis long before its time is over.
    for waiting in &patient {
        waiting.abort();
    }
    while analyse(&running, &who, quick.clone()).await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(8), "still thinking");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn desk(running: &Running, who: &Person) -> ServerMatchStatus {
    running.ask(who, Method::GET, "match", &()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_and_told_while_it_lasts() {
    let running = with_programs().await;
    let who = running.operator().await;
    let before = desk(&running, &who).await;
    assert!(before.allowed && before.current.is_none());
    let neighbour = running.person().await;
    assert!(!desk(&running, &neighbour).await.allowed);
    let asked = json!({"game": "tictactoe", "agents": ["random", "random"], "games": 2});
    let refused: Result<MatchInfo, ApiProblem> = running.post(&neighbour, "match", &asked).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::OperatorOnly);
    let asked =
        json!({"game": "tictactoe", "agents": ["minimax", "random"], "games": 9, "seed": "3"});
    let begun: MatchInfo = running.post(&who, "match", &asked).await.unwrap();
    assert_eq!((begun.planned, begun.seed.as_str()), (10, "3"));
    assert_eq!(begun.openings, None);
    let end = loop {
        let now = desk(&running, &who).await.current.unwrap();
        assert!(now.played <= 10);
        if now.state != MatchState::Running {
            break now;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!((end.state, end.played), (MatchState::Done, 10));
    let minimax = &end.agents[0];
    assert_eq!((minimax.spec.as_str(), minimax.losses), ("minimax", 0));
    assert!(minimax.wins + minimax.draws == 10);
    assert!(minimax.low < minimax.rate && minimax.rate <= minimax.high);

    let asked = json!({"game": "tictactoe", "agents": ["random", "random"], "games": 2, "openings": "random"});
    let opened: MatchInfo = running.post(&who, "match", &asked).await.unwrap();
    assert_eq!(opened.openings.as_deref(), Some("random:plies=4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_one_match_at_a_time_and_it_can_be_ended() {
    let running = with_programs().await;
    let who = running.operator().await;
    let endless = json!({"game": "quoridor", "agents": ["mcts:iterations=100000000", "random"], "games": 1000});
    let _: MatchInfo = running.post(&who, "match", &endless).await.unwrap();
    let second: Result<MatchInfo, ApiProblem> = running.post(&who, "match", &endless).await;
    assert_eq!(second.unwrap_err().code, ErrorCode::MatchRunning);
    let request = Request::delete("/api/match").header("host", "localhost");
    let (status, _) = running.request(request.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "a neighbour ends no match");
    let request = Request::delete("/api/match")
        .header("host", "localhost")
        .header("x-ludorum-operator", OPERATOR_TOKEN);
    let (status, _) = running.request(request.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let began = Instant::now();
    while desk(&running, &who).await.current.unwrap().state == MatchState::Running {
        assert!(began.elapsed() < Duration::from_secs(20), "it goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let stopped = desk(&running, &who).await.current.unwrap();
    assert_eq!(stopped.state, MatchState::Stopped);
    let asked = json!({"game": "tictactoe", "agents": ["random", "random"], "games": 2});
    let _: MatchInfo = running.post(&who, "match", &asked).await.unwrap();
}

#[tokio::test]
async fn matches_that_cannot_be_are_refused() {
    let running = with_programs().await;
    let who = running.operator().await;
    let random = ["random", "random"];
    for (asked, code) in [
        (
            json!({"game": "tictactoe", "agents": random, "games": 0}),
            ErrorCode::BadRequest,
        ),
        (
            json!({"game": "tictactoe", "agents": random, "games": 1001}),
            ErrorCode::BadRequest,
        ),
        (
            json!({"game": "tictactoe", "agents": ["random"], "games": 2}),
            ErrorCode::BadRequest,
        ),
        (
            json!({"game": "tictactoe", "agents": random, "games": 2, "seed": "x"}),
            ErrorCode::BadRequest,
        ),
        (
            json!({"game": "tictactoe", "agents": random, "games": 2, "openings": "random:x=1"}),
            ErrorCode::BadRequest,
        ),
        // Openings cannot be read from files of the server.
        (
            json!({"game": "tictactoe", "agents": random, "games": 2, "openings": "Cargo.toml"}),
            ErrorCode::BadRequest,
        ),
        (
            json!({"game": "tictactoe", "agents": ["random", "nobody"], "games": 2}),
            ErrorCode::BadAgent,
        ),
        (
            json!({"game": "chess", "agents": random, "games": 2}),
            ErrorCode::BadGame,
        ),
    ] {
        let refused: Result<MatchInfo, ApiProblem> = running.post(&who, "match", &asked).await;
        assert_eq!(refused.unwrap_err().code, code, "{asked}");
    }
    // Without the right to start programs, no match can be started.
    let running = start().await;
    let asked = json!({"game": "tictactoe", "agents": random, "games": 2});
    let refused: Result<MatchInfo, ApiProblem> = running.post(&who, "match", &asked).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::LocalOnly);
    assert!(!desk(&running, &who).await.allowed);
}
