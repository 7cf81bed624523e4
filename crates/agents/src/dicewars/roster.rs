//! The agents of Dice Wars and their parameters.

use std::sync::Arc;

use ludorum_core::{
    EvalPoints, Evaluate, Game, Param, ParamError, Params, PerSeat, Policy, Rng, Seat,
};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Move, State};

use super::champion::DiceWarsChampion;
use super::fast_policy::{DiceWarsPolicy, DiceWarsPolicyAgent};
use super::levels::level;
use super::naive::RandomAttackPolicy;
use super::probes::{board_shape, measures};
use super::rules_of_thumb::{SingleTurnExpectiminimax, StrengthDifferencePolicy};
use super::weight_file::DiceWarsWeights;
use super::weights::DiceWarsTrainedAgent;
use super::wpm::{WinProbabilityMaximiser, WpmFeatures};
use crate::{AgentKind, GameKnowledge, Roster};

/// Agents available for Dice Wars.
pub fn roster() -> Roster<DiceWars> {
    let knowledge = GameKnowledge::none()
        .evaluation("wealth", DiceAndScoreEvaluation)
        .policy(
            "naive",
            "random attacks as long as possible",
            RandomAttackPolicy::new(1.0),
        );
    Roster::chance(&knowledge)
        .with(naive())
        .with(sdc())
        .with(ste())
        .with(stei())
        .with(wpm(WpmFeatures::Scores, "scores"))
        .with(wpm(WpmFeatures::Dice, "dice"))
        .with(wpm(WpmFeatures::Both, "scores and dice"))
        .with_strongest(champion())
        .measured_by(measures())
        .with_setup_numbers(board_shape)
}

fn naive() -> AgentKind<DiceWars> {
    let share = Param::real(
        "aggressivity",
        "ends its turn after attacking from more than this share of the areas able to attack",
        1.0,
        (0.0, 1.0),
    );
    AgentKind::new(
        "naive",
        "random attacks as long as possible",
        vec![share],
        |_, params| {
            Ok(Box::new(DiceWarsPolicyAgent(RandomAttackPolicy::new(
                params.real("aggressivity"),
            ))))
        },
    )
}

fn sdc() -> AgentKind<DiceWars> {
    AgentKind::new(
        "sdc",
        "makes the attack with the largest lead in dice",
        Vec::new(),
        |_, _| Ok(Box::new(DiceWarsPolicyAgent(StrengthDifferencePolicy))),
    )
}

fn threshold_param() -> Param {
    let doc = "smallest probability of taking and holding an area for which it attacks";
    Param::real(
        "threshold",
        doc,
        SingleTurnExpectiminimax::PLAIN.threshold,
        (0.0, 1.0),
    )
}

fn ste() -> AgentKind<DiceWars> {
    AgentKind::new(
        "ste",
        "makes the attack with the highest probability of taking and holding an area",
        vec![threshold_param()],
        |_, params| {
            let threshold = params.real("threshold");
            Ok(Box::new(DiceWarsPolicyAgent(SingleTurnExpectiminimax {
                threshold,
                ..SingleTurnExpectiminimax::PLAIN
            })))
        },
    )
}

fn stei() -> AgentKind<DiceWars> {
    let preference = Param::real(
        "preference",
        "weight of attacks from the largest region; by number of players if not given",
        1.0,
        (0.0, 1_000.0),
    );
    let params = vec![
        threshold_param().with_default(None),
        preference.with_default(None),
    ];
    AgentKind::new(
        "stei",
        "like ste, preferring its largest region; threshold by number of players if not given",
        params,
        |game: &DiceWars, params| {
            let usual = SingleTurnExpectiminimax::improved(game.seats());
            Ok(Box::new(DiceWarsPolicyAgent(SingleTurnExpectiminimax {
                threshold: params.real_if_given("threshold").unwrap_or(usual.threshold),
                preference: params
                    .real_if_given("preference")
                    .unwrap_or(usual.preference),
            })))
        },
    )
}

fn wpm(features: WpmFeatures, what: &'static str) -> AgentKind<DiceWars> {
    let summary = match what {
        "scores" => "maximises its win probability, estimated from scores",
        "dice" => "maximises its win probability, estimated from dice",
        _ => "maximises its win probability, estimated from scores and dice",
    };
    let doc =
        "rules of the thesis, or of its published program, which ignores score changes by attacks";
    let params = match features {
        WpmFeatures::Scores => vec![weights_param()],
        _ => vec![
            Param::choice("variant", doc, ["text", "published-code"]),
            weights_param(),
        ],
    };
    AgentKind::new(
        features.name(),
        summary,
        params,
        move |game: &DiceWars, params| {
            let as_published =
                features != WpmFeatures::Scores && params.choice("variant") != "text";
            Ok(Box::new(DiceWarsPolicyAgent(WinProbabilityMaximiser {
                features,
                model: Arc::clone(
                    &load_weights(DiceWarsTrainedAgent::Wpm(features), game, params)?.models[0],
                ),
                as_published,
            })))
        },
    )
}

fn weights_param() -> Param {
    let doc = "weight file written by ludorum train; the built-in weights if not given";
    Param::file("weights", doc)
}

/// Loads the weight file that the parameter `weights` names, or the built-in weights without it.
fn load_weights(
    agent: DiceWarsTrainedAgent,
    game: &DiceWars,
    params: &Params,
) -> Result<Arc<DiceWarsWeights>, ParamError> {
    let Some(file) = params.file("weights") else {
        return Ok(agent.shipped(game.seats()));
    };
    let refused = |reason: String| ParamError::Conflict {
        reason: format!("weights={}: {reason}", file.name),
    };
    let text = file.text.as_deref();
    let text = text.ok_or_else(|| refused("the file was not read".to_owned()))?;
    let read = DiceWarsWeights::read(text, agent, game.seats());
    read.map(Arc::new).map_err(|error| {
        let (agent, players) = (agent.name(), game.seats());
        refused(format!(
            "{error}; it must be written by ludorum train dicewars {agent} --players {players}"
        ))
    })
}

fn champion() -> AgentKind<DiceWars> {
    let by_level = |name, doc, most| Param::int(name, doc, 1, (1, most)).with_default(None);
    AgentKind::new(
        "champion",
        "the strongest agent; level 1 is for beginners, 10 is full strength",
        vec![
            Param::int(
                "level",
                "playing strength; 10 is full strength",
                10,
                (1, 10),
            ),
            by_level("depth", "search depth in attacks; by level if not given", 6),
            by_level(
                "width",
                "attacks searched at each node; by level if not given",
                100,
            ),
            weights_param(),
        ],
        |game: &DiceWars, params| {
            let mut lookahead = level(params.int("level"), game.seats());
            if let Some(depth) = params.int_if_given("depth") {
                lookahead.depth = depth as u32;
            }
            if let Some(width) = params.int_if_given("width") {
                lookahead.width = width as usize;
            }
            let weights = load_weights(DiceWarsTrainedAgent::Champion, game, params)?;
            Ok(Box::new(DiceWarsChampion::with_weights(
                &weights, lookahead,
            )))
        },
    )
}

/// Dice Wars evaluation for the generic searches: dice and score of a seat relative to the other
/// seats.
#[derive(Clone, Copy, Debug)]
pub struct DiceAndScoreEvaluation;

impl Evaluate<DiceWars> for DiceAndScoreEvaluation {
    fn points(&self, game: &DiceWars, state: &State) -> PerSeat<EvalPoints> {
        let seats = game.seats();
        let wealth = PerSeat::from_fn(seats, |seat: Seat| {
            let dice = state.total_dice(seat) as EvalPoints + EvalPoints::from(state.reserve(seat));
            dice + 2 * state.score(seat) as EvalPoints
        });
        let all: EvalPoints = wealth.iter().sum();
        let others = seats as EvalPoints - 1;
        wealth.map(|own| own * others - (all - own))
    }

    fn scale(&self) -> EvalPoints {
        40
    }
}

impl Policy<DiceWars> for RandomAttackPolicy {
    fn pick(
        &mut self,
        game: &DiceWars,
        state: &mut State,
        _: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        self.decide(state, game.seats(), rng)
            .map_or(Move::End, Move::Attack)
    }

    fn fork(&self) -> Box<dyn Policy<DiceWars>> {
        Box::new(self.clone())
    }
}
