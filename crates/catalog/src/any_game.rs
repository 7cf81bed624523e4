//! Type-erased games and variants, opened by a spec.

use std::sync::Arc;

use ludorum_agents::{AgentFiles, AgentKind, ProbeKind, Roster};
use ludorum_core::{
    Configure, Determinize, DrawSvg, Game, Param, Params, PlaneLayout, RulesFile, Seed,
    TensorEncoding,
};

use crate::any_player::{ErasedPlayer, TypedPlayer};
use crate::any_position::TypedPosition;
use crate::{GameProbe, MeasureInfo, Player, Position, SpecError, spec};

/// Traits that a game of the catalog must implement.
pub trait CatalogGame: Configure + Determinize + TensorEncoding + DrawSvg {}

impl<G: Configure + Determinize + TensorEncoding + DrawSvg> CatalogGame for G {}

/// One game of the catalog, with all its variants and agents.
pub struct GameKind(Box<dyn ErasedGameKind>);

impl GameKind {
    /// The game with this roster of agents.
    pub fn new<G: CatalogGame>(roster: Roster<G>) -> GameKind {
        GameKind(Box::new(Arc::new(roster)))
    }

    /// The name in specs.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// One-line description.
    pub fn summary(&self) -> &'static str {
        self.0.summary()
    }

    /// The parameters.
    pub fn params(&self) -> Vec<Param> {
        self.0.params()
    }

    /// Opens the variant with parameters written as `key=value,...`.
    ///
    /// # Errors
    /// When the parameters are invalid.
    pub fn open(&self, params: &str) -> Result<Variant, SpecError> {
        self.0.open(params, None)
    }

    /// Opens a variant from `sources` instead of the installed files.
    ///
    /// # Errors
    /// When the parameters or the files are invalid.
    pub fn open_from(&self, params: &str, sources: &[RulesFile]) -> Result<Variant, SpecError> {
        self.0.open(params, Some(sources))
    }
}

/// Name, summary and parameters of an agent.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// The parameters.
    pub params: Vec<Param>,
}

impl AgentInfo {
    /// The spec of this agent with a parameter set, if it has that parameter.
    fn spec_with(&self, name: &str, value: &str) -> String {
        if self.params.iter().any(|param| param.name == name) {
            format!("{}:{name}={value}", self.name)
        } else {
            self.name.to_owned()
        }
    }

    fn of<G: Game>(kind: &AgentKind<G>) -> AgentInfo {
        AgentInfo {
            name: kind.name(),
            summary: kind.summary(),
            params: kind.params().to_vec(),
        }
    }
}

/// Creates external players from specs; none if the spec is not that of an external player.
pub type ExternalPlayerFactory =
    dyn Fn(&Variant, &str) -> Option<Result<Player, SpecError>> + Send + Sync;

/// One variant of a game, ready to be played. Cheap to clone, shared by threads.
#[derive(Clone)]
pub struct Variant {
    erased: Arc<dyn ErasedVariant>,
    invite: Option<Arc<ExternalPlayerFactory>>,
    files: Arc<AgentFiles>,
}

impl Variant {
    /// Adds external players: specs that `invite` recognizes.
    #[must_use]
    pub fn with_external_players(mut self, invite: Arc<ExternalPlayerFactory>) -> Variant {
        self.invite = Some(invite);
        self
    }

    /// Lets agents read these files. By default they may read none, as specs often come from untrusted
    /// users.
    #[must_use]
    pub fn with_files(mut self, files: Arc<AgentFiles>) -> Variant {
        self.files = files;
        self
    }

    /// The files its agents may read.
    pub fn files(&self) -> &Arc<AgentFiles> {
        &self.files
    }

    /// The name of the game.
    pub fn name(&self) -> &'static str {
        self.erased.name()
    }

    /// The spec in its shortest form.
    pub fn spec(&self) -> &str {
        self.erased.spec()
    }

    /// Version of the rules; raised when old records may no longer replay.
    pub fn rules_version(&self) -> u32 {
        self.erased.rules_version()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.erased.seats()
    }

    /// Upper bound on the length of a game in plies, chance events included.
    pub fn max_plies(&self) -> u32 {
        self.erased.max_plies()
    }

    /// True for perfect information: every seat sees everything.
    pub fn is_open(&self) -> bool {
        self.erased.is_open()
    }

    /// Names and hashes of the content files of the variant.
    pub fn content(&self) -> Vec<String> {
        self.erased.content()
    }

    /// The content files themselves, as named by [`content`](Variant::content).
    pub fn sources(&self) -> Vec<RulesFile> {
        self.erased.sources()
    }

    /// Base-10 logarithm of an upper bound on the number of positions, if known.
    pub fn log10_positions(&self) -> Option<f64> {
        self.erased.log10_positions()
    }

    /// Size of the action space: all action ids are below it.
    pub fn action_count(&self) -> usize {
        self.erased.actions()
    }

    /// The text of the move with an action id; none if there is none.
    pub fn action_text(&self, action: usize) -> Option<String> {
        self.erased.action_text(action)
    }

    /// The action id of a player's move, given as text.
    ///
    /// # Errors
    /// When the text is not a move, or is a chance event.
    pub fn action_id(&self, text: &str) -> Result<usize, ludorum_core::NotationError> {
        self.erased.action(text)
    }

    /// Layout of the observation planes for learning programs.
    pub fn planes(&self) -> PlaneLayout {
        self.erased.planes()
    }

    /// The initial position of the game with this seed.
    pub fn start(&self, seed: Seed) -> Position {
        self.erased.start(seed)
    }

    /// Parses a position.
    ///
    /// # Errors
    /// When the text is not a legal position of this variant.
    pub fn position(&self, text: &str) -> Result<Position, ludorum_core::NotationError> {
        self.erased.position(text)
    }

    /// The measures that can be taken of games.
    pub fn measures(&self) -> Vec<MeasureInfo> {
        self.erased.measures()
    }

    /// A probe for a measure, by name; none if there is no such measure.
    pub fn probe(&self, measure: &str) -> Option<GameProbe> {
        self.erased.probe(measure)
    }

    /// Named numbers that describe the setup of the game with this seed, such as the shape of its
    /// board; empty if the game defines none.
    pub fn setup_numbers(&self, seed: Seed) -> Vec<(&'static str, f64)> {
        self.erased.setup_numbers(seed)
    }

    /// The agents that play this game.
    pub fn agents(&self) -> Vec<AgentInfo> {
        self.erased.agents()
    }

    /// The strongest agent, the default opponent and adviser.
    pub fn strongest_agent(&self) -> AgentInfo {
        self.erased.strongest_agent()
    }

    /// The spec of the default opponent: beatable, if it has levels.
    pub fn opponent(&self) -> String {
        self.strongest_agent().spec_with("level", "4")
    }

    /// The spec of the default adviser, limited to one second if it has a time limit.
    pub fn adviser(&self) -> String {
        self.strongest_agent().spec_with("time", "1s")
    }

    /// Creates the agent with a spec such as `mcts:iterations=500`.
    ///
    /// # Errors
    /// When there is no such agent for this game, or its parameters are invalid.
    pub fn player(&self, spec: &str) -> Result<Player, SpecError> {
        let external = self.invite.as_ref().and_then(|invite| invite(self, spec));
        external.unwrap_or_else(|| self.erased.player(spec, &self.files))
    }
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Variant").field(&self.spec()).finish()
    }
}

trait ErasedGameKind: Send + Sync {
    fn name(&self) -> &'static str;
    fn summary(&self) -> &'static str;
    fn params(&self) -> Vec<Param>;
    fn open(&self, params: &str, sources: Option<&[RulesFile]>) -> Result<Variant, SpecError>;
}

impl<G: CatalogGame> ErasedGameKind for Arc<Roster<G>> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn params(&self) -> Vec<Param> {
        G::params()
    }

    fn open(&self, params: &str, sources: Option<&[RulesFile]>) -> Result<Variant, SpecError> {
        let error = |error| SpecError::Params {
            name: G::NAME,
            error,
        };
        let (params, game) = match sources {
            None => {
                let params = Params::parse(&G::params(), params).map_err(error)?;
                let game = G::configure(&params);
                (params, game)
            }
            Some(sources) => {
                let known = G::params_from(sources);
                let params = Params::parse(&known, params).map_err(error)?;
                let game = G::configure_from(&params, sources);
                (params, game)
            }
        };
        let game = Arc::new(game.map_err(error)?);
        Ok(Variant {
            erased: Arc::new(TypedVariant {
                spec: params.spec(G::NAME),
                game,
                roster: Arc::clone(self),
            }),
            invite: None,
            files: Arc::new(AgentFiles::none()),
        })
    }
}

trait ErasedVariant: Send + Sync {
    fn name(&self) -> &'static str;
    fn spec(&self) -> &str;
    fn rules_version(&self) -> u32;
    fn seats(&self) -> usize;
    fn is_open(&self) -> bool;
    fn max_plies(&self) -> u32;
    fn content(&self) -> Vec<String>;
    fn sources(&self) -> Vec<RulesFile>;
    fn log10_positions(&self) -> Option<f64>;
    fn actions(&self) -> usize;
    fn action_text(&self, action: usize) -> Option<String>;
    fn action(&self, text: &str) -> Result<usize, ludorum_core::NotationError>;
    fn planes(&self) -> PlaneLayout;
    fn start(&self, seed: Seed) -> Position;
    fn position(&self, text: &str) -> Result<Position, ludorum_core::NotationError>;
    fn measures(&self) -> Vec<MeasureInfo>;
    fn probe(&self, measure: &str) -> Option<GameProbe>;
    fn setup_numbers(&self, seed: Seed) -> Vec<(&'static str, f64)>;
    fn agents(&self) -> Vec<AgentInfo>;
    fn strongest_agent(&self) -> AgentInfo;
    fn player(&self, spec: &str, files: &AgentFiles) -> Result<Player, SpecError>;
}

struct TypedVariant<G: Game> {
    spec: String,
    game: Arc<G>,
    roster: Arc<Roster<G>>,
}

impl<G: CatalogGame> ErasedVariant for TypedVariant<G> {
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

    fn actions(&self) -> usize {
        self.game.action_count()
    }

    fn action_text(&self, action: usize) -> Option<String> {
        let mv = self.game.move_of_action(action)?;
        Some(self.game.print_move(mv))
    }

    fn action(&self, text: &str) -> Result<usize, ludorum_core::NotationError> {
        let mv = self.game.parse_move(text)?;
        let refuse =
            || ludorum_core::NotationError::new("that is a chance event, not a player's move");
        self.game.action_id(mv).ok_or_else(refuse)
    }

    fn planes(&self) -> PlaneLayout {
        self.game.plane_layout()
    }

    fn start(&self, seed: Seed) -> Position {
        let state = self.game.initial(seed);
        Position::new(TypedPosition::new(Arc::clone(&self.game), state))
    }

    fn position(&self, text: &str) -> Result<Position, ludorum_core::NotationError> {
        let state = self.game.parse_position(text)?;
        Ok(Position::new(TypedPosition::new(
            Arc::clone(&self.game),
            state,
        )))
    }

    fn measures(&self) -> Vec<MeasureInfo> {
        let info = |kind: &ProbeKind<G>| MeasureInfo {
            name: kind.name(),
            summary: kind.summary(),
        };
        self.roster.measures().iter().map(info).collect()
    }

    fn probe(&self, measure: &str) -> Option<GameProbe> {
        let mut kinds = self.roster.measures().iter();
        let kind = kinds.find(|kind| kind.name() == measure)?;
        Some(GameProbe::new(kind.probe(&self.game)))
    }

    fn setup_numbers(&self, seed: Seed) -> Vec<(&'static str, f64)> {
        let numbers = self.roster.setup_numbers();
        numbers.map_or_else(Vec::new, |numbers| numbers(&self.game.initial(seed)))
    }

    fn agents(&self) -> Vec<AgentInfo> {
        self.roster.kinds().iter().map(AgentInfo::of).collect()
    }

    fn strongest_agent(&self) -> AgentInfo {
        let strongest = self.roster.strongest();
        let mut kinds = self.roster.kinds().iter();
        let kind = kinds.find(|kind| kind.name() == strongest);
        AgentInfo::of(kind.expect("the strongest is on the roster"))
    }

    fn player(&self, spec: &str, files: &AgentFiles) -> Result<Player, SpecError> {
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
        let player: Box<dyn ErasedPlayer> = Box::new(TypedPlayer::<G>::new(made.agent));
        Ok(Player::new(made.spec, made.files, player))
    }
}
