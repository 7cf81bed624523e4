//! Training samples of a game: features of positions, labelled with the result.

use ludorum_agents::dicewars::{
    DiceWarsTurnEvent, DiceWarsWinModelKind, FeatureRow, TurnEventDetector,
};
use ludorum_arena::play_players;
use ludorum_catalog::{Player, Position, Variant};
use ludorum_core::{Rng, Seat, Seed, StopFlag};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::State;

/// Sampling stride in almost decided games: one in this many positions becomes a sample.
const DECIDED_STRIDE: usize = 10;

/// Player of a Dice Wars training game.
pub(super) struct TrainingPlayer {
    /// The player that chooses the moves.
    pub(super) player: Player,
    /// True if positions in which this player is to move become training samples.
    pub(super) is_sampled: bool,
}

/// Plays one game and calls `learn` with model, features and result of every sampled position, from
/// the view of the seat to move. Drawn games yield no samples.
///
/// WPM models sample the beginning of turns, the models of the champion their middle and end.
pub(super) fn play_training_game(
    (variant, game): (&Variant, &DiceWars),
    models: &[DiceWarsWinModelKind],
    seated: Vec<TrainingPlayer>,
    seed: Seed,
    mut learn: impl FnMut(DiceWarsWinModelKind, &[f64], bool),
) {
    let mut collector = TrainingSampleCollector {
        game,
        models,
        players: seated.len(),
        is_sampled: seated.iter().map(|player| player.is_sampled).collect(),
        tracker: TurnEventDetector::default(),
        rows: Vec::new(),
        rng: seed.child("notes", 0).rng(),
    };
    let players = seated.into_iter().map(|player| player.player).collect();
    let streams = seed.child("play", 0);
    let mut observe = |position: &Position| collector.observe(position);
    let played = play_players(
        variant,
        players,
        (seed, streams),
        &StopFlag::new(),
        &mut observe,
    );
    let result = played.expect("the game is not stopped");
    let winner = result.seats.iter().position(|seat| seat.share == 1.0);
    if let Some(winner) = winner.map(Seat::new) {
        for (model, seat, row) in collector.rows {
            learn(model, &row, seat == winner);
        }
    }
}

struct TrainingSampleCollector<'a> {
    game: &'a DiceWars,
    models: &'a [DiceWarsWinModelKind],
    players: usize,
    is_sampled: Vec<bool>,
    tracker: TurnEventDetector,
    rows: Vec<(DiceWarsWinModelKind, Seat, FeatureRow)>,
    rng: Rng,
}

impl TrainingSampleCollector<'_> {
    fn observe(&mut self, position: &Position) {
        let state = position.state::<DiceWars>().expect("a game of Dice Wars");
        match self.tracker.event(self.game, state) {
            Some(DiceWarsTurnEvent::Begins) => {
                for &model in self.models {
                    if let DiceWarsWinModelKind::Wpm(_) = model {
                        self.record(model, state);
                    }
                }
                self.record_mid_turn(state);
            }
            Some(DiceWarsTurnEvent::Decided) if state.winner().is_none() => {
                self.record_mid_turn(state);
            }
            Some(DiceWarsTurnEvent::Ends) => {
                if self.models.contains(&DiceWarsWinModelKind::AtEnd)
                    && self.is_worth_keeping(state)
                {
                    self.record(DiceWarsWinModelKind::AtEnd, state);
                }
            }
            Some(DiceWarsTurnEvent::Attacks(_) | DiceWarsTurnEvent::Decided) | None => {}
        }
    }

    fn record(&mut self, model: DiceWarsWinModelKind, state: &State) {
        if self.is_sampled[state.turn().index()] {
            let row = model.row(state, self.players);
            self.rows.push((model, state.turn(), row));
        }
    }

    /// Sampling stride of mid-turn positions; larger than 1 because successive positions are
    /// similar.
    fn mid_turn_stride(&self) -> usize {
        if self.players == 2 { 2 } else { 4 }
    }

    /// True if a position becomes a sample for the champion; most positions of almost decided games
    /// do not.
    fn is_worth_keeping(&mut self, state: &State) -> bool {
        let share = state.owned(state.turn()).count() as f64 / state.board().areas() as f64;
        let open = if self.players == 2 {
            0.2..0.8
        } else {
            0.0..0.75
        };
        open.contains(&share) || self.rng.below(DECIDED_STRIDE) == 0
    }

    fn record_mid_turn(&mut self, state: &State) {
        let wanted = self.models.contains(&DiceWarsWinModelKind::MidTurn);
        if wanted && self.rng.below(self.mid_turn_stride()) == 0 && self.is_worth_keeping(state) {
            self.record(DiceWarsWinModelKind::MidTurn, state);
        }
    }
}
