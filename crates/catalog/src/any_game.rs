//! Type-erased games and variants, opened by a spec.

use std::ops::Deref;
use std::sync::Arc;

use ludorum_agents::{AgentFileCache, AgentKind, Roster, StatisticKind};
use ludorum_core::{
    Configure, Determinize, DrawSvg, Game, NotationError, Param, Params, PlaneLayout, RulesFile,
    Seed, TensorEncoding,
};

use crate::any_player::TypedPlayer;
use crate::any_position::TypedPosition;
use crate::any_probe::TypedProbe;
use crate::capabilities::GameCapabilities;
use crate::{AnyProbe, MeasureInfo, Player, Position, SpecError, spec};

/// Traits that a game of the catalog must implement: rules, notation, configuration and sampling of
/// hidden information.
pub trait CatalogGame: Configure + Determinize {}

impl<G: Configure + Determinize> CatalogGame for G {}

/// A game as it is listed in the catalog: its roster of agents and its optional capabilities.
pub struct GameRegistration<G: Game> {
    roster: Roster<G>,
    capabilities: GameCapabilities<G>,
}

impl<G: Game> From<Roster<G>> for GameRegistration<G> {
    fn from(roster: Roster<G>) -> GameRegistration<G> {
        let capabilities = GameCapabilities::NONE;
        GameRegistration {
            roster,
            capabilities,
        }
    }
}

impl<G: TensorEncoding> GameRegistration<G> {
    /// Declares that the game has action ids and observation planes.
    #[must_use]
    pub fn with_encoding(mut self) -> GameRegistration<G> {
        self.capabilities.encoding = Some(|game| game);
        self
    }
}

impl<G: DrawSvg> GameRegistration<G> {
    /// Declares that the game draws SVG pictures; other games show their terminal drawing as SVG.
    #[must_use]
    pub fn with_picture(mut self) -> GameRegistration<G> {
        self.capabilities.picture = Some(|game| game);
        self
    }
}

/// One game of the catalog, with all its variants and agents.
pub struct CatalogEntry {
    name: &'static str,
    summary: &'static str,
    params: fn() -> Vec<Param>,
    open: Box<OpenVariant>,
}

type OpenVariant = dyn Fn(&str, Option<&[RulesFile]>) -> Result<Variant, SpecError> + Send + Sync;

impl CatalogEntry {
    /// Creates the catalog entry of a game from its roster of agents or its [`GameRegistration`].
    pub fn new<G: CatalogGame>(listing: impl Into<GameRegistration<G>>) -> CatalogEntry {
        let GameRegistration {
            roster,
            capabilities,
        } = listing.into();
        let roster = Arc::new(roster);
        CatalogEntry {
            name: G::NAME,
            summary: G::SUMMARY,
            params: G::params,
            open: Box::new(move |params, sources| {
                let (spec, game) = configure(params, sources)?;
                Ok(Variant {
                    erased: Arc::new(TypedVariant {
                        spec,
                        game,
                        roster: Arc::clone(&roster),
                        capabilities,
                    }),
                    invite: None,
                    files: Arc::new(AgentFileCache::none()),
                })
            }),
        }
    }

    /// Name of the game in specs.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// One-line description of the game.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Declarations of the game's parameters.
    pub fn params(&self) -> Vec<Param> {
        (self.params)()
    }

    /// Opens the variant with parameters written as `key=value,...`.
    ///
    /// # Errors
    /// When the parameters are invalid.
    pub fn open(&self, params: &str) -> Result<Variant, SpecError> {
        (self.open)(params, None)
    }

    /// Opens the variant with these parameters, from the rules files `sources` instead of the
    /// installed ones.
    ///
    /// # Errors
    /// When the parameters or the files are invalid.
    pub fn open_from(&self, params: &str, sources: &[RulesFile]) -> Result<Variant, SpecError> {
        (self.open)(params, Some(sources))
    }
}

/// Builds a game from its parameters, with the rules files `sources` or the installed ones. Also
/// returns its spec without default values.
fn configure<G: Configure>(
    params: &str,
    sources: Option<&[RulesFile]>,
) -> Result<(String, Arc<G>), SpecError> {
    let error = |error| SpecError::Params {
        name: G::NAME,
        error,
    };
    let known = sources.map_or_else(G::params, G::params_from);
    let params = Params::parse(&known, params).map_err(error)?;
    let game = match sources {
        None => G::configure(&params),
        Some(sources) => G::configure_from(&params, sources),
    };
    Ok((params.spec(G::NAME), Arc::new(game.map_err(error)?)))
}

/// Name, summary and parameters of an agent.
#[derive(Clone, Debug)]
pub struct AgentDescription {
    /// Name of the agent in specs.
    pub name: &'static str,
    /// One-line description of the agent.
    pub summary: &'static str,
    /// Declarations of the agent's parameters.
    pub params: Vec<Param>,
}

impl AgentDescription {
    /// The spec of this agent with the parameter `name` set to `value`; the plain spec if the agent
    /// does not have that parameter.
    fn spec_with(&self, name: &str, value: &str) -> String {
        if self.params.iter().any(|param| param.name == name) {
            format!("{}:{name}={value}", self.name)
        } else {
            self.name.to_owned()
        }
    }

    fn of<G: Game>(kind: &AgentKind<G>) -> AgentDescription {
        AgentDescription {
            name: kind.name(),
            summary: kind.summary(),
            params: kind.params().to_vec(),
        }
    }
}

/// Creates the external player of a spec; `None` if the spec names no external player.
pub type ExternalPlayerFactory =
    dyn Fn(&Variant, &str) -> Option<Result<Player, SpecError>> + Send + Sync;

/// A variant of a game, type-erased: creates initial positions and players. Cheap to clone, shared
/// by threads. Most of its methods are those of [`AnyVariant`].
#[derive(Clone)]
pub struct Variant {
    erased: Arc<dyn AnyVariant>,
    invite: Option<Arc<ExternalPlayerFactory>>,
    files: Arc<AgentFileCache>,
}

impl Deref for Variant {
    type Target = dyn AnyVariant;

    fn deref(&self) -> &Self::Target {
        &*self.erased
    }
}

impl Variant {
    /// Sets the function that creates external players from specs that the catalog does not have.
    #[must_use]
    pub fn with_external_players(mut self, invite: Arc<ExternalPlayerFactory>) -> Variant {
        self.invite = Some(invite);
        self
    }

    /// Sets the parameter files that agents may read. By default they may read none, as specs often
    /// come from untrusted users.
    #[must_use]
    pub fn with_files(mut self, files: Arc<AgentFileCache>) -> Variant {
        self.files = files;
        self
    }

    /// The parameter files that agents of this variant may read.
    pub fn files(&self) -> &Arc<AgentFileCache> {
        &self.files
    }

    /// Creates the player of a spec: an agent such as `mcts:iterations=500`, or an external player.
    ///
    /// # Errors
    /// When there is no such agent for this game, or its parameters are invalid.
    pub fn player(&self, spec: &str) -> Result<Player, SpecError> {
        let external = self.invite.as_ref().and_then(|invite| invite(self, spec));
        external.unwrap_or_else(|| self.catalog_player(spec, &self.files))
    }
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Variant").field(&self.spec()).finish()
    }
}

/// Methods of a [`Variant`] that depend on the type of the game.
pub trait AnyVariant: Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;

    /// The spec of the variant without default values.
    fn spec(&self) -> &str;

    /// Version of the rules; raised when old records may no longer replay.
    fn rules_version(&self) -> u32;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Upper bound on the length of a game in plies, chance events included.
    fn max_plies(&self) -> u32;

    /// True if the game has perfect information.
    fn is_open(&self) -> bool;

    /// Names and hashes of the files that define rules of the variant, such as plug-ins.
    fn content(&self) -> Vec<String>;

    /// The files listed by [`content`](AnyVariant::content), with their texts.
    fn sources(&self) -> Vec<RulesFile>;

    /// Base-10 logarithm of an upper bound on the number of positions; `None` if no bound is known.
    fn log10_positions(&self) -> Option<f64>;

    /// Size of the action space: all action ids are below it. 0 if the game has no action ids.
    fn action_count(&self) -> usize;

    /// The text of the move with this action id; `None` if no move has it.
    fn action_text(&self, action: usize) -> Option<String>;

    /// The action id of a player's move, given as text.
    ///
    /// # Errors
    /// When the text is not a move or is a chance event, or the game has no action ids.
    fn action_id(&self, text: &str) -> Result<usize, NotationError>;

    /// Size and names of the observation planes for machine learning; no planes if the game has no
    /// tensor encoding.
    fn planes(&self) -> PlaneLayout;

    /// The initial position of the game with this seed.
    fn start(&self, seed: Seed) -> Position;

    /// Parses a position from its text notation.
    ///
    /// # Errors
    /// When the text is not a legal position of this variant.
    fn position(&self, text: &str) -> Result<Position, NotationError>;

    /// Statistics of play that probes can measure during a game, such as the rate of attacks.
    fn measures(&self) -> Vec<MeasureInfo>;

    /// Creates the probe for the measure with this name; `None` if the game has no such measure.
    fn probe(&self, measure: &str) -> Option<Box<dyn AnyProbe>>;

    /// Named numbers that describe the setup of the game with this seed, such as the shape of its
    /// board; empty if the game defines none.
    fn setup_numbers(&self, seed: Seed) -> Vec<(&'static str, f64)>;

    /// The agents that play this game.
    fn agents(&self) -> Vec<AgentDescription>;

    /// The strongest agent. The default opponent and the default adviser are derived from it.
    fn strongest_agent(&self) -> AgentDescription;

    /// The spec of the default opponent: the strongest agent, at level 4 if it has levels.
    fn opponent(&self) -> String {
        self.strongest_agent().spec_with("level", "4")
    }

    /// The spec of the default adviser: the strongest agent, with one second per move if it takes a
    /// time limit.
    fn adviser(&self) -> String {
        self.strongest_agent().spec_with("time", "1s")
    }

    /// Creates the built-in agent with this spec, which may read `files`.
    ///
    /// # Errors
    /// When there is no such agent for this game, or its parameters are invalid.
    fn catalog_player(&self, spec: &str, files: &AgentFileCache) -> Result<Player, SpecError>;
}

struct TypedVariant<G: Game> {
    spec: String,
    game: Arc<G>,
    roster: Arc<Roster<G>>,
    capabilities: GameCapabilities<G>,
}

impl<G: CatalogGame> TypedVariant<G> {
    fn position_of(&self, state: G::State) -> Position {
        let game = Arc::clone(&self.game);
        Box::new(TypedPosition::new(game, self.capabilities, state))
    }
}

impl<G: CatalogGame> AnyVariant for TypedVariant<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn spec(&self) -> &str {
        &self.spec
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn is_open(&self) -> bool {
        ludorum_core::has_perfect_information::<G>()
    }

    fn max_plies(&self) -> u32 {
        self.game.max_plies()
    }

    fn content(&self) -> Vec<String> {
        self.game.content_hashes()
    }

    fn sources(&self) -> Vec<RulesFile> {
        self.game.rules_files()
    }

    fn log10_positions(&self) -> Option<f64> {
        self.game.log10_positions()
    }

    fn action_count(&self) -> usize {
        let encoding = self.capabilities.encoding(&self.game);
        encoding.map_or(0, |game| game.action_count())
    }

    fn action_text(&self, action: usize) -> Option<String> {
        let encoding = self.capabilities.encoding(&self.game)?;
        let mv = encoding.move_of_action(action)?;
        Some(self.game.print_move(mv))
    }

    fn action_id(&self, text: &str) -> Result<usize, NotationError> {
        let mv = self.game.parse_move(text)?;
        let encoding = self.capabilities.encoding(&self.game);
        let encoding = encoding.ok_or_else(|| {
            NotationError::new(format!("the moves of {} have no action ids", G::NAME))
        })?;
        let refuse = || NotationError::new("that is a chance event, not a player's move");
        encoding.action_id(mv).ok_or_else(refuse)
    }

    fn planes(&self) -> PlaneLayout {
        self.capabilities.planes(&self.game)
    }

    fn start(&self, seed: Seed) -> Position {
        self.position_of(self.game.initial(seed))
    }

    fn position(&self, text: &str) -> Result<Position, NotationError> {
        Ok(self.position_of(self.game.parse_position(text)?))
    }

    fn measures(&self) -> Vec<MeasureInfo> {
        let info = |kind: &StatisticKind<G>| MeasureInfo {
            name: kind.name(),
            summary: kind.summary(),
        };
        self.roster.measures().iter().map(info).collect()
    }

    fn probe(&self, measure: &str) -> Option<Box<dyn AnyProbe>> {
        let mut kinds = self.roster.measures().iter();
        let kind = kinds.find(|kind| kind.name() == measure)?;
        Some(Box::new(TypedProbe(kind.probe(&self.game))))
    }

    fn setup_numbers(&self, seed: Seed) -> Vec<(&'static str, f64)> {
        let numbers = self.roster.setup_numbers();
        numbers.map_or_else(Vec::new, |numbers| numbers(&self.game.initial(seed)))
    }

    fn agents(&self) -> Vec<AgentDescription> {
        self.roster
            .kinds()
            .iter()
            .map(AgentDescription::of)
            .collect()
    }

    fn strongest_agent(&self) -> AgentDescription {
        let strongest = self.roster.strongest();
        let mut kinds = self.roster.kinds().iter();
        let kind = kinds.find(|kind| kind.name() == strongest);
        AgentDescription::of(kind.expect("the strongest is on the roster"))
    }

    fn catalog_player(&self, spec: &str, files: &AgentFileCache) -> Result<Player, SpecError> {
        let (name, params) = spec::split(spec);
        let kinds = self.roster.kinds();
        let kind = kinds
            .iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| SpecError::UnknownAgent {
                name: name.to_owned(),
                game: G::NAME,
                known: kinds.iter().map(AgentKind::name).collect(),
            })?;
        let error = |error| SpecError::Params {
            name: kind.name(),
            error,
        };
        let made = kind
            .build_from_text(&self.game, params, files)
            .map_err(error)?;
        let player = TypedPlayer::<G>::new(made.agent);
        Ok(Player::new(made.spec, made.files, Box::new(player)))
    }
}
