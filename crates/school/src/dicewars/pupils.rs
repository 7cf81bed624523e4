//! Who plays the games that are learnt from.

use std::sync::Arc;

use ludorum_agents::dicewars::{Champion, Estimate, Pupil, Sight, Tactic, hired};
use ludorum_core::Rng;
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, State};

/// With two players, those whom the champion meets. The stronger ones come more often.
const OPPONENTS: [&str; 10] = [
    "wpm-c", "wpm-c", "wpm-d", "wpm-d", "sdc", "sdc", "ste", "stei", "wpm-s", "naive",
];

/// With more players, those who sit at the table.
const OTHERS: [&str; 7] = ["naive", "sdc", "ste", "stei", "wpm-s", "wpm-d", "wpm-c"];

/// With two players the champion meets itself in one game of so many.
const MIRRORED: usize = 6;

/// How often a champion that wanders does something else than it thinks best.
const WANDERING: f64 = 0.07;

/// A wanderer attacks where this is likely to succeed at least.
const LIKELY: f64 = 0.35;

/// What the champion has learnt so far.
#[derive(Clone, Debug)]
pub(super) struct Learnt {
    pub(super) at_end: Arc<Estimate>,
    pub(super) amid: Arc<Estimate>,
}

/// The players of a game of naive players.
pub(super) fn naive(game: &DiceWars, players: usize) -> Vec<Pupil> {
    (0..players)
        .map(|_| teaching(member(game, "naive")))
        .collect()
}

/// The players of a game from which the champion learns.
pub(super) fn champions(
    game: &DiceWars,
    players: usize,
    learnt: Option<&Learnt>,
    rng: &mut Rng,
) -> Vec<Pupil> {
    match (players, learnt) {
        (2, Some(learnt)) => duel(game, learnt, rng),
        (2, None) => table(game, 2, &OPPONENTS, None, rng),
        _ => table(game, players, &OTHERS, learnt, rng),
    }
}

/// The champion against one of the others, or sometimes itself. It learns from its own positions
/// only: what is to be known is how likely it will win if it plays on itself.
fn duel(game: &DiceWars, learnt: &Learnt, rng: &mut Rng) -> Vec<Pupil> {
    let first = rng.below(2);
    let pupil = |seat| {
        if seat == first || rng.below(MIRRORED) == 0 {
            let wanders = if rng.below(2) == 0 { WANDERING } else { 0.0 };
            let champion = learnt.champion();
            teaching(Box::new(Wanderer { champion, wanders }))
        } else {
            let name = rng.pick(&OPPONENTS).copied().unwrap_or(OPPONENTS[0]);
            Pupil {
                tactic: member(game, name),
                teaches: false,
            }
        }
    };
    (0..2).map(pupil).collect()
}

/// Any of these at every seat; once the champion has learnt something it takes half of the seats.
fn table(
    game: &DiceWars,
    players: usize,
    others: &[&str],
    learnt: Option<&Learnt>,
    rng: &mut Rng,
) -> Vec<Pupil> {
    let pupil = |_| match learnt {
        Some(learnt) if rng.below(2) == 0 => teaching(Box::new(learnt.champion())),
        _ => teaching(member(game, rng.pick(others).copied().unwrap_or(others[0]))),
    };
    (0..players).map(pupil).collect()
}

fn teaching(tactic: Box<dyn Tactic>) -> Pupil {
    Pupil {
        tactic,
        teaches: true,
    }
}

impl Learnt {
    /// A quick champion with what it has learnt so far.
    fn champion(&self) -> Champion {
        let sight = Sight {
            depth: 1,
            width: 1,
            error: 0.0,
        };
        let (at_end, amid) = (Arc::clone(&self.at_end), Arc::clone(&self.amid));
        Champion::with_weights(at_end, amid, sight)
    }
}

/// A champion that sometimes does something else, to learn what comes of it.
struct Wanderer {
    champion: Champion,
    wanders: f64,
}

impl Tactic for Wanderer {
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack> {
        if rng.unit() < self.wanders {
            if rng.below(3) == 0 {
                return None;
            }
            let is_likely = |attack: &Attack| state.success(*attack) > LIKELY;
            let attacks: Vec<Attack> = state.possible_attacks().filter(is_likely).collect();
            if let Some(&attack) = rng.pick(&attacks) {
                return Some(attack);
            }
        }
        self.champion.decide(state, players, rng)
    }
}

/// An agent of the roster with its usual parameters.
fn member(game: &DiceWars, name: &str) -> Box<dyn Tactic> {
    let hired = hired(game, name).expect("the roster has it");
    hired.expect("the usual parameters are right")
}
