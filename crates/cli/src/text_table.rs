//! Text tables with aligned columns, with or without colour.

use ludorum_core::TerminalStyle;

/// Spaces before every column of a text table.
const GAP: &str = "  ";

/// Smallest width to which a column is wrapped, in characters.
const LEAST_ROOM: usize = 20;

/// Alignment of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnAlignment {
    /// Left-aligned, for words.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// A text table: rows of cells below a header, in aligned columns.
#[derive(Debug)]
pub(crate) struct TextTable {
    sides: Vec<ColumnAlignment>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Creates a table without rows, from the names and alignments of its columns.
    pub(crate) fn new(ink: TerminalStyle, columns: &[(&str, ColumnAlignment)]) -> TextTable {
        let header = columns.iter().map(|(name, _)| ink.faint(name)).collect();
        TextTable {
            sides: columns.iter().map(|&(_, side)| side).collect(),
            rows: vec![header],
        }
    }

    /// Adds a row with one cell per column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Formats the table without wrapping; every line is indented by two spaces.
    pub(crate) fn print(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &side), &column) in row.iter().zip(&self.sides).zip(&widths) {
                let space = " ".repeat(column - width(cell));
                line.push_str(GAP);
                match side {
                    ColumnAlignment::Left => line.extend([cell, space.as_str()]),
                    ColumnAlignment::Right => line.extend([space.as_str(), cell]),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Formats the table for a terminal of `columns`: if it is too wide, wraps the last column and
    /// then the widest. `None` means no limit.
    pub(crate) fn print_within(&self, columns: Option<usize>) -> String {
        let mut widths = self.widths();
        let (Some(columns), Some(last)) = (columns, widths.len().checked_sub(1)) else {
            return self.print();
        };
        let widest = (0..last).max_by_key(|&column| widths[column]);
        for column in [last, widest.unwrap_or(last)] {
            let total = widths.iter().map(|width| GAP.len() + width).sum::<usize>();
            let excess = total.saturating_sub(columns);
            let can_give = widths[column].saturating_sub(LEAST_ROOM);
            widths[column] -= excess.min(can_give);
        }
        let mut narrow = TextTable {
            sides: self.sides.clone(),
            rows: Vec::new(),
        };
        for row in &self.rows {
            let cells = row.iter().zip(&widths);
            let cells: Vec<Vec<String>> = cells.map(|(cell, &width)| wrap(cell, width)).collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let parts = cells.iter().map(|lines| lines.get(line));
                narrow.row(parts.map(|part| part.cloned().unwrap_or_default()));
            }
        }
        narrow.print()
    }

    /// Width of each column in visible characters.
    fn widths(&self) -> Vec<usize> {
        (0..self.sides.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| width(cell)).max().unwrap_or(0)
            })
            .collect()
    }
}

/// Wraps a text at spaces into lines of at most `columns` characters; longer words are not split.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= columns => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Number of visible characters of a text, without its colour codes.
fn width(text: &str) -> usize {
    let mut width = 0;
    let mut in_code = false;
    for c in text.chars() {
        match c {
            '\x1b' => in_code = true,
            'm' if in_code => in_code = false,
            _ if in_code => {}
            _ => width += 1,
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_with_and_without_colour() {
        let print = |ink: TerminalStyle| {
            let mut table = TextTable::new(
                ink,
                &[
                    ("name", ColumnAlignment::Left),
                    ("n", ColumnAlignment::Right),
                ],
            );
            table.row([ink.strong("a"), "1".to_owned()]);
            table.row(["longer".to_owned(), "23".to_owned()]);
            table.print()
        };
        let plain = "  name     n\n  a        1\n  longer  23\n";
        assert_eq!(print(TerminalStyle::Plain), plain);
        let painted = print(TerminalStyle::Colour);
        let widths = |text: &str| text.lines().map(width).collect::<Vec<usize>>();
        assert_eq!(widths(&painted), widths(plain));
    }

    #[test]
    fn the_last_column_is_wrapped_where_the_terminal_ends() {
        let print = |ink: TerminalStyle, columns| {
            let mut table = TextTable::new(
                ink,
                &[
                    ("name", ColumnAlignment::Left),
                    ("meaning", ColumnAlignment::Left),
                ],
            );
            table.row(["c".to_owned(), ink.faint("how much uncertainty attracts")]);
            table.row(["threads".to_owned(), "trees".to_owned()]);
            table.print_within(columns)
        };
        let narrow = "  name     meaning\n  c        how much uncertainty\n           attracts\n  \
                      threads  trees\n";
        assert_eq!(print(TerminalStyle::Plain, Some(31)), narrow);
        let widths = |text: &str| text.lines().map(width).collect::<Vec<usize>>();
        assert_eq!(
            widths(&print(TerminalStyle::Colour, Some(31))),
            widths(narrow)
        );
        // Not wrapped if there is room or the width is unknown.
        assert_eq!(
            print(TerminalStyle::Plain, Some(40)),
            print(TerminalStyle::Plain, None)
        );
        assert_eq!(print(TerminalStyle::Plain, None).lines().count(), 3);
    }
}
