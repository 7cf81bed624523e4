//! The agent `sector66-mcts` of the thesis (Brenner 2015, chapter 3.9): Monte-Carlo tree search
//! that evaluates leaves by a score function instead of playouts.

use ludorum_core::{
    Agent, Budget, CandidateMove, Chance, Game, MoveChoice, NodeKind, Param, Params, PerSeat, Rng,
    SearchStats, SearchTreeNode, Seat, TurnContext, ValueBound,
};
use ludorum_games::Sector66;
use ludorum_games::sector66::{ContentSource, Move, State, Undo};
use ludorum_search::BudgetMeter;

use super::score::{ThesisScore, ThesisScoreWeights};
use super::tree::{MoveKindOdds, ThesisNodeId, ThesisTree, UntriedMoves};
use crate::AgentKind;

/// Number of search iterations if only one move is legal, to estimate its value.
const FORCED_NODES: u64 = 32;

/// Agent type `sector66-mcts`: MCTS of Brenner (2015), with the parameters of its Table 2.
pub fn sector66_mcts<C: ContentSource>() -> AgentKind<Sector66<C>> {
    let usual = ThesisScoreWeights::default();
    let chance = |name, doc, default| Param::real(name, doc, default, (0.0, 1.0));
    let real = |name, doc, default| Param::real(name, doc, default, (-100.0, 100.0));
    let params = vec![
        chance(
            "add-chance",
            "probability of expanding a new move instead of selecting an existing one",
            0.5,
        ),
        Param::real("exploration", "exploration constant", 0.1, (0.0, 100.0)),
        chance(
            "cast-chance",
            "probability that the new move is a spell",
            0.3,
        ),
        chance(
            "wall-chance",
            "probability that the new move is a wall",
            0.3,
        ),
        real(
            "wall-value",
            "value of a wall in hand, in turns",
            usual.wall,
        ),
        real(
            "spell-value",
            "value of a spell in hand, in turns",
            usual.spell,
        ),
        real("score-growth", "slope of the score", usual.growth),
        Param::int("nodes", "nodes added per move", 500, (1, 1_000_000)),
        Param::time("time", "thinking time per move; rarely reached").with_default(Some("30s")),
        real(
            "own-weight",
            "weight of the own value against the best opponent's",
            usual.own,
        ),
        Param::switch(
            "save-tree",
            "save the tree of the last move for inspection",
            false,
        ),
        Param::choice(
            "value",
            "evaluation of a new node: by the score function, or by random playouts",
            ["score", "playout"],
        ),
        Param::int(
            "playout-depth",
            "moves after which a playout is scored; to the end if not given",
            20,
            (1, 100_000),
        )
        .with_default(None),
        Param::int(
            "playouts",
            "playouts per new node; their mean counts",
            1,
            (1, 1000),
        ),
    ];
    AgentKind::new(
        "sector66-mcts",
        "MCTS of the thesis, with a score function instead of playouts",
        params,
        |_: &Sector66<C>, params| Ok(Box::new(ThesisMcts::new(params))),
    )
}

/// Method of evaluating a new leaf of the search tree.
enum LeafEvaluation {
    Score,
    /// Mean score of random playouts, each limited to `depth` moves; `None` plays to the end.
    Playouts {
        games: u64,
        depth: Option<i64>,
    },
}

struct ThesisMcts {
    add_chance: f64,
    exploration: f64,
    odds: MoveKindOdds,
    score: ThesisScore,
    leaf_evaluation: LeafEvaluation,
    budget: Budget,
    /// True if the search tree of the last move is saved for inspection.
    save_tree: bool,
    kept_tree: Option<ReusableTree>,
    saved_tree: Option<SearchTreeNode<Move>>,
}

/// A search tree with its root position, which a later search may continue.
struct ReusableTree {
    position: State,
    tree: ThesisTree,
}

impl ThesisMcts {
    fn new(params: &Params) -> ThesisMcts {
        ThesisMcts {
            add_chance: params.real("add-chance"),
            exploration: params.real("exploration"),
            odds: MoveKindOdds {
                wall: params.real("wall-chance"),
                cast: params.real("cast-chance"),
            },
            score: ThesisScore::new(ThesisScoreWeights {
                wall: params.real("wall-value"),
                spell: params.real("spell-value"),
                growth: params.real("score-growth"),
                own: params.real("own-weight"),
            }),
            leaf_evaluation: match params.choice("value") {
                "playout" => LeafEvaluation::Playouts {
                    games: params.int("playouts").unsigned_abs(),
                    depth: params.int_if_given("playout-depth"),
                },
                _ => LeafEvaluation::Score,
            },
            budget: Budget {
                iterations: Some(params.int("nodes").unsigned_abs()),
                time: params.time("time"),
                ..Budget::UNLIMITED
            },
            save_tree: params.is_on("save-tree"),
            kept_tree: None,
            saved_tree: None,
        }
    }

    /// Returns the tree of the last search if its root is the current position, otherwise a new
    /// tree.
    fn take_tree(&mut self, view: &State) -> ReusableTree {
        let kept = self.kept_tree.take();
        kept.filter(|kept| kept.position == *view)
            .unwrap_or_else(|| ReusableTree {
                position: view.clone(),
                tree: ThesisTree::new(),
            })
    }
}

impl<C: ContentSource> Agent<Sector66<C>> for ThesisMcts {
    fn choose(&mut self, turn: &TurnContext<'_, Sector66<C>>, rng: &mut Rng) -> MoveChoice<Move> {
        let ReusableTree { position, tree } = self.take_tree(turn.view);
        let mut budget = self.budget.within(turn.budget);
        if turn.moves.len() == 1 {
            budget = budget.within(&Budget::iterations(FORCED_NODES));
        }
        let mut search = ThesisSearch {
            player: self,
            game: turn.game,
            state: position,
            tree,
            meter: BudgetMeter::start(&budget, turn.stop).reporting_to(turn.progress),
            path: Vec::new(),
            moves: Vec::new(),
            scores: PerSeat::filled(turn.game.seats(), 0.0),
            iterations: 0,
            deepest: 0,
        };
        loop {
            search.iterate(rng);
            if !search.meter.count_iteration() {
                break;
            }
            if search.meter.take_report_due() {
                turn.progress.report(|| search.to_choice(turn.moves));
            }
        }
        let choice = search.to_choice(turn.moves);
        let kept = ReusableTree {
            position: search.state,
            tree: search.tree,
        };
        if self.save_tree {
            self.saved_tree = Some(kept.tree.export(ThesisTree::ROOT));
        }
        self.kept_tree = Some(kept);
        choice
    }

    /// Moves the root of the kept tree to the position after a move of the game.
    fn observe(&mut self, game: &Sector66<C>, _: Seat, view: &State) {
        let Some(mut kept) = self.kept_tree.take() else {
            return;
        };
        let children = kept.tree.get(ThesisTree::ROOT).children.clone();
        let reached = children.into_iter().find(|&child| {
            let Some(mv) = kept.tree.get(child).mv() else {
                return false;
            };
            let undo = game.make(&mut kept.position, mv);
            let is_same = kept.position == *view;
            game.unmake(&mut kept.position, mv, undo);
            is_same
        });
        self.kept_tree = reached.map(|child| ReusableTree {
            position: view.clone(),
            tree: kept.tree.subtree(child),
        });
    }

    fn search_tree(&self) -> Option<SearchTreeNode<Move>> {
        self.saved_tree.clone()
    }

    fn memory(&self) -> usize {
        self.kept_tree.as_ref().map_or(0, |kept| kept.tree.memory())
    }
}

/// One search on a single position: moves are made on descent and unmade on the way back.
struct ThesisSearch<'a, C: ContentSource> {
    player: &'a ThesisMcts,
    game: &'a Sector66<C>,
    state: State,
    tree: ThesisTree,
    meter: BudgetMeter,
    path: Vec<(ThesisNodeId, Move, Undo)>,
    moves: Vec<Move>,
    /// Sum over all iterations of each seat's score.
    scores: PerSeat<f64>,
    iterations: u64,
    deepest: usize,
}

impl<C: ContentSource> ThesisSearch<'_, C> {
    fn iterate(&mut self, rng: &mut Rng) {
        self.descend(rng);
        let scores = self.evaluate_leaf(rng);
        self.deepest = self.deepest.max(self.path.len());
        self.tree.update(ThesisTree::ROOT, |seat| scores[seat]);
        while let Some((at, mv, undo)) = self.path.pop() {
            self.tree.update(at, |seat| scores[seat]);
            self.game.unmake(&mut self.state, mv, undo);
        }
        self.scores = PerSeat::from_fn(scores.seats(), |seat| self.scores[seat] + scores[seat]);
        self.iterations += 1;
    }

    /// Selection and expansion (algorithm 5 of Brenner 2015): each node either gets a new random
    /// child or follows the child with the highest UCB. Chance events are sampled.
    fn descend(&mut self, rng: &mut Rng) {
        let mut at = ThesisTree::ROOT;
        loop {
            at = match self.game.node(&self.state) {
                NodeKind::Over => return,
                NodeKind::Chance => {
                    let event = self.game.sample(&self.state, rng);
                    match self.tree.child(at, event) {
                        Some(child) => self.enter(child, event),
                        None => return self.add(at, event, None, rng),
                    }
                }
                NodeKind::Decide(seat) => match self.draw_untried(at, rng) {
                    Some(mv) => return self.add(at, mv, Some(seat), rng),
                    None => {
                        let next = self.tree.select_ucb(at, self.player.exploration);
                        let next = next.expect("a position without children has moves to try");
                        let mv = self.tree.get(next).mv();
                        self.enter(next, mv.expect("a child is reached by a move"))
                    }
                },
            };
        }
    }

    /// Draws the untried move for a new child of a node; `None` if the search is to follow an
    /// existing child.
    fn draw_untried(&mut self, at: ThesisNodeId, rng: &mut Rng) -> Option<Move> {
        if self.tree.get(at).untried.is_none() {
            self.moves.clear();
            self.game.moves(&self.state, &mut self.moves);
            self.tree.get_mut(at).untried = Some(UntriedMoves::new(&self.moves));
        }
        let ThesisMcts {
            add_chance, odds, ..
        } = *self.player;
        let position = self.tree.get_mut(at);
        let is_bare = position.children.is_empty();
        let untried = position.untried.as_mut()?;
        let adds = !untried.is_empty() && (is_bare || rng.unit() < add_chance);
        adds.then(|| untried.draw(odds, rng)).flatten()
    }

    /// Adds the node of a move or chance event, and the nodes of the chance events right after it.
    fn add(&mut self, parent: ThesisNodeId, mv: Move, chooser: Option<Seat>, rng: &mut Rng) {
        let child = self.tree.add(parent, mv, chooser);
        let mut at = self.enter(child, mv);
        while self.game.node(&self.state) == NodeKind::Chance {
            let event = self.game.sample(&self.state, rng);
            let child = self.tree.add(at, event, None);
            at = self.enter(child, event);
        }
    }

    fn enter(&mut self, at: ThesisNodeId, mv: Move) -> ThesisNodeId {
        let undo = self.game.make(&mut self.state, mv);
        self.path.push((at, mv, undo));
        // The budget is checked between iterations.
        let _ = self.meter.count_node();
        at
    }

    fn evaluate_leaf(&mut self, rng: &mut Rng) -> PerSeat<f64> {
        let score = &self.player.score;
        match self.player.leaf_evaluation {
            LeafEvaluation::Score => {
                self.meter.effort.evaluations += 1;
                score.of(self.game, &self.state)
            }
            LeafEvaluation::Playouts { games, depth } => {
                let mut sum = PerSeat::filled(self.game.seats(), 0.0);
                let mut played = 0;
                // Time may run out between playouts; at least one is played.
                while played == 0 || (played < games && !self.meter.is_spent()) {
                    played += 1;
                    self.meter.effort.playouts += 1;
                    let (state, plies) = self.play_out(depth, rng);
                    self.meter.count_nodes(plies);
                    let scores = score.of(self.game, &state);
                    sum = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + scores[seat]);
                    self.meter.check_limits();
                }
                sum.map(|sum| sum / played as f64)
            }
        }
    }

    /// Plays random moves to the end or to `depth`; returns the last state and the number of plies.
    fn play_out(&mut self, depth: Option<i64>, rng: &mut Rng) -> (State, u64) {
        let mut state = self.state.clone();
        let mut plies = 0;
        while depth.is_none_or(|depth| plies < depth.unsigned_abs()) {
            let mv = match self.game.node(&state) {
                NodeKind::Over => break,
                NodeKind::Chance => self.game.sample(&state, rng),
                NodeKind::Decide(_) => {
                    self.moves.clear();
                    self.game.moves(&state, &mut self.moves);
                    let mv = rng.pick(&self.moves).copied();
                    mv.expect("the seat to move has a move")
                }
            };
            self.game.make(&mut state, mv);
            plies += 1;
        }
        (state, plies)
    }

    /// Move with the best win rate, equation (2) of Brenner (2015), and all candidate moves.
    fn to_choice(&self, moves: &[Move]) -> MoveChoice<Move> {
        let root = self.tree.get(ThesisTree::ROOT);
        let mut candidates: Vec<CandidateMove<Move>> = Vec::new();
        for &child in &root.children {
            let child = self.tree.get(child);
            candidates.extend(child.mv().map(|mv| CandidateMove {
                mv,
                value: Some(2.0 * child.win_rate() - 1.0),
                bound: ValueBound::Exact,
                visits: u64::from(child.visits),
            }));
        }
        // The sort is stable: equal moves stay in order of expansion.
        candidates.sort_by(|a, b| {
            b.value
                .partial_cmp(&a.value)
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let best = candidates.first().map_or(moves[0], |best| best.mv);
        let mut line = Vec::new();
        let mut at = ThesisTree::ROOT;
        while let Some(next) = self.tree.best_child(at) {
            line.extend(self.tree.get(next).mv());
            at = next;
        }
        let mean = |sum: f64| 2.0 * sum / self.iterations as f64 - 1.0;
        MoveChoice {
            best,
            value: Some(self.scores.map(mean)),
            line,
            candidates,
            effort: SearchStats {
                depth: self.deepest as u32,
                ..self.meter.effort
            },
        }
    }
}
