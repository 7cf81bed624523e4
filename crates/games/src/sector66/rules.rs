//! How a game goes: one variant, made from a template, and what a move does.

use std::sync::Arc;

use ludorum_core::{Outcome, PerSeat, Seat, Seed};

use super::afresh::Asked;
use super::desk::{Desk, Event};
use super::element::{Element, FIELDS, MOST_SEATS, Move, PluginId, SIZE, WallState};
use super::fair::Fair;
use super::plugin::{Call, Fault, Hook, Host, Plugin, Reads, Scope, Stop};
use super::state::{Change, More, Pending, State};
use super::template::{Seating, Template};
use super::ways::Ways;
use crate::quoridor::field::Field;
use crate::quoridor::grid::Grid;
use crate::quoridor::{self, Quoridor};

/// A chain of effects longer than this is cut.
const MOST_EVENTS: usize = 32;

/// The rules of one game: a template with all that was left open decided.
pub struct Rules {
    quoridor: Quoridor,
    template: Template,
    host: Option<Arc<dyn Host>>,
    left: [u8; MOST_SEATS],
    fair: Fair,
    is_plain: bool,
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("template", &self.template.name)
            .finish_non_exhaustive()
    }
}

/// What is decided when a game is opened.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Where the players start and where they go.
    pub seating: Seating,
    /// The walls of each player.
    pub walls: Vec<u8>,
    /// Spells for each player on the board at the start.
    pub spells: usize,
}

/// What a move cannot be taken back without.
#[derive(Debug)]
pub struct Journal {
    changes: Vec<Change>,
    ways: Option<Arc<Ways>>,
    fields: Option<Box<[Field; MOST_SEATS]>>,
}

impl Rules {
    /// The rules of a template in this setting, with the plug-ins it names.
    ///
    /// # Errors
    /// When spells cannot be placed fairly.
    pub fn new(
        template: Template,
        setting: &Setting,
        host: Option<Arc<dyn Host>>,
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
        let mut rules = Rules {
            quoridor: Quoridor::between(SIZE, &places, most),
            template,
            host: host.filter(|_| !is_plain),
            left,
            fair: Fair::default(),
            is_plain,
        };
        if setting.spells > 0 {
            let bare = Arc::new(rules);
            let fair = Fair::find(&bare, setting.spells)?;
            rules = Arc::into_inner(bare).ok_or("the rules are in use already")?;
            rules.fair = fair;
        }
        Ok(Arc::new(rules))
    }

    /// The geometry of the board.
    #[inline]
    pub fn grid(&self) -> &Grid {
        self.quoridor.grid()
    }

    /// Pawns and walls, without plug-ins.
    #[inline]
    pub fn quoridor(&self) -> &Quoridor {
        &self.quoridor
    }

    /// The number of players.
    #[inline]
    pub fn seats(&self) -> usize {
        ludorum_core::Game::seats(&self.quoridor)
    }

    /// The template.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// Whether Quoridor's own rules are enough.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    #[inline]
    pub(super) fn host(&self) -> Option<&dyn Host> {
        self.host.as_deref()
    }

    /// A number for all that plug-ins can see and that never changes: two games of one template
    /// have the same plug-ins, but not the same answers from them.
    pub fn fingerprint(&self) -> u64 {
        Seat::all(self.seats()).fold(self.seats() as u64, |hash, seat| {
            self.quoridor.goal(seat).fold(hash, |hash, field| {
                (hash ^ field.index() as u64)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(23)
            })
        })
    }

    /// The plug-ins, in the order of their numbers.
    pub fn plugins(&self) -> &[Plugin] {
        self.host().map_or(&[], |host| host.plugins())
    }

    /// One plug-in.
    pub fn plugin(&self, id: PluginId) -> &Plugin {
        &self.plugins()[id.index()]
    }

    /// The plug-in of this name in this game.
    pub fn plugin_named(&self, name: &str) -> Option<PluginId> {
        let index = self.plugins().iter().position(|plugin| plugin.name == name);
        index.and_then(PluginId::new)
    }

    /// The walls everyone has at the start.
    pub(super) fn initial_left(&self) -> &[u8; MOST_SEATS] {
        &self.left
    }

    #[inline]
    pub(super) fn longest(&self) -> u32 {
        ludorum_core::Game::max_plies(&self.quoridor)
    }

    pub(super) fn initial(self: &Arc<Rules>, seed: Seed) -> State {
        let starts = std::array::from_fn(|index| self.quoridor.start(Seat::new(index)));
        let board = self
            .quoridor
            .assemble(self.template.built, starts, self.left, 0);
        if self.is_plain {
            return State { board, more: None };
        }
        let mut kinds = [0; FIELDS];
        for &(field, plugin) in &self.template.fields {
            kinds[field.index()] = plugin.number();
        }
        let mut spells = [0; FIELDS];
        for (field, plugin) in self.fair.place(seed) {
            spells[field.index()] = plugin.number();
        }
        let more = More {
            turn: Seat::FIRST,
            again: 0,
            skips: [0; MOST_SEATS],
            won: None,
            disabled: self.template.disabled,
            kinds,
            spells,
            hands: Default::default(),
            data: Vec::new(),
            pending: None,
            hashes: Default::default(),
            ways: Arc::new(Ways::free(self.grid())),
        };
        self.completed(board, more)
    }

    /// A position with all that follows from the rest filled in.
    pub(super) fn completed(self: &Arc<Rules>, board: quoridor::State, more: More) -> State {
        let mut state = State {
            board,
            more: Some(Box::new(more)),
        };
        self.begin_move();
        state.board.hash = 0;
        state.more_mut().hashes = state.fresh_hashes(self.seats());
        let nothing_known = Ways::free(self.grid());
        state.more_mut().ways = self.find_ways(&state, &nothing_known, Reads::NOTHING);
        state.board.fields = self.find_fields(&state);
        state
    }

    pub(super) fn begin_move(&self) {
        if let Some(host) = self.host() {
            host.begin_move();
        }
    }

    /// Why plug-ins are not run any more, if so: the game cannot go on.
    pub fn halted(&self) -> Option<&Fault> {
        self.host().and_then(|host| host.halted())
    }

    /// The winner.
    pub(super) fn winner(&self, state: &State) -> Option<Seat> {
        match &state.more {
            Some(more) => more.won,
            None => self.on_goal(state, Seat::FIRST),
        }
    }

    /// The first seat, counted from `first`, whose pawn stands on its goal.
    pub(super) fn on_goal(&self, state: &State, first: Seat) -> Option<Seat> {
        let seats = self.seats();
        let order = (0..seats).map(|index| Seat::new((first.index() + index) % seats));
        let is_there = |&seat: &Seat| self.quoridor.goal(seat).has(state.board.pawn(seat));
        order.into_iter().find(is_there)
    }

    pub(super) fn outcome(&self, state: &State) -> Option<Outcome> {
        match self.winner(state) {
            Some(winner) => Some(Outcome::win(self.seats(), winner)),
            None => (state.board.ply() >= self.longest()).then(|| Outcome::draw(self.seats())),
        }
    }

    /// Plays a move on a board with more than Quoridor has.
    pub(super) fn play(self: &Arc<Rules>, state: &mut State, mv: Move) -> Journal {
        self.play_and_tell(state, mv).0
    }

    /// The same, and what went wrong with plug-ins.
    pub(super) fn play_and_tell(
        self: &Arc<Rules>,
        state: &mut State,
        mv: Move,
    ) -> (Journal, Vec<Fault>) {
        self.begin_move();
        let asked = Asked::before(state);
        let walls = state.board.walls;
        let taken = State {
            board: state.board,
            more: state.more.take(),
        };
        let mut desk = Desk::open(self, taken);
        let (mv, rolls) = match (mv, desk.state.more().pending.as_deref()) {
            (Move::Roll(roll), Some(pending)) => {
                let mut rolls = pending.rolls.clone();
                rolls.push(roll);
                let waiting = pending.mv;
                desk.change(Change::Pending(None));
                (waiting, rolls)
            }
            _ => (mv, Vec::new()),
        };
        desk.rolls = rolls;
        desk.begin_from(&asked);
        let faults = self.perform(&mut desk, mv, &asked);
        let Desk {
            state: played,
            journal,
            ..
        } = desk;
        *state = played;
        let mut undo = Journal {
            changes: journal,
            ways: None,
            fields: None,
        };
        match self.new_ways(&asked, state, &undo.changes) {
            Some(found) => {
                state.more_mut().ways = found;
                undo.ways = Some(asked.ways);
            }
            // Plug-ins may have asked on the way.
            None => state.more_mut().ways = asked.ways,
        }
        if undo.ways.is_some() || walls != state.board.walls {
            let fields = self.find_fields(state);
            if fields != state.board.fields {
                undo.fields = Some(Box::new(state.board.fields));
                state.board.fields = fields;
            }
        }
        state.board.ply += 1;
        (undo, faults)
    }

    pub(super) fn take_back(&self, state: &mut State, journal: Journal) {
        state.board.ply -= 1;
        for change in journal.changes.into_iter().rev() {
            state.apply(change);
        }
        if let Some(ways) = journal.ways {
            state.more_mut().ways = ways;
        }
        if let Some(fields) = journal.fields {
            state.board.fields = *fields;
        }
    }

    /// The move itself, what plug-ins make of it, and whose turn it is then.
    fn perform(self: &Arc<Rules>, desk: &mut Desk, mv: Move, asked: &Asked) -> Vec<Fault> {
        let start = desk.journal.len();
        let seat = desk.state.to_move();
        match mv {
            Move::Step(to) => desk.put_pawn(seat, to),
            Move::Build(wall) => {
                let left = desk.state.board.walls_left(seat);
                desk.change(Change::Left(seat, left - 1));
                desk.change(Change::Wall(wall, WallState::Built));
                desk.events.push(Event::Built(seat, wall));
            }
            Move::Cast(spell, element) => {
                desk.remove_spell(seat, spell);
                desk.events.push(Event::Cast(seat, spell, element));
            }
            Move::Pass | Move::Roll(_) => {}
        }
        let mut faults = Vec::new();
        if self.host.is_some() && self.on_goal(&desk.state, seat).is_none() {
            let bare = desk.journal.len();
            // No move of its own takes anyone's last path, so distances from before it tell.
            let board = &desk.state.board;
            let distances = PerSeat::from_fn(self.seats(), |seat| board.distance(seat));
            desk.events.push(Event::Moved(seat));
            match self.tell_all(desk, seat) {
                Err(sides) => {
                    desk.roll_back(start);
                    let rolls = std::mem::take(&mut desk.rolls);
                    let pending = Pending { mv, rolls, sides };
                    desk.change(Change::Pending(Some(Box::new(pending))));
                    return Vec::new();
                }
                Ok(told) => faults.extend(told),
            }
            if desk.journal.len() > bare {
                let lost = self.lost_path(desk, asked, |seat| distances[seat] != Field::NO_WAY);
                if let Some(lost) = lost {
                    cancel_effects(desk, bare);
                    let message =
                        format!("all effects together would leave player {lost} without a path");
                    faults.push(self.fault_of_all(desk, message));
                }
            }
        }
        if let Some(winner) = self.on_goal(&desk.state, seat) {
            desk.change(Change::Won(Some(winner)));
        }
        self.pass_turn(desk, seat);
        faults
    }

    /// The first seat that had a path and has none any more, wherever its pawn is by now.
    fn lost_path(
        self: &Arc<Rules>,
        desk: &Desk,
        asked: &Asked,
        had_path: impl Fn(Seat) -> bool,
    ) -> Option<Seat> {
        let state = &desk.state;
        let found = self.new_ways(asked, state, &desk.journal);
        let ways = found.as_ref().unwrap_or(&asked.ways);
        let passages = self.grid().passages(&state.board.walls);
        Seat::all(self.seats()).find(|&seat| {
            had_path(seat) && !ways.reaches(self, &passages, seat, state.board.pawn(seat))
        })
    }

    /// Tells plug-ins what happened, and what happened because of that, until nothing happens or
    /// somebody is at the goal. What a plug-in that fails has done is taken back.
    pub(super) fn tell_all(
        self: &Arc<Rules>,
        desk: &mut Desk,
        mover: Seat,
    ) -> Result<Vec<Fault>, u8> {
        let host = self.host().expect("only with plug-ins");
        let mut faults = Vec::new();
        let start = desk.journal.len();
        let mut next = 0;
        while let Some(&event) = desk.events.get(next) {
            next += 1;
            if next > MOST_EVENTS {
                cancel_effects(desk, start);
                let message = format!("more than {MOST_EVENTS} events followed from one move");
                faults.push(self.fault_of_all(desk, message));
                break;
            }
            for call in self.calls(&desk.state, event) {
                let mark = desk.mark();
                desk.seat_actor(call.plugin);
                let placeholder = Desk::empty(desk);
                let given = std::mem::replace(desk, placeholder);
                let (given, result) = host.act(given, &call);
                *desk = given;
                match result {
                    Ok(()) => desk.note_doer(mark),
                    Err(Stop::Roll(sides)) => return Err(sides),
                    Err(Stop::Fault(fault)) => {
                        // What chance has decided for it is not for others to use.
                        let rolled = desk.rolled;
                        desk.rewind(mark);
                        desk.rolled = rolled;
                        // A spell that did not work is not gone.
                        if call.hook == Hook::OnCast {
                            desk.add_spell(call.pawn, call.plugin);
                        }
                        faults.push(fault);
                    }
                }
                if self.on_goal(&desk.state, mover).is_some() {
                    return Ok(faults);
                }
            }
        }
        Ok(faults)
    }

    /// What nobody failed in and yet cannot stand.
    fn fault_of_all(&self, desk: &Desk, message: String) -> Fault {
        let doers = desk.doers().iter().map(|&id| self.plugin(id).name.as_str());
        Fault {
            plugin: doers.collect::<Vec<_>>().join(", "),
            message,
            scope: Scope::Move,
        }
    }

    /// Who is to be told of an event.
    fn calls(&self, state: &State, event: Event) -> Vec<Call> {
        let (hook, element, pawn, from) = match event {
            Event::Cast(seat, spell, element) => {
                let call = Call {
                    hook: Hook::OnCast,
                    plugin: spell,
                    element,
                    pawn: seat,
                    from: None,
                    spell: None,
                };
                return vec![call];
            }
            // Who was moved on before anything could happen is not there any more.
            Event::Stepped(seat, _, to) if state.board.pawn(seat) != to => return Vec::new(),
            Event::Stepped(seat, from, to) => (Hook::OnStep, Element::Field(to), seat, Some(from)),
            Event::Built(seat, wall) => (Hook::OnBuild, Element::Wall(wall), seat, None),
            Event::Moved(seat) => (Hook::AfterMove, Element::Pawn(seat), seat, None),
        };
        self.responsible(state, hook, element)
            .map(|plugin| Call {
                hook,
                plugin,
                element,
                pawn,
                from,
                spell: None,
            })
            .collect()
    }

    /// The plug-ins that have a say about an element and define a hook.
    pub(super) fn responsible(
        &self,
        state: &State,
        hook: Hook,
        element: Element,
    ) -> impl Iterator<Item = PluginId> {
        let kind = match element {
            Element::Field(field) => state.kind_of(field),
            _ => None,
        };
        let data = state.more.as_ref().map_or(&[][..], |more| &more.data);
        let mut stored: Vec<PluginId> = data
            .iter()
            .filter(|datum| datum.element == element && Some(datum.plugin) != kind)
            .map(|datum| datum.plugin)
            .collect();
        stored.dedup();
        let plugins = kind.into_iter().chain(stored);
        plugins.filter(move |&plugin| self.plugin(plugin).hooks.has(hook))
    }

    /// Whether all plug-ins that have a say about an element agree.
    pub(super) fn all_agree(
        self: &Arc<Rules>,
        state: &State,
        hook: Hook,
        element: Element,
        pawn: Seat,
        spell: Option<PluginId>,
    ) -> bool {
        let Some(host) = self.host() else {
            return true;
        };
        self.responsible(state, hook, element).all(|plugin| {
            let call = Call {
                hook,
                plugin,
                element,
                pawn,
                from: None,
                spell,
            };
            // A rule that fails says nothing.
            host.judge(self, state, &call).answer.unwrap_or(true)
        })
    }

    /// The next turn: another one of the same seat, or that of the next seat that is not skipped.
    fn pass_turn(&self, desk: &mut Desk, seat: Seat) {
        let again = desk.state.more().again;
        if again > 0 {
            desk.change(Change::Again(again - 1));
            return;
        }
        let mut next = seat;
        loop {
            next = next.next(self.seats());
            match desk.state.skips(next) {
                0 => break,
                skips => desk.change(Change::Skips(next, skips - 1)),
            }
        }
        if next != seat {
            desk.change(Change::Turn(next));
        }
    }
}

impl Desk {
    /// Stands in while the real desk is with a plug-in.
    fn empty(desk: &Desk) -> Desk {
        let state = State {
            board: desk.state.board,
            more: None,
        };
        Desk::open(desk.rules(), state)
    }
}

/// Takes back all that plug-ins did. A spell that did not work is not gone.
fn cancel_effects(desk: &mut Desk, keep: usize) {
    desk.roll_back(keep);
    if let Some(&Event::Cast(seat, spell, _)) = desk.events.first() {
        desk.add_spell(seat, spell);
    }
}
