//! What a call of a plug-in may cost, counted so that the count follows from the call alone.
//!
//! Luau tells of calls and turns of loops, not of single instructions. Between two of them stands at
//! most the whole program, and each instruction can go through the longest string there is. So a
//! step costs more in a long program, and more once much was made between two steps; and what was
//! made until the end of a call is looked at once more. What is dear all the same is left to the clock.

use std::cell::Cell;

use mlua::{Function, Lua, VmState};

use super::clock::{MOST_FOR_CALL, Stopwatch};

/// What a short program has for one call: calls and turns of loops.
const MOST_STEPS: u32 = 10_000;

/// Functions that can be in the middle of calls of each other.
const DEEPEST: usize = 150;

/// A program is looked at more closely once in so many steps.
const LOOK: u32 = 8;

/// Bytes of program by which a step gets dearer.
const SHORT: usize = 1 << 10;

/// Operators of a program by which a step gets dearer.
const FEW: usize = 16;

/// The frames looked at for the line of a plug-in: ours can be on top.
const NEAR: usize = 4;

/// The name of programs of ours, which have no lines of the plug-in's.
pub(super) const OURS: &str = "[sandbox]";

/// Where a call begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// On a machine on which nothing was called before: what the call costs is what counts.
    New,
    /// On a machine with this many KiB left from earlier calls. Texts made by them need not be made
    /// again, so all costs are put higher than they can be on a new machine: who stays within the
    /// limits here stays within them there.
    Used(u32),
}

/// How large a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    bytes: usize,
    /// What can be between two steps and go through long texts: arithmetic and comparisons, which read
    /// texts as numbers and compare them, and loops that do not turn.
    operators: usize,
}

impl Size {
    /// Counts every sign that could be an operator, in comments and texts too: so nothing can be hidden
    /// from the count.
    pub(super) fn of(source: &str) -> Size {
        let bytes = source.as_bytes();
        let is_operator = |index: usize, byte: u8| match byte {
            b'+' | b'*' | b'/' | b'%' | b'^' | b'<' | b'>' => true,
            // Several in a row begin a comment.
            b'-' => index == 0 || bytes[index - 1] != b'-',
            _ => false,
        };
        let signs = (0..).zip(bytes).filter(|&(i, byte)| is_operator(i, *byte));
        let loops = source.matches("for").count();
        Size {
            bytes: bytes.len(),
            // A loop reads where it begins, where it ends and how far it steps.
            operators: signs.count() + 3 * loops,
        }
    }

    pub(super) fn operators(self) -> usize {
        self.operators
    }

    /// By how much a step is dearer than in a short program.
    fn price(self) -> u32 {
        let price = (self.bytes / SHORT).max(self.operators / FEW);
        u32::try_from(price).unwrap_or(u32::MAX - 1) + 1
    }
}

/// Counts the steps of one call at a time.
pub(super) struct Meter {
    left: Cell<u32>,
    ticks: Cell<u32>,
    program: Cell<u32>,
    ground: Cell<Ground>,
    /// The most that was made between two looks, in KiB.
    widest: Cell<u32>,
    filled: Cell<u32>,
    is_spent: Cell<bool>,
    /// When the call began; none before the first.
    clock: Cell<Option<Stopwatch>>,
    is_overtime: Cell<bool>,
    line: Cell<Option<usize>>,
    /// Tells how many KiB are in use.
    count: Function,
}

impl Meter {
    pub(super) fn new(lua: &Lua) -> mlua::Result<Meter> {
        Ok(Meter {
            left: Cell::new(MOST_STEPS),
            ticks: Cell::new(0),
            program: Cell::new(1),
            ground: Cell::new(Ground::New),
            widest: Cell::new(0),
            filled: Cell::new(0),
            is_spent: Cell::new(false),
            clock: Cell::new(None),
            is_overtime: Cell::new(false),
            line: Cell::new(None),
            count: lua.globals().raw_get("gcinfo")?,
        })
    }

    /// The KiB in use.
    pub(super) fn filled(&self) -> mlua::Result<u32> {
        self.count.call(())
    }

    /// Begins a call of a program, with so many KiB in use.
    pub(super) fn start(&self, program: Size, ground: Ground, filled: u32) {
        self.left.set(MOST_STEPS);
        self.ticks.set(0);
        self.program.set(program.price());
        self.clock.set(Some(Stopwatch::start()));
        self.is_overtime.set(false);
        self.ground.set(ground);
        self.widest.set(0);
        self.filled.set(filled);
        self.is_spent.set(false);
        self.line.set(None);
    }

    /// Whether the call was stopped because it took too many steps.
    pub(super) fn is_spent(&self) -> bool {
        self.is_spent.get()
    }

    /// Whether the call was stopped by the clock. It would not have been on a quicker machine.
    pub(super) fn is_overtime(&self) -> bool {
        self.is_overtime.get()
    }

    /// Looks at the call once more at its end: what was done since the last step counts, too.
    pub(super) fn finish(&self, lua: &Lua) -> mlua::Result<()> {
        self.look()?;
        self.pay(lua, 1)?;
        self.keep_time(lua)
    }

    /// The line of a program that failed without a chance to say where.
    pub(super) fn last_line(&self) -> Option<usize> {
        self.line.get()
    }

    /// Takes the price of so many steps.
    pub(super) fn pay(&self, lua: &Lua, steps: u32) -> mlua::Result<()> {
        let old = match self.ground.get() {
            Ground::New => 0,
            // One for each number that was cut to whole KiB.
            Ground::Used(kib) => kib + 2,
        };
        let size = (self.widest.get() + old).max(1);
        let price = steps
            .saturating_mul(size)
            .saturating_mul(self.program.get());
        match self.left.get().checked_sub(price) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                self.is_spent.set(true);
                self.stop(lua, "it takes too long: too many steps")
            }
        }
    }

    /// Called at every call and every turn of a loop of a program.
    pub(super) fn watch(&self, lua: &Lua) -> mlua::Result<VmState> {
        self.pay(lua, 1)?;
        let ticks = self.ticks.get() + 1;
        self.ticks.set(ticks);
        if self.ground.get() == Ground::New {
            self.line.set(line(lua).or(self.line.get()));
        }
        if ticks.is_multiple_of(LOOK) {
            if lua.inspect_stack(DEEPEST, |_| ()).is_some() {
                return self.stop(lua, "its functions call each other too deeply");
            }
            self.look()?;
            self.keep_time(lua)?;
        }
        Ok(VmState::Continue)
    }

    /// Looks at what was made since the last time.
    fn look(&self) -> mlua::Result<()> {
        let filled = self.filled()?;
        let made = filled.saturating_sub(self.filled.replace(filled));
        self.widest.set(self.widest.get().max(made));
        Ok(())
    }

    /// Looks at the clock, after all that is the same on every machine.
    fn keep_time(&self, lua: &Lua) -> mlua::Result<()> {
        let clock = self.clock.get();
        if clock.is_some_and(|clock| clock.is_over(MOST_FOR_CALL)) {
            self.is_overtime.set(true);
            let message = format!("it takes too long: more than {MOST_FOR_CALL:?}");
            return self.stop(lua, &message);
        }
        Ok(())
    }

    fn stop<T>(&self, lua: &Lua, message: &str) -> mlua::Result<T> {
        self.line.set(line(lua).or(self.line.get()));
        Err(mlua::Error::runtime(message))
    }
}

/// The line of the plug-in that is being run.
fn line(lua: &Lua) -> Option<usize> {
    (0..NEAR).find_map(|level| {
        let place = lua.inspect_stack(level, |place| {
            let is_ours = place.source().short_src.is_some_and(|name| name == OURS);
            place.current_line().filter(|_| !is_ours)
        });
        place.flatten()
    })
}
