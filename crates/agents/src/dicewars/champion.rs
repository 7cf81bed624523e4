//! The Dice Wars agent `champion`: expectimax over the attacks of its own turn, with
//! win-probability models for the middle and the end of the turn.

use std::sync::Arc;

use ludorum_core::{
    Agent, CandidateMove, CarriedState, Game, MoveChoice, PerSeat, Rng, SearchStats, Seat,
    TurnContext, ValueBound,
};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, Move, State};

use super::fast_policy::DiceWarsPolicy;
use super::weight_file::DiceWarsWeights;
use super::weights::{DiceWarsTrainedAgent, DiceWarsWinModelKind};
use crate::win_model::{WinModel, sigmoid};

/// Smallest probability of success of an attack that the search considers.
const MIN_SUCCESS: f64 = 0.05;

/// Attack outcomes with a smaller probability are evaluated statically, not searched deeper.
const MIN_BRANCH_PROBABILITY: f64 = 0.15;

/// Depth, width and noise of the Dice Wars champion's expectimax search over the attacks of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnSearchConfig {
    /// Search depth, in successive attacks.
    pub depth: u32,
    /// Number of attacks searched at each node.
    pub width: usize,
    /// Largest absolute value of the noise added to the log odds of winning; 0 for no noise.
    pub error: f64,
}

/// Dice Wars agent: expectimax over the attacks of a turn, with trained win-probability models.
#[derive(Clone, Debug)]
pub struct DiceWarsChampion {
    at_end: Arc<WinModel>,
    mid_turn: Arc<WinModel>,
    lookahead: TurnSearchConfig,
    rng: Rng,
    nodes: u64,
}

/// An attack (`None` to end the turn) and the mover's estimated probability of winning the game
/// after it.
type AttackWinProbability = (Option<Attack>, f64);

impl DiceWarsChampion {
    /// Creates a Dice Wars champion with the built-in weights for this number of players.
    pub fn new(players: usize, lookahead: TurnSearchConfig) -> DiceWarsChampion {
        DiceWarsChampion::with_weights(&DiceWarsTrainedAgent::Champion.shipped(players), lookahead)
    }

    /// Creates a Dice Wars champion with the given weights.
    pub fn with_weights(
        weights: &DiceWarsWeights,
        lookahead: TurnSearchConfig,
    ) -> DiceWarsChampion {
        DiceWarsChampion {
            at_end: Arc::clone(&weights.models[0]),
            mid_turn: Arc::clone(&weights.models[1]),
            lookahead,
            rng: ludorum_core::Seed(0).rng(),
            nodes: 0,
        }
    }

    /// Estimated probabilities of winning the game after ending the turn and after each of the most
    /// promising attacks, best first.
    pub fn attack_values(
        &mut self,
        state: &State,
        players: usize,
        rng: &mut Rng,
    ) -> Vec<AttackWinProbability> {
        if self.lookahead.error > 0.0 {
            self.rng = ludorum_core::Seed(rng.bits()).rng();
        }
        self.nodes = 0;
        let mut attack_values = vec![(None, self.value_of_ending(state, players))];
        let depth = self.lookahead.depth;
        for (attack, shallow) in self.promising_attacks(state, players, depth) {
            let value = match depth {
                1 => shallow,
                _ => self.attack_value(state, players, attack, depth),
            };
            attack_values.push((Some(attack), value));
        }
        attack_values.sort_by(|a, b| b.1.total_cmp(&a.1));
        attack_values
    }

    fn noisy_probability(&mut self, score: f64) -> f64 {
        if self.lookahead.error > 0.0 {
            sigmoid(score + self.lookahead.error * (2.0 * self.rng.unit() - 1.0))
        } else {
            sigmoid(score)
        }
    }

    /// Estimated probability of winning if the seat to move ends its turn in `state`.
    fn value_of_ending(&mut self, state: &State, players: usize) -> f64 {
        self.nodes += 1;
        let score = self
            .at_end
            .score(&DiceWarsWinModelKind::AtEnd.row(state, players));
        self.noisy_probability(score)
    }

    /// Estimated probability of winning at a search leaf, where the turn may end or continue.
    fn leaf_value(&mut self, state: &State, players: usize) -> f64 {
        if state.winner().is_some() {
            return 1.0;
        }
        self.nodes += 1;
        let features = DiceWarsWinModelKind::MidTurn.row(state, players);
        let ended = self
            .at_end
            .score(&features[..DiceWarsWinModelKind::AtEnd.feature_count(players)]);
        let score = ended.max(self.mid_turn.score(&features));
        self.noisy_probability(score)
    }

    /// Best attacks with their win probabilities by a one-attack search, best first; at most as
    /// many as the search width, except at depth 1.
    fn promising_attacks(
        &mut self,
        state: &State,
        players: usize,
        depth: u32,
    ) -> Vec<(Attack, f64)> {
        let mut attacks: Vec<(Attack, f64)> = Vec::new();
        for attack in state.possible_attacks() {
            if state.success(attack) >= MIN_SUCCESS {
                attacks.push((attack, self.attack_value(state, players, attack, 1)));
            }
        }
        attacks.sort_by(|a, b| b.1.total_cmp(&a.1));
        if depth > 1 {
            attacks.truncate(self.lookahead.width);
        }
        attacks
    }

    /// Win probability of the seat to move after `attack` and up to `depth - 1` further attacks.
    fn attack_value(&mut self, state: &State, players: usize, attack: Attack, depth: u32) -> f64 {
        let odds = state.success(attack);
        let mut value = 0.0;
        for (won, share) in [(true, odds), (false, 1.0 - odds)] {
            if share > 0.0 {
                let mut after = state.clone();
                after.resolve(attack, won);
                let depth_left = if share < MIN_BRANCH_PROBABILITY {
                    0
                } else {
                    depth - 1
                };
                value += share * self.best_value(&after, players, depth_left);
            }
        }
        value
    }

    /// Highest win probability that the seat to move reaches with up to `depth` further attacks.
    fn best_value(&mut self, state: &State, players: usize, depth: u32) -> f64 {
        if depth == 0 || state.winner().is_some() {
            return self.leaf_value(state, players);
        }
        let mut best = self.value_of_ending(state, players);
        for (attack, shallow) in self.promising_attacks(state, players, depth) {
            let value = match depth {
                1 => shallow,
                _ => self.attack_value(state, players, attack, depth),
            };
            best = best.max(value);
            if depth == 1 {
                break;
            }
        }
        best
    }
}

impl DiceWarsPolicy for DiceWarsChampion {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        self.attack_values(state, players, rng)[0].0
    }
}

impl Agent<DiceWars> for DiceWarsChampion {
    fn choose(&mut self, turn: &TurnContext<'_, DiceWars>, rng: &mut Rng) -> MoveChoice<Move> {
        let players = turn.game.seats();
        let attack_values = self.attack_values(turn.view, players, rng);
        let as_move = |attack: Option<Attack>| attack.map_or(Move::End, Move::Attack);
        let (best, probability) = attack_values[0];
        let utility = |probability: f64| 2.0 * probability - 1.0;
        // The remaining probability is shared by the surviving opponents.
        let others = (1.0 - probability) / (turn.view.alive() - 1).max(1) as f64;
        let value = |seat: Seat| match seat == turn.seat {
            true => utility(probability),
            false if turn.view.owned(seat).is_empty() => -1.0,
            false => utility(others),
        };
        let candidates = attack_values
            .iter()
            .map(|&(attack, probability)| CandidateMove {
                mv: as_move(attack),
                value: Some(utility(probability)),
                bound: ValueBound::Exact,
                visits: 0,
            });
        MoveChoice {
            best: as_move(best),
            value: Some(PerSeat::from_fn(players, value)),
            line: vec![as_move(best)],
            candidates: candidates.collect(),
            effort: SearchStats {
                nodes: self.nodes,
                evaluations: self.nodes,
                depth: self.lookahead.depth,
                ..SearchStats::default()
            },
        }
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}
