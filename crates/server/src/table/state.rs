//! State of a table: the fold of its events. No waiting, random numbers or clocks here.

use std::sync::Arc;
use std::time::Duration;

use ludorum_bridge::is_external_spec;
use ludorum_catalog::Variant;
use ludorum_core::{Seat, Seed};
use ludorum_protocol::lobby::{FailurePolicy, TablePhase, TableSettings};
use ludorum_protocol::table::{DropoutCauseInfo, Event};
use ludorum_record::{RecordHeader, RecordedPly, TakeBackSummary, content_difference};

use super::dropouts::GameDropouts;
use super::event_log::EventLog;
use super::resident_agents::AgentIdentity;
use super::table_event::{SeatHolder, TableEvent};
use super::table_game::{TableGame, UndoRequest};
use crate::games::ServerGames;
use crate::identity::PersonId;

/// State of a table, computed from its events.
#[derive(Debug)]
pub(crate) struct TableState {
    pub(crate) id: String,
    pub(crate) games: Arc<ServerGames>,
    pub(crate) settings: TableSettings,
    pub(crate) variant: Variant,
    pub(crate) password: Option<String>,
    pub(crate) host: PersonId,
    pub(crate) host_name: String,
    pub(crate) slots: Vec<SeatSlot>,
    pub(crate) game: Option<TableGame>,
    pub(crate) log: EventLog,
    /// True if the table's first event lists its rules files. False for tables of older versions.
    pub(crate) keeps_files: bool,
    /// True if the game variant runs plug-in scripts.
    has_plugins: bool,
}

/// Seat of a table: its holder, and the holder's status.
#[derive(Clone, Debug)]
pub(crate) struct SeatSlot {
    pub(crate) holder: SeatHolder,
    pub(crate) is_ready: bool,
    /// True if the person who holds the seat has left the table and may return.
    pub(crate) is_away: bool,
    /// True if the holder is out of the game: resigned, ran out of time, was replaced after
    /// leaving, or is an agent that failed. A substitute agent plays the seat to the end.
    pub(crate) is_out: bool,
}

/// Person or agent that currently makes the moves of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatController {
    Person(PersonId),
    Agent(String),
    /// No one: the seat is open, or its person is away and the table has no substitute agent.
    Nobody,
}

/// Error of rebuilding a table from its stored events.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RestoreError {
    /// The stored events are unreadable or contradict each other.
    #[error("{0}")]
    Damaged(String),
    /// The rules version or a rules file of the game has changed or is missing.
    #[error("{0}")]
    Content(String),
}

impl SeatSlot {
    pub(crate) fn new(holder: SeatHolder) -> SeatSlot {
        SeatSlot {
            is_ready: matches!(holder, SeatHolder::Agent { .. }),
            holder,
            is_away: false,
            is_out: false,
        }
    }
}

impl TableState {
    /// Rebuilds a table from its stored events, given as JSON.
    pub(crate) fn restore(
        id: &str,
        games: &Arc<ServerGames>,
        events: &[String],
    ) -> Result<TableState, RestoreError> {
        let read = |text: &String| {
            serde_json::from_str::<TableEvent>(text)
                .map_err(|error| RestoreError::Damaged(error.to_string()))
        };
        let mut events = events.iter().map(read);
        let first = events
            .next()
            .ok_or_else(|| RestoreError::Damaged("the table has no events".to_owned()))??;
        let mut state = TableState::opened(id, games, first)?;
        for event in events {
            state.apply(event?)?;
        }
        Ok(state)
    }

    /// Creates a table from its first event, which must be `TableEvent::Opened`.
    pub(crate) fn opened(
        id: &str,
        games: &Arc<ServerGames>,
        event: TableEvent,
    ) -> Result<TableState, RestoreError> {
        let TableEvent::Opened {
            settings,
            password,
            host,
            host_name,
            content,
        } = event
        else {
            return Err(RestoreError::Damaged(
                "the first event does not open the table".to_owned(),
            ));
        };
        let variant = games.open_with_content(&settings.game, content.as_deref());
        let variant = variant.map_err(RestoreError::Content)?;
        let mut log = EventLog::default();
        log.push(Event::Opened, None);
        Ok(TableState {
            id: id.to_owned(),
            games: Arc::clone(games),
            slots: vec![SeatSlot::new(SeatHolder::Open); variant.seats()],
            has_plugins: has_plugins(&variant),
            settings,
            variant,
            password,
            host,
            host_name,
            game: None,
            log,
            keeps_files: content.is_some(),
        })
    }

    pub(crate) fn phase(&self) -> TablePhase {
        match &self.game {
            None => TablePhase::Open,
            Some(game) if game.verdict.is_none() => TablePhase::Playing,
            Some(_) => TablePhase::Over,
        }
    }

    pub(crate) fn seats_of(&self, person: &PersonId) -> Vec<Seat> {
        let all = Seat::all(self.slots.len());
        all.filter(|seat| self.slots[seat.index()].holder.person() == Some(person))
            .collect()
    }

    /// People who hold at least one seat, sorted, without duplicates.
    pub(crate) fn people(&self) -> Vec<&PersonId> {
        let mut people: Vec<&PersonId> = self
            .slots
            .iter()
            .filter_map(|slot| slot.holder.person())
            .collect();
        people.sort();
        people.dedup();
        people
    }

    /// True if players may ask for hints. Without a setting, hints are allowed if fewer than two
    /// seats are held by people.
    pub(crate) fn has_hints(&self) -> bool {
        let people = self
            .slots
            .iter()
            .filter(|slot| slot.holder.person().is_some());
        self.settings.hints.unwrap_or(people.count() < 2)
    }

    /// True if agents hold all seats.
    pub(crate) fn is_of_agents(&self) -> bool {
        let mut slots = self.slots.iter();
        slots.all(|slot| matches!(slot.holder, SeatHolder::Agent { .. }))
    }

    /// People who must agree to a rematch: all who hold a seat and have not left.
    pub(crate) fn voters(&self) -> Vec<&PersonId> {
        let mut people = self.people();
        people.retain(|person| {
            let own = |slot: &&SeatSlot| slot.holder.person() == Some(person);
            self.slots.iter().filter(own).any(|slot| !slot.is_away)
        });
        people
    }

    pub(crate) fn controller(&self, seat: Seat) -> SeatController {
        let slot = &self.slots[seat.index()];
        match &slot.holder {
            SeatHolder::Open => SeatController::Nobody,
            SeatHolder::Agent { .. } | SeatHolder::Person { .. } if slot.is_out => {
                let substitute = self.settings.substitute.clone();
                SeatController::Agent(substitute.unwrap_or_else(|| self.variant.opponent()))
            }
            SeatHolder::Agent { spec, .. } => SeatController::Agent(spec.clone()),
            SeatHolder::Person { .. } if slot.is_away => match &self.settings.substitute {
                Some(spec) => SeatController::Agent(spec.clone()),
                None => SeatController::Nobody,
            },
            SeatHolder::Person { person, .. } => SeatController::Person(person.clone()),
        }
    }

    /// True if an agent that fails loses the game, instead of being replaced by a substitute.
    pub(crate) fn loses_by_failing(&self) -> bool {
        self.settings.failing == FailurePolicy::Loses && self.slots.len() <= 2
    }

    /// Applies an event and adds its public form to the log. Fails for damaged stored events only.
    pub(crate) fn apply(&mut self, event: TableEvent) -> Result<(), RestoreError> {
        let redacted = match &event {
            TableEvent::Moved { text, .. } if !self.shows_everything() => Some(self.redact(text)?),
            // The failure text may contain hidden information of the seat.
            TableEvent::Failed { seat, reason } if !self.shows_everything() => {
                let may_know = |other| {
                    if other == usize::from(*seat) {
                        reason.clone()
                    } else {
                        String::new()
                    }
                };
                Some((0..=self.slots.len()).map(may_know).collect())
            }
            _ => None,
        };
        let controllers = match event {
            TableEvent::Moved { .. } => None,
            _ => Some(self.controllers()),
        };
        let public_event = self.apply_to_state(event)?;
        if let Some(controllers) = controllers {
            self.note_controller_changes(&controllers);
        }
        self.log.push(public_event, redacted);
        Ok(())
    }

    fn controllers(&self) -> Vec<SeatController> {
        let seats = Seat::all(self.slots.len());
        seats.map(|seat| self.controller(seat)).collect()
    }

    /// Records the current ply for seats whose controller is not the one in `before`.
    fn note_controller_changes(&mut self, before: &[SeatController]) {
        let now = self.controllers();
        if let Some(play) = &mut self.game {
            let seats = play.since.iter_mut().zip(before).zip(&now);
            for ((since, before), now) in seats {
                if before != now {
                    *since = play.plies.len();
                }
            }
        }
    }

    /// Identity of the agent that controls a seat of the running game; `None` if a person does.
    pub(crate) fn agent_identity(&self, seat: Seat) -> Option<AgentIdentity> {
        let play = self.game.as_ref().filter(|play| play.verdict.is_none())?;
        match self.controller(seat) {
            SeatController::Agent(spec) => Some(AgentIdentity {
                streams: if is_external_spec(&spec) {
                    play.secret
                } else {
                    play.header.streams
                },
                spec,
                seat,
                since: *play.since.get(seat.index())?,
                take_backs: play.header.take_backs.count,
            }),
            SeatController::Person(_) | SeatController::Nobody => None,
        }
    }

    /// Text of a move as each seat may see it, in seat order; the last element is for spectators.
    fn redact(&self, text: &str) -> Result<Vec<String>, RestoreError> {
        let position = &self.current_game()?.position;
        let everyone = Seat::all(self.slots.len()).map(Some).chain([None]);
        let tell = |to| {
            position
                .observed_move(text, to)
                .map_err(|error| RestoreError::Damaged(error.to_string()))
        };
        everyone.map(tell).collect()
    }

    fn current_game(&self) -> Result<&TableGame, RestoreError> {
        self.game.as_ref().ok_or_else(no_game)
    }

    pub(super) fn current_game_mut(&mut self) -> Result<&mut TableGame, RestoreError> {
        self.game.as_mut().ok_or_else(no_game)
    }

    /// True if the game variant runs plug-in scripts.
    pub(crate) fn has_plugins(&self) -> bool {
        self.has_plugins
    }

    pub(super) fn slot_mut(&mut self, seat: u8) -> Result<&mut SeatSlot, RestoreError> {
        let slot = self.slots.get_mut(usize::from(seat));
        slot.ok_or_else(|| RestoreError::Damaged(format!("there is no seat {seat}")))
    }

    /// Applies an event to the table's state and returns the event in the form sent to clients.
    fn apply_to_state(&mut self, event: TableEvent) -> Result<Event, RestoreError> {
        Ok(match event {
            TableEvent::Opened { .. } => {
                return Err(RestoreError::Damaged(
                    "the table is opened twice".to_owned(),
                ));
            }
            TableEvent::Changed { settings, content } => {
                self.change(settings, content.as_deref())?;
                Event::Changed
            }
            TableEvent::Seated { seat, holder } => {
                let name = holder.name().to_owned();
                let agent = holder.spec().map(str::to_owned);
                *self.slot_mut(seat)? = SeatSlot::new(holder);
                Event::Seated { seat, name, agent }
            }
            TableEvent::Vacated { seat } => {
                *self.slot_mut(seat)? = SeatSlot::new(SeatHolder::Open);
                Event::Vacated { seat }
            }
            TableEvent::Ready { seat, ready } => {
                self.slot_mut(seat)?.is_ready = ready;
                Event::Ready { seat, ready }
            }
            TableEvent::Host { host, name } => {
                self.host = host;
                self.host_name.clone_from(&name);
                Event::Host { name }
            }
            TableEvent::Started {
                seed,
                streams,
                secret,
                pinned,
                content,
                rules,
            } => {
                self.check_rules(rules.unwrap_or(1))?;
                if let Some(content) = content {
                    self.take_content(&content)?;
                }
                let secret = Seed(secret.unwrap_or(streams));
                self.start(Seed(seed), Seed(streams), secret, &pinned)
            }
            TableEvent::Moved {
                seat,
                text,
                time,
                value,
                nodes,
            } => self.moved(seat, text, time, value, nodes)?,
            TableEvent::Cancelled { plugin, reason } => Event::Cancelled {
                ply: self.current_game()?.plies.len().saturating_sub(1) as u32,
                plugin,
                reason,
            },
            TableEvent::Limited { seat, limit, most } => Event::Limited { seat, limit, most },
            TableEvent::Halted { plugin, reason } => Event::Halted { plugin, reason },
            TableEvent::UndoAsked { seat } => {
                let asker = self.slot_mut(seat)?.holder.person().cloned();
                self.current_game_mut()?.undo = Some(UndoRequest {
                    seat: Seat::new(usize::from(seat)),
                    accepted: asker.into_iter().collect(),
                });
                Event::UndoAsked { seat }
            }
            TableEvent::UndoAccepted { seat } => {
                let person = self.slot_mut(seat)?.holder.person().cloned();
                if let Some(request) = &mut self.current_game_mut()?.undo {
                    request.accepted.extend(person);
                }
                Event::UndoAccepted { seat }
            }
            TableEvent::UndoRefused { seat } => {
                self.current_game_mut()?.undo = None;
                Event::UndoRefused { seat }
            }
            TableEvent::Undone { ply } => {
                let is_open = self.variant.is_open();
                self.current_game_mut()?.take_back(ply as usize, is_open);
                Event::Undone { ply }
            }
            TableEvent::Away { seat } => {
                self.slot_mut(seat)?.is_away = true;
                self.record_absence(Seat::new(usize::from(seat)));
                Event::Away { seat }
            }
            TableEvent::Back { seat } => {
                let slot = self.slot_mut(seat)?;
                slot.is_away = false;
                let plays_on = !slot.is_out;
                let play = self.game.as_mut().filter(|play| play.verdict.is_none());
                if let Some(play) = play.filter(|_| plays_on) {
                    play.dropouts.remove(Seat::new(usize::from(seat)));
                }
                Event::Back { seat }
            }
            TableEvent::Resigned { seat } => {
                self.drop_out(seat, DropoutCauseInfo::Resigned)?;
                Event::Resigned { seat }
            }
            TableEvent::Flagged { seat } => {
                self.drop_out(seat, DropoutCauseInfo::Time)?;
                Event::Flagged { seat }
            }
            TableEvent::Failed { seat, reason } => {
                self.drop_out(seat, DropoutCauseInfo::Failed)?;
                let goes_on = !self.loses_by_failing();
                let agent = match self.controller(Seat::new(usize::from(seat))) {
                    SeatController::Agent(spec) if goes_on => Some(spec),
                    _ => None,
                };
                Event::Failed {
                    seat,
                    reason,
                    agent,
                }
            }
            TableEvent::Ended { verdict, replay } => {
                let play = self.current_game_mut()?;
                play.undo = None;
                play.verdict = Some(verdict.clone());
                Event::Ended { verdict, replay }
            }
            TableEvent::RematchAsked { seat } => {
                let person = self.slot_mut(seat)?.holder.person().cloned();
                self.current_game_mut()?.rematch.extend(person);
                Event::RematchAsked { seat }
            }
        })
    }

    /// Changes the settings of the table. A different game variant may change the number of seats;
    /// agents that cannot play the variant lose their seats.
    fn change(
        &mut self,
        settings: TableSettings,
        content: Option<&[String]>,
    ) -> Result<(), RestoreError> {
        let variant = self.games.open_with_content(&settings.game, content);
        self.variant = variant.map_err(RestoreError::Content)?;
        self.settings = settings;
        self.has_plugins = has_plugins(&self.variant);
        self.slots
            .resize(self.variant.seats(), SeatSlot::new(SeatHolder::Open));
        for slot in &mut self.slots {
            match &slot.holder {
                // External agents are checked at their first move request.
                SeatHolder::Agent { spec, .. } if is_external_spec(spec) => {}
                SeatHolder::Agent { spec, .. } if self.variant.player(spec).is_err() => {
                    *slot = SeatSlot::new(SeatHolder::Open);
                }
                SeatHolder::Agent { .. } => {}
                SeatHolder::Open | SeatHolder::Person { .. } => slot.is_ready = false,
            }
        }
        Ok(())
    }

    /// Checks that a stored game was started with the rules version of this program.
    fn check_rules(&self, begun_with: u32) -> Result<(), RestoreError> {
        let now = self.variant.rules_version();
        if begun_with == now {
            return Ok(());
        }
        Err(RestoreError::Content(format!(
            "begun by version {begun_with} of the rules, this program has version {now}"
        )))
    }

    /// Reopens the variant with the rules files that a stored game was started with.
    fn take_content(&mut self, begun_with: &[String]) -> Result<(), RestoreError> {
        if content_difference(begun_with, &self.variant.content()).is_some() {
            let variant = self
                .games
                .open_with_content(&self.settings.game, Some(begun_with));
            self.variant = variant.map_err(RestoreError::Content)?;
        }
        Ok(())
    }

    fn start(&mut self, seed: Seed, streams: Seed, secret: Seed, pinned: &[(u8, String)]) -> Event {
        for slot in &mut self.slots {
            slot.is_out = false;
        }
        let names = self.slots.iter().map(|slot| slot.holder.name().to_owned());
        let seats: Vec<String> = names.collect();
        // Records contain the full agent spec, and the display name if the agent has one.
        let exactly = |(seat, slot): (u8, &SeatSlot)| {
            let pinned = pinned.iter().find(|(pinned, _)| *pinned == seat);
            let spec = pinned.map_or(slot.holder.spec(), |(_, spec)| Some(spec));
            match (slot.holder.given_name(), spec) {
                (Some(name), Some(spec)) => format!("{name} [{spec}]"),
                (None, Some(spec)) => spec.to_owned(),
                (_, None) => slot.holder.name().to_owned(),
            }
        };
        let clock = self.settings.clock;
        self.game = Some(TableGame {
            header: RecordHeader {
                game: self.variant.spec().to_owned(),
                rules: self.variant.rules_version(),
                program: RecordHeader::this_program(),
                seed,
                streams,
                take_backs: TakeBackSummary::default(),
                content: self.variant.content(),
                opening: 0,
                seats: (0..).zip(&self.slots).map(exactly).collect(),
            },
            position: self.variant.start(seed),
            plies: Vec::new(),
            secret,
            clocks: clock.map(|clock| vec![u64::from(clock.base) * 1000; self.slots.len()]),
            undo: None,
            verdict: None,
            dropouts: GameDropouts::none(self.slots.len()),
            rematch: Vec::new(),
            since: vec![0; self.slots.len()],
        });
        for seat in Seat::all(self.slots.len()) {
            if self.slots[seat.index()].is_away {
                self.record_absence(seat);
            }
        }
        Event::Started {
            game: self.variant.spec().to_owned(),
            seats,
        }
    }

    fn moved(
        &mut self,
        seat: Option<u8>,
        text: String,
        time: Option<u64>,
        value: Option<f64>,
        nodes: u64,
    ) -> Result<Event, RestoreError> {
        let increment = self
            .settings
            .clock
            .map(|clock| u64::from(clock.increment) * 1000);
        self.take_over(seat);
        let play = self.current_game_mut()?;
        if let Err(error) = play.position.play_text(&text)
            // If a plug-in was stopped, the game ends at this move.
            && play.position.halted().is_none()
        {
            return Err(RestoreError::Damaged(format!("move {text}: {error}")));
        }
        play.undo = None;
        if let (Some(clocks), Some(seat), Some(time)) = (&mut play.clocks, seat, time)
            && let Some(left) = clocks.get_mut(usize::from(seat))
        {
            *left = left.saturating_sub(time) + increment.unwrap_or_default();
        }
        let event = Event::Moved {
            ply: play.plies.len() as u32,
            seat,
            text: text.clone(),
            time: time.filter(|_| play.clocks.is_some()),
        };
        play.plies.push(RecordedPly {
            value,
            nodes,
            time: time.map(Duration::from_millis),
            ..RecordedPly::plain(seat.map(|seat| Seat::new(usize::from(seat))), text)
        });
        Ok(event)
    }
}

fn has_plugins(variant: &Variant) -> bool {
    let files = variant.content();
    files.iter().any(|file| file.starts_with("plugin "))
}

fn no_game() -> RestoreError {
    RestoreError::Damaged("a game event before the start of the game".to_owned())
}
