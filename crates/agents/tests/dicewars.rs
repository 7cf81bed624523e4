//! Tests of the Dice Wars agents: behaviour described in the thesis, and legal play.

#[path = "dicewars/weights.rs"]
mod weights;

use std::sync::Arc;

use ludorum_agents::dicewars::{
    DiceAndScoreEvaluation, DiceWarsChampion, DiceWarsPolicy, DiceWarsTrainedAgent,
    DiceWarsWinModelKind, HiddenLayer, PlayerTotalsByTurnOrder, RandomAttackPolicy,
    SingleTurnExpectiminimax, StrengthDifferencePolicy, TurnSearchConfig, WinModel,
    WinProbabilityMaximiser, WpmFeatures, roster, take_and_hold,
};
use ludorum_agents::{AgentFileCache, ObservedExpectedCounts};
use ludorum_core::{
    Agent, Budget, Chance, Game, MAX_SEATS, NodeKind, Notation, ProgressCallback, Rng, Seat, Seed,
    StopFlag, TurnContext,
};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, HEIGHT, Move, State, WIDTH, success};
use ludorum_testkit::{configured, evaluation_conforms};

const AGENTS: [&str; 8] = [
    "naive",
    "sdc",
    "ste",
    "stei",
    "wpm-s",
    "wpm-d",
    "wpm-c",
    "champion:level=7",
];

/// Adjacency of the six areas: 1 touches 2, 3 and 5; 2 touches 1 and 3; 3 touches 1, 2, 5 and 6; 4
/// touches 5; 5 touches 1, 3, 4 and 6; 6 touches 3 and 5.
const BOARD: [&str; 11] = [
    "..................1.11.22.......",
    "...................111122222....",
    "..................11111222.2....",
    ".................1111333222.....",
    "..................113333222.....",
    ".............4...5.5533.........",
    "............44455555333.........",
    "...........44444566533..........",
    "...........444556666............",
    "...........4444.66666...........",
    "............44.66...............",
];

fn position(areas: &str) -> State {
    position_with(areas, "0,0")
}

fn position_with(areas: &str, reserves: &str) -> State {
    let game = configured::<DiceWars>("dicewars:areas=6").unwrap();
    let empty = ".".repeat(WIDTH);
    // Odd rows are shifted right by half a hex: the first row must be one.
    let mut rows = vec![empty.as_str()];
    rows.extend(BOARD);
    rows.resize(HEIGHT, &empty);
    let board = rows.join(",");
    let text = format!("{board}/{areas}/{reserves}/1/move/0/1/-");
    game.parse_position(&text).unwrap()
}

/// The decision of a policy as text; `end` if it ends its turn.
fn decision(policy: &mut dyn DiceWarsPolicy, state: &State) -> String {
    let attack = policy.decide(state, 2, &mut Seed(1).rng());
    attack.map_or("end".to_owned(), |Attack { from, to }| {
        format!("{from}>{to}")
    })
}

/// Plays a game with moves from `decide`, calls `look` with every position; returns the final
/// state.
fn play(
    game: &DiceWars,
    seed: Seed,
    mut decide: impl FnMut(&State, &mut Rng) -> Move,
    mut look: impl FnMut(&State),
) -> State {
    let mut rng = seed.child("play", 0).rng();
    let mut state = game.initial(seed);
    loop {
        look(&state);
        let mv = match game.node(&state) {
            NodeKind::Over => return state,
            NodeKind::Chance => game.sample(&state, &mut rng),
            NodeKind::Decide(_) => decide(&state, &mut rng),
        };
        game.make(&mut state, mv);
    }
}

fn build_agent(game: &DiceWars, spec: &str, files: &AgentFileCache) -> Box<dyn Agent<DiceWars>> {
    let hired = roster()
        .build_agent(game, spec, files)
        .expect("it is on the roster");
    hired
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
        .agent
}

/// Move that an agent chooses.
fn choose(game: &DiceWars, agent: &mut dyn Agent<DiceWars>, state: &State, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let turn = TurnContext {
        game,
        seat: state.turn(),
        view: state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    agent.choose(&turn, rng).best
}

/// Plays a game between agents and returns the final state.
fn play_agents(game: &DiceWars, specs: &[&str], files: &AgentFileCache, seed: Seed) -> State {
    let build = |spec: &&str| build_agent(game, spec, files);
    let mut agents: Vec<Box<dyn Agent<DiceWars>>> = specs.iter().map(build).collect();
    let decide = |state: &State, rng: &mut Rng| {
        let mv = choose(game, &mut *agents[state.turn().index()], state, rng);
        assert_eq!(game.check_move(state, mv), Ok(()));
        mv
    };
    play(game, seed, decide, |_| ())
}

#[test]
fn everyone_plays_legal_games_to_the_end_for_any_number_of_players() {
    for players in 2..=MAX_SEATS {
        let game = DiceWars::new(players);
        for (index, spec) in (0..).zip(AGENTS) {
            let seed = Seed(5).child(spec, players as u64);
            let at = |seat: usize| AGENTS[(index + seat) % AGENTS.len()];
            let specs: Vec<&str> = (0..players).map(at).collect();
            let state = play_agents(&game, &specs, &AgentFileCache::none(), seed);
            assert!(game.outcome(&state).is_some());
        }
    }
}

#[test]
fn the_naive_player_attacks_while_it_can() {
    let mut naive = RandomAttackPolicy::new(1.0);
    assert_eq!(decision(&mut naive, &position("A1A1A1B8B8A2")), "6>5");
    assert_eq!(decision(&mut naive, &position("A1A8A1B8B8A1")), "end");
    assert_eq!(decision(&mut naive, &position("A1A1A1B8B8A1")), "end");
}

#[test]
fn lower_aggressivity_is_measured() {
    let measured = |aggressivity| {
        let game = DiceWars::new(2);
        let roster = roster();
        let measure = roster
            .measures()
            .iter()
            .find(|m| m.name() == "aggressivity");
        let mut sum = ObservedExpectedCounts::default();
        for index in 0..200 {
            let mut players = [
                RandomAttackPolicy::new(aggressivity),
                RandomAttackPolicy::new(aggressivity),
            ];
            let mut probe = measure.unwrap().probe(&game);
            let decide = |state: &State, rng: &mut Rng| {
                let attack = players[state.turn().index()].decide(state, 2, rng);
                attack.map_or(Move::End, Move::Attack)
            };
            let seed = Seed(3).child("game", index);
            play(&game, seed, decide, |state| probe.observe(&game, state));
            sum.add(probe.counts(Seat::FIRST)[0]);
        }
        sum.share()
    };
    assert_eq!(measured(1.0), 1.0);
    let lower = measured(0.65);
    // The agent of the thesis has 78% with this value.
    assert!((0.70..0.86).contains(&lower), "{lower}");
}

#[test]
fn sdc_attacks_where_its_lead_is_largest_and_not_without_one() {
    assert_eq!(
        decision(&mut StrengthDifferencePolicy, &position("B2B2A5A1A3B1")),
        "3>6"
    );
    assert_eq!(
        decision(&mut StrengthDifferencePolicy, &position("B4B4A3A1A3B4")),
        "end"
    );
    assert_eq!(
        decision(&mut StrengthDifferencePolicy, &position("B4B4A3A1A4B5")),
        "5>1"
    );
}

#[test]
fn taking_and_holding_is_equation_5_1() {
    let state = position("B3B2A4A1A1B5");
    let attack = state
        .possible_attacks()
        .find(|attack| (attack.from.index(), attack.to.index()) == (2, 1))
        .unwrap();
    // Three dice on area 2, whose only other hostile neighbour is area 1 with 3.
    let expected = success(4, 2) * (1.0 - success(3, 3));
    assert!((take_and_hold(&state, attack) - expected).abs() < 1e-12);
}

#[test]
fn ste_ends_below_its_threshold_but_for_eight_dice() {
    let hopeless = position("B8B8A3A1A1B8");
    assert_eq!(
        decision(&mut SingleTurnExpectiminimax::PLAIN.clone(), &hopeless),
        "end"
    );
    let full = position("B8B8A8A1A1B8");
    assert_ne!(
        decision(&mut SingleTurnExpectiminimax::PLAIN.clone(), &full),
        "end"
    );
    let mut bold = SingleTurnExpectiminimax {
        threshold: 0.0,
        preference: 1.0,
    };
    assert_ne!(decision(&mut bold, &hopeless), "end");
}

#[test]
fn stei_prefers_its_largest_region() {
    // Area 2 would be the better attacker; areas 4, 5 and 6 are the region.
    let state = position("B2A5B2A1A3A1");
    let best = decision(&mut SingleTurnExpectiminimax::PLAIN.clone(), &state);
    assert!(best.starts_with("2>"), "{best}");
    let preferred = decision(
        &mut SingleTurnExpectiminimax {
            threshold: 0.0,
            preference: 1_000.0,
        },
        &state,
    );
    assert!(preferred.starts_with("5>"), "{preferred}");
    assert_eq!(SingleTurnExpectiminimax::improved(2).threshold, 0.2);
    assert_eq!(SingleTurnExpectiminimax::improved(4).preference, 2.0);
}

#[test]
fn features_are_those_of_the_thesis() {
    let state = position("A7B1A1B2B3A1");
    let standing = PlayerTotalsByTurnOrder::of(&state, 2);
    let (scores, count) = standing.features(WpmFeatures::Scores);
    assert_eq!((count, &scores[..2]), (2, &[3.0, 2.0][..]));
    let (dice, _) = standing.features(WpmFeatures::Dice);
    assert!((dice[0] - 10f64.ln()).abs() < 1e-12 && (dice[1] - 7f64.ln()).abs() < 1e-12);
    let (both, count) = standing.features(WpmFeatures::Both);
    assert_eq!(count, 4);
    assert!((both[0] - 4f64.ln()).abs() < 1e-12 && (both[3] - 7f64.ln()).abs() < 1e-12);
}

/// With weights on scores only, the variant of the text sees that an attack raises its score; that
/// of the published program does not and ends its turn.
#[test]
fn the_published_program_does_not_see_scores_change() {
    let state = position("B1B1A3A1A1B1");
    let model = Arc::new(WinModel {
        intercept: 0.0,
        weights: vec![3.0, 0.0, -3.0, 0.0],
        hidden: HiddenLayer::default(),
    });
    let mut wpm = WinProbabilityMaximiser {
        features: WpmFeatures::Both,
        model,
        as_published: false,
    };
    assert_ne!(decision(&mut wpm, &state), "end");
    wpm.as_published = true;
    assert_eq!(decision(&mut wpm, &state), "end");
}

/// A WPM agent whose decisions are checked against a second implementation of sections 5.4.1 to
/// 5.4.3.
struct Judged {
    wpm: WinProbabilityMaximiser,
    decisions: usize,
}

impl Judged {
    fn new(features: WpmFeatures, players: usize) -> Judged {
        let weights = DiceWarsTrainedAgent::Wpm(features).shipped(players);
        Judged {
            wpm: WinProbabilityMaximiser {
                features,
                model: Arc::clone(&weights.models[0]),
                as_published: false,
            },
            decisions: 0,
        }
    }

    /// Estimate from scores and dice in turn order, those of the seat to move first.
    fn probability(&self, wealth: &[(f64, f64)]) -> f64 {
        let mut features = Vec::new();
        for (score, dice) in wealth {
            match self.wpm.features {
                WpmFeatures::Scores => features.push(*score),
                WpmFeatures::Dice => features.push((dice + 1.0).ln()),
                WpmFeatures::Both => features.extend([(score + 1.0).ln(), (dice + 1.0).ln()]),
            }
        }
        self.wpm.model.probability(&features)
    }

    /// Scores and dice in turn order after an attack that was won or lost.
    fn after(state: &State, players: usize, attack: Attack, won: bool) -> Vec<(f64, f64)> {
        let mut after = state.clone();
        after.resolve(attack, won);
        wealth(&after, players, state.turn())
    }
}

fn wealth(state: &State, players: usize, first: Seat) -> Vec<(f64, f64)> {
    (0..players)
        .map(|place| Seat::new((first.index() + place) % players))
        .map(|seat| (state.score(seat) as f64, f64::from(state.total_dice(seat))))
        .collect()
}

impl DiceWarsPolicy for Judged {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        let decision = self.wpm.decide(state, players, rng);
        self.decisions += 1;
        let now = wealth(state, players, state.turn());
        let is_full = |attack: &Attack| state.dice(attack.from) == 8;
        let mut rated: Vec<(Attack, f64)> = Vec::new();
        for attack in state.possible_attacks() {
            let won = Judged::after(state, players, attack, true);
            let odds = state.success(attack);
            if self.wpm.features == WpmFeatures::Scores {
                if won[0].0 > now[0].0 || is_full(&attack) {
                    let gain = (self.probability(&won) / self.probability(&now)).ln() + odds.ln();
                    rated.push((attack, gain));
                }
            } else {
                // Includes the dice gained at the end of the turn.
                let grown = |mut wealth: Vec<(f64, f64)>| {
                    wealth[0].1 += wealth[0].0;
                    self.probability(&wealth)
                };
                let lost = Judged::after(state, players, attack, false);
                rated.push((attack, odds * grown(won) + (1.0 - odds) * grown(lost)));
            }
        }
        let best = |rated: &[(Attack, f64)]| {
            let values = rated.iter().map(|(_, value)| *value);
            values.fold(f64::NEG_INFINITY, f64::max)
        };
        let full: Vec<(Attack, f64)> = rated.iter().copied().filter(|(a, _)| is_full(a)).collect();
        let floor = match self.wpm.features {
            WpmFeatures::Scores => -0.05,
            _ => {
                let mut ended = now.clone();
                ended[0].1 += ended[0].0;
                self.probability(&ended)
            }
        };
        match decision {
            Some(attack) => {
                let value = rated.iter().find(|(other, _)| *other == attack);
                let value = value.expect("an attack that is not considered").1;
                let is_best = value >= best(&rated) - 1e-9;
                let is_best_full = is_full(&attack) && value >= best(&full) - 1e-9;
                assert!(
                    is_best && (value > floor || is_full(&attack))
                        || is_best_full && best(&rated) <= floor + 1e-9,
                    "{attack:?} with {value}, the best has {}",
                    best(&rated)
                );
            }
            None => {
                assert!(best(&rated) <= floor + 1e-9, "a better attack was left");
                if self.wpm.features != WpmFeatures::Scores {
                    assert!(full.is_empty(), "an attack with eight dice was left");
                }
            }
        }
        decision
    }
}

#[test]
fn wpm_agents_choose_as_the_thesis_says() {
    for features in [WpmFeatures::Scores, WpmFeatures::Dice, WpmFeatures::Both] {
        for players in [2, 4, 8] {
            let game = DiceWars::new(players);
            let mut tactics: Vec<Judged> = (0..players)
                .map(|_| Judged::new(features, players))
                .collect();
            let seed = Seed(7).child(features.name(), players as u64);
            let decide = |state: &State, rng: &mut Rng| {
                let attack = tactics[state.turn().index()].decide(state, players, rng);
                attack.map_or(Move::End, Move::Attack)
            };
            play(&game, seed, decide, |_| ());
            let decisions: usize = tactics.iter().map(|policy| policy.decisions).sum();
            assert!(decisions > 20, "{features:?} {players}: {decisions}");
        }
    }
}

/// The features of the middle of a turn begin with those of its end, for any number of players.
#[test]
fn the_middle_of_a_turn_is_seen_with_its_end() {
    for players in 2..=MAX_SEATS {
        let state = DiceWars::new(players).initial(Seed(3));
        let (at_end, amid) = (
            DiceWarsWinModelKind::AtEnd.row(&state, players),
            DiceWarsWinModelKind::MidTurn.row(&state, players),
        );
        assert_eq!(
            at_end.len(),
            DiceWarsWinModelKind::AtEnd.feature_count(players)
        );
        assert_eq!(
            amid.len(),
            DiceWarsWinModelKind::MidTurn.feature_count(players)
        );
        assert_eq!(at_end[..], amid[..at_end.len()]);
        assert!(amid.iter().all(|value| value.is_finite()));
    }
}

/// One stack of dice may take several areas in a row, and more dice hold.
#[test]
fn with_two_players_the_answer_is_foreseen() {
    let answer = |areas: &str| {
        let row = DiceWarsWinModelKind::AtEnd.row(&position(areas), 2);
        row[row.len() - 8..].to_vec()
    };
    let score_and_attacks = |row: &[f64]| ((6.0 * row[0]).round(), (6.0 * row[4]).round());
    // Three own areas get three new dice, two each, but eight dice take all of them.
    assert_eq!(score_and_attacks(&answer("A1A1A1B1B8B1")), (0.0, 3.0));
    // With five dice each they have more than the opponent.
    assert_eq!(score_and_attacks(&answer("A4A4A4B1B4B1")), (3.0, 0.0));
}

/// The reserves of both sides change the champion's features and win probability.
#[test]
fn the_champion_sees_reserves() {
    let areas = "A8A8A8B8B8B8";
    let lookahead = TurnSearchConfig {
        depth: 1,
        width: 1,
        error: 0.0,
    };
    let chance = |reserves: &str| {
        let state = position_with(areas, reserves);
        let attack_values =
            DiceWarsChampion::new(2, lookahead).attack_values(&state, 2, &mut Seed(1).rng());
        let ended = attack_values.iter().find(|(attack, _)| attack.is_none());
        (
            DiceWarsWinModelKind::AtEnd.row(&state, 2).to_vec(),
            ended.expect("ending is thought about").1,
        )
    };
    let (none, own, other) = (chance("0,0"), chance("60,0"), chance("0,60"));
    assert_ne!(none.0, own.0);
    assert_ne!(none.0, other.0);
    assert!(own.1 > other.1, "{} {}", own.1, other.1);
}

#[test]
fn the_champion_takes_a_certain_win_and_looks_through_its_turn() {
    let lookahead = TurnSearchConfig {
        depth: 3,
        width: 5,
        error: 0.0,
    };
    let mut champion = DiceWarsChampion::new(2, lookahead);
    assert_eq!(decision(&mut champion, &position("B1A8A1A1A1A1")), "2>1");
    // Three attacks in a row win; no single one would.
    let state = position("B1B1B1A1A8A1");
    let attack_values = champion.attack_values(&state, 2, &mut Seed(1).rng());
    assert!(attack_values[0].1 > 0.98, "{attack_values:?}");
}

#[test]
fn strong_players_beat_weak_ones() {
    let rate = |first: &str, second: &str, games: u64| {
        let game = DiceWars::new(2);
        let won = (0..games).filter(|&index| {
            let turn = (index % 2) as usize;
            let mut specs = [first, second];
            specs.rotate_left(turn);
            // Both seatings share the deal and the dice.
            let seed = Seed(9).child("block", index / 2);
            let winner = play_agents(&game, &specs, &AgentFileCache::none(), seed).winner();
            winner == Some(Seat::new(turn))
        });
        won.count() as f64 / games as f64
    };
    // Four standard errors below the published or measured value.
    assert!(rate("sdc", "naive", 400) > 0.54);
    assert!(rate("ste", "naive", 400) > 0.65);
    assert!(rate("wpm-c", "wpm-s", 400) > 0.59);
    assert!(rate("champion:level=7", "wpm-c", 400) > 0.53);
}

#[test]
fn the_evaluation_for_the_general_searches_conforms() {
    for spec in [
        "dicewars:areas=8,cap=60",
        "dicewars:areas=10,players=4,cap=60",
    ] {
        let game = configured::<DiceWars>(spec).unwrap();
        evaluation_conforms(&game, &DiceAndScoreEvaluation, Seed(1), 5);
    }
}

#[test]
fn the_roster_has_everyone() {
    let roster = roster();
    for name in [
        "naive", "sdc", "ste", "stei", "wpm-s", "wpm-d", "wpm-c", "champion", "mcts",
    ] {
        assert!(
            roster.kinds().iter().any(|kind| kind.name() == name),
            "{name}"
        );
    }
    assert_eq!(roster.strongest(), "champion");
}
