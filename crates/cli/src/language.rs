//! The words of the terminal that players and hosts meet, in the language of the user: Fluent files
//! in `locales/`. What researchers use, help texts and logs are in English, as docs/study.md says.

use std::collections::HashMap;
use std::env;
use std::sync::OnceLock;

use clap::ValueEnum;
use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use unic_langid::LanguageIdentifier;

/// A language of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    #[default]
    En,
    /// Czech
    Cs,
}

impl Language {
    /// The language a locale wants, by the first of these variables that says something (POSIX).
    pub(crate) fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let locale = locale.unwrap_or_default();
        match locale.split(['_', '.', '@', '-']).next() {
            Some("cs") => Language::Cs,
            _ => Language::En,
        }
    }

    /// The language of the user of this process.
    pub(crate) fn of_user() -> Language {
        Language::of_environment(|name| env::var(name).ok())
    }

    fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Cs => "cs",
        }
    }

    fn file(self) -> &'static str {
        match self {
            Language::En => include_str!("../locales/en.ftl"),
            Language::Cs => include_str!("../locales/cs.ftl"),
        }
    }
}

/// What stands in the place of an argument.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    /// Chooses among the forms of a plural.
    Number(u64),
}

impl<T: ToString> From<&T> for Value
where
    T: ?Sized,
{
    fn from(text: &T) -> Value {
        Value::Text(text.to_string())
    }
}

/// A message of the terminal in the language that was chosen: `say!("id", name = value, ...)`. Values
/// are anything that can be displayed; a last `; name = number` chooses among plurals.
macro_rules! say {
    ($id:literal $(, $name:ident = $value:expr)* $(; $count:ident = $number:expr)? $(,)?) => {
        $crate::language::message($id, &[
            $((stringify!($name), $crate::language::Value::from(&$value)),)*
            $((stringify!($count), $crate::language::Value::Number($number)),)?
        ])
    };
}
pub(crate) use say;

/// Messages of a language by their names.
struct Messages {
    language: Language,
    patterns: HashMap<String, Pattern<String>>,
}

static CHOSEN: OnceLock<Language> = OnceLock::new();
static TERMINAL: OnceLock<Messages> = OnceLock::new();
static PAGE: OnceLock<Messages> = OnceLock::new();

/// Speaks this language from now on; the first choice counts. Without one it is English.
pub(crate) fn choose(language: Language) {
    let _ = CHOSEN.set(language);
}

fn chosen() -> Language {
    CHOSEN.get().copied().unwrap_or_default()
}

/// A message of the terminal; see [`say!`].
pub(crate) fn message(id: &str, args: &[(&str, Value)]) -> String {
    let messages = TERMINAL.get_or_init(|| Messages::read(chosen(), chosen().file()));
    let said = messages.say(id, args);
    said.unwrap_or_else(|| id.to_owned())
}

/// A message of the page in a language other than English, in which other crates have words of their
/// own for the same.
pub(crate) fn say_as_page(id: &str, args: &[(&str, Value)]) -> Option<String> {
    if chosen() == Language::En {
        return None;
    }
    let messages = PAGE.get_or_init(|| {
        let all = ludorum_server::languages();
        let own = all.into_iter().find(|(code, _)| code == chosen().code());
        Messages::read(chosen(), &own.map(|(_, text)| text).unwrap_or_default())
    });
    messages.say(id, args)
}

impl Messages {
    fn read(language: Language, text: &str) -> Messages {
        // What cannot be read is left out; tests see to it that there is nothing of that kind.
        let resource = match parser::parse(text.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let named = |entry| match entry {
            Entry::Message(message) => message.value.map(|value| (message.id.name, value)),
            _ => None,
        };
        Messages {
            language,
            patterns: resource.body.into_iter().filter_map(named).collect(),
        }
    }

    fn say(&self, id: &str, args: &[(&str, Value)]) -> Option<String> {
        self.fill(self.patterns.get(id)?, args)
    }

    /// The text of a pattern; none if it wants an argument that is not there, or something that
    /// messages of the terminal do not have, such as terms.
    fn fill(&self, pattern: &Pattern<String>, args: &[(&str, Value)]) -> Option<String> {
        let parts = pattern.elements.iter().map(|element| match element {
            PatternElement::TextElement { value } => Some(value.clone()),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(inline) => self.inline(inline, args),
                Expression::Select { selector, variants } => {
                    let value = argument(selector, args)?;
                    self.fill(&self.variant(value, variants)?.value, args)
                }
            },
        });
        parts.collect()
    }

    fn inline(&self, inline: &InlineExpression<String>, args: &[(&str, Value)]) -> Option<String> {
        match inline {
            InlineExpression::StringLiteral { value }
            | InlineExpression::NumberLiteral { value } => Some(value.clone()),
            _ => Some(match argument(inline, args)? {
                Value::Text(text) => text.clone(),
                Value::Number(number) => number.to_string(),
            }),
        }
    }

    fn variant<'a>(
        &self,
        value: &Value,
        variants: &'a [Variant<String>],
    ) -> Option<&'a Variant<String>> {
        let is_meant = |variant: &&Variant<String>| match (&variant.key, value) {
            (VariantKey::Identifier { name }, Value::Text(text)) => name == text,
            (VariantKey::Identifier { name }, Value::Number(number)) => {
                *name == self.plural(*number)
            }
            (VariantKey::NumberLiteral { value }, Value::Number(number)) => {
                *value == number.to_string()
            }
            (VariantKey::NumberLiteral { .. }, Value::Text(_)) => false,
        };
        let usual = || variants.iter().find(|variant| variant.default);
        variants.iter().find(is_meant).or_else(usual)
    }

    fn plural(&self, number: u64) -> &'static str {
        let language: Option<LanguageIdentifier> = self.language.code().parse().ok();
        let rules = language
            .and_then(|language| PluralRules::create(language, PluralRuleType::CARDINAL).ok());
        let form = rules.and_then(|rules| rules.select(number).ok());
        match form {
            Some(PluralCategory::ZERO) => "zero",
            Some(PluralCategory::ONE) => "one",
            Some(PluralCategory::TWO) => "two",
            Some(PluralCategory::FEW) => "few",
            Some(PluralCategory::MANY) => "many",
            Some(PluralCategory::OTHER) | None => "other",
        }
    }
}

fn argument<'a>(inline: &InlineExpression<String>, args: &'a [(&str, Value)]) -> Option<&'a Value> {
    let InlineExpression::VariableReference { id } = inline else {
        return None;
    };
    let found = args.iter().find(|(name, _)| *name == id.name);
    found.map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_server::translation::Words;

    #[test]
    fn the_locale_decides_as_posix_says() {
        let of = |set: &'static [(&str, &str)]| {
            Language::of_environment(move |name| {
                let found = set.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[]), Language::En);
        assert_eq!(of(&[("LANG", "cs_CZ.UTF-8")]), Language::Cs);
        assert_eq!(of(&[("LANG", "cs")]), Language::Cs);
        assert_eq!(of(&[("LANG", "csb_PL.UTF-8")]), Language::En);
        assert_eq!(of(&[("LANG", "cs_CZ"), ("LC_ALL", "C")]), Language::En);
        assert_eq!(of(&[("LANG", "cs_CZ"), ("LC_ALL", "")]), Language::Cs);
        assert_eq!(
            of(&[("LANG", "en_US"), ("LC_MESSAGES", "cs_CZ")]),
            Language::Cs
        );
    }

    #[test]
    fn both_languages_have_every_message_with_the_same_arguments() {
        let english = Words::read(Language::En.file());
        let czech = Words::read(Language::Cs.file());
        assert!(english.len() > 100);
        assert_eq!(czech.compare(&english, "cs"), []);
    }

    /// Every message that this program says, in its own words and by what arguments.
    #[test]
    fn every_message_that_is_said_is_there_and_has_its_arguments() {
        let mut said = Vec::new();
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.file_name().is_some_and(|name| name != "language.rs") {
                    said.extend(calls(&std::fs::read_to_string(path).unwrap()));
                }
            }
        }
        assert!(said.len() > 80, "{}", said.len());
        for language in [Language::En, Language::Cs] {
            let messages = Messages::read(language, language.file());
            for (id, names) in &said {
                let text = Value::Text("x".to_owned());
                let args: Vec<(&str, Value)> = names
                    .iter()
                    .map(|name| (name.as_str(), text.clone()))
                    .collect();
                assert!(
                    messages.say(id, &args).is_some(),
                    "{language:?} {id} {names:?}"
                );
            }
            for id in messages.patterns.keys() {
                assert!(said.iter().any(|(said, _)| said == id), "nobody says {id}");
            }
        }
    }

    /// The names and arguments in calls of `say!`.
    fn calls(source: &str) -> Vec<(String, Vec<String>)> {
        let mut calls = Vec::new();
        for call in source.split("say!(").skip(1) {
            let mut depth = 1;
            let end = call.find(|c: char| {
                depth += match c {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                depth == 0
            });
            let call = &call[..end.unwrap()];
            let mut parts = call.trim().splitn(3, '"');
            let (Some(""), Some(id)) = (parts.next(), parts.next()) else {
                panic!("say! begins with a name: {call}");
            };
            let rest = parts.next().unwrap_or_default();
            let names = rest.split([',', ';']).filter_map(|part| {
                let (name, value) = part.split_once('=')?;
                let is_name = !name.trim().is_empty() && !value.starts_with(['=', '>']);
                let name = name.trim().to_owned();
                let is_plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                (is_name && is_plain).then_some(name)
            });
            calls.push((id.to_owned(), names.collect()));
        }
        calls
    }

    #[test]
    fn numbers_choose_their_forms() {
        let czech = Messages::read(Language::Cs, Language::Cs.file());
        let nodes = |count: u64| {
            let shown = Value::Text(count.to_string());
            czech.say(
                "effort-nodes",
                &[("shown", shown), ("count", Value::Number(count))],
            )
        };
        assert_eq!(nodes(1).unwrap(), "1 uzel");
        assert_eq!(nodes(3).unwrap(), "3 uzly");
        assert_eq!(nodes(5).unwrap(), "5 uzlů");
        assert_eq!(czech.say("effort-nodes", &[]), None);
        assert_eq!(czech.say("nothing", &[]), None);
    }
}
