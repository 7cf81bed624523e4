//! HTML tables.

use std::fmt::Write;

use super::escape_html;

/// Table with text in the first column and numbers in the others. Cells are HTML.
pub(super) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut html = String::from("<div class=\"scroll\"><table><thead><tr>");
    for name in header {
        let _ = write!(html, "<th>{}</th>", escape_html(name));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            let _ = write!(html, "<td>{cell}</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// Cell of a cross table: a rate with a second line.
pub(super) struct CrossTableCell {
    pub(super) rate: f64,
    pub(super) below: String,
    /// Tooltip.
    pub(super) hint: String,
}

/// Cross table of rates, coloured by the side of `even` on which they are.
pub(super) fn cross_table(
    names: &[String],
    even: f64,
    cell: impl Fn(usize, usize) -> Option<CrossTableCell>,
) -> String {
    let mut html =
        String::from("<div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th>");
    // Names are long, so columns have the numbers of the rows.
    for (number, name) in (1..).zip(names) {
        let _ = write!(html, "<th title=\"{}\">{number}</th>", escape_html(name));
    }
    html.push_str("</tr></thead><tbody>");
    for (row, name) in names.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}. {}</td>", row + 1, escape_html(name));
        for column in 0..names.len() {
            let Some(cell) = cell(row, column) else {
                html.push_str("<td class=\"none\">·</td>");
                continue;
            };
            let _ = write!(
                html,
                "<td class=\"cell\" style=\"{}\" title=\"{}\">{:.1}<small>{}</small></td>",
                tint(cell.rate, even),
                escape_html(&cell.hint),
                cell.rate * 100.0,
                cell.below
            );
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// CSS variables of a rate's colour, by its distance from `even`.
fn tint(rate: f64, even: f64) -> String {
    let (tint, far) = match rate >= even {
        true => ("--high", (rate - even) / (1.0 - even)),
        false => ("--low", (even - rate) / even),
    };
    let much = 6.0 + 62.0 * far.clamp(0.0, 1.0);
    format!("--tint:var({tint});--much:{much:.0}%")
}

/// Cell of a heat map: a number, coloured if it is a rate, with a second line.
pub(super) struct HeatmapCell {
    pub(super) rate: Option<f64>,
    pub(super) text: String,
    pub(super) below: String,
    /// Tooltip.
    pub(super) hint: String,
}

/// Table of numbers, coloured as a heat map, with named rows and columns.
pub(super) fn heatmap_table(
    rows: &[&str],
    columns: &[&str],
    cell: impl Fn(&str, &str) -> Option<HeatmapCell>,
) -> String {
    let mut html =
        String::from("<div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th>");
    for column in columns {
        let _ = write!(html, "<th>{}</th>", escape_html(column));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        let _ = write!(html, "<tr><td>{}</td>", escape_html(row));
        for column in columns {
            match cell(row, column) {
                None => html.push_str("<td class=\"none\">·</td>"),
                Some(cell) => {
                    let style = cell.rate.map_or(String::new(), |rate| tint(rate, 0.5));
                    let _ = write!(
                        html,
                        "<td class=\"cell\" style=\"{style}\" title=\"{}\">{}<small>{}</small></td>",
                        escape_html(&cell.hint),
                        cell.text,
                        cell.below
                    );
                }
            }
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}
