//! Localised messages for players and hosts, from the Fluent files in `locales/`. Commands for
//! research, help texts and logs are in English only; see docs/study.md.

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

/// Language of terminal messages for players and hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum UiLanguage {
    /// English
    #[default]
    En,
    /// Czech
    Cs,
}

impl UiLanguage {
    /// Language of the POSIX locale: the first non-empty of LC_ALL, LC_MESSAGES and LANG.
    pub(crate) fn of_environment(variable: impl Fn(&str) -> Option<String>) -> UiLanguage {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let locale = locale.unwrap_or_default();
        match locale.split(['_', '.', '@', '-']).next() {
            Some("cs") => UiLanguage::Cs,
            _ => UiLanguage::En,
        }
    }

    /// Language of the user, from the environment variables of this process.
    pub(crate) fn of_user() -> UiLanguage {
        UiLanguage::of_environment(|name| env::var(name).ok())
    }

    fn code(self) -> &'static str {
        match self {
            UiLanguage::En => "en",
            UiLanguage::Cs => "cs",
        }
    }

    fn file(self) -> &'static str {
        match self {
            UiLanguage::En => include_str!("../locales/en.ftl"),
            UiLanguage::Cs => include_str!("../locales/cs.ftl"),
        }
    }
}

/// Value of a placeholder in a Fluent message.
#[derive(Clone, Debug)]
pub(crate) enum FluentArg {
    Text(String),
    /// A number, which also selects a plural form.
    Number(u64),
}

impl<T: ToString> From<&T> for FluentArg
where
    T: ?Sized,
{
    fn from(text: &T) -> FluentArg {
        FluentArg::Text(text.to_string())
    }
}

/// Formats a terminal message in the current language: `say!("id", name = value, ...)`. Values
/// implement `ToString`; a final `; name = number` selects the plural form.
macro_rules! say {
    ($id:literal $(, $name:ident = $value:expr)* $(; $count:ident = $number:expr)? $(,)?) => {
        $crate::language::message($id, &[
            $((stringify!($name), $crate::language::FluentArg::from(&$value)),)*
            $((stringify!($count), $crate::language::FluentArg::Number($number)),)?
        ])
    };
}
pub(crate) use say;

/// Messages of one language, by their id.
struct FluentCatalog {
    language: UiLanguage,
    patterns: HashMap<String, Pattern<String>>,
}

static LANGUAGE: OnceLock<UiLanguage> = OnceLock::new();
static TERMINAL: OnceLock<FluentCatalog> = OnceLock::new();
static PAGE: OnceLock<FluentCatalog> = OnceLock::new();

/// Sets the language of all messages; ignored after the first call. The default is English.
pub(crate) fn set_language(language: UiLanguage) {
    let _ = LANGUAGE.set(language);
}

fn current() -> UiLanguage {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// Formats a terminal message in the current language; called by [`say!`].
pub(crate) fn message(id: &str, args: &[(&str, FluentArg)]) -> String {
    let messages = TERMINAL.get_or_init(|| FluentCatalog::read(current(), current().file()));
    let text = messages.format(id, args);
    text.unwrap_or_else(|| id.to_owned())
}

/// Formats a message of the web page; `None` in English, where callers have their own text.
pub(crate) fn page_message(id: &str, args: &[(&str, FluentArg)]) -> Option<String> {
    if current() == UiLanguage::En {
        return None;
    }
    let messages = PAGE.get_or_init(|| {
        let all = ludorum_server::languages();
        let own = all.into_iter().find(|(code, _)| code == current().code());
        FluentCatalog::read(current(), &own.map(|(_, text)| text).unwrap_or_default())
    });
    messages.format(id, args)
}

impl FluentCatalog {
    fn read(language: UiLanguage, text: &str) -> FluentCatalog {
        // Skips malformed messages; a test checks that there are none.
        let resource = match parser::parse(text.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let named = |entry| match entry {
            Entry::Message(message) => message.value.map(|value| (message.id.name, value)),
            _ => None,
        };
        FluentCatalog {
            language,
            patterns: resource.body.into_iter().filter_map(named).collect(),
        }
    }

    fn format(&self, id: &str, args: &[(&str, FluentArg)]) -> Option<String> {
        self.format_pattern(self.patterns.get(id)?, args)
    }

    /// Formats a Fluent pattern; `None` if an argument is missing or the pattern uses an
    /// unsupported feature, such as terms.
    fn format_pattern(
        &self,
        pattern: &Pattern<String>,
        args: &[(&str, FluentArg)],
    ) -> Option<String> {
        let parts = pattern.elements.iter().map(|element| match element {
            PatternElement::TextElement { value } => Some(value.clone()),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(inline) => self.format_inline(inline, args),
                Expression::Select { selector, variants } => {
                    let value = argument(selector, args)?;
                    self.format_pattern(&self.select_variant(value, variants)?.value, args)
                }
            },
        });
        parts.collect()
    }

    fn format_inline(
        &self,
        inline: &InlineExpression<String>,
        args: &[(&str, FluentArg)],
    ) -> Option<String> {
        match inline {
            InlineExpression::StringLiteral { value }
            | InlineExpression::NumberLiteral { value } => Some(value.clone()),
            _ => Some(match argument(inline, args)? {
                FluentArg::Text(text) => text.clone(),
                FluentArg::Number(number) => number.to_string(),
            }),
        }
    }

    fn select_variant<'a>(
        &self,
        value: &FluentArg,
        variants: &'a [Variant<String>],
    ) -> Option<&'a Variant<String>> {
        let is_match = |variant: &&Variant<String>| match (&variant.key, value) {
            (VariantKey::Identifier { name }, FluentArg::Text(text)) => name == text,
            (VariantKey::Identifier { name }, FluentArg::Number(number)) => {
                *name == self.plural_category(*number)
            }
            (VariantKey::NumberLiteral { value }, FluentArg::Number(number)) => {
                *value == number.to_string()
            }
            (VariantKey::NumberLiteral { .. }, FluentArg::Text(_)) => false,
        };
        let default = || variants.iter().find(|variant| variant.default);
        variants.iter().find(is_match).or_else(default)
    }

    fn plural_category(&self, number: u64) -> &'static str {
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

fn argument<'a>(
    inline: &InlineExpression<String>,
    args: &'a [(&str, FluentArg)],
) -> Option<&'a FluentArg> {
    let InlineExpression::VariableReference { id } = inline else {
        return None;
    };
    let found = args.iter().find(|(name, _)| *name == id.name);
    found.map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_server::translation::FluentMessages;

    #[test]
    fn the_locale_decides_as_posix_says() {
        let of = |set: &'static [(&str, &str)]| {
            UiLanguage::of_environment(move |name| {
                let found = set.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[]), UiLanguage::En);
        assert_eq!(of(&[("LANG", "cs_CZ.UTF-8")]), UiLanguage::Cs);
        assert_eq!(of(&[("LANG", "cs")]), UiLanguage::Cs);
        assert_eq!(of(&[("LANG", "csb_PL.UTF-8")]), UiLanguage::En);
        assert_eq!(of(&[("LANG", "cs_CZ"), ("LC_ALL", "C")]), UiLanguage::En);
        assert_eq!(of(&[("LANG", "cs_CZ"), ("LC_ALL", "")]), UiLanguage::Cs);
        assert_eq!(
            of(&[("LANG", "en_US"), ("LC_MESSAGES", "cs_CZ")]),
            UiLanguage::Cs
        );
    }

    #[test]
    fn both_languages_have_every_message_with_the_same_arguments() {
        let english = FluentMessages::read(UiLanguage::En.file());
        let czech = FluentMessages::read(UiLanguage::Cs.file());
        assert!(english.len() > 100);
        assert_eq!(czech.compare(&english, "cs"), []);
    }

    /// Every `say!` call has a message in both languages with the same arguments; no message is
    /// unused.
    #[test]
    fn every_message_that_is_said_is_there_and_has_its_arguments() {
        let mut used = Vec::new();
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.file_name().is_some_and(|name| name != "language.rs") {
                    used.extend(calls(&std::fs::read_to_string(path).unwrap()));
                }
            }
        }
        assert!(used.len() > 80, "{}", used.len());
        for language in [UiLanguage::En, UiLanguage::Cs] {
            let messages = FluentCatalog::read(language, language.file());
            for (id, names) in &used {
                let text = FluentArg::Text("x".to_owned());
                let args: Vec<(&str, FluentArg)> = names
                    .iter()
                    .map(|name| (name.as_str(), text.clone()))
                    .collect();
                assert!(
                    messages.format(id, &args).is_some(),
                    "{language:?} {id} {names:?}"
                );
            }
            for id in messages.patterns.keys() {
                assert!(used.iter().any(|(used, _)| used == id), "{id} is unused");
            }
        }
    }

    /// Ids and argument names of all `say!` calls in a source file.
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
                panic!("say! without an id: {call}");
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
        let czech = FluentCatalog::read(UiLanguage::Cs, UiLanguage::Cs.file());
        let nodes = |count: u64| {
            let shown = FluentArg::Text(count.to_string());
            czech.format(
                "effort-nodes",
                &[("shown", shown), ("count", FluentArg::Number(count))],
            )
        };
        assert_eq!(nodes(1).unwrap(), "1 uzel");
        assert_eq!(nodes(3).unwrap(), "3 uzly");
        assert_eq!(nodes(5).unwrap(), "5 uzlů");
        assert_eq!(czech.format("effort-nodes", &[]), None);
        assert_eq!(czech.format("nothing", &[]), None);
    }
}
