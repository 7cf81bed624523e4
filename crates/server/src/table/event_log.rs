//! Log of a table's public events, from which reconnecting clients get the events they missed.
//! Hidden information is redacted per viewer.

use std::collections::VecDeque;

use ludorum_core::Seat;
use ludorum_protocol::table::{Event, NumberedEvent};

/// Maximum number of events in the log. Clients that missed more get only these.
const MOST: usize = 4000;

/// Newest public events of a table. Events are numbered from 1.
#[derive(Debug, Default)]
pub(crate) struct EventLog {
    events: VecDeque<RedactableEvent>,
    dropped: u64,
    /// Number of the event that started the current game; 0 before the first game.
    game: u64,
}

/// Public event, with its redacted texts if the game has hidden information.
#[derive(Debug)]
struct RedactableEvent {
    event: Event,
    /// Text of a move or failure for each seat, then for spectators; `None` if it is fully public.
    redacted: Option<Vec<String>>,
}

impl EventLog {
    pub(crate) fn push(&mut self, event: Event, redacted: Option<Vec<String>>) {
        if matches!(event, Event::Started { .. }) {
            self.game = self.last() + 1;
        }
        self.events.push_back(RedactableEvent { event, redacted });
        if self.events.len() > MOST {
            self.events.pop_front();
            self.dropped += 1;
        }
    }

    /// Number of the last event; 0 if there is none.
    pub(crate) fn last(&self) -> u64 {
        self.dropped + self.events.len() as u64
    }

    /// Events after number `last`, redacted for a viewer of seat `eyes` (`None`: spectator).
    /// Without `last`, all events since the current game began.
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

impl RedactableEvent {
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
