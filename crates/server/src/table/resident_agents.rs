//! Idle agents between their moves. An agent lives as long as its game. External agents are
//! processes, owned by their table; the built-in agents of all tables share a cache with a memory
//! limit.
//!
//! An evicted or lost agent is rebuilt for its next move. Its choices depend only on its
//! [`AgentIdentity`] and the moves since, so a rebuild costs time but does not change them.

use std::collections::{BTreeMap, HashMap};

use ludorum_catalog::{MoveRequestOptions, Position, SeatedAgent};
use ludorum_core::{CarriedState, Seat, Seed, StopFlag};
use parking_lot::Mutex;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;

/// Bytes counted per cached agent in addition to the memory that the agent reports.
const OVERHEAD: usize = 4096;

/// Identity of an agent in a game: agents with equal identities make equal choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AgentIdentity {
    pub(crate) spec: String,
    pub(crate) seat: Seat,
    /// Seed from which the seeds of all agents of the game are derived.
    pub(crate) streams: Seed,
    /// Ply at which the agent took over the seat.
    pub(crate) since: usize,
    /// Number of take-backs in the game so far.
    pub(crate) take_backs: u32,
}

impl AgentIdentity {
    /// True if the identities differ at most in the number of take-backs.
    pub(crate) fn is_continued_by(&self, other: &AgentIdentity) -> bool {
        let take_backs = self.take_backs;
        *self
            == AgentIdentity {
                take_backs,
                ..other.clone()
            }
    }
}

/// Idle agent, kept between two of its moves.
#[derive(Debug)]
pub(crate) struct ResidentAgent {
    pub(crate) agent: SeatedAgent,
    pub(crate) identity: AgentIdentity,
    /// Permit of the limit of external agents; `None` for a built-in agent.
    pub(crate) _permit: Option<OwnedSemaphorePermit>,
}

impl ResidentAgent {
    /// True if the agent carries state between moves or ponders, so that keeping it saves work.
    pub(crate) fn is_worth_keeping(&self) -> bool {
        let player = self.agent.player();
        player.carried_state() != CarriedState::Nothing || player.ponders()
    }

    /// Shuts an external agent down in the background, after showing it the final position, if
    /// given.
    pub(crate) fn shut_down(mut self, end: Option<Position>) {
        spawn_blocking(move || {
            if let Some(end) = end {
                // The agent is dropped in any case.
                let stop = StopFlag::new();
                let _ = self
                    .agent
                    .catch_up(&end, &MoveRequestOptions::without_limits(&stop));
            }
            drop(self);
        });
    }
}

/// LRU cache of the idle built-in agents of all tables, with a memory limit. Agents are taken out
/// of the cache while they search.
#[derive(Debug)]
pub(crate) struct ResidentAgentCache {
    inner: Mutex<ResidentCacheState>,
    limit: usize,
}

/// Size and evictions of the cache of idle agents.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AgentCacheStats {
    pub(crate) agents: u64,
    pub(crate) bytes: u64,
    /// Number of agents evicted because of the memory limit.
    pub(crate) evicted: u64,
}

#[derive(Debug, Default)]
struct ResidentCacheState {
    tables: HashMap<String, BTreeMap<Seat, ResidentCacheEntry>>,
    /// Table id and seat of each cached agent, by time of last use, least recently used first.
    order: BTreeMap<u64, (String, Seat)>,
    clock: u64,
    bytes: usize,
    evicted: u64,
}

#[derive(Debug)]
struct ResidentCacheEntry {
    resident: ResidentAgent,
    bytes: usize,
    since: u64,
}

impl ResidentAgentCache {
    /// Creates an empty cache of at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> ResidentAgentCache {
        ResidentAgentCache {
            inner: Mutex::default(),
            limit,
        }
    }

    /// Adds an idle agent. Evicts the least recently used agents above the memory limit.
    pub(crate) fn put(&self, table: &str, resident: ResidentAgent) {
        let bytes = resident.agent.player().memory() + OVERHEAD;
        let seat = resident.identity.seat;
        let mut inner = self.inner.lock();
        let mut gone = Vec::from_iter(inner.remove(table, seat));
        inner.clock += 1;
        let since = inner.clock;
        let entry = ResidentCacheEntry {
            resident,
            bytes,
            since,
        };
        inner.order.insert(since, (table.to_owned(), seat));
        inner.bytes += bytes;
        let seats = inner.tables.entry(table.to_owned()).or_default();
        seats.insert(seat, entry);
        while inner.bytes > self.limit
            && let Some((_, (table, seat))) = inner.order.first_key_value()
        {
            let (table, seat) = (table.clone(), *seat);
            gone.extend(inner.remove(&table, seat));
            inner.evicted += 1;
        }
        // Large search trees are slow to drop, so they are dropped after the lock is released.
        drop(inner);
        drop(gone);
    }

    /// Removes and returns the idle agent of a seat, if it is cached and `is_wanted` accepts it.
    pub(crate) fn take_if(
        &self,
        table: &str,
        seat: Seat,
        is_wanted: impl FnOnce(&ResidentAgent) -> bool,
    ) -> Option<ResidentAgent> {
        let mut inner = self.inner.lock();
        let entry = inner.tables.get(table)?.get(&seat)?;
        if is_wanted(&entry.resident) {
            inner.remove(table, seat)
        } else {
            None
        }
    }

    /// Drops the cached agents of a table whose identities `plays_on` does not accept.
    pub(crate) fn retain(&self, table: &str, plays_on: impl Fn(&AgentIdentity) -> bool) {
        let mut inner = self.inner.lock();
        let Some(seats) = inner.tables.get(table) else {
            return;
        };
        let ended = seats
            .iter()
            .filter(|(_, entry)| !plays_on(&entry.resident.identity));
        let ended: Vec<Seat> = ended.map(|(seat, _)| *seat).collect();
        let gone: Vec<_> = ended
            .into_iter()
            .filter_map(|seat| inner.remove(table, seat))
            .collect();
        drop(inner);
        drop(gone);
    }

    pub(crate) fn stats(&self) -> AgentCacheStats {
        let inner = self.inner.lock();
        AgentCacheStats {
            agents: inner.order.len() as u64,
            bytes: inner.bytes as u64,
            evicted: inner.evicted,
        }
    }
}

impl ResidentCacheState {
    fn remove(&mut self, table: &str, seat: Seat) -> Option<ResidentAgent> {
        let seats = self.tables.get_mut(table)?;
        let entry = seats.remove(&seat)?;
        if seats.is_empty() {
            self.tables.remove(table);
        }
        self.order.remove(&entry.since);
        self.bytes -= entry.bytes;
        Some(entry.resident)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::{agent_stream, open};

    fn resident(seat: usize) -> ResidentAgent {
        let variant = open("tictactoe").unwrap();
        let (seat, streams) = (Seat::new(seat), Seed(1));
        let player = variant.player("mcts").unwrap();
        ResidentAgent {
            agent: SeatedAgent::new(player, seat, agent_stream(streams, seat), 0),
            identity: AgentIdentity {
                spec: "mcts".to_owned(),
                seat,
                streams,
                since: 0,
                take_backs: 0,
            },
            _permit: None,
        }
    }

    #[test]
    fn the_one_that_has_waited_longest_is_let_go_first() {
        let agents = ResidentAgentCache::new(2 * OVERHEAD);
        let is_there = |table: &str| {
            let taken = agents.take_if(table, Seat::FIRST, |_| true);
            taken.is_some_and(|resident| {
                agents.put(table, resident);
                true
            })
        };
        agents.put("a", resident(0));
        agents.put("b", resident(0));
        // Taking and returning an agent makes it recently used.
        assert!(is_there("a"));
        agents.put("c", resident(0));
        assert!(!is_there("b"));
        assert!(is_there("a") && is_there("c"));
        let AgentCacheStats {
            agents: count,
            bytes,
            evicted,
        } = agents.stats();
        assert_eq!((count, bytes, evicted), (2, 2 * OVERHEAD as u64, 1));
    }

    #[test]
    fn those_of_a_table_go_together_and_nothing_is_counted_any_more() {
        let agents = ResidentAgentCache::new(usize::MAX);
        agents.put("a", resident(0));
        agents.put("a", resident(1));
        agents.put("a", resident(1));
        agents.put("b", resident(1));
        assert_eq!(agents.stats().agents, 3);
        agents.retain("a", |identity| identity.seat == Seat::FIRST);
        assert_eq!(agents.stats().agents, 2);
        for table in ["a", "b"] {
            agents.retain(table, |_| false);
        }
        assert_eq!((agents.stats().agents, agents.stats().bytes), (0, 0));
    }

    #[test]
    fn without_memory_nobody_is_kept() {
        let agents = ResidentAgentCache::new(0);
        agents.put("a", resident(0));
        assert!(agents.take_if("a", Seat::FIRST, |_| true).is_none());
        assert_eq!(agents.stats().evicted, 1);
    }
}
