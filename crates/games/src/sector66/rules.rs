//! The rules of one variant: making and unmaking moves, effects included.

use std::sync::Arc;

use ludorum_core::{Outcome, PerSeat, Seat, Seed};

use super::effect_context::{EffectContext, PluginTriggerEvent};
use super::element::{BoardElement, FIELDS, MOST_SEATS, Move, PluginId, SIZE, WallState};
use super::memo::Memo;
use super::plugin::{
    EffectInterrupt, FaultCancelScope, HookCall, PluginDefinition, PluginFault, PluginHook,
    PluginHost,
};
use super::spell_placement::FairSpellPlacer;
use super::state::{ExtraState, MoveAwaitingChance, State, StateChange};
use super::step_map::StepMap;
use super::template::{BoardTemplate, ChosenBoardOptions};
use crate::quoridor::goal_distances::GoalDistances;
use crate::quoridor::grid::SquareGrid;
use crate::quoridor::{self, Quoridor};

/// Largest number of events that plug-ins handle after one move; more are a fault.
const MOST_EVENTS: usize = 32;

/// The rules of one variant of Sector 66: a board template with all options chosen.
pub struct Rules {
    quoridor: Quoridor,
    template: BoardTemplate,
    host: Option<Arc<dyn PluginHost>>,
    left: [u8; MOST_SEATS],
    spell_placement: FairSpellPlacer,
    is_plain: bool,
    constants_hash: u64,
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("template", &self.template.name)
            .finish_non_exhaustive()
    }
}

/// Record of all changes to a position by a move, for unmaking the move.
#[derive(Debug)]
pub struct UndoJournal {
    changes: Vec<StateChange>,
    step_map: Option<Arc<Memo<StepMap>>>,
    distances: Option<Box<[GoalDistances; MOST_SEATS]>>,
}

impl Rules {
    /// Creates the rules of a board template with these options and plug-ins.
    ///
    /// # Errors
    /// When the chosen number of spells cannot be placed fairly on the board.
    pub fn new(
        template: BoardTemplate,
        setting: &ChosenBoardOptions,
        host: Option<Arc<dyn PluginHost>>,
    ) -> Result<Arc<Rules>, String> {
        let most = setting.walls.iter().copied().max().unwrap_or(0);
        let places: Vec<_> = setting
            .seating
            .places
            .iter()
            .map(|place| (place.start, place.goal))
            .collect();
        let mut left = [most; MOST_SEATS];
        left[..places.len()].copy_from_slice(&setting.walls);
        let is_plain = template.fields.is_empty()
            && template.disabled == Default::default()
            && setting.spells == 0;
        let quoridor = Quoridor::between(SIZE, &places, most);
        let mut rules = Rules {
            constants_hash: constants_hash(&quoridor),
            quoridor,
            template,
            host: host.filter(|_| !is_plain),
            left,
            spell_placement: FairSpellPlacer::default(),
            is_plain,
        };
        if setting.spells > 0 {
            let bare = Arc::new(rules);
            let spell_placement = FairSpellPlacer::prepare(&bare, setting.spells)?;
            rules = Arc::into_inner(bare).ok_or("the rules are in use already")?;
            rules.spell_placement = spell_placement;
        }
        Ok(Arc::new(rules))
    }

    /// Geometry of the board.
    #[inline]
    pub fn grid(&self) -> &SquareGrid {
        self.quoridor.grid()
    }

    /// The Quoridor game on which this variant is based, without plug-ins.
    #[inline]
    pub fn quoridor(&self) -> &Quoridor {
        &self.quoridor
    }

    /// Number of players in the game.
    #[inline]
    pub fn seats(&self) -> usize {
        ludorum_core::Game::seats(&self.quoridor)
    }

    /// The board template of this variant.
    pub fn template(&self) -> &BoardTemplate {
        &self.template
    }

    /// True if the board has no plug-ins and no disabled walls, so that Quoridor's own rules suffice.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    #[inline]
    pub(super) fn host(&self) -> Option<&dyn PluginHost> {
        self.host.as_deref()
    }

    /// Hash of the number of players and their goals. Plug-ins can read these, but no read set
    /// contains them, and variants of one template that share plug-ins may differ in them.
    pub fn constants_hash(&self) -> u64 {
        self.constants_hash
    }

    /// The plug-ins of this variant, in the order of their ids.
    pub fn plugins(&self) -> &[PluginDefinition] {
        self.host().map_or(&[], |host| host.plugins())
    }

    /// The definition of the plug-in with this id.
    pub fn plugin(&self, id: PluginId) -> &PluginDefinition {
        &self.plugins()[id.index()]
    }

    /// The id of the plug-in called `name`; `None` if no plug-in has this name.
    pub fn plugin_named(&self, name: &str) -> Option<PluginId> {
        let index = self.plugins().iter().position(|plugin| plugin.name == name);
        index.and_then(PluginId::new)
    }

    /// Number of walls that each seat has in hand at the start.
    pub(super) fn initial_walls_left(&self) -> &[u8; MOST_SEATS] {
        &self.left
    }

    #[inline]
    pub(super) fn max_plies(&self) -> u32 {
        ludorum_core::Game::max_plies(&self.quoridor)
    }

    pub(super) fn initial(self: &Arc<Rules>, seed: Seed) -> State {
        let starts = std::array::from_fn(|index| self.quoridor.start(Seat::new(index)));
        let board = self
            .quoridor
            .assemble(self.template.built, starts, self.left, 0);
        if self.is_plain {
            return State { board, extra: None };
        }
        let mut kinds = [0; FIELDS];
        for &(field, plugin) in &self.template.fields {
            kinds[field.index()] = plugin.number();
        }
        let mut spells = [0; FIELDS];
        for (field, plugin) in self.spell_placement.place(seed) {
            spells[field.index()] = plugin.number();
        }
        let extra = ExtraState {
            turn: Seat::FIRST,
            extra_turns: 0,
            skips: [0; MOST_SEATS],
            won: None,
            disabled: self.template.disabled,
            kinds,
            spells,
            hands: Default::default(),
            data: Vec::new(),
            pending: None,
            hashes: Default::default(),
            step_map: Arc::new(Memo::constant(StepMap::all_open(self.grid()))),
        };
        self.with_derived_data(board, extra)
    }

    /// Builds a position and computes its derived data: hashes, step map and distances.
    pub(super) fn with_derived_data(
        self: &Arc<Rules>,
        board: quoridor::State,
        extra: ExtraState,
    ) -> State {
        let mut state = State {
            board,
            extra: Some(Box::new(extra)),
        };
        self.begin_move();
        state.board.hash = 0;
        state.extra_mut().hashes = state.compute_hashes(self.seats());
        let no_answers = StepMap::all_open(self.grid());
        state.extra_mut().step_map = Arc::new(self.compute_step_map(&state, &no_answers));
        state.board.goal_distances = self.compute_goal_distances(&state);
        state
    }

    pub(super) fn begin_move(&self) {
        if let Some(host) = self.host() {
            host.begin_move();
        }
    }

    /// Fault that has stopped all plug-ins and the game; `None` while they work.
    pub fn halted(&self) -> Option<&PluginFault> {
        self.host().and_then(|host| host.halted())
    }

    /// The seat that has won; `None` if no seat has.
    pub(super) fn winner(&self, state: &State) -> Option<Seat> {
        match &state.extra {
            Some(extra) => extra.won,
            None => self.on_goal(state, Seat::FIRST),
        }
    }

    /// The first seat in turn order from `first` whose pawn stands on its goal; `None` for no seat.
    pub(super) fn on_goal(&self, state: &State, first: Seat) -> Option<Seat> {
        let seats = self.seats();
        let order = (0..seats).map(|index| Seat::new((first.index() + index) % seats));
        let is_there = |&seat: &Seat| self.quoridor.goal(seat).has(state.board.pawn(seat));
        order.into_iter().find(is_there)
    }

    pub(super) fn outcome(&self, state: &State) -> Option<Outcome> {
        match self.winner(state) {
            Some(winner) => Some(Outcome::win(self.seats(), winner)),
            None => (state.board.ply() >= self.max_plies()).then(|| Outcome::draw(self.seats())),
        }
    }

    /// Plays a move on a board where Quoridor's own rules do not suffice.
    pub(super) fn play(self: &Arc<Rules>, state: &mut State, mv: Move) -> UndoJournal {
        self.play_with_faults(state, mv).0
    }

    /// Plays a move like [`Rules::play`], and also returns the faults of plug-ins.
    pub(super) fn play_with_faults(
        self: &Arc<Rules>,
        state: &mut State,
        mv: Move,
    ) -> (UndoJournal, Vec<PluginFault>) {
        self.begin_move();
        let step_map = Arc::clone(&state.extra().step_map);
        let walls = state.board.walls;
        let taken = State {
            board: state.board,
            extra: state.extra.take(),
        };
        let mut context = EffectContext::open(self, taken);
        let (mv, rolls) = match (mv, context.state.extra().pending.as_deref()) {
            (Move::Roll(roll), Some(pending)) => {
                let mut rolls = pending.rolls.clone();
                rolls.push(roll);
                let waiting = pending.mv;
                context.change(StateChange::Pending(None));
                (waiting, rolls)
            }
            _ => (mv, Vec::new()),
        };
        context.rolls = rolls;
        let faults = self.perform(&mut context, mv);
        let EffectContext {
            state: played,
            journal,
            ..
        } = context;
        *state = played;
        let mut undo = UndoJournal {
            changes: journal,
            step_map: None,
            distances: None,
        };
        let current = self.current_step_map(state);
        let has_same_entries = current.value.has_same_entries(&step_map.value);
        undo.step_map = (!Arc::ptr_eq(&current, &step_map)).then_some(step_map);
        state.extra_mut().step_map = current;
        if !has_same_entries || walls != state.board.walls {
            let distances = self.compute_goal_distances(state);
            if distances != state.board.goal_distances {
                undo.distances = Some(Box::new(state.board.goal_distances));
                state.board.goal_distances = distances;
            }
        }
        state.board.ply += 1;
        (undo, faults)
    }

    pub(super) fn take_back(&self, state: &mut State, journal: UndoJournal) {
        state.board.ply -= 1;
        for change in journal.changes.into_iter().rev() {
            state.apply(change);
        }
        if let Some(step_map) = journal.step_map {
            state.extra_mut().step_map = step_map;
        }
        if let Some(distances) = journal.distances {
            state.board.goal_distances = *distances;
        }
    }

    /// Makes the move in `context`, runs its plug-in effects, then passes the turn. Returns the
    /// faults of plug-ins.
    fn perform(self: &Arc<Rules>, context: &mut EffectContext, mv: Move) -> Vec<PluginFault> {
        let start = context.journal.len();
        let seat = context.state.to_move();
        match mv {
            Move::Step(to) => context.put_pawn(seat, to),
            Move::Build(wall) => {
                let left = context.state.board.walls_left(seat);
                context.change(StateChange::WallsLeft(seat, left - 1));
                context.change(StateChange::Wall(wall, WallState::Built));
                context.events.push(PluginTriggerEvent::Built(seat, wall));
            }
            Move::Cast(spell, element) => {
                context.remove_spell(seat, spell);
                context
                    .events
                    .push(PluginTriggerEvent::Cast(seat, spell, element));
            }
            Move::Pass | Move::Roll(_) => {}
        }
        let mut faults = Vec::new();
        if self.host.is_some() && self.on_goal(&context.state, seat).is_none() {
            let bare = context.journal.len();
            // The bare move cannot close a last path, so the distances before it are valid.
            let board = &context.state.board;
            let distances = PerSeat::from_fn(self.seats(), |seat| board.distance(seat));
            context.events.push(PluginTriggerEvent::Moved(seat));
            match self.run_effects(context, seat) {
                Err(sides) => {
                    context.roll_back(start);
                    let rolls = std::mem::take(&mut context.rolls);
                    let pending = MoveAwaitingChance { mv, rolls, sides };
                    context.change(StateChange::Pending(Some(Box::new(pending))));
                    return Vec::new();
                }
                Ok(told) => faults.extend(told),
            }
            if context.journal.len() > bare {
                let lost = self.lost_path(context, |seat| {
                    distances[seat] != GoalDistances::UNREACHABLE
                });
                if let Some(lost) = lost {
                    cancel_effects(context, bare);
                    let message =
                        format!("all effects together would leave player {lost} without a path");
                    faults.push(self.shared_fault(context, message));
                }
            }
        }
        if let Some(winner) = self.on_goal(&context.state, seat) {
            context.change(StateChange::Winner(Some(winner)));
        }
        self.pass_turn(context, seat);
        faults
    }

    /// The first seat that had a path to its goal before the effects and has none now; `None` if no
    /// seat lost its path.
    fn lost_path(
        self: &Arc<Rules>,
        context: &mut EffectContext,
        had_path: impl Fn(Seat) -> bool,
    ) -> Option<Seat> {
        context.refresh_step_map();
        let state = &context.state;
        let step_map = &state.extra().step_map.value;
        let passages = self.grid().passages(&state.board.walls);
        Seat::all(self.seats()).find(|&seat| {
            had_path(seat) && !step_map.reaches(self, &passages, seat, state.board.pawn(seat))
        })
    }

    /// Calls the plug-ins for all queued events, including those that their effects add, until the
    /// queue is empty or a pawn reaches its goal. Changes of a plug-in that fails are rolled back.
    /// The error is the number of outcomes of a chance event that an effect needs.
    pub(super) fn run_effects(
        self: &Arc<Rules>,
        context: &mut EffectContext,
        mover: Seat,
    ) -> Result<Vec<PluginFault>, u8> {
        let host = self.host().expect("only with plug-ins");
        let mut faults = Vec::new();
        let start = context.journal.len();
        let mut next = 0;
        while let Some(&event) = context.events.get(next) {
            next += 1;
            if next > MOST_EVENTS {
                cancel_effects(context, start);
                let message = format!("more than {MOST_EVENTS} events followed from one move");
                faults.push(self.shared_fault(context, message));
                break;
            }
            for call in self.hook_calls(&context.state, event) {
                let savepoint = context.savepoint();
                context.begin_call(call.plugin);
                let placeholder = EffectContext::empty(context);
                let given = std::mem::replace(context, placeholder);
                let (given, result) = host.run_effect(given, &call);
                *context = given;
                match result {
                    Ok(()) => context.note_contributor(savepoint),
                    Err(EffectInterrupt::Roll(sides)) => return Err(sides),
                    Err(EffectInterrupt::Fault(fault)) => {
                        // Other plug-ins must not reuse its random numbers.
                        let rolled = context.rolled;
                        context.roll_back_to(savepoint);
                        context.rolled = rolled;
                        // A spell that failed returns to the hand.
                        if call.hook == PluginHook::OnCast {
                            context.add_spell(call.pawn, call.plugin);
                        }
                        faults.push(fault);
                    }
                }
                if self.on_goal(&context.state, mover).is_some() {
                    return Ok(faults);
                }
            }
        }
        Ok(faults)
    }

    /// Creates a fault without a failed call, attributed to all plug-ins that changed the position.
    fn shared_fault(&self, context: &EffectContext, message: String) -> PluginFault {
        let contributors = context
            .contributors()
            .iter()
            .map(|&id| self.plugin(id).name.as_str());
        PluginFault {
            plugin: contributors.collect::<Vec<_>>().join(", "),
            message,
            scope: FaultCancelScope::Move,
        }
    }

    /// The hook calls that an event causes.
    fn hook_calls(&self, state: &State, event: PluginTriggerEvent) -> Vec<HookCall> {
        let (hook, element, pawn, from) = match event {
            PluginTriggerEvent::Cast(seat, spell, element) => {
                let call = HookCall {
                    hook: PluginHook::OnCast,
                    plugin: spell,
                    element,
                    pawn: seat,
                    from: None,
                    spell: None,
                };
                return vec![call];
            }
            // The pawn has been moved on already.
            PluginTriggerEvent::Stepped(seat, _, to) if state.board.pawn(seat) != to => {
                return Vec::new();
            }
            PluginTriggerEvent::Stepped(seat, from, to) => (
                PluginHook::OnStep,
                BoardElement::Field(to),
                seat,
                Some(from),
            ),
            PluginTriggerEvent::Built(seat, wall) => {
                (PluginHook::OnBuild, BoardElement::Wall(wall), seat, None)
            }
            PluginTriggerEvent::Moved(seat) => {
                (PluginHook::AfterMove, BoardElement::Pawn(seat), seat, None)
            }
        };
        self.responsible_plugins(state, hook, element)
            .map(|plugin| HookCall {
                hook,
                plugin,
                element,
                pawn,
                from,
                spell: None,
            })
            .collect()
    }

    /// The plug-ins that define `hook` and are responsible for an element: that of a special field,
    /// and those that have stored numbers in the element.
    pub(super) fn responsible_plugins(
        &self,
        state: &State,
        hook: PluginHook,
        element: BoardElement,
    ) -> impl Iterator<Item = PluginId> {
        let kind = match element {
            BoardElement::Field(field) => state.kind_of(field),
            _ => None,
        };
        let data = state.extra.as_ref().map_or(&[][..], |extra| &extra.data);
        let mut stored: Vec<PluginId> = data
            .iter()
            .filter(|datum| datum.element == element && Some(datum.plugin) != kind)
            .map(|datum| datum.plugin)
            .collect();
        stored.dedup();
        let plugins = kind.into_iter().chain(stored);
        plugins.filter(move |&plugin| self.plugin(plugin).hooks.has(hook))
    }

    /// True if the rule `hook` of every plug-in responsible for an element answers yes or fails.
    pub(super) fn all_allow(
        self: &Arc<Rules>,
        state: &State,
        hook: PluginHook,
        element: BoardElement,
        pawn: Seat,
        spell: Option<PluginId>,
    ) -> bool {
        let Some(host) = self.host() else {
            return true;
        };
        self.responsible_plugins(state, hook, element)
            .all(|plugin| {
                let call = HookCall {
                    hook,
                    plugin,
                    element,
                    pawn,
                    from: None,
                    spell,
                };
                // A rule that fails counts as yes.
                host.ask_rule(self, state, &call).answer.unwrap_or(true)
            })
    }

    /// Passes the turn: to an extra turn of the same seat, or to the next seat that does not miss
    /// its turn.
    fn pass_turn(&self, context: &mut EffectContext, seat: Seat) {
        let extra_turns = context.state.extra().extra_turns;
        if extra_turns > 0 {
            context.change(StateChange::ExtraTurns(extra_turns - 1));
            return;
        }
        let mut next = seat;
        loop {
            next = next.next(self.seats());
            match context.state.skips(next) {
                0 => break,
                skips => context.change(StateChange::Skips(next, skips - 1)),
            }
        }
        if next != seat {
            context.change(StateChange::Turn(next));
        }
    }
}

fn constants_hash(quoridor: &Quoridor) -> u64 {
    let seats = ludorum_core::Game::seats(quoridor);
    Seat::all(seats).fold(seats as u64, |hash, seat| {
        quoridor.goal(seat).fold(hash, |hash, field| {
            (hash ^ field.index() as u64)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(23)
        })
    })
}

impl EffectContext {
    /// Creates a placeholder that replaces a context while a plug-in owns the real one.
    fn empty(context: &EffectContext) -> EffectContext {
        let state = State {
            board: context.state.board,
            extra: None,
        };
        EffectContext::open(context.rules(), state)
    }
}

/// Rolls back all changes except the first `keep`. A spell that was cast returns to the hand.
fn cancel_effects(context: &mut EffectContext, keep: usize) {
    context.roll_back(keep);
    if let Some(&PluginTriggerEvent::Cast(seat, spell, _)) = context.events.first() {
        context.add_spell(seat, spell);
    }
}
