//! The API of plug-ins: the functions of `game`. Fields and walls are text (`"e5"`, `"e3h"`), pawns
//! are numbers from 1, plug-ins are their names in the game.

use std::rc::Rc;

use ludorum_core::Seat;
use ludorum_games::quoridor::grid::{SquareGrid, SquareSide};
use ludorum_games::quoridor::{Square, Wall, WallNotation, WallOrientation};
use ludorum_games::sector66::{
    BoardElement, EffectContext, PluginActionDenied, PluginId, SIZE, WallState,
};
use mlua::{FromLua, FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua, Table, Value};

use super::meter::StepMeter;
use super::vm::{ContextSlot, LuauVm};

/// Extra steps charged to a plug-in for changing a wall, and for `is_free` with an outdated step
/// map: both may evaluate rules of other plug-ins, each with its own step limit.
const NESTED_RULES_COST: u32 = 50;

const SIDES: [(&str, SquareSide); 4] = [
    ("up", SquareSide::Up),
    ("right", SquareSide::Right),
    ("down", SquareSide::Down),
    ("left", SquareSide::Left),
];

/// Luau strings with the names of all fields and walls, created once per VM.
pub(super) struct LuauElementStrings {
    grid: SquareGrid,
    fields: Vec<mlua::String>,
    walls: Vec<mlua::String>,
}

fn wall_index(wall: Wall) -> usize {
    wall.square.index() * 2 + usize::from(wall.direction == WallOrientation::Vertical)
}

impl LuauElementStrings {
    pub(super) fn new(lua: &Lua) -> mlua::Result<LuauElementStrings> {
        let grid = SquareGrid::new(SIZE);
        let mut literals = LuauElementStrings {
            grid,
            fields: Vec::new(),
            walls: Vec::new(),
        };
        for square in grid.all() {
            literals
                .fields
                .push(lua.create_string(print_field(&grid, square))?);
            for direction in [WallOrientation::Horizontal, WallOrientation::Vertical] {
                let wall = Wall { square, direction };
                let text = WallNotation::Ours.print_wall(&grid, wall);
                literals.walls.push(lua.create_string(text)?);
            }
        }
        Ok(literals)
    }

    pub(super) fn element(&self, element: BoardElement) -> Value {
        match element {
            BoardElement::Field(square) => Value::String(self.fields[square.index()].clone()),
            BoardElement::Wall(wall) => Value::String(self.walls[wall_index(wall)].clone()),
            BoardElement::Pawn(seat) => Value::Integer(seat.index() as i64 + 1),
        }
    }

    fn field(&self, value: &Value) -> mlua::Result<Square> {
        match self.read(value) {
            Some(BoardElement::Field(square)) => Ok(square),
            _ => type_error("a field such as \"e5\"", value),
        }
    }

    fn wall(&self, value: &Value) -> mlua::Result<Wall> {
        match self.read(value) {
            Some(BoardElement::Wall(wall)) => Ok(wall),
            _ => type_error("a wall such as \"e3h\"", value),
        }
    }

    fn pawn(&self, value: &Value, players: usize) -> mlua::Result<Seat> {
        match self.read(value) {
            Some(BoardElement::Pawn(seat)) if seat.index() < players => Ok(seat),
            _ => type_error("the number of a player", value),
        }
    }

    fn any(&self, value: &Value, players: usize) -> mlua::Result<BoardElement> {
        match self.read(value) {
            Some(BoardElement::Pawn(seat)) if seat.index() >= players => {
                type_error("the number of a player", value)
            }
            Some(element) => Ok(element),
            None => type_error("a field, a wall or the number of a player", value),
        }
    }

    fn read(&self, value: &Value) -> Option<BoardElement> {
        match value {
            Value::Integer(number @ 1..=4) => {
                Some(BoardElement::Pawn(Seat::new(*number as usize - 1)))
            }
            Value::Number(number) if [1.0, 2.0, 3.0, 4.0].contains(number) => {
                Some(BoardElement::Pawn(Seat::new(*number as usize - 1)))
            }
            Value::String(text) => {
                let text = text.to_str().ok()?;
                match text.as_bytes() {
                    [column @ b'a'..=b'i', row @ b'1'..=b'9'] => {
                        let column = usize::from(column - b'a');
                        let square = self.grid.square(column, usize::from(row - b'1'));
                        square.map(BoardElement::Field)
                    }
                    [_, _, _] => {
                        let wall = WallNotation::Ours.parse_wall(&self.grid, &text).ok();
                        wall.map(BoardElement::Wall)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn neighbour(&self, field: Square, side: SquareSide) -> Option<Square> {
        let open = self.grid.passages(&Default::default());
        let is_there = self.grid.open(&open, field, side);
        is_there.then(|| self.grid.neighbour(field, side))
    }
}

fn print_field(grid: &SquareGrid, square: Square) -> String {
    let column = char::from(b'a' + grid.column_of(square) as u8);
    format!("{column}{}", grid.row_of(square) + 1)
}

fn type_error<T>(wanted: &str, found: &Value) -> mlua::Result<T> {
    let found = match found {
        Value::String(text) => format!("\"{}\"", text.to_string_lossy()),
        Value::Integer(number) => number.to_string(),
        other => other.type_name().to_owned(),
    };
    Err(mlua::Error::runtime(format!(
        "expected {wanted}, found {found}"
    )))
}

/// Argument of an API function that is a number or a numeric string.
struct LuaNumber(f64);

impl FromLua for LuaNumber {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<LuaNumber> {
        match lua.coerce_number(value.clone())? {
            Some(number) => Ok(LuaNumber(number)),
            None => type_error("a number", &value),
        }
    }
}

/// Argument of an API function that is the name of a plug-in in this game.
struct PluginName(String);

impl FromLua for PluginName {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<PluginName> {
        match &value {
            Value::String(text) => Ok(PluginName(text.to_string_lossy())),
            other => type_error("the name of a plug-in", other),
        }
    }
}

fn to_u8(LuaNumber(number): LuaNumber, what: &str) -> mlua::Result<u8> {
    let is_small = number.fract() == 0.0 && (0.0..=255.0).contains(&number);
    if is_small {
        Ok(number as u8)
    } else {
        Err(mlua::Error::runtime(format!(
            "{what} must be a whole number from 0 to 255, not {number}"
        )))
    }
}

/// Functions of the Luau table `game`, the API of plug-ins, by name.
pub(super) type ApiFunctions = Vec<(String, Function)>;

/// Creates the functions of the Luau table `game`, which act on the effect context in `slot`.
pub(super) fn functions(
    lua: &Lua,
    slot: &ContextSlot,
    literals: &Rc<LuauElementStrings>,
    meter: &Rc<StepMeter>,
) -> mlua::Result<ApiFunctions> {
    let mut game = ApiBuilder {
        lua,
        functions: Vec::new(),
        slot,
        literals,
        meter,
    };
    add_queries(&mut game)?;
    add_geometry(&mut game)?;
    add_effects(&mut game)?;
    Ok(game.functions)
}

/// Creates the read-only Luau table `game` that the hooks of the plug-in `name` get as an argument.
pub(super) fn game(lua: &Lua, name: &str, functions: &ApiFunctions) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.raw_set("name", name)?;
    for (name, function) in functions {
        table.raw_set(name.as_str(), function)?;
    }
    table.set_readonly(true);
    Ok(table)
}

struct ApiBuilder<'a> {
    lua: &'a Lua,
    functions: ApiFunctions,
    slot: &'a ContextSlot,
    literals: &'a Rc<LuauElementStrings>,
    meter: &'a Rc<StepMeter>,
}

impl ApiBuilder<'_> {
    /// Adds an API function that acts on the effect context and costs no extra steps.
    fn add<A, R>(
        &mut self,
        name: &str,
        work: impl Fn(&mut EffectContext, &LuauElementStrings, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.add_for(|_| 0, name, work)
    }

    /// Adds an API function that acts on the effect context and costs `steps` extra steps.
    fn add_for<A, R>(
        &mut self,
        steps: impl Fn(&EffectContext) -> u32 + 'static,
        name: &str,
        work: impl Fn(&mut EffectContext, &LuauElementStrings, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        let slot = Rc::clone(self.slot);
        let literals = Rc::clone(self.literals);
        let meter = Rc::clone(self.meter);
        let function = self.lua.create_function(move |lua, arguments: A| {
            // The slot is empty meanwhile, for rules evaluated inside.
            let taken = slot.borrow_mut().take();
            let mut ctx = taken.ok_or_else(|| mlua::Error::runtime("this cannot be called now"))?;
            let charged = meter.charge(lua, steps(&ctx));
            let result = charged.and_then(|()| work(&mut ctx, &literals, arguments));
            slot.replace(Some(ctx));
            result
        })?;
        self.functions.push((name.to_owned(), function));
        Ok(())
    }
}

fn denied_error(denied: PluginActionDenied) -> mlua::Error {
    mlua::Error::runtime(denied.0)
}

fn plugin_named(ctx: &EffectContext, name: &str) -> mlua::Result<PluginId> {
    ctx.rules()
        .plugin_named(name)
        .ok_or_else(|| mlua::Error::runtime(format!("there is no plug-in '{name}' in this game")))
}

fn name_of(ctx: &EffectContext, id: Option<PluginId>) -> Option<String> {
    id.map(|id| ctx.rules().plugin(id).name.clone())
}

/// Adds the API functions that read the state of the game.
fn add_queries(game: &mut ApiBuilder<'_>) -> mlua::Result<()> {
    game.add("players", |ctx, _, ()| Ok(ctx.players()))?;
    game.add("turn", |ctx, _, ()| Ok(ctx.to_move().index() + 1))?;
    game.add("pawn", |ctx, literals, player: Value| {
        let seat = literals.pawn(&player, ctx.players())?;
        Ok(literals.element(BoardElement::Field(ctx.pawn(seat))))
    })?;
    game.add("pawn_at", |ctx, literals, field: Value| {
        let field = literals.field(&field)?;
        Ok(ctx.pawn_on(field).map(|seat| seat.index() + 1))
    })?;
    game.add("walls", |ctx, literals, player: Value| {
        let seat = literals.pawn(&player, ctx.players())?;
        Ok(ctx.walls_left(seat))
    })?;
    game.add("spells", |ctx, literals, player: Value| {
        let seat = literals.pawn(&player, ctx.players())?;
        let spells = ctx.spells(seat).into_iter();
        let names: Vec<Option<String>> = spells.map(|id| name_of(ctx, Some(id))).collect();
        Ok(names)
    })?;
    game.add("skips", |ctx, literals, player: Value| {
        let seat = literals.pawn(&player, ctx.players())?;
        Ok(ctx.skips(seat))
    })?;
    game.add("field", |ctx, literals, field: Value| {
        let field = literals.field(&field)?;
        let kind = ctx.kind(field);
        Ok(name_of(ctx, kind))
    })?;
    game.add("fields", |ctx, literals, PluginName(kind): PluginName| {
        let kind = plugin_named(ctx, &kind)?;
        let fields = ctx.fields_of(kind).into_iter();
        let fields: Vec<Value> = fields
            .map(|one| literals.element(BoardElement::Field(one)))
            .collect();
        Ok(fields)
    })?;
    game.add("spell_at", |ctx, literals, field: Value| {
        let field = literals.field(&field)?;
        let spell = ctx.spell_on(field);
        Ok(name_of(ctx, spell))
    })?;
    game.add("wall", |ctx, literals, wall: Value| {
        let wall = literals.wall(&wall)?;
        Ok(match ctx.wall(wall) {
            WallState::Built => "built",
            WallState::Open => "open",
            WallState::Disabled => "disabled",
        })
    })?;
    game.add("is_open", |ctx, literals, (from, to): (Value, Value)| {
        let (from, to) = (literals.field(&from)?, literals.field(&to)?);
        Ok(ctx.is_open(from, to))
    })?;
    game.add_for(
        |ctx| {
            if ctx.step_map_is_stale() {
                NESTED_RULES_COST
            } else {
                0
            }
        },
        "is_free",
        |ctx, literals, (player, field): (Value, Value)| {
            let seat = literals.pawn(&player, ctx.players())?;
            let field = literals.field(&field)?;
            ctx.is_free_for(seat, field).map_err(denied_error)
        },
    )?;
    game.add(
        "is_goal",
        |ctx, literals, (player, field): (Value, Value)| {
            let seat = literals.pawn(&player, ctx.players())?;
            let field = literals.field(&field)?;
            Ok(ctx.is_goal(seat, field))
        },
    )?;
    game.add(
        "data",
        |ctx, literals, (element, slot): (Value, Option<LuaNumber>)| {
            let element = literals.any(&element, ctx.players())?;
            let slot = to_u8(slot.unwrap_or(LuaNumber(0.0)), "a slot")?;
            Ok(ctx.stored(element, slot))
        },
    )
}

/// Adds the API functions about the geometry of the board.
fn add_geometry(game: &mut ApiBuilder<'_>) -> mlua::Result<()> {
    game.add("neighbour", |_, literals, (field, side): (Value, Value)| {
        let field = literals.field(&field)?;
        let mut sides = SIDES.into_iter();
        let known = sides.find(|(name, _)| matches!(&side, Value::String(text) if text == name));
        let Some((_, side)) = known else {
            return type_error("\"up\", \"right\", \"down\" or \"left\"", &side);
        };
        let next = literals.neighbour(field, side).map(BoardElement::Field);
        Ok(next.map(|next| literals.element(next)))
    })?;
    game.add("side", |_, literals, (from, to): (Value, Value)| {
        let (from, to) = (literals.field(&from)?, literals.field(&to)?);
        let mut sides = SIDES.into_iter();
        let found = sides.find(|(_, side)| literals.neighbour(from, *side) == Some(to));
        Ok(found.map(|(name, _)| name))
    })?;
    game.add("distance", |_, literals, (from, to): (Value, Value)| {
        let (from, to) = (literals.field(&from)?, literals.field(&to)?);
        let grid = &literals.grid;
        let columns = grid.column_of(from).abs_diff(grid.column_of(to));
        let rows = grid.row_of(from).abs_diff(grid.row_of(to));
        Ok((columns.max(rows), columns + rows))
    })?;
    game.add("around", |_, literals, field: Value| {
        let field = literals.field(&field)?;
        let grid = &literals.grid;
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
                around.push(literals.element(BoardElement::Field(square)));
            }
        }
        Ok(around)
    })
}

/// Adds the API functions that change the state of the game.
fn add_effects(game: &mut ApiBuilder<'_>) -> mlua::Result<()> {
    game.add("move", |ctx, literals, (player, field): (Value, Value)| {
        let seat = literals.pawn(&player, ctx.players())?;
        let field = literals.field(&field)?;
        ctx.move_pawn(seat, field).map_err(denied_error)
    })?;
    game.add("swap", |ctx, literals, (one, other): (Value, Value)| {
        let one = literals.pawn(&one, ctx.players())?;
        let other = literals.pawn(&other, ctx.players())?;
        ctx.swap_pawns(one, other).map_err(denied_error)
    })?;
    game.add(
        "set_walls",
        |ctx, literals, (player, walls): (Value, LuaNumber)| {
            let seat = literals.pawn(&player, ctx.players())?;
            let walls = to_u8(walls, "walls")?;
            ctx.set_walls_left(seat, walls).map_err(denied_error)
        },
    )?;
    game.add(
        "give",
        |ctx, literals, (player, PluginName(spell)): (Value, PluginName)| {
            let seat = literals.pawn(&player, ctx.players())?;
            let spell = plugin_named(ctx, &spell)?;
            ctx.give_spell(seat, spell).map_err(denied_error)
        },
    )?;
    game.add(
        "take",
        |ctx, literals, (player, PluginName(spell)): (Value, PluginName)| {
            let seat = literals.pawn(&player, ctx.players())?;
            let spell = plugin_named(ctx, &spell)?;
            ctx.take_spell(seat, spell).map_err(denied_error)
        },
    )?;
    game.add(
        "lay",
        |ctx, literals, (field, spell): (Value, Option<PluginName>)| {
            let field = literals.field(&field)?;
            let spell = spell
                .map(|PluginName(name)| plugin_named(ctx, &name))
                .transpose()?;
            ctx.lay_spell(field, spell).map_err(denied_error)
        },
    )?;
    game.add(
        "set_field",
        |ctx, literals, (field, kind): (Value, Option<PluginName>)| {
            let field = literals.field(&field)?;
            let kind = kind
                .map(|PluginName(name)| plugin_named(ctx, &name))
                .transpose()?;
            ctx.set_kind(field, kind).map_err(denied_error)
        },
    )?;
    for (name, state) in [
        ("build", WallState::Built),
        ("unbuild", WallState::Open),
        ("disable", WallState::Disabled),
    ] {
        game.add_for(
            |_| NESTED_RULES_COST,
            name,
            move |ctx, literals, wall: Value| {
                let wall = literals.wall(&wall)?;
                ctx.set_wall(wall, state).map_err(denied_error)
            },
        )?;
    }
    game.add("again", |ctx, _, turns: Option<LuaNumber>| {
        let turns = to_u8(turns.unwrap_or(LuaNumber(1.0)), "turns")?;
        ctx.add_turns(turns).map_err(denied_error)
    })?;
    game.add(
        "skip",
        |ctx, literals, (player, turns): (Value, Option<LuaNumber>)| {
            let seat = literals.pawn(&player, ctx.players())?;
            let turns = to_u8(turns.unwrap_or(LuaNumber(1.0)), "turns")?;
            ctx.set_skips(seat, turns).map_err(denied_error)
        },
    )?;
    game.add(
        "store",
        |ctx, literals, (element, value, slot): (Value, Option<LuaNumber>, Option<LuaNumber>)| {
            let element = literals.any(&element, ctx.players())?;
            let slot = to_u8(slot.unwrap_or(LuaNumber(0.0)), "a slot")?;
            let value = value.map(to_i32).transpose()?;
            ctx.store(element, slot, value).map_err(denied_error)
        },
    )?;
    game.add("random", |ctx, _, sides: LuaNumber| {
        let sides = to_u8(sides, "sides")?;
        ctx.random(sides).map_err(denied_error)
    })
}

fn to_i32(LuaNumber(number): LuaNumber) -> mlua::Result<i32> {
    let is_whole = number.fract() == 0.0 && number.abs() < f64::from(i32::MAX);
    if is_whole {
        Ok(number as i32)
    } else {
        Err(mlua::Error::runtime("only whole numbers can be stored"))
    }
}

impl LuauVm {
    /// Creates a Luau string; `None` if that fails.
    pub(super) fn string(&self, text: &str) -> Option<Value> {
        self.lua()
            .create_string(text)
            .ok()?
            .into_lua(self.lua())
            .ok()
    }
}
