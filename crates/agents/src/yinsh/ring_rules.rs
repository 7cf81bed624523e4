//! Rules of the thesis that replace search: ring placement (section 3.6.1) and ring removal (3.7).

use std::sync::Arc;

use ludorum_core::{
    Agent, Budget, CarriedState, Evaluate, MoveChoice, Param, Params, Rng, Seat, StopFlag, Turn,
};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{BoardPoint, Move, PointSet, State, YinshTurnStep};
use ludorum_search::AlphaBeta;

/// Rule for placing rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RingPlacement {
    /// Next to the opponent's newest ring, otherwise near the centre.
    AgainstHuman,
    /// Next to a new ring of the opponent on the rim; otherwise two rings on the rim, the rest near
    /// the centre.
    Edge,
    /// A random free point.
    Random,
    /// The choice of the search.
    Search,
}

impl RingPlacement {
    const NAMES: [(&'static str, RingPlacement); 4] = [
        ("against-human", RingPlacement::AgainstHuman),
        ("edge", RingPlacement::Edge),
        ("random", RingPlacement::Random),
        ("search", RingPlacement::Search),
    ];

    fn named(name: &str) -> RingPlacement {
        let found = RingPlacement::NAMES
            .iter()
            .find(|(known, _)| *known == name);
        found.expect("the parameter is checked").1
    }
}

/// The parameter that selects the rule for placing rings.
pub(super) fn placement_param() -> Param {
    let placements = RingPlacement::NAMES.map(|(name, _)| name);
    Param::choice("placement", "rule for placing rings", placements)
}

/// The parameters that select the rules for placing and removing rings.
pub(super) fn params() -> [Param; 2] {
    [
        placement_param(),
        Param::choice(
            "removal",
            "rule for removing rings: by the best reply, or by search",
            ["reply", "search"],
        ),
    ]
}

/// An agent that places and removes rings by rule, and leaves other moves to `agent`.
pub(super) struct RingRuleAgent {
    agent: Box<dyn Agent<Yinsh>>,
    placement: RingPlacement,
    /// Evaluation of the replies to a removal, if rings are removed by rule.
    reply_evaluation: Option<Arc<dyn Evaluate<Yinsh>>>,
    /// Opposing rings that were on the board when the last own ring was placed.
    seen_rings: PointSet,
    /// Own rings seen on the board after an own move.
    own_rings: usize,
}

impl RingRuleAgent {
    /// Uses the rules selected by [`params`].
    pub(super) fn new(
        agent: Box<dyn Agent<Yinsh>>,
        evaluation: Arc<dyn Evaluate<Yinsh>>,
        params: &Params,
    ) -> RingRuleAgent {
        RingRuleAgent {
            reply_evaluation: (params.choice("removal") == "reply").then_some(evaluation),
            ..RingRuleAgent::placing_only(agent, params)
        }
    }

    /// Uses the placement rule selected by [`placement_param`]; `agent` removes rings.
    pub(super) fn placing_only(agent: Box<dyn Agent<Yinsh>>, params: &Params) -> RingRuleAgent {
        RingRuleAgent {
            agent,
            placement: RingPlacement::named(params.choice("placement")),
            reply_evaluation: None,
            seen_rings: PointSet::NONE,
            own_rings: 0,
        }
    }

    /// Candidate points for the next ring.
    fn candidate_points(&self, state: &State) -> PointSet {
        let free = state.free();
        let (own, other) = (state.rings(state.seat()), state.rings(state.seat().next(2)));
        let new_rings = other & !self.seen_rings;
        let beside = |rings: PointSet| {
            let all = rings.fold(PointSet::NONE, |set, ring| set | ring.neighbours());
            all & free
        };
        match self.placement {
            RingPlacement::AgainstHuman => or_else(beside(new_rings), || central(free)),
            RingPlacement::Edge => {
                let on_rim = new_rings & rim();
                let answer = or_else(beside(on_rim) & rim(), || beside(on_rim));
                if !answer.is_empty() {
                    return answer;
                }
                match (own & rim()).count() {
                    0 => rim() & free,
                    1 => {
                        let first = (own & rim()).first();
                        first.map_or(free, |first| nearest(rim() & free, first))
                    }
                    _ => central(free),
                }
            }
            RingPlacement::Random | RingPlacement::Search => free,
        }
    }
}

impl Agent<Yinsh> for RingRuleAgent {
    fn choose(&mut self, turn: &Turn<'_, Yinsh>, rng: &mut Rng) -> MoveChoice<Move> {
        let state = turn.view;
        if state.step() == YinshTurnStep::Place && self.placement != RingPlacement::Search {
            let places = self.candidate_points(state);
            self.seen_rings = state.rings(turn.seat.next(2));
            return MoveChoice::plain(Move::Place(places.nth(rng.below(places.count()))));
        }
        if state.step().is_ring()
            && let Some(evaluation) = &self.reply_evaluation
        {
            // The removal and the opponent's reply.
            let mut reply = AlphaBeta::new(2, Arc::clone(evaluation));
            let turn = Turn {
                budget: &Budget::UNLIMITED,
                ..*turn
            };
            return reply.choose(&turn, rng);
        }
        self.agent.choose(turn, rng)
    }

    fn observe(&mut self, game: &Yinsh, seat: Seat, view: &State) {
        // Derived from views alone, so an agent that is replayed the game has the same state.
        let placed = view.rings(seat).count();
        if placed > self.own_rings && view.seat() != seat {
            self.own_rings = placed;
            self.seen_rings = view.rings(seat.next(2));
        }
        self.agent.observe(game, seat, view);
    }

    fn ponders(&self) -> bool {
        self.agent.ponders()
    }

    fn ponder(&mut self, game: &Yinsh, seat: Seat, view: &State, stop: &StopFlag) {
        self.agent.ponder(game, seat, view, stop);
    }

    fn carried_state(&self) -> CarriedState {
        // The rings seen so far can be rebuilt from the views.
        self.agent.carried_state().max(CarriedState::Observations)
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

fn or_else(points: PointSet, others: impl FnOnce() -> PointSet) -> PointSet {
    if points.is_empty() { others() } else { points }
}

/// The points on the rim of the board.
fn rim() -> PointSet {
    let is_outside = |point: &BoardPoint| point.neighbours().count() < 6;
    let points = BoardPoint::all().filter(is_outside);
    points.fold(PointSet::NONE, |set, point| set | point.set())
}

/// The points of a set that are nearest to the centre.
fn central(points: PointSet) -> PointSet {
    let centre = BoardPoint::at(5, 6).expect("f6 is on the board");
    nearest(points, centre)
}

/// The points of a set that are nearest to `to`.
fn nearest(points: PointSet, to: BoardPoint) -> PointSet {
    let least = points.map(|point| distance(point, to)).min();
    let is_nearest = |point: &BoardPoint| Some(distance(*point, to)) == least;
    let points = points.filter(is_nearest);
    points.fold(PointSet::NONE, |set, point| set | point.set())
}

/// Distance between two points on an empty board, in steps.
pub(super) fn distance(one: BoardPoint, other: BoardPoint) -> u8 {
    let right = one.column() as i8 - other.column() as i8;
    let up = one.row() as i8 - other.row() as i8;
    let most = right.abs().max(up.abs()).max((right - up).abs());
    most.unsigned_abs()
}
