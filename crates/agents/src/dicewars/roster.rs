//! Everyone who plays Dice Wars, with their parameters.

use std::sync::Arc;

use ludorum_core::{Evaluate, Game, Param, ParamError, Params, PerSeat, Points, Policy, Rng, Seat};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Move, State};

use super::champion::Champion;
use super::levels::level;
use super::naive::Naive;
use super::probes::{board_shape, measures};
use super::rules_of_thumb::{Sdc, Ste};
use super::tactic::{Tactic, Tactical};
use super::weight_file::Weights;
use super::weights::Trained;
use super::wpm::{Features, Wpm};
use crate::{AgentKind, Knowledge, Roster};

/// Everyone who plays Dice Wars.
pub fn roster() -> Roster<DiceWars> {
    let knowledge = Knowledge::none().evaluation("wealth", Wealth).policy(
        "naive",
        "attacks whatever it can",
        Naive::new(1.0),
    );
    Roster::chance(&knowledge)
        .with(naive())
        .with(sdc())
        .with(ste())
        .with(stei())
        .with(wpm(Features::Scores, "scores"))
        .with(wpm(Features::Dice, "dice"))
        .with(wpm(Features::Both, "scores and dice"))
        .with_strongest(champion())
        .measured_by(measures())
        .with_setup_numbers(board_shape)
}

fn naive() -> AgentKind<DiceWars> {
    let share = Param::real(
        "aggressivity",
        "ends its turn after attacking from more than this share of the areas that could attack",
        1.0,
        (0.0, 1.0),
    );
    AgentKind::new(
        "naive",
        "attacks whatever it can",
        vec![share],
        |_, params| Ok(Box::new(Tactical(Naive::new(params.real("aggressivity"))))),
    )
}

fn sdc() -> AgentKind<DiceWars> {
    AgentKind::new(
        "sdc",
        "attacks where it has most dice more than the other",
        Vec::new(),
        |_, _| Ok(Box::new(Tactical(Sdc))),
    )
}

fn threshold() -> Param {
    let doc = "the least probability to take and hold an area for which it attacks";
    Param::real("threshold", doc, Ste::PLAIN.threshold, (0.0, 1.0))
}

fn ste() -> AgentKind<DiceWars> {
    AgentKind::new(
        "ste",
        "attacks where it can best take an area and hold it",
        vec![threshold()],
        |_, params| {
            let threshold = params.real("threshold");
            Ok(Box::new(Tactical(Ste {
                threshold,
                ..Ste::PLAIN
            })))
        },
    )
}

fn stei() -> AgentKind<DiceWars> {
    let preference = Param::real(
        "preference",
        "how many times as much attacks from the largest region count; by players if not given",
        1.0,
        (0.0, 1_000.0),
    );
    let params = vec![
        threshold().with_default(None),
        preference.with_default(None),
    ];
    AgentKind::new(
        "stei",
        "like ste, rather from its largest region; threshold by players if not given",
        params,
        |game: &DiceWars, params| {
            let usual = Ste::improved(game.seats());
            Ok(Box::new(Tactical(Ste {
                threshold: params.real_if_given("threshold").unwrap_or(usual.threshold),
                preference: params
                    .real_if_given("preference")
                    .unwrap_or(usual.preference),
            })))
        },
    )
}

fn wpm(features: Features, what: &'static str) -> AgentKind<DiceWars> {
    let summary = match what {
        "scores" => "raises its probability to win, estimated from scores",
        "dice" => "raises its probability to win, estimated from dice",
        _ => "raises its probability to win, estimated from scores and dice",
    };
    let doc = "as the thesis says, or as its program does: attacks change no scores";
    let params = match features {
        Features::Scores => vec![weights()],
        _ => vec![
            Param::choice("variant", doc, ["text", "published-code"]),
            weights(),
        ],
    };
    AgentKind::new(
        features.name(),
        summary,
        params,
        move |game: &DiceWars, params| {
            let as_published = features != Features::Scores && params.word("variant") != "text";
            Ok(Box::new(Tactical(Wpm {
                features,
                model: Arc::clone(&trained(Trained::Wpm(features), game, params)?.estimates[0]),
                as_published,
            })))
        },
    )
}

fn weights() -> Param {
    let doc = "what ludorum train wrote; the weights of this program if not given";
    Param::file("weights", doc)
}

/// The weights a spec names, or those that ship with the program.
fn trained(agent: Trained, game: &DiceWars, params: &Params) -> Result<Arc<Weights>, ParamError> {
    let Some(file) = params.file("weights") else {
        return Ok(agent.shipped(game.seats()));
    };
    let refused = |reason: String| ParamError::Conflict {
        reason: format!("weights={}: {reason}", file.name),
    };
    let text = file.text.as_deref();
    let text = text.ok_or_else(|| refused("the file was not read".to_owned()))?;
    let read = Weights::read(text, agent, game.seats());
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
        "the strongest; levels from a beginner's 1 to 10",
        vec![
            Param::int("level", "how strong, 10 being all it can", 10, (1, 10)),
            by_level("depth", "attacks looked ahead; by level if not given", 6),
            by_level(
                "width",
                "attacks looked at at each step; by level if not given",
                100,
            ),
            weights(),
        ],
        |game: &DiceWars, params| {
            let mut sight = level(params.int("level"), game.seats());
            if let Some(depth) = params.int_if_given("depth") {
                sight.depth = depth as u32;
            }
            if let Some(width) = params.int_if_given("width") {
                sight.width = width as usize;
            }
            let weights = trained(Trained::Champion, game, params)?;
            Ok(Box::new(Champion::with_weights(&weights, sight)))
        },
    )
}

/// Dice and score of a seat against the average of the others: for the general searches.
#[derive(Clone, Copy, Debug)]
pub struct Wealth;

impl Evaluate<DiceWars> for Wealth {
    fn points(&self, game: &DiceWars, state: &State) -> PerSeat<Points> {
        let seats = game.seats();
        let wealth = PerSeat::from_fn(seats, |seat: Seat| {
            let dice = state.total_dice(seat) as Points + Points::from(state.reserve(seat));
            dice + 2 * state.score(seat) as Points
        });
        let all: Points = wealth.iter().sum();
        let others = seats as Points - 1;
        wealth.map(|own| own * others - (all - own))
    }

    fn scale(&self) -> Points {
        40
    }
}

impl Policy<DiceWars> for Naive {
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
