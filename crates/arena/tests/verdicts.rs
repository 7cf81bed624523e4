//! Tests of verdicts on published results; every published result has a plan.

use std::path::{Path, PathBuf};

use ludorum_arena::experiment::{
    Experiment, ExperimentQuestion, ExperimentResults, MeasuredNumber, ReplicationComparison,
    ReplicationTally, ReplicationVerdict, compare_with_published, experiments, joint_tests,
    read_experiment,
};
use ludorum_arena::page::{experiment_markdown, experiment_page};
use ludorum_arena::stats::wilson;
use ludorum_core::Seed;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Experiments with the results of full runs that are stored in the repository.
fn shipped() -> Vec<(Experiment, ExperimentResults)> {
    let folder = root().join("content/experiments/results");
    let read = |experiment: Experiment| {
        let file = folder.join(format!("{}.json", experiment.id));
        let found = serde_json::from_str(&std::fs::read_to_string(file).ok()?).unwrap();
        Some((experiment, found))
    };
    experiments().into_iter().filter_map(read).collect()
}

fn experiment(id: &str) -> Experiment {
    experiments()
        .into_iter()
        .find(|known| known.id == id)
        .unwrap()
}

/// Measured rate with a sample of `games` games, as the answer to `question`.
fn rate(question: &ExperimentQuestion, value: f64, games: u64) -> MeasuredNumber {
    MeasuredNumber {
        row: question.row.clone(),
        column: question.column.clone(),
        games,
        cases: games,
        value,
        interval: Some(wilson(value * games as f64, games)),
        at: None,
        content: Vec::new(),
        rules: 1,
        openings: None,
        command: "ludorum match".to_owned(),
    }
}

/// Regression test: in 39 of the 42 cells of second movers our rate was slightly higher, and no
/// test detected it.
#[test]
fn small_differences_to_one_side_are_told_of_the_table_as_a_whole() {
    let experiment = experiment("dicewars-two");
    let mut findings = ExperimentResults::new(&experiment, Seed(1));
    let mut later = 0;
    for question in &experiment.questions {
        let published = question.published.unwrap() / 100.0;
        let is_later = question.column.starts_with("moving second");
        let shift = if is_later {
            later += 1;
            if later % 14 == 0 { -0.01 } else { 0.025 }
        } else {
            0.0
        };
        findings
            .findings
            .push(rate(question, published + shift, 1000));
    }
    assert_eq!(later, 42);
    let tests = joint_tests(&experiment, &findings);
    let (sum, second) = (&tests[0], &tests[1]);
    assert_eq!((sum.cells, sum.verdict), (21, ReplicationVerdict::Agrees));
    assert_eq!((second.higher, second.cells), (39, 42));
    assert_eq!(second.verdict, ReplicationVerdict::Differs);
    assert!((5e-9..7e-9).contains(&second.sign_p_value));
    assert!(second.chi_square_p_value > 0.025, "{second:?}");
    let tally = ReplicationTally::of(&experiment, Some(&findings));
    assert_eq!((tally.tables.differ, tally.tables.agree), (1, 1));
    assert!(tally.numbers.agree > tally.numbers.differ);

    // All reports agree.
    let sentence = second.sentence();
    assert!(sentence.contains("39 of 42 above"), "{sentence}");
    let compared = ReplicationComparison::of(&experiment, Some(&findings));
    let json = serde_json::to_value(&compared).unwrap();
    assert_eq!(json["tables"][1]["higher"], 39);
    assert_eq!(json["tally"]["tables"]["differ"], 1);
    let all = [(experiment.clone(), Some(findings))];
    let text = experiment_markdown(&all);
    assert!(text.contains(&sentence) && text.contains(&tally.sentence()));
    assert!(experiment_page(&all).contains("39 of 42 above what was published"));
}

#[test]
fn trivial_agreements_and_repeats_are_counted_apart() {
    let plan = r#"
id = "apart"
question = "?"
source = "s"
game = "tictactoe"
games = 1000
quick = 10
published_games = 1000
questions = [
  { row = "a", column = "1", agents = ["random", "random"], published = 50 },
  { row = "b", column = "1", agents = ["random", "random"], published = 50, repeats = "apart" },
  { row = "c", column = "1", agents = ["random", "random"], published = 0 },
  { row = "d", column = "1", agents = ["random", "random"], published = 100 },
  { row = "e", column = "1", agents = ["random", "random"], published = 90 },
  { row = "f", column = "1", agents = ["random", "random"] },
]
claims = [
  { says = "a is over 40 %", kind = "at-least", rows = ["a"], columns = ["1"], value = 40 },
]
"#;
    let experiment = read_experiment(plan).unwrap();
    let mut findings = ExperimentResults::new(&experiment, Seed(1));
    for (question, value) in experiment
        .questions
        .iter()
        .zip([0.5, 0.5, 0.0, 1.0, 0.5, 0.5])
    {
        findings.findings.push(rate(question, value, 1000));
    }
    let tally = ReplicationTally::of(&experiment, Some(&findings));
    assert_eq!((tally.numbers.agree, tally.numbers.differ), (1, 1));
    assert_eq!((tally.trivial, tally.repeats.agree, tally.new), (2, 1, 1));
    assert_eq!((tally.claims.agree, tally.played()), (1, 6));
    let json =
        serde_json::to_value(ReplicationComparison::of(&experiment, Some(&findings))).unwrap();
    let number = |index: usize| &json["numbers"][index];
    assert_eq!(number(0)["verdict"], "agrees");
    assert_eq!(number(1)["repeats"], "apart");
    assert_eq!(number(2)["trivial"], true);
    assert_eq!(number(4)["verdict"], "differs");
    assert_eq!(
        (&number(4)["unit"], &number(4)["margin"]),
        (&"points".into(), &10.0.into())
    );
    assert_eq!(number(5)["verdict"], "new");
    assert_eq!(json["claims"][0]["verdict"], "agrees");
}

/// Deterministic generator of pseudo-random numbers between 0 and 1.
struct PseudoRandom(u64);

impl PseudoRandom {
    fn next(&mut self) -> f64 {
        // SplitMix64 (Steele, Lea and Flood 2014).
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Simulates a quick run of `games` games whose true rate is that of the full run.
fn quick(
    question: &ExperimentQuestion,
    full: &MeasuredNumber,
    games: u64,
    draws: &mut PseudoRandom,
) -> MeasuredNumber {
    let cases = (full.cases * games / full.games.max(1)).max(1);
    let won = (0..cases).filter(|_| draws.next() < full.value).count();
    let mut found = rate(question, won as f64 / cases as f64, cases);
    found.games = games;
    found
}

/// Regression test: `agrees` also meant too few games, so quick runs had 336 agreements and full
/// runs 297.
#[test]
fn a_quick_run_agrees_with_no_more_numbers_than_a_full_one() {
    let shipped = shipped();
    for seed in 0..20 {
        let (mut few, mut many) = (0, 0);
        let mut draws = PseudoRandom(seed);
        for (experiment, findings) in &shipped {
            for question in &experiment.questions {
                let measure = experiment.measure_of(question);
                let games = question.quick.unwrap_or(experiment.quick);
                let Some(full) = findings.for_question(question) else {
                    continue;
                };
                if !measure.counts_games() || question.published.is_none() || games == 0 {
                    continue;
                }
                let games = games.min(full.games);
                let quick = quick(question, full, games, &mut draws);
                let agrees = |found: &MeasuredNumber| {
                    let verdict = compare_with_published(experiment, question, found).verdict();
                    usize::from(verdict == Some(ReplicationVerdict::Agrees))
                };
                few += agrees(&quick);
                many += agrees(full);
            }
        }
        assert!(few <= many, "quick {few}, full {many}");
    }
}

/// Every published number is tested in one experiment; repeats name that experiment.
#[test]
fn what_repeats_a_number_names_the_experiment_that_judges_it() {
    let all = experiments();
    for experiment in &all {
        for question in &experiment.questions {
            let (Some(id), Some(published)) = (&question.repeats, question.published) else {
                assert!(question.repeats.is_none(), "{}", question.place());
                continue;
            };
            let place = format!("{}: {}", experiment.id, question.place());
            let other = all.iter().find(|other| other.id == *id).expect(&place);
            // With two players one rate determines the other, and with two pairs one mean rank the
            // other.
            let is_it = |first: &ExperimentQuestion| {
                let first = first.published.filter(|_| first.repeats.is_none());
                first.is_some_and(|first| {
                    [first, 100.0 - first, 5.0 - first]
                        .iter()
                        .any(|same| (same - published).abs() < 1e-9)
                })
            };
            assert!(other.questions.iter().any(is_it), "{place}");
        }
    }
}

/// Published tables and figures with results: source, `Table` or `Figure`, and numbers.
const PUBLISHED: &[(&str, &str, &[&str])] = &[
    (
        "Koirala 2024",
        "Figure",
        &["4.3", "4.4", "7.1", "7.3", "7.4", "7.5"],
    ),
    (
        "Koirala 2024",
        "Table",
        &["4.1", "7.1", "7.2", "7.3", "7.4"],
    ),
    (
        "Crha 2020",
        "Table",
        &["5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"],
    ),
    (
        "Belej 2017",
        "Table",
        &["3.1", "4.1", "4.2", "4.3", "4.4", "6.1", "6.2"],
    ),
    (
        "Tureček 2018",
        "Figure",
        &[
            "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9", "6.10",
        ],
    ),
    (
        "Tureček 2018",
        "Table",
        &[
            "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9",
        ],
    ),
];

#[test]
fn every_published_table_and_figure_has_a_plan_or_a_reason() {
    let document = std::fs::read_to_string(root().join("docs/experiments.md")).unwrap();
    let (_, table) = document.split_once("| published |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let all = experiments();
    for row in &rows {
        let [name, _, plans] = row[..] else {
            panic!("{row:?}");
        };
        if plans.starts_with("none: ") {
            assert!(plans.len() > 20, "{name} has no reason");
            continue;
        }
        // A command follows after a semicolon.
        let (plans, _) = plans.split_once(';').unwrap_or((plans, ""));
        let mut named = Vec::new();
        for plan in plans.split(", ") {
            let id = plan.trim_matches('`');
            let found = all.iter().find(|known| known.id == id);
            named.push(found.unwrap_or_else(|| panic!("{name}: there is no plan {id}")));
        }
        assert!(!named.is_empty(), "{name}");
        if name.contains("Figure") {
            let has_chart = named.iter().any(|plan| plan.chart.is_some());
            assert!(has_chart, "{name} is a figure, and its plan draws none");
        }
    }
    let mut count = 0;
    for (source, kind, numbers) in PUBLISHED {
        for number in *numbers {
            let name = format!("{source}, {kind} {number}");
            assert!(rows.iter().any(|row| row[0] == name), "{name} is not there");
            count += 1;
        }
    }
    assert_eq!(count, 45);
}

/// Table 6.1 of Belej (2017): every pair of versions, with either one first.
#[test]
fn the_three_versions_of_yinsh_play_each_other_in_every_direction() {
    let experiment = experiment("yinsh-versions");
    for row in ["advanced", "greedy", "MCTS"] {
        for opponent in ["advanced", "greedy", "MCTS"]
            .iter()
            .filter(|other| **other != row)
        {
            let column = format!("against {opponent}");
            let mut questions = experiment.questions.iter();
            let asked = questions
                .find(|q| q.row == row && q.column == column)
                .unwrap();
            assert!(asked.published.is_some(), "{row} {column}");
        }
    }
}
