//! One Luau machine with the plug-ins of one game, its limits, and what is taken out of it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ludorum_games::sector66::{Desk, Fault, Hook};
use mlua::{ChunkMode, Function, Lua, LuaOptions, StdLib, Table, Value};

use super::meter::{Ground, Meter, Size};
use super::{api, basics};
use crate::library::Package;

/// What all that is made in one call may take, in bytes.
const MOST_MEMORY: usize = 1 << 20;

/// KiB left from earlier calls that are not worth clearing away.
const LITTLE: u32 = 32;

/// The longest program, in bytes.
const LONGEST: usize = 1 << 16;

/// The most operators of a program. Between two steps each can go through a long text.
const MOST_OPERATORS: usize = 1000;

/// More of what a plug-in says is not told.
const LONGEST_MESSAGE: usize = 200;

/// References from outside a machine that find room in it without asking for more.
const ROOM: usize = 512;

/// The desk a plug-in sits at while it is called.
pub(super) type Seat = Rc<RefCell<Option<Desk>>>;

/// A machine.
///
/// Nothing is cleared away during a call, so what a call takes does not depend on when the clearing
/// would have come.
pub(super) struct Machine {
    lua: Lua,
    seat: Seat,
    meter: Rc<Meter>,
    /// The KiB in use before anything is called.
    empty: u32,
    is_new: Cell<bool>,
    programs: Vec<Program>,
    pub(super) words: Rc<api::Words>,
}

struct Program {
    name: String,
    main: Function,
    size: Size,
    /// What it is given as `game`.
    game: Table,
}

/// How a call ended.
pub(super) struct Called {
    pub(super) desk: Desk,
    pub(super) result: mlua::Result<Value>,
    /// Whether it met a limit. On a machine that was used before it might not have on a new one.
    pub(super) is_spent: bool,
    /// Whether it was stopped by the clock, which no other machine would change.
    pub(super) is_overtime: bool,
}

impl Machine {
    pub(super) fn new(packages: &[(String, Package)]) -> Result<Machine, Fault> {
        let fault =
            |plugin: &str, error: &mlua::Error| Fault::new(plugin, told(plugin, error, None));
        let lua = open().map_err(|error| fault("-", &error))?;
        let seat = Seat::default();
        let furnish = || -> mlua::Result<_> {
            let meter = Rc::new(Meter::new(&lua)?);
            let words = Rc::new(api::Words::new(&lua)?);
            let functions = api::functions(&lua, &seat, &words, &meter)?;
            let basics = basics::environment(&lua, &meter)?;
            lua.sandbox(true)?;
            let watching = Rc::clone(&meter);
            lua.set_interrupt(move |lua| watching.watch(lua));
            Ok((meter, words, functions, basics))
        };
        let (meter, words, functions, basics) = furnish().map_err(|error| fault("-", &error))?;
        let mut programs = Vec::new();
        for (name, package) in packages {
            let source = package.source.as_str();
            let load = || -> mlua::Result<Program> {
                if source.len() > LONGEST {
                    let length = source.len();
                    return Err(mlua::Error::runtime(format!(
                        "main.luau has {length} bytes; make it at most {LONGEST}"
                    )));
                }
                let size = Size::of(source);
                let operators = size.operators();
                if operators > MOST_OPERATORS {
                    return Err(mlua::Error::runtime(format!(
                        "main.luau has {operators} operators such as + and <, and loops, which count \
                         as three; make it at most {MOST_OPERATORS}"
                    )));
                }
                // Some editors begin a file with a mark.
                let source = source.trim_start_matches('\u{feff}');
                let main = lua
                    .load(source)
                    .set_name(format!("={name}"))
                    .set_mode(ChunkMode::Text)
                    .set_environment(basics.clone())
                    .into_function()?;
                Ok(Program {
                    name: name.clone(),
                    main,
                    size,
                    game: api::game(&lua, name, &functions)?,
                })
            };
            programs.push(load().map_err(|error| fault(name, &error))?);
        }
        let settle = || -> mlua::Result<u32> {
            let references = (0..ROOM).map(|_| lua.create_string("room"));
            drop(references.collect::<mlua::Result<Vec<_>>>()?);
            clear(&lua)?;
            lua.set_memory_limit(lua.used_memory() + MOST_MEMORY)?;
            meter.filled()
        };
        let empty = settle().map_err(|error| fault("-", &error))?;
        Ok(Machine {
            empty,
            lua,
            seat,
            meter,
            is_new: Cell::new(true),
            programs,
            words,
        })
    }

    /// The functions a plug-in is made of, within the limits of a call.
    pub(super) fn load(&self, plugin: usize) -> mlua::Result<Table> {
        let module = self.module(plugin)?;
        self.meter.finish(&self.lua)?;
        Ok(module)
    }

    /// The table of functions a plug-in is made of, made anew.
    fn module(&self, plugin: usize) -> mlua::Result<Table> {
        let program = &self.programs[plugin];
        let (ground, filled) = self.ground()?;
        self.meter.start(program.size, ground, filled);
        match program.main.call::<Value>(())? {
            Value::Table(module) => Ok(module),
            _ => Err(mlua::Error::runtime(
                "main.luau must end with: return { ... }",
            )),
        }
    }

    /// What the next call begins on, and the KiB in use there.
    fn ground(&self) -> mlua::Result<(Ground, u32)> {
        if self.is_new.replace(false) {
            return Ok((Ground::New, self.empty));
        }
        let mut filled = self.meter.filled()?;
        if filled.saturating_sub(self.empty) > LITTLE {
            clear(&self.lua)?;
            filled = self.meter.filled()?;
        }
        Ok((Ground::Used(filled.saturating_sub(self.empty)), filled))
    }

    pub(super) fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Whether nothing was called yet: what happens then is what counts.
    pub(super) fn is_new(&self) -> bool {
        self.is_new.get()
    }

    /// Calls a function of a plug-in that sits at `desk`.
    pub(super) fn call(
        &self,
        plugin: usize,
        hook: Hook,
        arguments: Vec<Value>,
        desk: Desk,
    ) -> Called {
        let outer = self.seat.replace(Some(desk));
        let program = &self.programs[plugin];
        let result = self.module(plugin).and_then(|module| {
            let function = module.raw_get::<Function>(hook.name())?;
            let mut all = vec![Value::Table(program.game.clone())];
            all.extend(arguments);
            let answer = function.call::<Value>(mlua::MultiValue::from_vec(all))?;
            if hook.is_rule() && !answer.is_boolean() {
                let (name, found) = (&program.name, answer.type_name());
                let line = function.info().line_defined.unwrap_or(1);
                return Err(mlua::Error::runtime(format!(
                    "{name}:{line}: a rule returns true or false, not {found}"
                )));
            }
            Ok(answer)
        });
        // Whoever failed has failed; nobody else gets away with more than there is.
        let result = result.and_then(|answer| self.meter.finish(&self.lua).map(|()| answer));
        let desk = self.seat.replace(outer);
        let is_spent = self.meter.is_spent() || result.as_ref().is_err_and(|e| self.is_full(e));
        Called {
            desk: desk.expect("whoever takes the desk puts it back"),
            result,
            is_spent,
            is_overtime: self.meter.is_overtime(),
        }
    }

    /// The line of a program that failed without a chance to say where.
    pub(super) fn last_line(&self) -> Option<usize> {
        self.meter.last_line()
    }

    /// Whether an error can come from a want of memory, even if it does not say so.
    fn is_full(&self, error: &mlua::Error) -> bool {
        let half = u32::try_from(MOST_MEMORY / 2048).unwrap_or(u32::MAX);
        let filled = self.meter.filled().unwrap_or(u32::MAX);
        matches!(root(error), mlua::Error::MemoryError(_)) || filled > self.empty + half
    }
}

/// A machine with nothing in it yet, without limits.
fn open() -> mlua::Result<Lua> {
    let libraries = StdLib::STRING | StdLib::TABLE | StdLib::MATH | StdLib::BIT;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    lua.gc_stop();
    Ok(lua)
}

/// Clears away what nobody uses any more.
fn clear(lua: &Lua) -> mlua::Result<()> {
    lua.gc_collect()?;
    lua.gc_stop();
    Ok(())
}

/// What an error comes from.
fn root(error: &mlua::Error) -> &mlua::Error {
    let mut cause = error;
    while let mlua::Error::CallbackError { cause: inner, .. } = cause {
        cause = inner;
    }
    cause
}

/// An error in one line, with the line of the program it came from: its own, or `last` if it does
/// not say.
pub(super) fn told(plugin: &str, error: &mlua::Error, last: Option<usize>) -> String {
    // People read it in a terminal: what could steer that is left out.
    let told = in_full(plugin, error, last);
    let printable = told.chars().filter(|c| !c.is_control());
    printable.take(LONGEST_MESSAGE).collect()
}

/// What was thrown, if it is not a text: what it is, not where.
fn without_address(thrown: &str) -> &str {
    match thrown.split_once(": 0x") {
        Some((kind @ ("table" | "function" | "thread" | "userdata"), _)) => kind,
        _ => thrown,
    }
}

fn in_full(plugin: &str, error: &mlua::Error, last: Option<usize>) -> String {
    let cause = match root(error) {
        mlua::Error::MemoryError(_) => "it takes too much memory".to_owned(),
        cause => cause.to_string(),
    };
    let cause = cause.trim_start_matches("runtime error: ");
    // There was not even room for a message.
    let cause = cause.replace("<nil>", "it takes too much memory");
    let cause = cause.trim_start_matches("syntax error: ");
    let first = without_address(cause.lines().next().unwrap_or("failed"));
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
