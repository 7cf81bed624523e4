//! Runs the plug-ins of a game on the calling thread and stores the answers of rules in a
//! [`MemoTable`].

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ludorum_games::sector66::{
    BoardElement, EffectContext, EffectInterrupt, HookCall, HookSet, MemoTable, PluginDefinition,
    PluginFault, PluginHook, PluginHost, ReadSet, RuleAnswer, Rules, State,
};
use mlua::Value;

use super::blocklist;
use super::clock::{CpuStopwatch, MAX_MOVE_TIME};
use super::vm::{CallResult, LuauVm, format_error};
use crate::library::PluginPackage;

/// Maximum number of games whose VMs and rule answers a thread caches.
const MAX_CACHED_GAMES: usize = 4;

/// Cache of one thread for the plug-ins of a game: its VMs and the answers of rules.
#[derive(Default)]
struct ThreadCache {
    /// VM for outer plug-in calls, and VM for rules evaluated within them, which have separate
    /// limits.
    vms: [RefCell<Option<Rc<LuauVm>>>; 2],
    /// Number of plug-in calls in progress, each nested in the one before.
    depth: Cell<usize>,
    /// Cached answers of rules, by plug-in call and [`Rules::constants_hash`].
    answers: RefCell<MemoTable<(HookCall, u64), Result<bool, PluginFault>>>,
    /// Stopwatch started at the first plug-in call for the current move; `None` before that call.
    clock: Cell<Option<CpuStopwatch>>,
    /// Total wall-clock time of the plug-in calls for the current move.
    taken: Cell<Duration>,
}

thread_local! {
    static THREAD_CACHES: RefCell<Vec<(u64, Rc<ThreadCache>)>> = const { RefCell::new(Vec::new()) };
}

/// Host that runs the plug-ins of one game in Luau VMs, one set of VMs per thread.
#[derive(Debug)]
pub struct Sandbox {
    id: u64,
    packages: Vec<(String, PluginPackage)>,
    plugins: Vec<PluginDefinition>,
    /// Fault of the first plug-in that exceeded a time limit; unset if none has.
    halted: OnceLock<PluginFault>,
}

impl Sandbox {
    /// Loads plug-ins, given with their names in the game.
    ///
    /// # Errors
    /// When a program does not load or is blocked.
    pub fn load(packages: Vec<(String, PluginPackage)>) -> Result<Sandbox, PluginFault> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        for (name, package) in &packages {
            if let Some(reason) = blocklist::reason(&package.hash) {
                return Err(PluginFault::new(
                    name.as_str(),
                    format!(
                        "was stopped before: {reason}; change the plug-in, or start the program again to try it once more"
                    ),
                ));
            }
        }
        let vm = LuauVm::new(&packages)?;
        let mut plugins = Vec::new();
        for (index, (name, package)) in packages.iter().enumerate() {
            let module = vm.load(index).map_err(|error| {
                PluginFault::new(name.as_str(), format_error(name, &error, vm.last_line()))
            })?;
            let hooks: HookSet = PluginHook::ALL
                .into_iter()
                .filter(|hook| {
                    let function = module.raw_get::<Value>(hook.name());
                    matches!(function, Ok(Value::Function(_)))
                })
                .collect();
            plugins.push(package.describe(name, hooks));
        }
        Ok(Sandbox {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            packages,
            plugins,
            halted: OnceLock::new(),
        })
    }

    /// Returns the cache of this thread for this sandbox.
    fn thread_cache(&self) -> Rc<ThreadCache> {
        THREAD_CACHES.with_borrow_mut(|caches| {
            if let Some(index) = caches.iter().position(|(id, _)| *id == self.id) {
                return Rc::clone(&caches[index].1);
            }
            let cache = Rc::new(ThreadCache::default());
            if caches.len() >= MAX_CACHED_GAMES {
                caches.remove(0);
            }
            caches.push((self.id, Rc::clone(&cache)));
            cache
        })
    }

    /// Calls a hook of a plug-in. A call that exceeds a limit on a used VM is repeated on a new
    /// one, so results never depend on earlier calls.
    fn call(
        &self,
        cache: &ThreadCache,
        context: EffectContext,
        call: &HookCall,
    ) -> (EffectContext, Result<Value, PluginFault>) {
        let depth = cache.depth.get();
        let slot = &cache.vms[depth.min(cache.vms.len() - 1)];
        let mark = context.savepoint();
        cache.depth.set(depth + 1);
        let mut vm = self.vm(slot);
        let mut is_new = vm.is_new();
        let watch = CpuStopwatch::start();
        if cache.clock.get().is_none() {
            cache.clock.set(Some(watch));
        }
        let mut called = self.call_on(&vm, context, call);
        if called.hit_limit && !called.timed_out && !is_new {
            called.context.roll_back_to(mark);
            slot.take();
            vm = self.vm(slot);
            is_new = true;
            called = self.call_on(&vm, called.context, call);
        }
        if called.hit_limit && is_new {
            slot.take();
        }
        cache.depth.set(depth);
        let result = called.result.map_err(|error| {
            let plugin = self.plugins[call.plugin.index()].name.clone();
            let error = format_error(&plugin, &error, vm.last_line());
            PluginFault::new(plugin, format!("{}, {error}", call.hook.name()))
        });
        if depth == 0 {
            cache.taken.set(cache.taken.get() + watch.elapsed());
        }
        match &result {
            Err(fault) if called.timed_out => self.halt(call, fault.clone()),
            _ if depth == 0 && cache.exceeds_move_time() => {
                let plugin = self.plugins[call.plugin.index()].name.clone();
                let message =
                    format!("all calls for one move take too long: more than {MAX_MOVE_TIME:?}");
                self.halt(call, PluginFault::new(plugin, message));
            }
            _ => return (called.context, result),
        }
        let fault = self.halted.get().cloned().map_or(result, Err);
        (called.context, fault)
    }

    /// Halts the game with `fault` and blocks the called plug-in in this process.
    fn halt(&self, call: &HookCall, fault: PluginFault) {
        let (_, package) = &self.packages[call.plugin.index()];
        blocklist::add(&package.hash, &fault.message);
        // Only the first reason is reported.
        let _ = self.halted.set(fault);
    }

    fn vm(&self, slot: &RefCell<Option<Rc<LuauVm>>>) -> Rc<LuauVm> {
        let mut slot = slot.borrow_mut();
        let vm = slot.get_or_insert_with(|| {
            let vm = LuauVm::new(&self.packages);
            Rc::new(vm.expect("the same programs were loaded before"))
        });
        Rc::clone(vm)
    }

    fn call_on(&self, vm: &LuauVm, context: EffectContext, call: &HookCall) -> CallResult {
        let arguments = self.arguments(vm, call);
        vm.call(call.plugin.index(), call.hook, arguments, context)
    }

    fn arguments(&self, vm: &LuauVm, call: &HookCall) -> Vec<Value> {
        let literals = &vm.literals;
        let element = literals.element(call.element);
        let pawn = literals.element(BoardElement::Pawn(call.pawn));
        match call.hook {
            PluginHook::CanStep | PluginHook::OnStep => {
                let from = call.from.map(BoardElement::Field);
                let from = from.map_or(Value::Nil, |field| literals.element(field));
                vec![element, pawn, from]
            }
            PluginHook::CanReceive => {
                let spell = call.spell.map(|id| self.plugins[id.index()].name.as_str());
                let spell = spell.and_then(|name| vm.string(name));
                vec![element, pawn, spell.unwrap_or(Value::Nil)]
            }
            PluginHook::CanMove | PluginHook::AfterMove => vec![element],
            PluginHook::CanCast
            | PluginHook::OnCast
            | PluginHook::CanChange
            | PluginHook::OnBuild => vec![element, pawn],
        }
    }

    fn evaluate_rule(
        &self,
        cache: &ThreadCache,
        rules: &Arc<Rules>,
        state: &State,
        call: &HookCall,
    ) -> RuleAnswer {
        let context = EffectContext::for_rule(rules, state, call);
        let (context, result) = self.call(cache, context, call);
        let answer = result.map(|value| value.as_boolean().unwrap_or(false));
        RuleAnswer {
            answer,
            reads: context.reads(),
        }
    }
}

impl ThreadCache {
    /// True if the plug-in calls for the current move exceeded [`MAX_MOVE_TIME`].
    fn exceeds_move_time(&self) -> bool {
        self.taken.get() > MAX_MOVE_TIME
            && self
                .clock
                .get()
                .is_none_or(|clock| clock.exceeds(MAX_MOVE_TIME))
    }
}

impl PluginHost for Sandbox {
    fn plugins(&self) -> &[PluginDefinition] {
        &self.plugins
    }

    fn begin_move(&self) {
        let cache = self.thread_cache();
        cache.clock.set(None);
        cache.taken.set(Duration::ZERO);
    }

    fn halted(&self) -> Option<&PluginFault> {
        self.halted.get()
    }

    fn ask_rule(&self, rules: &Arc<Rules>, state: &State, call: &HookCall) -> RuleAnswer {
        if let Some(fault) = self.halted.get() {
            return RuleAnswer {
                answer: Err(fault.clone()),
                reads: ReadSet::default(),
            };
        }
        let cache = self.thread_cache();
        let question = (*call, rules.constants_hash());
        if let Some((answer, &reads)) = cache.answers.borrow().get(state, &question) {
            return RuleAnswer {
                answer: answer.clone(),
                reads,
            };
        }
        let found = self.evaluate_rule(&cache, rules, state, call);
        if self.halted.get().is_none() {
            let mut answers = cache.answers.borrow_mut();
            answers.insert(state, question, found.answer.clone(), found.reads);
        }
        found
    }

    fn run_effect(
        &self,
        context: EffectContext,
        call: &HookCall,
    ) -> (EffectContext, Result<(), EffectInterrupt>) {
        if let Some(fault) = self.halted.get() {
            return (context, Err(EffectInterrupt::Fault(fault.clone())));
        }
        let (context, result) = self.call(&self.thread_cache(), context, call);
        let result = match (context.requested_roll(), result) {
            // A roll was requested, even if the plug-in ran on.
            (Some(sides), _) => Err(EffectInterrupt::Roll(sides)),
            (None, Ok(_)) => Ok(()),
            (None, Err(fault)) => Err(EffectInterrupt::Fault(fault)),
        };
        (context, result)
    }
}
