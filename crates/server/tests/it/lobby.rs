//! The lobby: list of tables, settings, seats, names, ready marks, passwords.

use axum::http::Method;
use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::{
    JoinRequest, NewTable, Ready, SeatKind, SeatOccupantChoice, TableInfo, TablePhase,
    TableSettings, Visibility,
};

use ludorum_protocol::table::Event;

use crate::client::{Client, agent, here};
use crate::start;

#[tokio::test(flavor = "multi_thread")]
async fn unlisted_tables_are_found_by_their_address_only() {
    let running = start().await;
    let host = running.person().await;
    running.open(&host, "tictactoe", &[]).await;
    running.open(&host, "quoridor", &[]).await;
    let secret = TableSettings {
        visibility: Visibility::Unlisted,
        ..TableSettings::new("secret", "tictactoe")
    };
    let secret = running.open_with(&host, secret, &[]).await;
    let list = async |query: &str| -> Vec<TableInfo> {
        let path = format!("tables{query}");
        running.ask(&host, Method::GET, &path, &()).await.unwrap()
    };
    assert_eq!(list("").await.len(), 2);
    assert_eq!(list("?text=SECRET").await.len(), 0);
    // An unknown filter is refused.
    for query in ["?gmae=quoridor", "?free=perhaps", "?phase=soon"] {
        let path = format!("tables{query}");
        let refused: Result<Vec<TableInfo>, _> = running.ask(&host, Method::GET, &path, &()).await;
        assert_eq!(refused.unwrap_err().code, ErrorCode::BadRequest, "{query}");
    }
    let path = format!("tables/{}", secret.id);
    let found: TableInfo = running.ask(&host, Method::GET, &path, &()).await.unwrap();
    assert_eq!(found, secret);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_host_changes_settings_and_starts() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "tictactoe", &[]).await;
    let path = format!("tables/{}", table.id);
    let settings = TableSettings::new("other", "quoridor:players=4");
    let change = async |who| -> Result<TableInfo, _> {
        running.ask(who, Method::PATCH, &path, &settings).await
    };
    assert_eq!(change(&guest).await.unwrap_err().code, ErrorCode::NotHost);
    assert_eq!(change(&host).await.unwrap().seats.len(), 4);
    assert_eq!(
        running.start(&guest, &table.id).await.unwrap_err().code,
        ErrorCode::NotHost
    );
    assert_eq!(
        running.start(&host, &table.id).await.unwrap_err().code,
        ErrorCode::NotReady
    );
    running.join(&guest, &table.id).await.unwrap();
    for seat in [2, 3] {
        let path = format!("tables/{}/seats/{seat}", table.id);
        let seating = agent("random");
        let seated: Result<TableInfo, _> = running.ask(&guest, Method::PUT, &path, &seating).await;
        assert_eq!(seated.unwrap_err().code, ErrorCode::NotHost);
        let seated: TableInfo = running
            .ask(&host, Method::PUT, &path, &seating)
            .await
            .unwrap();
        assert_eq!(seated.seats[seat].kind, SeatKind::Agent);
    }
    let started = running.start(&host, &table.id).await.unwrap();
    assert_eq!(started.phase, TablePhase::Playing);
    assert_eq!(change(&host).await.unwrap_err().code, ErrorCode::WrongPhase);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_asked_for_and_cannot_be_guessed_for_ever() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let new = NewTable {
        settings: TableSettings::new("locked", "tictactoe"),
        password: Some("sesame".to_owned()),
        seats: vec![here("host")],
        name: "host".to_owned(),
    };
    let table: TableInfo = running.post(&host, "tables", &new).await.unwrap();
    assert!(table.locked);
    let join = async |password: Option<&str>| {
        let join = JoinRequest {
            name: "guest".to_owned(),
            password: password.map(str::to_owned),
            ..JoinRequest::default()
        };
        let path = format!("tables/{}/join", table.id);
        let joined: Result<TableInfo, _> = running.post(&guest, &path, &join).await;
        joined.map(|_| ()).map_err(|problem| problem.code)
    };
    assert_eq!(join(None).await, Err(ErrorCode::PasswordNeeded));
    let mut watcher = Client::at(&running, &table.id, Some(&guest)).await;
    assert_eq!(watcher.refusal().await, ErrorCode::PasswordNeeded);
    assert_eq!(join(Some("wrong")).await, Err(ErrorCode::WrongPassword));
    assert_eq!(join(Some("sesame")).await, Ok(()));
    for _ in 0..3 {
        assert_eq!(join(Some("wrong")).await, Err(ErrorCode::WrongPassword));
    }
    for _ in 0..20 {
        assert_eq!(join(Some("sesame")).await, Err(ErrorCode::TooManyTries));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_that_pretend_or_overflow_are_refused() {
    let running = start().await;
    let host = running.person().await;
    let open = async |name: &str, game: &str, spec: &str| {
        let new = NewTable {
            settings: TableSettings::new(name, game),
            password: None,
            seats: vec![here("host"), agent(spec)],
            name: "host".to_owned(),
        };
        let opened: Result<TableInfo, _> = running.post(&host, "tables", &new).await;
        opened.map(|_| ()).map_err(|problem| problem.code)
    };
    assert_eq!(open("fine", "tictactoe", "random").await, Ok(()));
    for name in ["", " ", "two\nlines", "\u{202e}desrever", &"x".repeat(41)] {
        assert_eq!(
            open(name, "tictactoe", "random").await,
            Err(ErrorCode::BadText)
        );
    }
    assert_eq!(open("x", "chess", "random").await, Err(ErrorCode::BadGame));
    assert_eq!(
        open("x", "tictactoe", "nobody").await,
        Err(ErrorCode::BadAgent)
    );
    assert_eq!(
        open("x", "tictactoe", "@nobody").await,
        Err(ErrorCode::BadAgent)
    );
    for spec in ["exec:/bin/true", "tcp:127.0.0.1:1"] {
        // Clients without operator rights start no programs.
        let opened = open("x", "tictactoe", spec).await;
        assert_eq!(opened, Err(ErrorCode::LocalOnly), "{spec}");
    }
    for spec in ["mcts:memory=60000", "pvs:table=60000", "mcts:threads=200"] {
        assert_eq!(
            open("x", "tictactoe", spec).await,
            Err(ErrorCode::BadAgent),
            "{spec}"
        );
    }
}

fn person(name: &str, colour: Option<&str>) -> JoinRequest {
    JoinRequest {
        name: name.to_owned(),
        colour: colour.map(str::to_owned),
        ..JoinRequest::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_at_a_table_can_be_taken_for_another() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "quoridor:players=4", &[]).await;
    let path = format!("tables/{}/join", table.id);
    let join = async |who, join: JoinRequest| -> Result<TableInfo, ErrorCode> {
        let joined = running.post(who, &path, &join).await;
        joined.map_err(|problem: ludorum_protocol::ApiProblem| problem.code)
    };
    for name in ["host", "HOST", " host "] {
        assert_eq!(
            join(&guest, person(name, None)).await,
            Err(ErrorCode::NameTaken)
        );
    }
    assert_eq!(
        join(&guest, person("x", Some("red"))).await,
        Err(ErrorCode::BadText)
    );
    // The default colour of the host's seat may be chosen; the host then gets another one.
    let orange = table.seats[0].colour.clone();
    let joined = join(&guest, person("guest", Some(&orange))).await.unwrap();
    assert_eq!(joined.seats[1].colour, orange);
    let other = running.person().await;
    let taken = join(&other, person("other", Some(&orange.to_uppercase()))).await;
    assert_eq!(taken, Err(ErrorCode::ColourTaken));
    let joined = join(&other, person("other", Some("#123456")))
        .await
        .unwrap();
    let mut colours: Vec<String> = joined
        .seats
        .iter()
        .map(|seat| seat.colour.clone())
        .collect();
    colours.sort();
    colours.dedup();
    assert_eq!(colours.len(), 4, "{:?}", joined.seats);
    // One's own name and colour are not taken, and joining again takes no second seat.
    let again = join(&other, person("other", Some("#123456")))
        .await
        .unwrap();
    assert_eq!(again, joined);
    let renamed = JoinRequest {
        seat: Some(2),
        ..person("Other", Some("#123456"))
    };
    let renamed = join(&other, renamed).await.unwrap();
    assert_eq!(renamed.seats[2].name, "Other");
    // Other players on the host's device must have different names too.
    let seat = format!("tables/{}/seats/3", table.id);
    let seated: Result<TableInfo, _> = running.ask(&host, Method::PUT, &seat, &here("guest")).await;
    assert_eq!(seated.unwrap_err().code, ErrorCode::NameTaken);
    let new = NewTable {
        settings: TableSettings::new("test", "tictactoe"),
        password: None,
        seats: vec![here("me"), here("ME")],
        name: "me".to_owned(),
    };
    let opened: Result<TableInfo, _> = running.post(&host, "tables", &new).await;
    assert_eq!(opened.unwrap_err().code, ErrorCode::NameTaken);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_waits_for_everyone_to_tick() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "tictactoe", &[]).await;
    let tick = async |who, ready| -> Result<TableInfo, _> {
        let path = format!("tables/{}/ready", table.id);
        running.post(who, &path, &Ready { ready }).await
    };
    assert_eq!(
        tick(&guest, true).await.unwrap_err().code,
        ErrorCode::NotSeated
    );
    let path = format!("tables/{}/join", table.id);
    let _: TableInfo = running
        .post(&guest, &path, &person("guest", None))
        .await
        .unwrap();
    let start = async || running.start(&host, &table.id).await;
    assert_eq!(start().await.unwrap_err().code, ErrorCode::NotReady);
    assert!(tick(&guest, true).await.unwrap().seats[1].ready);
    assert!(!tick(&guest, false).await.unwrap().seats[1].ready);
    assert_eq!(start().await.unwrap_err().code, ErrorCode::NotReady);
    tick(&guest, true).await.unwrap();
    // A change of settings clears the ready marks.
    let path = format!("tables/{}", table.id);
    let settings = TableSettings::new("other", "tictactoe");
    let changed: TableInfo = running
        .ask(&host, Method::PATCH, &path, &settings)
        .await
        .unwrap();
    assert!(!changed.seats[1].ready);
    assert_eq!(start().await.unwrap_err().code, ErrorCode::NotReady);
    tick(&guest, true).await.unwrap();
    assert_eq!(start().await.unwrap().phase, TablePhase::Playing);
    assert_eq!(
        tick(&guest, false).await.unwrap_err().code,
        ErrorCode::WrongPhase
    );
    assert_eq!(start().await.unwrap_err().code, ErrorCode::WrongPhase);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_was_left_before_the_game_is_open_again() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "tictactoe", &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    let path = format!("tables/{}/leave", table.id);
    let left: TableInfo = running.post(&host, &path, &()).await.unwrap();
    assert_eq!(left.seats[0].kind, SeatKind::Open);
    assert_eq!(left.host, "guest", "somebody is always the host");
    assert_eq!(
        running.start(&host, &table.id).await.unwrap_err().code,
        ErrorCode::NotHost
    );
    // The host may remove a person, but not put another player on a person's seat.
    running.join(&host, &table.id).await.unwrap_err();
    let path = format!("tables/{}/join", table.id);
    let _: TableInfo = running
        .post(&host, &path, &person("back", None))
        .await
        .unwrap();
    let seat = format!("tables/{}/seats/0", table.id);
    let seated: Result<TableInfo, _> = running.ask(&guest, Method::PUT, &seat, &here("x")).await;
    assert_eq!(seated.unwrap_err().code, ErrorCode::SeatTaken);
    let sent: TableInfo = running
        .ask(&guest, Method::PUT, &seat, &SeatOccupantChoice::Open)
        .await
        .unwrap();
    assert_eq!(sent.seats[0].kind, SeatKind::Open);
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_are_given_names_checked_like_those_of_people() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let named = |name: &str| SeatOccupantChoice::Agent {
        spec: "random".to_owned(),
        name: Some(name.to_owned()),
        colour: None,
    };
    let others = [named(" Deep Thought "), agent("random")];
    let table = running.open(&host, "quoridor:players=4", &others).await;
    let seat = &table.seats[1];
    assert_eq!((seat.name.as_str(), seat.named), ("Deep Thought", true));
    assert_eq!(seat.agent.as_deref(), Some("random"));
    let seat = &table.seats[2];
    assert_eq!((seat.name.as_str(), seat.named), ("random", false));
    // Names of agents can be changed before the game, but not to a name in use.
    let put = async |name: &str| -> Result<TableInfo, ErrorCode> {
        let path = format!("tables/{}/seats/2", table.id);
        let put = running.ask(&host, Method::PUT, &path, &named(name)).await;
        put.map_err(|problem: ludorum_protocol::ApiProblem| problem.code)
    };
    assert_eq!(put("deep thought").await, Err(ErrorCode::NameTaken));
    assert_eq!(put("HOST").await, Err(ErrorCode::NameTaken));
    for bad in ["", "  ", "two\nlines", "\u{202e}desrever", &"x".repeat(41)] {
        assert_eq!(put(bad).await, Err(ErrorCode::BadText), "{bad:?}");
    }
    assert_eq!(put("HAL").await.unwrap().seats[2].name, "HAL");
    let join = async |name: &str| -> Result<TableInfo, ErrorCode> {
        let path = format!("tables/{}/join", table.id);
        let joined = running.post(&guest, &path, &person(name, None)).await;
        joined.map_err(|problem: ludorum_protocol::ApiProblem| problem.code)
    };
    assert_eq!(join("hal").await, Err(ErrorCode::NameTaken));
    join("Dave").await.unwrap();
    // The event of a seated agent has its spec and its name.
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.until(|client| client.table.is_some()).await;
    let seated = |seat: u8, name: &str| Event::Seated {
        seat,
        name: name.to_owned(),
        agent: Some("random".to_owned()),
    };
    assert!(client.events.contains(&seated(1, "Deep Thought")));
    assert!(client.events.contains(&seated(2, "random")));
    assert!(client.events.contains(&seated(2, "HAL")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_has_the_name_of_a_computer_and_its_spec() {
    let running = start().await;
    let host = running.person().await;
    let named = SeatOccupantChoice::Agent {
        spec: "random".to_owned(),
        name: Some("HAL".to_owned()),
        colour: None,
    };
    let table = running.open(&host, "tictactoe", &[named]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    while let Some(moves) = client.turn().await {
        client.play(&moves[0]).await;
    }
    let [.., Event::Ended { replay, .. }] = client.events.as_slice() else {
        panic!("the last event is the end: {:?}", client.events.last());
    };
    let record = running.text(&format!("/api/replays/{replay}")).await;
    assert!(record.contains("seat 2 HAL [random]"), "{record}");
}

#[tokio::test]
async fn nobody_at_a_table_is_nameless_or_looks_like_somebody_else() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "quoridor:players=4", &[]).await;
    running.join_as("Anna", &guest, &table.id).await.unwrap();
    let third = running.person().await;
    for (name, code) in [
        ("\u{410}nna", ErrorCode::NameTaken),
        ("\u{410}\u{43d}\u{43d}\u{430}\u{ad}", ErrorCode::BadText),
        ("\u{ad}", ErrorCode::BadText),
        ("\u{3164}", ErrorCode::BadText),
        ("\u{fe0f}", ErrorCode::BadText),
        ("An\u{200b}na", ErrorCode::BadText),
        ("\u{ff21}nna", ErrorCode::NameTaken),
    ] {
        let joined = running.join_as(name, &third, &table.id).await;
        assert_eq!(joined.unwrap_err().code, code, "{name:?}");
    }
    let name = "\u{410}\u{43d}\u{43d}\u{430}";
    running.join_as(name, &third, &table.id).await.unwrap();
}
