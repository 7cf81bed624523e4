//! Page about the complexity of games: branching by board and by move, and positions (Koirala 2024,
//! Figures 4.3 and 4.4).

use super::chart::{
    AxisScale, AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, SeriesStyle, plot,
};
use super::{escape_html, html_document};
use crate::complexity::MoveCountSummary;

/// Branching factor of one game in the games of one pair of agents.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchingStatistics {
    /// Spec of the game.
    pub game: String,
    /// Size of the board, if it has one.
    pub size: Option<f64>,
    /// Specs of the agents.
    pub agents: String,
    /// Legal moves in all positions.
    pub all: MoveCountSummary,
    /// Legal moves at the first move, the second, and so on.
    pub by_move: Vec<MoveCountSummary>,
}

/// Number of positions of a game, and of its wall placements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionCounts {
    /// Size of the board.
    pub size: f64,
    /// Decimal logarithm of the number of positions.
    pub log10_all: f64,
    /// Decimal logarithm of the number of wall placements.
    pub log10_walls: f64,
}

/// Builds the page, with the command that reproduces it.
pub fn complexity_page(
    command: &str,
    branching: &[BranchingStatistics],
    positions: &[PositionCounts],
) -> String {
    let lead = "<h1>Complexity of games</h1><p class=\"lead\">Moves to choose from and positions. \
                Points are means, bars reach from the fewest to the most.</p>";
    let mut sections = vec![lead.to_owned()];
    if branching.iter().any(|of| of.size.is_some()) {
        sections.push(figure(
            "Moves to choose from, by board",
            &plot(
                &axis("size of the board"),
                &axis("moves to choose from"),
                &by_size(branching),
                ReferenceLine::None,
            ),
        ));
    }
    if !positions.is_empty() {
        let series = |name: &str, value: fn(&PositionCounts) -> f64| PlotSeries {
            name: name.to_owned(),
            look: SeriesStyle::Joined,
            points: positions
                .iter()
                .map(|of| PlotPoint {
                    x: of.size,
                    y: value(of),
                    interval: None,
                })
                .collect(),
        };
        let series = [
            series("positions, S", |of| of.log10_all),
            series("ways to place walls, S_w", |of| of.log10_walls),
        ];
        sections.push(figure(
            "Positions, by board",
            &plot(
                &axis("size of the board"),
                &axis("log10 of their number"),
                &series,
                ReferenceLine::None,
            ),
        ));
    }
    let mut games: Vec<&str> = branching.iter().map(|of| of.game.as_str()).collect();
    games.dedup();
    for game in games {
        let own = branching.iter().filter(|of| of.game == game);
        let series: Vec<PlotSeries> = own.map(by_move).collect();
        sections.push(figure(
            &format!("Moves to choose from, by move: {game}"),
            &plot(
                &axis("move"),
                &axis("moves to choose from"),
                &series,
                ReferenceLine::None,
            ),
        ));
    }
    sections.push(format!(
        "<section><h2>How to reproduce this</h2><pre>{}</pre></section>",
        escape_html(command)
    ));
    html_document("Complexity of games", &sections)
}

fn figure(title: &str, svg: &str) -> String {
    format!(
        "<section><h2>{}</h2><figure>{svg}</figure></section>",
        escape_html(title)
    )
}

fn axis(label: &str) -> PlotAxis {
    PlotAxis {
        label: label.to_owned(),
        scale: AxisScale::Linear,
        at_least: None,
        unit: AxisUnit::Number,
    }
}

fn point(x: f64, spread: &MoveCountSummary) -> PlotPoint {
    PlotPoint {
        x,
        y: spread.mean(),
        interval: Some((spread.fewest as f64, spread.most as f64)),
    }
}

/// Series for each pair of agents, offset so that their bars do not overlap.
fn by_size(branching: &[BranchingStatistics]) -> Vec<PlotSeries> {
    let mut series: Vec<PlotSeries> = Vec::new();
    for of in branching {
        let Some(size) = of.size else { continue };
        let place = series.iter().position(|known| known.name == of.agents);
        let place = place.unwrap_or_else(|| {
            series.push(PlotSeries {
                name: of.agents.clone(),
                points: Vec::new(),
                look: SeriesStyle::Joined,
            });
            series.len() - 1
        });
        let beside = 0.12 * place as f64;
        series[place].points.push(point(size + beside, &of.all));
    }
    series
}

fn by_move(of: &BranchingStatistics) -> PlotSeries {
    let points = (1..).zip(&of.by_move);
    PlotSeries {
        name: of.agents.clone(),
        look: SeriesStyle::Joined,
        points: points
            .map(|(number, spread): (u32, _)| point(f64::from(number), spread))
            .collect(),
    }
}
