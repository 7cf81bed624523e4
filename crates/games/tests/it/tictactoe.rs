//! Tic-tac-toe: conformance, perft numbers, playthroughs and refusals.

use ludorum_core::{Game, NodeKind, Notation, Seat, Seed, perft};
use ludorum_games::TicTacToe;
use ludorum_games::tictactoe::{Board, LINES};
use ludorum_testkit::{
    configured, conforms, randomisable_conforms, replay_playthroughs, run_case_file,
};

#[test]
fn conforms_to_the_contract() {
    let summary = conforms(&TicTacToe, Seed(1), 400);
    assert_eq!(summary.longest, 9);
    randomisable_conforms(&TicTacToe, Seed(1), 20);
}

#[test]
fn cases_hold() {
    run_case_file::<TicTacToe>("tests/tictactoe.cases");
}

#[test]
fn playthroughs_go_as_before() {
    replay_playthroughs("tests/playthroughs/tictactoe", configured::<TicTacToe>);
}

/// A naive reference implementation: nine characters, and the eight lines written out.
#[derive(Clone)]
struct Plain([char; 9]);

impl Plain {
    const LINES: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];

    /// Parses a position text.
    fn new(text: &str) -> Plain {
        let signs: Vec<char> = text.chars().filter(|&sign| sign != '/').collect();
        Plain(signs.try_into().expect("nine signs"))
    }

    fn winner(&self) -> Option<char> {
        let marks = |line: [usize; 3]| line.map(|index| self.0[index]);
        let lines = Plain::LINES.into_iter().map(marks);
        let full = lines.filter(|line| *line == ['x'; 3] || *line == ['o'; 3]);
        full.map(|line| line[0]).next()
    }

    fn count(&self, sign: char) -> usize {
        self.0.iter().filter(|&&other| other == sign).count()
    }

    fn children(&self) -> Vec<Plain> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mark = if self.count('x') == self.count('o') {
            'x'
        } else {
            'o'
        };
        let free = (0..9).filter(|&index| self.0[index] == '.');
        free.map(|index| {
            let mut child = self.clone();
            child.0[index] = mark;
            child
        })
        .collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self
                .children()
                .iter()
                .map(|child| child.perft(depth - 1))
                .sum(),
        }
    }
}

#[test]
fn a_plain_implementation_counts_the_same() {
    for text in [
        ".../.../...",
        "x../.o./...",
        ".x./.o./...",
        "..o/.x./...",
        "x.x/.o./...",
        "xx./oo./...",
        "x.o/.x./o..",
        "oxo/.x./...",
        "xox/xo./o..",
    ] {
        let mut board = TicTacToe.parse_position(text).expect("a position");
        for depth in 0..=9 {
            let count = perft(&TicTacToe, &mut board, depth);
            assert_eq!(count, Ok(Plain::new(text).perft(depth)), "{text} {depth}");
        }
    }
}

/// Counts the games from `board` won by the first seat, won by the second, and drawn.
fn ends(board: &mut Board) -> [u64; 3] {
    if let Some(outcome) = TicTacToe.outcome(board) {
        let index = outcome.winner().map_or(2, Seat::index);
        return [0, 1, 2].map(|other| u64::from(other == index));
    }
    let mut moves = Vec::new();
    TicTacToe.moves(board, &mut moves);
    let mut sum = [0; 3];
    for mv in moves {
        TicTacToe.make(board, mv);
        let below = ends(board);
        TicTacToe.unmake(board, mv, ());
        sum = [0, 1, 2].map(|index| sum[index] + below[index]);
    }
    sum
}

#[test]
fn all_games_end_as_often_as_is_known() {
    let ends = ends(&mut TicTacToe.initial(Seed(1)));
    assert_eq!(ends, [131_184, 77_904, 46_080]);
    assert_eq!(ends.iter().sum::<u64>(), 255_168);
}

/// Every text of nine symbols is either a reachable position or rejected.
#[test]
fn just_the_reachable_positions_are_read() {
    let mut reachable = std::collections::HashSet::new();
    let mut open = vec![Plain::new(".../.../...")];
    while let Some(next) = open.pop() {
        if reachable.insert(next.0) {
            open.extend(next.children());
        }
    }
    assert_eq!(reachable.len(), 5478);
    for number in 0..3_usize.pow(9) {
        let sign = |index: u32| ['.', 'x', 'o'][number / 3_usize.pow(index) % 3];
        let signs = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(sign);
        let rows: Vec<String> = signs.chunks(3).map(|row| row.iter().collect()).collect();
        let text = rows.join("/");
        match TicTacToe.parse_position(&text) {
            Ok(board) => {
                assert!(reachable.contains(&signs), "{text}");
                let plain = Plain(signs);
                let winner = plain
                    .winner()
                    .map(|mark| Seat::new(usize::from(mark == 'o')));
                assert_eq!(board.winner(&LINES), winner, "{text}");
                let is_over = winner.is_some() || plain.count('.') == 0;
                assert_eq!(TicTacToe.node(&board) == NodeKind::Over, is_over, "{text}");
            }
            Err(_) => assert!(!reachable.contains(&signs), "{text}"),
        }
    }
}

#[test]
fn refused_text_says_why_and_where() {
    let start = TicTacToe.initial(Seed(1));
    for (text, reason) in [
        ("", "a move is a column and a row, such as b2"),
        ("b", "a move is a column and a row, such as b2"),
        ("b22", "a move is a column and a row, such as b2"),
        ("B2", "expected a column from a to c, found 'B'"),
        ("d1", "expected a column from a to c, found 'd'"),
        ("é1", "expected a column from a to c, found 'é'"),
        ("a4", "expected a row from 1 to 3, found '4'"),
        ("a0", "expected a row from 1 to 3, found '0'"),
    ] {
        let error = TicTacToe.parse_move(text).expect_err(text);
        assert_eq!(error.to_string(), reason, "{text}");
    }
    for (text, reason) in [
        ("", "a row has 3 cells"),
        ("x.o/...", "a position has 3 rows"),
        ("x.oo/../...", "expected / after a row (column 4)"),
        ("x.o/..X/...", "a cell is x, o or . (column 7)"),
        ("x.o/.../....", "the position ends before this (column 12)"),
        ("xx./.../...", "2 x and 0 o: x begins, then they alternate"),
        ("o../.../...", "0 x and 1 o: x begins, then they alternate"),
        ("xxx/ooo/...", "the seat to move already has three in a row"),
        ("xxx/oo./o..", "the seat to move already has three in a row"),
        ("xx./ooo/x.x", "the seat to move already has three in a row"),
    ] {
        let error = TicTacToe.parse_position(text).expect_err(text);
        assert_eq!(error.to_string(), reason, "{text}");
    }
    assert_eq!(TicTacToe.print_position(&start), ".../.../...");
}
