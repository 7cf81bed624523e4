//! Limits of connections, per address and in all, with a reserve for those who play.
//!
//! ```text
//! 0 ........................ public ..... public + trial ............ most
//! anybody                    | on trial  | players and their addresses |
//! ```
//!
//! A connection on trial has to show with its first request, which must come soon, that it belongs
//! to somebody with a seat. One that has shown it counts as a player's and makes room for strangers.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::room_for_connections;
use crate::Config;

/// An address from which somebody plays is known as such for this long.
const KNOWN_FOR: Duration = Duration::from_secs(60 * 60);

/// Old addresses of players are forgotten when there are this many.
const MANY: usize = 10_000;

/// A limit that refused a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The address holds as many as it may.
    Address,
    /// All are taken but those reserved for people who play.
    Public,
    /// All are taken.
    Total,
}

/// The connections of a server.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    most: usize,
    public: usize,
    trial: usize,
    per_address: usize,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    strangers: usize,
    players: usize,
    by_address: HashMap<IpAddr, usize>,
    player_addresses: HashMap<IpAddr, Instant>,
}

impl ConnectionLimits {
    /// As configured, but never more than the system has descriptors for.
    pub(crate) fn of(config: &Config) -> ConnectionLimits {
        let room = room_for_connections(config.most_programs);
        let most = config.most_connections.min(room);
        ConnectionLimits::new(most, config.connections_per_address)
    }

    /// At most `most` connections, a quarter of them reserved, and `per_address` from an address.
    pub(crate) fn new(most: usize, per_address: usize) -> ConnectionLimits {
        let most = most.max(1);
        let reserve = most / 4;
        ConnectionLimits {
            most,
            public: most - reserve,
            trial: reserve.div_ceil(4),
            per_address,
            counts: Mutex::default(),
        }
    }

    /// Counts a connection until the admission is dropped. Those of a trusted proxy are everybody's:
    /// they count for no address.
    pub(crate) fn admit(
        self: &Arc<Self>,
        address: IpAddr,
        is_proxy: bool,
    ) -> Result<Admission, Limit> {
        let mut counts = self.counts();
        let held = counts.by_address.get(&address).copied().unwrap_or(0);
        if !is_proxy && held >= self.per_address {
            return Err(Limit::Address);
        }
        if counts.strangers + counts.players >= self.most {
            return Err(Limit::Total);
        }
        let is_public = counts.strangers < self.public;
        let is_known = !is_proxy
            && counts
                .player_addresses
                .get(&address)
                .is_some_and(|seen| seen.elapsed() < KNOWN_FOR);
        if !is_public && !is_known && counts.strangers >= self.public + self.trial {
            return Err(Limit::Public);
        }
        counts.strangers += 1;
        if !is_proxy {
            *counts.by_address.entry(address).or_default() += 1;
        }
        drop(counts);
        Ok(Admission {
            limits: Arc::clone(self),
            address: (!is_proxy).then_some(address),
            is_on_trial: !is_public && !is_known,
            is_player: AtomicBool::new(false),
        })
    }

    /// The connections held now.
    pub(crate) fn held(&self) -> usize {
        let counts = self.counts();
        counts.strangers + counts.players
    }

    /// The most connections, and the most of one address, for the log.
    pub(crate) fn numbers(&self) -> (usize, usize) {
        (self.most, self.per_address)
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that counts for as long as this lives.
#[derive(Debug)]
pub(crate) struct Admission {
    limits: Arc<ConnectionLimits>,
    /// None for a trusted proxy.
    address: Option<IpAddr>,
    is_on_trial: bool,
    is_player: AtomicBool,
}

impl Admission {
    /// Whether it is let in only to show that it belongs to somebody who plays.
    pub(crate) fn is_on_trial(&self) -> bool {
        self.is_on_trial && !self.is_player.load(Ordering::Relaxed)
    }

    /// It belongs to somebody who plays.
    pub(crate) fn is_players(&self) {
        if self.is_player.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut counts = self.limits.counts();
        counts.strangers -= 1;
        counts.players += 1;
        if let Some(address) = self.address {
            if counts.player_addresses.len() >= MANY {
                counts
                    .player_addresses
                    .retain(|_, seen| seen.elapsed() < KNOWN_FOR);
            }
            counts.player_addresses.insert(address, Instant::now());
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut counts = self.limits.counts();
        match *self.is_player.get_mut() {
            true => counts.players -= 1,
            false => counts.strangers -= 1,
        }
        let Some(address) = self.address else {
            return;
        };
        if let Some(held) = counts.by_address.get_mut(&address) {
            *held -= 1;
            if *held == 0 {
                counts.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// The admissions of addresses from `first` on, and what refused the next one.
    fn fill(limits: &Arc<ConnectionLimits>, first: u8) -> (Vec<Admission>, Limit) {
        let mut held = Vec::new();
        for last in first.. {
            match limits.admit(address(last), false) {
                Ok(admission) => held.push(admission),
                Err(limit) => return (held, limit),
            }
        }
        unreachable!("nothing refuses");
    }

    #[test]
    fn an_address_has_its_share_and_a_proxy_has_none() {
        let limits = Arc::new(ConnectionLimits::new(100, 3));
        let held: Vec<_> = (0..3).map(|_| limits.admit(address(1), false)).collect();
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(limits.admit(address(1), false).err(), Some(Limit::Address));
        assert!(limits.admit(address(2), false).is_ok());
        let proxied: Vec<_> = (0..10).map(|_| limits.admit(address(1), true)).collect();
        assert!(proxied.iter().all(Result::is_ok));
        assert_eq!(limits.held(), 13);
        drop((held, proxied));
        assert_eq!(limits.held(), 0);
        assert!(limits.admit(address(1), false).is_ok());
        assert!(limits.counts().by_address.is_empty());
    }

    #[test]
    fn the_reserve_is_for_those_who_play() {
        let limits = Arc::new(ConnectionLimits::new(40, 40));
        let (strangers, limit) = fill(&limits, 0);
        assert_eq!((strangers.len(), limit), (33, Limit::Public));
        let on_trial = strangers.iter().filter(|one| one.is_on_trial()).count();
        assert_eq!(on_trial, 3);
        // Who shows that they play leaves the trial to others, and their address gets in at once.
        strangers[32].is_players();
        assert!(!strangers[32].is_on_trial());
        let again = limits.admit(address(32), false).unwrap();
        assert!(!again.is_on_trial());
        again.is_players();
        // However many play, no more than all are let in.
        let mut players = vec![again];
        while let Ok(admission) = limits.admit(address(32), false) {
            admission.is_players();
            players.push(admission);
        }
        assert_eq!(limits.held(), 40);
        assert_eq!(limits.admit(address(32), false).err(), Some(Limit::Total));
        drop((strangers, players));
        assert_eq!(limits.held(), 0);
    }
}
