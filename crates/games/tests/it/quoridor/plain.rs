//! A naive reference implementation of Quoridor: squares by column and row, a flag for every edge,
//! and a depth-first search for every wall. Written from the rules; shares no code with the game.

use std::collections::{BTreeSet, VecDeque};

/// Column and row of a square, counted from 0 at the lower left.
pub(crate) type Place = (i32, i32);

/// A wall: the square at the lower left of its centre, and `h` or `v`.
pub(crate) type PlainWall = (Place, char);

/// Offsets of the four sides: up, right, down, left.
const SIDES: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) size: i32,
    pub(crate) pawns: Vec<Place>,
    pub(crate) hands: Vec<u32>,
    pub(crate) walls: Vec<PlainWall>,
    pub(crate) ply: u32,
    /// For every square and side, true if a wall or the edge of the board blocks it.
    blocked: Vec<[bool; 4]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlainMove {
    Step(Place),
    Wall(PlainWall),
    Pass,
}

/// Outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Won(usize),
    Drawn,
}

impl Plain {
    pub(crate) fn start(size: i32, seats: usize, walls: u32) -> Plain {
        let (middle, last) = ((size - 1) / 2, size - 1);
        let pawns = match seats {
            2 => vec![(middle, 0), (middle, last)],
            _ => vec![(middle, 0), (0, middle), (middle, last), (last, middle)],
        };
        Plain::new(size, pawns, vec![walls; seats], &[], 0)
    }

    pub(crate) fn new(
        size: i32,
        pawns: Vec<Place>,
        hands: Vec<u32>,
        walls: &[PlainWall],
        ply: u32,
    ) -> Plain {
        let mut board = Plain {
            size,
            pawns,
            hands,
            walls: Vec::new(),
            ply,
            blocked: vec![[false; 4]; (size * size) as usize],
        };
        for column in 0..size {
            for row in 0..size {
                for (side, (right, up)) in SIDES.into_iter().enumerate() {
                    let beyond = (column + right, row + up);
                    let index = board.index((column, row));
                    board.blocked[index][side] = !board.is_on_board(beyond);
                }
            }
        }
        walls.iter().for_each(|&wall| board.build(wall));
        board
    }

    /// Parses a valid position text.
    pub(crate) fn read(size: i32, text: &str) -> Plain {
        let parts: Vec<&str> = text.split('/').collect();
        let words = |part: usize| parts[part].split(',').filter(|&word| word != "-");
        let walls: Vec<PlainWall> = words(2)
            .map(|word| (place(&word[..word.len() - 1]), word.chars().last().unwrap()))
            .collect();
        let hands = words(1).map(|word| word.parse().unwrap()).collect();
        let ply = parts[3].parse().unwrap();
        Plain::new(size, words(0).map(place).collect(), hands, &walls, ply)
    }

    /// Formats the position text.
    pub(crate) fn text(&self) -> String {
        let pawns: Vec<String> = self.pawns.iter().map(|&pawn| name(pawn)).collect();
        let hands: Vec<String> = self.hands.iter().map(u32::to_string).collect();
        let mut walls = self.walls.clone();
        walls.sort_by_key(|&((column, row), direction)| (direction, row, column));
        let walls: Vec<String> = walls
            .iter()
            .map(|&wall| PlainMove::Wall(wall).text())
            .collect();
        let walls = if walls.is_empty() {
            "-".to_owned()
        } else {
            walls.join(",")
        };
        let (pawns, hands) = (pawns.join(","), hands.join(","));
        format!("{pawns}/{hands}/{walls}/{}", self.ply)
    }

    pub(crate) fn seats(&self) -> usize {
        self.pawns.len()
    }

    pub(crate) fn mover(&self) -> usize {
        self.ply as usize % self.seats()
    }

    pub(crate) fn cap(&self) -> u32 {
        (4 * self.size * self.size) as u32
    }

    fn is_on_board(&self, (column, row): Place) -> bool {
        (0..self.size).contains(&column) && (0..self.size).contains(&row)
    }

    fn index(&self, (column, row): Place) -> usize {
        (row * self.size + column) as usize
    }

    /// Side of the board that is the goal of `seat`, as an index into `SIDES`.
    pub(crate) fn goal_side(&self, seat: usize) -> usize {
        match self.seats() {
            2 => [0, 2][seat],
            _ => [0, 1, 2, 3][seat],
        }
    }

    pub(crate) fn is_goal(&self, seat: usize, (column, row): Place) -> bool {
        let last = self.size - 1;
        match self.goal_side(seat) {
            0 => row == last,
            1 => column == last,
            2 => row == 0,
            _ => column == 0,
        }
    }

    /// The adjacent square on `side`; `None` if a wall or the edge of the board is between.
    fn beside(&self, place: Place, side: usize) -> Option<Place> {
        let (right, up) = SIDES[side];
        let is_open = !self.blocked[self.index(place)][side];
        is_open.then_some((place.0 + right, place.1 + up))
    }

    fn is_free(&self, place: Place) -> bool {
        !self.pawns.contains(&place)
    }

    fn set_edge(&mut self, place: Place, side: usize, is_blocked: bool) {
        let (right, up) = SIDES[side];
        let (here, there) = (
            self.index(place),
            self.index((place.0 + right, place.1 + up)),
        );
        self.blocked[here][side] = is_blocked;
        self.blocked[there][(side + 2) % 4] = is_blocked;
    }

    fn edges(((column, row), direction): PlainWall) -> [(Place, usize); 2] {
        match direction {
            'h' => [((column, row), 0), ((column + 1, row), 0)],
            _ => [((column, row), 1), ((column, row + 1), 1)],
        }
    }

    fn build(&mut self, wall: PlainWall) {
        self.walls.push(wall);
        for (place, side) in Plain::edges(wall) {
            self.set_edge(place, side, true);
        }
    }

    fn tear_down(&mut self) {
        let wall = self.walls.pop().expect("a wall");
        for (place, side) in Plain::edges(wall) {
            self.set_edge(place, side, false);
        }
    }

    /// Distances of all squares to the goal of `seat`, ignoring pawns.
    pub(crate) fn distances(&self, seat: usize) -> Vec<Option<u32>> {
        self.distances_from(|place| self.is_goal(seat, place))
    }

    /// Distances of all squares from the squares that satisfy `is_source`, by breadth-first search.
    pub(crate) fn distances_from(&self, is_source: impl Fn(Place) -> bool) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.blocked.len()];
        let places = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        let mut queue: VecDeque<Place> = places.filter(|&place| is_source(place)).collect();
        for &place in &queue {
            distances[self.index(place)] = Some(0);
        }
        while let Some(place) = queue.pop_front() {
            let distance = distances[self.index(place)].expect("in the queue");
            for next in (0..4).filter_map(|side| self.beside(place, side)) {
                let index = self.index(next);
                if distances[index].is_none() {
                    distances[index] = Some(distance + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// True if `wall` would block a step of a shortest path of `seat`.
    pub(crate) fn crosses_way(&self, seat: usize, wall: PlainWall) -> bool {
        let to_goal = self.distances(seat);
        let from_pawn = self.distances_from(|place| place == self.pawns[seat]);
        let length = to_goal[self.index(self.pawns[seat])];
        let is_on_way =
            |from: Place, to: Place| match (from_pawn[self.index(from)], to_goal[self.index(to)]) {
                (Some(before), Some(after)) => Some(before + 1 + after) == length,
                _ => false,
            };
        Plain::edges(wall).into_iter().any(|(place, side)| {
            let beyond = self.beside(place, side);
            beyond.is_some_and(|beyond| is_on_way(place, beyond) || is_on_way(beyond, place))
        })
    }

    /// Both ends and the middle of a wall, each represented by its lower left square.
    pub(crate) fn points(((column, row), direction): PlainWall) -> [Place; 3] {
        let (right, up) = if direction == 'h' { (1, 0) } else { (0, 1) };
        [-1, 0, 1].map(|by| (column + by * right, row + by * up))
    }

    /// True if some wall touches `point`.
    pub(crate) fn has_wall_at(&self, point: Place) -> bool {
        let mut walls = self.walls.iter();
        self.is_inside(point) && walls.any(|&wall| Plain::points(wall).contains(&point))
    }

    /// True if the point is not on the rim of the board.
    pub(crate) fn is_inside(&self, (column, row): Place) -> bool {
        let inner = 0..self.size - 1;
        inner.contains(&column) && inner.contains(&row)
    }

    pub(crate) fn has_path(&self, seat: usize) -> bool {
        let mut seen = vec![false; self.blocked.len()];
        let mut stack = vec![self.pawns[seat]];
        while let Some(place) = stack.pop() {
            if self.is_goal(seat, place) {
                return true;
            }
            let index = self.index(place);
            if !std::mem::replace(&mut seen[index], true) {
                stack.extend((0..4).filter_map(|side| self.beside(place, side)));
            }
        }
        false
    }

    /// Lists the legal destinations of the pawn of the seat to move.
    fn steps(&self) -> BTreeSet<Place> {
        let mut targets = BTreeSet::new();
        for side in 0..4 {
            let Some(next) = self.beside(self.pawns[self.mover()], side) else {
                continue;
            };
            if self.is_free(next) {
                targets.insert(next);
                continue;
            }
            let behind = self.beside(next, side);
            if let Some(behind) = behind.filter(|&place| self.is_free(place)) {
                targets.insert(behind);
                continue;
            }
            for turned in [(side + 1) % 4, (side + 3) % 4] {
                let place = self.beside(next, turned);
                targets.extend(place.filter(|&place| self.is_free(place)));
            }
        }
        targets
    }

    /// True if the two walls share an edge or their middle.
    fn collide(a: PlainWall, b: PlainWall) -> bool {
        let shares_edge = Plain::edges(a)
            .iter()
            .any(|edge| Plain::edges(b).contains(edge));
        a.0 == b.0 || shares_edge
    }

    pub(crate) fn may_build(&mut self, wall: PlainWall) -> bool {
        if self.walls.iter().any(|&other| Plain::collide(other, wall)) {
            return false;
        }
        self.build(wall);
        let leaves_paths = (0..self.seats()).all(|seat| self.has_path(seat));
        self.tear_down();
        leaves_paths
    }

    pub(crate) fn end(&self) -> Option<End> {
        let winner = (0..self.seats()).find(|&seat| self.is_goal(seat, self.pawns[seat]));
        match winner {
            Some(seat) => Some(End::Won(seat)),
            None if self.ply >= self.cap() => Some(End::Drawn),
            None => None,
        }
    }

    /// Lists the legal moves in the order of the game.
    pub(crate) fn moves(&mut self) -> Vec<PlainMove> {
        if self.end().is_some() {
            return Vec::new();
        }
        let mut moves: Vec<PlainMove> = self.steps().into_iter().map(PlainMove::Step).collect();
        if self.hands[self.mover()] > 0 {
            for column in 0..self.size - 1 {
                for row in 0..self.size - 1 {
                    for direction in ['h', 'v'] {
                        let wall = ((column, row), direction);
                        if self.may_build(wall) {
                            moves.push(PlainMove::Wall(wall));
                        }
                    }
                }
            }
        }
        if moves.is_empty() {
            moves.push(PlainMove::Pass);
        }
        moves.sort_unstable();
        moves
    }

    pub(crate) fn play(&mut self, mv: PlainMove) {
        let seat = self.mover();
        match mv {
            PlainMove::Step(place) => self.pawns[seat] = place,
            PlainMove::Wall(wall) => {
                self.hands[seat] -= 1;
                self.build(wall);
            }
            PlainMove::Pass => {}
        }
        self.ply += 1;
    }

    pub(crate) fn perft(&mut self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = moves.into_iter().map(|mv| {
            let mut child = self.clone();
            child.play(mv);
            child.perft(depth - 1)
        });
        below.sum()
    }
}

impl PlainMove {
    /// Formats a move in canonical text.
    pub(crate) fn text(self) -> String {
        match self {
            PlainMove::Step(place) => name(place),
            PlainMove::Wall((place, direction)) => format!("{}{direction}", name(place)),
            PlainMove::Pass => "pass".to_owned(),
        }
    }
}

pub(crate) fn name((column, row): Place) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn place(text: &str) -> Place {
    let column = i32::from(text.as_bytes()[0] - b'a');
    (column, text[1..].parse::<i32>().unwrap() - 1)
}
