//! Templates and plug-ins of Sector 66: listing, checking and editing them on a server.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Response with all plug-ins of Sector 66 on the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginList {
    /// Plug-ins that can be used in games.
    pub plugins: Vec<PluginInfo>,
    /// Plug-ins that cannot be used, with their errors.
    pub troubles: Vec<BrokenPlugin>,
}

/// Description of a plug-in of Sector 66: a kind of field or a spell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginInfo {
    /// Unique id of the plug-in, a UUID.
    pub uuid: String,
    /// Name of the plug-in's folder on the server.
    pub folder: String,
    /// Kind of plug-in: field or spell.
    pub kind: PluginKindInfo,
    /// Display name of the plug-in in English.
    pub name: String,
    /// Description of the plug-in in English.
    pub description: String,
    /// English descriptions for the board rotated by one, two and three quarter turns; empty if the
    /// description does not depend on the rotation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
    /// Version of the plug-in, as written by its author.
    pub version: String,
    /// SHA-256 of the plug-in's files.
    pub hash: String,
    /// True if the plug-in is part of the program.
    pub shipped: bool,
    /// Appearance on the board, if the plug-in is a field.
    pub look: FieldStyleInfo,
    /// Objects that the spell can target; empty for a field.
    pub cast: Vec<SpellTargetKind>,
    /// Range of the spell, as a number of fields; `None` if unlimited, and for a field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// Names and descriptions in other languages, by language code.
    pub translations: BTreeMap<String, PluginTranslation>,
    /// Last check of the plug-in; `None` if it was never checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<PluginCheck>,
}

/// Kind of plug-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PluginKindInfo {
    /// Plug-in that defines a kind of field.
    Field,
    /// Plug-in that defines a spell.
    Spell,
}

/// Kind of object that a spell can target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SpellTargetKind {
    /// Fields of the board.
    Field,
    /// Pawns of players.
    Pawn,
    /// Walls that stand on the board.
    Built,
    /// Locations of walls that are not built.
    Unbuilt,
}

/// Appearance of a field on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FieldStyleInfo {
    /// Fill colour, as written in the plug-in's file.
    pub fill: String,
    /// Shape of a field without a custom outline; `/api/plugins/{uuid}/field.svg` is the picture.
    pub shape: FieldDrawingShape,
    /// True if the plug-in draws its own outline instead of the shape.
    #[serde(default)]
    pub outlined: bool,
    /// True if the plug-in draws a texture on the field.
    #[serde(default)]
    pub textured: bool,
    /// Position of a pawn within the field: x and y from the lower left corner, each from 0 to 1.
    pub pawn: [f64; 2],
    /// Position of a spell within the field: x and y from the lower left corner, each from 0 to 1.
    pub spell: [f64; 2],
}

/// Shape of a field on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FieldDrawingShape {
    /// Square, as of fields without a plug-in.
    Square,
    /// Circle.
    Circle,
    /// Square rotated by 45 degrees.
    Diamond,
}

/// Name and description of a plug-in in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginTranslation {
    /// Translated display name.
    pub name: String,
    /// Translated description.
    pub description: String,
    /// Translated descriptions for the board rotated by one, two and three quarter turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
}

/// Plug-in that cannot be used, with its errors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BrokenPlugin {
    /// Path of the file with the errors.
    pub file: String,
    /// Errors in the file.
    pub problems: Vec<FileProblem>,
}

/// Error in a template or plug-in file, with its line and key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct FileProblem {
    /// Line number in the file, counted from 1.
    pub line: u32,
    /// TOML key of the error, such as `places.south.start`; empty if it concerns no key.
    pub key: String,
    /// Description of the error and how to fix it, in English.
    pub message: String,
    /// Code of the error, for translation; empty if the error has no code.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Parameters of the translated message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

/// Automatic check of a plug-in by random games in which every move is unmade and made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginCheck {
    /// True while the check is running.
    pub running: bool,
    /// Number of random games per check.
    pub games: u32,
    /// Results of the check, in English.
    pub findings: Vec<CheckFinding>,
}

/// One result of the automatic check of a plug-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckFinding {
    /// True if the plug-in passed this part of the check.
    pub well: bool,
    /// Description of the result, in English.
    pub text: String,
}

/// Response with all templates of Sector 66 on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardTemplateList {
    /// True if the client may save templates.
    pub may_save: bool,
    /// Templates of the server; the default template comes first.
    pub templates: Vec<BoardTemplateInfo>,
}

/// Description of a template of Sector 66: a board with its starts, goals and rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardTemplateInfo {
    /// Name of the template in game specs.
    pub name: String,
    /// True if the template is part of the program and cannot be changed.
    pub shipped: bool,
    /// Contents of the template's file; `None` if it cannot be parsed.
    pub draft: Option<BoardTemplateDraft>,
    /// Errors of the template; empty if it is playable.
    pub problems: Vec<FileProblem>,
}

/// Contents of a template's file, which may be invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateDraft {
    /// Display name of the template.
    pub name: String,
    /// Description of the template for players.
    pub description: String,
    /// UUIDs of plug-ins, by their names in this template.
    pub plugins: BTreeMap<String, String>,
    /// Starts and goals of players, by names that the author of the template chooses.
    pub places: BTreeMap<String, SeatStartAndGoal>,
    /// Starts, goals and walls for each number of players.
    pub seats: BTreeMap<String, BoardTemplateSeats>,
    /// Walls that stand at the start, and walls that may not be built.
    pub walls: BoardTemplateWalls,
    /// Locations of special fields, by the names of their plug-ins.
    pub fields: BTreeMap<String, Vec<String>>,
    /// Spells on the board; `None` for a board without spells.
    pub spells: Option<BoardTemplateSpells>,
}

/// Start and goal of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SeatStartAndGoal {
    /// Start field, such as `e1`.
    pub start: String,
    /// Goal: `row 9`, `column i` or `e5`, or several of these.
    pub target: BoardTemplateGoal,
}

/// Goal of a player: the fields that win the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(untagged)]
pub enum BoardTemplateGoal {
    /// A row, a column or a field.
    One(String),
    /// Several rows, columns or fields, each of which wins.
    Many(Vec<String>),
}

/// The seats of a game with a given number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateSeats {
    /// Names of the players' starts and goals in `places`, in turn order.
    pub places: Vec<String>,
    /// Number of walls for each player.
    pub walls: BoardTemplateCountRange,
}

/// Range and default of a number that players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateCountRange {
    /// Smallest number that players may choose.
    pub least: u8,
    /// Largest number that players may choose.
    pub most: u8,
    /// Number in games whose players choose none.
    pub usual: u8,
}

/// Walls built or disabled at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateWalls {
    /// Walls that stand at the start.
    pub built: Vec<String>,
    /// Walls that may not be built.
    pub disabled: Vec<String>,
}

/// Spells of a template and their number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateSpells {
    /// Spells that may lie on the board.
    pub allowed: Vec<String>,
    /// Spells that lie on the board in every game; a game has at least these.
    pub forced: Vec<String>,
    /// Smallest number of spells per player.
    pub least: u8,
    /// Largest number of spells per player.
    pub most: u8,
    /// Number of spells per player in games whose players choose none.
    pub usual: u8,
}

/// A template to be checked, tried or saved: as TOML text or as a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SubmittedBoardTemplate {
    /// Text of the template's file, in TOML.
    Text(String),
    /// Contents of the template as data.
    Draft(Box<BoardTemplateDraft>),
}

/// Result of checking a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardTemplateCheckResult {
    /// Text of the template's file.
    pub text: String,
    /// Contents of the template's file; `None` if it cannot be parsed.
    pub draft: Option<BoardTemplateDraft>,
    /// Errors of the template; empty if it is playable.
    pub problems: Vec<FileProblem>,
}

/// A template that was saved and can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SavedBoardTemplate {
    /// Name of the saved template in game specs.
    pub name: String,
}
