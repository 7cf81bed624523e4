//! Threads, shared fairly by those who want to think on them.
//!
//! Tables with people come before tables of agents only. Among equals the address that has thought
//! least comes first, and of its tables the one that has thought least: so it is of no use to open more
//! tables. A search gives its thread up when somebody with a better claim waits, goes on where it was
//! when it is its turn again, and chooses the same as if it had not waited.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

use ludorum_core::Stop;
use tokio::sync::oneshot;

/// A search keeps its thread at least this long.
const LEAST: Duration = Duration::from_millis(20);

/// Who has thought this much more than somebody who waits gives its thread up.
const SLICE: Duration = Duration::from_millis(250);

/// Agents among themselves that have waited this long count as much as those of people, for a slice:
/// they are slow on a busy server, but go on.
const PATIENCE: Duration = Duration::from_secs(10);

/// Searches of people's tables of one address that may be under way at once, if there are few threads:
/// those that wait keep their memory.
const FEW: usize = 8;

/// Those who have no claim just now and are remembered, at least.
const REMEMBERED: usize = 1000;

/// Who somebody is as far as threads and tables are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// An address, or a network that is given to one household.
    Address(IpAddr),
    /// Nobody has come to the table since the server was started: all such tables are one.
    Unknown,
}

impl Origin {
    /// Where requests from an address come from.
    pub(crate) fn of(address: IpAddr) -> Origin {
        Origin::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                // Whoever has one address of IPv6 has the 64 bits after its network.
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64))
            }
            address => address,
        })
    }
}

/// Whom an agent thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Standing {
    /// Somebody who waits.
    People,
    /// Agents among themselves.
    Agents,
}

/// Who wants to think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claimant {
    pub(crate) standing: Standing,
    pub(crate) origin: Origin,
    /// The table; one for all that is thought about away from tables.
    pub(crate) table: String,
    /// The threads the agent uses.
    pub(crate) threads: u32,
}

/// Who thinks, who waits, and how much each has thought. Reads no clock: whoever asks says what time it
/// is.
#[derive(Debug)]
pub(super) struct Queue {
    threads: usize,
    next: u64,
    claims: BTreeMap<u64, Claim>,
    accounts: HashMap<(Standing, Origin), Account>,
    /// The flags of those who think on threads that nobody needs.
    spared: Vec<Stop>,
    spares: usize,
    running: usize,
    /// What everyone of a standing who wants to think has used, at least.
    levels: [(Standing, Duration); 2],
}

#[derive(Debug)]
struct Claim {
    claimant: Claimant,
    is_running: bool,
    /// Since when it has run, or waited.
    since: Instant,
    /// Until when its thinking has been charged.
    charged: Instant,
    has_begun: bool,
    /// Whether it counts as one of people's tables because it has waited for long.
    is_promoted: bool,
    /// Told when it may begin.
    begin: Option<oneshot::Sender<()>>,
}

/// How much somebody has thought, and how many claims they have.
#[derive(Debug, Default)]
struct Use {
    used: Duration,
    claims: usize,
}

/// An address and its tables.
#[derive(Debug, Default)]
struct Account {
    all: Use,
    tables: HashMap<String, Use>,
    /// What every table that wants to think has used, at least.
    level: Duration,
    /// The searches that are under way, also those that wait.
    begun: usize,
}

/// The less, the better the claim.
type Rank = (Standing, Duration, Duration, u64);

impl Queue {
    pub(super) fn new(threads: usize) -> Queue {
        Queue {
            threads: threads.max(1),
            next: 0,
            claims: BTreeMap::new(),
            accounts: HashMap::new(),
            spared: Vec::new(),
            spares: 0,
            running: 0,
            levels: [
                (Standing::People, Duration::ZERO),
                (Standing::Agents, Duration::ZERO),
            ],
        }
    }

    /// Somebody wants to think; `begin` is told when they may.
    pub(super) fn enter(
        &mut self,
        now: Instant,
        claimant: Claimant,
        begin: oneshot::Sender<()>,
    ) -> u64 {
        self.charge(now);
        self.open_account(&claimant);
        let number = self.next;
        self.next += 1;
        let claim = Claim {
            claimant,
            is_running: false,
            since: now,
            charged: now,
            has_begun: false,
            is_promoted: false,
            begin: Some(begin),
        };
        self.claims.insert(number, claim);
        self.assign(now);
        let waits = self
            .claims
            .get(&number)
            .is_some_and(|claim| !claim.is_running);
        if waits {
            self.spared.retain(|stop| !stop.is_raised());
            if let Some(stop) = self.spared.pop() {
                stop.raise();
            }
        }
        number
    }

    /// Somebody has thought to the end, or does not want to any more.
    pub(super) fn leave(&mut self, now: Instant, number: u64) {
        self.charge(now);
        if let Some(claim) = self.claims.remove(&number) {
            self.running -= usize::from(claim.is_running);
            self.close_account(&claim);
        }
        self.assign(now);
    }

    /// A thread nobody needs, if there is one; `stop` is raised as soon as somebody does.
    pub(super) fn spare(&mut self, stop: &Stop) -> bool {
        let is_free = !self.is_contended() && self.running + self.spares < self.threads;
        if is_free {
            self.spared.retain(|stop| !stop.is_raised());
            self.spared.push(stop.clone());
            self.spares += 1;
        }
        is_free
    }

    /// A thread that nobody needed is free again.
    pub(super) fn return_spare(&mut self, now: Instant) {
        self.spares = self.spares.saturating_sub(1);
        self.charge(now);
        self.assign(now);
    }

    /// Whether somebody waits who could think.
    pub(super) fn is_contended(&self) -> bool {
        self.waiting().next().is_some()
    }

    pub(super) fn is_running(&self, number: u64) -> bool {
        self.claims
            .get(&number)
            .is_none_or(|claim| claim.is_running)
    }

    /// Takes the thread of somebody who thinks, if one who waits has a better claim; returns whether it
    /// did.
    pub(super) fn give_way(&mut self, now: Instant, number: u64) -> bool {
        self.charge(now);
        self.promote(now);
        let Some(claim) = self.claims.get(&number).filter(|claim| claim.is_running) else {
            return false;
        };
        let Some((_, best)) = self.best() else {
            return false;
        };
        let ran = now.saturating_duration_since(claim.since);
        let ours = match claim.is_promoted && ran < SLICE {
            true => Standing::People,
            false => claim.claimant.standing,
        };
        let theirs = best.standing();
        let is_better = match theirs.cmp(&ours) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.is_behind(&best.claimant, &claim.claimant),
        };
        if ran < LEAST || !is_better {
            return false;
        }
        let claim = self.claims.get_mut(&number).expect("it was found above");
        claim.is_running = false;
        claim.is_promoted = false;
        claim.since = now;
        self.running -= 1;
        self.assign(now);
        // Nobody may have been as good after all.
        !self.is_running(number)
    }

    /// Whether `one` has thought a slice less than `other`: the address, or of one address the table.
    fn is_behind(&self, one: &Claimant, other: &Claimant) -> bool {
        let used = |claimant: &Claimant| self.used(claimant);
        let ((own, own_table), (others, others_table)) = (used(one), used(other));
        match one.origin == other.origin {
            true => own_table + SLICE <= others_table,
            false => own + SLICE <= others,
        }
    }

    /// Gives free threads to those with the best claims.
    fn assign(&mut self, now: Instant) {
        self.promote(now);
        while self.running + self.spares < self.threads
            && let Some((number, _)) = self.best()
            && let Some(claim) = self.claims.get_mut(&number)
        {
            claim.is_running = true;
            self.running += 1;
            if !std::mem::replace(&mut claim.has_begun, true)
                && let Some(account) = self.accounts.get_mut(&claim.claimant.account())
            {
                account.begun += 1;
            }
            claim.since = now;
            claim.charged = now;
            if let Some(begin) = claim.begin.take() {
                // Who has gone meanwhile gives the thread back by leaving.
                let _ = begin.send(());
            }
        }
    }

    /// Those who have waited for long count for more.
    fn promote(&mut self, now: Instant) {
        for claim in self.claims.values_mut().filter(|claim| !claim.is_running) {
            claim.is_promoted |= now.saturating_duration_since(claim.since) >= PATIENCE;
        }
    }

    /// Those who wait and could think: an address has only so many searches under way.
    fn waiting(&self) -> impl Iterator<Item = (u64, &Claim)> {
        let waiting = self.claims.iter().filter(|(_, claim)| !claim.is_running);
        waiting
            .filter(|(_, claim)| claim.has_begun || self.may_begin(&claim.claimant))
            .map(|(number, claim)| (*number, claim))
    }

    fn may_begin(&self, claimant: &Claimant) -> bool {
        let most = match claimant.standing {
            Standing::People => FEW.max(2 * self.threads),
            Standing::Agents => self.threads,
        };
        let account = self.accounts.get(&claimant.account());
        account.is_none_or(|account| account.begun < most)
    }

    fn best(&self) -> Option<(u64, &Claim)> {
        let rank = |(number, claim): &(u64, &Claim)| -> Rank {
            let (address, table) = self.used(&claim.claimant);
            (claim.standing(), address, table, *number)
        };
        self.waiting().min_by_key(rank)
    }

    /// What an address has thought, and the table.
    fn used(&self, claimant: &Claimant) -> (Duration, Duration) {
        let account = self.accounts.get(&claimant.account());
        account.map_or((Duration::ZERO, Duration::ZERO), |account| {
            let table = account.tables.get(&claimant.table);
            (
                account.all.used,
                table.map_or(Duration::ZERO, |table| table.used),
            )
        })
    }

    /// Puts what was thought since the last time down to those who did.
    fn charge(&mut self, now: Instant) {
        for claim in self.claims.values_mut().filter(|claim| claim.is_running) {
            let thought = now.saturating_duration_since(claim.charged) * claim.claimant.threads;
            claim.charged = now;
            if let Some(account) = self.accounts.get_mut(&claim.claimant.account()) {
                account.all.used += thought;
                if let Some(table) = account.tables.get_mut(&claim.claimant.table) {
                    table.used += thought;
                }
                account.level = level(account.level, account.tables.values());
            }
        }
        for (standing, least) in &mut self.levels {
            let accounts = self.accounts.iter();
            let own = accounts.filter(|((other, _), _)| other == standing);
            *least = level(*least, own.map(|(_, account)| &account.all));
        }
    }

    /// One claim more.
    fn open_account(&mut self, claimant: &Claimant) {
        let mut levels = self.levels.iter();
        let level = levels.find(|(standing, _)| *standing == claimant.standing);
        let account = self.accounts.entry(claimant.account()).or_default();
        account
            .all
            .open(level.map_or(Duration::ZERO, |(_, level)| *level));
        let table = account.tables.entry(claimant.table.clone()).or_default();
        table.open(account.level);
    }

    /// One claim less. Who has none is remembered for what they have used, as long as there are not
    /// too many of them.
    fn close_account(&mut self, claim: &Claim) {
        let Some(account) = self.accounts.get_mut(&claim.claimant.account()) else {
            return;
        };
        account.begun -= usize::from(claim.has_begun);
        account.all.claims -= 1;
        if let Some(table) = account.tables.get_mut(&claim.claimant.table) {
            table.claims -= 1;
        }
        if account.tables.len() > REMEMBERED + account.all.claims {
            account.tables.retain(|_, table| table.claims > 0);
        }
        if self.accounts.len() > REMEMBERED + self.claims.len() {
            self.accounts.retain(|_, account| account.all.claims > 0);
        }
    }
}

impl Use {
    /// Who comes anew has no more saved up than a slice: time in which they did not want to think is
    /// gone.
    fn open(&mut self, level: Duration) {
        self.used = self.used.max(level.saturating_sub(SLICE));
        self.claims += 1;
    }
}

/// What everyone of those who want to think has used, at least. It never falls.
fn level<'a>(before: Duration, all: impl Iterator<Item = &'a Use>) -> Duration {
    let active = all.filter(|one| one.claims > 0).map(|one| one.used);
    active.min().map_or(before, |least| least.max(before))
}

impl Claimant {
    fn account(&self) -> (Standing, Origin) {
        (self.standing, self.origin)
    }
}

impl Claim {
    fn standing(&self) -> Standing {
        match self.is_promoted {
            true => Standing::People,
            false => self.claimant.standing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A queue on a clock that is moved by hand, with searches that look whether they have to give way
    /// every 10 milliseconds.
    struct Simulation {
        queue: Queue,
        now: Instant,
        thought: BTreeMap<u64, Duration>,
    }

    impl Simulation {
        fn new(threads: usize) -> Simulation {
            Simulation {
                queue: Queue::new(threads),
                now: Instant::now(),
                thought: BTreeMap::new(),
            }
        }

        fn enter(&mut self, standing: Standing, address: u8, table: &str) -> u64 {
            let claimant = Claimant {
                standing,
                origin: Origin::of(IpAddr::from([10, 0, 0, address])),
                table: table.to_owned(),
                threads: 1,
            };
            self.queue.enter(self.now, claimant, oneshot::channel().0)
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
            let claims = self.queue.claims.iter();
            let running = claims.filter(|(_, claim)| claim.is_running);
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
        let mut hall = Simulation::new(2);
        for table in 0..12 {
            hall.enter(Standing::Agents, 1, &format!("a{table}"));
        }
        hall.pass(5000);
        let late = [
            hall.enter(Standing::Agents, 2, "b"),
            hall.enter(Standing::Agents, 3, "c"),
        ];
        hall.thought.clear();
        hall.pass(30_000);
        for number in late {
            let share = hall.share(number);
            assert!((0.28..=0.39).contains(&share), "{share}");
        }
    }

    #[test]
    fn a_thread_is_given_up_at_once_to_somebody_who_has_thought_less() {
        let mut hall = Simulation::new(1);
        hall.enter(Standing::Agents, 1, "a");
        hall.pass(5000);
        for _ in 0..20 {
            let quick = hall.enter(Standing::Agents, 2, "b");
            hall.pass(30);
            assert_eq!(hall.running(), [quick]);
            hall.pass(20);
            hall.queue.leave(hall.now, quick);
            hall.pass(100);
        }
    }

    #[test]
    fn people_come_before_agents_among_themselves_which_go_on_all_the_same() {
        let mut hall = Simulation::new(1);
        let among_themselves = hall.enter(Standing::Agents, 2, "b");
        hall.pass(1000);
        let of_people = hall.enter(Standing::People, 1, "a");
        hall.pass(30);
        assert_eq!(hall.running(), [of_people]);
        hall.pass(60_000);
        let share = hall.share(among_themselves);
        assert!((0.01..=0.1).contains(&share), "{share}");
    }

    #[test]
    fn tables_of_one_address_share_what_it_has() {
        let mut hall = Simulation::new(1);
        let tables = ["a", "b", "c"].map(|table| hall.enter(Standing::People, 1, table));
        hall.pass(30_000);
        for table in tables {
            let share = hall.share(table);
            assert!((0.28..=0.39).contains(&share), "{share}");
        }
    }

    #[test]
    fn what_was_thought_while_nobody_else_wanted_to_is_held_against_nobody() {
        let mut hall = Simulation::new(1);
        let first = hall.enter(Standing::People, 1, "a");
        hall.pass(60_000);
        hall.queue.leave(hall.now, first);
        let other = hall.enter(Standing::People, 2, "b");
        hall.pass(1000);
        hall.thought.clear();
        let again = hall.enter(Standing::People, 1, "a");
        hall.pass(10_000);
        let share = hall.share(again);
        assert!((0.4..=0.6).contains(&share), "{share}");
        assert!(hall.share(other) > 0.4);
    }

    #[test]
    fn an_address_has_only_so_many_searches_under_way() {
        let mut hall = Simulation::new(2);
        for table in 0..50 {
            hall.enter(Standing::Agents, 1, &format!("a{table}"));
        }
        hall.pass(10_000);
        assert_eq!(hall.thought.len(), 2);
        for number in hall.running() {
            hall.queue.leave(hall.now, number);
        }
        hall.pass(100);
        assert_eq!(hall.thought.len(), 4);
    }

    #[test]
    fn threads_are_spared_only_while_nobody_wants_them() {
        let mut hall = Simulation::new(1);
        let stop = Stop::new();
        assert!(hall.queue.spare(&stop) && !hall.queue.spare(&Stop::new()));
        let number = hall.enter(Standing::Agents, 1, "a");
        assert!(stop.is_raised() && hall.running().is_empty());
        assert!(!hall.queue.spare(&Stop::new()));
        hall.queue.return_spare(hall.now);
        assert_eq!(hall.running(), [number]);
        hall.queue.leave(hall.now, number);
        assert!(hall.queue.spare(&Stop::new()));
    }

    #[test]
    fn a_network_of_ipv6_is_one_origin() {
        let of = |text: &str| Origin::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:0:0:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
