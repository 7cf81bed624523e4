//! The four evaluations of Belej (2017), section 3.3.1.
//!
//! Each evaluates a position with a completed row before the row is removed.

use std::sync::Arc;

use ludorum_core::{
    EvalPoints, Evaluate, Game, Param, Params, PerSeat, SearchOverrides, Seat,
    VariationTrendCorrection,
};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::State;
use ludorum_search::MoveHints;

use super::hints::YinshMoveHints;
use super::line_bitboards::{LineBitboards, MAX_LINE_POINTS, for_each_run};

/// Seat that has a row of five to remove now; `None` if no row is to be removed.
fn row_owner(state: &State) -> Option<Seat> {
    state.step().is_row().then(|| state.seat())
}

/// Evaluation points of both seats: `lead` for the first, `-lead` for the second.
fn zero_sum(lead: EvalPoints) -> PerSeat<EvalPoints> {
    PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { lead } else { -lead })
}

/// Evaluation points of both seats: `gain` for `seat`, `loss` for the other seat.
fn owner_and_other(seat: Seat, gain: EvalPoints, loss: EvalPoints) -> PerSeat<EvalPoints> {
    PerSeat::from_fn(2, |other| if other == seat { gain } else { loss })
}

/// Search override: a position with a row to remove is a leaf, evaluated before the removal.
struct YinshRowSearchOverrides;

impl SearchOverrides<Yinsh> for YinshRowSearchOverrides {
    fn is_leaf(&self, _: &Yinsh, state: &State) -> bool {
        state.step().is_row()
    }
}

/// Evaluation 1 of Belej (2017): difference in markers; instead 100 points for a completed row of
/// five.
#[derive(Clone, Copy, Debug, Default)]
pub struct MarkerEvaluation;

impl Evaluate<Yinsh> for MarkerEvaluation {
    fn points(&self, _: &Yinsh, state: &State) -> PerSeat<EvalPoints> {
        match row_owner(state) {
            Some(owner) => owner_and_other(owner, 100, -100),
            None => {
                let [white, black] = [0, 1].map(|seat| state.markers(Seat::new(seat)).count());
                zero_sum(white as EvalPoints - black as EvalPoints)
            }
        }
    }

    fn scale(&self) -> EvalPoints {
        10
    }

    fn overrides(&self) -> Option<&dyn SearchOverrides<Yinsh>> {
        Some(&YinshRowSearchOverrides)
    }
}

/// Values of the first to fifth marker in a row of markers; further markers count as the fifth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowWeights(pub [EvalPoints; 5]);

impl Default for RowWeights {
    /// Weights that won most games in Belej (2017, Table 3.1).
    fn default() -> RowWeights {
        RowWeights([1, 3, 9, 27, 81])
    }
}

impl RowWeights {
    const NAMES: [&'static str; 5] = ["w1", "w2", "w3", "w4", "w5"];

    /// Parameters `w1` to `w5`, which set the five row weights.
    pub(super) fn params() -> [Param; 5] {
        let docs = [
            "points for the first marker of a row",
            "points for the second marker of a row",
            "points for the third marker of a row",
            "points for the fourth marker of a row",
            "points for the fifth marker of a row and all after it",
        ];
        let RowWeights(defaults) = RowWeights::default();
        [0, 1, 2, 3, 4].map(|at| {
            let default = i64::from(defaults[at]);
            Param::int(RowWeights::NAMES[at], docs[at], default, (0, 100_000))
        })
    }

    pub(super) fn from_params(params: &Params) -> RowWeights {
        RowWeights(RowWeights::NAMES.map(|name| params.int(name) as EvalPoints))
    }

    /// Value of the marker at index `place` of a row, counted from 0.
    fn at(&self, place: usize) -> EvalPoints {
        self.0[place.min(4)]
    }
}

/// Evaluation 2 of Belej (2017): values the runs of markers on every line by their length.
#[derive(Clone, Debug)]
pub struct RowEvaluation {
    /// Value of a line, indexed by the bitboard of a seat's markers on it.
    table: Arc<[EvalPoints]>,
}

impl RowEvaluation {
    /// Creates the evaluation with these row weights.
    pub fn new(weights: RowWeights) -> RowEvaluation {
        let worth = |word: u16| {
            let mut sum = 0;
            for_each_run(word, |length| {
                sum += (0..length)
                    .map(|place| weights.at(place))
                    .sum::<EvalPoints>();
            });
            sum
        };
        RowEvaluation {
            table: (0..1 << MAX_LINE_POINTS).map(worth).collect(),
        }
    }

    fn lead(&self, state: &State) -> EvalPoints {
        let [white, black] = [0, 1].map(|seat| {
            let lines = LineBitboards::new(state.markers(Seat::new(seat)));
            let worth = lines.iter().map(|word| self.table[usize::from(word)]);
            worth.sum::<EvalPoints>()
        });
        white - black
    }
}

impl Evaluate<Yinsh> for RowEvaluation {
    fn points(&self, _: &Yinsh, state: &State) -> PerSeat<EvalPoints> {
        zero_sum(self.lead(state))
    }

    fn scale(&self) -> EvalPoints {
        100
    }

    fn overrides(&self) -> Option<&dyn SearchOverrides<Yinsh>> {
        Some(&YinshRowSearchOverrides)
    }
}

/// True if the opponent wins with its next move, whichever row and ring `owner` removes.
fn loses_next_move(game: &Yinsh, state: &State, owner: Seat) -> bool {
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
            loses_next_move(game, &after, owner)
        });
    }
    // The opponent can remove a row or complete one.
    YinshMoveHints.noisy_moves(game, state, &mut moves);
    !moves.is_empty()
}

/// Evaluation points for a row of five that decides the game; exceeds any board without one.
const DECISIVE: EvalPoints = 10_000;

/// Evaluation 3 of Belej (2017): like [`RowEvaluation`], but a row of five outweighs everything
/// else.
#[derive(Clone, Debug)]
pub struct DominantRowEvaluation(pub RowEvaluation);

impl Evaluate<Yinsh> for DominantRowEvaluation {
    fn points(&self, game: &Yinsh, state: &State) -> PerSeat<EvalPoints> {
        match row_owner(state) {
            Some(owner) => owner_and_other(owner, DECISIVE, -DECISIVE),
            None => self.0.points(game, state),
        }
    }

    fn scale(&self) -> EvalPoints {
        100
    }

    fn overrides(&self) -> Option<&dyn SearchOverrides<Yinsh>> {
        Some(&YinshRowSearchOverrides)
    }
}

/// Points for a row of five that does not win the game, in evaluation 4 of Belej (2017).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOfFiveScores {
    /// Evaluation points for the owner of the row.
    pub own: EvalPoints,
    /// Evaluation points for the owner's opponent; negative.
    pub other: EvalPoints,
}

impl Default for RowOfFiveScores {
    /// Aggressive setting; in Belej (2017) slightly better than 100/-100 and the defensive 50/-100.
    fn default() -> RowOfFiveScores {
        RowOfFiveScores {
            own: 100,
            other: -50,
        }
    }
}

impl RowOfFiveScores {
    const MOST: i64 = DECISIVE as i64;

    /// Parameters `own-five` and `other-five`, which set the points for a row of five.
    pub(super) fn params() -> [Param; 2] {
        let RowOfFiveScores { own, other } = RowOfFiveScores::default();
        [
            Param::int(
                "own-five",
                "points of eval=advanced for an own row of five; higher is more aggressive",
                own.into(),
                (0, RowOfFiveScores::MOST),
            ),
            Param::int(
                "other-five",
                "points of eval=advanced for an opposing row of five; lower is more defensive",
                other.into(),
                (-RowOfFiveScores::MOST, 0),
            ),
        ]
    }

    pub(super) fn from_params(params: &Params) -> RowOfFiveScores {
        RowOfFiveScores {
            own: params.int("own-five") as EvalPoints,
            other: params.int("other-five") as EvalPoints,
        }
    }
}

/// Evaluation 4 of Belej (2017), in half points of the thesis so that values stay integers.
///
/// Own rings do not interrupt a row and count half. A row of five counts as [`RowOfFiveScores`], or
/// 10,000 if it wins. A variation along which the points only rise gains 100; one along which they
/// once fall by more than 100 loses 100.
#[derive(Clone, Debug)]
pub struct RingAwareRowEvaluation {
    weights: RowWeights,
    rows: RowEvaluation,
    fives: RowOfFiveScores,
}

/// Factor from points of Belej (2017) to evaluation points, which makes half points integers.
const HALVES: EvalPoints = 2;

impl RingAwareRowEvaluation {
    /// Creates the evaluation from row weights and the points for a row of five.
    pub fn new(weights: RowWeights, fives: RowOfFiveScores) -> RingAwareRowEvaluation {
        RingAwareRowEvaluation {
            weights,
            rows: RowEvaluation::new(weights),
            fives,
        }
    }

    /// Value of a seat's rows on all lines, in half points of Belej (2017).
    fn worth(&self, state: &State, seat: Seat) -> EvalPoints {
        let markers = LineBitboards::new(state.markers(seat));
        let rings = LineBitboards::new(state.rings(seat));
        let lines = markers.iter().zip(rings.iter());
        lines
            .map(|(markers, rings)| match rings {
                0 => HALVES * self.rows.table[usize::from(markers)],
                _ => self.worth_with_rings(markers, rings),
            })
            .sum()
    }

    /// Value of a line with own rings, in half points; a ring with own markers on both sides counts
    /// as half a marker.
    fn worth_with_rings(&self, markers: u16, rings: u16) -> EvalPoints {
        let mut sum = 0;
        let mut place = 0;
        // Value of the rings since the last marker, added if another marker follows.
        let mut pending = 0;
        for bit in 0..MAX_LINE_POINTS {
            if markers >> bit & 1 == 1 {
                sum += pending + HALVES * self.weights.at(place);
                place += 1;
                pending = 0;
            } else if rings >> bit & 1 == 1 && place > 0 {
                pending += self.weights.at(place);
                place += 1;
            } else {
                place = 0;
                pending = 0;
            }
        }
        sum
    }
}

impl Evaluate<Yinsh> for RingAwareRowEvaluation {
    fn points(&self, game: &Yinsh, state: &State) -> PerSeat<EvalPoints> {
        let lead = self.worth(state, Seat::FIRST) - self.worth(state, Seat::new(1));
        let board = zero_sum(lead);
        let Some(owner) = row_owner(state) else {
            return board;
        };
        let wins = state.won(owner) + 1 == game.rings_to_win();
        let (gain, loss) = match wins {
            true => (DECISIVE, -DECISIVE),
            // Preventing a loss comes before making an own row (section 4.6).
            false if loses_next_move(game, state, owner) => (-DECISIVE, DECISIVE),
            false => (self.fives.own, self.fives.other),
        };
        let row = owner_and_other(owner, HALVES * gain, HALVES * loss);
        PerSeat::from_fn(2, |seat| board[seat] + row[seat])
    }

    fn scale(&self) -> EvalPoints {
        200
    }

    fn overrides(&self) -> Option<&dyn SearchOverrides<Yinsh>> {
        Some(&YinshTrendSearchOverrides)
    }
}

/// Search overrides as in [`YinshRowSearchOverrides`], with the [`stability`] correction of
/// variations.
struct YinshTrendSearchOverrides;

impl SearchOverrides<Yinsh> for YinshTrendSearchOverrides {
    fn is_leaf(&self, game: &Yinsh, state: &State) -> bool {
        YinshRowSearchOverrides.is_leaf(game, state)
    }

    fn trend(&self) -> Option<VariationTrendCorrection<'_>> {
        Some(&stability)
    }
}

/// Bonus for a variation along which a seat's points only rise, penalty for one with a large drop;
/// for each seat.
fn stability(line: &[PerSeat<EvalPoints>]) -> PerSeat<EvalPoints> {
    PerSeat::from_fn(2, |seat| {
        let steps = || line.windows(2).map(|pair| pair[1][seat] - pair[0][seat]);
        let rises = line.len() > 1 && steps().all(|step| step > 0);
        let falls = steps().any(|step| step < -100 * HALVES);
        HALVES * (100 * EvalPoints::from(rises) - 100 * EvalPoints::from(falls))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_core::Notation;

    fn lead(evaluation: &impl Evaluate<Yinsh>, position: &str) -> EvalPoints {
        let game = Yinsh::new(3);
        let state = game.parse_position(position).unwrap();
        evaluation.points(&game, &state)[Seat::FIRST]
    }

    const RINGS: &str = "e1,f2,g2,h3,i4/a5,b7,c8,d9,e10";

    #[test]
    fn a_row_is_worth_the_sum_of_its_places() {
        // Equation 3.3: half of 3^n - 1 along the row; each marker alone counts on two more lines.
        let rows = RowEvaluation::new(RowWeights::default());
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
        let advanced =
            RingAwareRowEvaluation::new(RowWeights::default(), RowOfFiveScores::default());
        let position = "a2,a3,a4,a5,j8/b7,c8,d9,e10,g2/j5,j6,j7,j9,j10/-/0,0/1/move";
        let along = 2 * (1 + 3 + 9 + 81 + 81) + 27;
        assert_eq!(lead(&advanced, position), along + 2 * 10);
        // An opposing ring interrupts a row, and a ring at the end does not count.
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
        let weights = RowWeights::default();
        let advanced = RingAwareRowEvaluation::new(weights, RowOfFiveScores::default());
        let is_leaf = |evaluation: &dyn Evaluate<Yinsh>, state: &State| {
            let overrides = evaluation.overrides().unwrap();
            overrides.is_leaf(&game, state)
        };
        assert!(is_leaf(&advanced, &state) && is_leaf(&MarkerEvaluation, &state));
        assert_eq!(lead(&MarkerEvaluation, &row), 100);
        let markers = format!("{RINGS}/c3,d3,e5/b3/0,0/1/move");
        assert_eq!(lead(&MarkerEvaluation, &markers), 3 - 1);
        let theirs = format!("{RINGS}/-/c3,d3,e3,f3,g3/0,0/2/row");
        assert_eq!(lead(&MarkerEvaluation, &theirs), -100);
        assert_eq!(
            lead(&DominantRowEvaluation(RowEvaluation::new(weights)), &theirs),
            -10_000
        );
        assert_eq!(
            lead(&DominantRowEvaluation(RowEvaluation::new(weights)), &row),
            10_000
        );
        let board = 2 * (121 + 10);
        let points = advanced.points(&game, &state);
        assert_eq!(points.as_slice(), [board + 200, -board - 100]);
        assert_eq!(lead(&advanced, third), board + 20_000);
        // The three settings of the thesis.
        for (own, other) in [(100, -50), (100, -100), (50, -100)] {
            let advanced = RingAwareRowEvaluation::new(weights, RowOfFiveScores { own, other });
            let points = advanced.points(&game, &state);
            assert_eq!(points.as_slice(), [board + 2 * own, -board + 2 * other]);
            assert_eq!(lead(&advanced, third), board + 20_000);
        }
        let quiet = format!("{RINGS}/c3,d3,e3,f3/-/0,0/1/move");
        let quiet = game.parse_position(&quiet).unwrap();
        assert!(!is_leaf(&advanced, &quiet));
    }

    #[test]
    fn lines_that_rise_are_rewarded_and_falls_are_not() {
        let line = |points: &[EvalPoints]| {
            let line: Vec<PerSeat<EvalPoints>> =
                points.iter().map(|&lead| zero_sum(lead)).collect();
            stability(&line).as_slice().to_vec()
        };
        assert_eq!(line(&[0, 10, 20]), [200, 0]);
        assert_eq!(line(&[0, 10, 10]), [0, 0]);
        assert_eq!(line(&[0, 300, 90]), [-200, -200]);
        assert_eq!(line(&[0, 200, 0]), [0, 0]);
        assert_eq!(line(&[5]), [0, 0]);
    }
}
