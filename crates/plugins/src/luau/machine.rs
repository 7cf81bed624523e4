//! One Luau machine with the plug-ins of one game, its limits, and what is taken out of it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ludorum_games::sector66::{Desk, Fault};
use mlua::{ChunkMode, Function, Lua, LuaOptions, StdLib, Table, Value, VmState};

use super::api;
use crate::library::Package;

/// Calls and turns of loops a plug-in has for one call.
const MOST_STEPS: u32 = 10_000;

/// Functions that can be in the middle of calls of each other.
const DEEPEST: usize = 150;

/// A program is looked at more closely once in so many steps.
const LOOK: u32 = 4;

/// Memory for plug-ins, in bytes.
const MOST_MEMORY: usize = 1 << 20;

/// Items or characters a function of a library goes through for the price of one step.
const FOR_A_STEP: usize = 32;

/// What is left of the basic functions.
const BASICS: [&str; 10] = [
    "assert", "error", "ipairs", "select", "tonumber", "type", "typeof", "unpack", "rawequal",
    "rawlen",
];

/// Functions that take long, take much, or differ from run to run, by library.
const REMOVED: [(&str, &[&str]); 3] = [
    (
        "string",
        &[
            "rep", "find", "match", "gmatch", "gsub", "format", "pack", "unpack", "packsize",
        ],
    ),
    ("math", &["random", "randomseed", "noise"]),
    ("table", &["create", "foreach", "foreachi", "getn", "move"]),
];

/// The desk a plug-in sits at while it is called.
pub(super) type Seat = Rc<RefCell<Option<Desk>>>;

/// A machine.
pub(super) struct Machine {
    lua: Lua,
    seat: Seat,
    steps: Rc<Cell<u32>>,
    /// The memory it takes before anything is called.
    empty: usize,
    /// Where the program was when it was last looked at.
    line: Rc<Cell<Option<usize>>>,
    depth: Cell<u32>,
    /// The programs, with the `game` each is given.
    programs: Vec<(Function, Table)>,
    pub(super) words: Rc<api::Words>,
}

impl Machine {
    pub(super) fn new(packages: &[(String, Package)]) -> Result<Machine, Fault> {
        let fault = |plugin: &str, error: &mlua::Error| Fault {
            plugin: plugin.to_owned(),
            message: told(plugin, error, None),
        };
        let libraries = StdLib::STRING | StdLib::TABLE | StdLib::MATH | StdLib::BIT;
        let lua =
            Lua::new_with(libraries, LuaOptions::new()).map_err(|error| fault("-", &error))?;
        let seat = Seat::default();
        let steps = Rc::new(Cell::new(0));
        let line = Rc::new(Cell::new(None));
        let words = api::Words::new(&lua).map_err(|error| fault("-", &error))?;
        let words = Rc::new(words);
        let open = || -> mlua::Result<Table> {
            let basics = environment(&lua, &steps)?;
            lua.sandbox(true)?;
            let (left, line) = (Rc::clone(&steps), Rc::clone(&line));
            lua.set_interrupt(move |lua| watch(lua, &left, &line));
            lua.set_memory_limit(lua.used_memory() + MOST_MEMORY)?;
            Ok(basics)
        };
        let basics = open().map_err(|error| fault("-", &error))?;
        let mut programs = Vec::new();
        for (name, package) in packages {
            let load = || -> mlua::Result<(Function, Table)> {
                let program = lua
                    .load(package.source.as_str())
                    .set_name(format!("={name}"))
                    .set_mode(ChunkMode::Text)
                    .set_environment(basics.clone())
                    .into_function()?;
                Ok((program, api::game(&lua, name, &seat, &words)?))
            };
            programs.push(load().map_err(|error| fault(name, &error))?);
        }
        Ok(Machine {
            empty: lua.used_memory(),
            lua,
            seat,
            steps,
            line,
            depth: Cell::new(0),
            programs,
            words,
        })
    }

    /// The table of functions a plug-in is made of, made anew.
    pub(super) fn module(&self, plugin: usize) -> mlua::Result<Table> {
        if self.depth.get() == 0 {
            self.steps.set(MOST_STEPS);
            self.line.set(None);
        }
        match self.programs[plugin].0.call::<Value>(())? {
            Value::Table(module) => Ok(module),
            _ => Err(mlua::Error::runtime(
                "main.luau must end with: return { ... }",
            )),
        }
    }

    pub(super) fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Calls a function of a plug-in that sits at `desk`.
    pub(super) fn call(
        &self,
        plugin: usize,
        function: &str,
        arguments: Vec<Value>,
        desk: Desk,
    ) -> (Desk, mlua::Result<Value>) {
        let outer = self.seat.replace(Some(desk));
        let result = self.module(plugin).and_then(|module| {
            self.depth.set(self.depth.get() + 1);
            let called = module.raw_get::<Function>(function).and_then(|function| {
                let mut all = vec![Value::Table(self.programs[plugin].1.clone())];
                all.extend(arguments);
                function.call::<Value>(mlua::MultiValue::from_vec(all))
            });
            self.depth.set(self.depth.get() - 1);
            called
        });
        let desk = self.seat.replace(outer);
        (desk.expect("whoever takes the desk puts it back"), result)
    }

    /// The line of a program that failed without a chance to say where.
    pub(super) fn last_line(&self) -> Option<usize> {
        self.line.get()
    }

    /// Whether a machine is as good as new after an error.
    pub(super) fn is_spoilt(&self, error: &mlua::Error) -> bool {
        matches!(error, mlua::Error::MemoryError(_))
            || self.lua.used_memory() > self.empty + MOST_MEMORY / 2
    }
}

/// Called at every call and every turn of a loop of a program.
fn watch(lua: &Lua, left: &Cell<u32>, line: &Cell<Option<usize>>) -> mlua::Result<VmState> {
    let steps = left.get();
    let stop = |message: &str| {
        let place = lua.inspect_stack(0, |place| place.current_line()).flatten();
        line.set(place.or(line.get()));
        Err(mlua::Error::runtime(message))
    };
    if steps == 0 {
        return stop("it takes too long: too many steps");
    }
    left.set(steps - 1);
    if steps.is_multiple_of(LOOK) {
        if lua.inspect_stack(DEEPEST, |_| ()).is_some() {
            return stop("its functions call each other too deeply");
        }
        line.set(lua.inspect_stack(0, |place| place.current_line()).flatten());
    }
    Ok(VmState::Continue)
}

/// The only variables a program sees; it cannot add to them.
fn environment(lua: &Lua, steps: &Rc<Cell<u32>>) -> mlua::Result<Table> {
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
        if library != "math" {
            charge_all(lua, &table, steps)?;
        }
        basics.raw_set(library, table)?;
    }
    basics.raw_set("bit32", globals.raw_get::<Value>("bit32")?)?;
    let tostring = lua.create_function(|lua, value: Value| match value {
        // Addresses differ from run to run.
        Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::UserData(_) => {
            lua.create_string(value.type_name()).map(Value::String)
        }
        simple => Ok(simple.to_string().map_or(Value::Nil, |text| {
            lua.create_string(text).map_or(Value::Nil, Value::String)
        })),
    })?;
    basics.raw_set("tostring", tostring)?;
    let pairs = lua.create_function(api::pairs)?;
    basics.raw_set("pairs", charged(lua, pairs, steps)?)?;
    basics.set_readonly(true);
    Ok(basics)
}

/// Lets every function of a library cost steps by the size of what it is given: one call of it can
/// be as much work as thousands of turns of a loop.
fn charge_all(lua: &Lua, library: &Table, steps: &Rc<Cell<u32>>) -> mlua::Result<()> {
    let functions: Vec<(Value, Function)> = library
        .pairs::<Value, Value>()
        .filter_map(|entry| match entry {
            Ok((name, Value::Function(function))) => Some((name, function)),
            _ => None,
        })
        .collect();
    for (name, function) in functions {
        library.raw_set(name, charged(lua, function, steps)?)?;
    }
    Ok(())
}

fn charged(lua: &Lua, function: Function, steps: &Rc<Cell<u32>>) -> mlua::Result<Function> {
    let steps = Rc::clone(steps);
    lua.create_function(move |_, arguments: mlua::MultiValue| {
        let size = |value: &Value| match value {
            Value::Table(table) => table.raw_len(),
            Value::String(text) => text.as_bytes().len(),
            _ => 0,
        };
        let price = arguments.iter().map(size).sum::<usize>() / FOR_A_STEP;
        let price = u32::try_from(price).unwrap_or(u32::MAX);
        steps.set(steps.get().saturating_sub(price));
        if steps.get() == 0 {
            return Err(mlua::Error::runtime("it takes too long: too many steps"));
        }
        function.call::<mlua::MultiValue>(arguments)
    })
}

/// An error in one line, with the line of the program it came from: its own, or `last` if it does
/// not say.
pub(super) fn told(plugin: &str, error: &mlua::Error, last: Option<usize>) -> String {
    let mut cause = error;
    while let mlua::Error::CallbackError { cause: inner, .. } = cause {
        cause = inner;
    }
    let cause = match cause {
        mlua::Error::MemoryError(_) => "it takes too much memory".to_owned(),
        cause => cause.to_string(),
    };
    let cause = cause.trim_start_matches("runtime error: ");
    // There was not even room for a message.
    let cause = cause.replace("<nil>", "it takes too much memory");
    let cause = cause.trim_start_matches("syntax error: ");
    let first = cause.lines().next().unwrap_or("failed");
    let marker = format!("{plugin}:");
    if let Some(rest) = first.strip_prefix(&marker)
        && let Some((line, message)) = rest.split_once(':')
    {
        return format!("line {line}: {}", message.trim());
    }
    let full = error.to_string();
    let line = full.split(&marker).nth(1).and_then(|rest| {
        let digits = rest.find(|c: char| !c.is_ascii_digit());
        rest[..digits.unwrap_or(rest.len())].parse().ok()
    });
    match line.or(last) {
        Some(line) => format!("line {line}: {first}"),
        None => first.to_owned(),
    }
}
