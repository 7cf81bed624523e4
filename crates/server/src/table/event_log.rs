//! The event log of a table, redacted per viewer, for clients that reconnect.

use std::collections::VecDeque;

use ludorum_core::Seat;
use ludorum_protocol::table::{Event, NumberedEvent};

/// Most events kept. Clients that missed more get these and the current position.
const MOST: usize = 4000;

/// The newest events, numbered from 1.
#[derive(Debug, Default)]
pub(crate) struct EventLog {
    events: VecDeque<LoggedEvent>,
    dropped: u64,
    /// Number of the event that started the game.
    game: u64,
}

#[derive(Debug)]
struct LoggedEvent {
    event: Event,
    /// With hidden information: the text of the move or reason for each seat, and last for
    /// spectators.
    redacted: Option<Vec<String>>,
}

impl EventLog {
    pub(crate) fn push(&mut self, event: Event, redacted: Option<Vec<String>>) {
        if matches!(event, Event::Started { .. }) {
            self.game = self.last() + 1;
        }
        self.events.push_back(LoggedEvent { event, redacted });
        if self.events.len() > MOST {
            self.events.pop_front();
            self.dropped += 1;
        }
    }

    /// The number of the last event.
    pub(crate) fn last(&self) -> u64 {
        self.dropped + self.events.len() as u64
    }

    /// Events after `last`, redacted for this viewer; with none, events since the game began.
    pub(crate) fn since(&self, last: Option<u64>, eyes: Option<Seat>) -> Vec<NumberedEvent> {
        let first = last.map_or(self.game, |last| last.saturating_add(1));
        let skipped = first.saturating_sub(self.dropped + 1);
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        (self.dropped + 1..)
            .zip(&self.events)
            .skip(skipped)
            .map(|(seq, logged)| NumberedEvent {
                seq,
                event: logged.redacted_for(eyes),
            })
            .collect()
    }
}

impl LoggedEvent {
    fn redacted_for(&self, eyes: Option<Seat>) -> Event {
        let mut event = self.event.clone();
        if let (Event::Moved { text, .. } | Event::Failed { reason: text, .. }, Some(redacted)) =
            (&mut event, &self.redacted)
        {
            let index = eyes.map_or(redacted.len().saturating_sub(1), Seat::index);
            *text = redacted.get(index).cloned().unwrap_or_default();
        }
        event
    }
}
