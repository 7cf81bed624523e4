//! Whether a plan asks what can be answered: what is wrong is told before anything is played.

use std::collections::{HashMap, HashSet};

use ludorum_catalog::{SpecError, Variant};

use super::plan::{Experiment, ExperimentError, Measure, Question};

impl Experiment {
    /// Refuses a plan whose questions have no answer, as far as can be told without its games.
    pub(super) fn check_form(&self) -> Result<(), ExperimentError> {
        check_id(&self.id)?;
        if self.games == 0 || self.quick == 0 {
            return refuse(
                "games and quick: a number rests on at least 1 game; where that takes too long \
                 write quick = 0 into the question",
            );
        }
        if self.published_games == Some(0) {
            return refuse("published_games: a published number rests on at least 1 game");
        }
        if self.questions.is_empty() {
            return refuse("questions: there are none; a plan asks for at least one number");
        }
        let mut places = HashSet::new();
        for question in &self.questions {
            let place = question.place();
            if !places.insert((&question.row, &question.column)) {
                return refuse(format!(
                    "{place} is there twice; give each question its own row or column"
                ));
            }
            self.check_question(question)
                .map_err(|why| ExperimentError::new(format!("{place}: {why}")))?;
        }
        Ok(())
    }

    fn check_question(&self, question: &Question) -> Result<(), String> {
        let measure = self.measure_of(question);
        if self.game_of(question).is_empty() {
            return Err("game: it names none".to_owned());
        }
        if measure != Measure::LogPositions && question.agent >= question.agents.len() {
            return Err(format!(
                "agent = {} is an agent that is not there; agents counts them from 0",
                question.agent
            ));
        }
        if question.games == Some(0) || question.published_games == Some(0) {
            return Err("games and published_games: a number rests on at least 1 game".to_owned());
        }
        match (measure, question.tenth) {
            (Measure::Held, Some(0..=9)) => {}
            (Measure::Held, _) => {
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
        if question.seat.is_some() && !measure.is_at_a_seat() {
            return Err(format!(
                "seat is for the measures won, kind-won, kind-last and rank, but {} are measured; \
                 leave it out",
                measure.name()
            ));
        }
        self.check_published(question)?;
        match &question.relative_to {
            Some(row) => self.check_base(question, row),
            None => Ok(()),
        }
    }

    fn check_published(&self, question: &Question) -> Result<(), String> {
        let is_rate = self.measure_of(question).is_rate() && question.relative_to.is_none();
        match question.published {
            Some(rate) if is_rate && !(0.0..=100.0).contains(&rate) => Err(format!(
                "published = {rate}: a rate is a percentage from 0 to 100"
            )),
            Some(number) if !number.is_finite() => Err("published is no number".to_owned()),
            _ => Ok(()),
        }
    }

    /// What a question is divided by must be asked whenever the question is.
    fn check_base(&self, question: &Question, row: &str) -> Result<(), String> {
        let is_base = |q: &&Question| q.row == row && q.column == question.column;
        let Some(base) = self.questions.iter().find(is_base) else {
            return Err(format!("it is relative to a row {row} that is not there"));
        };
        if base.relative_to.is_some() {
            return Err(format!(
                "it is relative to {row}, which is relative to something itself"
            ));
        }
        let is_quick = |q: &Question| q.quick.unwrap_or(self.quick) > 0;
        match is_quick(question) && !is_quick(base) {
            true => Err(format!(
                "it is relative to {row}, which has quick = 0; write quick = 0 here too"
            )),
            false => Ok(()),
        }
    }

    /// Refuses a plan whose games, agents, seats or positions are not there.
    ///
    /// # Errors
    /// With the question and what to do about it.
    pub fn check(
        &self,
        open: impl Fn(&str) -> Result<Variant, SpecError>,
    ) -> Result<(), ExperimentError> {
        let mut tables: HashMap<&str, (Variant, HashSet<&str>)> = HashMap::new();
        for question in &self.questions {
            let wrong = |why: String| ExperimentError::new(format!("{}: {why}", question.place()));
            let game = self.game_of(question);
            if !tables.contains_key(game) {
                let variant = open(game).map_err(|error| wrong(error.to_string()))?;
                tables.insert(game, (variant, HashSet::new()));
            }
            let Some((variant, known)) = tables.get_mut(game) else {
                continue;
            };
            self.check_table(question, variant).map_err(wrong)?;
            for agent in &question.agents {
                if known.insert(agent) {
                    let player = variant.player(agent);
                    player.map_err(|error| wrong(error.to_string()))?;
                }
            }
        }
        Ok(())
    }

    fn check_table(&self, question: &Question, variant: &Variant) -> Result<(), String> {
        let (game, seats) = (variant.spec(), variant.seats());
        if let Some(seat) = question.seat.filter(|seat| !(1..=seats).contains(seat)) {
            return Err(format!("seat = {seat}: {game} has the seats 1 to {seats}"));
        }
        let agents = question.agents.len();
        if self.measure_of(question) == Measure::LogPositions {
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

impl Question {
    /// Where it stands in the table, for people.
    pub fn place(&self) -> String {
        format!("{} / {}", self.row, self.column)
    }
}

impl Measure {
    /// Whether it can be asked for one seat.
    fn is_at_a_seat(self) -> bool {
        matches!(
            self,
            Measure::Won | Measure::KindWon | Measure::KindLast | Measure::Rank
        )
    }
}

/// An id is the name of a file, and must not lead anywhere else.
fn check_id(id: &str) -> Result<(), ExperimentError> {
    const LONGEST: usize = 100;
    let is_fine = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_name = id.chars().all(is_fine) && !id.starts_with('.');
    match is_name && (1..=LONGEST).contains(&id.len()) {
        true => Ok(()),
        false => refuse(format!(
            "id = '{id}': results are kept in a file of this name, so it has at most {LONGEST} \
             letters from a to z, digits, '-', '_' and '.', and does not begin with '.'"
        )),
    }
}

fn refuse(why: impl Into<String>) -> Result<(), ExperimentError> {
    Err(ExperimentError::new(why))
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
            ("agent = 2", &["agent = 2", "not there"]),
            ("games = 0", &["at least 1 game"]),
            ("published_games = 0", &["at least 1 game"]),
            ("published = 101", &["published = 101", "from 0 to 100"]),
            ("published = nan, measure = \"time\"", &["no number"]),
            ("game = \"nonsense\"", &["nonsense"]),
            ("position = \"nonsense\"", &["position = nonsense"]),
            ("relative_to = \"c\"", &["a row c that is not there"]),
            ("relative_to = \"a\"", &["relative to something itself"]),
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
            ("games = 2\nquick = 2", "questions = []", "there are none"),
            (
                "games = 2\nquick = 2",
                &format!("questions = [{{ {ASKED} }}, {{ {ASKED} }}]"),
                "a / b is there twice",
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
