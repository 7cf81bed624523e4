//! Experiments and tuning: what is asked is played, once, and told as it was.

use ludorum_arena::experiment::{Effort, Findings, Verdict, find, judge, read_experiment};
use ludorum_arena::page::{experiment_page, run_page, tuning_page};
use ludorum_arena::tune::{Dimension, Method, Tuning, tune};
use ludorum_arena::{Plan, PlanError, Report, Shard, run};
use ludorum_catalog::open;
use ludorum_core::{Seed, Stop};

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

fn found(effort: Effort, before: Option<Findings>) -> (Findings, u32) {
    let experiment = read_experiment(PLAN).unwrap();
    let before = before.unwrap_or_else(|| Findings::none(&experiment, Seed(3)));
    let mut told = 0;
    let open = |spec: &str| open(spec).map_err(PlanError::from);
    let found = find(&experiment, open, effort, 2, before, &Stop::new(), |_| {
        told += 1;
        Ok(())
    });
    (found.unwrap(), told)
}

#[test]
fn questions_are_answered_and_judged() {
    let experiment = read_experiment(PLAN).unwrap();
    let (findings, told) = found(Effort::Quick, None);
    assert_eq!(
        (findings.findings.len(), told),
        (5, 5),
        "one is too slow for this"
    );
    let value = |index: usize| findings.of(&experiment.questions[index]).unwrap().value;
    assert!(
        (value(0) + value(1) - 1.0).abs() < 1e-12,
        "two sides of the same games"
    );
    let cases = |index: usize| findings.of(&experiment.questions[index]).unwrap().cases;
    assert_eq!(
        (cases(0), cases(2)),
        (4, 2),
        "it moved first in half of the games"
    );
    assert!(value(4) < 0.5, "alpha-beta visits fewer nodes");
    let verdict = |index: usize| {
        let question = &experiment.questions[index];
        judge(&experiment, question, findings.of(question).unwrap())
    };
    assert!(matches!(verdict(0), Verdict::Agrees(_)));
    assert!(matches!(verdict(1), Verdict::Differs(_)));
    assert_eq!(verdict(2), Verdict::New);
    assert!(matches!(verdict(4), Verdict::Ratio(_)));
    assert!(findings.findings[0].command.contains("--games 4 --seed 3"));

    // What is known is not played again; more games are.
    assert_eq!(
        found(Effort::Quick, Some(findings.clone())),
        (findings.clone(), 0)
    );
    let (more, told) = found(Effort::Games(8), Some(findings));
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

fn tuning() -> Tuning {
    Tuning {
        variant: open("tictactoe").unwrap(),
        agent: "mcts:iterations=60".to_owned(),
        dimensions: vec!["iterations=1..60".parse::<Dimension>().unwrap()],
        opponents: vec!["greedy".to_owned()],
        games: 60,
        seed: Seed(1),
        threads: 2,
    }
}

/// More iterations play better, whoever searches for that.
#[test]
fn every_method_finds_out_that_thinking_helps() {
    for method in [
        Method::Grid { steps: 4 },
        Method::Spsa { iterations: 25 },
        Method::CmaEs { trials: 16 },
    ] {
        let mut told = 0;
        let history = tune(&tuning(), method, &Stop::new(), |history| {
            told += 1;
            assert_eq!(history.trials.len(), told);
        })
        .unwrap();
        let best = history.best.clone().unwrap();
        assert!(best.values[0] > 30.0, "{method}: {best:?}");
        assert_eq!(history.trials.len(), told);
        assert_eq!(
            tune(&tuning(), method, &Stop::new(), |_| ()).unwrap(),
            history
        );
        let page = tuning_page(&history);
        assert!(page.contains("<svg") && page.contains("iterations"));
    }
}

#[test]
fn values_no_agent_takes_are_refused() {
    for method in [
        Method::Grid { steps: 2 },
        Method::Spsa { iterations: 1 },
        Method::CmaEs { trials: 4 },
    ] {
        let mut wrong = tuning();
        wrong.dimensions = vec!["nonsense=1..2".parse().unwrap()];
        assert!(
            tune(&wrong, method, &Stop::new(), |_| ()).is_err(),
            "{method}"
        );
    }
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
    let schedule = ludorum_arena::Schedule {
        pairing: ludorum_arena::Pairing::RoundRobin,
        ..Default::default()
    };
    let variant = open("tictactoe").unwrap();
    let plan = Plan::scheduled(variant, &agents, schedule, Seed(1), 4).unwrap();
    let nothing = |_: &[_]| Ok::<(), PlanError>(());
    let games = run(&plan, Shard::WHOLE, Vec::new(), 2, &Stop::new(), nothing).unwrap();
    let mut report = Report::new(&plan, games);
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
