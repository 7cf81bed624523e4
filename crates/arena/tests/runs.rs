//! Tests of tournaments: every pair meets, shards merge, journals store games, sequential tests
//! stop runs.

use std::convert::Infallible;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use ludorum_agents::{GameKnowledge, Roster};
use ludorum_arena::stats::{EloModel, SprtDecision, SprtHypotheses};
use ludorum_arena::{
    DuplicateGameLevel, GameResult, GameTally, MergeError, Pairing, PlayedGame, ResultStore,
    ResultStoreError, RunJournal, RunLock, RunOptions, RunPlan, RunReport, RunSchedule, RunShard,
    SeatingScheme, SprtMonitor, SprtState, StoredRun, read_results, run,
};
use ludorum_catalog::{CatalogEntry, Variant, open};
use ludorum_core::{Seed, StopFlag};
use ludorum_testkit::toys::SubtractionGame;

fn pile(players: usize) -> Variant {
    CatalogEntry::new(Roster::<SubtractionGame>::deterministic(
        &GameKnowledge::none(),
    ))
    .open(&format!("players={players}"))
    .unwrap()
}

fn plan(variant: Variant, pairing: Pairing, agents: &[&str], games: u64) -> RunPlan {
    let agents: Vec<String> = agents.iter().map(|&spec| spec.to_owned()).collect();
    let schedule = RunSchedule {
        pairing,
        seatings: SeatingScheme::Rotations,
    };
    RunPlan::scheduled(variant, &agents, schedule, Seed(5), games).unwrap()
}

fn play(plan: &RunPlan, shard: RunShard, threads: usize) -> Vec<GameResult> {
    let options = RunOptions {
        shard,
        ..RunOptions::with_threads(threads)
    };
    let mut games = Vec::new();
    let Ok(()) = run(plan, &options, &StopFlag::new(), |batch| {
        games.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    });
    games.sort_by_key(|game: &GameResult| game.game);
    games
}

/// JSON of a report with statistics and all times set to 0, for comparisons.
fn timeless(plan: &RunPlan, mut games: Vec<GameResult>) -> String {
    for seat in games.iter_mut().flat_map(|game| &mut game.seats) {
        seat.time_ms = 0.0;
    }
    serde_json::to_string(&RunReport::new(plan, games).with_statistics()).unwrap()
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn in_a_round_robin_every_two_meet_equally_often_on_the_same_setups() {
    let agents = ["random", "greedy", "minimax", "pvs"];
    let tictactoe = open("tictactoe").unwrap();
    let plan = plan(tictactoe, Pairing::RoundRobin, &agents, 3);
    assert_eq!((plan.games(), plan.games_per_group()), (24, 4), "six pairs");
    let mut met = [[0; 4]; 4];
    for game in 0..plan.games() {
        let seating = plan.seating(game);
        met[seating[0]][seating[1]] += 1;
        assert_eq!(plan.setup_seed(game), plan.setup_seed(game / 12 * 12));
    }
    for (first, row) in met.iter().enumerate() {
        for (second, &count) in row.iter().enumerate() {
            assert_eq!(count, if first == second { 0 } else { 2 });
        }
    }
    assert_ne!(plan.setup_seed(0), plan.setup_seed(12));
}

#[test]
fn all_seatings_of_three_are_six() {
    let agents = ["random", "greedy", "maxn"].map(str::to_owned);
    let schedule = RunSchedule {
        pairing: Pairing::Match,
        seatings: SeatingScheme::All,
    };
    let plan = RunPlan::scheduled(pile(3), &agents, schedule, Seed(1), 7).unwrap();
    assert_eq!((plan.games(), plan.layout().block_games()), (12, 6));
    let mut seatings: Vec<Vec<usize>> = (0..6).map(|game| plan.seating(game)).collect();
    seatings.sort();
    seatings.dedup();
    assert_eq!(seatings.len(), 6);
}

#[test]
fn threads_do_not_change_a_tournament() {
    let agents = ["random", "greedy", "maxn", "mcts:iterations=20"];
    let plan = plan(pile(3), Pairing::RoundRobin, &agents, 6);
    let one = timeless(&plan, play(&plan, RunShard::WHOLE, 1));
    assert_eq!(one, timeless(&plan, play(&plan, RunShard::WHOLE, 4)));
}

#[test]
fn parts_of_a_run_make_the_whole() {
    let agents = ["random", "greedy", "maxn"];
    let plan = plan(pile(2), Pairing::RoundRobin, &agents, 10);
    let whole = play(&plan, RunShard::WHOLE, 1);
    let parts: Vec<RunReport> = ["1/3", "2/3", "3/3"]
        .map(|shard| RunReport::new(&plan, play(&plan, shard.parse().unwrap(), 2)))
        .into();
    for part in &parts {
        assert!((1..plan.games()).contains(&part.played));
        for game in &part.games {
            let block = plan.layout().block(game.game);
            let together = part
                .games
                .iter()
                .filter(|g| plan.layout().block(g.game) == block);
            assert_eq!(together.count(), 2, "a block stays together");
        }
    }
    let (head, games) = RunReport::merge(parts.clone()).unwrap();
    assert_eq!(head.planned, plan.games());
    assert_eq!(timeless(&plan, games.clone()), timeless(&plan, whole));
    let renewed = head.with_games(games);
    assert_eq!((renewed.played, renewed.agents.len()), (plan.games(), 3));

    // A duplicate part adds nothing; another run or a conflicting game is refused.
    let twice = vec![parts[0].clone(), parts[0].clone()];
    assert_eq!(
        RunReport::merge(twice).unwrap().1.len() as u64,
        parts[0].played
    );
    let mut other = parts[1].clone();
    other.seed = "6".to_owned();
    let refused = RunReport::merge(vec![parts[0].clone(), other]);
    assert!(matches!(refused, Err(MergeError::OtherRun { part: 1, .. })));
    let mut lie = parts[0].clone();
    lie.games[0].plies += 1;
    let refused = RunReport::merge(vec![parts[0].clone(), lie]);
    assert_eq!(refused.unwrap_err(), MergeError::ConflictingGame(0));
    assert_eq!(
        RunReport::merge(Vec::new()).unwrap_err(),
        MergeError::Nothing
    );
}

#[test]
fn a_journal_keeps_every_game_and_forgets_half_lines() {
    let plan = plan(pile(2), Pairing::Match, &["random", "greedy"], 6);
    let (results, path) = (file("run"), file("run.journal"));
    let mut journal = RunJournal::begin(&path, &RunReport::new(&plan, Vec::new())).unwrap();
    let mut games = Vec::new();
    let on_games = |batch: &[PlayedGame]| {
        games.extend(batch.iter().map(|played| played.result.clone()));
        journal.append(batch.iter().map(|played| &played.result))
    };
    run(
        &plan,
        &RunOptions::with_threads(2),
        &StopFlag::new(),
        on_games,
    )
    .unwrap();
    games.sort_by_key(|game| game.game);
    let kept = read_results(&results).unwrap();
    assert_eq!(kept.games, games);
    assert_eq!(kept.played, 6);

    // After a power failure, the last line is incomplete: its game was not counted yet.
    let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
    torn.write_all(b"{\"game\":99,\"se").unwrap();
    assert_eq!(read_results(&results).unwrap().games, games);
    // Damage before the last line is an error.
    torn.write_all(b"\n{}\n").unwrap();
    assert!(read_results(&results).is_err());
    // Empty, or half of the first line: no run.
    fs::write(&path, "{\"program\"").unwrap();
    assert!(read_results(&results).is_err());
}

fn watched(plan: &RunPlan, hypotheses: SprtHypotheses, threads: usize) -> (SprtState, Option<u64>) {
    let mut watch = SprtMonitor::new(plan, hypotheses);
    let stop = StopFlag::new();
    let on_games = |batch: &[PlayedGame]| {
        for played in batch {
            watch.add(&played.result);
        }
        if watch.is_decided() {
            stop.raise();
        }
        Ok::<(), Infallible>(())
    };
    let Ok(()) = run(plan, &RunOptions::with_threads(threads), &stop, on_games);
    (watch.state(), watch.decided_after())
}

const TEST: SprtHypotheses = SprtHypotheses {
    elo0: 0.0,
    elo1: 50.0,
    model: EloModel::Logistic,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn a_sequential_test_stops_at_the_same_game_whatever_the_threads() {
    let tictactoe = || open("tictactoe").unwrap();
    let better = plan(tictactoe(), Pairing::Match, &["minimax", "random"], 4000);
    let one = watched(&better, TEST, 1);
    assert_eq!(one.0.evidence.decision, SprtDecision::AcceptH1);
    assert!(one.1.unwrap() < 400, "{one:?}");
    assert_eq!(one, watched(&better, TEST, 3));

    let worse = plan(tictactoe(), Pairing::Match, &["random", "minimax"], 4000);
    let (sequel, _) = watched(&worse, TEST, 2);
    assert_eq!(sequel.evidence.decision, SprtDecision::AcceptH0);
    assert!(sequel.evidence.llr <= sequel.evidence.bounds.lower);
}

#[test]
fn a_sequential_test_works_for_three_players() {
    let plan = plan(pile(3), Pairing::Field, &["maxn", "random"], 6000);
    let (sequel, games) = watched(&plan, TEST, 2);
    assert_eq!(sequel.evidence.decision, SprtDecision::AcceptH1);
    assert_eq!(games.unwrap(), 3 * sequel.blocks);
}

/// In both games losers share a rank. Regression test: when they counted as equal, the weakest
/// agent, who won one game in 160, was expected to win one in six.
#[test]
fn strengths_predict_the_shares_of_wins() {
    let dicewars = ["naive", "sdc", "ste", "stei", "wpm-s"];
    let quoridor = [
        "random",
        "greedy",
        "astar",
        "mcts:iterations=5",
        "semirandom",
    ];
    for (game, agents) in [
        ("dicewars:players=4", dicewars),
        ("quoridor:size=5,players=4", quoridor),
    ] {
        let plan = plan(open(game).unwrap(), Pairing::RoundRobin, &agents, 40);
        let games = play(&plan, RunShard::WHOLE, 2);
        let report = RunReport::new(&plan, games.clone()).with_statistics();
        let found = report.statistics.unwrap().agents;
        let mut expected = [(0.0, 0.0); 5];
        for game in &games {
            let strength = |agent: usize| 10_f64.powf(found[agent].strength / 400.0);
            let sum: f64 = game.seats.iter().map(|seat| strength(seat.agent)).sum();
            for seat in &game.seats {
                let (share, games) = &mut expected[seat.agent];
                *share += strength(seat.agent) / sum;
                *games += 1.0;
            }
        }
        for (agent, ((share, games), found)) in expected.iter().zip(&found).enumerate() {
            let (low, high) = found.win_share_95.unwrap();
            let share = share / games;
            assert!(
                low <= share && share <= high,
                "{}: {share}, {low} to {high}",
                agents[agent]
            );
        }
    }
}

#[test]
fn statistics_of_two_players_add_up() {
    let tictactoe = open("tictactoe").unwrap();
    let plan = plan(tictactoe, Pairing::Match, &["minimax", "random"], 60);
    let games = play(&plan, RunShard::WHOLE, 2);
    let report = RunReport::new(&plan, games).with_statistics();
    let statistics = report.statistics.unwrap();
    let [pair] = &statistics.pairs[..] else {
        panic!("one pair")
    };
    let minimax = &report.agents[0];
    assert_eq!(
        (pair.games.wins, pair.games.draws, pair.games.losses),
        (minimax.wins, minimax.draws, minimax.losses)
    );
    assert_eq!(pair.pairs.pairs(), 30);
    let points: u64 = (0..).zip(pair.pairs.0).map(|(halves, n)| halves * n).sum();
    assert_eq!(points, 2 * minimax.wins + minimax.draws);
    let [first, second] = &statistics.agents[..] else {
        panic!("two agents")
    };
    assert!((first.mean_rank + second.mean_rank - 3.0).abs() < 1e-9);
    assert!((first.win_share - minimax.win_rate).abs() < 1e-12);
    let (low, high) = first.win_share_95.unwrap();
    assert!(low <= first.win_share && first.win_share <= high);
    assert!((first.strength + second.strength).abs() < 1e-6);
    assert!(first.strength > 100.0);
    let seats = statistics.seats.unwrap();
    assert_eq!(
        seats.wins.iter().sum::<u64>(),
        minimax.wins + minimax.losses
    );
}

/// Plays few games between very unequal agents, some of which win or lose all games.
#[test]
fn strengths_lie_inside_their_intervals() {
    let agents = ["minimax", "pvs", "greedy", "random"];
    for games in [2, 4, 8] {
        let tictactoe = open("tictactoe").unwrap();
        let plan = plan(tictactoe, Pairing::RoundRobin, &agents, games);
        let report = RunReport::new(&plan, play(&plan, RunShard::WHOLE, 2)).with_statistics();
        let statistics = report.statistics.unwrap();
        for (spec, agent) in agents.iter().zip(&statistics.agents) {
            let (low, high) = agent.strength_95.unwrap();
            let strength = agent.strength;
            assert!(
                low <= strength && strength <= high,
                "{spec}: {low} {strength} {high}"
            );
            if statistics.strengths_are_regularised {
                assert!(
                    high - low > 100.0,
                    "{spec} after {games} games: {low} {high}"
                );
            }
        }
    }
}

/// The agents repeat one pair of games. Regression test: fifty repetitions counted as fifty
/// samples.
#[test]
fn repeated_games_are_no_more_evidence_than_one() {
    let quoridor = || open("quoridor:size=5").unwrap();
    let agents = ["minimax", "astar"];
    let report = |games| {
        let plan = plan(quoridor(), Pairing::Match, &agents, games);
        RunReport::new(&plan, play(&plan, RunShard::WHOLE, 2)).with_statistics()
    };
    let (once, often) = (report(2), report(100));
    let distinct = often.distinct.unwrap();
    assert_eq!((distinct.games, distinct.blocks), (2, 1));
    assert_eq!((distinct.all_blocks, distinct.is_estimated), (50, false));
    assert_eq!(often.repetition(), Some(DuplicateGameLevel::Always));
    assert_eq!(
        often.repetition_advice().unwrap(),
        "2 different games out of 100: these agents play the same game from the same start every \
         time, and a repeated game is no more evidence; use --openings random:plies=4"
    );
    assert_eq!((once.repetition(), once.repetition_advice()), (None, None));

    // Estimates use all games, intervals only the two distinct games.
    assert_eq!((often.agents[0].wins, often.agents[0].win_rate), (100, 1.0));
    assert_eq!(often.agents[0].win_rate_95, once.agents[0].win_rate_95);
    assert!(often.agents[0].win_rate_95.0 < 0.4);
    let (once, often) = (once.statistics.unwrap(), often.statistics.unwrap());
    assert_eq!(often.pairs[0].pairs.pairs(), 50);
    assert_eq!(often.pairs[0].pair_elo, once.pairs[0].pair_elo);
    assert_eq!(often.pairs[0].elo, once.pairs[0].elo);
    assert_eq!(often.agents[0].won_alone_95, once.agents[0].won_alone_95);
    assert_eq!(often.agents[0].win_share_95, None, "one block says nothing");
    assert_eq!(often.agents[0].strength_95, None);
    let p_value = |statistics: &ludorum_arena::RunStatistics| {
        let seats = statistics.seats.clone().unwrap();
        seats.p_value
    };
    assert_eq!(p_value(&often), p_value(&once));

    // Repetitions are no evidence for a sequential test either.
    let long = plan(quoridor(), Pairing::Match, &agents, 400);
    let (sequel, decided) = watched(&long, TEST, 2);
    assert_eq!(
        (sequel.evidence.decision, decided),
        (SprtDecision::Open, None)
    );
    assert_eq!(sequel.blocks - sequel.repeated, 1);
}

/// Random agents play distinct games from the same start position.
#[test]
fn games_that_differ_all_count() {
    let tictactoe = open("tictactoe").unwrap();
    let plan = plan(tictactoe, Pairing::Match, &["random", "random"], 60);
    let report = RunReport::new(&plan, play(&plan, RunShard::WHOLE, 2)).with_statistics();
    let distinct = report.distinct.unwrap();
    assert_eq!((distinct.blocks, distinct.all_blocks), (30, 30));
    assert!(distinct.games >= 59 && report.repetition().is_none());
    assert!(report.statistics.unwrap().agents[0].win_share_95.is_some());
    // Games on boards of different seeds are distinct, whatever their moves.
    let dicewars = open("dicewars").unwrap();
    let one = ludorum_arena::RunPlan::new(dicewars, &["naive".into(), "naive".into()], Seed(1), 4);
    let games = play(&one.unwrap(), RunShard::WHOLE, 1);
    let hashes: std::collections::HashSet<_> = games.iter().map(|game| game.hash).collect();
    assert_eq!(hashes.len(), 4);
}

/// Statistics depend neither on the clustering of blocks nor on their order.
#[test]
fn many_games_are_summed_up_in_any_order() {
    let tictactoe = open("tictactoe").unwrap();
    let plan = plan(tictactoe, Pairing::Match, &["random", "greedy"], 12_000);
    let mut games = play(&plan, RunShard::WHOLE, 2);
    for seat in games.iter_mut().flat_map(|game| &mut game.seats) {
        seat.time_ms = 0.0;
    }
    let told = |games: &mut dyn Iterator<Item = &GameResult>| {
        let mut tally = GameTally::new(plan.agents(), Some(plan.layout().clone()));
        games.for_each(|game| tally.add(game));
        let head = RunReport::head(&plan).with_tally(&tally);
        head.with_statistics_of(&tally)
    };
    let forwards = told(&mut games.iter());
    assert_eq!(forwards, told(&mut games.iter().rev()));
    // The interval is that of the formula, although there are far more blocks than clusters.
    let agent = &forwards.statistics.as_ref().unwrap().agents[0];
    let (low, high) = agent.win_share_95.unwrap();
    let shares = games.chunks(2).map(|block| {
        let own = block.iter().flat_map(|game| &game.seats);
        own.filter(|seat| seat.agent == 0)
            .map(|seat| seat.share)
            .sum::<f64>()
            / 2.0
    });
    let (mean, half) = ludorum_arena::mean_95(shares);
    assert!((agent.win_share - mean).abs() < 1e-9);
    assert!((high - low) / (2.0 * half) > 0.9 && (high - low) / (2.0 * half) < 1.3);
}

/// A report streamed from the journal equals the report of games in memory, whatever their order.
#[test]
fn games_are_written_in_order_from_the_journal() {
    let plan = plan(pile(2), Pairing::Match, &["random", "greedy"], 40);
    let games = play(&plan, RunShard::WHOLE, 1);
    let path = file("streamed.json");
    let head = RunReport::head(&plan);
    let half: ludorum_arena::GameIndexSet = (0..20).collect();
    let keep = |before: Option<&StoredRun>, done, games: &mut dyn Iterator<Item = &GameResult>| {
        let so_far = RunReport::new(&plan, games_of(before));
        let claim = RunLock::acquire(&path).unwrap();
        let mut keeper = ResultStore::in_file(&head, &so_far, before, done, claim).unwrap();
        keeper.add(games).unwrap();
        keeper
    };
    drop(keep(
        None,
        Default::default(),
        &mut games[..20].iter().rev(),
    ));
    // After the run was killed, only the journal exists.
    assert_eq!(read_results(&path).unwrap().games, games[..20]);
    let before = StoredRun::open(&path).unwrap();
    let keeper = keep(Some(&before), half, &mut games[20..].iter().rev());
    assert_eq!(read_results(&path).unwrap().games, games);
    let whole = RunReport::new(&plan, games).with_statistics();
    let mut written = Vec::new();
    keeper.write(&whole, &mut written, |_| true).unwrap();
    assert_eq!(written, whole.to_json());
    keeper.close();
    fs::write(&path, &written).unwrap();
    assert_eq!(read_results(&path).unwrap(), whole);
    // Old reports are indented throughout.
    fs::write(&path, serde_json::to_vec_pretty(&whole).unwrap()).unwrap();
    assert_eq!(read_results(&path).unwrap(), whole);
}

fn games_of(stored: Option<&StoredRun>) -> Vec<GameResult> {
    let mut games = Vec::new();
    if let Some(stored) = stored {
        stored
            .games(|game| {
                games.push(game);
                Ok::<(), ResultStoreError>(())
            })
            .unwrap();
    }
    games
}
