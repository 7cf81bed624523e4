//! A table as its facts have made it. Nothing here waits, draws randomness or reads the clock.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ludorum_bridge::is_guest;
use ludorum_catalog::{Position, Variant, chance_seed};
use ludorum_core::{Node, Seat, Seed};
use ludorum_protocol::lobby::{Failing, Phase, Settings};
use ludorum_protocol::table::{DropCause, Event, Verdict};
use ludorum_record::{Header, Ply, Record, SeenLuck, TakeBacks, difference};

use super::dropouts::Dropouts;
use super::fact::{Fact, Holder};
use super::log::Log;
use super::resident::Life;
use crate::games::Games;
use crate::identity::Person;

/// A table.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) id: String,
    pub(crate) games: Arc<Games>,
    pub(crate) settings: Settings,
    pub(crate) variant: Variant,
    pub(crate) password: Option<String>,
    pub(crate) host: Person,
    pub(crate) host_name: String,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) game: Option<Play>,
    pub(crate) log: Log,
    /// Whether the files of the game were kept when the table was opened.
    pub(crate) keeps_files: bool,
    /// Whether plug-ins are asked when a position is looked at.
    has_plugins: bool,
}

/// A seat with who holds it.
#[derive(Clone, Debug)]
pub(crate) struct Chair {
    pub(crate) holder: Holder,
    pub(crate) is_ready: bool,
    /// The person has left, and may return.
    pub(crate) is_away: bool,
    /// The person has given up, run out of time or been replaced for good after leaving, or the agent
    /// has failed: another agent plays the game to its end, for itself.
    pub(crate) is_out: bool,
}

/// Who is to think about a seat's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    Person(Person),
    Agent(String),
    /// The person is away and nobody plays in their place.
    Nobody,
}

/// A game, being played or over.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) header: Header,
    pub(crate) position: Position,
    pub(crate) plies: Vec<Ply>,
    /// What the seeds of external agents come from.
    pub(crate) secret: Seed,
    /// Milliseconds left to each seat.
    pub(crate) clocks: Option<Vec<u64>>,
    pub(crate) undo: Option<UndoWish>,
    pub(crate) verdict: Option<Verdict>,
    /// Those who have left the game before its end.
    pub(crate) dropouts: Dropouts,
    pub(crate) rematch: Vec<Person>,
    /// The ply at which each seat came to whoever moves for it now.
    pub(crate) since: Vec<usize>,
}

/// A wish to take a move back, and who has agreed.
#[derive(Debug)]
pub(crate) struct UndoWish {
    pub(crate) seat: Seat,
    pub(crate) accepted: Vec<Person>,
}

/// Why facts make no table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Corrupt {
    /// They are damaged.
    Damaged(String),
    /// The rules or the files the game was begun with are not those there are now, or are gone.
    Content(String),
}

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Corrupt::Damaged(reason) | Corrupt::Content(reason)) = self;
        f.write_str(reason)
    }
}

impl Chair {
    pub(crate) fn new(holder: Holder) -> Chair {
        Chair {
            is_ready: matches!(holder, Holder::Agent { .. }),
            holder,
            is_away: false,
            is_out: false,
        }
    }
}

impl Play {
    pub(crate) fn to_move(&self) -> Option<Seat> {
        match self.position.node() {
            Node::Decide(seat) if self.verdict.is_none() => Some(seat),
            _ => None,
        }
    }

    /// The seed chance is drawn from next: after a take-back another one.
    pub(crate) fn chance(&self) -> Seed {
        chance_seed(self.header.seed, self.header.take_backs.count)
    }

    /// The record of the game with these plies, which the rules have ended if `ranked`.
    pub(crate) fn record(
        &self,
        plies: Vec<Ply>,
        dropouts: Vec<ludorum_record::Dropout>,
        end: &Position,
    ) -> Record {
        Record {
            header: self.header.clone(),
            plies,
            dropouts,
            ranks: end.outcome().map(|outcome| outcome.ranks()),
        }
    }
}

impl State {
    /// The table its stored facts make.
    pub(crate) fn restore(
        id: &str,
        games: &Arc<Games>,
        facts: &[String],
    ) -> Result<State, Corrupt> {
        let read = |text: &String| {
            serde_json::from_str::<Fact>(text).map_err(|error| Corrupt::Damaged(error.to_string()))
        };
        let mut facts = facts.iter().map(read);
        let first = facts
            .next()
            .ok_or_else(|| Corrupt::Damaged("it has no facts".to_owned()))??;
        let mut state = State::opened(id, games, first)?;
        for fact in facts {
            state.apply(fact?)?;
        }
        Ok(state)
    }

    /// The table of its first fact.
    pub(crate) fn opened(id: &str, games: &Arc<Games>, fact: Fact) -> Result<State, Corrupt> {
        let Fact::Opened {
            settings,
            password,
            host,
            host_name,
            content,
        } = fact
        else {
            return Err(Corrupt::Damaged(
                "it does not begin with its opening".to_owned(),
            ));
        };
        let variant = games.open_with(&settings.game, content.as_deref());
        let variant = variant.map_err(Corrupt::Content)?;
        let mut log = Log::default();
        log.push(Event::Opened, None);
        Ok(State {
            id: id.to_owned(),
            games: Arc::clone(games),
            chairs: vec![Chair::new(Holder::Open); variant.seats()],
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

    pub(crate) fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Open,
            Some(game) if game.verdict.is_none() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    /// The seats a person holds.
    pub(crate) fn seats_of(&self, person: &Person) -> Vec<Seat> {
        let all = Seat::all(self.chairs.len());
        all.filter(|seat| self.chairs[seat.index()].holder.person() == Some(person))
            .collect()
    }

    /// All persons at the table, each once.
    pub(crate) fn people(&self) -> Vec<&Person> {
        let mut people: Vec<&Person> = self
            .chairs
            .iter()
            .filter_map(|chair| chair.holder.person())
            .collect();
        people.sort();
        people.dedup();
        people
    }

    /// Whether players may ask for hints. Between several people all must have agreed: the host by
    /// saying so, the others by ticking when it was said.
    pub(crate) fn has_hints(&self) -> bool {
        let people = self
            .chairs
            .iter()
            .filter(|chair| chair.holder.person().is_some());
        self.settings.hints.unwrap_or(people.count() < 2)
    }

    /// Whether only agents sit at the table.
    pub(crate) fn is_of_agents(&self) -> bool {
        let mut chairs = self.chairs.iter();
        chairs.all(|chair| matches!(chair.holder, Holder::Agent { .. }))
    }

    /// Those who have to agree to something: all persons at the table who have not left.
    pub(crate) fn voters(&self) -> Vec<&Person> {
        let mut people = self.people();
        people.retain(|person| {
            let own = |chair: &&Chair| chair.holder.person() == Some(person);
            self.chairs.iter().filter(own).any(|chair| !chair.is_away)
        });
        people
    }

    /// Who is to think about the moves of a seat.
    pub(crate) fn mover(&self, seat: Seat) -> Mover {
        let chair = &self.chairs[seat.index()];
        match &chair.holder {
            Holder::Open => Mover::Nobody,
            Holder::Agent { .. } | Holder::Person { .. } if chair.is_out => {
                let substitute = self.settings.substitute.clone();
                Mover::Agent(substitute.unwrap_or_else(|| self.variant.opponent()))
            }
            Holder::Agent { spec, .. } => Mover::Agent(spec.clone()),
            Holder::Person { .. } if chair.is_away => match &self.settings.substitute {
                Some(spec) => Mover::Agent(spec.clone()),
                None => Mover::Nobody,
            },
            Holder::Person { person, .. } => Mover::Person(person.clone()),
        }
    }

    /// Whether an agent that fails has lost the game.
    pub(crate) fn loses_by_failing(&self) -> bool {
        self.settings.failing == Failing::Loses && self.chairs.len() <= 2
    }

    /// Adds a fact. Facts that were decided upon always fit; stored ones may be damaged.
    pub(crate) fn apply(&mut self, fact: Fact) -> Result<(), Corrupt> {
        let told = match &fact {
            Fact::Moved { text, .. } if !self.shows_everything() => Some(self.tell(text)?),
            // What a program said before it failed may be what its seat knew.
            Fact::Failed { seat, reason } if !self.shows_everything() => {
                let may_know = |other| match other == usize::from(*seat) {
                    true => reason.clone(),
                    false => String::new(),
                };
                Some((0..=self.chairs.len()).map(may_know).collect())
            }
            _ => None,
        };
        let movers = match fact {
            Fact::Moved { .. } => None,
            _ => Some(self.movers()),
        };
        let event = self.happen(fact)?;
        if let Some(movers) = movers {
            self.note_movers(&movers);
        }
        self.log.push(event, told);
        Ok(())
    }

    fn movers(&self) -> Vec<Mover> {
        let seats = Seat::all(self.chairs.len());
        seats.map(|seat| self.mover(seat)).collect()
    }

    /// Takes down since when seats are in other hands than before.
    fn note_movers(&mut self, before: &[Mover]) {
        let now = self.movers();
        if let Some(play) = &mut self.game {
            let seats = play.since.iter_mut().zip(before).zip(&now);
            for ((since, before), now) in seats {
                if before != now {
                    *since = play.plies.len();
                }
            }
        }
    }

    /// The agent that moves for a seat in the game that is being played.
    pub(crate) fn life(&self, seat: Seat) -> Option<Life> {
        let play = self.game.as_ref().filter(|play| play.verdict.is_none())?;
        match self.mover(seat) {
            Mover::Agent(spec) => Some(Life {
                streams: match is_guest(&spec) {
                    true => play.secret,
                    false => play.header.streams,
                },
                spec,
                seat,
                since: *play.since.get(seat.index())?,
                take_backs: play.header.take_backs.count,
            }),
            Mover::Person(_) | Mover::Nobody => None,
        }
    }

    /// How a move is told to each seat, and to spectators last.
    fn tell(&self, text: &str) -> Result<Vec<String>, Corrupt> {
        let position = &self.play()?.position;
        let everyone = Seat::all(self.chairs.len()).map(Some).chain([None]);
        let tell = |to| {
            position
                .tell(text, to)
                .map_err(|error| Corrupt::Damaged(error.to_string()))
        };
        everyone.map(tell).collect()
    }

    fn play(&self) -> Result<&Play, Corrupt> {
        self.game.as_ref().ok_or_else(no_game)
    }

    pub(super) fn play_mut(&mut self) -> Result<&mut Play, Corrupt> {
        self.game.as_mut().ok_or_else(no_game)
    }

    /// Whether plug-ins are asked when a position is looked at.
    pub(crate) fn has_plugins(&self) -> bool {
        self.has_plugins
    }

    pub(super) fn chair(&mut self, seat: u8) -> Result<&mut Chair, Corrupt> {
        let chair = self.chairs.get_mut(usize::from(seat));
        chair.ok_or_else(|| Corrupt::Damaged(format!("there is no seat {seat}")))
    }

    /// Changes the table as the fact says, and tells what everyone may know of it.
    fn happen(&mut self, fact: Fact) -> Result<Event, Corrupt> {
        Ok(match fact {
            Fact::Opened { .. } => return Err(Corrupt::Damaged("it is opened twice".to_owned())),
            Fact::Changed { settings, content } => {
                self.change(settings, content.as_deref())?;
                Event::Changed
            }
            Fact::Seated { seat, holder } => {
                let name = holder.name().to_owned();
                let agent = holder.spec().map(str::to_owned);
                *self.chair(seat)? = Chair::new(holder);
                Event::Seated { seat, name, agent }
            }
            Fact::Vacated { seat } => {
                *self.chair(seat)? = Chair::new(Holder::Open);
                Event::Vacated { seat }
            }
            Fact::Ready { seat, ready } => {
                self.chair(seat)?.is_ready = ready;
                Event::Ready { seat, ready }
            }
            Fact::Host { host, name } => {
                self.host = host;
                self.host_name.clone_from(&name);
                Event::Host { name }
            }
            Fact::Started {
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
            Fact::Moved {
                seat,
                text,
                time,
                value,
                nodes,
            } => self.moved(seat, text, time, value, nodes)?,
            Fact::Cancelled { plugin, reason } => Event::Cancelled {
                ply: self.play()?.plies.len().saturating_sub(1) as u32,
                plugin,
                reason,
            },
            Fact::Limited { seat, limit, most } => Event::Limited { seat, limit, most },
            Fact::Halted { plugin, reason } => Event::Halted { plugin, reason },
            Fact::UndoAsked { seat } => {
                let asker = self.chair(seat)?.holder.person().cloned();
                self.play_mut()?.undo = Some(UndoWish {
                    seat: Seat::new(usize::from(seat)),
                    accepted: asker.into_iter().collect(),
                });
                Event::UndoAsked { seat }
            }
            Fact::UndoAccepted { seat } => {
                let person = self.chair(seat)?.holder.person().cloned();
                if let Some(wish) = &mut self.play_mut()?.undo {
                    wish.accepted.extend(person);
                }
                Event::UndoAccepted { seat }
            }
            Fact::UndoRefused { seat } => {
                self.play_mut()?.undo = None;
                Event::UndoRefused { seat }
            }
            Fact::Undone { ply } => {
                let is_open = self.variant.is_open();
                let play = self.play_mut()?;
                play.undo = None;
                let left = play.plies.len().min(ply as usize);
                let luck = SeenLuck::of(&play.plies[left..], is_open);
                while play.plies.len() > ply as usize && play.position.undo() {
                    play.plies.pop();
                }
                play.header.take_backs.add(luck);
                play.dropouts.rewind(left);
                for since in &mut play.since {
                    *since = (*since).min(play.plies.len());
                }
                Event::Undone { ply }
            }
            Fact::Away { seat } => {
                self.chair(seat)?.is_away = true;
                self.note_absence(Seat::new(usize::from(seat)));
                Event::Away { seat }
            }
            Fact::Back { seat } => {
                let chair = self.chair(seat)?;
                chair.is_away = false;
                let plays_on = !chair.is_out;
                let play = self.game.as_mut().filter(|play| play.verdict.is_none());
                if let Some(play) = play.filter(|_| plays_on) {
                    play.dropouts.remove(Seat::new(usize::from(seat)));
                }
                Event::Back { seat }
            }
            Fact::Resigned { seat } => {
                self.drop_out(seat, DropCause::Resigned)?;
                Event::Resigned { seat }
            }
            Fact::Flagged { seat } => {
                self.drop_out(seat, DropCause::Time)?;
                Event::Flagged { seat }
            }
            Fact::Failed { seat, reason } => {
                self.drop_out(seat, DropCause::Failed)?;
                let goes_on = !self.loses_by_failing();
                let agent = match self.mover(Seat::new(usize::from(seat))) {
                    Mover::Agent(spec) if goes_on => Some(spec),
                    _ => None,
                };
                Event::Failed {
                    seat,
                    reason,
                    agent,
                }
            }
            Fact::Ended { verdict, replay } => {
                let play = self.play_mut()?;
                play.undo = None;
                play.verdict = Some(verdict.clone());
                Event::Ended { verdict, replay }
            }
            Fact::RematchAsked { seat } => {
                let person = self.chair(seat)?.holder.person().cloned();
                self.play_mut()?.rematch.extend(person);
                Event::RematchAsked { seat }
            }
        })
    }

    /// Other settings. With another game seats may come or go, and agents that cannot play it go.
    fn change(&mut self, settings: Settings, content: Option<&[String]>) -> Result<(), Corrupt> {
        let variant = self.games.open_with(&settings.game, content);
        self.variant = variant.map_err(Corrupt::Content)?;
        self.settings = settings;
        self.has_plugins = has_plugins(&self.variant);
        self.chairs
            .resize(self.variant.seats(), Chair::new(Holder::Open));
        for chair in &mut self.chairs {
            match &chair.holder {
                // Whether an external agent can play shows when it is asked.
                Holder::Agent { spec, .. } if is_guest(spec) => {}
                Holder::Agent { spec, .. } if self.variant.player(spec).is_err() => {
                    *chair = Chair::new(Holder::Open);
                }
                Holder::Agent { .. } => {}
                Holder::Open | Holder::Person { .. } => chair.is_ready = false,
            }
        }
        Ok(())
    }

    /// A game goes on only by the rules it was begun with.
    fn check_rules(&self, begun_with: u32) -> Result<(), Corrupt> {
        let now = self.variant.rules_version();
        if begun_with == now {
            return Ok(());
        }
        Err(Corrupt::Content(format!(
            "begun by version {begun_with} of the rules, this program has version {now}"
        )))
    }

    /// A game goes on only with the files it was begun with.
    fn take_content(&mut self, begun_with: &[String]) -> Result<(), Corrupt> {
        if difference(begun_with, &self.variant.content()).is_some() {
            let variant = self.games.open_with(&self.settings.game, Some(begun_with));
            self.variant = variant.map_err(Corrupt::Content)?;
        }
        Ok(())
    }

    fn start(&mut self, seed: Seed, streams: Seed, secret: Seed, pinned: &[(u8, String)]) -> Event {
        for chair in &mut self.chairs {
            chair.is_out = false;
        }
        let names = self
            .chairs
            .iter()
            .map(|chair| chair.holder.name().to_owned());
        let seats: Vec<String> = names.collect();
        // A record says which agent it was, and what it was called if it had a name.
        let exactly = |(seat, chair): (u8, &Chair)| {
            let pinned = pinned.iter().find(|(pinned, _)| *pinned == seat);
            let spec = pinned.map_or(chair.holder.spec(), |(_, spec)| Some(spec));
            match (chair.holder.given_name(), spec) {
                (Some(name), Some(spec)) => format!("{name} [{spec}]"),
                (None, Some(spec)) => spec.to_owned(),
                (_, None) => chair.holder.name().to_owned(),
            }
        };
        let clock = self.settings.clock;
        self.game = Some(Play {
            header: Header {
                game: self.variant.spec().to_owned(),
                rules: self.variant.rules_version(),
                program: Header::this_program(),
                seed,
                streams,
                take_backs: TakeBacks::default(),
                content: self.variant.content(),
                opening: 0,
                seats: (0..).zip(&self.chairs).map(exactly).collect(),
            },
            position: self.variant.start(seed),
            plies: Vec::new(),
            secret,
            clocks: clock.map(|clock| vec![u64::from(clock.base) * 1000; self.chairs.len()]),
            undo: None,
            verdict: None,
            dropouts: Dropouts::none(self.chairs.len()),
            rematch: Vec::new(),
            since: vec![0; self.chairs.len()],
        });
        for seat in Seat::all(self.chairs.len()) {
            if self.chairs[seat.index()].is_away {
                self.note_absence(seat);
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
    ) -> Result<Event, Corrupt> {
        let increment = self
            .settings
            .clock
            .map(|clock| u64::from(clock.increment) * 1000);
        self.take_over(seat);
        let play = self.play_mut()?;
        if let Err(error) = play.position.play_text(&text)
            // A plug-in was stopped: what was played is known, and the game ends here.
            && play.position.halted().is_none()
        {
            return Err(Corrupt::Damaged(format!("move {text}: {error}")));
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
        play.plies.push(Ply {
            value,
            nodes,
            time: time.map(Duration::from_millis),
            ..Ply::plain(seat.map(|seat| Seat::new(usize::from(seat))), text)
        });
        Ok(event)
    }
}

fn has_plugins(variant: &Variant) -> bool {
    let files = variant.content();
    files.iter().any(|file| file.starts_with("plugin "))
}

fn no_game() -> Corrupt {
    Corrupt::Damaged("something happened in a game that had not begun".to_owned())
}
