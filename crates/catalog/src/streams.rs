//! Seeds of a game: each consumer of randomness derives its own seed by name.

use ludorum_core::{Rng, Seat, Seed};

/// Derives the seed of the agent at a seat. `streams` is the seed for all agents of the game.
pub fn agent_stream(streams: Seed, seat: Seat) -> Seed {
    streams.child("seat", seat.index() as u64)
}

/// Derives the seed of an agent for one move. `streams` is the seed for all agents of the game.
pub fn agent_seed(streams: Seed, seat: Seat, ply: usize) -> Seed {
    move_seed(agent_stream(streams, seat), ply)
}

/// Random generator of an agent for one move, seeded by [`agent_seed`].
pub fn agent_rng(streams: Seed, seat: Seat, ply: usize) -> Rng {
    agent_seed(streams, seat, ply).rng()
}

/// Derives the seed of an agent's move at `ply` from the agent's seed `stream`.
pub(crate) fn move_seed(stream: Seed, ply: usize) -> Seed {
    stream.child("move", ply as u64)
}

/// Derives the seed of chance events from the seed of the setup and the number of take-backs, so
/// that dice differ after a take-back.
pub fn chance_seed(setup: Seed, take_backs: u32) -> Seed {
    match take_backs {
        0 => setup,
        count => setup.child("take-back", u64::from(count)),
    }
}

/// Random generator for one chance event. `setup` is the seed of the game, or its [`chance_seed`]
/// after take-backs.
pub fn chance_rng(setup: Seed, ply: usize) -> Rng {
    setup.child("chance", ply as u64).rng()
}
