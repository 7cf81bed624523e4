//! Agents without their types. They are shown a position but see only the view of their seat.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludorum_core::{
    Agent, Branch, Budget, Carried, Choice, Effort, Game, Hidden, Known, Node, Notation, PerSeat,
    Rng, Seat, Stop, Turn, Watcher,
};

use ludorum_agents::BusyThread;

use crate::any_position::Line;
use crate::{Listed, Position, View};

/// An agent with its spec, made for one game.
pub struct Player {
    spec: String,
    files: Vec<String>,
    kind: Kind,
}

enum Kind {
    /// An agent of the catalog.
    Own(Box<dyn ErasedPlayer>),
    Guest(Box<dyn Guest>),
}

/// A player from outside the catalog: another program, another machine. It is given views, so no
/// guest can be told what its seat may not know.
pub trait Guest: Send {
    /// Chooses one of `view.moves()`, or gives the game up. `watch` is shown what it thinks so far.
    ///
    /// # Errors
    /// When no move can be had from it, with the reason.
    fn choose(
        &mut self,
        view: &View,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
        watch: Option<&Watch<'_>>,
    ) -> Result<Verdict, Forfeit>;

    /// Tells what the guest's seat sees after every move of anyone.
    fn observe(&mut self, view: &View) {
        let _ = view;
    }

    /// The reasons of the last choice.
    fn reasons(&self) -> Reasons {
        Reasons::default()
    }
}

/// Why a player does not play on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The reason, in words.
    pub reason: String,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Forfeit {}

/// What a player decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The number of the chosen move.
    pub best: usize,
    /// The expected utility of each seat, if the player has an opinion.
    pub value: Option<PerSeat<f64>>,
    /// The work that went into it.
    pub effort: Effort,
}

/// Why a player decided as it did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons {
    /// The line expected, beginning with the chosen move.
    pub line: Vec<String>,
    /// What was thought of the moves considered, best first.
    pub candidates: Vec<Reason>,
}

/// What was thought of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The move.
    pub text: String,
    /// The expected utility for the seat to move, if anything is known of it.
    pub value: Option<f64>,
    /// How well the value is known.
    pub known: Known,
    /// How often it was tried by a sampling search, 0 by others.
    pub visits: u64,
}

/// What a player thinks while it goes on thinking.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// What it would decide now.
    pub verdict: Verdict,
    /// Why.
    pub reasons: Reasons,
}

/// Who is shown opinions in the middle of a search; it should be quick about it.
pub type Watch<'a> = dyn Fn(Opinion) + Sync + 'a;

impl Player {
    pub(crate) fn new(spec: String, files: Vec<String>, erased: Box<dyn ErasedPlayer>) -> Player {
        let kind = Kind::Own(erased);
        Player { spec, files, kind }
    }

    /// An agent of a game that is on no roster, by the spec that names it in records.
    pub fn of<G: Listed>(spec: String, agent: Box<dyn Agent<G>>) -> Player {
        Player::new(spec, Vec::new(), Box::new(Seated::<G>::new(agent)))
    }

    /// A player from outside, by the spec that names it in records.
    pub fn guest(spec: String, guest: Box<dyn Guest>) -> Player {
        let kind = Kind::Guest(guest);
        Player {
            spec,
            files: Vec::new(),
            kind,
        }
    }

    /// Whether it comes from outside the catalog.
    pub fn is_guest(&self) -> bool {
        matches!(self.kind, Kind::Guest(_))
    }

    /// The spec of this player in its shortest form.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The files it is made of besides this program, by name and hash. Its spec names them too.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Chooses a move for the seat to move.
    ///
    /// # Panics
    /// If no seat is to move, the position is of another variant, or the player gives up: where
    /// that may happen, use [`try_choose`](Player::try_choose).
    pub fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Verdict {
        match &mut self.kind {
            Kind::Own(erased) => erased.choose(position, budget, stop, rng, None),
            Kind::Guest(guest) => ask(&mut **guest, position, budget, stop, rng, None)
                .unwrap_or_else(|forfeit| panic!("{} gives up: {forfeit}", self.spec)),
        }
    }

    /// Chooses a move for the seat to move, or says why it will not: a guest that broke off, or an
    /// agent of the catalog that panicked.
    ///
    /// # Errors
    /// When the player gives up. It is of no further use then.
    pub fn try_choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Result<Verdict, Forfeit> {
        self.try_choose_watched(position, budget, stop, rng, None)
    }

    /// The same, with somebody who is shown what the player thinks while it thinks. Watching does
    /// not change what it chooses.
    ///
    /// # Errors
    /// When the player gives up. It is of no further use then.
    pub fn try_choose_watched(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
        watch: Option<&Watch<'_>>,
    ) -> Result<Verdict, Forfeit> {
        // Nothing of a player that panicked is used again.
        let choose = AssertUnwindSafe(|| match &mut self.kind {
            Kind::Own(erased) => Ok(erased.choose(position, budget, stop, rng, watch)),
            Kind::Guest(guest) => ask(&mut **guest, position, budget, stop, rng, watch),
        });
        catch_unwind(choose).unwrap_or_else(|panic| {
            let reason = format!("the agent panicked: {}", message(&*panic));
            Err(Forfeit { reason })
        })
    }

    /// Shows the player what its seat sees after a move of anyone.
    pub fn observe(&mut self, position: &Position, seat: Seat) {
        match &mut self.kind {
            Kind::Own(erased) => erased.observe(position, seat),
            Kind::Guest(guest) => guest.observe(&position.view(seat)),
        }
    }

    /// What the player carries from one of its moves to the next. What a guest keeps is its own business:
    /// it is shown what happened, and is never asked twice.
    pub fn carries(&self) -> Carried {
        match &self.kind {
            Kind::Own(erased) => erased.carries(),
            Kind::Guest(_) => Carried::Observations,
        }
    }

    /// The memory the player holds between moves, in bytes. That of a guest is elsewhere.
    pub fn memory(&self) -> usize {
        match &self.kind {
            Kind::Own(erased) => erased.memory(),
            Kind::Guest(_) => 0,
        }
    }

    /// Whether the player thinks while somebody else is to move, if it is let. Guests do as they like.
    pub fn ponders(&self) -> bool {
        match &self.kind {
            Kind::Own(erased) => erased.ponders(),
            Kind::Guest(_) => false,
        }
    }

    /// Lets the player of `seat` think while somebody else is to move, until `stop` is raised. Guests
    /// are not asked.
    pub fn ponder(&mut self, position: &Position, seat: Seat, stop: &Stop) {
        if let Kind::Own(erased) = &mut self.kind {
            erased.ponder(position, seat, stop);
        }
    }

    /// The tree the last choice came from, if the player keeps one to look at. Guests keep theirs to
    /// themselves.
    pub fn tree(&self, position: &Position) -> Option<Branch<String>> {
        match &self.kind {
            Kind::Own(erased) => erased.tree(position),
            Kind::Guest(_) => None,
        }
    }

    /// The reasons of the last choice.
    pub fn reasons(&self, position: &Position) -> Reasons {
        match &self.kind {
            Kind::Own(erased) => erased.reasons(position),
            Kind::Guest(guest) => guest.reasons(),
        }
    }
}

fn ask(
    guest: &mut dyn Guest,
    position: &Position,
    budget: &Budget,
    stop: &Stop,
    rng: &mut Rng,
    watch: Option<&Watch<'_>>,
) -> Result<Verdict, Forfeit> {
    let Node::Decide(seat) = position.node() else {
        panic!("no seat is to move");
    };
    let count = position.move_count();
    let sight = |opinion: Opinion| {
        if let Some(watch) = watch
            && opinion.verdict.best < count
        {
            watch(opinion);
        }
    };
    let sight: Option<&Watch<'_>> = watch.is_some().then_some(&sight);
    let verdict = guest.choose(&position.view(seat), budget, stop, rng, sight)?;
    if verdict.best >= position.move_count() {
        let reason = "it chose a move that is not there".to_owned();
        return Err(Forfeit { reason });
    }
    Ok(verdict)
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a word")
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
        stop: &Stop,
        rng: &mut Rng,
        watch: Option<&Watch<'_>>,
    ) -> Verdict;
    fn observe(&mut self, position: &Position, seat: Seat);
    fn carries(&self) -> Carried;
    fn memory(&self) -> usize;
    fn ponders(&self) -> bool;
    fn ponder(&mut self, position: &Position, seat: Seat, stop: &Stop);
    fn tree(&self, position: &Position) -> Option<Branch<String>>;
    fn reasons(&self, position: &Position) -> Reasons;
}

/// An agent of a known game, with its last choice.
pub(crate) struct Seated<G: Notation> {
    agent: Box<dyn Agent<G>>,
    last: Option<Choice<G::Move>>,
}

impl<G: Notation> Seated<G> {
    pub(crate) fn new(agent: Box<dyn Agent<G>>) -> Seated<G> {
        Seated { agent, last: None }
    }
}

impl<G: Notation + Hidden> ErasedPlayer for Seated<G> {
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
        watch: Option<&Watch<'_>>,
    ) -> Verdict {
        let line = position.line::<G>();
        let Node::Decide(seat) = line.game.node(&line.state) else {
            panic!("no seat is to move");
        };
        let view = view(line, seat);
        let sight = |so_far: &Choice<G::Move>| {
            if let Some(watch) = watch {
                watch(Opinion {
                    verdict: verdict(&line.moves, so_far),
                    reasons: reasons(&*line.game, so_far),
                });
            }
        };
        let turn = Turn {
            game: &*line.game,
            seat,
            view: &view,
            moves: &line.moves,
            budget,
            stop,
            watcher: watch.map_or(Watcher::NOBODY, |_| Watcher::new(&sight)),
        };
        let busy = BusyThread::enter();
        let choice = self.agent.choose(&turn, rng);
        drop(busy);
        let verdict = verdict(&line.moves, &choice);
        self.last = Some(choice);
        verdict
    }

    fn observe(&mut self, position: &Position, seat: Seat) {
        let line = position.line::<G>();
        self.agent.observe(&line.game, seat, &view(line, seat));
    }

    fn carries(&self) -> Carried {
        self.agent.carries()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }

    fn ponders(&self) -> bool {
        self.agent.ponders()
    }

    fn ponder(&mut self, position: &Position, seat: Seat, stop: &Stop) {
        let line = position.line::<G>();
        self.agent.ponder(&line.game, seat, &view(line, seat), stop);
    }

    fn tree(&self, position: &Position) -> Option<Branch<String>> {
        let game = &position.line::<G>().game;
        self.agent.tree().map(|tree| printed(&**game, tree))
    }

    fn reasons(&self, position: &Position) -> Reasons {
        let game = &position.line::<G>().game;
        let last = self.last.as_ref();
        last.map_or(Reasons::default(), |choice| reasons(&**game, choice))
    }
}

/// What a seat sees: where nothing is hidden the position itself, without a copy.
fn view<G: Game>(line: &Line<G>, seat: Seat) -> Cow<'_, G::View> {
    let state: &dyn Any = &line.state;
    match state.downcast_ref() {
        Some(open) => Cow::Borrowed(open),
        None => Cow::Owned(line.game.view(&line.state, seat)),
    }
}

fn verdict<M: Copy + Eq>(moves: &[M], choice: &Choice<M>) -> Verdict {
    let best = moves.iter().position(|&mv| mv == choice.best);
    Verdict {
        best: best.expect("an agent chooses a legal move"),
        value: choice.value,
        effort: choice.effort,
    }
}

fn printed<G: Notation>(game: &G, branch: Branch<G::Move>) -> Branch<String> {
    let children = branch.children.into_iter();
    Branch {
        mv: branch.mv.map(|mv| game.print_move(mv)),
        seat: branch.seat,
        visits: branch.visits,
        score: branch.score,
        children: children.map(|child| printed(game, child)).collect(),
    }
}

fn reasons<G: Notation>(game: &G, choice: &Choice<G::Move>) -> Reasons {
    Reasons {
        line: choice.line.iter().map(|&mv| game.print_move(mv)).collect(),
        candidates: choice
            .candidates
            .iter()
            .map(|candidate| Reason {
                text: game.print_move(candidate.mv),
                value: candidate.value,
                known: candidate.known,
                visits: candidate.visits,
            })
            .collect(),
    }
}
