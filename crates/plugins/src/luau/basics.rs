//! The global environment of plug-ins: no access to the outside, nothing non-deterministic, and
//! nothing that takes more than linear time.

use std::rc::Rc;

use mlua::{ChunkMode, Function, Lua, Table, Value};

use super::meter::{SANDBOX_CHUNK, StepMeter};

/// Names of Luau's basic functions that plug-ins may call.
const BASICS: [&str; 10] = [
    "assert", "error", "ipairs", "select", "tonumber", "type", "typeof", "unpack", "rawequal",
    "rawlen",
];

/// Functions removed from Luau's libraries, by library: slow, memory-hungry or non-deterministic
/// ones.
const REMOVED: [(&str, &[&str]); 3] = [
    (
        "string",
        &[
            "rep", "find", "match", "gmatch", "gsub", "split", "format", "pack", "unpack",
            "packsize",
        ],
    ),
    ("math", &["random", "randomseed", "noise"]),
    ("table", &["create", "foreach", "foreachi", "getn", "move"]),
];

const PAIRS: &str = include_str!("pairs.luau");

/// Creates the read-only table of global variables for the programs of plug-ins.
pub(super) fn environment(lua: &Lua, meter: &Rc<StepMeter>) -> mlua::Result<Table> {
    let globals = lua.globals();
    let basics = lua.create_table()?;
    for name in BASICS {
        basics.raw_set(name, globals.raw_get::<Value>(name)?)?;
    }
    for (library, names) in REMOVED {
        let table: Table = globals.raw_get(library)?;
        for name in names {
            table.raw_set(*name, Value::Nil)?;
        }
        basics.raw_set(library, table)?;
    }
    let tables: Table = globals.raw_get("table")?;
    tables.raw_set("sort", sort(lua, &tables, meter)?)?;
    basics.raw_set("bit32", globals.raw_get::<Value>("bit32")?)?;
    let tostring = lua.create_function(|lua, value: Value| match value {
        // Addresses differ from run to run.
        Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::UserData(_) => {
            lua.create_string(value.type_name()).map(Value::String)
        }
        text @ Value::String(_) => Ok(text),
        simple => lua.create_string(simple.to_string()?).map(Value::String),
    })?;
    basics.raw_set("tostring", tostring)?;
    let pairs = lua
        .load(PAIRS)
        .set_name(format!("={SANDBOX_CHUNK}"))
        .set_mode(ChunkMode::Text)
        .set_environment(basics.clone())
        .call::<Function>(())?;
    basics.raw_set("pairs", pairs)?;
    basics.set_readonly(true);
    Ok(basics)
}

/// Creates a `table.sort` that charges its steps in advance: Luau does not report comparisons, and
/// each may scan two long strings.
fn sort(lua: &Lua, tables: &Table, meter: &Rc<StepMeter>) -> mlua::Result<Function> {
    let luau: Function = tables.raw_get("sort")?;
    let meter = Rc::clone(meter);
    lua.create_function(move |lua, (list, order): (Table, Option<Function>)| {
        let length = list.raw_len();
        let mut longest = 0;
        for value in list.sequence_values::<Value>() {
            if let Value::String(text) = value? {
                longest = longest.max(text.as_bytes().len());
            }
        }
        let comparisons = length.saturating_mul(1 + length.max(1).ilog2() as usize);
        let work = comparisons.saturating_mul(64 + longest) / 4096;
        meter.charge(lua, u32::try_from(work).unwrap_or(u32::MAX))?;
        match order {
            Some(order) => luau.call::<()>((list, order)),
            None => luau.call::<()>(list),
        }
    })
}
