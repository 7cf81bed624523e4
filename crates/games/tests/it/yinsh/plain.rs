//! A naive reference implementation of YINSH: one character per point in a table of columns and
//! rows, moves as text, every rule point by point. Shares no code with the game.

use std::collections::BTreeSet;

/// Contents of the points: `.` empty, `W` and `B` rings, `w` and `b` markers; ` ` is off the board.
type Table = [[char; 12]; 11];

/// The step of a turn, named as in position texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Todo {
    Place,
    Move,
    Row,
    Ring,
}

/// A position of the reference implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    table: Table,
    rings_to_win: usize,
    won: [usize; 2],
    seat: usize,
    todo: Todo,
    /// The seat that moved a ring last, while rows are removed.
    mover: usize,
    passes: usize,
    over: bool,
}

const COLUMNS: [&str; 11] = [
    "2-5", "1-7", "1-8", "1-9", "1-10", "2-10", "2-11", "3-11", "4-11", "5-11", "7-10",
];

const STEPS: [(i32, i32); 6] = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)];

fn name((column, row): (i32, i32)) -> String {
    format!("{}{row}", char::from(b'a' + column as u8))
}

fn place(text: &str) -> (i32, i32) {
    let column = i32::from(text.as_bytes()[0]) - i32::from(b'a');
    (column, text[1..].parse().expect("a row"))
}

impl Plain {
    pub(crate) fn new(rings_to_win: usize) -> Plain {
        let mut table = [[' '; 12]; 11];
        for (column, rows) in table.iter_mut().zip(COLUMNS) {
            let (first, last) = rows.split_once('-').expect("two numbers");
            let first: usize = first.parse().expect("a number");
            let last: usize = last.parse().expect("a number");
            column[first..=last].fill('.');
        }
        Plain {
            table,
            rings_to_win,
            won: [0; 2],
            seat: 0,
            todo: Todo::Place,
            mover: 0,
            passes: 0,
            over: false,
        }
    }

    /// Parses a position text without checking it.
    pub(crate) fn read(rings_to_win: usize, text: &str) -> Plain {
        let mut plain = Plain::new(rings_to_win);
        let parts: Vec<&str> = text.split('/').collect();
        for (part, sign) in parts.iter().zip(['W', 'B', 'w', 'b']) {
            for word in part.split(',').filter(|&word| word != "-") {
                plain.set(place(word), sign);
            }
        }
        let (one, other) = parts[4].split_once(',').expect("two numbers");
        plain.won = [one, other].map(|won| won.parse().expect("a number"));
        plain.seat = parts[5].parse::<usize>().expect("a seat") - 1;
        plain.mover = plain.seat;
        match parts[6] {
            "place" => {}
            "move" => plain.todo = Todo::Move,
            "move-after-pass" => (plain.todo, plain.passes) = (Todo::Move, 1),
            "row" => plain.todo = Todo::Row,
            "ring" => plain.todo = Todo::Ring,
            "row-reply" => (plain.todo, plain.mover) = (Todo::Row, 1 - plain.seat),
            "ring-reply" => (plain.todo, plain.mover) = (Todo::Ring, 1 - plain.seat),
            _ => plain.over = true,
        }
        plain
    }

    fn get(&self, (column, row): (i32, i32)) -> char {
        if !(0..11).contains(&column) || !(0..12).contains(&row) {
            return ' ';
        }
        self.table[column as usize][row as usize]
    }

    fn set(&mut self, (column, row): (i32, i32), sign: char) {
        self.table[column as usize][row as usize] = sign;
    }

    fn all(&self) -> Vec<(i32, i32)> {
        let everywhere = (0..11).flat_map(|column| (0..12).map(move |row| (column, row)));
        everywhere.filter(|&at| self.get(at) != ' ').collect()
    }

    fn with(&self, sign: char) -> Vec<(i32, i32)> {
        let all = self.all().into_iter();
        all.filter(|&at| self.get(at) == sign).collect()
    }

    fn ring(seat: usize) -> char {
        ['W', 'B'][seat]
    }

    fn marker(seat: usize) -> char {
        ['w', 'b'][seat]
    }

    /// The winner, or 2 for a draw; `None` if the game is not over.
    pub(crate) fn result(&self) -> Option<usize> {
        self.over.then(|| match (self.won[0], self.won[1]) {
            (white, black) if white > black => 0,
            (white, black) if white < black => 1,
            _ => 2,
        })
    }

    pub(crate) fn seat(&self) -> usize {
        self.seat
    }

    pub(crate) fn todo(&self) -> Todo {
        self.todo
    }

    pub(crate) fn is_reply(&self) -> bool {
        self.mover != self.seat
    }

    pub(crate) fn markers_on_board(&self) -> usize {
        self.with('w').len() + self.with('b').len()
    }

    /// Lists all legal moves, in any order.
    pub(crate) fn moves(&self) -> Vec<String> {
        if self.over {
            return Vec::new();
        }
        match self.todo {
            Todo::Place => self.with('.').into_iter().map(name).collect(),
            Todo::Row => self.rows(self.seat).into_iter().collect(),
            Todo::Ring => {
                let rings = self.with(Plain::ring(self.seat)).into_iter();
                rings.map(|at| format!("x{}", name(at))).collect()
            }
            Todo::Move => {
                let mut moves = Vec::new();
                for from in self.with(Plain::ring(self.seat)) {
                    for step in STEPS {
                        for to in self.reach(from, step) {
                            moves.push(format!("{}-{}", name(from), name(to)));
                        }
                    }
                }
                if moves.is_empty() {
                    moves.push("pass".to_owned());
                }
                moves
            }
        }
    }

    /// Lists the destinations of a ring in one direction.
    fn reach(&self, from: (i32, i32), (right, up): (i32, i32)) -> Vec<(i32, i32)> {
        let mut found = Vec::new();
        let mut at = from;
        let mut has_jumped = false;
        loop {
            at = (at.0 + right, at.1 + up);
            match self.get(at) {
                '.' => {
                    found.push(at);
                    if has_jumped {
                        return found;
                    }
                }
                'w' | 'b' => has_jumped = true,
                _ => return found,
            }
        }
    }

    /// Move texts of all rows of five markers of a seat.
    pub(crate) fn rows(&self, seat: usize) -> BTreeSet<String> {
        let mut rows = BTreeSet::new();
        for start in self.with(Plain::marker(seat)) {
            for (right, up) in [(0, 1), (1, 0), (1, 1)] {
                let mut five = (0..5).map(|i| (start.0 + i * right, start.1 + i * up));
                if five.all(|at| self.get(at) == Plain::marker(seat)) {
                    let end = (start.0 + 4 * right, start.1 + 4 * up);
                    rows.insert(format!("={}-{}", name(start), name(end)));
                }
            }
        }
        rows
    }

    /// Plays a legal move given as text.
    pub(crate) fn play(&mut self, text: &str) {
        let other = 1 - self.seat;
        if text == "pass" {
            self.passes += 1;
            self.over = self.passes == 2;
            self.seat = other;
        } else if let Some(ring) = text.strip_prefix('x') {
            self.set(place(ring), '.');
            self.won[self.seat] += 1;
            if self.won[self.seat] == self.rings_to_win {
                self.over = true;
            } else {
                self.find_rows();
            }
        } else if let Some(row) = text.strip_prefix('=') {
            let (start, end) = row.split_once('-').expect("two ends");
            for at in line(place(start), place(end)) {
                self.set(at, '.');
            }
            self.todo = Todo::Ring;
        } else if let Some((from, to)) = text.split_once('-') {
            let (from, to) = (place(from), place(to));
            for at in line(from, to) {
                match self.get(at) {
                    'w' => self.set(at, 'b'),
                    'b' => self.set(at, 'w'),
                    _ => {}
                }
            }
            self.set(from, Plain::marker(self.seat));
            self.set(to, Plain::ring(self.seat));
            self.passes = 0;
            self.mover = self.seat;
            self.find_rows();
        } else {
            self.set(place(text), Plain::ring(self.seat));
            self.seat = other;
            if self.with('W').len() + self.with('B').len() == 10 {
                self.todo = Todo::Move;
            }
        }
    }

    /// Determines the next seat and step after a ring was moved or removed.
    fn find_rows(&mut self) {
        for seat in [self.mover, 1 - self.mover] {
            if !self.rows(seat).is_empty() {
                self.seat = seat;
                self.todo = Todo::Row;
                return;
            }
        }
        self.over = self.markers_on_board() == 51;
        self.seat = 1 - self.mover;
        self.mover = self.seat;
        self.todo = Todo::Move;
    }

    /// Formats the position text.
    pub(crate) fn text(&self) -> String {
        let list = |sign| match self.with(sign) {
            points if points.is_empty() => "-".to_owned(),
            points => {
                let names: Vec<String> = points.into_iter().map(name).collect();
                names.join(",")
            }
        };
        let step = match (self.todo, self.passes, self.is_reply()) {
            _ if self.over => "over",
            (Todo::Place, ..) => "place",
            (Todo::Move, 0, _) => "move",
            (Todo::Move, ..) => "move-after-pass",
            (Todo::Row, _, false) => "row",
            (Todo::Row, _, true) => "row-reply",
            (Todo::Ring, _, false) => "ring",
            (Todo::Ring, _, true) => "ring-reply",
        };
        let [white, black] = self.won;
        let seat = if self.over { 1 } else { self.seat + 1 };
        format!(
            "{}/{}/{}/{}/{white},{black}/{seat}/{step}",
            list('W'),
            list('B'),
            list('w'),
            list('b'),
        )
    }

    /// Counts the move sequences of length `depth`.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |mv: &String| {
            let mut child = self.clone();
            child.play(mv);
            child.perft(depth - 1)
        };
        self.moves().iter().map(below).sum()
    }
}

/// Lists the points from one to another along a line, including both ends.
fn line(from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let mut at = from;
    let mut points = vec![at];
    while at != to {
        at = (at.0 + step.0, at.1 + step.1);
        points.push(at);
    }
    points
}
