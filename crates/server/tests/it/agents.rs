//! Agents at tables keep their state for a game, even if the server evicts and rebuilds them.

use std::sync::Arc;

use ludorum_protocol::lobby::{NewTable, TableInfo, TableSettings};
use ludorum_protocol::table::{AgentMoveAnalysis, ClientMessage, Event, ServerMessage};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};

use crate::client::{Client, agent};
use crate::numbers::number;
use crate::{Running, generous, start, start_with};

const SEED: u64 = 11;

fn settings(game: &str) -> TableSettings {
    TableSettings {
        seed: Some(SEED),
        ..TableSettings::new("test", game)
    }
}

/// Lets agents play a game to the end and returns the client that watched it.
async fn watched(running: &Running, game: &str, specs: &[&str]) -> Client {
    let host = running.person().await;
    let new = NewTable {
        settings: TableSettings {
            reveal: true,
            ..settings(game)
        },
        password: None,
        seats: specs.iter().map(|spec| agent(spec)).collect(),
        name: "host".to_owned(),
    };
    let table: TableInfo = running.post(&host, "tables", &new).await.unwrap();
    let mut client = Client::at(running, &table.id, Some(&host)).await;
    client.until(|client| client.table.is_some()).await;
    running.start(&host, &table.id).await.unwrap();
    client.until(is_over).await;
    client
}

fn is_over(client: &Client) -> bool {
    let game = client.game.as_ref();
    game.is_some_and(|game| game.verdict.is_some())
}

/// Starts a game of a person at the first seat against an agent.
async fn against(running: &Running, game: &str, spec: &str) -> Client {
    let host = running.person().await;
    let table = running
        .open_with(&host, settings(game), &[agent(spec)])
        .await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(running, &table.id, Some(&host)).await;
    client.turn().await;
    client
}

/// Plays a move and returns the agent's analysis of its reply.
async fn answered(client: &mut Client, text: &str) -> AgentMoveAnalysis {
    client.attempt(text).await;
    let mut thought = None;
    while thought.is_none() {
        if let ServerMessage::Thought { thought: told, .. } = client.hear().await.unwrap() {
            thought = Some(told);
        }
    }
    let ply = thought.as_ref().map_or(0, |thought| thought.ply);
    client.until(|client| client.ply() > ply).await;
    thought.unwrap()
}

fn visits(thought: &AgentMoveAnalysis) -> u64 {
    let candidates = thought.candidates.iter();
    candidates.map(|candidate| candidate.visits).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_naive_player_attacks_as_much_as_it_is_told() {
    let running = start().await;
    let game = "dicewars:areas=10,cap=200";
    let fierce = watched(&running, game, &["naive"; 2]).await;
    let tame = watched(&running, game, &["naive:aggressivity=0.3"; 2]).await;
    assert_ne!(fierce.moves(), tame.moves());
    let ends = |client: &Client| client.moves().iter().filter(|text| *text == "end").count();
    let attacks_a_turn = |client: &Client| {
        let moves = client.moves();
        let attacks = moves.iter().filter(|text| text.contains('>')).count();
        attacks as f64 / ends(client).max(1) as f64
    };
    assert!(attacks_a_turn(&tame) < attacks_a_turn(&fierce));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_of_its_own_is_one_stream_for_the_whole_game() {
    let running = start().await;
    let client = watched(&running, "colonizers", &["random:seed=42"; 4]).await;
    // An agent whose random stream restarted at every move would draw the same numbers again.
    assert!(client.ply() < 4000, "{}", client.ply());
}

#[tokio::test(flavor = "multi_thread")]
async fn trees_are_kept_from_move_to_move_or_grown_again() {
    let mut seen = Vec::new();
    for agent_memory in [1 << 30, 0] {
        let config = Config {
            agent_memory,
            ..generous()
        };
        let running = start_with(
            config,
            Arc::new(MemoryStorage::new()),
            ServerGames::catalog(),
        )
        .await;
        let mut client = against(&running, "tictactoe", "mcts:iterations=400").await;
        let first = answered(&mut client, "b2").await;
        assert_eq!(visits(&first), 400);
        let kept = number(&running, "ludorum_agents_resident").await;
        assert_eq!(kept, f64::from(u8::from(agent_memory > 0)));
        let expected = first.line.get(1).cloned().expect("it looks further");
        let second = answered(&mut client, &expected).await;
        assert!(visits(&second) > 400, "{}", visits(&second));
        let rebuilt = number(&running, "ludorum_agents_rebuilt_total").await;
        assert_eq!(rebuilt, f64::from(u8::from(agent_memory == 0)));
        seen.push([first, second].map(|thought| AgentMoveAnalysis { time: 0, ..thought }));
    }
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn rings_are_placed_beside_the_last_one() {
    let running = start().await;
    for _ in 0..3 {
        let mut client = against(&running, "yinsh", "minimax:depth=1").await;
        for (own, beside) in [
            ("a3", ["a2", "a4", "b3", "b4"]),
            ("k8", ["k7", "k9", "j7", "j8"]),
            ("e10", ["d9", "e9", "f10", "e9"]),
            ("g2", ["f2", "g3", "h3", "f2"]),
        ] {
            let answer = answered(&mut client, own).await.best;
            assert!(beside.contains(&answer.as_str()), "{own} {answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_take_back_an_agent_knows_nothing_of_what_never_happened() {
    let running = start().await;
    let game = "quoridor:size=5,walls=2";
    let spec = "mcts:iterations=300";
    let mut straight = against(&running, game, spec).await;
    let first = answered(&mut straight, "c2").await;
    let other = straight.game.as_ref().unwrap().moves.clone().unwrap();
    let (taken_back, meant) = (&other[0], &other[1]);
    let second = answered(&mut straight, meant).await;

    let mut client = against(&running, game, spec).await;
    assert_eq!(answered(&mut client, "c2").await.best, first.best);
    answered(&mut client, taken_back).await;
    client.say(&ClientMessage::Undo).await;
    client
        .until(|client| client.events.contains(&Event::Undone { ply: 2 }))
        .await;
    client.turn().await;
    let again = answered(&mut client, meant).await;
    assert_eq!(
        AgentMoveAnalysis { time: 0, ..again },
        AgentMoveAnalysis { time: 0, ..second },
        "as if it had never been"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_are_let_go_with_their_game() {
    let running = start().await;
    let mut client = against(&running, "tictactoe", "mcts:iterations=50").await;
    answered(&mut client, "a1").await;
    assert_eq!(number(&running, "ludorum_agents_resident").await, 1.0);
    assert!(number(&running, "ludorum_agents_resident_bytes").await > 0.0);
    client.say(&ClientMessage::Resign).await;
    client.until(is_over).await;
    assert_eq!(number(&running, "ludorum_agents_resident").await, 0.0);
    assert_eq!(number(&running, "ludorum_agents_resident_bytes").await, 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_without_limits_plays_as_in_a_match() {
    let running = start().await;
    let mut client = against(&running, "tictactoe", "mcts").await;
    let thought = answered(&mut client, "b2").await;
    // The agent's default of 1000 iterations ends the search, not a limit of the server.
    assert_eq!(visits(&thought), 1000);
}
