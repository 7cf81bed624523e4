//! Traits for games and agents, and the types that all games and agents share.
//!
//! Start with [`Game`], the rules of a game. Every optional capability of a game is a separate
//! trait. An algorithm names the capabilities it needs as trait bounds, so it does not compile for
//! a game that lacks one:
//!
//! | capability | trait | used by |
//! |---|---|---|
//! | perfect information | [`PerfectInformation`] (automatic) | minimax, alpha-beta, MCTS |
//! | no chance nodes | [`Deterministic`] | minimax, alpha-beta |
//! | chance nodes with known probabilities | [`Chance`] (automatic for deterministic games) | MCTS, expectiminimax, match runner |
//! | hidden information | [`Determinize`] (automatic with perfect information) | information-set search |
//! | moves that are safe to randomise | [`Randomisable`] | semi-random play |
//! | text notation and terminal drawing | [`Notation`] | everything people or files see |
//! | a name and parameters | [`Configure`] | the catalog |
//! | action ids and observation tensors | [`TensorEncoding`] | machine learning |
//! | SVG pictures | [`DrawSvg`] | notebooks |
//!
//! A [`GameTransform`] is a game derived from another by overriding some of its rules.
//!
//! This crate does no I/O and reads no clock.

mod agent;
mod budget;
mod configure;
mod duration;
mod encode;
mod evaluate;
mod game;
mod game_transform;
mod notation;
mod outcome;
mod palette;
mod param;
mod param_error;
mod param_value;
mod params;
mod picture;
mod policy;
mod progress_callback;
mod rng;
mod seat;
mod stable_hash;
mod stop;
mod terminal_style;

pub use agent::{
    Agent, CandidateMove, CarriedState, MoveChoice, SearchStats, SearchTreeNode, TurnContext,
    ValueBound,
};
pub use budget::Budget;
pub use configure::{Configure, RulesFile};
pub use duration::{parse_duration, print_duration};
pub use encode::{PlaneLayout, PlaneWriter, TensorEncoding};
pub use evaluate::{
    EvalPoints, Evaluate, SearchOverrides, VariationTrendCorrection, WIN, ZeroEvaluation,
    points_at_end, squash, win_distance,
};
pub use game::{
    Chance, ChanceListingStatus, Deterministic, Determinize, Game, NodeKind, PerfectInformation,
    Randomisable, UnenumerableChanceNode, has_perfect_information, perft, perft_until,
};
pub use game_transform::GameTransform;
pub use notation::{BoardPathAnnotation, HIDDEN_MOVE, Notation, NotationError, PluginFailure};
pub use outcome::Outcome;
pub use palette::{SEAT_COLOURS, SeatColour, seat_colour};
pub use param::{Param, ParamType};
pub use param_error::ParamError;
pub use param_value::FileParam;
pub use params::Params;
pub use picture::{DrawSvg, Svg};
pub use policy::Policy;
pub use progress_callback::ProgressCallback;
pub use rng::{Rng, Seed};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use stable_hash::stable_hash;
pub use stop::{PauseGate, StopFlag};
pub use terminal_style::TerminalStyle;
