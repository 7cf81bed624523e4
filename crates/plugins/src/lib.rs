//! Templates and plug-ins of Sector 66: loads them from the program and from user folders, checks
//! them, and runs plug-ins in a sandbox.
//!
//! | file | contents |
//! |---|---|
//! | `library.rs` | all installed templates and plug-ins |
//! | `template_toml.rs` | a template as parsed from TOML |
//! | `template.rs` | the checked template |
//! | `file_errors.rs` | errors in a file, with line numbers |
//! | `schema.rs` | types of the values in a TOML file |
//! | `manifest.rs` | `plugin.toml`: the metadata of a plug-in |
//! | `icon.rs` | allow-list for SVG pictures |
//! | `texture.rs` | appearance of a field: its outline and the pattern on it |
//! | `check.rs` | the conformance kit for plug-ins |
//! | `luau/` | the sandbox: limits, the API of plug-ins, and their host |

pub mod luau;

mod check;
mod file_errors;
mod icon;
mod library;
mod manifest;
mod schema;
mod template;
mod template_toml;
mod texture;

pub use check::{PluginCheckReport, PluginFinding, check};
pub use file_errors::{ContentFileError, LocatedProblem};
pub use library::{ContentLibrary, LuauContent, PluginPackage, UNSAVED_TEMPLATES};
pub use manifest::{FieldStyle, FieldStyleShape, ManifestTranslation, PluginManifest};
pub use template::{LoadedBoardTemplate, TEMPLATE_SKELETON};
pub use template_toml::BoardTemplateToml;

pub use ludorum_games::sector66::PluginKind;

/// Name in specs of Sector 66, the game whose boards are templates and whose rules plug-ins extend.
pub const GAME: &str = <ludorum_games::Sector66<LuauContent> as ludorum_core::Configure>::NAME;

/// Skeleton of a spell plug-in: texts of `plugin.toml`, with placeholders UUID and NAME, and
/// `main.luau`.
pub const SPELL_SKELETON: (&str, &str) = (
    include_str!("skeletons/spell.toml"),
    include_str!("skeletons/spell.luau"),
);

/// Skeleton of a field plug-in: texts of `plugin.toml`, with placeholders UUID and NAME, and
/// `main.luau`.
pub const FIELD_SKELETON: (&str, &str) = (
    include_str!("skeletons/field.toml"),
    include_str!("skeletons/field.luau"),
);

/// Fills in the UUID and the name in a skeleton of `plugin.toml`.
pub fn fill_manifest(manifest: &str, uuid: &str, name: &str) -> String {
    let manifest = manifest.replace("UUID", uuid);
    manifest.replace("\"NAME\"", &template_toml::quoted(name))
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
            for (manifest, source) in [SPELL_SKELETON, FIELD_SKELETON] {
                let manifest = fill_manifest(manifest, uuid, name);
                let package = PluginPackage::new("begun", &manifest, source);
                let package = package.unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(package.manifest.name, name);
            }
        }
    }
}
