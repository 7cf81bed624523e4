//! Tests of openings: they are the same for every seating, pair and number of threads, stored with
//! the run, and checked when the run is resumed.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ludorum_arena::tune::{ParameterRange, TuningMethod, TuningPlan, tune};
use ludorum_arena::{
    GameResult, OpeningSource, OpeningSuitePlan, Pairing, RecordMode, RunOptions, RunPlan,
    RunReport, RunSchedule, RunShard, SeatingScheme, ThreadExecutor, make_suite, play_game,
    read_results, run, suites,
};
use ludorum_catalog::{AgentFileCache, Variant, open};
use ludorum_core::{Seed, StopFlag};
use ludorum_record::{GameRecord, read, replay};

fn plan(game: &str, agents: &[&str], openings: Option<&str>, games: u64) -> RunPlan {
    opened(open(game).unwrap(), Pairing::Match, agents, openings, games)
}

fn opened(
    variant: Variant,
    pairing: Pairing,
    agents: &[&str],
    openings: Option<&str>,
    games: u64,
) -> RunPlan {
    let agents: Vec<String> = agents.iter().map(|&spec| spec.to_owned()).collect();
    let schedule = RunSchedule {
        pairing,
        seatings: SeatingScheme::Rotations,
    };
    let plan = RunPlan::scheduled(variant, &agents, schedule, Seed(3), games).unwrap();
    plan.with_openings_spec(openings).unwrap()
}

fn play(
    plan: &RunPlan,
    shard: RunShard,
    threads: usize,
) -> (Vec<GameResult>, HashMap<u64, GameRecord>) {
    let mut records = HashMap::new();
    let mut games = Vec::new();
    let options = RunOptions {
        shard,
        records: RecordMode::On,
        ..RunOptions::with_threads(threads)
    };
    let Ok(()) = run(plan, &options, &StopFlag::new(), |batch| {
        for played in batch {
            records.insert(played.result.game, played.record.clone().unwrap());
            games.push(played.result.clone());
        }
        Ok::<(), Infallible>(())
    });
    games.sort_by_key(|game: &GameResult| game.game);
    for seat in games.iter_mut().flat_map(|game| &mut game.seats) {
        seat.time_ms = 0.0;
    }
    (games, records)
}

/// All moves of a recorded game, and the moves of its opening.
fn moves(record: &GameRecord) -> (Vec<&str>, Vec<&str>) {
    let moves: Vec<&str> = record.plies.iter().map(|ply| &*ply.text).collect();
    let opening = moves[..record.header.opening].to_vec();
    (moves, opening)
}

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Deterministic agents play only two distinct games without openings, ten times each.
#[test]
fn agents_without_chance_play_different_games_from_openings() {
    let count = |openings: Option<&str>| {
        let plan = plan("quoridor:size=5", &["minimax", "astar"], openings, 20);
        let (_, records) = play(&plan, RunShard::WHOLE, 2);
        let games: HashSet<Vec<&str>> = records.values().map(|record| moves(record).0).collect();
        games.len()
    };
    assert_eq!(count(None), 2);
    assert_eq!(count(Some("random:plies=4")), 20);
}

#[test]
fn every_opening_is_played_in_every_seating_by_every_pair() {
    let agents = ["random", "greedy", "astar"];
    let quoridor = || open("quoridor:size=5").unwrap();
    for spec in [
        "random:plies=3",
        "balanced:plies=2,by=minimax:depth=1,within=0.5",
        "quoridor-5x5",
    ] {
        let plan = opened(quoridor(), Pairing::RoundRobin, &agents, Some(spec), 6);
        let (_, records) = play(&plan, RunShard::WHOLE, 2);
        assert_eq!(records.len(), 18, "three pairs");
        let mut played: HashMap<Vec<&str>, HashSet<Vec<usize>>> = HashMap::new();
        for (&game, record) in &records {
            let seatings = played.entry(moves(record).1).or_default();
            assert!(seatings.insert(plan.seating(game)), "{spec}");
        }
        assert_eq!(played.len(), 3, "{spec}: an opening a round");
        assert!(
            played.values().all(|seatings| seatings.len() == 6),
            "{spec}"
        );
    }
}

#[test]
fn opening_moves_are_plies_of_the_record_and_nobodys_choice() {
    let plan = plan(
        "quoridor:size=5",
        &["minimax", "astar"],
        Some("random:plies=4"),
        2,
    );
    let (result, record) = play_game(&plan, 0, &StopFlag::new()).unwrap();
    assert_eq!(record.header.opening, 4);
    assert!(record.plies[..4].iter().all(|ply| ply.time.is_none()));
    assert!(record.plies[4..].iter().all(|ply| ply.time.is_some()));
    let own: u64 = result.seats.iter().map(|seat| seat.moves).sum();
    assert_eq!(own + 4, result.plies);
    replay(&record).unwrap();
    let again = read(record.to_text().as_bytes()).unwrap();
    assert_eq!(again.header, record.header);
}

/// Chance events of an opening depend on the block's seed, and agents observe the opening's moves.
/// Otherwise they would choose illegal moves.
#[test]
fn games_with_chance_and_hidden_cards_have_openings_too() {
    for (game, agents, openings) in [
        (
            "colonizers",
            &["heuristic", "so-ismcts:iterations=20", "random", "shrewd"][..],
            "random:plies=9",
        ),
        (
            "colonizers",
            &["maxn:depth=1", "random", "heuristic", "random"],
            "random:plies=40",
        ),
        ("dicewars", &["ste", "naive"], "random:plies=5"),
        (
            "dicewars",
            &["naive", "sdc"],
            "balanced:plies=3,by=mcts:iterations=30,within=0.6",
        ),
    ] {
        let plan = plan(game, agents, Some(openings), 2 * agents.len() as u64);
        let (games, records) = play(&plan, RunShard::WHOLE, 1);
        assert_eq!(
            games.len(),
            2 * agents.len(),
            "{:?}",
            plan.openings_failure()
        );
        assert!(games.iter().all(|game| game.forfeit.is_none()), "{game}");
        for block in 0..2 {
            let of_block = (0..agents.len()).map(|game| {
                let record = &records[&((block * agents.len() + game) as u64)];
                replay(record).unwrap();
                moves(record).1
            });
            let openings: HashSet<Vec<&str>> = of_block.collect();
            assert_eq!(
                openings.len(),
                1,
                "{game}: one opening with one chance a block"
            );
        }
        assert_ne!(
            moves(&records[&0]).1,
            moves(&records[&(agents.len() as u64)]).1
        );
        let record = &records[&0];
        let by_seats = record.plies[..record.header.opening].iter();
        let by_seats = by_seats.filter(|ply| ply.seat.is_some()).count();
        let asked = openings.split(['=', ',']).nth(1).unwrap();
        assert_eq!(by_seats.to_string(), asked, "chance does not count");
        assert!(record.plies[record.header.opening].seat.is_some());
    }
}

#[test]
fn threads_shards_and_interruptions_do_not_change_openings() {
    for spec in [
        "random:plies=4",
        "balanced:plies=4,by=mcts:iterations=20,within=0.3",
        "quoridor-5x5",
    ] {
        let agents = ["random", "greedy"];
        let plan = || plan("quoridor:size=5", &agents, Some(spec), 16);
        let (whole, records) = play(&plan(), RunShard::WHOLE, 1);
        let (parallel, others) = play(&plan(), RunShard::WHOLE, 3);
        assert_eq!(whole, parallel, "{spec}");
        let mut together = Vec::new();
        for shard in ["2/2", "1/2"] {
            let (games, parts) = play(&plan(), shard.parse().unwrap(), 2);
            for (game, record) in &parts {
                assert_eq!(moves(record), moves(&records[game]), "{spec}");
                assert_eq!(moves(record), moves(&others[game]), "{spec}");
            }
            together.push(RunReport {
                shard: shard.parse().unwrap(),
                ..RunReport::new(&plan(), games)
            });
        }
        let (head, games) = RunReport::merge(together).unwrap();
        assert_eq!(games, whole);
        assert_eq!(
            head.with_games(games),
            RunReport::new(&plan(), whole.clone())
        );

        // Half of the run is played, stored and resumed.
        let half = RunReport::new(&plan(), whole[..7].to_vec());
        let half: RunReport = serde_json::from_str(&serde_json::to_string(&half).unwrap()).unwrap();
        assert_eq!(
            half.openings.as_deref(),
            Some(plan().openings().unwrap().spec())
        );
        let done = half.resume(&plan()).unwrap();
        let mut games = done.clone();
        let options = RunOptions {
            done: done.iter().map(|game| game.game).collect(),
            ..RunOptions::with_threads(2)
        };
        let Ok(()) = run(&plan(), &options, &StopFlag::new(), |batch| {
            games.extend(batch.iter().map(|played| played.result.clone()));
            Ok::<(), Infallible>(())
        });
        games.sort_by_key(|game| game.game);
        for seat in games.iter_mut().flat_map(|game| &mut game.seats) {
            seat.time_ms = 0.0;
        }
        assert_eq!(games, whole, "{spec}");
    }
}

#[test]
fn a_run_with_other_openings_is_another_run() {
    let plan = |openings| plan("quoridor:size=5", &["random", "greedy"], openings, 4);
    let (games, _) = play(&plan(Some("random:plies=4")), RunShard::WHOLE, 1);
    let report = RunReport::new(&plan(Some("random:plies=4")), games);
    assert!(
        report.command().contains(" --openings random:plies=4 "),
        "{}",
        report.command()
    );
    for (other, told) in [
        (None, "openings 'random:plies=4', here 'none'"),
        (
            Some("random:plies=2"),
            "openings 'random:plies=4', here 'random:plies=2'",
        ),
    ] {
        let error = report.clone().resume(&plan(other)).unwrap_err();
        assert!(error.to_string().ends_with(told), "{error}");
        let games = play(&plan(other), RunShard::WHOLE, 1).0;
        let error = RunReport::merge(vec![report.clone(), RunReport::new(&plan(other), games)]);
        assert!(error.unwrap_err().to_string().ends_with(told));
    }
}

#[test]
fn a_suite_is_played_through_before_anything_is_played_again() {
    let dir = folder("openings-suite");
    let file = dir.join("suite.txt");
    let lines = ["c2 c4", "b1 c4", "d1 b5", "a2h c4", "c1v d5"];
    let text = format!("# five\n{}  # the last\n", lines.join("\n\n"));
    fs::write(&file, &text).unwrap();
    let files = || {
        open("quoridor:size=5")
            .unwrap()
            .with_files(Arc::new(AgentFileCache::anywhere()))
    };
    let spec = file.to_str().unwrap();
    let plan = |games| {
        opened(
            files(),
            Pairing::Match,
            &["random", "greedy"],
            Some(spec),
            games,
        )
    };
    let played = |games| {
        let plan = plan(games);
        let opening = |round: u64| plan.opening(2 * round, &StopFlag::new()).unwrap().unwrap();
        let all = (0..games / 2).map(|round| opening(round).moves().join(" "));
        all.collect::<Vec<String>>()
    };
    let order = played(20);
    let (first, second) = order.split_at(5);
    assert_eq!(first, second, "in the same order");
    let once: HashSet<&str> = first.iter().map(String::as_str).collect();
    assert_eq!(once, HashSet::from(lines));
    assert_ne!(first, lines, "the seed shuffles them");
    assert_eq!(plan(10).repeated_openings(), None);
    assert_eq!(plan(12).repeated_openings(), Some((6, 5)));

    // Suites are identified by content hash: other content under the same name is refused, the same
    // content under another name is accepted.
    let games = play(&plan(4), RunShard::WHOLE, 1).0;
    let report = RunReport::new(&plan(4), games);
    let pinned = report.openings.clone().unwrap();
    assert!(pinned.starts_with(&format!("{spec}#")), "{pinned}");
    let elsewhere = dir.join("copy.txt");
    fs::write(&elsewhere, &text).unwrap();
    let copy = elsewhere.to_str().unwrap();
    let copied = opened(
        files(),
        Pairing::Match,
        &["random", "greedy"],
        Some(copy),
        4,
    );
    report.clone().resume(&copied).unwrap();
    fs::write(&file, "c2\n").unwrap();
    let error = OpeningSource::parse(&pinned, &files())
        .unwrap_err()
        .to_string();
    assert!(error.contains("these are other openings"), "{error}");
    let error = report.resume(&plan(4)).unwrap_err().to_string();
    assert!(error.contains("another match: openings"), "{error}");
    // A suite sent by another machine needs no file.
    let sent = OpeningSource::from_spec_and_suite(&pinned, Some(&text), &files()).unwrap();
    assert_eq!((sent.spec(), sent.suite_text()), (&*pinned, Some(&*text)));
}

#[test]
fn what_cannot_be_opened_is_refused_before_anything_is_played() {
    let dir = folder("openings-refused");
    let file = dir.join("suite.txt");
    let spec = file.to_str().unwrap();
    let refused = |game: &str, text: &str, openings: &str, reasons: &[&str]| {
        fs::write(&file, text).unwrap();
        let variant = open(game)
            .unwrap()
            .with_files(Arc::new(AgentFileCache::anywhere()));
        let agents = vec!["random".to_owned(); variant.seats()];
        let plan = RunPlan::new(variant, &agents, Seed(1), 8).unwrap();
        let plan = plan.with_openings_spec(Some(openings));
        let checked = plan.and_then(|plan| plan.check_openings());
        let error = checked.expect_err(openings).to_string();
        for reason in reasons {
            assert!(error.contains(reason), "'{reason}' is not in: {error}");
        }
    };
    let tic = "tictactoe";
    refused(
        tic,
        "a1\n# b\na1 a1",
        spec,
        &["suite.txt, line 3: a1 cannot be played"],
    );
    refused(
        tic,
        "a1 b1 a2 b2 a3",
        spec,
        &["line 1: the game is over after"],
    );
    refused(tic, "a1 b1 a2 b2 a3 b3", spec, &["the game is over"]);
    refused(tic, "#\n", spec, &["has no openings"]);
    refused(
        tic,
        "",
        "random:plies=9",
        &["plies must be a whole number from 1 to 8"],
    );
    refused(tic, "", "quoridor-5x5", &["cannot be played"]);
    refused(
        "quoridor:size=3",
        "",
        "balanced:plies=3,by=astar",
        &["by=astar: ", "agents that do are", "minimax"],
    );
    // The value of one playout is -1 or 1.
    refused(
        "dicewars",
        "",
        "balanced:plies=1,by=mcts:iterations=1,within=0.5",
        &[
            "1000 tries of 1 random moves",
            "within 0.5 of an even result",
            "the closest is off by 1.000",
        ],
    );
}

/// Openings cannot be checked in advance on random boards; an illegal opening ends the run with the
/// reason.
#[test]
fn a_run_that_comes_to_an_opening_it_cannot_play_ends_with_the_reason() {
    let plan = plan("dicewars", &["naive", "sdc"], None, 40);
    let openings =
        OpeningSource::from_spec_and_suite("x", Some("end\n0>1\n"), plan.variant()).unwrap();
    let error = plan.with_openings(openings).unwrap_err().to_string();
    assert!(error.contains("x, line 2: 0>1 cannot be played"), "{error}");
}

#[test]
fn tuning_begins_its_games_with_openings() {
    let variant = open("quoridor:size=3").unwrap();
    let tuned = |openings: Option<&str>, before| {
        let openings = openings.map(|text| OpeningSource::parse(text, &variant).unwrap());
        let tuning = TuningPlan {
            key: None,
            variant: variant.clone(),
            agent: "mcts:iterations=5".to_owned(),
            dimensions: vec!["c=0.5..2.0".parse::<ParameterRange>().unwrap()],
            opponents: vec!["random".to_owned()],
            games: 4,
            seed: Seed(1),
            openings,
        };
        let stop = StopFlag::new();
        tune(
            &tuning,
            TuningMethod::Grid { steps: 2 },
            before,
            &ThreadExecutor(1),
            &stop,
            |_| (),
        )
    };
    let history = tuned(Some("random:plies=2"), None).unwrap();
    assert_eq!(history.openings.as_deref(), Some("random:plies=2"));
    let other = tuned(None, Some(history.clone())).unwrap_err().to_string();
    assert!(
        other.contains("openings 'random:plies=2', here 'none'"),
        "{other}"
    );
    assert_eq!(
        tuned(Some("random:plies=2"), Some(history.clone())).unwrap(),
        history
    );
}

#[test]
fn a_journal_says_what_games_begin_with() {
    let results = folder("openings-journal").join("run.json");
    let file = results.with_file_name("run.json.journal");
    let plan = plan("quoridor:size=5", &["random", "greedy"], Some("random"), 4);
    let (games, _) = play(&plan, RunShard::WHOLE, 1);
    let head = RunReport::new(&plan, Vec::new());
    let mut journal = ludorum_arena::RunJournal::begin(&file, &head).unwrap();
    journal.append(games.iter()).unwrap();
    let kept = read_results(&results).unwrap();
    assert_eq!(kept.openings.as_deref(), Some("random:plies=4"));
}

#[test]
fn suites_are_made_the_same_on_any_number_of_threads() {
    let variant = open("quoridor:size=3").unwrap();
    let made = |variant: &Variant, openings: &str, count, threads| {
        let plan = OpeningSuitePlan {
            openings: OpeningSource::parse(openings, variant).unwrap(),
            variant: variant.clone(),
            count,
            seed: Seed(1),
            command: "ludorum openings".to_owned(),
        };
        let mut told = Vec::new();
        let text = make_suite(&plan, threads, &StopFlag::new(), |found| told.push(found));
        let text = text.map(|text| text.unwrap());
        assert!(text.is_err() || told == (1..=count).collect::<Vec<_>>());
        text.map_err(|error| error.to_string())
    };
    let balanced = "balanced:plies=2,by=minimax:depth=3,within=0.3";
    let suite = made(&variant, balanced, 9, 1).unwrap();
    assert_eq!(suite, made(&variant, balanced, 9, 3).unwrap());
    let mut positions = HashSet::new();
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let mut position = variant.start(Seed(0));
        for text in line.split(' ') {
            position.play_text(text).unwrap();
        }
        assert!(positions.insert(position.text()), "{line}");
    }
    assert_eq!(positions.len(), 9);
    let few = made(&variant, "random:plies=1", 500, 2).unwrap_err();
    assert!(few.contains("of 500 openings"), "{few}");
    let dicewars = open("dicewars").unwrap();
    let chance = made(&dicewars, "random:plies=2", 2, 1).unwrap_err();
    assert!(chance.contains("is random, so a suite"), "{chance}");
}

#[test]
fn the_suites_of_the_program_can_be_played_and_lead_to_different_positions() {
    for (name, text) in suites() {
        let game = match *name {
            "yinsh" => "yinsh",
            "quoridor-9x9" => "quoridor",
            "quoridor-7x7" => "quoridor:size=7",
            "quoridor-5x5" => "quoridor:size=5",
            other => panic!("{other} is of no game"),
        };
        let variant = open(game).unwrap();
        let mut lines = text.lines();
        let command = lines.next().unwrap();
        let begin = format!("# ludorum openings {game} --plies ");
        assert!(command.starts_with(&begin), "{command}");
        assert!(
            command.ends_with(&format!(" --out content/openings/{name}.txt")),
            "{command}"
        );
        let mut positions = HashSet::new();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let mut position = variant.start(Seed(0));
            for text in line.split(' ') {
                position.play_text(text).unwrap();
            }
            assert!(positions.insert(position.text()), "{name}: {line}");
        }
        assert!(positions.len() >= 200, "{name}: {}", positions.len());
    }
}
