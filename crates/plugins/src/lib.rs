//! Sector 66's templates and plug-ins: found in the program and in folders of users, checked, and
//! run in a sandbox.
//!
//! | file | what is in it |
//! |---|---|
//! | `library.rs` | all templates and plug-ins there are |
//! | `template.rs` | templates as TOML |
//! | `located.rs` | what is wrong with a file, and in which line |
//! | `manifest.rs` | what a plug-in says about itself |
//! | `check.rs` | the conformance kit for plug-ins |
//! | `luau/` | the sandbox: limits, what plug-ins can call, and their host |

pub mod luau;

mod check;
mod library;
mod located;
mod manifest;
mod template;

pub use check::{Finding, Report, check};
pub use library::{Library, Luau, Package};
pub use located::{Located, Trouble};
pub use manifest::{Look, Manifest, Translation};
pub use template::{Read, SKELETON};

/// A spell to begin with: `plugin.toml`, in which UUID and NAME are to be filled in, and
/// `main.luau`.
pub const SPELL: (&str, &str) = (
    include_str!("skeletons/spell.toml"),
    include_str!("skeletons/spell.luau"),
);

/// A field to begin with, as [`SPELL`].
pub const FIELD: (&str, &str) = (
    include_str!("skeletons/field.toml"),
    include_str!("skeletons/field.luau"),
);
