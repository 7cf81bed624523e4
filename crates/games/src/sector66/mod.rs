//! Sector 66: Quoridor on board templates, with spells and special fields defined by plug-ins.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the game interface, its name and parameters |
//! | `element.rs` | fields, pawns and walls; moves |
//! | `template.rs` | board templates and their validation |
//! | `plugin.rs` | hooks of plug-ins and the host that runs them |
//! | `effect_context/` | the position as plug-ins read and change it |
//! | `state.rs` | positions and reversible changes |
//! | `step_effects.rs` | results of steps, effects included |
//! | `step_map.rs` | fields each seat may step on, and paths over them |
//! | `memo.rs` | stored answers of plug-ins and the rule of their validity |
//! | `move_list.rs` | move generation |
//! | `rules.rs` | making and unmaking moves, effects included |
//! | `spell_placement.rs` | fair placement of spells at the start |
//! | `notation.rs`, `position.rs`, `draw.rs` | text formats |
//! | `encode.rs`, `picture.rs` | number planes and pictures |
//!
//! Boards without spells, special fields and disabled walls use Quoridor's own code throughout.

mod draw;
mod effect_context;
mod element;
mod encode;
mod memo;
mod move_list;
mod notation;
mod picture;
mod plugin;
mod position;
mod rules;
mod spell_placement;
mod state;
mod step_effects;
mod step_map;
mod template;

use std::marker::PhantomData;
use std::sync::Arc;

use ludorum_core::{
    Chance, ChanceListingStatus, Configure, Game, NodeKind, Outcome, Param, ParamError, Params,
    Randomisable, Rng, RulesFile, Seat, Seed,
};

pub use effect_context::{EffectContext, PluginActionDenied, Savepoint};
pub use element::{BoardElement, HAND, Move, PluginId, SIZE, WallState};
pub use memo::{MemoTable, ReadSet, StatePart};
pub use plugin::{
    DeclaredSpellTargets, EffectInterrupt, FaultCancelScope, HookCall, HookSet, PluginDefinition,
    PluginFault, PluginHook, PluginHost, PluginKind, RuleAnswer,
};
pub use rules::{Rules, UndoJournal};
pub use state::State;
pub use step_effects::PawnStepOutcome;
pub use template::{
    BoardTemplate, BoardTemplateProblem, ChosenBoardOptions, CountRange, PlayerCountSetup,
    ProblemCode, SpellPool, StartAndGoal,
};

use crate::quoridor;

/// A board template with the plug-ins that it names, ready to play.
pub struct PlayableBoardTemplate {
    /// The parsed board template.
    pub template: BoardTemplate,
    /// Host that runs the plug-ins; `None` if the template names none.
    pub host: Option<Arc<dyn PluginHost>>,
    /// Files of the template and its plug-ins; empty for templates defined in code.
    pub sources: Vec<RulesFile>,
}

/// A source of board templates and plug-ins, such as a folder.
pub trait ContentSource: Send + Sync + 'static {
    /// Names of the board templates that are listed for players, the default first.
    fn templates() -> Vec<String>;

    /// Names of board templates that can be played but are not listed for players.
    fn unlisted() -> Vec<String> {
        Vec::new()
    }

    /// Loads the board template `name` with the plug-ins that it names.
    ///
    /// # Errors
    /// When there is no such template or it is invalid; the error is a message for people.
    fn open(name: &str) -> Result<PlayableBoardTemplate, String>;

    /// Loads a board template from stored files; their plug-ins take precedence over installed
    /// ones.
    ///
    /// # Errors
    /// When there is no such template or it is invalid; the error is a message for people.
    fn open_from(name: &str, sources: &[RulesFile]) -> Result<PlayableBoardTemplate, String> {
        let _ = sources;
        Self::open(name)
    }
}

/// A variant of Sector 66, with board templates and plug-ins from the source `C`.
#[derive(Debug)]
pub struct Sector66<C> {
    rules: Arc<Rules>,
    sources: Vec<RulesFile>,
    content: PhantomData<C>,
}

impl<C: ContentSource> Sector66<C> {
    /// Creates the variant of Sector 66 with these rules.
    pub fn new(rules: Arc<Rules>) -> Sector66<C> {
        Sector66 {
            rules,
            sources: Vec::new(),
            content: PhantomData,
        }
    }

    /// The rules of this variant.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Plug-in failures that playing `mv` in `state` would cause.
    pub fn faults(&self, state: &State, mv: Move) -> Vec<PluginFault> {
        if state.extra.is_none() {
            return Vec::new();
        }
        self.rules.play_with_faults(&mut state.clone(), mv).1
    }
}

/// Data for unmaking a move.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "lives on the stack of a search for one move; a box would be allocated every time"
)]
pub enum Undo {
    /// Undo record of a move by Quoridor's own rules.
    Plain(quoridor::Undo),
    /// Undo record of a move on a board with plug-ins or disabled walls.
    Journal(UndoJournal),
}

fn plain(mv: Move) -> quoridor::Move {
    match mv {
        Move::Step(to) => quoridor::Move::Step(to),
        Move::Build(wall) => quoridor::Move::Place(wall),
        _ => quoridor::Move::Pass,
    }
}

impl<C: ContentSource> Game for Sector66<C> {
    type State = State;
    type Move = Move;
    type Undo = Undo;
    type View = State;

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn initial(&self, seed: Seed) -> State {
        self.rules.initial(seed)
    }

    #[inline]
    fn node(&self, state: &State) -> NodeKind {
        if state.board.ply() >= self.max_plies() || self.rules.winner(state).is_some() {
            return NodeKind::Over;
        }
        match &state.extra {
            Some(extra) if extra.pending.is_some() => NodeKind::Chance,
            _ => NodeKind::Decide(state.to_move()),
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if let NodeKind::Decide(_) = self.node(state) {
            self.rules.list(state, out);
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> Undo {
        if state.extra.is_none() {
            return Undo::Plain(self.rules.quoridor().make(&mut state.board, plain(mv)));
        }
        Undo::Journal(self.rules.play(state, mv))
    }

    #[inline]
    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        match undo {
            Undo::Plain(undo) => {
                let quoridor = self.rules.quoridor();
                quoridor.unmake(&mut state.board, plain(mv), undo);
            }
            Undo::Journal(journal) => self.rules.take_back(state, journal),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.rules.outcome(state)
    }

    fn key(&self, state: &State) -> u64 {
        match &state.extra {
            None => self.rules.quoridor().key(&state.board),
            Some(extra) => {
                extra.hash() ^ u64::from(state.board.ply).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
        }
    }

    fn view(&self, state: &State, _: Seat) -> State {
        state.clone()
    }

    #[inline]
    fn max_plies(&self) -> u32 {
        self.rules.max_plies()
    }

    fn quick_playout(&self, state: &State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        let board = state.extra.is_none().then_some(&state.board)?;
        Some(self.rules.quoridor().random_playout(board, rng))
    }
}

impl<C: ContentSource> Chance for Sector66<C> {
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> ChanceListingStatus {
        if let NodeKind::Chance = self.node(state) {
            let sides = state.extra().pending.as_ref().map_or(0, |one| one.sides);
            out.extend((1..=sides).map(|roll| (Move::Roll(roll), 1.0 / f64::from(sides))));
        }
        ChanceListingStatus::Complete
    }

    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        let sides = state.extra().pending.as_ref().map_or(1, |one| one.sides);
        Move::Roll(1 + rng.below(usize::from(sides)) as u8)
    }
}

impl<C: ContentSource> Randomisable for Sector66<C> {
    /// Appends only the legal wall moves: each player has a limited number of walls.
    fn randomisable(&self, state: &State, out: &mut Vec<Move>) {
        let before = out.len();
        self.moves(state, out);
        let mut index = 0;
        out.retain(|mv| {
            index += 1;
            index <= before || matches!(mv, Move::Build(_))
        });
    }
}

/// Names of the parameters that set the number of walls of each player.
const WALLS_OF: [&str; element::MOST_SEATS] = ["walls1", "walls2", "walls3", "walls4"];

impl<C: ContentSource> Configure for Sector66<C> {
    const NAME: &'static str = "sector66";
    const SUMMARY: &'static str = "Quoridor with spells, special fields and boards of your own";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["target", "ply-cap"];

    fn params() -> Vec<Param> {
        Self::params_from(&[])
    }

    fn params_from(sources: &[RulesFile]) -> Vec<Param> {
        // A template has one file, a plug-in two.
        let kept = sources.iter().filter(|source| source.parts.len() == 1);
        let kept = kept.map(|source| source.name.clone());
        let unlisted = C::unlisted().into_iter().chain(kept);
        let walls = |name, doc| Param::int(name, doc, 10, (0, 60)).with_default(None);
        vec![
            Param::choice("template", "the board and what is on it", C::templates())
                .with_unlisted(unlisted),
            Param::int(
                "players",
                "number of players; the template's minimum if not given",
                2,
                (2, 4),
            )
            .with_default(None),
            walls(
                "walls",
                "walls per player; the template's default if not given",
            ),
            walls(WALLS_OF[0], "walls of player 1, if not the same for all"),
            walls(WALLS_OF[1], "walls of player 2"),
            walls(WALLS_OF[2], "walls of player 3"),
            walls(WALLS_OF[3], "walls of player 4"),
            Param::int(
                "spells",
                "spells per player on the board; the template's default if not given",
                1,
                (0, 6),
            )
            .with_default(None),
            Param::words(
                "only",
                "spells to play with, of those the template allows; all if not given",
            ),
        ]
    }

    fn content_hashes(&self) -> Vec<String> {
        let template = self.rules.template();
        let own = (!template.hash.is_empty()).then(|| {
            let (name, hash) = (&template.name, &template.hash);
            format!("template {name} sha256:{hash}")
        });
        let plugins = self.rules.plugins().iter().map(|plugin| {
            let (uuid, name, hash) = (&plugin.uuid, &plugin.name, &plugin.hash);
            format!("plugin {uuid} {name} sha256:{hash}")
        });
        own.into_iter().chain(plugins).collect()
    }

    fn rules_files(&self) -> Vec<RulesFile> {
        self.sources.clone()
    }

    fn configure(params: &Params) -> Result<Sector66<C>, ParamError> {
        Sector66::on(params, C::open(params.choice("template")))
    }

    fn configure_from(params: &Params, sources: &[RulesFile]) -> Result<Sector66<C>, ParamError> {
        Sector66::on(params, C::open_from(params.choice("template"), sources))
    }
}

impl<C: ContentSource> Sector66<C> {
    /// Creates the variant on a loaded board template, with the options in `params`.
    fn on(
        params: &Params,
        opened: Result<PlayableBoardTemplate, String>,
    ) -> Result<Sector66<C>, ParamError> {
        let conflict = |reason: String| ParamError::Conflict { reason };
        let name = params.choice("template");
        let PlayableBoardTemplate {
            mut template,
            host,
            sources,
        } = opened.map_err(conflict)?;
        if let Some(only) = params.words("only") {
            let plugins = host.as_deref().map_or(&[][..], PluginHost::plugins);
            let named = |id: PluginId| plugins.get(id.index()).map_or("", |plugin| &plugin.name);
            template.spells.keep_only(only, named).map_err(|reason| {
                conflict(format!("only={}: template {name} {reason}", only.join("+")))
            })?;
        }
        let fewest = template.players().min().unwrap_or(2);
        let players = params
            .int_if_given("players")
            .map_or(fewest, |n| n as usize);
        let seating = template.seatings.iter();
        let seating = seating
            .clone()
            .find(|seating| seating.places.len() == players)
            .ok_or_else(|| {
                let known: Vec<String> = template.players().map(|n| n.to_string()).collect();
                let known = known.join(" or ");
                conflict(format!(
                    "template {name} is for {known} players, not {players}"
                ))
            })?
            .clone();
        let within = |what: &str, limits: CountRange, value: i64| {
            let (least, most) = (limits.min, limits.max);
            if (i64::from(least)..=i64::from(most)).contains(&value) {
                Ok(value as u8)
            } else {
                Err(conflict(format!(
                    "{what}={value}: template {name} wants {least} to {most} with {players} players"
                )))
            }
        };
        let limits = seating.walls;
        let all = params
            .int_if_given("walls")
            .unwrap_or(i64::from(limits.default));
        let mut walls = Vec::new();
        for (index, key) in WALLS_OF.into_iter().enumerate() {
            let own = params.int_if_given(key);
            if index < players {
                walls.push(within(key, limits, own.unwrap_or(all))?);
            } else if own.is_some() {
                let reason = format!("{key}: there are only {players} players");
                return Err(conflict(reason));
            }
        }
        let each = template.spells.limits();
        let spells = params
            .int_if_given("spells")
            .unwrap_or(i64::from(each.default));
        let spells = usize::from(within("spells", each, spells)?);
        let setting = ChosenBoardOptions {
            seating,
            walls,
            spells,
        };
        let rules = Rules::new(template, &setting, host).map_err(conflict)?;
        Ok(Sector66 {
            sources,
            ..Sector66::new(rules)
        })
    }
}
