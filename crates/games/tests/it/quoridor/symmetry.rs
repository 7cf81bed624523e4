//! Mirrored and rotated positions have mirrored and rotated moves, distances and outcomes.

use std::collections::BTreeSet;

use ludorum_core::{Game, Notation, Seat, Seed};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::State;

use super::plain::{Place, Plain, PlainMove};
use super::{Taste, all_variants, legal_moves, quoridor};

/// A symmetry of the square: an optional left-right reflection, then clockwise quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    mirrors: bool,
    quarters: usize,
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Symmetry> {
        [false, true]
            .into_iter()
            .flat_map(|mirrors| (0..4).map(move |quarters| Symmetry { mirrors, quarters }))
    }

    /// Image of a point of a grid with coordinates from 0 to `last`.
    fn of_point(self, last: i32, (column, row): Place) -> Place {
        let mirrored = if self.mirrors { last - column } else { column };
        (0..self.quarters).fold((mirrored, row), |(column, row), _| (row, last - column))
    }

    fn of_wall(self, size: i32, (place, direction): (Place, char)) -> (Place, char) {
        // Wall centres form a grid of their own that is one smaller.
        let turned = match (self.quarters % 2, direction) {
            (0, same) => same,
            (_, 'h') => 'v',
            (_, _) => 'h',
        };
        (self.of_point(size - 2, place), turned)
    }

    fn of_move(self, size: i32, mv: PlainMove) -> PlainMove {
        match mv {
            PlainMove::Step(place) => PlainMove::Step(self.of_point(size - 1, place)),
            PlainMove::Wall(wall) => PlainMove::Wall(self.of_wall(size, wall)),
            PlainMove::Pass => PlainMove::Pass,
        }
    }

    /// Image of a seat: the seat whose goal is the image of this seat's goal.
    fn of_seat(self, board: &Plain, seat: usize) -> Option<usize> {
        let side = board.goal_side(seat);
        let mirrored = if self.mirrors {
            [0, 3, 2, 1][side]
        } else {
            side
        };
        let turned = (mirrored + self.quarters) % 4;
        (0..board.seats()).find(|&other| board.goal_side(other) == turned)
    }

    /// Image of the position with a later ply, so that the right seat is to move and all had enough
    /// turns to place their walls. `None` if the seats have no image or the game would be over by
    /// then.
    fn of_board(self, board: &Plain) -> Option<Plain> {
        let seats = board.seats();
        let (mut pawns, mut hands) = (board.pawns.clone(), board.hands.clone());
        for seat in 0..seats {
            let new = self.of_seat(board, seat)?;
            pawns[new] = self.of_point(board.size - 1, board.pawns[seat]);
            hands[new] = board.hands[seat];
        }
        let mover = self.of_seat(board, board.mover())?;
        let mut ply = board.ply + seats as u32;
        while ply as usize % seats != mover {
            ply += 1;
        }
        let walls: Vec<(Place, char)> = board
            .walls
            .iter()
            .map(|&wall| self.of_wall(board.size, wall))
            .collect();
        (ply < board.cap()).then(|| Plain::new(board.size, pawns, hands, &walls, ply))
    }
}

/// Legal moves in the form of the reference implementation.
fn moves_of(game: &Quoridor, state: &State, size: i32) -> Vec<PlainMove> {
    let read = |text: String| match text.chars().last() {
        _ if text == "pass" => PlainMove::Pass,
        Some(letter @ ('h' | 'v')) => {
            PlainMove::Wall((place(&text[..text.len() - 1], size), letter))
        }
        _ => PlainMove::Step(place(&text, size)),
    };
    let moves = legal_moves(game, state).into_iter();
    moves.map(|mv| read(game.print_move(mv))).collect()
}

fn place(text: &str, size: i32) -> Place {
    let column = i32::from(text.as_bytes()[0] - b'a');
    let row: i32 = text[1..].parse().expect("a row");
    assert!(column < size && row <= size);
    (column, row - 1)
}

/// Compares a position with all its images; returns the number of images.
fn assert_symmetric(game: &Quoridor, state: &State) -> usize {
    let size = game.grid().size() as i32;
    let text = game.print_position(state);
    let board = Plain::read(size, &text);
    let mut images = 0;
    for symmetry in Symmetry::all() {
        let Some(image) = symmetry.of_board(&board) else {
            continue;
        };
        images += 1;
        let image_text = image.text();
        let image = game.parse_position(&image_text);
        let image = image.unwrap_or_else(|error| panic!("{text} as {image_text}: {error}"));
        let expected: BTreeSet<PlainMove> = moves_of(game, state, size)
            .into_iter()
            .map(|mv| symmetry.of_move(size, mv))
            .collect();
        let moves: BTreeSet<PlainMove> = moves_of(game, &image, size).into_iter().collect();
        assert_eq!(moves, expected, "{text} as {image_text}");
        for seat in Seat::all(game.seats()) {
            let new = symmetry.of_seat(&board, seat.index()).expect("a seat");
            let new = Seat::new(new);
            assert_eq!(state.distance(seat), image.distance(new), "{text} {seat}");
        }
    }
    images
}

#[test]
fn mirrored_and_turned_positions_have_mirrored_and_turned_moves() {
    for (size, seats, standard) in all_variants() {
        for walls in [standard.walls(), 40] {
            let game = quoridor(&format!(
                "quoridor:size={size},walls={walls},players={seats}"
            ));
            let mut most = 0;
            for (index, taste) in [(0, Taste::Uniform), (1, Taste::Steps)] {
                let mut rng = Seed(index).child("symmetry", size as u64).rng();
                let mut state = game.initial(Seed(1));
                loop {
                    let moves = legal_moves(&game, &state);
                    if moves.is_empty() {
                        break;
                    }
                    most = most.max(assert_symmetric(&game, &state));
                    let mv = taste.pick(&moves, &mut rng);
                    game.make(&mut state, mv);
                }
            }
            assert_eq!(most, if seats == 2 { 4 } else { 8 });
        }
    }
}
