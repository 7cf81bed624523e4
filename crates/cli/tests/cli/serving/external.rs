//! External agents on a server that is killed.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use ludorum_protocol::lobby::SeatOccupantChoice;
use ludorum_protocol::table::Event;

use super::{Player, Server};
use crate::folder;

/// Time limit for every expected event, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Source of an agent that plays the first legal move and appends its process id to a file.
const BOT: &str = r#"
import json, os, sys
open("starts", "a").write(f"{os.getpid()}\n")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "bot"}), flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"type": "move", "id": message["id"], "move": message["moves"][0]}), flush=True)
    elif message["type"] == "bye":
        break
"#;

#[test]
fn external_agents_are_started_again_after_a_kill_and_none_is_left_behind() {
    let data = folder("external");
    std::fs::create_dir_all(data.join("agents")).unwrap();
    std::fs::write(data.join("agents/bot.py"), BOT).unwrap();
    let mut server = Server::start(&data, 0);
    let bot = SeatOccupantChoice::Agent {
        spec: "@bot".to_owned(),
        name: None,
        colour: None,
    };
    let mut player = Player::open(server.port, bot);
    let stop = Arc::new(AtomicBool::new(false));
    let stopping = Arc::clone(&stop);
    let playing = thread::spawn(move || {
        player.play(3, &stopping);
        player
    });
    let starts = data.join("agents/starts");
    let started = || std::fs::read_to_string(&starts).map_or(0, |text| text.lines().count());
    let wait_for_start = |number: usize| {
        let began = Instant::now();
        while started() < number {
            assert!(began.elapsed() < PATIENCE, "{} starts", started());
            sleep(Duration::from_millis(10));
        }
        // Waits until the agent is in the middle of its game.
        sleep(Duration::from_millis(200));
    };
    for number in 1..=4 {
        wait_for_start(number);
        let port = server.kill();
        server = Server::start(&data, port);
    }
    wait_for_start(5);
    stop.store(true, Ordering::SeqCst);
    let player = playing.join().unwrap();
    server.kill();
    let count = |is: fn(&Event) -> bool| {
        let events = player.announced.iter().map(|event| &event.event);
        events.filter(|event| is(event)).count()
    };
    assert!(count(|event| matches!(event, Event::Moved { seat: Some(1), .. })) > 0);
    assert_eq!(count(|event| matches!(event, Event::Failed { .. })), 0);
    let starts = std::fs::read_to_string(starts).unwrap();
    for process in starts.lines() {
        let there = Path::new("/proc").join(process);
        let began = Instant::now();
        while there.exists() {
            assert!(began.elapsed() < PATIENCE, "{process} is left behind");
            sleep(Duration::from_millis(10));
        }
    }
}
