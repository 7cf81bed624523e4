//! Type-erased agents. They are passed a position but see only the view of their seat.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludorum_core::{
    Agent, Budget, CarriedState, Determinize, Game, MoveChoice, NodeKind, Notation, PerSeat,
    ProgressCallback, Rng, SearchStats, SearchTreeNode, Seat, StopFlag, Turn, ValueBound,
};

use ludorum_agents::BusyThreadGuard;

use crate::any_position::TypedPosition;
use crate::{CatalogGame, Position, View};

/// A type-erased agent for one game, with its spec.
pub struct Player {
    spec: String,
    files: Vec<String>,
    kind: PlayerKind,
}

enum PlayerKind {
    Catalog(Box<dyn ErasedPlayer>),
    External(Box<dyn ExternalPlayer>),
}

/// A player from outside the catalog: another program or machine. It gets views only, so hidden
/// information cannot leak to it.
pub trait ExternalPlayer: Send {
    /// Chooses one of `view.moves()`, or resigns. `callback` gets interim results.
    ///
    /// # Errors
    /// When the player fails to move.
    fn choose(
        &mut self,
        view: &View,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveDecision, Forfeit>;

    /// Receives the view of its seat after every move of any player.
    fn observe(&mut self, view: &View) {
        let _ = view;
    }

    /// The reasons for the last decision.
    fn reasons(&self) -> MoveReasons {
        MoveReasons::default()
    }
}

/// Failure or resignation of a player, which ends its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The reason, in English.
    pub reason: String,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Forfeit {}

/// The decision of a player: a move, its value and the search effort.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveDecision {
    /// The index of the chosen move.
    pub best: usize,
    /// The expected utility of each seat, if the player estimates it.
    pub value: Option<PerSeat<f64>>,
    /// Search statistics.
    pub effort: SearchStats,
}

/// Reasons for a decision: principal variation and candidate moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveReasons {
    /// Principal variation, starting with the chosen move.
    pub line: Vec<String>,
    /// The moves considered, best first.
    pub candidates: Vec<RatedMove>,
}

/// A candidate move with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedMove {
    /// The move.
    pub text: String,
    /// The expected utility for the seat to move, if known.
    pub value: Option<f64>,
    /// Exact value or upper bound.
    pub bound: ValueBound,
    /// Visit count of a sampling search; 0 otherwise.
    pub visits: u64,
}

/// Interim result of a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct InterimDecision {
    /// The decision if it stopped now.
    pub decision: MoveDecision,
    /// The reasons for it.
    pub reasons: MoveReasons,
}

/// Callback for interim results; it should return quickly.
pub type ThinkingCallback<'a> = dyn Fn(InterimDecision) + Sync + 'a;

impl Player {
    pub(crate) fn new(spec: String, files: Vec<String>, erased: Box<dyn ErasedPlayer>) -> Player {
        let kind = PlayerKind::Catalog(erased);
        Player { spec, files, kind }
    }

    /// Wraps an agent that is on no roster; `spec` names it in records.
    pub fn from_agent<G: CatalogGame>(spec: String, agent: Box<dyn Agent<G>>) -> Player {
        Player::new(spec, Vec::new(), Box::new(TypedPlayer::<G>::new(agent)))
    }

    /// Wraps an external player; `spec` names it in records.
    pub fn external(spec: String, external: Box<dyn ExternalPlayer>) -> Player {
        let kind = PlayerKind::External(external);
        Player {
            spec,
            files: Vec::new(),
            kind,
        }
    }

    /// True for an external player.
    pub fn is_external(&self) -> bool {
        matches!(self.kind, PlayerKind::External(_))
    }

    /// The spec in its shortest form.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Names and hashes of the files it was made from, which its spec names too.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Chooses a move for the seat to move.
    ///
    /// # Panics
    /// If no seat is to move, the position is of another variant, or the player fails; see
    /// [`try_choose`](Player::try_choose).
    pub fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
    ) -> MoveDecision {
        match &mut self.kind {
            PlayerKind::Catalog(erased) => erased.choose(position, budget, stop, rng, None),
            PlayerKind::External(external) => {
                ask_external(&mut **external, position, budget, stop, rng, None)
                    .unwrap_or_else(|forfeit| panic!("{} failed: {forfeit}", self.spec))
            }
        }
    }

    /// Chooses a move for the seat to move. Fails if an external player breaks off or an agent
    /// panics.
    ///
    /// # Errors
    /// When the player fails. It must not be used again.
    pub fn try_choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
    ) -> Result<MoveDecision, Forfeit> {
        self.try_choose_with_callback(position, budget, stop, rng, None)
    }

    /// Like [`try_choose`](Player::try_choose), with a callback for interim results, which does not
    /// affect the choice.
    ///
    /// # Errors
    /// When the player fails. It must not be used again.
    pub fn try_choose_with_callback(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveDecision, Forfeit> {
        // A player that panicked is not used again.
        let choose = AssertUnwindSafe(|| match &mut self.kind {
            PlayerKind::Catalog(erased) => Ok(erased.choose(position, budget, stop, rng, callback)),
            PlayerKind::External(external) => {
                ask_external(&mut **external, position, budget, stop, rng, callback)
            }
        });
        catch_unwind(choose).unwrap_or_else(|panic| {
            let reason = format!("the agent panicked: {}", panic_message(&*panic));
            Err(Forfeit { reason })
        })
    }

    /// Shows the player the view of its seat after a move of any player.
    pub fn observe(&mut self, position: &Position, seat: Seat) {
        match &mut self.kind {
            PlayerKind::Catalog(erased) => erased.observe(position, seat),
            PlayerKind::External(external) => external.observe(&position.view(seat)),
        }
    }

    /// The kind of state the player carries from move to move. External players are shown the moves
    /// and never asked twice.
    pub fn carried_state(&self) -> CarriedState {
        match &self.kind {
            PlayerKind::Catalog(erased) => erased.carried_state(),
            PlayerKind::External(_) => CarriedState::Observations,
        }
    }

    /// Memory held between moves, in bytes; 0 for external players.
    pub fn memory(&self) -> usize {
        match &self.kind {
            PlayerKind::Catalog(erased) => erased.memory(),
            PlayerKind::External(_) => 0,
        }
    }

    /// True if the player ponders on the opponent's time; false for external players.
    pub fn ponders(&self) -> bool {
        match &self.kind {
            PlayerKind::Catalog(erased) => erased.ponders(),
            PlayerKind::External(_) => false,
        }
    }

    /// Ponders on the opponent's time until `stop` is raised; does nothing for external players.
    pub fn ponder(&mut self, position: &Position, seat: Seat, stop: &StopFlag) {
        if let PlayerKind::Catalog(erased) = &mut self.kind {
            erased.ponder(position, seat, stop);
        }
    }

    /// The search tree of the last choice, if the player keeps one; none for external players.
    pub fn search_tree(&self, position: &Position) -> Option<SearchTreeNode<String>> {
        match &self.kind {
            PlayerKind::Catalog(erased) => erased.tree(position),
            PlayerKind::External(_) => None,
        }
    }

    /// The reasons for the last decision.
    pub fn reasons(&self, position: &Position) -> MoveReasons {
        match &self.kind {
            PlayerKind::Catalog(erased) => erased.reasons(position),
            PlayerKind::External(external) => external.reasons(),
        }
    }
}

fn ask_external(
    external: &mut dyn ExternalPlayer,
    position: &Position,
    budget: &Budget,
    stop: &StopFlag,
    rng: &mut Rng,
    callback: Option<&ThinkingCallback<'_>>,
) -> Result<MoveDecision, Forfeit> {
    let NodeKind::Decide(seat) = position.node() else {
        panic!("no seat is to move");
    };
    let count = position.move_count();
    let forward = |interim: InterimDecision| {
        if let Some(callback) = callback
            && interim.decision.best < count
        {
            callback(interim);
        }
    };
    let forward: Option<&ThinkingCallback<'_>> = callback.is_some().then_some(&forward);
    let decision = external.choose(&position.view(seat), budget, stop, rng, forward)?;
    if decision.best >= position.move_count() {
        let reason = "it chose a move that does not exist".to_owned();
        return Err(Forfeit { reason });
    }
    Ok(decision)
}

/// The message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Player").field(&self.spec).finish()
    }
}

pub(crate) trait ErasedPlayer: Send {
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> MoveDecision;
    fn observe(&mut self, position: &Position, seat: Seat);
    fn carried_state(&self) -> CarriedState;
    fn memory(&self) -> usize;
    fn ponders(&self) -> bool;
    fn ponder(&mut self, position: &Position, seat: Seat, stop: &StopFlag);
    fn tree(&self, position: &Position) -> Option<SearchTreeNode<String>>;
    fn reasons(&self, position: &Position) -> MoveReasons;
}

/// An agent of a known game with its last choice.
pub(crate) struct TypedPlayer<G: Notation> {
    agent: Box<dyn Agent<G>>,
    last: Option<MoveChoice<G::Move>>,
}

impl<G: Notation> TypedPlayer<G> {
    pub(crate) fn new(agent: Box<dyn Agent<G>>) -> TypedPlayer<G> {
        TypedPlayer { agent, last: None }
    }
}

impl<G: Notation + Determinize> ErasedPlayer for TypedPlayer<G> {
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> MoveDecision {
        let typed = position.typed::<G>();
        let NodeKind::Decide(seat) = typed.game.node(&typed.state) else {
            panic!("no seat is to move");
        };
        let view = view(typed, seat);
        let forward = |so_far: &MoveChoice<G::Move>| {
            if let Some(callback) = callback {
                callback(InterimDecision {
                    decision: decision(&typed.moves, so_far),
                    reasons: reasons(&*typed.game, so_far),
                });
            }
        };
        let turn = Turn {
            game: &*typed.game,
            seat,
            view: &view,
            moves: &typed.moves,
            budget,
            stop,
            progress: callback.map_or(ProgressCallback::NONE, |_| ProgressCallback::new(&forward)),
        };
        let busy = BusyThreadGuard::enter();
        let choice = self.agent.choose(&turn, rng);
        drop(busy);
        let decision = decision(&typed.moves, &choice);
        self.last = Some(choice);
        decision
    }

    fn observe(&mut self, position: &Position, seat: Seat) {
        let typed = position.typed::<G>();
        self.agent.observe(&typed.game, seat, &view(typed, seat));
    }

    fn carried_state(&self) -> CarriedState {
        self.agent.carried_state()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }

    fn ponders(&self) -> bool {
        self.agent.ponders()
    }

    fn ponder(&mut self, position: &Position, seat: Seat, stop: &StopFlag) {
        let typed = position.typed::<G>();
        self.agent
            .ponder(&typed.game, seat, &view(typed, seat), stop);
    }

    fn tree(&self, position: &Position) -> Option<SearchTreeNode<String>> {
        let game = &position.typed::<G>().game;
        self.agent
            .search_tree()
            .map(|tree| tree_to_text(&**game, tree))
    }

    fn reasons(&self, position: &Position) -> MoveReasons {
        let game = &position.typed::<G>().game;
        let last = self.last.as_ref();
        last.map_or(MoveReasons::default(), |choice| reasons(&**game, choice))
    }
}

/// The view of a seat; borrows the state in games without hidden information.
fn view<G: Game>(typed: &TypedPosition<G>, seat: Seat) -> Cow<'_, G::View> {
    let state: &dyn Any = &typed.state;
    match state.downcast_ref() {
        Some(open) => Cow::Borrowed(open),
        None => Cow::Owned(typed.game.view(&typed.state, seat)),
    }
}

fn decision<M: Copy + Eq>(moves: &[M], choice: &MoveChoice<M>) -> MoveDecision {
    let best = moves.iter().position(|&mv| mv == choice.best);
    MoveDecision {
        best: best.expect("an agent chooses a legal move"),
        value: choice.value,
        effort: choice.effort,
    }
}

fn tree_to_text<G: Notation>(game: &G, branch: SearchTreeNode<G::Move>) -> SearchTreeNode<String> {
    let children = branch.children.into_iter();
    SearchTreeNode {
        mv: branch.mv.map(|mv| game.print_move(mv)),
        seat: branch.seat,
        visits: branch.visits,
        score: branch.score,
        children: children.map(|child| tree_to_text(game, child)).collect(),
    }
}

fn reasons<G: Notation>(game: &G, choice: &MoveChoice<G::Move>) -> MoveReasons {
    MoveReasons {
        line: choice.line.iter().map(|&mv| game.print_move(mv)).collect(),
        candidates: choice
            .candidates
            .iter()
            .map(|candidate| RatedMove {
                text: game.print_move(candidate.mv),
                value: candidate.value,
                bound: candidate.bound,
                visits: candidate.visits,
            })
            .collect(),
    }
}
