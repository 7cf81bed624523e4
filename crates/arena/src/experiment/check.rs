//! Validates the plan of an experiment before any game is played.

use std::collections::{HashMap, HashSet};

use ludorum_catalog::{SpecError, Variant};

use super::claim::{ClaimKind, PublishedClaim};
use super::plan::{DifferenceUnit, Experiment, ExperimentFileError, ExperimentQuestion, Metric};
use crate::openings::OpeningSource;

const MARGIN: &str = "margin: points, ranks and decades are above 0, a factor is above 1";

fn is_margin(unit: DifferenceUnit, margin: f64) -> bool {
    let least = match unit {
        DifferenceUnit::Times => 1.0,
        DifferenceUnit::Points | DifferenceUnit::Ranks | DifferenceUnit::Decades => 0.0,
    };
    margin > least && margin.is_finite()
}

impl Experiment {
    /// Checks the values in the experiment file: id, numbers of games, questions, margins and
    /// claims. Does not open the games.
    pub(super) fn check_form(&self) -> Result<(), ExperimentFileError> {
        check_id(&self.id)?;
        if self.games == 0 || self.quick == 0 {
            return refuse(
                "games and quick: a number needs at least 1 game; where that takes too long \
                 write quick = 0 into the question",
            );
        }
        if self.published_games == Some(0) {
            return refuse("published_games: a published number needs at least 1 game");
        }
        if self.questions.is_empty() {
            return refuse("questions: the list is empty; a plan needs at least one question");
        }
        let mut places = HashSet::new();
        for question in &self.questions {
            let place = question.place();
            if !places.insert((&question.row, &question.column)) {
                return refuse(format!(
                    "{place} occurs twice; give each question its own row or column"
                ));
            }
            self.check_question(question)
                .map_err(|why| ExperimentFileError::new(format!("{place}: {why}")))?;
        }
        self.check_margins()?;
        for claim in &self.claims {
            self.check_claim(claim).map_err(|why| {
                ExperimentFileError::new(format!("the claim '{}': {why}", claim.says))
            })?;
        }
        Ok(())
    }

    fn check_margins(&self) -> Result<(), ExperimentFileError> {
        let margins = &self.margins;
        let differences = [margins.points, margins.ranks, margins.decades];
        let is_fine = differences
            .iter()
            .all(|margin| is_margin(DifferenceUnit::Points, *margin))
            && is_margin(DifferenceUnit::Times, margins.times);
        if is_fine { Ok(()) } else { refuse(MARGIN) }
    }

    fn check_claim(&self, claim: &PublishedClaim) -> Result<(), String> {
        let kind = claim.kind;
        let is_there = |row: &str, column: Option<&String>| {
            self.questions.iter().any(|question| {
                question.row == row && column.is_none_or(|column| question.column == *column)
            })
        };
        if kind.has_columns() == claim.columns.is_empty() {
            return Err(if kind.has_columns() {
                "columns: name the columns of the claim".to_owned()
            } else {
                "columns: the claim is about entire rows; leave them out".to_owned()
            });
        }
        if claim.rows.is_empty() {
            return Err("rows: name the rows of the claim".to_owned());
        }
        if kind.is_of_one() && (claim.rows.len() > 1 || claim.columns.len() > 1) {
            return Err("rows and columns: the claim needs one row and one column".to_owned());
        }
        if kind.has_value() != claim.value.is_some_and(f64::is_finite) {
            return Err("value: only for at-least, at-most, no-more-than and equals".to_owned());
        }
        if kind.has_than() != claim.than.is_some() {
            return Err("than: a row, only for greater-than and same-as".to_owned());
        }
        if kind == ClaimKind::BestRanked && !self.ranked {
            return Err("best-ranked is for an experiment with ranked = true".to_owned());
        }
        for row in claim.rows.iter().chain(&claim.than) {
            let missing = if claim.columns.is_empty() {
                (!is_there(row, None)).then(String::new)
            } else {
                let mut columns = claim.columns.iter();
                columns.find(|column| !is_there(row, Some(column))).cloned()
            };
            if let Some(column) = missing {
                return Err(format!("{row} / {column} does not exist"));
            }
        }
        let question = self.questions.iter().find(|q| claim.rows.contains(&q.row));
        let unit = question.map_or(DifferenceUnit::Times, |question| self.unit_of(question));
        if claim.margin.is_none_or(|margin| is_margin(unit, margin)) {
            Ok(())
        } else {
            Err(MARGIN.to_owned())
        }
    }

    fn check_question(&self, question: &ExperimentQuestion) -> Result<(), String> {
        let measure = self.measure_of(question);
        if self.game_of(question).is_empty() {
            return Err("game: no game is named".to_owned());
        }
        if measure != Metric::LogPositions && question.agent >= question.agents.len() {
            return Err(format!(
                "agent = {} does not exist; agents are numbered from 0",
                question.agent
            ));
        }
        if question.games == Some(0) || question.published_games == Some(0) {
            return Err("games and published_games: a number needs at least 1 game".to_owned());
        }
        match (measure, question.tenth) {
            (Metric::Held, Some(0..=9)) => {}
            (Metric::Held, _) => {
                return Err("tenth: name the tenth of estimates, from 0 to 9".to_owned());
            }
            (_, Some(_)) => {
                return Err(format!(
                    "tenth is for the measure held, but {} are measured; leave it out",
                    measure.name()
                ));
            }
            (_, None) => {}
        }
        if question.seat.is_some() && !measure.supports_seat() {
            return Err(format!(
                "seat is for the measures won, kind-won, kind-last and rank, but {} are measured; \
                 leave it out",
                measure.name()
            ));
        }
        let unit = self.unit_of(question);
        if question
            .margin
            .is_some_and(|margin| !is_margin(unit, margin))
        {
            return Err(MARGIN.to_owned());
        }
        self.check_published(question)?;
        match &question.relative_to {
            Some(row) => self.check_base_row(question, row),
            None => Ok(()),
        }
    }

    fn check_published(&self, question: &ExperimentQuestion) -> Result<(), String> {
        let is_rate = self.measure_of(question).is_rate() && question.relative_to.is_none();
        match question.published {
            Some(rate) if is_rate && !(0.0..=100.0).contains(&rate) => Err(format!(
                "published = {rate}: a rate is a percentage from 0 to 100"
            )),
            Some(number) if !number.is_finite() => Err("published is not a number".to_owned()),
            _ => Ok(()),
        }
    }

    /// Checks that the plan also measures `row` in the question's column, because the question's
    /// result is divided by the result of `row`.
    fn check_base_row(&self, question: &ExperimentQuestion, row: &str) -> Result<(), String> {
        let is_base = |q: &&ExperimentQuestion| q.row == row && q.column == question.column;
        let Some(base) = self.questions.iter().find(is_base) else {
            return Err(format!(
                "relative_to names the row {row}, which does not exist"
            ));
        };
        if base.relative_to.is_some() {
            return Err(format!(
                "relative_to names the row {row}, which is itself relative to another row"
            ));
        }
        let is_quick = |q: &ExperimentQuestion| q.quick.unwrap_or(self.quick) > 0;
        if is_quick(question) && !is_quick(base) {
            Err(format!(
                "relative_to names the row {row}, which has quick = 0; write quick = 0 here too"
            ))
        } else {
            Ok(())
        }
    }

    /// Checks that the games, agents, seats and positions named in the plan exist. `open` creates a
    /// game from its spec.
    ///
    /// # Errors
    /// If one of them does not exist. The message names the question and the necessary change.
    pub fn check(
        &self,
        open: impl Fn(&str) -> Result<Variant, SpecError>,
    ) -> Result<(), ExperimentFileError> {
        let mut tables: HashMap<&str, (Variant, HashSet<&str>)> = HashMap::new();
        for question in &self.questions {
            let wrong =
                |why: String| ExperimentFileError::new(format!("{}: {why}", question.place()));
            let game = self.game_of(question);
            if !tables.contains_key(game) {
                let variant = open(game).map_err(|error| wrong(error.to_string()))?;
                tables.insert(game, (variant, HashSet::new()));
            }
            let Some((variant, known)) = tables.get_mut(game) else {
                continue;
            };
            self.check_variant(question, variant).map_err(wrong)?;
            if let Some(openings) = self.openings_of(question) {
                let openings = OpeningSource::parse(openings, variant);
                openings.map_err(|error| wrong(error.to_string()))?;
            }
            for agent in &question.agents {
                if known.insert(agent) {
                    let player = variant.player(agent);
                    player.map_err(|error| wrong(error.to_string()))?;
                }
            }
        }
        Ok(())
    }

    fn check_variant(
        &self,
        question: &ExperimentQuestion,
        variant: &Variant,
    ) -> Result<(), String> {
        let (game, seats) = (variant.spec(), variant.seats());
        if let Some(seat) = question.seat.filter(|seat| !(1..=seats).contains(seat)) {
            return Err(format!("seat = {seat}: {game} has the seats 1 to {seats}"));
        }
        let agents = question.agents.len();
        if self.measure_of(question) == Metric::LogPositions {
            return Ok(());
        }
        match &question.position {
            Some(position) => match variant.position(position) {
                Ok(_) => Ok(()),
                Err(error) => Err(format!("position = {position}: {error}")),
            },
            None if agents == 2 || agents >= seats => Ok(()),
            None => Err(format!(
                "agents: {agents} are given and {game} has {seats} seats; name two, or at least \
                 one for each seat"
            )),
        }
    }
}

impl ExperimentQuestion {
    /// Row and column of the question in the published table, as `row / column`.
    pub fn place(&self) -> String {
        format!("{} / {}", self.row, self.column)
    }
}

impl Metric {
    /// True if this metric can be restricted to games in one seat.
    fn supports_seat(self) -> bool {
        matches!(
            self,
            Metric::Won | Metric::KindWon | Metric::KindLast | Metric::Rank
        )
    }
}

/// Checks that the id of an experiment is a safe file name.
fn check_id(id: &str) -> Result<(), ExperimentFileError> {
    const LONGEST: usize = 100;
    let is_fine = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_name = id.chars().all(is_fine) && !id.starts_with('.');
    if is_name && (1..=LONGEST).contains(&id.len()) {
        Ok(())
    } else {
        refuse(format!(
            "id = '{id}': results are stored in a file of this name, so it has at most {LONGEST} \
             letters from a to z, digits, '-', '_' and '.', and does not begin with '.'"
        ))
    }
}

fn refuse(why: impl Into<String>) -> Result<(), ExperimentFileError> {
    Err(ExperimentFileError::new(why))
}

#[cfg(test)]
mod tests {
    use super::super::read_experiment;
    use ludorum_catalog::open;

    const HEAD: &str = "question = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"\n";
    const ASKED: &str = "row = \"a\", column = \"b\", agents = [\"random\", \"random\"]";

    #[track_caller]
    fn refused(text: &str, reasons: &[&str]) {
        let checked = read_experiment(text).and_then(|experiment| experiment.check(open));
        let error = checked.expect_err(text).to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
        for reason in reasons {
            assert!(error.contains(reason), "'{reason}' is not in: {error}");
        }
    }

    #[test]
    fn an_id_is_the_name_of_a_file_and_leads_nowhere_else() {
        let rest = format!("{HEAD}games = 2\nquick = 2\nquestions = [{{ {ASKED} }}]");
        for id in ["mine", "a-B_9.v2"] {
            read_experiment(&format!("id = \"{id}\"\n{rest}")).unwrap();
        }
        let long = "x".repeat(101);
        for id in [
            "../../evil",
            "",
            ".hidden",
            "..",
            "a/b",
            "a\\\\b",
            "C:x",
            "a b",
            "č",
            &long,
        ] {
            refused(
                &format!("id = \"{id}\"\n{rest}"),
                &["id = '", "'-', '_' and '.'"],
            );
        }
    }

    #[test]
    fn questions_that_cannot_be_answered_are_refused_before_anything_is_played() {
        for (question, reasons) in [
            ("seat = 9", &["seat = 9", "seats 1 to 2"][..]),
            ("seat = 0", &["seat = 0", "seats 1 to 2"]),
            (
                "seat = 1, measure = \"length\"",
                &["seat is for", "leave it out"],
            ),
            ("tenth = 20", &["tenth is for the measure held"]),
            ("tenth = 20, measure = \"held\"", &["tenth", "from 0 to 9"]),
            ("agent = 2", &["agent = 2", "does not exist"]),
            ("games = 0", &["at least 1 game"]),
            ("published_games = 0", &["at least 1 game"]),
            ("published = 101", &["published = 101", "from 0 to 100"]),
            ("published = nan, measure = \"time\"", &["not a number"]),
            ("game = \"nonsense\"", &["nonsense"]),
            ("position = \"nonsense\"", &["position = nonsense"]),
            ("margin = 0", &["margin", "above 0"]),
            ("margin = 1, measure = \"time\"", &["a factor is above 1"]),
            ("relative_to = \"c\"", &["the row c, which does not exist"]),
            ("relative_to = \"a\"", &["itself relative to another row"]),
        ] {
            let text = format!(
                "id = \"x\"\n{HEAD}games = 2\nquick = 2\nquestions = [{{ {ASKED}, {question} }}]"
            );
            refused(&text, &[&["a / b: "], reasons].concat());
        }
        for (agents, reason) in [
            ("[\"random\", \"nobody\"]", "nobody"),
            ("[\"random\"]", "name two, or at least one for each seat"),
        ] {
            let text = format!(
                "id = \"x\"\n{HEAD}games = 2\nquick = 2\n\
                 questions = [{{ row = \"a\", column = \"b\", agents = {agents} }}]"
            );
            refused(&text, &["a / b: ", reason]);
        }
    }

    #[test]
    fn claims_about_nothing_are_refused() {
        for (claim, reason) in [
            (
                "kind = \"at-least\", rows = [\"a\"], columns = [\"b\"]",
                "value",
            ),
            ("kind = \"at-least\", rows = [\"a\"], value = 50", "columns"),
            (
                "kind = \"at-least\", rows = [\"c\"], columns = [\"b\"], value = 50",
                "c / b does not exist",
            ),
            (
                "kind = \"rises\", rows = [\"a\"], columns = [\"b\"]",
                "leave them out",
            ),
            (
                "kind = \"same-as\", rows = [\"a\"], columns = [\"b\"]",
                "than",
            ),
            (
                "kind = \"same-as\", rows = [\"a\"], than = \"d\", columns = [\"b\"]",
                "d / b does not exist",
            ),
            (
                "kind = \"best-in-row\", rows = [\"a\"], columns = [\"b\", \"c\"]",
                "one row and one column",
            ),
            ("kind = \"rises\", rows = []", "name the rows"),
            ("kind = \"best-ranked\", rows = [\"a\"]", "ranked = true"),
            ("kind = \"rises\", rows = [\"a\"], margin = -1", "above 0"),
        ] {
            let text = format!(
                "id = \"x\"\n{HEAD}games = 2\nquick = 2\nquestions = [{{ {ASKED} }}]\n\
                 claims = [{{ says = \"so\", {claim} }}]"
            );
            refused(&text, &["the claim 'so': ", reason]);
        }
    }

    #[test]
    fn plans_as_a_whole_are_checked() {
        let asked = format!("questions = [{{ {ASKED} }}]");
        for (numbers, questions, reason) in [
            ("games = 0\nquick = 2", asked.as_str(), "at least 1 game"),
            (
                "games = 2\nquick = 0",
                &asked,
                "quick = 0 into the question",
            ),
            (
                "games = 2\nquick = 2\npublished_games = 0",
                &asked,
                "published_games",
            ),
            (
                "games = 2\nquick = 2",
                "questions = []",
                "the list is empty",
            ),
            (
                "games = 2\nquick = 2\nmargins = { points = 0 }",
                &asked,
                "above 0",
            ),
            (
                "games = 2\nquick = 2",
                &format!("questions = [{{ {ASKED} }}, {{ {ASKED} }}]"),
                "a / b occurs twice",
            ),
            (
                "games = 2\nquick = 2",
                "questions = [\n\
                 { row = \"a\", column = \"b\", agents = [\"random\", \"random\"], relative_to = \"c\" },\n\
                 { row = \"c\", column = \"b\", agents = [\"random\", \"random\"], quick = 0 },\n]",
                "which has quick = 0",
            ),
        ] {
            refused(
                &format!("id = \"x\"\n{HEAD}{numbers}\n{questions}"),
                &[reason],
            );
        }
    }
}
