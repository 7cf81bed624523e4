//! Win probability maximisation (Tureček 2018, section 5.4): makes the attack that most raises the
//! probability of winning, estimated from scores, dice or both.

use std::sync::Arc;

use ludorum_core::{MAX_SEATS, Rng, Seat};
use ludorum_games::dicewars::{Attack, MAX_DICE, State};

use super::fast_policy::{DiceWarsPolicy, best_of};
use crate::win_model::WinModel;

/// Feature set of a WPM (win probability maximisation) model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WpmFeatures {
    /// Score of each player (agent WPM-S).
    Scores,
    /// Logarithm of the number of dice of each player (agent WPM-D).
    Dice,
    /// Logarithms of score and number of dice of each player (agent WPM-C).
    Both,
}

impl WpmFeatures {
    /// Name of the WPM agent that uses this feature set.
    pub fn name(self) -> &'static str {
        match self {
            WpmFeatures::Scores => "wpm-s",
            WpmFeatures::Dice => "wpm-d",
            WpmFeatures::Both => "wpm-c",
        }
    }

    /// Number of features of this set in a game with this number of players.
    pub fn count(self, players: usize) -> usize {
        match self {
            WpmFeatures::Scores | WpmFeatures::Dice => players,
            WpmFeatures::Both => 2 * players,
        }
    }
}

/// Score and number of dice of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PlayerDiceAndScore {
    score: f64,
    dice: f64,
}

/// Scores and dice of all players in turn order, starting with the seat to move.
#[derive(Clone, Copy, Debug)]
pub struct PlayerTotalsByTurnOrder {
    totals: [PlayerDiceAndScore; MAX_SEATS],
    players: usize,
}

impl PlayerTotalsByTurnOrder {
    /// Computes scores and dice of all players in a position.
    pub fn of(state: &State, players: usize) -> PlayerTotalsByTurnOrder {
        let mut totals = [PlayerDiceAndScore::default(); MAX_SEATS];
        let mut seat = state.turn();
        for totals in &mut totals[..players] {
            *totals = PlayerDiceAndScore {
                score: state.score(seat) as f64,
                dice: f64::from(state.total_dice(seat)),
            };
            seat = seat.next(players);
        }
        PlayerTotalsByTurnOrder { totals, players }
    }

    /// Feature vector of the chosen feature set: the array's first elements, and their number.
    pub fn features(&self, features: WpmFeatures) -> ([f64; 2 * MAX_SEATS], usize) {
        let log = |number: f64| libm::log(number + 1.0);
        let mut out = [0.0; 2 * MAX_SEATS];
        for (player, totals) in self.totals[..self.players].iter().enumerate() {
            match features {
                WpmFeatures::Scores => out[player] = totals.score,
                WpmFeatures::Dice => out[player] = log(totals.dice),
                WpmFeatures::Both => {
                    out[2 * player] = log(totals.score);
                    out[2 * player + 1] = log(totals.dice);
                }
            }
        }
        (out, features.count(self.players))
    }
}

/// Policy that makes the attack with the highest estimated probability of winning (WPM).
#[derive(Clone, Debug)]
pub struct WinProbabilityMaximiser {
    /// Feature set that the model takes as input.
    pub features: WpmFeatures,
    /// Model that estimates the probability of winning.
    pub model: Arc<WinModel>,
    /// True to ignore changes of scores by attacks, as the program of the thesis does.
    pub as_published: bool,
}

/// Change of the log probability of winning above which WPM-S attacks with fewer than eight dice.
const MIN_IMPROVEMENT: f64 = -0.05;

impl WinProbabilityMaximiser {
    fn log_probability(&self, all: &PlayerTotalsByTurnOrder) -> f64 {
        libm::log(self.probability(all))
    }

    fn probability(&self, all: &PlayerTotalsByTurnOrder) -> f64 {
        let (features, count) = all.features(self.features);
        self.model.probability(&features[..count])
    }

    /// Number of turns until `seat` moves; 0 for the seat to move.
    fn turn_offset(state: &State, seat: Seat, players: usize) -> usize {
        (seat.index() + players - state.turn().index()) % players
    }

    /// Scores and dice of all players after a successful attack, before new dice are placed.
    fn after_success(
        &self,
        state: &State,
        now: &PlayerTotalsByTurnOrder,
        attack: Attack,
    ) -> PlayerTotalsByTurnOrder {
        let mut after = *now;
        let defender = state.owner(attack.to);
        let offset = WinProbabilityMaximiser::turn_offset(state, defender, now.players);
        after.totals[offset].dice -= f64::from(state.dice(attack.to));
        if !self.as_published {
            let board = state.board();
            let own = state.owned(state.turn()).with(attack.to);
            let others = state.owned(defender).without(attack.to);
            after.totals[0].score = board.largest_region(own).count() as f64;
            after.totals[offset].score = board.largest_region(others).count() as f64;
        }
        after
    }

    /// Choice of WPM-S: among attacks that raise the own score or use eight dice, the one with the
    /// largest change of log win probability plus log probability of success.
    fn by_scores(&self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        let now = PlayerTotalsByTurnOrder::of(state, players);
        let before = self.log_probability(&now);
        let attacks = state.possible_attacks().filter_map(|attack| {
            let after = self.after_success(state, &now, attack);
            let raises = after.totals[0].score > now.totals[0].score;
            let wanted = raises || state.dice(attack.from) == MAX_DICE;
            let improvement =
                self.log_probability(&after) + libm::log(state.success(attack)) - before;
            wanted.then_some((attack, improvement))
        });
        let (attack, improvement) = best_of(attacks, rng)?;
        let wanted = improvement > MIN_IMPROVEMENT || state.dice(attack.from) == MAX_DICE;
        wanted.then_some(attack)
    }

    /// Choice of WPM-D and WPM-C: the attack with the highest expected probability of winning after
    /// new dice, if it beats ending the turn or uses eight dice.
    fn by_expected_probability(
        &self,
        state: &State,
        players: usize,
        rng: &mut Rng,
    ) -> Option<Attack> {
        let now = PlayerTotalsByTurnOrder::of(state, players);
        let with_new_dice = |mut all: PlayerTotalsByTurnOrder| {
            all.totals[0].dice += all.totals[0].score;
            self.probability(&all)
        };
        let at_end = with_new_dice(now);
        let attacks = state.possible_attacks().map(|attack| {
            let mut failed = now;
            failed.totals[0].dice -= f64::from(state.dice(attack.from)) - 1.0;
            let won = with_new_dice(self.after_success(state, &now, attack));
            let lost = with_new_dice(failed);
            let odds = state.success(attack);
            (attack, odds * won + (1.0 - odds) * lost)
        });
        let is_full = |attack: Attack| state.dice(attack.from) == MAX_DICE;
        let (attack, value) = best_of(attacks.clone(), rng)?;
        if value > at_end {
            return Some(attack);
        }
        let full = attacks.filter(|&(attack, _)| is_full(attack));
        best_of(full, rng).map(|(attack, _)| attack)
    }
}

impl DiceWarsPolicy for WinProbabilityMaximiser {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        match self.features {
            WpmFeatures::Scores => self.by_scores(state, players, rng),
            WpmFeatures::Dice | WpmFeatures::Both => {
                self.by_expected_probability(state, players, rng)
            }
        }
    }
}
