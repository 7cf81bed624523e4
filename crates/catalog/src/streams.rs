//! The seeds of a game: who draws random numbers derives a seed of their own by name.

use ludorum_core::{Rng, Seat, Seed};

/// The seed of all randomness of the agent at a seat, in the game whose agents have `streams`.
pub fn agent_stream(streams: Seed, seat: Seat) -> Seed {
    streams.child("seat", seat.index() as u64)
}

/// The seed of the generator an agent gets for one move.
pub fn agent_seed(streams: Seed, seat: Seat, ply: usize) -> Seed {
    move_seed(agent_stream(streams, seat), ply)
}

/// The generator an agent gets for one move.
pub fn agent_rng(streams: Seed, seat: Seat, ply: usize) -> Rng {
    agent_seed(streams, seat, ply).rng()
}

/// The seed of one move of the agent that has this stream.
pub(crate) fn move_seed(stream: Seed, ply: usize) -> Seed {
    stream.child("move", ply as u64)
}

/// The seed of chance after so many take-backs: whoever takes a move back does not meet the same
/// chance again.
pub fn chance_seed(setup: Seed, take_backs: u32) -> Seed {
    match take_backs {
        0 => setup,
        count => setup.child("take-back", u64::from(count)),
    }
}

/// The generator chance gets for one event. `setup` is the seed of the game, or its
/// [`chance_seed`] after take-backs.
pub fn chance_rng(setup: Seed, ply: usize) -> Rng {
    setup.child("chance", ply as u64).rng()
}
