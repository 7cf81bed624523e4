//! HTML tables.

use std::fmt::Write;

use super::escape_html;

/// HTML table with text in the first column and numbers in the others. All cells are HTML.
pub(super) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let header: Vec<String> = header
        .iter()
        .map(|name| format!("<th>{}</th>", escape_html(name)))
        .collect();
    let row = |row: &Vec<String>| {
        let cells = row.iter().map(|cell| format!("<td>{cell}</td>"));
        cells.collect()
    };
    frame("", &header, rows.iter().map(row))
}

/// Wraps header cells and rows in an HTML table. `class` is the class attribute, or empty.
fn frame(class: &str, header: &[String], rows: impl Iterator<Item = String>) -> String {
    let mut html = format!(
        "<div class=\"scroll\"><table{class}><thead><tr>{}</tr></thead><tbody>",
        header.concat()
    );
    for row in rows {
        let _ = write!(html, "<tr>{row}</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// Cell of a heat map: a text, a second line and a tooltip. The rate sets the colour.
pub(super) struct HeatmapCell {
    pub(super) rate: Option<f64>,
    pub(super) text: String,
    pub(super) below: String,
    /// Text of the cell's tooltip.
    pub(super) hint: String,
}

/// HTML cross table of win rates: `cell` gives the cell of a row's agent against a column's agent.
pub(super) fn cross_table(
    names: &[String],
    cell: impl Fn(usize, usize) -> Option<HeatmapCell>,
) -> String {
    let numbered = || (1..).zip(names.iter().map(|name| escape_html(name)));
    // Names are long, so column headers are row numbers.
    let columns = numbered().map(|(i, name): (u32, _)| format!("<th title=\"{name}\">{i}</th>"));
    let rows = numbered().map(|(i, name): (u32, _)| format!("{i}. {name}"));
    coloured_table(rows, columns.collect(), cell)
}

/// HTML heat map of numbers with named rows and columns.
pub(super) fn heatmap_table(
    rows: &[&str],
    columns: &[&str],
    cell: impl Fn(&str, &str) -> Option<HeatmapCell>,
) -> String {
    let header = columns
        .iter()
        .map(|column| format!("<th>{}</th>", escape_html(column)));
    let names = rows.iter().map(|row| escape_html(row));
    coloured_table(names, header.collect(), |row, column| {
        cell(rows[row], columns[column])
    })
}

/// HTML heat map from row names and column headers that are already HTML.
fn coloured_table(
    rows: impl Iterator<Item = String>,
    columns: Vec<String>,
    cell: impl Fn(usize, usize) -> Option<HeatmapCell>,
) -> String {
    let cell = |row, column| {
        let Some(cell) = cell(row, column) else {
            return "<td class=\"none\">·</td>".to_owned();
        };
        format!(
            "<td class=\"cell\" style=\"{}\" title=\"{}\">{}<small>{}</small></td>",
            cell.rate.map_or(String::new(), tint),
            escape_html(&cell.hint),
            cell.text,
            cell.below
        )
    };
    let row = |(row, name): (usize, String)| {
        let cells: String = (0..columns.len()).map(|column| cell(row, column)).collect();
        format!("<td>{name}</td>{cells}")
    };
    let header = [vec!["<th></th>".to_owned()], columns.clone()].concat();
    frame(" class=\"cross\"", &header, rows.enumerate().map(row))
}

/// CSS variables for the background colour of a table cell, by the distance of its rate from 50 %.
fn tint(rate: f64) -> String {
    let tint = if rate >= 0.5 { "--high" } else { "--low" };
    let much = 6.0 + 62.0 * ((rate - 0.5).abs() / 0.5).clamp(0.0, 1.0);
    format!("--tint:var({tint});--much:{much:.0}%")
}
