//! Games between agents: the host starts them without a seat and sets the pace.

use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::{NewTable, TableInfo, TablePhase, TableSettings};
use ludorum_protocol::table::{ClientMessage, Event, Pacing};

use crate::client::{Client, Person, agent, here};
use crate::{Running, start};

/// Delay between moves that is longer than any test, in milliseconds.
const LONG: u32 = 60_000;

async fn open(running: &Running, host: &Person, game: &str, pace: Option<u32>) -> TableInfo {
    let seats = ludorum_catalog::open(game).unwrap().seats();
    let new = NewTable {
        settings: TableSettings {
            pace,
            seed: Some(5),
            ..TableSettings::new("test", game)
        },
        password: None,
        seats: vec![agent("random"); seats],
        name: "host".to_owned(),
    };
    running.post(host, "tables", &new).await.unwrap()
}

fn pacing(client: &Client) -> Option<Pacing> {
    client.game.as_ref().and_then(|game| game.pacing)
}

fn is_over(client: &Client) -> bool {
    let game = client.game.as_ref();
    game.is_some_and(|game| game.verdict.is_some())
}

/// Counts the moves of seats, without chance events.
fn decided(client: &Client) -> usize {
    let by_a_seat = |event: &&Event| matches!(event, Event::Moved { seat: Some(_), .. });
    client.events.iter().filter(by_a_seat).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_of_computers_only_is_started_paused_stepped_and_played_to_its_end() {
    let running = start().await;
    for kind in ludorum_catalog::kinds() {
        let host = running.person().await;
        let table = open(&running, &host, kind.name(), Some(LONG)).await;
        assert_eq!(table.phase, TablePhase::Open);
        let started = running.start(&host, &table.id).await.unwrap();
        assert_eq!(started.phase, TablePhase::Playing, "{}", kind.name());
        let mut client = Client::at(&running, &table.id, Some(&host)).await;
        client.until(|client| client.game.is_some()).await;
        let pace = |pause, paused| Some(Pacing { pause, paused });
        assert_eq!(pacing(&client), pace(LONG, false));
        assert_eq!(decided(&client), 0);
        for step in 1..=3 {
            client.say(&ClientMessage::Step).await;
            client.until(|client| decided(client) == step).await;
            assert_eq!(pacing(&client), pace(LONG, true));
        }
        let on = ClientMessage::Pace {
            pause: 0,
            paused: false,
        };
        client.say(&on).await;
        client.until(is_over).await;
        let [.., Event::Ended { replay, .. }] = client.events.as_slice() else {
            panic!("{}: {:?}", kind.name(), client.events.last());
        };
        let record = running.text(&format!("/api/replays/{replay}")).await;
        assert!(ludorum_record::read(record.as_bytes()).is_ok());
        // The recorded time is the agent's thinking time, without the delay before the move.
        let times = ludorum_record::read(record.as_bytes()).unwrap().plies;
        let longest = times.iter().filter_map(|ply| ply.time).max().unwrap();
        assert!(longest.as_millis() < u128::from(LONG));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_game_waits_and_goes_on_and_is_played_again() {
    let running = start().await;
    let host = running.person().await;
    let table = open(&running, &host, "tictactoe", Some(LONG)).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.say(&ClientMessage::Step).await;
    client.until(|client| client.ply() == 1).await;
    // Paused: the next message is the answer to the next command.
    let paused = ClientMessage::Pace {
        pause: 0,
        paused: true,
    };
    client.say(&paused).await;
    client
        .until(|client| pacing(client).is_some_and(|pacing| pacing.pause == 0))
        .await;
    client.say(&ClientMessage::Hint).await;
    assert_eq!(client.refusal().await, ErrorCode::NotYourTurn);
    assert_eq!(client.ply(), 1);
    let on = ClientMessage::Pace {
        pause: 0,
        paused: false,
    };
    client.say(&on).await;
    client.until(is_over).await;
    client.say(&ClientMessage::Rematch).await;
    let begun = |event: &&Event| matches!(event, Event::Started { .. });
    let again = |client: &Client| client.events.iter().filter(begun).count() == 2;
    client.until(again).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_a_pace_waits_for_somebody_to_watch_it() {
    let running = start().await;
    let (host, other) = (running.person().await, running.person().await);
    let table = open(&running, &host, "tictactoe", Some(0)).await;
    running.start(&host, &table.id).await.unwrap();
    let look = async || -> TableInfo {
        let path = format!("tables/{}", table.id);
        let asked = running.ask(&host, axum::http::Method::GET, &path, &());
        asked.await.unwrap()
    };
    for _ in 0..20 {
        tokio::task::yield_now().await;
        assert_eq!(look().await.phase, TablePhase::Playing);
    }
    let mut client = Client::at(&running, &table.id, Some(&other)).await;
    client.until(is_over).await;
    let first = client.events.first();
    assert!(matches!(first, Some(Event::Started { .. })), "{first:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_host_says_how_fast_and_only_where_no_person_plays() {
    let running = start().await;
    let (host, other) = (running.person().await, running.person().await);
    let table = open(&running, &host, "tictactoe", Some(LONG)).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&other)).await;
    for message in [
        ClientMessage::Step,
        ClientMessage::Pace {
            pause: 0,
            paused: false,
        },
    ] {
        client.say(&message).await;
        assert_eq!(client.refusal().await, ErrorCode::NotHost);
    }
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    let much = ClientMessage::Pace {
        pause: LONG + 1,
        paused: false,
    };
    client.say(&much).await;
    assert_eq!(client.refusal().await, ErrorCode::BadText);
    // Pacing does not apply to games with people.
    let settings = TableSettings {
        pace: Some(LONG),
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[agent("random")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.play("a1").await;
    client.turn().await;
    assert_eq!((client.ply(), pacing(&client)), (2, None));
    client.say(&ClientMessage::Step).await;
    assert_eq!(client.refusal().await, ErrorCode::NotAllowed);
    let new = NewTable {
        settings: TableSettings {
            pace: Some(LONG + 1),
            ..TableSettings::new("test", "tictactoe")
        },
        password: None,
        seats: vec![here("host")],
        name: "host".to_owned(),
    };
    let refused: Result<TableInfo, _> = running.post(&host, "tables", &new).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::BadText);
}
