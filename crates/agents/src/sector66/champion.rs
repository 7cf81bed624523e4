//! The strongest player, and its weaker levels.

use std::sync::Arc;

use ludorum_core::{
    Agent, Budget, Carried, Choice, Game, Node, OfWhole, Params, Rng, Seat, Seed, Turn,
};
use ludorum_games::Sector66;
use ludorum_games::sector66::{Content, Move, State};
use ludorum_search::{Bias, Mcts, MctsConfig, Pvs, PvsConfig, Reductions, Selective, Widening};

use super::focus::Focused;
use super::foreseen::{Foreseen, LikeOthers};
use super::hints::Gains;
use super::levels::{AMONG_MORE, BETWEEN_TWO};
use super::plain::OnPlain;
use super::race::Race;
use super::settled::Settled;
use crate::levels::{Level, Misjudged};
use crate::{AgentKind, quoridor};

/// `champion`. Where Quoridor's own rules are enough, it is Quoridor's.
pub fn champion<C: Content>() -> AgentKind<Sector66<C>> {
    let native = quoridor::champion();
    AgentKind::new(
        "champion",
        "the strongest; levels from a beginner's 1 to 10",
        quoridor::champion_params(),
        move |game: &Sector66<C>, params| {
            if game.rules().is_plain() {
                let agent = native.build(game.rules().quoridor(), params)?;
                return Ok(Box::new(OnPlain { agent }));
            }
            Ok(Box::new(Champion::new(game, params)))
        },
    )
}

/// Searches the game without the walls that do not matter: between two by principal variation
/// search, among more by Monte-Carlo tree search over its own moves and what the others are likely to
/// do, with playouts in which everybody does what is likely.
struct Champion<C: Content> {
    focused: Arc<Focused<C>>,
    budget: Budget,
    level: Level,
    hints: Gains,
    /// Made for the first move, when there are random numbers to make it with.
    mind: Option<Mind<C>>,
}

/// What the champion thinks of a position.
type Opinion = Misjudged<OfWhole<OfWhole<Race>>>;

#[expect(clippy::large_enum_variant, reason = "there is one for a whole game")]
enum Mind<C: Content> {
    Duel(Pvs<Opinion, Gains>),
    Crowd {
        foreseen: Foreseen<C>,
        search: Mcts<Foreseen<C>, OfWhole<Opinion>, OfWhole<Gains>>,
    },
}

impl<C: Content> Champion<C> {
    fn new(game: &Sector66<C>, params: &Params) -> Champion<C> {
        let given = Budget {
            time: params.time("time"),
            nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
            ..Budget::UNLIMITED
        };
        let levels = match game.seats() {
            2 => &BETWEEN_TWO,
            _ => &AMONG_MORE,
        };
        let level = Level::numbered(levels, params.int("level"));
        Champion {
            focused: Arc::new(Focused {
                settled: Settled::new(game),
            }),
            budget: level.budget(given),
            level,
            hints: Gains::default(),
            mind: None,
        }
    }

    fn mind(&self, me: Seat, seed: Seed) -> Mind<C> {
        let opinion = Misjudged {
            evaluation: OfWhole(OfWhole(Race::default())),
            error: self.level.error,
            seed,
        };
        if self.focused.seats() == 2 {
            let config = PvsConfig {
                budget: self.budget,
                selective: Selective {
                    reductions: Some(Reductions { full: 4, step: 12 }),
                    promising_only: 1,
                    idle_reduction: Some(2),
                    forced_moves_free: false,
                },
                ..PvsConfig::default()
            };
            return Mind::Duel(Pvs::new(config, opinion, self.hints.clone()));
        }
        let config = MctsConfig {
            budget: self.budget,
            exploration: 0.3,
            // More than any move is worth: whoever is ahead looks for something better, too.
            first_play: Some(1.1),
            // Who misjudges has to judge.
            playout_depth: (self.level.error > 0).then_some(0),
            bias: Some(Bias {
                weight: 0.5,
                scale: 3,
            }),
            widening: Some(Widening {
                factor: 2.0,
                exponent: 0.4,
            }),
            ..MctsConfig::default()
        };
        Mind::Crowd {
            foreseen: Foreseen::new(Arc::clone(&self.focused), me),
            search: Mcts::new(config)
                .with_playouts(LikeOthers)
                .with_evaluation(OfWhole(opinion))
                .with_hints(OfWhole(self.hints.clone())),
        }
    }
}

impl<C: Content> Agent<Sector66<C>> for Champion<C> {
    fn choose(&mut self, turn: &Turn<'_, Sector66<C>>, rng: &mut Rng) -> Choice<Move> {
        let mut moves = Vec::new();
        self.focused.moves(turn.view, &mut moves);
        self.hints.ask_about(self.focused.key(turn.view));
        let mut mind = match self.mind.take() {
            Some(mind) => mind,
            None => self.mind(turn.seat, Seed(rng.bits())),
        };
        let choice = match &mut mind {
            Mind::Duel(search) => search.choose(&turn.within(&*self.focused, &moves), rng),
            Mind::Crowd { foreseen, search } => search.choose(&turn.within(foreseen, &moves), rng),
        };
        self.mind = Some(mind);
        choice
    }

    fn observe(&mut self, _: &Sector66<C>, seat: Seat, view: &State) {
        match &mut self.mind {
            Some(Mind::Duel(search)) => search.observe(&*self.focused, seat, view),
            // What is left to chance is settled in the tree.
            Some(Mind::Crowd { foreseen, search }) if self.focused.node(view) != Node::Chance => {
                search.observe(foreseen, seat, view);
            }
            Some(Mind::Crowd { .. }) | None => {}
        }
    }

    fn carries(&self) -> Carried {
        match self.budget.time {
            Some(_) => Carried::Observations,
            None => Carried::Choices,
        }
    }

    fn memory(&self) -> usize {
        match &self.mind {
            Some(Mind::Duel(search)) => search.memory(),
            Some(Mind::Crowd { search, .. }) => search.memory(),
            None => 0,
        }
    }
}
