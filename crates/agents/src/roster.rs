//! The agents that can play a game, and their parameters.

use ludorum_core::{
    Agent, Chance, Deterministic, Determinize, Game, Param, ParamError, Params, PerfectInformation,
};

use crate::{AgentFileCache, GameKnowledge, SetupStatisticsFn, StatisticKind, standard};

/// Constructor of an agent, from the rules of a game and validated parameters.
type BuildAgent<G> = dyn Fn(&G, &Params) -> Result<Box<dyn Agent<G>>, ParamError> + Send + Sync;

/// An agent type that users select by name: its name, summary, parameters and constructor.
pub struct AgentKind<G: Game> {
    name: &'static str,
    summary: &'static str,
    params: Vec<Param>,
    build: Box<BuildAgent<G>>,
}

impl<G: Game> AgentKind<G> {
    /// Creates an agent type. `build` may reject invalid combinations of parameters.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        params: Vec<Param>,
        build: impl Fn(&G, &Params) -> Result<Box<dyn Agent<G>>, ParamError> + Send + Sync + 'static,
    ) -> AgentKind<G> {
        AgentKind {
            name,
            summary,
            params,
            build: Box::new(build),
        }
    }

    /// Replaces the default value of the parameter `name`.
    ///
    /// # Panics
    /// If the agent has no parameter of this name.
    #[must_use]
    pub fn with_default(mut self, name: &str, default: &str) -> AgentKind<G> {
        let param = self.params.iter_mut().find(|param| param.name == name);
        let param = param.expect("a parameter that was declared");
        param.default = Some(default.to_owned());
        self
    }

    /// Adds parameters; `wrap` turns each newly built agent into the agent that plays.
    #[must_use]
    pub fn wrapped(
        mut self,
        params: impl IntoIterator<Item = Param>,
        wrap: impl Fn(Box<dyn Agent<G>>, &Params) -> Box<dyn Agent<G>> + Send + Sync + 'static,
    ) -> AgentKind<G> {
        self.params.extend(params);
        let build = self.build;
        self.build = Box::new(move |game, params| Ok(wrap(build(game, params)?, params)));
        self
    }

    /// Name that selects this agent in a spec such as `mcts:iterations=100`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// One-line description of the agent, shown to users.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Parameters of the agent, in display order.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Builds an agent from parameters written as `key=value,...`.
    ///
    /// # Errors
    /// If a parameter is invalid, or a file that it names cannot be used.
    pub fn build_from_text(
        &self,
        game: &G,
        params: &str,
        files: &AgentFileCache,
    ) -> Result<BuiltAgent<G>, ParamError> {
        let params = Params::parse(&self.params, params)?.with_files(|file| files.read(file))?;
        Ok(BuiltAgent {
            agent: self.build(game, &params)?,
            spec: params.spec(self.name),
            files: params.files().collect(),
        })
    }

    /// Builds an agent from parsed parameters. Files named by parameters must already be read.
    ///
    /// # Errors
    /// If the parameters are inconsistent.
    pub fn build(&self, game: &G, params: &Params) -> Result<Box<dyn Agent<G>>, ParamError> {
        (self.build)(game, params)
    }
}

/// A newly built agent, its canonical spec and the files it was built from.
pub struct BuiltAgent<G: Game> {
    /// The agent, ready to play one game.
    pub agent: Box<dyn Agent<G>>,
    /// Shortest spec that builds this agent; file names in it carry a fingerprint of the content.
    pub spec: String,
    /// Files that the agent was built from, as lines `parameter name sha256:hash`.
    pub files: Vec<String>,
}

/// The agents and statistics available for a game.
pub struct Roster<G: Game> {
    kinds: Vec<AgentKind<G>>,
    strongest: &'static str,
    measures: Vec<StatisticKind<G>>,
    setup_numbers: Option<SetupStatisticsFn<G>>,
}

impl<G: Game> Roster<G> {
    /// Creates a roster of the standard agents for deterministic games with perfect information.
    pub fn deterministic(knowledge: &GameKnowledge<G>) -> Roster<G>
    where
        G: PerfectInformation + Deterministic,
    {
        let mut roster = Roster::chance(knowledge);
        roster.kinds.extend(standard::minimax_family(knowledge));
        roster.with_strongest(standard::pvs(knowledge))
    }

    /// Creates a roster of the standard agents for perfect-information games with chance.
    pub fn chance(knowledge: &GameKnowledge<G>) -> Roster<G>
    where
        G: PerfectInformation + Chance,
    {
        let mut roster = Roster::novices();
        roster.kinds.push(standard::greedy(knowledge));
        roster.kinds.extend(standard::policies(knowledge));
        roster.kinds.push(standard::expectimax(knowledge));
        roster.with_strongest(standard::mcts(knowledge))
    }

    /// Creates a roster of the standard agents for games with hidden information.
    pub fn hidden(knowledge: &GameKnowledge<G>) -> Roster<G>
    where
        G: Determinize + Chance,
    {
        let mut roster = Roster::novices();
        roster.kinds.extend(standard::policies(knowledge));
        roster.kinds.push(standard::determinized_maxn(knowledge));
        let [single, partial, multiple] = standard::ismcts_family(knowledge);
        roster.with_strongest(single).with(partial).with(multiple)
    }

    /// Creates a roster with only the agent type `random`, which can play any game.
    fn novices() -> Roster<G> {
        let random = standard::seeded(standard::random());
        Roster {
            strongest: random.name,
            kinds: vec![random],
            measures: Vec::new(),
            setup_numbers: None,
        }
    }

    /// Adds an agent type, in place of an earlier one with the same name.
    #[must_use]
    pub fn with(mut self, kind: AgentKind<G>) -> Roster<G> {
        self.kinds.retain(|known| known.name != kind.name);
        self.kinds.push(kind);
        self
    }

    /// Replaces every agent type by the result of `change`.
    #[must_use]
    pub fn map(mut self, change: impl FnMut(AgentKind<G>) -> AgentKind<G>) -> Roster<G> {
        self.kinds = self.kinds.into_iter().map(change).collect();
        self
    }

    /// Adds an agent type and makes it the game's default for analysis and as an opponent.
    #[must_use]
    pub fn with_strongest(mut self, kind: AgentKind<G>) -> Roster<G> {
        self.strongest = kind.name;
        self.with(kind)
    }

    /// Name of the agent type that is the game's default for analysis and as an opponent.
    pub fn strongest(&self) -> &'static str {
        self.strongest
    }

    /// All agent types of the game, in display order.
    pub fn kinds(&self) -> &[AgentKind<G>] {
        &self.kinds
    }

    /// Builds an agent from a spec, `name` or `name:key=value,...`; `None` if the name is unknown.
    ///
    /// # Errors
    /// If a parameter is invalid, or a file that it names cannot be used.
    pub fn build_agent(
        &self,
        game: &G,
        spec: &str,
        files: &AgentFileCache,
    ) -> Option<Result<BuiltAgent<G>, ParamError>> {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = self.kinds.iter().find(|kind| kind.name == name)?;
        Some(kind.build_from_text(game, params, files))
    }

    /// Adds statistics that can be measured while games are played.
    #[must_use]
    pub fn measured_by(
        mut self,
        measures: impl IntoIterator<Item = StatisticKind<G>>,
    ) -> Roster<G> {
        self.measures.extend(measures);
        self
    }

    /// Statistics that can be measured while games are played.
    pub fn measures(&self) -> &[StatisticKind<G>] {
        &self.measures
    }

    /// Sets the function that computes statistics of an initial position, such as the board's
    /// shape.
    #[must_use]
    pub fn with_setup_numbers(mut self, numbers: SetupStatisticsFn<G>) -> Roster<G> {
        self.setup_numbers = Some(numbers);
        self
    }

    /// Function that computes statistics of an initial position; `None` if the roster has none.
    pub fn setup_numbers(&self) -> Option<SetupStatisticsFn<G>> {
        self.setup_numbers
    }
}
