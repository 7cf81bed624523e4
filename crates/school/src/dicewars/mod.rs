//! The weights of Dice Wars: who plays, what is learnt, and how good it is.

mod pupils;

use std::sync::Arc;

use ludorum_agents::dicewars::{Estimate, Hidden, Model, Pupil, lesson};
use ludorum_core::{Rng, Seed};
use ludorum_fit::{CannotFit, Samples, Training};
use ludorum_games::DiceWars;

use pupils::Learnt;

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
    /// The number of positions they were learnt from.
    pub rows: usize,
    /// Positions they were not learnt from.
    pub kept: Samples,
}

/// Games to learn from.
#[derive(Clone, Copy, Debug)]
pub struct School {
    /// The number of players.
    pub players: usize,
    /// The number of games.
    pub games: u64,
    /// The seed of the games.
    pub seed: Seed,
}

impl School {
    /// Learns a WPM agent's estimate from games of naive players. `on_game` is called after each.
    ///
    /// # Errors
    /// When there is nothing to learn from the games.
    pub fn wpm(&self, model: Model, on_game: impl FnMut()) -> Result<Lesson, CannotFit> {
        let game = DiceWars::new(self.players);
        let seed = self.seed.child("round", 1);
        let pupils = |_: &mut Rng| pupils::naive(&game, self.players);
        let [lesson] = self.teach([model], seed, pupils, on_game)?;
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
        let game = DiceWars::new(self.players);
        let mut learnt = None;
        let mut round = 0;
        loop {
            round += 1;
            let seed = self.seed.child("round", round);
            let pupils =
                |rng: &mut Rng| pupils::champions(&game, self.players, learnt.as_ref(), rng);
            let lessons = self.teach([Model::AtEnd, Model::Amid], seed, pupils, &mut on_game)?;
            if round >= rounds {
                return Ok(lessons);
            }
            let [at_end, amid] = lessons.map(|lesson| lesson.weights);
            learnt = Some(Learnt { at_end, amid });
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
            lesson(&game, &models, pupils, seed, |model, row, won| {
                let place = models.iter().position(|&listed| listed == model);
                rows[place.expect("only these are asked for")].push(row, won);
            });
            on_game();
        }
        let mut rows = learnt.into_iter().zip(kept);
        let lessons = models.map(|model| {
            let (learnt, kept) = rows.next().expect("one for each model");
            Ok(Lesson {
                model,
                weights: Arc::new(self.learn(model, &learnt, seed)?),
                rows: learnt.rows(),
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

    /// The data file: `how` says how it was made.
    pub fn file(&self, players: usize, how: &str) -> String {
        let made = [
            how.to_owned(),
            format!(
                "{} positions; right about {:.1}% of {} others",
                self.rows,
                100.0 * self.accuracy(),
                self.kept.rows()
            ),
        ];
        self.weights.write(self.model.name(), players, &made)
    }

    /// The command that teaches an agent the same again.
    pub fn how(agent: &str, school: &School, rounds: Option<u64>) -> String {
        let rounds = rounds.map_or(String::new(), |rounds| format!(" --rounds {rounds}"));
        format!(
            "ludorum train dicewars {agent} --players {} --games {} --seed {}{rounds} (ludorum {}, rules {})",
            school.players,
            school.games,
            school.seed.0,
            env!("CARGO_PKG_VERSION"),
            <DiceWars as ludorum_core::Configure>::RULES_VERSION,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_agents::dicewars::Features;

    const SMALL: School = School {
        players: 2,
        games: 60,
        seed: Seed(1),
    };

    #[test]
    fn the_same_seed_teaches_the_same() {
        let learn = || SMALL.wpm(Model::Wpm(Features::Dice), || {}).unwrap();
        let (first, again) = (learn(), learn());
        assert_eq!(first.weights, again.weights);
        // More own dice are good, more of the other's are bad.
        assert!(first.weights.weights[0] > 0.0 && first.weights.weights[1] < 0.0);
        assert!(first.accuracy() > 0.7, "{}", first.accuracy());
        assert!(first.kept.rows() > 0 && first.kept.rows() < first.rows);
    }

    #[test]
    fn the_champion_learns_in_rounds() {
        let mut games = 0;
        let [at_end, amid] = SMALL.champion(2, || games += 1).unwrap();
        assert_eq!(games, 2 * SMALL.games);
        assert_eq!((at_end.model, amid.model), (Model::AtEnd, Model::Amid));
        let text = amid.file(2, &Lesson::how("champion", &SMALL, Some(2)));
        let features = Model::Amid.features(2);
        assert_eq!(
            Estimate::read(&text, "amid", 2, features).as_ref(),
            Ok(&*amid.weights)
        );
        assert!(text.contains("--rounds 2"), "{text}");
    }
}
