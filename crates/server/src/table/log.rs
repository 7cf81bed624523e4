//! The events of a table as they are told, kept so that whoever was away gets what they missed.

use std::collections::VecDeque;

use ludorum_core::Seat;
use ludorum_protocol::table::{Event, Numbered};

/// Of a table at which people play game after game only this many events are kept. Who missed more
/// gets the newest of them, and the game as it stands.
const MOST: usize = 4000;

/// The newest events, with numbers from 1.
#[derive(Debug, Default)]
pub(crate) struct Log {
    events: VecDeque<Logged>,
    dropped: u64,
    /// The number of the event with which the game began.
    game: u64,
}

#[derive(Debug)]
struct Logged {
    event: Event,
    /// Where something is hidden: how the move, or the reason, is told to each seat, and to
    /// spectators last.
    told: Option<Vec<String>>,
}

impl Log {
    pub(crate) fn push(&mut self, event: Event, told: Option<Vec<String>>) {
        if matches!(event, Event::Started { .. }) {
            self.game = self.last() + 1;
        }
        self.events.push_back(Logged { event, told });
        if self.events.len() > MOST {
            self.events.pop_front();
            self.dropped += 1;
        }
    }

    /// The number of the last event.
    pub(crate) fn last(&self) -> u64 {
        self.dropped + self.events.len() as u64
    }

    /// What somebody who sees with these eyes is told of the events after `last`; of those since
    /// the game began if they know nothing yet.
    pub(crate) fn since(&self, last: Option<u64>, eyes: Option<Seat>) -> Vec<Numbered> {
        let first = last.map_or(self.game, |last| last.saturating_add(1));
        let skipped = first.saturating_sub(self.dropped + 1);
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        (self.dropped + 1..)
            .zip(&self.events)
            .skip(skipped)
            .map(|(seq, logged)| Numbered {
                seq,
                event: logged.told_to(eyes),
            })
            .collect()
    }
}

impl Logged {
    fn told_to(&self, eyes: Option<Seat>) -> Event {
        let mut event = self.event.clone();
        if let (Event::Moved { text, .. } | Event::Failed { reason: text, .. }, Some(told)) =
            (&mut event, &self.told)
        {
            let index = eyes.map_or(told.len().saturating_sub(1), Seat::index);
            *text = told.get(index).cloned().unwrap_or_default();
        }
        event
    }
}
