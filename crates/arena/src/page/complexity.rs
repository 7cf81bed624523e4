//! The page about the size of games: moves to choose from, by board and by move, and positions (Koirala 2024,
//! Figures 4.3 and 4.4).

use super::chart::{Axis, Look, Point, Reference, Scale, Series, Unit, plot};
use super::{document, escaped};
use crate::complexity::Spread;

/// What the games of one pair of agents show about one game.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchingOf {
    /// The spec of the game.
    pub game: String,
    /// The size of its board, if it has one.
    pub size: Option<f64>,
    /// Who played.
    pub agents: String,
    /// The moves to choose from in all positions.
    pub all: Spread,
    /// The moves to choose from at the first move, the second, and so on.
    pub by_move: Vec<Spread>,
}

/// How many positions a game has, and how many of these differ in walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionsOf {
    /// The size of its board.
    pub size: f64,
    /// The decimal logarithm of their number.
    pub log10_all: f64,
    /// The decimal logarithm of the number of ways to place walls.
    pub log10_walls: f64,
}

/// One page with the plots, and the command that measured it.
pub fn complexity_page(
    command: &str,
    branching: &[BranchingOf],
    positions: &[PositionsOf],
) -> String {
    let lead = "<h1>How large games are</h1><p class=\"lead\">Moves to choose from and positions. \
                Points are means, bars reach from the fewest to the most.</p>";
    let mut sections = vec![lead.to_owned()];
    if branching.iter().any(|of| of.size.is_some()) {
        sections.push(figure(
            "Moves to choose from, by board",
            &plot(
                &axis("size of the board"),
                &axis("moves to choose from"),
                &by_size(branching),
                Reference::None,
            ),
        ));
    }
    if !positions.is_empty() {
        let series = |name: &str, value: fn(&PositionsOf) -> f64| Series {
            name: name.to_owned(),
            look: Look::Joined,
            points: positions
                .iter()
                .map(|of| Point {
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
                Reference::None,
            ),
        ));
    }
    let mut games: Vec<&str> = branching.iter().map(|of| of.game.as_str()).collect();
    games.dedup();
    for game in games {
        let own = branching.iter().filter(|of| of.game == game);
        let series: Vec<Series> = own.map(by_move).collect();
        sections.push(figure(
            &format!("Moves to choose from, by move: {game}"),
            &plot(
                &axis("move"),
                &axis("moves to choose from"),
                &series,
                Reference::None,
            ),
        ));
    }
    sections.push(format!(
        "<section><h2>How to get the same</h2><pre>{}</pre></section>",
        escaped(command)
    ));
    document("How large games are", &sections)
}

fn figure(title: &str, svg: &str) -> String {
    format!(
        "<section><h2>{}</h2><figure>{svg}</figure></section>",
        escaped(title)
    )
}

fn axis(label: &str) -> Axis {
    Axis {
        label: label.to_owned(),
        scale: Scale::Linear,
        at_least: None,
        unit: Unit::Number,
    }
}

fn point(x: f64, spread: &Spread) -> Point {
    Point {
        x,
        y: spread.mean(),
        interval: Some((spread.fewest as f64, spread.most as f64)),
    }
}

/// A series for each pair of agents, side by side so that their bars can be told apart.
fn by_size(branching: &[BranchingOf]) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for of in branching {
        let Some(size) = of.size else { continue };
        let place = series.iter().position(|known| known.name == of.agents);
        let place = place.unwrap_or_else(|| {
            series.push(Series {
                name: of.agents.clone(),
                points: Vec::new(),
                look: Look::Joined,
            });
            series.len() - 1
        });
        let beside = 0.12 * place as f64;
        series[place].points.push(point(size + beside, &of.all));
    }
    series
}

fn by_move(of: &BranchingOf) -> Series {
    let points = (1..).zip(&of.by_move);
    Series {
        name: of.agents.clone(),
        look: Look::Joined,
        points: points
            .map(|(number, spread): (u32, _)| point(f64::from(number), spread))
            .collect(),
    }
}
