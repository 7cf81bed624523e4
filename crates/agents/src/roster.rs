//! Who can play a game, and with which parameters.

use ludorum_core::{Agent, Chance, Deterministic, Game, Hidden, Open, Param, ParamError, Params};

use crate::{Files, Knowledge, MeasureKind, SetupNumbers, standard};

/// Builds an agent for a variant from checked parameters.
type Build<G> = dyn Fn(&G, &Params) -> Result<Box<dyn Agent<G>>, ParamError> + Send + Sync;

/// One kind of agent: a name, parameters, and how to make one.
pub struct AgentKind<G: Game> {
    name: &'static str,
    summary: &'static str,
    params: Vec<Param>,
    build: Box<Build<G>>,
}

impl<G: Game> AgentKind<G> {
    /// A kind of agent whose making may fail for parameters that do not go together.
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

    /// The same kind with another default of a parameter.
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

    /// The same kind with more parameters, by which its agents are changed once they are made.
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

    /// What it does, in one line.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// The parameters, in the order in which they are listed.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// A new agent from parameters written as `key=value,...`.
    ///
    /// # Errors
    /// When the parameters are not right, or a file they name is not.
    pub fn hire(&self, game: &G, params: &str, files: &Files) -> Result<Hired<G>, ParamError> {
        let params = Params::parse(&self.params, params)?.with_files(|file| files.read(file))?;
        Ok(Hired {
            agent: self.build(game, &params)?,
            spec: params.spec(self.name),
            files: params.files().collect(),
        })
    }

    /// A new agent, ready for one game. Files among the parameters have been read.
    ///
    /// # Errors
    /// When the parameters do not go together.
    pub fn build(&self, game: &G, params: &Params) -> Result<Box<dyn Agent<G>>, ParamError> {
        (self.build)(game, params)
    }
}

/// A new agent, and what it is made of.
pub struct Hired<G: Game> {
    /// The agent, ready for one game.
    pub agent: Box<dyn Agent<G>>,
    /// Its spec in the shortest form, in which files are pinned.
    pub spec: String,
    /// The files it is made of, by name and hash.
    pub files: Vec<String>,
}

/// Everyone who can play a game.
pub struct Roster<G: Game> {
    kinds: Vec<AgentKind<G>>,
    strongest: &'static str,
    measures: Vec<MeasureKind<G>>,
    setup_numbers: Option<SetupNumbers<G>>,
}

impl<G: Game> Roster<G> {
    /// The standard agents of a game in which everything is open and nothing is left to chance.
    pub fn deterministic(knowledge: &Knowledge<G>) -> Roster<G>
    where
        G: Open + Deterministic,
    {
        let mut roster = Roster::chance(knowledge);
        roster.kinds.extend(standard::minimax_family(knowledge));
        roster.with_strongest(standard::pvs(knowledge))
    }

    /// The standard agents of an open game with chance.
    pub fn chance(knowledge: &Knowledge<G>) -> Roster<G>
    where
        G: Open + Chance,
    {
        let mut roster = Roster::novices();
        roster.kinds.push(standard::greedy(knowledge));
        roster.kinds.extend(standard::policies(knowledge));
        roster.kinds.push(standard::expectimax(knowledge));
        roster.with_strongest(standard::mcts(knowledge))
    }

    /// The standard agents of a game with hidden information.
    pub fn hidden(knowledge: &Knowledge<G>) -> Roster<G>
    where
        G: Hidden + Chance,
    {
        let mut roster = Roster::novices();
        roster.kinds.extend(standard::policies(knowledge));
        roster.kinds.push(standard::determinized_maxn(knowledge));
        let [single, partial, multiple] = standard::ismcts_family(knowledge);
        roster.with_strongest(single).with(partial).with(multiple)
    }

    /// Those who can play anything.
    fn novices() -> Roster<G> {
        let random = standard::seeded(standard::random());
        Roster {
            strongest: random.name,
            kinds: vec![random],
            measures: Vec::new(),
            setup_numbers: None,
        }
    }

    /// Adds a specialist, or puts it in the place of the standard agent of the same name.
    #[must_use]
    pub fn with(mut self, kind: AgentKind<G>) -> Roster<G> {
        self.kinds.retain(|known| known.name != kind.name);
        self.kinds.push(kind);
        self
    }

    /// Changes every kind there is.
    #[must_use]
    pub fn map(mut self, change: impl FnMut(AgentKind<G>) -> AgentKind<G>) -> Roster<G> {
        self.kinds = self.kinds.into_iter().map(change).collect();
        self
    }

    /// Adds the agent to ask and to play against when nobody else was named.
    #[must_use]
    pub fn with_strongest(mut self, kind: AgentKind<G>) -> Roster<G> {
        self.strongest = kind.name;
        self.with(kind)
    }

    /// The name of the agent to ask and to play against when nobody else was named.
    pub fn strongest(&self) -> &'static str {
        self.strongest
    }

    /// The kinds of agents, in the order in which they are listed.
    pub fn kinds(&self) -> &[AgentKind<G>] {
        &self.kinds
    }

    /// A new agent by its spec, `name` or `name:key=value,...`; none if there is no such name. It may be
    /// made from these files.
    ///
    /// # Errors
    /// When its parameters are not right, or a file they name is not.
    pub fn hire(
        &self,
        game: &G,
        spec: &str,
        files: &Files,
    ) -> Option<Result<Hired<G>, ParamError>> {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = self.kinds.iter().find(|kind| kind.name == name)?;
        Some(kind.hire(game, params, files))
    }

    /// Adds measures of how the game is played.
    #[must_use]
    pub fn measured_by(mut self, measures: impl IntoIterator<Item = MeasureKind<G>>) -> Roster<G> {
        self.measures.extend(measures);
        self
    }

    /// What can be measured of how the game is played.
    pub fn measures(&self) -> &[MeasureKind<G>] {
        &self.measures
    }

    /// Describes setups by numbers, so that results can be compared between them.
    #[must_use]
    pub fn with_setup_numbers(mut self, numbers: SetupNumbers<G>) -> Roster<G> {
        self.setup_numbers = Some(numbers);
        self
    }

    /// The numbers that describe a setup; none if the game has none.
    pub fn setup_numbers(&self) -> Option<SetupNumbers<G>> {
        self.setup_numbers
    }
}
