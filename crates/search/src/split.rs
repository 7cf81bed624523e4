//! Split points: nodes whose moves several threads search together. By the Young Brothers Wait
//! Concept (Feldmann 1993) a node is split only after its first move has been searched, which gives
//! the others a window.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ludorum_core::{EvalPoints, Evaluate, Game, PerSeat, PerfectInformation};

use crate::alphabeta::{SearchContext, value};
use crate::free_cores::BusyThreadGuard;
use crate::search_result::TieBreaking;
use crate::tree_walk::TreeWalk;

/// Description of a node to split among threads, with the state of its search.
pub(crate) struct SplitPointSetup<'a, G: Game> {
    pub(crate) state: &'a G::State,
    /// Moves of the node that are not searched yet, in order.
    pub(crate) moves: &'a [G::Move],
    /// Plies left to search at the node.
    pub(crate) depth: u32,
    /// Distance of the node from the root in plies.
    pub(crate) ply: u32,
    /// True if the seat to move is the searching seat, so that the node maximises.
    pub(crate) maximises: bool,
    pub(crate) window: (EvalPoints, EvalPoints),
    /// Points of the best move searched before the split.
    pub(crate) best: EvalPoints,
    /// Rule for choosing among equally good moves of the node.
    pub(crate) ties: TieBreaking,
}

/// A node searched by several threads.
pub(crate) struct SplitPoint<G: Game> {
    parent: Option<Arc<SplitPoint<G>>>,
    state: G::State,
    trail: Vec<PerSeat<EvalPoints>>,
    moves: Vec<G::Move>,
    depth: u32,
    ply: u32,
    maximises: bool,
    window: (EvalPoints, EvalPoints),
    ties: TieBreaking,
    /// True if the results of the split point are no longer needed.
    is_cancelled: AtomicBool,
    /// True if some moves of the node are not taken by any thread yet.
    has_work: AtomicBool,
    progress: Mutex<SplitPointProgress<G::Move>>,
}

/// Progress of the threads at a split point.
struct SplitPointProgress<M> {
    next: usize,
    working: usize,
    best: EvalPoints,
    /// Index of the best move, counted from 1; 0 if the best move was searched before the split.
    best_at: usize,
    /// Principal variation; empty if the best move was searched before the split.
    line: Vec<M>,
    /// True if the search of at least one move was aborted.
    is_incomplete: bool,
    /// Results of the searched moves; recorded at the root only.
    finished: Vec<SearchedRootMove<M>>,
}

/// Result of a searched root move.
pub(crate) struct SearchedRootMove<M> {
    /// Index of the move in the move list of the split point.
    pub(crate) at: usize,
    pub(crate) points: EvalPoints,
    pub(crate) line: Vec<M>,
}

/// Task of a thread at a split point: index of a move from 1, the move, and its window.
type SplitTask<M> = (usize, M, (EvalPoints, EvalPoints));

impl<G: Game> SplitPoint<G> {
    /// Takes the next move to search; `None` if none is left. Its window excludes values that could
    /// not replace the best move so far: with [`TieBreaking::First`] a later move must be better,
    /// an earlier one as good. So the result does not depend on which thread finishes first.
    fn take(&self) -> Option<SplitTask<G::Move>> {
        let mut progress = lock(&self.progress);
        let mv = if self.is_cancelled.load(Relaxed) {
            None
        } else {
            self.moves.get(progress.next).copied()
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
        let must_be_better = self.ties == TieBreaking::First && progress.best_at < at;
        let slack = EvalPoints::from(!must_be_better);
        let (alpha, beta) = self.window;
        let window = if self.maximises {
            (alpha.max(progress.best - slack), beta)
        } else {
            (alpha, beta.min(progress.best + slack))
        };
        Some((at, mv, window))
    }

    /// Records the result of a move; returns true if the split point has no work left for any
    /// thread.
    fn finish(
        &self,
        (at, mv, window): SplitTask<G::Move>,
        points: Option<EvalPoints>,
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
        let is_better = if self.maximises {
            points > progress.best
        } else {
            points < progress.best
        };
        let is_earlier = points == progress.best && is_exact && at < progress.best_at;
        if is_better || is_earlier {
            progress.best = points;
            progress.best_at = at;
            progress.line = line();
        }
        if self.ply == 0 {
            progress.finished.push(SearchedRootMove {
                at: at - 1,
                points,
                line: below.to_vec(),
            });
        }
        let is_cut_off = if self.maximises {
            progress.best >= self.window.1
        } else {
            progress.best <= self.window.0
        };
        if is_cut_off {
            self.is_cancelled.store(true, Relaxed);
            self.has_work.store(false, Relaxed);
        }
        is_cut_off || (progress.working == 0 && !self.has_work.load(Relaxed))
    }

    /// True if the search of this split point has ended.
    fn is_over(&self) -> bool {
        self.is_cancelled.load(Relaxed)
            || !self.has_work.load(Relaxed) && lock(&self.progress).working == 0
    }

    /// True if the results of this split point or of one of its ancestors are no longer needed.
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

/// Threads that cooperate in one search, with their open split points.
pub(crate) struct ThreadTeam<G: Game> {
    state: Mutex<ThreadTeamState<G>>,
    /// Condition variable that signals new work or the end of the search.
    changed: Condvar,
    /// True if there are more waiting threads than split points with work.
    has_idle_threads: AtomicBool,
    is_over: AtomicBool,
}

struct ThreadTeamState<G: Game> {
    waiting: usize,
    open: Vec<Arc<SplitPoint<G>>>,
}

impl<G: Game> ThreadTeam<G> {
    pub(crate) fn new() -> ThreadTeam<G> {
        ThreadTeam {
            state: Mutex::new(ThreadTeamState {
                waiting: 0,
                open: Vec::new(),
            }),
            changed: Condvar::new(),
            has_idle_threads: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }
    }

    /// True if some thread has no work.
    #[inline]
    pub(crate) fn has_idle_threads(&self) -> bool {
        self.has_idle_threads.load(Relaxed)
    }

    /// True if the search has ended or one of its threads has panicked.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Ends the search for all threads of the team.
    pub(crate) fn shut_down(&self) {
        self.is_over.store(true, Relaxed);
        self.wake_all();
    }

    fn wake_all(&self) {
        // Under the lock, so that no thread misses the signal between checking and waiting.
        let _state = lock(&self.state);
        self.changed.notify_all();
    }

    fn publish(&self, split: &Arc<SplitPoint<G>>) {
        let mut state = lock(&self.state);
        state.open.push(Arc::clone(split));
        self.update_idle(&mut state);
        self.changed.notify_all();
    }

    fn update_idle(&self, state: &mut ThreadTeamState<G>) {
        state.open.retain(|split| split.has_work.load(Relaxed));
        let has_idle_threads = state.waiting > state.open.len();
        self.has_idle_threads.store(has_idle_threads, Relaxed);
    }

    /// Waits for a split point that satisfies `suits` and returns it; `None` once `is_done` returns
    /// true.
    fn wait_for(
        &self,
        suits: impl Fn(&Arc<SplitPoint<G>>) -> bool,
        is_done: impl Fn() -> bool,
    ) -> Option<Arc<SplitPoint<G>>> {
        let mut state = lock(&self.state);
        loop {
            self.update_idle(&mut state);
            if is_done() {
                return None;
            }
            if let Some(split) = state.open.iter().find(|split| suits(split)) {
                return Some(Arc::clone(split));
            }
            state.waiting += 1;
            self.update_idle(&mut state);
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}

/// Guard that ends the search of a team when dropped: always, or only if its thread panics.
pub(crate) struct TeamShutdownGuard<'a, G: Game> {
    pub(crate) team: &'a ThreadTeam<G>,
    pub(crate) only_on_panic: bool,
}

impl<G: Game> Drop for TeamShutdownGuard<'_, G> {
    fn drop(&mut self) {
        if !self.only_on_panic || std::thread::panicking() {
            self.team.shut_down();
        }
    }
}

/// Main loop of a helper thread: searches moves of split points until the search is over.
pub(crate) fn run_helper<G: PerfectInformation, E: Evaluate<G>>(
    walk: &mut TreeWalk<'_, G, E>,
    context: SearchContext<'_, G>,
    team: &ThreadTeam<G>,
) {
    let _busy = BusyThreadGuard::enter();
    let _guard = TeamShutdownGuard {
        team,
        only_on_panic: true,
    };
    while !walk.meter.is_spent()
        && let Some(split) = team.wait_for(|_| true, || team.is_over())
    {
        search_split_point(walk, context, team, &split);
    }
}

/// Result of searching a split point.
pub(crate) struct SplitResult<M> {
    /// Points of the best move of the node, including moves searched before the split.
    pub(crate) best: EvalPoints,
    /// False if the search was aborted before the value of the node was determined.
    pub(crate) is_complete: bool,
    /// Principal variation; empty if the best move was searched before the split.
    pub(crate) line: Vec<M>,
    /// Results of all searched moves in order; empty except at the root.
    pub(crate) finished: Vec<SearchedRootMove<M>>,
}

/// Splits a node: searches its moves on this thread and the idle threads, and returns the result.
pub(crate) fn split_node<G: PerfectInformation, E: Evaluate<G>>(
    walk: &mut TreeWalk<'_, G, E>,
    context: SearchContext<'_, G>,
    team: &ThreadTeam<G>,
    node: &SplitPointSetup<'_, G>,
) -> SplitResult<G::Move> {
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
        progress: Mutex::new(SplitPointProgress {
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
    search_split_point(walk, context, team, &split);
    // Until the others finish, help only below this split point: other work could take longer
    // (helpful master).
    let is_done = || split.is_over() || split.is_cancelled() || team.is_over();
    while !walk.meter.is_spent()
        && let Some(below) = team.wait_for(|other| other.is_below(&split), is_done)
    {
        search_split_point(walk, context, team, &below);
    }
    let was_cut_off = split.is_cancelled.load(Relaxed);
    let was_spent = !split.is_over();
    // Cancels threads that still work below.
    split.is_cancelled.store(true, Relaxed);
    let mut progress = lock(&split.progress);
    let mut finished = std::mem::take(&mut progress.finished);
    finished.sort_by_key(|finished| finished.at);
    SplitResult {
        best: progress.best,
        is_complete: was_cut_off || !was_spent && !progress.is_incomplete,
        line: std::mem::take(&mut progress.line),
        finished,
    }
}

/// Searches moves of a split point on this thread until none are left.
fn search_split_point<G: PerfectInformation, E: Evaluate<G>>(
    walk: &mut TreeWalk<'_, G, E>,
    context: SearchContext<'_, G>,
    team: &ThreadTeam<G>,
    split: &Arc<SplitPoint<G>>,
) {
    let context = SearchContext {
        split: Some(split),
        ..context
    };
    let (depth, ply) = (split.depth - 1, split.ply + 1);
    let mut state = split.state.clone();
    let listed = walk.stack_len();
    while let Some(task) = split.take() {
        let (_, mv, window) = task;
        walk.set_trail(&split.trail);
        let points = walk.descend(&mut state, mv, |walk, state| {
            value(walk, context, state, depth, ply, window)
        });
        // An aborted search leaves its moves on the stack.
        walk.pop_moves(listed..listed);
        if split.finish(task, points, walk.pv.line_from(ply)) {
            team.wake_all();
        }
    }
}

/// Locks a mutex and ignores poisoning, since a panic ends the search in any case.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
