//! Formats the statistics of a run as text.

use ludorum_arena::stats::{SeatAdvantageTest, SprtDecision};
use ludorum_arena::{PairStatistics, RunReport, RunStatistics, SprtState};
use ludorum_core::{MAX_SEATS, Seat, TerminalStyle};

use crate::format;
use crate::text_table::{ColumnAlignment, TextTable};

/// Formats the statistics of a report: strengths, Elo differences, seat effects and the SPRT.
pub(super) fn print(report: &RunReport, ink: TerminalStyle) -> Vec<String> {
    let Some(statistics) = &report.statistics else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    if report.agents.len() > 2 || statistics.pairs.is_empty() {
        parts.push(strengths(report, statistics, ink));
    }
    match &statistics.pairs[..] {
        [] => {}
        [pair] => parts.push(difference(pair)),
        pairs => parts.push(cross_table(report, pairs, ink)),
    }
    let lines = statistics.seats.iter().map(seat_line);
    parts.extend(lines);
    parts.extend(report.sprt.as_ref().map(sprt_line));
    parts
}

const STRENGTHS: [(&str, ColumnAlignment); 5] = [
    ("agent", ColumnAlignment::Left),
    ("strength", ColumnAlignment::Right),
    ("95% interval", ColumnAlignment::Right),
    ("mean rank", ColumnAlignment::Right),
    ("share of wins", ColumnAlignment::Right),
];

fn strengths(report: &RunReport, statistics: &RunStatistics, ink: TerminalStyle) -> String {
    let mut table = TextTable::new(ink, &STRENGTHS);
    let mut order: Vec<usize> = (0..statistics.agents.len()).collect();
    order.sort_by(|&a, &b| {
        let strength = |agent: usize| statistics.agents[agent].strength;
        strength(b).total_cmp(&strength(a))
    });
    for agent in order {
        let (Some(found), Some(named)) = (statistics.agents.get(agent), report.agents.get(agent))
        else {
            continue;
        };
        let elo = |elo: f64| format!("{elo:+.0}");
        table.row([
            ink.seat(Seat::new(agent % MAX_SEATS), &named.spec),
            elo(found.strength),
            format::interval(found.strength_95, elo),
            format!("{:.2}", found.mean_rank),
            format::interval(found.win_share_95, format::percent),
        ]);
    }
    let note = if statistics.strengths_are_regularised {
        "; agents that won or lost all games got an extra half win and half loss"
    } else {
        ""
    };
    format!(
        "{}  strength: Plackett-Luce on the Elo scale, mean 0{note}\n",
        table.print()
    )
}

fn difference(pair: &PairStatistics) -> String {
    let [ll, ld, even, wd, ww] = pair.pairs.0;
    format!(
        "  Elo {} from game pairs, {} from single games; likelihood of superiority {}\n  game pairs \
         by points 0, ½, 1, 1½, 2: {ll}, {ld}, {even}, {wd}, {ww}; normalised Elo {}\n",
        interval(pair.pair_elo.numbers()),
        interval(pair.elo.numbers()),
        format::uncertain_percent(pair.pair_elo.superiority),
        interval(pair.normalized.numbers()),
    )
}

/// Formats the cross table: each cell is the score rate of the row's agent against the column's.
fn cross_table(report: &RunReport, pairs: &[PairStatistics], ink: TerminalStyle) -> String {
    let numbers: Vec<String> = (1..=report.agents.len()).map(|n| n.to_string()).collect();
    let mut columns = vec![
        ("", ColumnAlignment::Right),
        ("agent", ColumnAlignment::Left),
    ];
    columns.extend(
        numbers
            .iter()
            .map(|number| (number.as_str(), ColumnAlignment::Right)),
    );
    let mut table = TextTable::new(ink, &columns);
    for (row, agent) in report.agents.iter().enumerate() {
        let mut cells = vec![
            numbers[row].clone(),
            ink.seat(Seat::new(row % MAX_SEATS), &agent.spec),
        ];
        for column in 0..report.agents.len() {
            let met = |pair: &&PairStatistics| {
                (pair.first, pair.second) == (row.min(column), row.max(column))
            };
            let cell = pairs.iter().find(met).map(|pair| {
                let games = (pair.games.wins + pair.games.draws + pair.games.losses).max(1);
                let points = pair.games.wins as f64 + pair.games.draws as f64 / 2.0;
                let rate = points / games as f64;
                format::percent(if row < column { rate } else { 1.0 - rate })
            });
            cells.push(cell.unwrap_or_else(|| "-".to_owned()));
        }
        table.row(cells);
    }
    table.print()
}

fn seat_line(effect: &SeatAdvantageTest) -> String {
    let total = effect.wins.iter().sum::<u64>().max(1) as f64;
    let rates: Vec<String> = effect
        .wins
        .iter()
        .map(|&won| format::percent(won as f64 / total))
        .collect();
    let size = match effect.cramers_v {
        0.5.. => "large",
        0.3.. => "medium",
        0.1.. => "small",
        _ => "negligible",
    };
    format!(
        "  wins by seat: {}; expected {} each; chi-square {:.1}, p = {}, Cramér's V {:.2} ({size})\n",
        rates.join(", "),
        format::percent(1.0 / rates.len().max(1) as f64),
        effect.chi_square,
        format::probability(effect.p_value),
        effect.cramers_v
    )
}

fn sprt_line(sequel: &SprtState) -> String {
    let evidence = &sequel.evidence;
    let verdict = match evidence.decision {
        SprtDecision::AcceptH1 => "better",
        SprtDecision::AcceptH0 => "not better",
        SprtDecision::Open => "undecided",
    };
    let repeated = match sequel.repeated {
        0 => String::new(),
        repeated => format!(", {repeated} of them repeated and ignored"),
    };
    format!(
        "  SPRT of {:+} against {:+} Elo: LLR {:.3} ({:.3} to {:.3}) after {}{repeated}: {verdict}\n",
        sequel.hypotheses.elo0,
        sequel.hypotheses.elo1,
        evidence.llr,
        evidence.bounds.lower,
        evidence.bounds.upper,
        format::plural(sequel.blocks, "block", "blocks"),
    )
}

fn interval(numbers: [f64; 3]) -> String {
    let [elo, low, high] = numbers.map(signed);
    format!("{elo} ({low} to {high})")
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        elo if elo.is_nan() => "–".to_owned(),
        elo if elo.abs() < 10.0 => format!("{elo:+.1}"),
        elo => format!("{elo:+.0}"),
    }
}
