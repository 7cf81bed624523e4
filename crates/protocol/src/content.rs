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
    /// True if the plug-in is built into the program, false if it comes from the content folder.
    pub shipped: bool,
    /// Appearance of the plug-in's field on the board; without meaning for a spell.
    pub look: FieldStyleInfo,
    /// Kinds of object that the spell can target; empty for a field.
    pub cast: Vec<SpellTargetKind>,
    /// Range of the spell, as a number of fields; `None` if unlimited, and for a field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// Names and descriptions in other languages, by language code.
    pub translations: BTreeMap<String, PluginTranslation>,
    /// Result of the last automatic check of the plug-in; `None` if it was never checked.
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
    /// The spell can target fields of the board.
    Field,
    /// The spell can target pawns.
    Pawn,
    /// The spell can target walls that stand on the board.
    Built,
    /// The spell can target locations of walls that are not built.
    Unbuilt,
}

/// Appearance of a field on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FieldStyleInfo {
    /// Fill colour, as written in the plug-in's file.
    pub fill: String,
    /// Shape of a field without a custom outline; `/api/plugins/{uuid}/field.svg` is the picture.
    pub shape: FieldDrawingShape,
    /// True if the plug-in draws a custom outline, which replaces `shape`.
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
    /// The field is drawn as a square, like fields without a plug-in.
    Square,
    /// The field is drawn as a circle.
    Circle,
    /// The field is drawn as a square rotated by 45 degrees.
    Diamond,
}

/// Name and description of a plug-in in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginTranslation {
    /// Display name of the plug-in in that language.
    pub name: String,
    /// Description of the plug-in in that language.
    pub description: String,
    /// Translated descriptions of the plug-in for the board rotated by one, two and three quarter
    /// turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
}

/// Plug-in that cannot be used, with its errors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BrokenPlugin {
    /// Path of the plug-in's file with the errors.
    pub file: String,
    /// Errors in the plug-in's file.
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
    /// Code of the error, by which clients translate the message; empty if the error has no code.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Parameters of the translated error message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

/// Automatic check of a plug-in by random games in which every move is unmade and made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginCheck {
    /// True while the check is running.
    pub running: bool,
    /// Number of random games that a complete check plays.
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

/// Response with all board templates of Sector 66 on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardTemplateList {
    /// True if the client may save board templates on the server.
    pub may_save: bool,
    /// Board templates of the server; the default template comes first.
    pub templates: Vec<BoardTemplateInfo>,
}

/// Description of a board template of Sector 66: a board with its starts, goals and rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardTemplateInfo {
    /// Name of the template in game specs.
    pub name: String,
    /// True if the template is built into the program and cannot be changed.
    pub shipped: bool,
    /// Parsed contents of the template's file; `None` if the file cannot be parsed.
    pub draft: Option<BoardTemplateDraft>,
    /// Errors of the template; empty if it is playable.
    pub problems: Vec<FileProblem>,
}

/// Contents of a board template's file, which may be invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateDraft {
    /// Display name of the template.
    pub name: String,
    /// Description of the template for players.
    pub description: String,
    /// UUIDs of the plug-ins that the template uses, by their names in this template.
    pub plugins: BTreeMap<String, String>,
    /// Start and goal of one player each, by names that the author of the template chooses.
    pub places: BTreeMap<String, SeatStartAndGoal>,
    /// Starts, goals and walls of the players, by the number of players.
    pub seats: BTreeMap<String, BoardTemplateSeats>,
    /// Walls that stand at the start, and walls that may not be built.
    pub walls: BoardTemplateWalls,
    /// Names of the squares with special fields, by the names of their plug-ins.
    pub fields: BTreeMap<String, Vec<String>>,
    /// Spells on the board; `None` for a board without spells.
    pub spells: Option<BoardTemplateSpells>,
}

/// Start and goal of one player in a board template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SeatStartAndGoal {
    /// Start field, such as `e1`.
    pub start: String,
    /// Goal of the player: `row 9`, `column i`, `e5`, or a list of these.
    pub target: BoardTemplateGoal,
}

/// Goal of a player: the rows, columns or fields on which the player wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(untagged)]
pub enum BoardTemplateGoal {
    /// Goal that is a single row, column or field.
    One(String),
    /// Goal of several rows, columns or fields; the player wins on any of them.
    Many(Vec<String>),
}

/// Starts, goals and walls in a game with a given number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateSeats {
    /// Names of the players' starts and goals in `places`, in turn order.
    pub places: Vec<String>,
    /// Range and default of the number of walls for each player.
    pub walls: BoardTemplateCountRange,
}

/// Range and default of a count that players choose, such as walls per player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateCountRange {
    /// Smallest count that players may choose.
    pub least: u8,
    /// Largest count that players may choose.
    pub most: u8,
    /// Default count, used if the players choose none.
    pub usual: u8,
}

/// Walls of a board template that are built or disabled at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateWalls {
    /// Names of the walls that stand at the start of the game.
    pub built: Vec<String>,
    /// Names of the walls that may not be built.
    pub disabled: Vec<String>,
}

/// Spells of a board template: the allowed ones and their number per player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateSpells {
    /// Names of the spells that may lie on the board.
    pub allowed: Vec<String>,
    /// Names of the spells that lie on the board in every game; a game has at least these.
    pub forced: Vec<String>,
    /// Smallest number of spells per player that players may choose.
    pub least: u8,
    /// Largest number of spells per player that players may choose.
    pub most: u8,
    /// Default number of spells per player, used if the players choose none.
    pub usual: u8,
}

/// Board template that a client submits to be checked, tried or saved: TOML text or a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SubmittedBoardTemplate {
    /// Text of the template's file, in TOML.
    Text(String),
    /// Contents of the template as a structured draft.
    Draft(Box<BoardTemplateDraft>),
}

/// Result of checking a submitted board template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BoardTemplateCheckResult {
    /// Text of the template's file, in TOML.
    pub text: String,
    /// Parsed contents of the template's file; `None` if the file cannot be parsed.
    pub draft: Option<BoardTemplateDraft>,
    /// Errors of the template; empty if it is playable.
    pub problems: Vec<FileProblem>,
}

/// Response to saving a board template, which can then be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SavedBoardTemplate {
    /// Name of the saved template in game specs.
    pub name: String,
}
