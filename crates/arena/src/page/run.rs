//! HTML page about runs: standings, Elo ratings, pairwise results, seats, time and nodes.

use super::chart::{
    AxisUnit, ForestPlotRow, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, forest_plot, plot,
    signed_integer, truncated,
};
use super::tables::{HeatmapCell, cross_table, table};
use super::{
    escape_html, figure, format_probability, html_document, percent, percent_range, reproduce,
    section,
};
use crate::stats::{SeatAdvantageTest, SprtDecision};
use crate::{PairStatistics, Pairing, RunReport, RunStatistics, SprtState};

/// Builds the HTML page about one or more runs. Computes missing statistics.
pub fn run_page(reports: Vec<RunReport>) -> String {
    let title = match &reports[..] {
        [report] => format!("{}: {} games", report.game, report.played),
        reports => format!("{} runs", reports.len()),
    };
    let sections: Vec<String> = reports.into_iter().map(run_section).collect();
    html_document(&title, &sections)
}

fn run_section(report: RunReport) -> String {
    let report = match report.statistics {
        Some(_) => report,
        None => report.with_statistics(),
    };
    let mut html = head(&report);
    html.push_str(&section("Standings", &standings(&report)));
    if let Some(statistics) = &report.statistics {
        let rows: Vec<ForestPlotRow> = report
            .agents
            .iter()
            .zip(&statistics.agents)
            .map(|(agent, found)| ForestPlotRow {
                name: agent.spec.clone(),
                value: found.strength,
                interval: found.strength_95,
            })
            .collect();
        let caption = "Plackett-Luce strengths on the scale of Elo, with a mean of 0 over all agents; bars are 95 % intervals, with blocks of games as clusters.";
        let strengths = figure(&forest_plot("Elo", rows), caption);
        html.push_str(&section("Strength", &strengths));
        if statistics.pairs.len() > 1 {
            let caption = "Points of the row against the column in percent, and the Elo difference with its 95 % interval from pairs of games.";
            let results = figure(&pairwise_table(&report, statistics), caption);
            html.push_str(&section("Who beats whom", &results));
        }
        html.push_str(&parameters(&report, statistics));
        html.push_str("<div class=\"two\">");
        if let [pair] = &statistics.pairs[..] {
            html.push_str(&section("Difference", &difference(&report, pair)));
        }
        if let Some(effect) = &statistics.seats {
            html.push_str(&section("Seats", &seats(effect)));
        }
        if let Some(sprt) = &report.sprt {
            html.push_str(&section("Sequential test", &sprt_section(sprt)));
        }
        html.push_str("</div>");
    }
    html.push_str(&section("Effort", &effort(&report)));
    let forfeits = forfeits(&report);
    if !forfeits.is_empty() {
        html.push_str(&section("Forfeits", &forfeits));
    }
    html.push_str(&reproduce(&report.command()));
    html
}

fn head(report: &RunReport) -> String {
    let kind = match (report.schedule.pairing, &report.sprt) {
        (_, Some(_)) => "A sequential test",
        (Pairing::Match, None) => "A match",
        (Pairing::RoundRobin, None) => "A round robin",
        (Pairing::Field, None) => "One against a field",
    };
    let fact = |value: &str, name: &str| format!("<li><b>{value}</b><span>{name}</span></li>");
    let games = if report.played == report.planned {
        report.played.to_string()
    } else {
        format!("{} of {}", report.played, report.planned)
    };
    let different = report.distinct.map_or_else(String::new, |distinct| {
        let about = if distinct.is_estimated { "about " } else { "" };
        fact(&format!("{about}{}", distinct.games), "different games")
    });
    let warning = report
        .repetition_advice()
        .map_or_else(String::new, |advice| {
            format!("<p class=\"differs\">{}.</p>", escape_html(&advice))
        });
    let openings = report.openings.as_deref();
    let openings = openings.map_or(String::new(), |spec| fact(&escape_html(spec), "openings"));
    format!(
        "<header class=\"part\"><h1>{}</h1><p class=\"lead\">{kind} of {} agents. All seatings of a seed form a block.</p><ul class=\"facts\">{}{}{}{}{}</ul>{}</header>",
        escape_html(&report.game),
        report.agents.len(),
        fact(&games, "games"),
        different,
        fact(&format!("{:.1}", report.plies_per_game()), "moves each"),
        fact(&escape_html(&report.seed), "seed") + &openings,
        fact(
            &escape_html(&report.program),
            &format!("rules {}", report.rules)
        ),
        warning,
    )
}

fn standings(report: &RunReport) -> String {
    let found = report.statistics.as_ref();
    let mut order: Vec<usize> = (0..report.agents.len()).collect();
    order.sort_by(|&a, &b| {
        let rate = |agent: usize| report.agents[agent].win_rate;
        rate(b).total_cmp(&rate(a))
    });
    let row = |agent: usize| {
        let of = &report.agents[agent];
        let found = found.and_then(|found| found.agents.get(agent));
        let share = found.and_then(|found| found.win_share_95);
        vec![
            escape_html(&of.spec),
            of.wins.to_string(),
            of.draws.to_string(),
            of.losses.to_string(),
            percent(of.win_rate),
            percent_range(of.win_rate_95),
            share.map_or("–".to_owned(), percent_range),
            found.map_or("–".to_owned(), |found| format!("{:.2}", found.mean_rank)),
        ]
    };
    let rows: Vec<Vec<String>> = order.into_iter().map(row).collect();
    let header = [
        "agent",
        "won",
        "shared",
        "lost",
        "win rate",
        "Wilson 95%",
        "blocks 95%",
        "mean rank",
    ];
    table(&header, &rows)
}

fn pairwise_table(report: &RunReport, statistics: &RunStatistics) -> String {
    let names: Vec<String> = report
        .agents
        .iter()
        .map(|agent| truncated(&agent.spec, 28))
        .collect();
    cross_table(&names, |row, column| {
        let key = (row.min(column), row.max(column));
        let pair = statistics
            .pairs
            .iter()
            .find(|pair| (pair.first, pair.second) == key)?;
        let games = pair.games.wins + pair.games.draws + pair.games.losses;
        let rate = (pair.games.wins as f64 + pair.games.draws as f64 / 2.0) / games.max(1) as f64;
        let sign = if row < column { 1.0 } else { -1.0 };
        let [elo, one, other] = pair.pair_elo.numbers().map(|elo| sign * elo);
        let (low, high) = (one.min(other), one.max(other));
        let rate = if row < column { rate } else { 1.0 - rate };
        Some(HeatmapCell {
            rate: Some(rate),
            text: format!("{:.1}", rate * 100.0),
            below: signed_integer(elo),
            hint: format!(
                "{} against {}: {games} games, Elo {} ({} to {})",
                report.agents[row].spec,
                report.agents[column].spec,
                signed_integer(elo),
                signed_integer(low),
                signed_integer(high)
            ),
        })
    })
}

/// HTML plots of win rate and thinking time by parameter value, for agents whose specs differ in
/// one parameter only.
fn parameters(report: &RunReport, statistics: &RunStatistics) -> String {
    let mut html = String::new();
    for sweep in parameter_sweeps(&report.specs()) {
        let ParameterSweep {
            shared: name,
            parameter,
            agents,
        } = sweep;
        let series = |y: &dyn Fn(usize) -> (f64, Option<(f64, f64)>)| {
            let point = |&(agent, x): &(usize, f64)| {
                let (y, interval) = y(agent);
                PlotPoint { x, y, interval }
            };
            [PlotSeries::joined(&name, agents.iter().map(point))]
        };
        let x = PlotAxis::linear(&parameter, AxisUnit::Number);
        let rate = PlotAxis::percent("win rate");
        let time = PlotAxis::linear("ms per move", AxisUnit::Number).logarithmic();
        let won = |agent: usize| {
            let found = &statistics.agents[agent];
            (found.win_share, found.win_share_95)
        };
        let spent = |agent: usize| (report.agents[agent].time_per_move_ms, None);
        let won = figure(
            &plot(&x, &rate, &series(&won), ReferenceLine::Level(0.5)),
            "Bars are 95 % bootstrap intervals over blocks of games.",
        );
        let spent = figure(
            &plot(&x, &time, &series(&spent), ReferenceLine::None),
            "The vertical axis is logarithmic.",
        );
        html.push_str(&format!(
            "<div class=\"two\">{}{}</div>",
            section(&format!("{name} by {parameter}"), &won),
            section(&format!("Time by {parameter}"), &spent)
        ));
    }
    html
}

/// Parameter sweep: at least three agents of a run whose specs differ in one number only.
#[derive(Debug, PartialEq)]
struct ParameterSweep {
    /// Spec of the agents without the varying parameter.
    shared: String,
    parameter: String,
    /// Index in the run and parameter value of each agent, smallest value first.
    agents: Vec<(usize, f64)>,
}

fn parameter_sweeps(specs: &[String]) -> Vec<ParameterSweep> {
    let mut parameter_sweeps: Vec<ParameterSweep> = Vec::new();
    for (agent, spec) in specs.iter().enumerate() {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let params: Vec<(&str, &str)> = params
            .split(',')
            .filter_map(|param| param.split_once('='))
            .collect();
        for (index, (key, value)) in params.iter().enumerate() {
            let Ok(value) = value.parse::<f64>() else {
                continue;
            };
            let others: Vec<String> = params
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, (key, value))| format!("{key}={value}"))
                .collect();
            let shared = if others.is_empty() {
                name.to_owned()
            } else {
                format!("{name}:{}", others.join(","))
            };
            let is_it =
                |sweep: &&mut ParameterSweep| sweep.shared == shared && sweep.parameter == *key;
            match parameter_sweeps.iter_mut().find(is_it) {
                Some(sweep) => sweep.agents.push((agent, value)),
                None => parameter_sweeps.push(ParameterSweep {
                    shared,
                    parameter: (*key).to_owned(),
                    agents: vec![(agent, value)],
                }),
            }
        }
    }
    parameter_sweeps.retain(|sweep| sweep.agents.len() > 2);
    for sweep in &mut parameter_sweeps {
        sweep.agents.sort_by(|a, b| a.1.total_cmp(&b.1));
    }
    parameter_sweeps
}

fn difference(report: &RunReport, pair: &PairStatistics) -> String {
    let exactly = |elo: f64| {
        if elo.is_finite() {
            format!("{elo:+.1}").replace('-', "−")
        } else {
            signed_integer(elo)
        }
    };
    let [elo, low, high] = pair.pair_elo.numbers().map(exactly);
    let [single, single_low, single_high] = pair.elo.numbers().map(exactly);
    let [normalized, normalized_low, normalized_high] = pair.normalized.numbers().map(exactly);
    let [a, b, c, d, e] = pair.pairs.0;
    let name = |agent: usize| {
        report
            .agents
            .get(agent)
            .map_or("", |agent| agent.spec.as_str())
    };
    format!(
        "<p><b style=\"font-size:1.5rem\">{} Elo</b><br>{} to {} (95 %, by pairs of games)</p>\
         <p>{} is better than {} with probability {}.</p>\
         <p class=\"why\">Single games: {} ({} to {}). Pairs by points 0, ½, 1, 1½, 2: {a}, {b}, {c}, {d}, {e}. Normalised Elo {normalized} ({normalized_low} to {normalized_high}).</p>",
        elo,
        low,
        high,
        escape_html(name(pair.first)),
        escape_html(name(pair.second)),
        format_probability(pair.pair_elo.superiority),
        single,
        single_low,
        single_high,
    )
}

fn seats(effect: &SeatAdvantageTest) -> String {
    let total = effect.wins.iter().sum::<u64>().max(1) as f64;
    let row = |(seat, &won): (usize, &u64)| {
        let rate = won as f64 / total;
        vec![
            format!("seat {}", seat + 1),
            won.to_string(),
            percent(rate),
            format!(
                "<svg viewBox=\"0 0 100 8\" style=\"width:9rem;height:.7rem;display:inline-block\" aria-hidden=\"true\"><rect width=\"100\" height=\"8\" rx=\"4\" fill=\"var(--grid)\"/><rect width=\"{:.1}\" height=\"8\" rx=\"4\" fill=\"var(--c0)\"/></svg>",
                100.0 * rate
            ),
        ]
    };
    let rows: Vec<Vec<String>> = effect.wins.iter().enumerate().map(row).collect();
    format!(
        "{}<p class=\"why\">Chi-square {:.2} ({} df), p = {:.3}; Cramér's V {:.3}, from 0 (seats do not matter) to 1.</p>",
        table(&["", "won", "share", ""], &rows),
        effect.chi_square,
        effect.degrees,
        effect.p_value,
        effect.cramers_v
    )
}

fn sprt_section(sprt: &SprtState) -> String {
    let verdict = match sprt.evidence.decision {
        SprtDecision::AcceptH1 => "<span class=\"agrees\">better</span>",
        SprtDecision::AcceptH0 => "<span class=\"differs\">not better</span>",
        SprtDecision::Open => "not decided yet",
    };
    format!(
        "<p><b style=\"font-size:1.5rem\">{verdict}</b></p><p>{:+} against {:+} Elo: log-likelihood ratio {:.3}, decided below {:.3} or above {:.3}, after {} blocks, of which {} are repetitions and no evidence.</p>",
        sprt.hypotheses.elo0,
        sprt.hypotheses.elo1,
        sprt.evidence.llr,
        sprt.evidence.bounds.lower,
        sprt.evidence.bounds.upper,
        sprt.blocks,
        sprt.repeated
    )
}

fn effort(report: &RunReport) -> String {
    let row = |agent: &crate::AgentRunResult| {
        let of = |wins: u64, games: u64| format!("{wins} of {games}");
        vec![
            escape_html(&agent.spec),
            of(agent.wins_first, agent.games_first),
            of(agent.wins_later, agent.games_later),
            duration(agent.time_per_move_ms),
            format!("{:.0}", agent.nodes_per_move),
            format!("{:.1}", agent.moves_per_game),
        ]
    };
    let mut rows: Vec<Vec<String>> = report.agents.iter().map(row).collect();
    let mut header = vec![
        "agent",
        "won first",
        "won later",
        "time per move",
        "nodes per move",
        "moves per game",
    ];
    let points = || report.agents.iter().map(|agent| agent.points_per_game);
    if points().any(|points| points.is_some()) {
        header.push("points per game");
        for (row, points) in rows.iter_mut().zip(points()) {
            row.push(points.map_or_else(|| "-".to_owned(), |points| format!("{points:.1}")));
        }
    }
    table(&header, &rows)
}

/// Formats milliseconds with three significant digits and a unit.
fn duration(ms: f64) -> String {
    match ms {
        1000.0.. => format!("{:.2} s", ms / 1000.0),
        100.0.. => format!("{ms:.0} ms"),
        1.0.. => format!("{ms:.2} ms"),
        _ => format!("{:.2} µs", ms * 1000.0),
    }
}

fn forfeits(report: &RunReport) -> String {
    let mut lines = String::new();
    for count in &report.forfeits {
        let agent = report.agents.get(count.agent);
        let name = agent.map_or("", |agent| agent.spec.as_str());
        lines.push_str(&format!(
            "<li>{}, {} times: {}</li>",
            escape_html(name),
            count.games,
            escape_html(&count.reason)
        ));
    }
    if lines.is_empty() {
        lines
    } else {
        format!("<ul>{lines}</ul>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_that_differ_in_one_number_are_a_family() {
        let specs = [
            "mcts:c=0.5,iterations=9",
            "random",
            "mcts:c=2,iterations=9",
            "mcts:c=1,iterations=9",
        ];
        let found = parameter_sweeps(&specs.map(str::to_owned));
        let sweep = ParameterSweep {
            shared: "mcts:iterations=9".to_owned(),
            parameter: "c".to_owned(),
            agents: vec![(0, 0.5), (3, 1.0), (2, 2.0)],
        };
        assert_eq!(found, [sweep]);
    }
}
