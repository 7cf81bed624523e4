//! What there is to learn from games: the features of positions, and who won in the end.

use ludorum_core::{Rng, Seat, Seed};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, State};

use super::outlook::{outlook, prospects};
use super::simulate::{Watch, simulate};
use super::tactic::Tactic;
use super::weights::Model;
use super::wpm::Standing;

/// Of so many positions with nothing left to decide, one is kept.
const DECIDED: usize = 10;

/// Of so many positions in the middle of a turn, one is kept: there are many, and much alike.
const AMID: usize = 4;

/// Plays one game and gives `learn` the features of positions as the seat to move saw them, with
/// the model they are for and whether it won. A drawn game teaches nothing.
///
/// WPM agents learn from the beginning of turns; the champion from their middle and end.
pub fn lesson(
    game: &DiceWars,
    models: &[Model],
    tactics: &mut [Box<dyn Tactic>],
    seed: Seed,
    mut learn: impl FnMut(Model, &[f64], bool),
) {
    let mut state = ludorum_core::Game::initial(game, seed);
    let mut notes = Notes {
        models,
        players: tactics.len(),
        rows: Vec::new(),
        rng: seed.child("notes", 0).rng(),
    };
    let mut rng = seed.child("play", 0).rng();
    if let Some(winner) = simulate(game, &mut state, tactics, &mut rng, &mut notes) {
        for (model, seat, row) in notes.rows {
            learn(model, &row, seat == winner);
        }
    }
}

struct Notes<'a> {
    models: &'a [Model],
    players: usize,
    rows: Vec<(Model, Seat, Vec<f64>)>,
    rng: Rng,
}

impl Notes<'_> {
    fn note(&mut self, model: Model, state: &State, features: &[f64]) {
        self.rows.push((model, state.turn(), features.to_vec()));
    }

    /// Whether a position is worth a note of the champion: most that are all but decided are not.
    fn is_instructive(&mut self, state: &State) -> bool {
        let share = state.owned(state.turn()).count() as f64 / state.board().areas() as f64;
        let open = if self.players == 2 {
            0.2..0.8
        } else {
            0.0..0.75
        };
        open.contains(&share) || self.rng.below(DECIDED) == 0
    }

    fn note_amid(&mut self, state: &State) {
        let wanted = self.models.contains(&Model::Amid);
        if wanted && self.rng.below(AMID) == 0 && self.is_instructive(state) {
            self.note(Model::Amid, state, &prospects(state, self.players));
        }
    }
}

impl Watch for Notes<'_> {
    fn begins(&mut self, state: &State) {
        for &model in self.models {
            if let Model::Wpm(features) = model {
                let (row, count) = Standing::of(state, self.players).features(features);
                self.note(model, state, &row[..count]);
            }
        }
        self.note_amid(state);
    }

    fn attacked(&mut self, before: &State, attack: Attack, won: bool) {
        let mut state = before.clone();
        state.resolve(attack, won);
        if state.winner().is_none() {
            self.note_amid(&state);
        }
    }

    fn ends(&mut self, state: &State) {
        if self.models.contains(&Model::AtEnd) && self.is_instructive(state) {
            self.note(Model::AtEnd, state, &outlook(state, self.players));
        }
    }
}
