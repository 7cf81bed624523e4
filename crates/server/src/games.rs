//! The games a server offers, and the agents it is ready to feed.

use std::path::PathBuf;
use std::sync::Arc;

use ludorum_arena::ladder::{Ladder, Rating, Reason};
use ludorum_bridge::{Guests, Shelf, is_guest, is_installed};
use ludorum_catalog::{Files, GameKind, SpecError, Variant, kinds};
use ludorum_core::Kind;
use ludorum_protocol::lobby::{
    AgentInfo, GameInfo, Measured, ParamInfo, ParamKind, Strength, VariantInfo,
};
use ludorum_protocol::{Code, Problem};

use crate::operator::Rights;

/// The games of a server.
pub struct Games {
    kinds: Vec<GameKind>,
    guests: Option<Guests>,
    /// What agents may be made from. Specs come from strangers, so these are never any files.
    weights: Arc<Files>,
}

/// Parameters of agents that cost memory (in MiB) or threads, and the most a stranger may have.
const COSTLY: [(&str, u64); 3] = [("memory", 256), ("table", 256), ("threads", 4)];

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
        }
    }

    /// The same games, whose agents may be made from the weights in this folder, by their names.
    #[must_use]
    pub fn with_weights(mut self, folder: PathBuf) -> Games {
        self.weights = Arc::new(Files::named_in(folder));
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

    pub(crate) fn open(&self, spec: &str) -> Result<Variant, SpecError> {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = self.kinds.iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| SpecError::UnknownGame {
            name: name.to_owned(),
            known: self.kinds.iter().map(GameKind::name).collect(),
        })?;
        let variant = kind.open(params)?.reading(Arc::clone(&self.weights));
        Ok(match &self.guests {
            Some(guests) => variant.inviting(guests.clone().invite()),
            None => variant,
        })
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

/// The spec of an agent somebody asks for, in its shortest form. Strangers can have agents that were
/// installed, but no program or address of their own choice.
pub(crate) fn wanted_agent(
    variant: &Variant,
    spec: &str,
    rights: Rights,
) -> Result<String, Problem> {
    if is_guest(spec) && !is_installed(spec) {
        rights.only_operator()?;
    }
    let refused = |reason: String| Problem::new(Code::BadAgent).with("reason", reason);
    let (_, params) = spec.split_once(':').unwrap_or((spec, ""));
    for (name, value) in params.split(',').filter_map(|param| param.split_once('=')) {
        let limit = COSTLY.iter().find(|(costly, _)| *costly == name.trim());
        if let Some((name, most)) = limit
            && value.trim().parse::<u64>().is_ok_and(|value| value > *most)
        {
            return Err(refused(format!("{name} is at most {most} on this server")));
        }
    }
    let player = variant.player(spec);
    let player = player.map_err(|error| match rights {
        // Where agents are, and which are broken, is nobody else's business.
        Rights::Everyone | Rights::Nobody if is_guest(spec) => {
            refused(format!("no agent {spec} plays {} here", variant.spec()))
        }
        _ => refused(error.to_string()),
    })?;
    Ok(player.spec().to_owned())
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
