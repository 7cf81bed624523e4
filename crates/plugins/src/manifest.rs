//! What a plug-in says about itself: `plugin.toml`.

use std::collections::BTreeMap;

use ludorum_games::sector66::{PluginKind, Targets};
use serde::Deserialize;

use crate::icon;
use crate::located::{Located, Places};
use crate::shape::{Key, Shape as Fit, may, misfits, must};
use crate::texture;

const TURNED: &str = "[\"from below\", \"from the right\", \"from above\"]";

const TRANSLATION: Fit = Fit::Table(&[
    must("name", Fit::Text, "\"Jméno\""),
    must("description", Fit::Text, "\"Popis\""),
    may("turned", Fit::Texts, TURNED),
]);

/// What `plugin.toml` must look like.
const KEYS: [Key; 10] = [
    must(
        "uuid",
        Fit::Text,
        "\"8b509f67-93b3-4c81-9ec0-66481278a5ff\", but with a UUID of its own",
    ),
    must("kind", Fit::Word(&["field", "spell"]), "\"spell\""),
    must("name", Fit::Text, "\"Leap\""),
    must("description", Fit::Text, "\"What it does\""),
    may("turned", Fit::Texts, TURNED),
    must("version", Fit::Text, "\"1.0\""),
    must("icon", Fit::Text, "'<svg viewBox=\"0 0 24 24\"></svg>'"),
    may(
        "cast",
        Fit::Table(&[
            must(
                "on",
                Fit::Words(&["field", "pawn", "wall", "built", "unbuilt"]),
                "[\"field\"]",
            ),
            may("range", Fit::Small, "2"),
        ]),
        "{ on = [\"field\"] }",
    ),
    may(
        "look",
        Fit::Table(&[
            may("fill", Fit::Text, "\"#dddddd\""),
            may(
                "shape",
                Fit::Word(&["square", "circle", "diamond"]),
                "\"circle\"",
            ),
            may("outline", Fit::Text, "\"M12 1L23 12L12 23L1 12Z\""),
            may(
                "texture",
                Fit::Text,
                "'<svg viewBox=\"0 0 6 6\"><circle cx=\"3\" cy=\"3\" r=\"1\"/></svg>'",
            ),
            may("pawn", Fit::Pair, "[0.5, 0.5]"),
            may("spell", Fit::Pair, "[0.5, 0.5]"),
        ]),
        "{ fill = \"#dddddd\" }",
    ),
    may(
        "translations",
        Fit::Each(&TRANSLATION),
        "{ name = \"Jméno\", description = \"Popis\" }",
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    uuid: String,
    kind: RawKind,
    name: String,
    description: String,
    #[serde(default)]
    turned: Vec<String>,
    version: String,
    icon: String,
    cast: Option<RawCast>,
    #[serde(default)]
    look: Look,
    #[serde(default)]
    translations: BTreeMap<String, Translation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum RawKind {
    Field,
    Spell,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCast {
    on: Vec<RawTarget>,
    range: Option<u8>,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum RawTarget {
    Field,
    Pawn,
    Wall,
    Built,
    Unbuilt,
}

/// How a field looks.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Look {
    /// The colour, as in `#dddddd` or `#ddd`.
    pub fill: String,
    /// The shape.
    pub shape: Shape,
    /// A shape of its own in place of that: the path of an outline in a square of 24 by 24.
    pub outline: Option<String>,
    /// A pattern that covers the field: an SVG picture that is repeated. A field has 24 by 24 of
    /// its units.
    pub texture: Option<String>,
    /// Where a pawn stands on it, from the lower left corner, 0 to 1 each.
    pub pawn: [f64; 2],
    /// Where a spell lies on it.
    pub spell: [f64; 2],
}

/// The shape of a field.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// As any other field.
    #[default]
    Square,
    /// Round.
    Circle,
    /// A square on a corner.
    Diamond,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            fill: "#dddddd".to_owned(),
            shape: Shape::Square,
            outline: None,
            texture: None,
            pawn: [0.5, 0.5],
            spell: [0.5, 0.5],
        }
    }
}

/// Name and description in another language.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Translation {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The description as [`Manifest::turned`] has it.
    #[serde(default)]
    pub turned: Vec<String>,
}

/// What a plug-in says about itself, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// What it is for all games: lower case hexadecimal digits in groups of 8-4-4-4-12.
    pub uuid: String,
    /// What it is.
    pub kind: PluginKind,
    /// Its name for people.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The same as it is seen from the left, top and right side of the board, where that matters;
    /// empty otherwise.
    pub turned: Vec<String>,
    /// Its version, for people.
    pub version: String,
    /// A picture, as SVG.
    pub icon: String,
    /// On what it can be cast, if it is a spell.
    pub targets: Targets,
    /// How it looks, if it is a field.
    pub look: Look,
    /// Names and descriptions by language.
    pub translations: BTreeMap<String, Translation>,
}

impl Manifest {
    pub(crate) fn read(text: &str) -> Result<Manifest, Vec<Located>> {
        let places = Places::of(text);
        let misfits = misfits(&places, &KEYS);
        if !misfits.is_empty() {
            return Err(misfits);
        }
        let raw: Raw = toml::from_str(text).map_err(|error| vec![places.refused(&error)])?;
        let mut problems = Vec::new();
        let mut refuse = |key: &str, message: &str| problems.push(places.problem(key, message));
        if !is_uuid(&raw.uuid) {
            let message =
                "must be a UUID such as 8b509f67-93b3-4c81-9ec0-66481278a5ff, in lower case";
            refuse("uuid", message);
        }
        for (key, text) in [
            ("name", &raw.name),
            ("description", &raw.description),
            ("version", &raw.version),
        ] {
            if text.trim().is_empty() {
                refuse(key, "is empty; write what people should read");
            }
        }
        if let Some(flaw) = icon::flaw(&raw.icon) {
            refuse("icon", &flaw);
        }
        if let Some(flaw) = raw.look.texture.as_deref().and_then(texture::texture_flaw) {
            refuse("look.texture", &flaw);
        }
        if let Some(flaw) = raw.look.outline.as_deref().and_then(texture::outline_flaw) {
            refuse("look.outline", &flaw);
        }
        let turned = std::iter::once(("turned".to_owned(), &raw.turned));
        let translated = raw
            .translations
            .iter()
            .map(|(language, words)| (format!("translations.{language}.turned"), &words.turned));
        for (key, texts) in turned.chain(translated) {
            if !texts.is_empty()
                && (texts.len() != 3 || texts.iter().any(|text| text.trim().is_empty()))
            {
                let message = "are three texts: the description as it is seen from the left, the \
                               top and the right side of the board";
                refuse(&key, message);
            }
        }
        if !is_colour(&raw.look.fill) {
            refuse("look.fill", "is no colour; write fill = \"#dddddd\"");
        }
        let numbers = raw.look.pawn.iter().chain(&raw.look.spell);
        if !numbers.clone().all(|number| (0.0..=1.0).contains(number)) {
            refuse("look", "positions on a field are numbers from 0 to 1");
        }
        let kind = match raw.kind {
            RawKind::Field => PluginKind::Field,
            RawKind::Spell => PluginKind::Spell,
        };
        let targets = match (&raw.cast, kind) {
            (Some(cast), PluginKind::Spell) if !cast.on.is_empty() => targets(cast),
            (None, PluginKind::Field) => Targets::default(),
            (_, PluginKind::Spell) => {
                let message = "a spell says on what it is cast: [cast] on = [\"field\"]";
                refuse("cast", message);
                Targets::default()
            }
            (Some(_), PluginKind::Field) => {
                refuse(
                    "cast",
                    "only spells are cast; remove it or set kind = \"spell\"",
                );
                Targets::default()
            }
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Manifest {
            uuid: raw.uuid,
            kind,
            name: raw.name,
            description: raw.description,
            turned: raw.turned,
            version: raw.version,
            icon: raw.icon,
            targets,
            look: raw.look,
            translations: raw.translations,
        })
    }
}

fn targets(cast: &RawCast) -> Targets {
    let on = |target: RawTarget| cast.on.contains(&target);
    Targets {
        fields: on(RawTarget::Field),
        pawns: on(RawTarget::Pawn),
        built: on(RawTarget::Wall) || on(RawTarget::Built),
        unbuilt: on(RawTarget::Wall) || on(RawTarget::Unbuilt),
        range: cast.range,
    }
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    [3, 6].contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    lengths == [8, 4, 4, 4, 12] && groups.iter().all(|group| group.chars().all(is_digit))
}
