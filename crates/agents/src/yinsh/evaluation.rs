//! Evaluation of the champion: a linear model over windows of five points on a line, ring
//! positions, removed rings and the side to move. The weights come from self-play
//! (`examples/tune_yinsh.rs`) and are stored in `evaluation.weights`.

use std::sync::LazyLock;

use ludorum_core::{EvalPoints, Evaluate, PerSeat, Seat};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{BoardPoint, PointSet, State, YinshTurnStep};

use super::line_bitboards::LineBitboards;
use super::ring_rules::distance;

/// Number of codes of a window (five points in a row on a line): 0 to 5 markers and 0 or 1 rings of
/// each seat.
const WINDOWS: usize = 6 * 6 * 2 * 2;

/// Number of weights for rings: one for each distance from the centre of the board, 0 to 5.
const DISTANCES: usize = 6;

/// Number of weights for the score: one for each pair of numbers of removed rings, 0 to 5 each.
const SCORES: usize = 6 * 6;

const FIRST_DISTANCE: usize = WINDOWS;
const FIRST_SCORE: usize = FIRST_DISTANCE + DISTANCES;
const TEMPO: usize = FIRST_SCORE + SCORES;

/// Number of weights of a [`YinshEvaluation`].
pub const WEIGHTS: usize = TEMPO + 1;

/// Evaluation points per unit of log odds of winning.
const PER_LOGIT: f64 = 100.0;

/// Lead in evaluation points at which the odds of winning are three to one.
const SCALE: EvalPoints = 110;

/// Linear evaluation of YINSH positions; swapping the seats changes its sign.
#[derive(Clone, Debug)]
pub struct YinshEvaluation {
    /// Value of each window code to the first seat, in evaluation points.
    windows: [EvalPoints; WINDOWS],
    /// Value of a ring to its owner, by the ring's distance from the centre.
    distances: [EvalPoints; DISTANCES],
    /// Value to the first seat of each score code, which combines the rings removed by both seats.
    scores: [EvalPoints; SCORES],
    /// Value of being the seat to move.
    tempo: EvalPoints,
}

impl Default for YinshEvaluation {
    /// Creates the evaluation with the built-in trained weights.
    fn default() -> YinshEvaluation {
        YinshEvaluation::new(&TRAINED_WEIGHTS)
    }
}

impl YinshEvaluation {
    /// Creates an evaluation from weights in units of log odds.
    pub fn new(weights: &[f64; WEIGHTS]) -> YinshEvaluation {
        let points = |weight: f64| (weight * PER_LOGIT).round() as EvalPoints;
        let mut evaluation = YinshEvaluation {
            windows: [0; WINDOWS],
            distances: [0; DISTANCES],
            scores: [0; SCORES],
            tempo: points(weights[TEMPO]),
        };
        for (code, worth) in evaluation.windows.iter_mut().enumerate() {
            *worth = points(weights[code] - weights[swapped_window(code)]);
        }
        for (far, worth) in evaluation.distances.iter_mut().enumerate() {
            *worth = points(weights[FIRST_DISTANCE + far]);
        }
        for (code, worth) in evaluation.scores.iter_mut().enumerate() {
            *worth =
                points(weights[FIRST_SCORE + code] - weights[FIRST_SCORE + swapped_score(code)]);
        }
        evaluation
    }

    /// Value of a position to the first seat, in evaluation points.
    fn lead(&self, state: &State) -> EvalPoints {
        let mut lead = self.scores[score(state)];
        for_each_window(state, |code| lead += self.windows[code]);
        for (seat, sign) in SIGNS {
            for ring in state.rings(seat) {
                lead += sign * self.distances[usize::from(GEOMETRY.from_centre[ring.index()])];
            }
        }
        lead + if state.seat() == Seat::FIRST {
            self.tempo
        } else {
            -self.tempo
        }
    }
}

impl Evaluate<Yinsh> for YinshEvaluation {
    fn points(&self, _: &Yinsh, state: &State) -> PerSeat<EvalPoints> {
        let lead = self.lead(state);
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { lead } else { -lead })
    }

    fn scale(&self) -> EvalPoints {
        SCALE
    }
}

/// Feature vector of a position for the first seat: the inputs of [`YinshEvaluation`].
pub fn features(state: &State) -> [f64; WEIGHTS] {
    let mut counts = [0.0; WEIGHTS];
    for_each_window(state, |code| {
        counts[code] += 1.0;
        counts[swapped_window(code)] -= 1.0;
    });
    for (seat, sign) in SIGNS {
        for ring in state.rings(seat) {
            let far = usize::from(GEOMETRY.from_centre[ring.index()]);
            counts[FIRST_DISTANCE + far] += f64::from(sign);
        }
    }
    let code = score(state);
    counts[FIRST_SCORE + code] += 1.0;
    counts[FIRST_SCORE + swapped_score(code)] -= 1.0;
    counts[TEMPO] = if state.seat() == Seat::FIRST {
        1.0
    } else {
        -1.0
    };
    counts
}

const SIGNS: [(Seat, EvalPoints); 2] = [(Seat::new(0), 1), (Seat::new(1), -1)];

/// Score code: combines the numbers of rings removed by both seats. A row about to be removed
/// counts as a removed ring.
fn score(state: &State) -> usize {
    let mut won = [0, 1].map(|seat| usize::from(state.won(Seat::new(seat))));
    if state.step().is_row() || state.step().is_ring() {
        won[state.seat().index()] += 1;
        let other = state.seat().next(2);
        if matches!(state.step(), YinshTurnStep::Row | YinshTurnStep::Ring) && state.has_row(other)
        {
            won[other.index()] += 1;
        }
    }
    won[0].min(5) * 6 + won[1].min(5)
}

fn swapped_score(code: usize) -> usize {
    code % 6 * 6 + code / 6
}

/// Code of a window after swapping the colours of its markers and rings.
fn swapped_window(code: usize) -> usize {
    let (own, other, own_ring, other_ring) = (code / 24, code / 4 % 6, code / 2 % 2, code % 2);
    other * 24 + own * 4 + other_ring * 2 + own_ring
}

/// Lookup tables for the points and lines of the board.
struct YinshLineTables {
    /// Distance of each point from the centre, at most 5.
    from_centre: [u8; POINT_INDICES],
    /// The three lines through each point, each with the bit of the point on that line.
    places: [[(u8, u8); 3]; POINT_INDICES],
    /// For each line: its lowest bit on the board, and its number of five-point windows.
    windows: [(u8, u8); LineBitboards::COUNT],
}

/// Length of arrays indexed by `BoardPoint::index`.
const POINT_INDICES: usize = 121;

static GEOMETRY: LazyLock<YinshLineTables> = LazyLock::new(|| {
    let mut geometry = YinshLineTables {
        from_centre: [0; POINT_INDICES],
        places: [[(0, 0); 3]; POINT_INDICES],
        windows: [(0, 0); LineBitboards::COUNT],
    };
    let centre = BoardPoint::at(5, 6).expect("f6 is on the board");
    for point in BoardPoint::all() {
        let at = point.index();
        geometry.from_centre[at] = distance(point, centre).min(DISTANCES as u8 - 1);
        let lines = LineBitboards::new(point.set());
        let found = (0_u8..).zip(lines.iter()).filter(|(_, word)| *word != 0);
        let found = found.map(|(line, word)| (line, word.trailing_zeros() as u8));
        for (place, found) in geometry.places[at].iter_mut().zip(found) {
            *place = found;
        }
    }
    for (windows, word) in geometry
        .windows
        .iter_mut()
        .zip(LineBitboards::new(PointSet::BOARD).iter())
    {
        let count = (word.count_ones() as u8).saturating_sub(4);
        *windows = (word.trailing_zeros() as u8, count);
    }
    geometry
});

/// Contributions of markers, then of rings, to a window code, indexed by five bits per seat.
const CODE_PARTS: [[u8; 1024]; 2] = {
    let mut parts = [[0; 1024]; 2];
    let mut bits = 0;
    while bits < 1024 {
        let (own, other): (usize, usize) = (bits & 31, bits >> 5);
        parts[0][bits] = (24 * own.count_ones() + 4 * other.count_ones()) as u8;
        parts[1][bits] = 2 * (own != 0) as u8 + (other != 0) as u8;
        bits += 1;
    }
    parts
};

/// Calls `each` with the code of every window that contains a marker or ring.
#[inline]
fn for_each_window(state: &State, mut each: impl FnMut(usize)) {
    let geometry = &*GEOMETRY;
    let (white, black) = (Seat::new(0), Seat::new(1));
    let kinds = [
        state.markers(white),
        state.markers(black),
        state.rings(white),
        state.rings(black),
    ];
    // The four sets share a word, so one shift moves all of them.
    let mut lines = [0_u64; LineBitboards::COUNT];
    for (kind, points) in kinds.into_iter().enumerate() {
        for point in points {
            for (line, bit) in geometry.places[point.index()] {
                lines[usize::from(line)] |= 1 << (16 * kind + usize::from(bit));
            }
        }
    }
    for (line, (first, count)) in lines.into_iter().zip(geometry.windows) {
        let mut rest = line >> first;
        if rest == 0 {
            continue;
        }
        for _ in 0..count {
            let cut = rest & 0x001f_001f_001f_001f;
            if cut != 0 {
                // Moves the second set of each pair next to the first.
                let pairs = cut | cut >> 11;
                let markers = CODE_PARTS[0][pairs as usize & 1023];
                let rings = CODE_PARTS[1][(pairs >> 32) as usize & 1023];
                each(usize::from(markers + rings));
            }
            rest >>= 1;
        }
    }
}

/// Trained weights of `evaluation.weights`; 0 for weights that the file omits.
static TRAINED_WEIGHTS: LazyLock<[f64; WEIGHTS]> = LazyLock::new(|| {
    let mut weights = [0.0; WEIGHTS];
    for line in include_str!("evaluation.weights").lines() {
        let Some((index, weight)) = line.split_once(' ') else {
            continue;
        };
        if let (Ok(index), Ok(weight)) = (index.parse::<usize>(), weight.parse())
            && index < WEIGHTS
        {
            weights[index] = weight;
        }
    }
    weights
});

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_core::{Game, Seed};

    #[test]
    fn points_are_the_sum_of_weighted_features() {
        let game = Yinsh::new(3);
        let evaluation = YinshEvaluation::default();
        let mut rng = Seed(1).rng();
        let mut moves = Vec::new();
        let mut state = game.initial(Seed(1));
        loop {
            let counts = features(&state);
            let sum: f64 = counts
                .iter()
                .zip(TRAINED_WEIGHTS.iter())
                .map(|(count, weight)| count * weight)
                .sum();
            let points = f64::from(evaluation.lead(&state));
            // Every weight is rounded separately.
            assert!((points - PER_LOGIT * sum).abs() < 80.0, "{points} {sum}");
            moves.clear();
            game.moves(&state, &mut moves);
            let Some(&mv) = rng.pick(&moves) else {
                return;
            };
            game.make(&mut state, mv);
        }
    }

    #[test]
    fn there_are_123_windows_each_seen_from_both_sides() {
        let count = GEOMETRY.windows.iter().map(|&(_, count)| u32::from(count));
        assert_eq!(count.sum::<u32>(), 123);
        for code in 0..WINDOWS {
            assert_eq!(swapped_window(swapped_window(code)), code);
        }
        assert!(TRAINED_WEIGHTS.iter().any(|&weight| weight != 0.0));
    }
}
