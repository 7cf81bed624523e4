//! Complete games of every game without hidden information, with reconnects.

use ludorum_core::Seed;
use ludorum_protocol::lobby::TablePhase;
use ludorum_protocol::table::{EndCause, Event};
use ludorum_record::{read, replay};

use crate::client::{Client, agent};
use crate::start;

/// Plays every game without hidden information to the end. The clients reconnect every few moves.
#[tokio::test(flavor = "multi_thread")]
async fn every_open_game_is_played_to_its_end_with_reconnects() {
    let running = start().await;
    for kind in ludorum_catalog::kinds() {
        let spec = match kind.name() {
            "quoridor" => "quoridor:size=5,walls=3",
            "yinsh" => "yinsh:rings_to_win=1",
            "sector66" => "sector66:template=duel",
            "dicewars" => "dicewars:areas=6,cap=40",
            name => name,
        };
        if !ludorum_catalog::open(spec).unwrap().is_open() {
            continue;
        }
        let (host, guest, id) = running.two_players(spec).await;
        let people = [&host, &guest];
        let mut clients = [
            Client::at(&running, &id, Some(&host)).await,
            Client::at(&running, &id, Some(&guest)).await,
        ];
        let mut rng = Seed(1).rng();
        let mut told: [Vec<Event>; 2] = Default::default();
        let mut ply = 0;
        for round in 0.. {
            // A turn may be several moves, so the seat to move is read from the game view.
            clients[0]
                .until(|client| client.game.is_some() && client.ply() >= ply)
                .await;
            let Some(seat) = clients[0].game.as_ref().and_then(|game| game.to_move) else {
                break;
            };
            let seat = usize::from(seat);
            let client = &mut clients[seat];
            client.until(|client| client.ply() >= ply).await;
            let moves = client.turn().await.unwrap();
            client.play(rng.pick(&moves).unwrap()).await;
            ply = client.ply();
            if round % 3 == seat {
                let last = client.last;
                told[seat].append(&mut client.events);
                clients[seat] = Client::since(&running, &id, Some(people[seat]), last).await;
            }
        }
        for (client, told) in clients.iter_mut().zip(&mut told) {
            let is_over = |client: &Client| {
                client
                    .game
                    .as_ref()
                    .is_some_and(|game| game.verdict.is_some())
            };
            client.until(is_over).await;
            told.append(&mut client.events);
        }
        assert_eq!(
            told[0], told[1],
            "{spec}: both were told the same, nothing twice"
        );
        let Some(Event::Ended {
            verdict,
            replay: id,
        }) = told[0].last()
        else {
            panic!("the last event is the end: {:?}", told[0].last());
        };
        assert_eq!(verdict.by, EndCause::Rules);
        let request = axum::http::Request::get(format!("/api/replays/{id}"));
        let request = request.header("host", "localhost");
        let (_, record) = running
            .request(request.body(axum::body::Body::empty()).unwrap())
            .await;
        let record = read(&record).unwrap();
        replay(&record).unwrap();
        let ranks = record.ranks.unwrap();
        let ranks: Vec<u8> = ranks.iter().map(|rank| rank + 1).collect();
        assert_eq!(ranks, verdict.ranks);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_take_any_seat_and_show_their_thoughts() {
    let running = start().await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("minimax")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    while let Some(moves) = client.turn().await {
        client.play(&moves[0]).await;
    }
    let verdict = client.game.as_ref().unwrap().verdict.clone().unwrap();
    assert_eq!(verdict.ranks[1], 1, "minimax never loses");
    let thoughts = client
        .heard
        .iter()
        .filter(|text| text.contains("\"thought\""));
    assert!(thoughts.count() >= 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_starts_when_both_want_it() {
    let running = start().await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    use ludorum_protocol::table::ClientMessage::{Rematch, Resign};
    second.say(&Resign).await;
    first
        .until(|client| {
            client
                .game
                .as_ref()
                .is_some_and(|game| game.verdict.is_some())
        })
        .await;
    let verdict = first.game.as_ref().unwrap().verdict.clone().unwrap();
    assert_eq!(
        (verdict.ranks, verdict.by),
        (vec![1, 2], EndCause::Resignation)
    );
    first.say(&Rematch).await;
    second
        .until(|client| {
            client
                .events
                .iter()
                .any(|event| matches!(event, Event::RematchAsked { .. }))
        })
        .await;
    assert_eq!(second.table.as_ref().unwrap().phase, TablePhase::Over);
    second.say(&Rematch).await;
    first
        .until(|client| {
            client
                .table
                .as_ref()
                .is_some_and(|table| table.phase == TablePhase::Playing)
        })
        .await;
    assert!(first.turn().await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chosen_seed_brings_the_same_game_again() {
    let running = start().await;
    let mut games = Vec::new();
    for seed in [7, 7, 8] {
        let host = running.person().await;
        let new = serde_json::json!({
            "settings": {"name": "test", "game": "quoridor:size=5", "seed": seed},
            "seats": [{"kind": "agent", "spec": "random"}, {"kind": "agent", "spec": "random"}],
            "name": "host",
        });
        let table: ludorum_protocol::lobby::TableInfo =
            running.post(&host, "tables", &new).await.unwrap();
        assert_eq!(table.settings.seed, Some(seed));
        let mut client = Client::at(&running, &table.id, Some(&host)).await;
        running.start(&host, &table.id).await.unwrap();
        client
            .until(|client| {
                client
                    .game
                    .as_ref()
                    .is_some_and(|game| game.verdict.is_some())
            })
            .await;
        games.push(client.game.unwrap().position);
    }
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0], games[2]);
}
