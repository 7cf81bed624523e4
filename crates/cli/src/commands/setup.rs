//! Arguments that select a position: game, start position and moves to play from it.

use anyhow::{Context, Result, anyhow, bail};
use ludorum_catalog::{Position, Variant};
use ludorum_core::{NodeKind, PluginFailure, Seed};

use crate::external_agents;

/// Command-line arguments that select a position.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Game, NAME or NAME:key=value,...
    #[arg(required = true)]
    game: Option<String>,
    /// Moves to play from the start position, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Start position in the game's text notation
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Seed of the start position, in games with a random setup
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: Seed,
}

impl Args {
    /// Opens the game and plays the moves of `--moves` from the start position.
    pub(crate) fn resolve(&self) -> Result<(Variant, Position)> {
        let variant = external_agents::open(self.game.as_deref().context("name a game")?)?;
        let mut position = match &self.position {
            None => variant.start(self.seed),
            Some(text) => variant
                .position(text)
                .map_err(|error| anyhow!("--position '{text}': {error}"))?,
        };
        for (number, text) in (1..).zip(self.moves.split_whitespace()) {
            if let Err(error) = position.play_text(text) {
                let help = legal_moves(&position);
                bail!("--moves: move {number}, '{text}': {error}; {help}");
            }
        }
        check_not_halted(&position)?;
        Ok((variant, position))
    }
}

/// Fails if the game was halted because a plug-in exceeded its time limit.
pub(crate) fn check_not_halted(position: &Position) -> Result<()> {
    match position.halted() {
        None => Ok(()),
        Some(PluginFailure { cause, message }) => {
            bail!("the game cannot continue: plug-in {cause}: {message}; see ludorum plugin check")
        }
    }
}

/// Hint for an illegal move: the first legal moves, or the reason why there are none.
fn legal_moves(position: &Position) -> String {
    const SHOWN: usize = 12;
    match position.node() {
        NodeKind::Over => "leave out the moves after the end of the game".to_owned(),
        NodeKind::Chance => "the next move is a chance event".to_owned(),
        NodeKind::Decide(_) => {
            let moves: Vec<String> = (0..position.move_count().min(SHOWN))
                .map(|index| position.move_text(index))
                .collect();
            let more = if position.move_count() > SHOWN {
                " …"
            } else {
                ""
            };
            format!("legal moves: {}{more}", moves.join(" "))
        }
    }
}
