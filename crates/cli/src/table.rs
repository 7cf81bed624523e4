//! Tables with aligned columns, whatever their cells are painted with.

use ludorum_core::Ink;

/// What is before every column.
const GAP: &str = "  ";

/// Words are not pressed into fewer columns than this.
const LEAST_ROOM: usize = 20;

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// Rows of cells under a header.
#[derive(Debug)]
pub(crate) struct Table {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    pub(crate) fn new(ink: Ink, columns: &[(&str, Side)]) -> Table {
        let header = columns.iter().map(|(name, _)| ink.faint(name)).collect();
        Table {
            sides: columns.iter().map(|&(_, side)| side).collect(),
            rows: vec![header],
        }
    }

    /// Adds a row with a cell for each column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table, each line indented by two spaces.
    pub(crate) fn print(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &side), &column) in row.iter().zip(&self.sides).zip(&widths) {
                let space = " ".repeat(column - width(cell));
                line.push_str(GAP);
                match side {
                    Side::Left => line.extend([cell, space.as_str()]),
                    Side::Right => line.extend([space.as_str(), cell]),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The same for a terminal of so many columns: where it is too narrow, the words of the last
    /// column stand in several lines, and then those of the widest.
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
        let mut narrow = Table {
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

    /// The room each column takes.
    fn widths(&self) -> Vec<usize> {
        (0..self.sides.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| width(cell)).max().unwrap_or(0)
            })
            .collect()
    }
}

/// The words of a text in lines of at most `columns`, unless a word is longer than that.
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

/// The characters of a text that take room on a terminal: all but colour codes.
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
        let print = |ink: Ink| {
            let mut table = Table::new(ink, &[("name", Side::Left), ("n", Side::Right)]);
            table.row([ink.strong("a"), "1".to_owned()]);
            table.row(["longer".to_owned(), "23".to_owned()]);
            table.print()
        };
        let plain = "  name     n\n  a        1\n  longer  23\n";
        assert_eq!(print(Ink::Plain), plain);
        let painted = print(Ink::Colour);
        let widths = |text: &str| text.lines().map(width).collect::<Vec<usize>>();
        assert_eq!(widths(&painted), widths(plain));
    }

    #[test]
    fn the_last_column_is_wrapped_where_the_terminal_ends() {
        let print = |ink: Ink, columns| {
            let mut table = Table::new(ink, &[("name", Side::Left), ("meaning", Side::Left)]);
            table.row(["c".to_owned(), ink.faint("how much uncertainty attracts")]);
            table.row(["threads".to_owned(), "trees".to_owned()]);
            table.print_within(columns)
        };
        let narrow = "  name     meaning\n  c        how much uncertainty\n           attracts\n  \
                      threads  trees\n";
        assert_eq!(print(Ink::Plain, Some(31)), narrow);
        let widths = |text: &str| text.lines().map(width).collect::<Vec<usize>>();
        assert_eq!(widths(&print(Ink::Colour, Some(31))), widths(narrow));
        // Neither where there is room nor where nobody knows how much.
        assert_eq!(print(Ink::Plain, Some(40)), print(Ink::Plain, None));
        assert_eq!(print(Ink::Plain, None).lines().count(), 3);
    }
}
