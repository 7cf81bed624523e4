//! What can be chosen about information-set Monte-Carlo tree search.

use ludorum_core::{Budget, Hidden, Outcome, PerSeat, Seat};

use super::tree::Edge;

/// The parameters of [`Ismcts`](crate::Ismcts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsmctsConfig {
    /// Who is taken to see what.
    pub observers: Observers,
    /// The search's own limits; the tighter of these and the table's hold. Depth limits the trees,
    /// not the playouts. Without a limit of iterations or nodes, and with no time of its own, the
    /// search makes [`IsmctsConfig::DEFAULT_ITERATIONS`]: a table's time is not there to be used up.
    pub budget: Budget,
    /// How much uncertainty attracts: the `c` of `mean + c * sqrt(ln available / n)`, with means
    /// from 0 to 1.
    pub exploration: f64,
    /// How much the place in the order of finish counts, from 0 to 1. The rest of a reward is the
    /// game's own utility, by default the share of the win.
    pub rank_weight: f64,
    /// What the places in the order of finish are worth.
    pub places: Places,
    /// After how many plies a playout is ended by the evaluation. 0: the evaluation replaces
    /// playouts; none: games are played out to their end.
    pub playout_depth: Option<u32>,
    /// Whether the trees are kept between moves: what was found out below the moves made since is a
    /// start for the next search. Their visits come on top of the iterations of the move.
    pub reuse: bool,
    /// The memory of all trees together, in MiB. When it is full the trees no longer grow, and
    /// playouts start from their leaves.
    pub memory: usize,
}

/// How the moves of other seats are treated in the trees (Cowling, Powley and Whitehouse 2012).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observers {
    /// One tree, of what the searching seat would know if it saw all moves of others
    /// (SO-ISMCTS).
    #[default]
    Single,
    /// One tree, of what the searching seat will know. Others choose at random between moves that
    /// look the same to it (SO-ISMCTS+POM).
    SinglePartial,
    /// A tree for every seat, of what that seat will know, and in which it chooses (MO-ISMCTS).
    /// What a seat held before the search began is not told apart in the trees of other seats.
    Multiple,
}

/// What the places in the order of finish are worth, from 1 for the first to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Places {
    /// 0 for the last place, the others evenly between; seats that are tied share their places.
    #[default]
    Even,
    /// 0.2 for the second, 0.1 for the third and 0 for all others, as in the published program of
    /// Colonizers (Crha 2020). If all are tied nobody gets anything.
    Steep,
}

impl IsmctsConfig {
    /// The iterations made for a move when nothing else limits the search.
    pub const DEFAULT_ITERATIONS: u64 = 200;

    /// What the end of a game is worth to each seat, from 0 to 1.
    pub(super) fn rewards(&self, outcome: &Outcome) -> PerSeat<f64> {
        let utilities = outcome.utilities();
        let by_rank = self.rank_weight;
        if by_rank == 0.0 {
            return utilities.map(reward);
        }
        PerSeat::from_fn(utilities.seats(), |seat| {
            (1.0 - by_rank) * reward(utilities[seat])
                + by_rank * self.places.worth(&outcome.ranks(), seat)
        })
    }
}

impl Default for IsmctsConfig {
    fn default() -> IsmctsConfig {
        IsmctsConfig {
            observers: Observers::default(),
            budget: Budget::UNLIMITED,
            // What Cowling, Powley and Whitehouse found to do well in several games.
            exploration: 0.7,
            rank_weight: 0.0,
            places: Places::default(),
            playout_depth: None,
            reuse: false,
            memory: 256,
        }
    }
}

impl Observers {
    /// What `mv`, about to be made in `state` by `chooser` or chance, looks like in the tree of
    /// `owner`.
    #[inline]
    pub(super) fn edge<G: Hidden>(
        self,
        game: &G,
        owner: Seat,
        state: &G::State,
        chooser: Option<Seat>,
        mv: G::Move,
    ) -> Edge<G::Move> {
        match chooser {
            Some(seat) if seat == owner || self == Observers::Single => Edge::Chosen(seat, mv),
            _ => Edge::Seen(chooser, game.sign(state, mv, owner)),
        }
    }
}

/// A utility as a reward from 0 to 1.
pub(super) fn reward(utility: f64) -> f64 {
    (utility + 1.0) / 2.0
}

impl Places {
    fn worth(self, ranks: &PerSeat<u8>, seat: Seat) -> f64 {
        let own = ranks[seat];
        let better = ranks.iter().filter(|&rank| rank < own).count();
        let tied = ranks.iter().filter(|&rank| rank == own).count();
        match self {
            Places::Even => {
                let last = (ranks.seats() - 1).max(1) as f64;
                1.0 - (better as f64 + (tied as f64 - 1.0) / 2.0) / last
            }
            Places::Steep if tied == ranks.seats() => 0.0,
            Places::Steep => match better {
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
            places: Places::Steep,
            ..IsmctsConfig::default()
        };
        let rewards = |ranks: [u8; 4]| -> Vec<f64> {
            let outcome = Outcome::from_ranks(PerSeat::from_fn(4, |seat| ranks[seat.index()]));
            config.rewards(&outcome).iter().collect()
        };
        assert_eq!(rewards([3, 0, 2, 1]), [0.0, 1.0, 0.1, 0.2]);
        // The deck ran out: the published program gives everyone rank 0, which is none of its places.
        assert_eq!(rewards([0; 4]), [0.0; 4]);
    }
}
