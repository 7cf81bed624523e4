//! People with seats at live tables. Part of the connection limit is reserved for them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::identity::PersonId;

/// Time for which a person counts as a seated player after their last activity.
const KNOWN_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Number of remembered players above which those inactive for an hour are forgotten.
const MANY: usize = 100_000;

/// People with seats at live tables, each with the time of their last activity.
#[derive(Debug, Default)]
pub(crate) struct SeatedPeopleLastSeen {
    seen: Mutex<HashMap<PersonId, Instant>>,
}

impl SeatedPeopleLastSeen {
    /// Records the current time as the last activity of these people, who hold seats.
    pub(crate) fn record_seen<'a>(&self, people: impl IntoIterator<Item = &'a PersonId>) {
        let (now, mut seen) = (Instant::now(), self.seen.lock());
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

    /// True if the person held a seat recently, see `KNOWN_FOR`. Counts as activity of the person.
    pub(crate) fn contains(&self, person: &PersonId) -> bool {
        let now = Instant::now();
        self.seen
            .lock()
            .get_mut(person)
            .filter(|at| now - **at < KNOWN_FOR)
            .map(|at| *at = now)
            .is_some()
    }
}
