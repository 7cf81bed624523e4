//! Templates and plug-ins of Sector 66: listing, checking and editing them on a server.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// All plug-ins on the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginList {
    /// Usable plug-ins.
    pub plugins: Vec<PluginInfo>,
    /// Unusable plug-ins with their errors.
    pub troubles: Vec<BrokenPlugin>,
}

/// Information about a plug-in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginInfo {
    /// Unique id.
    pub uuid: String,
    /// The name of its folder.
    pub folder: String,
    /// Field or spell.
    pub kind: PluginKind,
    /// Display name, in English.
    pub name: String,
    /// Description, in English.
    pub description: String,
    /// The description for the board rotated by one, two and three quarter turns; empty if it does not
    /// depend on the rotation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
    /// Its version.
    pub version: String,
    /// The SHA-256 of its files.
    pub hash: String,
    /// True if it is built in.
    pub shipped: bool,
    /// Appearance of a field.
    pub look: FieldLook,
    /// Targets of a spell.
    pub cast: Vec<SpellTarget>,
    /// Range of a spell in fields; none for unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// Name and description in other languages.
    pub translations: BTreeMap<String, PluginTranslation>,
    /// The last check, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<PluginCheck>,
}

/// Kind of plug-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PluginKind {
    /// A kind of field.
    Field,
    /// A spell.
    Spell,
}

/// Target of a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SpellTarget {
    /// Fields.
    Field,
    /// Pawns.
    Pawn,
    /// Built walls.
    Built,
    /// Unbuilt walls.
    Unbuilt,
}

/// Appearance of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FieldLook {
    /// The colour, as written in the plug-in.
    pub fill: String,
    /// The shape, unless there is a custom outline; `/api/plugins/{uuid}/field.svg` is the picture.
    pub shape: FieldShape,
    /// True if it has a custom outline.
    #[serde(default)]
    pub outlined: bool,
    /// True if it has a texture.
    #[serde(default)]
    pub textured: bool,
    /// Position of a pawn on the field, from the lower left corner, 0 to 1 each.
    pub pawn: [f64; 2],
    /// Position of a spell on the field.
    pub spell: [f64; 2],
}

/// The shape of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FieldShape {
    /// A square, like ordinary fields.
    Square,
    /// A circle.
    Circle,
    /// A square standing on a corner.
    Diamond,
}

/// Name and description of a plug-in in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginTranslation {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The description for the board rotated by one, two and three quarter turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
}

/// An unusable plug-in with its errors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BrokenPlugin {
    /// The file.
    pub file: String,
    /// The errors.
    pub problems: Vec<FileProblem>,
}

/// An error in a file, with its line and key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct FileProblem {
    /// The line, counted from 1.
    pub line: u32,
    /// The key concerned, such as `places.south.start`; empty if none.
    pub key: String,
    /// The error and how to fix it, in English.
    pub message: String,
    /// The error as a code, for translation; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Parameters of the translated message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

/// A check of a plug-in: random games in which every move is unmade and made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginCheck {
    /// True while it is running.
    pub running: bool,
    /// Number of games.
    pub games: u32,
    /// The results, in English.
    pub findings: Vec<CheckFinding>,
}

/// One result of a check of a plug-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckFinding {
    /// True if it passed.
    pub well: bool,
    /// Field or spell.
    pub text: String,
}

/// All templates on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TemplateList {
    /// True if the client may save templates.
    pub may_save: bool,
    /// The templates, the default first.
    pub templates: Vec<TemplateInfo>,
}

/// Information about a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TemplateInfo {
    /// The name in game specs.
    pub name: String,
    /// True if it is built in and read-only.
    pub shipped: bool,
    /// The parsed file; none if it cannot be parsed.
    pub draft: Option<TemplateDraft>,
    /// The errors.
    pub problems: Vec<FileProblem>,
}

/// A template as written in its file, valid or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateDraft {
    /// Display name.
    pub name: String,
    /// Description for players.
    pub description: String,
    /// UUIDs of plug-ins, by their names in this template.
    pub plugins: BTreeMap<String, String>,
    /// Starts and goals of players, by names the author chooses.
    pub places: BTreeMap<String, TemplatePlace>,
    /// Places and walls for each number of players.
    pub seats: BTreeMap<String, TemplateSeats>,
    /// Walls that are built or disabled.
    pub walls: TemplateWalls,
    /// Special fields, by the names of their plug-ins.
    pub fields: BTreeMap<String, Vec<String>>,
    /// The spells, if any.
    pub spells: Option<TemplateSpells>,
}

/// Start and goal of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplatePlace {
    /// The start field.
    pub start: String,
    /// The goal: `row 9`, `column i` or `e5`, or several of these.
    pub target: TemplateTarget,
}

/// The goal of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(untagged)]
pub enum TemplateTarget {
    /// A row, a column or a field.
    One(String),
    /// Any of these.
    Many(Vec<String>),
}

/// The seats of a game with a given number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateSeats {
    /// Names of places, in turn order.
    pub places: Vec<String>,
    /// Walls for each player.
    pub walls: TemplateLimits,
}

/// Range and default of a number that players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateLimits {
    /// The minimum.
    pub least: u8,
    /// The maximum.
    pub most: u8,
    /// The default.
    pub usual: u8,
}

/// Walls built or disabled at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateWalls {
    /// Walls that stand at the start.
    pub built: Vec<String>,
    /// Walls that may not be built.
    pub disabled: Vec<String>,
}

/// The spells of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateSpells {
    /// Spells that may lie on the board.
    pub allowed: Vec<String>,
    /// Spells that lie on the board in every game; a game has at least these.
    pub forced: Vec<String>,
    /// Minimum for each player.
    pub least: u8,
    /// Maximum for each player.
    pub most: u8,
    /// The default for each player.
    pub usual: u8,
}

/// A template to be checked, tried or saved: as TOML text or as a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TemplateSource {
    /// TOML text.
    Text(String),
    /// A draft.
    Draft(Box<TemplateDraft>),
}

/// Result of checking a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckedTemplate {
    /// The file.
    pub text: String,
    /// The parsed file; none if it cannot be parsed.
    pub draft: Option<TemplateDraft>,
    /// The errors; empty if the template is playable.
    pub problems: Vec<FileProblem>,
}

/// A template that was saved and can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SavedTemplate {
    /// The name in game specs.
    pub name: String,
}
