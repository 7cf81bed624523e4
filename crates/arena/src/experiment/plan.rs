//! Plan of an experiment in TOML: questions with the published numbers.

use serde::{Deserialize, Serialize};

use super::claim::PublishedClaim;
use crate::schedule::SeatingScheme;

/// Published experiment with the plan to repeat it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Id, the name in commands.
    pub id: String,
    /// Question of the experiment, in one line.
    pub question: String,
    /// Publication.
    pub source: String,
    /// Remarks on how it is repeated.
    #[serde(default)]
    pub notes: String,
    /// Game, for questions that name none.
    #[serde(default)]
    pub game: String,
    /// Metric, for questions that name none.
    #[serde(default)]
    pub measure: Metric,
    /// Games in a full run.
    pub games: u64,
    /// Games in a quick run.
    pub quick: u64,
    /// Games behind the published numbers.
    pub published_games: Option<u64>,
    /// Seatings.
    #[serde(default)]
    pub seatings: SeatingScheme,
    /// Openings, as for `--openings`; none if left out.
    pub openings: Option<String>,
    /// Plot settings.
    pub chart: Option<ExperimentChart>,
    /// True to rank rows by their mean over all columns.
    #[serde(default)]
    pub ranked: bool,
    /// Equivalence margins, for questions that name none.
    #[serde(default)]
    pub margins: EquivalenceMargins,
    /// True to test numbers; if false, only ratios are reported, and the notes say why.
    #[serde(default = "yes")]
    pub judged: bool,
    /// Published claims.
    #[serde(default)]
    pub claims: Vec<PublishedClaim>,
    /// Questions.
    pub questions: Vec<ExperimentQuestion>,
}

fn yes() -> bool {
    true
}

/// Equivalence margins by unit, within which our numbers agree with published ones.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EquivalenceMargins {
    /// For rates, in percentage points.
    pub points: f64,
    /// For mean ranks.
    pub ranks: f64,
    /// For decimal logarithms.
    pub decades: f64,
    /// For all others, as a factor.
    pub times: f64,
}

impl Default for EquivalenceMargins {
    fn default() -> EquivalenceMargins {
        EquivalenceMargins {
            points: 10.0,
            ranks: 0.25,
            decades: 1.0,
            times: 1.25,
        }
    }
}

/// Unit of a difference between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceUnit {
    /// Percentage points.
    Points,
    /// Ranks.
    Ranks,
    /// Powers of ten.
    Decades,
    /// Ratio of both numbers.
    Times,
}

impl DifferenceUnit {
    /// Converts a margin to internal units: rates from 0 to 1, logarithms of factors.
    pub(super) fn to_internal(self, margin: f64) -> f64 {
        match self {
            DifferenceUnit::Points => margin / 100.0,
            DifferenceUnit::Ranks | DifferenceUnit::Decades => margin,
            DifferenceUnit::Times => margin.ln(),
        }
    }

    /// Converts a difference from internal units.
    pub(super) fn to_display(self, difference: f64) -> f64 {
        match self {
            DifferenceUnit::Points => 100.0 * difference,
            DifferenceUnit::Ranks | DifferenceUnit::Decades => difference,
            DifferenceUnit::Times => difference.exp(),
        }
    }
}

/// Plot settings of an experiment whose columns are numbers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentChart {
    /// Label of the x axis.
    pub x: String,
    /// True for a logarithmic y axis.
    #[serde(default)]
    pub log: bool,
    /// True if the columns are estimates of the measured rates (a calibration plot).
    #[serde(default)]
    pub calibration: bool,
    /// True if the columns are numbers of players, so that the reference is an equal share.
    #[serde(default)]
    pub players: bool,
}

/// Question of an experiment: one number to measure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentQuestion {
    /// Row or column in the table.
    pub row: String,
    /// Row or column in the table.
    pub column: String,
    /// Game, if not that of the experiment.
    pub game: Option<String>,
    /// Agents: one for each seat; or two, of which the second takes all seats but one; or more than
    /// there are seats, for a round robin. None where nothing is played.
    #[serde(default)]
    pub agents: Vec<String>,
    /// Index of the measured agent, from 0.
    #[serde(default)]
    pub agent: usize,
    /// Metric, if not that of the experiment.
    pub measure: Option<Metric>,
    /// Measured seat, from 1; all if left out.
    pub seat: Option<usize>,
    /// Openings, if not those of the experiment.
    pub openings: Option<String>,
    /// Position to search, instead of playing games.
    pub position: Option<String>,
    /// Measured tenth of estimates, from 0.
    pub tenth: Option<usize>,
    /// Row of the same column to divide by.
    pub relative_to: Option<String>,
    /// Published number, as printed: rates as percentages.
    pub published: Option<f64>,
    /// Games behind the published number, if not those of the experiment.
    pub published_games: Option<u64>,
    /// Games, if not as many as in the experiment.
    pub games: Option<u64>,
    /// Games in a quick run; 0 to leave it out.
    pub quick: Option<u64>,
    /// Equivalence margin in the unit of the metric, if not that of the experiment.
    pub margin: Option<f64>,
    /// True to test it, if not as in the experiment.
    pub judged: Option<bool>,
    /// Experiment that tests the same published number first, so that it is not counted twice.
    pub repeats: Option<String>,
    /// Group for joint tests, with numbers of the same metric.
    #[serde(default)]
    pub group: String,
    /// Explanation of a difference, with the evidence.
    #[serde(default)]
    pub why: String,
}

/// Metric of an experiment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Share of wins.
    #[default]
    Won,
    /// Share of wins in games in which the agent moved first.
    WonFirst,
    /// Share of wins in games in which the agent did not move first.
    WonLater,
    /// Share of wins of the first seat.
    FirstSeat,
    /// Share of games won by all agents with the same spec together, at a seat if one is named.
    KindWon,
    /// Share of games in which an agent with the same spec comes last, at a seat if one is named.
    KindLast,
    /// Mean rank of agents with the same spec, at a seat if one is named.
    Rank,
    /// Milliseconds per move.
    Time,
    /// Seconds per game, played one after the other.
    GameTime,
    /// Minutes per 10,000 such games.
    GamesTime,
    /// Nodes per move.
    Nodes,
    /// Evaluations per move.
    Evaluations,
    /// Legal moves (branching factor).
    Branching,
    /// Moves per game.
    Length,
    /// Decimal logarithm of the game-tree size.
    LogTree,
    /// Decimal logarithm of the number of positions. Nothing is played.
    LogPositions,
    /// Dice Wars: share of the possible attacks that were made.
    Aggressivity,
    /// Dice Wars: share of attacked areas that were taken and held, for a tenth of estimates.
    Held,
}

impl Metric {
    /// True if it is a rate, printed as a percentage.
    pub fn is_rate(self) -> bool {
        matches!(
            self,
            Metric::Won
                | Metric::WonFirst
                | Metric::WonLater
                | Metric::FirstSeat
                | Metric::KindWon
                | Metric::KindLast
                | Metric::Aggressivity
                | Metric::Held
        )
    }

    /// True if it counts independent games.
    pub fn counts_games(self) -> bool {
        self.is_rate() && !self.is_clustered()
    }

    /// True if it counts cases that depend on each other within a game.
    pub fn is_clustered(self) -> bool {
        matches!(self, Metric::Aggressivity | Metric::Held)
    }

    /// True if it is a time, which depends on the machine.
    pub fn is_time(self) -> bool {
        matches!(self, Metric::Time | Metric::GameTime | Metric::GamesTime)
    }

    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Won => "games won",
            Metric::WonFirst => "won moving first",
            Metric::WonLater => "won moving later",
            Metric::FirstSeat => "won by the first seat",
            Metric::KindWon => "games won",
            Metric::KindLast => "last places",
            Metric::Rank => "mean rank",
            Metric::Time => "ms per move",
            Metric::GameTime => "seconds for a game",
            Metric::GamesTime => "minutes for 10,000 games",
            Metric::Nodes => "nodes per move",
            Metric::Evaluations => "evaluations per move",
            Metric::Branching => "moves to choose from",
            Metric::Length => "moves in a game",
            Metric::LogTree => "log10 of the game tree",
            Metric::LogPositions => "log10 of positions",
            Metric::Aggressivity => "attacks made of those possible",
            Metric::Held => "areas taken and held",
        }
    }
}

impl Experiment {
    /// Game of a question.
    pub fn game_of<'a>(&'a self, question: &'a ExperimentQuestion) -> &'a str {
        question.game.as_deref().unwrap_or(&self.game)
    }

    /// Metric of a question.
    pub fn measure_of(&self, question: &ExperimentQuestion) -> Metric {
        question.measure.unwrap_or(self.measure)
    }

    /// Openings of a question; `None` where no games are played.
    pub fn openings_of<'a>(&'a self, question: &'a ExperimentQuestion) -> Option<&'a str> {
        let openings = question.openings.as_deref().or(self.openings.as_deref());
        let unplayed = [Metric::LogPositions, Metric::Aggressivity, Metric::Held];
        let is_played =
            question.position.is_none() && !unplayed.contains(&self.measure_of(question));
        openings.filter(|_| is_played)
    }

    /// Games behind a published number.
    pub fn published_games_of(&self, question: &ExperimentQuestion) -> Option<u64> {
        question.published_games.or(self.published_games)
    }

    /// True if a number is tested.
    pub fn is_tested(&self, question: &ExperimentQuestion) -> bool {
        question.judged.unwrap_or(self.judged)
    }

    /// Unit of a difference between two numbers.
    pub fn unit_of(&self, question: &ExperimentQuestion) -> DifferenceUnit {
        match self.measure_of(question) {
            _ if question.relative_to.is_some() => DifferenceUnit::Times,
            measure if measure.is_rate() => DifferenceUnit::Points,
            Metric::Rank => DifferenceUnit::Ranks,
            Metric::LogTree | Metric::LogPositions => DifferenceUnit::Decades,
            _ => DifferenceUnit::Times,
        }
    }

    /// Equivalence margin of a question, in its unit.
    pub fn margin_of(&self, question: &ExperimentQuestion) -> f64 {
        let usual = match self.unit_of(question) {
            DifferenceUnit::Points => self.margins.points,
            DifferenceUnit::Ranks => self.margins.ranks,
            DifferenceUnit::Decades => self.margins.decades,
            DifferenceUnit::Times => self.margins.times,
        };
        question.margin.unwrap_or(usual)
    }
}

/// Error of an invalid experiment file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no experiment: {0}")]
pub struct ExperimentError(String);

impl ExperimentError {
    pub(super) fn new(why: impl Into<String>) -> ExperimentError {
        // On one line, as all errors are.
        let why: String = why.into();
        let words: Vec<&str> = why.split_whitespace().collect();
        ExperimentError(words.join(" "))
    }
}

/// Parses the plan of an experiment.
///
/// # Errors
/// If it is not valid TOML, has unknown fields, or asks for something impossible.
pub fn read_experiment(text: &str) -> Result<Experiment, ExperimentError> {
    let experiment: Experiment =
        toml::from_str(text).map_err(|error| ExperimentError::new(error.to_string()))?;
    experiment.check_form()?;
    Ok(experiment)
}

/// Shipped experiments, from `content/experiments/`.
pub fn experiments() -> Vec<Experiment> {
    let read = |(_, text): &(&str, &str)| read_experiment(text).expect("a test reads them all");
    PLANS.iter().map(read).collect()
}

const PLANS: &[(&str, &str)] = &include_content!["experiments", ".toml";
    "quoridor-time",
    "quoridor-mcts-3x3",
    "quoridor-mcts-5x5-iterations",
    "quoridor-mcts-5x5-c",
    "quoridor-agents-3x3",
    "quoridor-agents-3x3-as-written",
    "quoridor-agents-5x5",
    "quoridor-agents-5x5-as-written",
    "quoridor-agents-7x7",
    "quoridor-agents-7x7-as-written",
    "quoridor-agents-9x9",
    "quoridor-complexity",
    "yinsh-rows",
    "yinsh-aggressiveness",
    "yinsh-c",
    "yinsh-c-full",
    "yinsh-playouts",
    "yinsh-playouts-full",
    "yinsh-depth",
    "yinsh-depth-two",
    "yinsh-search",
    "yinsh-versions",
    "yinsh-size",
    "colonizers-seats-random",
    "colonizers-seats-heuristic",
    "colonizers-one-of-each",
    "colonizers-heuristic-maxn",
    "colonizers-heuristic-ismcts",
    "dicewars-first",
    "dicewars-two",
    "dicewars-many",
    "dicewars-mixtures",
    "dicewars-time",
    "dicewars-among-ste",
    "dicewars-among-stei",
    "dicewars-among-wpm-s",
    "dicewars-among-wpm-d",
    "dicewars-among-wpm-c",
    "dicewars-all",
    "dicewars-games",
    "dicewars-stei-two",
    "dicewars-stei-more",
    "dicewars-attacks",
    "dicewars-aggressivity",
    "dicewars-calibration",
    "sector66-playouts",
    "sector66-plugins",
    "sector66-parameters",
];

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::open;

    #[test]
    fn every_plan_can_be_played() {
        let mut ids = Vec::new();
        for experiment in experiments() {
            assert!(!ids.contains(&experiment.id), "{}", experiment.id);
            experiment.check(open).expect(&experiment.id);
            for question in &experiment.questions {
                let place = format!("{}: {}", experiment.id, question.place());
                let measure = experiment.measure_of(question);
                match (measure, &question.position) {
                    (Metric::LogPositions, _) => assert!(question.agents.is_empty(), "{place}"),
                    (_, Some(_)) => assert_eq!(question.agents.len(), 1, "{place}"),
                    _ => {}
                }
                if question.published.is_some() && measure.counts_games() {
                    assert!(experiment.published_games_of(question).is_some(), "{place}");
                }
            }
            ids.push(experiment.id);
        }
    }

    #[test]
    fn what_is_no_plan_is_refused_in_a_line() {
        for text in ["", "id = 3", "id = \"x\"\nnonsense = 1", "["] {
            let error = read_experiment(text).unwrap_err().to_string();
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
