//! The plug-ins of a game: asked and called on whatever thread the game is played, with answers
//! remembered for as long as what they depend on is the same.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_games::sector66::{
    Call, Desk, Element, Fault, Hook, Hooks, Host, Plugin, Reads, Rules, State, Stop, Verdict,
};
use mlua::Value;

use super::machine::{Machine, told};
use crate::library::Package;

/// Games a thread keeps machines of.
const MOST_MACHINES: usize = 4;

/// Answers a machine remembers.
const MOST_ANSWERS: usize = 1 << 17;

/// A machine with what it has answered.
struct Clerk {
    machine: Machine,
    /// What the answer to a question depended on when it was last asked.
    reads: RefCell<HashMap<Call, Reads>>,
    answers: RefCell<HashMap<Question, Verdict>>,
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
}

impl Sandbox {
    /// Loads plug-ins under the names they have in a game.
    ///
    /// # Errors
    /// When a program cannot be run.
    pub fn load(packages: Vec<(String, Package)>) -> Result<Sandbox, Fault> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let machine = Machine::new(&packages)?;
        let mut plugins = Vec::new();
        for (index, (name, package)) in packages.iter().enumerate() {
            let module = machine.module(index).map_err(|error| Fault {
                plugin: name.clone(),
                message: told(name, &error, machine.last_line()),
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
        })
    }

    /// The machine of this thread.
    fn clerk(&self) -> Rc<Clerk> {
        CLERKS.with_borrow_mut(|clerks| {
            if let Some(index) = clerks.iter().position(|(id, _)| *id == self.id) {
                return Rc::clone(&clerks[index].1);
            }
            let machine = Machine::new(&self.packages);
            let clerk = Rc::new(Clerk {
                machine: machine.expect("the same programs were loaded before"),
                reads: RefCell::default(),
                answers: RefCell::default(),
            });
            if clerks.len() >= MOST_MACHINES {
                clerks.remove(0);
            }
            clerks.push((self.id, Rc::clone(&clerk)));
            clerk
        })
    }

    /// Throws the machine of this thread away: the next call gets a new one.
    fn dismiss(&self) {
        CLERKS.with_borrow_mut(|clerks| clerks.retain(|(id, _)| *id != self.id));
    }

    fn fault(&self, clerk: &Clerk, call: &Call, error: &mlua::Error) -> Fault {
        let plugin = self.plugins[call.plugin.index()].name.clone();
        let last = clerk.machine.last_line();
        let message = format!("{}, {}", call.hook.name(), told(&plugin, error, last));
        Fault { plugin, message }
    }

    fn arguments(&self, clerk: &Clerk, call: &Call) -> Vec<Value> {
        let words = &clerk.machine.words;
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
                let spell = spell.and_then(|name| clerk.machine.string(name));
                vec![element, pawn, spell.unwrap_or(Value::Nil)]
            }
            Hook::CanMove | Hook::AfterMove => vec![element],
            Hook::CanCast | Hook::OnCast | Hook::CanChange | Hook::OnBuild => vec![element, pawn],
        }
    }

    fn ask(&self, clerk: &Clerk, rules: &Arc<Rules>, state: &State, call: &Call) -> Verdict {
        let desk = Desk::for_rule(rules, state, call.plugin);
        let arguments = self.arguments(clerk, call);
        let plugin = call.plugin.index();
        let (desk, result) = clerk
            .machine
            .call(plugin, call.hook.name(), arguments, desk);
        let answer = match result {
            Ok(Value::Boolean(answer)) => Ok(answer),
            Ok(other) => Err(mlua::Error::runtime(format!(
                "a rule returns true or false, not {}",
                other.type_name()
            ))),
            Err(error) => Err(error),
        };
        let answer = answer.map_err(|error| {
            if clerk.machine.is_spoilt(&error) {
                self.dismiss();
            }
            self.fault(clerk, call, &error)
        });
        Verdict {
            answer,
            reads: desk.reads(),
        }
    }
}

impl Host for Sandbox {
    fn plugins(&self) -> &[Plugin] {
        &self.plugins
    }

    fn judge(&self, rules: &Arc<Rules>, state: &State, call: &Call) -> Verdict {
        let clerk = self.clerk();
        let known = clerk.reads.borrow().get(call).copied();
        if let Some(reads) = known {
            let key = (*call, rules.fingerprint(), state.hash_of(reads));
            if let Some(verdict) = clerk.answers.borrow().get(&key) {
                return verdict.clone();
            }
        }
        let verdict = self.ask(&clerk, rules, state, call);
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
        let clerk = self.clerk();
        let arguments = self.arguments(&clerk, call);
        let plugin = call.plugin.index();
        let (desk, result) = clerk
            .machine
            .call(plugin, call.hook.name(), arguments, desk);
        let result = match result {
            // Even if the plug-in did not stop: it was told to.
            _ if desk.asked().is_some() => Err(Stop::Roll(desk.asked().unwrap_or(2))),
            Ok(_) => Ok(()),
            Err(error) => {
                if clerk.machine.is_spoilt(&error) {
                    self.dismiss();
                }
                Err(Stop::Fault(self.fault(&clerk, call, &error)))
            }
        };
        (desk, result)
    }
}
