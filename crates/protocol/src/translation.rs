//! User translations of the page: listing and saving them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Problem;

/// The translations in the content folder of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationList {
    /// Permission of the client to save translations.
    pub saving: SavePermission,
    /// The translations, by their codes.
    pub translations: Vec<TranslationInfo>,
}

/// Permission to save translations on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SavePermission {
    /// Allowed.
    Allowed,
    /// Allowed with the operator token in `X-Ludorum-Operator`.
    WithToken,
    /// Not possible: the server has no content folder.
    Never,
}

/// A translation in the content folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationInfo {
    /// The code of the language, such as `de`: the name of its file.
    pub code: String,
    /// The language's own name for itself; the code if the file lacks it.
    pub name: String,
    /// The author.
    pub author: String,
    /// Its version.
    pub version: String,
    /// Number of translated messages.
    pub messages: u32,
    /// Number of messages of the page.
    pub wanted: u32,
    /// The reason why it is not offered; none if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Problem>,
    /// Errors in single messages, which are then shown in English; the first hundred. Missing messages
    /// are not included.
    pub findings: Vec<TranslationFinding>,
}

/// An error or warning about one message of a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationFinding {
    /// The line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The name of the message, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Kind of error.
    pub kind: FindingKind,
    /// Description in English, with details.
    pub text: String,
}

/// Kind of error in a translated message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// The message cannot be parsed.
    Syntax,
    /// The message is defined twice.
    Twice,
    /// The page has no such message.
    Unknown,
    /// A plural form of the language is missing.
    Plural,
    /// The placeholders differ from those in English: a warning.
    Placeholders,
}

/// Request to save a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTranslation {
    /// The Fluent file.
    pub text: String,
}
