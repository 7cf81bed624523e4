//! The strongest player: looks through its own turn, attack by attack with their odds, and judges
//! where it would stand in the middle and at the end of the turn.

use std::sync::Arc;

use ludorum_core::{
    Agent, Candidate, Carried, Choice, Effort, Game, Known, PerSeat, Rng, Seat, Turn,
};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, Move, State};

use super::estimate::{Estimate, sigmoid};
use super::tactic::Tactic;
use super::weight_file::Weights;
use super::weights::{Model, Trained};

/// Attacks less likely than this are not looked at.
const LEAST_ODDS: f64 = 0.05;

/// Behind results of an attack less likely than this nothing is looked at.
const LEAST_RESULT: f64 = 0.15;

/// How far and how well the champion looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Attacks looked ahead.
    pub depth: u32,
    /// Attacks looked at more closely at each step.
    pub width: usize,
    /// How much the logarithm of the odds to win is misjudged at most.
    pub error: f64,
}

/// The champion.
#[derive(Clone, Debug)]
pub struct Champion {
    at_end: Arc<Estimate>,
    amid: Arc<Estimate>,
    sight: Sight,
    rng: Rng,
    nodes: u64,
}

/// What the champion thinks of an attack, or of ending the turn if there is none.
type Thought = (Option<Attack>, f64);

impl Champion {
    /// The champion among so many players.
    pub fn new(players: usize, sight: Sight) -> Champion {
        Champion::with_weights(&Trained::Champion.shipped(players), sight)
    }

    /// A champion that judges by other weights of a champion.
    pub fn with_weights(weights: &Weights, sight: Sight) -> Champion {
        Champion {
            at_end: Arc::clone(&weights.estimates[0]),
            amid: Arc::clone(&weights.estimates[1]),
            sight,
            rng: ludorum_core::Seed(0).rng(),
            nodes: 0,
        }
    }

    /// What it thinks of ending the turn and of the most promising attacks, the best first.
    /// Values are probabilities to win.
    pub fn thoughts(&mut self, state: &State, players: usize, rng: &mut Rng) -> Vec<Thought> {
        if self.sight.error > 0.0 {
            self.rng = ludorum_core::Seed(rng.bits()).rng();
        }
        self.nodes = 0;
        let mut thoughts = vec![(None, self.ended(state, players))];
        let depth = self.sight.depth;
        for (attack, quick) in self.promising(state, players, depth) {
            let value = match depth {
                1 => quick,
                _ => self.attacked(state, players, attack, depth),
            };
            thoughts.push((Some(attack), value));
        }
        thoughts.sort_by(|a, b| b.1.total_cmp(&a.1));
        thoughts
    }

    fn misjudged(&mut self, score: f64) -> f64 {
        match self.sight.error > 0.0 {
            true => sigmoid(score + self.sight.error * (2.0 * self.rng.unit() - 1.0)),
            false => sigmoid(score),
        }
    }

    /// The probability to win when the turn ends here.
    fn ended(&mut self, state: &State, players: usize) -> f64 {
        self.nodes += 1;
        let score = self.at_end.score(&Model::AtEnd.row(state, players));
        self.misjudged(score)
    }

    /// The probability to win when the turn may go on.
    fn judged(&mut self, state: &State, players: usize) -> f64 {
        if state.winner().is_some() {
            return 1.0;
        }
        self.nodes += 1;
        let features = Model::Amid.row(state, players);
        let ended = self
            .at_end
            .score(&features[..Model::AtEnd.features(players)]);
        let score = ended.max(self.amid.score(&features));
        self.misjudged(score)
    }

    /// The best attacks at first sight, the best first: all of them if there is nothing behind.
    fn promising(&mut self, state: &State, players: usize, depth: u32) -> Vec<(Attack, f64)> {
        let mut attacks: Vec<(Attack, f64)> = Vec::new();
        for attack in state.possible_attacks() {
            if state.success(attack) >= LEAST_ODDS {
                attacks.push((attack, self.attacked(state, players, attack, 1)));
            }
        }
        attacks.sort_by(|a, b| b.1.total_cmp(&a.1));
        if depth > 1 {
            attacks.truncate(self.sight.width);
        }
        attacks
    }

    /// The value of an attack with `depth - 1` more behind it.
    fn attacked(&mut self, state: &State, players: usize, attack: Attack, depth: u32) -> f64 {
        let odds = state.success(attack);
        let mut value = 0.0;
        for (won, share) in [(true, odds), (false, 1.0 - odds)] {
            if share > 0.0 {
                let mut after = state.clone();
                after.resolve(attack, won);
                let rest = if share < LEAST_RESULT { 0 } else { depth - 1 };
                value += share * self.best(&after, players, rest);
            }
        }
        value
    }

    /// The best value that can be had from here with `depth` more attacks.
    fn best(&mut self, state: &State, players: usize, depth: u32) -> f64 {
        if depth == 0 || state.winner().is_some() {
            return self.judged(state, players);
        }
        let mut best = self.ended(state, players);
        for (attack, quick) in self.promising(state, players, depth) {
            let value = match depth {
                1 => quick,
                _ => self.attacked(state, players, attack, depth),
            };
            best = best.max(value);
            if depth == 1 {
                break;
            }
        }
        best
    }
}

impl Tactic for Champion {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        self.thoughts(state, players, rng)[0].0
    }
}

impl Agent<DiceWars> for Champion {
    fn choose(&mut self, turn: &Turn<'_, DiceWars>, rng: &mut Rng) -> Choice<Move> {
        let players = turn.game.seats();
        let thoughts = self.thoughts(turn.view, players, rng);
        let as_move = |attack: Option<Attack>| attack.map_or(Move::End, Move::Attack);
        let (best, probability) = thoughts[0];
        let utility = |probability: f64| 2.0 * probability - 1.0;
        // What is not won by this seat is shared by the others that are still there.
        let others = (1.0 - probability) / (turn.view.alive() - 1).max(1) as f64;
        let value = |seat: Seat| match seat == turn.seat {
            true => utility(probability),
            false if turn.view.owned(seat).is_empty() => -1.0,
            false => utility(others),
        };
        let candidates = thoughts.iter().map(|&(attack, probability)| Candidate {
            mv: as_move(attack),
            value: Some(utility(probability)),
            known: Known::Exactly,
            visits: 0,
        });
        Choice {
            best: as_move(best),
            value: Some(PerSeat::from_fn(players, value)),
            line: vec![as_move(best)],
            candidates: candidates.collect(),
            effort: Effort {
                nodes: self.nodes,
                evaluations: self.nodes,
                depth: self.sight.depth,
                ..Effort::default()
            },
        }
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}
