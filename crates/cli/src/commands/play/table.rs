//! A game in progress with who sits where: moves in, a record out. Nothing is printed here.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ludorum_catalog::{
    Asking, Forfeit, Key, Player, Position, SeatedAgent, SpecError, Variant, agent_stream,
    chance_rng, chance_seed,
};
use ludorum_core::{Effort, Mishap, Node, Seat, Seed, Stop, TextError};
use ludorum_record::{Header, Ply, Record, SeenLuck, TakeBacks, read, replay};

use super::HUMAN;
use crate::files::{self, Target};
use crate::guests;
use crate::language::say;

/// Who sits at a seat.
enum Chair {
    Human,
    Agent(SeatedAgent),
}

/// Who is to sit at a seat.
enum Sitter {
    Human,
    Agent(Player),
}

/// A game in progress.
pub(super) struct Table {
    variant: Variant,
    position: Position,
    chairs: Vec<Chair>,
    record: Record,
    /// The seed and the key that repeat the game; none of a loaded one.
    repeated_by: Option<(Seed, Option<Key>)>,
    /// Which agent gave the game up, and why.
    forfeit: Option<(Seat, Forfeit)>,
    /// Where the game was saved or loaded last: the one file that may be overwritten.
    file: Option<PathBuf>,
}

/// A move an agent made, or an event of chance.
pub(super) struct Told {
    /// Whose move; none is chance.
    pub(super) seat: Option<Seat>,
    pub(super) text: String,
    pub(super) value: Option<f64>,
    pub(super) effort: Effort,
    pub(super) time: Duration,
}

impl Table {
    /// A new game.
    ///
    /// Where external agents play, the seeds come from `key` too, or from a random one, so that no
    /// agent finds them by trying.
    pub(super) fn new(
        variant: Variant,
        seats: &[String],
        seed: Seed,
        key: Option<Key>,
    ) -> Result<Table> {
        let sitters = called(&variant, seats)?;
        let is_guest =
            |sitter: &Sitter| matches!(sitter, Sitter::Agent(player) if player.is_guest());
        let has_guests = sitters.iter().any(is_guest);
        if key.is_some() && !has_guests {
            bail!(say!("no-key-needed"));
        }
        let key = has_guests.then(|| key.unwrap_or_else(Key::random));
        let repeated_by = (seed, key);
        let seed = key.map_or(seed, |key| key.root(seed));
        let header = Header {
            game: variant.spec().to_owned(),
            rules: variant.rules_version(),
            program: Header::this_program(),
            seed,
            streams: seed,
            take_backs: TakeBacks::default(),
            content: variant.content(),
            opening: 0,
            seats: names(&sitters, seats),
        };
        Ok(Table {
            position: variant.start(seed),
            variant,
            chairs: sit(sitters, seed),
            record: Record {
                header,
                plies: Vec::new(),
                dropouts: Vec::new(),
                ranks: None,
            },
            repeated_by: Some(repeated_by),
            forfeit: None,
            file: None,
        })
    }

    /// A saved game, played on by those who played it; nobody plays on when it is over. `seats` may
    /// repeat who they are. Others would make the record untrue, unless there are no moves yet.
    pub(super) fn load(path: &Path, seats: Option<&[String]>) -> Result<Table> {
        let path = with_ending(path);
        let refuse = |error| anyhow!("{}: {error}", path.display());
        let mut record = read(&files::read(&path)?).map_err(refuse)?;
        let replayed = replay(&record).map_err(refuse)?;
        if record.ranks.is_none() && !record.dropouts.is_empty() {
            bail!(say!("given-up-record", file = path.display()));
        }
        let variant = guests::welcome(replayed.variant);
        if seats.is_none() {
            guests::refuse_unasked(&record.header.seats, &path, "--seats")?;
        }
        if let Some(given) = seats {
            let given = names(&called(&variant, given)?, given);
            let players = &mut record.header.seats;
            if !record.plies.is_empty() && given != shortest(&variant, players) {
                let players = players.join(", ");
                bail!(say!(
                    "other-players",
                    file = path.display(),
                    players = players
                ));
            }
            *players = given;
        }
        let chairs = match record.ranks {
            Some(_) => Vec::new(),
            None => {
                let seats = record.header.seats.iter();
                let sitters = seats.map(|name| called_again(&variant, name));
                let sitters = sitters.collect::<Result<_, _>>().map_err(|error| {
                    let path = path.display();
                    let error = say!("shows-the-game", error = error, file = path);
                    anyhow!("{path}: {error}")
                })?;
                sit(sitters, record.header.streams)
            }
        };
        Ok(Table {
            variant,
            position: replayed.end,
            chairs,
            record,
            repeated_by: None,
            forfeit: None,
            file: Some(path),
        })
    }

    /// Writes the game to `path`, or where it was saved last; returns where that is.
    pub(super) fn save(&mut self, path: Option<&Path>) -> Result<PathBuf> {
        let path = match (path, &self.file) {
            (Some(path), _) => with_ending(path),
            (None, Some(file)) => file.clone(),
            (None, None) => bail!(say!("name-a-file-to-save")),
        };
        let is_own = self.file.as_ref() == Some(&path);
        if path.exists() && !is_own {
            bail!(say!("file-is-there", file = path.display()));
        }
        Target::check(&path)?.write(self.record.to_text().as_bytes())?;
        self.file = Some(path.clone());
        Ok(path)
    }

    pub(super) fn variant(&self) -> &Variant {
        &self.variant
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn header(&self) -> &Header {
        &self.record.header
    }

    /// The seed that repeats the game, and the key it takes where external agents play.
    pub(super) fn repeated_by(&self) -> (Seed, Option<Key>) {
        self.repeated_by.unwrap_or((self.record.header.seed, None))
    }

    /// Whether a person sits here.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        matches!(self.chairs.get(seat.index()), Some(Chair::Human))
    }

    /// The seats in which people sit.
    pub(super) fn humans(&self) -> Vec<Seat> {
        let all = Seat::all(self.chairs.len());
        all.filter(|&seat| self.is_human(seat)).collect()
    }

    /// How many moves, chance events included, were made since the last of this seat.
    pub(super) fn plies_since(&self, seat: Seat) -> usize {
        let plies = self.record.plies.iter().rev();
        plies.take_while(|ply| ply.seat != Some(seat)).count()
    }

    /// The last move and who made it; no seat is chance.
    pub(super) fn last_move(&self) -> Option<&Ply> {
        self.record.plies.last()
    }

    /// Plays a move a person typed. Upper and lower case are the same where that leaves no doubt.
    pub(super) fn play(&mut self, text: &str, time: Duration) -> Result<(), TextError> {
        let Node::Decide(seat) = self.position.node() else {
            return Err(TextError::new("the game is over"));
        };
        if self.forfeit.is_some() {
            return Err(TextError::new("the game was given up"));
        }
        if let Err(error) = self.position.play_text(text) {
            let moves = self.position.moves();
            let mut alike = moves.iter().filter(|mv| mv.eq_ignore_ascii_case(text));
            match (alike.next(), alike.next()) {
                (Some(only), None) => self.position.play_text(only)?,
                (None, _) => self.play_lowered(text, error)?,
                _ => return Err(error),
            }
        }
        // The text form of the game, however it was typed.
        let text = self.position.history().pop().unwrap_or_default();
        self.note(Ply {
            time: Some(time),
            ..Ply::plain(Some(seat), text)
        });
        Ok(())
    }

    /// Plays a refused text in lower case. If that is refused too, the reason to tell is that of what was
    /// meant: what is no move in one of the two cases was not meant so.
    fn play_lowered(&mut self, text: &str, refused: TextError) -> Result<(), TextError> {
        let lowered = self.position.play_text(&text.to_lowercase());
        let is_meant = |error: &TextError| error.why().is_some();
        let begins_lower = text.starts_with(|first: char| first.is_lowercase());
        lowered.map_err(|error| match (is_meant(&refused), is_meant(&error)) {
            (true, _) => refused,
            (false, false) if begins_lower => refused,
            _ => error,
        })
    }

    /// What should have followed from the last move and was cancelled.
    pub(super) fn mishaps(&mut self) -> Vec<Mishap> {
        self.position.mishaps()
    }

    /// Who gave the game up, and why.
    pub(super) fn forfeit(&self) -> Option<&(Seat, Forfeit)> {
        self.forfeit.as_ref()
    }

    /// Lets the agent to move play, or chance; none if a person is to move, the game is over, or
    /// the agent gave it up.
    /// When `stop` is raised the agent answers at once.
    pub(super) fn step(&mut self, stop: &Stop) -> Option<Told> {
        let index = self.position.plies();
        let told = match self.position.node() {
            Node::Over => return None,
            Node::Chance => {
                let Header {
                    seed, take_backs, ..
                } = self.record.header;
                let mut rng = chance_rng(chance_seed(seed, take_backs.count), index);
                Told {
                    seat: None,
                    text: self.position.roll(&mut rng),
                    value: None,
                    effort: Effort::default(),
                    time: Duration::ZERO,
                }
            }
            Node::Decide(seat) => {
                let Some(Chair::Agent(agent)) = self.chairs.get_mut(seat.index()) else {
                    return None;
                };
                let began = Instant::now();
                let asking = Asking::without_limits(stop);
                let verdict = match agent.choose(&self.position, &asking) {
                    Ok(verdict) => verdict,
                    Err(forfeit) => {
                        self.forfeit = Some((seat, forfeit));
                        return None;
                    }
                };
                let told = Told {
                    seat: Some(seat),
                    text: self.position.move_text(verdict.best),
                    value: verdict.value.map(|value| value[seat]),
                    effort: verdict.effort,
                    time: began.elapsed(),
                };
                self.position.play(verdict.best);
                told
            }
        };
        self.note(Ply {
            seat: told.seat,
            text: told.text.clone(),
            value: told.value,
            nodes: told.effort.nodes,
            time: told.seat.map(|_| told.time),
        });
        Some(told)
    }

    /// Goes back to the last decision of the person to move, or, when the game is over, of the
    /// person who moved last. Returns whether there was one.
    pub(super) fn undo(&mut self) -> Result<bool> {
        let plies = &self.record.plies;
        let is_human = |seat: &Seat| self.is_human(*seat);
        let person = match self.position.node() {
            Node::Decide(seat) if self.forfeit.is_none() => Some(seat).filter(is_human),
            Node::Decide(_) | Node::Chance | Node::Over => {
                let mut movers = plies.iter().rev().filter_map(|ply| ply.seat);
                movers.find(is_human)
            }
        };
        let decision = plies
            .iter()
            .rposition(|ply| person.is_some() && ply.seat == person);
        let Some(decision) = decision else {
            return Ok(false);
        };
        let luck = SeenLuck::of(&plies[decision..], self.variant.is_open());
        while self.record.plies.len() > decision {
            self.record.plies.pop();
            let opening = &mut self.record.header.opening;
            *opening = self.record.plies.len().min(*opening);
            self.position.undo();
        }
        self.record.header.take_backs.add(luck);
        self.record.ranks = None;
        self.forfeit = None;
        // What agents remember may be of moves that never happened now: new ones go through the game
        // that is left when they are asked.
        let Header { seats, streams, .. } = &self.record.header;
        for ((chair, name), seat) in self
            .chairs
            .iter_mut()
            .zip(seats)
            .zip(Seat::all(seats.len()))
        {
            if let Chair::Agent(agent) = chair {
                let player = self.variant.player(name)?;
                *agent = SeatedAgent::new(player, seat, agent_stream(*streams, seat), 0);
            }
        }
        Ok(true)
    }

    /// Waits for a person, while the agents may think.
    pub(super) fn pondering<T>(&mut self, wait: impl FnOnce() -> T) -> T {
        let stop = Stop::new();
        let (position, chairs) = (&self.position, &mut self.chairs);
        let is_going_on = matches!(position.node(), Node::Decide(_)) && self.forfeit.is_none();
        thread::scope(|scope| {
            // Raised also by a panic, for the scope waits for its threads.
            let over = RaiseAtEnd(&stop);
            for chair in chairs {
                if let Chair::Agent(agent) = chair
                    && is_going_on
                {
                    let stop = &stop;
                    scope.spawn(move || agent.ponder(position, stop));
                }
            }
            let waited = wait();
            drop(over);
            waited
        })
    }

    /// Takes down the move just made and shows it to everyone.
    fn note(&mut self, ply: Ply) {
        self.record.plies.push(ply);
        self.record.ranks = self.position.outcome().map(|outcome| outcome.ranks());
        for chair in &mut self.chairs {
            if let Chair::Agent(agent) = chair {
                agent.observe(&self.position);
            }
        }
    }
}

/// Raises the flag when dropped.
struct RaiseAtEnd<'a>(&'a Stop);

impl Drop for RaiseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Seats everyone, in the game whose agents have these streams.
fn sit(sitters: Vec<Sitter>, streams: Seed) -> Vec<Chair> {
    let chair = |(seat, sitter)| match sitter {
        Sitter::Human => Chair::Human,
        Sitter::Agent(player) => {
            let stream = agent_stream(streams, seat);
            Chair::Agent(SeatedAgent::new(player, seat, stream, 0))
        }
    };
    let seats = Seat::all(sitters.len());
    seats.zip(sitters).map(chair).collect()
}

/// Everyone of a list the user gave.
fn called(variant: &Variant, seats: &[String]) -> Result<Vec<Sitter>> {
    if seats.len() != variant.seats() {
        let (game, named) = (variant.spec(), seats.len());
        bail!(say!(
            "seats-number",
            game = game,
            seats = variant.seats(),
            named = named
        ));
    }
    let sitter = |spec: &String| match spec.as_str() {
        HUMAN => Ok(Sitter::Human),
        "" => bail!(say!("seat-empty")),
        spec => match variant.player(spec) {
            Ok(player) => Ok(Sitter::Agent(player)),
            Err(error @ SpecError::UnknownAgent { .. }) => bail!("{error}, human"),
            Err(error) => Err(error.into()),
        },
    };
    seats.iter().map(sitter).collect()
}

/// Someone named in a record. Who is no agent is a person.
fn called_again(variant: &Variant, name: &str) -> Result<Sitter, SpecError> {
    match variant.player(name) {
        Ok(player) => Ok(Sitter::Agent(player)),
        Err(SpecError::UnknownAgent { .. }) => Ok(Sitter::Human),
        Err(error) => Err(error),
    }
}

/// What those seated are called: agents by their shortest spec.
fn names(sitters: &[Sitter], given: &[String]) -> Vec<String> {
    let name = |(sitter, given): (&Sitter, &String)| match sitter {
        Sitter::Human => given.clone(),
        Sitter::Agent(player) => player.spec().to_owned(),
    };
    sitters.iter().zip(given).map(name).collect()
}

/// The names of a record with agents by their shortest spec.
fn shortest(variant: &Variant, names: &[String]) -> Vec<String> {
    let shorten = |name: &String| match variant.player(name) {
        Ok(player) => player.spec().to_owned(),
        Err(_) => name.clone(),
    };
    names.iter().map(shorten).collect()
}

/// The path with the ending of records, unless it has one already.
fn with_ending(path: &Path) -> PathBuf {
    match path.extension() {
        Some(_) => path.to_owned(),
        None => path.with_extension(ludorum_arena::RECORD),
    }
}
