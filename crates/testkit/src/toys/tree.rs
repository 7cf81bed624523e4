//! Games given as explicit trees, so the exact value of every position is known.

use ludorum_core::{
    Chance, ChanceListingStatus, Deterministic, Game, NodeKind, Notation, NotationError, Outcome,
    PerSeat, Randomisable, Rng, Seat, Seed, TerminalStyle,
};

/// An explicit game tree without chance.
pub type ExplicitTree = ExplicitTreeGame<false>;

/// An explicit game tree that may have chance nodes.
pub type ExplicitChanceTree = ExplicitTreeGame<true>;

/// A game defined by its tree. A move is the index of a child, counted from 0.
///
/// Text form: `1(...)` is a decision of seat 1 among the children in the brackets; a leaf is the
/// utility of seat 1 in hundredths (seat 2 gets the negative) or, for any number of seats, all
/// utilities as `10/-20/30`; `*(0.5:10 0.5:2(1 2))` is a chance node.
#[derive(Clone, Debug)]
pub struct ExplicitTreeGame<const CHANCE: bool> {
    vertices: Vec<TreeVertex>,
    seats: usize,
}

/// A vertex of an explicit game tree: the state of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitTreeState {
    vertex: usize,
}

#[derive(Clone, Debug)]
enum TreeVertex {
    Decide(Seat, Vec<usize>),
    Chance(Vec<(f64, usize)>),
    Leaf(PerSeat<f64>),
}

impl<const CHANCE: bool> ExplicitTreeGame<CHANCE> {
    /// Parses a game tree from its text form.
    ///
    /// # Panics
    /// If the text is malformed.
    pub fn parse(text: &str, seats: usize) -> Self {
        let spaced = ["(", ")", ":"].iter().fold(text.to_owned(), |text, sign| {
            text.replace(sign, &format!(" {sign} "))
        });
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut tree = ExplicitTreeGame {
            vertices: Vec::new(),
            seats,
        };
        let mut rest = &words[..];
        tree.read(&mut rest);
        assert!(rest.is_empty(), "text after the tree: {rest:?}");
        tree
    }

    fn read(&mut self, words: &mut &[&str]) -> usize {
        let head = take(words);
        let index = self.add(TreeVertex::Chance(Vec::new()));
        self.vertices[index] = if words.first() != Some(&"(") {
            let hundredths: Vec<f64> = head
                .split('/')
                .map(|number| number.parse::<f64>().expect("a utility") / 100.0)
                .collect();
            TreeVertex::Leaf(PerSeat::from_fn(self.seats, |seat| match hundredths[..] {
                [first] if seat == Seat::FIRST => first,
                [first] => -first,
                _ => hundredths[seat.index()],
            }))
        } else if head == "*" {
            assert!(CHANCE, "a chance node in a tree without chance");
            let mut events = Vec::new();
            take(words);
            while words.first() != Some(&")") {
                let odds = take(words).parse().expect("a probability");
                assert_eq!(take(words), ":");
                events.push((odds, self.read(words)));
            }
            take(words);
            TreeVertex::Chance(events)
        } else {
            let seat: usize = head.parse().expect("a seat");
            let mut children = Vec::new();
            take(words);
            while words.first() != Some(&")") {
                children.push(self.read(words));
            }
            take(words);
            TreeVertex::Decide(Seat::new(seat - 1), children)
        };
        index
    }

    /// Generates a random tree of up to `depth` plies with 1 to `branching` children per vertex and
    /// random seats to move. The utilities of a seat are distinct and lie in (-1, 1).
    pub fn random(seed: Seed, seats: usize, depth: u32, branching: usize) -> Self {
        let mut tree = ExplicitTreeGame {
            vertices: Vec::new(),
            seats,
        };
        let mut rng = seed.rng();
        tree.grow(&mut rng, depth, branching);
        tree
    }

    fn grow(&mut self, rng: &mut Rng, depth: u32, branching: usize) -> usize {
        let index = self.add(TreeVertex::Chance(Vec::new()));
        let is_root = index == 0;
        self.vertices[index] = if depth == 0 || (!is_root && rng.below(8) == 0) {
            let mut utilities = PerSeat::from_fn(self.seats, |_| (rng.unit() * 2.0 - 1.0) * 0.99);
            if self.seats == 2 {
                utilities[Seat::new(1)] = -utilities[Seat::FIRST];
            }
            TreeVertex::Leaf(utilities)
        } else {
            let width = 1 + rng.below(branching);
            let is_chance = CHANCE && !is_root && rng.below(3) == 0;
            let seat = Seat::new(rng.below(self.seats));
            let children: Vec<usize> = (0..width)
                .map(|_| self.grow(rng, depth - 1, branching))
                .collect();
            if is_chance {
                let weights: Vec<f64> = children.iter().map(|_| rng.unit() + 0.01).collect();
                let total: f64 = weights.iter().sum();
                let odds = weights.iter().map(|weight| weight / total);
                TreeVertex::Chance(odds.zip(children).collect())
            } else {
                TreeVertex::Decide(seat, children)
            }
        };
        index
    }

    fn add(&mut self, vertex: TreeVertex) -> usize {
        self.vertices.push(vertex);
        self.vertices.len() - 1
    }

    /// Computes the max^n utilities of all seats by plain recursion; ties go to the first move.
    pub fn exact(&self) -> PerSeat<f64> {
        self.exact_below(0)
    }

    fn exact_below(&self, vertex: usize) -> PerSeat<f64> {
        match &self.vertices[vertex] {
            TreeVertex::Leaf(utilities) => *utilities,
            TreeVertex::Decide(seat, children) => children
                .iter()
                .map(|&child| self.exact_below(child))
                .reduce(|best, next| {
                    if next[*seat] > best[*seat] {
                        next
                    } else {
                        best
                    }
                })
                .expect("a decision has children"),
            TreeVertex::Chance(events) => self.expected(events, |child| self.exact_below(child)),
        }
    }

    /// Computes the paranoid value of `seat` by plain recursion: all others minimise its utility.
    pub fn paranoid(&self, seat: Seat) -> f64 {
        self.paranoid_below(0, seat)
    }

    fn paranoid_below(&self, vertex: usize, me: Seat) -> f64 {
        match &self.vertices[vertex] {
            TreeVertex::Leaf(utilities) => utilities[me],
            TreeVertex::Decide(seat, children) => {
                let values = children.iter().map(|&child| self.paranoid_below(child, me));
                if *seat == me {
                    values.fold(f64::NEG_INFINITY, f64::max)
                } else {
                    values.fold(f64::INFINITY, f64::min)
                }
            }
            TreeVertex::Chance(events) => events
                .iter()
                .map(|&(odds, child)| odds * self.paranoid_below(child, me))
                .sum(),
        }
    }

    fn expected(
        &self,
        events: &[(f64, usize)],
        value: impl Fn(usize) -> PerSeat<f64>,
    ) -> PerSeat<f64> {
        let mut sum = PerSeat::filled(self.seats, 0.0);
        for &(odds, child) in events {
            let below = value(child);
            sum = PerSeat::from_fn(self.seats, |seat| sum[seat] + odds * below[seat]);
        }
        sum
    }

    fn vertex(&self, state: &ExplicitTreeState) -> &TreeVertex {
        &self.vertices[state.vertex]
    }
}

fn take<'a>(words: &mut &[&'a str]) -> &'a str {
    let (first, rest) = words.split_first().expect("more of the tree");
    *words = rest;
    first
}

impl<const CHANCE: bool> Game for ExplicitTreeGame<CHANCE> {
    type State = ExplicitTreeState;
    type Move = u16;
    type Undo = usize;
    type View = ExplicitTreeState;

    fn seats(&self) -> usize {
        self.seats
    }

    fn initial(&self, _: Seed) -> ExplicitTreeState {
        ExplicitTreeState { vertex: 0 }
    }

    fn node(&self, state: &ExplicitTreeState) -> NodeKind {
        match self.vertex(state) {
            TreeVertex::Decide(seat, _) => NodeKind::Decide(*seat),
            TreeVertex::Chance(_) => NodeKind::Chance,
            TreeVertex::Leaf(_) => NodeKind::Over,
        }
    }

    fn moves(&self, state: &ExplicitTreeState, out: &mut Vec<u16>) {
        if let TreeVertex::Decide(_, children) = self.vertex(state) {
            out.extend(0..children.len() as u16);
        }
    }

    fn make(&self, state: &mut ExplicitTreeState, mv: u16) -> usize {
        let child = match self.vertex(state) {
            TreeVertex::Decide(_, children) => children[usize::from(mv)],
            TreeVertex::Chance(events) => events[usize::from(mv)].1,
            TreeVertex::Leaf(_) => panic!("no moves after the end"),
        };
        std::mem::replace(&mut state.vertex, child)
    }

    fn unmake(&self, state: &mut ExplicitTreeState, _: u16, undo: usize) {
        state.vertex = undo;
    }

    fn outcome(&self, state: &ExplicitTreeState) -> Option<Outcome> {
        let TreeVertex::Leaf(utilities) = self.vertex(state) else {
            return None;
        };
        let ranks =
            utilities.map(|utility| utilities.iter().filter(|&u| u > utility).count() as u8);
        Some(Outcome::from_ranks(ranks).with_utilities(*utilities))
    }

    fn key(&self, state: &ExplicitTreeState) -> u64 {
        Seed(state.vertex as u64).child("tree", 0).0
    }

    fn view(&self, state: &ExplicitTreeState, _: Seat) -> ExplicitTreeState {
        state.clone()
    }

    fn max_plies(&self) -> u32 {
        self.vertices.len() as u32
    }
}

impl Deterministic for ExplicitTreeGame<false> {}

impl Chance for ExplicitTreeGame<true> {
    fn events(&self, state: &ExplicitTreeState, out: &mut Vec<(u16, f64)>) -> ChanceListingStatus {
        if let TreeVertex::Chance(events) = self.vertex(state) {
            out.extend(events.iter().zip(0..).map(|(&(odds, _), mv)| (mv, odds)));
        }
        ChanceListingStatus::Complete
    }

    fn sample(&self, state: &ExplicitTreeState, rng: &mut Rng) -> u16 {
        let TreeVertex::Chance(events) = self.vertex(state) else {
            panic!("not a chance node");
        };
        let mut left = rng.unit();
        for (&(odds, _), mv) in events.iter().zip(0..) {
            left -= odds;
            if left < 0.0 {
                return mv;
            }
        }
        events.len() as u16 - 1
    }
}

impl<const CHANCE: bool> Randomisable for ExplicitTreeGame<CHANCE> {
    fn randomisable(&self, state: &ExplicitTreeState, out: &mut Vec<u16>) {
        self.moves(state, out);
    }
}

impl<const CHANCE: bool> Notation for ExplicitTreeGame<CHANCE>
where
    ExplicitTreeGame<CHANCE>:
        Chance<State = ExplicitTreeState, Move = u16, View = ExplicitTreeState>,
{
    fn print_move(&self, mv: u16) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u16, NotationError> {
        match text.parse() {
            Ok(child) if self.print_move(child) == text => Ok(child),
            _ => Err(NotationError::at(1, "a move is the number of a child")),
        }
    }

    fn print_position(&self, state: &ExplicitTreeState) -> String {
        state.vertex.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<ExplicitTreeState, NotationError> {
        match text.parse() {
            Ok(vertex) if vertex < self.vertices.len() => Ok(ExplicitTreeState { vertex }),
            _ => Err(NotationError::at(1, "a position is the number of a vertex")),
        }
    }

    fn draw(&self, view: &ExplicitTreeState, _: TerminalStyle) -> String {
        format!("{:?}\n", self.vertex(view))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_trees_worked_out_by_hand() {
        let tree = ExplicitTree::parse("1(2(3 -5) 2(2 9))", 2);
        assert_eq!(tree.exact().as_slice(), [0.02, -0.02]);
        assert_eq!(tree.paranoid(Seat::FIRST), 0.02);

        let same_seat_twice = ExplicitTree::parse("1(1(3 -5) 2(2 9))", 2);
        assert_eq!(same_seat_twice.exact()[Seat::FIRST], 0.03);

        let three = ExplicitTree::parse("1(2(10/20/30 20/10/60) 3(90/0/10 5/5/80))", 3);
        assert_eq!(three.exact().as_slice(), [0.1, 0.2, 0.3]);
        assert_eq!(three.paranoid(Seat::FIRST), 0.1);
        assert_eq!(three.paranoid(Seat::new(2)), 0.3);

        let chance = ExplicitChanceTree::parse("1(*(0.5:10 0.5:-10) *(0.25:8 0.75:1(0 4)))", 2);
        assert_eq!(chance.exact()[Seat::FIRST], 0.25 * 0.08 + 0.75 * 0.04);
    }
}
