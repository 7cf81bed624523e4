//! Plug-ins written in Rust, to test the rules of the game without a sandbox.

use std::sync::Arc;

use ludorum_core::Seat;
use ludorum_games::quoridor::grid::{SquareGrid, SquareSide};
use ludorum_games::quoridor::{Wall, WallOrientation};
use ludorum_games::sector66::{
    BoardElement, BoardTemplate, ContentSource, CountRange, DeclaredSpellTargets, EffectContext,
    EffectInterrupt, HookCall, PlayableBoardTemplate, PlayerCountSetup, PluginDefinition,
    PluginFault, PluginHook, PluginHost, PluginId, PluginKind, RuleAnswer, Rules, SIZE, SpellPool,
    StartAndGoal, State, WallState,
};

const NAMES: [&str; 6] = ["broken", "gust", "ice", "never", "stun", "wrecker"];

/// Content source with the templates `classic` and `magic`, and the plug-ins of `NAMES`.
#[derive(Debug)]
pub(crate) struct Native;

struct Plugins(Vec<PluginDefinition>);

fn id(name: &str) -> PluginId {
    let index = NAMES.iter().position(|&known| known == name);
    index.and_then(PluginId::new).expect("one of the names")
}

impl Plugins {
    fn new() -> Plugins {
        let plugin = |name: &str| {
            let hooks: &[PluginHook] = match name {
                "ice" | "broken" => &[PluginHook::OnStep],
                "never" => &[PluginHook::CanStep],
                _ => &[PluginHook::CanCast, PluginHook::OnCast],
            };
            let kind = match name {
                "ice" | "never" | "broken" => PluginKind::Field,
                _ => PluginKind::Spell,
            };
            PluginDefinition {
                name: name.to_owned(),
                uuid: format!("00000000-0000-4000-8000-00000000000{}", id(name).index()),
                hash: String::new(),
                kind,
                hooks: hooks.iter().copied().collect(),
                targets: DeclaredSpellTargets {
                    pawns: kind == PluginKind::Spell,
                    ..DeclaredSpellTargets::default()
                },
            }
        };
        Plugins(NAMES.map(plugin).into())
    }
}

impl PluginHost for Plugins {
    fn plugins(&self) -> &[PluginDefinition] {
        &self.0
    }

    fn ask_rule(&self, rules: &Arc<Rules>, state: &State, call: &HookCall) -> RuleAnswer {
        let mut context = EffectContext::for_rule(rules, state, call);
        let answer = match (call.hook, NAMES[call.plugin.index()]) {
            (PluginHook::CanStep, _) => false,
            (PluginHook::CanCast, "stun") => {
                let BoardElement::Pawn(target) = call.element else {
                    unreachable!("the only targets")
                };
                // A rule hook may not change the position.
                assert!(context.set_skips(target, 1).is_err());
                target != call.pawn && context.skips(target) == 0
            }
            _ => call.element != BoardElement::Pawn(call.pawn),
        };
        RuleAnswer {
            answer: Ok(answer),
            reads: context.reads(),
        }
    }

    fn run_effect(
        &self,
        mut context: EffectContext,
        call: &HookCall,
    ) -> (EffectContext, Result<(), EffectInterrupt>) {
        let result = effect(&mut context, call);
        let result = match (context.requested_roll(), result) {
            (Some(sides), _) => Err(EffectInterrupt::Roll(sides)),
            (None, result) => result.map_err(|message| {
                let plugin = NAMES[call.plugin.index()].to_owned();
                EffectInterrupt::Fault(PluginFault::new(plugin, message))
            }),
        };
        (context, result)
    }
}

fn effect(context: &mut EffectContext, call: &HookCall) -> Result<(), String> {
    let denied = |denied: ludorum_games::sector66::PluginActionDenied| denied.to_string();
    let grid = SquareGrid::new(SIZE);
    let everywhere = grid.passages(&Default::default());
    match (NAMES[call.plugin.index()], call.element) {
        ("broken", _) => {
            context.set_walls_left(call.pawn, 60).map_err(denied)?;
            Err("out of order".to_owned())
        }
        ("stun", BoardElement::Pawn(target)) => context.set_skips(target, 1).map_err(denied),
        ("gust", BoardElement::Pawn(target)) => {
            let here = context.pawn(target);
            let around = grid.step(&everywhere, here.set());
            let free: Vec<_> = around
                .filter(|&field| {
                    context.is_free_for(target, field) == Ok(true)
                        && !context.is_goal(target, field)
                })
                .collect();
            let chosen = context.random(free.len() as u8).map_err(denied)?;
            context
                .move_pawn(target, free[usize::from(chosen) - 1])
                .map_err(denied)
        }
        // Builds walls all around the target; the last one is rejected.
        ("wrecker", BoardElement::Pawn(target)) => {
            let here = context.pawn(target);
            for direction in [WallOrientation::Horizontal, WallOrientation::Vertical] {
                for square in grid.slots() {
                    let distance = |of: fn(&SquareGrid, _) -> usize| {
                        of(&grid, square).abs_diff(of(&grid, here))
                    };
                    if distance(SquareGrid::column_of) <= 1 && distance(SquareGrid::row_of) <= 1 {
                        let wall = Wall { square, direction };
                        context.set_wall(wall, WallState::Built).map_err(denied)?;
                    }
                }
            }
            Ok(())
        }
        ("ice", BoardElement::Field(field)) => {
            let from = call.from.expect("steps come from somewhere");
            let side = SquareSide::ALL.into_iter().find(|&side| {
                grid.open(&everywhere, from, side) && grid.neighbour(from, side) == field
            });
            let Some(side) = side.filter(|&side| grid.open(&everywhere, field, side)) else {
                return Ok(());
            };
            let next = grid.neighbour(field, side);
            if context.is_open(field, next) && context.is_free_for(call.pawn, next) == Ok(true) {
                context.move_pawn(call.pawn, next).map_err(denied)?;
            }
            Ok(())
        }
        _ => Err("called for nothing".to_owned()),
    }
}

fn place(name: &str, (column, row): (usize, usize), goal: usize) -> StartAndGoal {
    let grid = SquareGrid::new(SIZE);
    let goal = match column {
        4 => grid.row(goal),
        _ => grid.column(goal),
    };
    StartAndGoal {
        name: name.to_owned(),
        start: grid.square(column, row).expect("on the board"),
        goal,
    }
}

fn opened(template: BoardTemplate, host: Option<Arc<dyn PluginHost>>) -> PlayableBoardTemplate {
    PlayableBoardTemplate {
        template,
        host,
        sources: Vec::new(),
    }
}

impl ContentSource for Native {
    fn templates() -> Vec<String> {
        vec!["classic".to_owned(), "magic".to_owned()]
    }

    fn open(name: &str) -> Result<PlayableBoardTemplate, String> {
        let south = place("south", (4, 0), 8);
        let west = place("west", (0, 4), 8);
        let north = place("north", (4, 8), 0);
        let east = place("east", (8, 4), 0);
        let limits = |usual, most| CountRange {
            min: 0,
            max: most,
            default: usual,
        };
        let mut template = BoardTemplate {
            name: name.to_owned(),
            description: String::new(),
            hash: String::new(),
            seatings: vec![
                PlayerCountSetup {
                    places: vec![south.clone(), north.clone()],
                    walls: limits(10, 20),
                },
                PlayerCountSetup {
                    places: vec![south, west, north, east],
                    walls: limits(5, 10),
                },
            ],
            fields: Vec::new(),
            built: Default::default(),
            disabled: Default::default(),
            spells: SpellPool::none(),
        };
        if name == "classic" {
            return Ok(opened(template, None));
        }
        let field = |column, row, name| {
            let square = SquareGrid::new(SIZE)
                .square(column, row)
                .expect("on the board");
            (square, id(name))
        };
        template.fields = vec![
            field(3, 1, "broken"),
            field(4, 1, "ice"),
            field(4, 4, "never"),
            field(4, 7, "ice"),
        ];
        let square = SquareGrid::new(SIZE).square(0, 0).expect("on the board");
        let direction = WallOrientation::Horizontal;
        template.disabled = template.disabled.with(Wall { square, direction });
        template.spells = SpellPool {
            allowed: ["gust", "stun", "wrecker"].map(id).into(),
            forced: ["gust", "stun"].map(id).into(),
            each: limits(3, 4),
        };
        Ok(opened(template, Some(Arc::new(Plugins::new()))))
    }
}

/// The seat with this printed number.
pub(crate) fn player(number: usize) -> Seat {
    Seat::new(number - 1)
}
