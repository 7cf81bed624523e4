//! Tables with aligned columns, whatever their cells are painted with.

use ludorum_core::Ink;

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
        let widths: Vec<usize> = (0..self.sides.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| width(cell)).max().unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &side), &column) in row.iter().zip(&self.sides).zip(&widths) {
                let space = " ".repeat(column - width(cell));
                line.push_str("  ");
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
}
