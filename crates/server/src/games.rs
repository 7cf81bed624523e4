//! The games a server offers, and the agents it is ready to feed.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_arena::ladder::{Ladder, Rating, Reason};
use ludorum_bridge::{Guests, Shelf, is_guest, is_installed};
use ludorum_catalog::{Files, GameKind, SpecError, Variant, kinds};
use ludorum_core::{Kind, SourceFile};
use ludorum_protocol::lobby::{
    AgentInfo, GameInfo, Measured, ParamInfo, ParamKind, Strength, VariantInfo,
};
use ludorum_protocol::{Code, Problem};
use ludorum_record::{Header, RecordError, difference};

use crate::Config;
use crate::caps::Most;
use crate::content::TRY;
use crate::operator::Rights;
use crate::storage::{FileKey, KeptFiles};

/// The games of a server.
pub struct Games {
    kinds: Vec<GameKind>,
    guests: Option<Guests>,
    /// What agents may be made from. Specs come from strangers, so these are never any files.
    weights: Arc<Files>,
    /// The files that tables rely on.
    kept: Option<KeptFiles>,
    /// Variants opened lately, by spec and files: tables often have the same.
    opened: Mutex<VecDeque<(OpenedBy, Variant)>>,
    /// What agents of strangers may ask for.
    most: Most,
}

/// The spec of a variant and the lines of its files.
type OpenedBy = (String, Vec<String>);

/// More variants are not held ready.
const MOST_OPENED: usize = 32;

impl Games {
    /// All games of the catalog.
    pub fn catalog() -> Games {
        Games::new(kinds())
    }

    /// These games only.
    pub fn new(kinds: Vec<GameKind>) -> Games {
        Games {
            kinds,
            guests: None,
            weights: Arc::new(Files::none()),
            kept: None,
            opened: Mutex::default(),
            most: Most::of(&Config::default()),
        }
    }

    /// The same games, at which strangers may have agents as large as this.
    #[must_use]
    pub(crate) fn with_limits(mut self, config: &Config) -> Games {
        self.most = Most::of(config);
        self
    }

    /// The spec of an agent that a client asks for, in its shortest form.
    pub(crate) fn wanted_agent(
        &self,
        variant: &Variant,
        spec: &str,
        rights: Rights,
    ) -> Result<String, Problem> {
        if is_guest(spec) && !is_installed(spec) {
            rights.only_operator()?;
        }
        let refused = |reason: String| Problem::new(Code::BadAgent).with("reason", reason);
        let told = |error: SpecError| match rights {
            // Where agents are, and which are broken, is nobody else's business.
            Rights::Everyone | Rights::Nobody if is_guest(spec) => {
                refused(format!("no agent {spec} plays {} here", variant.spec()))
            }
            _ => refused(error.to_string()),
        };
        let spec = match rights {
            Rights::Everyone | Rights::Nobody if !is_guest(spec) => {
                self.most.held(variant, spec).map_err(refused)?
            }
            _ => spec.to_owned(),
        };
        let player = variant.player(&spec).map_err(told)?;
        if rights != Rights::Operator {
            self.most.check_memory(&player).map_err(refused)?;
        }
        Ok(player.spec().to_owned())
    }

    /// The same games, whose agents may be made from the weights in this folder, by their names.
    #[must_use]
    pub fn with_weights(mut self, folder: PathBuf) -> Games {
        self.weights = Arc::new(Files::named_in(folder));
        self
    }

    /// The same games, which are opened with these files where those installed here are others.
    #[must_use]
    pub(crate) fn with_kept_files(mut self, kept: KeptFiles) -> Games {
        self.kept = Some(kept);
        self
    }

    /// The same games, at which external agents may sit.
    #[must_use]
    pub fn with_guests(mut self, guests: Guests) -> Games {
        self.guests = Some(guests);
        self
    }

    /// A spec that pins the files of an external agent; as it is for others.
    pub(crate) fn pinned(&self, spec: &str) -> String {
        match &self.guests {
            Some(guests) if is_guest(spec) => guests.pin(spec),
            _ => spec.to_owned(),
        }
    }

    /// The installed agents.
    pub(crate) fn shelf(&self) -> Option<&Shelf> {
        self.guests.as_ref().map(|guests| &guests.shelf)
    }

    /// The variant a spec names, made of the files installed here. Templates that were only tried are
    /// there for as long as a table relies on them, too.
    pub(crate) fn open(&self, spec: &str) -> Result<Variant, SpecError> {
        let opened = self.open_from(spec, None);
        if opened.is_ok() {
            return opened;
        }
        let params = spec.split_once(':').map_or("", |(_, params)| params);
        let mut params = params.split(',').filter_map(|param| param.split_once('='));
        let template = params.find(|(name, _)| name.trim() == "template");
        match template.and_then(|(_, name)| self.kept_trial(name.trim())) {
            Some(kept) => self.open_from(spec, Some(&[kept])),
            None => opened,
        }
    }

    fn open_from(&self, spec: &str, sources: Option<&[SourceFile]>) -> Result<Variant, SpecError> {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = self.kinds.iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| SpecError::UnknownGame {
            name: name.to_owned(),
            known: self.kinds.iter().map(GameKind::name).collect(),
        })?;
        let variant = match sources {
            None => kind.open(params)?,
            Some(sources) => kind.open_from(params, sources)?,
        };
        let variant = variant.reading(Arc::clone(&self.weights));
        Ok(match &self.guests {
            Some(guests) => variant.inviting(guests.clone().invite()),
            None => variant,
        })
    }

    /// The variant made of exactly the files of these lines: of those installed here if they are the
    /// same, or else of those kept in the database. Of those installed here if the lines are unknown.
    ///
    /// # Errors
    /// Why there is no such variant, in words.
    pub(crate) fn open_with(
        &self,
        spec: &str,
        content: Option<&[String]>,
    ) -> Result<Variant, String> {
        let Some(content) = content else {
            return self.open(spec).map_err(|error| error.to_string());
        };
        let opened_by = (spec.to_owned(), content.to_vec());
        let opened = || self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, variant)) = opened().iter().find(|(by, _)| *by == opened_by) {
            return Ok(variant.clone());
        }
        let variant = self.open_exactly(spec, content)?;
        let mut opened = opened();
        opened.truncate(MOST_OPENED - 1);
        opened.push_front((opened_by, variant.clone()));
        Ok(variant)
    }

    fn open_exactly(&self, spec: &str, content: &[String]) -> Result<Variant, String> {
        let here = self.open(spec).map_err(|error| error.to_string());
        let reason = match here {
            Err(reason) => reason,
            Ok(here) => match difference(content, &here.content()) {
                None => return Ok(here),
                Some((_, reason)) => reason,
            },
        };
        let kept = self.kept_by_hash(content).ok_or(reason)?;
        let variant = self.open_from(spec, Some(&kept));
        let variant = variant.map_err(|error| error.to_string())?;
        match difference(content, &variant.content()) {
            None => Ok(variant),
            Some((_, reason)) => Err(reason),
        }
    }

    /// The variant a record was played in, with its own files if they are kept. If they are not,
    /// playing the record again says which file differs.
    ///
    /// # Errors
    /// When there is no such variant.
    pub(crate) fn open_recorded(&self, header: &Header) -> Result<Variant, RecordError> {
        let exact = self.open_with(&header.game, Some(&header.content));
        exact.or_else(|_| {
            self.open(&header.game).map_err(|error| RecordError {
                line: 2,
                message: error.to_string(),
            })
        })
    }

    /// The kept files of these lines, if they all are.
    fn kept_by_hash(&self, content: &[String]) -> Option<Vec<SourceFile>> {
        let hashes = content.iter().map(|line| line.rsplit_once("sha256:"));
        hashes
            .map(|hash| self.kept(FileKey::Hash(hash?.1)))
            .collect()
    }

    fn kept(&self, key: FileKey<'_>) -> Option<SourceFile> {
        let found = self.kept.as_ref()?.find(key);
        found.unwrap_or_else(|error| {
            tracing::error!(%error, "kept files cannot be read");
            None
        })
    }

    /// The text of a template that was only tried, if a table relies on it.
    pub(crate) fn kept_trial(&self, name: &str) -> Option<SourceFile> {
        // Their names are hashes of their texts, so there is one of a name at most.
        let is_trial = name.starts_with(TRY);
        is_trial.then(|| self.kept(FileKey::Name(name))).flatten()
    }

    /// The variant a client asks for.
    pub(crate) fn wanted(&self, spec: &str) -> Result<Variant, Problem> {
        self.open(spec)
            .map_err(|error| Problem::new(Code::BadGame).with("reason", error))
    }

    /// What depends on the parameters of a game.
    pub(crate) fn variant(&self, spec: &str) -> Result<VariantInfo, Problem> {
        let variant = self.wanted(spec)?;
        Ok(VariantInfo {
            game: variant.spec().to_owned(),
            seats: variant.seats() as u8,
            open: variant.is_open(),
            agents: agents(&variant),
            opponent: variant.opponent(),
            measured: measured(&variant),
        })
    }

    pub(crate) fn list(&self) -> Vec<GameInfo> {
        let game = |kind: &GameKind| {
            let variant = kind.open("").expect("every game has a plain variant");
            let variant = variant.reading(Arc::clone(&self.weights));
            GameInfo {
                name: kind.name().to_owned(),
                summary: kind.summary().to_owned(),
                seats: variant.seats() as u8,
                params: params(&kind.params(), &self.weights),
                strongest: variant.strongest_agent().name.to_owned(),
                agents: agents(&variant),
                measured: measured(&variant),
            }
        };
        self.kinds.iter().map(game).collect()
    }
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.kinds.iter().map(GameKind::name);
        f.debug_list().entries(names).finish()
    }
}

fn agents(variant: &Variant) -> Vec<AgentInfo> {
    let ladder = Ladder::of_game(variant.name());
    let info = |agent: &ludorum_catalog::AgentInfo| {
        let ratings = ladder.map_or_else(Vec::new, |ladder| ladder.ratings_of(agent.name));
        let unrated = ladder.and_then(|ladder| ladder.unrated(agent.name));
        AgentInfo {
            name: agent.name.to_owned(),
            summary: agent.summary.to_owned(),
            params: params(&agent.params, variant.files()),
            strengths: ratings.into_iter().map(strength).collect(),
            plays_as: match unrated {
                Some(Reason::PlaysAs(other)) => Some(other.clone()),
                Some(Reason::TooSlow | Reason::NotYet) | None => None,
            },
        }
    };
    variant.agents().iter().map(info).collect()
}

fn strength(rating: &Rating) -> Strength {
    Strength {
        spec: rating.agent.clone(),
        elo: rating.elo.round() as i32,
        low: rating.elo_95.0.round() as i32,
        high: rating.elo_95.1.round() as i32,
        games: rating.games,
        time_ms: rating.time_per_move_ms,
    }
}

fn measured(variant: &Variant) -> Option<Measured> {
    Ladder::of_game(variant.name()).map(|ladder| Measured {
        game: ladder.game.clone(),
        games: ladder.games,
        program: ladder.program.clone(),
        command: ladder.command.clone(),
    })
}

/// Parameters as they are told. Of files only those in the folder of the server can be chosen; if it has
/// none, there is nothing to choose.
fn params(params: &[ludorum_core::Param], files: &Files) -> Vec<ParamInfo> {
    let names = files.names();
    let can_be_set = |param: &&ludorum_core::Param| param.kind != Kind::File || !names.is_empty();
    let info = |param: &ludorum_core::Param| ParamInfo {
        name: param.name.to_owned(),
        summary: param.doc.to_owned(),
        kind: match &param.kind {
            Kind::Int(min, max) => ParamKind::Int {
                min: *min,
                max: *max,
            },
            Kind::IntOr(min, max, word) => ParamKind::IntOr {
                min: *min,
                max: *max,
                word: (*word).to_owned(),
            },
            Kind::Real(min, max) => ParamKind::Real {
                min: *min,
                max: *max,
            },
            Kind::Time => ParamKind::Time,
            Kind::Switch => ParamKind::Switch,
            Kind::Choice(words) => ParamKind::Choice {
                words: words.clone(),
            },
            Kind::Words => ParamKind::Words,
            Kind::File => ParamKind::Choice {
                words: names.clone(),
            },
        },
        default: param.default.clone(),
    };
    params.iter().filter(can_be_set).map(info).collect()
}
