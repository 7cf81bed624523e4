//! Plays games between terminals over a server while the server and terminals are killed.

use std::thread::sleep;
use std::time::{Duration, Instant};

use ludorum_core::Seed;

use super::Server;
use super::terminal::{Asks, Terminal};
use crate::sector66::with_a_dud;
use crate::{command, folder};

/// Time limit of a game, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// Spec of a variant of `game` with short games.
fn short(game: &str) -> String {
    match game {
        "quoridor" => "quoridor:size=5,walls=3".to_owned(),
        "dicewars" => "dicewars:areas=6,cap=40".to_owned(),
        "yinsh" => "yinsh:rings_to_win=1".to_owned(),
        "sector66" => "sector66:template=duel".to_owned(),
        other => other.to_owned(),
    }
}

/// Plays every game of the catalog with `people` terminals, and agents on the other seats. Kills
/// and restarts one terminal and the server.
fn play_every_game(name: &str, people: usize) {
    let data = folder(name);
    let state = data.join("state");
    for kind in ludorum_catalog::kinds() {
        let data = data.join(kind.name());
        let mut server = Server::start(&data, 0);
        let game = short(kind.name());
        let seats = ludorum_catalog::open(&game).unwrap().seats();
        let people = people.min(seats);
        let mut who = vec!["random"; seats];
        who[..people].fill("open");
        who[0] = "human";
        let args = [game.as_str(), "--seats", &who.join(",")];
        let mut terminals = vec![Terminal::open(server.port, &state, "person 0", &args)];
        let table = terminals[0].table();
        let join = |server: u16, number: usize| {
            let name = format!("person {number}");
            Terminal::open(server, &state, &name, &["--table", &table])
        };
        for number in 1..people {
            terminals.push(join(server.port, number));
        }
        let mut rng = Seed(7).rng();
        let (mut moves, began) = (0, Instant::now());
        while !terminals.iter().all(|one| one.asks() == Asks::Rematch) {
            let asked = terminals.iter().position(|one| one.asks() == Asks::Move);
            match asked {
                Some(number) => {
                    terminals[number].play_any(&mut rng);
                    moves += 1;
                    if moves == 2 {
                        // The old terminal must be gone, because it holds the lock on its token.
                        drop(terminals.remove(number));
                        terminals.insert(number, join(server.port, number));
                        // The new terminal must be connected before the server is killed.
                        terminals[number].wait("person 0");
                    }
                    if moves == 3 {
                        let port = server.kill();
                        server = Server::start(&data, port);
                    }
                }
                None => sleep(Duration::from_millis(1)),
            }
            terminals.iter_mut().for_each(Terminal::assert_runs);
            let shown = terminals[0].shows();
            assert!(began.elapsed() < PATIENCE, "{game} does not end: {shown}");
        }
        assert!(moves >= 3, "{game}");
        // All terminals show the same result.
        let result = |one: &Terminal| {
            let shown = one.shows();
            let end = shown.rsplit_once("\n\nrematch or quit").unwrap().0;
            end.rsplit('\n').next().unwrap().to_owned()
        };
        for one in &terminals {
            assert_eq!(result(one), result(&terminals[0]), "{game}");
            assert!(!result(one).is_empty());
        }
    }
}

#[test]
fn two_terminals_play_every_game_to_its_end() {
    play_every_game("terminals-two", 2);
}

#[test]
fn a_terminal_plays_every_game_against_agents_to_its_end() {
    play_every_game("terminals-one", 1);
}

#[test]
fn two_terminals_play_each_other_through_a_restart_of_the_server() {
    let data = folder("terminals");
    let state = data.join("state");
    let server = Server::start(&data, 0);
    let mut anna = Terminal::open(server.port, &state, "anna", &["tictactoe"]);
    let id = anna.table();
    let mut bob = Terminal::open(server.port, &state, "bob", &["--table", &id]);
    anna.wait("1 anna ›");
    anna.type_line("b2");
    bob.wait("1 anna plays b2");
    let port = server.kill();
    let _server = Server::start(&data, port);
    bob.type_line("a1");
    anna.wait("2 bob plays a1");
    anna.type_line("a2");
    bob.wait("1 anna plays a2");
    bob.type_line("a3");
    anna.wait("2 bob plays a3");
    anna.type_line("c2");
    anna.wait("1 anna wins.");
    bob.wait("1 anna wins.");
}

#[test]
fn two_of_the_same_name_are_told_apart() {
    let data = folder("same-name");
    let state = data.join("state");
    let server = Server::start(&data, 0);
    let one = Terminal::open(server.port, &state, "sam", &["tictactoe"]);
    let id = one.table();
    let other = Terminal::open(server.port, &state, "sam", &["--table", &id]);
    one.wait("1 sam   2 sam 2");
    other.wait("1 sam   2 sam 2");
}

#[test]
fn several_play_at_one_terminal() {
    let data = folder("one-terminal");
    let server = Server::start(&data, 0);
    let args = ["tictactoe", "--seats", "human,human"];
    let mut both = Terminal::open(server.port, &data.join("state"), "sam", &args);
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        both.type_line(mv);
    }
    both.wait("2 sam 2 ›");
    both.wait("1 sam wins.");
}

#[test]
fn a_terminal_plays_an_agent_of_the_server_to_the_end() {
    let data = folder("agent");
    let server = Server::start(&data, 0);
    let args = ["tictactoe", "--seats", "human,minimax"];
    let mut anna = Terminal::open(server.port, &data.join("state"), "anna", &args);
    for mv in ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] {
        anna.type_line(mv);
    }
    anna.wait("rematch or quit");
    let shown = anna.shows();
    assert!(shown.contains("2 minimax plays"), "{shown}");
    assert!(!shown.contains("1 anna wins"), "{shown}");
}

#[test]
fn everyone_at_a_table_is_told_of_a_cancelled_effect() {
    let content = with_a_dud("dud-served");
    let data = content.join("data");
    let state = data.join("state");
    let mut serve = command(&["serve", "--port", "0", "--log", "error", "--data"]);
    serve
        .arg(&data)
        .env("LUDORUM_CONTENT", &content)
        .env("LUDORUM_AGENTS", data.join("agents"));
    let server = Server::of(serve);
    let args = ["sector66:template=dud", "--seats", "human,open"];
    let mut host = Terminal::open(server.port, &state, "host", &args);
    let table = host.table();
    let guest = Terminal::open(server.port, &state, "guest", &["--table", &table]);
    let began = Instant::now();
    while host.asks() != Asks::Move {
        assert!(began.elapsed() < PATIENCE, "{}", host.shows());
        sleep(Duration::from_millis(20));
    }
    host.type_line("e2");
    for terminal in [&host, &guest] {
        terminal.wait("cancelled: plug-in dud: on_step, line 2: boo");
    }
}
