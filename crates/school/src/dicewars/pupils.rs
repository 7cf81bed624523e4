//! Who plays the games that are learnt from.

use ludorum_agents::dicewars::{Champion, Sight, Tactic, Tactical, Weights};
use ludorum_catalog::Player;
use ludorum_core::Rng;
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, State};

use super::School;
use super::lessons::Pupil;

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

impl School {
    /// The players of a game from which the champion learns.
    pub(super) fn champions(&self, learnt: Option<&Weights>, rng: &mut Rng) -> Vec<Pupil> {
        match (self.players, learnt) {
            (2, Some(learnt)) => self.duel(learnt, rng),
            (2, None) => self.any_of(&OPPONENTS, None, rng),
            _ => self.any_of(&OTHERS, learnt, rng),
        }
    }

    /// Any of the agents whose games are learnt from at every seat; once the champion has learnt
    /// something it takes half of the seats.
    pub(super) fn any_of(
        &self,
        usual: &[&str],
        learnt: Option<&Weights>,
        rng: &mut Rng,
    ) -> Vec<Pupil> {
        let pupil = |_| match learnt {
            Some(learnt) if rng.below(2) == 0 => teaching(learning(quick(learnt))),
            _ => teaching(self.member(self.drawn(usual, rng))),
        };
        (0..self.players).map(pupil).collect()
    }

    /// The champion against one of the others, or sometimes itself. It learns from its own positions
    /// only: what is to be known is how likely it will win if it plays on itself.
    fn duel(&self, learnt: &Weights, rng: &mut Rng) -> Vec<Pupil> {
        let first = rng.below(2);
        let pupil = |seat| {
            if seat == first || rng.below(MIRRORED) == 0 {
                let wanders = if rng.below(2) == 0 { WANDERING } else { 0.0 };
                let champion = quick(learnt);
                teaching(learning(Wanderer { champion, wanders }))
            } else {
                Pupil {
                    player: self.member(self.drawn(&OPPONENTS, rng)),
                    teaches: false,
                }
            }
        };
        (0..2).map(pupil).collect()
    }

    /// One of the agents whose games are learnt from, or of the usual ones.
    fn drawn<'a>(&'a self, usual: &[&'a str], rng: &mut Rng) -> &'a str {
        match self.games_of.is_empty() {
            true => rng.pick(usual).copied().unwrap_or(usual[0]),
            false => rng.pick(&self.games_of).unwrap_or(&self.games_of[0]),
        }
    }

    fn member(&self, spec: &str) -> Player {
        let player = self.variant.player(spec);
        player.expect("the agents were checked")
    }
}

fn teaching(player: Player) -> Pupil {
    Pupil {
        player,
        teaches: true,
    }
}

/// A champion that is still learning.
fn learning<T: Tactic + 'static>(tactic: T) -> Player {
    Player::of::<DiceWars>("champion".to_owned(), Box::new(Tactical(tactic)))
}

/// A quick champion with what it has learnt so far.
fn quick(learnt: &Weights) -> Champion {
    let sight = Sight {
        depth: 1,
        width: 1,
        error: 0.0,
    };
    Champion::with_weights(learnt, sight)
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
