//! What the players of the thesis do by rule instead of by search: where rings are placed (section
//! 3.6.1) and which one is removed (3.7).

use std::sync::Arc;

use ludorum_core::{
    Agent, Budget, Carried, Choice, Evaluate, Param, Params, Rng, Seat, Stop, Turn,
};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, Point, PointSet, State, Step};
use ludorum_search::AlphaBeta;

/// Where rings are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placement {
    /// Next to the ring the other has placed last, else near the centre.
    AgainstHuman,
    /// Next to a ring the other has placed on the rim; else two on the same rim, the rest near the
    /// centre.
    Edge,
    /// Anywhere.
    Random,
    /// Where the search wants them.
    Search,
}

impl Placement {
    const NAMES: [(&'static str, Placement); 4] = [
        ("against-human", Placement::AgainstHuman),
        ("edge", Placement::Edge),
        ("random", Placement::Random),
        ("search", Placement::Search),
    ];

    fn named(name: &str) -> Placement {
        let found = Placement::NAMES.iter().find(|(known, _)| *known == name);
        found.expect("the parameter offers just these").1
    }
}

/// The parameter that says where rings are placed.
pub(super) fn placement_param() -> Param {
    let placements = Placement::NAMES.map(|(name, _)| name);
    Param::choice("placement", "where rings are placed", placements)
}

/// The parameters of habits.
pub(super) fn params() -> [Param; 2] {
    [
        placement_param(),
        Param::choice(
            "removal",
            "which ring is removed: by the best reply to it, or by search",
            ["reply", "search"],
        ),
    ]
}

/// An agent that places and removes rings by habit.
pub(super) struct Habits {
    agent: Box<dyn Agent<Yinsh>>,
    placement: Placement,
    /// The evaluation of replies, where rings are removed by them.
    replies: Option<Arc<dyn Evaluate<Yinsh>>>,
    /// The rings of the other that were there when the last own one was placed.
    known: PointSet,
    /// The own rings seen on the board after an own move.
    placed: usize,
}

impl Habits {
    /// Habits as [`params`] describe them.
    pub(super) fn new(
        agent: Box<dyn Agent<Yinsh>>,
        evaluation: Arc<dyn Evaluate<Yinsh>>,
        params: &Params,
    ) -> Habits {
        Habits {
            replies: (params.word("removal") == "reply").then_some(evaluation),
            ..Habits::placing(agent, params)
        }
    }

    /// Rings are placed by habit, as [`placement_param`] describes it, and removed by the agent.
    pub(super) fn placing(agent: Box<dyn Agent<Yinsh>>, params: &Params) -> Habits {
        Habits {
            agent,
            placement: Placement::named(params.word("placement")),
            replies: None,
            known: PointSet::NONE,
            placed: 0,
        }
    }

    /// The points to choose from for the next ring.
    fn places(&self, state: &State) -> PointSet {
        let free = state.free();
        let (own, other) = (state.rings(state.seat()), state.rings(state.seat().next(2)));
        let fresh = other & !self.known;
        let beside = |rings: PointSet| {
            let all = rings.fold(PointSet::NONE, |set, ring| set | ring.neighbours());
            all & free
        };
        match self.placement {
            Placement::AgainstHuman => or_else(beside(fresh), || central(free)),
            Placement::Edge => {
                let on_rim = fresh & rim();
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
            Placement::Random | Placement::Search => free,
        }
    }
}

impl Agent<Yinsh> for Habits {
    fn choose(&mut self, turn: &Turn<'_, Yinsh>, rng: &mut Rng) -> Choice<Move> {
        let state = turn.view;
        if state.step() == Step::Place && self.placement != Placement::Search {
            let places = self.places(state);
            self.known = state.rings(turn.seat.next(2));
            return Choice::plain(Move::Place(places.nth(rng.below(places.count()))));
        }
        if state.step().is_ring()
            && let Some(evaluation) = &self.replies
        {
            // The ring, and the other's reply to it.
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
        // What was known is learnt from what is seen, so that whoever is shown the game knows it too.
        let placed = view.rings(seat).count();
        if placed > self.placed && view.seat() != seat {
            self.placed = placed;
            self.known = view.rings(seat.next(2));
        }
        self.agent.observe(game, seat, view);
    }

    fn ponders(&self) -> bool {
        self.agent.ponders()
    }

    fn ponder(&mut self, game: &Yinsh, seat: Seat, view: &State, stop: &Stop) {
        self.agent.ponder(game, seat, view, stop);
    }

    fn carries(&self) -> Carried {
        // The rings that were known are seen again.
        self.agent.carries().max(Carried::Observations)
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

fn or_else(points: PointSet, others: impl FnOnce() -> PointSet) -> PointSet {
    if points.is_empty() { others() } else { points }
}

/// The points at the rim of the board.
fn rim() -> PointSet {
    let is_outside = |point: &Point| point.neighbours().count() < 6;
    let points = Point::all().filter(is_outside);
    points.fold(PointSet::NONE, |set, point| set | point.set())
}

/// Those of some points that are nearest to the centre.
fn central(points: PointSet) -> PointSet {
    let centre = Point::at(5, 6).expect("f6 is on the board");
    nearest(points, centre)
}

/// Those of some points that are nearest to a point.
fn nearest(points: PointSet, to: Point) -> PointSet {
    let least = points.map(|point| distance(point, to)).min();
    let is_nearest = |point: &Point| Some(distance(*point, to)) == least;
    let points = points.filter(is_nearest);
    points.fold(PointSet::NONE, |set, point| set | point.set())
}

/// The steps from one point to another on an empty board.
pub(super) fn distance(one: Point, other: Point) -> u8 {
    let right = one.column() as i8 - other.column() as i8;
    let up = one.row() as i8 - other.row() as i8;
    let most = right.abs().max(up.abs()).max((right - up).abs());
    most.unsigned_abs()
}
