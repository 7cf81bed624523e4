//! Training of agents' weights from games. Separate from the agents, which do not need its
//! dependencies.

pub mod dicewars;
