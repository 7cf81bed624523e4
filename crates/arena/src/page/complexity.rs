//! HTML page about the complexity of games: branching factor by board size and by move number, and
//! number of positions (Koirala 2024, Figures 4.3 and 4.4).

use super::chart::{AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, plot};
use super::{heading, html_document, reproduce, section};
use crate::complexity::LegalMoveCountSummary;

/// Branching factors measured in the games of one pair of agents.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchingStatistics {
    /// Spec of the game.
    pub game: String,
    /// Board size; `None` if the game has only one board size.
    pub size: Option<f64>,
    /// Specs of the two agents, joined to one text.
    pub agents: String,
    /// Summary of the numbers of legal moves over all positions of the games.
    pub all: LegalMoveCountSummary,
    /// Summaries of the numbers of legal moves by decision: element 0 covers the first decision of
    /// every game, and so on.
    pub by_move: Vec<LegalMoveCountSummary>,
}

/// Numbers of positions of a game with walls, for one board size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionCountLog10 {
    /// Size parameter of the board.
    pub size: f64,
    /// Decimal logarithm of the number of positions.
    pub log10_all: f64,
    /// Decimal logarithm of the number of ways to place walls.
    pub log10_walls: f64,
}

/// Builds the HTML page about the branching factors and position counts of games. `command` is the
/// command line that reproduces the page.
pub fn complexity_page(
    command: &str,
    branching: &[BranchingStatistics],
    positions: &[PositionCountLog10],
) -> String {
    let title = "Complexity of games";
    let lead = "Moves to choose from and positions. Points are means, bars reach from the minimum to \
                the maximum.";
    let mut sections = vec![heading(title, lead)];
    let mut push_plot = |title: &str, x: &str, y: &str, series: &[PlotSeries]| {
        let [x, y] = [x, y].map(|label| PlotAxis::linear(label, AxisUnit::Number));
        let svg = plot(&x, &y, series, ReferenceLine::None);
        sections.push(section(title, &format!("<figure>{svg}</figure>")));
    };
    let (size, moves) = ("size of the board", "moves to choose from");
    if branching.iter().any(|of| of.size.is_some()) {
        let title = "Moves to choose from, by board";
        push_plot(title, size, moves, &by_size(branching));
    }
    if !positions.is_empty() {
        let series = |name: &str, value: fn(&PositionCountLog10) -> f64| {
            let points = positions.iter();
            PlotSeries::joined(name, points.map(|of| PlotPoint::new(of.size, value(of))))
        };
        let series = [
            series("positions, S", |of| of.log10_all),
            series("ways to place walls, S_w", |of| of.log10_walls),
        ];
        push_plot(
            "Positions, by board",
            size,
            "log10 of their number",
            &series,
        );
    }
    let mut games: Vec<&str> = branching.iter().map(|of| of.game.as_str()).collect();
    games.dedup();
    for game in games {
        let own = branching.iter().filter(|of| of.game == game);
        let series: Vec<PlotSeries> = own.map(by_move).collect();
        let title = format!("Moves to choose from, by move: {game}");
        push_plot(&title, "move", moves, &series);
    }
    sections.push(reproduce(command));
    html_document(title, &sections)
}

fn point(x: f64, spread: &LegalMoveCountSummary) -> PlotPoint {
    PlotPoint {
        x,
        y: spread.mean(),
        interval: Some((spread.fewest as f64, spread.most as f64)),
    }
}

/// Plot series of the branching factor by board size: one per pair of agents, shifted so that the
/// bars from minimum to maximum do not overlap.
fn by_size(branching: &[BranchingStatistics]) -> Vec<PlotSeries> {
    let mut series: Vec<PlotSeries> = Vec::new();
    for of in branching {
        let Some(size) = of.size else { continue };
        let place = series.iter().position(|known| known.name == of.agents);
        let place = place.unwrap_or_else(|| {
            series.push(PlotSeries::joined(&of.agents, []));
            series.len() - 1
        });
        let beside = 0.12 * place as f64;
        series[place].points.push(point(size + beside, &of.all));
    }
    series
}

fn by_move(of: &BranchingStatistics) -> PlotSeries {
    let points = (1..).zip(&of.by_move);
    let points = points.map(|(number, spread): (u32, _)| point(f64::from(number), spread));
    PlotSeries::joined(&of.agents, points)
}
