//! Plug-ins written in Rust, so that the rules of the game are tested without a sandbox.

use std::sync::Arc;

use ludorum_core::Seat;
use ludorum_games::quoridor::grid::{Grid, Side};
use ludorum_games::quoridor::{Direction, Wall};
use ludorum_games::sector66::{
    Call, Content, Desk, Element, Fault, Hook, Host, Limits, OpenedTemplate, Place, Plugin,
    PluginId, PluginKind, Rules, SIZE, Seating, SpellChoice, State, Stop, Targets, Template,
    Verdict, WallState,
};

const NAMES: [&str; 6] = ["broken", "gust", "ice", "never", "stun", "wrecker"];

/// Templates `classic` and `magic`, and the plug-ins above.
#[derive(Debug)]
pub(crate) struct Native;

struct Plugins(Vec<Plugin>);

fn id(name: &str) -> PluginId {
    let index = NAMES.iter().position(|&known| known == name);
    index.and_then(PluginId::new).expect("one of the names")
}

impl Plugins {
    fn new() -> Plugins {
        let plugin = |name: &str| {
            let hooks: &[Hook] = match name {
                "ice" | "broken" => &[Hook::OnStep],
                "never" => &[Hook::CanStep],
                _ => &[Hook::CanCast, Hook::OnCast],
            };
            let kind = match name {
                "ice" | "never" | "broken" => PluginKind::Field,
                _ => PluginKind::Spell,
            };
            Plugin {
                name: name.to_owned(),
                uuid: format!("00000000-0000-4000-8000-00000000000{}", id(name).index()),
                hash: String::new(),
                kind,
                hooks: hooks.iter().copied().collect(),
                targets: Targets {
                    pawns: kind == PluginKind::Spell,
                    ..Targets::default()
                },
            }
        };
        Plugins(NAMES.map(plugin).into())
    }
}

impl Host for Plugins {
    fn plugins(&self) -> &[Plugin] {
        &self.0
    }

    fn judge(&self, rules: &Arc<Rules>, state: &State, call: &Call) -> Verdict {
        let mut desk = Desk::for_rule(rules, state, call);
        let answer = match (call.hook, NAMES[call.plugin.index()]) {
            (Hook::CanStep, _) => false,
            (Hook::CanCast, "stun") => {
                let Element::Pawn(target) = call.element else {
                    unreachable!("the only targets")
                };
                // A rule that tries to change something is not let.
                assert!(desk.set_skips(target, 1).is_err());
                target != call.pawn && desk.skips(target) == 0
            }
            _ => call.element != Element::Pawn(call.pawn),
        };
        Verdict {
            answer: Ok(answer),
            reads: desk.reads(),
            walls: desk.walls_seen(),
        }
    }

    fn act(&self, mut desk: Desk, call: &Call) -> (Desk, Result<(), Stop>) {
        let result = effect(&mut desk, call);
        let result = match (desk.asked(), result) {
            (Some(sides), _) => Err(Stop::Roll(sides)),
            (None, result) => result.map_err(|message| {
                let plugin = NAMES[call.plugin.index()].to_owned();
                Stop::Fault(Fault::new(plugin, message))
            }),
        };
        (desk, result)
    }
}

fn effect(desk: &mut Desk, call: &Call) -> Result<(), String> {
    let denied = |denied: ludorum_games::sector66::Denied| denied.to_string();
    let grid = Grid::new(SIZE);
    let everywhere = grid.passages(&Default::default());
    match (NAMES[call.plugin.index()], call.element) {
        ("broken", _) => {
            desk.set_walls_left(call.pawn, 60).map_err(denied)?;
            Err("out of order".to_owned())
        }
        ("stun", Element::Pawn(target)) => desk.set_skips(target, 1).map_err(denied),
        ("gust", Element::Pawn(target)) => {
            let here = desk.pawn(target);
            let around = grid.step(&everywhere, here.set());
            let free: Vec<_> = around
                .filter(|&field| {
                    desk.is_free_for(target, field) == Ok(true) && !desk.is_goal(target, field)
                })
                .collect();
            let chosen = desk.random(free.len() as u8).map_err(denied)?;
            desk.move_pawn(target, free[usize::from(chosen) - 1])
                .map_err(denied)
        }
        // Builds walls all around the target: the last one is not let stand.
        ("wrecker", Element::Pawn(target)) => {
            let here = desk.pawn(target);
            for direction in [Direction::Horizontal, Direction::Vertical] {
                for square in grid.slots() {
                    let distance =
                        |of: fn(&Grid, _) -> usize| of(&grid, square).abs_diff(of(&grid, here));
                    if distance(Grid::column_of) <= 1 && distance(Grid::row_of) <= 1 {
                        let wall = Wall { square, direction };
                        desk.set_wall(wall, WallState::Built).map_err(denied)?;
                    }
                }
            }
            Ok(())
        }
        ("ice", Element::Field(field)) => {
            let from = call.from.expect("steps come from somewhere");
            let side = Side::ALL.into_iter().find(|&side| {
                grid.open(&everywhere, from, side) && grid.neighbour(from, side) == field
            });
            let Some(side) = side.filter(|&side| grid.open(&everywhere, field, side)) else {
                return Ok(());
            };
            let next = grid.neighbour(field, side);
            if desk.is_open(field, next) && desk.is_free_for(call.pawn, next) == Ok(true) {
                desk.move_pawn(call.pawn, next).map_err(denied)?;
            }
            Ok(())
        }
        _ => Err("called for nothing".to_owned()),
    }
}

fn place(name: &str, (column, row): (usize, usize), goal: usize) -> Place {
    let grid = Grid::new(SIZE);
    let goal = match column {
        4 => grid.row(goal),
        _ => grid.column(goal),
    };
    Place {
        name: name.to_owned(),
        start: grid.square(column, row).expect("on the board"),
        goal,
    }
}

fn opened(template: Template, host: Option<Arc<dyn Host>>) -> OpenedTemplate {
    OpenedTemplate {
        template,
        host,
        sources: Vec::new(),
    }
}

impl Content for Native {
    fn templates() -> Vec<String> {
        vec!["classic".to_owned(), "magic".to_owned()]
    }

    fn open(name: &str) -> Result<OpenedTemplate, String> {
        let south = place("south", (4, 0), 8);
        let west = place("west", (0, 4), 8);
        let north = place("north", (4, 8), 0);
        let east = place("east", (8, 4), 0);
        let limits = |usual, most| Limits {
            least: 0,
            most,
            usual,
        };
        let mut template = Template {
            name: name.to_owned(),
            description: String::new(),
            hash: String::new(),
            seatings: vec![
                Seating {
                    places: vec![south.clone(), north.clone()],
                    walls: limits(10, 20),
                },
                Seating {
                    places: vec![south, west, north, east],
                    walls: limits(5, 10),
                },
            ],
            fields: Vec::new(),
            built: Default::default(),
            disabled: Default::default(),
            spells: SpellChoice::none(),
        };
        if name == "classic" {
            return Ok(opened(template, None));
        }
        let field = |column, row, name| {
            let square = Grid::new(SIZE).square(column, row).expect("on the board");
            (square, id(name))
        };
        template.fields = vec![
            field(3, 1, "broken"),
            field(4, 1, "ice"),
            field(4, 4, "never"),
            field(4, 7, "ice"),
        ];
        let square = Grid::new(SIZE).square(0, 0).expect("on the board");
        let direction = Direction::Horizontal;
        template.disabled = template.disabled.with(Wall { square, direction });
        template.spells = SpellChoice {
            allowed: ["gust", "stun", "wrecker"].map(id).into(),
            forced: ["gust", "stun"].map(id).into(),
            each: limits(3, 4),
        };
        Ok(opened(template, Some(Arc::new(Plugins::new()))))
    }
}

/// The seat with this number, as printed.
pub(crate) fn player(number: usize) -> Seat {
    Seat::new(number - 1)
}
