//! What the champion thinks of a position: every five points in a row by what is on them, where the
//! rings stand, the rings removed and whose turn it is. The weights were learnt from games the champion
//! played against itself (`examples/tune_yinsh.rs`), and are in `outlook.weights`.

use std::sync::LazyLock;

use ludorum_core::{Evaluate, PerSeat, Points, Seat};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Point, PointSet, State, Step};

use super::habits::distance;
use super::lines::Lines;

/// Windows are five points in a row: by own markers, the other's, and whether either has rings there.
const WINDOWS: usize = 6 * 6 * 2 * 2;

/// Rings by their distance from the centre.
const DISTANCES: usize = 6;

/// Scores by the rings removed.
const SCORES: usize = 6 * 6;

const FIRST_DISTANCE: usize = WINDOWS;
const FIRST_SCORE: usize = FIRST_DISTANCE + DISTANCES;
const TEMPO: usize = FIRST_SCORE + SCORES;

/// The number of weights.
pub const WEIGHTS: usize = TEMPO + 1;

/// Points for each unit of the logarithm of the odds of winning.
const PER_LOGIT: f64 = 100.0;

/// The points at which the odds of winning are three to one.
const SCALE: Points = 110;

/// The worth of a position as a sum of weights, each of which is worth as much to a seat as it costs
/// the other.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// What each window is worth to the first seat.
    windows: [Points; WINDOWS],
    /// What a ring at each distance is worth to its owner.
    distances: [Points; DISTANCES],
    /// What each score is worth to the first seat.
    scores: [Points; SCORES],
    /// What it is worth to be on turn.
    tempo: Points,
}

impl Default for Outlook {
    /// With the learnt weights.
    fn default() -> Outlook {
        Outlook::new(&LEARNT)
    }
}

impl Outlook {
    /// With these weights, in units of the logarithm of the odds.
    pub fn new(weights: &[f64; WEIGHTS]) -> Outlook {
        let points = |weight: f64| (weight * PER_LOGIT).round() as Points;
        let mut outlook = Outlook {
            windows: [0; WINDOWS],
            distances: [0; DISTANCES],
            scores: [0; SCORES],
            tempo: points(weights[TEMPO]),
        };
        for (code, worth) in outlook.windows.iter_mut().enumerate() {
            *worth = points(weights[code] - weights[swapped_window(code)]);
        }
        for (far, worth) in outlook.distances.iter_mut().enumerate() {
            *worth = points(weights[FIRST_DISTANCE + far]);
        }
        for (code, worth) in outlook.scores.iter_mut().enumerate() {
            *worth =
                points(weights[FIRST_SCORE + code] - weights[FIRST_SCORE + swapped_score(code)]);
        }
        outlook
    }

    /// What a position is worth to the first seat.
    fn lead(&self, state: &State) -> Points {
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

impl Evaluate<Yinsh> for Outlook {
    fn points(&self, _: &Yinsh, state: &State) -> PerSeat<Points> {
        let lead = self.lead(state);
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { lead } else { -lead })
    }

    fn scale(&self) -> Points {
        SCALE
    }
}

/// How often each weight counts for the first seat: what [`Outlook`] is the sum of.
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

const SIGNS: [(Seat, Points); 2] = [(Seat::new(0), 1), (Seat::new(1), -1)];

/// The code of the score, with a row that is about to be removed counted as a ring.
fn score(state: &State) -> usize {
    let mut won = [0, 1].map(|seat| usize::from(state.won(Seat::new(seat))));
    if state.step().is_row() || state.step().is_ring() {
        won[state.seat().index()] += 1;
        let other = state.seat().next(2);
        if matches!(state.step(), Step::Row | Step::Ring) && state.has_row(other) {
            won[other.index()] += 1;
        }
    }
    won[0].min(5) * 6 + won[1].min(5)
}

fn swapped_score(code: usize) -> usize {
    code % 6 * 6 + code / 6
}

/// The same window with the colours exchanged.
fn swapped_window(code: usize) -> usize {
    let (own, other, own_ring, other_ring) = (code / 24, code / 4 % 6, code / 2 % 2, code % 2);
    other * 24 + own * 4 + other_ring * 2 + own_ring
}

/// What is looked up about points and lines.
struct Geometry {
    /// The distance of each point from the centre.
    from_centre: [u8; NUMBERS],
    /// The three lines of each point, and its bit on them.
    places: [[(u8, u8); 3]; NUMBERS],
    /// The bits before the first window of each line, and the number of windows.
    windows: [(u8, u8); Lines::COUNT],
}

/// The numbers of points are below this.
const NUMBERS: usize = 121;

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let mut geometry = Geometry {
        from_centre: [0; NUMBERS],
        places: [[(0, 0); 3]; NUMBERS],
        windows: [(0, 0); Lines::COUNT],
    };
    let centre = Point::at(5, 6).expect("f6 is on the board");
    for point in Point::all() {
        let at = point.index();
        geometry.from_centre[at] = distance(point, centre).min(DISTANCES as u8 - 1);
        let lines = Lines::new(point.set());
        let found = (0_u8..).zip(lines.iter()).filter(|(_, word)| *word != 0);
        let found = found.map(|(line, word)| (line, word.trailing_zeros() as u8));
        for (place, found) in geometry.places[at].iter_mut().zip(found) {
            *place = found;
        }
    }
    for (windows, word) in geometry
        .windows
        .iter_mut()
        .zip(Lines::new(PointSet::BOARD).iter())
    {
        let count = (word.count_ones() as u8).saturating_sub(4);
        *windows = (word.trailing_zeros() as u8, count);
    }
    geometry
});

/// What five bits of one kind and five of the other add to the code of a window: markers, then rings.
const ADDS: [[u8; 1024]; 2] = {
    let mut adds = [[0; 1024]; 2];
    let mut bits = 0;
    while bits < 1024 {
        let (own, other): (usize, usize) = (bits & 31, bits >> 5);
        adds[0][bits] = (24 * own.count_ones() + 4 * other.count_ones()) as u8;
        adds[1][bits] = 2 * (own != 0) as u8 + (other != 0) as u8;
        bits += 1;
    }
    adds
};

/// Calls `each` with the code of every window on which there is something.
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
    // The four kinds side by side, so that one shift cuts all of them.
    let mut lines = [0_u64; Lines::COUNT];
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
                // The second kind of each pair moves next to the first.
                let pairs = cut | cut >> 11;
                let markers = ADDS[0][pairs as usize & 1023];
                let rings = ADDS[1][(pairs >> 32) as usize & 1023];
                each(usize::from(markers + rings));
            }
            rest >>= 1;
        }
    }
}

/// The learnt weights; nothing for what was never seen.
static LEARNT: LazyLock<[f64; WEIGHTS]> = LazyLock::new(|| {
    let mut weights = [0.0; WEIGHTS];
    for line in include_str!("outlook.weights").lines() {
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
        let outlook = Outlook::default();
        let mut rng = Seed(1).rng();
        let mut moves = Vec::new();
        let mut state = game.initial(Seed(1));
        loop {
            let counts = features(&state);
            let sum: f64 = counts
                .iter()
                .zip(LEARNT.iter())
                .map(|(count, weight)| count * weight)
                .sum();
            let points = f64::from(outlook.lead(&state));
            // Every weight is rounded by itself.
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
        assert!(LEARNT.iter().any(|&weight| weight != 0.0));
    }
}
