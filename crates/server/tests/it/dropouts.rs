//! Players who drop out get the last place among those still playing, and the agent that takes over
//! the seat plays for itself: live, in records, in the list of replays and after a restart.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::{ReplayInfo, SeatKind, TableInfo, TableSettings};
use ludorum_protocol::record::RecordCheckResult;
use ludorum_protocol::table::{
    ClientMessage, DropoutCauseInfo, DroppedPlayerInfo, EndCause, Event, FinalRanking, GameView,
};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};
use serde_json::json;

use crate::client::{Client, Person, agent};
use crate::{Running, generous, start, start_with};

/// Game variant with four seats. On this small board a searching substitute beats random players.
const GAME: &str = "quoridor:size=5,players=4";

fn settings() -> TableSettings {
    TableSettings {
        substitute: Some("minimax:depth=1".to_owned()),
        ..TableSettings::new("test", GAME)
    }
}

fn game(client: &Client) -> &GameView {
    client.game.as_ref().unwrap()
}

/// Receives messages until the game is over; returns the final ranking.
async fn verdict(client: &mut Client) -> FinalRanking {
    let is_over = |client: &Client| {
        let game = client.game.as_ref();
        game.is_some_and(|game| game.verdict.is_some())
    };
    client.until(is_over).await;
    game(client).verdict.clone().unwrap()
}

fn replay_of(client: &Client) -> String {
    let ended = client.events.iter().find_map(|event| match event {
        Event::Ended { replay, .. } => Some(replay.clone()),
        _ => None,
    });
    ended.unwrap()
}

async fn checked(
    running: &Running,
    who: &Person,
    replay: &str,
) -> ludorum_protocol::record::RecordInfo {
    let text = running.text(&format!("/api/replays/{replay}")).await;
    let checked: RecordCheckResult = running
        .post(who, "records/check", &json!({"text": text}))
        .await
        .unwrap();
    match checked {
        RecordCheckResult::Good(info) => info,
        RecordCheckResult::Bad { line, reason } => panic!("line {line}: {reason}\n{text}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_resigns_among_more_is_last_and_only_watches_whatever_the_substitute_does() {
    let running = start().await;
    let host = running.person().await;
    let others = [agent("random"), agent("random"), agent("random")];
    let table = running.open_with(&host, settings(), &others).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    let moves = client.turn().await.unwrap();
    client.play(&moves[0]).await;
    client.turn().await.unwrap();
    client.say(&ClientMessage::Resign).await;
    client
        .until(|client| client.events.contains(&Event::Resigned { seat: 0 }))
        .await;
    let own = DroppedPlayerInfo {
        seat: 0,
        place: 4,
        cause: DropoutCauseInfo::Resigned,
        agent: Some("minimax:depth=1".to_owned()),
    };
    // The dropout is informed at once and has no more decisions.
    assert_eq!(game(&client).dropouts, std::slice::from_ref(&own));
    assert_eq!(game(&client).moves, None);
    for message in [
        ClientMessage::Undo,
        ClientMessage::Hint,
        ClientMessage::Resign,
        ClientMessage::Move {
            ply: game(&client).ply,
            text: moves[0].clone(),
        },
    ] {
        if game(&client).verdict.is_some() {
            break;
        }
        client.say(&message).await;
        let refused = client.refusal().await;
        let is_over = game(&client).verdict.is_some();
        assert!(refused == ErrorCode::OutOfGame || is_over && refused == ErrorCode::WrongPhase);
    }
    let verdict = verdict(&mut client).await;
    assert!(
        client
            .heard
            .iter()
            .all(|text| !text.contains("\"moves\":[") || !text.contains("resigned"))
    );
    // The seat's rank belongs to the substitute, the place to the person.
    assert_eq!(verdict.by, EndCause::Rules);
    assert_eq!(
        verdict.ranks[0], 1,
        "the substitute does not win: {verdict:?}"
    );
    assert_eq!(verdict.dropouts, std::slice::from_ref(&own));
    let replay = replay_of(&client);
    let info = checked(&running, &host, &replay).await;
    assert_eq!(info.dropouts, std::slice::from_ref(&own));
    assert_eq!(info.ranks.unwrap()[0], 1);
    let replays: Vec<ReplayInfo> = running
        .ask(&host, Method::GET, "replays", &())
        .await
        .unwrap();
    assert_eq!(replays[0].dropouts, [own]);
    let text = running.text(&format!("/api/replays/{replay}")).await;
    let line = "\nout 1 place=4 after=4 cause=resigned agent=minimax:depth=1  #";
    assert!(text.contains(line), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_to_leave_is_placed_before_the_first() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let others = [
        ludorum_protocol::lobby::SeatOccupantChoice::Open,
        agent("random"),
        agent("random"),
    ];
    let table = running.open_with(&host, settings(), &others).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    let mut second = Client::at(&running, &table.id, Some(&guest)).await;
    second.until(|client| client.game.is_some()).await;
    second.say(&ClientMessage::Resign).await;
    first
        .until(|client| {
            client
                .game
                .as_ref()
                .is_some_and(|game| !game.dropouts.is_empty())
        })
        .await;
    first.say(&ClientMessage::Resign).await;
    let verdict = verdict(&mut first).await;
    let places: Vec<(u8, u8)> = verdict
        .dropouts
        .iter()
        .map(|left| (left.seat, left.place))
        .collect();
    assert_eq!(places, [(1, 4), (0, 3)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_who_resigns_has_lost_and_the_record_says_so() {
    let running = start().await;
    let (host, _, id) = running.two_players("tictactoe").await;
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.turn().await;
    client.play("b2").await;
    client.say(&ClientMessage::Resign).await;
    let verdict = verdict(&mut client).await;
    let own = DroppedPlayerInfo {
        seat: 0,
        place: 2,
        cause: DropoutCauseInfo::Resigned,
        agent: None,
    };
    assert_eq!(
        (verdict.ranks, verdict.by),
        (vec![2, 1], EndCause::Resignation)
    );
    assert_eq!(verdict.dropouts, std::slice::from_ref(&own));
    let info = checked(&running, &host, &replay_of(&client)).await;
    assert_eq!((info.dropouts, info.ranks), (vec![own], None));
}

async fn leave(running: &Running, who: &Person, id: &str) -> TableInfo {
    let path = format!("tables/{id}/leave");
    running.post(who, &path, &()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_among_more_is_out_once_an_agent_has_moved_for_them() {
    let config = Config {
        away_after: Duration::from_secs(3600),
        ..generous()
    };
    let running = start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let (host, guest) = (running.person().await, running.person().await);
    let others = [
        ludorum_protocol::lobby::SeatOccupantChoice::Open,
        agent("random"),
        agent("random"),
    ];
    let table = running.open_with(&host, settings(), &others).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    let moves = first.turn().await.unwrap();
    // The guest leaves and comes back before it is their turn: nothing is lost.
    leave(&running, &guest, &table.id).await;
    first
        .until(|client| {
            client
                .game
                .as_ref()
                .is_some_and(|game| !game.dropouts.is_empty())
        })
        .await;
    assert_eq!(game(&first).dropouts[0].cause, DropoutCauseInfo::Left);
    let back = Client::at(&running, &table.id, Some(&guest)).await;
    first
        .until(|client| {
            client
                .game
                .as_ref()
                .is_some_and(|game| game.dropouts.is_empty())
        })
        .await;
    drop(back);
    // The guest leaves again, and the agent moves: the seat now belongs to the agent.
    leave(&running, &guest, &table.id).await;
    first.play(&moves[0]).await;
    first.turn().await.unwrap();
    let mut back = Client::at(&running, &table.id, Some(&guest)).await;
    back.until(|client| client.game.is_some()).await;
    let own = DroppedPlayerInfo {
        seat: 1,
        place: 4,
        cause: DropoutCauseInfo::Left,
        agent: Some("minimax:depth=1".to_owned()),
    };
    assert_eq!(game(&back).dropouts, [own]);
    assert_eq!(back.table.as_ref().unwrap().seats[1].kind, SeatKind::Away);
    back.say(&ClientMessage::Undo).await;
    assert_eq!(back.refusal().await, ErrorCode::OutOfGame);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_a_game_of_two_does_not_come_back_to_win_it() {
    let config = Config {
        away_after: Duration::from_secs(3600),
        ..generous()
    };
    let running = start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let (host, guest) = (running.person().await, running.person().await);
    let settings = TableSettings {
        substitute: Some("random".to_owned()),
        ..TableSettings::new("test", "tictactoe")
    };
    let open = [ludorum_protocol::lobby::SeatOccupantChoice::Open];
    let table = running.open_with(&host, settings, &open).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    let moves = first.turn().await.unwrap();
    leave(&running, &guest, &table.id).await;
    first.play(&moves[0]).await;
    first.turn().await.unwrap();
    let mut back = Client::at(&running, &table.id, Some(&guest)).await;
    back.until(|client| client.game.is_some()).await;
    assert_eq!(game(&back).dropouts[0].place, 2);
    back.say(&ClientMessage::Resign).await;
    assert_eq!(back.refusal().await, ErrorCode::OutOfGame);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_dice_wars_those_who_were_eliminated_before_are_placed_behind() {
    // With this seed the second of three players is eliminated early.
    let running = start().await;
    let host = running.person().await;
    let settings = TableSettings {
        seed: Some(5),
        ..TableSettings::new("test", "dicewars:players=3")
    };
    let others = [agent("random"), agent("naive")];
    let table = running.open_with(&host, settings, &others).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    let mut out = None;
    for _ in 0..400 {
        let Some(moves) = client.turn().await else {
            break;
        };
        let position = game(&client).position.clone().unwrap();
        out = eliminated(&position);
        if out.is_some() {
            break;
        }
        let text = moves
            .iter()
            .find(|text| text.contains('>'))
            .unwrap_or(&moves[0]);
        client.play(text).await;
    }
    assert!(out.is_some(), "nobody was eliminated: choose another seed");
    client.say(&ClientMessage::Resign).await;
    let verdict = verdict(&mut client).await;
    assert_eq!(verdict.dropouts[0].place, 2);
}

/// Returns a seat other than the first that owns no area in Dice Wars; `None` if all own one.
fn eliminated(position: &str) -> Option<u8> {
    let variant = ludorum_catalog::open("dicewars:players=3").unwrap();
    let position = variant.position(position).unwrap();
    let mut others = [1, 2].into_iter();
    others.find(|seat| position.is_eliminated(ludorum_core::Seat::new(usize::from(*seat))))
}

#[tokio::test(flavor = "multi_thread")]
async fn places_outlive_a_restart() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let slow = TableSettings {
        substitute: Some("mcts:time=20s".to_owned()),
        ..settings()
    };
    let others = [agent("random"), agent("random"), agent("random")];
    let table = running.open_with(&host, slow, &others).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.say(&ClientMessage::Resign).await;
    client
        .until(|client| {
            client
                .game
                .as_ref()
                .is_some_and(|game| !game.dropouts.is_empty())
        })
        .await;
    let before = game(&client).dropouts.clone();
    drop(client);
    drop(running);
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.until(|client| client.game.is_some()).await;
    assert_eq!(game(&client).dropouts, before);
    client.say(&ClientMessage::Undo).await;
    assert_eq!(client.refusal().await, ErrorCode::OutOfGame);
}
