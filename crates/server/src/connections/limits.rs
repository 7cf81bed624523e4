//! Connection limits, per address and in total, with a reserve for seated players.
//!
//! ```text
//! 0 ........................ public ..... public + trial ............ most
//! anybody                    | on trial  | players and their addresses |
//! ```
//!
//! A connection in the trial range must prove with its first request that it belongs to a seated
//! player. It then counts as a player's connection and frees its place in the public range.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::room_for_connections;
use crate::Config;
use crate::address_limits::{AddressLimiter, AddressPermit};

/// Time for which an address counts as a player's address after a player has connected from it.
const KNOWN_FOR: Duration = Duration::from_secs(60 * 60);

/// Number of remembered player addresses above which expired ones are removed.
const MANY: usize = 10_000;

/// The limit because of which a connection was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionRefusal {
    /// Limit of connections per client address.
    Address,
    /// Limit of public connections; the remaining ones are reserved for seated players.
    Public,
    /// Limit of connections in total.
    Total,
}

/// Counts the open connections of a server and refuses new ones above the limits.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    most: usize,
    public: usize,
    trial: usize,
    addresses: AddressLimiter,
    counts: Mutex<ConnectionCounts>,
}

#[derive(Debug, Default)]
struct ConnectionCounts {
    strangers: usize,
    players: usize,
    player_addresses: HashMap<IpAddr, Instant>,
}

impl ConnectionLimiter {
    /// Creates a limiter with the configured limits, capped by the available file descriptors.
    pub(crate) fn of(config: &Config) -> ConnectionLimiter {
        let room = room_for_connections(config.max_external_agents);
        let most = config.most_connections.min(room);
        ConnectionLimiter::new(most, config.connections_per_address)
    }

    /// Creates a limiter for `most` connections in total, a quarter of them reserved for players,
    /// and `per_address` connections per client address.
    pub(crate) fn new(most: usize, per_address: usize) -> ConnectionLimiter {
        let most = most.max(1);
        let reserve = most / 4;
        ConnectionLimiter {
            most,
            public: most - reserve,
            trial: reserve.div_ceil(4),
            addresses: AddressLimiter::new(per_address),
            counts: Mutex::default(),
        }
    }

    /// Admits a connection and counts it until the permit is dropped, or returns the limit that
    /// refuses it. Connections from a trusted proxy do not count towards an address limit.
    pub(crate) fn admit(
        self: &Arc<Self>,
        address: IpAddr,
        is_proxy: bool,
    ) -> Result<ConnectionPermit, ConnectionRefusal> {
        let held = if is_proxy {
            None
        } else {
            let held = self.addresses.acquire(address);
            Some(held.ok_or(ConnectionRefusal::Address)?)
        };
        let mut counts = self.counts.lock();
        if counts.strangers + counts.players >= self.most {
            return Err(ConnectionRefusal::Total);
        }
        let is_public = counts.strangers < self.public;
        let is_known = !is_proxy
            && counts
                .player_addresses
                .get(&address)
                .is_some_and(|seen| seen.elapsed() < KNOWN_FOR);
        if !is_public && !is_known && counts.strangers >= self.public + self.trial {
            return Err(ConnectionRefusal::Public);
        }
        counts.strangers += 1;
        drop(counts);
        Ok(ConnectionPermit {
            limits: Arc::clone(self),
            held,
            is_on_trial: !is_public && !is_known,
            is_player: AtomicBool::new(false),
        })
    }

    /// Number of open connections.
    pub(crate) fn held(&self) -> usize {
        let counts = self.counts.lock();
        counts.strangers + counts.players
    }

    /// Returns the maximum number of connections in total and per address.
    pub(crate) fn numbers(&self) -> (usize, usize) {
        (self.most, self.addresses.most)
    }
}

/// RAII permit of one admitted connection. Dropping the permit stops counting the connection.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    limits: Arc<ConnectionLimiter>,
    /// Permit of the limit per client address; `None` for a connection from a trusted proxy.
    held: Option<AddressPermit>,
    is_on_trial: bool,
    is_player: AtomicBool,
}

impl ConnectionPermit {
    /// True while the connection must still prove that it belongs to a seated player.
    pub(crate) fn is_on_trial(&self) -> bool {
        self.is_on_trial && !self.is_player.load(Ordering::Relaxed)
    }

    /// Counts this connection as a seated player's from now on, and remembers the client address.
    pub(crate) fn mark_as_player(&self) {
        if self.is_player.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut counts = self.limits.counts.lock();
        counts.strangers -= 1;
        counts.players += 1;
        if let Some(held) = &self.held {
            if counts.player_addresses.len() >= MANY {
                counts
                    .player_addresses
                    .retain(|_, seen| seen.elapsed() < KNOWN_FOR);
            }
            counts.player_addresses.insert(held.address, Instant::now());
        }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.limits.counts.lock();
        if *self.is_player.get_mut() {
            counts.players -= 1;
        } else {
            counts.strangers -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// Admits connections from consecutive addresses, starting with `first`, until one is refused.
    /// Returns the permits and the limit that refused it.
    fn fill(
        limits: &Arc<ConnectionLimiter>,
        first: u8,
    ) -> (Vec<ConnectionPermit>, ConnectionRefusal) {
        let mut held = Vec::new();
        for last in first.. {
            match limits.admit(address(last), false) {
                Ok(permit) => held.push(permit),
                Err(limit) => return (held, limit),
            }
        }
        unreachable!("nothing refuses");
    }

    #[test]
    fn an_address_has_its_share_and_a_proxy_has_none() {
        let limits = Arc::new(ConnectionLimiter::new(100, 3));
        let held: Vec<_> = (0..3).map(|_| limits.admit(address(1), false)).collect();
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(
            limits.admit(address(1), false).err(),
            Some(ConnectionRefusal::Address)
        );
        assert!(limits.admit(address(2), false).is_ok());
        let proxied: Vec<_> = (0..10).map(|_| limits.admit(address(1), true)).collect();
        assert!(proxied.iter().all(Result::is_ok));
        assert_eq!(limits.held(), 13);
        drop((held, proxied));
        assert_eq!(limits.held(), 0);
        assert!(limits.admit(address(1), false).is_ok());
        assert!(limits.addresses.is_empty());
    }

    #[test]
    fn the_reserve_is_for_those_who_play() {
        let limits = Arc::new(ConnectionLimiter::new(40, 40));
        let (strangers, limit) = fill(&limits, 0);
        assert_eq!((strangers.len(), limit), (33, ConnectionRefusal::Public));
        let on_trial = strangers.iter().filter(|one| one.is_on_trial()).count();
        assert_eq!(on_trial, 3);
        // A proven player frees the trial place, and their address is admitted at once.
        strangers[32].mark_as_player();
        assert!(!strangers[32].is_on_trial());
        let again = limits.admit(address(32), false).unwrap();
        assert!(!again.is_on_trial());
        again.mark_as_player();
        // Players cannot exceed the total either.
        let mut players = vec![again];
        while let Ok(permit) = limits.admit(address(32), false) {
            permit.mark_as_player();
            players.push(permit);
        }
        assert_eq!(limits.held(), 40);
        assert_eq!(
            limits.admit(address(32), false).err(),
            Some(ConnectionRefusal::Total)
        );
        drop((strangers, players));
        assert_eq!(limits.held(), 0);
    }
}
