//! External agents cannot find the seed of a game: tests a program that searches for it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;

use ludorum_catalog::{
    MoveRequestOptions, SeatedAgent, Variant, agent_seed, agent_stream, chance_rng, open,
};
use ludorum_core::{NodeKind, Seat, Seed, StopFlag};
use ludorum_protocol::engine::to_53_bits;
use serde_json::{Value, json};

use crate::{folder, ludorum, text};

const GAMES: u64 = 24;

/// Number of seeds that the cheating program tries; the match uses one of them.
const SEEDS: u64 = 20_000;
const SEED: &str = "17311";

/// Cheating agent. It searches for the seed that matches its messages, simulates the game, and
/// names the colonist that the next seat has secretly taken; if it finds no seed, it guesses.
struct Attack<'a> {
    variant: &'a Variant,
    /// The `new_game` message, the first of each game.
    new_game: Value,
    own_pick: Option<String>,
    found: Option<(Seed, u64)>,
}

impl Attack<'_> {
    /// Searches for the seed of the match and the number of the game that explain the messages.
    fn look(&mut self, turn: &Value, seat: Seat) {
        let ply = turn["history"].as_array().unwrap().len();
        let told = |value: &Value| value["seed"].as_u64().unwrap();
        let wanted = (told(&self.new_game), told(turn));
        for seed in (0..SEEDS).map(Seed) {
            for game in 0..GAMES {
                let mut rng = agent_seed(seed.child("game", game), seat, ply).rng();
                if (to_53_bits(rng.bits()), to_53_bits(rng.bits())) == wanted {
                    self.found = Some((seed, game));
                    return;
                }
            }
        }
    }

    /// Colonist that the seat `of` has taken, computed from the found seed; `None` without a seed.
    fn compute(&self, own: Seat, of: Seat) -> Option<String> {
        let (seed, game) = self.found?;
        let (setup, streams) = (seed.child("block", game / 4), seed.child("game", game));
        let mut position = self.variant.start(setup);
        let stop = StopFlag::new();
        loop {
            match position.node() {
                NodeKind::Chance => {
                    let mut rng = chance_rng(setup, position.plies());
                    position.play_chance(&mut rng);
                }
                NodeKind::Decide(seat) if seat == own => {
                    position.play_text(self.own_pick.as_deref()?).ok()?;
                }
                NodeKind::Decide(seat) => {
                    let player = self.variant.player("random").unwrap();
                    let stream = agent_stream(streams, seat);
                    let mut agent = SeatedAgent::new(player, seat, stream, 0);
                    let chosen =
                        agent.choose(&position, &MoveRequestOptions::without_limits(&stop));
                    position.play(chosen.ok()?.best);
                    if seat == of {
                        return position.history().pop();
                    }
                }
                NodeKind::Over => return None,
            }
        }
    }

    /// Plays one game over a connection until it has named a colonist, then resigns.
    fn play(&mut self, stream: TcpStream) -> Option<(Seat, String)> {
        let mut out = stream.try_clone().unwrap();
        let mut say = |message: Value| writeln!(out, "{message}").unwrap();
        for line in BufReader::new(stream).lines() {
            let told: Value = serde_json::from_str(&line.ok()?).unwrap();
            match told["type"].as_str().unwrap() {
                "hello" => say(json!({"type": "hello", "protocol": 1, "name": "attack"})),
                "new_game" => self.new_game = told,
                "turn" => {
                    let own = Seat::new(self.new_game["seat"].as_u64().unwrap() as usize - 1);
                    let moves: Vec<String> = serde_json::from_value(told["moves"].clone()).unwrap();
                    let Some(pick) = self.own_pick.clone() else {
                        self.look(&told, own);
                        self.own_pick = Some(moves[0].clone());
                        say(json!({"type": "move", "id": told["id"], "move": moves[0]}));
                        continue;
                    };
                    let next = Seat::new((own.index() + 1) % 4);
                    let named = self
                        .compute(own, next)
                        .unwrap_or_else(|| any_other(&told, &pick));
                    say(json!({"type": "resign"}));
                    return Some((next, named));
                }
                _ => {}
            }
        }
        None
    }
}

/// Returns any colonist other than `own`.
fn any_other(turn: &Value, own: &str) -> String {
    let all = [
        "general",
        "miner",
        "visionary",
        "opportunist",
        "ecologist",
        "spy",
    ];
    let others: Vec<String> = all.iter().map(|name| format!("pick:{name}")).collect();
    let others: Vec<&String> = others.iter().filter(|other| *other != own).collect();
    let seed = turn["seed"].as_u64().unwrap() as usize;
    others[seed % others.len()].clone()
}

/// Reads from a record the colonist that a seat took.
fn pick_of(record: &Path, seat: Seat) -> String {
    let record = ludorum_record::read(&fs::read(record).unwrap()).unwrap();
    let mut own = record.plies.iter().filter(|ply| ply.seat == Some(seat));
    own.next().unwrap().text.clone()
}

#[test]
fn a_program_that_tries_seeds_names_no_more_hidden_colonists_than_by_chance() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let spec = format!("tcp:{}", listener.local_addr().unwrap());
    let attack = thread::spawn(move || {
        let variant = open("colonizers").unwrap();
        let mut named = Vec::new();
        for _ in 0..GAMES {
            let (stream, _) = listener.accept().unwrap();
            let mut attack = Attack {
                variant: &variant,
                new_game: Value::Null,
                own_pick: None,
                found: None,
            };
            let (seat, name) = attack.play(stream).unwrap();
            named.push((seat, name, attack.found.is_some()));
        }
        named
    });
    let records = folder("seeds-1");
    let games = GAMES.to_string();
    let run = ludorum(&[
        "match",
        "colonizers",
        &spec,
        "random",
        "random",
        "random",
        "--games",
        &games,
        "--seed",
        SEED,
        "--threads",
        "1",
        "--record",
        text(&records),
    ]);
    run.ok();
    let named = attack.join().unwrap();
    // Games were played one at a time, so the answers are in their order.
    let right = (0..).zip(&named).filter(|(game, (seat, name, _))| {
        let record = records.join(format!("game-{game:06}.ludorum"));
        pick_of(&record, *seat) == *name
    });
    let right = right.count();
    // A guess is right in one of five games: more than 13 of 24 happens in less than 1 of 10,000
    // runs.
    assert!(right <= 13, "{right} of {GAMES}");
    assert!(
        named.iter().all(|(_, _, found)| !found),
        "it found the seed"
    );
}
