//! The conformance kit: a plug-in is loaded, put on a board with everything that is shipped, and
//! played with at random, while every move is taken back and played again.

use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::{Chance, Game, Node, Notation, Seed};
use ludorum_games::Sector66;
use ludorum_games::sector66::{
    Call, Desk, Fault, Hook, Host, Move, Plugin, PluginKind, Rules, Scope, Setting, State, Stop,
    Verdict,
};

use crate::library::{Library, Luau, Package};
use crate::luau::Sandbox;
use crate::luau::clock::Stopwatch;
use crate::template::is_taken;

/// Fewer moves per second of the processor than this make agents wait for the plug-in.
const SLOW: f64 = 500.0;

/// How long a plug-in is waited for that makes agents wait, in seconds. It has failed by then.
const PATIENCE: f64 = 20.0;

/// The board plug-ins are checked on; the plug-in is added to it.
const BOARD: &str = include_str!("skeletons/check.toml");

/// Faults that are told one by one.
const MOST_TOLD: usize = 5;

/// What was found out about a plug-in.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Whether it is as it should be.
    pub is_well: bool,
    /// What was found, in words.
    pub text: String,
}

/// All that was found out about a plug-in.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In the order in which it was tried.
    pub findings: Vec<Finding>,
}

impl Report {
    fn add(&mut self, is_well: bool, text: impl Into<String>) {
        let text = text.into();
        self.findings.push(Finding { is_well, text });
    }

    /// Whether all is as it should be.
    pub fn is_well(&self) -> bool {
        self.findings.iter().all(|finding| finding.is_well)
    }
}

/// Checks a plug-in in so many random games.
pub fn check(package: &Package, games: u32) -> Report {
    let mut report = Report::default();
    let name = alias(&package.folder);
    // By itself first, so that what is wrong is told as what is wrong with it.
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
        Err(trouble) => {
            report.add(false, trouble.to_string());
            return report;
        }
    };
    let host = Arc::new(Watched {
        host: read.host.expect("the board has plug-ins"),
        name: name.clone(),
        faults: Mutex::default(),
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
        let setting = Setting {
            seating: seating.clone(),
            walls: vec![seating.walls.usual; seating.places.len()],
            spells: usize::from(read.template.spells.each.usual),
        };
        let again = library.read_template("again", &text);
        let twin = again.ok().and_then(|read| read.host);
        let open = |host: Option<Arc<dyn Host>>| {
            Rules::new(read.template.clone(), &setting, host).map(Sector66::<Luau>::new)
        };
        match (open(Some(Arc::clone(&host) as Arc<dyn Host>)), open(twin)) {
            (Ok(game), Ok(twin)) => boards.push((game, twin)),
            (Err(error), _) | (_, Err(error)) => report.add(false, error),
        }
    }
    let mut run = Run {
        name: &name,
        clock: Stopwatch::start(),
        games: 0,
        moves: 0,
        uses: 0,
        not_undone: None,
        not_the_same: None,
        faults: Vec::new(),
    };
    while run.games < games && !run.is_hopeless() && host.halted().is_none() {
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
    run.tell(&plugin, games, &mut report);
    report
}

/// Runs plug-ins as another host does, and keeps what goes wrong with the rules of one of them:
/// a game goes on as if such a rule were not there, and tells nobody.
struct Watched {
    host: Arc<dyn Host>,
    name: String,
    faults: Mutex<Vec<Fault>>,
}

impl Watched {
    fn faults(&self) -> Vec<Fault> {
        let faults = self.faults.lock();
        faults.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Host for Watched {
    fn plugins(&self) -> &[Plugin] {
        self.host.plugins()
    }

    fn begin_move(&self) {
        self.host.begin_move();
    }

    fn halted(&self) -> Option<&Fault> {
        self.host.halted()
    }

    fn judge(&self, rules: &Arc<Rules>, state: &State, call: &Call) -> Verdict {
        let verdict = self.host.judge(rules, state, call);
        if let Err(fault) = &verdict.answer
            && fault.plugin == self.name
        {
            let faults = self.faults.lock();
            let mut faults = faults.unwrap_or_else(PoisonError::into_inner);
            if faults.len() < MOST_TOLD && !faults.contains(fault) {
                faults.push(fault.clone());
            }
        }
        verdict
    }

    fn act(&self, desk: Desk, call: &Call) -> (Desk, Result<(), Stop>) {
        self.host.act(desk, call)
    }
}

/// The name of a plug-in on the board for the check.
fn alias(folder: &str) -> String {
    let word: String = folder
        .to_ascii_lowercase()
        .chars()
        .filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-')
        .collect();
    match word.starts_with(|c: char| c.is_ascii_lowercase()) && !is_taken(&word) {
        true => word,
        false => format!("plugin-{word}"),
    }
}

/// The text of the board with the plug-in on it, and a library that has it.
fn board(package: &Package, name: &str) -> (String, Library) {
    let mut library = Library::default();
    library.add_plugin(Ok(package.clone()));
    let mut plugins = format!("{name} = \"{}\"\n", package.manifest.uuid);
    let mut shipped_spells = Vec::new();
    for other in Library::shipped().plugins() {
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

fn check_hooks(plugin: &Plugin, report: &mut Report) {
    let defined: Vec<&str> = Hook::ALL
        .into_iter()
        .filter(|&hook| plugin.hooks.has(hook))
        .map(Hook::name)
        .collect();
    let has = |hook| plugin.hooks.has(hook);
    let (is_well, wanted) = match plugin.kind {
        PluginKind::Spell => (
            has(Hook::CanCast) && has(Hook::OnCast),
            "a spell needs can_cast and on_cast",
        ),
        PluginKind::Field => (
            !defined.is_empty(),
            "a field without any function is an ordinary field",
        ),
    };
    let defined = match defined.is_empty() {
        true => "nothing".to_owned(),
        false => defined.join(", "),
    };
    match is_well {
        true => report.add(true, format!("defines {defined}")),
        false => report.add(false, format!("defines {defined}: {wanted}")),
    }
}

/// The moves one of which is played: spells, steps or all of them. At random hardly anything but
/// walls would be played.
fn pool(moves: &[Move], kind: usize) -> Vec<Move> {
    let chosen = moves.iter().filter(|mv| match kind {
        0 => matches!(mv, Move::Cast(..)),
        1 => matches!(mv, Move::Step(_)),
        _ => true,
    });
    let chosen: Vec<Move> = chosen.copied().collect();
    match chosen.is_empty() {
        true => moves.to_vec(),
        false => chosen,
    }
}

struct Run<'a> {
    name: &'a str,
    clock: Stopwatch,
    games: u32,
    moves: u64,
    /// Casts of the spell, or steps on the field.
    uses: u64,
    not_undone: Option<String>,
    not_the_same: Option<String>,
    faults: Vec<Fault>,
}

impl Run<'_> {
    /// Whether it has been waited for long enough to say that it is too slow.
    fn is_hopeless(&self) -> bool {
        self.clock.elapsed().as_secs_f64() > PATIENCE && self.speed() < SLOW
    }

    /// Moves per second of the processor.
    fn speed(&self) -> f64 {
        self.moves as f64 / self.clock.worked().as_secs_f64().max(1e-9)
    }

    /// Plays a game at random, and the same moves with the other machine.
    fn play(&mut self, game: &Sector66<Luau>, twin: &Sector66<Luau>, seed: Seed) {
        let mut rng = seed.child("check", 0).rng();
        let mut state = game.initial(seed);
        let mut other = twin.initial(seed);
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        while !self.is_hopeless() && game.halted().is_none() {
            let mv = match game.node(&state) {
                Node::Over => break,
                Node::Chance => game.sample(&state, &mut rng),
                Node::Decide(_) => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    if self.not_the_same.is_none() {
                        others.clear();
                        twin.moves(&other, &mut others);
                        if moves != others {
                            let position = game.print_position(&state);
                            self.not_the_same = Some(format!("what is legal in {position}"));
                        }
                    }
                    let pool = pool(&moves, rng.below(3));
                    *rng.pick(&pool).expect("somebody is to move")
                }
            };
            self.moves += 1;
            self.note_use(game, &state, mv);
            self.try_twice(game, &mut state, mv);
            let is_same = self.not_the_same.is_some() || {
                twin.make(&mut other, mv);
                other == state
            };
            if !is_same {
                self.not_the_same = Some(Self::describe(game, &state, mv));
            }
        }
    }

    fn describe(game: &Sector66<Luau>, state: &State, mv: Move) -> String {
        let (mv, position) = (game.print_move(mv), game.print_position(state));
        format!("{mv}, position {position}")
    }

    fn note_use(&mut self, game: &Sector66<Luau>, state: &State, mv: Move) {
        let id = game.rules().plugin_named(self.name);
        let is_use = match mv {
            Move::Cast(spell, _) => Some(spell) == id,
            Move::Step(field) => state.kind_of(field) == id && id.is_some(),
            _ => false,
        };
        self.uses += u64::from(is_use);
        if self.faults.len() < MOST_TOLD {
            for fault in game.faults(state, mv) {
                if fault.scope == Scope::Call && fault.plugin == self.name {
                    self.add_fault(fault);
                }
            }
        }
    }

    fn add_fault(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn try_twice(&mut self, game: &Sector66<Luau>, state: &mut State, mv: Move) {
        let (before, key) = (state.clone(), game.key(state));
        let undo = game.make(state, mv);
        let after = state.clone();
        game.unmake(state, mv, undo);
        if (*state != before || game.key(state) != key) && self.not_undone.is_none() {
            self.not_undone = Some(Self::describe(game, &before, mv));
        }
        game.make(state, mv);
        if *state != after && self.not_the_same.is_none() {
            self.not_the_same = Some(Self::describe(game, &before, mv));
        }
    }

    fn played(&self, wanted: u32) -> String {
        let games = match self.games < wanted {
            true => format!("{} of {wanted}", self.games),
            false => wanted.to_string(),
        };
        format!("{games} random games, {} moves", self.moves)
    }

    fn tell(&self, plugin: &Plugin, wanted: u32, report: &mut Report) {
        let used = match plugin.kind {
            PluginKind::Spell => "cast",
            PluginKind::Field => "stepped on",
        };
        let counted = format!("{}, {used} {} times", self.played(wanted), self.uses);
        let may_be_unused = plugin.kind == PluginKind::Field && plugin.hooks.has(Hook::CanStep);
        match self.uses > 0 || may_be_unused {
            true => report.add(true, counted),
            false => report.add(false, format!("{counted}: what can it be used for?")),
        }
        match &self.not_undone {
            None => report.add(true, "every move was taken back exactly"),
            Some(mv) => report.add(false, format!("not taken back: {mv}")),
        }
        match &self.not_the_same {
            None => report.add(true, "the same moves gave the same game on another machine"),
            Some(mv) => report.add(
                false,
                format!("differs from run to run; does it go through a table by address? {mv}"),
            ),
        }
        match self.faults.is_empty() {
            true => report.add(true, "it never failed and kept its limits"),
            false => {
                for fault in &self.faults {
                    report.add(false, format!("failed: {}", fault.message));
                }
            }
        }
        let speed = self.speed();
        let text = format!("{speed:.0} moves per CPU-second, each made four times");
        match speed >= SLOW {
            true => report.add(true, text),
            false => report.add(
                false,
                format!("{text}: it should be {SLOW:.0}; do less in rules and effects"),
            ),
        }
    }
}
