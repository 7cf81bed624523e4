//! Tests of experiments and tuning: games of a question are played once and reported correctly.

use std::path::Path;

use ludorum_arena::experiment::{
    ExperimentResults, Metric, PublishedComparison, ReplicationVerdict, SampleSizeChoice,
    compare_with_published, experiments, read_experiment, run_experiment,
};
use ludorum_arena::page::{experiment_markdown, experiment_page, run_page};
use ludorum_arena::{
    Executor, GameResult, PlanError, RunPlan, RunReport, ThreadExecutor, play_all,
};
use ludorum_catalog::open;
use ludorum_core::{Seed, StopFlag};

const PLAN: &str = r#"
id = "toy"
question = "Is <minimax> better?"
source = "nowhere"
game = "tictactoe"
games = 20
quick = 4
published_games = 100
chart = { x = "number" }
questions = [
  { row = "minimax", column = "1", agents = ["minimax", "random"], published = 95 },
  { row = "random", column = "1", agents = ["random", "minimax"], published = 95, why = "it is not" },
  { row = "first", column = "2", agents = ["minimax", "random"], measure = "won-first" },
  { row = "nodes", column = "2", agents = ["minimax", "random"], measure = "nodes" },
  { row = "half", column = "2", agents = ["alphabeta", "random"], measure = "nodes", relative_to = "nodes", published = 0.1 },
  { row = "slow", column = "2", agents = ["mcts", "mcts"], quick = 0 },
]
"#;

fn found(effort: SampleSizeChoice, before: Option<ExperimentResults>) -> (ExperimentResults, u32) {
    let experiment = read_experiment(PLAN).unwrap();
    let before = before.unwrap_or_else(|| ExperimentResults::new(&experiment, Seed(3)));
    let mut told = 0;
    let open = |spec: &str| open(spec).map_err(PlanError::from);
    let found = run_experiment(
        &experiment,
        open,
        effort,
        &ThreadExecutor(2),
        before,
        &StopFlag::new(),
        |_| {
            told += 1;
            Ok(())
        },
    );
    (found.unwrap(), told)
}

#[test]
fn questions_are_answered_and_judged() {
    let experiment = read_experiment(PLAN).unwrap();
    let (findings, told) = found(SampleSizeChoice::Quick, None);
    assert_eq!(
        (findings.findings.len(), told),
        (5, 5),
        "one is too slow for this"
    );
    let value = |index: usize| {
        findings
            .for_question(&experiment.questions[index])
            .unwrap()
            .value
    };
    assert!(
        (value(0) + value(1) - 1.0).abs() < 1e-12,
        "two sides of the same games"
    );
    let cases = |index: usize| {
        findings
            .for_question(&experiment.questions[index])
            .unwrap()
            .cases
    };
    assert_eq!(
        (cases(0), cases(2)),
        (4, 2),
        "it moved first in half of the games"
    );
    assert!(value(4) < 0.5, "alpha-beta visits fewer nodes");
    let verdict = |index: usize| {
        let question = &experiment.questions[index];
        compare_with_published(
            &experiment,
            question,
            findings.for_question(question).unwrap(),
        )
    };
    let few = verdict(0).verdict();
    assert_eq!(
        few,
        Some(ReplicationVerdict::CannotTell),
        "four games show nothing"
    );
    assert_eq!(verdict(1).verdict(), Some(ReplicationVerdict::Differs));
    assert_eq!(verdict(2), PublishedComparison::New);
    assert!(matches!(verdict(4), PublishedComparison::Tested(_)));
    assert!(findings.findings[0].command.contains("--games 4 --seed 3"));

    // Measured numbers are not played again, unless more games are requested.
    assert_eq!(
        found(SampleSizeChoice::Quick, Some(findings.clone())),
        (findings.clone(), 0)
    );
    let (more, told) = found(SampleSizeChoice::Games(8), Some(findings));
    assert_eq!(told, 6);
    assert!(more.findings.iter().all(|finding| finding.games == 8));

    let page = experiment_page(&[(experiment, Some(more))]);
    assert!(page.contains("Is &lt;minimax&gt; better?") && !page.contains("<minimax>"));
    assert!(page.contains("<svg") && page.contains("it is not"));
    assert!(
        !page.contains("http://") && !page.contains("https://"),
        "needs nothing else"
    );
}

const MEASURES: &str = r#"
id = "measures"
question = "What can be measured?"
source = "nowhere"
game = "tictactoe"
games = 3
quick = 3
published_games = 3
seatings = "distinct"
questions = [
  { row = "won", column = "random", agents = ["random", "random"], measure = "kind-won", seat = 1 },
  { row = "won", column = "of both", agents = ["minimax", "random"], measure = "kind-won" },
  { row = "won", column = "first", agents = ["minimax", "random"], measure = "kind-won", seat = 1 },
  { row = "won", column = "second", agents = ["minimax", "random"], measure = "kind-won", seat = 2 },
  { row = "last", column = "minimax", agents = ["minimax", "random"], measure = "kind-last" },
  { row = "last", column = "random", agents = ["random", "minimax"], measure = "kind-last" },
  { row = "rank", column = "minimax", agents = ["minimax", "random"], measure = "rank", published = 1.9 },
  { row = "rank", column = "random", agents = ["random", "minimax"], measure = "rank" },
  { row = "nodes", column = "position", agents = ["minimax:depth=9"], measure = "nodes", position = "xox/oxo/..." },
  { row = "evaluations", column = "position", agents = ["minimax:depth=1"], measure = "evaluations", position = "xo./.../..." },
  { row = "positions", column = "3x3", game = "quoridor:size=3", measure = "log-positions" },
  { row = "attacks", column = "naive", game = "dicewars", agents = ["naive", "ste"], measure = "aggressivity", published = 50 },
  { row = "attacks", column = "ste", game = "dicewars", agents = ["naive", "ste"], agent = 1, measure = "aggressivity" },
  { row = "held", column = "0.95", game = "dicewars", agents = ["ste", "naive"], tenth = 9, measure = "held" },
]
"#;

#[test]
fn numbers_found_by_other_rules_are_not_gone_on_with() {
    let (mut findings, _) = found(SampleSizeChoice::Quick, None);
    findings.findings[0].rules = 2;
    let experiment = read_experiment(PLAN).unwrap();
    let open = |spec: &str| open(spec).map_err(PlanError::from);
    let stop = StopFlag::new();
    let again = run_experiment(
        &experiment,
        open,
        SampleSizeChoice::Quick,
        &ThreadExecutor(1),
        findings,
        &stop,
        |_| Ok(()),
    );
    let reason = again.unwrap_err().to_string();
    assert!(
        reason.contains("version 2 of the rules of tictactoe"),
        "{reason}"
    );
}

#[test]
fn everything_a_plan_can_ask_is_measured() {
    let experiment = read_experiment(MEASURES).unwrap();
    let fresh = ExperimentResults::new(&experiment, Seed(1));
    let open_game = |spec: &str| open(spec).map_err(PlanError::from);
    let keep = |_: &ExperimentResults| Ok::<(), PlanError>(());
    let findings = run_experiment(
        &experiment,
        open_game,
        SampleSizeChoice::Full,
        &ThreadExecutor(1),
        fresh,
        &StopFlag::new(),
        keep,
    );
    let findings = findings.unwrap();
    let found = |row: &str, column: &str| {
        let is_it =
            |q: &&ludorum_arena::experiment::ExperimentQuestion| q.row == row && q.column == column;
        let question = experiment.questions.iter().find(is_it).unwrap();
        findings.for_question(question).unwrap().clone()
    };
    let value = |row: &str, column: &str| found(row, column).value;
    assert_eq!(
        found("won", "random").games,
        3,
        "equal agents need not change places"
    );
    assert_eq!(found("won", "of both").games, 4, "others must");
    let by_seat = value("won", "first") + value("won", "second");
    assert_eq!(by_seat, value("won", "of both"));
    assert_eq!(value("last", "minimax") + value("last", "random"), 1.0);
    assert!(value("last", "minimax") < 0.5 && value("rank", "minimax") < value("rank", "random"));
    assert_eq!(
        value("nodes", "position"),
        7.0,
        "two of three squares win, the third leads to four more positions"
    );
    assert_eq!(value("evaluations", "position"), 7.0);
    let size = open("quoridor:size=3").unwrap();
    assert_eq!(value("positions", "3x3"), size.log10_positions().unwrap());
    assert_eq!(value("attacks", "naive"), 1.0, "it attacks while it can");
    assert!(value("attacks", "ste") < 0.9);
    let held = found("held", "0.95");
    assert!((0.9..=1.0).contains(&held.at.unwrap()) && held.value > 0.6);
    assert!(held.command.contains("analyse attacks ste naive"));

    let verdict = |index: usize| {
        let question = &experiment.questions[index];
        compare_with_published(
            &experiment,
            question,
            findings.for_question(question).unwrap(),
        )
    };
    assert!(
        matches!(verdict(6), PublishedComparison::Tested(_)),
        "mean ranks are compared by their spread"
    );
    assert_eq!(
        verdict(11),
        PublishedComparison::Ratio(2.0),
        "attacks of a game hang together"
    );

    let text = experiment_markdown(&[(experiment, Some(findings))]);
    assert!(
        text.contains("| attacks | naive | 50.0% | 100.0% |"),
        "{text}"
    );
}

#[test]
fn who_beats_whom_is_a_table_in_the_order_of_its_rows() {
    let experiment = read_experiment(
        r#"
id = "pairs"
question = "Who beats whom?"
source = "nowhere"
game = "tictactoe"
games = 20
quick = 4
published_games = 100
questions = [
  { row = "Minimax", column = "against Random", agents = ["minimax", "random"], published = 0 },
  { row = "Random", column = "against Minimax", agents = ["random", "minimax"] },
]
"#,
    )
    .unwrap();
    let fresh = ExperimentResults::new(&experiment, Seed(1));
    let open = |spec: &str| open(spec).map_err(PlanError::from);
    let keep = |_: &ExperimentResults| Ok::<(), PlanError>(());
    let found = run_experiment(
        &experiment,
        open,
        SampleSizeChoice::Full,
        &ThreadExecutor(1),
        fresh,
        &StopFlag::new(),
        keep,
    )
    .unwrap();
    let page = experiment_page(&[(experiment, Some(found))]);
    let table = page.split_once("<table class=\"cross\">").unwrap().1;
    let minimax = table.find("<th>against Minimax</th>").unwrap();
    assert!(minimax < table.find("<th>against Random</th>").unwrap());
    assert!(table.contains("0.0\u{202f}% <span class=\"differs\">≠</span>"));
}

/// Figures 7.3 to 7.5 of Koirala (2024): wins and milliseconds in separate plots.
#[test]
fn the_time_of_a_move_is_plotted_beside_the_wins() {
    let plan = r#"
id = "beside"
question = "Which?"
source = "nowhere"
game = "tictactoe"
games = 2
quick = 2
chart = { x = "iterations" }
questions = [
  { row = "wins", column = "10", agents = ["mcts:iterations=10", "random"] },
  { row = "time", column = "10", agents = ["mcts:iterations=10", "random"], measure = "time" },
  { row = "wins", column = "20", agents = ["mcts:iterations=20", "random"] },
  { row = "time", column = "20", agents = ["mcts:iterations=20", "random"], measure = "time" },
]
"#;
    let experiment = read_experiment(plan).unwrap();
    let open = |spec: &str| open(spec).map_err(PlanError::from);
    let before = ExperimentResults::new(&experiment, Seed(3));
    let found = run_experiment(
        &experiment,
        open,
        SampleSizeChoice::Full,
        &ThreadExecutor(1),
        before,
        &StopFlag::new(),
        |_| Ok(()),
    )
    .unwrap();
    let page = experiment_page(&[(experiment, Some(found))]);
    assert_eq!(page.matches("<figure>").count(), 2);
    for label in ["games won by iterations", "ms per move by iterations"] {
        assert!(page.contains(label), "{label}");
    }
    for experiment in experiments() {
        if experiment.id.starts_with("quoridor-mcts-") {
            let is_time = |q: &&_| experiment.measure_of(q) == Metric::Time;
            let times = experiment.questions.iter().filter(is_time).count();
            assert_eq!(2 * times, experiment.questions.len(), "{}", experiment.id);
        }
    }
}

/// On 3x3 the player who steps to the middle first is jumped over and loses. Every search of depth
/// 2 finds this loss, but an agent that evaluates finished games like unfinished ones accepts it to
/// save a wall.
#[test]
fn a_player_blind_to_wins_runs_into_the_jump() {
    for (eval, won) in [("thesis", 1.0), ("thesis-unaware", 0.0)] {
        let agents = [format!("alphabeta:depth=2,eval={eval}"), "astar".to_owned()];
        let variant = open("quoridor:size=3,walls=2").unwrap();
        let plan = RunPlan::new(variant, &agents, Seed(1), 1).unwrap();
        let games = play_all(&plan, 1, &StopFlag::new());
        assert_eq!(games[0].seats[0].share, won, "{eval}");
    }
}

#[test]
fn questions_without_an_answer_are_refused() {
    for (question, reason) in [
        (
            "agents = [\"random\"], position = \"xox/oxo/...\"",
            "not games won",
        ),
        (
            "agents = [\"random\"], position = \"nonsense\", measure = \"nodes\"",
            "nonsense",
        ),
        (
            "agents = [\"random\", \"random\"], measure = \"aggressivity\"",
            "tictactoe has no measure aggressivity",
        ),
        (
            "game = \"dicewars\", measure = \"log-positions\"",
            "unknown",
        ),
    ] {
        let text = format!(
            "id = \"x\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"\ngames = 1\nquick = 1\n\
             questions = [{{ row = \"a\", column = \"b\", {question} }}]"
        );
        let experiment = read_experiment(&text).unwrap();
        let fresh = ExperimentResults::new(&experiment, Seed(1));
        let open = |spec: &str| open(spec).map_err(PlanError::from);
        let keep = |_: &ExperimentResults| Ok(());
        let found = run_experiment(
            &experiment,
            open,
            SampleSizeChoice::Full,
            &ThreadExecutor(1),
            fresh,
            &StopFlag::new(),
            keep,
        );
        let error = found.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

/// Plans for all figures and the parameter search of the thesis on Dice Wars.
#[test]
fn the_plans_of_dice_wars_ask_for_every_published_series() {
    let all = experiments();
    let asked = |id: &str| {
        let experiment = all.iter().find(|experiment| experiment.id == id);
        let experiment = experiment.unwrap_or_else(|| panic!("{id}"));
        let mut asked: Vec<(usize, Vec<String>)> = Vec::new();
        for question in &experiment.questions {
            let game = open(experiment.game_of(question)).unwrap();
            asked.push((game.seats(), question.agents.clone()));
        }
        asked
    };
    let agents = ["naive", "sdc", "ste", "stei", "wpm-s", "wpm-d", "wpm-c"];
    for (place, agent) in agents.iter().enumerate().skip(2) {
        let asked = asked(&format!("dicewars-among-{agent}"));
        assert_eq!(asked.len(), 7 * place);
        for opponent in &agents[..place] {
            for players in 2..=8 {
                let wanted = (players, [*agent, *opponent].map(str::to_owned).to_vec());
                assert!(asked.contains(&wanted), "{wanted:?}");
            }
        }
    }
    let searched = [asked("dicewars-stei-two"), asked("dicewars-stei-more")].concat();
    for players in [2, 4, 6, 8] {
        for opponent in ["naive", "sdc", "ste"] {
            for chosen in ["threshold=0.2,preference=3", "threshold=0.4,preference=2"] {
                let wanted = vec![format!("stei:{chosen}"), opponent.to_owned()];
                assert!(searched.contains(&(players, wanted)));
            }
        }
    }
    assert_eq!(searched.len(), 4 * 3 * 20);
    let mixtures = asked("dicewars-mixtures");
    for players in 2..=8 {
        for sdc in 1..players {
            let mut wanted = vec!["sdc".to_owned(); sdc];
            wanted.resize(players, "naive".to_owned());
            assert!(mixtures.contains(&(players, wanted)), "{sdc} of {players}");
        }
    }
}

struct UnusedExecutor;

impl Executor for UnusedExecutor {
    fn play(&self, _: &RunPlan, _: &StopFlag) -> Result<Vec<GameResult>, PlanError> {
        panic!("nothing is to be played");
    }
}

#[test]
fn time_for_games_is_measured() {
    let text = r#"
id = "time"
question = "?"
source = "s"
game = "tictactoe"
games = 6
quick = 2
measure = "game-time"
questions = [
  { row = "a", column = "b", agents = ["random", "random"], published = 1 },
  { row = "c", column = "b", agents = ["random", "random"], measure = "games-time" },
]
"#;
    let experiment = read_experiment(text).unwrap();
    let fresh = ExperimentResults::new(&experiment, Seed(1));
    let open = |spec: &str| open(spec).map_err(PlanError::from);
    let stop = StopFlag::new();
    let found = run_experiment(
        &experiment,
        open,
        SampleSizeChoice::Full,
        &UnusedExecutor,
        fresh,
        &stop,
        |_| Ok(()),
    );
    let found = found.unwrap().findings;
    let (game, games) = (&found[0], &found[1]);
    assert_eq!((game.games, game.cases), (6, 6));
    assert!(game.value > 0.0 && game.value < 1.0, "{}", game.value);
    // Both numbers are from the same games, in seconds per game and minutes per 10,000 games.
    assert!((games.value - game.value * 10_000.0 / 60.0).abs() < 1e-9);
    assert!(game.command.ends_with("--threads 1"), "{}", game.command);
    let verdict = compare_with_published(&experiment, &experiment.questions[0], game);
    assert_eq!(verdict, PublishedComparison::Ratio(game.value));
}

/// docs/experiments.md equals the report of the stored results. `LUDORUM_BLESS=1` rewrites it.
#[test]
fn the_document_is_the_report_of_the_results_in_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let results = root.join("content/experiments/results");
    let mut all = Vec::new();
    for experiment in experiments() {
        let file = results.join(format!("{}.json", experiment.id));
        let found = std::fs::read(&file).ok().map(|bytes| {
            serde_json::from_slice::<ExperimentResults>(&bytes).expect("findings are of this form")
        });
        all.push((experiment, found));
    }
    let document = root.join("docs/experiments.md");
    let before = std::fs::read_to_string(&document).unwrap();
    let (head, _) = before.split_once("| experiment |").unwrap();
    let now = format!("{head}{}", experiment_markdown(&all));
    if std::env::var_os("LUDORUM_BLESS").is_some() {
        std::fs::write(&document, now).unwrap();
        return;
    }
    assert!(
        now == before,
        "docs/experiments.md is not what the results say; LUDORUM_BLESS=1 writes it again"
    );
}

#[test]
fn a_page_tells_everything_about_a_run_and_obeys_nobody() {
    let agents = [
        "random",
        "mcts:iterations=5",
        "mcts:iterations=10",
        "mcts:iterations=20",
    ];
    let agents = agents.map(str::to_owned);
    let schedule = ludorum_arena::RunSchedule {
        pairing: ludorum_arena::Pairing::RoundRobin,
        ..Default::default()
    };
    let variant = open("tictactoe").unwrap();
    let plan = RunPlan::scheduled(variant, &agents, schedule, Seed(1), 4).unwrap();
    let games = play_all(&plan, 2, &StopFlag::new());
    let mut report = RunReport::new(&plan, games);
    let command = "ludorum tournament tictactoe random mcts:iterations=5 mcts:iterations=10 \
                   mcts:iterations=20 --games 4 --seed 1";
    assert_eq!(report.command(), command);
    report.agents[0].spec = "<script>alert(1)</script>".to_owned();
    let page = run_page(vec![report]);
    for text in [
        "Standings",
        "Strength",
        "Who beats whom",
        "Seats",
        "Effort",
        "by iterations",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("<script"));
    assert!(!page.contains("http://") && !page.contains("https://"));
}

/// All stored results lie inside their intervals.
#[test]
fn shipped_findings_lie_inside_their_intervals() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/experiments/results");
    for experiment in experiments() {
        let file = folder.join(format!("{}.json", experiment.id));
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let findings: ExperimentResults = serde_json::from_str(&text).unwrap();
        for question in &experiment.questions {
            let Some(found) = findings.for_question(question) else {
                continue;
            };
            let Some((low, high)) = found.interval else {
                continue;
            };
            let place = format!("{}: {}", experiment.id, question.place());
            let value = found.value;
            assert!(
                low <= value && value <= high,
                "{place}: {low} {value} {high}"
            );
            assert!(low >= 0.0, "{place}: nothing measured is negative: {low}");
            if experiment.measure_of(question).is_rate() && question.relative_to.is_none() {
                assert!(high <= 1.0, "{place}: {high}");
                assert!(value > 0.0 || low == 0.0, "{place}: {low}");
                assert!(value < 1.0 || high == 1.0, "{place}: {high}");
            }
        }
    }
}
