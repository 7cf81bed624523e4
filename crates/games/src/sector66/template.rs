//! A template: what a game looks like before it begins, and what is left open.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::PluginId;
use super::plugin::Host;
use super::rules::{Rules, Setting};
use crate::quoridor::field::Field;
use crate::quoridor::grid::Walls;
use crate::quoridor::{Square, Squares};

/// A template, read and resolved: plug-ins by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name for people.
    pub name: String,
    /// What is special about it.
    pub description: String,
    /// A hash of its file; empty for templates that are part of the program's code.
    pub hash: String,
    /// One for each number of players it is for.
    pub seatings: Vec<Seating>,
    /// Fields that are not ordinary ones.
    pub fields: Vec<(Square, PluginId)>,
    /// Walls that stand at the start.
    pub built: Walls,
    /// Walls that may not be built.
    pub disabled: Walls,
    /// The spells.
    pub spells: SpellChoice,
}

/// The places of a number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// One for each player, in the order of their turns.
    pub places: Vec<Place>,
    /// The walls of each player.
    pub walls: Limits,
}

/// Where a player starts and where the player goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the template calls it.
    pub name: String,
    /// The field the pawn starts on.
    pub start: Square,
    /// The fields the player wins by reaching one of.
    pub goal: Squares,
}

/// A number people choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The smallest.
    pub least: u8,
    /// The largest.
    pub most: u8,
    /// What it is if nobody chooses.
    pub usual: u8,
}

/// Which spells there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpellChoice {
    /// Those that may lie on the board, forced ones included.
    pub allowed: Vec<PluginId>,
    /// Those that lie on the board in every game.
    pub forced: Vec<PluginId>,
    /// How many lie on the board for each player.
    pub each: Limits,
}

impl SpellChoice {
    /// No spells.
    pub fn none() -> SpellChoice {
        let each = Limits {
            least: 0,
            most: 0,
            usual: 0,
        };
        SpellChoice {
            allowed: Vec::new(),
            forced: Vec::new(),
            each,
        }
    }
}

impl SpellChoice {
    /// How many spells for each player may be asked for: never fewer than are forced.
    pub fn limits(&self) -> Limits {
        let forced = u8::try_from(self.forced.len()).unwrap_or(u8::MAX);
        Limits {
            least: self.each.least.max(forced),
            ..self.each
        }
    }

    /// Leaves only the spells with these names; why not, if they are not to be chosen.
    pub(super) fn keep_only<'a>(
        &mut self,
        only: &[String],
        named: impl Fn(PluginId) -> &'a str,
    ) -> Result<(), String> {
        let is_named = |id: &PluginId| only.iter().any(|name| name == named(*id));
        let allowed: Vec<&str> = self.allowed.iter().map(|&id| named(id)).collect();
        if let Some(name) = only.iter().find(|name| !allowed.contains(&name.as_str())) {
            let known = match allowed.is_empty() {
                true => "no spells".to_owned(),
                false => allowed.join(", "),
            };
            return Err(format!("does not allow {name}; it allows {known}"));
        }
        if let Some(&id) = self.forced.iter().find(|&id| !is_named(id)) {
            return Err(format!("wants {} in any case", named(id)));
        }
        self.allowed.retain(is_named);
        Ok(())
    }
}

/// What is wrong with a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key it is about, as a path: `places.south.start`.
    pub key: String,
    /// What is wrong, and what to do about it, in English.
    pub message: String,
    /// The same for those who say it in another language.
    pub why: Why,
}

/// What is wrong, in a word, with the details a message in any language needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// The word, such as `no-field`; empty if there is none.
    pub word: &'static str,
    /// The details by name.
    pub details: Vec<(&'static str, String)>,
}

impl Why {
    /// A word with its details.
    pub fn new<const N: usize>(word: &'static str, details: [(&'static str, String); N]) -> Why {
        Why {
            word,
            details: details.into(),
        }
    }
}

impl Problem {
    /// A problem with a key.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem {
            key: key.into(),
            message: message.into(),
            why: Why::default(),
        }
    }

    /// The same problem, with a word for it.
    #[must_use]
    pub fn why<const N: usize>(
        mut self,
        word: &'static str,
        details: [(&'static str, String); N],
    ) -> Problem {
        self.why = Why::new(word, details);
        self
    }
}

impl Template {
    /// The numbers of players it is for.
    pub fn players(&self) -> impl Iterator<Item = usize> {
        self.seatings.iter().map(|seating| seating.places.len())
    }

    /// What no game can be played with, whatever is chosen.
    pub fn problems(&self, host: Option<&Arc<dyn Host>>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for seating in &self.seatings {
            self.check_seating(seating, host, &mut problems);
        }
        problems.dedup();
        problems
    }

    fn check_seating(
        &self,
        seating: &Seating,
        host: Option<&Arc<dyn Host>>,
        problems: &mut Vec<Problem>,
    ) {
        let count = seating.places.len();
        for (index, place) in seating.places.iter().enumerate() {
            let others = &seating.places[..index];
            if let Some(other) = others.iter().find(|other| other.start == place.start) {
                problems.push(Problem::new(
                    format!("seats.{count}.places"),
                    format!(
                        "{} and {} start on the same field with {count} players; give one of them another start",
                        other.name, place.name
                    ),
                )
                .why(
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
                problems.push(Problem::new(
                    format!("places.{}.start", place.name),
                    "the player would win before the first move; choose a start that is not a target",
                )
                .why("wins-at-once", []));
                return;
            }
        }
        let setting = |spells| Setting {
            seating: seating.clone(),
            walls: vec![seating.walls.usual; count],
            spells,
        };
        let rules = match Rules::new(self.clone(), &setting(0), host.cloned()) {
            Ok(rules) => rules,
            Err(error) => {
                let why = [("reason", error.clone())];
                return problems.push(Problem::new("name", error).why("unplayable", why));
            }
        };
        let state = rules.initial(ludorum_core::Seed(0));
        for (seat, place) in Seat::all(count).zip(&seating.places) {
            let may_stand = state
                .more
                .as_ref()
                .is_none_or(|more| more.ways.landing(seat).has(place.start));
            if !may_stand {
                problems.push(Problem::new(
                    format!("places.{}.start", place.name),
                    "nobody may step on the field the player starts on; move the start or change the field",
                )
                .why("cannot-stand", []));
            }
            if state.board.distance(seat) == Field::NO_WAY {
                problems.push(Problem::new(
                    format!("places.{}.target", place.name),
                    format!(
                        "the player cannot reach the target with {count} players; remove walls or fields in the way"
                    ),
                )
                .why("cannot-reach", [("count", count.to_string())]));
            }
        }
        if self.spells.each.most > 0 && problems.is_empty() {
            let most = usize::from(self.spells.each.most);
            if let Err(error) = Rules::new(self.clone(), &setting(most), host.cloned()) {
                let why = [("most", most.to_string()), ("count", count.to_string())];
                problems.push(Problem::new("spells.most", error).why("spells-unfair", why));
            }
        }
    }
}
