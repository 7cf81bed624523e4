//! What people may do at a table around the game: sit down, leave, tick, change settings, start.
//! Each wish is answered by the facts it makes, or by why not.

use ludorum_bridge::is_guest;
use ludorum_core::Seat;
use ludorum_protocol::lobby::{Clock, Phase, Seating, Settings};
use ludorum_protocol::{Code, Problem};

use super::Decision;
use super::fact::{Fact, Holder};
use super::pacing::LONGEST_PAUSE;
use super::state::{Chair, State};
use crate::games::Games;
use crate::identity::Person;
use crate::names::{is_blank, is_invisible, look_alike};
use crate::operator::Rights;

const LONGEST_NAME: usize = 40;
const LONGEST_DESCRIPTION: usize = 500;
const LONGEST_SPEC: usize = 300;

/// The decision with which a table begins.
pub(crate) fn open(
    games: &Games,
    host: &Person,
    host_name: &str,
    settings: Settings,
    password: Option<String>,
    (seats, rights): (&[Seating], Rights),
) -> Result<Decision, Problem> {
    check_text("name", host_name, 1, LONGEST_NAME)?;
    let settings = check_settings(games, settings)?;
    let variant = games.wanted(&settings.game)?;
    if seats.len() > variant.seats() {
        return Err(Code::UnknownSeat.into());
    }
    let mut facts = vec![Fact::Opened {
        settings,
        password,
        host: host.clone(),
        host_name: host_name.to_owned(),
        content: Some(variant.content()),
    }];
    let myself = [Seating::Here {
        name: host_name.to_owned(),
        colour: None,
    }];
    let seats = if seats.is_empty() { &myself } else { seats };
    let mut seated: Vec<Holder> = Vec::new();
    for (seat, seating) in (0..).zip(seats) {
        let holder = match seating {
            Seating::Open => continue,
            Seating::Here { name, colour } => {
                let holder = person(host, name, colour.as_deref())?;
                distinct(&holder, seated.iter())?;
                holder
            }
            Seating::Agent { spec, name, colour } => {
                let spec = games.wanted_agent(&variant, check_spec(spec)?, rights)?;
                let holder = agent(spec, name.as_deref(), colour.as_deref())?;
                distinct(&holder, seated.iter())?;
                holder
            }
        };
        seated.push(holder.clone());
        facts.push(Fact::Seated { seat, holder });
    }
    Ok(Decision {
        files: variant.sources(),
        ..facts.into()
    })
}

impl State {
    /// A person sits down, or comes back to a seat of theirs.
    pub(crate) fn join(
        &self,
        who: &Person,
        seat: Option<u8>,
        name: &str,
        colour: Option<&str>,
    ) -> Result<Decision, Problem> {
        let back = self.come_back(who);
        if !back.is_empty() {
            return Ok(back.into());
        }
        let holder = person(who, name, colour)?;
        let is_open = |seat: &u8| {
            let chair = self.chairs.get(usize::from(*seat));
            chair.is_some_and(|chair| chair.holder == Holder::Open)
        };
        let mine = |seat: u8| self.seats_of(who).contains(&Seat::new(usize::from(seat)));
        let seat = match seat {
            Some(seat) if usize::from(seat) >= self.chairs.len() => {
                return Err(Code::UnknownSeat.into());
            }
            // The same seat again: another name or colour.
            Some(seat) if is_open(&seat) || mine(seat) => seat,
            Some(_) => return Err(Code::SeatTaken.into()),
            // Who sits already need not sit down again.
            None if !self.seats_of(who).is_empty() => return Ok(Decision::default()),
            None => (0..self.chairs.len() as u8)
                .find(is_open)
                .ok_or(Code::TableFull)?,
        };
        self.only_in(Phase::Open)?;
        let given_up = self
            .seat_of_name(who, holder.name())
            .filter(|own| *own != seat);
        let others = self
            .others(seat)
            .filter(|(index, _)| Some(*index) != given_up);
        distinct(&holder, others.map(|(_, holder)| holder))?;
        let given_up = given_up.map(|seat| Fact::Vacated { seat });
        let facts: Vec<Fact> = given_up
            .into_iter()
            .chain([Fact::Seated { seat, holder }])
            .collect();
        Ok(facts.into())
    }

    /// The seat a person has under a name. Whoever sits down elsewhere under the same name moves
    /// there; under another name they bring somebody along.
    fn seat_of_name(&self, who: &Person, name: &str) -> Option<u8> {
        let own = self.seats_of(who).into_iter();
        own.map(number).find(|seat| {
            let holder = &self.chairs[usize::from(*seat)].holder;
            holder.name().to_lowercase() == name.to_lowercase()
        })
    }

    /// Those who hold the other seats, with the numbers of these.
    fn others(&self, seat: u8) -> impl Iterator<Item = (u8, &Holder)> {
        let chairs = (0..).zip(&self.chairs);
        chairs
            .filter(move |(index, _)| *index != seat)
            .map(|(index, chair)| (index, &chair.holder))
    }

    /// Whether somebody other than the host may say this of a seat. Whoever sits at the table may
    /// bring somebody to an open seat, and give up one of several seats of their own.
    fn may_seat(&self, who: &Person, chair: &Chair, seating: &Seating) -> Result<(), Problem> {
        let seats = self.seats_of(who).len();
        let is_own = chair.holder.person() == Some(who);
        let may = match seating {
            Seating::Here { .. } => seats > 0 && (is_own || chair.holder == Holder::Open),
            Seating::Open => seats > 1 && is_own,
            Seating::Agent { .. } => false,
        };
        if may {
            Ok(())
        } else {
            Err(Code::NotHost.into())
        }
    }

    /// The seats an absent person gets back by returning.
    pub(crate) fn come_back(&self, who: &Person) -> Vec<Fact> {
        let away = |seat: &Seat| self.chairs[seat.index()].is_away;
        let seats = self.seats_of(who).into_iter().filter(away);
        seats
            .map(|seat| Fact::Back { seat: number(seat) })
            .collect()
    }

    /// A person leaves. Before the game the seats are open again; later they are kept for them.
    pub(crate) fn leave(&self, who: &Person) -> Result<Decision, Problem> {
        let seats = self.seats_of(who);
        if seats.is_empty() {
            return Err(Code::NotSeated.into());
        }
        let is_open = self.phase() == Phase::Open;
        let present = |seat: &Seat| is_open || !self.chairs[seat.index()].is_away;
        let mut facts: Vec<Fact> = seats
            .into_iter()
            .filter(present)
            .map(|seat| match is_open {
                true => Fact::Vacated { seat: number(seat) },
                false => Fact::Away { seat: number(seat) },
            })
            .collect();
        facts.extend(self.next_host(who));
        Ok(facts.into())
    }

    /// If the host goes, somebody who stays is the host.
    fn next_host(&self, leaving: &Person) -> Option<Fact> {
        if *leaving != self.host {
            return None;
        }
        self.chairs.iter().find_map(|chair| match &chair.holder {
            Holder::Person { person, name, .. } if person != leaving && !chair.is_away => {
                Some(Fact::Host {
                    host: person.clone(),
                    name: name.clone(),
                })
            }
            _ => None,
        })
    }

    /// A person ticks all their seats, or removes the ticks.
    pub(crate) fn ready(&self, who: &Person, ready: bool) -> Result<Decision, Problem> {
        self.only_in(Phase::Open)?;
        let seats = self.seats_of(who);
        if seats.is_empty() {
            return Err(Code::NotSeated.into());
        }
        let changes = |seat: &Seat| self.chairs[seat.index()].is_ready != ready;
        let seats = seats.into_iter().filter(changes).map(number);
        let facts: Vec<Fact> = seats.map(|seat| Fact::Ready { seat, ready }).collect();
        Ok(facts.into())
    }

    /// The host says who shall sit at a seat; others do so of their own seats and of open ones.
    pub(crate) fn seat(
        &self,
        who: &Person,
        seat: u8,
        seating: &Seating,
        rights: Rights,
    ) -> Result<Decision, Problem> {
        let chair = self.chairs.get(usize::from(seat));
        if self.host != *who {
            let chair = chair.ok_or(Code::NotHost)?;
            self.may_seat(who, chair, seating)?;
        }
        self.only_in(Phase::Open)?;
        let chair = chair.ok_or(Code::UnknownSeat)?;
        let holder = match seating {
            Seating::Open => Holder::Open,
            Seating::Agent { spec, name, colour } => {
                let spec = self
                    .games
                    .wanted_agent(&self.variant, check_spec(spec)?, rights)?;
                let holder = agent(spec, name.as_deref(), colour.as_deref())?;
                distinct(&holder, self.others(seat).map(|(_, holder)| holder))?;
                holder
            }
            // Nobody is replaced by a friend of the host: the seat must be open or the host's.
            Seating::Here { name, colour } => match chair.holder.person() {
                Some(person) if person != who => return Err(Code::SeatTaken.into()),
                _ => {
                    let holder = person(who, name, colour.as_deref())?;
                    distinct(&holder, self.others(seat).map(|(_, holder)| holder))?;
                    holder
                }
            },
        };
        Ok(match holder {
            Holder::Open => Fact::Vacated { seat }.into(),
            holder => Fact::Seated { seat, holder }.into(),
        })
    }

    /// The host changes what is played and how.
    pub(crate) fn change_settings(
        &self,
        who: &Person,
        settings: Settings,
    ) -> Result<Decision, Problem> {
        self.only_host(who)?;
        self.only_in(Phase::Open)?;
        let settings = check_settings(&self.games, settings)?;
        // Whoever sat down at a table where things are hidden counts on it.
        if settings.reveal && !self.settings.reveal {
            return Err(Code::NotAllowed.into());
        }
        let variant = self.games.wanted(&settings.game)?;
        let fact = Fact::Changed {
            settings,
            content: Some(variant.content()),
        };
        Ok(Decision {
            files: variant.sources(),
            ..fact.into()
        })
    }

    /// The host starts the game; everyone else must have ticked.
    pub(crate) fn may_start(&self, who: &Person) -> Result<(), Problem> {
        self.only_host(who)?;
        self.only_in(Phase::Open)?;
        let is_ready = |chair: &Chair| match &chair.holder {
            Holder::Open => false,
            Holder::Agent { .. } => true,
            Holder::Person { person, .. } => chair.is_ready || person == who,
        };
        if self.chairs.iter().all(is_ready) {
            Ok(())
        } else {
            Err(Code::NotReady.into())
        }
    }

    pub(crate) fn only_in(&self, phase: Phase) -> Result<(), Problem> {
        if self.phase() == phase {
            return Ok(());
        }
        let name = match self.phase() {
            Phase::Open => "open",
            Phase::Playing => "playing",
            Phase::Over => "over",
        };
        Err(Problem::new(Code::WrongPhase).with("phase", name))
    }

    fn only_host(&self, who: &Person) -> Result<(), Problem> {
        if self.host == *who {
            Ok(())
        } else {
            Err(Code::NotHost.into())
        }
    }
}

/// The number of a seat on the wire and in facts.
pub(crate) fn number(seat: Seat) -> u8 {
    seat.index() as u8
}

fn person(who: &Person, name: &str, colour: Option<&str>) -> Result<Holder, Problem> {
    check_text("name", name, 1, LONGEST_NAME)?;
    Ok(Holder::Person {
        person: who.clone(),
        name: name.trim().to_owned(),
        colour: check_colour(colour)?,
    })
}

fn agent(spec: String, name: Option<&str>, colour: Option<&str>) -> Result<Holder, Problem> {
    if let Some(name) = name {
        check_text("name", name, 1, LONGEST_NAME)?;
    }
    Ok(Holder::Agent {
        spec,
        name: name.map(|name| name.trim().to_owned()),
        colour: check_colour(colour)?,
    })
}

fn check_colour(colour: Option<&str>) -> Result<Option<String>, Problem> {
    if let Some(colour) = colour {
        let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
        let is_colour = digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        if !is_colour {
            return Err(Problem::new(Code::BadText).with("field", "colour"));
        }
    }
    Ok(colour.map(str::to_owned))
}

/// Nobody at a table can be taken for somebody else: not by a name, unless they are agents without
/// one, and not by a colour that was chosen.
fn distinct<'a>(holder: &Holder, others: impl Iterator<Item = &'a Holder>) -> Result<(), Problem> {
    for other in others {
        let has_name = holder.person().is_some() || holder.given_name().is_some();
        if has_name && look_alike(other.name(), holder.name()) {
            return Err(Code::NameTaken.into());
        }
        if let (Some(colour), Some(taken)) = (holder.colour(), other.colour())
            && colour.eq_ignore_ascii_case(taken)
        {
            return Err(Code::ColourTaken.into());
        }
    }
    Ok(())
}

/// The settings with their specs in shortest form.
fn check_settings(games: &Games, mut settings: Settings) -> Result<Settings, Problem> {
    check_text("name", &settings.name, 1, LONGEST_NAME)?;
    check_text("description", &settings.description, 0, LONGEST_DESCRIPTION)?;
    let variant = games.wanted(check_spec(&settings.game)?)?;
    settings.game = variant.spec().to_owned();
    settings.reveal &= !variant.is_open();
    if let Some(spec) = &settings.substitute {
        // It plays for those who fail, so it must not be one that can.
        if is_guest(spec) {
            let reason = "the substitute is an agent of the server's own";
            return Err(Problem::new(Code::BadAgent).with("reason", reason));
        }
        let spec = games.wanted_agent(&variant, check_spec(spec)?, Rights::Everyone)?;
        settings.substitute = Some(spec);
    }
    if settings.pace.is_some_and(|pace| pace > LONGEST_PAUSE) {
        return Err(Problem::new(Code::BadText).with("field", "pace"));
    }
    if let Some(Clock { base, increment }) = settings.clock
        && (base == 0 || base > 864_000 || increment > 3600)
    {
        return Err(Problem::new(Code::BadText).with("field", "clock"));
    }
    Ok(settings)
}

fn check_spec(spec: &str) -> Result<&str, Problem> {
    check_text("spec", spec, 1, LONGEST_SPEC)?;
    Ok(spec)
}

fn check_text(field: &str, text: &str, least: usize, most: usize) -> Result<(), Problem> {
    let is_allowed = |c: char| !c.is_control() && !is_invisible(c);
    let length = text.trim().chars().count();
    let is_missing = least > 0 && is_blank(text);
    if is_missing || length < least || text.chars().count() > most || !text.chars().all(is_allowed)
    {
        return Err(Problem::new(Code::BadText).with("field", field));
    }
    Ok(())
}
