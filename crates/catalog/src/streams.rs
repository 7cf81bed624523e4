//! Seeds of a game: each consumer of randomness derives its own seed by name.

use ludorum_core::{Rng, Seat, Seed};

/// The seed of all randomness of the agent at a seat. `streams` is the agents' seed of the game.
pub fn agent_stream(streams: Seed, seat: Seat) -> Seed {
    streams.child("seat", seat.index() as u64)
}

/// The seed of an agent's generator for one move.
pub fn agent_seed(streams: Seed, seat: Seat, ply: usize) -> Seed {
    move_seed(agent_stream(streams, seat), ply)
}

/// The generator of an agent for one move.
pub fn agent_rng(streams: Seed, seat: Seat, ply: usize) -> Rng {
    agent_seed(streams, seat, ply).rng()
}

/// The seed of one move, from the agent's stream.
pub(crate) fn move_seed(stream: Seed, ply: usize) -> Seed {
    stream.child("move", ply as u64)
}

/// The seed of chance events after this many take-backs. It changes with each, so a take-back does
/// not replay the same dice.
pub fn chance_seed(setup: Seed, take_backs: u32) -> Seed {
    match take_backs {
        0 => setup,
        count => setup.child("take-back", u64::from(count)),
    }
}

/// The generator for one chance event. `setup` is the seed of the game, or its [`chance_seed`] after
/// take-backs.
pub fn chance_rng(setup: Seed, ply: usize) -> Rng {
    setup.child("chance", ply as u64).rng()
}
