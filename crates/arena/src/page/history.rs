//! The page about a tuning: every trial, and the score by each parameter.

use super::chart::{Axis, Look, Point, Reference, Scale, Series, Unit, plot};
use super::tables::table;
use super::{document, escaped, percent, percents};
use crate::tune::{History, Trial};

/// One page about a tuning.
pub fn tuning_page(history: &History) -> String {
    let title = format!("{}: {}", history.game, history.agent);
    let mut sections = vec![head(history)];
    let order = |trial: usize| trial as f64 + 1.0;
    let all = (0..history.trials.len()).map(order).collect();
    sections.push(figure(history, "Trials in their order", "trial", all));
    for (index, name) in history.parameters.iter().enumerate() {
        let xs = history
            .trials
            .iter()
            .map(|trial| trial.values[index])
            .collect();
        sections.push(figure(history, &format!("Score by {name}"), name, xs));
    }
    let rows: Vec<Vec<String>> = history.trials.iter().map(row).collect();
    let header = ["agent", "score", "95% interval", "games"];
    sections.push(format!(
        "<section><h2>All trials</h2>{}</section>",
        table(&header, &rows)
    ));
    document(&title, &sections)
}

fn head(history: &History) -> String {
    let best = match &history.best {
        Some(best) => format!(
            "<section><h2>Found</h2><pre>{}</pre><p>{} of the points in {} more games ({})</p></section>",
            escaped(&best.spec),
            percent(best.score),
            best.games,
            best.interval.map_or("–".to_owned(), percents)
        ),
        None => String::new(),
    };
    let openings = history.openings.as_deref();
    let openings = openings.map_or(String::new(), |spec| {
        format!("; openings {}", escaped(spec))
    });
    format!(
        "<h1>{} tuned for {}</h1><p class=\"lead\">{}; against {}; seed {}{openings}</p>{best}",
        escaped(&history.agent),
        escaped(&history.game),
        escaped(&history.method),
        escaped(&history.opponents.join(", ")),
        escaped(&history.seed)
    )
}

fn row(trial: &Trial) -> Vec<String> {
    vec![
        format!("<code>{}</code>", escaped(&trial.spec)),
        percent(trial.score),
        trial.interval.map_or("–".to_owned(), percents),
        trial.games.to_string(),
    ]
}

fn figure(history: &History, title: &str, label: &str, xs: Vec<f64>) -> String {
    let points = xs.into_iter().zip(&history.trials).map(|(x, trial)| Point {
        x,
        y: trial.score,
        interval: trial.interval,
    });
    let mut points: Vec<Point> = points.collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let x = Axis {
        label: label.to_owned(),
        scale: Scale::Linear,
        at_least: None,
        unit: Unit::Number,
    };
    let y = Axis {
        label: "score".to_owned(),
        scale: Scale::Linear,
        at_least: None,
        unit: Unit::Percent,
    };
    let series = [Series {
        name: "score".to_owned(),
        look: Look::Joined,
        points,
    }];
    let svg = plot(&x, &y, &series, Reference::None);
    format!(
        "<section><h2>{}</h2><figure>{svg}<figcaption>Bars are 95 % intervals from blocks of games.</figcaption></figure></section>",
        escaped(title)
    )
}
