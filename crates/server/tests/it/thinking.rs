//! Intermediate search results of agents are sent to the clients that may see them.

use std::sync::Arc;

use ludorum_protocol::lobby::TableSettings;
use ludorum_protocol::table::{AgentMoveAnalysis, CandidateValueBound, ServerMessage};
use ludorum_server::storage::MemoryStorage;

use crate::client::{Client, agent};
use crate::{generous, start, start_with, with_kuhn};

/// Receives messages until the agent has moved; returns its intermediate and its final analysis.
async fn shown(client: &mut Client) -> (Vec<AgentMoveAnalysis>, Option<AgentMoveAnalysis>) {
    let (mut so_far, mut chosen) = (Vec::new(), None);
    while client.ply() == 0 {
        match client.hear().await.expect("connected") {
            ServerMessage::Considering { seat: 0, thought } => so_far.push(thought),
            ServerMessage::Thought { seat: 0, thought } => chosen = Some(thought),
            _ => {}
        }
    }
    (so_far, chosen)
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_see_an_agent_think() {
    let running = start().await;
    for (spec, by_search) in [("mcts:time=900ms", true), ("pvs:time=900ms,depth=5", false)] {
        let host = running.person().await;
        let new = serde_json::json!({
            "settings": {"name": "test", "game": "quoridor:size=5"},
            "seats": [{"kind": "agent", "spec": spec}, {"kind": "here", "name": "host"}],
            "name": "host",
        });
        let table: ludorum_protocol::lobby::TableInfo =
            running.post(&host, "tables", &new).await.unwrap();
        let mut player = Client::at(&running, &table.id, Some(&host)).await;
        let mut spectator = Client::at(&running, &table.id, None).await;
        for client in [&mut player, &mut spectator] {
            client.until(|client| client.table.is_some()).await;
        }
        running.start(&host, &table.id).await.unwrap();
        for client in [&mut player, &mut spectator] {
            let (so_far, chosen) = shown(client).await;
            let chosen = chosen.expect("told before the move");
            let first = so_far.first().expect("shown while it thought");
            assert!(first.nodes < chosen.nodes, "{spec}");
            assert!(first.agent.starts_with(&spec[..3]) && !first.best.is_empty());
            assert_eq!(first.candidates[0].text, first.best);
            assert!(first.candidates.len() <= 10);
            // At most five per second; the clock may be a little late.
            assert!(so_far.len() <= 8, "{}", so_far.len());
            if by_search {
                assert!(first.candidates[0].visits > 0);
            } else {
                let known: Vec<CandidateValueBound> =
                    chosen.candidates.iter().map(|c| c.known).collect();
                assert_eq!(
                    known[..2],
                    [CandidateValueBound::Exactly, CandidateValueBound::AtMost]
                );
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_shown_where_the_host_does_not_want_it() {
    let running = start().await;
    let host = running.person().await;
    let settings = TableSettings {
        thinking: false,
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running
        .open_with(&host, settings, &[agent("mcts:iterations=2000")])
        .await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.play("b2").await;
    client.turn().await;
    assert!(!client.heard.concat().contains("\"thought\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_agent_thinks_of_hidden_cards_is_shown_to_nobody_else() {
    let running = start_with(generous(), Arc::new(MemoryStorage::new()), with_kuhn()).await;
    for _ in 0..20 {
        let host = running.person().await;
        let table = running.open(&host, "kuhn", &[agent("random")]).await;
        let mut spectator = Client::at(&running, &table.id, None).await;
        spectator.until(|client| client.table.is_some()).await;
        running.start(&host, &table.id).await.unwrap();
        let mut client = Client::at(&running, &table.id, Some(&host)).await;
        while let Some(moves) = client.turn().await {
            client.play(&moves[0]).await;
        }
        spectator
            .until(|client| {
                let game = client.game.as_ref();
                game.is_some_and(|game| game.verdict.is_some())
            })
            .await;
        for heard in [client.heard.concat(), spectator.heard.concat()] {
            for word in ["thinking\",\"seat", "considering", "thought", "candidates"] {
                assert!(!heard.contains(word), "{word}");
            }
        }
    }
}
