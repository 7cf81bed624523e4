//! Dice Wars commands: training, analysis, and clients of the published server.

use std::fs;

use super::{folder, ludorum, text};

#[test]
fn weights_are_trained_and_written() {
    let dir = folder("train");
    let out = dir.to_str().unwrap();
    let args = [
        "train", "dicewars", "wpm-d", "--games", "60", "--seed", "1", "--out", out,
    ];
    let run = ludorum(&args).ok();
    run.tells(&[
        "wpm-d: trained on",
        "positions; correct for",
        "estimated",
        "use it as wpm-d:weights=",
    ]);
    let text = fs::read_to_string(dir.join("wpm-d-2.txt")).unwrap();
    assert!(
        text.starts_with("# ludorum train dicewars wpm-d --players 2 --games 60 --seed 1"),
        "{text}"
    );
    ludorum(&args).ok();
    assert_eq!(fs::read_to_string(dir.join("wpm-d-2.txt")).unwrap(), text);
}

/// A match plays with trained weights. Its report pins the content of the weights file, and is not
/// resumed with other content.
#[test]
fn trained_weights_are_used_and_hashed() {
    let dir = folder("weights");
    let out = dir.to_str().unwrap();
    let train = |seed: &str, games_of: &str| {
        ludorum(&[
            "train",
            "dicewars",
            "wpm-s",
            "--games",
            "40",
            "--seed",
            seed,
            "--games-of",
            games_of,
            "--out",
            out,
        ])
        .ok();
    };
    train("1", "naive,stei");
    let weights = dir.join("wpm-s-2.txt");
    let agent = format!("wpm-s:weights={}", weights.display());
    let report = dir.join("report.json");
    let run = [
        "match",
        "dicewars",
        &agent,
        "naive",
        "--games",
        "4",
        "--json",
        report.to_str().unwrap(),
    ];
    ludorum(&run).ok();
    let read = || {
        let text = fs::read_to_string(&report).unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    let spec = read()["agents"][0]["spec"].as_str().unwrap().to_owned();
    let (named, hash) = spec.rsplit_once('#').unwrap();
    assert_eq!((named, hash.len()), (agent.as_str(), 16));

    // The run is resumed with the same weights, but not with others.
    let more = [&run[..], &["--resume", report.to_str().unwrap()]].concat();
    let more: Vec<&str> = more
        .iter()
        .map(|&word| if word == "4" { "8" } else { word })
        .collect();
    ludorum(&more).ok();
    assert_eq!(read()["played"], 8);
    train("2", "naive,stei");
    let longer: Vec<&str> = more
        .iter()
        .map(|&word| if word == "8" { "12" } else { word })
        .collect();
    let refused = ludorum(&longer);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.err.contains("another match"), "{}", refused.err);
    let refused = ludorum(&["match", "--resume", report.to_str().unwrap()]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains(&format!("not {hash}")),
        "{}",
        refused.err
    );
    assert_eq!(read()["played"], 8);

    // An experiment does not mix results of different weights either.
    let plan = dir.join("plan.toml");
    fs::write(
        &plan,
        format!(
            "id = \"mine\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"dicewars\"\ngames = 4\nquick = 2\n\
             questions = [{{ row = \"a\", column = \"b\", agents = [\"{agent}\", \"naive\"] }}]"
        ),
    )
    .unwrap();
    let results = dir.join("results");
    let experiment = [
        "experiment",
        "run",
        plan.to_str().unwrap(),
        "--results",
        results.to_str().unwrap(),
    ];
    ludorum(&experiment).ok();
    let found = fs::read_to_string(results.join("mine.json")).unwrap();
    assert!(found.contains("weights=") && found.contains('#'), "{found}");
    ludorum(&experiment).ok();
    train("3", "sdc");
    let refused = ludorum(&experiment);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("the earlier result of a / b"),
        "{}",
        refused.err
    );
}

#[test]
fn training_data_is_plotted() {
    let dir = folder("samples");
    let (out, page) = (dir.to_str().unwrap(), dir.join("data.html"));
    let page = page.to_str().unwrap();
    let args = [
        "train", "dicewars", "wpm-c", "--games", "30", "--out", out, "--plot", page,
    ];
    ludorum(&args).ok();
    let html = fs::read_to_string(page).unwrap();
    for part in [
        "own score",
        "opponent&#39;s score",
        "own dice",
        "positions that were won",
        "positions that were lost",
        "ludorum train dicewars wpm-c --players 2 --games 30 --seed 1",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let three = [&args[..], &["--players", "3"]].concat();
    let refused = ludorum(&three);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--players 2"), "{}", refused.err);
}

#[test]
fn odds_of_attacks_are_shown_and_drawn() {
    let dir = folder("dice");
    let page = dir.join("dice.html");
    let run = ludorum(&["analyse", "dice", "--html", page.to_str().unwrap()]).ok();
    // Success probabilities of two dice against one, and of eight against eight.
    run.tells(&["83.8%", "47.1%"]);
    let html = fs::read_to_string(page).unwrap();
    for part in ["8 dice attacking", "dice of the defender", "1 die", "sum"] {
        assert!(html.contains(part), "{part}");
    }
    let found = ludorum(&["analyse", "dice", "--json"]).json();
    assert_eq!(found["success"].as_array().unwrap().len(), 8);
    assert_eq!(found["sums"][1][7], 6.0 / 36.0);
}

#[test]
fn boards_are_compared() {
    let dir = folder("boards");
    let page = dir.join("boards.html");
    let args = [
        "analyse", "topology", "dicewars", "sdc", "naive", "--games", "40",
    ];
    let html = [&args[..], &["--html", page.to_str().unwrap()]].concat();
    ludorum(&html).ok().tells(&[
        "40 games on 20 boards",
        "mean degree",
        "diameter",
        "cut areas",
        "points per std. dev.",
    ]);
    assert!(fs::read_to_string(page).unwrap().contains("cut areas"));
    let found = ludorum(&[&args[..], &["--json"]].concat()).json();
    let effects = found["effects"].as_array().unwrap();
    assert_eq!(effects.len(), 8);
    let boards = effects[0]["groups"].as_array().unwrap().iter();
    let boards: u64 = boards.map(|group| group["boards"].as_u64().unwrap()).sum();
    assert_eq!(boards, 20);
    let other = ludorum(&["analyse", "topology", "tictactoe", "random", "random"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("tictactoe does not"), "{}", other.err);
}

#[test]
fn the_server_waits_where_it_is_told_to() {
    let seats = ["1=naive", "2=sdc", "3=naive"].map(|seat| ["--agent", seat]);
    let mut args = vec!["serve-dicewars", "--players", "3", "--address", "127.0.0.1"];
    args.extend(["--port", "0"]);
    args.extend(seats.iter().flatten());
    ludorum(&args).ok().tells(&[
        "waiting for 0 of 3 players on 127.0.0.1:",
        "seat 3 naive: place",
    ]);
}

#[test]
fn an_equal_share_is_told_beside_win_rates() {
    let args = [
        "match",
        "dicewars:players=4",
        "sdc",
        "naive",
        "naive",
        "naive",
        "--games",
        "8",
    ];
    ludorum(&args)
        .ok()
        .tells(&["win rate", "won later", "expected 25.0% each"]);
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

    // The analysed games equal those of a match, for any number of threads.
    let alone = ludorum(&[&args[..], &["--threads", "1"]].concat()).json();
    assert_eq!(alone, found);
    let games = ["match", "dicewars", "naive", "ste", "--games", "40"];
    let played = ludorum(&[&games[..], &["--seed", "1", "--json", "-"]].concat()).json();
    assert_eq!(played["agents"][1]["win_rate"], ste["win_rate"]);
}

/// The page has the plots of figure 6.5: perfect calibration and the distribution of the estimates.
#[test]
fn estimates_are_drawn_with_their_distribution() {
    let folder = folder("attacks-page");
    let file = folder.join("page.html");
    let args = ["analyse", "attacks", "ste", "naive", "--games", "10"];
    ludorum(&[&args[..], &["--html", text(&file)]].concat()).ok();
    let page = fs::read_to_string(&file).unwrap();
    assert_eq!(page.matches("<figure>").count(), 2);
    for words in [
        "On the dashed line, estimates equal observed frequencies",
        "Distribution of the estimates",
        "share of all estimates",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for (args, part) in [
        (&["analyse", "attacks", "naive"][..], "2 to 8 players"),
        (
            &["analyse", "attacks", "naive", "nobody"],
            "unknown agent 'nobody'",
        ),
        (
            &["train", "dicewars", "wpm-c", "--out", "/no/such/folder"],
            "is not a folder",
        ),
        (&["train", "quoridor", "wpm-c"], "quoridor"),
        (
            &["train", "dicewars", "wpm-c", "--games-of", "naive,nobody"],
            "--games-of: unknown agent 'nobody'",
        ),
        (
            &["match", "dicewars", "wpm-c:weights=/no/such/file", "naive"],
            "weights=/no/such/file: the file cannot be read",
        ),
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
