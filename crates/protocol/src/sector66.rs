//! Templates and plug-ins of Sector 66: what is installed at a server, checked and edited from a
//! page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The plug-ins there are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginShelf {
    /// Those that can be used.
    pub plugins: Vec<PluginInfo>,
    /// Those that cannot, and why.
    pub troubles: Vec<PluginTrouble>,
}

/// A plug-in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginInfo {
    /// What it is for all games.
    pub uuid: String,
    /// The name of its folder.
    pub folder: String,
    /// What it is.
    pub kind: PluginKind,
    /// Its name for people, in English.
    pub name: String,
    /// What it does, in English.
    pub description: String,
    /// The same as it is seen after one, two and three quarter turns of the board; empty where
    /// that makes no difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
    /// Its version.
    pub version: String,
    /// The SHA-256 of its files.
    pub hash: String,
    /// Whether it is part of the program.
    pub shipped: bool,
    /// How it looks, if it is a field.
    pub look: FieldLook,
    /// On what it can be cast, if it is a spell.
    pub cast: Vec<CastOn>,
    /// From how many fields away it is cast; from anywhere without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// Name and description in other languages.
    pub translations: BTreeMap<String, PluginWords>,
    /// The last check of it, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<PluginCheck>,
}

/// What a plug-in is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PluginKind {
    /// A kind of field.
    Field,
    /// A spell.
    Spell,
}

/// On what a spell can be cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum CastOn {
    /// Fields.
    Field,
    /// Pawns.
    Pawn,
    /// Walls that stand.
    Built,
    /// Places where no wall stands.
    Unbuilt,
}

/// How a field looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FieldLook {
    /// The colour, as the plug-in says it.
    pub fill: String,
    /// The shape, unless it has an outline of its own; `/api/plugins/{uuid}/field.svg` shows it.
    pub shape: FieldShape,
    /// Whether it has an outline of its own.
    #[serde(default)]
    pub outlined: bool,
    /// Whether it has a texture.
    #[serde(default)]
    pub textured: bool,
    /// Where a pawn stands on it, from the lower left corner, 0 to 1 each.
    pub pawn: [f64; 2],
    /// Where a spell lies on it.
    pub spell: [f64; 2],
}

/// The shape of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FieldShape {
    /// As any other field.
    Square,
    /// Round.
    Circle,
    /// A square on a corner.
    Diamond,
}

/// Name and description in a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginWords {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The description as it is seen after one, two and three quarter turns of the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
}

/// A plug-in that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginTrouble {
    /// Its file.
    pub file: String,
    /// What is wrong with it.
    pub problems: Vec<FileProblem>,
}

/// Something that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct FileProblem {
    /// The line, counted from 1.
    pub line: u32,
    /// The key it is about, such as `places.south.start`; empty if it is about none.
    pub key: String,
    /// What is wrong and what to do about it, in English.
    pub message: String,
    /// The same in a word, for pages in other languages; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// What such a message needs to know, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

/// The check of a plug-in: random games with it, every move of which is taken back and made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PluginCheck {
    /// Whether it is still going on.
    pub running: bool,
    /// The number of games.
    pub games: u32,
    /// What was found out, in English.
    pub findings: Vec<CheckFinding>,
}

/// Something a check found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckFinding {
    /// Whether it is as it should be.
    pub well: bool,
    /// What it is.
    pub text: String,
}

/// The templates there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TemplateShelf {
    /// Whether who asks may save templates here.
    pub may_save: bool,
    /// The templates, the usual one first.
    pub templates: Vec<TemplateInfo>,
}

/// A template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TemplateInfo {
    /// What it is called in specs of games.
    pub name: String,
    /// Whether it is part of the program, which cannot be changed.
    pub shipped: bool,
    /// What it says; none if it cannot be read.
    pub draft: Option<TemplateDraft>,
    /// What is wrong with it.
    pub problems: Vec<FileProblem>,
}

/// A template as it is written, whether or not it makes sense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateDraft {
    /// Its name for people.
    pub name: String,
    /// What is special about it.
    pub description: String,
    /// The UUIDs of plug-ins, by the names they have here.
    pub plugins: BTreeMap<String, String>,
    /// Where players start and go, by names of the author's choice.
    pub places: BTreeMap<String, TemplatePlace>,
    /// The places of each number of players.
    pub seats: BTreeMap<String, TemplateSeats>,
    /// Walls that are built or disabled.
    pub walls: TemplateWalls,
    /// Fields that are not ordinary ones, by the names of plug-ins.
    pub fields: BTreeMap<String, Vec<String>>,
    /// The spells, if there are any.
    pub spells: Option<TemplateSpells>,
}

/// Where a player starts and goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplatePlace {
    /// A field.
    pub start: String,
    /// `row 9`, `column i` or `e5`, or several of these.
    pub target: TemplateTarget,
}

/// What a player wants to reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(untagged)]
pub enum TemplateTarget {
    /// A row, a column or a field.
    One(String),
    /// Any of these.
    Many(Vec<String>),
}

/// A number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateSeats {
    /// The names of places, in the order of turns.
    pub places: Vec<String>,
    /// The walls of each player.
    pub walls: TemplateLimits,
}

/// A number people choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateLimits {
    /// The smallest.
    pub least: u8,
    /// The largest.
    pub most: u8,
    /// What it is if nobody chooses.
    pub usual: u8,
}

/// Walls of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateWalls {
    /// Those that stand at the start.
    pub built: Vec<String>,
    /// Those that may not be built.
    pub disabled: Vec<String>,
}

/// The spells of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TemplateSpells {
    /// Those that may lie on the board.
    pub allowed: Vec<String>,
    /// Those that lie on the board in every game; there are never fewer spells than these.
    pub forced: Vec<String>,
    /// The fewest for each player.
    pub least: u8,
    /// The most.
    pub most: u8,
    /// As many as there are if nobody chooses.
    pub usual: u8,
}

/// A template to be checked, tried or saved: a file, or what is to be written into one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TemplateSource {
    /// A file.
    Text(String),
    /// What it shall say.
    Draft(Box<TemplateDraft>),
}

/// A template that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CheckedTemplate {
    /// The file.
    pub text: String,
    /// What it says; none if it cannot be read.
    pub draft: Option<TemplateDraft>,
    /// What is wrong with it; nothing if games can be played with it.
    pub problems: Vec<FileProblem>,
}

/// A template games can be played with now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct KeptTemplate {
    /// What it is called in specs of games.
    pub name: String,
}
