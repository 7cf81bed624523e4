//! The four evaluations of Belej (2017), section 3.3.1.
//!
//! All of them judge a position with a row of five to be removed as it is, before it is removed.

use std::sync::Arc;

use ludorum_core::{Evaluate, Game, Param, Params, PerSeat, Points, Seat, Trend};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::State;
use ludorum_search::Hints;

use super::hints::Flips;
use super::lines::{LONGEST, Lines, runs};

/// The seat that has a row to remove, if one has.
fn row_owner(state: &State) -> Option<Seat> {
    state.step().is_row().then(|| state.seat())
}

/// `lead` for the first seat, and the opposite for the second.
fn balanced(lead: Points) -> PerSeat<Points> {
    PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { lead } else { -lead })
}

/// `gain` for one seat and `loss` for the other.
fn between(seat: Seat, gain: Points, loss: Points) -> PerSeat<Points> {
    PerSeat::from_fn(2, |other| if other == seat { gain } else { loss })
}

/// The first evaluation: own markers less those of the other, and 100 for a row of five.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markers;

impl Evaluate<Yinsh> for Markers {
    fn points(&self, _: &Yinsh, state: &State) -> PerSeat<Points> {
        match row_owner(state) {
            Some(owner) => between(owner, 100, -100),
            None => {
                let [white, black] = [0, 1].map(|seat| state.markers(Seat::new(seat)).count());
                balanced(white as Points - black as Points)
            }
        }
    }

    fn scale(&self) -> Points {
        10
    }

    fn settles(&self, _: &Yinsh, state: &State) -> bool {
        state.step().is_row()
    }
}

/// What the markers of a row are worth by their place in it; those after the fifth as much as the
/// fifth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [Points; 5]);

impl Default for Weights {
    /// Those that won most in the thesis (Table 3.1).
    fn default() -> Weights {
        Weights([1, 3, 9, 27, 81])
    }
}

impl Weights {
    const NAMES: [&'static str; 5] = ["w1", "w2", "w3", "w4", "w5"];

    /// The parameters by which agents are told of other weights.
    pub(super) fn params() -> [Param; 5] {
        let docs = [
            "points for the first marker of a row",
            "points for the second marker of a row",
            "points for the third marker of a row",
            "points for the fourth marker of a row",
            "points for the fifth marker of a row and all after it",
        ];
        let Weights(defaults) = Weights::default();
        [0, 1, 2, 3, 4].map(|at| {
            let default = i64::from(defaults[at]);
            Param::int(Weights::NAMES[at], docs[at], default, (0, 100_000))
        })
    }

    pub(super) fn from_params(params: &Params) -> Weights {
        Weights(Weights::NAMES.map(|name| params.int(name) as Points))
    }

    /// What the marker at a place of a row is worth, counted from 0.
    fn at(&self, place: usize) -> Points {
        self.0[place.min(4)]
    }
}

/// The second evaluation: rows of markers by their length, on every line.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The worth of every line that a set of bits can describe.
    table: Arc<[Points]>,
}

impl Rows {
    /// Rows with these weights.
    pub fn new(weights: Weights) -> Rows {
        let worth = |word: u16| {
            let mut sum = 0;
            runs(word, |length| {
                sum += (0..length).map(|place| weights.at(place)).sum::<Points>();
            });
            sum
        };
        Rows {
            table: (0..1 << LONGEST).map(worth).collect(),
        }
    }

    fn lead(&self, state: &State) -> Points {
        let [white, black] = [0, 1].map(|seat| {
            let lines = Lines::new(state.markers(Seat::new(seat)));
            let worth = lines.iter().map(|word| self.table[usize::from(word)]);
            worth.sum::<Points>()
        });
        white - black
    }
}

impl Evaluate<Yinsh> for Rows {
    fn points(&self, _: &Yinsh, state: &State) -> PerSeat<Points> {
        balanced(self.lead(state))
    }

    fn scale(&self) -> Points {
        100
    }

    fn settles(&self, _: &Yinsh, state: &State) -> bool {
        state.step().is_row()
    }
}

/// Whether the other wins with the next move, whatever `owner` removes with the row at hand.
fn is_lost_next(game: &Yinsh, state: &State, owner: Seat) -> bool {
    let other = owner.next(2);
    if state.won(other) + 1 < game.rings_to_win() {
        return false;
    }
    let mut moves = Vec::new();
    let step = state.step();
    if state.seat() == owner {
        if !(step.is_row() || step.is_ring()) {
            return false;
        }
        game.moves(state, &mut moves);
        return moves.into_iter().all(|mv| {
            let mut after = *state;
            game.make(&mut after, mv);
            is_lost_next(game, &after, owner)
        });
    }
    // A row to be removed, or one that can be made.
    Flips.noisy(game, state, &mut moves);
    !moves.is_empty()
}

/// More than any board is worth.
const ALL: Points = 10_000;

/// The third evaluation: [`Rows`], but a row of five is worth more than any board.
#[derive(Clone, Debug)]
pub struct Greedy(pub Rows);

impl Evaluate<Yinsh> for Greedy {
    fn points(&self, game: &Yinsh, state: &State) -> PerSeat<Points> {
        match row_owner(state) {
            Some(owner) => between(owner, ALL, -ALL),
            None => self.0.points(game, state),
        }
    }

    fn scale(&self) -> Points {
        100
    }

    fn settles(&self, _: &Yinsh, state: &State) -> bool {
        state.step().is_row()
    }
}

/// What a row of five is worth that does not win the game: how aggressive the fourth evaluation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fives {
    /// To its owner.
    pub own: Points,
    /// To the other.
    pub other: Points,
}

impl Default for Fives {
    /// Aggressive: slightly better in the thesis than 100 and -100, and than 50 and -100 (defensive).
    fn default() -> Fives {
        Fives {
            own: 100,
            other: -50,
        }
    }
}

impl Fives {
    const MOST: i64 = ALL as i64;

    /// The parameters by which agents are told of other points.
    pub(super) fn params() -> [Param; 2] {
        let Fives { own, other } = Fives::default();
        [
            Param::int(
                "own-five",
                "points of eval=advanced for an own row of five; more is more aggressive",
                own.into(),
                (0, Fives::MOST),
            ),
            Param::int(
                "other-five",
                "points of eval=advanced for a row of five of the other; less is more defensive",
                other.into(),
                (-Fives::MOST, 0),
            ),
        ]
    }

    pub(super) fn from_params(params: &Params) -> Fives {
        Fives {
            own: params.int("own-five") as Points,
            other: params.int("other-five") as Points,
        }
    }
}

/// The fourth evaluation. Two of our points are one of the thesis, so that its halves are whole.
///
/// Own rings do not interrupt a row and count half; a row of five is worth as much as [`Fives`] say, and
/// 10,000 if it wins; a line on which the points only rose is worth 100 more, one on which they once fell
/// by more than 100, 100 less.
#[derive(Clone, Debug)]
pub struct Advanced {
    weights: Weights,
    rows: Rows,
    fives: Fives,
}

/// How many of our points make one of the thesis.
const HALVES: Points = 2;

impl Advanced {
    /// The evaluation with these weights.
    pub fn new(weights: Weights, fives: Fives) -> Advanced {
        Advanced {
            weights,
            rows: Rows::new(weights),
            fives,
        }
    }

    /// What the lines of a seat are worth.
    fn worth(&self, state: &State, seat: Seat) -> Points {
        let markers = Lines::new(state.markers(seat));
        let rings = Lines::new(state.rings(seat));
        let lines = markers.iter().zip(rings.iter());
        lines
            .map(|(markers, rings)| match rings {
                0 => HALVES * self.rows.table[usize::from(markers)],
                _ => self.worth_with_rings(markers, rings),
            })
            .sum()
    }

    /// What a line with rings is worth: rings count where there are markers on both sides.
    fn worth_with_rings(&self, markers: u16, rings: u16) -> Points {
        let mut sum = 0;
        let mut place = 0;
        // What rings since the last marker are worth if another marker follows.
        let mut waiting = 0;
        for bit in 0..LONGEST {
            if markers >> bit & 1 == 1 {
                sum += waiting + HALVES * self.weights.at(place);
                place += 1;
                waiting = 0;
            } else if rings >> bit & 1 == 1 && place > 0 {
                waiting += self.weights.at(place);
                place += 1;
            } else {
                place = 0;
                waiting = 0;
            }
        }
        sum
    }
}

impl Evaluate<Yinsh> for Advanced {
    fn points(&self, game: &Yinsh, state: &State) -> PerSeat<Points> {
        let lead = self.worth(state, Seat::FIRST) - self.worth(state, Seat::new(1));
        let board = balanced(lead);
        let Some(owner) = row_owner(state) else {
            return board;
        };
        let wins = state.won(owner) + 1 == game.rings_to_win();
        let (gain, loss) = match wins {
            true => (ALL, -ALL),
            // A win of the other is to be prevented before an own row is made (section 4.6).
            false if is_lost_next(game, state, owner) => (-ALL, ALL),
            false => (self.fives.own, self.fives.other),
        };
        let row = between(owner, HALVES * gain, HALVES * loss);
        PerSeat::from_fn(2, |seat| board[seat] + row[seat])
    }

    fn scale(&self) -> Points {
        200
    }

    fn settles(&self, _: &Yinsh, state: &State) -> bool {
        state.step().is_row()
    }

    fn trend(&self) -> Option<Trend<'_>> {
        Some(&stability)
    }
}

/// The bonus for lines on which the points of a seat only rise, and the malus for those on which
/// they fall by much at once.
fn stability(line: &[PerSeat<Points>]) -> PerSeat<Points> {
    PerSeat::from_fn(2, |seat| {
        let steps = || line.windows(2).map(|pair| pair[1][seat] - pair[0][seat]);
        let rises = line.len() > 1 && steps().all(|step| step > 0);
        let falls = steps().any(|step| step < -100 * HALVES);
        HALVES * (100 * Points::from(rises) - 100 * Points::from(falls))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_core::Notation;

    fn lead(evaluation: &impl Evaluate<Yinsh>, position: &str) -> Points {
        let game = Yinsh::new(3);
        let state = game.parse_position(position).unwrap();
        evaluation.points(&game, &state)[Seat::FIRST]
    }

    const RINGS: &str = "e1,f2,g2,h3,i4/a5,b7,c8,d9,e10";

    #[test]
    fn a_row_is_worth_the_sum_of_its_places() {
        // Equation 3.3: half of 3^n - 1 along the row; each marker alone counts on two more lines.
        let rows = Rows::new(Weights::default());
        for (count, along) in [(1, 1), (2, 4), (3, 13), (4, 40)] {
            let markers: Vec<String> = (0..count).map(|i| format!("g{}", 5 + i)).collect();
            let position = format!("{RINGS}/{}/-/0,0/1/move", markers.join(","));
            assert_eq!(lead(&rows, &position), along + 2 * count);
        }
        let five = format!("{RINGS}/b3,c3,d3,e3,f3,g3/-/0,0/1/row");
        assert_eq!(lead(&rows, &five), 121 + 81 + 12);
        let other = format!("{RINGS}/-/c3,d3/0,0/1/move");
        assert_eq!(lead(&rows, &other), -(4 + 4));
    }

    #[test]
    fn own_rings_inside_a_row_count_half() {
        // Equation 3.4: three markers, a ring and two markers in column j.
        let advanced = Advanced::new(Weights::default(), Fives::default());
        let position = "a2,a3,a4,a5,j8/b7,c8,d9,e10,g2/j5,j6,j7,j9,j10/-/0,0/1/move";
        let along = 2 * (1 + 3 + 9 + 81 + 81) + 27;
        assert_eq!(lead(&advanced, position), along + 2 * 10);
        // A ring of the other interrupts, and one at the end does not count.
        let other = "a2,a3,a4,a5,k7/b7,c8,d9,e10,j8/j5,j6,j7,j9,j10/-/0,0/1/move";
        assert_eq!(lead(&advanced, other), 2 * (13 + 4) + 2 * 10);
        let end = "a2,a3,a4,a5,j8/b7,c8,d9,e10,g2/j5,j6,j7/-/0,0/1/move";
        assert_eq!(lead(&advanced, end), 2 * 13 + 2 * 6);
    }

    #[test]
    fn a_row_of_five_is_judged_before_it_is_removed() {
        let game = Yinsh::new(3);
        let row = format!("{RINGS}/c3,d3,e3,f3,g3/-/0,0/1/row");
        let third = "e1,f2,g2/a5,b7,c8,d9,e10/c3,d3,e3,f3,g3/-/2,0/1/row";
        let state = game.parse_position(&row).unwrap();
        let weights = Weights::default();
        let advanced = Advanced::new(weights, Fives::default());
        assert!(advanced.settles(&game, &state) && Markers.settles(&game, &state));
        assert_eq!(lead(&Markers, &row), 100);
        let markers = format!("{RINGS}/c3,d3,e5/b3/0,0/1/move");
        assert_eq!(lead(&Markers, &markers), 3 - 1);
        let theirs = format!("{RINGS}/-/c3,d3,e3,f3,g3/0,0/2/row");
        assert_eq!(lead(&Markers, &theirs), -100);
        assert_eq!(lead(&Greedy(Rows::new(weights)), &theirs), -10_000);
        assert_eq!(lead(&Greedy(Rows::new(weights)), &row), 10_000);
        let board = 2 * (121 + 10);
        let points = advanced.points(&game, &state);
        assert_eq!(points.as_slice(), [board + 200, -board - 100]);
        assert_eq!(lead(&advanced, third), board + 20_000);
        // The three settings of the thesis.
        for (own, other) in [(100, -50), (100, -100), (50, -100)] {
            let advanced = Advanced::new(weights, Fives { own, other });
            let points = advanced.points(&game, &state);
            assert_eq!(points.as_slice(), [board + 2 * own, -board + 2 * other]);
            assert_eq!(lead(&advanced, third), board + 20_000);
        }
        let quiet = format!("{RINGS}/c3,d3,e3,f3/-/0,0/1/move");
        let quiet = game.parse_position(&quiet).unwrap();
        assert!(!advanced.settles(&game, &quiet));
    }

    #[test]
    fn lines_that_rise_are_rewarded_and_falls_are_not() {
        let line = |points: &[Points]| {
            let line: Vec<PerSeat<Points>> = points.iter().map(|&lead| balanced(lead)).collect();
            stability(&line).as_slice().to_vec()
        };
        assert_eq!(line(&[0, 10, 20]), [200, 0]);
        assert_eq!(line(&[0, 10, 10]), [0, 0]);
        assert_eq!(line(&[0, 300, 90]), [-200, -200]);
        assert_eq!(line(&[0, 200, 0]), [0, 0]);
        assert_eq!(line(&[5]), [0, 0]);
    }
}
