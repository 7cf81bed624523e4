//! Several people on one device with hidden information: one view at a time.

use std::sync::Arc;

use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::TableSettings;
use ludorum_protocol::table::{ClientMessage, Event};
use ludorum_server::Config;
use ludorum_server::storage::MemoryStorage;

use crate::client::{Client, agent, here};
use crate::hidden::seed_that_deals;
use crate::{generous, start, start_with, with_kuhn};

fn eyes(client: &Client) -> Option<u8> {
    client.you.as_ref().and_then(|you| you.eyes)
}

fn moves(client: &Client) -> Option<&Vec<String>> {
    client.game.as_ref().and_then(|game| game.moves.as_ref())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_share_a_screen_see_their_own_seat_only_and_move_for_it_only() {
    let config = Config {
        seed: Some(seed_that_deals([1, 3])),
        ..generous()
    };
    let running = start_with(config, Arc::new(MemoryStorage::new()), with_kuhn()).await;
    let host = running.person().await;
    let settings = TableSettings {
        hints: Some(true),
        ..TableSettings::new("test", "kuhn")
    };
    let table = running.open_with(&host, settings, &[here("friend")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.until(|client| client.game.is_some()).await;
    let said = |client: &mut Client| std::mem::take(&mut client.heard).concat();
    // At first the client gets the public view, and can neither move nor get hints.
    assert_eq!((eyes(&client), moves(&client)), (None, None));
    assert_eq!(client.you.as_ref().unwrap().seats, [0, 1]);
    client.attempt("pass").await;
    assert_eq!(client.refusal().await, ErrorCode::NotYourTurn);
    client.say(&ClientMessage::Hint).await;
    assert_eq!(client.refusal().await, ErrorCode::NotYourTurn);
    client.say(&ClientMessage::Look { seat: Some(2) }).await;
    assert_eq!(client.refusal().await, ErrorCode::NotSeated);
    let text = said(&mut client);
    assert!(!text.contains("deal1") && !text.contains("deal3"), "{text}");
    // Each seat's view shows its own card, including earlier events.
    client.look(Some(0)).await;
    assert_eq!(client.moves(), ["deal1", "deal?"]);
    assert!(moves(&client).is_some());
    client.play("pass").await;
    assert_eq!(
        (eyes(&client), moves(&client)),
        (Some(0), None),
        "it is the other's turn"
    );
    client.attempt("pass").await;
    assert_eq!(client.refusal().await, ErrorCode::NotYourTurn);
    assert!(!said(&mut client).contains("deal3"));
    client.look(Some(1)).await;
    assert_eq!(client.moves(), ["deal?", "deal3", "pass"]);
    assert!(moves(&client).is_some());
    assert!(!said(&mut client).contains("deal1"));
    // Back to the public view, also after a reconnect.
    client.look(None).await;
    assert_eq!(client.moves(), ["deal?", "deal?", "pass"]);
    assert_eq!(moves(&client), None);
    let mut again = Client::at(&running, &table.id, Some(&host)).await;
    again.until(|client| client.game.is_some()).await;
    assert_eq!((eyes(&again), moves(&again)), (None, None));
    // After the take-back the first seat is to move again.
    client.say(&ClientMessage::Undo).await;
    client.until(|client| client.ply() == 2).await;
    assert_eq!(moves(&client), None);
    client.look(Some(0)).await;
    assert!(moves(&client).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn four_at_one_screen_play_colonizers_to_its_end() {
    let running = start().await;
    let host = running.person().await;
    let others = [here("two"), here("three"), here("four")];
    let table = running.open(&host, "colonizers", &others).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.until(|client| client.game.is_some()).await;
    let mut seen = [false; 4];
    while let Some(seat) = client.game.as_ref().and_then(|game| game.to_move) {
        if eyes(&client) != Some(seat) {
            assert_eq!(moves(&client), None);
            client.look(Some(seat)).await;
        }
        seen[usize::from(seat)] = true;
        let own = format!("{}/", seat + 1);
        let position = client.game.as_ref().unwrap().position.as_ref().unwrap();
        assert!(position.starts_with(&own), "seat {seat}: {position}");
        let wanted = ["build:", "cards", "keep:"];
        let legal = moves(&client).unwrap();
        let good = wanted
            .iter()
            .find_map(|verb| legal.iter().find(|text| text.starts_with(verb)));
        let text = good.unwrap_or(&legal[0]).clone();
        client.play(&text).await;
    }
    assert_eq!(seen, [true; 4]);
    assert!(client.game.as_ref().unwrap().verdict.is_some());
    let ended = |event: &Event| matches!(event, Event::Ended { .. });
    assert!(client.events.iter().any(ended));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_is_who_looks() {
    let running = start().await;
    let host = running.person().await;
    let others = [here("two"), agent("random"), agent("random")];
    let table = running.open(&host, "colonizers", &others).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.until(|client| client.game.is_some()).await;
    client.look(Some(0)).await;
    client.say(&ClientMessage::Resign).await;
    let gave_up =
        |seat: u8| move |client: &Client| client.events.contains(&Event::Resigned { seat });
    client.until(gave_up(0)).await;
    // The second seat continues with its own view.
    let second = |client: &Client| {
        let game = client.game.as_ref();
        game.is_some_and(|game| game.to_move == Some(1))
    };
    client.until(second).await;
    assert_eq!(moves(&client), None);
    client.look(Some(1)).await;
    assert!(moves(&client).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_is_hidden_nobody_need_look() {
    let running = start().await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[here("friend")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    for text in ["a1", "b2", "c3"] {
        client.turn().await;
        client.play(text).await;
    }
    assert_eq!(eyes(&client), Some(0));
}
