//! Templates as TOML files; `docs/sector66.md` describes them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::draft::{Draft, DraftSeats, DraftSpells, DraftTarget};
use crate::located::{Located, Places, Trouble};
use ludorum_games::quoridor::grid::{Grid, Walls};
use ludorum_games::quoridor::{Form, Square, Squares, Wall};
use ludorum_games::sector66::{
    Host, Limits, Place, PluginId, Problem, SIZE, Seating, SpellChoice, Template,
};

/// A template to begin with.
pub const SKELETON: &str = include_str!("skeletons/template.toml");

/// Most walls that can be asked for.
const MOST_WALLS: u8 = 60;

/// Most spells for each player.
const MOST_SPELLS: u8 = 6;

/// A template that was read, with the plug-ins it names.
pub struct Read {
    /// The template.
    pub template: Template,
    /// The names and UUIDs of its plug-ins, in the order of their numbers.
    pub plugins: Vec<(String, String)>,
    /// Those who run them, if there are any.
    pub host: Option<Arc<dyn Host>>,
}

/// Loads plug-ins by name and UUID; an error is about one of the names.
type Load<'a> = dyn Fn(&[(String, String)]) -> Result<Arc<dyn Host>, Vec<Problem>> + 'a;

/// Reads and checks a template.
pub(crate) fn read(file: &str, text: &str, hash: &str, load: &Load<'_>) -> Result<Read, Trouble> {
    let places = Places::of(text);
    let trouble = |mut problems: Vec<Located>| {
        problems.sort_by_key(|problem| problem.line);
        Trouble {
            file: file.to_owned(),
            problems,
        }
    };
    let raw = Draft::read(text).map_err(trouble)?;
    let locate = |problem: Problem| Located {
        why: problem.why,
        ..places.problem(&problem.key, problem.message)
    };
    let plugins: Vec<(String, String)> = raw.plugins.clone().into_iter().collect();
    let mut problems = Vec::new();
    let template = resolve(&raw, &plugins, hash, &mut problems);
    let host = if plugins.is_empty() {
        None
    } else {
        match load(&plugins) {
            Ok(host) => Some(host),
            Err(found) => {
                problems.extend(found);
                None
            }
        }
    };
    if let Some(host) = &host {
        check_kinds(&raw, host.as_ref(), &mut problems);
    }
    if problems.is_empty() {
        problems.extend(template.problems(host.as_ref()));
    }
    if !problems.is_empty() {
        return Err(trouble(problems.into_iter().map(locate).collect()));
    }
    Ok(Read {
        template,
        plugins,
        host,
    })
}

/// Whether a name means something else wherever moves are written.
pub(crate) fn is_taken(name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_place = matches!(
        name.as_bytes(),
        [b'a'..=b'i', b'1'..=b'9'] | [b'a'..=b'i', b'1'..=b'9', b'h' | b'v']
    );
    let is_pawn = name.strip_prefix('p').is_some_and(number);
    let is_roll = name.strip_prefix("roll").is_some_and(number);
    is_place || is_pawn || is_roll || name == "pass"
}

fn resolve(
    raw: &Draft,
    plugins: &[(String, String)],
    hash: &str,
    problems: &mut Vec<Problem>,
) -> Template {
    let grid = Grid::new(SIZE);
    for (key, text) in [("name", &raw.name), ("description", &raw.description)] {
        if text.trim().is_empty() {
            let message = "is empty; write what people should read";
            problems.push(Problem::new(key, message).why("empty", []));
        }
    }
    if raw.name.contains(char::is_control) {
        let message =
            "must be one line of text, as it stands in records; write name = \"My board\"";
        problems.push(Problem::new("name", message).why("one-line", []));
    }
    for (index, (name, uuid)) in plugins.iter().enumerate() {
        let mut before = plugins[..index].iter();
        if let Some((other, _)) = before.find(|(_, known)| known == uuid) {
            let message = format!("is the plug-in {other} by another name; keep one of them");
            let why = [("other", other.clone())];
            problems
                .push(Problem::new(format!("plugins.{name}"), message).why("plugin-twice", why));
        }
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_word) {
            problems.push(
                Problem::new(
                    format!("plugins.{name}"),
                    "names of plug-ins are lower case letters, digits and hyphens",
                )
                .why("plugin-name", []),
            );
        } else if is_taken(name) {
            problems.push(
                Problem::new(
                    format!("plugins.{name}"),
                    format!(
                        "'{name}' reads as a move or a place on the board; choose another name"
                    ),
                )
                .why("plugin-taken", [("name", name.clone())]),
            );
        }
    }
    let mut reader = Reader {
        grid: &grid,
        plugins,
        problems,
    };
    let mut places = BTreeMap::new();
    for (name, place) in &raw.places {
        let start = reader.square(&format!("places.{name}.start"), &place.start);
        let goal = reader.target(&format!("places.{name}.target"), &place.target);
        if let (Some(start), Some(goal)) = (start, goal) {
            let name = name.clone();
            places.insert(name.clone(), Place { name, start, goal });
        }
    }
    let seatings = raw
        .seats
        .iter()
        .filter_map(|(count, seats)| reader.seating(count, seats, raw, &places))
        .collect();
    if raw.seats.is_empty() {
        let message = "no number of players is allowed; add [seats.2] with places and walls";
        let problem = Problem::new("seats", message).why("no-seats", []);
        reader.problems.push(problem);
    }
    let built = reader.built(&raw.walls.built);
    let disabled = reader.disabled(&raw.walls.disabled, &built);
    let fields = reader.fields(&raw.fields);
    let spells = reader.spells(raw.spells.as_ref());
    Template {
        name: raw.name.clone(),
        description: raw.description.clone(),
        hash: hash.to_owned(),
        seatings,
        fields,
        built,
        disabled,
        spells,
    }
}

/// Turns words into what they mean, and keeps what is wrong with them.
struct Reader<'a> {
    grid: &'a Grid,
    plugins: &'a [(String, String)],
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    fn refuse<const N: usize>(
        &mut self,
        key: &str,
        message: impl Into<String>,
        (word, details): (&'static str, [(&'static str, String); N]),
    ) {
        let problem = Problem::new(key, message).why(word, details);
        self.problems.push(problem);
    }

    fn square(&mut self, key: &str, text: &str) -> Option<Square> {
        let mut chars = text.chars();
        let column = chars
            .next()
            .map(|c| (c as usize).wrapping_sub('a' as usize));
        let row = chars.as_str().parse::<usize>().ok();
        let square = match (column, row) {
            (Some(column), Some(row)) if text.len() == 2 && row > 0 => {
                self.grid.square(column, row - 1)
            }
            _ => None,
        };
        if square.is_none() {
            let why = ("no-field", [("text", text.to_owned())]);
            self.refuse(
                key,
                format!("'{text}' is no field; fields are a1 to i9"),
                why,
            );
        }
        square
    }

    fn target(&mut self, key: &str, target: &DraftTarget) -> Option<Squares> {
        let words = match target {
            DraftTarget::One(word) => std::slice::from_ref(word),
            DraftTarget::Many(words) => words,
        };
        let mut goal = Squares::NONE;
        for word in words {
            goal |= match word.split_once(' ') {
                Some(("row", row)) => match row.as_bytes() {
                    [row @ b'1'..=b'9'] => self.grid.row(usize::from(row - b'1')),
                    _ => {
                        let why = ("no-row", [("text", word.clone())]);
                        self.refuse(
                            key,
                            format!("'{word}' is no row; rows are 1 to {SIZE}"),
                            why,
                        );
                        return None;
                    }
                },
                Some(("column", column)) => match column.as_bytes() {
                    [column @ b'a'..=b'i'] => self.grid.column(usize::from(column - b'a')),
                    _ => {
                        let why = ("no-column", [("text", word.clone())]);
                        self.refuse(
                            key,
                            format!("'{word}' is no column; columns are a to i"),
                            why,
                        );
                        return None;
                    }
                },
                _ => self.square(key, word)?.set(),
            };
        }
        if goal.is_empty() {
            self.refuse(
                key,
                "has no fields; write \"row 9\", \"column i\", \"e5\" or a list",
                ("no-target", []),
            );
            return None;
        }
        Some(goal)
    }

    fn limits(&mut self, key: &str, least: u8, most: u8, usual: u8, top: u8) -> Limits {
        if !(least <= usual && usual <= most && most <= top) {
            let message = format!("must be in order: 0 to least to usual to most to {top}");
            self.refuse(key, message, ("limits", [("most", top.to_string())]));
        }
        Limits { least, most, usual }
    }

    fn seating(
        &mut self,
        count: &str,
        seats: &DraftSeats,
        raw: &Draft,
        places: &BTreeMap<String, Place>,
    ) -> Option<Seating> {
        let key = format!("seats.{count}");
        let counts = [("2", 2), ("3", 3), ("4", 4)];
        let Some((_, players)) = counts.into_iter().find(|(word, _)| *word == count) else {
            self.refuse(
                &key,
                "games are for 2, 3 or 4 players; write [seats.2], [seats.3] or [seats.4]",
                ("player-count", []),
            );
            return None;
        };
        let walls = &seats.walls;
        let walls = self.limits(
            &format!("{key}.walls"),
            walls.least,
            walls.most,
            walls.usual,
            MOST_WALLS,
        );
        let key = format!("{key}.places");
        if seats.places.len() != players {
            let given = seats.places.len();
            self.refuse(
                &key,
                format!("{given} places for {players} players; name one for each"),
                (
                    "place-count",
                    [
                        ("given", given.to_string()),
                        ("players", players.to_string()),
                    ],
                ),
            );
            return None;
        }
        let mut chosen = Vec::new();
        for name in &seats.places {
            if !raw.places.contains_key(name) {
                self.refuse(
                    &key,
                    format!("there is no [places.{name}]; add it or name another"),
                    ("no-place", [("name", name.clone())]),
                );
            }
            chosen.push(places.get(name)?.clone());
        }
        Some(Seating {
            places: chosen,
            walls,
        })
    }

    fn wall(&mut self, key: &str, text: &str) -> Option<Wall> {
        match Form::Ours.parse_wall(self.grid, text) {
            Ok(wall) => Some(wall),
            Err(error) => {
                self.refuse(
                    key,
                    format!("'{text}' is no wall such as e3h or e3v: {error}"),
                    ("no-wall", [("text", text.to_owned())]),
                );
                None
            }
        }
    }

    fn built(&mut self, words: &[String]) -> Walls {
        let key = "walls.built";
        let mut walls = Walls::default();
        for word in words {
            let Some(wall) = self.wall(key, word) else {
                continue;
            };
            let free = self.grid.free_slots(&walls);
            if !free.along(wall.direction).has(wall.square) {
                self.refuse(
                    key,
                    format!("{word} overlaps or crosses another; remove one"),
                    ("wall-overlaps", [("text", word.clone())]),
                );
            }
            walls = walls.with(wall);
        }
        walls
    }

    fn disabled(&mut self, words: &[String], built: &Walls) -> Walls {
        let key = "walls.disabled";
        let mut walls = Walls::default();
        for word in words {
            let Some(wall) = self.wall(key, word) else {
                continue;
            };
            if built.along(wall.direction).has(wall.square) {
                self.refuse(
                    key,
                    format!("{word} is built and disabled; remove it from one list"),
                    ("wall-both", [("text", word.clone())]),
                );
            }
            walls = walls.with(wall);
        }
        walls
    }

    fn plugin(&mut self, key: &str, name: &str) -> Option<PluginId> {
        let index = self.plugins.iter().position(|(known, _)| known == name);
        let id = index.and_then(PluginId::new);
        if id.is_none() {
            let message = format!("'{name}' is not in [plugins]; add it there with its UUID");
            let why = ("plugin-unnamed", [("name", name.to_owned())]);
            self.refuse(key, message, why);
        }
        id
    }

    fn fields(&mut self, kinds: &BTreeMap<String, Vec<String>>) -> Vec<(Square, PluginId)> {
        let mut fields: Vec<(Square, PluginId)> = Vec::new();
        for (name, squares) in kinds {
            let key = format!("fields.{name}");
            let Some(plugin) = self.plugin(&key, name) else {
                continue;
            };
            for word in squares {
                let Some(square) = self.square(&key, word) else {
                    continue;
                };
                if fields.iter().any(|&(other, _)| other == square) {
                    let why = ("field-twice", [("text", word.clone())]);
                    self.refuse(&key, format!("{word} has a kind already; remove one"), why);
                }
                fields.push((square, plugin));
            }
        }
        fields.sort();
        fields
    }

    fn spells(&mut self, raw: Option<&DraftSpells>) -> SpellChoice {
        let Some(raw) = raw else {
            return SpellChoice::none();
        };
        let list = |reader: &mut Self, key: &str, names: &[String]| -> Vec<PluginId> {
            let ids = names.iter().filter_map(|name| reader.plugin(key, name));
            ids.collect()
        };
        let forced = list(self, "spells.forced", &raw.forced);
        let mut allowed = list(self, "spells.allowed", &raw.allowed);
        allowed.extend(forced.iter().filter(|id| !raw_has(raw, self.plugins, **id)));
        let each = self.limits("spells", raw.least, raw.most, raw.usual, MOST_SPELLS);
        let count = forced.len();
        for (key, number) in [("spells.most", raw.most), ("spells.usual", raw.usual)] {
            if usize::from(number) < count {
                let message =
                    format!("fewer spells than are forced; write at least {count} or force fewer");
                let why = ("fewer-than-forced", [("count", count.to_string())]);
                self.refuse(key, message, why);
                break;
            }
        }
        if raw.most > 0 && allowed.is_empty() {
            self.refuse(
                "spells.allowed",
                "no spell is allowed; name some or set most = 0",
                ("no-spell-allowed", []),
            );
        }
        SpellChoice {
            allowed,
            forced,
            each,
        }
    }
}

fn raw_has(raw: &DraftSpells, plugins: &[(String, String)], id: PluginId) -> bool {
    let name = &plugins[id.index()].0;
    raw.allowed.contains(name)
}

/// Fields must be fields and spells must be spells.
fn check_kinds(raw: &Draft, host: &dyn Host, problems: &mut Vec<Problem>) {
    use ludorum_games::sector66::PluginKind;
    let is_wrong = |name: &str, wanted: PluginKind| {
        let mut plugins = host.plugins().iter();
        plugins.any(|plugin| plugin.name == name && plugin.kind != wanted)
    };
    for name in raw.fields.keys() {
        if is_wrong(name, PluginKind::Field) {
            let message = "this plug-in is a spell, not a field; list it under [spells]";
            let problem = Problem::new(format!("fields.{name}"), message);
            problems.push(problem.why("spell-as-field", []));
        }
    }
    if let Some(spells) = &raw.spells {
        for (key, names) in [("allowed", &spells.allowed), ("forced", &spells.forced)] {
            for name in names
                .iter()
                .filter(|name| is_wrong(name, PluginKind::Spell))
            {
                let message = format!("'{name}' is a field, not a spell; list it under [fields]");
                let why = [("name", name.clone())];
                let problem = Problem::new(format!("spells.{key}"), message);
                problems.push(problem.why("field-as-spell", why));
            }
        }
    }
}
