//! Translations of the page that users have made: what a server has of them, and how one is saved.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Problem;

/// The translations in the content folder of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationShelf {
    /// Whether who asks may save translations here.
    pub saving: Saving,
    /// The translations, by their codes.
    pub translations: Vec<TranslationInfo>,
}

/// Whether somebody may save translations at a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Saving {
    /// They may.
    Allowed,
    /// They may if they send the operator's token as `X-Ludorum-Operator`.
    WithToken,
    /// The server has no folder to save into.
    Never,
}

/// A translation in the content folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationInfo {
    /// The code of the language, such as `de`: the name of its file.
    pub code: String,
    /// What the language calls itself; the code if the file does not say.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// Its version.
    pub version: String,
    /// How many messages of the page it has.
    pub messages: u32,
    /// How many messages the page has.
    pub wanted: u32,
    /// Why it is not offered; none if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Problem>,
    /// What is wrong with single messages, which are then said in English; the first hundred.
    /// Missing messages are not among them.
    pub findings: Vec<TranslationFinding>,
}

/// Something about one message of a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationFinding {
    /// The line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The name of the message, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What is wrong.
    pub kind: FindingKind,
    /// The same in English, with details.
    pub text: String,
}

/// What is wrong with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// It cannot be read.
    Syntax,
    /// It is there twice.
    Twice,
    /// The page has no such message.
    Unknown,
    /// It lacks a form that numbers take in the language.
    Plural,
    /// Its placeholders are not those of English: a warning.
    Placeholders,
}

/// A translation to be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTranslation {
    /// The Fluent file.
    pub text: String,
}
