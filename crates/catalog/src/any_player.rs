//! Type-erased agents. They are passed a position but see only the view of their seat.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludorum_core::{
    Agent, Budget, CarriedState, Determinize, Game, MoveChoice, NodeKind, Notation,
    ProgressCallback, Rng, SearchTreeNode, Seat, StopFlag, TurnContext,
};

use ludorum_agents::BusyThreadGuard;

use crate::any_position::TypedPosition;
use crate::{CatalogGame, Position, View};

/// A player, type-erased: a built-in agent or an external player, for one game. It also has the
/// methods of [`AnyPlayer`].
pub struct Player {
    spec: String,
    files: Vec<String>,
    erased: Box<dyn AnyPlayer>,
}

/// A player outside the catalog, such as another program or machine. It gets views only, so hidden
/// information cannot leak to it.
pub trait ExternalPlayer: Send {
    /// Chooses one of `view.moves()`. `callback` gets interim results of the search.
    ///
    /// # Errors
    /// When the player resigns or fails to move.
    fn choose(
        &mut self,
        view: &View,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<String>, Forfeit>;

    /// Receives the view of the player's own seat after every move of any player.
    fn observe(&mut self, view: &View) {
        let _ = view;
    }
}

/// Failure or resignation of a player, which ends its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Reason of the failure or resignation, in English.
    pub reason: String,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Forfeit {}

/// Converts a choice to its index in `moves`, with value and effort; `None` if not in `moves`.
fn choice_by_index<M: Eq>(moves: &[M], choice: &MoveChoice<M>) -> Option<MoveChoice<usize>> {
    let best = moves.iter().position(|mv| *mv == choice.best)?;
    Some(MoveChoice {
        value: choice.value,
        effort: choice.effort,
        ..MoveChoice::plain(best)
    })
}

/// Callback for interim results of a search: the choice that the search would make if it stopped
/// now. The callback should return quickly.
pub type ThinkingCallback<'a> = dyn Fn(MoveChoice<String>) + Sync + 'a;

impl Player {
    pub(crate) fn new(spec: String, files: Vec<String>, erased: Box<dyn AnyPlayer>) -> Player {
        Player {
            spec,
            files,
            erased,
        }
    }

    /// Creates a player from an agent that is not in the catalog; `spec` names it in records.
    pub fn from_agent<G: CatalogGame>(spec: String, agent: Box<dyn Agent<G>>) -> Player {
        Player::new(spec, Vec::new(), Box::new(TypedPlayer::<G>::new(agent)))
    }

    /// Creates a player from an external player; `spec` names it in records.
    pub fn external(spec: String, external: Box<dyn ExternalPlayer>) -> Player {
        let last = None;
        Player::new(
            spec,
            Vec::new(),
            Box::new(ExternalPlayerAdapter { external, last }),
        )
    }

    /// The spec of the player without default values.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Names and hashes of the parameter files that the agent was built from.
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
    ) -> MoveChoice<usize> {
        let decision = self.ask(position, budget, stop, rng, None);
        decision.unwrap_or_else(|forfeit| panic!("{} failed: {forfeit}", self.spec))
    }

    /// Chooses a move for the seat to move. Fails if an external player fails or an agent panics.
    ///
    /// # Errors
    /// When the player fails. It must not be used again.
    pub fn try_choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
    ) -> Result<MoveChoice<usize>, Forfeit> {
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
    ) -> Result<MoveChoice<usize>, Forfeit> {
        // A player that panicked is not used again.
        let choose = AssertUnwindSafe(|| self.ask(position, budget, stop, rng, callback));
        catch_unwind(choose).unwrap_or_else(|panic| {
            let reason = format!("the agent panicked: {}", panic_message(&*panic));
            Err(Forfeit { reason })
        })
    }
}

impl Deref for Player {
    type Target = dyn AnyPlayer;

    fn deref(&self) -> &Self::Target {
        &*self.erased
    }
}

impl DerefMut for Player {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.erased
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Player").field(&self.spec).finish()
    }
}

/// Methods of a [`Player`] that differ between built-in agents and external players.
pub trait AnyPlayer: Send {
    /// Chooses a move for the seat to move, by its index among the legal moves. Only
    /// [`last_choice`](AnyPlayer::last_choice) has the principal variation and the candidate moves.
    /// Panics of an agent pass through.
    ///
    /// # Errors
    /// When an external player fails.
    ///
    /// # Panics
    /// If no seat is to move or the position is of another variant.
    fn ask(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<usize>, Forfeit>;

    /// The last choice with principal variation and candidate moves; `None` before the first.
    fn last_choice(&self, position: &Position) -> Option<MoveChoice<String>>;

    /// Shows the player the view of its seat after a move of any player.
    fn observe(&mut self, position: &Position, seat: Seat);

    /// True for an external player.
    fn is_external(&self) -> bool;

    /// The kind of state that the player carries from move to move. To restore an external player,
    /// moves are shown to it again, but it is never asked for a choice twice.
    fn carried_state(&self) -> CarriedState {
        CarriedState::Observations
    }

    /// Memory that the player holds between moves, in bytes; 0 for external players.
    fn memory(&self) -> usize {
        0
    }

    /// True if the player ponders on the opponent's time; false for external players.
    fn ponders(&self) -> bool {
        false
    }

    /// Ponders on the opponent's time until `stop` is raised; does nothing for external players.
    fn ponder(&mut self, position: &Position, seat: Seat, stop: &StopFlag) {
        let _ = (position, seat, stop);
    }

    /// The search tree of the last choice; `None` for external players and agents without a tree.
    fn search_tree(&self, position: &Position) -> Option<SearchTreeNode<String>> {
        let _ = position;
        None
    }
}

/// Adapter of an external player to [`AnyPlayer`], with the player's last choice.
struct ExternalPlayerAdapter {
    external: Box<dyn ExternalPlayer>,
    last: Option<MoveChoice<String>>,
}

impl AnyPlayer for ExternalPlayerAdapter {
    fn ask(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<usize>, Forfeit> {
        let view = position.view(seat_to_move(position.node()));
        let moves = position.moves();
        let forward = |interim: MoveChoice<String>| {
            if let Some(callback) = callback
                && moves.contains(&interim.best)
            {
                callback(interim);
            }
        };
        let forward: Option<&ThinkingCallback<'_>> = callback.is_some().then_some(&forward);
        let choice = self.external.choose(&view, budget, stop, rng, forward)?;
        let decision = choice_by_index(&moves, &choice).ok_or_else(|| Forfeit {
            reason: "it chose a move that does not exist".to_owned(),
        });
        self.last = Some(choice);
        decision
    }

    fn last_choice(&self, _: &Position) -> Option<MoveChoice<String>> {
        self.last.clone()
    }

    fn observe(&mut self, position: &Position, seat: Seat) {
        self.external.observe(&position.view(seat));
    }

    fn is_external(&self) -> bool {
        true
    }
}

fn seat_to_move(node: NodeKind) -> Seat {
    match node {
        NodeKind::Decide(seat) => seat,
        NodeKind::Chance | NodeKind::Over => panic!("no seat is to move"),
    }
}

/// The message of a caught panic.
fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// A built-in agent of game `G` with its last choice.
pub(crate) struct TypedPlayer<G: Notation> {
    agent: Box<dyn Agent<G>>,
    last: Option<MoveChoice<G::Move>>,
}

impl<G: Notation> TypedPlayer<G> {
    pub(crate) fn new(agent: Box<dyn Agent<G>>) -> TypedPlayer<G> {
        TypedPlayer { agent, last: None }
    }
}

impl<G: Notation + Determinize> AnyPlayer for TypedPlayer<G> {
    fn ask(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &StopFlag,
        rng: &mut Rng,
        callback: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<usize>, Forfeit> {
        let typed = position.typed::<G>();
        let seat = seat_to_move(position.node());
        let view = view(typed, seat);
        let forward = |so_far: &MoveChoice<G::Move>| {
            if let Some(callback) = callback {
                callback(so_far.map(|&mv| typed.game.print_move(mv)));
            }
        };
        let turn = TurnContext {
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
        let decision = choice_by_index(&typed.moves, &choice);
        self.last = Some(choice);
        Ok(decision.expect("an agent chooses a legal move"))
    }

    fn last_choice(&self, position: &Position) -> Option<MoveChoice<String>> {
        let game = &position.typed::<G>().game;
        let last = self.last.as_ref()?;
        Some(last.map(|&mv| game.print_move(mv)))
    }

    fn is_external(&self) -> bool {
        false
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

    fn search_tree(&self, position: &Position) -> Option<SearchTreeNode<String>> {
        let game = &position.typed::<G>().game;
        let tree = self.agent.search_tree()?;
        Some(tree.map(&|mv| game.print_move(mv)))
    }
}

/// The view of a seat; in games of perfect information, the borrowed state.
fn view<G: Game>(typed: &TypedPosition<G>, seat: Seat) -> Cow<'_, G::View> {
    let state: &dyn Any = &typed.state;
    match state.downcast_ref() {
        Some(open) => Cow::Borrowed(open),
        None => Cow::Owned(typed.game.view(&typed.state, seat)),
    }
}
