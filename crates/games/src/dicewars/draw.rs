//! The map as terminal text: every hex shows the number of its area, except one in the middle of
//! each area, which shows the owner's letter and the dice. A list of the areas with their
//! neighbours and a list of the players follow.

use ludorum_core::{Game, NodeKind, Seat, TerminalStyle};

use super::DiceWars;
use super::areas::{Area, MAX_AREAS};
use super::board::{DiceWarsBoard, HEIGHT, Hex, WIDTH};
use super::notation::letter;
use super::odds::DiceRoll;
use super::state::{Attack, DiceWarsPhase, State};

/// Number of columns in the list of areas below a terminal drawing.
const LIST_COLUMNS: usize = 2;

impl DiceWars {
    pub(super) fn drawing(&self, state: &State, ink: TerminalStyle) -> String {
        let mut out = map(state, ink);
        out += "\n";
        out += &list(state, ink);
        out += "\n";
        for seat in Seat::all(self.players) {
            out += &self.player(state, seat, ink);
        }
        if let Some(battle) = last_battle(state, ink) {
            out += &battle;
        }
        match state.phase() {
            DiceWarsPhase::Decide => {}
            DiceWarsPhase::Roll(Attack { from, to }) => {
                let percent = 100.0 * state.success(Attack { from, to });
                out += &format!("   {from} attacks {to}, and wins in {percent:.1} % of cases\n");
            }
            DiceWarsPhase::Grow => {
                let (placed, kept) = state.income();
                out += &format!("   {placed} new dice on the board, {kept} in reserve\n");
            }
        }
        out
    }

    /// Describes the areas, largest region and dice of `seat` in one line of terminal text.
    fn player(&self, state: &State, seat: Seat, ink: TerminalStyle) -> String {
        let turn = match self.node(state) {
            NodeKind::Over => " ",
            _ if state.turn() == seat => "▶",
            _ => " ",
        };
        let name = ink.seat(seat, &letter(seat).to_string());
        let areas = state.owned(seat).count();
        if areas == 0 {
            return format!(" {turn} {name} is out\n");
        }
        let reserve = match state.reserve(seat) {
            0 => String::new(),
            reserve => format!(", {reserve} in reserve"),
        };
        format!(
            " {turn} {name} {}, the largest region {}, {} dice{reserve}\n",
            counted(areas, "area"),
            state.score(seat),
            state.total_dice(seat),
        )
    }
}

fn counted(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Draws the map as terminal text, two characters per hex; odd rows are shifted right by one.
fn map(state: &State, ink: TerminalStyle) -> String {
    let board = state.board();
    let middles: Vec<Hex> = board.all().map(|area| middle(board, area)).collect();
    let used = |hex: Hex| board.area_at(hex).is_some();
    let rows: Vec<usize> = Hex::all().filter(|&hex| used(hex)).map(Hex::row).collect();
    let first_column = Hex::all().filter(|&hex| used(hex)).map(Hex::column).min();
    let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else {
        return String::new();
    };
    let mut out = String::new();
    for row in top..=bottom.min(HEIGHT - 1) {
        let mut line = " ".repeat(1 + row % 2);
        let mut gap = 0;
        for column in first_column.unwrap_or(0)..WIDTH {
            let hex = Hex::at(column, row).expect("on the grid");
            let Some(area) = board.area_at(hex) else {
                gap += 2;
                continue;
            };
            line += &" ".repeat(gap);
            gap = 0;
            let seat = state.owner(area);
            line += &if middles[area.index()] == hex {
                ink.strong(&ink.seat(seat, &format!("{}{}", letter(seat), state.dice(area))))
            } else {
                ink.seat(seat, &format!("{area:02}"))
            };
        }
        out += &line;
        out += "\n";
    }
    out
}

/// The hex of an area that is nearest to its centre and, if possible, not at its border.
fn middle(board: &DiceWarsBoard, area: Area) -> Hex {
    let place = |hex: Hex| (2 * hex.column() + hex.row() % 2, hex.row());
    let hexes: Vec<Hex> = board.hexes(area).collect();
    let count = hexes.len().max(1);
    let sum = hexes
        .iter()
        .map(|&hex| place(hex))
        .fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let rim = |hex: Hex| {
        let inner = hex
            .neighbours()
            .filter(|&near| board.area_at(near) == Some(area));
        6 - inner.count().min(6)
    };
    let distance = |hex: Hex| {
        let (x, y) = place(hex);
        let (dx, dy) = ((x * count).abs_diff(sum.0), (y * count).abs_diff(sum.1));
        dx * dx + 3 * dy * dy + rim(hex) * count * count
    };
    let nearest = hexes.into_iter().min_by_key(|&hex| distance(hex));
    nearest.expect("an area has hexes")
}

/// Lists all areas with their owner, dice and neighbours as terminal text.
fn list(state: &State, ink: TerminalStyle) -> String {
    let board = state.board();
    let entry = |area: Area| {
        let seat = state.owner(area);
        let text = format!("{}{}", letter(seat), state.dice(area));
        let touching: Vec<String> = board.touching(area).map(|area| area.to_string()).collect();
        let plain = format!("{area:>2} {text}  {}", touching.join(" "));
        let painted = format!(
            "{area:>2} {}  {}",
            ink.seat(seat, &text),
            touching.join(" ")
        );
        (plain.chars().count(), painted)
    };
    let entries: Vec<(usize, String)> = board.all().map(entry).collect();
    let width = entries
        .iter()
        .map(|(width, _)| width + 3)
        .max()
        .unwrap_or(0)
        .min(MAX_AREAS + 6);
    let lines = entries.len().div_ceil(LIST_COLUMNS);
    let mut out = String::new();
    for line in 0..lines {
        for column in 0..LIST_COLUMNS {
            let Some((used, text)) = entries.get(column * lines + line) else {
                continue;
            };
            let is_last =
                column + 1 == LIST_COLUMNS || (column + 1) * lines + line >= entries.len();
            let padding = if is_last {
                0
            } else {
                width.saturating_sub(*used)
            };
            out += &format!(
                "{}{text}{}",
                if column == 0 { " " } else { "" },
                " ".repeat(padding)
            );
        }
        out += "\n";
    }
    out
}

fn last_battle(state: &State, ink: TerminalStyle) -> Option<String> {
    let battle = state.last_battle()?;
    let Attack { from, to } = battle.attack;
    let dice = |roll: &DiceRoll| {
        let pips: Vec<String> = roll.pips().iter().map(u8::to_string).collect();
        format!("{} = {}", pips.join("+"), roll.sum())
    };
    let verb = if battle.attacking.sum() > battle.defending.sum() {
        "took"
    } else {
        "failed to take"
    };
    let name = |seat: Seat| ink.seat(seat, &letter(seat).to_string());
    Some(format!(
        "   {} {verb} {to} from {}, attacking from {from}: {} against {}\n",
        name(battle.attacker),
        name(battle.defender),
        dice(&battle.attacking),
        dice(&battle.defending),
    ))
}
