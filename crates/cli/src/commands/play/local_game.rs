//! A local game in progress with its players and record. This module prints nothing.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ludorum_catalog::{
    Forfeit, MoveRequestOptions, Player, Position, SeatedAgent, SeedKey, SpecError, Variant,
    agent_stream, chance_rng, chance_seed,
};
use ludorum_core::{NodeKind, NotationError, PluginFailure, SearchStats, Seat, Seed, StopFlag};
use ludorum_record::{
    GameRecord, RecordHeader, RecordedPly, TakeBackDisclosure, TakeBackSummary, read, replay,
};

use super::HUMAN;
use crate::external_agents;
use crate::files::{self, OutputFile};
use crate::language::say;

/// A player seated in a running game: a person at the terminal, or an agent.
enum LocalPlayer {
    Human,
    Agent(SeatedAgent),
}

/// A parsed player that has not been assigned to a seat yet.
enum ParsedPlayer {
    Human,
    Agent(Player),
}

/// A game of `ludorum play` in progress: position, players and record.
pub(super) struct LocalGame {
    variant: Variant,
    position: Position,
    players: Vec<LocalPlayer>,
    record: GameRecord,
    /// Seed and key that reproduce the game; `None` for a game loaded from a file.
    reproduced_by: Option<(Seed, Option<SeedKey>)>,
    /// Seat that forfeited the game and its reason; `None` if no agent has forfeited.
    forfeit: Option<(Seat, Forfeit)>,
    /// File last saved or loaded, the only existing file that `save` may overwrite.
    file: Option<PathBuf>,
}

/// A move that an agent or chance has just played, with the agent's search effort.
pub(super) struct PlayedMove {
    /// Seat that moved; `None` for a chance event.
    pub(super) seat: Option<Seat>,
    pub(super) text: String,
    pub(super) value: Option<f64>,
    pub(super) effort: SearchStats,
    pub(super) time: Duration,
}

impl LocalGame {
    /// Starts a new game.
    ///
    /// With external agents, the seeds also depend on `key`, or on a random key if it is `None`, so
    /// that no agent can guess the seeds.
    pub(super) fn new(
        variant: Variant,
        seats: &[String],
        seed: Seed,
        key: Option<SeedKey>,
    ) -> Result<LocalGame> {
        let unseated = parse_players(&variant, seats)?;
        let is_guest = |player: &ParsedPlayer| matches!(player, ParsedPlayer::Agent(player) if player.is_external());
        let has_guests = unseated.iter().any(is_guest);
        if key.is_some() && !has_guests {
            bail!(say!("no-key-needed"));
        }
        let key = has_guests.then(|| key.unwrap_or_else(SeedKey::random));
        let reproduced_by = (seed, key);
        let seed = key.map_or(seed, |key| key.root(seed));
        let header = RecordHeader {
            game: variant.spec().to_owned(),
            rules: variant.rules_version(),
            program: RecordHeader::this_program(),
            seed,
            streams: seed,
            take_backs: TakeBackSummary::default(),
            content: variant.content(),
            opening: 0,
            seats: names(&unseated, seats),
        };
        Ok(LocalGame {
            position: variant.start(seed),
            variant,
            players: seat_players(unseated, seed),
            record: GameRecord {
                header,
                plies: Vec::new(),
                dropouts: Vec::new(),
                ranks: None,
            },
            reproduced_by: Some(reproduced_by),
            forfeit: None,
            file: None,
        })
    }

    /// Loads a saved game and seats its original players; nobody is seated in a finished game. Once
    /// the game has moves, `seats` must equal these players: others would falsify the record.
    pub(super) fn load(path: &Path, seats: Option<&[String]>) -> Result<LocalGame> {
        let path = with_record_extension(path);
        let refuse = |error| anyhow!("{}: {error}", path.display());
        let mut record = read(&files::read(&path)?).map_err(refuse)?;
        let replayed = replay(&record).map_err(refuse)?;
        if record.ranks.is_none() && !record.dropouts.is_empty() {
            bail!(say!("given-up-record", file = path.display()));
        }
        let variant = external_agents::allow_external_agents(replayed.variant);
        if seats.is_none() {
            external_agents::refuse_unlisted_programs(&record.header.seats, &path, "--seats")?;
        }
        if let Some(given) = seats {
            let given = names(&parse_players(&variant, given)?, given);
            let players = &mut record.header.seats;
            if !record.plies.is_empty() && given != shortest_specs(&variant, players) {
                let players = players.join(", ");
                bail!(say!(
                    "other-players",
                    file = path.display(),
                    players = players
                ));
            }
            *players = given;
        }
        let players = match record.ranks {
            Some(_) => Vec::new(),
            None => {
                let seats = record.header.seats.iter();
                let unseated = seats.map(|name| parse_recorded_player(&variant, name));
                let unseated = unseated.collect::<Result<_, _>>().map_err(|error| {
                    let path = path.display();
                    let error = say!("shows-the-game", error = error, file = path);
                    anyhow!("{path}: {error}")
                })?;
                seat_players(unseated, record.header.streams)
            }
        };
        Ok(LocalGame {
            variant,
            position: replayed.end,
            players,
            record,
            reproduced_by: None,
            forfeit: None,
            file: Some(path),
        })
    }

    /// Saves the game to `path`, or to the last file if it is `None`; returns the path written.
    pub(super) fn save(&mut self, path: Option<&Path>) -> Result<PathBuf> {
        let path = match (path, &self.file) {
            (Some(path), _) => with_record_extension(path),
            (None, Some(file)) => file.clone(),
            (None, None) => bail!(say!("name-a-file-to-save")),
        };
        let is_own = self.file.as_ref() == Some(&path);
        if path.exists() && !is_own {
            bail!(say!("file-is-there", file = path.display()));
        }
        OutputFile::check(&path)?.write(self.record.to_text().as_bytes())?;
        self.file = Some(path.clone());
        Ok(path)
    }

    pub(super) fn variant(&self) -> &Variant {
        &self.variant
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn header(&self) -> &RecordHeader {
        &self.record.header
    }

    /// Seed that reproduces the game, and the key if external agents play.
    pub(super) fn reproduced_by(&self) -> (Seed, Option<SeedKey>) {
        self.reproduced_by
            .unwrap_or((self.record.header.seed, None))
    }

    /// True if a person plays this seat.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        matches!(self.players.get(seat.index()), Some(LocalPlayer::Human))
    }

    /// Seats played by people.
    pub(super) fn humans(&self) -> Vec<Seat> {
        let all = Seat::all(self.players.len());
        all.filter(|&seat| self.is_human(seat)).collect()
    }

    /// Number of plies since the last move of this seat, including chance events.
    pub(super) fn plies_since(&self, seat: Seat) -> usize {
        let plies = self.record.plies.iter().rev();
        plies.take_while(|ply| ply.seat != Some(seat)).count()
    }

    /// Last ply of the game, a move or a chance event; `None` at the start.
    pub(super) fn last_move(&self) -> Option<&RecordedPly> {
        self.record.plies.last()
    }

    /// Plays a typed move for the seat to move. Ignores case if that is unambiguous.
    pub(super) fn play(&mut self, text: &str, time: Duration) -> Result<(), NotationError> {
        let NodeKind::Decide(seat) = self.position.node() else {
            return Err(NotationError::new("the game is over"));
        };
        if self.forfeit.is_some() {
            return Err(NotationError::new("the game was forfeited"));
        }
        if let Err(error) = self.position.play_text(text) {
            let moves = self.position.moves();
            let mut alike = moves.iter().filter(|mv| mv.eq_ignore_ascii_case(text));
            match (alike.next(), alike.next()) {
                (Some(only), None) => self.position.play_text(only)?,
                (None, _) => self.play_lowercase(text, error)?,
                _ => return Err(error),
            }
        }
        // Records the canonical notation instead of the typed text.
        let text = self.position.last_move().unwrap_or_default();
        self.add_ply(RecordedPly {
            time: Some(time),
            ..RecordedPly::plain(Some(seat), text)
        });
        Ok(())
    }

    /// Retries a refused move in lower case. If both fail, returns the error of the spelling that
    /// was recognised as a move.
    fn play_lowercase(&mut self, text: &str, refused: NotationError) -> Result<(), NotationError> {
        let lowered = self.position.play_text(&text.to_lowercase());
        let is_meant = |error: &NotationError| error.code().is_some();
        let begins_lower = text.starts_with(|first: char| first.is_lowercase());
        lowered.map_err(|error| match (is_meant(&refused), is_meant(&error)) {
            (true, _) => refused,
            (false, false) if begins_lower => refused,
            _ => error,
        })
    }

    /// Effects of the last move that were cancelled because a plug-in failed.
    pub(super) fn mishaps(&mut self) -> Vec<PluginFailure> {
        self.position.plugin_failures()
    }

    /// Seat that forfeited the game and its reason; `None` if no agent has forfeited.
    pub(super) fn forfeit(&self) -> Option<&(Seat, Forfeit)> {
        self.forfeit.as_ref()
    }

    /// Plays the next move of an agent or chance; `None` if a person is to move, the game is over
    /// or the agent forfeits. When `stop` is raised, the agent plays its best move so far.
    pub(super) fn step(&mut self, stop: &StopFlag) -> Option<PlayedMove> {
        let index = self.position.plies();
        let played = match self.position.node() {
            NodeKind::Over => return None,
            NodeKind::Chance => {
                let RecordHeader {
                    seed, take_backs, ..
                } = self.record.header;
                let mut rng = chance_rng(chance_seed(seed, take_backs.count), index);
                PlayedMove {
                    seat: None,
                    text: self.position.play_chance(&mut rng),
                    value: None,
                    effort: SearchStats::default(),
                    time: Duration::ZERO,
                }
            }
            NodeKind::Decide(seat) => {
                let Some(LocalPlayer::Agent(agent)) = self.players.get_mut(seat.index()) else {
                    return None;
                };
                let began = Instant::now();
                let asking = MoveRequestOptions::without_limits(stop);
                let verdict = match agent.choose(&self.position, &asking) {
                    Ok(verdict) => verdict,
                    Err(forfeit) => {
                        self.forfeit = Some((seat, forfeit));
                        return None;
                    }
                };
                let played = PlayedMove {
                    seat: Some(seat),
                    text: self.position.move_text(verdict.best),
                    value: verdict.value.map(|value| value[seat]),
                    effort: verdict.effort,
                    time: began.elapsed(),
                };
                self.position.play(verdict.best);
                played
            }
        };
        self.add_ply(RecordedPly {
            seat: played.seat,
            text: played.text.clone(),
            value: played.value,
            nodes: played.effort.nodes,
            time: played.seat.map(|_| played.time),
        });
        Some(played)
    }

    /// Takes moves back to the last decision of the person to move; after the game, to the last
    /// decision of any person. Returns false if there is no such decision.
    pub(super) fn undo(&mut self) -> Result<bool> {
        let plies = &self.record.plies;
        let is_human = |seat: &Seat| self.is_human(*seat);
        let person = match self.position.node() {
            NodeKind::Decide(seat) if self.forfeit.is_none() => Some(seat).filter(is_human),
            NodeKind::Decide(_) | NodeKind::Chance | NodeKind::Over => {
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
        let luck = TakeBackDisclosure::of(&plies[decision..], self.variant.is_open());
        while self.record.plies.len() > decision {
            self.record.plies.pop();
            let opening = &mut self.record.header.opening;
            *opening = self.record.plies.len().min(*opening);
            self.position.undo();
        }
        self.record.header.take_backs.add(luck);
        self.record.ranks = None;
        self.forfeit = None;
        // Agents may remember undone moves, so new agents replace them and replay the game.
        let RecordHeader { seats, streams, .. } = &self.record.header;
        for ((player, name), seat) in self
            .players
            .iter_mut()
            .zip(seats)
            .zip(Seat::all(seats.len()))
        {
            if let LocalPlayer::Agent(agent) = player {
                let player = self.variant.player(name)?;
                *agent = SeatedAgent::new(player, seat, agent_stream(*streams, seat), 0);
            }
        }
        Ok(true)
    }

    /// Runs `wait` while all agents ponder, and returns the result of `wait`.
    pub(super) fn ponder_while<T>(&mut self, wait: impl FnOnce() -> T) -> T {
        let stop = StopFlag::new();
        let (position, players) = (&self.position, &mut self.players);
        let is_going_on = matches!(position.node(), NodeKind::Decide(_)) && self.forfeit.is_none();
        thread::scope(|scope| {
            // Raises the flag on a panic too; otherwise the scope would wait for its threads
            // forever.
            let over = RaiseStopOnDrop(&stop);
            for player in players {
                if let LocalPlayer::Agent(agent) = player
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

    /// Adds the ply just played to the record and lets the agents observe the position.
    fn add_ply(&mut self, ply: RecordedPly) {
        self.record.plies.push(ply);
        self.record.ranks = self.position.outcome().map(|outcome| outcome.ranks());
        for player in &mut self.players {
            if let LocalPlayer::Agent(agent) = player {
                agent.observe(&self.position);
            }
        }
    }
}

/// Guard that raises a stop flag when it is dropped.
struct RaiseStopOnDrop<'a>(&'a StopFlag);

impl Drop for RaiseStopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Assigns the players to seats in order and derives the agents' random streams from `streams`.
fn seat_players(unseated: Vec<ParsedPlayer>, streams: Seed) -> Vec<LocalPlayer> {
    let player = |(seat, player)| match player {
        ParsedPlayer::Human => LocalPlayer::Human,
        ParsedPlayer::Agent(player) => {
            let stream = agent_stream(streams, seat);
            LocalPlayer::Agent(SeatedAgent::new(player, seat, stream, 0))
        }
    };
    let seats = Seat::all(unseated.len());
    seats.zip(unseated).map(player).collect()
}

/// Parses the players that the user named, one per seat: `human` or an agent's spec.
fn parse_players(variant: &Variant, seats: &[String]) -> Result<Vec<ParsedPlayer>> {
    if seats.len() != variant.seats() {
        let (game, named) = (variant.spec(), seats.len());
        bail!(say!(
            "seats-number",
            game = game,
            seats = variant.seats(),
            named = named
        ));
    }
    let player = |spec: &String| match spec.as_str() {
        HUMAN => Ok(ParsedPlayer::Human),
        "" => bail!(say!("seat-empty")),
        spec => match variant.player(spec) {
            Ok(player) => Ok(ParsedPlayer::Agent(player)),
            Err(error @ SpecError::UnknownAgent { .. }) => bail!("{error}, human"),
            Err(error) => Err(error.into()),
        },
    };
    seats.iter().map(player).collect()
}

/// Parses a player of a record. A name that is no known agent is taken for a person.
fn parse_recorded_player(variant: &Variant, name: &str) -> Result<ParsedPlayer, SpecError> {
    match variant.player(name) {
        Ok(player) => Ok(ParsedPlayer::Agent(player)),
        Err(SpecError::UnknownAgent { .. }) => Ok(ParsedPlayer::Human),
        Err(error) => Err(error),
    }
}

/// Names of the players for the record: an agent's shortest spec, a person's given name.
fn names(unseated: &[ParsedPlayer], given: &[String]) -> Vec<String> {
    let name = |(player, given): (&ParsedPlayer, &String)| match player {
        ParsedPlayer::Human => given.clone(),
        ParsedPlayer::Agent(player) => player.spec().to_owned(),
    };
    unseated.iter().zip(given).map(name).collect()
}

/// Replaces agents among the names of a record by their shortest spec, for comparison.
fn shortest_specs(variant: &Variant, names: &[String]) -> Vec<String> {
    let shorten = |name: &String| match variant.player(name) {
        Ok(player) => player.spec().to_owned(),
        Err(_) => name.clone(),
    };
    names.iter().map(shorten).collect()
}

/// Adds the extension `.ludorum` to a path without an extension.
fn with_record_extension(path: &Path) -> PathBuf {
    match path.extension() {
        Some(_) => path.to_owned(),
        None => path.with_extension(ludorum_arena::RECORD_EXTENSION),
    }
}
