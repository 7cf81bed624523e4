//! Faults: full disks, garbage input, floods.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludorum_core::{Rng, Seed};
use ludorum_protocol::ErrorCode;
use ludorum_protocol::table::ClientMessage;
use ludorum_server::ServerGames;
use ludorum_server::storage::MemoryStorage;

use crate::client::Client;
use crate::{generous, start, start_with};

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_told_to_the_mover_and_nothing_is_half_done() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    second.until(|client| client.game.is_some()).await;
    first.turn().await;
    storage.fill();
    first.attempt("b2").await;
    assert_eq!(first.refusal().await, ErrorCode::NotStored);
    let mut late = Client::at(&running, &id, None).await;
    late.until(|client| client.game.is_some()).await;
    assert_eq!(late.ply(), 0);
    storage.free();
    first.play("a1").await;
    second.turn().await;
    assert_eq!(second.moves(), ["a1"]);
}

/// Creates a random malformed message.
fn rubbish(rng: &mut Rng) -> String {
    let valid = [
        r#"{"type":"move","ply":0,"text":"b2"}"#,
        r#"{"type":"hello","version":1,"last":3,"seat":1,"drawing":"plain"}"#,
        r#"{"type":"answer_undo","accept":true}"#,
        r#"{"type":"resign"}"#,
    ];
    let mut bytes = rng.pick(&valid).unwrap().as_bytes().to_vec();
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len());
        match rng.below(5) {
            0 => bytes[at] = rng.below(256) as u8,
            1 => {
                bytes.remove(at);
            }
            2 => bytes.insert(at, b"{}[]\",:0-9eE\\\x00"[rng.below(14)]),
            3 => bytes.truncate(at + 1),
            _ => {
                let copy = bytes.clone();
                bytes.splice(at..at, copy);
            }
        }
        if bytes.is_empty() {
            bytes.push(b'{');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_malformed_messages_do_no_harm() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    // Otherwise a panic in a detached task goes unnoticed. Threads named after a test belong to
    // tests, not to the server.
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !std::thread::current()
            .name()
            .is_some_and(|name| name.contains("::"))
        {
            PANICS.fetch_add(1, Ordering::SeqCst);
        }
        told(info);
    }));
    let running = start().await;
    let (host, guest, id) = running.two_players("quoridor").await;
    let mut rng = Seed(11).rng();
    let mut sent = 0;
    while sent < 10_000 {
        // Half of the clients send hello first.
        let mut client = match rng.below(4) {
            0 => Client::silent(&running, &id, Some(&guest)).await,
            _ => Client::at(&running, &id, Some(&guest)).await,
        };
        // Each message is answered, or the connection is closed.
        let mut is_open = true;
        for _ in 0..200 {
            sent += 1;
            if is_open {
                let before = client.heard.len();
                client.say_text(rubbish(&mut rng)).await;
                while is_open && client.heard.len() == before {
                    is_open = client.hear().await.is_some();
                }
            } else {
                client.say_text(rubbish(&mut rng)).await;
            }
        }
        if rng.below(5) == 0 {
            client.say_bytes(vec![0; 100]).await;
        }
        if rng.below(5) == 0 {
            client.say_text("x".repeat(100_000)).await;
        }
    }
    // The garbage may have resigned by chance; the table must answer either way.
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.until(|client| client.game.is_some()).await;
    client.say(&ClientMessage::Undo).await;
    client.refusal().await;
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_are_cut_off() {
    let config = ludorum_server::Config {
        messages_per_second: 1.0,
        ..generous()
    };
    let running = start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let (host, _, id) = running.two_players("tictactoe").await;
    let mut client = Client::at(&running, &id, Some(&host)).await;
    for _ in 0..100 {
        client.say(&ClientMessage::Undo).await;
    }
    while client.hear().await.is_some() {}
    assert_eq!(client.refused.unwrap().code, ErrorCode::TooManyRequests);
}
