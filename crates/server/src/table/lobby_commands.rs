//! Commands before and after a game: join, leave, ready, settings, start. Each returns the events
//! it causes, or a problem, and leaves the state unchanged.

use ludorum_bridge::is_external_spec;
use ludorum_catalog::Variant;
use ludorum_core::Seat;
use ludorum_protocol::lobby::{SeatOccupantChoice, TablePhase, TableSettings, TimeControl};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::TableTransaction;
use super::pacing::LONGEST_PAUSE;
use super::state::{SeatSlot, TableState};
use super::table_event::{SeatHolder, TableEvent};
use crate::error::require;
use crate::games::ServerGames;
use crate::identity::PersonId;
use crate::names::{is_blank, is_invisible, look_alike};
use crate::operator::OperatorRights;

const LONGEST_NAME: usize = 40;
const LONGEST_DESCRIPTION: usize = 500;
const LONGEST_SPEC: usize = 300;

/// Opens a table and assigns its first seats; without `seats`, the host gets the first seat.
pub(crate) fn open(
    games: &ServerGames,
    host: &PersonId,
    host_name: &str,
    settings: TableSettings,
    password: Option<String>,
    (seats, rights): (&[SeatOccupantChoice], OperatorRights),
) -> Result<TableTransaction, ApiProblem> {
    check_text("name", host_name, 1, LONGEST_NAME)?;
    let settings = check_settings(games, settings)?;
    let variant = games.open_requested(&settings.game)?;
    require(seats.len() <= variant.seats(), ErrorCode::UnknownSeat)?;
    let mut events = vec![TableEvent::Opened {
        settings,
        password,
        host: host.clone(),
        host_name: host_name.to_owned(),
        content: Some(variant.content()),
    }];
    let myself = [SeatOccupantChoice::Here {
        name: host_name.to_owned(),
        colour: None,
    }];
    let seats = if seats.is_empty() { &myself } else { seats };
    let mut seated: Vec<SeatHolder> = Vec::new();
    for (seat, seating) in (0..).zip(seats) {
        let holder = holder(games, &variant, host, (seating, rights))?;
        if holder != SeatHolder::Open {
            require_distinct(&holder, seated.iter())?;
            seated.push(holder.clone());
            events.push(TableEvent::Seated { seat, holder });
        }
    }
    Ok(TableTransaction {
        files: variant.sources(),
        ..events.into()
    })
}

impl TableState {
    /// Gives a person a seat (by default the first open one), or returns a person who left.
    pub(crate) fn join(
        &self,
        who: &PersonId,
        seat: Option<u8>,
        name: &str,
        colour: Option<&str>,
    ) -> Result<TableTransaction, ApiProblem> {
        let back = self.return_events(who);
        if !back.is_empty() {
            return Ok(back.into());
        }
        let holder = person(who, name, colour)?;
        let is_open = |seat: &u8| {
            let slot = self.slots.get(usize::from(*seat));
            slot.is_some_and(|slot| slot.holder == SeatHolder::Open)
        };
        let mine = |seat: u8| self.seats_of(who).contains(&Seat::new(usize::from(seat)));
        let seat = match seat {
            Some(seat) if usize::from(seat) >= self.slots.len() => {
                return Err(ErrorCode::UnknownSeat.into());
            }
            // Joining the same seat again changes name or colour.
            Some(seat) if is_open(&seat) || mine(seat) => seat,
            Some(_) => return Err(ErrorCode::SeatTaken.into()),
            None if !self.seats_of(who).is_empty() => return Ok(TableTransaction::default()),
            None => (0..self.slots.len() as u8)
                .find(is_open)
                .ok_or(ErrorCode::TableFull)?,
        };
        self.require_phase(TablePhase::Open)?;
        let given_up = self
            .seat_of_name(who, holder.name())
            .filter(|own| *own != seat);
        let others = self
            .others(seat)
            .filter(|(index, _)| Some(*index) != given_up);
        require_distinct(&holder, others.map(|(_, holder)| holder))?;
        let given_up = given_up.map(|seat| TableEvent::Vacated { seat });
        let events: Vec<TableEvent> = given_up
            .into_iter()
            .chain([TableEvent::Seated { seat, holder }])
            .collect();
        Ok(events.into())
    }

    /// Seat that a person holds under a name. A person who joins another seat under the same name
    /// moves there; under another name they get an additional seat.
    fn seat_of_name(&self, who: &PersonId, name: &str) -> Option<u8> {
        let own = self.seats_of(who).into_iter();
        own.map(seat_number).find(|seat| {
            let holder = &self.slots[usize::from(*seat)].holder;
            holder.name().to_lowercase() == name.to_lowercase()
        })
    }

    /// Holders of all seats but `seat`, with their seat numbers.
    fn others(&self, seat: u8) -> impl Iterator<Item = (u8, &SeatHolder)> {
        let slots = (0..).zip(&self.slots);
        slots
            .filter(move |(index, _)| *index != seat)
            .map(|(index, slot)| (index, &slot.holder))
    }

    /// Checks a seat assignment by a person who is not the host: people at the table may assign an
    /// open seat to another player on their device, and give up one of several seats they hold.
    fn may_seat(
        &self,
        who: &PersonId,
        slot: &SeatSlot,
        seating: &SeatOccupantChoice,
    ) -> Result<(), ApiProblem> {
        let seats = self.seats_of(who).len();
        let is_own = slot.holder.person() == Some(who);
        let may = match seating {
            SeatOccupantChoice::Here { .. } => {
                seats > 0 && (is_own || slot.holder == SeatHolder::Open)
            }
            SeatOccupantChoice::Open => seats > 1 && is_own,
            SeatOccupantChoice::Agent { .. } => false,
        };
        Ok(require(may, ErrorCode::NotHost)?)
    }

    /// Events that return an absent person to their seats; empty if the person is not absent.
    pub(crate) fn return_events(&self, who: &PersonId) -> Vec<TableEvent> {
        let away = |seat: &Seat| self.slots[seat.index()].is_away;
        let seats = self.seats_of(who).into_iter().filter(away);
        seats
            .map(|seat| TableEvent::Back {
                seat: seat_number(seat),
            })
            .collect()
    }

    /// Lets a person leave. Before the game their seats become open; later they stay reserved.
    pub(crate) fn leave(&self, who: &PersonId) -> Result<TableTransaction, ApiProblem> {
        let seats = self.seats_of(who);
        require(!seats.is_empty(), ErrorCode::NotSeated)?;
        let is_open = self.phase() == TablePhase::Open;
        let present = |seat: &Seat| is_open || !self.slots[seat.index()].is_away;
        let mut events: Vec<TableEvent> = seats
            .into_iter()
            .filter(present)
            .map(seat_number)
            .map(|seat| {
                if is_open {
                    TableEvent::Vacated { seat }
                } else {
                    TableEvent::Away { seat }
                }
            })
            .collect();
        events.extend(self.next_host(who));
        Ok(events.into())
    }

    /// Event that appoints another host if the leaving person is the host.
    fn next_host(&self, leaving: &PersonId) -> Option<TableEvent> {
        if *leaving != self.host {
            return None;
        }
        self.slots.iter().find_map(|slot| match &slot.holder {
            SeatHolder::Person { person, name, .. } if person != leaving && !slot.is_away => {
                Some(TableEvent::Host {
                    host: person.clone(),
                    name: name.clone(),
                })
            }
            _ => None,
        })
    }

    /// Sets or clears the ready mark of all seats of a person before the game.
    pub(crate) fn ready(
        &self,
        who: &PersonId,
        ready: bool,
    ) -> Result<TableTransaction, ApiProblem> {
        self.require_phase(TablePhase::Open)?;
        let seats = self.seats_of(who);
        require(!seats.is_empty(), ErrorCode::NotSeated)?;
        let changes = |seat: &Seat| self.slots[seat.index()].is_ready != ready;
        let seats = seats.into_iter().filter(changes).map(seat_number);
        let events: Vec<TableEvent> = seats
            .map(|seat| TableEvent::Ready { seat, ready })
            .collect();
        Ok(events.into())
    }

    /// Assigns a seat to a player, an agent or no one. The host may assign any seat, other people
    /// only their own and open seats.
    pub(crate) fn seat(
        &self,
        who: &PersonId,
        seat: u8,
        seating: &SeatOccupantChoice,
        rights: OperatorRights,
    ) -> Result<TableTransaction, ApiProblem> {
        let slot = self.slots.get(usize::from(seat));
        if self.host != *who {
            let slot = slot.ok_or(ErrorCode::NotHost)?;
            self.may_seat(who, slot, seating)?;
        }
        self.require_phase(TablePhase::Open)?;
        let slot = slot.ok_or(ErrorCode::UnknownSeat)?;
        // Not even the host may put another player on a person's seat.
        let is_free = slot.holder.person().is_none_or(|person| person == who);
        let is_here = matches!(seating, SeatOccupantChoice::Here { .. });
        require(is_free || !is_here, ErrorCode::SeatTaken)?;
        let holder = holder(&self.games, &self.variant, who, (seating, rights))?;
        if holder == SeatHolder::Open {
            return Ok(TableEvent::Vacated { seat }.into());
        }
        require_distinct(&holder, self.others(seat).map(|(_, holder)| holder))?;
        Ok(TableEvent::Seated { seat, holder }.into())
    }

    /// Changes the settings of a table before the game. Host only.
    pub(crate) fn change_settings(
        &self,
        who: &PersonId,
        settings: TableSettings,
    ) -> Result<TableTransaction, ApiProblem> {
        self.require_host(who)?;
        self.require_phase(TablePhase::Open)?;
        let settings = check_settings(&self.games, settings)?;
        // Players who joined a table with hidden information rely on it staying hidden.
        let reveals = settings.reveal && !self.settings.reveal;
        require(!reveals, ErrorCode::NotAllowed)?;
        let variant = self.games.open_requested(&settings.game)?;
        let event = TableEvent::Changed {
            settings,
            content: Some(variant.content()),
        };
        Ok(TableTransaction {
            files: variant.sources(),
            ..event.into()
        })
    }

    /// Checks that `who` is the host and that all other players are ready to start.
    pub(crate) fn may_start(&self, who: &PersonId) -> Result<(), ApiProblem> {
        self.require_host(who)?;
        self.require_phase(TablePhase::Open)?;
        let is_ready = |slot: &SeatSlot| match &slot.holder {
            SeatHolder::Open => false,
            SeatHolder::Agent { .. } => true,
            SeatHolder::Person { person, .. } => slot.is_ready || person == who,
        };
        Ok(require(
            self.slots.iter().all(is_ready),
            ErrorCode::NotReady,
        )?)
    }

    pub(crate) fn require_phase(&self, phase: TablePhase) -> Result<(), ApiProblem> {
        if self.phase() == phase {
            return Ok(());
        }
        let name = match self.phase() {
            TablePhase::Open => "open",
            TablePhase::Playing => "playing",
            TablePhase::Over => "over",
        };
        Err(ApiProblem::new(ErrorCode::WrongPhase).with("phase", name))
    }

    pub(super) fn require_host(&self, who: &PersonId) -> Result<(), ApiProblem> {
        Ok(require(self.host == *who, ErrorCode::NotHost)?)
    }
}

/// Number of a seat in events and messages, counted from 0.
pub(crate) fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8
}

/// Converts a seat assignment made by `who` into the holder of the seat.
fn holder(
    games: &ServerGames,
    variant: &Variant,
    who: &PersonId,
    (seating, rights): (&SeatOccupantChoice, OperatorRights),
) -> Result<SeatHolder, ApiProblem> {
    match seating {
        SeatOccupantChoice::Open => Ok(SeatHolder::Open),
        SeatOccupantChoice::Here { name, colour } => person(who, name, colour.as_deref()),
        SeatOccupantChoice::Agent { spec, name, colour } => {
            let spec = games.checked_agent_spec(variant, check_spec(spec)?, rights)?;
            agent(spec, name.as_deref(), colour.as_deref())
        }
    }
}

fn person(who: &PersonId, name: &str, colour: Option<&str>) -> Result<SeatHolder, ApiProblem> {
    check_text("name", name, 1, LONGEST_NAME)?;
    Ok(SeatHolder::Person {
        person: who.clone(),
        name: name.trim().to_owned(),
        colour: check_colour(colour)?,
    })
}

fn agent(spec: String, name: Option<&str>, colour: Option<&str>) -> Result<SeatHolder, ApiProblem> {
    if let Some(name) = name {
        check_text("name", name, 1, LONGEST_NAME)?;
    }
    Ok(SeatHolder::Agent {
        spec,
        name: name.map(|name| name.trim().to_owned()),
        colour: check_colour(colour)?,
    })
}

fn check_colour(colour: Option<&str>) -> Result<Option<String>, ApiProblem> {
    if let Some(colour) = colour {
        let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
        let is_colour = digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        if !is_colour {
            return Err(ApiProblem::new(ErrorCode::BadText).with("field", "colour"));
        }
    }
    Ok(colour.map(str::to_owned))
}

/// Refuses a holder whose name looks like the name of another holder, or whose colour is taken.
/// Agents without a display name may share their spec.
fn require_distinct<'a>(
    holder: &SeatHolder,
    others: impl Iterator<Item = &'a SeatHolder>,
) -> Result<(), ApiProblem> {
    for other in others {
        let has_name = holder.person().is_some() || holder.given_name().is_some();
        if has_name && look_alike(other.name(), holder.name()) {
            return Err(ErrorCode::NameTaken.into());
        }
        if let (Some(colour), Some(taken)) = (holder.colour(), other.colour())
            && colour.eq_ignore_ascii_case(taken)
        {
            return Err(ErrorCode::ColourTaken.into());
        }
    }
    Ok(())
}

/// Validates the settings of a table and replaces their specs by canonical ones.
fn check_settings(
    games: &ServerGames,
    mut settings: TableSettings,
) -> Result<TableSettings, ApiProblem> {
    check_text("name", &settings.name, 1, LONGEST_NAME)?;
    check_text("description", &settings.description, 0, LONGEST_DESCRIPTION)?;
    let variant = games.open_requested(check_spec(&settings.game)?)?;
    settings.game = variant.spec().to_owned();
    settings.reveal &= !variant.is_open();
    if let Some(spec) = &settings.substitute {
        // External agents may fail, so they cannot be substitutes.
        if is_external_spec(spec) {
            let reason = "the substitute must be a built-in agent";
            return Err(ApiProblem::new(ErrorCode::BadAgent).with("reason", reason));
        }
        let spec = games.checked_agent_spec(&variant, check_spec(spec)?, OperatorRights::Denied)?;
        settings.substitute = Some(spec);
    }
    if settings.pace.is_some_and(|pace| pace > LONGEST_PAUSE) {
        return Err(ApiProblem::new(ErrorCode::BadText).with("field", "pace"));
    }
    if let Some(TimeControl { base, increment }) = settings.clock
        && (base == 0 || base > 864_000 || increment > 3600)
    {
        return Err(ApiProblem::new(ErrorCode::BadText).with("field", "clock"));
    }
    Ok(settings)
}

fn check_spec(spec: &str) -> Result<&str, ApiProblem> {
    check_text("spec", spec, 1, LONGEST_SPEC)?;
    Ok(spec)
}

fn check_text(field: &str, text: &str, least: usize, most: usize) -> Result<(), ApiProblem> {
    let is_allowed = |c: char| !c.is_control() && !is_invisible(c);
    let length = text.trim().chars().count();
    let is_missing = least > 0 && is_blank(text);
    if is_missing || length < least || text.chars().count() > most || !text.chars().all(is_allowed)
    {
        return Err(ApiProblem::new(ErrorCode::BadText).with("field", field));
    }
    Ok(())
}
