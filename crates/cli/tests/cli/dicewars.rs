//! What is there for Dice Wars alone: training, measuring, and clients of the published server.

use std::fs;

use super::{folder, ludorum};

#[test]
fn weights_are_trained_and_written() {
    let dir = folder("train");
    let out = dir.to_str().unwrap();
    let args = [
        "train", "dicewars", "wpm-d", "--games", "60", "--seed", "1", "--out", out,
    ];
    let run = ludorum(&args).ok();
    run.tells(&["wpm-d: learnt from", "positions, right about", "estimated"]);
    let text = fs::read_to_string(dir.join("wpm-d-2.txt")).unwrap();
    assert!(
        text.starts_with("# ludorum train dicewars wpm-d --players 2 --games 60 --seed 1"),
        "{text}"
    );
    ludorum(&args).ok();
    assert_eq!(fs::read_to_string(dir.join("wpm-d-2.txt")).unwrap(), text);
}

#[test]
fn attacks_are_measured() {
    let args = [
        "analyse", "attacks", "naive", "ste", "--games", "40", "--json",
    ];
    let found = ludorum(&args).json();
    assert_eq!(found["agents"][0]["aggressivity"], 1.0);
    let ste = &found["agents"][1];
    assert!(ste["aggressivity"].as_f64().unwrap() < 0.8, "{ste}");
    assert_eq!(ste["held"].as_array().unwrap().len(), 10);
}

#[test]
fn what_cannot_be_is_refused() {
    for (args, part) in [
        (&["analyse", "attacks", "naive"][..], "2 to 8 players"),
        (
            &["analyse", "attacks", "naive", "nobody"],
            "there is no agent 'nobody'",
        ),
        (
            &["train", "dicewars", "wpm-c", "--out", "/no/such/folder"],
            "is no folder",
        ),
        (&["train", "quoridor", "wpm-c"], "quoridor"),
        (
            &["serve-dicewars", "--agent", "3=sdc"],
            "a seat from 1 to 2",
        ),
        (
            &[
                "serve-dicewars",
                "--port",
                "0",
                "--agent",
                "1=nobody",
                "--agent",
                "2=sdc",
            ],
            "nobody",
        ),
    ] {
        let run = ludorum(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
}

#[test]
fn our_agents_can_take_every_seat() {
    let run = ludorum(&[
        "serve-dicewars",
        "--port",
        "0",
        "--agent",
        "1=sdc",
        "--agent",
        "2=ste",
    ])
    .ok();
    run.tells(&[
        "waiting for 0 of 2 players",
        "seat 1 sdc: place",
        "seat 2 ste: place",
    ]);
}
