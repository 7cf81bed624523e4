//! Step limit of a plug-in call, counted so that the count depends on the call alone.
//!
//! Luau reports calls and loop iterations, not single instructions. Between two of them at most the
//! whole program runs, and each instruction may scan the longest string. So a step costs more in a
//! long program, and more after large allocations; allocations are checked again at the end of the
//! call. The clock limits what is still expensive.

use std::cell::Cell;

use mlua::{Function, Lua, VmState};

use super::clock::{CpuStopwatch, MAX_CALL_TIME};

/// Maximum number of steps in a plug-in call of a short program: function calls and loop
/// iterations.
const MAX_STEPS: u32 = 10_000;

/// Maximum depth of a plug-in's call stack.
const MAX_DEPTH: usize = 150;

/// Number of steps between two checks of stack depth, allocation and time.
const CHECK_INTERVAL: u32 = 8;

/// Number of bytes of program text that raise the cost of a step by one.
const BYTES_PER_COST: usize = 1 << 10;

/// Number of operators in a program that raise the cost of a step by one.
const OPERATORS_PER_COST: usize = 16;

/// Number of stack frames searched for the plug-in's current line; sandbox functions may be on top.
const SEARCHED_FRAMES: usize = 4;

/// Luau chunk name of the sandbox's own code, whose line numbers are not reported.
pub(super) const SANDBOX_CHUNK: &str = "[sandbox]";

/// State of a VM's heap before a plug-in call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LuauHeapState {
    /// Heap of a new VM: the costs of steps are exact.
    Fresh,
    /// Heap of a VM with this many KiB left from earlier calls. Interned strings are reused, so
    /// costs are rounded up: a call within the limits here is within them on a new VM.
    Reused(u32),
}

/// Size of a plug-in's program: its bytes and its operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LuauProgramSize {
    bytes: usize,
    /// Number of operations that may scan long strings between two steps: arithmetic and
    /// comparisons, which parse and compare strings, and loops without iterations.
    operators: usize,
}

impl LuauProgramSize {
    /// Measures a program. Every character that could be an operator counts, also in comments and
    /// strings, so that none can be hidden.
    pub(super) fn of(source: &str) -> LuauProgramSize {
        let bytes = source.as_bytes();
        let is_operator = |index: usize, byte: u8| match byte {
            b'+' | b'*' | b'/' | b'%' | b'^' | b'<' | b'>' => true,
            // Several in a row start a comment.
            b'-' => index == 0 || bytes[index - 1] != b'-',
            _ => false,
        };
        let operators = (0..).zip(bytes).filter(|&(i, byte)| is_operator(i, *byte));
        let loops = source.matches("for").count();
        LuauProgramSize {
            bytes: bytes.len(),
            // A loop evaluates its start, its end and its step.
            operators: operators.count() + 3 * loops,
        }
    }

    pub(super) fn operators(self) -> usize {
        self.operators
    }

    /// Returns the cost of a step of this program; a short program has cost 1.
    fn step_cost(self) -> u32 {
        let cost = (self.bytes / BYTES_PER_COST).max(self.operators / OPERATORS_PER_COST);
        u32::try_from(cost).unwrap_or(u32::MAX - 1) + 1
    }
}

/// Counter of the steps of the current plug-in call, which stops the call at its limits.
pub(super) struct StepMeter {
    left: Cell<u32>,
    ticks: Cell<u32>,
    step_cost: Cell<u32>,
    heap: Cell<LuauHeapState>,
    /// Largest amount that the current call allocated between two checks, in KiB.
    peak_allocation: Cell<u32>,
    used: Cell<u32>,
    out_of_steps: Cell<bool>,
    /// Stopwatch of the current plug-in call; `None` before the first call.
    clock: Cell<Option<CpuStopwatch>>,
    timed_out: Cell<bool>,
    line: Cell<Option<usize>>,
    /// Luau function that returns the heap memory in use, in KiB.
    gcinfo: Function,
}

impl StepMeter {
    pub(super) fn new(lua: &Lua) -> mlua::Result<StepMeter> {
        Ok(StepMeter {
            left: Cell::new(MAX_STEPS),
            ticks: Cell::new(0),
            step_cost: Cell::new(1),
            heap: Cell::new(LuauHeapState::Fresh),
            peak_allocation: Cell::new(0),
            used: Cell::new(0),
            out_of_steps: Cell::new(false),
            clock: Cell::new(None),
            timed_out: Cell::new(false),
            line: Cell::new(None),
            gcinfo: lua.globals().raw_get("gcinfo")?,
        })
    }

    /// Returns the heap memory in use, in KiB.
    pub(super) fn used_kib(&self) -> mlua::Result<u32> {
        self.gcinfo.call(())
    }

    /// Starts counting for a call of `program`; `used` is the heap memory in use, in KiB.
    pub(super) fn start(&self, program: LuauProgramSize, heap: LuauHeapState, used: u32) {
        self.left.set(MAX_STEPS);
        self.ticks.set(0);
        self.step_cost.set(program.step_cost());
        self.clock.set(Some(CpuStopwatch::start()));
        self.timed_out.set(false);
        self.heap.set(heap);
        self.peak_allocation.set(0);
        self.used.set(used);
        self.out_of_steps.set(false);
        self.line.set(None);
    }

    /// True if the plug-in call was stopped for too many steps.
    pub(super) fn out_of_steps(&self) -> bool {
        self.out_of_steps.get()
    }

    /// True if the plug-in call exceeded the time limit. On a faster computer it might not have.
    pub(super) fn timed_out(&self) -> bool {
        self.timed_out.get()
    }

    /// Checks the limits at the end of a plug-in call: work since the last step counts too.
    pub(super) fn finish(&self, lua: &Lua) -> mlua::Result<()> {
        self.record_allocation()?;
        self.charge(lua, 1)?;
        self.check_time(lua)
    }

    /// Returns the last known line of the called plug-in's program, for errors without a line.
    pub(super) fn last_line(&self) -> Option<usize> {
        self.line.get()
    }

    /// Charges the current plug-in call for a number of steps; fails if too few are left.
    pub(super) fn charge(&self, lua: &Lua, steps: u32) -> mlua::Result<()> {
        let old = match self.heap.get() {
            LuauHeapState::Fresh => 0,
            // One for each number rounded down to whole KiB.
            LuauHeapState::Reused(kib) => kib + 2,
        };
        let size = (self.peak_allocation.get() + old).max(1);
        let cost = steps
            .saturating_mul(size)
            .saturating_mul(self.step_cost.get());
        match self.left.get().checked_sub(cost) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                self.out_of_steps.set(true);
                self.stop(lua, "it takes too long: too many steps")
            }
        }
    }

    /// Handles a Luau interrupt, which occurs at every function call and loop iteration of a
    /// program.
    pub(super) fn on_interrupt(&self, lua: &Lua) -> mlua::Result<VmState> {
        self.charge(lua, 1)?;
        let ticks = self.ticks.get() + 1;
        self.ticks.set(ticks);
        if self.heap.get() == LuauHeapState::Fresh {
            self.line.set(line(lua).or(self.line.get()));
        }
        if ticks.is_multiple_of(CHECK_INTERVAL) {
            if lua.inspect_stack(MAX_DEPTH, |_| ()).is_some() {
                return self.stop(lua, "its functions call each other too deeply");
            }
            self.record_allocation()?;
            self.check_time(lua)?;
        }
        Ok(VmState::Continue)
    }

    /// Updates the largest allocation with the memory allocated since the last check.
    fn record_allocation(&self) -> mlua::Result<()> {
        let used = self.used_kib()?;
        let made = used.saturating_sub(self.used.replace(used));
        self.peak_allocation
            .set(self.peak_allocation.get().max(made));
        Ok(())
    }

    /// Checks the time limit of the plug-in call, after all deterministic limits.
    fn check_time(&self, lua: &Lua) -> mlua::Result<()> {
        let clock = self.clock.get();
        if clock.is_some_and(|clock| clock.exceeds(MAX_CALL_TIME)) {
            self.timed_out.set(true);
            let message = format!("it takes too long: more than {MAX_CALL_TIME:?}");
            return self.stop(lua, &message);
        }
        Ok(())
    }

    fn stop<T>(&self, lua: &Lua, message: &str) -> mlua::Result<T> {
        self.line.set(line(lua).or(self.line.get()));
        Err(mlua::Error::runtime(message))
    }
}

/// Returns the current line of the running plug-in's program; `None` if unknown.
fn line(lua: &Lua) -> Option<usize> {
    (0..SEARCHED_FRAMES).find_map(|level| {
        let line = lua.inspect_stack(level, |frame| {
            let is_ours = frame
                .source()
                .short_src
                .is_some_and(|name| name == SANDBOX_CHUNK);
            frame.current_line().filter(|_| !is_ours)
        });
        line.flatten()
    })
}
