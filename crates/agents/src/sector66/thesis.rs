//! `sector66-mcts`: the player of the thesis (Brenner 2015, chapter 3.9): Monte-Carlo tree search
//! that judges new positions by a score function instead of playing them out.

use ludorum_core::{
    Agent, Branch, Budget, Candidate, Chance, Choice, Effort, Game, Known, Node, Param, Params,
    PerSeat, Rng, Seat, Turn,
};
use ludorum_games::Sector66;
use ludorum_games::sector66::{Content, Move, State, Undo};
use ludorum_search::Meter;

use super::score::{Score, Weights};
use super::tree::{At, Chances, Tree, Untried};
use crate::AgentKind;

/// The nodes added for a move that is forced: enough for an idea of its value.
const FORCED_NODES: u64 = 32;

/// `sector66-mcts`, with the parameters of Table 2.
pub fn sector66_mcts<C: Content>() -> AgentKind<Sector66<C>> {
    let usual = Weights::default();
    let chance = |name, doc, default| Param::real(name, doc, default, (0.0, 1.0));
    let real = |name, doc, default| Param::real(name, doc, default, (-100.0, 100.0));
    let params = vec![
        chance(
            "add-chance",
            "chance to add a move to a position rather than go on with one that is there",
            0.5,
        ),
        Param::real(
            "exploration",
            "how much uncertainty attracts",
            0.1,
            (0.0, 100.0),
        ),
        chance("cast-chance", "chance that the move to add is a spell", 0.3),
        chance("wall-chance", "chance that the move to add is a wall", 0.3),
        real("wall-value", "a wall in hand, in turns", usual.wall),
        real("spell-value", "a spell in hand, in turns", usual.spell),
        real(
            "score-growth",
            "how fast the score grows with the lead",
            usual.growth,
        ),
        Param::int("nodes", "positions added for a move", 500, (1, 1_000_000)),
        Param::time("time", "thinking time for a move; rarely needed").with_default(Some("30s")),
        real(
            "own-weight",
            "what the own value counts against the best of the others",
            usual.own,
        ),
        Param::switch(
            "save-tree",
            "keep the tree of the last move to look at",
            false,
        ),
        Param::choice(
            "value",
            "how a new position is judged: by the score, or by a random game from there",
            ["score", "playout"],
        ),
        Param::int(
            "playout-depth",
            "moves after which the score judges a random game; the end if not given",
            20,
            (1, 100_000),
        )
        .with_default(None),
        Param::int(
            "playouts",
            "random games from a new position, if it is judged by them; their mean counts",
            1,
            (1, 1000),
        ),
    ];
    AgentKind::new(
        "sector66-mcts",
        "the player of the thesis: tree search with a score function instead of playouts",
        params,
        |_: &Sector66<C>, params| Ok(Box::new(Thesis::<C>::new(params))),
    )
}

/// How a new position is judged.
enum Judgement {
    Score,
    /// Random games, each for `depth` moves if there is such a limit; the mean of their scores.
    Playouts {
        games: u64,
        depth: Option<i64>,
    },
}

struct Thesis<C> {
    add_chance: f64,
    exploration: f64,
    chances: Chances,
    score: Score,
    judgement: Judgement,
    budget: Budget,
    keeps: Keeps,
    memory: Option<Memory>,
    last: Option<Branch<Move>>,
    content: std::marker::PhantomData<fn() -> C>,
}

/// Whether the tree of the last move is kept to look at.
#[derive(PartialEq, Eq)]
enum Keeps {
    Nothing,
    Tree,
}

/// The tree, and the position at its root.
struct Memory {
    position: State,
    tree: Tree,
}

impl<C: Content> Thesis<C> {
    fn new(params: &Params) -> Thesis<C> {
        Thesis {
            add_chance: params.real("add-chance"),
            exploration: params.real("exploration"),
            chances: Chances {
                wall: params.real("wall-chance"),
                cast: params.real("cast-chance"),
            },
            score: Score::new(Weights {
                wall: params.real("wall-value"),
                spell: params.real("spell-value"),
                growth: params.real("score-growth"),
                own: params.real("own-weight"),
            }),
            judgement: match params.word("value") {
                "playout" => Judgement::Playouts {
                    games: params.int("playouts").unsigned_abs(),
                    depth: params.int_if_given("playout-depth"),
                },
                _ => Judgement::Score,
            },
            budget: Budget {
                iterations: Some(params.int("nodes").unsigned_abs()),
                time: params.time("time"),
                ..Budget::UNLIMITED
            },
            keeps: if params.on("save-tree") {
                Keeps::Tree
            } else {
                Keeps::Nothing
            },
            memory: None,
            last: None,
            content: std::marker::PhantomData,
        }
    }

    /// The tree kept for this position, or a new one.
    fn recall(&mut self, view: &State) -> Memory {
        let kept = self.memory.take();
        kept.filter(|memory| memory.position == *view)
            .unwrap_or_else(|| Memory {
                position: view.clone(),
                tree: Tree::new(),
            })
    }
}

impl<C: Content> Agent<Sector66<C>> for Thesis<C> {
    fn choose(&mut self, turn: &Turn<'_, Sector66<C>>, rng: &mut Rng) -> Choice<Move> {
        let Memory { position, tree } = self.recall(turn.view);
        let mut budget = self.budget.within(turn.budget);
        if turn.moves.len() == 1 {
            budget = budget.within(&Budget::iterations(FORCED_NODES));
        }
        let mut search = Search {
            player: self,
            game: turn.game,
            state: position,
            tree,
            meter: Meter::start(&budget, turn.stop).watched_by(turn.watcher),
            path: Vec::new(),
            moves: Vec::new(),
            scores: PerSeat::filled(turn.game.seats(), 0.0),
            iterations: 0,
            deepest: 0,
        };
        loop {
            search.iterate(rng);
            if !search.meter.iteration() {
                break;
            }
            if search.meter.take_show() {
                turn.watcher.show(|| search.conclude(turn.moves));
            }
        }
        let choice = search.conclude(turn.moves);
        let memory = Memory {
            position: search.state,
            tree: search.tree,
        };
        if self.keeps == Keeps::Tree {
            self.last = Some(memory.tree.branch(Tree::ROOT));
        }
        self.memory = Some(memory);
        choice
    }

    /// Follows every move of anyone with the tree.
    fn observe(&mut self, game: &Sector66<C>, _: Seat, view: &State) {
        let Some(mut memory) = self.memory.take() else {
            return;
        };
        let children = memory.tree.get(Tree::ROOT).children.clone();
        let led_here = children.into_iter().find(|&child| {
            let Some(mv) = memory.tree.get(child).mv() else {
                return false;
            };
            let undo = game.make(&mut memory.position, mv);
            let is_same = memory.position == *view;
            game.unmake(&mut memory.position, mv, undo);
            is_same
        });
        self.memory = led_here.map(|child| Memory {
            position: view.clone(),
            tree: memory.tree.below(child),
        });
    }

    fn tree(&self) -> Option<Branch<Move>> {
        self.last.clone()
    }

    fn memory(&self) -> usize {
        self.memory
            .as_ref()
            .map_or(0, |memory| memory.tree.memory())
    }
}

/// One search. There is one position, changed by moves on the way down and restored on the way up.
struct Search<'a, C: Content> {
    player: &'a Thesis<C>,
    game: &'a Sector66<C>,
    state: State,
    tree: Tree,
    meter: Meter,
    path: Vec<(At, Move, Undo)>,
    moves: Vec<Move>,
    /// The sum over all iterations.
    scores: PerSeat<f64>,
    iterations: u64,
    deepest: usize,
}

impl<C: Content> Search<'_, C> {
    fn iterate(&mut self, rng: &mut Rng) {
        self.descend(rng);
        let scores = self.judge(rng);
        self.deepest = self.deepest.max(self.path.len());
        self.tree.visit(Tree::ROOT, |seat| scores[seat]);
        while let Some((at, mv, undo)) = self.path.pop() {
            self.tree.visit(at, |seat| scores[seat]);
            self.game.unmake(&mut self.state, mv, undo);
        }
        self.scores = PerSeat::from_fn(scores.seats(), |seat| self.scores[seat] + scores[seat]);
        self.iterations += 1;
    }

    /// Selection and expansion (algorithm 5): at every position a move is added by chance, or the
    /// most urgent one of those there are is followed. What chance decides is drawn.
    fn descend(&mut self, rng: &mut Rng) {
        let mut at = Tree::ROOT;
        loop {
            at = match self.game.node(&self.state) {
                Node::Over => return,
                Node::Chance => {
                    let event = self.game.sample(&self.state, rng);
                    match self.tree.child(at, event) {
                        Some(child) => self.enter(child, event),
                        None => return self.add(at, event, None, rng),
                    }
                }
                Node::Decide(seat) => match self.draw(at, rng) {
                    Some(mv) => return self.add(at, mv, Some(seat), rng),
                    None => {
                        let next = self.tree.most_urgent(at, self.player.exploration);
                        let next = next.expect("a position without children has moves to try");
                        let mv = self.tree.get(next).mv();
                        self.enter(next, mv.expect("a child is reached by a move"))
                    }
                },
            };
        }
    }

    /// A move to add here, if one is to be added.
    fn draw(&mut self, at: At, rng: &mut Rng) -> Option<Move> {
        if self.tree.get(at).untried.is_none() {
            self.moves.clear();
            self.game.moves(&self.state, &mut self.moves);
            self.tree.get_mut(at).untried = Some(Untried::new(&self.moves));
        }
        let Thesis {
            add_chance,
            chances,
            ..
        } = *self.player;
        let position = self.tree.get_mut(at);
        let is_bare = position.children.is_empty();
        let untried = position.untried.as_mut()?;
        let adds = !untried.is_empty() && (is_bare || rng.unit() < add_chance);
        adds.then(|| untried.draw(chances, rng)).flatten()
    }

    /// Adds a move or event, and what chance brings right after it.
    fn add(&mut self, parent: At, mv: Move, chooser: Option<Seat>, rng: &mut Rng) {
        let child = self.tree.add(parent, mv, chooser);
        let mut at = self.enter(child, mv);
        while self.game.node(&self.state) == Node::Chance {
            let event = self.game.sample(&self.state, rng);
            let child = self.tree.add(at, event, None);
            at = self.enter(child, event);
        }
    }

    fn enter(&mut self, at: At, mv: Move) -> At {
        let undo = self.game.make(&mut self.state, mv);
        self.path.push((at, mv, undo));
        // Whether the budget is spent is asked between iterations.
        let _ = self.meter.node();
        at
    }

    fn judge(&mut self, rng: &mut Rng) -> PerSeat<f64> {
        let score = &self.player.score;
        match self.player.judgement {
            Judgement::Score => {
                self.meter.effort.evaluations += 1;
                score.of(self.game, &self.state)
            }
            Judgement::Playouts { games, depth } => {
                let mut sum = PerSeat::filled(self.game.seats(), 0.0);
                let mut played = 0;
                // Time may run out between two games; one is always played.
                while played == 0 || (played < games && !self.meter.is_spent()) {
                    played += 1;
                    self.meter.effort.playouts += 1;
                    let (state, plies) = self.play_out(depth, rng);
                    self.meter.nodes(plies);
                    let scores = score.of(self.game, &state);
                    sum = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + scores[seat]);
                    self.meter.look();
                }
                sum.map(|sum| sum / played as f64)
            }
        }
    }

    /// A random game from here, as far as it is played.
    fn play_out(&mut self, depth: Option<i64>, rng: &mut Rng) -> (State, u64) {
        let mut state = self.state.clone();
        let mut plies = 0;
        while depth.is_none_or(|depth| plies < depth.unsigned_abs()) {
            let mv = match self.game.node(&state) {
                Node::Over => break,
                Node::Chance => self.game.sample(&state, rng),
                Node::Decide(_) => {
                    self.moves.clear();
                    self.game.moves(&state, &mut self.moves);
                    let mv = rng.pick(&self.moves).copied();
                    mv.expect("whoever is to move has a move")
                }
            };
            self.game.make(&mut state, mv);
            plies += 1;
        }
        (state, plies)
    }

    /// The move with the best win rate (2), and what was thought of the others.
    fn conclude(&self, moves: &[Move]) -> Choice<Move> {
        let root = self.tree.get(Tree::ROOT);
        let mut candidates: Vec<Candidate<Move>> = Vec::new();
        for &child in &root.children {
            let child = self.tree.get(child);
            candidates.extend(child.mv().map(|mv| Candidate {
                mv,
                value: Some(2.0 * child.win_rate() - 1.0),
                known: Known::Exactly,
                visits: u64::from(child.visits),
            }));
        }
        // Equal ones stay in the order in which they were tried.
        candidates.sort_by(|a, b| {
            b.value
                .partial_cmp(&a.value)
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let best = candidates.first().map_or(moves[0], |best| best.mv);
        let mut line = Vec::new();
        let mut at = Tree::ROOT;
        while let Some(next) = self.tree.best(at) {
            line.extend(self.tree.get(next).mv());
            at = next;
        }
        let mean = |sum: f64| 2.0 * sum / self.iterations as f64 - 1.0;
        Choice {
            best,
            value: Some(self.scores.map(mean)),
            line,
            candidates,
            effort: Effort {
                depth: self.deepest as u32,
                ..self.meter.effort
            },
        }
    }
}
