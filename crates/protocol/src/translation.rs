//! User translations of the page: listing and saving them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ApiProblem;

/// Response with the translations in the content folder of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationList {
    /// Permission of the client to save translations.
    pub saving: TranslationSavePermission,
    /// Translations, sorted by language code.
    pub translations: Vec<TranslationInfo>,
}

/// Permission to save translations on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TranslationSavePermission {
    /// The client may save translations.
    Allowed,
    /// The client may save translations if it sends the operator token in `X-Ludorum-Operator`.
    WithToken,
    /// No client may save translations: the server has no content folder.
    Never,
}

/// Translation of the web page, stored in the content folder of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationInfo {
    /// Language code, such as `de`, which is also the name of the file.
    pub code: String,
    /// Name of the language in that language; the code if the file has no name.
    pub name: String,
    /// Author of the translation.
    pub author: String,
    /// Version of the translation, as written by its author.
    pub version: String,
    /// Number of translated messages.
    pub messages: u32,
    /// Total number of messages of the web page.
    pub wanted: u32,
    /// Reason why the page does not offer the translation; `None` if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<ApiProblem>,
    /// Errors in single messages, which are then shown in English; the first hundred. Missing
    /// messages are not included.
    pub findings: Vec<TranslationFinding>,
}

/// An error or warning about one message of a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TranslationFinding {
    /// Line in the file, counted from 1; `None` if the error concerns no line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Name of the message; `None` if the error concerns no message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Kind of error or warning.
    pub kind: TranslationFindingKind,
    /// Description of the error in English, with details.
    pub text: String,
}

/// Kind of error in a translated message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TranslationFindingKind {
    /// The message cannot be parsed.
    Syntax,
    /// The message is defined twice.
    Twice,
    /// The page has no message with this name.
    Unknown,
    /// A plural form of the language is missing.
    Plural,
    /// The placeholders differ from those in English: a warning.
    Placeholders,
}

/// Request to save a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SaveTranslationRequest {
    /// Text of the translation's file, in Fluent format.
    pub text: String,
}
