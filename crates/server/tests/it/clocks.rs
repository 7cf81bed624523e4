//! Game clocks: running, increments, restarts of the server, and running out of time.

use std::sync::Arc;
use std::time::Duration;

use ludorum_protocol::lobby::{TableSettings, TimeControl};
use ludorum_protocol::table::{EndCause, Event};
use ludorum_server::ServerGames;
use ludorum_server::storage::MemoryStorage;
use tokio::time::sleep;

use crate::client::{Client, Person};
use crate::{Running, generous, start, start_with};

async fn timed(running: &Running, base: u32, increment: u32) -> (Person, Person, String) {
    let (host, guest) = (running.person().await, running.person().await);
    let settings = TableSettings {
        clock: Some(TimeControl { base, increment }),
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    (host, guest, table.id)
}

fn clocks(client: &Client) -> Vec<u64> {
    let game = client.game.as_ref().unwrap();
    game.clocks.clone().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_out_ends_the_game() {
    let running = start().await;
    let (_, guest, id) = timed(&running, 1, 0).await;
    let mut client = Client::at(&running, &id, Some(&guest)).await;
    client
        .until(|client| client.events.contains(&Event::Flagged { seat: 0 }))
        .await;
    let verdict = client.game.as_ref().unwrap().verdict.clone().unwrap();
    assert_eq!((verdict.ranks, verdict.by), (vec![2, 1], EndCause::Time));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_clock_of_the_seat_to_move_runs_and_each_move_adds_to_it() {
    let running = start().await;
    let (host, guest, id) = timed(&running, 600, 60).await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    first.turn().await;
    sleep(Duration::from_millis(300)).await;
    first.play("b2").await;
    second.turn().await;
    let [own, other] = clocks(&second)[..] else {
        panic!("two clocks");
    };
    // The increment of a minute, less the thinking time.
    assert!((600_000..=659_700).contains(&own), "{own}");
    assert!((540_000..=600_000).contains(&other), "{other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_what_is_left_and_whose_turn_it_is() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let (host, guest, id) = timed(&running, 600, 0).await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    first.turn().await;
    sleep(Duration::from_millis(500)).await;
    first.play("b2").await;
    second.turn().await;
    let before = clocks(&second);
    drop((running, first, second));
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    assert!(second.turn().await.is_some());
    let after = clocks(&second);
    assert_eq!(after[0], before[0]);
    assert!(after[0] <= 599_500, "{}", after[0]);
    // The downtime of the server is not counted.
    assert!((590_000..=600_000).contains(&after[1]), "{}", after[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_out_after_a_restart_too() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let (_, guest, id) = timed(&running, 1, 0).await;
    drop(running);
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
    let mut client = Client::at(&running, &id, Some(&guest)).await;
    client
        .until(|client| client.events.contains(&Event::Flagged { seat: 0 }))
        .await;
}
