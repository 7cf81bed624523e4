//! The manifest of a plug-in: `plugin.toml`.

use std::collections::BTreeMap;

use ludorum_games::sector66::{DeclaredSpellTargets, PluginKind};
use serde::Deserialize;

use crate::file_errors::{LocatedProblem, TomlSource};
use crate::icon;
use crate::schema::{TomlKeySchema, ValueSchema as Schema, optional, required, schema_errors};
use crate::texture;

const TURNED: &str = "[\"from below\", \"from the right\", \"from above\"]";

const TRANSLATION: Schema = Schema::Table(&[
    required("name", Schema::Text, "\"Jméno\""),
    required("description", Schema::Text, "\"Popis\""),
    optional("turned", Schema::Texts, TURNED),
]);

/// Schema of `plugin.toml`.
const KEYS: [TomlKeySchema; 10] = [
    required(
        "uuid",
        Schema::Text,
        "\"8b509f67-93b3-4c81-9ec0-66481278a5ff\", but with a UUID of its own",
    ),
    required("kind", Schema::Word(&["field", "spell"]), "\"spell\""),
    required("name", Schema::Text, "\"Leap\""),
    required("description", Schema::Text, "\"What it does\""),
    optional("turned", Schema::Texts, TURNED),
    required("version", Schema::Text, "\"1.0\""),
    required("icon", Schema::Text, "'<svg viewBox=\"0 0 24 24\"></svg>'"),
    optional(
        "cast",
        Schema::Table(&[
            required(
                "on",
                Schema::Words(&["field", "pawn", "wall", "built", "unbuilt"]),
                "[\"field\"]",
            ),
            optional("range", Schema::Small, "2"),
        ]),
        "{ on = [\"field\"] }",
    ),
    optional(
        "look",
        Schema::Table(&[
            optional("fill", Schema::Text, "\"#dddddd\""),
            optional(
                "shape",
                Schema::Word(&["square", "circle", "diamond"]),
                "\"circle\"",
            ),
            optional("outline", Schema::Text, "\"M12 1L23 12L12 23L1 12Z\""),
            optional(
                "texture",
                Schema::Text,
                "'<svg viewBox=\"0 0 6 6\"><circle cx=\"3\" cy=\"3\" r=\"1\"/></svg>'",
            ),
            optional("pawn", Schema::Pair, "[0.5, 0.5]"),
            optional("spell", Schema::Pair, "[0.5, 0.5]"),
        ]),
        "{ fill = \"#dddddd\" }",
    ),
    optional(
        "translations",
        Schema::Each(&TRANSLATION),
        "{ name = \"Jméno\", description = \"Popis\" }",
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestToml {
    uuid: String,
    kind: PluginKindToml,
    name: String,
    description: String,
    #[serde(default)]
    turned: Vec<String>,
    version: String,
    icon: String,
    cast: Option<CastToml>,
    #[serde(default)]
    look: FieldStyle,
    #[serde(default)]
    translations: BTreeMap<String, ManifestTranslation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum PluginKindToml {
    Field,
    Spell,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CastToml {
    on: Vec<CastTargetToml>,
    range: Option<u8>,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum CastTargetToml {
    Field,
    Pawn,
    Wall,
    Built,
    Unbuilt,
}

/// Appearance of a plug-in's field on the board.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct FieldStyle {
    /// Fill colour of the field, as in `#dddddd` or `#ddd`.
    pub fill: String,
    /// Shape of the field if it has no custom outline.
    pub shape: FieldStyleShape,
    /// Custom outline that replaces the shape: an SVG path in a square of 24 by 24; `None` for the
    /// shape.
    pub outline: Option<String>,
    /// SVG pattern repeated over the field, which is 24 by 24 units; `None` for a plain field.
    pub texture: Option<String>,
    /// Position of a pawn within the field: x and y from the lower left corner, each from 0 to 1.
    pub pawn: [f64; 2],
    /// Position of a spell within the field: x and y from the lower left corner, each from 0 to 1.
    pub spell: [f64; 2],
}

/// Shape of a plug-in's field on the board.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum FieldStyleShape {
    /// The field is drawn as a square, like fields without a plug-in.
    #[default]
    Square,
    /// The field is drawn as a circle.
    Circle,
    /// The field is drawn as a square standing on a corner.
    Diamond,
}

impl Default for FieldStyle {
    fn default() -> FieldStyle {
        FieldStyle {
            fill: "#dddddd".to_owned(),
            shape: FieldStyleShape::Square,
            outline: None,
            texture: None,
            pawn: [0.5, 0.5],
            spell: [0.5, 0.5],
        }
    }
}

/// Name and description of a plug-in in another language.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ManifestTranslation {
    /// Name of the plug-in in that language.
    pub name: String,
    /// Description of the plug-in in that language.
    pub description: String,
    /// Descriptions in that language as seen from the left, top and right side of the board; empty
    /// if the description does not depend on the side.
    #[serde(default)]
    pub turned: Vec<String>,
}

/// Checked contents of a plug-in's manifest, `plugin.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginManifest {
    /// Unique id of the plug-in: lower-case hexadecimal digits in groups of 8-4-4-4-12.
    pub uuid: String,
    /// Kind of the plug-in: field or spell.
    pub kind: PluginKind,
    /// Display name of the plug-in.
    pub name: String,
    /// Description of the plug-in for players.
    pub description: String,
    /// Descriptions of the plug-in as seen from the left, top and right side of the board; empty if
    /// the description does not depend on the side.
    pub turned: Vec<String>,
    /// Version of the plug-in, in any format.
    pub version: String,
    /// Icon of the plug-in, as SVG.
    pub icon: String,
    /// Kinds of target and range that a spell plug-in declares.
    pub targets: DeclaredSpellTargets,
    /// Appearance of a field plug-in on the board.
    pub look: FieldStyle,
    /// Names and descriptions of the plug-in in other languages, by language code.
    pub translations: BTreeMap<String, ManifestTranslation>,
}

impl PluginManifest {
    pub(crate) fn read(text: &str) -> Result<PluginManifest, Vec<LocatedProblem>> {
        let source = TomlSource::of(text);
        let errors = schema_errors(&source, &KEYS);
        if !errors.is_empty() {
            return Err(errors);
        }
        let raw: ManifestToml =
            toml::from_str(text).map_err(|error| vec![source.parse_error(&error)])?;
        let mut problems = Vec::new();
        let mut refuse = |key: &str, message: &str| problems.push(source.problem(key, message));
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
        if let Some(flaw) = icon::find_flaw(&raw.icon) {
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
            refuse("look.fill", "is not a colour; write fill = \"#dddddd\"");
        }
        let numbers = raw.look.pawn.iter().chain(&raw.look.spell);
        if !numbers.clone().all(|number| (0.0..=1.0).contains(number)) {
            refuse("look", "positions on a field are numbers from 0 to 1");
        }
        let kind = match raw.kind {
            PluginKindToml::Field => PluginKind::Field,
            PluginKindToml::Spell => PluginKind::Spell,
        };
        let targets = match (&raw.cast, kind) {
            (Some(cast), PluginKind::Spell) if !cast.on.is_empty() => targets(cast),
            (None, PluginKind::Field) => DeclaredSpellTargets::default(),
            (_, PluginKind::Spell) => {
                let message = "a spell says on what it is cast: [cast] on = [\"field\"]";
                refuse("cast", message);
                DeclaredSpellTargets::default()
            }
            (Some(_), PluginKind::Field) => {
                refuse(
                    "cast",
                    "only spells are cast; remove it or set kind = \"spell\"",
                );
                DeclaredSpellTargets::default()
            }
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(PluginManifest {
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

fn targets(cast: &CastToml) -> DeclaredSpellTargets {
    let on = |target: CastTargetToml| cast.on.contains(&target);
    DeclaredSpellTargets {
        fields: on(CastTargetToml::Field),
        pawns: on(CastTargetToml::Pawn),
        built: on(CastTargetToml::Wall) || on(CastTargetToml::Built),
        unbuilt: on(CastTargetToml::Wall) || on(CastTargetToml::Unbuilt),
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
