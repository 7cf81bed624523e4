//! Win probability maximisation (Tureček 2018, section 5.4): makes the attack that most raises the
//! probability of winning, estimated from scores, dice or both.

use std::sync::Arc;

use ludorum_core::{MAX_SEATS, Rng, Seat};
use ludorum_games::dicewars::{Attack, MAX_DICE, State};

use super::fast_policy::{FastPolicy, best_of};
use crate::win_model::WinModel;

/// Feature set of a WPM model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WpmFeatures {
    /// The score of each player: WPM-S.
    Scores,
    /// The logarithm of the dice of each player: WPM-D.
    Dice,
    /// The logarithms of score and dice of each player: WPM-C.
    Both,
}

impl WpmFeatures {
    /// The name of the agent with these features.
    pub fn name(self) -> &'static str {
        match self {
            WpmFeatures::Scores => "wpm-s",
            WpmFeatures::Dice => "wpm-d",
            WpmFeatures::Both => "wpm-c",
        }
    }

    /// The number of features among so many players.
    pub fn count(self, players: usize) -> usize {
        match self {
            WpmFeatures::Scores | WpmFeatures::Dice => players,
            WpmFeatures::Both => 2 * players,
        }
    }
}

/// Score and dice of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PlayerTotals {
    score: f64,
    dice: f64,
}

/// Score and dice of all players in turn order, from the seat to move.
#[derive(Clone, Copy, Debug)]
pub struct TotalsInTurnOrder {
    totals: [PlayerTotals; MAX_SEATS],
    players: usize,
}

impl TotalsInTurnOrder {
    /// The totals of a position.
    pub fn of(state: &State, players: usize) -> TotalsInTurnOrder {
        let mut totals = [PlayerTotals::default(); MAX_SEATS];
        let mut seat = state.turn();
        for totals in &mut totals[..players] {
            *totals = PlayerTotals {
                score: state.score(seat) as f64,
                dice: f64::from(state.total_dice(seat)),
            };
            seat = seat.next(players);
        }
        TotalsInTurnOrder { totals, players }
    }

    /// The features and their number.
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

/// Maximises the estimated probability of winning.
#[derive(Clone, Debug)]
pub struct WinProbabilityMaximiser {
    /// The features of the model.
    pub features: WpmFeatures,
    /// The model.
    pub model: Arc<WinModel>,
    /// True to value attacks as the published program does: without changes of scores.
    pub as_published: bool,
}

/// Smallest improvement for which it attacks with fewer than eight dice.
const MIN_IMPROVEMENT: f64 = -0.05;

impl WinProbabilityMaximiser {
    fn log_probability(&self, all: &TotalsInTurnOrder) -> f64 {
        libm::log(self.probability(all))
    }

    fn probability(&self, all: &TotalsInTurnOrder) -> f64 {
        let (features, count) = all.features(self.features);
        self.model.probability(&features[..count])
    }

    /// Turns from the seat to move until `seat` moves.
    fn turn_offset(state: &State, seat: Seat, players: usize) -> usize {
        (seat.index() + players - state.turn().index()) % players
    }

    /// The totals after a successful attack, before new dice.
    fn after_success(
        &self,
        state: &State,
        now: &TotalsInTurnOrder,
        attack: Attack,
    ) -> TotalsInTurnOrder {
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

    /// WPM-S: attacks that raise the own score or use eight dice, by the improvement if they
    /// succeed and the probability of success.
    fn by_scores(&self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        let now = TotalsInTurnOrder::of(state, players);
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

    /// WPM-D and WPM-C: the attack with the highest expected probability after new dice, if it
    /// beats ending the turn or uses eight dice.
    fn by_expected_probability(
        &self,
        state: &State,
        players: usize,
        rng: &mut Rng,
    ) -> Option<Attack> {
        let now = TotalsInTurnOrder::of(state, players);
        let with_new_dice = |mut all: TotalsInTurnOrder| {
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

impl FastPolicy for WinProbabilityMaximiser {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        match self.features {
            WpmFeatures::Scores => self.by_scores(state, players, rng),
            WpmFeatures::Dice | WpmFeatures::Both => {
                self.by_expected_probability(state, players, rng)
            }
        }
    }
}
