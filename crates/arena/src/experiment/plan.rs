//! The plan of an experiment: questions with the published answers, as TOML.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::claim::PublishedClaim;
use crate::schedule::Seatings;

/// A published result and how to get it again.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Its name for commands.
    pub id: String,
    /// What was asked, in a line.
    pub question: String,
    /// Where it was published.
    pub source: String,
    /// What is to be known about how we repeat it.
    #[serde(default)]
    pub notes: String,
    /// The game, for questions that name none.
    #[serde(default)]
    pub game: String,
    /// What is measured, for questions that do not say.
    #[serde(default)]
    pub measure: Measure,
    /// The number of games in a full run.
    pub games: u64,
    /// The number of games in a quick run.
    pub quick: u64,
    /// The number of games the published numbers rest on.
    pub published_games: Option<u64>,
    /// In which seatings everybody plays.
    #[serde(default)]
    pub seatings: Seatings,
    /// What games begin with, as for `--openings`; nothing if left out.
    pub openings: Option<String>,
    /// How to plot it.
    pub chart: Option<Chart>,
    /// Whether rows are ranked by their mean over all columns.
    #[serde(default)]
    pub ranked: bool,
    /// Within which margins our numbers agree with the published ones, for questions that do not say.
    #[serde(default)]
    pub margins: Margins,
    /// Whether numbers are judged; if not, only ratios are told. The notes say why.
    #[serde(default = "yes")]
    pub judged: bool,
    /// What was claimed in words.
    #[serde(default)]
    pub claims: Vec<PublishedClaim>,
    /// What is asked.
    pub questions: Vec<Question>,
}

fn yes() -> bool {
    true
}

/// Within which margins our numbers agree with published ones.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Margins {
    /// For rates, in percentage points.
    pub points: f64,
    /// For mean ranks.
    pub ranks: f64,
    /// For decimal logarithms.
    pub decades: f64,
    /// For all others, as a factor.
    pub times: f64,
}

impl Default for Margins {
    fn default() -> Margins {
        Margins {
            points: 10.0,
            ranks: 0.25,
            decades: 1.0,
            times: 1.25,
        }
    }
}

/// The unit in which a number differs from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Percentage points.
    Points,
    /// Ranks.
    Ranks,
    /// Powers of ten.
    Decades,
    /// A factor.
    Times,
}

impl Unit {
    /// A margin in units of what is computed with: rates from 0 to 1, logarithms of factors.
    pub(super) fn inside(self, margin: f64) -> f64 {
        match self {
            Unit::Points => margin / 100.0,
            Unit::Ranks | Unit::Decades => margin,
            Unit::Times => margin.ln(),
        }
    }

    /// The reverse.
    pub(super) fn outside(self, difference: f64) -> f64 {
        match self {
            Unit::Points => 100.0 * difference,
            Unit::Ranks | Unit::Decades => difference,
            Unit::Times => difference.exp(),
        }
    }
}

/// How an experiment is plotted: against the numbers that its columns are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// What the columns are.
    pub x: String,
    /// Whether the values are better seen on a logarithmic axis.
    #[serde(default)]
    pub log: bool,
    /// Whether the columns are estimates of what is measured, so that both should be equal.
    #[serde(default)]
    pub calibration: bool,
    /// Whether the columns are numbers of players, so that the share of wins that everybody would have
    /// is one divided by them.
    #[serde(default)]
    pub players: bool,
}

/// One number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Where it stands in the table.
    pub row: String,
    /// Where it stands in the table.
    pub column: String,
    /// The game, if not that of the experiment.
    pub game: Option<String>,
    /// The agents: one for each seat; or two, of whom the second takes all seats but one; or more
    /// than there are seats, and everybody plays everybody. None where nothing is played.
    #[serde(default)]
    pub agents: Vec<String>,
    /// Which of them is measured, from 0.
    #[serde(default)]
    pub agent: usize,
    /// What is measured, if not what the experiment measures.
    pub measure: Option<Measure>,
    /// The seat it is measured at, counted from 1; all if left out.
    pub seat: Option<usize>,
    /// What games begin with, if not what the experiment says.
    pub openings: Option<String>,
    /// The position in which the agent is to choose a move, instead of playing games.
    pub position: Option<String>,
    /// The tenth of estimates that is measured, counted from 0.
    pub tenth: Option<usize>,
    /// The row of the same column by which the number is divided.
    pub relative_to: Option<String>,
    /// The published answer, as it was printed: rates as percentages.
    pub published: Option<f64>,
    /// The number of games it rests on, if not that of the experiment.
    pub published_games: Option<u64>,
    /// Fewer games than the others, where they take long.
    pub games: Option<u64>,
    /// The same for quick runs; 0 if it takes too long for those.
    pub quick: Option<u64>,
    /// The margin within which ours agrees, in the unit of the measure, if not that of the experiment.
    pub margin: Option<f64>,
    /// Whether it is judged, if not as the experiment says.
    pub judged: Option<bool>,
    /// The experiment by which the same published number is judged first, so that it is not counted twice.
    pub repeats: Option<String>,
    /// The numbers with which it is tested jointly: those of the same measure and group.
    #[serde(default)]
    pub group: String,
    /// Why we find something else, with the evidence.
    #[serde(default)]
    pub why: String,
}

/// What is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The share of wins.
    #[default]
    Won,
    /// The share of wins in games in which it moved first.
    WonFirst,
    /// The share of wins in games in which it did not move first.
    WonLater,
    /// The share of wins of whoever moved first.
    FirstSeat,
    /// The share of games that all agents of its kind win together, from a seat if one is named.
    KindWon,
    /// The share of games in which an agent of its kind comes last, at a seat if one is named.
    KindLast,
    /// The mean rank of agents of its kind, at a seat if one is named.
    Rank,
    /// Milliseconds for a move.
    Time,
    /// Seconds for a game, played one after the other.
    GameTime,
    /// Minutes for 10,000 such games.
    GamesTime,
    /// Nodes for a move.
    Nodes,
    /// Evaluations for a move.
    Evaluations,
    /// Moves to choose from.
    Branching,
    /// Moves in a game.
    Length,
    /// The decimal logarithm of the size of the game tree.
    LogTree,
    /// The decimal logarithm of the number of positions. Nothing is played.
    LogPositions,
    /// In Dice Wars, the share of the possible attacks that were made.
    Aggressivity,
    /// In Dice Wars, the share of attacked areas that were taken and held, for a tenth of estimates.
    Held,
}

impl Measure {
    /// Whether it is a rate, printed as a percentage.
    pub fn is_rate(self) -> bool {
        matches!(
            self,
            Measure::Won
                | Measure::WonFirst
                | Measure::WonLater
                | Measure::FirstSeat
                | Measure::KindWon
                | Measure::KindLast
                | Measure::Aggressivity
                | Measure::Held
        )
    }

    /// Whether it counts games that are won or not, independently of each other.
    pub fn counts_games(self) -> bool {
        self.is_rate() && !self.is_clustered()
    }

    /// Whether it counts cases that hang together within a game.
    pub fn is_clustered(self) -> bool {
        matches!(self, Measure::Aggressivity | Measure::Held)
    }

    /// Whether it is a time, which depends on the machine.
    pub fn is_time(self) -> bool {
        matches!(self, Measure::Time | Measure::GameTime | Measure::GamesTime)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Won => "games won",
            Measure::WonFirst => "won moving first",
            Measure::WonLater => "won moving later",
            Measure::FirstSeat => "won by the first seat",
            Measure::KindWon => "games won",
            Measure::KindLast => "last places",
            Measure::Rank => "mean rank",
            Measure::Time => "ms per move",
            Measure::GameTime => "seconds for a game",
            Measure::GamesTime => "minutes for 10,000 games",
            Measure::Nodes => "nodes per move",
            Measure::Evaluations => "evaluations per move",
            Measure::Branching => "moves to choose from",
            Measure::Length => "moves in a game",
            Measure::LogTree => "log10 of the game tree",
            Measure::LogPositions => "log10 of positions",
            Measure::Aggressivity => "attacks made of those possible",
            Measure::Held => "areas taken and held",
        }
    }
}

impl Experiment {
    /// The game of a question.
    pub fn game_of<'a>(&'a self, question: &'a Question) -> &'a str {
        question.game.as_deref().unwrap_or(&self.game)
    }

    /// What a question measures.
    pub fn measure_of(&self, question: &Question) -> Measure {
        question.measure.unwrap_or(self.measure)
    }

    /// What the games of a question begin with; nothing where no games are played.
    pub fn openings_of<'a>(&'a self, question: &'a Question) -> Option<&'a str> {
        let openings = question.openings.as_deref().or(self.openings.as_deref());
        let unplayed = [Measure::LogPositions, Measure::Aggressivity, Measure::Held];
        let is_played =
            question.position.is_none() && !unplayed.contains(&self.measure_of(question));
        openings.filter(|_| is_played)
    }

    /// The number of games behind a published number.
    pub fn published_games_of(&self, question: &Question) -> Option<u64> {
        question.published_games.or(self.published_games)
    }

    /// Whether a number is judged.
    pub fn is_judged(&self, question: &Question) -> bool {
        question.judged.unwrap_or(self.judged)
    }

    /// The unit in which a number differs from another.
    pub fn unit_of(&self, question: &Question) -> Unit {
        match self.measure_of(question) {
            _ if question.relative_to.is_some() => Unit::Times,
            measure if measure.is_rate() => Unit::Points,
            Measure::Rank => Unit::Ranks,
            Measure::LogTree | Measure::LogPositions => Unit::Decades,
            _ => Unit::Times,
        }
    }

    /// The margin within which a number agrees, in its unit.
    pub fn margin_of(&self, question: &Question) -> f64 {
        let usual = match self.unit_of(question) {
            Unit::Points => self.margins.points,
            Unit::Ranks => self.margins.ranks,
            Unit::Decades => self.margins.decades,
            Unit::Times => self.margins.times,
        };
        question.margin.unwrap_or(usual)
    }
}

/// Why a file is no experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentError(String);

impl ExperimentError {
    pub(super) fn new(why: impl Into<String>) -> ExperimentError {
        ExperimentError(why.into())
    }
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In one line, as all errors are.
        let words: Vec<&str> = self.0.split_whitespace().collect();
        write!(f, "no experiment: {}", words.join(" "))
    }
}

impl std::error::Error for ExperimentError {}

/// Reads the plan of an experiment.
///
/// # Errors
/// When it is no TOML, not of this form, or asks what cannot be answered.
pub fn read_experiment(text: &str) -> Result<Experiment, ExperimentError> {
    let experiment: Experiment =
        toml::from_str(text).map_err(|error| ExperimentError(error.to_string()))?;
    experiment.check_form()?;
    Ok(experiment)
}

macro_rules! plans {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../../content/experiments/", $name, ".toml"))),*]
    };
}

/// The experiments of this program, as in `content/experiments/`.
pub fn experiments() -> Vec<Experiment> {
    let read = |text: &&str| read_experiment(text).expect("a test reads them all");
    PLANS.iter().map(read).collect()
}

const PLANS: &[&str] = &plans![
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
                    (Measure::LogPositions, _) => assert!(question.agents.is_empty(), "{place}"),
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
