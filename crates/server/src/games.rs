//! The games a server offers, and the agents it accepts.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use ludorum_arena::ladder::{AgentRating, RatingLadder, UnratedReason};
use ludorum_bridge::{AgentRegistry, ExternalAgentFactory, is_external_spec, is_installed_spec};
use ludorum_catalog::{AgentFileCache, CatalogEntry, SpecError, Variant, kinds};
use ludorum_core::{ParamType, RulesFile};
use ludorum_protocol::lobby::{
    AgentInfo, GameInfo, ParamInfo, ParamKind, Strength, StrengthProvenance, VariantInfo,
};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_record::{RecordError, RecordHeader, content_difference};
use parking_lot::Mutex;

use crate::Config;
use crate::agent_limits::AgentSpecLimits;
use crate::content::TRY;
use crate::operator::OperatorRights;
use crate::storage::{StoredRulesFileKey, StoredRulesFiles};

/// The games a server offers, with the agents, rules files and limits that apply to them.
pub struct ServerGames {
    kinds: Vec<CatalogEntry>,
    guests: Option<ExternalAgentFactory>,
    /// Weights files that agents may load by name. Clients cannot name other paths.
    weights: Arc<AgentFileCache>,
    /// Rules files stored with tables; `None` if only installed rules files are used.
    stored_files: Option<StoredRulesFiles>,
    /// Cache of recently opened variants, because many tables use the same variant.
    cache: Mutex<VecDeque<(VariantKey, Variant)>>,
    /// Limits on agent specs from untrusted clients.
    limits: AgentSpecLimits,
}

/// Cache key of an opened variant: its spec and the hashes of its rules files.
type VariantKey = (String, Vec<String>);

/// Maximum number of cached variants.
const MAX_CACHED_VARIANTS: usize = 32;

impl ServerGames {
    /// Creates an offer of all games of the catalog, without external agents.
    pub fn catalog() -> ServerGames {
        ServerGames::new(kinds())
    }

    /// Creates an offer of the given games, without external agents.
    pub fn new(kinds: Vec<CatalogEntry>) -> ServerGames {
        ServerGames {
            kinds,
            guests: None,
            weights: Arc::new(AgentFileCache::none()),
            stored_files: None,
            cache: Mutex::default(),
            limits: AgentSpecLimits::from_config(&Config::default()),
        }
    }

    /// Sets the limits on agent specs from untrusted clients.
    #[must_use]
    pub(crate) fn with_limits(mut self, config: &Config) -> ServerGames {
        self.limits = AgentSpecLimits::from_config(config);
        self
    }

    /// Validates an agent spec requested by a client and returns its shortest form. Operator rights
    /// lift the limits.
    pub(crate) fn checked_agent_spec(
        &self,
        variant: &Variant,
        spec: &str,
        rights: OperatorRights,
    ) -> Result<String, ApiProblem> {
        if is_external_spec(spec) && !is_installed_spec(spec) {
            rights.require_operator()?;
        }
        let refused = |reason: String| ApiProblem::new(ErrorCode::BadAgent).with("reason", reason);
        let to_problem = |error: SpecError| match rights {
            // The reason could reveal where agents are installed or which are broken.
            OperatorRights::Denied | OperatorRights::Disabled if is_external_spec(spec) => {
                refused(format!("no agent {spec} plays {} here", variant.spec()))
            }
            _ => refused(error.to_string()),
        };
        let spec = match rights {
            OperatorRights::Denied | OperatorRights::Disabled if !is_external_spec(spec) => {
                self.limits.clamp_spec(variant, spec).map_err(refused)?
            }
            _ => spec.to_owned(),
        };
        let player = variant.player(&spec).map_err(to_problem)?;
        if rights != OperatorRights::Granted {
            self.limits.check_memory(&player).map_err(refused)?;
        }
        Ok(player.spec().to_owned())
    }

    /// Allows agents to load the weights files in this folder, by name.
    #[must_use]
    pub fn with_weights(mut self, folder: PathBuf) -> ServerGames {
        self.weights = Arc::new(AgentFileCache::named_in(folder));
        self
    }

    /// Allows tables and records to use stored rules files if the installed ones have changed.
    #[must_use]
    pub(crate) fn with_stored_files(mut self, stored_files: StoredRulesFiles) -> ServerGames {
        self.stored_files = Some(stored_files);
        self
    }

    /// Allows external agents, which the given factory starts.
    #[must_use]
    pub fn with_guests(mut self, guests: ExternalAgentFactory) -> ServerGames {
        self.guests = Some(guests);
        self
    }

    /// The spec of an external agent with its files pinned by hash. Other specs are unchanged.
    pub(crate) fn pinned(&self, spec: &str) -> String {
        match &self.guests {
            Some(guests) if is_external_spec(spec) => guests.pin(spec),
            _ => spec.to_owned(),
        }
    }

    /// The registry of installed external agents. `None` if external agents are not allowed.
    pub(crate) fn registry(&self) -> Option<&AgentRegistry> {
        self.guests.as_ref().map(|guests| &guests.registry)
    }

    /// Opens a variant with the installed rules files. A trial template that was removed meanwhile
    /// is read from the files stored with tables.
    pub(crate) fn open(&self, spec: &str) -> Result<Variant, SpecError> {
        let opened = self.open_with_sources(spec, None);
        if opened.is_ok() {
            return opened;
        }
        let params = spec.split_once(':').map_or("", |(_, params)| params);
        let mut params = params.split(',').filter_map(|param| param.split_once('='));
        let template = params.find(|(name, _)| name.trim() == "template");
        match template.and_then(|(_, name)| self.stored_trial(name.trim())) {
            Some(file) => self.open_with_sources(spec, Some(&[file])),
            None => opened,
        }
    }

    fn open_with_sources(
        &self,
        spec: &str,
        sources: Option<&[RulesFile]>,
    ) -> Result<Variant, SpecError> {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = self.kinds.iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| SpecError::UnknownGame {
            name: name.to_owned(),
            known: self.kinds.iter().map(CatalogEntry::name).collect(),
        })?;
        let variant = match sources {
            None => kind.open(params)?,
            Some(sources) => kind.open_from(params, sources)?,
        };
        let variant = variant.with_files(Arc::clone(&self.weights));
        Ok(match &self.guests {
            Some(guests) => variant.with_external_players(guests.clone().invite()),
            None => variant,
        })
    }

    /// Opens a variant with exactly the rules files in `content`: the installed files if their
    /// hashes match, else the stored ones. If `content` is `None`, opens the installed files.
    ///
    /// # Errors
    /// The reason why the variant cannot be opened.
    pub(crate) fn open_with_content(
        &self,
        spec: &str,
        content: Option<&[String]>,
    ) -> Result<Variant, String> {
        let Some(content) = content else {
            return self.open(spec).map_err(|error| error.to_string());
        };
        let key = (spec.to_owned(), content.to_vec());
        let cache = || self.cache.lock();
        if let Some((_, variant)) = cache().iter().find(|(by, _)| *by == key) {
            return Ok(variant.clone());
        }
        let variant = self.open_exactly(spec, content)?;
        let mut cache = cache();
        cache.truncate(MAX_CACHED_VARIANTS - 1);
        cache.push_front((key, variant.clone()));
        Ok(variant)
    }

    fn open_exactly(&self, spec: &str, content: &[String]) -> Result<Variant, String> {
        let here = self.open(spec).map_err(|error| error.to_string());
        let reason = match here {
            Err(reason) => reason,
            Ok(here) => match content_difference(content, &here.content()) {
                None => return Ok(here),
                Some((_, reason)) => reason,
            },
        };
        let files = self.stored_by_hash(content).ok_or(reason)?;
        let variant = self.open_with_sources(spec, Some(&files));
        let variant = variant.map_err(|error| error.to_string())?;
        match content_difference(content, &variant.content()) {
            None => Ok(variant),
            Some((_, reason)) => Err(reason),
        }
    }

    /// Opens the variant of a game record, with the rules files of that game if they are stored. If
    /// they are not, replaying the record reports the file that differs.
    ///
    /// # Errors
    /// When there is no such variant.
    pub(crate) fn open_recorded(&self, header: &RecordHeader) -> Result<Variant, RecordError> {
        let exact = self.open_with_content(&header.game, Some(&header.content));
        exact.or_else(|_| {
            self.open(&header.game).map_err(|error| RecordError {
                line: 2,
                message: error.to_string(),
            })
        })
    }

    /// Returns the stored rules files with these hashes. `None` unless all of them are stored.
    fn stored_by_hash(&self, content: &[String]) -> Option<Vec<RulesFile>> {
        let hashes = content.iter().map(|line| line.rsplit_once("sha256:"));
        hashes
            .map(|hash| self.stored_file(StoredRulesFileKey::Hash(hash?.1)))
            .collect()
    }

    fn stored_file(&self, key: StoredRulesFileKey<'_>) -> Option<RulesFile> {
        let found = self.stored_files.as_ref()?.find(key);
        found.unwrap_or_else(|error| {
            tracing::error!(%error, "stored files cannot be read");
            None
        })
    }

    /// Returns the trial template of this name stored with a table; `None` if there is none.
    pub(crate) fn stored_trial(&self, name: &str) -> Option<RulesFile> {
        // Trial names are hashes of the text, hence unique.
        let is_trial = name.starts_with(TRY);
        is_trial
            .then(|| self.stored_file(StoredRulesFileKey::Name(name)))
            .flatten()
    }

    /// Opens the game variant that a client requests by its spec; an invalid spec is an error.
    pub(crate) fn open_requested(&self, spec: &str) -> Result<Variant, ApiProblem> {
        self.open(spec)
            .map_err(|error| ApiProblem::new(ErrorCode::BadGame).with("reason", error))
    }

    /// Describes a variant to clients: its seats, its agents and their measured strengths.
    pub(crate) fn variant(&self, spec: &str) -> Result<VariantInfo, ApiProblem> {
        let variant = self.open_requested(spec)?;
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
        let game = |kind: &CatalogEntry| {
            let variant = kind.open("").expect("every game has a plain variant");
            let variant = variant.with_files(Arc::clone(&self.weights));
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

impl std::fmt::Debug for ServerGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.kinds.iter().map(CatalogEntry::name);
        f.debug_list().entries(names).finish()
    }
}

fn agents(variant: &Variant) -> Vec<AgentInfo> {
    let ladder = RatingLadder::of_game(variant.name());
    let info = |agent: &ludorum_catalog::AgentDescription| {
        let ratings = ladder.map_or_else(Vec::new, |ladder| ladder.ratings_of(agent.name));
        let unrated = ladder.and_then(|ladder| ladder.unrated(agent.name));
        AgentInfo {
            name: agent.name.to_owned(),
            summary: agent.summary.to_owned(),
            params: params(&agent.params, variant.files()),
            strengths: ratings.into_iter().map(strength).collect(),
            plays_as: match unrated {
                Some(UnratedReason::PlaysAs(other)) => Some(other.clone()),
                Some(UnratedReason::TooSlow | UnratedReason::NotYet) | None => None,
            },
        }
    };
    variant.agents().iter().map(info).collect()
}

fn strength(rating: &AgentRating) -> Strength {
    Strength {
        spec: rating.agent.clone(),
        elo: rating.elo.round() as i32,
        low: rating.elo_95.0.round() as i32,
        high: rating.elo_95.1.round() as i32,
        games: rating.games,
        time_ms: rating.time_per_move_ms,
    }
}

fn measured(variant: &Variant) -> Option<StrengthProvenance> {
    RatingLadder::of_game(variant.name()).map(|ladder| StrengthProvenance {
        game: ladder.game.clone(),
        games: ladder.games,
        program: ladder.program.clone(),
        command: ladder.command.clone(),
    })
}

/// Describes parameters to clients. A file parameter lists the files in the server's folder, and is
/// omitted if there are none.
fn params(params: &[ludorum_core::Param], files: &AgentFileCache) -> Vec<ParamInfo> {
    let names = files.names();
    let can_be_set =
        |param: &&ludorum_core::Param| param.kind != ParamType::File || !names.is_empty();
    let info = |param: &ludorum_core::Param| ParamInfo {
        name: param.name.to_owned(),
        summary: param.doc.to_owned(),
        kind: match &param.kind {
            ParamType::Int(min, max) => ParamKind::Int {
                min: *min,
                max: *max,
            },
            ParamType::IntOr(min, max, word) => ParamKind::IntOr {
                min: *min,
                max: *max,
                word: (*word).to_owned(),
            },
            ParamType::Real(min, max) => ParamKind::Real {
                min: *min,
                max: *max,
            },
            ParamType::Time => ParamKind::Time,
            ParamType::Switch => ParamKind::Switch,
            ParamType::Choice(words) => ParamKind::Choice {
                words: words.clone(),
            },
            ParamType::Words => ParamKind::Words,
            ParamType::File => ParamKind::Choice {
                words: names.clone(),
            },
        },
        default: param.default.clone(),
    };
    params.iter().filter(can_be_set).map(info).collect()
}
