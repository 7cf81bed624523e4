//! Training of Dice Wars agents: games, model fitting and evaluation.

mod self_play;
mod training_samples;

use std::sync::Arc;

use ludorum_agents::dicewars::{
    DiceWarsTrainedAgent, DiceWarsWeights, DiceWarsWinModelKind, WinModel, WpmFeatures,
};
use ludorum_catalog::{AgentFileCache, SpecError, Variant, open};
use ludorum_core::{Rng, Seed};
use ludorum_games::DiceWars;

use self::training_samples::{TrainingPlayer, play_training_game};
use ludorum_training::{FitError, LabelledSamples, NetworkTrainingConfig};

/// Weight of the L2 penalty in the logistic regressions of the win-probability models.
const PENALTY: f64 = 1.0;

/// Hyperparameters of the networks of the two-player Dice Wars champion.
const NETWORK: NetworkTrainingConfig = NetworkTrainingConfig {
    units: 24,
    epochs: 8,
    learning_rate: 0.003,
    weight_decay: 1e-5,
};

/// One in this many training games is held out for measuring accuracy.
const HELD_OUT_EVERY: u64 = 10;

/// Fitted win-probability model with its training samples and held-out samples.
#[derive(Clone, Debug)]
pub struct TrainedModel {
    /// Kind of win-probability model.
    pub model: DiceWarsWinModelKind,
    /// Weights of the fitted model.
    pub weights: Arc<WinModel>,
    /// Samples that the model was fitted to.
    pub training_data: LabelledSamples,
    /// Samples reserved for measuring the accuracy of the model.
    pub held_out_data: LabelledSamples,
}

/// Trains the weights of Dice Wars agents on games between agents.
#[derive(Debug)]
pub struct DiceWarsTrainer {
    players: usize,
    games: u64,
    seed: Seed,
    /// Specs of the agents that play the training games; empty for the defaults.
    games_of: Vec<String>,
    variant: Variant,
}

impl DiceWarsTrainer {
    /// Creates a trainer that plays `games` games. Every seat of every game gets a random agent of
    /// `games_of`, or of the defaults if that is empty.
    ///
    /// # Errors
    /// If a spec is invalid.
    pub fn new(
        players: usize,
        games: u64,
        seed: Seed,
        games_of: &[String],
    ) -> Result<DiceWarsTrainer, SpecError> {
        let variant = open(&format!("dicewars:players={players}"))?;
        let variant = variant.with_files(Arc::new(AgentFileCache::anywhere()));
        // Pins files, so that all games use the same agents even if a file changes.
        let pin = |spec: &String| Ok(variant.player(spec)?.spec().to_owned());
        Ok(DiceWarsTrainer {
            players,
            games,
            seed,
            games_of: games_of.iter().map(pin).collect::<Result<_, SpecError>>()?,
            variant,
        })
    }

    /// Trains the model of a WPM agent, by default on games of naive agents. Calls `on_game` after
    /// each game.
    ///
    /// # Errors
    /// If no model can be fitted to the games.
    pub fn wpm(
        &self,
        features: WpmFeatures,
        on_game: impl FnMut(),
    ) -> Result<TrainedModel, FitError> {
        let seed = self.seed.child("round", 1);
        let players = |rng: &mut Rng| self.random_players(&["naive"], None, rng);
        let [trained] = self.train(
            [DiceWarsWinModelKind::Wpm(features)],
            seed,
            players,
            on_game,
        )?;
        Ok(trained)
    }

    /// Trains the champion's models for the end and the middle of a turn, in several training
    /// rounds: first on games of other agents, then on games played with the weights of the
    /// previous round. Calls `on_game` after each game.
    ///
    /// # Errors
    /// If no model can be fitted to the games.
    pub fn champion(
        &self,
        rounds: u64,
        mut on_game: impl FnMut(),
    ) -> Result<[TrainedModel; 2], FitError> {
        let mut learnt = None;
        let mut round = 0;
        loop {
            round += 1;
            let seed = self.seed.child("round", round);
            let players = |rng: &mut Rng| self.champion_players(learnt.as_ref(), rng);
            let trained_models = self.train(
                [DiceWarsWinModelKind::AtEnd, DiceWarsWinModelKind::MidTurn],
                seed,
                players,
                &mut on_game,
            )?;
            if round >= rounds {
                return Ok(trained_models);
            }
            learnt = Some(DiceWarsWeights {
                models: trained_models.map(|trained| trained.weights).into(),
            });
        }
    }

    fn train<const N: usize>(
        &self,
        models: [DiceWarsWinModelKind; N],
        seed: Seed,
        players: impl Fn(&mut Rng) -> Vec<TrainingPlayer>,
        mut on_game: impl FnMut(),
    ) -> Result<[TrainedModel; N], FitError> {
        let game = DiceWars::new(self.players);
        let samples = models.map(|model| LabelledSamples::new(model.feature_count(self.players)));
        let (mut learnt, mut kept) = (samples.clone(), samples);
        for index in 0..self.games {
            let seed = seed.child("game", index);
            let mut rng = seed.child("seats", 0).rng();
            let players = players(&mut rng);
            let rows = match index % HELD_OUT_EVERY {
                0 => &mut kept,
                _ => &mut learnt,
            };
            play_training_game(
                (&self.variant, &game),
                &models,
                players,
                seed,
                |model, row, won| {
                    let place = models.iter().position(|&listed| listed == model);
                    rows[place.expect("only these are asked for")].push(row, won);
                },
            );
            on_game();
        }
        let mut rows = learnt.into_iter().zip(kept);
        let trained_models = models.map(|model| {
            let (learnt, kept) = rows.next().expect("one for each model");
            Ok(TrainedModel {
                model,
                weights: Arc::new(self.fit(model, &learnt, seed)?),
                training_data: learnt,
                held_out_data: kept,
            })
        });
        let trained_models: Vec<TrainedModel> = trained_models
            .into_iter()
            .collect::<Result<_, FitError>>()?;
        Ok(trained_models.try_into().expect("one for each model"))
    }

    /// Fits a win-probability model: a network for the two-player champion, which has enough
    /// samples, otherwise a logistic regression.
    fn fit(
        &self,
        model: DiceWarsWinModelKind,
        rows: &LabelledSamples,
        seed: Seed,
    ) -> Result<WinModel, FitError> {
        if self.players == 2
            && matches!(
                model,
                DiceWarsWinModelKind::AtEnd | DiceWarsWinModelKind::MidTurn
            )
        {
            return rows.train(NETWORK, &mut seed.child(model.name(), 0).rng());
        }
        rows.fit(PENALTY)
    }
}

impl TrainedModel {
    /// Share of held-out samples that the model classifies correctly.
    pub fn accuracy(&self) -> f64 {
        self.held_out_data
            .accuracy(|row| self.weights.probability(row))
    }
}

impl DiceWarsTrainer {
    /// Text of the weight file for `agent` with these models.
    pub fn file(
        &self,
        agent: DiceWarsTrainedAgent,
        rounds: Option<u64>,
        trained_models: &[TrainedModel],
    ) -> String {
        let program = env!("CARGO_PKG_VERSION");
        let rules = <DiceWars as ludorum_core::Configure>::RULES_VERSION;
        let command = self.command(agent, rounds);
        let mut made = vec![format!("{command} (ludorum {program}, rules {rules})")];
        made.extend(trained_models.iter().map(|trained| {
            format!(
                "{}: {} positions; right about {:.1}% of {} others",
                trained.model.name(),
                trained.training_data.rows(),
                100.0 * trained.accuracy(),
                trained.held_out_data.rows()
            )
        }));
        let weights = DiceWarsWeights {
            models: trained_models
                .iter()
                .map(|l| Arc::clone(&l.weights))
                .collect(),
        };
        weights.write(agent, self.players, &made)
    }

    /// Command line that repeats this training.
    pub fn command(&self, agent: DiceWarsTrainedAgent, rounds: Option<u64>) -> String {
        let games_of = if self.games_of.is_empty() {
            String::new()
        } else {
            format!(" --games-of {}", self.games_of.join(","))
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

    fn small(games_of: &[&str]) -> DiceWarsTrainer {
        let games_of: Vec<String> = games_of.iter().map(|&spec| spec.to_owned()).collect();
        DiceWarsTrainer::new(2, 60, Seed(1), &games_of).unwrap()
    }

    #[test]
    fn the_same_seed_teaches_the_same() {
        let learn = || small(&[]).wpm(WpmFeatures::Dice, || {}).unwrap();
        let (first, again) = (learn(), learn());
        assert_eq!(first.weights, again.weights);
        // More own dice are good, more opposing dice are bad.
        assert!(first.weights.weights[0] > 0.0 && first.weights.weights[1] < 0.0);
        assert!(first.accuracy() > 0.7, "{}", first.accuracy());
        assert!(
            first.held_out_data.rows() > 0
                && first.held_out_data.rows() < first.training_data.rows()
        );
    }

    #[test]
    fn games_of_others_teach_something_else() {
        let learn = |games_of: &[&str]| {
            let trainer = small(games_of);
            let trained = trainer.wpm(WpmFeatures::Scores, || {}).unwrap();
            (trainer, trained)
        };
        let naive = learn(&[]).1;
        assert_eq!(learn(&["naive"]).1.weights, naive.weights);
        let (trainer, mixed) = learn(&["naive", "stei:threshold=0.3"]);
        assert_ne!(mixed.weights, naive.weights);
        let agent = DiceWarsTrainedAgent::Wpm(WpmFeatures::Scores);
        let text = trainer.file(agent, None, std::slice::from_ref(&mixed));
        assert!(
            text.contains(" --games-of naive,stei:threshold=0.3 (ludorum"),
            "{text}"
        );
        let read = DiceWarsWeights::read(&text, agent, 2).unwrap();
        assert_eq!(read.models, [Arc::clone(&mixed.weights)]);
        let nobody = DiceWarsTrainer::new(2, 10, Seed(1), &["nobody".to_owned()]);
        assert!(nobody.unwrap_err().to_string().contains("nobody"));
    }

    #[test]
    fn the_champion_learns_in_rounds() {
        let mut games = 0;
        let trainer = small(&[]);
        let trained_models = trainer.champion(2, || games += 1).unwrap();
        assert_eq!(games, 2 * 60);
        let [at_end, amid] = &trained_models;
        assert_eq!(
            (at_end.model, amid.model),
            (DiceWarsWinModelKind::AtEnd, DiceWarsWinModelKind::MidTurn)
        );
        let text = trainer.file(DiceWarsTrainedAgent::Champion, Some(2), &trained_models);
        let read = DiceWarsWeights::read(&text, DiceWarsTrainedAgent::Champion, 2).unwrap();
        assert_eq!(read.models, trained_models.map(|trained| trained.weights));
        assert!(text.contains("--rounds 2"), "{text}");
    }
}
