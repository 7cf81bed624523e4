//! The weights of Dice Wars: who plays, what is learnt, and how good it is.

mod lessons;
mod pupils;

use std::sync::Arc;

use ludorum_agents::dicewars::{Estimate, Features, Hidden, Model, Trained, Weights};
use ludorum_catalog::{Files, SpecError, Variant, open};
use ludorum_core::{Rng, Seed};
use ludorum_fit::{CannotFit, Samples, Training};
use ludorum_games::DiceWars;

use self::lessons::{Pupil, lesson};

/// Keeps the weights of a logistic regression from growing without need.
const PENALTY: f64 = 1.0;

/// The networks of the champion for two players.
const NETWORK: Training = Training {
    units: 24,
    epochs: 8,
    step: 0.003,
    decay: 1e-5,
};

/// One game in so many is not learnt from but kept to judge by.
const KEPT: u64 = 10;

/// A model with its weights, and positions to judge them by.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What was learnt.
    pub model: Model,
    /// The weights.
    pub weights: Arc<Estimate>,
    /// Positions they were learnt from.
    pub learnt: Samples,
    /// Positions they were not learnt from.
    pub kept: Samples,
}

/// Games to learn from.
#[derive(Debug)]
pub struct School {
    players: usize,
    games: u64,
    seed: Seed,
    /// The agents that play, if they are not the usual ones.
    games_of: Vec<String>,
    variant: Variant,
}

impl School {
    /// So many games of so many players with this seed. The games are of the agents `games_of`: at each
    /// seat of each game sits any of them. If there are none, they are of the usual ones.
    ///
    /// # Errors
    /// When one of them is no agent of the game.
    pub fn new(
        players: usize,
        games: u64,
        seed: Seed,
        games_of: &[String],
    ) -> Result<School, SpecError> {
        let variant = open(&format!("dicewars:players={players}"))?;
        let variant = variant.reading(Arc::new(Files::anywhere()));
        // Files are pinned: all games are played by the same agents, also if a file changes meanwhile.
        let pin = |spec: &String| Ok(variant.player(spec)?.spec().to_owned());
        Ok(School {
            players,
            games,
            seed,
            games_of: games_of.iter().map(pin).collect::<Result<_, SpecError>>()?,
            variant,
        })
    }

    /// Learns a WPM agent's estimate, from games of naive players unless others are named. `on_game` is
    /// called after each.
    ///
    /// # Errors
    /// When there is nothing to learn from the games.
    pub fn wpm(&self, features: Features, on_game: impl FnMut()) -> Result<Lesson, CannotFit> {
        let seed = self.seed.child("round", 1);
        let pupils = |rng: &mut Rng| self.any_of(&["naive"], None, rng);
        let [lesson] = self.teach([Model::Wpm(features)], seed, pupils, on_game)?;
        Ok(lesson)
    }

    /// Learns what the champion makes of the end and the middle of a turn, in rounds: first from
    /// games of other agents, then from games in which it plays itself with what it learnt in the
    /// round before. `on_game` is called after each game of a round.
    ///
    /// # Errors
    /// When there is nothing to learn from the games.
    pub fn champion(
        &self,
        rounds: u64,
        mut on_game: impl FnMut(),
    ) -> Result<[Lesson; 2], CannotFit> {
        let mut learnt = None;
        let mut round = 0;
        loop {
            round += 1;
            let seed = self.seed.child("round", round);
            let pupils = |rng: &mut Rng| self.champions(learnt.as_ref(), rng);
            let lessons = self.teach([Model::AtEnd, Model::Amid], seed, pupils, &mut on_game)?;
            if round >= rounds {
                return Ok(lessons);
            }
            learnt = Some(Weights {
                estimates: lessons.map(|lesson| lesson.weights).into(),
            });
        }
    }

    fn teach<const N: usize>(
        &self,
        models: [Model; N],
        seed: Seed,
        pupils: impl Fn(&mut Rng) -> Vec<Pupil>,
        mut on_game: impl FnMut(),
    ) -> Result<[Lesson; N], CannotFit> {
        let game = DiceWars::new(self.players);
        let samples = models.map(|model| Samples::new(model.features(self.players)));
        let (mut learnt, mut kept) = (samples.clone(), samples);
        for index in 0..self.games {
            let seed = seed.child("game", index);
            let mut rng = seed.child("seats", 0).rng();
            let pupils = pupils(&mut rng);
            let rows = match index % KEPT {
                0 => &mut kept,
                _ => &mut learnt,
            };
            lesson(
                (&self.variant, &game),
                &models,
                pupils,
                seed,
                |model, row, won| {
                    let place = models.iter().position(|&listed| listed == model);
                    rows[place.expect("only these are asked for")].push(row, won);
                },
            );
            on_game();
        }
        let mut rows = learnt.into_iter().zip(kept);
        let lessons = models.map(|model| {
            let (learnt, kept) = rows.next().expect("one for each model");
            Ok(Lesson {
                model,
                weights: Arc::new(self.learn(model, &learnt, seed)?),
                learnt,
                kept,
            })
        });
        let lessons: Vec<Lesson> = lessons.into_iter().collect::<Result<_, CannotFit>>()?;
        Ok(lessons.try_into().expect("one for each model"))
    }

    /// With two players the champion learns a network, for there are games enough; else all is
    /// learnt by logistic regression.
    fn learn(&self, model: Model, rows: &Samples, seed: Seed) -> Result<Estimate, CannotFit> {
        if self.players == 2 && matches!(model, Model::AtEnd | Model::Amid) {
            let network = rows.train(NETWORK, &mut seed.child(model.name(), 0).rng())?;
            return Ok(Estimate {
                intercept: network.intercept,
                weights: network.weights,
                hidden: Hidden {
                    biases: network.biases,
                    weights: network.hidden,
                    shares: network.shares,
                },
            });
        }
        let fitted = rows.fit(PENALTY)?;
        Ok(Estimate {
            intercept: fitted.intercept,
            weights: fitted.weights,
            hidden: Hidden::default(),
        })
    }
}

impl Lesson {
    /// How often the estimate is on the right side of one half, in positions not learnt from.
    pub fn accuracy(&self) -> f64 {
        self.kept.accuracy(|row| self.weights.probability(row))
    }
}

impl School {
    /// The file with what an agent has learnt.
    pub fn file(&self, agent: Trained, rounds: Option<u64>, lessons: &[Lesson]) -> String {
        let program = env!("CARGO_PKG_VERSION");
        let rules = <DiceWars as ludorum_core::Configure>::RULES_VERSION;
        let command = self.command(agent, rounds);
        let mut made = vec![format!("{command} (ludorum {program}, rules {rules})")];
        made.extend(lessons.iter().map(|lesson| {
            format!(
                "{}: {} positions; right about {:.1}% of {} others",
                lesson.model.name(),
                lesson.learnt.rows(),
                100.0 * lesson.accuracy(),
                lesson.kept.rows()
            )
        }));
        let weights = Weights {
            estimates: lessons.iter().map(|l| Arc::clone(&l.weights)).collect(),
        };
        weights.write(agent, self.players, &made)
    }

    /// The command that teaches an agent the same again.
    pub fn command(&self, agent: Trained, rounds: Option<u64>) -> String {
        let games_of = match self.games_of.is_empty() {
            true => String::new(),
            false => format!(" --games-of {}", self.games_of.join(",")),
        };
        let rounds = rounds.map_or(String::new(), |rounds| format!(" --rounds {rounds}"));
        format!(
            "ludorum train dicewars {} --players {} --games {} --seed {}{games_of}{rounds}",
            agent.name(),
            self.players,
            self.games,
            self.seed.0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(games_of: &[&str]) -> School {
        let games_of: Vec<String> = games_of.iter().map(|&spec| spec.to_owned()).collect();
        School::new(2, 60, Seed(1), &games_of).unwrap()
    }

    #[test]
    fn the_same_seed_teaches_the_same() {
        let learn = || small(&[]).wpm(Features::Dice, || {}).unwrap();
        let (first, again) = (learn(), learn());
        assert_eq!(first.weights, again.weights);
        // More own dice are good, more of the other's are bad.
        assert!(first.weights.weights[0] > 0.0 && first.weights.weights[1] < 0.0);
        assert!(first.accuracy() > 0.7, "{}", first.accuracy());
        assert!(first.kept.rows() > 0 && first.kept.rows() < first.learnt.rows());
    }

    #[test]
    fn games_of_others_teach_something_else() {
        let learn = |games_of: &[&str]| {
            let school = small(games_of);
            let lesson = school.wpm(Features::Scores, || {}).unwrap();
            (school, lesson)
        };
        let naive = learn(&[]).1;
        assert_eq!(learn(&["naive"]).1.weights, naive.weights);
        let (school, mixed) = learn(&["naive", "stei:threshold=0.3"]);
        assert_ne!(mixed.weights, naive.weights);
        let agent = Trained::Wpm(Features::Scores);
        let text = school.file(agent, None, std::slice::from_ref(&mixed));
        assert!(
            text.contains(" --games-of naive,stei:threshold=0.3 (ludorum"),
            "{text}"
        );
        let read = Weights::read(&text, agent, 2).unwrap();
        assert_eq!(read.estimates, [Arc::clone(&mixed.weights)]);
        let nobody = School::new(2, 10, Seed(1), &["nobody".to_owned()]);
        assert!(nobody.unwrap_err().to_string().contains("nobody"));
    }

    #[test]
    fn the_champion_learns_in_rounds() {
        let mut games = 0;
        let school = small(&[]);
        let lessons = school.champion(2, || games += 1).unwrap();
        assert_eq!(games, 2 * 60);
        let [at_end, amid] = &lessons;
        assert_eq!((at_end.model, amid.model), (Model::AtEnd, Model::Amid));
        let text = school.file(Trained::Champion, Some(2), &lessons);
        let read = Weights::read(&text, Trained::Champion, 2).unwrap();
        assert_eq!(read.estimates, lessons.map(|lesson| lesson.weights));
        assert!(text.contains("--rounds 2"), "{text}");
    }
}
