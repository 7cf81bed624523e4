//! Agents between their moves. An agent lives as long as its game: external agents are kept by their
//! table, as they have processes; agents of ours by the server, within a limit of memory.
//!
//! An agent that was let go, or lost with the server, is made again when it is to move: what it chooses
//! is a function of its [`Life`] and the moves since, so nobody notices but by the time it takes.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ludorum_catalog::{Asking, Position, SeatedAgent};
use ludorum_core::{Carried, Seat, Seed, Stop};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;

/// What an agent is counted as besides the memory it tells.
const OVERHEAD: usize = 4096;

/// Which agent it is: two with the same life choose the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    pub(crate) spec: String,
    pub(crate) seat: Seat,
    /// The seed of all agents of its game.
    pub(crate) streams: Seed,
    /// The ply at which it took the seat.
    pub(crate) since: usize,
    /// How often moves of the game have been taken back.
    pub(crate) take_backs: u32,
}

impl Life {
    /// Whether it is the same agent at the same seat, whatever was taken back.
    pub(crate) fn is_continued_by(&self, other: &Life) -> bool {
        let take_backs = self.take_backs;
        *self
            == Life {
                take_backs,
                ..other.clone()
            }
    }
}

/// An agent between two of its moves.
#[derive(Debug)]
pub(crate) struct Resident {
    pub(crate) agent: SeatedAgent,
    pub(crate) life: Life,
    /// One of as many programs as the server runs, if it is one.
    pub(crate) _permit: Option<OwnedSemaphorePermit>,
}

impl Resident {
    /// Whether anything would be lost by making it again for its next move.
    pub(crate) fn is_worth_keeping(&self) -> bool {
        let player = self.agent.player();
        player.carries() != Carried::Nothing || player.ponders()
    }

    /// Ends an external agent, which is shown how the game ended if it did. That takes a moment.
    pub(crate) fn dismiss(mut self, end: Option<Position>) {
        spawn_blocking(move || {
            if let Some(end) = end {
                // What it makes of it is of no interest any more.
                let stop = Stop::new();
                let _ = self.agent.catch_up(&end, &Asking::without_limits(&stop));
            }
            drop(self);
        });
    }
}

/// The agents of ours that wait for their next move, of all tables. The one that has waited longest is let
/// go first when they take more memory than they may. Those that think are not among them.
#[derive(Debug)]
pub(crate) struct ResidentAgents {
    inner: Mutex<Inner>,
    limit: usize,
}

/// Numbers about resident agents.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Residence {
    pub(crate) agents: u64,
    pub(crate) bytes: u64,
    /// How many have been let go for lack of memory.
    pub(crate) let_go: u64,
}

#[derive(Debug, Default)]
struct Inner {
    tables: HashMap<String, BTreeMap<Seat, Entry>>,
    /// The table and seat of each, the one that has waited longest first.
    order: BTreeMap<u64, (String, Seat)>,
    clock: u64,
    bytes: usize,
    let_go: u64,
}

#[derive(Debug)]
struct Entry {
    resident: Resident,
    bytes: usize,
    since: u64,
}

impl ResidentAgents {
    /// Agents that take no more than `limit` bytes.
    pub(crate) fn new(limit: usize) -> ResidentAgents {
        ResidentAgents {
            inner: Mutex::default(),
            limit,
        }
    }

    /// Keeps an agent until its next move, if there is room.
    pub(crate) fn put(&self, table: &str, resident: Resident) {
        let bytes = resident.agent.player().memory() + OVERHEAD;
        let seat = resident.life.seat;
        let mut inner = self.lock();
        let mut gone = Vec::from_iter(inner.remove(table, seat));
        inner.clock += 1;
        let since = inner.clock;
        let entry = Entry {
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
            inner.let_go += 1;
        }
        // Large trees take a while to end: not while others wait.
        drop(inner);
        drop(gone);
    }

    /// The agent at a seat, if it is there and as wanted.
    pub(crate) fn take_if(
        &self,
        table: &str,
        seat: Seat,
        is_wanted: impl FnOnce(&Resident) -> bool,
    ) -> Option<Resident> {
        let mut inner = self.lock();
        let entry = inner.tables.get(table)?.get(&seat)?;
        match is_wanted(&entry.resident) {
            true => inner.remove(table, seat),
            false => None,
        }
    }

    /// Lets go of those agents of a table that no longer play.
    pub(crate) fn retain(&self, table: &str, plays_on: impl Fn(&Life) -> bool) {
        let mut inner = self.lock();
        let Some(seats) = inner.tables.get(table) else {
            return;
        };
        let ended = seats
            .iter()
            .filter(|(_, entry)| !plays_on(&entry.resident.life));
        let ended: Vec<Seat> = ended.map(|(seat, _)| *seat).collect();
        let gone: Vec<_> = ended
            .into_iter()
            .filter_map(|seat| inner.remove(table, seat))
            .collect();
        drop(inner);
        drop(gone);
    }

    pub(crate) fn numbers(&self) -> Residence {
        let inner = self.lock();
        Residence {
            agents: inner.order.len() as u64,
            bytes: inner.bytes as u64,
            let_go: inner.let_go,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn remove(&mut self, table: &str, seat: Seat) -> Option<Resident> {
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

    fn resident(seat: usize) -> Resident {
        let variant = open("tictactoe").unwrap();
        let (seat, streams) = (Seat::new(seat), Seed(1));
        let player = variant.player("mcts").unwrap();
        Resident {
            agent: SeatedAgent::new(player, seat, agent_stream(streams, seat), 0),
            life: Life {
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
        let agents = ResidentAgents::new(2 * OVERHEAD);
        let is_there = |table: &str| {
            let taken = agents.take_if(table, Seat::FIRST, |_| true);
            taken.is_some_and(|resident| {
                agents.put(table, resident);
                true
            })
        };
        agents.put("a", resident(0));
        agents.put("b", resident(0));
        // Whoever was asked meanwhile has not waited so long.
        assert!(is_there("a"));
        agents.put("c", resident(0));
        assert!(!is_there("b"));
        assert!(is_there("a") && is_there("c"));
        let Residence {
            agents: count,
            bytes,
            let_go,
        } = agents.numbers();
        assert_eq!((count, bytes, let_go), (2, 2 * OVERHEAD as u64, 1));
    }

    #[test]
    fn those_of_a_table_go_together_and_nothing_is_counted_any_more() {
        let agents = ResidentAgents::new(usize::MAX);
        agents.put("a", resident(0));
        agents.put("a", resident(1));
        agents.put("a", resident(1));
        agents.put("b", resident(1));
        assert_eq!(agents.numbers().agents, 3);
        agents.retain("a", |life| life.seat == Seat::FIRST);
        assert_eq!(agents.numbers().agents, 2);
        for table in ["a", "b"] {
            agents.retain(table, |_| false);
        }
        assert_eq!((agents.numbers().agents, agents.numbers().bytes), (0, 0));
    }

    #[test]
    fn without_memory_nobody_is_kept() {
        let agents = ResidentAgents::new(0);
        agents.put("a", resident(0));
        assert!(agents.take_if("a", Seat::FIRST, |_| true).is_none());
        assert_eq!(agents.numbers().let_go, 1);
    }
}
