//! Schemas of user TOML files. Values of the wrong type are reported with line, key and advice,
//! before the file is interpreted.

use ludorum_games::sector66::ProblemCode;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::file_errors::{LocatedProblem, TomlSource};

/// Type of a value in a TOML file, against which the value is checked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ValueSchema {
    Text,
    Texts,
    TextOrTexts,
    /// Text that is one of these words.
    Word(&'static [&'static str]),
    /// List of texts, each of which is one of these words.
    Words(&'static [&'static str]),
    /// A whole number from 0 to 255.
    Small,
    /// List of two numbers.
    Pair,
    /// TOML table with these keys.
    Table(&'static [TomlKeySchema]),
    /// TOML table with arbitrary keys and values of this type.
    Each(&'static ValueSchema),
}

impl ValueSchema {
    /// Returns the name of the type for the parameters of an error code.
    fn type_name(self) -> &'static str {
        match self {
            ValueSchema::Text => "text",
            ValueSchema::Texts => "texts",
            ValueSchema::TextOrTexts => "text-or-texts",
            ValueSchema::Word(_) => "word",
            ValueSchema::Words(_) => "words",
            ValueSchema::Small => "number",
            ValueSchema::Pair => "pair",
            ValueSchema::Table(_) | ValueSchema::Each(_) => "table",
        }
    }
}

/// Schema of one key in a TOML table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TomlKeySchema {
    pub(crate) name: &'static str,
    pub(crate) schema: ValueSchema,
    pub(crate) presence: KeyRequirement,
    /// Example value of the key, for error messages.
    pub(crate) example: &'static str,
}

/// Requirement that a TOML key is present, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyRequirement {
    Required,
    Optional,
}

/// Creates the schema of a required TOML key.
pub(crate) const fn required(
    name: &'static str,
    schema: ValueSchema,
    example: &'static str,
) -> TomlKeySchema {
    TomlKeySchema {
        name,
        schema,
        presence: KeyRequirement::Required,
        example,
    }
}

/// Creates the schema of an optional TOML key.
pub(crate) const fn optional(
    name: &'static str,
    schema: ValueSchema,
    example: &'static str,
) -> TomlKeySchema {
    TomlKeySchema {
        name,
        schema,
        presence: KeyRequirement::Optional,
        example,
    }
}

/// Maximum length of a wrong value that an error message quotes, in characters.
const LONGEST_QUOTE: usize = 40;

/// Checks a TOML file against the schemas of its keys and returns all errors.
pub(crate) fn schema_errors(
    source: &TomlSource<'_>,
    keys: &[TomlKeySchema],
) -> Vec<LocatedProblem> {
    let mut check = SchemaChecker {
        source,
        problems: Vec::new(),
    };
    if let Some(root) = source.root() {
        check.table("", root, keys, 0);
    }
    check.problems
}

struct SchemaChecker<'a> {
    source: &'a TomlSource<'a>,
    problems: Vec<LocatedProblem>,
}

fn join_path(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

impl SchemaChecker<'_> {
    fn refuse(&mut self, offset: usize, key: String, message: String, why: ProblemCode) {
        let line = self.source.line(offset);
        self.problems.push(LocatedProblem {
            line,
            key,
            message,
            why,
        });
    }

    fn table(&mut self, path: &str, table: &DeTable<'_>, keys: &[TomlKeySchema], offset: usize) {
        for (name, value) in table {
            let key = join_path(path, name.get_ref());
            match keys.iter().find(|key| key.name == name.get_ref().as_ref()) {
                Some(known) => {
                    self.value(&key, value, known.schema, known.example, name.span().start);
                }
                None => {
                    let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
                    let known = known.join(", ");
                    let message = format!("unknown key; expected one of {known}");
                    let why = ProblemCode::new("unknown-key", [("known", known)]);
                    self.refuse(name.span().start, key, message, why);
                }
            }
        }
        for key in keys {
            if key.presence == KeyRequirement::Required && table.get(key.name).is_none() {
                let advice = advice(key.name, key.schema, key.example);
                let message = format!("is missing; add {advice}");
                let why = ProblemCode::new("missing-key", [("advice", advice)]);
                self.refuse(offset, join_path(path, key.name), message, why);
            }
        }
    }

    fn value(
        &mut self,
        path: &str,
        value: &Spanned<DeValue<'_>>,
        schema: ValueSchema,
        example: &str,
        offset: usize,
    ) {
        let found = value.get_ref();
        let is_text = |value: &Spanned<DeValue<'_>>| matches!(value.get_ref(), DeValue::String(_));
        let is_word = |value: &Spanned<DeValue<'_>>, words: &[&str]| match value.get_ref() {
            DeValue::String(text) => words.contains(&text.as_ref()),
            _ => false,
        };
        let is_number = |value: &Spanned<DeValue<'_>>| {
            matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_))
        };
        let (is_right, wanted) = match (schema, found) {
            (ValueSchema::Table(keys), DeValue::Table(table)) => {
                return self.table(path, table, keys, offset);
            }
            (ValueSchema::Each(inner), DeValue::Table(table)) => {
                for (name, value) in table {
                    let key = join_path(path, name.get_ref());
                    self.value(&key, value, *inner, example, name.span().start);
                }
                return;
            }
            (ValueSchema::Table(_) | ValueSchema::Each(_), _) => (false, "a table".to_owned()),
            (ValueSchema::Text, _) => (is_text(value), "text in quotes".to_owned()),
            (ValueSchema::Texts, DeValue::Array(list)) => (
                list.iter().all(is_text),
                "a list of texts in quotes".to_owned(),
            ),
            (ValueSchema::Texts, _) => (false, "a list of texts in quotes".to_owned()),
            (ValueSchema::TextOrTexts, DeValue::Array(list)) => (
                list.iter().all(is_text),
                "text in quotes or a list of such".to_owned(),
            ),
            (ValueSchema::TextOrTexts, _) => (
                is_text(value),
                "text in quotes or a list of such".to_owned(),
            ),
            (ValueSchema::Word(words), _) => (is_word(value, words), one_of(words)),
            (ValueSchema::Words(words), DeValue::Array(list)) => (
                list.iter().all(|value| is_word(value, words)),
                format!("a list of {}", one_of(words)),
            ),
            (ValueSchema::Words(words), _) => (false, format!("a list of {}", one_of(words))),
            (ValueSchema::Small, DeValue::Integer(number)) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                let is_small = number.is_ok_and(|number| (0..=255).contains(&number));
                (is_small, "a whole number from 0 to 255".to_owned())
            }
            (ValueSchema::Small, _) => (false, "a whole number from 0 to 255".to_owned()),
            (ValueSchema::Pair, DeValue::Array(list)) => (
                list.len() == 2 && list.iter().all(is_number),
                "two numbers".to_owned(),
            ),
            (ValueSchema::Pair, _) => (false, "two numbers".to_owned()),
        };
        if !is_right {
            let quote = self.source.quote(value.span(), LONGEST_QUOTE);
            let name = path.rsplit('.').next().unwrap_or(path);
            let advice = advice(name, schema, example);
            let message = format!("{quote} is not {wanted}; write {advice}");
            let kind = schema.type_name().to_owned();
            let why = ProblemCode::new(
                "wrong-kind",
                [("text", quote), ("kind", kind), ("advice", advice)],
            );
            self.refuse(offset, path.to_owned(), message, why);
        }
    }
}

/// Returns advice for an error message on what to write for a TOML key.
fn advice(name: &str, schema: ValueSchema, example: &str) -> String {
    match schema {
        // A table may have its own heading.
        ValueSchema::Table(_) | ValueSchema::Each(_) if example.starts_with('[') => {
            example.to_owned()
        }
        _ => format!("{name} = {example}"),
    }
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    quoted.join(", ")
}
