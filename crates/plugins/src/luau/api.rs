//! What a plug-in can call: the functions of `game`. Fields and walls are their text (`"e5"`,
//! `"e3h"`), pawns are numbers from 1, plug-ins are the names they have in the game.

use std::rc::Rc;

use ludorum_core::Seat;
use ludorum_games::quoridor::grid::{Grid, Side};
use ludorum_games::quoridor::{Direction, Form, Square, Wall};
use ludorum_games::sector66::{Denied, Desk, Element, PluginId, SIZE, WallState};
use mlua::{FromLua, FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua, Table, Value};

use super::machine;
use super::meter::Meter;

/// The steps a change of a wall costs, and `is_free` after a change: others may be asked, each with
/// as many steps as anyone.
const FOR_OTHERS: u32 = 50;

const SIDES: [(&str, Side); 4] = [
    ("up", Side::Up),
    ("right", Side::Right),
    ("down", Side::Down),
    ("left", Side::Left),
];

/// The texts of all fields and walls, made once.
pub(super) struct Words {
    grid: Grid,
    fields: Vec<mlua::String>,
    walls: Vec<mlua::String>,
}

fn wall_index(wall: Wall) -> usize {
    wall.square.index() * 2 + usize::from(wall.direction == Direction::Vertical)
}

impl Words {
    pub(super) fn new(lua: &Lua) -> mlua::Result<Words> {
        let grid = Grid::new(SIZE);
        let mut words = Words {
            grid,
            fields: Vec::new(),
            walls: Vec::new(),
        };
        for square in grid.all() {
            words
                .fields
                .push(lua.create_string(print_field(&grid, square))?);
            for direction in [Direction::Horizontal, Direction::Vertical] {
                let wall = Wall { square, direction };
                let text = Form::Ours.print_wall(&grid, wall);
                words.walls.push(lua.create_string(text)?);
            }
        }
        Ok(words)
    }

    pub(super) fn element(&self, element: Element) -> Value {
        match element {
            Element::Field(square) => Value::String(self.fields[square.index()].clone()),
            Element::Wall(wall) => Value::String(self.walls[wall_index(wall)].clone()),
            Element::Pawn(seat) => Value::Integer(seat.index() as i64 + 1),
        }
    }

    fn field(&self, value: &Value) -> mlua::Result<Square> {
        match self.read(value) {
            Some(Element::Field(square)) => Ok(square),
            _ => wrong("a field such as \"e5\"", value),
        }
    }

    fn wall(&self, value: &Value) -> mlua::Result<Wall> {
        match self.read(value) {
            Some(Element::Wall(wall)) => Ok(wall),
            _ => wrong("a wall such as \"e3h\"", value),
        }
    }

    fn pawn(&self, value: &Value, players: usize) -> mlua::Result<Seat> {
        match self.read(value) {
            Some(Element::Pawn(seat)) if seat.index() < players => Ok(seat),
            _ => wrong("the number of a player", value),
        }
    }

    fn any(&self, value: &Value, players: usize) -> mlua::Result<Element> {
        match self.read(value) {
            Some(Element::Pawn(seat)) if seat.index() >= players => {
                wrong("the number of a player", value)
            }
            Some(element) => Ok(element),
            None => wrong("a field, a wall or the number of a player", value),
        }
    }

    fn read(&self, value: &Value) -> Option<Element> {
        match value {
            Value::Integer(number @ 1..=4) => Some(Element::Pawn(Seat::new(*number as usize - 1))),
            Value::Number(number) if [1.0, 2.0, 3.0, 4.0].contains(number) => {
                Some(Element::Pawn(Seat::new(*number as usize - 1)))
            }
            Value::String(text) => {
                let text = text.to_str().ok()?;
                match text.as_bytes() {
                    [column @ b'a'..=b'i', row @ b'1'..=b'9'] => {
                        let column = usize::from(column - b'a');
                        let square = self.grid.square(column, usize::from(row - b'1'));
                        square.map(Element::Field)
                    }
                    [_, _, _] => {
                        let wall = Form::Ours.parse_wall(&self.grid, &text).ok();
                        wall.map(Element::Wall)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn neighbour(&self, field: Square, side: Side) -> Option<Square> {
        let open = self.grid.passages(&Default::default());
        let is_there = self.grid.open(&open, field, side);
        is_there.then(|| self.grid.neighbour(field, side))
    }
}

fn print_field(grid: &Grid, square: Square) -> String {
    let column = char::from(b'a' + grid.column_of(square) as u8);
    format!("{column}{}", grid.row_of(square) + 1)
}

fn wrong<T>(wanted: &str, found: &Value) -> mlua::Result<T> {
    let found = match found {
        Value::String(text) => format!("\"{}\"", text.to_string_lossy()),
        Value::Integer(number) => number.to_string(),
        other => other.type_name().to_owned(),
    };
    Err(mlua::Error::runtime(format!(
        "expected {wanted}, found {found}"
    )))
}

/// A number, or a text that is one.
struct Number(f64);

impl FromLua for Number {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Number> {
        match lua.coerce_number(value.clone())? {
            Some(number) => Ok(Number(number)),
            None => wrong("a number", &value),
        }
    }
}

/// The name of a plug-in in this game.
struct Name(String);

impl FromLua for Name {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Name> {
        match &value {
            Value::String(text) => Ok(Name(text.to_string_lossy())),
            other => wrong("the name of a plug-in", other),
        }
    }
}

fn small(Number(number): Number, what: &str) -> mlua::Result<u8> {
    let is_small = number.fract() == 0.0 && (0.0..=255.0).contains(&number);
    if is_small {
        Ok(number as u8)
    } else {
        Err(mlua::Error::runtime(format!(
            "{what} must be a whole number from 0 to 255, not {number}"
        )))
    }
}

/// The functions of `game`, by name.
pub(super) type Functions = Vec<(String, Function)>;

/// Makes the functions of `game` for plug-ins at this seat.
pub(super) fn functions(
    lua: &Lua,
    seat: &machine::Seat,
    words: &Rc<Words>,
    meter: &Rc<Meter>,
) -> mlua::Result<Functions> {
    let mut game = Builder {
        lua,
        functions: Vec::new(),
        seat,
        words,
        meter,
    };
    look(&mut game)?;
    geometry(&mut game)?;
    change(&mut game)?;
    Ok(game.functions)
}

/// The table a plug-in called `name` is given as `game`.
pub(super) fn game(lua: &Lua, name: &str, functions: &Functions) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.raw_set("name", name)?;
    for (name, function) in functions {
        table.raw_set(name.as_str(), function)?;
    }
    table.set_readonly(true);
    Ok(table)
}

struct Builder<'a> {
    lua: &'a Lua,
    functions: Functions,
    seat: &'a machine::Seat,
    words: &'a Rc<Words>,
    meter: &'a Rc<Meter>,
}

impl Builder<'_> {
    /// Adds a function that works at the desk.
    fn add<A, R>(
        &mut self,
        name: &str,
        work: impl Fn(&mut Desk, &Words, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.add_for(|_| 0, name, work)
    }

    /// Adds a function that costs so many steps more than others.
    fn add_for<A, R>(
        &mut self,
        steps: impl Fn(&Desk) -> u32 + 'static,
        name: &str,
        work: impl Fn(&mut Desk, &Words, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        let seat = Rc::clone(self.seat);
        let words = Rc::clone(self.words);
        let meter = Rc::clone(self.meter);
        let function = self.lua.create_function(move |lua, arguments: A| {
            // The desk is away from its seat meanwhile, for rules that are asked on the way.
            let taken = seat.borrow_mut().take();
            let mut desk = taken.ok_or_else(|| mlua::Error::runtime("nobody may call this now"))?;
            let paid = meter.pay(lua, steps(&desk));
            let result = paid.and_then(|()| work(&mut desk, &words, arguments));
            seat.replace(Some(desk));
            result
        })?;
        self.functions.push((name.to_owned(), function));
        Ok(())
    }
}

fn denied(denied: Denied) -> mlua::Error {
    mlua::Error::runtime(denied.0)
}

fn named(desk: &Desk, name: &str) -> mlua::Result<PluginId> {
    desk.rules()
        .plugin_named(name)
        .ok_or_else(|| mlua::Error::runtime(format!("there is no plug-in '{name}' in this game")))
}

fn name_of(desk: &Desk, id: Option<PluginId>) -> Option<String> {
    id.map(|id| desk.rules().plugin(id).name.clone())
}

/// What can be seen.
fn look(game: &mut Builder<'_>) -> mlua::Result<()> {
    game.add("players", |desk, _, ()| Ok(desk.players()))?;
    game.add("turn", |desk, _, ()| Ok(desk.to_move().index() + 1))?;
    game.add("pawn", |desk, words, player: Value| {
        let seat = words.pawn(&player, desk.players())?;
        Ok(words.element(Element::Field(desk.pawn(seat))))
    })?;
    game.add("pawn_at", |desk, words, field: Value| {
        let field = words.field(&field)?;
        Ok(desk.pawn_on(field).map(|seat| seat.index() + 1))
    })?;
    game.add("walls", |desk, words, player: Value| {
        let seat = words.pawn(&player, desk.players())?;
        Ok(desk.walls_left(seat))
    })?;
    game.add("spells", |desk, words, player: Value| {
        let seat = words.pawn(&player, desk.players())?;
        let spells = desk.spells(seat).into_iter();
        let names: Vec<Option<String>> = spells.map(|id| name_of(desk, Some(id))).collect();
        Ok(names)
    })?;
    game.add("skips", |desk, words, player: Value| {
        let seat = words.pawn(&player, desk.players())?;
        Ok(desk.skips(seat))
    })?;
    game.add("field", |desk, words, field: Value| {
        let field = words.field(&field)?;
        let kind = desk.kind(field);
        Ok(name_of(desk, kind))
    })?;
    game.add("fields", |desk, words, Name(kind): Name| {
        let kind = named(desk, &kind)?;
        let fields = desk.fields_of(kind).into_iter();
        let fields: Vec<Value> = fields
            .map(|one| words.element(Element::Field(one)))
            .collect();
        Ok(fields)
    })?;
    game.add("spell_at", |desk, words, field: Value| {
        let field = words.field(&field)?;
        let spell = desk.spell_on(field);
        Ok(name_of(desk, spell))
    })?;
    game.add("wall", |desk, words, wall: Value| {
        let wall = words.wall(&wall)?;
        Ok(match desk.wall(wall) {
            WallState::Built => "built",
            WallState::Open => "open",
            WallState::Disabled => "disabled",
        })
    })?;
    game.add("is_open", |desk, words, (from, to): (Value, Value)| {
        let (from, to) = (words.field(&from)?, words.field(&to)?);
        Ok(desk.is_open(from, to))
    })?;
    game.add_for(
        |desk| if desk.is_behind() { FOR_OTHERS } else { 0 },
        "is_free",
        |desk, words, (player, field): (Value, Value)| {
            let seat = words.pawn(&player, desk.players())?;
            let field = words.field(&field)?;
            desk.is_free_for(seat, field).map_err(denied)
        },
    )?;
    game.add("is_goal", |desk, words, (player, field): (Value, Value)| {
        let seat = words.pawn(&player, desk.players())?;
        let field = words.field(&field)?;
        Ok(desk.is_goal(seat, field))
    })?;
    game.add(
        "data",
        |desk, words, (element, slot): (Value, Option<Number>)| {
            let element = words.any(&element, desk.players())?;
            let slot = small(slot.unwrap_or(Number(0.0)), "a slot")?;
            Ok(desk.stored(element, slot))
        },
    )
}

/// What is the same on every board.
fn geometry(game: &mut Builder<'_>) -> mlua::Result<()> {
    game.add("neighbour", |_, words, (field, side): (Value, Value)| {
        let field = words.field(&field)?;
        let mut sides = SIDES.into_iter();
        let known = sides.find(|(name, _)| matches!(&side, Value::String(text) if text == name));
        let Some((_, side)) = known else {
            return wrong("\"up\", \"right\", \"down\" or \"left\"", &side);
        };
        let next = words.neighbour(field, side).map(Element::Field);
        Ok(next.map(|next| words.element(next)))
    })?;
    game.add("side", |_, words, (from, to): (Value, Value)| {
        let (from, to) = (words.field(&from)?, words.field(&to)?);
        let mut sides = SIDES.into_iter();
        let found = sides.find(|(_, side)| words.neighbour(from, *side) == Some(to));
        Ok(found.map(|(name, _)| name))
    })?;
    game.add("distance", |_, words, (from, to): (Value, Value)| {
        let (from, to) = (words.field(&from)?, words.field(&to)?);
        let grid = &words.grid;
        let columns = grid.column_of(from).abs_diff(grid.column_of(to));
        let rows = grid.row_of(from).abs_diff(grid.row_of(to));
        Ok((columns.max(rows), columns + rows))
    })?;
    game.add("around", |_, words, field: Value| {
        let field = words.field(&field)?;
        let grid = &words.grid;
        let (column, row) = (grid.column_of(field) as i32, grid.row_of(field) as i32);
        let mut around = Vec::new();
        for (across, up) in [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ] {
            let place = (usize::try_from(column + across), usize::try_from(row + up));
            if let (Ok(column), Ok(row)) = place
                && let Some(square) = grid.square(column, row)
            {
                around.push(words.element(Element::Field(square)));
            }
        }
        Ok(around)
    })
}

/// What can be done.
fn change(game: &mut Builder<'_>) -> mlua::Result<()> {
    game.add("move", |desk, words, (player, field): (Value, Value)| {
        let seat = words.pawn(&player, desk.players())?;
        let field = words.field(&field)?;
        desk.move_pawn(seat, field).map_err(denied)
    })?;
    game.add("swap", |desk, words, (one, other): (Value, Value)| {
        let one = words.pawn(&one, desk.players())?;
        let other = words.pawn(&other, desk.players())?;
        desk.swap_pawns(one, other).map_err(denied)
    })?;
    game.add(
        "set_walls",
        |desk, words, (player, walls): (Value, Number)| {
            let seat = words.pawn(&player, desk.players())?;
            let walls = small(walls, "walls")?;
            desk.set_walls_left(seat, walls).map_err(denied)
        },
    )?;
    game.add(
        "give",
        |desk, words, (player, Name(spell)): (Value, Name)| {
            let seat = words.pawn(&player, desk.players())?;
            let spell = named(desk, &spell)?;
            desk.give_spell(seat, spell).map_err(denied)
        },
    )?;
    game.add(
        "take",
        |desk, words, (player, Name(spell)): (Value, Name)| {
            let seat = words.pawn(&player, desk.players())?;
            let spell = named(desk, &spell)?;
            desk.take_spell(seat, spell).map_err(denied)
        },
    )?;
    game.add(
        "lay",
        |desk, words, (field, spell): (Value, Option<Name>)| {
            let field = words.field(&field)?;
            let spell = spell.map(|Name(name)| named(desk, &name)).transpose()?;
            desk.lay_spell(field, spell).map_err(denied)
        },
    )?;
    game.add(
        "set_field",
        |desk, words, (field, kind): (Value, Option<Name>)| {
            let field = words.field(&field)?;
            let kind = kind.map(|Name(name)| named(desk, &name)).transpose()?;
            desk.set_kind(field, kind).map_err(denied)
        },
    )?;
    for (name, state) in [
        ("build", WallState::Built),
        ("unbuild", WallState::Open),
        ("disable", WallState::Disabled),
    ] {
        game.add_for(
            |_| FOR_OTHERS,
            name,
            move |desk, words, wall: Value| {
                let wall = words.wall(&wall)?;
                desk.set_wall(wall, state).map_err(denied)
            },
        )?;
    }
    game.add("again", |desk, _, turns: Option<Number>| {
        let turns = small(turns.unwrap_or(Number(1.0)), "turns")?;
        desk.add_turns(turns).map_err(denied)
    })?;
    game.add(
        "skip",
        |desk, words, (player, turns): (Value, Option<Number>)| {
            let seat = words.pawn(&player, desk.players())?;
            let turns = small(turns.unwrap_or(Number(1.0)), "turns")?;
            desk.set_skips(seat, turns).map_err(denied)
        },
    )?;
    game.add(
        "store",
        |desk, words, (element, value, slot): (Value, Option<Number>, Option<Number>)| {
            let element = words.any(&element, desk.players())?;
            let slot = small(slot.unwrap_or(Number(0.0)), "a slot")?;
            let value = value.map(whole).transpose()?;
            desk.store(element, slot, value).map_err(denied)
        },
    )?;
    game.add("random", |desk, _, sides: Number| {
        let sides = small(sides, "sides")?;
        desk.random(sides).map_err(denied)
    })
}

fn whole(Number(number): Number) -> mlua::Result<i32> {
    let is_whole = number.fract() == 0.0 && number.abs() < f64::from(i32::MAX);
    if is_whole {
        Ok(number as i32)
    } else {
        Err(mlua::Error::runtime("only whole numbers can be stored"))
    }
}

/// Words the machine has no text of yet.
impl machine::Machine {
    pub(super) fn string(&self, text: &str) -> Option<Value> {
        self.lua()
            .create_string(text)
            .ok()?
            .into_lua(self.lua())
            .ok()
    }
}
