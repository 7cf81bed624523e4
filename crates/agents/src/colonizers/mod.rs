//! What we know about Colonizers.

use ludorum_games::Colonizers;

use crate::Roster;

/// Everyone who can play Colonizers.
pub fn roster() -> Roster<Colonizers> {
    Roster::hidden()
}
