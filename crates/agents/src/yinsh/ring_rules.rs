//! Rules of Belej (2017) that replace search: ring placement (section 3.6.1) and removal (3.7).

use std::sync::Arc;

use ludorum_core::{
    Agent, Budget, CarriedState, Evaluate, MoveChoice, Param, Params, Rng, Seat, StopFlag,
    TurnContext,
};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{BoardPoint, Move, PointSet, State, YinshTurnStep};
use ludorum_search::AlphaBeta;

/// Rule by which an agent places its rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RingPlacement {
    /// Places a ring next to the opponent's newest ring, or near the centre if that is impossible.
    AgainstHuman,
    /// Places a ring next to the opponent's new ring on the rim; if there is none, places two rings
    /// on the rim and the others near the centre.
    Edge,
    /// Places a ring on a random free point.
    Random,
    /// Leaves ring placement to the search.
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

/// Parameter `placement`, which selects the rule for placing rings.
pub(super) fn placement_param() -> Param {
    let placements = RingPlacement::NAMES.map(|(name, _)| name);
    Param::choice("placement", "rule for placing rings", placements)
}

/// Parameters `placement` and `removal`, which select the rules for placing and removing rings.
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

/// Wrapper that places and removes YINSH rings by rule and leaves all other moves to `agent`.
pub(super) struct RingPlacementAgent {
    agent: Box<dyn Agent<Yinsh>>,
    placement: RingPlacement,
    /// Evaluation of the replies to a ring removal; `None` if the wrapped agent removes rings
    /// itself.
    reply_evaluation: Option<Arc<dyn Evaluate<Yinsh>>>,
    /// Opponent's rings that were on the board when the agent last placed a ring.
    seen_rings: PointSet,
    /// Largest number of own rings seen so far; an increase shows that the agent placed a ring.
    own_rings: usize,
}

impl RingPlacementAgent {
    /// Wraps `agent` with the placement and removal rules selected by [`params`].
    pub(super) fn new(
        agent: Box<dyn Agent<Yinsh>>,
        evaluation: Arc<dyn Evaluate<Yinsh>>,
        params: &Params,
    ) -> RingPlacementAgent {
        RingPlacementAgent {
            reply_evaluation: (params.choice("removal") == "reply").then_some(evaluation),
            ..RingPlacementAgent::placing_only(agent, params)
        }
    }

    /// Wraps `agent`, which removes rings itself, with the rule selected by [`placement_param`].
    pub(super) fn placing_only(
        agent: Box<dyn Agent<Yinsh>>,
        params: &Params,
    ) -> RingPlacementAgent {
        RingPlacementAgent {
            agent,
            placement: RingPlacement::named(params.choice("placement")),
            reply_evaluation: None,
            seen_rings: PointSet::NONE,
            own_rings: 0,
        }
    }

    /// Free points at which the placement rule may put the next ring.
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

impl Agent<Yinsh> for RingPlacementAgent {
    fn choose(&mut self, turn: &TurnContext<'_, Yinsh>, rng: &mut Rng) -> MoveChoice<Move> {
        let state = turn.view;
        if state.step() == YinshTurnStep::Place && self.placement != RingPlacement::Search {
            let places = self.candidate_points(state);
            self.seen_rings = state.rings(turn.seat.next(2));
            return MoveChoice::plain(Move::Place(places.nth(rng.below(places.count()))));
        }
        if state.step().is_ring()
            && let Some(evaluation) = &self.reply_evaluation
        {
            // Two plies: the removal and the opponent's reply.
            let mut reply = AlphaBeta::new(2, Arc::clone(evaluation));
            let turn = TurnContext {
                budget: &Budget::UNLIMITED,
                ..*turn
            };
            return reply.choose(&turn, rng);
        }
        self.agent.choose(turn, rng)
    }

    fn observe(&mut self, game: &Yinsh, seat: Seat, view: &State) {
        // Depends on views only, so replaying the game restores this state.
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

/// Points on the rim of the board: those with fewer than six neighbours.
fn rim() -> PointSet {
    let is_outside = |point: &BoardPoint| point.neighbours().count() < 6;
    let points = BoardPoint::all().filter(is_outside);
    points.fold(PointSet::NONE, |set, point| set | point.set())
}

/// Points of a set that are nearest to the centre of the board.
fn central(points: PointSet) -> PointSet {
    let centre = BoardPoint::at(5, 6).expect("f6 is on the board");
    nearest(points, centre)
}

/// Points of a set that are nearest to `to`.
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
