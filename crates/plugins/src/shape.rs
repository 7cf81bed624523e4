//! What the values in a file of a user must be. What is not so is told by line, key and remedy,
//! before anybody tries to make sense of it.

use ludorum_games::sector66::Why;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::located::{Located, Places};

/// What a value must be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Text,
    Texts,
    TextOrTexts,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any of these words.
    Words(&'static [&'static str]),
    /// A whole number from 0 to 255.
    Small,
    /// Two numbers.
    Pair,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table with keys of the author's choice.
    Each(&'static Shape),
}

impl Shape {
    /// What it is, in a word.
    fn kind(self) -> &'static str {
        match self {
            Shape::Text => "text",
            Shape::Texts => "texts",
            Shape::TextOrTexts => "text-or-texts",
            Shape::Word(_) => "word",
            Shape::Words(_) => "words",
            Shape::Small => "number",
            Shape::Pair => "pair",
            Shape::Table(_) | Shape::Each(_) => "table",
        }
    }
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    pub(crate) need: Need,
    /// What can be written there.
    pub(crate) example: &'static str,
}

/// Whether a key can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Must,
    May,
}

/// A key that must be there.
pub(crate) const fn must(name: &'static str, shape: Shape, example: &'static str) -> Key {
    Key {
        name,
        shape,
        need: Need::Must,
        example,
    }
}

/// A key that can be left out.
pub(crate) const fn may(name: &'static str, shape: Shape, example: &'static str) -> Key {
    Key {
        name,
        shape,
        need: Need::May,
        example,
    }
}

/// More of a value that is wrong is not repeated.
const LONGEST_QUOTE: usize = 40;

/// What in a file is not as these keys want it.
pub(crate) fn misfits(places: &Places<'_>, keys: &[Key]) -> Vec<Located> {
    let mut check = Check {
        places,
        problems: Vec::new(),
    };
    if let Some(root) = places.root() {
        check.table("", root, keys, 0);
    }
    check.problems
}

struct Check<'a> {
    places: &'a Places<'a>,
    problems: Vec<Located>,
}

fn below(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

impl Check<'_> {
    fn refuse(&mut self, at: usize, key: String, message: String, why: Why) {
        let line = self.places.line(at);
        self.problems.push(Located {
            line,
            key,
            message,
            why,
        });
    }

    fn table(&mut self, path: &str, table: &DeTable<'_>, keys: &[Key], at: usize) {
        for (name, value) in table {
            let key = below(path, name.get_ref());
            match keys.iter().find(|key| key.name == name.get_ref().as_ref()) {
                Some(known) => {
                    self.value(&key, value, known.shape, known.example, name.span().start);
                }
                None => {
                    let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
                    let known = known.join(", ");
                    let message = format!("is not known; here can be {known}");
                    let why = Why::new("unknown-key", [("known", known)]);
                    self.refuse(name.span().start, key, message, why);
                }
            }
        }
        for key in keys {
            if key.need == Need::Must && table.get(key.name).is_none() {
                let advice = advice(key.name, key.shape, key.example);
                let message = format!("is missing; add {advice}");
                let why = Why::new("missing-key", [("advice", advice)]);
                self.refuse(at, below(path, key.name), message, why);
            }
        }
    }

    fn value(
        &mut self,
        path: &str,
        value: &Spanned<DeValue<'_>>,
        shape: Shape,
        example: &str,
        at: usize,
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
        let (is_right, wanted) = match (shape, found) {
            (Shape::Table(keys), DeValue::Table(table)) => {
                return self.table(path, table, keys, at);
            }
            (Shape::Each(inner), DeValue::Table(table)) => {
                for (name, value) in table {
                    let key = below(path, name.get_ref());
                    self.value(&key, value, *inner, example, name.span().start);
                }
                return;
            }
            (Shape::Table(_) | Shape::Each(_), _) => (false, "a table".to_owned()),
            (Shape::Text, _) => (is_text(value), "text in quotes".to_owned()),
            (Shape::Texts, DeValue::Array(list)) => (
                list.iter().all(is_text),
                "a list of texts in quotes".to_owned(),
            ),
            (Shape::Texts, _) => (false, "a list of texts in quotes".to_owned()),
            (Shape::TextOrTexts, DeValue::Array(list)) => (
                list.iter().all(is_text),
                "text in quotes or a list of such".to_owned(),
            ),
            (Shape::TextOrTexts, _) => (
                is_text(value),
                "text in quotes or a list of such".to_owned(),
            ),
            (Shape::Word(words), _) => (is_word(value, words), one_of(words)),
            (Shape::Words(words), DeValue::Array(list)) => (
                list.iter().all(|value| is_word(value, words)),
                format!("a list of {}", one_of(words)),
            ),
            (Shape::Words(words), _) => (false, format!("a list of {}", one_of(words))),
            (Shape::Small, DeValue::Integer(number)) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                let is_small = number.is_ok_and(|number| (0..=255).contains(&number));
                (is_small, "a whole number from 0 to 255".to_owned())
            }
            (Shape::Small, _) => (false, "a whole number from 0 to 255".to_owned()),
            (Shape::Pair, DeValue::Array(list)) => (
                list.len() == 2 && list.iter().all(is_number),
                "two numbers".to_owned(),
            ),
            (Shape::Pair, _) => (false, "two numbers".to_owned()),
        };
        if !is_right {
            let quote = self.places.quote(value.span(), LONGEST_QUOTE);
            let name = path.rsplit('.').next().unwrap_or(path);
            let advice = advice(name, shape, example);
            let message = format!("{quote} is not {wanted}; write {advice}");
            let kind = shape.kind().to_owned();
            let why = Why::new(
                "wrong-kind",
                [("text", quote), ("kind", kind), ("advice", advice)],
            );
            self.refuse(at, path.to_owned(), message, why);
        }
    }
}

/// What to write for a key.
fn advice(name: &str, shape: Shape, example: &str) -> String {
    match shape {
        // A table can have a heading of its own.
        Shape::Table(_) | Shape::Each(_) if example.starts_with('[') => example.to_owned(),
        _ => format!("{name} = {example}"),
    }
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    quoted.join(", ")
}
