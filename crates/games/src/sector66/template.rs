//! Board templates: the start of a game, and the options left open.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::PluginId;
use super::plugin::PluginHost;
use super::rules::Rules;
use crate::quoridor::goal_distances::GoalDistances;
use crate::quoridor::grid::WallSet;
use crate::quoridor::{Square, SquareSet};

/// A parsed board template, with plug-ins referred to by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTemplate {
    /// Name of the template, for display.
    pub name: String,
    /// Short description of the template, for players.
    pub description: String,
    /// Hash of the template's file; empty for templates defined in code.
    pub hash: String,
    /// Start fields, goals and number of walls for each supported number of players.
    pub seatings: Vec<PlayerCountSetup>,
    /// Special fields of the board, each with its plug-in.
    pub fields: Vec<(Square, PluginId)>,
    /// Walls that stand at the start.
    pub built: WallSet,
    /// Wall slots in which no wall may be built.
    pub disabled: WallSet,
    /// Spells that can lie on the board at the start.
    pub spells: SpellPool,
}

/// Start fields, goals and number of walls for one number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCountSetup {
    /// Start and goal fields of each player, in turn order.
    pub places: Vec<StartAndGoal>,
    /// Allowed and default number of walls per player.
    pub walls: CountRange,
}

/// The options chosen for a game on a board template.
#[derive(Clone, Debug)]
pub struct ChosenBoardOptions {
    /// Start and goal fields of the players.
    pub seating: PlayerCountSetup,
    /// Number of walls that each player has in hand at the start.
    pub walls: Vec<u8>,
    /// Number of spells per player that lie on the board at the start.
    pub spells: usize,
}

/// Start field and goal fields of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartAndGoal {
    /// Name of this start and goal in the template.
    pub name: String,
    /// The field on which the pawn starts.
    pub start: Square,
    /// Goal fields; reaching any of them wins.
    pub goal: SquareSet,
}

/// Range and default of a number that is chosen when a game is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountRange {
    /// Smallest allowed number.
    pub min: u8,
    /// Largest allowed number.
    pub max: u8,
    /// Number used if none is chosen.
    pub default: u8,
}

/// The spells from which those on the board at the start are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpellPool {
    /// Spells that may appear on the board, including the forced ones.
    pub allowed: Vec<PluginId>,
    /// Spells that appear on the board in every game.
    pub forced: Vec<PluginId>,
    /// Allowed and default number of spells per player.
    pub each: CountRange,
}

impl SpellPool {
    /// The pool without spells.
    pub fn none() -> SpellPool {
        let each = CountRange {
            min: 0,
            max: 0,
            default: 0,
        };
        SpellPool {
            allowed: Vec::new(),
            forced: Vec::new(),
            each,
        }
    }
}

impl SpellPool {
    /// Range of the number of spells per player: at least as many as are forced.
    pub fn limits(&self) -> CountRange {
        let forced = u8::try_from(self.forced.len()).unwrap_or(u8::MAX);
        CountRange {
            min: self.each.min.max(forced),
            ..self.each
        }
    }

    /// Restricts the pool to the spells called `only`. The error says why they cannot be chosen.
    pub(super) fn keep_only<'a>(
        &mut self,
        only: &[String],
        named: impl Fn(PluginId) -> &'a str,
    ) -> Result<(), String> {
        let is_named = |id: &PluginId| only.iter().any(|name| name == named(*id));
        let allowed: Vec<&str> = self.allowed.iter().map(|&id| named(id)).collect();
        if let Some(name) = only.iter().find(|name| !allowed.contains(&name.as_str())) {
            let known = if allowed.is_empty() {
                "no spells".to_owned()
            } else {
                allowed.join(", ")
            };
            return Err(format!("does not allow {name}; it allows {known}"));
        }
        if let Some(&id) = self.forced.iter().find(|&id| !is_named(id)) {
            return Err(format!("always includes {}", named(id)));
        }
        self.allowed.retain(is_named);
        Ok(())
    }
}

/// An error in a board template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTemplateProblem {
    /// Path of the TOML key with the error, such as `places.south.start`.
    pub key: String,
    /// Explanation of the error and its remedy, in English.
    pub message: String,
    /// Code and arguments for translating the message.
    pub code: ProblemCode,
}

/// Code of an error message, with the arguments for its translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemCode {
    /// Code of the message, such as `no-field`; empty if it has no translation.
    pub name: &'static str,
    /// Arguments of the message: name and value.
    pub details: Vec<(&'static str, String)>,
}

impl ProblemCode {
    /// Creates a message code with its arguments, pairs of name and value.
    pub fn new<const N: usize>(
        name: &'static str,
        details: [(&'static str, String); N],
    ) -> ProblemCode {
        ProblemCode {
            name,
            details: details.into(),
        }
    }
}

impl BoardTemplateProblem {
    /// Creates an error at a TOML key, with an English message only.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> BoardTemplateProblem {
        BoardTemplateProblem {
            key: key.into(),
            message: message.into(),
            code: ProblemCode::default(),
        }
    }

    /// Sets the code and arguments for translating the message.
    #[must_use]
    pub fn with_code<const N: usize>(
        mut self,
        word: &'static str,
        details: [(&'static str, String); N],
    ) -> BoardTemplateProblem {
        self.code = ProblemCode::new(word, details);
        self
    }
}

impl BoardTemplate {
    /// The numbers of players that the template supports.
    pub fn players(&self) -> impl Iterator<Item = usize> {
        self.seatings.iter().map(|seating| seating.places.len())
    }

    /// Errors that make the template unplayable, regardless of the chosen options.
    pub fn problems(&self, host: Option<&Arc<dyn PluginHost>>) -> Vec<BoardTemplateProblem> {
        let mut problems = Vec::new();
        for seating in &self.seatings {
            self.check_seating(seating, host, &mut problems);
        }
        problems.dedup();
        problems
    }

    fn check_seating(
        &self,
        seating: &PlayerCountSetup,
        host: Option<&Arc<dyn PluginHost>>,
        problems: &mut Vec<BoardTemplateProblem>,
    ) {
        let count = seating.places.len();
        for (index, place) in seating.places.iter().enumerate() {
            let others = &seating.places[..index];
            if let Some(other) = others.iter().find(|other| other.start == place.start) {
                problems.push(BoardTemplateProblem::new(
                    format!("seats.{count}.places"),
                    format!(
                        "{} and {} start on the same field with {count} players; give one of them another start",
                        other.name, place.name
                    ),
                )
                .with_code(
                    "same-start",
                    [
                        ("one", other.name.clone()),
                        ("other", place.name.clone()),
                        ("count", count.to_string()),
                    ],
                ));
                return;
            }
            if place.goal.has(place.start) {
                problems.push(BoardTemplateProblem::new(
                    format!("places.{}.start", place.name),
                    "the player would win before the first move; choose a start that is not a target",
                )
                .with_code("wins-at-once", []));
                return;
            }
        }
        let setting = |spells| ChosenBoardOptions {
            seating: seating.clone(),
            walls: vec![seating.walls.default; count],
            spells,
        };
        let rules = match Rules::new(self.clone(), &setting(0), host.cloned()) {
            Ok(rules) => rules,
            Err(error) => {
                let why = [("reason", error.clone())];
                return problems
                    .push(BoardTemplateProblem::new("name", error).with_code("unplayable", why));
            }
        };
        let state = rules.initial(ludorum_core::Seed(0));
        for (seat, place) in Seat::all(count).zip(&seating.places) {
            let may_stand = state
                .extra
                .as_ref()
                .is_none_or(|extra| extra.step_map.value.landing(seat).has(place.start));
            if !may_stand {
                problems.push(BoardTemplateProblem::new(
                    format!("places.{}.start", place.name),
                    "nobody may step on the field the player starts on; move the start or change the field",
                )
                .with_code("cannot-stand", []));
            }
            if state.board.distance(seat) == GoalDistances::UNREACHABLE {
                problems.push(BoardTemplateProblem::new(
                    format!("places.{}.target", place.name),
                    format!(
                        "the player cannot reach the target with {count} players; remove walls or fields in the way"
                    ),
                )
                .with_code("cannot-reach", [("count", count.to_string())]));
            }
        }
        if self.spells.each.max > 0 && problems.is_empty() {
            let most = usize::from(self.spells.each.max);
            if let Err(error) = Rules::new(self.clone(), &setting(most), host.cloned()) {
                let why = [("most", most.to_string()), ("count", count.to_string())];
                problems.push(
                    BoardTemplateProblem::new("spells.most", error).with_code("spells-unfair", why),
                );
            }
        }
    }
}
