//! What there is to learn from games: the features of positions, and who won in the end.

use ludorum_core::{Rng, Seat, Seed};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, State};

use super::simulate::{Watch, simulate};
use super::tactic::Tactic;
use super::weights::{Model, Row};

/// Of so many positions with nothing left to decide, one is kept.
const DECIDED: usize = 10;

/// A player at a lesson.
pub struct Pupil {
    /// How it plays.
    pub tactic: Box<dyn Tactic>,
    /// Whether its positions are learnt from.
    pub teaches: bool,
}

/// Plays one game and gives `learn` the features of positions as the seat to move saw them, with
/// the model they are for and whether it won. A drawn game teaches nothing.
///
/// WPM agents learn from the beginning of turns; the champion from their middle and end.
pub fn lesson(
    game: &DiceWars,
    models: &[Model],
    pupils: Vec<Pupil>,
    seed: Seed,
    mut learn: impl FnMut(Model, &[f64], bool),
) {
    let mut state = ludorum_core::Game::initial(game, seed);
    let teaches = pupils.iter().map(|pupil| pupil.teaches).collect();
    let mut tactics: Vec<Box<dyn Tactic>> = pupils.into_iter().map(|pupil| pupil.tactic).collect();
    let mut notes = Notes {
        models,
        players: tactics.len(),
        teaches,
        rows: Vec::new(),
        rng: seed.child("notes", 0).rng(),
    };
    let mut rng = seed.child("play", 0).rng();
    if let Some(winner) = simulate(game, &mut state, &mut tactics, &mut rng, &mut notes) {
        for (model, seat, row) in notes.rows {
            learn(model, &row, seat == winner);
        }
    }
}

struct Notes<'a> {
    models: &'a [Model],
    players: usize,
    teaches: Vec<bool>,
    rows: Vec<(Model, Seat, Row)>,
    rng: Rng,
}

impl Notes<'_> {
    fn note(&mut self, model: Model, state: &State) {
        if self.teaches[state.turn().index()] {
            let row = model.row(state, self.players);
            self.rows.push((model, state.turn(), row));
        }
    }

    /// Of so many positions in the middle of a turn, one is noted: there are many, and much alike.
    fn one_in(&self) -> usize {
        if self.players == 2 { 2 } else { 4 }
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
        if wanted && self.rng.below(self.one_in()) == 0 && self.is_instructive(state) {
            self.note(Model::Amid, state);
        }
    }
}

impl Watch for Notes<'_> {
    fn begins(&mut self, state: &State) {
        for &model in self.models {
            if let Model::Wpm(_) = model {
                self.note(model, state);
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
            self.note(Model::AtEnd, state);
        }
    }
}
