//! Reads and checks templates, which are TOML files; `docs/sector66.md` describes the format.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::file_errors::{ContentFileError, LocatedProblem, TomlSource};
use crate::template_toml::{BoardTemplateSeatsToml, BoardTemplateToml, GoalToml, SpellsToml};
use ludorum_games::quoridor::grid::{SquareGrid, WallSet};
use ludorum_games::quoridor::{Square, SquareSet, Wall, WallNotation};
use ludorum_games::sector66::{
    BoardTemplate, BoardTemplateProblem, CountRange, PlayerCountSetup, PluginHost, PluginId, SIZE,
    SpellPool, StartAndGoal,
};

/// Text of a new board template, for authors to fill in.
pub const TEMPLATE_SKELETON: &str = include_str!("skeletons/template.toml");

/// Largest number of walls per player that a template may allow.
const MOST_WALLS: u8 = 60;

/// Largest number of spells per player that a template may allow.
const MOST_SPELLS: u8 = 6;

/// Checked board template with its loaded plug-ins.
pub struct LoadedBoardTemplate {
    /// Checked board template.
    pub template: BoardTemplate,
    /// Names and UUIDs of the template's plug-ins, in the order of their ids.
    pub plugins: Vec<(String, String)>,
    /// Host that runs the plug-ins; `None` if the template uses no plug-ins.
    pub host: Option<Arc<dyn PluginHost>>,
}

/// Callback that loads plug-ins, given as pairs of name and UUID; errors carry the key of the
/// plug-in.
type LoadPlugins<'a> =
    dyn Fn(&[(String, String)]) -> Result<Arc<dyn PluginHost>, Vec<BoardTemplateProblem>> + 'a;

/// Parses the text of a board template, loads its plug-ins with `load` and checks both.
pub(crate) fn read(
    file: &str,
    text: &str,
    hash: &str,
    load: &LoadPlugins<'_>,
) -> Result<LoadedBoardTemplate, ContentFileError> {
    let source = TomlSource::of(text);
    let file_error = |mut problems: Vec<LocatedProblem>| {
        problems.sort_by_key(|problem| problem.line);
        ContentFileError {
            file: file.to_owned(),
            problems,
        }
    };
    let raw = BoardTemplateToml::read(text).map_err(file_error)?;
    let locate = |problem: BoardTemplateProblem| LocatedProblem {
        why: problem.code,
        ..source.problem(&problem.key, problem.message)
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
        return Err(file_error(problems.into_iter().map(locate).collect()));
    }
    Ok(LoadedBoardTemplate {
        template,
        plugins,
        host,
    })
}

/// True if no plug-in may have this name, because move notation would be ambiguous.
pub(crate) fn is_reserved(name: &str) -> bool {
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
    raw: &BoardTemplateToml,
    plugins: &[(String, String)],
    hash: &str,
    problems: &mut Vec<BoardTemplateProblem>,
) -> BoardTemplate {
    let grid = SquareGrid::new(SIZE);
    for (key, text) in [("name", &raw.name), ("description", &raw.description)] {
        if text.trim().is_empty() {
            let message = "is empty; write what people should read";
            problems.push(BoardTemplateProblem::new(key, message).with_code("empty", []));
        }
    }
    if raw.name.contains(char::is_control) {
        let message =
            "must be one line of text, as it stands in records; write name = \"My board\"";
        problems.push(BoardTemplateProblem::new("name", message).with_code("one-line", []));
    }
    for (index, (name, uuid)) in plugins.iter().enumerate() {
        let mut before = plugins[..index].iter();
        if let Some((other, _)) = before.find(|(_, known)| known == uuid) {
            let message = format!("is the plug-in {other} by another name; keep one of them");
            let why = [("other", other.clone())];
            problems.push(
                BoardTemplateProblem::new(format!("plugins.{name}"), message)
                    .with_code("plugin-twice", why),
            );
        }
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_word) {
            problems.push(
                BoardTemplateProblem::new(
                    format!("plugins.{name}"),
                    "names of plug-ins are lower case letters, digits and hyphens",
                )
                .with_code("plugin-name", []),
            );
        } else if is_reserved(name) {
            problems.push(
                BoardTemplateProblem::new(
                    format!("plugins.{name}"),
                    format!(
                        "'{name}' reads as a move or a place on the board; choose another name"
                    ),
                )
                .with_code("plugin-taken", [("name", name.clone())]),
            );
        }
    }
    let mut resolver = BoardTemplateParser {
        grid: &grid,
        plugins,
        problems,
    };
    let mut places = BTreeMap::new();
    for (name, place) in &raw.places {
        let start = resolver.square(&format!("places.{name}.start"), &place.start);
        let goal = resolver.target(&format!("places.{name}.target"), &place.target);
        if let (Some(start), Some(goal)) = (start, goal) {
            let name = name.clone();
            places.insert(name.clone(), StartAndGoal { name, start, goal });
        }
    }
    let seatings = raw
        .seats
        .iter()
        .filter_map(|(count, seats)| resolver.seating(count, seats, raw, &places))
        .collect();
    if raw.seats.is_empty() {
        let message = "no number of players is allowed; add [seats.2] with places and walls";
        let problem = BoardTemplateProblem::new("seats", message).with_code("no-seats", []);
        resolver.problems.push(problem);
    }
    let built = resolver.built(&raw.walls.built);
    let disabled = resolver.disabled(&raw.walls.disabled, &built);
    let fields = resolver.fields(&raw.fields);
    let spells = resolver.spells(raw.spells.as_ref());
    BoardTemplate {
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

/// Converter of the texts in a template file to fields and walls, which also collects errors.
struct BoardTemplateParser<'a> {
    grid: &'a SquareGrid,
    plugins: &'a [(String, String)],
    problems: &'a mut Vec<BoardTemplateProblem>,
}

impl BoardTemplateParser<'_> {
    fn report<const N: usize>(
        &mut self,
        key: &str,
        message: impl Into<String>,
        (word, details): (&'static str, [(&'static str, String); N]),
    ) {
        let problem = BoardTemplateProblem::new(key, message).with_code(word, details);
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
            self.report(
                key,
                format!("'{text}' is not a field; fields are a1 to i9"),
                why,
            );
        }
        square
    }

    fn target(&mut self, key: &str, target: &GoalToml) -> Option<SquareSet> {
        let words = match target {
            GoalToml::One(word) => std::slice::from_ref(word),
            GoalToml::Many(words) => words,
        };
        let mut goal = SquareSet::NONE;
        for word in words {
            goal |= match word.split_once(' ') {
                Some(("row", row)) => match row.as_bytes() {
                    [row @ b'1'..=b'9'] => self.grid.row(usize::from(row - b'1')),
                    _ => {
                        let why = ("no-row", [("text", word.clone())]);
                        self.report(
                            key,
                            format!("'{word}' is not a row; rows are 1 to {SIZE}"),
                            why,
                        );
                        return None;
                    }
                },
                Some(("column", column)) => match column.as_bytes() {
                    [column @ b'a'..=b'i'] => self.grid.column(usize::from(column - b'a')),
                    _ => {
                        let why = ("no-column", [("text", word.clone())]);
                        self.report(
                            key,
                            format!("'{word}' is not a column; columns are a to i"),
                            why,
                        );
                        return None;
                    }
                },
                _ => self.square(key, word)?.set(),
            };
        }
        if goal.is_empty() {
            self.report(
                key,
                "has no fields; write \"row 9\", \"column i\", \"e5\" or a list",
                ("no-target", []),
            );
            return None;
        }
        Some(goal)
    }

    fn limits(&mut self, key: &str, least: u8, most: u8, usual: u8, top: u8) -> CountRange {
        if !(least <= usual && usual <= most && most <= top) {
            let message = format!("must be in order: 0 to least to usual to most to {top}");
            self.report(key, message, ("limits", [("most", top.to_string())]));
        }
        CountRange {
            min: least,
            max: most,
            default: usual,
        }
    }

    fn seating(
        &mut self,
        count: &str,
        seats: &BoardTemplateSeatsToml,
        raw: &BoardTemplateToml,
        places: &BTreeMap<String, StartAndGoal>,
    ) -> Option<PlayerCountSetup> {
        let key = format!("seats.{count}");
        let counts = [("2", 2), ("3", 3), ("4", 4)];
        let Some((_, players)) = counts.into_iter().find(|(word, _)| *word == count) else {
            self.report(
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
            self.report(
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
                self.report(
                    &key,
                    format!("there is no [places.{name}]; add it or name another"),
                    ("no-place", [("name", name.clone())]),
                );
            }
            chosen.push(places.get(name)?.clone());
        }
        Some(PlayerCountSetup {
            places: chosen,
            walls,
        })
    }

    fn wall(&mut self, key: &str, text: &str) -> Option<Wall> {
        match WallNotation::Ours.parse_wall(self.grid, text) {
            Ok(wall) => Some(wall),
            Err(error) => {
                self.report(
                    key,
                    format!("'{text}' is not a wall such as e3h or e3v: {error}"),
                    ("no-wall", [("text", text.to_owned())]),
                );
                None
            }
        }
    }

    fn built(&mut self, words: &[String]) -> WallSet {
        let key = "walls.built";
        let mut walls = WallSet::default();
        for word in words {
            let Some(wall) = self.wall(key, word) else {
                continue;
            };
            let free = self.grid.free_slots(&walls);
            if !free.along(wall.direction).has(wall.square) {
                self.report(
                    key,
                    format!("{word} overlaps or crosses another; remove one"),
                    ("wall-overlaps", [("text", word.clone())]),
                );
            }
            walls = walls.with(wall);
        }
        walls
    }

    fn disabled(&mut self, words: &[String], built: &WallSet) -> WallSet {
        let key = "walls.disabled";
        let mut walls = WallSet::default();
        for word in words {
            let Some(wall) = self.wall(key, word) else {
                continue;
            };
            if built.along(wall.direction).has(wall.square) {
                self.report(
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
            self.report(key, message, why);
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
                    self.report(&key, format!("{word} has a kind already; remove one"), why);
                }
                fields.push((square, plugin));
            }
        }
        fields.sort();
        fields
    }

    fn spells(&mut self, raw: Option<&SpellsToml>) -> SpellPool {
        let Some(raw) = raw else {
            return SpellPool::none();
        };
        let list = |resolver: &mut Self, key: &str, names: &[String]| -> Vec<PluginId> {
            let ids = names.iter().filter_map(|name| resolver.plugin(key, name));
            ids.collect()
        };
        let forced = list(self, "spells.forced", &raw.forced);
        let mut allowed = list(self, "spells.allowed", &raw.allowed);
        allowed.extend(
            forced
                .iter()
                .filter(|id| !is_allowed(raw, self.plugins, **id)),
        );
        let each = self.limits("spells", raw.least, raw.most, raw.usual, MOST_SPELLS);
        let count = forced.len();
        for (key, number) in [("spells.most", raw.most), ("spells.usual", raw.usual)] {
            if usize::from(number) < count {
                let message =
                    format!("fewer spells than are forced; write at least {count} or force fewer");
                let why = ("fewer-than-forced", [("count", count.to_string())]);
                self.report(key, message, why);
                break;
            }
        }
        if raw.most > 0 && allowed.is_empty() {
            self.report(
                "spells.allowed",
                "no spell is allowed; name some or set most = 0",
                ("no-spell-allowed", []),
            );
        }
        SpellPool {
            allowed,
            forced,
            each,
        }
    }
}

fn is_allowed(raw: &SpellsToml, plugins: &[(String, String)], id: PluginId) -> bool {
    let name = &plugins[id.index()].0;
    raw.allowed.contains(name)
}

/// Checks that a template's fields name field plug-ins and its spells name spell plug-ins.
fn check_kinds(
    raw: &BoardTemplateToml,
    host: &dyn PluginHost,
    problems: &mut Vec<BoardTemplateProblem>,
) {
    use ludorum_games::sector66::PluginKind;
    let is_wrong = |name: &str, wanted: PluginKind| {
        let mut plugins = host.plugins().iter();
        plugins.any(|plugin| plugin.name == name && plugin.kind != wanted)
    };
    for name in raw.fields.keys() {
        if is_wrong(name, PluginKind::Field) {
            let message = "this plug-in is a spell, not a field; list it under [spells]";
            let problem = BoardTemplateProblem::new(format!("fields.{name}"), message);
            problems.push(problem.with_code("spell-as-field", []));
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
                let problem = BoardTemplateProblem::new(format!("spells.{key}"), message);
                problems.push(problem.with_code("field-as-spell", why));
            }
        }
    }
}
