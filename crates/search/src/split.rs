//! Split points: nodes whose moves several threads search together. By the Young Brothers Wait
//! Concept (Feldmann 1993) a node is split only when its first move has been searched, which gives
//! the others a window.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ludorum_core::{Evaluate, Game, Open, PerSeat, Points};

use crate::alphabeta::{Context, value};
use crate::cores::BusyThread;
use crate::solution::Ties;
use crate::walk::Walk;

/// The node that is split, as its owner found it.
pub(crate) struct SplitNode<'a, G: Game> {
    pub(crate) state: &'a G::State,
    /// The moves that are left to search, in order.
    pub(crate) moves: &'a [G::Move],
    /// The plies left to search at the node.
    pub(crate) depth: u32,
    /// Its distance from the root.
    pub(crate) ply: u32,
    /// Whether the seat to move is the one the search is for.
    pub(crate) maximises: bool,
    pub(crate) window: (Points, Points),
    /// The best points so far.
    pub(crate) best: Points,
    /// Which of equally good moves is wanted.
    pub(crate) ties: Ties,
}

/// A node that is being searched by several threads.
pub(crate) struct SplitPoint<G: Game> {
    parent: Option<Arc<SplitPoint<G>>>,
    state: G::State,
    trail: Vec<PerSeat<Points>>,
    moves: Vec<G::Move>,
    depth: u32,
    ply: u32,
    maximises: bool,
    window: (Points, Points),
    ties: Ties,
    /// Nothing below is of interest any more.
    is_cancelled: AtomicBool,
    /// There are moves nobody has begun to search.
    has_work: AtomicBool,
    progress: Mutex<Progress<G::Move>>,
}

/// How far the threads have got with a split point.
struct Progress<M> {
    next: usize,
    working: usize,
    best: Points,
    /// The place of the best move, from 1; 0 for those that were searched before the split.
    best_at: usize,
    /// The line from the best move on, if that was found since the split.
    line: Vec<M>,
    /// A move could not be searched to the end.
    is_incomplete: bool,
    /// The searched moves; kept at the root only.
    finished: Vec<Finished<M>>,
}

/// What was found about a move of the root.
pub(crate) struct Finished<M> {
    /// Its place among the moves of the split point.
    pub(crate) at: usize,
    pub(crate) points: Points,
    pub(crate) line: Vec<M>,
}

/// A move to search: its place from 1, and the window.
type Task<M> = (usize, M, (Points, Points));

impl<G: Game> SplitPoint<G> {
    /// The next move to search. Its window leaves out what could not replace the best move found so far:
    /// with [`Ties::First`] a later move has to be better, an earlier one as good. So the result does not
    /// depend on which thread is done first.
    fn take(&self) -> Option<Task<G::Move>> {
        let mut progress = lock(&self.progress);
        let mv = match self.is_cancelled.load(Relaxed) {
            true => None,
            false => self.moves.get(progress.next).copied(),
        };
        let Some(mv) = mv else {
            self.has_work.store(false, Relaxed);
            return None;
        };
        progress.next += 1;
        progress.working += 1;
        let is_last = progress.next == self.moves.len();
        self.has_work.store(!is_last, Relaxed);
        let at = progress.next;
        let must_be_better = self.ties == Ties::First && progress.best_at < at;
        let slack = Points::from(!must_be_better);
        let (alpha, beta) = self.window;
        let window = match self.maximises {
            true => (alpha.max(progress.best - slack), beta),
            false => (alpha, beta.min(progress.best + slack)),
        };
        Some((at, mv, window))
    }

    /// Notes what was found about a move. Whether nobody is at work here any more, or need be.
    fn finish(
        &self,
        (at, mv, window): Task<G::Move>,
        points: Option<Points>,
        below: &[G::Move],
    ) -> bool {
        let mut progress = lock(&self.progress);
        progress.working -= 1;
        let Some(points) = points else {
            progress.is_incomplete = true;
            progress.next = self.moves.len();
            self.has_work.store(false, Relaxed);
            return true;
        };
        let line = || {
            std::iter::once(mv)
                .chain(below.iter().copied())
                .collect::<Vec<_>>()
        };
        let is_exact = window.0 < points && points < window.1;
        let is_better = match self.maximises {
            true => points > progress.best,
            false => points < progress.best,
        };
        let is_earlier = points == progress.best && is_exact && at < progress.best_at;
        if is_better || is_earlier {
            progress.best = points;
            progress.best_at = at;
            progress.line = line();
        }
        if self.ply == 0 {
            progress.finished.push(Finished {
                at: at - 1,
                points,
                line: below.to_vec(),
            });
        }
        let is_cut_off = match self.maximises {
            true => progress.best >= self.window.1,
            false => progress.best <= self.window.0,
        };
        if is_cut_off {
            self.is_cancelled.store(true, Relaxed);
            self.has_work.store(false, Relaxed);
        }
        is_cut_off || (progress.working == 0 && !self.has_work.load(Relaxed))
    }

    /// Whether no more will be found out here.
    fn is_over(&self) -> bool {
        self.is_cancelled.load(Relaxed)
            || !self.has_work.load(Relaxed) && lock(&self.progress).working == 0
    }

    /// Whether nobody is interested in what is found here.
    pub(crate) fn is_cancelled(&self) -> bool {
        let mut at = Some(self);
        while let Some(split) = at {
            if split.is_cancelled.load(Relaxed) {
                return true;
            }
            at = split.parent.as_deref();
        }
        false
    }

    fn is_below(self: &Arc<Self>, ancestor: &Arc<Self>) -> bool {
        let mut at = Some(self);
        while let Some(split) = at {
            if Arc::ptr_eq(split, ancestor) {
                return true;
            }
            at = split.parent.as_ref();
        }
        false
    }
}

/// The threads that search together.
pub(crate) struct Team<G: Game> {
    state: Mutex<TeamState<G>>,
    /// There is something new to look at: work, an end.
    changed: Condvar,
    /// More threads wait than there are split points for them.
    is_hungry: AtomicBool,
    is_over: AtomicBool,
}

struct TeamState<G: Game> {
    waiting: usize,
    open: Vec<Arc<SplitPoint<G>>>,
}

impl<G: Game> Team<G> {
    pub(crate) fn new() -> Team<G> {
        Team {
            state: Mutex::new(TeamState {
                waiting: 0,
                open: Vec::new(),
            }),
            changed: Condvar::new(),
            is_hungry: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }
    }

    /// Whether some thread has nothing to do.
    #[inline]
    pub(crate) fn is_hungry(&self) -> bool {
        self.is_hungry.load(Relaxed)
    }

    /// Whether the search has ended, or one of its threads has panicked.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Sends everybody home.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Relaxed);
        self.tell();
    }

    fn tell(&self) {
        // With the lock, so that nobody falls asleep between looking and waiting.
        let _state = lock(&self.state);
        self.changed.notify_all();
    }

    fn publish(&self, split: &Arc<SplitPoint<G>>) {
        let mut state = lock(&self.state);
        state.open.push(Arc::clone(split));
        self.count(&mut state);
        self.changed.notify_all();
    }

    fn count(&self, state: &mut TeamState<G>) {
        state.open.retain(|split| split.has_work.load(Relaxed));
        let is_hungry = state.waiting > state.open.len();
        self.is_hungry.store(is_hungry, Relaxed);
    }

    /// Waits for a split point that `suits`, or until `is_enough`.
    fn wait_for(
        &self,
        suits: impl Fn(&Arc<SplitPoint<G>>) -> bool,
        is_enough: impl Fn() -> bool,
    ) -> Option<Arc<SplitPoint<G>>> {
        let mut state = lock(&self.state);
        loop {
            self.count(&mut state);
            if is_enough() {
                return None;
            }
            if let Some(split) = state.open.iter().find(|split| suits(split)) {
                return Some(Arc::clone(split));
            }
            state.waiting += 1;
            self.count(&mut state);
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}

/// Ends the search of a team when it goes out of scope: always, or only if its thread panics.
pub(crate) struct EndOf<'a, G: Game> {
    pub(crate) team: &'a Team<G>,
    pub(crate) only_in_panic: bool,
}

impl<G: Game> Drop for EndOf<'_, G> {
    fn drop(&mut self) {
        if !self.only_in_panic || std::thread::panicking() {
            self.team.end();
        }
    }
}

/// Searches whatever others have split, until the search is over.
pub(crate) fn help<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    context: Context<'_, G>,
    team: &Team<G>,
) {
    let _busy = BusyThread::enter();
    let _end = EndOf {
        team,
        only_in_panic: true,
    };
    while !walk.meter.is_spent()
        && let Some(split) = team.wait_for(|_| true, || team.is_over())
    {
        work_on(walk, context, team, &split);
    }
}

/// What came of a split point.
pub(crate) struct Shared<M> {
    /// The best points, and whether all that matters was searched.
    pub(crate) best: Points,
    pub(crate) is_complete: bool,
    /// The line from the best move on; none if the best was known before.
    pub(crate) line: Vec<M>,
    /// At the root, all that was searched, in order.
    pub(crate) finished: Vec<Finished<M>>,
}

/// Searches the moves of a node together with the threads that have nothing to do.
pub(crate) fn share<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    context: Context<'_, G>,
    team: &Team<G>,
    node: &SplitNode<'_, G>,
) -> Shared<G::Move> {
    let split = Arc::new(SplitPoint {
        parent: context.split.cloned(),
        state: node.state.clone(),
        trail: walk.trail_to(node.ply).to_vec(),
        moves: node.moves.to_vec(),
        depth: node.depth,
        ply: node.ply,
        maximises: node.maximises,
        window: node.window,
        ties: node.ties,
        is_cancelled: AtomicBool::new(false),
        has_work: AtomicBool::new(true),
        progress: Mutex::new(Progress {
            next: 0,
            working: 0,
            best: node.best,
            best_at: 0,
            line: Vec::new(),
            is_incomplete: false,
            finished: Vec::new(),
        }),
    });
    team.publish(&split);
    work_on(walk, context, team, &split);
    // While others finish what they have begun, help them with it, but with nothing else: that could
    // take longer.
    let is_enough = || split.is_over() || split.is_cancelled() || team.is_over();
    while !walk.meter.is_spent()
        && let Some(below) = team.wait_for(|other| other.is_below(&split), is_enough)
    {
        work_on(walk, context, team, &below);
    }
    let was_cut_off = split.is_cancelled.load(Relaxed);
    let was_spent = !split.is_over();
    // Whoever is still at work below has nothing to find any more.
    split.is_cancelled.store(true, Relaxed);
    let mut progress = lock(&split.progress);
    let mut finished = std::mem::take(&mut progress.finished);
    finished.sort_by_key(|finished| finished.at);
    Shared {
        best: progress.best,
        is_complete: was_cut_off || !was_spent && !progress.is_incomplete,
        line: std::mem::take(&mut progress.line),
        finished,
    }
}

/// Searches moves of a split point until none is left.
fn work_on<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    context: Context<'_, G>,
    team: &Team<G>,
    split: &Arc<SplitPoint<G>>,
) {
    let context = Context {
        split: Some(split),
        ..context
    };
    let (depth, ply) = (split.depth - 1, split.ply + 1);
    let mut state = split.state.clone();
    let listed = walk.list_end();
    while let Some(task) = split.take() {
        let (_, mv, window) = task;
        walk.follow(&split.trail);
        let points = walk.descend(&mut state, mv, |walk, state| {
            value(walk, context, state, depth, ply, window)
        });
        // A search that was cut short leaves its lists.
        walk.forget(listed..listed);
        if split.finish(task, points, walk.lines.from(ply)) {
            team.tell();
        }
    }
}

/// A thread that panicked ends the search, which is told by the panic itself.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
