//! Checks translations against the reference language: missing, unknown and malformed messages. The
//! server and `ludorum i18n check` use it.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use serde::Serialize;
use unic_langid::LanguageIdentifier;

use TranslationIssueKind as Kind;

/// Ids of the Fluent messages that every translation must define to describe itself.
pub const HEADER: [&str; 3] = ["language", "author", "version"];

/// The parsed messages of a Fluent file.
#[derive(Debug, Default)]
pub struct FluentMessages {
    messages: BTreeMap<String, FluentMessageSignature>,
    header: BTreeMap<String, String>,
    findings: Vec<TranslationIssue>,
}

/// Line, arguments and plural forms of a Fluent message, for comparison with the reference.
#[derive(Debug, Default, PartialEq, Eq)]
struct FluentMessageSignature {
    line: usize,
    arguments: BTreeSet<String>,
    /// Names of the arguments the message selects plural forms by, each with the forms it defines.
    plurals: BTreeMap<String, BTreeSet<String>>,
}

/// An error or warning about a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TranslationIssue {
    /// Line number, counted from 1. `None` for missing messages.
    pub line: Option<usize>,
    /// Category of the issue, such as a syntax error or a missing message.
    pub kind: TranslationIssueKind,
    /// Id of the message concerned, if there is one.
    pub key: Option<String>,
    /// Description of the issue in English.
    pub text: String,
}

/// Category of an issue in a translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TranslationIssueKind {
    /// The message has a syntax error.
    Syntax,
    /// The message is defined more than once.
    Twice,
    /// The translation lacks the message.
    Missing,
    /// The translation has a message that the reference language lacks.
    Unknown,
    /// The message lacks a plural form that its language needs.
    Plural,
    /// The message's placeholders differ from the reference. Only a warning.
    Placeholders,
}

impl TranslationIssueKind {
    /// True if issues of this category are warnings, false if errors.
    pub fn is_warning(self) -> bool {
        self == Kind::Placeholders
    }
}

/// Names of the plural categories of Unicode CLDR.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

impl FluentMessages {
    /// Parses a Fluent file. Syntax errors are recorded as issues.
    pub fn read(text: &str) -> FluentMessages {
        let mut words = FluentMessages::default();
        let (resource, errors) = match parser::parse(text) {
            Ok(resource) => (resource, Vec::new()),
            Err((resource, errors)) => (resource, errors),
        };
        // Errors at the end are reported for the last non-empty line.
        let end = text.trim_end().len();
        let line_at = |at: usize| {
            1 + text
                .bytes()
                .take(at.min(end))
                .filter(|&byte| byte == b'\n')
                .count()
        };
        for error in errors {
            words.find(
                Some(line_at(error.pos.start)),
                Kind::Syntax,
                None,
                error.kind.to_string(),
            );
        }
        let mut lines = text.lines().zip(1..);
        for entry in &resource.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let name = message.id.name;
            let begins = |line: &str| {
                let rest = line.strip_prefix(name);
                rest.is_some_and(|rest| rest.trim_start().starts_with('='))
            };
            // Messages come in the order of their lines.
            let line = lines
                .find(|(line, _)| begins(line))
                .map_or(0, |(_, line)| line);
            let mut shape = FluentMessageSignature {
                line,
                ..FluentMessageSignature::default()
            };
            if let Some(value) = &message.value {
                shape.add(value);
                if HEADER.contains(&name)
                    && let Some(text) = plain_text(value)
                {
                    words.header.insert(name.to_owned(), text);
                }
            }
            if words.messages.insert(name.to_owned(), shape).is_some() {
                let text = "duplicate message; the last one is used".to_owned();
                words.find(Some(line), Kind::Twice, Some(name), text);
            }
        }
        words
    }

    /// Number of messages in the file.
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// True if the file has no messages.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Number of messages that the reference also defines.
    pub fn known(&self, reference: &FluentMessages) -> usize {
        let keys = self.messages.keys();
        keys.filter(|key| reference.messages.contains_key(*key))
            .count()
    }

    /// The text of one of the messages in [`HEADER`]. `None` if it is missing or not plain text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.header.get(name).map(String::as_str)
    }

    /// Compares this translation with the reference and returns all issues. `language` is the code
    /// of the translation's language.
    pub fn compare(mut self, reference: &FluentMessages, language: &str) -> Vec<TranslationIssue> {
        let forms = forms(language);
        for (key, wanted) in &reference.messages {
            let Some(own) = self.messages.get(key) else {
                self.find(None, Kind::Missing, Some(key), "missing message".to_owned());
                continue;
            };
            let line = Some(own.line);
            let list = |names: Vec<&String>| {
                let names: Vec<String> = names.iter().map(|name| format!("${name}")).collect();
                names.join(" ")
            };
            let lacking = list(wanted.arguments.difference(&own.arguments).collect());
            let foreign = list(own.arguments.difference(&wanted.arguments).collect());
            let mut unlike = Vec::new();
            if !lacking.is_empty() {
                unlike.push(format!("the reference also uses {lacking}"));
            }
            if !foreign.is_empty() {
                unlike.push(format!("the reference does not use {foreign}"));
            }
            let unformed: Vec<String> = wanted
                .plurals
                .keys()
                .filter(|argument| forms.len() > 1 && !own.plurals.contains_key(*argument))
                .map(|argument| format!("no plural forms for ${argument}"))
                .collect();
            for text in unformed {
                self.find(line, Kind::Plural, Some(key), text);
            }
            if !unlike.is_empty() {
                self.find(line, Kind::Placeholders, Some(key), unlike.join("; "));
            }
        }
        let mut others = Vec::new();
        for (key, own) in &self.messages {
            if !reference.messages.contains_key(key) {
                others.push((
                    own.line,
                    Kind::Unknown,
                    key,
                    "unknown message: not in the reference".to_owned(),
                ));
            }
            for (argument, has) in &own.plurals {
                let lacking: Vec<&str> = forms
                    .iter()
                    .copied()
                    .filter(|form| !has.contains(*form))
                    .collect();
                if !lacking.is_empty() {
                    let lacking = lacking.join(", ");
                    others.push((
                        own.line,
                        Kind::Plural,
                        key,
                        format!("${argument} lacks the plural form {lacking}"),
                    ));
                }
            }
        }
        let others = others
            .into_iter()
            .map(|(line, kind, key, text)| TranslationIssue {
                line: Some(line),
                kind,
                key: Some(key.clone()),
                text,
            });
        let others: Vec<TranslationIssue> = others.collect();
        self.findings.extend(others);
        self.findings
            .sort_by_key(|finding| (finding.line.unwrap_or(usize::MAX), finding.key.clone()));
        self.findings
    }

    fn find(&mut self, line: Option<usize>, kind: Kind, key: Option<&str>, text: String) {
        let key = key.map(str::to_owned);
        self.findings.push(TranslationIssue {
            line,
            kind,
            key,
            text,
        });
    }
}

impl FluentMessageSignature {
    fn add(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.add_expression(expression);
            }
        }
    }

    fn add_expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.add_inline(inline),
            Expression::Select { selector, variants } => {
                self.add_inline(selector);
                let key = |key: &VariantKey<&str>| match key {
                    VariantKey::Identifier { name } => (*name).to_owned(),
                    VariantKey::NumberLiteral { value } => (*value).to_owned(),
                };
                let keys: BTreeSet<String> =
                    variants.iter().map(|variant| key(&variant.key)).collect();
                // Selectors may use other keys; `other` alone is no plural.
                let is_plural = FORMS[..5].iter().any(|form| keys.contains(*form));
                if let (InlineExpression::VariableReference { id }, true) = (selector, is_plural) {
                    self.plurals
                        .entry(id.name.to_owned())
                        .or_default()
                        .extend(keys);
                }
                for variant in variants {
                    self.add(&variant.value);
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.to_owned());
            }
            InlineExpression::FunctionReference { arguments, .. } => {
                for argument in &arguments.positional {
                    self.add_inline(argument);
                }
            }
            InlineExpression::Placeable { expression } => self.add_expression(expression),
            InlineExpression::StringLiteral { .. }
            | InlineExpression::NumberLiteral { .. }
            | InlineExpression::MessageReference { .. }
            | InlineExpression::TermReference { .. } => {}
        }
    }
}

/// The text of a Fluent pattern. `None` if it has placeables.
fn plain_text(pattern: &Pattern<&str>) -> Option<String> {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable { .. } => return None,
        }
    }
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The plural categories that integers have in a language (Unicode CLDR). Empty if the language is
/// unknown. Region and private-use subtags are ignored.
fn forms(language: &str) -> Vec<&'static str> {
    let language = language.split('-').next().unwrap_or_default();
    let Ok(language) = language.parse::<LanguageIdentifier>() else {
        return Vec::new();
    };
    let Ok(rules) = PluralRules::create(language, PluralRuleType::CARDINAL) else {
        return Vec::new();
    };
    let name = |category| match category {
        PluralCategory::ZERO => "zero",
        PluralCategory::ONE => "one",
        PluralCategory::TWO => "two",
        PluralCategory::FEW => "few",
        PluralCategory::MANY => "many",
        PluralCategory::OTHER => "other",
    };
    let numbers = (0..=200_usize).filter_map(|number| rules.select(number).ok());
    let found: BTreeSet<&str> = numbers.map(name).collect();
    FORMS
        .into_iter()
        .filter(|form| found.contains(form))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = "hello = Hello, { $who }\ncount =\n    { $n ->\n        [one] one thing\n       *[other] { $n } things\n    }\n";

    #[track_caller]
    fn check(text: &str, found: &[(Option<usize>, Kind, &str)]) {
        let findings = FluentMessages::read(text).compare(&FluentMessages::read(REFERENCE), "cs");
        let told: Vec<_> = findings
            .iter()
            .map(|finding| {
                (
                    finding.line,
                    finding.kind,
                    finding.key.as_deref().unwrap_or_default(),
                )
            })
            .collect();
        assert_eq!(told, found, "{findings:?}");
    }

    #[test]
    fn a_header_is_plain_text() {
        let words =
            FluentMessages::read("language = Deutsch\nauthor = { $who }\nversion =\n    1.2\n");
        assert_eq!(words.header("language"), Some("Deutsch"));
        assert_eq!(words.header("author"), None);
        assert_eq!(words.header("version"), Some("1.2"));
    }

    #[test]
    fn a_whole_translation_is_right() {
        check(
            "hello = Ahoj, { $who }\ncount =\n    { $n ->\n        [one] věc\n        [few] věci\n       *[other] { $n } věcí\n    }\n",
            &[],
        );
    }

    #[test]
    fn everything_wrong_is_found_in_its_line() {
        use Kind::{Missing, Placeholders, Plural, Syntax, Twice, Unknown};
        check(
            "hello = Ahoj\nnew = Nové { $x }\nnew = Nové\n",
            &[
                (Some(1), Placeholders, "hello"),
                (Some(3), Twice, "new"),
                (Some(3), Unknown, "new"),
                (None, Missing, "count"),
            ],
        );
        // Czech has one form more, and a text without a selector has none.
        let forms =
            "hello = { $who }\ncount = { $n ->\n    [one] věc\n   *[other] { $n } věcí\n }\n";
        check(forms, &[(Some(2), Plural, "count")]);
        check(
            "hello = { $who }\ncount = { $n }\n",
            &[(Some(2), Plural, "count")],
        );
        check(
            "hello = { $who }\n\ncount = { $n\n",
            &[(Some(3), Syntax, ""), (None, Missing, "count")],
        );
    }

    #[test]
    fn languages_have_the_forms_of_whole_numbers() {
        assert_eq!(forms("en"), ["one", "other"]);
        assert_eq!(forms("cs"), ["one", "few", "other"]);
        assert_eq!(forms("ja"), ["other"]);
        assert_eq!(forms("cs-CZ"), forms("cs"));
        assert_eq!(forms("cs-x-own"), forms("cs"));
        assert_eq!(forms("no such language"), [""; 0]);
    }
}
