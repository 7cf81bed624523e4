//! The weights of Dice Wars: who plays, what is learnt, and how good it is.

use std::sync::Arc;

use ludorum_agents::dicewars::{Champion, Linear, Model, Sight, Tactic, hired, lesson};
use ludorum_core::{Rng, Seed};
use ludorum_fit::{CannotFit, Fitted, Samples};
use ludorum_games::DiceWars;

/// Keeps weights from growing without need.
const PENALTY: f64 = 1.0;

/// One game in so many is not learnt from but kept to judge by.
const KEPT: u64 = 10;

/// A model with its weights, and positions to judge them by.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What was learnt.
    pub model: Model,
    /// The weights.
    pub weights: Arc<Linear>,
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
        let [lesson] = self.teach([model], seed, |_| member(&game, "naive"), on_game)?;
        Ok(lesson)
    }

    /// Learns what the champion makes of the end and the middle of a turn, in rounds: first from
    /// games of other agents, then from games in which it takes half of the seats with what it
    /// learnt in the round before. `on_game` is called after each game of a round.
    ///
    /// # Errors
    /// When there is nothing to learn from the games.
    pub fn champion(
        &self,
        rounds: u64,
        mut on_game: impl FnMut(),
    ) -> Result<[Lesson; 2], CannotFit> {
        let game = DiceWars::new(self.players);
        let others: &[&str] = match self.players {
            2 => &["wpm-c", "sdc", "ste"],
            _ => &["naive", "sdc", "ste", "stei", "wpm-s", "wpm-d", "wpm-c"],
        };
        let mut learnt: Option<[Lesson; 2]> = None;
        let mut round = 0;
        loop {
            round += 1;
            let seed = self.seed.child("round", round);
            let pupil = |rng: &mut Rng| match &learnt {
                Some(before) if rng.below(2) == 0 => self.beginner(before),
                _ => member(&game, rng.pick(others).copied().unwrap_or("sdc")),
            };
            let lessons = self.teach([Model::AtEnd, Model::Amid], seed, pupil, &mut on_game)?;
            if round >= rounds {
                return Ok(lessons);
            }
            learnt = Some(lessons);
        }
    }

    /// The champion with what it has learnt so far.
    fn beginner(&self, [at_end, amid]: &[Lesson; 2]) -> Box<dyn Tactic> {
        let (depth, width) = if self.players == 2 { (2, 4) } else { (1, 1) };
        let sight = Sight {
            depth,
            width,
            error: 0.0,
        };
        let (at_end, amid) = (Arc::clone(&at_end.weights), Arc::clone(&amid.weights));
        Box::new(Champion::with_weights(at_end, amid, sight))
    }

    fn teach<const N: usize>(
        &self,
        models: [Model; N],
        seed: Seed,
        pupil: impl Fn(&mut Rng) -> Box<dyn Tactic>,
        mut on_game: impl FnMut(),
    ) -> Result<[Lesson; N], CannotFit> {
        let game = DiceWars::new(self.players);
        let samples = models.map(|model| Samples::new(model.features(self.players)));
        let (mut learnt, mut kept) = (samples.clone(), samples);
        for index in 0..self.games {
            let seed = seed.child("game", index);
            let mut rng = seed.child("seats", 0).rng();
            let mut tactics: Vec<Box<dyn Tactic>> =
                (0..self.players).map(|_| pupil(&mut rng)).collect();
            let rows = match index % KEPT {
                0 => &mut kept,
                _ => &mut learnt,
            };
            lesson(&game, &models, &mut tactics, seed, |model, row, won| {
                let place = models.iter().position(|&listed| listed == model);
                rows[place.expect("only these are asked for")].push(row, won);
            });
            on_game();
        }
        let fitted = learnt.iter().map(|samples| samples.fit(PENALTY));
        let fitted: Vec<Fitted> = fitted.collect::<Result<_, CannotFit>>()?;
        let mut parts = fitted.into_iter().zip(learnt).zip(kept);
        Ok(models.map(|model| {
            let ((fitted, learnt), kept) = parts.next().expect("one for each model");
            Lesson {
                model,
                weights: Arc::new(Linear {
                    intercept: fitted.intercept,
                    weights: fitted.weights,
                }),
                rows: learnt.rows(),
                kept,
            }
        }))
    }
}

/// An agent of the roster with its usual parameters.
fn member(game: &DiceWars, name: &str) -> Box<dyn Tactic> {
    let hired = hired(game, name).expect("the roster has it");
    hired.expect("the usual parameters are right")
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
            Linear::read(&text, "amid", 2, features).as_ref(),
            Ok(&*amid.weights)
        );
        assert!(text.contains("--rounds 2"), "{text}");
    }
}
