//! Players of the training games.

use ludorum_agents::dicewars::{
    DiceWarsChampion, DiceWarsPolicy, DiceWarsPolicyAgent, DiceWarsWeights, TurnSearchConfig,
};
use ludorum_catalog::Player;
use ludorum_core::Rng;
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, State};

use super::DiceWarsTrainer;
use super::training_samples::TrainingPlayer;

/// Default opponents of the champion in two-player training games; stronger ones are listed twice.
const OPPONENTS: [&str; 10] = [
    "wpm-c", "wpm-c", "wpm-d", "wpm-d", "sdc", "sdc", "ste", "stei", "wpm-s", "naive",
];

/// Default opponents of the champion in training games with three or more players.
const MULTI_PLAYER_OPPONENTS: [&str; 7] =
    ["naive", "sdc", "ste", "stei", "wpm-s", "wpm-d", "wpm-c"];

/// In one of this many two-player training games the opponent is another champion.
const SELF_PLAY_ONE_IN: usize = 6;

/// Share of decisions in which an exploring champion plays a random action, from 0 to 1.
const EXPLORATION: f64 = 0.07;

/// Smallest probability of success of the random attacks that an exploring champion makes.
const MIN_EXPLORED_SUCCESS: f64 = 0.35;

impl DiceWarsTrainer {
    /// Draws the players of a training game. `weights` are those of the previous training round;
    /// `None` in the first.
    pub(super) fn champion_players(
        &self,
        weights: Option<&DiceWarsWeights>,
        rng: &mut Rng,
    ) -> Vec<TrainingPlayer> {
        match (self.players, weights) {
            (2, Some(weights)) => self.two_player_game(weights, rng),
            (2, None) => self.random_players(&OPPONENTS, None, rng),
            _ => self.random_players(&MULTI_PLAYER_OPPONENTS, weights, rng),
        }
    }

    /// Draws an agent for every seat of a training game; with `weights`, each seat gets the
    /// champion with probability one half.
    pub(super) fn random_players(
        &self,
        usual: &[&str],
        weights: Option<&DiceWarsWeights>,
        rng: &mut Rng,
    ) -> Vec<TrainingPlayer> {
        let player = |_| match weights {
            Some(weights) if rng.below(2) == 0 => sampled(as_player(shallow_champion(weights))),
            _ => sampled(self.player(self.draw_spec(usual, rng))),
        };
        (0..self.players).map(player).collect()
    }

    /// Seats the champion against an opponent, sometimes another champion. Only the champion's
    /// positions become samples, because its model predicts the result of its own play.
    fn two_player_game(&self, weights: &DiceWarsWeights, rng: &mut Rng) -> Vec<TrainingPlayer> {
        let first = rng.below(2);
        let player = |seat| {
            if seat == first || rng.below(SELF_PLAY_ONE_IN) == 0 {
                let exploration = if rng.below(2) == 0 { EXPLORATION } else { 0.0 };
                let champion = shallow_champion(weights);
                sampled(as_player(ExploringChampion {
                    champion,
                    exploration,
                }))
            } else {
                TrainingPlayer {
                    player: self.player(self.draw_spec(&OPPONENTS, rng)),
                    is_sampled: false,
                }
            }
        };
        (0..2).map(player).collect()
    }

    /// Draws a random agent spec from `games_of`, or from `usual` if `games_of` is empty.
    fn draw_spec<'a>(&'a self, usual: &[&'a str], rng: &mut Rng) -> &'a str {
        if self.games_of.is_empty() {
            rng.pick(usual).copied().unwrap_or(usual[0])
        } else {
            rng.pick(&self.games_of).unwrap_or(&self.games_of[0])
        }
    }

    fn player(&self, spec: &str) -> Player {
        let player = self.variant.player(spec);
        player.expect("the agents were checked")
    }
}

fn sampled(player: Player) -> TrainingPlayer {
    TrainingPlayer {
        player,
        is_sampled: true,
    }
}

/// Wraps the policy of a champion in training as a player.
fn as_player<T: DiceWarsPolicy + 'static>(policy: T) -> Player {
    Player::from_agent::<DiceWars>("champion".to_owned(), Box::new(DiceWarsPolicyAgent(policy)))
}

/// Creates a champion with the given weights that searches one attack deep.
fn shallow_champion(weights: &DiceWarsWeights) -> DiceWarsChampion {
    let lookahead = TurnSearchConfig {
        depth: 1,
        width: 1,
        error: 0.0,
    };
    DiceWarsChampion::with_weights(weights, lookahead)
}

/// Epsilon-greedy champion: sometimes makes a random attack or ends its turn, to explore.
struct ExploringChampion {
    champion: DiceWarsChampion,
    exploration: f64,
}

impl DiceWarsPolicy for ExploringChampion {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        if rng.unit() < self.exploration {
            if rng.below(3) == 0 {
                return None;
            }
            let is_likely = |attack: &Attack| state.success(*attack) > MIN_EXPLORED_SUCCESS;
            let attacks: Vec<Attack> = state.possible_attacks().filter(is_likely).collect();
            if let Some(&attack) = rng.pick(&attacks) {
                return Some(attack);
            }
        }
        self.champion.decide(state, players, rng)
    }
}
