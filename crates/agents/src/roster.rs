//! The agents that can play a game, and their parameters.

use ludorum_core::{
    Agent, Chance, Deterministic, Determinize, Game, Param, ParamError, Params, PerfectInformation,
};

use crate::{AgentFiles, DescribeSetup, GameKnowledge, ProbeKind, standard};

/// Builds an agent for a variant from checked parameters.
type BuildAgent<G> = dyn Fn(&G, &Params) -> Result<Box<dyn Agent<G>>, ParamError> + Send + Sync;

/// One kind of agent: name, parameters and constructor.
pub struct AgentKind<G: Game> {
    name: &'static str,
    summary: &'static str,
    params: Vec<Param>,
    build: Box<BuildAgent<G>>,
}

impl<G: Game> AgentKind<G> {
    /// A kind of agent. `build` may reject combinations of parameters.
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

    /// Changes the default of a parameter.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn with_default(mut self, name: &str, default: &str) -> AgentKind<G> {
        let param = self.params.iter_mut().find(|param| param.name == name);
        let param = param.expect("a parameter that was declared");
        param.default = Some(default.to_owned());
        self
    }

    /// Adds parameters, and wraps every agent after it is built.
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

    /// The name in specs.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// One-line description.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// The parameters, in display order.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Builds an agent from parameters written as `key=value,...`.
    ///
    /// # Errors
    /// If a parameter or a file it names is invalid.
    pub fn build_from_text(
        &self,
        game: &G,
        params: &str,
        files: &AgentFiles,
    ) -> Result<BuiltAgent<G>, ParamError> {
        let params = Params::parse(&self.params, params)?.with_files(|file| files.read(file))?;
        Ok(BuiltAgent {
            agent: self.build(game, &params)?,
            spec: params.spec(self.name),
            files: params.files().collect(),
        })
    }

    /// Builds an agent for one game. Files among the parameters have been read.
    ///
    /// # Errors
    /// If the parameters contradict each other.
    pub fn build(&self, game: &G, params: &Params) -> Result<Box<dyn Agent<G>>, ParamError> {
        (self.build)(game, params)
    }
}

/// A newly built agent, with its spec and files.
pub struct BuiltAgent<G: Game> {
    /// The agent, ready for one game.
    pub agent: Box<dyn Agent<G>>,
    /// Shortest spec, with pinned files.
    pub spec: String,
    /// The files it was built from, by name and hash.
    pub files: Vec<String>,
}

/// The agents and measurements available for a game.
pub struct Roster<G: Game> {
    kinds: Vec<AgentKind<G>>,
    strongest: &'static str,
    measures: Vec<ProbeKind<G>>,
    setup_numbers: Option<DescribeSetup<G>>,
}

impl<G: Game> Roster<G> {
    /// The standard agents of a deterministic game with perfect information.
    pub fn deterministic(knowledge: &GameKnowledge<G>) -> Roster<G>
    where
        G: PerfectInformation + Deterministic,
    {
        let mut roster = Roster::chance(knowledge);
        roster.kinds.extend(standard::minimax_family(knowledge));
        roster.with_strongest(standard::pvs(knowledge))
    }

    /// The standard agents of a perfect-information game with chance.
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

    /// The standard agents of a game with hidden information.
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

    /// The agents that can play any game.
    fn novices() -> Roster<G> {
        let random = standard::seeded(standard::random());
        Roster {
            strongest: random.name,
            kinds: vec![random],
            measures: Vec::new(),
            setup_numbers: None,
        }
    }

    /// Adds an agent; it replaces a standard agent of the same name.
    #[must_use]
    pub fn with(mut self, kind: AgentKind<G>) -> Roster<G> {
        self.kinds.retain(|known| known.name != kind.name);
        self.kinds.push(kind);
        self
    }

    /// Transforms every kind of agent.
    #[must_use]
    pub fn map(mut self, change: impl FnMut(AgentKind<G>) -> AgentKind<G>) -> Roster<G> {
        self.kinds = self.kinds.into_iter().map(change).collect();
        self
    }

    /// Adds the agent that is the default for analysis and as an opponent.
    #[must_use]
    pub fn with_strongest(mut self, kind: AgentKind<G>) -> Roster<G> {
        self.strongest = kind.name;
        self.with(kind)
    }

    /// Name of the default agent for analysis and as an opponent.
    pub fn strongest(&self) -> &'static str {
        self.strongest
    }

    /// The kinds of agents, in display order.
    pub fn kinds(&self) -> &[AgentKind<G>] {
        &self.kinds
    }

    /// Builds an agent from its spec, `name` or `name:key=value,...`; `None` if the name is
    /// unknown.
    ///
    /// # Errors
    /// If a parameter or a file it names is invalid.
    pub fn build_agent(
        &self,
        game: &G,
        spec: &str,
        files: &AgentFiles,
    ) -> Option<Result<BuiltAgent<G>, ParamError>> {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = self.kinds.iter().find(|kind| kind.name == name)?;
        Some(kind.build_from_text(game, params, files))
    }

    /// Adds measurements of play.
    #[must_use]
    pub fn measured_by(mut self, measures: impl IntoIterator<Item = ProbeKind<G>>) -> Roster<G> {
        self.measures.extend(measures);
        self
    }

    /// The measurements of play.
    pub fn measures(&self) -> &[ProbeKind<G>] {
        &self.measures
    }

    /// Sets the function that describes setups by numbers, so that results can be related to them.
    #[must_use]
    pub fn with_setup_numbers(mut self, numbers: DescribeSetup<G>) -> Roster<G> {
        self.setup_numbers = Some(numbers);
        self
    }

    /// The function that describes setups by numbers, if the game has one.
    pub fn setup_numbers(&self) -> Option<DescribeSetup<G>> {
        self.setup_numbers
    }
}
