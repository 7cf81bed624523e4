//! Tournaments: everybody meets, parts make a whole, journals keep what was played, tests stop by
//! themselves.

use std::convert::Infallible;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use ludorum_agents::{Knowledge, Roster};
use ludorum_arena::stats::{EloModel, Hypotheses, Verdict};
use ludorum_arena::{
    GameResult, Journal, MergeError, Pairing, Plan, Played, Report, RunOptions, Schedule, Seatings,
    Sequel, Shard, Watch, read_journal, run,
};
use ludorum_catalog::{GameKind, Variant, open};
use ludorum_core::{Seed, Stop};
use ludorum_testkit::toys::Pile;

fn pile(players: usize) -> Variant {
    GameKind::new(Roster::<Pile>::deterministic(&Knowledge::none()))
        .open(&format!("players={players}"))
        .unwrap()
}

fn plan(variant: Variant, pairing: Pairing, agents: &[&str], games: u64) -> Plan {
    let agents: Vec<String> = agents.iter().map(|&spec| spec.to_owned()).collect();
    let schedule = Schedule {
        pairing,
        seatings: Seatings::Rotations,
    };
    Plan::scheduled(variant, &agents, schedule, Seed(5), games).unwrap()
}

fn play(plan: &Plan, shard: Shard, threads: usize) -> Vec<GameResult> {
    let options = RunOptions {
        shard,
        ..RunOptions::on(threads)
    };
    let mut games = Vec::new();
    let Ok(()) = run(plan, &options, &Stop::new(), |batch| {
        games.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    });
    games.sort_by_key(|game: &GameResult| game.game);
    games
}

/// A report with statistics, without what depends on the clock.
fn timeless(plan: &Plan, mut games: Vec<GameResult>) -> String {
    for seat in games.iter_mut().flat_map(|game| &mut game.seats) {
        seat.time_ms = 0.0;
    }
    serde_json::to_string(&Report::new(plan, games).with_statistics()).unwrap()
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
    assert_eq!((plan.games(), plan.games_each()), (24, 4), "six pairs");
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
    let schedule = Schedule {
        pairing: Pairing::Match,
        seatings: Seatings::All,
    };
    let plan = Plan::scheduled(pile(3), &agents, schedule, Seed(1), 7).unwrap();
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
    let one = timeless(&plan, play(&plan, Shard::WHOLE, 1));
    assert_eq!(one, timeless(&plan, play(&plan, Shard::WHOLE, 4)));
}

#[test]
fn parts_of_a_run_make_the_whole() {
    let agents = ["random", "greedy", "maxn"];
    let plan = plan(pile(2), Pairing::RoundRobin, &agents, 10);
    let whole = play(&plan, Shard::WHOLE, 1);
    let parts: Vec<Report> = ["1/3", "2/3", "3/3"]
        .map(|shard| Report::new(&plan, play(&plan, shard.parse().unwrap(), 2)))
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
    let (head, games) = Report::merge(parts.clone()).unwrap();
    assert_eq!(head.planned, plan.games());
    assert_eq!(timeless(&plan, games.clone()), timeless(&plan, whole));
    let renewed = head.with_games(games);
    assert_eq!((renewed.played, renewed.agents.len()), (plan.games(), 3));

    // The same part twice adds nothing; another run does not fit; two stories are no truth.
    let twice = vec![parts[0].clone(), parts[0].clone()];
    assert_eq!(
        Report::merge(twice).unwrap().1.len() as u64,
        parts[0].played
    );
    let mut other = parts[1].clone();
    other.seed = "6".to_owned();
    let refused = Report::merge(vec![parts[0].clone(), other]);
    assert!(matches!(refused, Err(MergeError::OtherRun { part: 1, .. })));
    let mut lie = parts[0].clone();
    lie.games[0].plies += 1;
    let refused = Report::merge(vec![parts[0].clone(), lie]);
    assert_eq!(refused.unwrap_err(), MergeError::TwoStories(0));
    assert_eq!(Report::merge(Vec::new()).unwrap_err(), MergeError::Nothing);
}

#[test]
fn a_journal_keeps_every_game_and_forgets_half_lines() {
    let plan = plan(pile(2), Pairing::Match, &["random", "greedy"], 6);
    let path = file("journal");
    let mut journal = Journal::begin(&path, &Report::new(&plan, Vec::new())).unwrap();
    let mut games = Vec::new();
    let on_games = |batch: &[Played]| {
        games.extend(batch.iter().map(|played| played.result.clone()));
        journal.append(batch.iter().map(|played| &played.result))
    };
    run(&plan, &RunOptions::on(2), &Stop::new(), on_games).unwrap();
    games.sort_by_key(|game| game.game);
    let kept = read_journal(&path).unwrap().unwrap();
    assert_eq!(kept.games, games);
    assert_eq!(kept.played, 6);

    // A power failure within a line: that game was not counted yet.
    let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
    torn.write_all(b"{\"game\":99,\"se").unwrap();
    assert_eq!(read_journal(&path).unwrap().unwrap().games, games);
    // Anything wrong before the last line is no accident of that kind.
    torn.write_all(b"\n{}\n").unwrap();
    assert!(read_journal(&path).is_err());
    // Nothing at all, or half of the first line: no run.
    fs::write(&path, "{\"program\"").unwrap();
    assert!(read_journal(&path).unwrap().is_none());
}

fn watched(plan: &Plan, hypotheses: Hypotheses, threads: usize) -> (Sequel, Option<u64>) {
    let mut watch = Watch::new(plan, hypotheses);
    let stop = Stop::new();
    let on_games = |batch: &[Played]| {
        for played in batch {
            watch.add(&played.result);
        }
        if watch.is_decided() {
            stop.raise();
        }
        Ok::<(), Infallible>(())
    };
    let Ok(()) = run(plan, &RunOptions::on(threads), &stop, on_games);
    (watch.sequel(), watch.decided_after())
}

const TEST: Hypotheses = Hypotheses {
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
    assert_eq!(one.0.evidence.verdict, Verdict::AcceptH1);
    assert!(one.1.unwrap() < 400, "{one:?}");
    assert_eq!(one, watched(&better, TEST, 3));

    let worse = plan(tictactoe(), Pairing::Match, &["random", "minimax"], 4000);
    let (sequel, _) = watched(&worse, TEST, 2);
    assert_eq!(sequel.evidence.verdict, Verdict::AcceptH0);
    assert!(sequel.evidence.llr <= sequel.evidence.bounds.lower);
}

#[test]
fn a_sequential_test_works_for_three_players() {
    let plan = plan(pile(3), Pairing::Field, &["maxn", "random"], 6000);
    let (sequel, games) = watched(&plan, TEST, 2);
    assert_eq!(sequel.evidence.verdict, Verdict::AcceptH1);
    assert_eq!(games.unwrap(), 3 * sequel.blocks);
}

#[test]
fn statistics_of_two_players_add_up() {
    let tictactoe = open("tictactoe").unwrap();
    let plan = plan(tictactoe, Pairing::Match, &["minimax", "random"], 60);
    let games = play(&plan, Shard::WHOLE, 2);
    let report = Report::new(&plan, games).with_statistics();
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

/// A few games between players of very different strength: some win or lose everything.
#[test]
fn strengths_lie_inside_their_intervals() {
    let agents = ["minimax", "pvs", "greedy", "random"];
    for games in [2, 4, 8] {
        let tictactoe = open("tictactoe").unwrap();
        let plan = plan(tictactoe, Pairing::RoundRobin, &agents, games);
        let report = Report::new(&plan, play(&plan, Shard::WHOLE, 2)).with_statistics();
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
