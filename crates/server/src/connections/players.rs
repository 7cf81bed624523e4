//! The people who have seats at live tables: those the reserve of connections is for.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::identity::Person;

/// Somebody who has not been seen for this long plays no more.
const KNOWN_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// When there are this many, those not seen for an hour are forgotten.
const MANY: usize = 100_000;

/// The people who have seats at live tables, with when they were last seen there.
#[derive(Debug, Default)]
pub(crate) struct Players {
    seen: Mutex<HashMap<Person, Instant>>,
}

impl Players {
    /// Notes people who have seats.
    pub(crate) fn note<'a>(&self, people: impl IntoIterator<Item = &'a Person>) {
        let (now, mut seen) = (Instant::now(), self.seen());
        if seen.len() >= MANY {
            seen.retain(|_, at| now - *at < Duration::from_secs(60 * 60));
        }
        for person in people {
            match seen.get_mut(person) {
                Some(at) => *at = now,
                None => {
                    seen.insert(person.clone(), now);
                }
            }
        }
    }

    /// Whether somebody has, or had lately, a seat at a live table.
    pub(crate) fn contains(&self, person: &Person) -> bool {
        let now = Instant::now();
        self.seen()
            .get_mut(person)
            .filter(|at| now - **at < KNOWN_FOR)
            .map(|at| *at = now)
            .is_some()
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<Person, Instant>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
