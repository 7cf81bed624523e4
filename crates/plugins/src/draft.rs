//! A template as its file says it, whether or not it makes sense: what editors work with.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::located::{Located, Places};
use crate::shape::{Key, Shape, may, misfits, must};

const LIMITS: [Key; 3] = [
    must("least", Shape::Small, "0"),
    must("most", Shape::Small, "20"),
    must("usual", Shape::Small, "10"),
];

const PLACE: Shape = Shape::Table(&[
    must("start", Shape::Text, "\"e1\""),
    must("target", Shape::TextOrTexts, "\"row 9\""),
]);

const SEATS: Shape = Shape::Table(&[
    must("places", Shape::Texts, "[\"south\", \"north\"]"),
    must(
        "walls",
        Shape::Table(&LIMITS),
        "{ least = 0, most = 20, usual = 10 }",
    ),
]);

/// What a file of a template must look like.
const KEYS: [Key; 8] = [
    must("name", Shape::Text, "\"My board\""),
    must("description", Shape::Text, "\"What is special about it\""),
    may(
        "plugins",
        Shape::Each(&Shape::Text),
        "\"the UUID of a plug-in\"",
    ),
    must(
        "places",
        Shape::Each(&PLACE),
        "[places.south] with start = \"e1\" and target = \"row 9\"",
    ),
    must(
        "seats",
        Shape::Each(&SEATS),
        "[seats.2] with places = [\"south\", \"north\"] and walls = { least = 0, most = 20, usual = 10 }",
    ),
    may(
        "walls",
        Shape::Table(&[
            may("built", Shape::Texts, "[\"e3h\"]"),
            may("disabled", Shape::Texts, "[\"e3h\"]"),
        ]),
        "{ built = [\"e3h\"] }",
    ),
    may("fields", Shape::Each(&Shape::Texts), "[\"d4\", \"f6\"]"),
    may(
        "spells",
        Shape::Table(&[
            must("allowed", Shape::Texts, "[\"stun\"]"),
            may("forced", Shape::Texts, "[]"),
            must("least", Shape::Small, "0"),
            must("most", Shape::Small, "2"),
            must("usual", Shape::Small, "1"),
        ]),
        "{ allowed = [\"stun\"], least = 0, most = 2, usual = 1 }",
    ),
];

/// A template as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// Its name for people.
    pub name: String,
    /// What is special about it.
    pub description: String,
    /// The UUIDs of plug-ins, by the names they have here.
    #[serde(default)]
    pub plugins: BTreeMap<String, String>,
    /// Where players start and go, by names of the author's choice.
    pub places: BTreeMap<String, DraftPlace>,
    /// The places of each number of players.
    pub seats: BTreeMap<String, DraftSeats>,
    /// Walls that are not as they are everywhere else.
    #[serde(default)]
    pub walls: DraftWalls,
    /// Fields that are not ordinary ones, by the names of plug-ins.
    #[serde(default)]
    pub fields: BTreeMap<String, Vec<String>>,
    /// The spells, if there are any.
    pub spells: Option<DraftSpells>,
}

/// Where a player starts and goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftPlace {
    /// A field.
    pub start: String,
    /// Rows, columns and fields.
    pub target: DraftTarget,
}

/// What a player wants to reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DraftTarget {
    /// A row, a column or a field.
    One(String),
    /// Any of these.
    Many(Vec<String>),
}

/// A number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftSeats {
    /// The names of places, in the order of turns.
    pub places: Vec<String>,
    /// The walls of each player.
    pub walls: DraftLimits,
}

/// A number people choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftLimits {
    /// The smallest.
    pub least: u8,
    /// The largest.
    pub most: u8,
    /// What it is if nobody chooses.
    pub usual: u8,
}

/// Walls of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftWalls {
    /// Those that stand at the start.
    #[serde(default)]
    pub built: Vec<String>,
    /// Those that may not be built.
    #[serde(default)]
    pub disabled: Vec<String>,
}

/// The spells of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftSpells {
    /// Those that may lie on the board.
    pub allowed: Vec<String>,
    /// Those that lie on the board in every game; there are never fewer spells than these.
    #[serde(default)]
    pub forced: Vec<String>,
    /// The fewest for each player.
    pub least: u8,
    /// The most.
    pub most: u8,
    /// As many as there are if nobody chooses.
    pub usual: u8,
}

impl Draft {
    /// Reads a file of a template.
    ///
    /// # Errors
    /// When it is not TOML, or a key is missing, unknown or of another type.
    pub fn read(text: &str) -> Result<Draft, Vec<Located>> {
        let places = Places::of(text);
        let misfits = misfits(&places, &KEYS);
        if !misfits.is_empty() {
            return Err(misfits);
        }
        toml::from_str(text).map_err(|error| vec![places.refused(&error)])
    }

    /// The file of this template, with its keys in the order in which people read them.
    pub fn to_text(&self) -> String {
        let mut out = format!(
            "name = {}\ndescription = {}\n",
            quoted(&self.name),
            quoted(&self.description)
        );
        if !self.plugins.is_empty() {
            out += "\n[plugins]\n";
            for (name, uuid) in &self.plugins {
                line(&mut out, name, &quoted(uuid));
            }
        }
        if self.places.is_empty() {
            out += "\n[places]\n";
        }
        for (name, place) in &self.places {
            write!(out, "\n[places.{}]\n", key(name)).expect("text can be written to");
            line(&mut out, "start", &quoted(&place.start));
            let target = match &place.target {
                DraftTarget::One(word) => quoted(word),
                DraftTarget::Many(words) => list(words),
            };
            line(&mut out, "target", &target);
        }
        if self.seats.is_empty() {
            out += "\n[seats]\n";
        }
        for (count, seats) in &self.seats {
            write!(out, "\n[seats.{}]\n", key(count)).expect("text can be written to");
            line(&mut out, "places", &list(&seats.places));
            let DraftLimits { least, most, usual } = seats.walls;
            let limits = format!("{{ least = {least}, most = {most}, usual = {usual} }}");
            line(&mut out, "walls", &limits);
        }
        if self.walls != DraftWalls::default() {
            out += "\n[walls]\n";
            line(&mut out, "built", &list(&self.walls.built));
            line(&mut out, "disabled", &list(&self.walls.disabled));
        }
        if !self.fields.is_empty() {
            out += "\n[fields]\n";
            for (name, fields) in &self.fields {
                line(&mut out, name, &list(fields));
            }
        }
        if let Some(spells) = &self.spells {
            out += "\n[spells]\n";
            line(&mut out, "allowed", &list(&spells.allowed));
            line(&mut out, "forced", &list(&spells.forced));
            line(&mut out, "least", &spells.least.to_string());
            line(&mut out, "most", &spells.most.to_string());
            line(&mut out, "usual", &spells.usual.to_string());
        }
        out
    }
}

fn line(out: &mut String, name: &str, value: &str) {
    writeln!(out, "{} = {value}", key(name)).expect("text can be written to");
}

pub(crate) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn list(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("[{}]", words.join(", "))
}

/// A key as it may stand in a file.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.chars().all(is_bare) {
        true => name.to_owned(),
        false => quoted(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;

    #[test]
    fn what_is_written_reads_back_as_it_was() {
        let library = Library::shipped();
        for name in library.templates() {
            let text = library.template_text(&name).unwrap();
            let draft = Draft::read(text).unwrap();
            assert_eq!(Draft::read(&draft.to_text()).unwrap(), draft, "{name}");
        }
    }

    #[test]
    fn texts_of_any_kind_are_written() {
        let place = DraftPlace {
            start: "e\"1\n".to_owned(),
            target: DraftTarget::Many(vec!["row 9".to_owned(), "\\".to_owned()]),
        };
        let draft = Draft {
            name: "a \"quoted\" name\nof two lines".to_owned(),
            description: "příliš = [žluťoučký] # kůň'''\"\"\"".to_owned(),
            plugins: [("od.d key".to_owned(), "]".to_owned())].into(),
            places: [("".to_owned(), place)].into(),
            ..Draft::default()
        };
        assert_eq!(Draft::read(&draft.to_text()).unwrap(), draft);
    }
}
