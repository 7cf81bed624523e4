//! The position a command is asked about: a start, and moves from there.

use anyhow::{Context, Result, anyhow, bail};
use ludorum_catalog::{Position, Variant};
use ludorum_core::{Mishap, Node, Seed};

use crate::guests;

/// Which position is meant.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The game, NAME or NAME:key=value,...
    #[arg(required = true)]
    game: Option<String>,
    /// Moves to play first, in text form with spaces between them
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Start from a position in its compact text form
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// The seed of a random setup
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: Seed,
}

impl Args {
    /// The variant, and the position after all moves.
    pub(crate) fn resolve(&self) -> Result<(Variant, Position)> {
        let variant = guests::open(self.game.as_deref().context("name a game")?)?;
        let mut position = match &self.position {
            None => variant.start(self.seed),
            Some(text) => variant
                .position(text)
                .map_err(|error| anyhow!("--position '{text}': {error}"))?,
        };
        for (number, text) in (1..).zip(self.moves.split_whitespace()) {
            if let Err(error) = position.play_text(text) {
                let help = legal(&position);
                bail!("--moves: move {number}, '{text}': {error}; {help}");
            }
        }
        goes_on(&position)?;
        Ok((variant, position))
    }
}

/// Refuses to say anything of a position whose plug-ins were stopped.
pub(crate) fn goes_on(position: &Position) -> Result<()> {
    match position.halted() {
        None => Ok(()),
        Some(Mishap { cause, message }) => {
            bail!("the game cannot go on: plug-in {cause}: {message}; see ludorum plugin check")
        }
    }
}

/// What can be played here, in a few words.
fn legal(position: &Position) -> String {
    const SHOWN: usize = 12;
    match position.node() {
        Node::Over => "leave out the moves after the end".to_owned(),
        Node::Chance => "the next move is an event of chance".to_owned(),
        Node::Decide(_) => {
            let moves: Vec<String> = (0..position.move_count().min(SHOWN))
                .map(|index| position.move_text(index))
                .collect();
            let more = if position.move_count() > SHOWN {
                " …"
            } else {
                ""
            };
            format!("legal are {}{more}", moves.join(" "))
        }
    }
}
