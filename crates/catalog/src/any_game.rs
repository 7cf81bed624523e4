//! Games without their types: what a spec opens.

use std::sync::Arc;

use ludorum_agents::{AgentKind, Files, MeasureKind, Roster};
use ludorum_core::{
    Configure, Encode, Game, Hidden, Param, Params, Picture, Planes, Seed, SourceFile,
};

use crate::any_player::{ErasedPlayer, Seated};
use crate::any_position::Line;
use crate::{GameProbe, MeasureInfo, Player, Position, SpecError, spec};

/// What a game must be able to do to be listed.
pub trait Listed: Configure + Hidden + Encode + Picture {}

impl<G: Configure + Hidden + Encode + Picture> Listed for G {}

/// One game of the catalog, with all its variants and agents.
pub struct GameKind(Box<dyn ErasedKind>);

impl GameKind {
    /// The game whose players are on this roster.
    pub fn new<G: Listed>(roster: Roster<G>) -> GameKind {
        GameKind(Box::new(Arc::new(roster)))
    }

    /// The name in specs.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// What it is, in one line.
    pub fn summary(&self) -> &'static str {
        self.0.summary()
    }

    /// Its parameters.
    pub fn params(&self) -> Vec<Param> {
        self.0.params()
    }

    /// The variant with parameters written as `key=value,...`.
    ///
    /// # Errors
    /// When the parameters are not right.
    pub fn open(&self, params: &str) -> Result<Variant, SpecError> {
        self.0.open(params, None)
    }

    /// The same, made of `sources` rather than of the files installed here.
    ///
    /// # Errors
    /// When the parameters or the files are not right.
    pub fn open_from(&self, params: &str, sources: &[SourceFile]) -> Result<Variant, SpecError> {
        self.0.open(params, Some(sources))
    }
}

/// A kind of agent, described.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Its parameters.
    pub params: Vec<Param>,
}

impl AgentInfo {
    /// The spec of this agent with a parameter set, if it has such a one.
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

/// Finds players outside the catalog: none if the spec is not one of theirs.
pub type Invite = dyn Fn(&Variant, &str) -> Option<Result<Player, SpecError>> + Send + Sync;

/// One variant of a game, ready to be played. Cheap to clone, shared by threads.
#[derive(Clone)]
pub struct Variant {
    erased: Arc<dyn ErasedVariant>,
    invite: Option<Arc<Invite>>,
    files: Arc<Files>,
}

impl Variant {
    /// The same variant, at which specs that `invite` knows name players from outside.
    #[must_use]
    pub fn inviting(mut self, invite: Arc<Invite>) -> Variant {
        self.invite = Some(invite);
        self
    }

    /// The same variant, whose agents may be made from these files. Without, they may be made from none:
    /// specs often come from strangers.
    #[must_use]
    pub fn reading(mut self, files: Arc<Files>) -> Variant {
        self.files = files;
        self
    }

    /// The files its agents may be made from.
    pub fn files(&self) -> &Arc<Files> {
        &self.files
    }

    /// The name of the game.
    pub fn name(&self) -> &'static str {
        self.erased.name()
    }

    /// The spec of this variant in its shortest form.
    pub fn spec(&self) -> &str {
        self.erased.spec()
    }

    /// The version of the rules; raised when old records may no longer replay.
    pub fn rules_version(&self) -> u32 {
        self.erased.rules_version()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.erased.seats()
    }

    /// No game is longer than this many moves, chance events included.
    pub fn max_plies(&self) -> u32 {
        self.erased.max_plies()
    }

    /// Whether every seat sees everything.
    pub fn is_open(&self) -> bool {
        self.erased.is_open()
    }

    /// The files the variant is made of besides this program, by name and hash.
    pub fn content(&self) -> Vec<String> {
        self.erased.content()
    }

    /// The files that [`content`](Variant::content) names, in full.
    pub fn sources(&self) -> Vec<SourceFile> {
        self.erased.sources()
    }

    /// The decimal logarithm of an upper bound on the number of positions, if one is known.
    pub fn log10_positions(&self) -> Option<f64> {
        self.erased.log10_positions()
    }

    /// All fixed numbers of moves are below this one.
    pub fn actions(&self) -> usize {
        self.erased.actions()
    }

    /// The text of the move with a fixed number; none if there is none.
    pub fn action_text(&self, action: usize) -> Option<String> {
        self.erased.action_text(action)
    }

    /// The fixed number of a move of a seat, given as text.
    ///
    /// # Errors
    /// When the text is not a move, or an event of chance.
    pub fn action(&self, text: &str) -> Result<usize, ludorum_core::TextError> {
        self.erased.action(text)
    }

    /// What the planes of numbers are in which positions are told to programs that learn.
    pub fn planes(&self) -> Planes {
        self.erased.planes()
    }

    /// The position before the first move.
    pub fn start(&self, seed: Seed) -> Position {
        self.erased.start(seed)
    }

    /// A position from its compact string.
    ///
    /// # Errors
    /// When the text is not a legal position of this variant.
    pub fn position(&self, text: &str) -> Result<Position, ludorum_core::TextError> {
        self.erased.position(text)
    }

    /// What can be measured of how the game is played.
    pub fn measures(&self) -> Vec<MeasureInfo> {
        self.erased.measures()
    }

    /// Takes a measure in one game, by its name; none if the game has no such measure.
    pub fn probe(&self, measure: &str) -> Option<GameProbe> {
        self.erased.probe(measure)
    }

    /// Numbers that describe the setup of the game with a seed, such as the shape of its board; empty if
    /// the game has none.
    pub fn setup_numbers(&self, seed: Seed) -> Vec<(&'static str, f64)> {
        self.erased.setup_numbers(seed)
    }

    /// The agents that can play.
    pub fn agents(&self) -> Vec<AgentInfo> {
        self.erased.agents()
    }

    /// The agent to ask and to play against when nobody else was named.
    pub fn strongest_agent(&self) -> AgentInfo {
        self.erased.strongest_agent()
    }

    /// The spec of an agent to play against when nobody else was named: one that can be beaten, if
    /// it has levels.
    pub fn opponent(&self) -> String {
        self.strongest_agent().spec_with("level", "4")
    }

    /// The spec of an agent to ask for advice, with a second to think if it can be told so.
    pub fn adviser(&self) -> String {
        self.strongest_agent().spec_with("time", "1s")
    }

    /// The agent a spec such as `mcts:iterations=500` names, as new.
    ///
    /// # Errors
    /// When there is no such agent for this game, or its parameters are not right.
    pub fn player(&self, spec: &str) -> Result<Player, SpecError> {
        let guest = self.invite.as_ref().and_then(|invite| invite(self, spec));
        guest.unwrap_or_else(|| self.erased.player(spec, &self.files))
    }
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Variant").field(&self.spec()).finish()
    }
}

trait ErasedKind: Send + Sync {
    fn name(&self) -> &'static str;
    fn summary(&self) -> &'static str;
    fn params(&self) -> Vec<Param>;
    fn open(&self, params: &str, sources: Option<&[SourceFile]>) -> Result<Variant, SpecError>;
}

impl<G: Listed> ErasedKind for Arc<Roster<G>> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn params(&self) -> Vec<Param> {
        G::params()
    }

    fn open(&self, params: &str, sources: Option<&[SourceFile]>) -> Result<Variant, SpecError> {
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
            erased: Arc::new(Opened {
                spec: params.spec(G::NAME),
                game,
                roster: Arc::clone(self),
            }),
            invite: None,
            files: Arc::new(Files::none()),
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
    fn sources(&self) -> Vec<SourceFile>;
    fn log10_positions(&self) -> Option<f64>;
    fn actions(&self) -> usize;
    fn action_text(&self, action: usize) -> Option<String>;
    fn action(&self, text: &str) -> Result<usize, ludorum_core::TextError>;
    fn planes(&self) -> Planes;
    fn start(&self, seed: Seed) -> Position;
    fn position(&self, text: &str) -> Result<Position, ludorum_core::TextError>;
    fn measures(&self) -> Vec<MeasureInfo>;
    fn probe(&self, measure: &str) -> Option<GameProbe>;
    fn setup_numbers(&self, seed: Seed) -> Vec<(&'static str, f64)>;
    fn agents(&self) -> Vec<AgentInfo>;
    fn strongest_agent(&self) -> AgentInfo;
    fn player(&self, spec: &str, files: &Files) -> Result<Player, SpecError>;
}

struct Opened<G: Game> {
    spec: String,
    game: Arc<G>,
    roster: Arc<Roster<G>>,
}

impl<G: Listed> ErasedVariant for Opened<G> {
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
        ludorum_core::is_open::<G>()
    }

    fn max_plies(&self) -> u32 {
        self.game.max_plies()
    }

    fn content(&self) -> Vec<String> {
        self.game.content()
    }

    fn sources(&self) -> Vec<SourceFile> {
        self.game.sources()
    }

    fn log10_positions(&self) -> Option<f64> {
        self.game.log10_positions()
    }

    fn actions(&self) -> usize {
        self.game.actions()
    }

    fn action_text(&self, action: usize) -> Option<String> {
        let mv = self.game.numbered(action)?;
        Some(self.game.print_move(mv))
    }

    fn action(&self, text: &str) -> Result<usize, ludorum_core::TextError> {
        let mv = self.game.parse_move(text)?;
        let refuse =
            || ludorum_core::TextError::new("this is for chance to decide, not for a seat");
        self.game.number(mv).ok_or_else(refuse)
    }

    fn planes(&self) -> Planes {
        self.game.planes()
    }

    fn start(&self, seed: Seed) -> Position {
        let state = self.game.initial(seed);
        Position::new(Line::new(Arc::clone(&self.game), state))
    }

    fn position(&self, text: &str) -> Result<Position, ludorum_core::TextError> {
        let state = self.game.parse_position(text)?;
        Ok(Position::new(Line::new(Arc::clone(&self.game), state)))
    }

    fn measures(&self) -> Vec<MeasureInfo> {
        let info = |kind: &MeasureKind<G>| MeasureInfo {
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

    fn player(&self, spec: &str, files: &Files) -> Result<Player, SpecError> {
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
        let hired = kind.hire(&self.game, params, files).map_err(error)?;
        let seated: Box<dyn ErasedPlayer> = Box::new(Seated::<G>::new(hired.agent));
        Ok(Player::new(hired.spec, hired.files, seated))
    }
}
