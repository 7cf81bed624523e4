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
            let (tint, far) = match cell.rate >= even {
                true => ("--high", (cell.rate - even) / (1.0 - even)),
                false => ("--low", (even - cell.rate) / even),
            };
            let _ = write!(
                html,
                "<td class=\"cell\" style=\"--tint:var({tint});--much:{:.0}%\" title=\"{}\">{:.1}<small>{}</small></td>",
                6.0 + 62.0 * far.clamp(0.0, 1.0),
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
