//! Tables of a page.

use std::fmt::Write;

use super::escaped;

/// A table: the first column is words, the others are numbers. Cells are HTML.
pub(super) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut html = String::from("<div class=\"scroll\"><table><thead><tr>");
    for name in header {
        let _ = write!(html, "<th>{}</th>", escaped(name));
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

/// A cell of a cross table: a rate and what stands below it.
pub(super) struct Cell {
    pub(super) rate: f64,
    pub(super) below: String,
    /// What a pointer is told.
    pub(super) hint: String,
}

/// Rates of rows against columns, with a colour that says on which side of `even` they are.
pub(super) fn cross(
    names: &[String],
    even: f64,
    cell: impl Fn(usize, usize) -> Option<Cell>,
) -> String {
    let mut html =
        String::from("<div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th>");
    // Names are long: columns have the numbers of the rows.
    for (number, name) in (1..).zip(names) {
        let _ = write!(html, "<th title=\"{}\">{number}</th>", escaped(name));
    }
    html.push_str("</tr></thead><tbody>");
    for (row, name) in names.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}. {}</td>", row + 1, escaped(name));
        for column in 0..names.len() {
            let Some(cell) = cell(row, column) else {
                html.push_str("<td class=\"none\">·</td>");
                continue;
            };
            let _ = write!(
                html,
                "<td class=\"cell\" style=\"{}\" title=\"{}\">{:.1}<small>{}</small></td>",
                tint(cell.rate, even),
                escaped(&cell.hint),
                cell.rate * 100.0,
                cell.below
            );
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// The colour of a rate: how far from `even`, and on which side.
fn tint(rate: f64, even: f64) -> String {
    let (tint, far) = match rate >= even {
        true => ("--high", (rate - even) / (1.0 - even)),
        false => ("--low", (even - rate) / even),
    };
    let much = 6.0 + 62.0 * far.clamp(0.0, 1.0);
    format!("--tint:var({tint});--much:{much:.0}%")
}

/// A cell of a grid: a number, with a colour if it is a rate, and what stands below it.
pub(super) struct GridCell {
    pub(super) rate: Option<f64>,
    pub(super) text: String,
    pub(super) below: String,
    /// What a pointer is told.
    pub(super) hint: String,
}

/// Numbers of rows against columns with names of their own.
pub(super) fn cross_of(
    rows: &[&str],
    columns: &[&str],
    cell: impl Fn(&str, &str) -> Option<GridCell>,
) -> String {
    let mut html =
        String::from("<div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th>");
    for column in columns {
        let _ = write!(html, "<th>{}</th>", escaped(column));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        let _ = write!(html, "<tr><td>{}</td>", escaped(row));
        for column in columns {
            match cell(row, column) {
                None => html.push_str("<td class=\"none\">·</td>"),
                Some(cell) => {
                    let style = cell.rate.map_or(String::new(), |rate| tint(rate, 0.5));
                    let _ = write!(
                        html,
                        "<td class=\"cell\" style=\"{style}\" title=\"{}\">{}<small>{}</small></td>",
                        escaped(&cell.hint),
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
