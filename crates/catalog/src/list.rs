//! The list of all games, one line each.

use ludorum_agents::{Roster, colonizers, dicewars, quoridor, sector66, tictactoe, yinsh};
use ludorum_core::{DrawSvg, TensorEncoding};
use ludorum_plugins::LuauContent;

use crate::{CatalogEntry, CatalogGame, GameRegistration, SpecError, Variant};

/// Default game of commands that try out an agent.
pub const EXAMPLE_GAME: &str = "tictactoe";

/// Default game when the program runs as an engine for other programs.
pub const DEFAULT_ENGINE_GAME: &str = "quoridor";

/// All games of the catalog, in display order.
pub fn kinds() -> Vec<CatalogEntry> {
    vec![
        full(colonizers::roster()),
        full(dicewars::roster()),
        full(quoridor::roster()),
        full(sector66::roster::<LuauContent>()),
        full(tictactoe::roster()),
        full(yinsh::roster()),
    ]
}

/// Catalog entry of a game with a tensor encoding and SVG pictures.
fn full<G: CatalogGame + TensorEncoding + DrawSvg>(roster: Roster<G>) -> CatalogEntry {
    CatalogEntry::new(
        GameRegistration::from(roster)
            .with_encoding()
            .with_picture(),
    )
}

/// Opens the variant with a spec such as `tictactoe` or `quoridor:size=5`.
///
/// # Errors
/// When there is no such game, or its parameters are invalid.
pub fn open(spec: &str) -> Result<Variant, SpecError> {
    let (name, params) = crate::spec::split(spec);
    let kinds = kinds();
    let kind = kinds
        .iter()
        .find(|kind| kind.name() == name)
        .ok_or_else(|| SpecError::UnknownGame {
            name: name.to_owned(),
            known: kinds.iter().map(CatalogEntry::name).collect(),
        })?;
    kind.open(params)
}
