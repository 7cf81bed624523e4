//! Win probability maximisation (Tureček 2018, section 5.4): a probability to win, estimated from
//! players' scores or dice or both, and the attack that raises it most.

use std::sync::Arc;

use ludorum_core::{MAX_SEATS, Rng, Seat};
use ludorum_games::dicewars::{Attack, MAX_DICE, State};

use super::estimate::Estimate;
use super::tactic::{Tactic, best_of};

/// What the probability is estimated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// The score of each player: WPM-S.
    Scores,
    /// The logarithm of the dice of each player: WPM-D.
    Dice,
    /// The logarithms of score and dice of each player: WPM-C.
    Both,
}

impl Features {
    /// The name of the agent with these features.
    pub fn name(self) -> &'static str {
        match self {
            Features::Scores => "wpm-s",
            Features::Dice => "wpm-d",
            Features::Both => "wpm-c",
        }
    }

    /// The number of features among so many players.
    pub fn count(self, players: usize) -> usize {
        match self {
            Features::Scores | Features::Dice => players,
            Features::Both => 2 * players,
        }
    }
}

/// Score and dice of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Wealth {
    score: f64,
    dice: f64,
}

/// What the players have, in the order in which they play, the one who judges first.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    wealth: [Wealth; MAX_SEATS],
    players: usize,
}

impl Standing {
    /// What everyone has, seen by the seat whose turn it is.
    pub fn of(state: &State, players: usize) -> Standing {
        let mut wealth = [Wealth::default(); MAX_SEATS];
        let mut seat = state.turn();
        for wealth in &mut wealth[..players] {
            *wealth = Wealth {
                score: state.score(seat) as f64,
                dice: f64::from(state.total_dice(seat)),
            };
            seat = seat.next(players);
        }
        Standing { wealth, players }
    }

    /// The features, and how many there are.
    pub fn features(&self, features: Features) -> ([f64; 2 * MAX_SEATS], usize) {
        let log = |number: f64| libm::log(number + 1.0);
        let mut out = [0.0; 2 * MAX_SEATS];
        for (player, wealth) in self.wealth[..self.players].iter().enumerate() {
            match features {
                Features::Scores => out[player] = wealth.score,
                Features::Dice => out[player] = log(wealth.dice),
                Features::Both => {
                    out[2 * player] = log(wealth.score);
                    out[2 * player + 1] = log(wealth.dice);
                }
            }
        }
        (out, features.count(self.players))
    }
}

/// A player that maximises its estimated probability to win.
#[derive(Clone, Debug)]
pub struct Wpm {
    /// What the estimate is made from.
    pub features: Features,
    /// The weights of the features.
    pub model: Arc<Estimate>,
    /// Whether attacks are judged as the published program judges them: as if they changed
    /// nobody's score.
    pub as_published: bool,
}

/// The least improvement for which an attack is made without eight dice.
const LEAST_IMPROVEMENT: f64 = -0.05;

impl Wpm {
    fn log_probability(&self, standing: &Standing) -> f64 {
        libm::log(self.probability(standing))
    }

    fn probability(&self, standing: &Standing) -> f64 {
        let (features, count) = standing.features(self.features);
        self.model.probability(&features[..count])
    }

    /// Where a seat stands in the order of play from the seat to move.
    fn place(state: &State, seat: Seat, players: usize) -> usize {
        (seat.index() + players - state.turn().index()) % players
    }

    /// The standing after a successful attack, new dice not yet counted.
    fn after_success(&self, state: &State, now: &Standing, attack: Attack) -> Standing {
        let mut after = *now;
        let defender = state.owner(attack.to);
        let place = Wpm::place(state, defender, now.players);
        after.wealth[place].dice -= f64::from(state.dice(attack.to));
        if !self.as_published {
            let board = state.board();
            let own = state.owned(state.turn()).with(attack.to);
            let others = state.owned(defender).without(attack.to);
            after.wealth[0].score = board.largest_region(own).count() as f64;
            after.wealth[place].score = board.largest_region(others).count() as f64;
        }
        after
    }

    /// WPM-S: attacks that raise the own score, and those with eight dice, by how much they raise
    /// the estimate if they succeed, and how likely they do.
    fn by_scores(&self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        let now = Standing::of(state, players);
        let before = self.log_probability(&now);
        let attacks = state.possible_attacks().filter_map(|attack| {
            let after = self.after_success(state, &now, attack);
            let raises = after.wealth[0].score > now.wealth[0].score;
            let wanted = raises || state.dice(attack.from) == MAX_DICE;
            let improvement =
                self.log_probability(&after) + libm::log(state.success(attack)) - before;
            wanted.then_some((attack, improvement))
        });
        let (attack, improvement) = best_of(attacks, rng)?;
        let wanted = improvement > LEAST_IMPROVEMENT || state.dice(attack.from) == MAX_DICE;
        wanted.then_some(attack)
    }

    /// WPM-D and WPM-C: the attack with the best outlook, new dice counted, if it is better than to
    /// end the turn or there are eight dice.
    fn by_outlook(&self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        let now = Standing::of(state, players);
        let with_new_dice = |mut standing: Standing| {
            standing.wealth[0].dice += standing.wealth[0].score;
            self.probability(&standing)
        };
        let at_end = with_new_dice(now);
        let attacks = state.possible_attacks().map(|attack| {
            let mut failed = now;
            failed.wealth[0].dice -= f64::from(state.dice(attack.from)) - 1.0;
            let won = with_new_dice(self.after_success(state, &now, attack));
            let lost = with_new_dice(failed);
            let odds = state.success(attack);
            (attack, odds * won + (1.0 - odds) * lost)
        });
        let is_full = |attack: Attack| state.dice(attack.from) == MAX_DICE;
        let (attack, outlook) = best_of(attacks.clone(), rng)?;
        if outlook > at_end {
            return Some(attack);
        }
        let full = attacks.filter(|&(attack, _)| is_full(attack));
        best_of(full, rng).map(|(attack, _)| attack)
    }
}

impl Tactic for Wpm {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        match self.features {
            Features::Scores => self.by_scores(state, players, rng),
            Features::Dice | Features::Both => self.by_outlook(state, players, rng),
        }
    }
}
