//! Fair queue of requests for search threads.
//!
//! Requests of tables with people come before those of tables of agents only. Within a priority,
//! the address that has used the least thread time comes first, and within an address the table
//! that has, so opening more tables gains nothing. A running search is paused for a request that
//! ranks higher and resumed later; that does not change its choice.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use ludorum_core::StopFlag;
use tokio::sync::oneshot;

use crate::forwarded::limit_key;

/// Minimum time a search runs before it can be preempted.
const MIN_RUN: Duration = Duration::from_millis(20);

/// Lead in used thread time at which a running search yields to a waiting one of equal priority.
const SLICE: Duration = Duration::from_millis(250);

/// Waiting time after which a search is promoted to `SearchPriority::People` for one slice, so that
/// tables without people never starve.
const PATIENCE: Duration = Duration::from_secs(10);

/// Lower bound of the limit on started searches per client at tables with people. The limit exists
/// because preempted searches keep their memory.
const MIN_STARTED: usize = 8;

/// Number of inactive clients, or tables of a client, whose used thread time is remembered.
const REMEMBERED: usize = 1000;

/// Client to which thread time and tables are charged, so that they can be shared fairly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ClientAddressKey {
    /// Client at an IPv4 address or in an IPv6 /64 network.
    Address(IpAddr),
    /// Unknown client of a table loaded after a restart. All such tables share one account.
    Unknown,
}

impl ClientAddressKey {
    pub(crate) fn of(address: IpAddr) -> ClientAddressKey {
        ClientAddressKey::Address(limit_key(address))
    }
}

/// Priority of a search; smaller values come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SearchPriority {
    /// Search on which a person waits: a move at their table, a hint or an analysis.
    People,
    /// Search at a table without a connected seated person.
    Agents,
}

/// Request of a table or analysis for search threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchThreadRequest {
    pub(crate) priority: SearchPriority,
    pub(crate) origin: ClientAddressKey,
    /// Table id; empty for an analysis outside a table.
    pub(crate) table: String,
    pub(crate) threads: u32,
}

/// Queue of waiting and running searches, with the thread time used per client and table. It reads
/// no clock: the caller passes the time.
#[derive(Debug)]
pub(super) struct FairQueue {
    threads: usize,
    next: u64,
    entries: BTreeMap<u64, QueuedSearch>,
    accounts: HashMap<(SearchPriority, ClientAddressKey), ClientUsage>,
    /// Stop flags of pondering searches, which run on spare threads.
    spare_stops: Vec<StopFlag>,
    spares: usize,
    running: usize,
    /// Virtual time per priority: the smallest thread time used by an active account.
    levels: [(SearchPriority, Duration); 2],
}

/// Waiting or running search in the fair queue.
#[derive(Debug)]
struct QueuedSearch {
    request: SearchThreadRequest,
    is_running: bool,
    /// Time at which the search last started to run or to wait.
    since: Instant,
    /// Time up to which the search's thread time was charged to its client and table.
    charged: Instant,
    has_started: bool,
    /// True if a long wait has raised the search to `SearchPriority::People`.
    is_promoted: bool,
    /// Channel that signals the start of the search; `None` once it has started.
    begin: Option<oneshot::Sender<()>>,
}

/// Thread time used by a client or table, and its number of searches in the queue.
#[derive(Debug, Default)]
struct ThreadUsage {
    used: Duration,
    entries: usize,
}

/// Account of a client: thread time used in total and per table.
#[derive(Debug, Default)]
struct ClientUsage {
    all: ThreadUsage,
    tables: HashMap<String, ThreadUsage>,
    /// Virtual time of the client's tables: the smallest thread time used by an active table.
    level: Duration,
    /// Number of searches that have started and not finished, including preempted ones.
    started: usize,
}

/// Sort key of waiting searches, smallest first: priority, thread time used by the client and by
/// the table, request number.
type QueueRank = (SearchPriority, Duration, Duration, u64);

impl FairQueue {
    pub(super) fn new(threads: usize) -> FairQueue {
        FairQueue {
            threads: threads.max(1),
            next: 0,
            entries: BTreeMap::new(),
            accounts: HashMap::new(),
            spare_stops: Vec::new(),
            spares: 0,
            running: 0,
            levels: [
                (SearchPriority::People, Duration::ZERO),
                (SearchPriority::Agents, Duration::ZERO),
            ],
        }
    }

    /// Adds a request and returns its number. `begin` is signalled when the request gets a thread.
    pub(super) fn enter(
        &mut self,
        now: Instant,
        request: SearchThreadRequest,
        begin: oneshot::Sender<()>,
    ) -> u64 {
        self.charge(now);
        self.open_account(&request);
        let number = self.next;
        self.next += 1;
        let entry = QueuedSearch {
            request,
            is_running: false,
            since: now,
            charged: now,
            has_started: false,
            is_promoted: false,
            begin: Some(begin),
        };
        self.entries.insert(number, entry);
        self.assign(now);
        let waits = self
            .entries
            .get(&number)
            .is_some_and(|entry| !entry.is_running);
        if waits {
            self.spare_stops.retain(|stop| !stop.is_raised());
            if let Some(stop) = self.spare_stops.pop() {
                stop.raise();
            }
        }
        number
    }

    /// Removes a finished or cancelled request.
    pub(super) fn leave(&mut self, now: Instant, number: u64) {
        self.charge(now);
        if let Some(entry) = self.entries.remove(&number) {
            self.running -= usize::from(entry.is_running);
            self.close_account(&entry);
        }
        self.assign(now);
    }

    /// Takes an idle thread for pondering; false if none is idle. `stop` is raised when a search
    /// request needs the thread.
    pub(super) fn spare(&mut self, stop: &StopFlag) -> bool {
        let is_free = !self.is_contended() && self.running + self.spares < self.threads;
        if is_free {
            self.spare_stops.retain(|stop| !stop.is_raised());
            self.spare_stops.push(stop.clone());
            self.spares += 1;
        }
        is_free
    }

    pub(super) fn return_spare(&mut self, now: Instant) {
        self.spares = self.spares.saturating_sub(1);
        self.charge(now);
        self.assign(now);
    }

    /// True if a request that may start or resume is waiting for a thread.
    pub(super) fn is_contended(&self) -> bool {
        self.waiting().next().is_some()
    }

    pub(super) fn is_running(&self, number: u64) -> bool {
        self.entries
            .get(&number)
            .is_none_or(|entry| entry.is_running)
    }

    /// Preempts the running search `number` if a waiting one ranks sufficiently higher; true if so.
    pub(super) fn give_way(&mut self, now: Instant, number: u64) -> bool {
        self.charge(now);
        self.promote(now);
        let Some(entry) = self.entries.get(&number).filter(|entry| entry.is_running) else {
            return false;
        };
        let Some((_, best)) = self.best() else {
            return false;
        };
        let ran = now.saturating_duration_since(entry.since);
        let ours = if entry.is_promoted && ran < SLICE {
            SearchPriority::People
        } else {
            entry.request.priority
        };
        let theirs = best.effective_priority();
        let is_better = match theirs.cmp(&ours) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.is_behind(&best.request, &entry.request),
        };
        if ran < MIN_RUN || !is_better {
            return false;
        }
        let entry = self.entries.get_mut(&number).expect("it was found above");
        entry.is_running = false;
        entry.is_promoted = false;
        entry.since = now;
        self.running -= 1;
        self.assign(now);
        // The preempted search may have got a thread again.
        !self.is_running(number)
    }

    /// True if `one` has used less thread time than `other` by at least `SLICE`. Requests of the
    /// same client are compared by table, others by client.
    fn is_behind(&self, one: &SearchThreadRequest, other: &SearchThreadRequest) -> bool {
        let used = |request: &SearchThreadRequest| self.used(request);
        let ((own, own_table), (others, others_table)) = (used(one), used(other));
        if one.origin == other.origin {
            own_table + SLICE <= others_table
        } else {
            own + SLICE <= others
        }
    }

    /// Assigns free threads to the waiting searches that rank highest.
    fn assign(&mut self, now: Instant) {
        self.promote(now);
        while self.running + self.spares < self.threads
            && let Some((number, _)) = self.best()
            && let Some(entry) = self.entries.get_mut(&number)
        {
            entry.is_running = true;
            self.running += 1;
            if !std::mem::replace(&mut entry.has_started, true)
                && let Some(account) = self.accounts.get_mut(&entry.request.account())
            {
                account.started += 1;
            }
            entry.since = now;
            entry.charged = now;
            if let Some(begin) = entry.begin.take() {
                // A cancelled request returns the thread when it leaves the queue.
                let _ = begin.send(());
            }
        }
    }

    /// Promotes searches that have waited for at least `PATIENCE`.
    fn promote(&mut self, now: Instant) {
        for entry in self.entries.values_mut().filter(|entry| !entry.is_running) {
            entry.is_promoted |= now.saturating_duration_since(entry.since) >= PATIENCE;
        }
    }

    /// Waiting searches that may start or resume; each client has a limit of started searches.
    fn waiting(&self) -> impl Iterator<Item = (u64, &QueuedSearch)> {
        let waiting = self.entries.iter().filter(|(_, entry)| !entry.is_running);
        waiting
            .filter(|(_, entry)| entry.has_started || self.may_begin(&entry.request))
            .map(|(number, entry)| (*number, entry))
    }

    fn may_begin(&self, request: &SearchThreadRequest) -> bool {
        let most = match request.priority {
            SearchPriority::People => MIN_STARTED.max(2 * self.threads),
            SearchPriority::Agents => self.threads,
        };
        let account = self.accounts.get(&request.account());
        account.is_none_or(|account| account.started < most)
    }

    fn best(&self) -> Option<(u64, &QueuedSearch)> {
        let rank = |(number, entry): &(u64, &QueuedSearch)| -> QueueRank {
            let (address, table) = self.used(&entry.request);
            (entry.effective_priority(), address, table, *number)
        };
        self.waiting().min_by_key(rank)
    }

    /// Thread time used by the client and by the table of a request.
    fn used(&self, request: &SearchThreadRequest) -> (Duration, Duration) {
        let account = self.accounts.get(&request.account());
        account.map_or((Duration::ZERO, Duration::ZERO), |account| {
            let table = account.tables.get(&request.table);
            (
                account.all.used,
                table.map_or(Duration::ZERO, |table| table.used),
            )
        })
    }

    /// Charges the thread time since the last call to the accounts of the running searches.
    fn charge(&mut self, now: Instant) {
        for entry in self.entries.values_mut().filter(|entry| entry.is_running) {
            let thought = now.saturating_duration_since(entry.charged) * entry.request.threads;
            entry.charged = now;
            if let Some(account) = self.accounts.get_mut(&entry.request.account()) {
                account.all.used += thought;
                if let Some(table) = account.tables.get_mut(&entry.request.table) {
                    table.used += thought;
                }
                account.level = level(account.level, account.tables.values());
            }
        }
        for (priority, least) in &mut self.levels {
            let accounts = self.accounts.iter();
            let own = accounts.filter(|((other, _), _)| other == priority);
            *least = level(*least, own.map(|(_, account)| &account.all));
        }
    }

    /// Counts a new search in the accounts of its client and table.
    fn open_account(&mut self, request: &SearchThreadRequest) {
        let mut levels = self.levels.iter();
        let level = levels.find(|(priority, _)| *priority == request.priority);
        let account = self.accounts.entry(request.account()).or_default();
        account
            .all
            .open(level.map_or(Duration::ZERO, |(_, level)| *level));
        let table = account.tables.entry(request.table.clone()).or_default();
        table.open(account.level);
    }

    /// Removes a search from its accounts. Inactive accounts are remembered up to a limit.
    fn close_account(&mut self, entry: &QueuedSearch) {
        let Some(account) = self.accounts.get_mut(&entry.request.account()) else {
            return;
        };
        account.started -= usize::from(entry.has_started);
        account.all.entries -= 1;
        if let Some(table) = account.tables.get_mut(&entry.request.table) {
            table.entries -= 1;
        }
        if account.tables.len() > REMEMBERED + account.all.entries {
            account.tables.retain(|_, table| table.entries > 0);
        }
        if self.accounts.len() > REMEMBERED + self.entries.len() {
            self.accounts.retain(|_, account| account.all.entries > 0);
        }
    }
}

impl ThreadUsage {
    /// Counts a new search. Raises the used time to at least `level - SLICE`, so that idle time
    /// gives little credit.
    fn open(&mut self, level: Duration) {
        self.used = self.used.max(level.saturating_sub(SLICE));
        self.entries += 1;
    }
}

/// Virtual time: the smallest thread time used by an active account, but at least `before`.
fn level<'a>(before: Duration, all: impl Iterator<Item = &'a ThreadUsage>) -> Duration {
    let active = all.filter(|one| one.entries > 0).map(|one| one.used);
    active.min().map_or(before, |least| least.max(before))
}

impl SearchThreadRequest {
    fn account(&self) -> (SearchPriority, ClientAddressKey) {
        (self.priority, self.origin)
    }
}

impl QueuedSearch {
    fn effective_priority(&self) -> SearchPriority {
        if self.is_promoted {
            SearchPriority::People
        } else {
            self.request.priority
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulation of a queue with a manual clock. Its searches check for preemption every 10 ms.
    struct QueueSimulation {
        queue: FairQueue,
        now: Instant,
        thought: BTreeMap<u64, Duration>,
    }

    impl QueueSimulation {
        fn new(threads: usize) -> QueueSimulation {
            QueueSimulation {
                queue: FairQueue::new(threads),
                now: Instant::now(),
                thought: BTreeMap::new(),
            }
        }

        fn enter(&mut self, priority: SearchPriority, address: u8, table: &str) -> u64 {
            let request = SearchThreadRequest {
                priority,
                origin: ClientAddressKey::of(IpAddr::from([10, 0, 0, address])),
                table: table.to_owned(),
                threads: 1,
            };
            self.queue.enter(self.now, request, oneshot::channel().0)
        }

        fn pass(&mut self, milliseconds: u64) {
            let step = Duration::from_millis(10);
            for _ in 0..milliseconds / 10 {
                self.now += step;
                let running: Vec<u64> = self.running();
                assert!(running.len() <= self.queue.threads);
                for number in running {
                    *self.thought.entry(number).or_default() += step;
                    self.queue.give_way(self.now, number);
                }
            }
        }

        fn running(&self) -> Vec<u64> {
            let entries = self.queue.entries.iter();
            let running = entries.filter(|(_, entry)| entry.is_running);
            running.map(|(number, _)| *number).collect()
        }

        fn share(&self, number: u64) -> f64 {
            let thought = |number| self.thought.get(number).map_or(0.0, Duration::as_secs_f64);
            let all: f64 = self.thought.keys().map(thought).sum();
            thought(&number) / all
        }
    }

    #[test]
    fn many_tables_of_one_address_get_no_more_than_one_table_of_another() {
        let mut simulation = QueueSimulation::new(2);
        for table in 0..12 {
            simulation.enter(SearchPriority::Agents, 1, &format!("a{table}"));
        }
        simulation.pass(5000);
        let late = [
            simulation.enter(SearchPriority::Agents, 2, "b"),
            simulation.enter(SearchPriority::Agents, 3, "c"),
        ];
        simulation.thought.clear();
        simulation.pass(30_000);
        for number in late {
            let share = simulation.share(number);
            assert!((0.28..=0.39).contains(&share), "{share}");
        }
    }

    #[test]
    fn a_thread_is_given_up_at_once_to_somebody_who_has_thought_less() {
        let mut simulation = QueueSimulation::new(1);
        simulation.enter(SearchPriority::Agents, 1, "a");
        simulation.pass(5000);
        for _ in 0..20 {
            let quick = simulation.enter(SearchPriority::Agents, 2, "b");
            simulation.pass(30);
            assert_eq!(simulation.running(), [quick]);
            simulation.pass(20);
            simulation.queue.leave(simulation.now, quick);
            simulation.pass(100);
        }
    }

    #[test]
    fn people_come_before_agents_among_themselves_which_go_on_all_the_same() {
        let mut simulation = QueueSimulation::new(1);
        let among_themselves = simulation.enter(SearchPriority::Agents, 2, "b");
        simulation.pass(1000);
        let of_people = simulation.enter(SearchPriority::People, 1, "a");
        simulation.pass(30);
        assert_eq!(simulation.running(), [of_people]);
        simulation.pass(60_000);
        let share = simulation.share(among_themselves);
        assert!((0.01..=0.1).contains(&share), "{share}");
    }

    #[test]
    fn tables_of_one_address_share_what_it_has() {
        let mut simulation = QueueSimulation::new(1);
        let tables =
            ["a", "b", "c"].map(|table| simulation.enter(SearchPriority::People, 1, table));
        simulation.pass(30_000);
        for table in tables {
            let share = simulation.share(table);
            assert!((0.28..=0.39).contains(&share), "{share}");
        }
    }

    #[test]
    fn what_was_thought_while_nobody_else_wanted_to_is_held_against_nobody() {
        let mut simulation = QueueSimulation::new(1);
        let first = simulation.enter(SearchPriority::People, 1, "a");
        simulation.pass(60_000);
        simulation.queue.leave(simulation.now, first);
        let other = simulation.enter(SearchPriority::People, 2, "b");
        simulation.pass(1000);
        simulation.thought.clear();
        let again = simulation.enter(SearchPriority::People, 1, "a");
        simulation.pass(10_000);
        let share = simulation.share(again);
        assert!((0.4..=0.6).contains(&share), "{share}");
        assert!(simulation.share(other) > 0.4);
    }

    #[test]
    fn an_address_has_only_so_many_searches_under_way() {
        let mut simulation = QueueSimulation::new(2);
        for table in 0..50 {
            simulation.enter(SearchPriority::Agents, 1, &format!("a{table}"));
        }
        simulation.pass(10_000);
        assert_eq!(simulation.thought.len(), 2);
        for number in simulation.running() {
            simulation.queue.leave(simulation.now, number);
        }
        simulation.pass(100);
        assert_eq!(simulation.thought.len(), 4);
    }

    #[test]
    fn threads_are_spared_only_while_nobody_wants_them() {
        let mut simulation = QueueSimulation::new(1);
        let stop = StopFlag::new();
        assert!(simulation.queue.spare(&stop) && !simulation.queue.spare(&StopFlag::new()));
        let number = simulation.enter(SearchPriority::Agents, 1, "a");
        assert!(stop.is_raised() && simulation.running().is_empty());
        assert!(!simulation.queue.spare(&StopFlag::new()));
        simulation.queue.return_spare(simulation.now);
        assert_eq!(simulation.running(), [number]);
        simulation.queue.leave(simulation.now, number);
        assert!(simulation.queue.spare(&StopFlag::new()));
    }

    #[test]
    fn a_network_of_ipv6_is_one_origin() {
        let of = |text: &str| ClientAddressKey::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:0:0:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
