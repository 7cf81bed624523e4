//! Boards are connected, of the right size and reproducible; initial positions on them.

use ludorum_core::{Game, Notation, Seat, Seed};
use ludorum_games::dicewars::{Area, DiceWarsBoard, Hex, State};

#[test]
fn boards_keep_what_the_rules_promise() {
    let mut counts = [0; 33];
    for index in 0..300 {
        let game = super::dicewars("dicewars");
        let board = game.board(Seed(5).child("board", index));
        counts[board.areas()] += 1;
        let mut holes = Hex::all().filter(|&hex| {
            board.area_at(hex).is_none()
                && hex.neighbours().all(|near| board.area_at(near).is_some())
        });
        assert_eq!(holes.next(), None, "a hole in board {index}");
        for area in board.all() {
            let size = board.hexes(area).count();
            assert!(
                (12..=24).contains(&size),
                "area {area} of {size} hexes in board {index}"
            );
            assert_eq!(pieces(&board, area), 1, "area {area} of board {index}");
            for other in board.all() {
                let touches = board.hexes(area).any(|hex| {
                    area != other
                        && hex
                            .neighbours()
                            .any(|near| board.area_at(near) == Some(other))
                });
                assert_eq!(board.touching(area).has(other), touches);
            }
        }
        let first = board.all().next().expect("there are areas");
        assert_eq!(
            board.region(board.all(), first),
            board.all(),
            "board {index} falls apart"
        );
    }
    assert_eq!(
        counts.iter().sum::<i32>(),
        counts[29] + counts[30] + counts[31]
    );
    assert!(
        counts[29..=31].iter().all(|&count| count > 60),
        "{counts:?}"
    );
}

fn pieces(board: &DiceWarsBoard, area: Area) -> usize {
    let mut rest: Vec<Hex> = board.hexes(area).collect();
    let mut pieces = 0;
    while let Some(hex) = rest.pop() {
        pieces += 1;
        let mut stack = vec![hex];
        while let Some(hex) = stack.pop() {
            let (near, far) = rest
                .iter()
                .partition(|&&other| hex.neighbours().any(|near| near == other));
            rest = far;
            stack.extend::<Vec<Hex>>(near);
        }
    }
    pieces
}

#[test]
fn any_number_of_areas_can_be_asked_for() {
    for areas in 6..=32 {
        let game = super::dicewars(&format!("dicewars:areas={areas}"));
        for index in 0..10 {
            assert_eq!(game.board(Seed(2).child("board", index)).areas(), areas);
        }
    }
}

/// Records depend on these initial positions: a change needs a new version of the rules.
#[test]
fn a_seed_gives_the_same_start_on_every_run() {
    let text = |spec: &str, seed| {
        let game = super::dicewars(spec);
        game.print_position(&game.initial(Seed(seed)))
    };
    assert_eq!(text("dicewars", 1), text("dicewars", 1));
    assert_ne!(text("dicewars", 1), text("dicewars", 2));
    let golden = include_str!("starts.txt");
    let starts = [
        ("dicewars", 1),
        ("dicewars:players=8", 2),
        ("dicewars:areas=6,players=3", 3),
    ];
    for ((spec, seed), golden) in starts.into_iter().zip(golden.lines()) {
        assert_eq!(text(spec, seed), golden, "{spec} {seed}");
    }
}

/// Total dice and dice of each seat in the published program, which uses Python's `round`.
const SHARES: [(u32, &[u32]); 12] = [
    (82, &[41, 41]),
    (83, &[41, 42]),
    (85, &[43, 42]),
    (87, &[43, 44]),
    (89, &[45, 44]),
    (91, &[45, 46]),
    (93, &[47, 46]),
    (85, &[29, 28, 28]),
    (86, &[29, 28, 29]),
    (82, &[21, 20, 21, 20]),
    (90, &[23, 22, 23, 22]),
    (86, &[11, 10, 11, 10, 11, 11, 11, 11]),
];

#[test]
fn dice_are_shared_out_as_in_the_published_program() {
    for (total, shares) in SHARES {
        let game = super::dicewars(&format!("dicewars:players={}", shares.len()));
        let mut starts = (0..).map(|seed| game.initial(Seed(seed)));
        let dealt = |state: &State| {
            let seats = Seat::all(shares.len());
            seats
                .map(|seat| state.total_dice(seat))
                .collect::<Vec<u32>>()
        };
        let start = starts.find(|state| dealt(state).iter().sum::<u32>() == total);
        assert_eq!(start.map(|state| dealt(&state)).as_deref(), Some(shares));
    }
}

#[test]
fn areas_and_dice_are_dealt_evenly() {
    for players in 2..=8 {
        let game = super::dicewars(&format!("dicewars:players={players}"));
        let mut totals = [false; 6];
        for seed in 0..60 {
            let state = game.initial(Seed(seed));
            let areas = state.board().areas();
            let seats: Vec<Seat> = Seat::all(players).collect();
            let owned: Vec<usize> = seats
                .iter()
                .map(|&seat| state.owned(seat).count())
                .collect();
            let dice: Vec<u32> = seats.iter().map(|&seat| state.total_dice(seat)).collect();
            assert_eq!(owned.iter().sum::<usize>(), areas);
            let missing = 3 * areas as u32 - dice.iter().sum::<u32>();
            totals[missing as usize] = true;
            // The last seats get the remaining areas.
            assert!(owned.is_sorted(), "{owned:?}");
            assert!(owned[players - 1] - owned[0] <= 1, "{owned:?}");
            let (fewest, most) = (dice.iter().min(), dice.iter().max());
            assert!(
                most.zip(fewest)
                    .is_some_and(|(most, fewest)| most - fewest <= 1),
                "{dice:?}"
            );
            for area in state.board().all() {
                assert!((1..=8).contains(&state.dice(area)));
            }
        }
        assert_eq!(totals, [true; 6], "every total comes up");
    }
}

#[test]
fn areas_are_dealt_at_random() {
    let game = super::dicewars("dicewars:areas=10");
    let mut counts = [0; 10];
    for seed in 0..400 {
        let state = game.initial(Seed(seed));
        state
            .owned(Seat::FIRST)
            .for_each(|area| counts[area.index()] += 1);
    }
    // Five standard deviations of a binomial count with n = 400, p = 1/2.
    assert!(
        counts.iter().all(|count| (150..=250).contains(count)),
        "{counts:?}"
    );
}
