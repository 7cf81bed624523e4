//! No message to a seat contains hidden information.

use std::sync::Arc;

use ludorum_catalog::chance_rng;
use ludorum_core::Seed;
use ludorum_protocol::table::Event;
use ludorum_server::Config;
use ludorum_server::storage::MemoryStorage;

use crate::client::{Client, Person};
use crate::{Running, generous, start_with, with_kuhn};

/// Finds a seed with which the two seats are dealt these cards.
pub(crate) fn seed_that_deals(cards: [u8; 2]) -> u64 {
    let kind = ludorum_catalog::CatalogEntry::new(ludorum_agents::Roster::<
        ludorum_testkit::toys::KuhnPoker,
    >::hidden(
        &ludorum_agents::GameKnowledge::none()
    ));
    let variant = kind.open("").unwrap();
    let deals = cards.map(|card| format!("deal{card}"));
    (0..)
        .find(|&seed| {
            let mut position = variant.start(Seed(seed));
            (0..2).all(|ply| position.play_chance(&mut chance_rng(Seed(seed), ply)) == deals[ply])
        })
        .unwrap()
}

/// Returns all messages to a seat and to a spectator in a game with these cards and bets, without
/// the random ids of the table and its replay.
async fn bytes(cards: [u8; 2], betting: &[&str], seat: usize) -> [Vec<String>; 2] {
    let config = Config {
        seed: Some(seed_that_deals(cards)),
        ..generous()
    };
    let running = start_with(config, Arc::new(MemoryStorage::new()), with_kuhn()).await;
    let (host, guest, id) = running.two_players("kuhn").await;
    let people = [host, guest];
    let mut clients = seated(&running, &id, &people).await;
    let mut spectator = Client::at(&running, &id, None).await;
    spectator.until(|client| client.game.is_some()).await;
    for (ply, word) in betting.iter().enumerate() {
        clients[ply % 2].turn().await;
        clients[ply % 2].play(word).await;
    }
    let over = |client: &Client| {
        client
            .game
            .as_ref()
            .is_some_and(|game| game.verdict.is_some())
    };
    clients[seat].until(over).await;
    spectator.until(over).await;
    let [own, watched] = [&clients[seat], &spectator].map(|client| {
        let replay = client.events.iter().find_map(|event| match event {
            Event::Ended { replay, .. } => Some(replay.clone()),
            _ => None,
        });
        let replay = replay.unwrap();
        let masked = client.heard.iter();
        masked
            .map(|text| text.replace(&id, "TABLE").replace(&replay, "REPLAY"))
            .collect()
    });
    [own, watched]
}

/// Connects the clients one by one in seat order, so that the message sequences of all games match.
async fn seated(running: &Running, id: &str, people: &[Person; 2]) -> [Client; 2] {
    let mut first = Client::at(running, id, Some(&people[0])).await;
    first.until(|client| client.game.is_some()).await;
    let mut second = Client::at(running, id, Some(&people[1])).await;
    second.until(|client| client.game.is_some()).await;
    [first, second]
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_are_the_same_when_what_is_hidden_differs() {
    // With these betting lines and cards the one seat cannot tell from the result what the other
    // held: it folds or the other does, or it holds the lowest or the highest card.
    let lines: [&[&str]; 5] = [
        &["pass", "pass"],
        &["bet", "pass"],
        &["bet", "bet"],
        &["pass", "bet", "pass"],
        &["pass", "bet", "bet"],
    ];
    let mut games = 0;
    for round in 0.. {
        for betting in lines {
            let is_folded = betting.contains(&"bet") && betting.last() == Some(&"pass");
            for seat in 0..2 {
                for own in 1..=3u8 {
                    if own == 2 && !is_folded {
                        continue;
                    }
                    let others: Vec<u8> = (1..=3).filter(|&card| card != own).collect();
                    let deal = |other: u8| {
                        if seat == 0 {
                            [own, other]
                        } else {
                            [other, own]
                        }
                    };
                    let one = bytes(deal(others[0]), betting, seat).await;
                    let other = bytes(deal(others[1]), betting, seat).await;
                    assert_eq!(one[0], other[0], "{betting:?}, seat {seat}, card {own}");
                    assert_eq!(one[1].len(), other[1].len());
                    if is_folded {
                        assert_eq!(one[1], other[1], "spectators, {betting:?}");
                    }
                    let text = one[0].concat();
                    let own_card = format!("deal{own}");
                    assert!(text.contains(&own_card), "the seat knows its own card");
                    assert!(!one[1].concat().contains(&own_card), "spectators do not");
                    games += 2;
                }
            }
        }
        if games >= 200 || round > 10 {
            break;
        }
    }
    assert!(games >= 200, "{games}");
}

/// Finds the `nth` seed of Colonizers with which chance removes this colonist first.
fn seed_that_removes(colonist: &str, nth: usize) -> u64 {
    let variant = ludorum_catalog::open("colonizers").unwrap();
    let event = format!("remove:{colonist}");
    let removes = |&seed: &u64| {
        let mut position = variant.start(Seed(seed));
        position.play_chance(&mut chance_rng(Seed(seed), 0)) == event
    };
    (0..).filter(removes).nth(nth).unwrap()
}

/// Returns all messages to the last seat and to a spectator until the third seat is about to show
/// its colonist. The first two seats draw two cards each and keep the one at index `kept`.
async fn colonizers_bytes(seed: u64, third: &str, kept: usize) -> [Vec<String>; 2] {
    let config = Config {
        seed: Some(seed),
        ..generous()
    };
    let running = start_with(config, Arc::new(MemoryStorage::new()), with_kuhn()).await;
    let mut people = Vec::new();
    for _ in 0..4 {
        people.push(running.person().await);
    }
    let table = running.open(&people[0], "colonizers", &[]).await;
    for (name, guest) in ["two", "three", "four"].into_iter().zip(&people[1..]) {
        running.join_as(name, guest, &table.id).await.unwrap();
    }
    running.start(&people[0], &table.id).await.unwrap();
    let mut clients = Vec::new();
    for person in people.iter().map(Some).chain([None]) {
        let mut client = Client::at(&running, &table.id, person).await;
        client.until(|client| client.game.is_some()).await;
        clients.push(client);
    }
    let third = format!("pick:{third}");
    let picks = ["pick:ecologist", "pick:miner", &third, "pick:visionary"];
    for (seat, pick) in picks.into_iter().enumerate() {
        clients[seat].turn().await;
        clients[seat].play(pick).await;
    }
    for client in &mut clients[..2] {
        client.turn().await;
        client.play("cards").await;
        let offered = client.turn().await.unwrap();
        client.play(&offered[kept.min(offered.len() - 1)]).await;
        client.turn().await;
        client.play("pass").await;
    }
    let plies = clients[1].ply();
    let [.., last, spectator] = clients.as_mut_slice() else {
        unreachable!("four seats and a spectator");
    };
    last.until(|client| client.ply() >= plies).await;
    spectator.until(|client| client.ply() >= plies).await;
    [last, spectator].map(|client| {
        let masked = client.heard.iter();
        masked
            .map(|text| text.replace(&table.id, "TABLE"))
            .collect()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn colonists_and_cards_of_others_are_in_no_byte() {
    let general = seed_that_removes("general", 0);
    let one = colonizers_bytes(general, "spy", 0).await;
    assert!(
        one[0].concat().contains("pick:visionary"),
        "own picks are told"
    );
    assert!(!one[0].concat().contains("pick:spy") && !one[1].concat().contains("visionary"));
    // A spectator sees the two shown colonists; other colonists and cards are question marks.
    let seen = "nobody/draw:3/VGOS/0,0,E!,E,-,?1/0,0,M!,M,-,?2/0,0,?,VGOS,-,-/0,0,?,VGOS,-,-/-/";
    assert!(one[1].concat().contains(seen), "{:?}", one[1].last());
    for nth in 0..4 {
        let spy = seed_that_removes("spy", nth);
        let other = colonizers_bytes(spy, "general", nth % 2).await;
        assert_eq!(one, other, "seeds {general} and {spy}");
    }
}
