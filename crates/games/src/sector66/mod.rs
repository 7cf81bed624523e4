//! Sector 66: Quoridor on templates, with spells and special fields that are plug-ins.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the game as searches see it, its name and parameters |
//! | `element.rs` | fields, pawns and walls; moves |
//! | `template.rs` | what a board looks like before the game, and what is wrong with one |
//! | `plugin.rs` | what plug-ins are asked and told, and who runs them |
//! | `desk/` | what plug-ins see and can do, recorded |
//! | `state.rs` | a position and its changes |
//! | `walk.rs` | where steps lead, effects included |
//! | `ways.rs` | where one may step, and the paths that leaves |
//! | `afresh.rs` | the same while a move is being made |
//! | `listing.rs` | which moves there are |
//! | `rules.rs` | what a move does, with all that follows from it |
//! | `fair.rs` | where spells lie at the start |
//! | `notation.rs`, `position.rs`, `draw.rs` | text |
//! | `encode.rs`, `picture.rs` | the same in numbers and as a picture |
//!
//! Where a board has neither spells nor special fields nor disabled walls, everything is done by
//! Quoridor's own code.

mod afresh;
mod desk;
mod draw;
mod element;
mod encode;
mod fair;
mod listing;
mod notation;
mod picture;
mod plugin;
mod position;
mod rules;
mod state;
mod template;
mod walk;
mod ways;

use std::marker::PhantomData;
use std::sync::Arc;

use ludorum_core::{
    Chance, Configure, Game, Listing, Node, Outcome, Param, ParamError, Params, Randomisable, Rng,
    Seat, Seed, SourceFile,
};

pub use desk::{Denied, Desk, Mark};
pub use element::{Element, HAND, Move, PluginId, SIZE, WallState};
pub use plugin::{
    Call, Fault, Hook, Hooks, Host, Part, Plugin, PluginKind, Reads, Scope, Stop, Targets, Verdict,
};
pub use rules::{Journal, Rules, Setting};
pub use state::State;
pub use template::{Limits, Place, Problem, Seating, SpellChoice, Template, Why};
pub use walk::{Grounds, Landing, Scene};

use crate::quoridor;

/// A template with the plug-ins it names, ready to be played on.
pub struct OpenedTemplate {
    /// The template.
    pub template: Template,
    /// The host that runs its plug-ins, if it has any.
    pub host: Option<Arc<dyn Host>>,
    /// The files it was read from, if it was read from files.
    pub sources: Vec<SourceFile>,
}

/// Where templates and plug-ins come from.
pub trait Content: Send + Sync + 'static {
    /// The names of all templates to choose from, the usual one first.
    fn templates() -> Vec<String>;

    /// The names of templates that can be played on but are listed nowhere.
    fn unlisted() -> Vec<String> {
        Vec::new()
    }

    /// A template with the plug-ins it names.
    ///
    /// # Errors
    /// When there is none of this name, or it is not right; in words.
    fn open(name: &str) -> Result<OpenedTemplate, String>;

    /// A template from files that were kept, with plug-ins from them before those installed here.
    ///
    /// # Errors
    /// As [`open`](Content::open).
    fn open_from(name: &str, sources: &[SourceFile]) -> Result<OpenedTemplate, String> {
        let _ = sources;
        Self::open(name)
    }
}

/// One variant of Sector 66, with templates and plug-ins from `C`.
#[derive(Debug)]
pub struct Sector66<C> {
    rules: Arc<Rules>,
    sources: Vec<SourceFile>,
    content: PhantomData<C>,
}

impl<C: Content> Sector66<C> {
    /// The game with these rules.
    pub fn new(rules: Arc<Rules>) -> Sector66<C> {
        Sector66 {
            rules,
            sources: Vec::new(),
            content: PhantomData,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What would go wrong with plug-ins if this move were played.
    pub fn faults(&self, state: &State, mv: Move) -> Vec<Fault> {
        if state.more.is_none() {
            return Vec::new();
        }
        self.rules.play_and_tell(&mut state.clone(), mv).1
    }
}

/// What a move cannot be taken back without.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "lives on the stack of a search for one move; a box would be allocated every time"
)]
pub enum Undo {
    /// Of a board where Quoridor's own rules are enough.
    Plain(quoridor::Undo),
    /// Of any other.
    Journal(Journal),
}

fn plain(mv: Move) -> quoridor::Move {
    match mv {
        Move::Step(to) => quoridor::Move::Step(to),
        Move::Build(wall) => quoridor::Move::Place(wall),
        _ => quoridor::Move::Pass,
    }
}

impl<C: Content> Game for Sector66<C> {
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
    fn node(&self, state: &State) -> Node {
        if state.board.ply() >= self.max_plies() || self.rules.winner(state).is_some() {
            return Node::Over;
        }
        match &state.more {
            Some(more) if more.pending.is_some() => Node::Chance,
            _ => Node::Decide(state.to_move()),
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if let Node::Decide(_) = self.node(state) {
            self.rules.list(state, out);
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> Undo {
        if state.more.is_none() {
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
        match &state.more {
            None => self.rules.quoridor().key(&state.board),
            Some(more) => {
                let mixed = more.hashes.iter().fold(0u64, |hash, part| {
                    (hash ^ part)
                        .rotate_left(17)
                        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                });
                mixed ^ u64::from(state.board.ply).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
        }
    }

    fn view(&self, state: &State, _: Seat) -> State {
        state.clone()
    }

    #[inline]
    fn max_plies(&self) -> u32 {
        self.rules.longest()
    }

    fn quick_playout(&self, state: &State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        let board = state.more.is_none().then_some(&state.board)?;
        Some(self.rules.quoridor().random_playout(board, rng))
    }
}

impl<C: Content> Chance for Sector66<C> {
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> Listing {
        if let Node::Chance = self.node(state) {
            let sides = state.more().pending.as_ref().map_or(0, |one| one.sides);
            out.extend((1..=sides).map(|roll| (Move::Roll(roll), 1.0 / f64::from(sides))));
        }
        Listing::Complete
    }

    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        let sides = state.more().pending.as_ref().map_or(1, |one| one.sides);
        Move::Roll(1 + rng.below(usize::from(sides)) as u8)
    }
}

impl<C: Content> Randomisable for Sector66<C> {
    /// Walls only, as in Quoridor: there are only so many.
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

/// The parameters for the walls of single players.
const WALLS_OF: [&str; element::MOST_SEATS] = ["walls1", "walls2", "walls3", "walls4"];

impl<C: Content> Configure for Sector66<C> {
    const NAME: &'static str = "sector66";
    const SUMMARY: &'static str = "Quoridor with spells, special fields and boards of your own";
    const RULES_VERSION: u32 = 1;

    fn params() -> Vec<Param> {
        Self::params_from(&[])
    }

    fn params_from(sources: &[SourceFile]) -> Vec<Param> {
        // A template is one file, a plug-in two.
        let kept = sources.iter().filter(|source| source.parts.len() == 1);
        let kept = kept.map(|source| source.name.clone());
        let unlisted = C::unlisted().into_iter().chain(kept);
        let walls = |name, doc| Param::int(name, doc, 10, (0, 60)).with_default(None);
        vec![
            Param::choice("template", "the board and what is on it", C::templates())
                .with_unlisted(unlisted),
            Param::int(
                "players",
                "number of players; the template's fewest",
                2,
                (2, 4),
            )
            .with_default(None),
            walls("walls", "walls of each player; as the template says"),
            walls(
                WALLS_OF[0],
                "walls of player 1, if others have another number",
            ),
            walls(WALLS_OF[1], "walls of player 2"),
            walls(WALLS_OF[2], "walls of player 3"),
            walls(WALLS_OF[3], "walls of player 4"),
            Param::int(
                "spells",
                "spells on the board for each player; as the template says",
                1,
                (0, 6),
            )
            .with_default(None),
            Param::words(
                "only",
                "spells there are, of those the template allows; all of them",
            ),
        ]
    }

    fn content(&self) -> Vec<String> {
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

    fn sources(&self) -> Vec<SourceFile> {
        self.sources.clone()
    }

    fn configure(params: &Params) -> Result<Sector66<C>, ParamError> {
        Sector66::on(params, C::open(params.word("template")))
    }

    fn configure_from(params: &Params, sources: &[SourceFile]) -> Result<Sector66<C>, ParamError> {
        Sector66::on(params, C::open_from(params.word("template"), sources))
    }
}

impl<C: Content> Sector66<C> {
    /// The variant with these parameters on a template that was opened.
    fn on(
        params: &Params,
        opened: Result<OpenedTemplate, String>,
    ) -> Result<Sector66<C>, ParamError> {
        let conflict = |reason: String| ParamError::Conflict { reason };
        let name = params.word("template");
        let OpenedTemplate {
            mut template,
            host,
            sources,
        } = opened.map_err(conflict)?;
        if let Some(only) = params.words("only") {
            let plugins = host.as_deref().map_or(&[][..], Host::plugins);
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
        let within = |what: &str, limits: Limits, value: i64| {
            let (least, most) = (limits.least, limits.most);
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
            .unwrap_or(i64::from(limits.usual));
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
            .unwrap_or(i64::from(each.usual));
        let spells = usize::from(within("spells", each, spells)?);
        let setting = Setting {
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
