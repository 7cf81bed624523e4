//! The game tree of chapter 3.9.4: every position with the moves not yet tried there.

use ludorum_core::{Branch, Rng, Seat};
use ludorum_games::sector66::Move;

/// A position in the tree, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At(u32);

/// What is known of one position.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    /// The move or event that leads here, and who chose it; none at the root.
    way: Option<(Move, Option<Seat>)>,
    pub(super) visits: u32,
    /// The sum of the scores of whoever chose the move.
    score: f64,
    pub(super) children: Vec<At>,
    /// The moves not yet tried, found when they are first needed (chapter 3.9.5).
    pub(super) untried: Option<Untried>,
}

impl Position {
    /// The mean score of whoever chose the move that leads here: the win rate (2).
    pub(super) fn win_rate(&self) -> f64 {
        self.score / f64::from(self.visits)
    }

    /// The move or event that leads here.
    pub(super) fn mv(&self) -> Option<Move> {
        self.way.map(|(mv, _)| mv)
    }
}

/// How likely a wall and a spell are to be tried next; what is left is for a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chances {
    pub(super) wall: f64,
    pub(super) cast: f64,
}

/// Moves that were not tried, by kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Untried {
    /// Steps; passing is a step on the spot.
    steps: Vec<Move>,
    walls: Vec<Move>,
    casts: Vec<Move>,
}

impl Untried {
    pub(super) fn new(moves: &[Move]) -> Untried {
        let mut untried = Untried::default();
        for &mv in moves {
            match mv {
                Move::Build(_) => untried.walls.push(mv),
                Move::Cast(..) => untried.casts.push(mv),
                Move::Step(_) | Move::Pass | Move::Roll(_) => untried.steps.push(mv),
            }
        }
        untried
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len(&self) -> usize {
        self.steps.len() + self.walls.len() + self.casts.len()
    }

    /// Draws a kind, and a move of that kind; a kind of which nothing is left is not drawn.
    pub(super) fn draw(&mut self, chances: Chances, rng: &mut Rng) -> Option<Move> {
        let steps = (1.0 - chances.wall - chances.cast).max(0.0);
        let kinds = [&mut self.casts, &mut self.walls, &mut self.steps];
        let weights = [chances.cast, chances.wall, steps];
        let mut left: Vec<(f64, &mut Vec<Move>)> = weights
            .into_iter()
            .zip(kinds)
            .filter(|(_, moves)| !moves.is_empty())
            .collect();
        let all: f64 = left.iter().map(|(weight, _)| weight).sum();
        let mut drawn = rng.unit() * all;
        let kind = left.iter().position(|(weight, _)| {
            drawn -= weight;
            drawn < 0.0
        });
        // Where only kinds are left that are never to be tried, they are tried all the same.
        let last = left.len().checked_sub(1)?;
        let moves = &mut left[kind.unwrap_or(last)].1;
        let index = rng.below(moves.len());
        Some(moves.swap_remove(index))
    }
}

/// A tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    positions: Vec<Position>,
}

impl Tree {
    pub(super) const ROOT: At = At(0);

    pub(super) fn new() -> Tree {
        Tree {
            positions: vec![Position::default()],
        }
    }

    pub(super) fn get(&self, at: At) -> &Position {
        &self.positions[at.0 as usize]
    }

    pub(super) fn get_mut(&mut self, at: At) -> &mut Position {
        &mut self.positions[at.0 as usize]
    }

    /// The child a move or event leads to.
    pub(super) fn child(&self, parent: At, mv: Move) -> Option<At> {
        let mut children = self.get(parent).children.iter().copied();
        children.find(|&child| self.get(child).mv() == Some(mv))
    }

    /// Adds a child.
    pub(super) fn add(&mut self, parent: At, mv: Move, chooser: Option<Seat>) -> At {
        let child = At(self.positions.len() as u32);
        self.positions.push(Position {
            way: Some((mv, chooser)),
            ..Position::default()
        });
        self.get_mut(parent).children.push(child);
        child
    }

    /// Counts a visit, and adds the score of whoever chose to come here.
    pub(super) fn visit(&mut self, at: At, score_of: impl Fn(Seat) -> f64) {
        let position = self.get_mut(at);
        position.visits += 1;
        if let Some((_, Some(seat))) = position.way {
            position.score += score_of(seat);
        }
    }

    /// The child to go on with (1): by win rate, and the less is known of it the rather. Of equal
    /// ones the first.
    pub(super) fn most_urgent(&self, parent: At, exploration: f64) -> Option<At> {
        let position = self.get(parent);
        // libm, because the standard library's differs between platforms.
        let log_visits = libm::log(f64::from(position.visits.max(1)));
        let urgency = |at: At| {
            let child = self.get(at);
            child.win_rate() + exploration * (log_visits / f64::from(child.visits)).sqrt()
        };
        best_by(&position.children, urgency)
    }

    /// The child with the best win rate.
    pub(super) fn best(&self, parent: At) -> Option<At> {
        best_by(&self.get(parent).children, |at| self.get(at).win_rate())
    }

    /// About the memory taken, in bytes.
    pub(super) fn memory(&self) -> usize {
        let moves = |position: &Position| {
            let untried = position.untried.as_ref().map_or(0, Untried::len);
            untried * size_of::<Move>() + position.children.len() * size_of::<At>()
        };
        let lists: usize = self.positions.iter().map(moves).sum();
        lists + self.positions.capacity() * size_of::<Position>()
    }

    /// The tree below one position.
    pub(super) fn below(&self, root: At) -> Tree {
        let mut below = Tree {
            positions: Vec::new(),
        };
        below.copy(self, root);
        below.positions[0].way = None;
        below.positions[0].score = 0.0;
        below
    }

    fn copy(&mut self, from: &Tree, at: At) -> At {
        let own = At(self.positions.len() as u32);
        let position = from.get(at);
        self.positions.push(Position {
            children: Vec::with_capacity(position.children.len()),
            ..position.clone()
        });
        for &child in &position.children {
            let child = self.copy(from, child);
            self.get_mut(own).children.push(child);
        }
        own
    }

    /// The tree for others to look at.
    pub(super) fn branch(&self, at: At) -> Branch<Move> {
        let position = self.get(at);
        let chooser = position.way.and_then(|(_, chooser)| chooser);
        Branch {
            mv: position.mv(),
            seat: chooser,
            visits: u64::from(position.visits),
            score: chooser.map(|_| position.win_rate()),
            children: position
                .children
                .iter()
                .map(|&child| self.branch(child))
                .collect(),
        }
    }
}

fn best_by(children: &[At], worth: impl Fn(At) -> f64) -> Option<At> {
    let mut best: Option<(At, f64)> = None;
    for &child in children {
        let worth = worth(child);
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((child, worth));
        }
    }
    best.map(|(child, _)| child)
}
