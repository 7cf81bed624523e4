//! Measures the win rate of the first mover among naive players, on built-in boards and on boards
//! generated like those of the published program (Tureček 2018): `cargo run --release -p
//! ludorum-agents --example dicewars_first_mover -- [GAMES] [PLAYERS]`.
#![allow(clippy::print_stdout, reason = "a program")]

use std::sync::Arc;

use ludorum_agents::dicewars::{DiceWarsPolicy, RandomAttackPolicy};
use ludorum_core::{Chance, Game, NodeKind, Notation, Rng, Seat, Seed};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{DiceWarsBoard, HEIGHT, Hex, Move, WIDTH};

fn main() {
    let given = |place| -> Option<u64> { std::env::args().nth(place)?.parse().ok() };
    let games = given(1).unwrap_or(100_000);
    let only = given(2).map(|players| players as usize);
    println!("players  our boards       published boards");
    for players in (2..=8).filter(|&players| only.is_none_or(|only| only == players)) {
        let game = DiceWars::new(players);
        let ours = first_mover(&game, games, |seed| Arc::new(game.board(seed)));
        let theirs = first_mover(&game, games, |seed| published_board(&mut seed.rng()));
        println!("{players:7}  {}  {}", percent(ours), percent(theirs));
    }
}

fn percent((share, half): (f64, f64)) -> String {
    format!("{:5.2} ± {:.2}%  ", 100.0 * share, 100.0 * half)
}

/// Win rate of the first seat, with the half-width of its 95% confidence interval.
fn first_mover(
    game: &DiceWars,
    games: u64,
    board: impl Fn(Seed) -> Arc<DiceWarsBoard>,
) -> (f64, f64) {
    let wins = (0..games).filter(|&index| {
        let seed = Seed(1).child("game", index);
        let mut rng = seed.child("play", 0).rng();
        let mut state = game.deal(&board(seed), &mut rng);
        loop {
            let mv = match game.node(&state) {
                NodeKind::Over => return state.winner() == Some(Seat::FIRST),
                NodeKind::Chance => game.sample(&state, &mut rng),
                NodeKind::Decide(_) => {
                    let attack =
                        RandomAttackPolicy::new(1.0).decide(&state, game.seats(), &mut rng);
                    attack.map_or(Move::End, Move::Attack)
                }
            };
            game.make(&mut state, mv);
        }
    });
    let share = wins.count() as f64 / games as f64;
    (share, 1.96 * (share * (1.0 - share) / games as f64).sqrt())
}

/// State of a hex while the board is generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HexGenerationState {
    Open,
    /// Free hex next to a taken hex.
    Shore,
    /// Hex that belongs to an area or to an abandoned attempt.
    Taken,
}

struct GrowingBoard {
    tags: [[HexGenerationState; WIDTH]; HEIGHT],
    areas: Vec<Vec<Hex>>,
}

/// Generates a board like those of the published program. Built-in boards differ in the start of
/// the first area, areas at the edge, a new size for every attempt, no hexes lost to failed
/// attempts, and the holes that are filled.
fn published_board(rng: &mut Rng) -> Arc<DiceWarsBoard> {
    let mut growing = GrowingBoard {
        tags: [[HexGenerationState::Open; WIDTH]; HEIGHT],
        areas: Vec::new(),
    };
    for _ in 0..29 + rng.below(3) {
        let size = 12 + rng.below(7);
        while !growing.grow(size, rng) {}
        growing.fill_dents();
    }
    growing.board()
}

impl GrowingBoard {
    fn tag(&self, hex: Hex) -> HexGenerationState {
        self.tags[hex.row()][hex.column()]
    }

    fn take(&mut self, hex: Hex) {
        self.tags[hex.row()][hex.column()] = HexGenerationState::Taken;
        for near in hex.neighbours() {
            let tag = &mut self.tags[near.row()][near.column()];
            if *tag == HexGenerationState::Open {
                *tag = HexGenerationState::Shore;
            }
        }
    }

    fn place_to_start(&self, rng: &mut Rng) -> Hex {
        loop {
            let place = if self.areas.is_empty() {
                Hex::at(rng.below(WIDTH), rng.below(HEIGHT))
            } else {
                Hex::at(1 + rng.below(WIDTH - 2), 1 + rng.below(HEIGHT - 2))
            };
            let hex = place.expect("on the grid");
            let near_shore = || {
                hex.neighbours()
                    .any(|near| self.tag(near) == HexGenerationState::Shore)
            };
            if self.areas.is_empty() || (self.tag(hex) == HexGenerationState::Open && near_shore())
            {
                return hex;
            }
        }
    }

    fn grow(&mut self, size: usize, rng: &mut Rng) -> bool {
        let start = self.place_to_start(rng);
        self.take(start);
        let mut area = vec![start];
        let mut open = vec![start];
        while area.len() < size {
            if open.is_empty() {
                return false;
            }
            let from = if open[0] == start {
                0
            } else {
                rng.below(open.len())
            };
            let around = open[from].neighbours();
            let free: Vec<Hex> = around
                .filter(|&h| self.tag(h) != HexGenerationState::Taken)
                .collect();
            match rng.pick(&free) {
                Some(&next) => {
                    self.take(next);
                    area.push(next);
                    open.push(next);
                }
                None => {
                    open.swap_remove(from);
                }
            }
        }
        self.areas.push(area);
        true
    }

    /// Adds to the last area all shore hexes with at least four of six neighbours in it. Each hex
    /// of the area scans its neighbours until one joins or one is not shore.
    fn fill_dents(&mut self) {
        let last = self.areas.len() - 1;
        let mut index = 0;
        while index < self.areas[last].len() {
            let hex = self.areas[last][index];
            index += 1;
            for near in around(hex) {
                let Some(near) = near.filter(|&near| self.tag(near) == HexGenerationState::Shore)
                else {
                    break;
                };
                let area = &self.areas[last];
                let inside = near.neighbours().filter(|other| area.contains(other));
                if inside.count() >= 4 {
                    self.take(near);
                    self.areas[last].push(near);
                    break;
                }
            }
        }
    }

    /// Converts to a `Board` through the position text, which numbers areas from the top left.
    fn board(&self) -> Arc<DiceWarsBoard> {
        let mut area_at = [[None; WIDTH]; HEIGHT];
        for (number, area) in self.areas.iter().enumerate() {
            for hex in area {
                area_at[hex.row()][hex.column()] = Some(number);
            }
        }
        let mut order: Vec<usize> = Vec::new();
        let mut rows = vec![String::new(); HEIGHT];
        for hex in Hex::all() {
            let sign = area_at[hex.row()][hex.column()].map(|area| {
                let known = order.iter().position(|&listed| listed == area);
                known.unwrap_or_else(|| {
                    order.push(area);
                    order.len() - 1
                })
            });
            let sign = sign.and_then(|area| char::from_digit(area as u32 + 1, 36));
            rows[hex.row()].push(sign.unwrap_or('.'));
        }
        let owners: String = (0..order.len())
            .map(|area| ["A1", "B1"][area % 2])
            .collect();
        let text = format!("{}/{owners}/0,0/1/move/0/1/-", rows.join(","));
        let position = DiceWars::new(2).parse_position(&text);
        Arc::clone(position.expect("areas in one piece that touch").board())
    }
}

/// Neighbours of a hex in the order of the published program; `None` off the grid.
fn around(hex: Hex) -> [Option<Hex>; 6] {
    let (column, row) = (hex.column() as isize, hex.row() as isize);
    let shift = row & 1;
    [
        (column + 1, row),
        (column + shift, row + 1),
        (column - 1 + shift, row + 1),
        (column - 1, row),
        (column - 1 + shift, row - 1),
        (column + shift, row - 1),
    ]
    .map(|(column, row)| Hex::at(usize::try_from(column).ok()?, usize::try_from(row).ok()?))
}
