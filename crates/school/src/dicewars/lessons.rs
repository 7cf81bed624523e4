//! What there is to learn from a game: the features of positions, and who won in the end.

use ludorum_agents::dicewars::{Model, Row, TurnStep, TurnSteps};
use ludorum_arena::play_players;
use ludorum_catalog::{Player, Position, Variant};
use ludorum_core::{Rng, Seat, Seed, Stop};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::State;

/// Of so many positions with nothing left to decide, one is kept.
const DECIDED: usize = 10;

/// A player of a game that is learnt from.
pub(super) struct Pupil {
    /// How it plays.
    pub(super) player: Player,
    /// Whether its positions are learnt from.
    pub(super) teaches: bool,
}

/// Plays one game as a match would and gives `learn` the features of positions as the seat to move saw
/// them, with the model they are for and whether it won. A drawn game teaches nothing.
///
/// WPM agents learn from the beginning of turns; the champion from their middle and end.
pub(super) fn lesson(
    (variant, game): (&Variant, &DiceWars),
    models: &[Model],
    pupils: Vec<Pupil>,
    seed: Seed,
    mut learn: impl FnMut(Model, &[f64], bool),
) {
    let mut notes = Notes {
        game,
        models,
        players: pupils.len(),
        teaches: pupils.iter().map(|pupil| pupil.teaches).collect(),
        steps: TurnSteps::default(),
        rows: Vec::new(),
        rng: seed.child("notes", 0).rng(),
    };
    let players = pupils.into_iter().map(|pupil| pupil.player).collect();
    let streams = seed.child("play", 0);
    let mut observe = |position: &Position| notes.observe(position);
    let played = play_players(
        variant,
        players,
        (seed, streams),
        &Stop::new(),
        &mut observe,
    );
    let result = played.expect("nobody stops it");
    let winner = result.seats.iter().position(|seat| seat.share == 1.0);
    if let Some(winner) = winner.map(Seat::new) {
        for (model, seat, row) in notes.rows {
            learn(model, &row, seat == winner);
        }
    }
}

struct Notes<'a> {
    game: &'a DiceWars,
    models: &'a [Model],
    players: usize,
    teaches: Vec<bool>,
    steps: TurnSteps,
    rows: Vec<(Model, Seat, Row)>,
    rng: Rng,
}

impl Notes<'_> {
    fn observe(&mut self, position: &Position) {
        let state = position.state::<DiceWars>().expect("a game of Dice Wars");
        match self.steps.step(self.game, state) {
            Some(TurnStep::Begins) => {
                for &model in self.models {
                    if let Model::Wpm(_) = model {
                        self.note(model, state);
                    }
                }
                self.note_amid(state);
            }
            Some(TurnStep::Decided) if state.winner().is_none() => self.note_amid(state),
            Some(TurnStep::Ends) => {
                if self.models.contains(&Model::AtEnd) && self.is_instructive(state) {
                    self.note(Model::AtEnd, state);
                }
            }
            Some(TurnStep::Attacks(_) | TurnStep::Decided) | None => {}
        }
    }

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
