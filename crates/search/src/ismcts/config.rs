//! Parameters of information-set Monte-Carlo tree search.

use ludorum_core::{Budget, Determinize, Outcome, PerSeat, Seat};

use super::tree::IsmctsEdge;

/// Parameters of [`Ismcts`](crate::Ismcts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsmctsConfig {
    /// Model of the seats' observations: SO-ISMCTS, SO-ISMCTS+POM or MO-ISMCTS.
    pub observers: ObserverModel,
    /// Limits of the search; the tighter of these and the turn's apply. The depth limits the trees,
    /// not the playouts. Without limits of iterations and nodes and without its own time limit, the
    /// search runs [`IsmctsConfig::DEFAULT_ITERATIONS`]; it does not use up the turn's time limit.
    pub budget: Budget,
    /// Exploration constant: the `c` of `mean + c * sqrt(ln available / n)`, with means from 0 to
    /// 1.
    pub exploration: f64,
    /// Weight of the final rank in a playout's reward, from 0 to 1. The rest is the game's utility,
    /// by default the share of the win.
    pub rank_weight: f64,
    /// Conversion of a seat's final rank to a reward.
    pub rank_rewards: RankRewards,
    /// Plies after which a playout is cut off and evaluated. 0: the evaluation replaces playouts;
    /// `None`: playouts run to the end of the game.
    pub playout_depth: Option<u32>,
    /// Tree reuse: the next search starts with the subtrees below the moves made since. Their
    /// visits come on top of the iterations of that search.
    pub reuse: bool,
    /// Memory limit of all trees together, in MiB. When it is reached the trees stop growing, and
    /// playouts start from their leaves.
    pub memory: usize,
}

/// Model of how a seat observes the moves of other seats (Cowling, Powley and Whitehouse 2012).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObserverModel {
    /// Single observer (SO-ISMCTS): one tree, in which the searching seat sees all moves of others.
    #[default]
    Single,
    /// Single observer with partially observable moves (SO-ISMCTS+POM): one tree of the searching
    /// seat's observations. Other seats choose at random between moves that look the same to it.
    SinglePartial,
    /// Multiple observers (MO-ISMCTS): one tree per seat, made of that seat's observations, in
    /// which the seat chooses its moves. At the root a tree does not distinguish its seat's hidden
    /// information.
    Multiple,
}

/// Rewards of the final ranks, from 1 for the first rank down to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankRewards {
    /// Rewards evenly spaced from 1 down to 0 for the last rank; tied seats share the mean.
    #[default]
    Even,
    /// Rewards 1, 0.2 and 0.1 for the first three ranks and 0 for the others, as in the published
    /// program of Colonizers (Crha 2020). If all seats are tied, all get 0.
    Steep,
}

impl IsmctsConfig {
    /// Number of iterations per move if nothing else limits the search.
    pub const DEFAULT_ITERATIONS: u64 = 200;

    /// The reward of each seat at the end of a game, from 0 to 1.
    pub(super) fn rewards(&self, outcome: &Outcome) -> PerSeat<f64> {
        let utilities = outcome.utilities();
        let by_rank = self.rank_weight;
        if by_rank == 0.0 {
            return utilities.map(reward);
        }
        PerSeat::from_fn(utilities.seats(), |seat| {
            (1.0 - by_rank) * reward(utilities[seat])
                + by_rank * self.rank_rewards.worth(&outcome.ranks(), seat)
        })
    }
}

impl Default for IsmctsConfig {
    fn default() -> IsmctsConfig {
        IsmctsConfig {
            observers: ObserverModel::default(),
            budget: Budget::UNLIMITED,
            // Cowling, Powley and Whitehouse found it to work well in several games.
            exploration: 0.7,
            rank_weight: 0.0,
            rank_rewards: RankRewards::default(),
            playout_depth: None,
            reuse: false,
            memory: 256,
        }
    }
}

impl ObserverModel {
    /// Edge, in the tree of `owner`, for the move `mv` that `chooser` (or chance) is about to make
    /// in `state`.
    #[inline]
    pub(super) fn edge<G: Determinize>(
        self,
        game: &G,
        owner: Seat,
        state: &G::State,
        chooser: Option<Seat>,
        mv: G::Move,
    ) -> IsmctsEdge<G::Move> {
        match chooser {
            Some(seat) if seat == owner || self == ObserverModel::Single => {
                IsmctsEdge::Chosen(seat, mv)
            }
            _ => IsmctsEdge::Seen(chooser, game.observation_id(state, mv, owner)),
        }
    }
}

/// Converts a utility from -1 to 1 to a reward from 0 to 1.
pub(super) fn reward(utility: f64) -> f64 {
    (utility + 1.0) / 2.0
}

impl RankRewards {
    fn worth(self, ranks: &PerSeat<u8>, seat: Seat) -> f64 {
        let own = ranks[seat];
        let better = ranks.iter().filter(|&rank| rank < own).count();
        let tied = ranks.iter().filter(|&rank| rank == own).count();
        match self {
            RankRewards::Even => {
                let last = (ranks.seats() - 1).max(1) as f64;
                1.0 - (better as f64 + (tied as f64 - 1.0) / 2.0) / last
            }
            RankRewards::Steep if tied == ranks.seats() => 0.0,
            RankRewards::Steep => match better {
                0 => 1.0,
                1 => 0.2,
                2 => 0.1,
                _ => 0.0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewards(rank_weight: f64, ranks: [u8; 4]) -> Vec<f64> {
        let config = IsmctsConfig {
            rank_weight,
            ..IsmctsConfig::default()
        };
        let outcome = Outcome::from_ranks(PerSeat::from_fn(4, |seat| ranks[seat.index()]));
        config.rewards(&outcome).iter().collect()
    }

    #[test]
    fn places_are_spread_evenly_and_ties_share_theirs() {
        assert_eq!(
            rewards(1.0, [3, 0, 2, 1]),
            [0.0, 1.0, 1.0 - 2.0 / 3.0, 1.0 - 1.0 / 3.0]
        );
        assert_eq!(rewards(1.0, [0; 4]), [0.5; 4]);
        assert_eq!(rewards(1.0, [1, 0, 1, 1])[1..3], [1.0, 1.0 - 2.0 / 3.0]);
        assert_eq!(rewards(0.0, [3, 0, 2, 1]), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(
            rewards(0.5, [1, 0, 2, 3])[..2],
            [0.5 * (1.0 - 1.0 / 3.0), 1.0]
        );
    }

    #[test]
    fn steep_places_are_those_of_the_published_program() {
        let config = IsmctsConfig {
            rank_weight: 1.0,
            rank_rewards: RankRewards::Steep,
            ..IsmctsConfig::default()
        };
        let rewards = |ranks: [u8; 4]| -> Vec<f64> {
            let outcome = Outcome::from_ranks(PerSeat::from_fn(4, |seat| ranks[seat.index()]));
            config.rewards(&outcome).iter().collect()
        };
        assert_eq!(rewards([3, 0, 2, 1]), [0.0, 1.0, 0.1, 0.2]);
        // The deck ran out: the published program gives all seats rank 0, which has no reward there.
        assert_eq!(rewards([0; 4]), [0.0; 4]);
    }
}
