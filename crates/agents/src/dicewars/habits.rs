//! How agents attack, measured over many games between them.

use std::fmt;

use ludorum_core::{Game, Seat, Seed, Stop};
use ludorum_games::DiceWars;

use super::hired::hired;
use super::measure::{Measures, Tenth};
use super::roster::roster;
use super::simulate::{shares, simulate};
use crate::Files;

/// How one agent attacked in many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Habits {
    /// The games it played.
    pub games: u64,
    /// Of these, those in which it was not the first to move.
    pub games_later: u64,
    /// Its share of the wins, in games.
    pub won: f64,
    /// The same in games in which it was not the first to move.
    pub won_later: f64,
    /// Attacks made.
    pub made: u64,
    /// Attacks that were still possible when it ended its turns.
    pub left: u64,
    /// Attacks by what equation 5.1 estimates for them, a tenth of the range each.
    pub tenths: [Tenth; 10],
}

impl Habits {
    /// The share of the attacks it could have made that it made.
    pub fn aggressivity(&self) -> f64 {
        self.made as f64 / (self.made + self.left).max(1) as f64
    }
}

/// Why there can be no such games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchPlayer(String);

impl fmt::Display for NoSuchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoSuchPlayer {}

/// Lets agents play, one for each seat, rotated over the seats with all rotations on one board, and
/// tells how each attacked. `after` is told of every game; no more are played once `stop` is raised.
///
/// # Errors
/// When one of the specs is not an agent of the game.
pub fn habits(
    agents: &[String],
    games: u64,
    seed: Seed,
    stop: &Stop,
    mut after: impl FnMut(),
) -> Result<Vec<Habits>, NoSuchPlayer> {
    let players = agents.len();
    let game = DiceWars::new(players);
    let files = Files::anywhere();
    let agents = pinned(&game, agents, &files)?;
    let mut found = vec![Habits::default(); players];
    for index in 0..games {
        if stop.is_raised() {
            break;
        }
        let rotation = (index % players as u64) as usize;
        let agent_at = |seat: usize| (seat + rotation) % players;
        let hire = |seat| {
            let spec = &agents[agent_at(seat)];
            hired(&game, spec, &files)
                .ok_or_else(|| unknown(spec))?
                .map_err(|error| NoSuchPlayer(format!("{spec}: {error}")))
        };
        let mut tactics = (0..players).map(hire).collect::<Result<Vec<_>, _>>()?;
        let mut state = game.initial(seed.child("block", index / players as u64));
        let mut rng = seed.child("game", index).rng();
        let mut measures = Measures::default();
        simulate(&game, &mut state, &mut tactics, &mut rng, &mut measures);
        let shares = shares(&state, players);
        for seat in Seat::all(players) {
            let found = &mut found[agent_at(seat.index())];
            found.games += 1;
            found.won += shares[seat];
            if seat != Seat::FIRST {
                found.games_later += 1;
                found.won_later += shares[seat];
            }
            found.made += measures.made[seat.index()];
            found.left += measures.left[seat.index()];
            for (sum, tenth) in found.tenths.iter_mut().zip(measures.tenths[seat.index()]) {
                sum.attacks += tenth.attacks;
                sum.estimated += tenth.estimated;
                sum.held += tenth.held;
            }
        }
        after();
    }
    Ok(found)
}

/// The specs of agents in their shortest form. Their files are pinned: all games are played by the same
/// agents, also if a file changes meanwhile.
///
/// # Errors
/// When one of the specs is not an agent of the game.
pub fn pinned(
    game: &DiceWars,
    agents: &[String],
    files: &Files,
) -> Result<Vec<String>, NoSuchPlayer> {
    let roster = roster();
    let pin = |spec: &String| {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = roster.kinds().iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| unknown(spec))?;
        let hired = kind.hire(game, params, files);
        let hired = hired.map_err(|error| NoSuchPlayer(format!("{spec}: {error}")))?;
        Ok(hired.spec)
    };
    agents.iter().map(pin).collect()
}

fn unknown(spec: &str) -> NoSuchPlayer {
    NoSuchPlayer(format!(
        "there is no agent '{spec}' for dicewars; see ludorum agents dicewars"
    ))
}
