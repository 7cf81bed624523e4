//! Plan of an experiment, read from a TOML file: the questions and their published numbers.

use ludorum_catalog::EXPERIMENTS;
use serde::{Deserialize, Serialize};

use super::claim::PublishedClaim;
use crate::schedule::SeatingScheme;

/// Plan to replicate a published experiment: what to measure, with the published numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Id of the experiment, as used on the command line.
    pub id: String,
    /// Research question, in one line.
    pub question: String,
    /// Publication in which the experiment appeared.
    pub source: String,
    /// Remarks on how the replication differs from the publication.
    #[serde(default)]
    pub notes: String,
    /// Spec of the game that questions use by default.
    #[serde(default)]
    pub game: String,
    /// Metric that questions measure by default.
    #[serde(default)]
    pub measure: Metric,
    /// Number of games to play for each question in a full run.
    pub games: u64,
    /// Number of games to play for each question in a quick run.
    pub quick: u64,
    /// Number of games that each published number is based on; `None` if it is unknown.
    pub published_games: Option<u64>,
    /// Set of seatings (assignments of agents to seats) that each group of agents plays.
    #[serde(default)]
    pub seatings: SeatingScheme,
    /// Spec of the openings, as for `--openings`; `None` if games begin at the start position.
    pub openings: Option<String>,
    /// Plot settings; `None` if the results are not plotted.
    pub chart: Option<ExperimentPlotSettings>,
    /// True to rank the table rows by their mean over all columns.
    #[serde(default)]
    pub ranked: bool,
    /// Equivalence margins that questions use by default, by unit.
    #[serde(default)]
    pub margins: EquivalenceMargins,
    /// True to test our numbers against the published numbers; false to report only their ratios.
    #[serde(default = "yes")]
    pub judged: bool,
    /// Claims about the numbers that the publication makes in words.
    #[serde(default)]
    pub claims: Vec<PublishedClaim>,
    /// Questions, one for each number to measure.
    pub questions: Vec<ExperimentQuestion>,
}

fn yes() -> bool {
    true
}

/// Equivalence margins by unit. A difference from a published number that is smaller than the
/// margin counts as agreement.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EquivalenceMargins {
    /// Equivalence margin of rates, in percentage points.
    pub points: f64,
    /// Equivalence margin of mean ranks, in ranks.
    pub ranks: f64,
    /// Equivalence margin of decimal logarithms, in powers of ten.
    pub decades: f64,
    /// Equivalence margin of all other metrics, as a ratio above 1.
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

/// Unit in which the difference between a measured and a published number is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceUnit {
    /// Difference in percentage points, for rates.
    Points,
    /// Difference in ranks, for mean ranks.
    Ranks,
    /// Difference in powers of ten, for decimal logarithms.
    Decades,
    /// Ratio of the measured to the published number, for all other metrics.
    Times,
}

impl DifferenceUnit {
    /// Converts a margin from display units to test units. In test units, rates are from 0 to 1 and
    /// ratios are logarithms.
    pub(super) fn to_internal(self, margin: f64) -> f64 {
        match self {
            DifferenceUnit::Points => margin / 100.0,
            DifferenceUnit::Ranks | DifferenceUnit::Decades => margin,
            DifferenceUnit::Times => margin.ln(),
        }
    }

    /// Converts a difference from test units to display units: percentage points, ranks, decades or
    /// a ratio.
    pub(super) fn to_display(self, difference: f64) -> f64 {
        match self {
            DifferenceUnit::Points => 100.0 * difference,
            DifferenceUnit::Ranks | DifferenceUnit::Decades => difference,
            DifferenceUnit::Times => difference.exp(),
        }
    }
}

/// Plot settings of an experiment whose column names are numbers, which are the x values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentPlotSettings {
    /// Label of the x axis.
    pub x: String,
    /// True for a logarithmic y axis.
    #[serde(default)]
    pub log: bool,
    /// True for a calibration plot, whose x values are the rates that agents predicted.
    #[serde(default)]
    pub calibration: bool,
    /// True if the x values are numbers of players; the reference line is then the equal share 1/x.
    #[serde(default)]
    pub players: bool,
}

/// Question of an experiment: one number to measure, from one cell of the published table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentQuestion {
    /// Name of the row in the published table.
    pub row: String,
    /// Name of the column in the published table.
    pub column: String,
    /// Spec of the game; `None` to use the game of the experiment.
    pub game: Option<String>,
    /// Specs of the agents: one per seat; or two, of which the second takes all seats but one; or
    /// more than there are seats, for a round robin. Empty if the question needs no games.
    #[serde(default)]
    pub agents: Vec<String>,
    /// Index in `agents` of the agent that is measured, from 0.
    #[serde(default)]
    pub agent: usize,
    /// Metric to measure; `None` to use the metric of the experiment.
    pub measure: Option<Metric>,
    /// Seat to which the metric is restricted, from 1; `None` for all seats.
    pub seat: Option<usize>,
    /// Spec of the openings; `None` to use the openings of the experiment.
    pub openings: Option<String>,
    /// Position to search, in the game's notation; `None` to play games instead.
    pub position: Option<String>,
    /// Tenth of the agent's probability estimates to measure, for the metric `Held`: 0 means 0 to
    /// 10 %, 9 means 90 to 100 %. `None` for other metrics.
    pub tenth: Option<usize>,
    /// Name of the row whose result in the same column divides this result; `None` for no division.
    pub relative_to: Option<String>,
    /// Published number as printed; rates in percent. `None` if nothing was published.
    pub published: Option<f64>,
    /// Number of games that the published number is based on; `None` to use
    /// `Experiment::published_games`.
    pub published_games: Option<u64>,
    /// Number of games to play in a full run; `None` to use `Experiment::games`.
    pub games: Option<u64>,
    /// Number of games to play in a quick run, 0 to skip the question; `None` to use
    /// `Experiment::quick`.
    pub quick: Option<u64>,
    /// Equivalence margin in the unit of the metric; `None` to use `Experiment::margins`.
    pub margin: Option<f64>,
    /// True to test our number against the published number, false to report only their ratio;
    /// `None` to use `Experiment::judged`.
    pub judged: Option<bool>,
    /// Id of another experiment in which the same published number is tested and counted; `None` if
    /// the number is counted here.
    pub repeats: Option<String>,
    /// Name of the question's group for the joint test; empty for the default group.
    #[serde(default)]
    pub group: String,
    /// Explanation of a difference from the published number, with evidence; empty if there is
    /// none.
    #[serde(default)]
    pub why: String,
}

/// Quantity that a question of an experiment measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Share of games won by the agent; a draw of two counts as half a win.
    #[default]
    Won,
    /// Share of games won by the agent when it moved first.
    WonFirst,
    /// Share of games won by the agent when it did not move first.
    WonLater,
    /// Share of games won by the player in the first seat, whichever agent it is.
    FirstSeat,
    /// Share of games won by any agent that has the measured agent's spec, optionally in one seat
    /// only.
    KindWon,
    /// Share of games in which an agent that has the measured agent's spec came last, optionally in
    /// one seat only.
    KindLast,
    /// Mean rank of the agents that have the measured agent's spec, optionally in one seat only; 1
    /// is best.
    Rank,
    /// Mean thinking time of the agent per move, in milliseconds.
    Time,
    /// Mean duration of a game, in seconds, with games played one after another.
    GameTime,
    /// Duration of 10,000 games, in minutes, with games played one after another.
    GamesTime,
    /// Mean number of nodes that the agent searched per move.
    Nodes,
    /// Mean number of positions that the agent evaluated per move.
    Evaluations,
    /// Branching factor: mean number of legal moves per decision.
    Branching,
    /// Mean number of plies per game, chance events included.
    Length,
    /// Decimal logarithm of the estimated game-tree size.
    LogTree,
    /// Decimal logarithm of the number of positions of the game, computed without playing games.
    LogPositions,
    /// Share of the possible attacks in Dice Wars that the agent made.
    Aggressivity,
    /// Share of attacked Dice Wars areas that were conquered and held, for the attacks whose
    /// success probability the agent estimated within one tenth, such as 10 to 20 %.
    Held,
}

impl Metric {
    /// True if the metric is a rate, printed in percent.
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

    /// True if the metric is a rate over independent games.
    pub fn counts_games(self) -> bool {
        self.is_rate() && !self.is_clustered()
    }

    /// True if the metric is a rate over events that depend on each other within a game.
    pub fn is_clustered(self) -> bool {
        matches!(self, Metric::Aggressivity | Metric::Held)
    }

    /// True if the metric is a time, which depends on the machine.
    pub fn is_time(self) -> bool {
        matches!(self, Metric::Time | Metric::GameTime | Metric::GamesTime)
    }

    /// Name of the metric in reports.
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
    /// Spec of the game that a question uses: its own, or the default of the experiment.
    pub fn game_of<'a>(&'a self, question: &'a ExperimentQuestion) -> &'a str {
        question.game.as_deref().unwrap_or(&self.game)
    }

    /// Metric that a question measures: its own, or the default of the experiment.
    pub fn measure_of(&self, question: &ExperimentQuestion) -> Metric {
        question.measure.unwrap_or(self.measure)
    }

    /// Spec of the openings for a question; `None` for no openings or if no games are played.
    pub fn openings_of<'a>(&'a self, question: &'a ExperimentQuestion) -> Option<&'a str> {
        let openings = question.openings.as_deref().or(self.openings.as_deref());
        let unplayed = [Metric::LogPositions, Metric::Aggressivity, Metric::Held];
        let is_played =
            question.position.is_none() && !unplayed.contains(&self.measure_of(question));
        openings.filter(|_| is_played)
    }

    /// Number of games behind the published number of a question; `None` if it is unknown.
    pub fn published_games_of(&self, question: &ExperimentQuestion) -> Option<u64> {
        question.published_games.or(self.published_games)
    }

    /// True if the measured number of a question is tested against the published number.
    pub fn is_tested(&self, question: &ExperimentQuestion) -> bool {
        question.judged.unwrap_or(self.judged)
    }

    /// Unit for the difference between our number and the published number of a question.
    pub fn unit_of(&self, question: &ExperimentQuestion) -> DifferenceUnit {
        match self.measure_of(question) {
            _ if question.relative_to.is_some() => DifferenceUnit::Times,
            measure if measure.is_rate() => DifferenceUnit::Points,
            Metric::Rank => DifferenceUnit::Ranks,
            Metric::LogTree | Metric::LogPositions => DifferenceUnit::Decades,
            _ => DifferenceUnit::Times,
        }
    }

    /// Equivalence margin of a question, in the unit of its difference.
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

/// Error message for an invalid experiment file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no experiment: {0}")]
pub struct ExperimentFileError(String);

impl ExperimentFileError {
    pub(super) fn new(why: impl Into<String>) -> ExperimentFileError {
        // Error messages have one line.
        let why: String = why.into();
        let words: Vec<&str> = why.split_whitespace().collect();
        ExperimentFileError(words.join(" "))
    }
}

/// Parses an experiment plan from TOML and checks it.
///
/// # Errors
/// If the text is not valid TOML, has unknown fields, or has impossible values.
pub fn read_experiment(text: &str) -> Result<Experiment, ExperimentFileError> {
    let experiment: Experiment =
        toml::from_str(text).map_err(|error| ExperimentFileError::new(error.to_string()))?;
    experiment.check_form()?;
    Ok(experiment)
}

/// Reads the built-in experiments from `content/experiments/`.
pub fn experiments() -> Vec<Experiment> {
    let read = |(_, text): &(&str, &str)| read_experiment(text).expect("a test reads them all");
    EXPERIMENTS.iter().map(read).collect()
}

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
