//! The plug-ins of a game: asked and called on whatever thread the game is played, with answers
//! remembered for as long as what they depend on is the same.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ludorum_games::sector66::{
    Call, Desk, Element, Fault, Hook, Hooks, Host, Plugin, Reads, Rules, State, Stop, Verdict,
};
use mlua::Value;
use rustc_hash::FxHashMap;

use super::clock::{MOST_FOR_MOVE, Stopwatch};
use super::machine::{Called, Machine, told};
use super::stopped;
use crate::library::Package;

/// Games a thread keeps machines of.
const MOST_MACHINES: usize = 4;

/// Answers a machine remembers.
const MOST_ANSWERS: usize = 1 << 17;

/// What one thread has of the plug-ins of a game.
#[derive(Default)]
struct Clerk {
    /// One for whoever is called, one for rules that are asked on the way: what the caller has used
    /// up is no business of theirs.
    machines: [RefCell<Option<Rc<Machine>>>; 2],
    /// How many calls are going on, one inside the other.
    depth: Cell<usize>,
    /// What the answer to a question depended on when it was last asked.
    reads: RefCell<FxHashMap<Call, Reads>>,
    answers: RefCell<FxHashMap<Question, Verdict>>,
    /// When the first call for the move that is being made began, and the time all have taken since.
    clock: Cell<Option<Stopwatch>>,
    taken: Cell<Duration>,
}

/// A call, the game it is about, and the parts of the position the answer depends on, as hashes.
type Question = (Call, u64, u64);

thread_local! {
    static CLERKS: RefCell<Vec<(u64, Rc<Clerk>)>> = const { RefCell::new(Vec::new()) };
}

/// The plug-ins of one game.
#[derive(Debug)]
pub struct Sandbox {
    id: u64,
    packages: Vec<(String, Package)>,
    plugins: Vec<Plugin>,
    /// Set once a plug-in ran into the clock.
    halted: OnceLock<Fault>,
}

impl Sandbox {
    /// Loads plug-ins under the names they have in a game.
    ///
    /// # Errors
    /// When a program cannot be run.
    pub fn load(packages: Vec<(String, Package)>) -> Result<Sandbox, Fault> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        for (name, package) in &packages {
            if let Some(reason) = stopped::reason(&package.hash) {
                return Err(Fault::new(
                    name.as_str(),
                    format!(
                        "was stopped before: {reason}; change the plug-in, or start the program again to try it once more"
                    ),
                ));
            }
        }
        let machine = Machine::new(&packages)?;
        let mut plugins = Vec::new();
        for (index, (name, package)) in packages.iter().enumerate() {
            let module = machine.load(index).map_err(|error| {
                Fault::new(name.as_str(), told(name, &error, machine.last_line()))
            })?;
            let hooks: Hooks = Hook::ALL
                .into_iter()
                .filter(|hook| {
                    let function = module.raw_get::<Value>(hook.name());
                    matches!(function, Ok(Value::Function(_)))
                })
                .collect();
            plugins.push(package.described(name, hooks));
        }
        Ok(Sandbox {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            packages,
            plugins,
            halted: OnceLock::new(),
        })
    }

    /// What this thread has.
    fn clerk(&self) -> Rc<Clerk> {
        CLERKS.with_borrow_mut(|clerks| {
            if let Some(index) = clerks.iter().position(|(id, _)| *id == self.id) {
                return Rc::clone(&clerks[index].1);
            }
            let clerk = Rc::new(Clerk::default());
            if clerks.len() >= MOST_MACHINES {
                clerks.remove(0);
            }
            clerks.push((self.id, Rc::clone(&clerk)));
            clerk
        })
    }

    /// Calls a plug-in at a desk. A call that meets a limit on a machine that was used before is
    /// made again on a new one: what comes of a call never depends on earlier ones.
    fn call(&self, clerk: &Clerk, desk: Desk, call: &Call) -> (Desk, Result<Value, Fault>) {
        let depth = clerk.depth.get();
        let slot = &clerk.machines[depth.min(clerk.machines.len() - 1)];
        let mark = desk.mark();
        clerk.depth.set(depth + 1);
        let mut machine = self.machine(slot);
        let mut is_final = machine.is_new();
        let watch = Stopwatch::start();
        if clerk.clock.get().is_none() {
            clerk.clock.set(Some(watch));
        }
        let mut called = self.call_on(&machine, desk, call);
        if called.is_spent && !called.is_overtime && !is_final {
            called.desk.rewind(mark);
            slot.take();
            machine = self.machine(slot);
            is_final = true;
            called = self.call_on(&machine, called.desk, call);
        }
        if called.is_spent && is_final {
            slot.take();
        }
        clerk.depth.set(depth);
        let result = called.result.map_err(|error| {
            let plugin = self.plugins[call.plugin.index()].name.clone();
            let told = told(&plugin, &error, machine.last_line());
            Fault::new(plugin, format!("{}, {told}", call.hook.name()))
        });
        if depth == 0 {
            clerk.taken.set(clerk.taken.get() + watch.elapsed());
        }
        match &result {
            Err(fault) if called.is_overtime => self.halt(call, fault.clone()),
            _ if depth == 0 && clerk.is_over_for_move() => {
                let plugin = self.plugins[call.plugin.index()].name.clone();
                let told =
                    format!("all calls for one move take too long: more than {MOST_FOR_MOVE:?}");
                self.halt(call, Fault::new(plugin, told));
            }
            _ => return (called.desk, result),
        }
        let fault = self.halted.get().cloned().map_or(result, Err);
        (called.desk, fault)
    }

    /// Stops the game for good, and the plug-in for all games to come.
    fn halt(&self, call: &Call, fault: Fault) {
        let (_, package) = &self.packages[call.plugin.index()];
        stopped::remember(&package.hash, &fault.message);
        // The first reason is the one that is told.
        let _ = self.halted.set(fault);
    }

    fn machine(&self, slot: &RefCell<Option<Rc<Machine>>>) -> Rc<Machine> {
        let mut slot = slot.borrow_mut();
        let machine = slot.get_or_insert_with(|| {
            let machine = Machine::new(&self.packages);
            Rc::new(machine.expect("the same programs were loaded before"))
        });
        Rc::clone(machine)
    }

    fn call_on(&self, machine: &Machine, desk: Desk, call: &Call) -> Called {
        let arguments = self.arguments(machine, call);
        machine.call(call.plugin.index(), call.hook, arguments, desk)
    }

    fn arguments(&self, machine: &Machine, call: &Call) -> Vec<Value> {
        let words = &machine.words;
        let element = words.element(call.element);
        let pawn = words.element(Element::Pawn(call.pawn));
        match call.hook {
            Hook::CanStep | Hook::OnStep => {
                let from = call.from.map(Element::Field);
                let from = from.map_or(Value::Nil, |field| words.element(field));
                vec![element, pawn, from]
            }
            Hook::CanReceive => {
                let spell = call.spell.map(|id| self.plugins[id.index()].name.as_str());
                let spell = spell.and_then(|name| machine.string(name));
                vec![element, pawn, spell.unwrap_or(Value::Nil)]
            }
            Hook::CanMove | Hook::AfterMove => vec![element],
            Hook::CanCast | Hook::OnCast | Hook::CanChange | Hook::OnBuild => vec![element, pawn],
        }
    }

    fn ask(&self, clerk: &Clerk, rules: &Arc<Rules>, state: &State, call: &Call) -> Verdict {
        let desk = Desk::for_rule(rules, state, call);
        let (desk, result) = self.call(clerk, desk, call);
        let answer = result.map(|value| value.as_boolean().unwrap_or(false));
        Verdict {
            answer,
            reads: desk.reads(),
            walls: desk.walls_seen(),
        }
    }
}

impl Clerk {
    /// Whether the calls for the move that is being made have taken too long.
    fn is_over_for_move(&self) -> bool {
        self.taken.get() > MOST_FOR_MOVE
            && self
                .clock
                .get()
                .is_none_or(|clock| clock.is_over(MOST_FOR_MOVE))
    }
}

impl Host for Sandbox {
    fn plugins(&self) -> &[Plugin] {
        &self.plugins
    }

    fn begin_move(&self) {
        let clerk = self.clerk();
        clerk.clock.set(None);
        clerk.taken.set(Duration::ZERO);
    }

    fn halted(&self) -> Option<&Fault> {
        self.halted.get()
    }

    fn judge(&self, rules: &Arc<Rules>, state: &State, call: &Call) -> Verdict {
        if let Some(fault) = self.halted.get() {
            return Verdict {
                answer: Err(fault.clone()),
                reads: Reads::NOTHING,
                walls: Default::default(),
            };
        }
        let clerk = self.clerk();
        let known = clerk.reads.borrow().get(call).copied();
        if let Some(reads) = known {
            let key = (*call, rules.fingerprint(), state.hash_of(reads));
            if let Some(verdict) = clerk.answers.borrow().get(&key) {
                return verdict.clone();
            }
        }
        let verdict = self.ask(&clerk, rules, state, call);
        if self.halted.get().is_some() {
            return verdict;
        }
        // With other reads than last time, older answers are not found any more: no harm done.
        clerk.reads.borrow_mut().insert(*call, verdict.reads);
        let mut answers = clerk.answers.borrow_mut();
        if answers.len() >= MOST_ANSWERS {
            answers.clear();
        }
        let key = (*call, rules.fingerprint(), state.hash_of(verdict.reads));
        answers.insert(key, verdict.clone());
        verdict
    }

    fn act(&self, desk: Desk, call: &Call) -> (Desk, Result<(), Stop>) {
        if let Some(fault) = self.halted.get() {
            return (desk, Err(Stop::Fault(fault.clone())));
        }
        let (desk, result) = self.call(&self.clerk(), desk, call);
        let result = match (desk.asked(), result) {
            // Even if the plug-in did not stop: it was told to.
            (Some(sides), _) => Err(Stop::Roll(sides)),
            (None, Ok(_)) => Ok(()),
            (None, Err(fault)) => Err(Stop::Fault(fault)),
        };
        (desk, result)
    }
}
