//! A template as parsed from TOML, valid or not: the form that editors work with.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::file_errors::{LocatedProblem, TomlSource};
use crate::schema::{TomlKeySchema, ValueSchema as Schema, optional, required, schema_errors};

const LIMITS: [TomlKeySchema; 3] = [
    required("least", Schema::Small, "0"),
    required("most", Schema::Small, "20"),
    required("usual", Schema::Small, "10"),
];

const PLACE: Schema = Schema::Table(&[
    required("start", Schema::Text, "\"e1\""),
    required("target", Schema::TextOrTexts, "\"row 9\""),
]);

const SEATS: Schema = Schema::Table(&[
    required("places", Schema::Texts, "[\"south\", \"north\"]"),
    required(
        "walls",
        Schema::Table(&LIMITS),
        "{ least = 0, most = 20, usual = 10 }",
    ),
]);

/// Schema of a board template's TOML file.
const KEYS: [TomlKeySchema; 8] = [
    required("name", Schema::Text, "\"My board\""),
    required("description", Schema::Text, "\"What is special about it\""),
    optional(
        "plugins",
        Schema::Each(&Schema::Text),
        "\"the UUID of a plug-in\"",
    ),
    required(
        "places",
        Schema::Each(&PLACE),
        "[places.south] with start = \"e1\" and target = \"row 9\"",
    ),
    required(
        "seats",
        Schema::Each(&SEATS),
        "[seats.2] with places = [\"south\", \"north\"] and walls = { least = 0, most = 20, usual = 10 }",
    ),
    optional(
        "walls",
        Schema::Table(&[
            optional("built", Schema::Texts, "[\"e3h\"]"),
            optional("disabled", Schema::Texts, "[\"e3h\"]"),
        ]),
        "{ built = [\"e3h\"] }",
    ),
    optional("fields", Schema::Each(&Schema::Texts), "[\"d4\", \"f6\"]"),
    optional(
        "spells",
        Schema::Table(&[
            required("allowed", Schema::Texts, "[\"stun\"]"),
            optional("forced", Schema::Texts, "[]"),
            required("least", Schema::Small, "0"),
            required("most", Schema::Small, "2"),
            required("usual", Schema::Small, "1"),
        ]),
        "{ allowed = [\"stun\"], least = 0, most = 2, usual = 1 }",
    ),
];

/// Board template as written in its TOML file, before it is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateToml {
    /// Display name of the template.
    pub name: String,
    /// Description of the template for players.
    pub description: String,
    /// UUIDs of the plug-ins that the template uses, by their names in this template.
    #[serde(default)]
    pub plugins: BTreeMap<String, String>,
    /// Start and goal of one player each, by names that the author of the template chooses.
    pub places: BTreeMap<String, StartAndGoalToml>,
    /// Starts, goals and walls of the players, by the number of players.
    pub seats: BTreeMap<String, BoardTemplateSeatsToml>,
    /// Walls that are built or disabled from the start.
    #[serde(default)]
    pub walls: WallsToml,
    /// Names of the squares with special fields, by the names of their plug-ins.
    #[serde(default)]
    pub fields: BTreeMap<String, Vec<String>>,
    /// Spells that can lie on the board; `None` for a board without spells.
    pub spells: Option<SpellsToml>,
}

/// Start and goal of one player in a board template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartAndGoalToml {
    /// Start field of the player, such as `e1`.
    pub start: String,
    /// Goal of the player: `row 9`, `column i`, `e5`, or a list of these.
    pub target: GoalToml,
}

/// Goal of a player: the rows, columns or fields on which the player wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GoalToml {
    /// Goal that is a single row, column or field.
    One(String),
    /// Goal of several rows, columns or fields; the player wins on any of them.
    Many(Vec<String>),
}

/// Starts, goals and walls in a game with a given number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplateSeatsToml {
    /// Names of the players' starts and goals in `places`, in turn order.
    pub places: Vec<String>,
    /// Range and default of the number of walls for each player.
    pub walls: CountRangeToml,
}

/// Range and default of a count that players choose, such as walls per player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountRangeToml {
    /// Smallest count that players may choose.
    pub least: u8,
    /// Largest count that players may choose.
    pub most: u8,
    /// Default count, used if the players choose none.
    pub usual: u8,
}

/// Walls of a board template that are built or disabled at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallsToml {
    /// Names of the walls that stand at the start of the game.
    #[serde(default)]
    pub built: Vec<String>,
    /// Names of the walls that may not be built.
    #[serde(default)]
    pub disabled: Vec<String>,
}

/// Spells of a board template: the allowed ones and their number per player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpellsToml {
    /// Names of the spells that may lie on the board.
    pub allowed: Vec<String>,
    /// Names of the spells that lie on the board in every game; a game has at least these.
    #[serde(default)]
    pub forced: Vec<String>,
    /// Smallest number of spells per player that players may choose.
    pub least: u8,
    /// Largest number of spells per player that players may choose.
    pub most: u8,
    /// Default number of spells per player, used if the players choose none.
    pub usual: u8,
}

impl BoardTemplateToml {
    /// Parses a board template file and checks the types of its values.
    ///
    /// # Errors
    /// When the text is not TOML, or a key is missing, unknown or of the wrong type.
    pub fn read(text: &str) -> Result<BoardTemplateToml, Vec<LocatedProblem>> {
        let source = TomlSource::of(text);
        let errors = schema_errors(&source, &KEYS);
        if !errors.is_empty() {
            return Err(errors);
        }
        toml::from_str(text).map_err(|error| vec![source.parse_error(&error)])
    }

    /// Writes the template as TOML, with keys in reading order.
    pub fn to_text(&self) -> String {
        let mut out = format!(
            "name = {}\ndescription = {}\n",
            quoted(&self.name),
            quoted(&self.description)
        );
        if !self.plugins.is_empty() {
            out += "\n[plugins]\n";
            for (name, uuid) in &self.plugins {
                push_line(&mut out, name, &quoted(uuid));
            }
        }
        if self.places.is_empty() {
            out += "\n[places]\n";
        }
        for (name, place) in &self.places {
            write!(out, "\n[places.{}]\n", key(name)).expect("text can be written to");
            push_line(&mut out, "start", &quoted(&place.start));
            let target = match &place.target {
                GoalToml::One(word) => quoted(word),
                GoalToml::Many(words) => list(words),
            };
            push_line(&mut out, "target", &target);
        }
        if self.seats.is_empty() {
            out += "\n[seats]\n";
        }
        for (count, seats) in &self.seats {
            write!(out, "\n[seats.{}]\n", key(count)).expect("text can be written to");
            push_line(&mut out, "places", &list(&seats.places));
            let CountRangeToml { least, most, usual } = seats.walls;
            let limits = format!("{{ least = {least}, most = {most}, usual = {usual} }}");
            push_line(&mut out, "walls", &limits);
        }
        if self.walls != WallsToml::default() {
            out += "\n[walls]\n";
            push_line(&mut out, "built", &list(&self.walls.built));
            push_line(&mut out, "disabled", &list(&self.walls.disabled));
        }
        if !self.fields.is_empty() {
            out += "\n[fields]\n";
            for (name, fields) in &self.fields {
                push_line(&mut out, name, &list(fields));
            }
        }
        if let Some(spells) = &self.spells {
            out += "\n[spells]\n";
            push_line(&mut out, "allowed", &list(&spells.allowed));
            push_line(&mut out, "forced", &list(&spells.forced));
            push_line(&mut out, "least", &spells.least.to_string());
            push_line(&mut out, "most", &spells.most.to_string());
            push_line(&mut out, "usual", &spells.usual.to_string());
        }
        out
    }
}

fn push_line(out: &mut String, name: &str, value: &str) {
    writeln!(out, "{} = {value}", key(name)).expect("text can be written to");
}

pub(crate) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn list(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("[{}]", words.join(", "))
}

/// Returns a TOML key, quoted if TOML requires it.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ContentLibrary;

    #[test]
    fn what_is_written_reads_back_as_it_was() {
        let library = ContentLibrary::shipped();
        for name in library.templates() {
            let text = library.template_text(&name).unwrap();
            let draft = BoardTemplateToml::read(text).unwrap();
            assert_eq!(
                BoardTemplateToml::read(&draft.to_text()).unwrap(),
                draft,
                "{name}"
            );
        }
    }

    #[test]
    fn texts_of_any_kind_are_written() {
        let place = StartAndGoalToml {
            start: "e\"1\n".to_owned(),
            target: GoalToml::Many(vec!["row 9".to_owned(), "\\".to_owned()]),
        };
        let draft = BoardTemplateToml {
            name: "a \"quoted\" name\nof two lines".to_owned(),
            description: "příliš = [žluťoučký] # kůň'''\"\"\"".to_owned(),
            plugins: [("od.d key".to_owned(), "]".to_owned())].into(),
            places: [("".to_owned(), place)].into(),
            ..BoardTemplateToml::default()
        };
        assert_eq!(BoardTemplateToml::read(&draft.to_text()).unwrap(), draft);
    }
}
