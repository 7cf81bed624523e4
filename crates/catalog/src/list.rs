//! The list of all games, one line each.

use crate::{GameKind, SpecError, Variant};

/// All games, in display order.
pub fn kinds() -> Vec<GameKind> {
    vec![
        GameKind::new(ludorum_agents::colonizers::roster()),
        GameKind::new(ludorum_agents::dicewars::roster()),
        GameKind::new(ludorum_agents::quoridor::roster()),
        GameKind::new(ludorum_agents::sector66::roster::<
            ludorum_plugins::LuauContent,
        >()),
        GameKind::new(ludorum_agents::tictactoe::roster()),
        GameKind::new(ludorum_agents::yinsh::roster()),
    ]
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
            known: kinds.iter().map(GameKind::name).collect(),
        })?;
    kind.open(params)
}
