//! Sector 66's templates and plug-ins: found in the program and in folders of users, checked, and
//! run in a sandbox.
//!
//! | file | what is in it |
//! |---|---|
//! | `library.rs` | all templates and plug-ins there are |
//! | `draft.rs` | a template as its file says it |
//! | `template.rs` | what that means, checked |
//! | `located.rs` | what is wrong with a file, and in which line |
//! | `shape.rs` | what the values in a file must be |
//! | `manifest.rs` | what a plug-in says about itself |
//! | `icon.rs` | what a picture may show |
//! | `texture.rs` | what a field looks like: its outline and the pattern on it |
//! | `check.rs` | the conformance kit for plug-ins |
//! | `luau/` | the sandbox: limits, what plug-ins can call, and their host |

pub mod luau;

mod check;
mod draft;
mod icon;
mod library;
mod located;
mod manifest;
mod shape;
mod template;
mod texture;

pub use check::{Finding, Report, check};
pub use draft::{Draft, DraftLimits, DraftPlace, DraftSeats, DraftSpells, DraftTarget, DraftWalls};
pub use library::{Library, Luau, Package, TRIED};
pub use located::{Located, Trouble};
pub use manifest::{Look, Manifest, Shape, Translation};
pub use template::{Read, SKELETON};

pub use ludorum_games::sector66::PluginKind;

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

/// The `plugin.toml` of a plug-in that is begun, with UUID and name filled in.
pub fn begun(manifest: &str, uuid: &str, name: &str) -> String {
    let manifest = manifest.replace("UUID", uuid);
    manifest.replace("\"NAME\"", &draft::quoted(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plug_ins_of_any_name_can_be_begun() {
        let uuid = "aaaaaaaa-0000-4000-8000-000000000003";
        for name in [
            "leap",
            "a \"b\"",
            "x\\y",
            "two\nlines",
            "it's",
            "UUID",
            "NAME",
        ] {
            for (manifest, source) in [SPELL, FIELD] {
                let manifest = begun(manifest, uuid, name);
                let package = Package::new("begun", &manifest, source);
                let package = package.unwrap_or_else(|trouble| panic!("{trouble}"));
                assert_eq!(package.manifest.name, name);
            }
        }
    }
}
