//! A Luau VM with the plug-ins of one game and their limits.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ludorum_games::sector66::{EffectContext, PluginFault, PluginHook};
use mlua::{ChunkMode, Function, Lua, LuaOptions, StdLib, Table, Value};

use super::meter::{LuauHeapState, LuauProgramSize, StepMeter};
use super::{api, basics};
use crate::library::PluginPackage;

/// Memory limit of one plug-in call, in bytes.
const MOST_MEMORY: usize = 1 << 20;

/// Maximum amount of garbage from earlier plug-in calls that is left uncollected, in KiB.
const GC_THRESHOLD_KIB: u32 = 32;

/// Maximum length of a plug-in's program, in bytes.
const MAX_PROGRAM: usize = 1 << 16;

/// Maximum number of operators in a plug-in's program. Each may process a long string between two
/// steps.
const MOST_OPERATORS: usize = 1000;

/// Maximum length of a plug-in's error message, in characters.
const LONGEST_MESSAGE: usize = 200;

/// Number of references preallocated in a VM for Luau values held by Rust code.
const PREALLOCATED_REFS: usize = 512;

/// Slot for the effect context of the running plug-in call; `None` between calls.
pub(super) type ContextSlot = Rc<RefCell<Option<EffectContext>>>;

/// A Luau VM with all plug-ins of a game.
///
/// The garbage collector never runs during a call, so memory use does not depend on its timing.
pub(super) struct LuauVm {
    lua: Lua,
    context_slot: ContextSlot,
    meter: Rc<StepMeter>,
    /// Heap memory in use before the first plug-in call, in KiB.
    base_kib: u32,
    is_new: Cell<bool>,
    programs: Vec<LoadedLuauProgram>,
    pub(super) literals: Rc<api::LuauElementStrings>,
}

struct LoadedLuauProgram {
    name: String,
    main: Function,
    size: LuauProgramSize,
    /// Luau table `game` that the hooks of the program get as their first argument.
    game: Table,
}

/// Result of a plug-in call.
pub(super) struct CallResult {
    pub(super) context: EffectContext,
    pub(super) result: mlua::Result<Value>,
    /// True if the call exceeded the step or memory limit. On a used VM, the call may succeed on a
    /// new one.
    pub(super) hit_limit: bool,
    /// True if the call exceeded the time limit; it is not repeated on a new VM.
    pub(super) timed_out: bool,
}

impl LuauVm {
    pub(super) fn new(packages: &[(String, PluginPackage)]) -> Result<LuauVm, PluginFault> {
        let fault = |plugin: &str, error: &mlua::Error| {
            PluginFault::new(plugin, format_error(plugin, error, None))
        };
        let lua = open().map_err(|error| fault("-", &error))?;
        let context_slot = ContextSlot::default();
        let install_api = || -> mlua::Result<_> {
            let meter = Rc::new(StepMeter::new(&lua)?);
            let literals = Rc::new(api::LuauElementStrings::new(&lua)?);
            let functions = api::functions(&lua, &context_slot, &literals, &meter)?;
            let basics = basics::environment(&lua, &meter)?;
            lua.sandbox(true)?;
            let interrupted = Rc::clone(&meter);
            lua.set_interrupt(move |lua| interrupted.on_interrupt(lua));
            Ok((meter, literals, functions, basics))
        };
        let (meter, literals, functions, basics) =
            install_api().map_err(|error| fault("-", &error))?;
        let mut programs = Vec::new();
        for (name, package) in packages {
            let source = package.source.as_str();
            let load = || -> mlua::Result<LoadedLuauProgram> {
                if source.len() > MAX_PROGRAM {
                    let length = source.len();
                    return Err(mlua::Error::runtime(format!(
                        "main.luau has {length} bytes; make it at most {MAX_PROGRAM}"
                    )));
                }
                let size = LuauProgramSize::of(source);
                let operators = size.operators();
                if operators > MOST_OPERATORS {
                    return Err(mlua::Error::runtime(format!(
                        "main.luau has {operators} operators such as + and <, and loops, which count \
                         as three; make it at most {MOST_OPERATORS}"
                    )));
                }
                // Some editors write a byte order mark.
                let source = source.trim_start_matches('\u{feff}');
                let main = lua
                    .load(source)
                    .set_name(format!("={name}"))
                    .set_mode(ChunkMode::Text)
                    .set_environment(basics.clone())
                    .into_function()?;
                Ok(LoadedLuauProgram {
                    name: name.clone(),
                    main,
                    size,
                    game: api::game(&lua, name, &functions)?,
                })
            };
            programs.push(load().map_err(|error| fault(name, &error))?);
        }
        let warm_up = || -> mlua::Result<u32> {
            let references = (0..PREALLOCATED_REFS).map(|_| lua.create_string("room"));
            drop(references.collect::<mlua::Result<Vec<_>>>()?);
            collect_garbage(&lua)?;
            lua.set_memory_limit(lua.used_memory() + MOST_MEMORY)?;
            meter.used_kib()
        };
        let base = warm_up().map_err(|error| fault("-", &error))?;
        Ok(LuauVm {
            base_kib: base,
            lua,
            context_slot,
            meter,
            is_new: Cell::new(true),
            programs,
            literals,
        })
    }

    /// Runs a plug-in's program within the limits of one call, and returns its table of hooks.
    pub(super) fn load(&self, plugin: usize) -> mlua::Result<Table> {
        let module = self.module(plugin)?;
        self.meter.finish(&self.lua)?;
        Ok(module)
    }

    /// Runs a plug-in's program and returns its table of hooks.
    fn module(&self, plugin: usize) -> mlua::Result<Table> {
        let program = &self.programs[plugin];
        let (heap, used) = self.prepare_heap()?;
        self.meter.start(program.size, heap, used);
        match program.main.call::<Value>(())? {
            Value::Table(module) => Ok(module),
            _ => Err(mlua::Error::runtime(
                "main.luau must end with: return { ... }",
            )),
        }
    }

    /// Collects garbage if needed; returns the state of the heap before the next call and the KiB
    /// in use.
    fn prepare_heap(&self) -> mlua::Result<(LuauHeapState, u32)> {
        if self.is_new.replace(false) {
            return Ok((LuauHeapState::Fresh, self.base_kib));
        }
        let mut used = self.meter.used_kib()?;
        if used.saturating_sub(self.base_kib) > GC_THRESHOLD_KIB {
            collect_garbage(&self.lua)?;
            used = self.meter.used_kib()?;
        }
        Ok((
            LuauHeapState::Reused(used.saturating_sub(self.base_kib)),
            used,
        ))
    }

    pub(super) fn lua(&self) -> &Lua {
        &self.lua
    }

    /// True if the VM has run no plug-in call yet. Only on such a VM is an exceeded limit final.
    pub(super) fn is_new(&self) -> bool {
        self.is_new.get()
    }

    /// Calls a hook of a plug-in with this effect context.
    pub(super) fn call(
        &self,
        plugin: usize,
        hook: PluginHook,
        arguments: Vec<Value>,
        context: EffectContext,
    ) -> CallResult {
        let outer = self.context_slot.replace(Some(context));
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
        // A failed call stays failed; a successful one must still be within the limits.
        let result = result.and_then(|answer| self.meter.finish(&self.lua).map(|()| answer));
        let context = self.context_slot.replace(outer);
        let hit_limit =
            self.meter.out_of_steps() || result.as_ref().is_err_and(|e| self.is_out_of_memory(e));
        CallResult {
            context: context.expect("API functions put the context back"),
            result,
            hit_limit,
            timed_out: self.meter.timed_out(),
        }
    }

    /// Returns the last known line of the called plug-in's program, for errors without a line.
    pub(super) fn last_line(&self) -> Option<usize> {
        self.meter.last_line()
    }

    /// True if an error may be due to lack of memory, even if it does not say so.
    fn is_out_of_memory(&self, error: &mlua::Error) -> bool {
        let half = u32::try_from(MOST_MEMORY / 2048).unwrap_or(u32::MAX);
        let used = self.meter.used_kib().unwrap_or(u32::MAX);
        matches!(root_cause(error), mlua::Error::MemoryError(_)) || used > self.base_kib + half
    }
}

/// Creates an empty VM without limits and without automatic garbage collection.
fn open() -> mlua::Result<Lua> {
    let libraries = StdLib::STRING | StdLib::TABLE | StdLib::MATH | StdLib::BIT;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    lua.gc_stop();
    Ok(lua)
}

/// Collects garbage once; automatic collection stays off.
fn collect_garbage(lua: &Lua) -> mlua::Result<()> {
    lua.gc_collect()?;
    lua.gc_stop();
    Ok(())
}

/// Returns the innermost cause of an error that passed through callbacks.
fn root_cause(error: &mlua::Error) -> &mlua::Error {
    let mut cause = error;
    while let mlua::Error::CallbackError { cause: inner, .. } = cause {
        cause = inner;
    }
    cause
}

/// Formats an error of a plug-in on one line, with the line number in the error or else `last`.
pub(super) fn format_error(plugin: &str, error: &mlua::Error, last: Option<usize>) -> String {
    // No control characters: terminals show it.
    let text = error_text(plugin, error, last);
    let printable = text.chars().filter(|c| !c.is_control());
    printable.take(LONGEST_MESSAGE).collect()
}

/// Returns the text of a thrown value without its memory address, which differs from run to run.
fn without_address(thrown: &str) -> &str {
    match thrown.split_once(": 0x") {
        Some((kind @ ("table" | "function" | "thread" | "userdata"), _)) => kind,
        _ => thrown,
    }
}

fn error_text(plugin: &str, error: &mlua::Error, last: Option<usize>) -> String {
    let cause = match root_cause(error) {
        mlua::Error::MemoryError(_) => "it takes too much memory".to_owned(),
        cause => cause.to_string(),
    };
    let cause = cause.trim_start_matches("runtime error: ");
    // There was no memory left for a message.
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
