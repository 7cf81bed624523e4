//! The conformance kit: loads a plug-in, puts it on a board with all shipped plug-ins and plays
//! random games in which every move is unmade and made again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::{Chance, Game, NodeKind, Notation, Seed};
use ludorum_games::Sector66;
use ludorum_games::sector66::{
    ChosenBoardOptions, EffectContext, EffectInterrupt, FaultCancelScope, HookCall, Move,
    PluginDefinition, PluginFault, PluginHook, PluginHost, PluginKind, RuleAnswer, Rules, State,
};

use crate::library::{ContentLibrary, LuauContent, PluginPackage};
use crate::luau::Sandbox;
use crate::luau::clock::CpuStopwatch;
use crate::template::is_reserved;

/// Minimum speed of games with a plug-in, in moves per CPU second; agents would wait for a slower
/// one.
const MIN_SPEED: f64 = 500.0;

/// Seconds after which a plug-in below the minimum speed fails its check.
const GIVE_UP_AFTER: f64 = 20.0;

/// Template text of the board on which plug-ins are checked; the plug-in is added to it.
const BOARD: &str = include_str!("skeletons/check.toml");

/// Maximum number of plug-in faults that a check report lists.
const MAX_FAULTS: usize = 5;

/// Result of one check of a plug-in.
#[derive(Clone, Debug)]
pub struct PluginFinding {
    /// True if the check passed.
    pub passed: bool,
    /// True if the check passed with a result that is often a mistake of the plug-in's author.
    pub is_warning: bool,
    /// Description of the result, in English.
    pub text: String,
}

/// Results of all checks of a plug-in.
#[derive(Clone, Debug, Default)]
pub struct PluginCheckReport {
    /// Results of the checks, in the order of the checks.
    pub findings: Vec<PluginFinding>,
}

impl PluginCheckReport {
    fn add(&mut self, is_well: bool, text: impl Into<String>) {
        let text = text.into();
        self.findings.push(PluginFinding {
            passed: is_well,
            is_warning: false,
            text,
        });
    }

    fn warn(&mut self, text: String) {
        self.findings.push(PluginFinding {
            passed: true,
            is_warning: true,
            text,
        });
    }

    /// True if all checks passed.
    pub fn passed(&self) -> bool {
        self.findings.iter().all(|finding| finding.passed)
    }
}

/// Checks a plug-in by playing `games` random games.
pub fn check(package: &PluginPackage, games: u32) -> PluginCheckReport {
    let mut report = PluginCheckReport::default();
    let name = alias(&package.folder);
    // Alone first, so that errors are reported as its own.
    if let Err(fault) = Sandbox::load(vec![(name.clone(), package.clone())]) {
        report.add(
            false,
            format!("does not load: main.luau, {}", fault.message),
        );
        return report;
    }
    let (text, library) = board(package, &name);
    let read = match library.read_template("the board for the check", &text) {
        Ok(read) => read,
        Err(error) => {
            report.add(false, error.to_string());
            return report;
        }
    };
    let host = Arc::new(CallRecorder {
        host: read.host.expect("the board has plug-ins"),
        name: name.clone(),
        faults: Mutex::default(),
        uses: Default::default(),
    });
    let plugin = host.plugins().iter().find(|plugin| plugin.name == name);
    let plugin = plugin.expect("it was added").clone();
    let manifest = &package.manifest;
    report.add(
        true,
        format!(
            "loads: {} {} ({})",
            manifest.name, manifest.version, manifest.uuid
        ),
    );
    check_hooks(&plugin, &mut report);
    let mut boards = Vec::new();
    for seating in &read.template.seatings {
        let setting = ChosenBoardOptions {
            seating: seating.clone(),
            walls: vec![seating.walls.default; seating.places.len()],
            spells: usize::from(read.template.spells.each.default),
        };
        let again = library.read_template("again", &text);
        let twin = again.ok().and_then(|read| read.host);
        let open = |host: Option<Arc<dyn PluginHost>>| {
            Rules::new(read.template.clone(), &setting, host).map(Sector66::<LuauContent>::new)
        };
        match (
            open(Some(Arc::clone(&host) as Arc<dyn PluginHost>)),
            open(twin),
        ) {
            (Ok(game), Ok(twin)) => boards.push((game, twin)),
            (Err(error), _) | (_, Err(error)) => report.add(false, error),
        }
    }
    let mut run = PluginCheckRun {
        name: &name,
        clock: CpuStopwatch::start(),
        games: 0,
        moves: 0,
        uses: 0,
        not_undone: None,
        not_reproduced: None,
        faults: Vec::new(),
    };
    while run.games < games && !run.is_too_slow() && host.halted().is_none() {
        let (game, twin) = &boards[run.games as usize % boards.len()];
        run.play(game, twin, Seed(u64::from(run.games)));
        run.games += 1;
    }
    for fault in host.faults() {
        run.add_fault(fault);
    }
    if let Some(fault) = host.halted() {
        report.add(
            false,
            format!("stopped by the clock: {}; {fault}", run.played(games)),
        );
        return report;
    }
    run.summarize(&plugin, games, &mut report);
    host.warn_of_idle_hooks(&plugin, &mut report);
    report
}

/// Use of a plug-in's hook in a check: called or not, and with or without a consequence. A
/// consequence is a rule that forbids, or an effect that changes something or fails.
#[derive(Default)]
struct HookUse {
    was_called: AtomicBool,
    had_effect: AtomicBool,
}

/// Plug-in host that records the calls of one plug-in: which hooks have consequences, and the
/// faults of its rules, which games otherwise ignore silently.
struct CallRecorder {
    host: Arc<dyn PluginHost>,
    name: String,
    faults: Mutex<Vec<PluginFault>>,
    /// Use of each hook, indexed by its number in `PluginHook`.
    uses: [HookUse; PluginHook::ALL.len()],
}

impl CallRecorder {
    fn record(&self, call: &HookCall, had_effect: bool) {
        if self.host.plugins()[call.plugin.index()].name == self.name {
            let hook_use = &self.uses[call.hook as usize];
            hook_use.was_called.store(true, Ordering::Relaxed);
            hook_use.had_effect.fetch_or(had_effect, Ordering::Relaxed);
        }
    }

    /// Adds warnings to the report about hooks that had no consequence in any game of the check.
    fn warn_of_idle_hooks(&self, plugin: &PluginDefinition, report: &mut PluginCheckReport) {
        for hook in PluginHook::ALL {
            let hook_use = &self.uses[hook as usize];
            let name = hook.name();
            if !plugin.hooks.has(hook) || hook_use.had_effect.load(Ordering::Relaxed) {
                continue;
            }
            if !hook_use.was_called.load(Ordering::Relaxed) {
                report.warn(format!(
                    "{name} was never called on the board for the check"
                ));
            } else if !hook.is_rule() {
                report.warn(format!("{name} never changed anything"));
            } else if hook != PluginHook::CanCast {
                // A spell needs can_cast, even if all its targets are allowed.
                report.warn(format!("{name} never forbade anything"));
            }
        }
    }

    fn faults(&self) -> Vec<PluginFault> {
        let faults = self.faults.lock();
        faults.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl PluginHost for CallRecorder {
    fn plugins(&self) -> &[PluginDefinition] {
        self.host.plugins()
    }

    fn begin_move(&self) {
        self.host.begin_move();
    }

    fn halted(&self) -> Option<&PluginFault> {
        self.host.halted()
    }

    fn ask_rule(&self, rules: &Arc<Rules>, state: &State, call: &HookCall) -> RuleAnswer {
        let verdict = self.host.ask_rule(rules, state, call);
        self.record(call, verdict.answer != Ok(true));
        if let Err(fault) = &verdict.answer
            && fault.plugin == self.name
        {
            let faults = self.faults.lock();
            let mut faults = faults.unwrap_or_else(PoisonError::into_inner);
            if faults.len() < MAX_FAULTS && !faults.contains(fault) {
                faults.push(fault.clone());
            }
        }
        verdict
    }

    fn run_effect(
        &self,
        context: EffectContext,
        call: &HookCall,
    ) -> (EffectContext, Result<(), EffectInterrupt>) {
        let before = context.savepoint();
        let (context, result) = self.host.run_effect(context, call);
        self.record(call, result.is_err() || context.has_changed_since(before));
        (context, result)
    }
}

/// Returns the name of the plug-in on the board for checks, derived from its folder name.
fn alias(folder: &str) -> String {
    let word: String = folder
        .to_ascii_lowercase()
        .chars()
        .filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-')
        .collect();
    if word.starts_with(|c: char| c.is_ascii_lowercase()) && !is_reserved(&word) {
        word
    } else {
        format!("plugin-{word}")
    }
}

/// Returns the template text of the board for checks, with the plug-in added, and a library that
/// contains the plug-in.
fn board(package: &PluginPackage, name: &str) -> (String, ContentLibrary) {
    let mut library = ContentLibrary::default();
    library.add_plugin(Ok(package.clone()));
    let mut plugins = format!("{name} = \"{}\"\n", package.manifest.uuid);
    let mut shipped_spells = Vec::new();
    for other in ContentLibrary::shipped().plugins() {
        let is_same = other.manifest.uuid == package.manifest.uuid || other.folder == name;
        if is_same {
            continue;
        }
        library.add_plugin(Ok(other.clone()));
        plugins += &format!("{} = \"{}\"\n", other.folder, other.manifest.uuid);
        if other.manifest.kind == PluginKind::Spell {
            shipped_spells.push(format!("\"{}\"", other.folder));
        }
    }
    let (fields, forced) = match package.manifest.kind {
        PluginKind::Field => (
            format!("{name} = [\"c4\", \"f3\", \"g6\", \"d7\"]"),
            String::new(),
        ),
        PluginKind::Spell => (String::new(), format!("\"{name}\"")),
    };
    let text = BOARD
        .replace("# plugins", &plugins)
        .replace("# fields", &fields)
        .replace("# allowed", &shipped_spells.join(", "))
        .replace("# forced", &forced);
    (text, library)
}

fn check_hooks(plugin: &PluginDefinition, report: &mut PluginCheckReport) {
    let defined: Vec<&str> = PluginHook::ALL
        .into_iter()
        .filter(|&hook| plugin.hooks.has(hook))
        .map(PluginHook::name)
        .collect();
    let has = |hook| plugin.hooks.has(hook);
    let (is_well, wanted) = match plugin.kind {
        PluginKind::Spell => (
            has(PluginHook::CanCast) && has(PluginHook::OnCast),
            "a spell needs can_cast and on_cast",
        ),
        PluginKind::Field => (
            !defined.is_empty(),
            "a field without any function is an ordinary field",
        ),
    };
    let defined = if defined.is_empty() {
        "nothing".to_owned()
    } else {
        defined.join(", ")
    };
    if is_well {
        report.add(true, format!("defines {defined}"));
    } else {
        report.add(false, format!("defines {defined}: {wanted}"));
    }
}

/// Returns the casts for `kind` 0, the steps for 1, otherwise or if there are none all moves.
/// Uniform choice would play almost only walls.
fn pool(moves: &[Move], kind: usize) -> Vec<Move> {
    let chosen = moves.iter().filter(|mv| match kind {
        0 => matches!(mv, Move::Cast(..)),
        1 => matches!(mv, Move::Step(_)),
        _ => true,
    });
    let chosen: Vec<Move> = chosen.copied().collect();
    if chosen.is_empty() {
        moves.to_vec()
    } else {
        chosen
    }
}

struct PluginCheckRun<'a> {
    name: &'a str,
    clock: CpuStopwatch,
    games: u32,
    moves: u64,
    /// Number of casts of the checked spell, or of steps onto the checked field.
    uses: u64,
    not_undone: Option<String>,
    not_reproduced: Option<String>,
    faults: Vec<PluginFault>,
}

impl PluginCheckRun<'_> {
    /// True if the games are below the minimum speed after [`GIVE_UP_AFTER`] seconds.
    fn is_too_slow(&self) -> bool {
        self.clock.elapsed().as_secs_f64() > GIVE_UP_AFTER && self.speed() < MIN_SPEED
    }

    /// Speed of the games so far, in moves per CPU second.
    fn speed(&self) -> f64 {
        self.moves as f64 / self.clock.cpu_time().as_secs_f64().max(1e-9)
    }

    /// Plays a random game, and the same moves in `twin`, whose plug-ins run in another VM.
    fn play(&mut self, game: &Sector66<LuauContent>, twin: &Sector66<LuauContent>, seed: Seed) {
        let mut rng = seed.child("check", 0).rng();
        let mut state = game.initial(seed);
        let mut other = twin.initial(seed);
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        while !self.is_too_slow() && game.halted().is_none() {
            let mv = match game.node(&state) {
                NodeKind::Over => break,
                NodeKind::Chance => game.sample(&state, &mut rng),
                NodeKind::Decide(_) => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    if self.not_reproduced.is_none() {
                        others.clear();
                        twin.moves(&other, &mut others);
                        if moves != others {
                            let position = game.print_position(&state);
                            self.not_reproduced = Some(format!("what is legal in {position}"));
                        }
                    }
                    let pool = pool(&moves, rng.below(3));
                    *rng.pick(&pool).expect("a seat to move has a move")
                }
            };
            self.moves += 1;
            self.count_use(game, &state, mv);
            self.check_undo(game, &mut state, mv);
            let is_same = self.not_reproduced.is_some() || {
                twin.make(&mut other, mv);
                other == state
            };
            if !is_same {
                self.not_reproduced = Some(Self::describe(game, &state, mv));
            }
        }
    }

    fn describe(game: &Sector66<LuauContent>, state: &State, mv: Move) -> String {
        let (mv, position) = (game.print_move(mv), game.print_position(state));
        format!("{mv}, position {position}")
    }

    fn count_use(&mut self, game: &Sector66<LuauContent>, state: &State, mv: Move) {
        let id = game.rules().plugin_named(self.name);
        let is_use = match mv {
            Move::Cast(spell, _) => Some(spell) == id,
            Move::Step(field) => state.kind_of(field) == id && id.is_some(),
            _ => false,
        };
        self.uses += u64::from(is_use);
        if self.faults.len() < MAX_FAULTS {
            for fault in game.faults(state, mv) {
                if fault.scope == FaultCancelScope::Call && fault.plugin == self.name {
                    self.add_fault(fault);
                }
            }
        }
    }

    fn add_fault(&mut self, fault: PluginFault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn check_undo(&mut self, game: &Sector66<LuauContent>, state: &mut State, mv: Move) {
        let (before, key) = (state.clone(), game.key(state));
        let undo = game.make(state, mv);
        let after = state.clone();
        game.unmake(state, mv, undo);
        if (*state != before || game.key(state) != key) && self.not_undone.is_none() {
            self.not_undone = Some(Self::describe(game, &before, mv));
        }
        game.make(state, mv);
        if *state != after && self.not_reproduced.is_none() {
            self.not_reproduced = Some(Self::describe(game, &before, mv));
        }
    }

    fn played(&self, wanted: u32) -> String {
        let games = if self.games < wanted {
            format!("{} of {wanted}", self.games)
        } else {
            wanted.to_string()
        };
        format!("{games} random games, {} moves", self.moves)
    }

    fn summarize(&self, plugin: &PluginDefinition, wanted: u32, report: &mut PluginCheckReport) {
        let used = match plugin.kind {
            PluginKind::Spell => "cast",
            PluginKind::Field => "stepped on",
        };
        let counted = format!("{}, {used} {} times", self.played(wanted), self.uses);
        let may_be_unused =
            plugin.kind == PluginKind::Field && plugin.hooks.has(PluginHook::CanStep);
        if self.uses > 0 || may_be_unused {
            report.add(true, counted);
        } else {
            report.add(false, format!("{counted}: what can it be used for?"));
        }
        match &self.not_undone {
            None => report.add(true, "every move was taken back exactly"),
            Some(mv) => report.add(false, format!("not taken back: {mv}")),
        }
        match &self.not_reproduced {
            None => report.add(true, "the same moves gave the same game on another machine"),
            Some(mv) => report.add(
                false,
                format!("differs from run to run; does it go through a table by address? {mv}"),
            ),
        }
        if self.faults.is_empty() {
            report.add(true, "it never failed and kept its limits");
        } else {
            for fault in &self.faults {
                report.add(false, format!("failed: {}", fault.message));
            }
        }
        let speed = self.speed();
        let text = format!("{speed:.0} moves per CPU-second, each made four times");
        if speed >= MIN_SPEED {
            report.add(true, text);
        } else {
            report.add(
                false,
                format!("{text}: it should be {MIN_SPEED:.0}; do less in rules and effects"),
            );
        }
    }
}
